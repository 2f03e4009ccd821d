//! Writes Rust. The only place that does.

use crate::diag::Error;
use crate::directives::Directives;
use crate::ir::{Guard, Operation, Place, Statement, Tail, Value};
use crate::lower::Lowering;
use crate::parse;
use crate::scope::{RegisterId, Scopes};
use crate::tokens::{Cursor, check_nesting, without_comments};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use ptx_isa::{Call, Kind, Results, Type};
use quote::{ToTokens, TokenStreamExt, quote, quote_spanned};

/// Expands `[$crate] [dialect] tokens`.
pub(crate) fn ptx(input: TokenStream) -> TokenStream {
    if let Err(error) = check_nesting(&input) {
        return quote!({ #error });
    }
    let mut input = input.into_iter();
    let facade = stream_of(input.next());
    let named = without_comments(stream_of(input.next()));
    let (base, name) = inherited(&named);
    let tokens = without_comments(input.collect());
    let mut cursor = Cursor::new(&tokens, Span::call_site());
    let (dialect, errors) = Directives::parse(&mut cursor).over(&base, &name);
    let mut lowering = Lowering::new(&dialect);
    let (statements, tail) = lowering.program(&parse::program(cursor));
    Writer::new(&facade, lowering.scopes).block(&errors, &statements, tail.as_ref())
}

pub(crate) fn stream_of(token: Option<TokenTree>) -> TokenStream {
    match token {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    }
}

/// The directives of the dialect that the call goes through, and its name.
fn inherited(named: &[TokenTree]) -> (Directives, String) {
    let mut cursor = Cursor::new(named, Span::call_site());
    let name = cursor.eat_ident().map(ToString::to_string).unwrap_or_default();
    (Directives::parse(&mut cursor), name)
}

pub(crate) struct Writer {
    /// `$crate::__private`
    pub(crate) path: Path,
    pub(crate) scopes: Scopes,
}

/// A path token by token: a stream spliced into another costs more than its few tokens, and
/// every statement names several things by this path.
pub(crate) struct Path(Vec<TokenTree>);

impl ToTokens for Path {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().cloned());
    }
}

/// Lints and hygiene: what the macro makes up is the macro's own.
pub(crate) fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn braced(inner: TokenStream) -> TokenStream {
    TokenTree::from(Group::new(Delimiter::Brace, inner)).into()
}

