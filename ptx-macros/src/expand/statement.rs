//! Statements: what is computed and where it goes.

use super::Writer;
use super::tokens::{Tokens, assign, brace, let_be, own};
use super::value::{assignable, located};
use crate::ir::{Guard, Operation, Place, Statement, Tail, Value};
use crate::scope::RegisterId;
use proc_macro2::{Ident, Literal, Punct, Spacing, TokenStream, TokenTree};
use ptx_isa::{Call, Results, Type};
use quote::{ToTokens, TokenStreamExt, quote, quote_spanned};

impl Writer {
    pub(super) fn statement(&self, out: &mut TokenStream, statement: &Statement) {
        match statement {
            Statement::Declare(number, None) => {
                for id in &self.scopes.declarations[*number] {
                    self.declaration(out, *id);
                }
            }
            Statement::Declare(number, Some(error)) => {
                let variables = self.scopes.declarations[*number].iter().map(|id| {
                    let register = self.scopes.register(*id);
                    register.variable(register.declared)
                });
                out.extend(quote!(let (#(mut #variables,)*) = { #error };));
            }
            Statement::Block(inner) => {
                let mut block = TokenStream::new();
                for statement in inner {
                    self.statement(&mut block, statement);
                }
                brace(out, block);
            }
            Statement::Execute { guard, operation } => {
                let mut block = TokenStream::new();
                self.operation(&mut block, operation);
                match guard {
                    Some(guard) => self.guarded(out, guard, &block),
                    None => brace(out, block),
                }
            }
            Statement::Faulty(error) => out.extend(quote!({ #error })),
        }
    }

    fn declaration(&self, out: &mut TokenStream, id: RegisterId) {
        let register = self.scopes.register(id);
        let variable = register.variable(register.declared);
        let Some(ty) = register.ty else { return };
        let rust = self.rust_type(ty);
        let zero = match ty {
            Type::Pred => quote!(false),
            Type::F32 | Type::F64 => quote!(0.0),
            _ => quote!(0),
        };
        out.extend(quote!(let mut #variable: #rust = #zero;));
    }

    fn guarded(&self, out: &mut TokenStream, guard: &Guard, operation: &TokenStream) {
        let condition = self.value(&guard.condition, Type::Pred);
        let not = guard.complement.then(|| quote!(!));
        let (bool, held) = (self.rust_type(Type::Pred), own("__p"));
        out.extend(quote!({ let #held: #bool = #condition; if #not #held { #operation } }));
    }

    fn operation(&self, out: &mut TokenStream, operation: &Operation) {
        match operation {
            Operation::Compute { call, sources, ty, destinations } => {
                let arguments = self.held(out, sources.iter().map(|(value, ty)| (value, *ty)));
                let types: Vec<_> = sources.iter().map(|(_, ty)| *ty).collect();
                let result = self.call(call, arguments, &types, *ty);
                match (&call.results, destinations.as_slice()) {
                    (Results::Value | Results::Set(_), [Some(place)]) => {
                        self.write(out, place, *ty, result);
                    }
                    _ => self.write_each(out, destinations, *ty, &result),
                }
            }
            Operation::Move { ty, source, destination } => {
                let mut values = self.held(out, [(source, *ty)]);
                self.write(out, destination, *ty, values.remove(0));
            }
            Operation::Pack { whole, element, sources, destination } => {
                let arguments = self.held(out, sources.iter().map(|value| (value, *element)));
                let packed = self.packing("pack", *whole, *element).called(quote!(#(#arguments),*));
                self.write(out, destination, *whole, packed);
            }
            Operation::Unpack { whole, element, source, destinations } => {
                let argument = self.held(out, [(source, *whole)]);
                let unpacked =
                    self.packing("unpack", *whole, *element).called(quote!(#(#argument)*));
                self.write_each(out, destinations, *element, &unpacked);
            }
            Operation::Machine(machine) => self.machine(out, machine),
        }
    }

    /// Evaluates the sources from left to right; what a register or a literal holds needs no name.
    pub(crate) fn held<'v>(
        &self,
        out: &mut TokenStream,
        sources: impl IntoIterator<Item = (&'v Value, Type)>,
    ) -> Vec<Tokens> {
        let held = sources.into_iter().enumerate().map(|(i, (source, ty))| {
            let value = self.value(source, ty);
            match source {
                Value::Host { .. } | Value::Complement(_) => {
                    let name = own(&format!("__s{i}"));
                    let_be(out, &name, &self.rust_type(ty), &value);
                    name.into()
                }
                Value::Register { .. } | Value::Bits(_) => value,
            }
        });
        held.collect()
    }

    /// The result of a function on arguments of these types, as a value of type `ty`.
    fn call(&self, call: &Call, mut arguments: Vec<Tokens>, types: &[Type], ty: Type) -> Tokens {
        let is_narrowed = |ty: Type| call.narrowed && ty == Type::F64;
        let combination = call.combination.map(|op| (self.item(op), arguments.pop()));
        let mut all = TokenStream::new();
        let mut pass = |argument: Tokens| {
            argument.to_tokens(&mut all);
            all.append(Punct::new(',', Spacing::Alone));
        };
        for (argument, ty) in arguments.into_iter().zip(types) {
            pass(match is_narrowed(*ty) {
                true => self.item("narrow_map_f64").called(argument.into_token_stream()),
                false => argument,
            });
        }
        for mode in &call.modes {
            pass(self.item(mode));
        }
        if let Some(sm) = call.sm {
            pass(self.item("Sm").called(Literal::u16_unsuffixed(sm).into_token_stream()));
        }
        let mut result = self.item(&call.function).called(all);
        if let Some((op, c)) = combination {
            result = self.item("boolop").called(quote!(#result, #c, #op));
        }
        match &call.results {
            Results::Value if is_narrowed(ty) => {
                self.item("widen_map_f64").called(result.into_token_stream())
            }
            Results::Value | Results::Both => result,
            Results::Set(set) => self.item(set).called(result.into_token_stream()),
        }
    }

    /// The function that packs or unpacks: `pack_b64_b32`.
    fn packing(&self, verb: &str, whole: Type, element: Type) -> Tokens {
        self.item(&format!("{verb}_{}_{}", whole.word(), element.word()))
    }

    /// Writes the elements of an array to their destinations, in their order.
    fn write_each(
        &self,
        out: &mut TokenStream,
        places: &[Option<Place>],
        ty: Type,
        array: &Tokens,
    ) {
        let names: Vec<_> = (0..places.len()).map(|i| own(&format!("__e{i}"))).collect();
        let patterns = names.iter().zip(places).map(|(name, place)| match place {
            Some(_) => quote!(#name),
            None => quote!(_),
        });
        out.extend(quote!(let [#(#patterns),*] = #array;));
        for (name, place) in names.into_iter().zip(places) {
            if let Some(place) = place {
                self.write(out, place, ty, name.into());
            }
        }
    }

    /// Writes a value of an instruction's type to a destination.
    pub(crate) fn write(&self, out: &mut TokenStream, place: &Place, ty: Type, value: Tokens) {
        match place {
            Place::Register { id, ty: declared, word } => {
                out.append(self.scopes.register(*id).variable(*word));
                assign(out, &self.converted(value, ty, *declared));
            }
            Place::Host { tokens, span } => {
                let place = assignable(tokens, *span);
                // All of the assignment stands where the operand stands, a variable's with the
                // user's own hygiene: so rustc blames the operand, and not the macro.
                let at = match tokens.as_slice() {
                    [TokenTree::Ident(_)] => *span,
                    _ => located(*span),
                };
                let held = Ident::new(&self.scopes.unique("result"), at);
                let_be(out, &held, &self.rust_type(ty), &value);
                out.extend(quote_spanned!(at=> #place = #held;));
            }
        }
    }

    pub(super) fn tail(&self, out: &mut TokenStream, tail: &Tail) {
        let value = |value: &Value| match value {
            Value::Register { id, word, .. } => self.scopes.register(*id).variable(*word).into(),
            other => self.value(other, Type::Pred),
        };
        match tail {
            Tail::One(one) => value(one).to_tokens(out),
            Tail::Tuple(values) => {
                let values = values.iter().map(value);
                out.extend(quote!((#(#values,)*)));
            }
            Tail::Faulty(error) => out.extend(quote!({ #error })),
        }
    }
}
