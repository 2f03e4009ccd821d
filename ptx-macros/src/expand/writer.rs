//! What every part of the expansion is written with.

use crate::expand::tokens::{Tokens, own};
use crate::ir::Statement;
use crate::scope::Scopes;
use proc_macro2::{Ident, TokenStream};

pub(super) struct Writer {
    /// `$crate`
    pub(super) facade: TokenStream,
    /// The name of the facade's private module in the expansion: short, since every statement
    /// names several things by it.
    pub(super) path: Ident,
    pub(super) scopes: Scopes,
    /// The variable that holds the carry flag, if a statement reads it.
    pub(super) carry: Option<Ident>,
}

impl Writer {
    pub(super) fn new(facade: TokenStream, scopes: Scopes, statements: &[Statement]) -> Self {
        let carry = statements.iter().any(Statement::reads_carry).then(|| own("__carry"));
        Self { facade, path: own("__ptx_private"), scopes, carry }
    }

    /// Something of the facade's private module: `Rn`, `sass::mufu_rcp`.
    pub(super) fn item(&self, path: &str) -> Tokens {
        path.split("::").fold(self.path.clone().into(), Tokens::and)
    }
}
