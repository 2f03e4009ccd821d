//! The front end of PTX: text to a checked module and its diagnostics.
//!
//! 1. [`syntax`] parses the text to a tree with spans, without knowledge of instructions.
//! 2. [`resolve`] gives each name its meaning, selects the form of each instruction, and divides functions into basic
//!    blocks.
//! 3. [`operation`] says what each instruction does, for whoever runs or translates a function.
//! 4. [`check`] reports everything that is wrong with a text.
//! 5. [`Module`] is a whole text, parsed, resolved and checked once. [`Linked`] is several such texts.
//! 6. [`fix`] applies the corrections that a diagnostic spells out.
//!
//! The crate neither reads files nor prints. Without the feature `resolve`, only [`syntax`] is left, which `ptx!` uses too.
#![forbid(unsafe_code)]

#[cfg(feature = "resolve")]
pub mod check;
#[cfg(feature = "resolve")]
mod diagnostic;
#[cfg(feature = "resolve")]
pub mod fix;
#[cfg(feature = "resolve")]
mod link;
#[cfg(feature = "resolve")]
mod module;
#[cfg(feature = "resolve")]
pub mod operation;
#[cfg(feature = "resolve")]
pub mod resolve;
#[cfg(feature = "resolve")]
mod statement;
pub mod syntax;

#[cfg(feature = "resolve")]
pub use check::Level;
#[cfg(feature = "resolve")]
pub use diagnostic::Diagnostic;
#[cfg(feature = "resolve")]
pub use link::{LinkError, Linked};
#[cfg(feature = "resolve")]
pub use module::Module;
#[cfg(feature = "resolve")]
pub use statement::check_instruction;
