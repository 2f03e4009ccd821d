//! Generates the Rust for a macro call.

mod blame;
mod device;
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

/// Where the generated code runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// On the host: each instruction calls functions of `ptx-core`.
    Host,
    /// On nvptx64: each instruction is inline assembly.
    Device,
}

/// Generates the complete expansion of a macro call.
pub(crate) fn block(
    side: Side,
    facade: TokenStream,
    scopes: Scopes,
    errors: &[Error],
    statements: &[Statement],
    tail: Option<&Tail>,
) -> TokenStream {
    let writer = Writer::new(side, facade, scopes, statements);
    let (facade, path) = (&writer.facade, &writer.names.path);
    let mut out = quote!(use #facade::__private as #path; #({ #errors })*);
    if let Some(carry) = &writer.carry {
        out.extend(match side {
            Side::Host => quote!(let mut #carry: #path::Bool = false;),
            Side::Device => quote!(let mut #carry: #path::U32 = 0;),
        });
    }
    for statement in statements {
        writer.statement(&mut out, statement);
    }
    match tail {
        Some(tail) => writer.tail(&mut out, tail),
        None if matches!(statements.last(), Some(Statement::Faulty(_))) => {}
        // End with an empty block. Otherwise rustc may suggest a generated variable as the value.
        None => brace(&mut out, TokenStream::new()),
    }
    quote!({ #out })
}
