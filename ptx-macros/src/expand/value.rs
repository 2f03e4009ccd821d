//! Generates Rust expressions for values of PTX types.

use crate::expand::writer::Writer;
use crate::ir::Value;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};
use ptx_isa::Type;
use ptx_translate::rust::{Tokens, located};
use quote::{quote, quote_spanned};

impl Writer {
    pub(super) fn value(&self, value: &Value, ty: Type) -> Tokens {
        match value {
            Value::Register { id, ty: declared, word } => {
                let variable = self.scopes.register(*id).variable(*word);
                self.names.converted(variable.into(), *declared, ty)
            }
            Value::Host { tokens, span } => assignable(tokens, *span),
            Value::Bits(bits) => self.names.literal(*bits, ty),
            Value::Constant { tokens, span } => self.constant(tokens, *span, ty),
            Value::Complement(inner) => {
                let value = self.value(inner, ty);
                match inner.host() {
                    Some(span) => quote_spanned!(located(span)=> !#value).into(),
                    None => quote!(!#value).into(),
                }
            }
        }
    }

    /// Generates an integer constant from 0 to 255. All its tokens have the user's span. So rustc underlines the user's
    /// code if the value is too large, is not constant or has a wrong type.
    fn constant(&self, tokens: &[TokenTree], span: Span, ty: Type) -> Tokens {
        let (value, at) = (assignable(tokens, span), located(span));
        let ty = self.names.rust_type(ty).located_at(span);
        let (path, held) =
            (Ident::new(&self.names.path.to_string(), at), Ident::new("__constant", at));
        quote_spanned!(at=> const {
            let #held = #path::integer(#value) as #path::I128;
            #path::assert!(0 <= #held && #held <= 255, "expected a constant from 0 to 255");
            #held as #ty
        })
        .into()
    }
}

/// Returns a variable unchanged, and any other expression in parentheses.
pub(super) fn assignable(tokens: &[TokenTree], span: Span) -> Tokens {
    match tokens {
        [TokenTree::Ident(variable)] => variable.clone().into(),
        _ => {
            let mut group = Group::new(Delimiter::Parenthesis, tokens.iter().cloned().collect());
            group.set_span(located(span));
            group.into()
        }
    }
}
