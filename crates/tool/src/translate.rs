//! Translates functions of PTX text to Rust, as `include_ptx!` does.

use proc_macro2::{LineColumn, TokenStream};
use ptx_isa::Message;
use ptx_module::resolve::{Fault, Program};
use ptx_module::syntax::{Module, Source, parse};
use ptx_translate::{declare, guess, report, translate as translated};
use quote::quote;

/// The translated functions, and the errors of declarations that could not be translated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translation {
    /// The Rust text of the functions.
    pub rust: String,
    /// The errors, each with file name, line and column.
    pub errors: Vec<String>,
    /// The warnings about the PTX text, each with file name, line and column.
    pub warnings: Vec<String>,
}

/// Returns draft declarations of the functions in a PTX text. The comment `// ?` marks a type that is a
/// guess.
///
/// ```
/// use ptx_module::syntax::Source;
///
/// let source = Source::new("none.ptx", b"");
/// assert!(ptx_tool::translate::draft(&source).is_err());
/// ```
///
/// # Errors
/// If the text is not PTX, or if it has no function with a body.
pub fn draft(source: &Source) -> Result<String, Message> {
    let module = parse(&source.text);
    let draft = guess::declarations(&program(source, &module)?);
    if draft.is_empty() {
        return Err(format!("`{}` has no function with a body", source.name).into());
    }
    Ok(draft)
}

/// Translates the functions of a PTX text that `declarations` declares.
///
/// # Errors
/// If the text is not PTX, or if `declarations` is not a sequence of Rust tokens or contains no declaration.
pub fn translate(source: &Source, declarations: &Source) -> Result<Translation, Message> {
    let module = parse(&source.text);
    let program = program(source, &module)?;
    let (file, text) = (&declarations.name, &declarations.text);
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        let place = error.span().start();
        let what = no_token(text, place);
        format!("{file}:{}:{}: {what}", place.line, place.column + 1)
    })?;
    // Skip the path in an `include_ptx!` call, because the file is known.
    let tokens: Vec<_> = tokens.into_iter().collect();
    let (_, rest) = declare::split_path(&tokens);
    let (declared, errors) = declare::declarations(rest.iter().cloned().collect());
    if declared.is_empty() && errors.is_empty() {
        let what = "expected the declaration of a function, such as `fn f();`";
        return Err(format!("{file}: {what}").into());
    }
    let line = |error: &declare::Error| {
        let place = error.at.start();
        format!("{file}:{}:{}: {}", place.line, place.column + 1, error.message)
    };
    let mut errors: Vec<_> = errors.iter().map(line).collect();
    let facade = quote!(::ptx);
    let mut functions = TokenStream::new();
    for declaration in &declared {
        match translated(&program, declaration, &facade) {
            Ok(function) => functions.extend(function),
            Err(error) => errors.push(line(&error)),
        }
    }
    let rust = match syn::parse2(functions.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        // The tokens are always valid Rust. If the tokens were invalid, the raw text would help to find the fault.
        Err(_) => functions.to_string(),
    };
    Ok(Translation { rust, errors, warnings: warnings(source, &program) })
}

/// Returns the same warnings as [`check`](ptx_module::check::check): one for each instruction with modifiers in an order
/// that `ptxas` accepts although PTX does not allow it.
fn warnings(source: &Source, program: &Program<'_>) -> Vec<String> {
    let functions = program.names().iter().filter_map(|name| program.function(name));
    let faults = functions.flat_map(|function| {
        let (resolved, _) = ptx_module::resolve::function(program, function, &|_| None);
        resolved.warnings
    });
    let line = |fault: Fault| {
        let place = source.place(fault.span.start);
        format!("{}:{}:{}: {}", source.name, place.line, place.column, fault.message)
    };
    faults.map(line).collect()
}

/// Resolves a parsed PTX text.
fn program<'a>(source: &'a Source, module: &'a Module<'a>) -> Result<Program<'a>, Message> {
    let title = || format!("`{}` is not PTX", source.name);
    Program::new(source, module).map_err(|faults| report(source, title(), &faults))
}

/// Returns why a text cannot be split into Rust tokens, in rustc's words.
fn no_token(text: &str, place: LineColumn) -> String {
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
