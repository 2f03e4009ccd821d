//! The initial values of the variables of a module (PTX ISA, "Initializers").

use crate::resolve::variable::{MOST_BYTES_OF_MODULE, element, extent, length};
use crate::resolve::{Fault, constant};
use crate::syntax::{
    Declaration, Declarator, Expression, ExpressionStep, Operand, OperandKind, Span, StateSpace,
};
use ptx_isa::literal::{self, Literal};
use ptx_isa::{Code, Help, Message, Type};
use std::collections::{HashMap, HashSet};

/// The type, the size and the initial value of a variable.
///
/// ```
/// use ptx_module::resolve::initial::Initial;
/// use ptx_module::syntax::{Source, parse};
///
/// let source = Source::new("a.ptx", b".version 8.0\n.target sm_80\n.global .u16 a[3] = {1, 0x102};");
/// let tree = parse(&source.text);
/// let declaration = tree.variables().next().unwrap();
/// let initial = Initial::new(declaration, &declaration.names[0]).unwrap();
/// assert_eq!((initial.bytes, initial.value()), (Some(6), vec![1, 0, 2, 1]));
/// ```
#[derive(Clone, Debug)]
pub struct Initial {
    /// The type of the elements.
    pub ty: Type,
    /// The size in bytes; `None` for an array without a size.
    pub bytes: Option<usize>,
    /// The numbers: the position of each in bytes, and its bits.
    elements: Vec<(usize, u64)>,
    /// The addresses.
    pub pointers: Vec<Pointer>,
}

/// An address, or one byte of an address, in an initial value: `table`, `generic(table)+4`, `0xff00(table)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The variable or function.
    pub name: String,
    /// The position in the initial value.
    at: usize,
    span: Span,
    is_generic: bool,
    /// The number that is added to the address.
    offset: u64,
    /// If the value is one byte of the address: the position of the byte in the address.
    byte: Option<usize>,
}

impl Pointer {
    /// Returns the address of a variable plus `offset`, at the position `at` of an initial value.
    #[must_use]
    pub fn of_variable(name: String, at: usize, offset: u64) -> Self {
        Self { name, at, span: Span::default(), is_generic: true, offset, byte: None }
    }

    /// Writes the address, or its byte, to the initial value.
    pub fn write(&self, address: u64, value: &mut [u8]) {
        let bytes = address.wrapping_add(self.offset).to_le_bytes();
        match self.byte {
            Some(byte) => value[self.at] = bytes[byte],
            None => value[self.at..self.at + 8].copy_from_slice(&bytes),
        }
    }
}

/// The functions and variables whose addresses an initial value may contain.
#[derive(Debug)]
pub struct Nameable<'a> {
    functions: HashSet<&'a str>,
    /// The variables with their state spaces.
    variables: HashMap<&'a str, StateSpace>,
    /// The number of names that messages may still be compared with. The limit keeps the total work linear in the
    /// length of the text.
    left: usize,
}

/// The maximum number of names that all messages about one text are compared with.
const MOST_COMPARED: usize = 100_000;

impl Default for Nameable<'_> {
    fn default() -> Self {
        let (functions, variables) = (HashSet::new(), HashMap::new());
        Self { functions, variables, left: MOST_COMPARED }
    }
}

impl<'a> Nameable<'a> {
    /// Adds a function.
    pub fn function(&mut self, name: &'a str) {
        self.functions.insert(name);
    }

    /// Adds a variable.
    pub fn variable(&mut self, declaration: &Declaration<'a>, declarator: &Declarator<'a>) {
        if declaration.space.value != StateSpace::Reg {
            self.variables.insert(declarator.name.text, declaration.space.value);
        }
    }

    /// Checks the name of an address.
    fn check(&mut self, pointer: &Pointer) -> Result<(), Fault> {
        let name = pointer.name.as_str();
        let fault = |message: Message| Err(Fault::new(pointer.span.clone(), message));
        if self.functions.contains(name) {
            return match pointer.is_generic || pointer.offset != 0 {
                true => fault(Message::new(format!(
                    "`{name}` is a function: only its own address is an initial value"
                ))),
                false => Ok(()),
            };
        }
        match self.variables.get(name) {
            Some(StateSpace::Global | StateSpace::Const) => Ok(()),
            Some(space) => fault(
                Message::new(format!("the address of `{name}` is not known before a launch"))
                    .note(format!("`{name}` is `.{space}`"))
                    .note("initial values contain addresses of `.global` and `.const` only"),
            ),
            None => fault(self.undeclared(name)),
        }
    }

    fn undeclared(&mut self, name: &str) -> Message {
        let message =
            Message::new(format!("no variable or function `{name}` is declared before this line"))
                .coded(Code::Undeclared);
        let Some(left) = self.left.checked_sub(self.functions.len() + self.variables.len()) else {
            return message;
        };
        self.left = left;
        let mut names: Vec<_> = self.variables.keys().chain(&self.functions).copied().collect();
        names.sort_unstable();
        match ptx_isa::nearest(name, names) {
            Some(near) => message.help(Help::meant(near)),
            None => message,
        }
    }
}

