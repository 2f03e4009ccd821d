//! The procedural macros of the crate `ptx` (the facade), which documents and re-exports them.
//!
//! A macro call passes through the modules in one direction, and `driver` calls them in turn.
//! `tokens` limits the nesting and drops comments; `directives` parses the directives at the
//! beginning. PTX and SASS each have a `parse`, which builds a tree (`ast`) with a span for every
//! word, and a `lower`, which resolves registers and selects instructions with `ptx-isa`. Both
//! produce the same `ir`, from which `expand` generates Rust. Errors are values of `diag`; each
//! faulty statement has one.

mod build;
mod diag;
mod dialect;
mod directives;
mod driver;
mod every_function;
mod expand;
#[cfg(test)]
mod expansions;
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

/// Expands `ptx!`, with the facade's path and a dialect in front: `[$crate] [dialect] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __ptx(input: TokenStream) -> TokenStream {
    driver::ptx(input.into()).into()
}

/// Expands `ptx!` on nvptx64, with the version and target of the build in front: `[version] [target]
/// [$crate] [dialect] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __ptx_on_device(input: TokenStream) -> TokenStream {
    driver::on_device(input.into()).into()
}

/// Expands `sass!`, with the facade's path in front: `[$crate] tokens`.
#[doc(hidden)]
#[proc_macro]
pub fn __sass(input: TokenStream) -> TokenStream {
    driver::sass(input.into()).into()
}

/// Expands `include_ptx!`, with the facade's path in front: `[$crate] path declarations`.
#[doc(hidden)]
#[proc_macro]
pub fn __include_ptx(input: TokenStream) -> TokenStream {
    include::functions(input.into()).into()
}

/// Expands `ptx::dialect!`, with the facade's path in front: `[$crate] attributes name =
/// directives`.
#[doc(hidden)]
#[proc_macro]
pub fn __dialect(input: TokenStream) -> TokenStream {
    dialect::define(input.into()).into()
}

/// Imports the macro that `__dialect` defines under the dialect's name.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __dialect_import(_: TokenStream, item: TokenStream) -> TokenStream {
    dialect::import(item.into()).into()
}

/// Expands `$crate` to an array of the names of all forms, for tests. Each element executes its
/// form and then returns the name.
#[doc(hidden)]
#[proc_macro]
pub fn __every_form(facade: TokenStream) -> TokenStream {
    ptx::every_form::names(&facade.into()).into()
}

/// Expands a macro's name to a call of it with every function of `ptx-core` that an instruction
/// calls.
#[doc(hidden)]
#[proc_macro]
pub fn __every_function(then: TokenStream) -> TokenStream {
    every_function::list(&then.into()).into()
}

/// Expands the path of `ptx-core` to a literal with the index of instructions and functions, for
/// the documentation.
#[doc(hidden)]
#[proc_macro]
pub fn __index(core: TokenStream) -> TokenStream {
    let path = core.to_string().split_whitespace().collect::<String>();
    proc_macro::TokenTree::from(proc_macro::Literal::string(&ptx_isa::doc::index(&path))).into()
}

/// Expands `$crate` to an array of the names of all machine instructions, for tests. Each element
/// executes its instruction and then returns the name.
#[doc(hidden)]
#[proc_macro]
pub fn __every_opcode(facade: TokenStream) -> TokenStream {
    sass::every_opcode::names(&facade.into()).into()
}
