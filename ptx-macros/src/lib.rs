//! The procedural macros of the crate `ptx`, which documents and re-exports them.
//!
//! A macro call passes through one module after the other, and no step looks back; `driver` leads
//! it. `tokens` guards against nesting and drops comments, `directives` reads what comes first. Then
//! PTX and SASS each have a `parse`, which makes a tree (`ast`) with a span on every word, and a
//! `lower`, which resolves registers and asks `ptx-isa` whether the instruction exists. Both make
//! the same `ir`, of which `expand` writes Rust. Faults are collected in `diag`, one for each faulty
//! statement.

mod diag;
mod dialect;
mod directives;
mod driver;
mod every_function;
mod expand;
mod include;
mod ir;
mod ptx;
#[cfg(test)]
mod robustness;
mod sass;
mod scope;
mod tokens;
mod words;

use proc_macro::TokenStream;

/// `ptx!` with the facade's path and a dialect in front: `[$crate] [dialect] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __ptx(input: TokenStream) -> TokenStream {
    driver::ptx(input.into()).into()
}

/// `sass!` with the facade's path in front: `[$crate] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __sass(input: TokenStream) -> TokenStream {
    driver::sass(input.into()).into()
}

/// `include_ptx!` with the facade's path in front: `[$crate] path declarations`.
#[doc(hidden)]
#[proc_macro]
pub fn __include_ptx(input: TokenStream) -> TokenStream {
    include::functions(input.into()).into()
}

/// `ptx::dialect!` with the facade's path in front: `[$crate] attributes name = directives`.
#[doc(hidden)]
#[proc_macro]
pub fn __dialect(input: TokenStream) -> TokenStream {
    dialect::define(input.into()).into()
}

/// Imports the macro that `__dialect` defines by its name.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __dialect_import(_: TokenStream, item: TokenStream) -> TokenStream {
    dialect::import(item.into()).into()
}

/// An array of the names of all forms, computed by the forms: `$crate`, for the tests.
#[doc(hidden)]
#[proc_macro]
pub fn __every_form(facade: TokenStream) -> TokenStream {
    ptx::every_form::names(&facade.into()).into()
}

/// A call of the macro named, with every function of `ptx-core` that an instruction calls.
#[doc(hidden)]
#[proc_macro]
pub fn __every_function(then: TokenStream) -> TokenStream {
    every_function::list(&then.into()).into()
}

/// The index of instructions and functions as a literal, for the documentation: the path of
/// `ptx-core`.
#[doc(hidden)]
#[proc_macro]
pub fn __index(core: TokenStream) -> TokenStream {
    let path = core.to_string().split_whitespace().collect::<String>();
    proc_macro::TokenTree::from(proc_macro::Literal::string(&ptx_isa::doc::index(&path))).into()
}

/// An array of the names of all machine instructions, computed by them: `$crate`, for the tests.
#[doc(hidden)]
#[proc_macro]
pub fn __every_opcode(facade: TokenStream) -> TokenStream {
    sass::every_opcode::names(&facade.into()).into()
}
