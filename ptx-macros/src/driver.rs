//! Runs the steps of an expansion: parses the directives, parses the code, lowers the code, and
//! generates Rust.

use crate::build;
use crate::directives::Directives;
use crate::expand::Side;
use crate::tokens::{Cursor, check_nesting, stream_of, with_words, without_comments};
use crate::{expand, ptx, sass};
use proc_macro2::{Span, TokenStream, TokenTree, token_stream};
use ptx_isa::Dialect;
use quote::quote;

/// Expands a `ptx!` call: `[$crate] [dialect] tokens`.
pub(crate) fn ptx(input: TokenStream) -> TokenStream {
    if let Err(error) = check_nesting(&input) {
        return quote!({ #error });
    }
    program(Side::Host, input.into_iter(), Dialect::default())
}

/// Expands a `ptx!` call on nvptx64: `[version] [target] [$crate] [dialect] tokens`. The groups `[version]` and
/// `[target]` contain the directives of the build.
pub(crate) fn on_device(input: TokenStream) -> TokenStream {
    if let Err(error) = check_nesting(&input) {
        return quote!({ #error });
    }
    let mut input = input.into_iter();
    let [raised, named] = [(); 2].map(|()| {
        let tokens = without_comments(stream_of(input.next()));
        Directives::parse(&mut Cursor::new(&tokens, Span::call_site())).values()
    });
    program(Side::Device, input, build::dialect(raised.0.max(named.0), named.1))
}

/// Expands `[$crate] [dialect] tokens`. The dialect is `default` if there are no directives.
fn program(side: Side, mut input: token_stream::IntoIter, default: Dialect) -> TokenStream {
    let facade = stream_of(input.next());
    let named = without_comments(stream_of(input.next()));
    let (base, name) = inherited(&named);
    let tokens = with_words(without_comments(input));
    let mut cursor = Cursor::new(&tokens, Span::call_site());
    let directives = Directives::parse(&mut cursor);
    let (dialect, errors) = match side {
        Side::Host => {
            // Do not report a missing target in an empty call. `dialect!` generates an empty call, also for a dialect
            // without a target.
            let mut unknown = default.clone();
            let fault = match tokens.is_empty() {
                true => None,
                false => directives.check_default(&base, &mut unknown),
            };
            let (mut dialect, mut errors) = directives.over(&base, &name, default);
            errors.extend(fault);
            if unknown.target.is_none() {
                dialect.target = None;
            }
            (dialect, errors)
        }
        Side::Device => directives.on_device(&base, &name, default),
    };
    let program = ptx::parse::program(cursor);
    let mut lowering = ptx::lower::Lowering::new(&dialect);
    let (statements, tail) = lowering.program(&program);
    expand::block(side, facade, lowering.scopes, &errors, &statements, tail.as_ref())
}

/// Parses `[dialect]`: the name of the macro that `dialect!` defined, then the directives of that
/// macro.
fn inherited(named: &[TokenTree]) -> (Directives, String) {
    let mut cursor = Cursor::new(named, Span::call_site());
    let name = cursor.eat_ident().map(ToString::to_string).unwrap_or_default();
    (Directives::parse(&mut cursor), name)
}

/// Expands a `sass!` call: `[$crate] tokens`.
pub(crate) fn sass(input: TokenStream) -> TokenStream {
    if let Err(error) = check_nesting(&input) {
        return quote!({ #error });
    }
    let mut input = input.into_iter();
    let facade = stream_of(input.next());
    let tokens = with_words(without_comments(input));
    let mut cursor = Cursor::new(&tokens, Span::call_site());
    let (dialect, errors) = Directives::parse(&mut cursor).of_sass();
    let program = sass::parse::program(cursor);
    let mut lowering = sass::lower::Lowering::new(&dialect);
    let (statements, tail) = lowering.program(&program);
    expand::block(Side::Host, facade, lowering.scopes, &errors, &statements, tail.as_ref())
}
