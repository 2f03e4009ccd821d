//! The declarations of the user: functions with Rust types, as in an `extern` block.

mod parse;
mod ty;

pub use parse::{declarations, split_path};
pub use ty::Ty;
pub(crate) use ty::{Leaf, NUMBERS, Step, bytes};

use proc_macro2::{Ident, Span, TokenStream};
use ptx_isa::Message;

/// A fault of the declarations or of a declared function.
#[derive(Clone, Debug)]
pub struct Error {
    /// The word at fault.
    pub at: Span,
    /// The message.
    pub message: Message,
}

impl Error {
    pub(crate) fn new(at: Span, message: impl Into<Message>) -> Self {
        Self { at, message: message.into() }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.message = self.message.help(help);
        self
    }
}

/// A declared function.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The attributes, without `#[ptx(…)]`.
    pub attributes: TokenStream,
    /// The visibility.
    pub visibility: TokenStream,
    /// The Rust name.
    pub name: Ident,
    /// The name of the PTX function, and its place.
    pub ptx_name: (String, Span),
    /// The name and the type of the parameter of type `Thread`.
    pub thread: Option<(Ident, TokenStream)>,
    /// The other parameters.
    pub parameters: Vec<Parameter>,
    /// The type of the result.
    pub returns: Option<Typed>,
}

/// A declared parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name.
    pub name: Ident,
    /// The type.
    pub typed: Typed,
}

/// A type as it was written.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The type.
    pub ty: Ty,
    /// The tokens as written.
    pub tokens: TokenStream,
    /// The first word.
    pub at: Span,
}
