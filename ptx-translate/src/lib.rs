//! Translates PTX functions to structured Rust. `declare` parses the signatures that the user
//! declares, `ptx-lower` resolves the functions, `lower` turns their instructions into actions,
//! `structure` turns basic blocks into loops and conditions, and `write` generates the tokens.
#![forbid(unsafe_code)]

pub mod declare;
pub mod guess;
mod lower;
pub mod registers;
mod report;
mod root;
pub mod rust;
pub mod structure;
mod write;

use declare::{Declaration, Error};
use proc_macro2::TokenStream;
use ptx_lower::Program;
pub use report::report;
use root::Failure;
use rust::{Names, own};

/// Translates one declared function to Rust.
///
/// # Errors
/// The reason why there is no translation, at the name or the faulty word of the declaration.
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

/// Generates a function with the declared signature and an error in its body, so that rustc reports
/// nothing else about it.
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
