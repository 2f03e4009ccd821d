//! Writes Rust; no other module does.

mod statement;
mod value;
mod writer;

use crate::diag::Error;
use crate::ir::{Statement, Tail};
use crate::scope::Scopes;
use proc_macro2::TokenStream;
use ptx_translate::rust::brace;
use quote::quote;
use writer::Writer;

/// Everything that a macro call becomes.
pub(crate) fn block(
    facade: TokenStream,
    scopes: Scopes,
    errors: &[Error],
    statements: &[Statement],
    tail: Option<&Tail>,
) -> TokenStream {
    let writer = Writer::new(facade, scopes, statements);
    let (facade, path) = (&writer.facade, &writer.names.path);
    let mut out = quote!(use #facade::__private as #path; #({ #errors })*);
    if let Some(carry) = &writer.carry {
        out.extend(quote!(let mut #carry: #path::Bool = false;));
    }
    for statement in statements {
        writer.statement(&mut out, statement);
    }
    match tail {
        Some(tail) => writer.tail(&mut out, tail),
        None if matches!(statements.last(), Some(Statement::Faulty(_))) => {}
        // In an empty block rustc finds no variable of ours to offer as a value.
        None => brace(&mut out, TokenStream::new()),
    }
    quote!({ #out })
}
