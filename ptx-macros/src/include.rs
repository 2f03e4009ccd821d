//! Expands `include_ptx!`, which translates functions of a PTX file to Rust.

use crate::diag::Error;
use crate::tokens::{check_nesting, stream_of};
use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use ptx_isa::{COMMAND, Message};
use ptx_module::Module;
use ptx_module::syntax::Source;
use ptx_translate::{declare, faulty, not_ptx, translate};
use quote::{ToTokens, quote, quote_spanned};
use std::path::{Path, PathBuf};

/// Expands an `include_ptx!` call: `[$crate] "path" declarations`.
pub(crate) fn functions(input: TokenStream) -> TokenStream {
    if let Err(error) = check_nesting(&input) {
        return item(&error);
    }
    let mut input = input.into_iter();
    let facade = stream_of(input.next());
    let rest: Vec<TokenTree> = input.collect();
    let (path, rest) = match path(&rest) {
        Ok(found) => found,
        Err(error) => return item(&error),
    };
    let (declarations, errors) = declare::declarations(rest.iter().cloned().collect());
    let mut out = TokenStream::new();
    if declarations.is_empty() && errors.is_empty() {
        let message = Message::new("no function is declared").help(format!(
            "declare each function after the path; `{COMMAND} translate {}` prints drafts",
            path.name
        ));
        out.extend(item(&Error::new(path.at, message)));
    }
    for error in errors {
        out.extend(item(&Error::new(error.at, error.message)));
    }
    let name = path.name;
    let (file, bytes) = (&path.file, std::fs::read(&path.file));
    let mut tracked = Literal::string(&file.to_string_lossy());
    tracked.set_span(path.at);
    // `include_bytes!` makes cargo rebuild when the file changes, and makes rustc report a missing file.
    let at = Span::mixed_site().located_at(path.at);
    out.extend(quote_spanned!(at=>
        const _: &[#facade::__private::U8] = #facade::__private::include_bytes!(#tracked);
    ));
    let Ok(bytes) = bytes else {
        out.extend(declarations.iter().map(|one| faulty(one, &quote!(loop {}))));
        return out;
    };
    let module = Module::new(Source::new(&name, &bytes));
    let program = match module.program() {
        Ok(program) => program,
        Err(errors) => {
            out.extend(item(&Error::new(path.at, not_ptx(module.source(), errors))));
            out.extend(declarations.iter().map(|one| faulty(one, &quote!(loop {}))));
            return out;
        }
    };
    for declaration in &declarations {
        out.extend(match translate(program, declaration, &facade) {
            Ok(function) => function,
            Err(error) => {
                let error = Error::new(error.at, error.message);
                faulty(declaration, &quote!({ #error }))
            }
        });
    }
    out
}

/// Wraps an error in an item, because only items are allowed in a module.
fn item(error: &Error) -> TokenStream {
    let error = error.to_token_stream();
    quote!(const _: () = { #error };)
}

/// The PTX file of a call.
struct Named {
    /// The path to show in messages.
    name: String,
    /// The absolute path.
    file: PathBuf,
    at: Span,
}

/// Parses the path of the file. Returns the file and the remaining tokens.
fn path(tokens: &[TokenTree]) -> Result<(Named, &[TokenTree]), Error> {
    if tokens.is_empty() {
        let message = Message::new("expected the path of a PTX file");
        return Err(Error::new(
            Span::call_site(),
            message.help("the path is a string, such as `\"kernels.ptx\"`"),
        ));
    }
    let (path, rest) = declare::split_path(tokens);
    let (text, at) = text(if path.is_empty() { &tokens[..1] } else { path })?;
    let file = absolute(Path::new(&text), at);
    Ok((Named { name: shown(&file), file, at }, rest))
}

/// Evaluates a string literal, `concat!` or `env!`. Returns the text and the span of the first
/// literal.
fn text(tokens: &[TokenTree]) -> Result<(String, Span), Error> {
    let wrong = |at| {
        let message = Message::new("expected the path of a PTX file");
        Err(Error::new(
            at,
            message.help("the path is a string, or `concat!(env!(\"OUT_DIR\"), \"/kernels.ptx\")`"),
        ))
    };
    match tokens {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            text(&group.stream().into_iter().collect::<Vec<_>>())
        }
        [TokenTree::Literal(literal)] => {
            match syn::parse2::<syn::LitStr>(literal.to_token_stream()) {
                Ok(text) => Ok((text.value(), literal.span())),
                Err(_) => wrong(literal.span()),
            }
        }
        [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(group)]
            if bang.as_char() == '!' =>
        {
            let inner: Vec<_> = group.stream().into_iter().collect();
            let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
            let parts = inner.split(is_comma).filter(|part| !part.is_empty()).map(text);
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            let Some(at) = parts.first().map(|part| part.1) else { return wrong(name.span()) };
            let joined: String = parts.into_iter().map(|part| part.0).collect();
            match name.to_string().as_str() {
                "concat" => Ok((joined, at)),
                "env" => std::env::var(&joined).map(|value| (value, at)).map_err(|_| {
                    Error::new(at, format!("environment variable `{joined}` is not set"))
                }),
                _ => wrong(name.span()),
            }
        }
        [first, ..] => wrong(first.span()),
        [] => wrong(Span::call_site()),
    }
}

/// Returns the absolute path of a file. A relative path starts at the folder of the source file.
fn absolute(path: &Path, at: Span) -> PathBuf {
    let folder = match at.local_file() {
        Some(file) => file.parent().map(Path::to_path_buf).unwrap_or_default(),
        None => Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("src"),
    };
    let joined = folder.join(path);
    std::path::absolute(&joined).unwrap_or(joined)
}

/// Returns the path relative to the current directory of rustc, as rustc's own messages show paths.
fn shown(file: &Path) -> String {
    let here = std::env::current_dir().and_then(|folder| folder.canonicalize());
    let path = match (file.canonicalize(), here) {
        (Ok(file), Ok(here)) => file.strip_prefix(&here).map(Path::to_path_buf).unwrap_or(file),
        _ => file.to_path_buf(),
    };
    path.to_string_lossy().into_owned()
}
