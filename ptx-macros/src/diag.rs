//! Errors at spans of the user's code, with notes and help.

use proc_macro2::{Punct, Spacing, Span, TokenStream, TokenTree};
use ptx_isa::{Help, Message};
use quote::{ToTokens, TokenStreamExt};

/// The first and the last span of some tokens. The compiler underlines everything in between.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    first: Span,
    last: Span,
}

impl Extent {
    pub(crate) fn of(tokens: &[TokenTree]) -> Self {
        let span = |token: Option<&TokenTree>| token.map_or_else(Span::call_site, TokenTree::span);
        Self { first: span(tokens.first()), last: span(tokens.last()) }
    }

    pub(crate) fn one(span: Span) -> Self {
        Self { first: span, last: span }
    }

    /// Returns the last span. If rustc cannot convert or assign an operand, it reports the error at
    /// this span.
    pub(crate) fn last(self) -> Span {
        self.last
    }
}

/// The result of parsing, lowering or expanding.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// An error: its message, and the part of the user's code to underline.
#[derive(Clone, Debug)]
pub(crate) struct Error {
    at: Extent,
    /// The message, boxed to keep every `Result` small.
    message: Box<Message>,
    /// The errors of further operands of the same instruction.
    more: Vec<Error>,
}

impl Error {
    pub(crate) fn new(span: Span, message: impl Into<Message>) -> Self {
        Self::at(Extent::one(span), message)
    }

    /// Creates an error that underlines an extent.
    pub(crate) fn at(at: Extent, message: impl Into<Message>) -> Self {
        Self { at, message: Box::new(message.into()), more: Vec::new() }
    }

    /// Creates an error that underlines `tokens`.
    pub(crate) fn spanned(tokens: &[TokenTree], message: impl Into<Message>) -> Self {
        Self::at(Extent::of(tokens), message)
    }

    /// Returns one error that contains all others; `None` for an empty list.
    pub(crate) fn joined(errors: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut errors = errors.into_iter();
        let mut first = errors.next()?;
        first.more.extend(errors);
        Some(first)
    }

    /// Changes the message.
    pub(crate) fn map(mut self, change: impl FnOnce(Message) -> Message) -> Self {
        *self.message = change(*self.message);
        self
    }

    /// Adds a note with the reason.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.message.notes.push(note.into());
        self
    }

    /// Sets the help with the correction.
    pub(crate) fn help(mut self, help: impl Into<Help>) -> Self {
        *self.message = self.message.help(help);
        self
    }
}

impl ToTokens for Error {
    /// Writes a call of `compile_error!` as a statement for each error.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut ends = TokenStream::new();
        for span in [self.at.first, self.at.last] {
            let mut end = Punct::new('.', Spacing::Alone);
            end.set_span(span);
            ends.append(end);
        }
        tokens.extend(syn::Error::new_spanned(ends, &self.message).to_compile_error());
        for error in &self.more {
            error.to_tokens(tokens);
        }
    }
}
