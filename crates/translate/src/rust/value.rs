//! Generates Rust expressions for values of PTX types.

use super::tokens::{Tokens, own};
use proc_macro2::{Ident, Literal, Punct, Spacing, TokenStream};
use ptx_isa::{Argument, Flag, Rust, Type};
use quote::{ToTokens, TokenStreamExt, quote};

/// The name of the module `ptx::__private` in the generated Rust.
#[derive(Clone, Debug)]
pub struct Names {
    /// The name. The name is short, because every statement contains it several times.
    pub path: Ident,
}

impl Names {
    /// Generates the path of an item in `ptx::__private`, such as `Rn` or `sass::mufu_rcp`.
    #[must_use]
    pub fn item(&self, path: &str) -> Tokens {
        path.split("::").fold(self.path.clone().into(), Tokens::and)
    }

    /// Generates the nested calls that compute `argument`. The expressions in `sources` are the values of the sources,
    /// such as variables. `carry` is the variable of the carry flag.
    #[must_use]
    pub fn argument(
        &self,
        argument: &Argument,
        sources: &[Tokens],
        carry: Option<&Ident>,
    ) -> Tokens {
        match argument {
            Argument::Source(i, _) => sources[*i].clone(),
            Argument::Mode(path) => self.item(path),
            Argument::Number(name, number) => {
                self.item(name).called(Literal::u16_unsuffixed(*number).into_token_stream())
            }
            Argument::Carry(flag) => {
                carry.map(|carry| represented(carry.clone().into(), *flag)).unwrap_or_default()
            }
            Argument::Array(items) => {
                let items = items.iter().map(|item| self.argument(item, sources, carry));
                quote!([#(#items),*]).into()
            }
            Argument::Call(call) => {
                let mut arguments = TokenStream::new();
                for argument in &call.arguments {
                    self.argument(argument, sources, carry).to_tokens(&mut arguments);
                    arguments.append(Punct::new(',', Spacing::Alone));
                }
                self.item(&call.function).called(arguments)
            }
        }
    }

    /// Generates a literal of type `ty` with these bits.
    #[must_use]
    pub fn literal(&self, bits: u64, ty: Type) -> Tokens {
        let path = &self.path;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the literal was cut to the type's width"
        )]
        match ty {
            Type::Pred => own(if bits == 0 { "false" } else { "true" }).into(),
            // rustc compiles a decimal literal faster than a call to `from_bits`.
            Type::F32 if is_plain(f32::from_bits(bits as u32).into()) => {
                let value = f32::from_bits(bits as u32);
                signed(value.is_sign_negative(), Literal::f32_suffixed(value.abs()))
            }
            Type::F64 if is_plain(f64::from_bits(bits)) => {
                let value = f64::from_bits(bits);
                signed(value.is_sign_negative(), Literal::f64_suffixed(value.abs()))
            }
            Type::F32 => {
                let bits = Literal::u32_unsuffixed(bits as u32);
                quote!(#path::F32::from_bits(#bits)).into()
            }
            Type::F64 => {
                let bits = Literal::u64_unsuffixed(bits);
                quote!(#path::F64::from_bits(#bits)).into()
            }
            // The suffix prevents a later conversion from changing the type of the literal.
            _ => {
                // The bits of a `.b128` literal fit in 64 bits, so its shift is 0.
                let shift = u64::BITS.saturating_sub(ty.bits());
                let signed = (bits << shift).cast_signed() >> shift;
                let literal = match ty.rust() {
                    Rust::I8 => Literal::i8_suffixed(signed as i8),
                    Rust::I16 => Literal::i16_suffixed(signed as i16),
                    Rust::I32 => Literal::i32_suffixed(signed as i32),
                    Rust::I64 => Literal::i64_suffixed(signed),
                    Rust::U8 => Literal::u8_suffixed(bits as u8),
                    Rust::U16 => Literal::u16_suffixed(bits as u16),
                    Rust::U32 => Literal::u32_suffixed(bits as u32),
                    Rust::U128 => Literal::u128_suffixed(bits.into()),
                    _ => Literal::u64_suffixed(bits),
                };
                literal.into()
            }
        }
    }

    /// Converts the bits of a value to another type. A wider value loses its high bits. A narrower
    /// value is zero-extended, or sign-extended if its type is signed.
    #[must_use]
    pub fn converted(&self, value: Tokens, from: Type, to: Type) -> Tokens {
        let path = &self.path;
        let (a, b) = (from.rust(), to.rust());
        let target = own(alias(b));
        let conversion = match (a.is_float(), b.is_float()) {
            _ if a == b => return value,
            (true, false) => {
                let bits = quote!(#path::#target);
                match b.is_signed() || from.bits() != to.bits() {
                    true => quote!((#value).to_bits() as #bits),
                    false => quote!((#value).to_bits()),
                }
            }
            (false, true) => {
                let bits = own(if b == Rust::F32 { "U32" } else { "U64" });
                match a.is_signed() || from.bits() != to.bits() {
                    true => quote!(#path::#target::from_bits(#value as #path::#bits)),
                    false => quote!(#path::#target::from_bits(#value)),
                }
            }
            _ => quote!((#value) as #path::#target),
        };
        conversion.into()
    }

    /// Generates the Rust type for a PTX type.
    #[must_use]
    pub fn rust_type(&self, ty: Type) -> Tokens {
        self.item(alias(ty.rust()))
    }
}

/// Converts the carry flag to the representation of a function, or from this representation.
#[must_use]
pub fn represented(flag: Tokens, representation: Flag) -> Tokens {
    match representation {
        Flag::Carry => flag,
        Flag::Borrow => quote!(!#flag).into(),
    }
}

fn signed(negative: bool, magnitude: Literal) -> Tokens {
    match negative {
        true => quote!(-#magnitude).into(),
        false => magnitude.into(),
    }
}

/// Returns whether a value is a multiple of 1/8. For other decimals, Clippy may suggest a constant
/// such as pi.
fn is_plain(value: f64) -> bool {
    value.is_finite() && (value * 8.0).fract() == 0.0
}

/// Returns the name of a Rust type in `ptx::__private`.
fn alias(ty: Rust) -> &'static str {
    match ty {
        Rust::Bool => "Bool",
        Rust::U8 => "U8",
        Rust::U16 => "U16",
        Rust::U32 => "U32",
        Rust::U64 => "U64",
        Rust::U128 => "U128",
        Rust::I8 => "I8",
        Rust::I16 => "I16",
        Rust::I32 => "I32",
        Rust::I64 => "I64",
        Rust::F32 => "F32",
        Rust::F64 => "F64",
    }
}
