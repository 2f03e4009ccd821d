//! Compares the declared parameters and results with the parameters and results in the PTX file.

use super::bytes_of;
use crate::declare::{Declaration, Error, Leaf, NUMBERS, Projection, Ty, Typed, bytes};
use crate::lower::body::{Body, Storage, Variable};
use crate::lower::{Interface, NameTable, storage};
use crate::rust::{Names, Tokens};
use crate::write::{Slice, alias};
use proc_macro2::{Literal, TokenStream};
use ptx_isa::{Kind, Message, Rust, Type};
use ptx_module::resolve::{Fault, Program};
use ptx_module::syntax::{Function, FunctionKind, Span};
use quote::quote;

/// The conversions between the declared Rust values and the PTX parameters and results.
pub(super) struct Signature<'n> {
    names: &'n Names,
    parameters: Vec<Variable>,
    returns: Vec<Variable>,
    /// The declared type of each result.
    results: Vec<Ty>,
    /// Statements that convert the Rust parameters to the PTX parameters.
    prelude: TokenStream,
}

/// A parameter or result in the PTX file.
struct Written<'a> {
    span: Span,
    name: &'a str,
    storage: Storage,
    /// The kind of number in the PTX declaration.
    kind: Kind,
}

impl Written<'_> {
    /// Returns whether the PTX type is `.b32`. LLVM widens shorter integers and `bool` to `.b32`.
    fn is_word(&self) -> bool {
        matches!(self.storage, Storage::Scalar(ty) if ty == Type::B32) && self.kind == Kind::Bits
    }
}

fn written<'a>(
    declarations: &[ptx_module::syntax::Declaration<'a>],
) -> Result<Vec<Written<'a>>, Fault> {
    let all = declarations.iter().flat_map(|one| one.names.iter().map(move |name| (one, name)));
    all.map(|(declaration, declarator)| {
        let storage = storage(declaration, declarator)?;
        let kind = match storage {
            // Rust has no stable type for `.f16`, so the kind is not checked.
            Storage::Scalar(ty) if ty.rust().is_float() || ty.kind() == Kind::Integer => ty.kind(),
            _ => Kind::Bits,
        };
        let (span, name) = (declaration.span.clone(), declarator.name.text);
        Ok(Written { span, name, storage, kind })
    })
    .collect()
}

/// Returns the PTX type that holds a Rust number.
fn type_of(ty: Rust) -> Type {
    match ty {
        Rust::Bool | Rust::U8 => Type::U8,
        Rust::U16 => Type::U16,
        Rust::U32 => Type::U32,
        Rust::U64 => Type::U64,
        Rust::U128 => Type::B128,
        Rust::I8 => Type::S8,
        Rust::I16 => Type::S16,
        Rust::I32 => Type::S32,
        Rust::I64 => Type::S64,
        Rust::F32 => Type::F32,
        Rust::F64 => Type::F64,
    }
}

/// Returns whether a declared Rust type contradicts the kind in the PTX declaration.
fn contradicts(kind: Kind, ty: Rust) -> bool {
    kind == Kind::Float && !ty.is_float() || kind == Kind::Integer && ty.is_float()
}

impl<'n> Signature<'n> {
    pub(super) fn new(
        program: &Program<'_>,
        function: &Function<'_>,
        declaration: &Declaration,
        names: &'n Names,
        table: &mut NameTable,
    ) -> Result<Self, super::Failure> {
        let (parameters, returns) = (written(&function.parameters)?, written(&function.returns)?);
        count(program, function, declaration, &parameters)?;
        let mut signature = Self {
            names,
            parameters: Vec::new(),
            returns: Vec::new(),
            results: Vec::new(),
            prelude: TokenStream::new(),
        };
        let mut slices = 0;
        for (written, declared) in parameters.iter().zip(&declaration.parameters) {
            let is_pointer = matches!(declared.typed.ty, Ty::Pointer { .. });
            slices += usize::from(is_pointer);
            let is_widened = function.kind == FunctionKind::Func && written.is_word();
            check(program, written, &declared.typed, "parameter", is_widened)?;
            let variable = signature.parameter(written, declared, slices, table);
            signature.parameters.push(variable);
        }
        let name = declaration.name.span();
        let results: Vec<(Ty, Typed)> = match (returns.len(), &declaration.returns) {
            (0, None) => Vec::new(),
            (0, Some(typed)) => {
                let what = format!("`{}` returns nothing", function.name.text);
                return Err(Error::new(typed.at, what).into());
            }
            (_, None) => {
                let what = format!("`{}` returns a value", function.name.text);
                let place = program.place(function.span.start);
                let message = Message::new(what).note(format!("its result is declared at {place}"));
                return Err(Error { at: name, message }.help("declare its type: `-> f32`").into());
            }
            (1, Some(typed)) => vec![(typed.ty.clone(), typed.clone())],
            (several, Some(typed)) => match &typed.ty {
                Ty::Tuple(elements) if elements.len() == several => elements
                    .iter()
                    .map(|ty| (ty.clone(), Typed { ty: ty.clone(), ..typed.clone() }))
                    .collect(),
                _ => {
                    let what = format!("`{}` returns {several} values", function.name.text);
                    return Err(Error::new(typed.at, what).help("declare a tuple of them").into());
                }
            },
        };
        for (written, (ty, typed)) in returns.iter().zip(results) {
            check(program, written, &typed, "result", true)?;
            let storage = match (written.storage, &ty) {
                (Storage::Scalar(declared), Ty::Number(rust))
                    if *rust != Rust::Bool && bytes(*rust) * 8 == declared.bits() as usize =>
                {
                    Storage::Scalar(type_of(*rust))
                }
                (storage, _) => storage,
            };
            signature.returns.push(Variable { name: table.make(written.name), storage });
            signature.results.push(ty);
        }
        Ok(signature)
    }