/// Returns whether a declaration declares textures, samplers or surfaces, which have no bytes and no elements.
#[must_use]
pub fn is_opaque(declaration: &Declaration<'_>) -> bool {
    declaration.types.iter().any(|word| matches!(word.text, "texref" | "samplerref" | "surfref"))
}

/// Returns whether the variables of a declaration may have an initial value.
#[must_use]
pub fn has_initial(declaration: &Declaration<'_>) -> bool {
    matches!(declaration.space.value, StateSpace::Global | StateSpace::Const)
        && !is_opaque(declaration)
}

/// One pair of braces around the elements of an initial value.
#[derive(Clone, Copy)]
enum Level {
    /// An array of this size, if the size is written.
    Array(Option<usize>),
    /// A vector with this number of elements.
    Vector(usize),
}

impl Initial {
    /// Parses the size and the initial value of a variable for which [`has_initial`] returns `true`.
    ///
    /// # Errors
    /// Returns the first fault. A fault with [`Code::Unsupported`] means that PTX has the declaration.
    pub fn new(declaration: &Declaration<'_>, declarator: &Declarator<'_>) -> Result<Self, Fault> {
        let name = &declarator.name;
        let ty = element(declaration)?;
        let size = ty.bits() as usize / 8;
        let mut initial = Self { ty, bytes: None, elements: Vec::new(), pointers: Vec::new() };
        let value = declarator.initialiser.as_ref();
        let is_extern = declaration.is_extern();
        if let Some(value) = value.filter(|_| is_extern) {
            let what = format!("`.extern` variable `{}` cannot have an initial value", name.text);
            return Err(Fault::new(value.span.clone(), what));
        }
        let dimensions = declarator.dimensions.iter().map(|one| Level::Array(extent(one)));
        let vector = vector(declaration).map(Level::Vector);
        let levels: Vec<_> = dimensions.chain(vector).collect();
        let inner = |count: usize| count.saturating_mul(below(&levels)).saturating_mul(size);
        initial.bytes = match (length(declaration, declarator)?, value) {
            (Some(length), _) => Some(length.saturating_mul(size)),
            (None, Some(Operand { kind: OperandKind::Vector(items), .. })) => {
                Some(inner(items.len()))
            }
            (None, _) => None,
        };
        if initial.bytes.is_some_and(|bytes| bytes > MOST_BYTES_OF_MODULE) {
            let what = format!("the size of `{}` is not supported", name.text);
            let message = Message::new(what).coded(Code::Unsupported);
            return Err(Fault::new(name.span.clone(), message));
        }
        if let Some(value) = value {
            initial.fill(value, &levels, 0, name.text)?;
        }
        Ok(initial)
    }

    /// Returns the bytes of the initial value, with zeros in place of the addresses. The bytes after the last element
    /// are omitted.
    #[must_use]
    pub fn value(&self) -> Vec<u8> {
        let size = self.ty.bits() as usize / 8;
        let last = |at: Option<usize>| at.map_or(0, |at| at + size);
        let numbers = last(self.elements.last().map(|element| element.0));
        let addresses = last(self.pointers.last().map(|pointer| pointer.at));
        let mut value = vec![0; numbers.max(addresses)];
        for (at, bits) in &self.elements {
            value[*at..at + size].copy_from_slice(&bits.to_le_bytes()[..size]);
        }
        value
    }

    /// Checks the names of the addresses.
    ///
    /// # Errors
    /// Returns a fault if a name is not declared before, or if its address cannot be part of an initial value.
    pub fn check_names(&self, names: &mut Nameable<'_>) -> Result<(), Fault> {
        self.pointers.iter().try_for_each(|pointer| names.check(pointer))
    }

    /// Adds the elements of an initial value from a position on.
    fn fill(
        &mut self,
        value: &Operand<'_>,
        levels: &[Level],
        at: usize,
        name: &str,
    ) -> Result<(), Fault> {
        let fault = |what: String| Err(Fault::new(value.span.clone(), what));
        let Some(level) = levels.first() else {
            if let OperandKind::Vector(_) = value.kind {
                return fault("expected a number, found `{`".into());
            }
            return self.element(value, at);
        };
        let OperandKind::Vector(items) = &value.kind else {
            return match level {
                Level::Array(_) => fault("expected the elements of an array in `{ … }`".into()),
                Level::Vector(n) => {
                    fault(format!("expected {n} elements of a vector in `{{ … }}`"))
                }
            };
        };
        match *level {
            Level::Array(Some(count)) if items.len() > count => {
                let what = format!("`{name}` has too many elements");
                return Err(Fault::new(items[count].span.clone(), what));
            }
            Level::Vector(n) if items.len() != n => {
                return fault(format!("a `.v{n}` vector has {n} elements, found {}", items.len()));
            }
            _ => {}
        }
        let step = below(levels).saturating_mul(self.ty.bits() as usize / 8);
        items
            .iter()
            .enumerate()
            .try_for_each(|(i, item)| self.fill(item, &levels[1..], at + i * step, name))
    }

