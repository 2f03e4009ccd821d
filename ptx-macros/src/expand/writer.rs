//! The settings that all statements of a macro call share.

use crate::expand::Side;
use crate::ir::Statement;
use crate::scope::Scopes;
use proc_macro2::{Ident, TokenStream};
use ptx_translate::rust::{Names, own};

pub(super) struct Writer {
    pub(super) side: Side,
    /// The path of the crate `ptx`: the tokens of `$crate`.
    pub(super) facade: TokenStream,
    pub(super) names: Names,
    pub(super) scopes: Scopes,
    /// The variable for the carry flag, if a statement reads the flag.
    pub(super) carry: Option<Ident>,
}

impl Writer {
    pub(super) fn new(
        side: Side,
        facade: TokenStream,
        scopes: Scopes,
        statements: &[Statement],
    ) -> Self {
        let carry = statements.iter().any(Statement::reads_carry).then(|| own("__carry"));
        Self { side, facade, names: Names { path: own("__ptx_private") }, scopes, carry }
    }
}