    /// Returns the variable of a parameter, and adds to `prelude` the statement that converts the
    /// parameter.
    fn parameter(
        &mut self,
        written: &Written<'_>,
        declared: &crate::declare::Parameter,
        slices: usize,
        table: &mut NameTable,
    ) -> Variable {
        let user = &declared.name;
        match (&declared.typed.ty, written.storage) {
            (Ty::Pointer { .. }, _) => {
                Variable { name: user.clone(), storage: Storage::Address(slices) }
            }
            (Ty::Number(number), Storage::Scalar(ty))
                if *number == Rust::Bool || bytes(*number) < ty.bits() as usize / 8 =>
            {
                let (name, rust) = (table.make(written.name), self.names.rust_type(ty));
                self.prelude.extend(quote!(let #name: #rust = #user as #rust;));
                Variable { name, storage: written.storage }
            }
            (Ty::Number(rust), Storage::Scalar(_)) => {
                Variable { name: user.clone(), storage: Storage::Scalar(type_of(*rust)) }
            }
            (ty, storage) => {
                let name = table.make(written.name);
                let count = Literal::usize_unsuffixed(bytes_of(storage));
                let byte = self.names.item("U8");
                self.prelude.extend(quote!(let mut #name: [#byte; #count] = [0; #count];));
                for leaf in ty.leaves() {
                    let value = reached(user, &leaf);
                    let value = match leaf.ty {
                        Rust::Bool => quote!([(#value) as #byte]),
                        _ => quote!((#value).to_le_bytes()),
                    };
                    let held = crate::rust::binding("bytes");
                    self.prelude.extend(quote!(let #held = #value;));
                    for i in 0..bytes(leaf.ty) {
                        let to = Literal::usize_unsuffixed(leaf.offset + i);
                        let from = Literal::usize_unsuffixed(i);
                        self.prelude.extend(quote!(#name[#to] = #held[#from];));
                    }
                }
                Variable { name, storage }
            }
        }
    }

    pub(super) fn interface(&self, names: NameTable) -> Interface {
        Interface {
            parameters: self.parameters.clone(),
            returns: self.returns.clone(),
            names,
            is_called: false,
        }
    }

    /// Returns the slices and references among the parameters.
    pub(super) fn slices(&self, declaration: &Declaration) -> Vec<Slice> {
        let slice = |parameter: &crate::declare::Parameter| match parameter.typed.ty {
            Ty::Pointer { element, is_mutable, is_slice } => {
                Some(Slice { name: parameter.name.clone(), element, is_mutable, is_slice })
            }
            _ => None,
        };
        declaration.parameters.iter().filter_map(slice).collect()
    }

    /// Returns the declared type of each result.
    pub(super) fn results(&self) -> &[Ty] {
        &self.results
    }

    pub(super) fn prelude(&self) -> &TokenStream {
        &self.prelude
    }

    /// Generates the value that the function returns.
    pub(super) fn returned(&self, body: &Body<'_>) -> TokenStream {
        let results = body.returns.iter().zip(&self.results).map(|(id, ty)| {
            let variable = &body.variables[*id];
            let name = &variable.name;
            match (ty, variable.storage) {
                (Ty::Number(Rust::Bool), Storage::Scalar(held)) => {
                    let value = self.names.converted(name.clone().into(), held, Type::U8);
                    quote!(((#value) != 0))
                }
                (Ty::Number(rust), Storage::Scalar(held)) => {
                    let value = self.names.converted(name.clone().into(), held, type_of(*rust));
                    quote!(#value)
                }
                (ty, _) => self.built(name, ty, 0),
            }
        });
        let results: Vec<_> = results.collect();
        match results.as_slice() {
            [] => TokenStream::new(),
            [one] => one.clone(),
            several => quote!((#(#several),*)),
        }
    }

    /// Generates a value of a declared type from bytes.
    fn built(&self, name: &proc_macro2::Ident, ty: &Ty, offset: usize) -> TokenStream {
        let index = |i: usize| Literal::usize_unsuffixed(offset + i);
        match ty {
            Ty::Number(Rust::Bool) => {
                let at = index(0);
                quote!((#name[#at] != 0))
            }
            Ty::Number(rust) => {
                let (ty, all) = (alias(self.names, *rust), (0..bytes(*rust)).map(index));
                quote!(#ty::from_le_bytes([#(#name[#all]),*]))
            }
            Ty::Array(element, count) => {
                let size = element.layout().0;
                let all = (0..*count).map(|i| self.built(name, element, offset + i * size));
                quote!([#(#all),*])
            }
            Ty::Tuple(elements) => {
                let mut at = offset;
                let all = elements.iter().map(|element| {
                    let (size, alignment) = element.layout();
                    at = at.next_multiple_of(alignment);
                    let built = self.built(name, element, at);
                    at += size;
                    built
                });
                let all: Vec<_> = all.collect();
                quote!((#(#all,)*))
            }
            Ty::Pointer { .. } => quote!(),
        }
    }
}

/// Generates an expression for a number inside the variable `user`, such as `v.0[1]`.
fn reached(user: &proc_macro2::Ident, leaf: &Leaf) -> TokenStream {
    let mut value = Tokens::from(user.clone());
    for step in &leaf.path {
        value = match step {
            Projection::Field(i) => {
                let i = Literal::usize_unsuffixed(*i);
                quote!(#value.#i)
            }
            Projection::Index(i) => {
                let i = Literal::usize_unsuffixed(*i);
                quote!(#value[#i])
            }
        }
        .into();
    }
    quote!(#value)
}

fn count(
    program: &Program<'_>,
    function: &Function<'_>,
    declaration: &Declaration,
    parameters: &[Written<'_>],
) -> Result<(), Error> {
    let (found, wanted) = (declaration.parameters.len(), parameters.len());
    if found == wanted {
        return Ok(());
    }
    let plural = |count| if count == 1 { "parameter" } else { "parameters" };
    let at = match declaration.parameters.get(wanted) {
        Some(extra) => extra.typed.at,
        None => declaration.name.span(),
    };
    let what = format!(
        "`{}` has {wanted} {}, and {found} {} declared",
        function.name.text,
        plural(wanted),
        if found == 1 { "is" } else { "are" }
    );
    let note = match parameters.get(found) {
        Some(missing) => {
            let place = program.place(missing.span.start);
            format!("parameter {} is `{}`, declared at {place}", found + 1, missing.name)
        }
        None => format!("it begins at {}", program.place(function.span.start)),
    };
    Err(Error { at, message: Message::new(what).note(note) })
}

/// Reports a declared type that does not fit the PTX parameter or result. `may_be_narrow` allows a
/// narrower integer type, which holds the low bits.
fn check(
    program: &Program<'_>,
    written: &Written<'_>,
    typed: &Typed,
    what: &str,
    may_be_narrow: bool,
) -> Result<(), Error> {
    let size = bytes_of(written.storage);
    let error = |message: String, help: Option<String>| {
        let place = program.place(written.span.start);
        let note = format!("`{}` has {size} bytes; it is declared at {place}", written.name);
        let message = Message::new(message).note(note);
        let message = match help {
            Some(help) => message.help(help),
            None => message,
        };
        Err(Error { at: typed.at, message })
    };
    let declared = typed.ty.layout().0;
    let name = typed.ty.name();
    let is_scalar = matches!(written.storage, Storage::Scalar(_));
    match &typed.ty {
        Ty::Pointer { .. } if is_scalar && size == 8 && written.kind != Kind::Float => Ok(()),
        Ty::Pointer { .. } => error(format!("this {what} is not an address, as `{name}` is"), None),
        Ty::Number(_) if !is_scalar && declared == size => Ok(()),
        Ty::Number(_) if !is_scalar => error(
            format!("this {what} is a struct, and `{name}` is a number"),
            Some("declare a tuple or an array with the layout of C: `(f32, f32)`".into()),
        ),
        Ty::Number(ty) => {
            let is_narrow = may_be_narrow && declared < size && !ty.is_float();
            let is_other_kind = contradicts(written.kind, *ty);
            if !is_other_kind && (declared == size || is_narrow) {
                return Ok(());
            }
            let fitting = NUMBERS
                .iter()
                .filter(|ty| bytes(**ty) == size && !contradicts(written.kind, **ty))
                .map(|ty| format!("`{}`", ty.name()));
            let help = format!("declare {}", fitting.collect::<Vec<_>>().join(" or "));
            let kind = if written.kind == Kind::Float { "a float" } else { "an integer" };
            let message = match is_other_kind {
                true => format!("this {what} is {kind}, and `{name}` is not"),
                false => format!("this {what} has {size} bytes, and `{name}` has {declared}"),
            };
            error(message, Some(help))
        }
        _ if is_scalar => error(format!("this {what} is a number, and `{name}` is not"), None),
        _ if declared == size => Ok(()),
        _ => error(format!("this {what} has {size} bytes, and `{name}` has {declared}"), None),
    }
}
