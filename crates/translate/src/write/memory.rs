//! The memory of a declared function: its slices and the variables of the module. Each slice and
//! each variable is an object with a number. An address has the number of the object in its high
//! bits, and the offset in its low bits.

use crate::rust::{Names, Tokens, binding, own};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use ptx_isa::Rust;
use quote::quote;

/// The number of low address bits that hold the offset.
pub(crate) const OFFSET_BITS: u32 = 40;

/// Returns the address of an object. Object numbers start at 1.
pub(crate) fn address(object: u64) -> u64 {
    object << OFFSET_BITS
}

/// A slice or reference parameter.
#[derive(Debug)]
pub(crate) struct Slice {
    pub(crate) name: Ident,
    pub(crate) element: Rust,
    pub(crate) is_mutable: bool,
    /// Whether the parameter is a slice and not a reference to one value.
    pub(crate) is_slice: bool,
}

impl Slice {
    /// Returns the name of the slice's field in `Memory`. The span of the name is outside of the user's code, so that
    /// rustc does not warn about an unread field.
    fn field(&self) -> Ident {
        let mut name = self.name.clone();
        name.set_span(Span::mixed_site());
        name
    }
}

/// A variable of the module.
#[derive(Debug)]
pub(crate) struct Global {
    pub(crate) ptx_name: String,
    pub(crate) name: Ident,
    pub(crate) element: Rust,
    /// The item `const NAME: … = …;`.
    pub(crate) item: TokenStream,
}

/// The objects that a declared function can access: the slices among its parameters, and the global
/// variables. The slices are numbered from 1, and the variables have the numbers after the slices.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    pub(crate) slices: Vec<Slice>,
    pub(crate) globals: Vec<Global>,
}

impl Reach {
    pub(crate) fn is_empty(&self) -> bool {
        self.slices.is_empty() && self.globals.is_empty()
    }

    /// Returns the object number of a module variable, or 0 if the variable is unknown.
    pub(crate) fn global(&self, name: &str) -> u64 {
        let place = self.globals.iter().position(|global| global.ptx_name == name);
        place.map_or(0, |place| (self.slices.len() + place) as u64 + 1)
    }

    /// Returns the first unused object number.
    pub(crate) fn end(&self) -> u64 {
        (self.slices.len() + self.globals.len()) as u64 + 1
    }

    /// Generates the type `Memory`, with a lifetime if it contains slices.
    pub(crate) fn ty(&self) -> TokenStream {
        let memory = own("Memory");
        match self.slices.is_empty() {
            true => quote!(#memory),
            false => quote!(#memory<'_>),
        }
    }

    /// Generates the definition of `Memory` and its functions.
    pub(crate) fn items(&self, names: &Names) -> TokenStream {
        let memory = own("Memory");
        let slice_type = |slice: &Slice, lifetime: Option<TokenStream>| {
            let (element, mutable) = (alias(names, slice.element), mutable(slice.is_mutable));
            quote!(& #lifetime #mutable [#element])
        };
        let fields = self.slices.iter().map(|slice| {
            let (name, ty) = (slice.field(), slice_type(slice, Some(quote!('a))));
            quote!(#name: #ty)
        });
        let generics = (!self.slices.is_empty()).then(|| quote!(<'a>));
        let (ty, number) = (self.ty(), names.item("U64"));
        let (mask, outside) = (names.item("memory::OFFSET"), names.item("memory::outside"));
        let (read_only, constant) = (names.item("memory::shared"), names.item("memory::constant"));
        let [address, bytes, value, text_name] =
            ["address", "bytes", "value", "access"].map(binding);
        let shift = Literal::u32_unsuffixed(OFFSET_BITS);
        let text = names.item("Str");
        let loads = self.slices.iter().map(|slice| {
            let name = slice.field();
            (slice.element, quote!(self.#name))
        });
        let globals = self.globals.iter().map(|global| {
            let name = &global.name;
            (global.element, quote!(#name))
        });
        let loads = loads.chain(globals).enumerate().map(|(i, (element, array))| {
            let number = Literal::usize_unsuffixed(i + 1);
            let load = access(names, "load", element);
            quote!(#number => #load(#array, #address & #mask, #bytes, #text_name),)
        });
        let stores = self.slices.iter().enumerate().map(|(i, slice)| {
            let (number, name) = (Literal::usize_unsuffixed(i + 1), slice.field());
            match slice.is_mutable {
                true => {
                    let store = access(names, "store", slice.element);
                    quote!(#number => #store(self.#name, #address & #mask, #bytes, #value, #text_name),)
                }
                false => quote!(#number => #read_only(#text_name),),
            }
        });
        let globals = (0..self.globals.len()).map(|i| {
            let number = Literal::usize_unsuffixed(self.slices.len() + i + 1);
            quote!(#number => #constant(#text_name),)
        });
        let stores: Vec<_> = stores.chain(globals).collect();
        quote! {
            struct #memory #generics { #(#fields),* }
            impl #ty {
                #[inline]
                const fn load(&self, #address: #number, #bytes: #number, #text_name: &'static #text) -> #number {
                    match #address >> #shift { #(#loads)* _ => #outside(#text_name) }
                }
                #[inline]
                const fn store(
                    &mut self, #address: #number, #bytes: #number, #value: #number, #text_name: &'static #text
                ) {
                    match #address >> #shift {
                        #(#stores)*
                        _ => { let _ = (#bytes, #value); #outside(#text_name) }
                    }
                }
            }
        }
    }

    /// Generates a `Memory` with the parameters of the function.
    pub(crate) fn value(&self, names: &Names) -> TokenStream {
        let memory = own("Memory");
        let fields = self.slices.iter().map(|slice| {
            let name = &slice.name;
            let value = match (slice.is_slice, slice.is_mutable) {
                (true, _) => quote!(#name),
                (false, false) => {
                    let one = names.item("from_ref");
                    quote!(#one(#name))
                }
                (false, true) => {
                    let one = names.item("from_mut");
                    quote!(#one(#name))
                }
            };
            let field = slice.field();
            quote!(#field: #value)
        });
        quote!(#memory { #(#fields),* })
    }
}

fn mutable(is_mutable: bool) -> Option<Ident> {
    is_mutable.then(|| own("mut"))
}

/// Returns the name of a Rust type in `ptx::__private`.
pub(crate) fn alias(names: &Names, ty: Rust) -> Tokens {
    let name = ty.name();
    names.item(&[name[..1].to_uppercase().as_str(), &name[1..]].concat())
}

fn access(names: &Names, verb: &str, element: Rust) -> Tokens {
    names.item(&format!("memory::{verb}_{}", element.name()))
}
