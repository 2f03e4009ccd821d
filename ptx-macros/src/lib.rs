//! The procedural macros of the crate `ptx` (the facade), which documents and re-exports them.
//!
//! `driver` passes a macro call through these modules:
//!
//! 1. `tokens` limits the nesting and removes comments.
//! 2. `directives` parses the directives at the start.
//! 3. `parse` (one for PTX, one for SASS) builds a syntax tree (`ast`) with a span for every word.
//! 4. `lower` (one for PTX, one for SASS) resolves registers, selects instructions with `ptx-isa`,
//!    and produces `ir`.
//! 5. `expand` generates Rust from `ir`.
//!
//! `diag` defines the type of the errors. Each faulty statement has one error.

mod build;
mod diag;
mod dialect;
mod directives;
mod driver;
mod expand;
#[cfg(test)]
mod expansions;
#[cfg(feature = "include")]
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

/// Expands `ptx!`. The path of the crate `ptx` and a dialect come first: `[$crate] [dialect] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __ptx(input: TokenStream) -> TokenStream {
    driver::ptx(input.into()).into()
}

/// Expands `ptx!` on nvptx64. The version and target of the build come first: `[version] [target]
/// [$crate] [dialect] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __ptx_on_device(input: TokenStream) -> TokenStream {
    driver::on_device(input.into()).into()
}

/// Expands `sass!`. The path of the crate `ptx` comes first: `[$crate] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __sass(input: TokenStream) -> TokenStream {
    driver::sass(input.into()).into()
}

/// Expands `include_ptx!`. The path of the crate `ptx` comes first: `[$crate] path declarations`.
#[cfg(feature = "include")]
#[doc(hidden)]
#[proc_macro]
pub fn __include_ptx(input: TokenStream) -> TokenStream {
    include::functions(input.into()).into()
}

/// Expands `ptx::dialect!`. The path of the crate `ptx` comes first: `[$crate] attributes name = directives`.
#[doc(hidden)]
#[proc_macro]
pub fn __dialect(input: TokenStream) -> TokenStream {
    dialect::define(input.into()).into()
}

/// Expands the macro definition that `__dialect` generates, and imports the macro under the name of
/// the dialect.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __dialect_import(_: TokenStream, item: TokenStream) -> TokenStream {
    dialect::import(item.into()).into()
}

/// Expands `$crate` to an array with the names of all single-thread forms, for tests. Evaluating an
/// element also executes its form.
#[doc(hidden)]
#[proc_macro]
pub fn __every_form(facade: TokenStream) -> TokenStream {
    ptx::every_form::names(&facade.into()).into()
}

/// Expands the name of a macro to a call of the macro with every function of `ptx-core` that
/// instructions call.
#[doc(hidden)]
#[proc_macro]
pub fn __every_function(then: TokenStream) -> TokenStream {
    match ptx_isa::list_functions(&then.to_string()).parse() {
        Ok(tokens) => tokens,
        Err(error) => panic!("the list of functions: {error}"),
    }
}

/// Expands the path of `ptx-core` to a string literal for the documentation: the index of
/// instructions and functions.
#[doc(hidden)]
#[proc_macro]
pub fn __index(core: TokenStream) -> TokenStream {
    let path = core.to_string().split_whitespace().collect::<String>();
    proc_macro::TokenTree::from(proc_macro::Literal::string(&ptx_isa::doc::index(&path))).into()
}

/// Expands `$crate` to an array with the names of all machine instructions, for tests. Evaluating
/// an element also executes its instruction.
#[doc(hidden)]
#[proc_macro]
pub fn __every_opcode(facade: TokenStream) -> TokenStream {
    sass::every_opcode::names(&facade.into()).into()
}
