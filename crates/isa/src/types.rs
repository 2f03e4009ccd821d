//! The types of PTX, the rules for their registers, and the Rust types for them.

/// The kind of a type. Together with the width, it determines which registers fit an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `.pred`
    Predicate,
    /// `.b8` to `.b128`: bits without a numeric meaning.
    Bits,
    /// `.u8` to `.s64`
    Integer,
    /// Floats of 16 bits or more, and packed floats of such widths.
    Float,
    /// Packed floats whose elements have 8 bits or less.
    Narrow,
    /// Packed integers, and integers with fewer than 8 bits.
    Packed,
}

/// A Rust type that contains the bits of a PTX type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each variant is the Rust type of its name")]
pub enum Rust {
    Bool,
    U8,
    U16,
    U32,
    U64,
    U128,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
}

impl Rust {
    /// Returns the name, such as `u32`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::U128 => "u128",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Returns whether the type is a signed integer.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// Returns whether the type is a float.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }
}

/// A row of the type table.
struct Row {
    word: &'static str,
    ty: Type,
    bits: u32,
    kind: Kind,
    is_register_type: bool,
    rust: Rust,
}

macro_rules! types {
    ($($ty:ident $word:literal $bits:literal $kind:ident $rust:ident $($register:ident)?;)*) => {
        /// A type of the PTX ISA (sections "Fundamental Types", "Alternate Floating-Point Data Formats"
        /// and "Packed Data Types").
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each variant is the PTX type of its name")]
        pub enum Type {
            $($ty),*
        }

        const TYPES: &[Row] = &[$(Row {
            word: $word,
            ty: Type::$ty,
            bits: $bits,
            kind: Kind::$kind,
            is_register_type: types!(@register $($register)?),
            rust: Rust::$rust,
        }),*];
    };
    (@register) => { false };
    (@register register) => { true };
}

// Each row has the type, its word, bits, kind and Rust type, and `register` if `.reg` may declare
// it.
types! {
    Pred    "pred"    1  Predicate Bool register;
    B8      "b8"      8  Bits      U8   register;
    B16     "b16"     16 Bits      U16  register;
    B32     "b32"     32 Bits      U32  register;
    B64     "b64"     64 Bits      U64  register;
    B128    "b128"    128 Bits     U128 register;
    U8      "u8"      8  Integer   U8   register;
    U16     "u16"     16 Integer   U16  register;
    U32     "u32"     32 Integer   U32  register;
    U64     "u64"     64 Integer   U64  register;
    S8      "s8"      8  Integer   I8   register;
    S16     "s16"     16 Integer   I16  register;
    S32     "s32"     32 Integer   I32  register;
    S64     "s64"     64 Integer   I64  register;
    F16     "f16"     16 Float     U16  register;
    F16x2   "f16x2"   32 Float     U32  register;
    Bf16    "bf16"    16 Float     U16;
    Bf16x2  "bf16x2"  32 Float     U32;
    Tf32    "tf32"    32 Float     U32;
    F32     "f32"     32 Float     F32  register;
    F64     "f64"     64 Float     F64  register;
    F32x2   "f32x2"   64 Float     U64;
    E4m3x2  "e4m3x2"  16 Narrow    U16;
    E5m2x2  "e5m2x2"  16 Narrow    U16;
    E2m3x2  "e2m3x2"  16 Narrow    U16;
    E3m2x2  "e3m2x2"  16 Narrow    U16;
    E2m1x2  "e2m1x2"  8  Narrow    U8;
    Ue8m0x2 "ue8m0x2" 16 Narrow    U16;
    Ue5m3x2 "ue5m3x2" 16 Narrow    U16;
    S2f6x2  "s2f6x2"  16 Narrow    U16;
    E4m3x4  "e4m3x4"  32 Narrow    U32;
    E5m2x4  "e5m2x4"  32 Narrow    U32;
    E2m3x4  "e2m3x4"  32 Narrow    U32;
    E3m2x4  "e3m2x4"  32 Narrow    U32;
    E2m1x4  "e2m1x4"  16 Narrow    U16;
    U16x2   "u16x2"   32 Packed    U32;
    S16x2   "s16x2"   32 Packed    U32;
    U8x4    "u8x4"    32 Packed    U32;
    S8x4    "s8x4"    32 Packed    U32;
    U4      "u4"      4  Packed    U8;
    S4      "s4"      4  Packed    U8;
    U2      "u2"      2  Packed    U8;
    S2      "s2"      2  Packed    U8;
}

