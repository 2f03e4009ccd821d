//! `ptx::dialect!`: a macro with directives of its own.

use crate::diag::{Error, Result};
use crate::directives::Directives;
use crate::tokens::{Cursor, check_nesting, stream_of, without_comments};
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{TokenStreamExt, quote};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Expands `[$crate] attributes name = directives`.
pub(crate) fn define(input: TokenStream) -> TokenStream {
    match check_nesting(&input).and_then(|()| defined(input)) {
        Ok(tokens) => tokens,
        Err(error) => quote!(#error),
    }
}

fn defined(input: TokenStream) -> Result<TokenStream> {
    let mut input = input.into_iter();
    let facade = stream_of(input.next());
    let tokens: Vec<TokenTree> = input.collect();
    let mut cursor = Cursor::new(&tokens, Span::call_site());
    let attributes = Attribute::parse(&mut cursor);
    let Some(name) = cursor.eat_ident() else {
        return Err(Error::new(
            cursor.span(),
            "a dialect has a name: `ptx::dialect! { my_ptx = .version 7.8 .target sm_80 }`",
        ));
    };
    if cursor.eat('=').is_none() {
        return Err(Error::new(cursor.span(), "expected `=` behind the dialect's name"));
    }
    let rest = without_comments(tokens_from(&mut cursor));
    let mut cursor = Cursor::new(&rest, name.span());
    let start = cursor.clone();
    let mut errors = Directives::parse(&mut cursor).errors;
    let written = start.up_to(&cursor).to_vec();
    if !cursor.is_empty() {
        errors.push(Error::new(
            cursor.span(),
            "expected `.version`, `.target` or `.address_size`; a dialect holds directives only",
        ));
    }
    let mut directives = TokenStream::new();
    directives.append_all(written);
    let is_exported = attributes.iter().any(|attribute| attribute.name == "macro_export");
    let conditions = || attributes.iter().filter(|a| a.name == "cfg").map(|a| &a.tokens);
    let (if_import, if_call) = (conditions(), conditions());
    let dollar = Punct::new('$', Spacing::Alone);
    let mut marker = Group::new(Delimiter::Bracket, quote!(#name #directives));
    marker.set_span(name.span());
    // An exported macro must bear the name itself. Another one is named by an import alone, which
    // the empty call uses: so no lint finds a macro or an import without use.
    let (bearer, import) = match is_exported {
        true => (name.clone(), TokenStream::new()),
        false => {
            let number = DIALECTS.fetch_add(1, Ordering::Relaxed);
            let hidden = Ident::new(&format!("__ptx_dialect_{number}"), Span::mixed_site());
            let import = quote! {
                #(#if_import)*
                pub(crate) use #hidden as #name;
                #(#if_call)*
                const _: () = #name! {};
            };
            (hidden, import)
        }
    };
    let attributes = attributes.iter().map(|attribute| &attribute.tokens);
    Ok(quote! {
        #(#errors)*
        #(#attributes)*
        macro_rules! #bearer {
            (#dollar(#dollar __t:tt)*) => {
                #facade::__private::__ptx! { [#facade] #marker #dollar(#dollar __t)* }
            };
        }
        #import
    })
}

/// Numbers the macros behind the names.
static DIALECTS: AtomicUsize = AtomicUsize::new(0);

/// An attribute, or documentation, in front of the name.
struct Attribute {
    name: String,
    tokens: TokenStream,
}

impl Attribute {
    /// All that stand at the beginning.
    fn parse(cursor: &mut Cursor<'_>) -> Vec<Self> {
        let mut attributes = Vec::new();
        while cursor.sees(0, '#') {
            let start = cursor.clone();
            cursor.next();
            let group = cursor.sees_group(Delimiter::Bracket);
            let word = group.and_then(|group| group.stream().into_iter().next());
            cursor.next();
            let tokens = start.up_to(cursor).iter().cloned().collect();
            attributes
                .push(Self { name: word.map_or_else(String::new, |w| w.to_string()), tokens });
        }
        attributes
    }
}

fn tokens_from(cursor: &mut Cursor<'_>) -> TokenStream {
    let mut rest = TokenStream::new();
    while let Some(token) = cursor.next() {
        rest.append(token.clone());
    }
    rest
}
