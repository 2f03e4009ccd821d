//! Writes Rust. The only place that does.

mod statement;
mod tokens;
mod value;

use crate::diag::Error;
use crate::directives::Directives;
use crate::ir::{Statement, Tail};
use crate::lower::Lowering;
use crate::parse;
use crate::scope::Scopes;
use crate::tokens::{Cursor, check_nesting, without_comments};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
pub(crate) use tokens::{Tokens, own};

/// Expands `[$crate] [dialect] tokens`.
pub(crate) fn ptx(input: TokenStream) -> TokenStream {
    if let Err(error) = check_nesting(&input) {
        return quote!({ #error });
    }
    let mut input = input.into_iter();
    let facade = stream_of(input.next());
    let named = without_comments(stream_of(input.next()));
    let (base, name) = inherited(&named);
    let tokens = without_comments(input);
    let mut cursor = Cursor::new(&tokens, Span::call_site());
    let (dialect, errors) = Directives::parse(&mut cursor).over(&base, &name);
    let mut lowering = Lowering::new(&dialect);
    let (statements, tail) = lowering.program(&parse::program(cursor));
    Writer::new(facade, lowering.scopes).block(&errors, &statements, tail.as_ref())
}

pub(crate) fn stream_of(token: Option<TokenTree>) -> TokenStream {
    match token {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    }
}

/// The directives of the dialect that the call goes through, and its name.
fn inherited(named: &[TokenTree]) -> (Directives, String) {
    let mut cursor = Cursor::new(named, Span::call_site());
    let name = cursor.eat_ident().map(ToString::to_string).unwrap_or_default();
    (Directives::parse(&mut cursor), name)
}

pub(crate) struct Writer {
    /// `$crate`
    facade: TokenStream,
    /// The name of the facade's private module in the expansion: short, since every statement
    /// names several things by it.
    path: Ident,
    scopes: Scopes,
}

impl Writer {
    pub(crate) fn new(facade: TokenStream, scopes: Scopes) -> Self {
        Self { facade, path: own("__ptx_private"), scopes }
    }

    /// Everything that a macro call becomes.
    pub(crate) fn block(
        &self,
        errors: &[Error],
        statements: &[Statement],
        tail: Option<&Tail>,
    ) -> TokenStream {
        let (facade, path) = (&self.facade, &self.path);
        let mut out = quote!(use #facade::__private as #path; #({ #errors })*);
        for statement in statements {
            self.statement(&mut out, statement);
        }
        match tail {
            Some(tail) => self.tail(&mut out, tail),
            None if matches!(statements.last(), Some(Statement::Faulty(_))) => {}
            // In an empty block rustc finds no variable of ours to offer as a value.
            None => tokens::brace(&mut out, TokenStream::new()),
        }
        quote!({ #out })
    }

    /// Something of the facade's private module: `Rn`, `sass::mufu_rcp`.
    pub(crate) fn item(&self, path: &str) -> Tokens {
        path.split("::").fold(self.path.clone().into(), Tokens::and)
    }
}
