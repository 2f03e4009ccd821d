//! Errors at spans of the user's code: what is wrong, why, and what to write instead.

use proc_macro2::{Punct, Spacing, Span, TokenStream, TokenTree};
use ptx_isa::Message;
use quote::{ToTokens, TokenStreamExt};

/// The span from the first to the last of some tokens, which rustc underlines.
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

    /// Returns the span at which rustc reports errors in the conversion or the assignment of an
    /// operand.
    pub(crate) fn last(self) -> Span {
        self.last
    }
}

/// The result of a step of the expansion.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// An error at one place.
#[derive(Clone, Debug)]
pub(crate) struct Error {
    at: Extent,
    /// The message, boxed because every `Result` carries it.
    message: Box<Message>,
}

impl Error {
    pub(crate) fn new(span: Span, message: impl Into<Message>) -> Self {
        Self::at(Extent::one(span), message)
    }

    /// Builds an error that underlines an extent.
    pub(crate) fn at(at: Extent, message: impl Into<Message>) -> Self {
        Self { at, message: Box::new(message.into()) }
    }

    /// Builds an error that underlines `tokens`.
    pub(crate) fn spanned(tokens: &[TokenTree], message: impl Into<Message>) -> Self {
        Self::at(Extent::of(tokens), message)
    }

    /// Adds the reason.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.message.notes.push(note.into());
        self
    }

    /// Sets the help: what to write instead.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.message.help = Some(help.into());
        self
    }
}

impl ToTokens for Error {
    /// Writes a call of `compile_error!` that can be a statement.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut ends = TokenStream::new();
        for span in [self.at.first, self.at.last] {
            let mut end = Punct::new('.', Spacing::Alone);
            end.set_span(span);
            ends.append(end);
        }
        tokens.extend(syn::Error::new_spanned(ends, &self.message).to_compile_error());
    }
}