/// The hygiene of the macro at a place of the user's.
fn located(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

/// Parentheses of our own around what the user wrote inside his.
fn parenthesised(tokens: &TokenStream, span: Span) -> TokenTree {
    let mut group = Group::new(Delimiter::Parenthesis, tokens.clone());
    group.set_span(located(span));
    group.into()
}

impl Writer {
    /// A writer of paths that begin with the facade's.
    pub(crate) fn new(facade: &TokenStream, scopes: Scopes) -> Self {
        Self { path: Path(quote!(#facade::__private).into_iter().collect()), scopes }
    }

    /// Everything that a macro call becomes.
    pub(crate) fn block(
        &self,
        errors: &[Error],
        statements: &[Statement],
        tail: Option<&Tail>,
    ) -> TokenStream {
        let last_is_faulty = matches!(statements.last(), Some(Statement::Faulty(_)));
        // Moved, not spliced: `quote!` would copy every token once more.
        let statements: TokenStream =
            statements.iter().map(|statement| self.statement(statement)).collect();
        let tail = match tail {
            Some(tail) => self.tail(tail),
            None if last_is_faulty => TokenStream::new(),
            // In an empty block rustc finds no variable of ours to offer as a value.
            None => quote!({}),
        };
        quote!({ #({ #errors })* #statements #tail })
    }

    fn statement(&self, statement: &Statement) -> TokenStream {
        match statement {
            Statement::Declare(number, None) => {
                self.scopes.declarations[*number].iter().map(|id| self.declaration(*id)).collect()
            }
            Statement::Declare(number, Some(error)) => {
                let variables = self.scopes.declarations[*number].iter().map(|id| {
                    let register = self.scopes.register(*id);
                    register.variable(register.declared)
                });
                quote!(let (#(mut #variables,)*) = { #error };)
            }
            Statement::Block(inner) => {
                braced(inner.iter().map(|statement| self.statement(statement)).collect())
            }
            Statement::Execute { guard, operation } => {
                let operation = self.operation(operation);
                match guard {
                    Some(guard) => self.guarded(guard, &operation),
                    None => braced(operation),
                }
            }
            Statement::Faulty(error) => quote!({ #error }),
        }
    }

    fn declaration(&self, id: RegisterId) -> TokenStream {
        let register = self.scopes.register(id);
        let variable = register.variable(register.declared);
        let Some(ty) = register.ty else { return TokenStream::new() };
        let rust = self.rust_type(ty);
        let zero = match ty {
            Type::Pred => quote!(false),
            Type::F32 | Type::F64 => quote!(0.0),
            _ => quote!(0),
        };
        quote!(let mut #variable: #rust = #zero;)
    }

    fn guarded(&self, guard: &Guard, operation: &TokenStream) -> TokenStream {
        let condition = self.value(&guard.condition, Type::Pred);
        let not = guard.complement.then(|| quote!(!));
        let (path, held) = (&self.path, own("__p"));
        quote!({ let #held: #path::Bool = #condition; if #not #held { #operation } })
    }

    fn operation(&self, operation: &Operation) -> TokenStream {
        match operation {
            Operation::Compute { call, sources, ty, destinations } => {
                let (lets, arguments) = self.held(sources.iter().map(|(value, ty)| (value, *ty)));
                let types: Vec<_> = sources.iter().map(|(_, ty)| *ty).collect();
                let result = self.call(call, arguments, &types, *ty);
                let write = match (&call.results, destinations.as_slice()) {
                    (Results::Value | Results::Set(_), [Some(place)]) => {
                        self.write(place, *ty, &result)
                    }
                    _ => self.write_each(destinations, *ty, &result),
                };
                quote!(#lets #write)
            }
            Operation::Move { ty, source, destination } => {
                let (lets, mut values) = self.held([(source, *ty)]);
                let write = self.write(destination, *ty, &values.remove(0));
                quote!(#lets #write)
            }
            Operation::Pack { whole, element, sources, destination } => {
                let (lets, arguments) = self.held(sources.iter().map(|value| (value, *element)));
                let (path, pack) = (&self.path, packing("pack", *whole, *element));
                let write =
                    self.write(destination, *whole, &quote!(#path::#pack([#(#arguments),*])));
                quote!(#lets #write)
            }
            Operation::Unpack { whole, element, source, destinations } => {
                let (lets, argument) = self.held([(source, *whole)]);
                let (path, unpack) = (&self.path, packing("unpack", *whole, *element));
                let writes =
                    self.write_each(destinations, *element, &quote!(#path::#unpack(#(#argument)*)));
                quote!(#lets #writes)
            }
            Operation::Machine(machine) => self.machine(machine),
        }
    }

    /// Evaluates the sources from left to right; what a register or a literal holds needs no name.
    pub(crate) fn held<'v>(
        &self,
        sources: impl IntoIterator<Item = (&'v Value, Type)>,
    ) -> (TokenStream, Vec<TokenStream>) {
        let mut lets = TokenStream::new();
        let arguments = sources.into_iter().enumerate().map(|(i, (source, ty))| {
            let value = self.value(source, ty);
            match source {
                Value::Host { .. } | Value::Complement(_) => {
                    let rust = self.rust_type(ty);
                    let name = own(&format!("__s{i}"));
                    lets.extend(quote!(let #name: #rust = #value;));
                    quote!(#name)
                }
                Value::Register { .. } | Value::Bits(_) => value,
            }
        });
        let arguments = arguments.collect();
        (lets, arguments)
    }

    /// The result of a function on arguments of these types, as a value of type `ty`.
    fn call(
        &self,
        call: &Call,
        mut arguments: Vec<TokenStream>,
        types: &[Type],
        ty: Type,
    ) -> TokenStream {
        let path = &self.path;
        let function = own(&call.function);
        let is_narrowed = |ty: Type| call.narrowed && ty == Type::F64;
        let combination = call.combination.map(|op| (own(op), arguments.pop()));
        let mut all = TokenStream::new();
        for (argument, ty) in arguments.into_iter().zip(types) {
            match is_narrowed(*ty) {
                true => all.extend(quote!(#path::narrow_map_f64(#argument))),
                false => all.extend(argument),
            }
            all.append(Punct::new(',', Spacing::Alone));
        }
        for mode in &call.modes {
            let mode = own(mode);
            all.extend(quote!(#path::#mode,));
        }
        if let Some(sm) = call.sm {
            let sm = Literal::u16_unsuffixed(sm);
            all.extend(quote!(#path::Sm(#sm)));
        }
        let mut result = quote!(#path::#function);
        result.append(Group::new(Delimiter::Parenthesis, all));
        if let Some((op, c)) = combination {
            result = quote!(#path::boolop(#result, #c, #path::#op));
        }
        match &call.results {
            Results::Value if is_narrowed(ty) => quote!(#path::widen_map_f64(#result)),
            Results::Value | Results::Both => result,
            Results::Set(set) => {
                let set = own(set);
                quote!(#path::#set(#result))
            }
        }
    }

    /// Writes the elements of an array to their destinations, in their order.
    fn write_each(&self, places: &[Option<Place>], ty: Type, array: &TokenStream) -> TokenStream {
        let names: Vec<_> = (0..places.len()).map(|i| own(&format!("__e{i}"))).collect();
        let writes = names
            .iter()
            .zip(places)
            .filter_map(|(name, place)| Some(self.write(place.as_ref()?, ty, &quote!(#name))));
        let patterns = names.iter().zip(places).map(|(name, place)| match place {
            Some(_) => quote!(#name),
            None => quote!(_),
        });
        quote!(let [#(#patterns),*] = #array; #(#writes)*)
    }

    /// Writes a value of an instruction's type to a destination.
    pub(crate) fn write(&self, place: &Place, ty: Type, value: &TokenStream) -> TokenStream {
        match place {
            Place::Register { id, ty: declared, word } => {
                let variable = self.variable(*id, *word);
                let value = self.converted(value, ty, *declared);
                quote!(#variable = #value;)
            }
            Place::Host { tokens, span } => {
                let rust = self.rust_type(ty);
                let place = assignable(tokens, *span);
                // All of the assignment stands where the operand stands, a variable's with the
                // user's own hygiene: so rustc blames the operand, and not the macro.
                let at = if is_variable(tokens) { *span } else { located(*span) };
                let held = Ident::new(&self.scopes.unique("result"), at);
                let assignment = quote_spanned!(at=> #place = #held;);
                quote!(let #held: #rust = #value; #assignment)
            }
        }
    }

    pub(crate) fn value(&self, value: &Value, ty: Type) -> TokenStream {
        match value {
            Value::Register { id, ty: declared, word } => {
                self.converted(&self.variable(*id, *word), *declared, ty)
            }
            Value::Host { tokens, span } => assignable(tokens, *span),
            Value::Bits(bits) => self.literal(*bits, ty),
            Value::Complement(inner) => {
                let inner = self.value(inner, ty);
                quote!(!#inner)
            }
        }
    }

    fn variable(&self, id: RegisterId, word: Span) -> TokenStream {
        self.scopes.register(id).variable(word).to_token_stream()
    }

    fn literal(&self, bits: u64, ty: Type) -> TokenStream {
        let path = &self.path;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the literal was cut to the type's width"
        )]
        match ty {
            Type::Pred => Ident::new(if bits == 0 { "false" } else { "true" }, Span::mixed_site())
                .into_token_stream(),
            // A decimal costs rustc least.
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
                quote!(#path::F32::from_bits(#bits))
            }
            Type::F64 => {
                let bits = Literal::u64_unsuffixed(bits);
                quote!(#path::F64::from_bits(#bits))
            }
            // With its suffix, since a conversion may follow that would lend its own type.
            _ => {
                let shift = 64 - ty.bits();
                let signed = (bits << shift).cast_signed() >> shift;
                let literal = match rust_name(ty) {
                    "I8" => Literal::i8_suffixed(signed as i8),
                    "I16" => Literal::i16_suffixed(signed as i16),
                    "I32" => Literal::i32_suffixed(signed as i32),
                    "I64" => Literal::i64_suffixed(signed),
                    "U8" => Literal::u8_suffixed(bits as u8),
                    "U16" => Literal::u16_suffixed(bits as u16),
                    "U32" => Literal::u32_suffixed(bits as u32),
                    _ => Literal::u64_suffixed(bits),
                };
                literal.into_token_stream()
            }
        }
    }

    /// The bits of a value of one type as a value of another of the same width.
    fn converted(&self, value: &TokenStream, from: Type, to: Type) -> TokenStream {
        let path = &self.path;
        let (a, b) = (rust_name(from), rust_name(to));
        let is_float = |name: &str| name.starts_with('F');
        let target = own(b);
        match (is_float(a), is_float(b)) {
            _ if a == b => value.clone(),
            (true, false) => {
                let bits = quote!(#path::#target);
                match is_signed(to) {
                    true => quote!((#value).to_bits() as #bits),
                    false => quote!((#value).to_bits()),
                }
            }
            (false, true) => {
                let bits = own(if b == "F32" { "U32" } else { "U64" });
                match is_signed(from) {
                    true => quote!(#path::#target::from_bits(#value as #path::#bits)),
                    false => quote!(#path::#target::from_bits(#value)),
                }
            }
            _ => quote!((#value) as #path::#target),
        }
    }

    pub(crate) fn rust_type(&self, ty: Type) -> TokenStream {
        let (path, name) = (&self.path, own(rust_name(ty)));
        quote!(#path::#name)
    }

    fn tail(&self, tail: &Tail) -> TokenStream {
        let value = |value: &Value| match value {
            Value::Register { id, word, .. } => self.variable(*id, *word),
            other => self.value(other, Type::Pred),
        };
        match tail {
            Tail::One(one) => value(one),
            Tail::Tuple(values) => {
                let values = values.iter().map(value);
                quote!((#(#values,)*))
            }
            Tail::Faulty(error) => quote!({ #error }),
        }
    }
}

fn signed(negative: bool, magnitude: Literal) -> TokenStream {
    let sign = negative.then(|| quote!(-));
    quote!(#sign #magnitude)
}

/// A Rust variable as it is; an expression in parentheses of our own.
fn assignable(tokens: &TokenStream, span: Span) -> TokenStream {
    if is_variable(tokens) { tokens.clone() } else { parenthesised(tokens, span).into() }
}

fn is_variable(tokens: &TokenStream) -> bool {
    let mut inside = tokens.clone().into_iter();
    matches!((inside.next(), inside.next()), (Some(TokenTree::Ident(_)), None))
}

/// Whether no lint takes the literal for a constant such as pi, approximated: a multiple of 1/8.
fn is_plain(value: f64) -> bool {
    value.is_finite() && (value * 8.0).fract() == 0.0
}

fn is_signed(ty: Type) -> bool {
    ty.kind() == Kind::Integer && ty.word().starts_with('s')
}

/// The name under which the facade exports the Rust type of a PTX type.
fn rust_name(ty: Type) -> &'static str {
    match (ty, ty.bits()) {
        (Type::Pred, _) => "Bool",
        (Type::F32, _) => "F32",
        (Type::F64, _) => "F64",
        (_, 8) if is_signed(ty) => "I8",
        (_, 16) if is_signed(ty) => "I16",
        (_, 32) if is_signed(ty) => "I32",
        (_, 64) if is_signed(ty) => "I64",
        (_, 8) => "U8",
        (_, 16) => "U16",
        (_, 32) => "U32",
        _ => "U64",
    }
}

/// The function that packs or unpacks: `pack_b64_b32`.
fn packing(verb: &str, whole: Type, element: Type) -> Ident {
    own(&format!("{verb}_{}_{}", whole.word(), element.word()))
}