    /// Adds one element at a position.
    fn element(&mut self, value: &Operand<'_>, at: usize) -> Result<(), Fault> {
        let fault = |message: Message| Err(Fault::new(value.span.clone(), message));
        let unsupported = |what: &str| fault(Message::new(what).coded(Code::Unsupported));
        let number = match constant(value) {
            Ok(number) => number,
            Err(other) => {
                let Some(address) = address(value)? else { return Err(other) };
                let is_number = address.name.is_empty();
                match (self.ty, address.byte) {
                    // `ptxas` 13.5 rejects masks in `.b8`. The engine accepts them, because the bytes are unambiguous.
                    (Type::U8 | Type::B8, Some(_)) | (Type::U64, None) if !is_number => {
                        self.pointers.push(Pointer { at, ..address });
                        return Ok(());
                    }
                    (Type::U8 | Type::U32 | Type::U64, Some(_)) => {
                        return unsupported("a mask is supported in `.u8` elements, of an address");
                    }
                    (Type::U32, None) => {
                        return unsupported("addresses of 32 bits are not supported");
                    }
                    (_, Some(_)) => return Err(other),
                    (ty, None) => {
                        let what = format!("an address needs type `.u64`, found `.{}`", ty.word());
                        return fault(Message::new(what));
                    }
                }
            }
        };
        match number.bits(self.ty) {
            Ok(bits) => {
                self.elements.push((at, bits));
                Ok(())
            }
            // `ptxas` accepts these values.
            Err(_) if Type::bits_of_width(self.ty.bits()) == Some(self.ty) => {
                unsupported(&format!("this value of type `.{}` is not supported", self.ty.word()))
            }
            Err(_) if self.ty == Type::F64 && matches!(number, Literal::SingleBits(_)) => {
                unsupported("this value of type `.f64` is not supported")
            }
            Err(_) if matches!(self.ty, Type::F16 | Type::F16x2) => fault(Message::new(format!(
                "a variable of type `.{}` cannot have an initial value",
                self.ty.word()
            ))),
            Err(message) => fault(message),
        }
    }
}

/// Returns the number of vector elements of a declaration such as `.v2 .f32`.
fn vector(declaration: &Declaration<'_>) -> Option<usize> {
    let first = declaration.types.first()?.text;
    let found = ptx_isa::declarations::VECTORS.iter().find(|vector| vector.0 == first)?;
    Some(found.1 as usize)
}

/// Returns the number of elements of one item inside of the first level.
fn below(levels: &[Level]) -> usize {
    levels.iter().skip(1).fold(1, |count, level| match *level {
        Level::Array(size) => count.saturating_mul(size.unwrap_or(0)),
        Level::Vector(n) => count.saturating_mul(n),
    })
}

/// Returns the address that an initial value consists of, at position 0. The name is empty if a mask is applied to a
/// number. Returns `None` if the value is not an address.
fn address(value: &Operand<'_>) -> Result<Option<Pointer>, Fault> {
    let of = |name: &str, span: &Span, is_generic, offset, byte| {
        let (name, span) = (name.into(), span.clone());
        Ok(Some(Pointer { name, at: 0, span, is_generic, offset, byte }))
    };
    let integer = |literal: Literal, span: &Span| match literal {
        Literal::Integer(number) => Ok(number),
        _ => Err(Fault::new(span.clone(), "expected an integer")),
    };
    match &value.kind {
        OperandKind::Name(name) => of(name.text, &value.span, false, 0, None),
        OperandKind::Sum(name, added) => {
            let offset = integer(constant(added)?, &added.span)?;
            of(name.text, &value.span, false, offset, None)
        }
        OperandKind::Expression(expression) => {
            let mut steps = expression.steps.as_slice();
            let mut byte = None;
            if let [inner @ .., (ExpressionStep::Apply(mask), _)] = steps
                && *mask != "generic"
            {
                let Some(position) = byte_of(mask) else { return Ok(None) };
                byte = Some(position);
                steps = inner;
            }
            let (name, span, is_generic, rest) = match steps {
                [
                    (ExpressionStep::Name(name), span),
                    (ExpressionStep::Apply("generic"), _),
                    rest @ ..,
                ] => (name.text, span, true, rest),
                [(ExpressionStep::Name(name), span), rest @ ..] if name.text != "WARP_SZ" => {
                    (name.text, span, false, rest)
                }
                [(_, span), ..] if byte.is_some() => ("", span, false, steps),
                _ => return Ok(None),
            };
            // The expression is evaluated with 0 in place of the address.
            let zero = (ExpressionStep::Literal("0"), span.clone());
            let zero = (!name.is_empty()).then_some(zero);
            let steps = zero.into_iter().chain(rest.iter().cloned()).collect();
            let kind = OperandKind::Expression(Expression { steps });
            let offset = Operand { kind, ..value.clone() };
            of(name, span, is_generic, integer(constant(&offset)?, &value.span)?, byte)
        }
        _ => Ok(None),
    }
}

/// Returns the position of the byte that a mask such as `0xff00` selects.
fn byte_of(mask: &str) -> Option<usize> {
    let Ok(Literal::Integer(mask)) = literal::parse(mask) else { return None };
    (0..8).find(|byte| mask == 0xff << (8 * byte))
}
