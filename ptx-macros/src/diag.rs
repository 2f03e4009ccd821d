//! Errors: what is wrong first, then why, then the way out, at the word at fault.

use proc_macro2::{Span, TokenStream, TokenTree};
use ptx_isa::Fault;
use quote::{ToTokens, TokenStreamExt};

/// One error at one place.
#[derive(Clone, Debug)]
pub(crate) struct Error(syn::Error);

impl Error {
    pub(crate) fn new(span: Span, message: impl std::fmt::Display) -> Self {
        Self(syn::Error::new(span, message))
    }

    /// An error that underlines all of `tokens`.
    pub(crate) fn spanned(tokens: &[TokenTree], message: impl std::fmt::Display) -> Self {
        let mut stream = TokenStream::new();
        stream.append_all(tokens);
        Self(syn::Error::new_spanned(stream, message))
    }

    /// A fault that `ptx-isa` found, at the tokens that it is about.
    pub(crate) fn fault(tokens: &[TokenTree], fault: &Fault) -> Self {
        Self::spanned(tokens, fault)
    }
}

impl ToTokens for Error {
    /// A call of `compile_error!` that stands where a statement can.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.to_compile_error());
    }
}
