//! The tensor core.
mod decode;
mod element;
mod float;
mod form;
mod integer;
mod list;
mod parameters;
mod quad;
mod step;
mod table;
mod text;

pub use element::element;
pub use form::{BitOperation, Form, Layout, Operand, Type};
