//! Lists every function of `ptx-core` that instructions call, for tests and tools.

use proc_macro2::{Ident, Span, TokenStream};
use ptx_isa::{Class, Parameter, Returns, Rust, Signature, forms, sass, signatures};
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};

/// Expands the name of a macro to a call of the macro with three lists: the functions, their modifier enums, and their
/// newtypes of `ptx_core::mode`.
///
/// ```text
/// then! {
///     functions { rcp_f64 "rcp_f64": ::ptx_core::rcp_f64 => (f64, ::ptx_core::Rounding); … }
///     modes { ::ptx_core::Rounding: "Rounding" Rm Rn Rp Rz; … }
///     numbers { Sm: "Sm"; }
/// }
/// ```
///
/// In a generic function, `u64` replaces the type parameter.
pub(crate) fn list(then: &TokenStream) -> TokenStream {
    let all = signatures();
    let functions = all.iter().map(function);
    let modes = modes().into_iter().map(|(name, variants)| {
        let (path, variants) = (path(&name), variants.iter().map(|variant| ident(variant)));
        quote!(#path: #name #(#variants)*;)
    });
    let parameters = all.iter().flat_map(|signature| &signature.parameters);
    let numbers: BTreeSet<_> = parameters
        .filter_map(|parameter| match parameter {
            Parameter::Number(name) => Some(*name),
            _ => None,
        })
        .collect();
    let numbers = numbers.into_iter().map(|name| {
        let word = ident(name);
        quote!(#word: #name;)
    });
    quote!(#then! { functions { #(#functions)* } modes { #(#modes)* } numbers { #(#numbers)* } })
}

fn function(signature: &Signature) -> TokenStream {
    let name = &signature.function;
    let mut function = path(name);
    if signature.parameters.contains(&Parameter::Generic) {
        function.extend(quote!(::<u64>));
    }
    let parameters = signature.parameters.iter().map(|parameter| match parameter {
        Parameter::Value(Returns::One(ty) | Returns::With(ty) | Returns::WithCondition(ty)) => {
            rust(*ty)
        }
        Parameter::Value(Returns::Array(ty, count)) => {
            let ty = rust(*ty);
            quote!([#ty; #count])
        }
        Parameter::Generic => quote!(u64),
        Parameter::Mode(name) | Parameter::Number(name) => path(name),
    });
    let word = ident(&name.replace("::", "_"));
    quote!(#word #name: #function => (#(#parameters),*);)
}

/// Returns each modifier enum with the variants that modifiers select.
fn modes() -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut modes = BTreeMap::<String, BTreeSet<_>>::new();
    let of = |class: &'static Class| class.meanings.iter().copied().chain(class.default);
    for meaning in forms::classes().flat_map(of).chain(sass::classes().flat_map(of)) {
        if let Some((mode, variant)) = meaning.rsplit_once("::") {
            modes.entry(mode.into()).or_default().insert(variant);
        }
    }
    modes
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

fn rust(ty: Rust) -> TokenStream {
    let name = ident(ty.name());
    quote!(#name)
}

/// Returns a path in `ptx-core` as tokens.
fn path(path: &str) -> TokenStream {
    let words = path.split("::").map(ident);
    quote!(::ptx_core #(::#words)*)
}
