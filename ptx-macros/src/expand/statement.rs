//! Generates statements.

use crate::expand::Side;
use crate::expand::blame;
use crate::expand::value::assignable;
use crate::expand::writer::Writer;
use crate::ir::{Destination, Guard, Operation, Statement, Tail, Value};
use crate::scope::RegisterId;
use proc_macro2::{Span, TokenStream, TokenTree};
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
                    Some(guard) => self.guarded(out, guard, &block, operation.word),
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

    fn guarded(&self, out: &mut TokenStream, guard: &Guard, operation: &TokenStream, word: Span) {
        let condition = self.blamed(&guard.condition, Type::Pred, word);
        let not = guard.complement.then(|| quote!(!));
        let held = own("__p");
        out.extend(quote!({ let #held = #condition; if #not #held { #operation } }));
    }

    fn operation(&self, out: &mut TokenStream, operation: &Operation) {
        if let (Side::Device, Some(text)) = (self.side, &operation.text) {
            return self.assembled(out, operation, text);
        }
        let sources = match blame::is_direct(operation) {
            true => {
                let sources = operation.sources.iter();
                sources.map(|(source, ty)| self.blamed(source, *ty, operation.word)).collect()
            }
            false => self.held(out, operation),
        };
        let computed = &operation.computation.value;
        let result = self.names.argument(computed, &sources, self.carry.as_ref());
        match (computed.returns(), operation.destinations.as_slice()) {
            (Some(Returns::One(_)), [Some((place, ty))]) => {
                self.write(out, operation, place, *ty, result);
            }
            (Some(Returns::One(_)) | None, _) => out.extend(quote!(let _ = #result;)),
            (Some(several), _) => self.write_each(out, operation, several, &result),
        }
    }

    /// Evaluates the sources from left to right. Stores each source in a variable, except
    /// registers, literals and constants.
    pub(super) fn held(&self, out: &mut TokenStream, operation: &Operation) -> Vec<Tokens> {
        let held = operation.sources.iter().enumerate().map(|(i, (source, ty))| {
            let value = self.blamed(source, *ty, operation.word);
            match source {
                Value::Host { .. } | Value::Complement(_) => {
                    let name = own(&format!("__s{i}"));
                    let_be(out, &name, &value);
                    name.into()
                }
                Value::Register { .. } | Value::Bits(_) | Value::Constant { .. } => value,
            }
        });
        held.collect()
    }

    /// Returns a source. A Rust variable or expression is the argument of a function, which explains its type where rustc
    /// reports another. `word` is the mnemonic.
    fn blamed(&self, source: &Value, ty: Type, word: Span) -> Tokens {
        match source {
            Value::Host { tokens, span } => {
                let value = assignable(tokens, *span);
                self.names
                    .item(blame::source(ty))
                    .located_at(word)
                    .called(value.into_token_stream())
            }
            Value::Complement(inner) => {
                let value = self.blamed(inner, ty, word);
                match inner.host() {
                    Some(span) => quote_spanned!(located(span)=> !#value).into(),
                    None => quote!(!#value).into(),
                }
            }
            other => self.value(other, ty),
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
            Returns::One(_) | Returns::Array(..) => quote!(let [#(#patterns),*] = #result;),
            _ => quote!(let (#(#patterns),*) = #result;),
        });
        for (i, name) in names.into_iter().enumerate() {
            if let Some((place, ty)) = destination(i) {
                self.write(out, operation, place, *ty, name.into());
            } else if let Some((carry, flag)) = carry.filter(|_| is_carry(i)) {
                out.append(carry.clone());
                assign(out, &represented(name.into(), flag));
            }
        }
    }

    /// Assigns a result of type `ty` to a destination.
    pub(super) fn write(
        &self,
        out: &mut TokenStream,
        operation: &Operation,
        place: &Destination,
        ty: Type,
        value: Tokens,
    ) {
        match place {
            Destination::Register { id, ty: declared, word } => {
                out.append(self.scopes.register(*id).variable(*word));
                assign(out, &self.names.converted(value, ty, *declared));
            }
            Destination::Host { tokens, span } => {
                let place = assignable(tokens, *span);
                // Give the assignment the span of the operand, so that rustc reports errors at the
                // operand. For a Rust variable, the assignment also keeps the hygiene of the user's
                // code.
                let at = match tokens.as_slice() {
                    [TokenTree::Ident(_)] => *span,
                    _ => located(*span),
                };
                let spelling = operation.text.as_ref().map_or("", |text| text.spelling.as_str());
                let value = value.located_at(*span).into_token_stream();
                let result = self.names.item(blame::result(spelling, ty)).called(value);
                let result = result.located_at(*span);
                out.extend(quote_spanned!(at=> #place = #result;));
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
