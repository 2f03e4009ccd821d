//! Expands `ptx::dialect!`, which defines a macro like `ptx!` with other default directives.

use crate::diag::{Error, Result};
use crate::directives::Directives;
use crate::tokens::{Cursor, check_nesting, describe, stream_of, with_words, without_comments};
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{TokenStreamExt, quote, quote_spanned};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Expands a `dialect!` call: `[$crate] attributes name = directives`.
pub(crate) fn define(input: TokenStream) -> TokenStream {
    match check_nesting(&input).and_then(|()| defined(input)) {
        Ok(tokens) => tokens,
        Err(error) => quote!(#error),
    }
}

/// Expands a `dialect!` call to a single item. If the call is in a place where items are not allowed, rustc therefore
/// reports only one error. The item has an attribute macro, [`import`], which expands the item.
fn defined(input: TokenStream) -> Result<TokenStream> {
    let mut input = input.into_iter();
    let facade = stream_of(input.next());
    let tokens: Vec<TokenTree> = input.collect();
    let mut cursor = Cursor::new(&tokens, Span::call_site());
    let attributes = attributes(&mut cursor);
    let start = cursor.clone();
    let Some(name) = cursor.eat_ident().filter(|name| is_name(name)) else {
        let found = start.peek(0).map_or_else(String::new, |t| format!(", found {}", describe(t)));
        return Err(Error::new(start.span(), format!("expected the name of a dialect{found}"))
            .help("the name comes first, as in `my_ptx = .version 7.8 .target sm_80`"));
    };
    if cursor.eat('=').is_none() {
        return Err(Error::new(cursor.span(), "expected `=` after the name of the dialect"));
    }
    let rest = with_words(without_comments(tokens_from(&mut cursor)));
    let mut cursor = Cursor::new(&rest, name.span());
    let start = cursor.clone();
    let mut errors = Directives::parse(&mut cursor).errors;
    let written = start.up_to(&cursor).to_vec();
    if !cursor.is_empty() {
        let error = Error::new(
            cursor.span(),
            "expected `.version`, `.target` or `.address_size`; a dialect can only contain directives",
        );
        errors.push(match cursor.sees(1, '=') {
            true => error.help("each dialect has its own `ptx::dialect! { … }`"),
            false => error,
        });
    }
    let mut directives = TokenStream::new();
    directives.append_all(written);
    let dollar = Punct::new('$', Spacing::Alone);
    let mut marker = Group::new(Delimiter::Bracket, quote!(#name #directives));
    marker.set_span(name.span());
    Ok(quote! {
        #(#errors)*
        #(#attributes)*
        #[#facade::__private::__dialect_import]
        macro_rules! #name {
            (#dollar(#dollar __t:tt)*) => {
                #facade::__private::__ptx! { [#facade] #marker #dollar(#dollar __t)* }
            };
        }
    })
}

/// Expands `attributes macro_rules! name { … }`, which defines the macro of a dialect.
///
/// A macro with `#[macro_export]` stays unchanged. Any other macro gets a hidden name, and `use`
/// imports the macro as `name`. An empty call of the macro prevents warnings about an unused macro
/// or import.
pub(crate) fn import(item: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    let mut cursor = Cursor::new(&tokens, Span::call_site());
    let is_export = |attribute: &TokenStream| {
        let group = attribute.clone().into_iter().nth(1);
        let word = stream_of(group).into_iter().next();
        word.is_some_and(|word| word.to_string() == "macro_export")
    };
    let attributes = attributes(&mut cursor);
    // Skip the tokens `macro_rules` and `!` before the name.
    let (Some(name), false) = (cursor.sees_ident(2), attributes.iter().any(is_export)) else {
        return tokens.into_iter().collect();
    };
    let body = cursor.peek(3);
    let number = DIALECTS.fetch_add(1, Ordering::Relaxed);
    let at = Span::mixed_site().located_at(name.span());
    let hidden = Ident::new(&format!("__ptx_dialect_{number}"), at);
    let import = quote_spanned!(at=> pub(crate) use #hidden as #name;);
    quote! {
        #(#attributes)*
        macro_rules! #hidden #body
        #import
        const _: () = #name! {};
    }
}

/// The number of macros with hidden names so far. The number makes each hidden name unique.
static DIALECTS: AtomicUsize = AtomicUsize::new(0);

/// Returns whether a macro can have this name.
fn is_name(name: &Ident) -> bool {
    let text = name.to_string();
    text.starts_with("r#") || syn::parse_str::<Ident>(&text).is_ok()
}

/// Consumes the attributes and documentation comments before the name.
fn attributes(cursor: &mut Cursor<'_>) -> Vec<TokenStream> {
    let mut attributes = Vec::new();
    while cursor.sees(0, '#') {
        let start = cursor.clone();
        cursor.next();
        cursor.next();
        attributes.push(start.up_to(cursor).iter().cloned().collect());
    }
    attributes
}

fn tokens_from(cursor: &mut Cursor<'_>) -> TokenStream {
    let mut rest = TokenStream::new();
    while let Some(token) = cursor.next() {
        rest.append(token.clone());
    }
    rest
}
