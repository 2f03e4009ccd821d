//! Writes Rust for one machine instruction.

use super::ir::{Destination, Held, Machine, Source};
use crate::expand::{Writer, own};
use proc_macro2::TokenStream;
use ptx_isa::Type;
use ptx_isa::sass::opcodes::Kind;
use quote::quote;

impl Writer {
    /// Sources from left to right, the call, then the destinations.
    pub(crate) fn machine(&self, machine: &Machine) -> TokenStream {
        let path = &self.path;
        let (lets, held) = self.held(machine.sources.iter().flat_map(Source::values));
        let mut held = held.into_iter();
        let mut arguments: Vec<_> =
            machine.sources.iter().map(|source| self.signed(source, &mut held)).collect();
        arguments.extend(machine.call.modes.iter().map(|mode| {
            let words = mode.split("::").map(own);
            quote!(#path #(::#words)*)
        }));
        let function = own(machine.call.function);
        let result = quote!(#path::sass::#function(#(#arguments),*));
        let write = match machine.destinations.as_slice() {
            [Destination::Whole(place, ty)] => self.write(place, *ty, &result),
            [Destination::Nowhere] => quote!(let _ = #result;),
            [Destination::Pair(low, high)] => {
                let names = [own("__e0"), own("__e1")];
                let [l, h] = &names;
                let low = self.write(low, Type::B32, &quote!(#l));
                let high = self.write(high, Type::B32, &quote!(#h));
                quote!(let [#(#names),*] = #path::unpack_b64_b32(#result); #low #high)
            }
            several => {
                let written = several.iter().enumerate().map(|(i, destination)| {
                    let name = own(&format!("__e{i}"));
                    match destination {
                        Destination::Whole(place, ty) => {
                            (quote!(#name), self.write(place, *ty, &quote!(#name)))
                        }
                        _ => (quote!(_), TokenStream::new()),
                    }
                });
                let (patterns, writes): (Vec<_>, Vec<_>) = written.unzip();
                quote!(let [#(#patterns),*] = #result; #(#writes)*)
            }
        };
        quote!(#lets #write)
    }

    /// A source with its signs, of the values that are next in line.
    fn signed(
        &self,
        source: &Source,
        values: &mut impl Iterator<Item = TokenStream>,
    ) -> TokenStream {
        let path = &self.path;
        let first = values.next();
        let plain = match &source.value {
            Held::Whole(_) => quote!(#first),
            Held::Pair(..) => {
                let high = values.next();
                quote!(#path::pack_b64_b32([#first, #high]))
            }
        };
        let call = |function: &str, x: TokenStream| {
            let function = own(function);
            quote!(#path::sass::#function(#x))
        };
        let (absolute, negate) = match source.kind {
            Kind::Double => ("absolute_double", "negate_double"),
            Kind::Integer => ("absolute", "negate_integer"),
            _ => ("absolute", "negate"),
        };
        let plain = if source.absolute { call(absolute, plain) } else { plain };
        if source.negated { call(negate, plain) } else { plain }
    }
}
