//! What every part of the expansion is written with.

use crate::expand::tokens::{Tokens, own};
use crate::scope::Scopes;
use proc_macro2::{Ident, TokenStream};

pub(super) struct Writer {
    /// `$crate`
    pub(super) facade: TokenStream,
    /// The name of the facade's private module in the expansion: short, since every statement
    /// names several things by it.
    pub(super) path: Ident,
    pub(super) scopes: Scopes,
}

impl Writer {
    pub(super) fn new(facade: TokenStream, scopes: Scopes) -> Self {
        Self { facade, path: own("__ptx_private"), scopes }
    }

    /// Something of the facade's private module: `Rn`, `sass::mufu_rcp`.
    pub(super) fn item(&self, path: &str) -> Tokens {
        path.split("::").fold(self.path.clone().into(), Tokens::and)
    }
}
