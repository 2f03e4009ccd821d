//! `sass!`: machine instructions, through the same steps as `ptx!`.

mod ast;
pub(crate) mod every_opcode;
mod lower;
mod parse;

use crate::directives::Directives;
use crate::expand::{Writer, stream_of};
use crate::tokens::{Cursor, check_nesting, without_comments};
use lower::Lowering;
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// Expands `[$crate] tokens`.
pub(crate) fn sass(input: TokenStream) -> TokenStream {
    if let Err(error) = check_nesting(&input) {
        return quote!({ #error });
    }
    let mut input = input.into_iter();
    let facade = stream_of(input.next());
    let tokens = without_comments(input);
    let mut cursor = Cursor::new(&tokens, Span::call_site());
    let (dialect, errors) = Directives::parse(&mut cursor).of_sass();
    let program = parse::program(cursor);
    let mut lowering = Lowering::new(&dialect);
    let (statements, tail) = lowering.program(&program);
    let writer = Writer::new(facade, lowering.scopes);
    writer.block(&errors, &statements, tail.as_ref())
}
