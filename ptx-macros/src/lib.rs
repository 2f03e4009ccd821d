//! The procedural macros behind the crate `ptx`, which documents and re-exports them.
//!
//! A macro call passes through one module after the other, and no step looks back:
//! `tokens` guards against nesting and drops comments, `parse` makes a tree with a span on
//! every word, `lower` resolves registers and asks `ptx-isa` whether the instruction exists,
//! `expand` writes Rust; `sass` has steps of its own for machine instructions. Faults are
//! collected in `diag`, one for each faulty statement.

mod ast;
mod diag;
mod dialect;
mod directives;
mod every_form;
mod every_function;
mod expand;
mod ir;
mod lower;
mod parse;
#[cfg(test)]
mod robustness;
mod sass;
mod scope;
mod tokens;

use proc_macro::TokenStream;

/// `ptx!` with the facade's path and a dialect in front: `[$crate] [dialect] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __ptx(input: TokenStream) -> TokenStream {
    expand::ptx(input.into()).into()
}

/// `sass!` with the facade's path in front: `[$crate] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __sass(input: TokenStream) -> TokenStream {
    sass::sass(input.into()).into()
}

/// `ptx::dialect!` with the facade's path in front: `[$crate] attributes name = directives`.
#[doc(hidden)]
#[proc_macro]
pub fn __dialect(input: TokenStream) -> TokenStream {
    dialect::define(input.into()).into()
}

/// An array of the names of all forms, computed by the forms: `$crate`, for the tests.
#[doc(hidden)]
#[proc_macro]
pub fn __every_form(facade: TokenStream) -> TokenStream {
    every_form::names(&facade.into()).into()
}

/// A call of the macro named, with every function of `ptx-core` that an instruction calls.
#[doc(hidden)]
#[proc_macro]
pub fn __every_function(then: TokenStream) -> TokenStream {
    every_function::list(&then.into()).into()
}

/// An array of the names of all machine instructions, computed by them: `$crate`, for the tests.
#[doc(hidden)]
#[proc_macro]
pub fn __every_opcode(facade: TokenStream) -> TokenStream {
    sass::every_opcode::names(&facade.into()).into()
}
