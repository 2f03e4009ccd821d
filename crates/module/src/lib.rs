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
//! The crate neither reads files nor prints.
#![forbid(unsafe_code)]

pub mod check;
mod diagnostic;
pub mod fix;
mod link;
mod module;
pub mod operation;
pub mod resolve;
mod statement;
pub mod syntax;

pub use check::Level;
pub use diagnostic::Diagnostic;
pub use link::{LinkError, Linked};
pub use module::Module;
pub use statement::check_instruction;
