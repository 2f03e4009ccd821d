//! What every part of the expansion is written with.

use crate::scope::Scopes;
use proc_macro2::TokenStream;
use ptx_translate::rust::{Names, own};

pub(super) struct Writer {
    /// `$crate`
    pub(super) facade: TokenStream,
    pub(super) names: Names,
    pub(super) scopes: Scopes,
}

impl Writer {
    pub(super) fn new(facade: TokenStream, scopes: Scopes) -> Self {
        Self { facade, names: Names { path: own("__ptx_private") }, scopes }
    }
}
