//! Parses the user's declarations: Rust signatures of PTX functions, written like an `extern`
//! block.

mod parse;
mod ty;

pub use parse::{declarations, split_path};
pub use ty::Ty;
pub(crate) use ty::{Leaf, NUMBERS, Projection, bytes};

use proc_macro2::{Ident, Span, TokenStream};
use ptx_isa::{Help, Message};

/// An error in a declaration, or in the translation of a declared function.
#[derive(Clone, Debug)]
pub struct Error {
    /// The token to underline.
    pub at: Span,
    /// The message.
    pub message: Message,
}

impl Error {
    pub(crate) fn new(at: Span, message: impl Into<Message>) -> Self {
        Self { at, message: message.into() }
    }

    pub(crate) fn help(mut self, help: impl Into<Help>) -> Self {
        self.message = self.message.help(help);
        self
    }
}

/// A declared function.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The attributes, except `#[ptx(…)]`.
    pub attributes: TokenStream,
    /// The visibility.
    pub visibility: TokenStream,
    /// The Rust name.
    pub name: Ident,
    /// The name of the PTX function, and the token that gives it.
    pub ptx_name: (String, Span),
    /// The name and type of the `Thread` parameter, if any.
    pub thread: Option<(Ident, TokenStream)>,
    /// The parameters, except the `Thread`.
    pub parameters: Vec<Parameter>,
    /// The type of the result, if any.
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

/// A parsed type, with its tokens.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The parsed type.
    pub ty: Ty,
    /// The tokens as written.
    pub tokens: TokenStream,
    /// The first token of the type.
    pub at: Span,
}
