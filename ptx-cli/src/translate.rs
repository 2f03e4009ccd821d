//! `ptx translate`: what `include_ptx!` makes of a file, as text.

use crate::report::print;
use crate::{FOUND, OK, UNREADABLE};
use proc_macro2::{LineColumn, TokenStream};
use ptx_lower::Program;
use ptx_text::{Source, parse};
use ptx_translate::{declare, guess, report, translate as translated};
use quote::quote;
use std::fmt::Display;
use std::io::Read;
use std::path::Path;

/// Translates the declared functions of a file, or guesses declarations; returns the exit code.
pub(crate) fn translate(file: &Path, declarations: Option<&Path>) -> u8 {
    let stdin = Path::new("-");
    if file == stdin && declarations == Some(stdin) {
        return fail(&"the file and its declarations cannot both be the standard input");
    }
    let (name, bytes) = match read(file) {
        Ok(found) => found,
        Err(code) => return code,
    };
    let source = Source::new(&name, &bytes);
    let module = parse(&source.text);
    let program = match Program::new(&source, &module) {
        Ok(program) => program,
        Err(faults) => return fail(&report(&source, format!("`{name}` is not PTX"), &faults)),
    };
    let Some(declarations) = declarations else {
        let guessed = guess::declarations(&program);
        if guessed.is_empty() {
            return fail(&format!("`{name}` has no function with a body"));
        }
        return print(guessed.as_bytes());
    };
    let bytes = match read(declarations) {
        Ok((_, bytes)) => bytes,
        Err(code) => return code,
    };
    let text = String::from_utf8_lossy(&bytes);
    let tokens: TokenStream = match text.parse() {
        Ok(tokens) => tokens,
        Err(error) => {
            let place = error.span().start();
            let what = unreadable(&text, place);
            let (file, line, column) = (declarations.display(), place.line, place.column + 1);
            return fail(&format!("{file}:{line}:{column}: {what}"));
        }
    };
    // The path, as a call of `include_ptx!` has it: the file is known here.
    let tokens: Vec<_> = tokens.into_iter().collect();
    let (_, rest) = declare::split_path(&tokens);
    let (declared, errors) = declare::declarations(rest.iter().cloned().collect());
    if declared.is_empty() && errors.is_empty() {
        let file = declarations.display();
        return fail(&format!("{file}: expected the declaration of a function, such as `fn f();`"));
    }
    let mut code = OK;
    let mut complain = |error: &declare::Error| {
        let place = error.at.start();
        let file = declarations.display();
        code = fail(&format!("{file}:{}:{}: {}", place.line, place.column + 1, error.message));
    };
    errors.iter().for_each(&mut complain);
    let facade = quote!(::ptx);
    let mut functions = TokenStream::new();
    for declaration in &declared {
        match translated(&program, declaration, &facade) {
            Ok(function) => functions.extend(function),
            Err(error) => complain(&error),
        }
    }
    match syn::parse2(functions.clone()) {
        Ok(file) => code.max(print(prettyplease::unparse(&file).as_bytes())),
        // What is written is Rust; if not, it is better seen than hidden.
        Err(_) => code.max(print(functions.to_string().as_bytes())),
    }
}

/// Why a text is not even tokens of Rust, in the words of rustc.
fn unreadable(text: &str, place: LineColumn) -> String {
    let line = text.lines().nth(place.line.saturating_sub(1)).unwrap_or_default();
    match line.chars().nth(place.column) {
        Some(open @ ('(' | '[' | '{')) => format!("unclosed delimiter `{open}`"),
        Some(close @ (')' | ']' | '}')) => format!("unexpected closing delimiter `{close}`"),
        Some(other) if other.is_control() => {
            format!("unknown start of token `{}`", other.escape_unicode())
        }
        Some(other) => format!("unknown start of token `{other}`"),
        None => "unclosed delimiter".into(),
    }
}

fn fail(message: &dyn Display) -> u8 {
    eprintln!("error: {message}");
    FOUND
}

/// The name and the bytes of a file, or the exit code.
fn read(file: &Path) -> Result<(String, Vec<u8>), u8> {
    let (name, bytes) = if file == Path::new("-") {
        let mut bytes = Vec::new();
        ("<stdin>".into(), std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes))
    } else {
        (file.display().to_string(), std::fs::read(file))
    };
    bytes.map(|bytes| (name, bytes)).map_err(|error| {
        eprintln!("ptx: cannot read {}: {error}", file.display());
        UNREADABLE
    })
}
