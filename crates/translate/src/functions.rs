//! Translates declared functions.

use crate::declare::{Declaration, Error};
use crate::report::report;
use crate::root::{self, Failure};
use crate::rust::{Names, own};
use proc_macro2::TokenStream;
use ptx_module::resolve::Program;

/// Translates one declared function to Rust.
///
/// # Errors
/// Returns the reason why the function cannot be translated, with the token of the declaration to
/// underline.
pub fn translate(
    program: &Program<'_>,
    declaration: &Declaration,
    facade: &TokenStream,
) -> Result<TokenStream, Error> {
    let names = Names { path: own("ptx") };
    root::translate(program, declaration, &names, facade).map_err(|failure| match failure {
        Failure::Declared(error) => error,
        Failure::Written(faults) => {
            let what = format!("`{}` cannot be translated", declaration.ptx_name.0);
            Error::new(declaration.name.span(), report(program.source(), what, &faults))
        }
    })
}

/// Generates a function with the declared signature and `error` as its body, so that rustc reports
/// no further error for the function.
#[must_use]
pub fn faulty(declaration: &Declaration, error: &TokenStream) -> TokenStream {
    let (attributes, visibility, name) =
        (&declaration.attributes, &declaration.visibility, &declaration.name);
    let parameters = root::parameters(declaration);
    let names = declaration.parameters.iter().map(|parameter| &parameter.name);
    let names = declaration.thread.iter().map(|(name, _)| name).chain(names);
    let returns = declaration.returns.as_ref().map(|typed| {
        let tokens = &typed.tokens;
        quote::quote!(-> #tokens)
    });
    quote::quote! {
        #attributes
        #[doc = ""]
        #visibility const fn #name(#parameters) #returns {
            #(let _ = &#names;)*
            #error
        }
    }
}
