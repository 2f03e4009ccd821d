//! Values of PTX types as Rust expressions.

use crate::expand::writer::Writer;
use crate::ir::Value;
use proc_macro2::{Delimiter, Group, Span, TokenTree};
use ptx_isa::Type;
use ptx_translate::rust::Tokens;
use quote::quote;

impl Writer {
    pub(super) fn value(&self, value: &Value, ty: Type) -> Tokens {
        match value {
            Value::Register { id, ty: declared, word } => {
                let variable = self.scopes.register(*id).variable(*word);
                self.names.converted(variable.into(), *declared, ty)
            }
            Value::Host { tokens, span } => assignable(tokens, *span),
            Value::Bits(bits) => self.names.literal(*bits, ty),
            Value::Complement(inner) => {
                let inner = self.value(inner, ty);
                quote!(!#inner).into()
            }
        }
    }
}

/// The hygiene of the macro at a place of the user's.
pub(super) fn located(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

/// A Rust variable as it is; an expression in parentheses of our own.
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
