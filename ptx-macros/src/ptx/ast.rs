//! The syntax tree of a `ptx!` call. Every word has a span, and instructions are not checked yet.

use crate::diag::{Error, Extent};
use crate::words::{Name, Word};
use proc_macro2::Ident;

/// The code of a macro call after the directives.
pub(crate) struct Program {
    pub(crate) items: Vec<Item>,
    pub(crate) tail: Option<Tail>,
}

pub(crate) enum Item {
    Declaration(Declaration),
    Instruction(Instruction),
    Block(Vec<Item>),
    /// An assignment in Rust syntax, such as `d = a + b;`: its text and its extent.
    Assignment(String, Extent),
    /// An item that could not be parsed.
    Faulty(Error),
}

/// A declaration: `.reg .f32 t, %f<4>;`
pub(crate) struct Declaration {
    /// The type, with its dot.
    pub(crate) ty: Word,
    pub(crate) names: Vec<Declared>,
    /// The first error in the declaration. `names` still contains all names that could be parsed.
    pub(crate) error: Option<Error>,
}

/// A declared name, with the count if it is a range.
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) count: Option<u64>,
}

/// An instruction: `@p mnemonic.modifiers operands;`
pub(crate) struct Instruction {
    pub(crate) guard: Option<Guard>,
    pub(crate) mnemonic: Ident,
    pub(crate) modifiers: Vec<Word>,
    pub(crate) operands: Vec<Operand>,
    /// The first error in the instruction.
    pub(crate) error: Option<Error>,
}

/// A guard: `@p` or `@!p`.
pub(crate) struct Guard {
    pub(crate) complement: bool,
    pub(crate) operand: Operand,
}

pub(crate) struct Operand {
    pub(crate) kind: OperandKind,
    pub(crate) extent: Extent,
}

impl Operand {
    /// Returns whether the operand contains a literal in a fragment of `macro_rules!`.
    pub(crate) fn has_fragment(&self) -> bool {
        match &self.kind {
            OperandKind::Fragment(..) => true,
            OperandKind::Vector(items) => items.iter().any(Self::has_fragment),
            OperandKind::Pair(both) => both.iter().any(Self::has_fragment),
            OperandKind::Complement(inner)
            | OperandKind::Negated(inner)
            | OperandKind::Lanes(inner, _) => inner.has_fragment(),
            OperandKind::Name(_)
            | OperandKind::Rust(_)
            | OperandKind::Immediate(_)
            | OperandKind::Sink => false,
        }
    }

    /// Returns an element of a vector or pair.
    pub(crate) fn element(&self, index: usize) -> Option<&Self> {
        match &self.kind {
            OperandKind::Vector(items) => items.get(index),
            OperandKind::Pair(both) => both.get(index),
            _ => None,
        }
    }
}

pub(crate) enum OperandKind {
    /// A register or a Rust variable.
    Name(Name),
    /// The tokens of `(expr)` or `$x:expr`.
    Rust(proc_macro2::TokenStream),
    /// A literal in `$x:literal` or `$x:expr`: its text without spaces, and its tokens. It is an
    /// immediate, or a Rust expression where the instruction does not accept the immediate.
    Fragment(String, proc_macro2::TokenStream),
    /// The text of a literal, without spaces.
    Immediate(String),
    /// `{a, b}`: a vector.
    Vector(Vec<Operand>),
    /// `_`: a discarded result.
    Sink,
    /// `p|q`: two destinations.
    Pair(Box<[Operand; 2]>),
    /// `!p`: the complement of a predicate.
    Complement(Box<Operand>),
    /// `-a`
    Negated(Box<Operand>),
    /// `a.b7654`: an operand with selected lanes (bytes or halves).
    Lanes(Box<Operand>, Word),
}

/// The value of the whole macro call.
pub(crate) enum Tail {
    One(Operand),
    Tuple(Vec<Operand>),
    Faulty(Error),
}
