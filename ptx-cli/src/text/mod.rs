//! PTX text: tokens, then a tolerant walk over modules or bare statements.
//!
//! Nothing here knows what an instruction may look like; that is asked of `ptx-isa`.

mod directive;
pub mod items;
pub mod lexer;
pub mod scope;
mod source;
mod statement;
pub mod walk;

pub use source::{Place, Source};

use std::ops::Range;

/// A stretch of the text, in bytes.
pub type Span = Range<usize>;
