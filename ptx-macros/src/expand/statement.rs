//! Generates statements.

use crate::expand::Side;
use crate::expand::value::assignable;
use crate::expand::writer::Writer;
use crate::ir::{Guard, Operation, Place, Statement, Tail, Value};
use crate::scope::RegisterId;
use proc_macro2::{Ident, TokenStream, TokenTree};
use ptx_isa::{Returns, Type};
use ptx_translate::rust::{Tokens, assign, brace, let_be, located, own, represented};
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
        let rust = self.names.rust_type(ty);
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
        let bool = self.blamed_type(Type::Pred, &guard.condition);
        let held = own("__p");
        out.extend(quote!({ let #held: #bool = #condition; if #not #held { #operation } }));
    }

    fn operation(&self, out: &mut TokenStream, operation: &Operation) {
        if let (Side::Device, Some(text)) = (self.side, &operation.text) {
            return self.assembled(out, operation, text);
        }
        let sources = self.held(out, operation.sources.iter().map(|(value, ty)| (value, *ty)));
        let computed = &operation.computation.value;
        let result = self.names.argument(computed, &sources, self.carry.as_ref());
        match (computed.returns(), operation.destinations.as_slice()) {
            (Some(Returns::One(_)), [Some((place, ty))]) => self.write(out, place, *ty, result),
            (Some(Returns::One(_)) | None, _) => out.extend(quote!(let _ = #result;)),
            (Some(several), _) => self.write_each(out, operation, several, &result),
        }
    }

    /// Evaluates the sources from left to right. Stores each source in a variable, except
    /// registers, literals and constants.
    pub(super) fn held<'v>(
        &self,
        out: &mut TokenStream,
        sources: impl IntoIterator<Item = (&'v Value, Type)>,
    ) -> Vec<Tokens> {
        let held = sources.into_iter().enumerate().map(|(i, (source, ty))| {
            let value = self.value(source, ty);
            match source {
                Value::Host { .. } | Value::Complement(_) => {
                    let name = own(&format!("__s{i}"));
                    let_be(out, &name, &self.blamed_type(ty, source), &value);
                    name.into()
                }
                Value::Register { .. } | Value::Bits(_) | Value::Constant { .. } => value,
            }
        });
        held.collect()
    }

    /// Returns the Rust type of a source, with the span at which rustc reports a type error.
    fn blamed_type(&self, ty: Type, value: &Value) -> Tokens {
        let rust = self.names.rust_type(ty);
        match value.host() {
            Some(span) => rust.located_at(span),
            None => rust,
        }
    }

    /// Assigns the results of a function with several results to the destinations, in order.
    fn write_each(
        &self,
        out: &mut TokenStream,
        operation: &Operation,
        returns: Returns,
        result: &Tokens,
    ) {
        let names: Vec<_> = (0..returns.types().len()).map(|i| own(&format!("__e{i}"))).collect();
        let destination = |i: usize| operation.destinations.get(i).and_then(Option::as_ref);
        // The carry is the last result.
        let carry = self.carry.as_ref().zip(operation.computation.writes_carry);
        let is_carry = |i: usize| carry.is_some() && i == operation.destinations.len();
        let patterns = names.iter().enumerate().map(|(i, name)| match destination(i) {
            Some(_) => quote!(#name),
            None if is_carry(i) => quote!(#name),
            None => quote!(_),
        });
        out.extend(match returns {
            Returns::With(_) | Returns::WithCondition(_) => quote!(let (#(#patterns),*) = #result;),
            _ => quote!(let [#(#patterns),*] = #result;),
        });
        for (i, name) in names.into_iter().enumerate() {
            if let Some((place, ty)) = destination(i) {
                self.write(out, place, *ty, name.into());
            } else if let Some((carry, flag)) = carry.filter(|_| is_carry(i)) {
                out.append(carry.clone());
                assign(out, &represented(name.into(), flag));
            }
        }
    }

    /// Assigns a result of type `ty` to a destination.
    pub(super) fn write(&self, out: &mut TokenStream, place: &Place, ty: Type, value: Tokens) {
        match place {
            Place::Register { id, ty: declared, word } => {
                out.append(self.scopes.register(*id).variable(*word));
                assign(out, &self.names.converted(value, ty, *declared));
            }
            Place::Host { tokens, span } => {
                let place = assignable(tokens, *span);
                // Give the assignment the span of the operand, so that rustc reports errors at the
                // operand. For a Rust variable, the assignment also keeps the hygiene of the user's
                // code.
                let at = match tokens.as_slice() {
                    [TokenTree::Ident(_)] => *span,
                    _ => located(*span),
                };
                let held = Ident::new(&self.scopes.unique("result"), at);
                let_be(out, &held, &self.names.rust_type(ty), &value);
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
