//! The tensor core.
mod convert;
mod decode;
mod element;
mod float;
mod form;
pub(crate) mod instruction;
mod integer;
mod layout;
mod list;
mod parameters;
mod quad;
mod rust;
mod step;
mod table;
mod text;
pub mod tile;
mod warp;

pub use element::element;
pub use form::{BitOperation, F8f6f4, Form, Fp8, Layout, Operand, Type};
pub use layout::{Place, Position, place, position};

#[cfg(test)]
mod tests;
