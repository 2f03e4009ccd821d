//! Resolved operands, and their conversion to the operands that `ptx-isa` checks.

use crate::resolve::resolver::RegisterId;
use crate::resolve::{Meaning, Register, RegisterType};
use crate::syntax::Name;
use ptx_isa::literal::Literal;
use ptx_isa::operand::Operand as Judged;

/// A resolved operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand<'a> {
    /// A register.
    Register(RegisterId),
    /// `v.y`: an element of a vector register, by its index.
    Element(RegisterId, u32),
    /// `a.b7654`: an operand, and the lanes (bytes or halves) to use.
    Lanes(Box<Operand<'a>>, &'a str),
    /// `!p`: the complement of a predicate.
    Complement(Box<Operand<'a>>),
    /// `-a`: an operand with a minus sign.
    Negated(Box<Operand<'a>>),
    /// A literal, or the value of a constant expression.
    Immediate(Literal),
    /// `%tid.x`: a special register.
    Special(Name<'a>),
    /// A variable, parameter, function or label.
    Symbol(Symbol<'a>),
    /// `[a+4]`: a base and an offset.
    Address(Box<Operand<'a>>, u64),
    /// `[map, {c0, c1}]`: the address of a tensor map, and the coordinates.
    Tensor(Box<Operand<'a>>, Vec<Operand<'a>>),
    /// `{a, b}`: a vector.
    Vector(Vec<Operand<'a>>),
    /// `(a, b)`: the arguments or results of a call.
    List(Vec<Operand<'a>>),
    /// `p|q`: two destinations.
    Pair(Box<[Operand<'a>; 2]>),
    /// `_`: a discarded result.
    Sink,
    /// An undeclared name, which may be a register of any type. Such names occur in excerpts only
    /// ([`Resolver::new`](crate::resolve::Resolver::new)).
    Undeclared,
}

/// A name that is not a register, with an optional offset or index: `table`, `table+4`, `table[1]`, `table[%r1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol<'a> {
    /// The name as written.
    pub name: &'a str,
    /// The meaning of the name; never [`Meaning::Register`].
    pub meaning: Meaning,
    /// The offset in bytes.
    pub offset: u64,
    /// The register in `table[%r1]`, if any.
    pub index: Option<Index>,
}

impl<'a> Symbol<'a> {
    /// Returns a symbol without an offset or an index.
    pub(crate) fn new(name: &'a str, meaning: Meaning) -> Self {
        Self { name, meaning, offset: 0, index: None }
    }
}

/// The register in `table[%r1]`. As in `ptxas`, the low 32 bits of the register times `bytes`, plus the offset of the
/// symbol, are computed in 32 bits. A narrower register is extended to 32 bits first, by its sign if it is signed. The
/// result is zero-extended and added to the address of the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// The register.
    pub register: RegisterId,
    /// The size of an array element in bytes.
    pub bytes: u64,
}

/// Converts a resolved operand to `ptx_isa::operand::Operand`, the type that the checks of `ptx-isa`
/// use.
#[must_use]
pub fn judged(operand: &Operand<'_>, registers: &[Register<'_>]) -> Judged {
    let all = |items: &[Operand<'_>]| items.iter().map(|item| judged(item, registers)).collect();
    match operand {
        Operand::Register(id) => {
            let Register { name, ty } = registers[*id];
            let wide = |declared, bits| Judged::Wide { name: name.into(), declared, bits };
            match ty {
                RegisterType::Scalar(ty) => Judged::Register { name: name.into(), ty: Some(ty) },
                RegisterType::Faulty => Judged::Register { name: name.into(), ty: None },
                RegisterType::Vector(n, ty) => wide(format!("v{n} {}", ty.word()), n * ty.bits()),
            }
        }
        Operand::Element(id, i) => {
            let Register { name, ty } = registers[*id];
            let ty = match ty {
                RegisterType::Vector(_, ty) => Some(ty),
                _ => None,
            };
            let part = PARTS.iter().find(|part| part.1 == *i).map_or("", |part| part.0);
            Judged::Register { name: format!("{name}.{part}"), ty }
        }
        Operand::Lanes(of, word) => {
            Judged::Lanes { of: Box::new(judged(of, registers)), word: (*word).into() }
        }
        Operand::Complement(inner) => Judged::Complement(Box::new(judged(inner, registers))),
        Operand::Negated(inner) => Judged::Negated(Box::new(judged(inner, registers))),
        Operand::Immediate(literal) => Judged::Immediate(*literal),
        Operand::Special(Name { text, part: None }) => Judged::Special((*text).into()),
        Operand::Special(Name { text, part: Some(part) }) => {
            Judged::Special(format!("{text}.{part}"))
        }
        Operand::Symbol(symbol) => Judged::Symbol(symbol.name.into()),
        Operand::Address(base, _) => Judged::Address(Box::new(judged(base, registers))),
        Operand::Tensor(base, coordinates) => {
            Judged::Tensor(Box::new(judged(base, registers)), all(coordinates))
        }
        Operand::Vector(items) => Judged::Vector(all(items)),
        Operand::List(items) => Judged::List(all(items)),
        Operand::Pair(both) => {
            Judged::Pair(Box::new([judged(&both[0], registers), judged(&both[1], registers)]))
        }
        Operand::Sink => Judged::Sink,
        Operand::Undeclared => Judged::Host,
    }
}

/// Returns the index of the vector element with a name, such as `x`.
pub(crate) fn element_number(name: &str) -> Option<u32> {
    PARTS.iter().find(|part| part.0 == name).map(|part| part.1)
}

/// The names of vector elements, with their indices.
pub(crate) const PARTS: &[(&str, u32)] =
    &[("x", 0), ("y", 1), ("z", 2), ("w", 3), ("r", 0), ("g", 1), ("b", 2), ("a", 3)];
