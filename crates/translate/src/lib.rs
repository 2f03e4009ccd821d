//! Translates PTX functions to structured Rust, in five steps:
//!
//! 1. `declare` parses the signatures that the user declares.
//! 2. `ptx-module` resolves the PTX functions.
//! 3. `lower` turns their instructions into actions.
//! 4. `structure` turns basic blocks into loops and conditions.
//! 5. `write` generates the Rust tokens.
#![forbid(unsafe_code)]

pub mod declare;
pub mod guess;
mod lower;
mod origin;
pub mod registers;
mod report;
mod root;
pub mod rust;
pub mod structure;
mod write;

use declare::{Declaration, Error};
use proc_macro2::TokenStream;
use ptx_module::resolve::Program;
pub use report::{not_ptx, report};
use root::Failure;
use rust::{Names, own};

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