impl Type {
    fn row(self) -> &'static Row {
        &TYPES[self as usize]
    }

    /// Returns the type for a word without its dot.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        TYPES.iter().find(|row| row.word == word).map(|row| row.ty)
    }

    /// Returns the word of the type without its dot, such as `f32`.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// Returns the width of a value in bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.row().bits
    }

    /// Returns the kind of the type.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.row().kind
    }

    /// Returns the Rust type for values of this type.
    ///
    /// ```
    /// use ptx_isa::{Rust, Type};
    /// assert_eq!(Type::F16x2.rust(), Rust::U32);
    /// assert_eq!(Type::S16.rust().name(), "i16");
    /// ```
    #[must_use]
    pub fn rust(self) -> Rust {
        self.row().rust
    }

    /// Returns whether a register may be declared with this type.
    #[must_use]
    pub fn is_register_type(self) -> bool {
        self.row().is_register_type
    }

    /// Returns the types that may follow `.reg`.
    pub fn register_words() -> impl Iterator<Item = &'static str> {
        TYPES.iter().filter(|row| row.is_register_type).map(|row| row.word)
    }

    /// Returns the bit type with this width, if PTX has it.
    #[must_use]
    pub fn bits_of_width(bits: u32) -> Option<Self> {
        TYPES.iter().find(|row| row.kind == Kind::Bits && row.bits == bits).map(|row| row.ty)
    }

    /// Returns the unsigned integer type with this width, if PTX has it.
    #[must_use]
    pub fn unsigned_of_width(bits: u32) -> Option<Self> {
        TYPES.iter().find(|row| row.kind == Kind::Integer && row.bits == bits).map(|row| row.ty)
    }

    /// Returns the signed integer type with this width, if PTX has it.
    #[must_use]
    pub fn signed_of_width(bits: u32) -> Option<Self> {
        let signed = |row: &&Row| row.kind == Kind::Integer && row.rust.is_signed();
        TYPES.iter().filter(signed).find(|row| row.bits == bits).map(|row| row.ty)
    }

    /// Returns all types.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        TYPES.iter().map(|row| row.ty)
    }

    /// Returns the word of the type as a list with one element.
    pub(crate) fn one_word(self) -> &'static [&'static str] {
        std::slice::from_ref(&self.row().word)
    }

    /// Returns the words of all types.
    pub(crate) fn words() -> impl Iterator<Item = &'static str> + Clone {
        TYPES.iter().map(|row| row.word)
    }

    /// Returns whether an operand of this type accepts a register of type `register` (PTX ISA,
    /// "Operand Type Checking"):
    ///
    /// - A bit type and any type of the same width fit each other.
    /// - Integer types of the same width fit each other.
    /// - A packed integer type fits itself and bit types only.
    /// - `.s2f6x2` also accepts `.u16`, according to its section in the manual.
    #[must_use]
    pub fn takes_register(self, register: Type) -> bool {
        let one_kind = |kind| self.kind() == kind && register.kind() == kind;
        self == register
            || (self, register) == (Self::S2f6x2, Self::U16)
            || self.bits() == register.bits()
                && self.kind() != Kind::Predicate
                && register.kind() != Kind::Predicate
                && (self.kind() == Kind::Bits
                    || register.kind() == Kind::Bits
                    || one_kind(Kind::Integer))
    }

    /// Returns whether a conversion accepts a wider register of type `register` for this type (PTX
    /// ISA, "Operand Size Exceeding Instruction-Type Size" and `cvt`). The conversion reads the low
    /// bits of a source, and sign- or zero-extends a result.
    ///
    /// Callers must not call this function for forms with `.bf16` or `.tf32`, because such forms
    /// accept no wider register.
    #[must_use]
    pub fn takes_wider_register(self, register: Type) -> bool {
        self.bits() < register.bits()
            && (register.kind() == Kind::Bits
                || self.kind() == Kind::Integer && register.kind() == Kind::Integer)
    }
}
