//! The types of PTX and what fits what.

/// A type of the PTX ISA (sections "Fundamental Types", "Alternate Floating-Point Data Formats"
/// and "Packed Data Types").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant is the PTX type of its name")]
pub enum Type {
    Pred,
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    Tf32,
    F32,
    F64,
    F32x2,
}

/// The families within which operand types are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `.pred`
    Predicate,
    /// `.b8` … `.b64`: bits without meaning
    Bits,
    /// `.u8` … `.s64`
    Integer,
    /// every floating-point format, packed ones too
    Float,
}

use Kind::{Bits, Float, Integer, Predicate};
use Type::{
    B8, B16, B32, B64, Bf16, Bf16x2, F16, F16x2, F32, F32x2, F64, Pred, S8, S16, S32, S64, Tf32,
    U8, U16, U32, U64,
};

/// word, type, bits, kind, may be declared with `.reg`
#[rustfmt::skip]
const TYPES: &[(&str, Type, u32, Kind, bool)] = &[
    ("pred",   Pred,   1,  Predicate, true),
    ("b8",     B8,     8,  Bits,      true),
    ("b16",    B16,    16, Bits,      true),
    ("b32",    B32,    32, Bits,      true),
    ("b64",    B64,    64, Bits,      true),
    ("u8",     U8,     8,  Integer,   true),
    ("u16",    U16,    16, Integer,   true),
    ("u32",    U32,    32, Integer,   true),
    ("u64",    U64,    64, Integer,   true),
    ("s8",     S8,     8,  Integer,   true),
    ("s16",    S16,    16, Integer,   true),
    ("s32",    S32,    32, Integer,   true),
    ("s64",    S64,    64, Integer,   true),
    ("f16",    F16,    16, Float,     true),
    ("f16x2",  F16x2,  32, Float,     true),
    ("bf16",   Bf16,   16, Float,     false),
    ("bf16x2", Bf16x2, 32, Float,     false),
    ("tf32",   Tf32,   32, Float,     false),
    ("f32",    F32,    32, Float,     true),
    ("f64",    F64,    64, Float,     true),
    ("f32x2",  F32x2,  64, Float,     false),
];

impl Type {
    fn row(self) -> &'static (&'static str, Type, u32, Kind, bool) {
        TYPES.iter().find(|row| row.1 == self).expect("every type has a row")
    }

    /// The type that a word (without the dot) names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        TYPES.iter().find(|row| row.0 == word).map(|row| row.1)
    }

    /// The word without the dot, `f32`.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.row().0
    }

    /// The width of a value in bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.row().2
    }

    /// The family of the type.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.row().3
    }

    /// Whether a register may be declared with this type.
    #[must_use]
    pub fn is_register_type(self) -> bool {
        self.row().4
    }

    /// The words that may follow `.reg`.
    pub fn register_words() -> impl Iterator<Item = &'static str> {
        TYPES.iter().filter(|row| row.4).map(|row| row.0)
    }

    /// The bit type of this width; `None` where PTX has none.
    #[must_use]
    pub fn bits_of_width(bits: u32) -> Option<Self> {
        TYPES.iter().find(|row| row.3 == Bits && row.2 == bits).map(|row| row.1)
    }

    /// The unsigned integer type of this width; `None` where PTX has none.
    #[must_use]
    pub fn unsigned_of_width(bits: u32) -> Option<Self> {
        TYPES.iter().find(|row| row.3 == Integer && row.2 == bits).map(|row| row.1)
    }

    /// Whether a register of type `register` may stand where an instruction wants this type
    /// (PTX ISA, "Operand Type Checking": bit types fit every type of their width, the integer
    /// types of a width fit each other).
    #[must_use]
    pub fn takes_register(self, register: Type) -> bool {
        let one_kind = |kind| self.kind() == kind && register.kind() == kind;
        self == register
            || self.bits() == register.bits()
                && self.kind() != Predicate
                && register.kind() != Predicate
                && (self.kind() == Bits || register.kind() == Bits || one_kind(Integer))
    }
    /// Whether a conversion takes a wider register of type `register` for this type (PTX ISA,
    /// "Operand Size Exceeding Instruction-Type Size" and `cvt`; none of `.bf16` or `.tf32`): it reads the low bits, and
    /// extends a result by the sign of its type.
    #[must_use]
    pub fn takes_wider_register(self, register: Type) -> bool {
        self.bits() < register.bits()
            && (register.kind() == Bits || self.kind() == Integer && register.kind() == Integer)
    }
}
