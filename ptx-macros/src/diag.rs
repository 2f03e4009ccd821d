//! Errors: what is wrong first, then why, then what to write instead, at the word at fault.

use proc_macro2::{Punct, Spacing, Span, TokenStream, TokenTree};
use ptx_isa::Message;
use quote::{ToTokens, TokenStreamExt};

/// From the first to the last of some tokens, to be underlined.
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

    /// Where a conversion or an assignment of an operand is blamed.
    pub(crate) fn last(self) -> Span {
        self.last
    }
}

/// What a step makes of its input, or why it cannot.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// One error at one place.
#[derive(Clone, Debug)]
pub(crate) struct Error {
    at: Extent,
    /// In a box, since a `Result` carries it.
    message: Box<Message>,
}

impl Error {
    pub(crate) fn new(span: Span, message: impl Into<Message>) -> Self {
        Self::at(Extent::one(span), message)
    }

    /// An error that underlines all of an extent.
    pub(crate) fn at(at: Extent, message: impl Into<Message>) -> Self {
        Self { at, message: Box::new(message.into()) }
    }

    /// An error that underlines all of `tokens`.
    pub(crate) fn spanned(tokens: &[TokenTree], message: impl Into<Message>) -> Self {
        Self::at(Extent::of(tokens), message)
    }

    /// Adds why it is wrong.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.message.notes.push(note.into());
        self
    }

    /// Sets what to write instead.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.message.help = Some(help.into());
        self
    }
}

impl ToTokens for Error {
    /// A call of `compile_error!` that can be a statement.
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
