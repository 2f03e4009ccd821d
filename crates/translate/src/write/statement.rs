//! Generates the Rust of each instruction.

use super::Writer;
use super::access::is_whole;
use crate::lower::body::{Action, Address, Step, Storage, Value, VariableId};
use crate::registers::Class;
use crate::rust::{Tokens, binding, represented};
use proc_macro2::{Ident, Literal, TokenStream};
use ptx_isa::{Argument, Computation, Flag, Returns, Type};
use quote::quote;

impl Writer<'_> {
    pub(super) fn step(&self, out: &mut TokenStream, step: &Step) {
        let mut statements = TokenStream::new();
        self.action(&mut statements, &step.action);
        match step.guard {
            _ if statements.is_empty() => {}
            None => out.extend(statements),
            Some(guard) => {
                let name = &self.body.variables[guard.predicate].name;
                let not = guard.is_negated.then(|| quote!(!));
                out.extend(quote!(if #not #name { #statements }));
            }
        }
    }

    fn action(&self, out: &mut TokenStream, action: &Action) {
        match action {
            Action::Compute { computation, sources, destinations } => {
                let read = |destination: &Option<(VariableId, Type)>| {
                    destination.filter(|(id, _)| self.classes[*id] != Class::Unread)
                };
                let destinations: Vec<_> = destinations.iter().map(read).collect();
                if destinations.iter().any(Option::is_some) {
                    self.compute(out, computation, sources, &destinations);
                }
            }
            Action::Load { address, ty, destinations, fault } => {
                let width = u64::from(ty.bits() / 8);
                let address = self.place(out, address, destinations.len(), width, fault);
                for (i, destination) in destinations.iter().enumerate() {
                    let loaded = self.load(&address.plus(i as u64 * width), width, fault);
                    let value = self.shared.names.converted(loaded, Type::B64, *ty);
                    match destination {
                        Some(id) => self.assign(out, *id, *ty, value),
                        None => out.extend(quote!(let _ = #value;)),
                    }
                }
            }
            Action::Store { address, ty, sources, fault } => {
                let width = u64::from(ty.bits() / 8);
                let address = self.place(out, address, sources.len(), width, fault);
                for (i, source) in sources.iter().enumerate() {
                    let value = self.value(source, *ty);
                    let value = self.shared.names.converted(value, *ty, Type::B64);
                    let stored = self.store(&address.plus(i as u64 * width), width, &value, fault);
                    out.extend(quote!(#stored;));
                }
            }
            Action::Read { from, offset, ty, destinations } => {
                let width = ty.bits() as usize / 8;
                for (i, destination) in destinations.iter().enumerate() {
                    if let Some(id) = destination
                        && self.classes[*id] != Class::Unread
                    {
                        let value = self.part(*from, offset + i * width, *ty);
                        self.assign(out, *id, *ty, value);
                    }
                }
            }
            Action::Write { to, offset, ty, sources } => {
                let width = ty.bits() as usize / 8;
                for (i, source) in sources.iter().enumerate() {
                    let value = self.value(source, *ty);
                    self.write_part(out, *to, offset + i * width, *ty, value);
                }
            }
            Action::Call { function, arguments, returns } => {
                self.call(out, function, arguments, returns);
            }
            Action::None | Action::Switch { .. } | Action::Return | Action::Trap { .. } => {}
        }
    }

    /// Assigns a value of type `ty` to a variable.
    fn assign(&self, out: &mut TokenStream, id: VariableId, ty: Type, value: Tokens) {
        let variable = &self.body.variables[id];
        let value = match variable.storage {
            Storage::Scalar(declared) => self.shared.names.converted(value, ty, declared),
            _ => value,
        };
        let (name, ty) = (&variable.name, self.storage_type(variable.storage));
        out.extend(match self.classes[id] {
            Class::Function => quote!(#name = #value;),
            Class::Block => quote!(let #name: #ty = #value;),
            Class::Unread => quote!(let _ = #value;),
        });
    }

    fn compute(
        &self,
        out: &mut TokenStream,
        computation: &Computation,
        sources: &[(Value, Type)],
        destinations: &[Option<(VariableId, Type)>],
    ) {
        let held: Vec<_> = sources.iter().map(|(value, ty)| self.value(value, *ty)).collect();
        let carry = self.body.carry.map(|carry| &self.body.variables[carry].name);
        let result = self.shared.names.argument(&computation.value, &held, carry);
        match (computation.value.returns(), destinations) {
            (Some(Returns::One(_)) | None, [Some((id, ty)), ..]) => {
                // A copied value still has the type of its source.
                let from = match &computation.value {
                    Argument::Source(i, _) => sources[*i].1,
                    _ => *ty,
                };
                let value = self.shared.names.converted(result, from, *ty);
                self.assign(out, *id, *ty, value);
            }
            (Some(several), destinations) => {
                // The carry is the last result.
                let last = several.types().len() - 1;
                let flag = |i: usize| computation.writes_carry.filter(|_| i == last);
                self.several(out, several, destinations, flag, &result);
            }
            (None, _) => {}
        }
    }

    /// Assigns the results of a function with several results. `flag` returns how a result represents the carry flag.
    fn several(
        &self,
        out: &mut TokenStream,
        returns: Returns,
        destinations: &[Option<(VariableId, Type)>],
        flag: impl Fn(usize) -> Option<Flag>,
        result: &Tokens,
    ) {
        let mut later = TokenStream::new();
        let names: Vec<_> = (0..returns.types().len())
            .map(|i| match destinations.get(i).copied().flatten() {
                None => quote!(_),
                Some((id, ty)) => {
                    let (pattern, rest) = self.pattern(id, ty, i, flag(i));
                    later.extend(rest);
                    pattern
                }
            })
            .collect();
        out.extend(match returns {
            Returns::One(_) | Returns::Array(..) => quote!(let [#(#names),*] = #result;),
            _ => quote!(let (#(#names),*) = #result;),
        });
        out.extend(later);
    }

    /// Returns the `let` pattern for one of several results, and the statements that then store the
    /// result in the variable `id`.
    fn pattern(
        &self,
        id: VariableId,
        ty: Type,
        i: usize,
        flag: Option<Flag>,
    ) -> (TokenStream, TokenStream) {
        let variable = &self.body.variables[id];
        let is_same = match variable.storage {
            Storage::Scalar(declared) => declared.rust() == ty.rust(),
            _ => true,
        };
        let is_complement = flag == Some(Flag::Borrow);
        if self.classes[id] == Class::Block && is_same && !is_complement {
            let name = &variable.name;
            return (quote!(#name), TokenStream::new());
        }
        let held = binding(&format!("e{i}"));
        let mut rest = TokenStream::new();
        let value = represented(held.clone().into(), flag.unwrap_or(Flag::Carry));
        self.assign(&mut rest, id, ty, value);
        (quote!(#held), rest)
    }

    fn call(
        &self,
        out: &mut TokenStream,
        function: &str,
        arguments: &[(Value, Storage)],
        returns: &[(VariableId, Storage)],
    ) {
        let Some(helper) = self.shared.helpers.get(function) else { return };
        let thread = helper.reads_thread.then_some(self.thread.as_ref()).flatten();
        let thread = thread.map(|thread| quote!(#thread,));
        let memory = helper.uses_memory.then(|| binding("memory"));
        let memory = memory.map(|memory| quote!(#memory,));
        let arguments = arguments.iter().map(|(value, storage)| self.passed(value, *storage));
        let name = &helper.name;
        let call: Tokens = quote!(#name(#thread #memory #(#arguments),*)).into();
        let ty = |storage: Storage, id: VariableId| match storage {
            Storage::Scalar(ty) => ty,
            _ => match self.body.variables[id].storage {
                Storage::Scalar(ty) => ty,
                _ => Type::B8,
            },
        };
        match returns {
            [] => out.extend(quote!(#call;)),
            [(id, storage)] => self.assign(out, *id, ty(*storage, *id), call),
            several => {
                let mut later = TokenStream::new();
                let names: Vec<_> = several
                    .iter()
                    .enumerate()
                    .map(|(i, (id, storage))| {
                        let (pattern, rest) = self.pattern(*id, ty(*storage, *id), i, None);
                        later.extend(rest);
                        pattern
                    })
                    .collect();
                out.extend(quote!(let (#(#names),*) = #call; #later));
            }
        }
    }

    /// Generates an expression that reads the element of type `ty` at `offset` in a parameter.
    fn part(&self, from: VariableId, offset: usize, ty: Type) -> Tokens {
        let names = self.shared.names;
        let variable = &self.body.variables[from];
        match variable.storage {
            Storage::Bytes(_) => {
                let bytes = elements(&variable.name, offset, ty.bits() as usize / 8);
                let bits = Type::unsigned_of_width(ty.bits()).unwrap_or(Type::U64);
                let whole = names.rust_type(bits);
                names.converted(quote!(#whole::from_le_bytes([#bytes])).into(), bits, ty)
            }
            storage if is_whole(storage, offset, ty) => self.variable(from, ty),
            Storage::Address(_) if offset == 0 && ty.bits() == 64 => self.variable(from, ty),
            _ => {
                let whole = self.variable(from, Type::B64);
                let shift = Literal::usize_unsuffixed(offset * 8);
                names.converted(quote!(((#whole) >> #shift)).into(), Type::B64, ty)
            }
        }
    }

    /// Generates a write to the element of type `ty` at `offset` in a parameter.
    fn write_part(
        &self,
        out: &mut TokenStream,
        to: VariableId,
        offset: usize,
        ty: Type,
        value: Tokens,
    ) {
        let names = self.shared.names;
        let variable = &self.body.variables[to];
        let name = &variable.name;
        let width = ty.bits() as usize / 8;
        match variable.storage {
            Storage::Bytes(_) => {
                let bits = Type::unsigned_of_width(ty.bits()).unwrap_or(Type::U64);
                let (value, held) = (names.converted(value, ty, bits), binding("bytes"));
                out.extend(quote!(let #held = (#value).to_le_bytes();));
                for i in 0..width {
                    let (to, from) =
                        (Literal::usize_unsuffixed(offset + i), Literal::usize_unsuffixed(i));
                    out.extend(quote!(#name[#to] = #held[#from];));
                }
            }
            storage if is_whole(storage, offset, ty) => self.assign(out, to, ty, value),
            Storage::Scalar(whole) => {
                let bits = Type::unsigned_of_width(ty.bits()).unwrap_or(Type::U64);
                let value = names.converted(value, ty, bits);
                let value = names.converted(value, bits, Type::U64);
                let old = names.converted(name.clone().into(), whole, Type::U64);
                let mask = (u64::MAX >> (64 - ty.bits())) << (offset * 8);
                let (mask, shift) =
                    (Literal::u64_suffixed(!mask), Literal::usize_unsuffixed(offset * 8));
                let new = quote!((((#old) & #mask) | ((#value) << #shift))).into();
                let new = names.converted(new, Type::U64, whole);
                out.extend(quote!(#name = #new;));
            }
            Storage::Address(_) => {}
        }
    }
}

/// Lists array elements: `name[4], name[5]`.
fn elements(name: &Ident, offset: usize, count: usize) -> TokenStream {
    let indices = (offset..offset + count).map(Literal::usize_unsuffixed);
    quote!(#(#name[#indices]),*)
}

/// A memory address in the generated Rust: a base plus an offset.
pub(super) struct Where {
    base: Base,
    offset: u64,
}

enum Base {
    /// An expression that is evaluated at run time.
    Dynamic(Tokens),
    /// A `.local` array of the function, by its index.
    Local(usize),
}

impl Where {
    fn plus(&self, offset: u64) -> Self {
        let base = match &self.base {
            Base::Dynamic(tokens) => Base::Dynamic(tokens.clone()),
            Base::Local(local) => Base::Local(*local),
        };
        Self { base, offset: self.offset.wrapping_add(offset) }
    }

    fn tokens(&self) -> TokenStream {
        let offset = Literal::u64_unsuffixed(self.offset);
        match &self.base {
            Base::Dynamic(base) if self.offset == 0 => quote!(#base),
            Base::Dynamic(base) => quote!((#base).wrapping_add(#offset)),
            Base::Local(_) => quote!(#offset),
        }
    }
}

impl Writer<'_> {
    /// Generates the address of an access. For an access to several elements, also generates a
    /// check that the address is aligned to their total size.
    fn place(
        &self,
        out: &mut TokenStream,
        address: &Address,
        count: usize,
        width: u64,
        fault: &str,
    ) -> Where {
        let place = match &address.base {
            Value::Local(local, offset) => {
                Where { base: Base::Local(*local), offset: offset.wrapping_add(address.offset) }
            }
            base => {
                Where { base: Base::Dynamic(self.value(base, Type::B64)), offset: address.offset }
            }
        };
        let place = match &place.base {
            Base::Dynamic(_) if count > 1 || !self.body.locals.is_empty() => {
                let (held, ty) = (binding("address"), self.shared.names.item("U64"));
                let value = place.tokens();
                out.extend(quote!(let #held: #ty = #value;));
                Where { base: Base::Dynamic(held.into()), offset: 0 }
            }
            _ => place,
        };
        if count > 1 {
            let all = Literal::u64_unsuffixed(width * count as u64);
            let tokens = place.tokens();
            let aligned =
                self.shared.names.item("memory::aligned").called(quote!(#tokens, #all, #fault));
            out.extend(quote!(#aligned;));
        }
        place
    }

    /// Generates a load of `width` bytes.
    fn load(&self, place: &Where, width: u64, fault: &str) -> Tokens {
        let (address, bytes) = (place.tokens(), Literal::u64_unsuffixed(width));
        let load = self.shared.names.item("memory::load_u8");
        self.reached(
            place,
            |array, address| load.clone().called(quote!(&#array, #address, #bytes, #fault)),
            quote!(memory.load(#address, #bytes, #fault)),
            fault,
        )
    }

    /// Generates a store of `width` bytes.
    fn store(&self, place: &Where, width: u64, value: &Tokens, fault: &str) -> Tokens {
        let (address, bytes) = (place.tokens(), Literal::u64_unsuffixed(width));
        let store = self.shared.names.item("memory::store_u8");
        self.reached(
            place,
            |array, address| {
                store.clone().called(quote!(&mut #array, #address, #bytes, #value, #fault))
            },
            quote!(memory.store(#address, #bytes, #value, #fault)),
            fault,
        )
    }

    /// Generates an access to a `.local` array of the function, or to the memory that all functions
    /// share.
    fn reached(
        &self,
        place: &Where,
        own_array: impl Fn(TokenStream, TokenStream) -> Tokens,
        elsewhere: TokenStream,
        fault: &str,
    ) -> Tokens {
        let address = place.tokens();
        if let Base::Local(local) = place.base {
            let name = &self.body.locals[local].name;
            return own_array(quote!(#name), address);
        }
        let elsewhere = match self.shared.reach.is_empty() {
            false => {
                // `memory` is declared with the macro's hygiene, so its use needs the same hygiene.
                let memory = binding("memory");
                let rest: TokenStream = elsewhere.into_iter().skip(1).collect();
                quote!(#memory #rest)
            }
            // If there are no slices, module variables or `.local` arrays, access an empty array,
            // which always panics. A call of `fault` would return `!`, and rustc would report the
            // code after it as unreachable.
            true if self.body.locals.is_empty() => return own_array(quote!([]), address),
            true => {
                let fault = self.shared.names.item("memory::outside").called(quote!(#fault));
                quote!(#fault)
            }
        };
        if self.body.locals.is_empty() {
            return elsewhere.into();
        }
        let shift = Literal::u32_unsuffixed(super::memory::OFFSET_BITS);
        let mask = self.shared.names.item("memory::OFFSET");
        let arms = self.body.locals.iter().enumerate().map(|(i, local)| {
            let number = Literal::u64_unsuffixed(self.first_local + i as u64);
            let name = &local.name;
            let access = own_array(quote!(#name), quote!((#address) & #mask));
            quote!(#number => #access,)
        });
        quote!(match (#address) >> #shift { #(#arms)* _ => #elsewhere }).into()
    }
}
