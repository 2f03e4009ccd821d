//! Writes Rust for one machine instruction.

use super::ir::{Destination, Held, Machine, Source};
use crate::expand::{Tokens, Writer, own};
use proc_macro2::TokenStream;
use ptx_isa::Type;
use ptx_isa::sass::opcodes::Kind;
use quote::{ToTokens, quote};

impl Writer {
    /// Sources from left to right, the call, then the destinations.
    pub(crate) fn machine(&self, out: &mut TokenStream, machine: &Machine) {
        let mut held = self.held(out, machine.sources.iter().flat_map(Source::values)).into_iter();
        let mut arguments: Vec<_> =
            machine.sources.iter().map(|source| self.signed(source, &mut held)).collect();
        arguments.extend(machine.call.modes.iter().map(|mode| self.item(mode)));
        let result = self.function(machine.call.function).called(quote!(#(#arguments),*));
        match machine.destinations.as_slice() {
            [Destination::Whole(place, ty)] => self.write(out, place, *ty, result),
            [Destination::Nowhere] => out.extend(quote!(let _ = #result;)),
            [Destination::Pair(low, high)] => {
                let words = self.item("unpack_b64_b32").called(result.into_token_stream());
                let [l, h] = [own("__e0"), own("__e1")];
                out.extend(quote!(let [#l, #h] = #words;));
                self.write(out, low, Type::B32, l.into());
                self.write(out, high, Type::B32, h.into());
            }
            several => {
                let names: Vec<_> = (0..several.len()).map(|i| own(&format!("__e{i}"))).collect();
                let patterns =
                    names.iter().zip(several).map(|(name, destination)| match destination {
                        Destination::Whole(..) => quote!(#name),
                        _ => quote!(_),
                    });
                out.extend(quote!(let [#(#patterns),*] = #result;));
                for (name, destination) in names.into_iter().zip(several) {
                    if let Destination::Whole(place, ty) = destination {
                        self.write(out, place, *ty, name.into());
                    }
                }
            }
        }
    }

    /// A source with its signs, of the values that are next in line.
    fn signed(&self, source: &Source, values: &mut impl Iterator<Item = Tokens>) -> Tokens {
        let first = values.next().unwrap_or_default();
        let plain = match &source.value {
            Held::Whole(_) => first,
            Held::Pair(..) => {
                let high = values.next();
                self.item("pack_b64_b32").called(quote!(#first, #high))
            }
        };
        let call = |name: &str, x: Tokens| self.function(name).called(x.into_token_stream());
        let (absolute, negate) = match source.kind {
            Kind::Double => ("absolute_double", "negate_double"),
            Kind::Integer => ("absolute", "negate_integer"),
            _ => ("absolute", "negate"),
        };
        let plain = if source.absolute { call(absolute, plain) } else { plain };
        if source.negated { call(negate, plain) } else { plain }
    }

    /// A function of `ptx-core`'s machine instructions.
    fn function(&self, name: &str) -> Tokens {
        self.item(&format!("sass::{name}"))
    }
}
