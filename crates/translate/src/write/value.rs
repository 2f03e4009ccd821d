//! Generates Rust expressions for values and variables.

use super::Writer;
use crate::lower::body::{Distance, Storage, Value, VariableId};
use crate::rust::Tokens;
use proc_macro2::Literal;
use ptx_isa::Type;
use quote::quote;

impl Writer<'_> {
    /// Generates a source value, converted to type `ty`.
    pub(super) fn value(&self, value: &Value, ty: Type) -> Tokens {
        let names = self.shared.names;
        match value {
            Value::Variable(id) => self.variable(*id, ty),
            Value::Bits(bits) => names.literal(*bits, ty),
            Value::Complement(inner) => {
                let inner = self.value(inner, ty);
                quote!(!#inner).into()
            }
            Value::Thread(field, axis) => {
                let Some(thread) = &self.thread else { return names.literal(0, ty) };
                let (field, axis) = (crate::rust::own(field), Literal::usize_unsuffixed(*axis));
                names.converted(quote!(#thread.#field[#axis]).into(), Type::U32, ty)
            }
            Value::Global(name, offset) => {
                self.address(self.shared.reach.global(name), *offset, ty)
            }
            Value::Local(local, offset) => {
                self.address(self.first_local + *local as u64, *offset, ty)
            }
            Value::Element(start, distance) => {
                let start = self.value(start, Type::U64);
                let distance = self.distance(*distance);
                names.converted(quote!((#distance).wrapping_add(#start)).into(), Type::U64, ty)
            }
        }
    }

    /// Generates the distance of an array element as a `.u64` value.
    fn distance(&self, Distance { index, bytes, offset, is_signed }: Distance) -> Tokens {
        let names = self.shared.names;
        let index = self.variable(index, Type::U32);
        let bytes = names.literal(bytes, Type::U32);
        let scaled: Tokens = match names.literal(offset & u64::from(u32::MAX), Type::U32) {
            _ if offset == 0 => quote!((#index).wrapping_mul(#bytes)),
            offset => quote!((#index).wrapping_mul(#bytes).wrapping_add(#offset)),
        }
        .into();
        match is_signed {
            true => {
                let signed = names.converted(scaled, Type::U32, Type::S32);
                names.converted(signed, Type::S32, Type::U64)
            }
            false => names.converted(scaled, Type::U32, Type::U64),
        }
    }

    /// Generates the address of a memory object plus an offset.
    fn address(&self, object: u64, offset: u64, ty: Type) -> Tokens {
        let names = self.shared.names;
        let bits = super::memory::address(object).wrapping_add(offset);
        names.converted(names.literal(bits, Type::U64), Type::U64, ty)
    }

    /// Generates the value of a variable, converted to type `ty`.
    pub(super) fn variable(&self, id: VariableId, ty: Type) -> Tokens {
        let variable = &self.body.variables[id];
        let name = &variable.name;
        match variable.storage {
            Storage::Scalar(declared) => {
                self.shared.names.converted(name.clone().into(), declared, ty)
            }
            Storage::Address(object) => self.address(object as u64, 0, ty),
            Storage::Bytes(_) => name.clone().into(),
        }
    }

    /// Generates an argument for a call.
    pub(super) fn passed(&self, value: &Value, storage: Storage) -> Tokens {
        match storage {
            Storage::Scalar(ty) => self.value(value, ty),
            _ => match value {
                Value::Variable(id) => self.body.variables[*id].name.clone().into(),
                other => self.value(other, Type::U64),
            },
        }
    }
}
