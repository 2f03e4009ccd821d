//! Translates functions of PTX text to Rust, as `include_ptx!` does.

use proc_macro2::{LineColumn, TokenStream};
use ptx_isa::Message;
use ptx_module::Module;
use ptx_module::check::{Finding, Level};
use ptx_module::resolve::Program;
use ptx_module::syntax::Source;
use ptx_translate::{declare, guess, not_ptx, translate as translated};
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
    let module = Module::new(source.clone());
    let draft = guess::declarations(program(&module)?);
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
    let module = Module::new(source.clone());
    let program = program(&module)?;
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
        match translated(program, declaration, &facade) {
            Ok(function) => functions.extend(function),
            Err(error) => errors.push(line(&error)),
        }
    }
    let rust = match syn::parse2(functions.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        // The tokens are always valid Rust. If the tokens were invalid, the raw text would help to find the fault.
        Err(_) => functions.to_string(),
    };
    Ok(Translation { rust, errors, warnings: warnings(&module) })
}

/// Returns the warnings of the check, each with file name, line and column.
fn warnings(module: &Module) -> Vec<String> {
    let line = |one: &Finding| {
        let place = module.source().place(one.span.start);
        format!("{}:{}:{}: {}", module.source().name, place.line, place.column, one.message)
    };
    module.findings().iter().filter(|one| one.level == Level::Warning).map(line).collect()
}

/// Returns the functions and variables of a text without errors.
fn program(module: &Module) -> Result<&Program<'_>, Message> {
    module.program().map_err(|errors| not_ptx(module.source(), errors))
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
