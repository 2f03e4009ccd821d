//! Types for the modifiers of instructions, such as `.rn` or `.ftz`, and for the target architecture.

/// How a result is rounded: `.rn`, `.rz`, `.rm` or `.rp` in PTX, a rounding-direction attribute in IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// `.rn`: to nearest, ties to even (`roundTiesToEven`).
    Rn,
    /// `.rz`: towards zero (`roundTowardZero`).
    Rz,
    /// `.rm`: towards minus infinity (`roundTowardNegative`).
    Rm,
    /// `.rp`: towards plus infinity (`roundTowardPositive`).
    Rp,
}

impl Rounding {
    /// Returns whether this rounding moves an inexact number away from zero. `negative` tells whether the number is
    /// negative. Returns false for `.rn`.
    #[inline]
    pub(crate) const fn is_away(self, negative: bool) -> bool {
        match self {
            Self::Rn | Self::Rz => false,
            Self::Rm => negative,
            Self::Rp => !negative,
        }
    }

    /// Returns the result of [`is_away`](Self::is_away) as a mask: all ones for true, all zeros for false. `negative`
    /// is a mask too: all ones for a negative number, all zeros otherwise. LLVM would branch on a `bool` that depends
    /// on the sign, but not on a mask.
    #[inline]
    pub(crate) const fn away_mask(self, negative: i64) -> i64 {
        match self {
            Self::Rn | Self::Rz => 0,
            Self::Rm => negative,
            Self::Rp => !negative,
        }
    }
}

/// Whether subnormal operands and results are flushed to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subnormals {
    /// No `.ftz`: subnormal operands and results are kept.
    Keep,
    /// `.ftz`: subnormal operands and results are flushed to sign-preserving zero. A result is flushed if its magnitude
    /// is below the smallest normal number after rounding with unbounded exponent.
    Flush,
}

/// Whether a result is clamped: floats to [0.0, 1.0], integers to the range of their type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Saturation {
    /// No `.sat`: results are not clamped.
    Off,
    /// `.sat`: a float is clamped to [0.0, 1.0], and NaN and -0 become +0. An integer is clamped to the range of its
    /// type.
    Sat,
}

/// Whether a negative result becomes zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rectification {
    /// No `.relu`: a negative result is kept.
    Linear,
    /// `.relu`: a negative result and -0 become +0.
    Relu,
}

/// Whether a result of -0 becomes +0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NegativeZero {
    /// No `.pzo`: -0 stays -0.
    Unchanged,
    /// `.pzo`: -0 becomes +0.
    Positive,
}

/// How `min` and `max` treat a NaN operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nans {
    /// No `.NaN`: a NaN is ignored if another operand is a number (`minimumNumber` and `maximumNumber` in IEEE 754).
    Ignored,
    /// `.NaN`: a NaN operand gives the canonical NaN (`minimum` and `maximum` in IEEE 754).
    Propagated,
}

/// Whether an instruction replaces its operands by their absolute values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signs {
    /// No `.abs`: operands keep their signs.
    Signed,
    /// `.abs`: operands are replaced by their absolute values.
    Abs,
}

/// The property that `testp` tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// `.finite`: neither an infinity nor a NaN.
    Finite,
    /// `.infinite`: an infinity.
    Infinite,
    /// `.number`: not a NaN.
    Number,
    /// `.notanumber`: a NaN.
    NotANumber,
    /// `.normal`: neither ±inf, NaN nor subnormal. Zero is normal here.
    Normal,
    /// `.subnormal`: a nonzero number whose magnitude is below the smallest normal number.
    Subnormal,
}

/// A comparison: `.eq` … `.nan` in PTX. Operands are unordered if at least one of them is a NaN. `Nan`, `T` and the
/// comparisons whose names end in `u` hold for unordered operands; all other comparisons do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `.F`, in machine code only: never holds.
    F,
    /// `.lt`, `.lo`: less.
    Lt,
    /// `.eq`: equal.
    Eq,
    /// `.le`, `.ls`: less or equal.
    Le,
    /// `.gt`, `.hi`: greater.
    Gt,
    /// `.ne`: less or greater.
    Ne,
    /// `.ge`, `.hs`: greater or equal.
    Ge,
    /// `.num`: no operand is a NaN.
    Num,
    /// `.nan`: an operand is a NaN.
    Nan,
    /// `.ltu`: less or unordered.
    Ltu,
    /// `.equ`: equal or unordered.
    Equ,
    /// `.leu`: less, equal or unordered.
    Leu,
    /// `.gtu`: greater or unordered.
    Gtu,
    /// `.neu`: less, greater or unordered.
    Neu,
    /// `.geu`: greater, equal or unordered.
    Geu,
    /// `.T`, in machine code only: always holds.
    T,
}

/// How the result of a comparison is combined with a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combination {
    /// `.and`: true if the comparison and the predicate are both true.
    And,
    /// `.or`: true if the comparison or the predicate is true, or both are.
    Or,
    /// `.xor`: true if exactly one of the comparison and the predicate is true.
    Xor,
}

/// Whether an instruction of [`sass`](crate::sass) computes with signed or unsigned integers. In PTX the type decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// No `.U32`: the operands are signed integers in two's complement.
    Signed,
    /// `.U32`: the operands are unsigned integers.
    Unsigned,
}

/// The type of `SHF` of [`sass`](crate::sass): whether the amount is that of a word or of two words, and whether a shift to
/// the right copies the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShiftType {
    /// `.S32`: an amount to 32, and a signed number.
    S32,
    /// `.U32`: an amount to 32, and an unsigned number.
    U32,
    /// `.S64`: an amount to 64, and a signed number.
    S64,
    /// `.U64`: an amount to 64, and an unsigned number.
    U64,
}

/// The word of two shifted words that `SHF` of [`sass`](crate::sass) returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultWord {
    /// No `.HI`: the low word.
    Low,
    /// `.HI`: the high word.
    High,
}

/// Whether a result that exceeds its format is clamped, in float conversions and in the sums of integer `mma`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// No `.satfinite`: a float overflows to ±inf or to the largest finite number, depending on the rounding. An
    /// integer sum wraps around.
    Unlimited,
    /// `.satfinite`: a float is clamped to the largest finite number with its sign, and an integer sum to the range of
    /// `.s32`.
    Satfinite,
}

/// How `shf`, `bmsk`, `szext`, `vshl` and `vshr` treat a shift amount, position or width above 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// `.clamp`: an amount above 32 is clamped to 32.
    Clamp,
    /// `.wrap`: the amount is reduced modulo 32.
    Wrap,
}

/// Which bytes `prmt` selects. Bytes 0 to 3 are the bytes of the operand `a`, and bytes 4 to 7 the bytes of `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permutation {
    /// No mode: each group of four bits of `c` selects the source byte of one result byte.
    Selected,
    /// `.f4e`: bytes n, n + 1, n + 2 and n + 3, from the lowest byte of the result to the highest. The index n is `c`
    /// modulo 4.
    F4e,
    /// `.b4e`: bytes n, n - 1, n - 2 and n - 3 modulo 8, from the lowest byte of the result to the highest. The index n
    /// is `c` modulo 4.
    B4e,
    /// `.rc8`: four copies of byte n of `a`, where n is `c` modulo 4.
    Rc8,
    /// `.ecl`: the bytes of `a`, with all bytes below byte n replaced by byte n, where n is `c` modulo 4.
    Ecl,
    /// `.ecr`: the bytes of `a`, with all bytes above byte n replaced by byte n, where n is `c` modulo 4.
    Ecr,
    /// `.rc16`: two copies of the 16-bit half n of `a`, where n is `c` modulo 2.
    Rc16,
}

/// How a SIMD video instruction combines the results of its lanes. A lane is a byte or a 16-bit half of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Merge {
    /// No modifier: the result of each lane wraps around and becomes the same lane of the result word.
    Lanes,
    /// `.sat`: the result of each lane is clamped to the range of the lane and becomes the same lane of the result
    /// word.
    Saturated,
    /// `.add`: the results of all lanes are added to the third operand.
    Sum,
}

/// The result bytes that a SIMD video instruction computes. Bit i stands for byte i, and byte 0 is the lowest. For
/// example, `.b310` is `ByteMask(0b1011)`. Bits 4 and up are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteMask(pub u16);

/// The 16-bit halves that a SIMD video instruction computes. Bit 0 stands for the low half, bit 1 for the high half.
/// For example, `.h1` is `HalfMask(0b10)`. Bits 2 and up are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HalfMask(pub u16);

/// A modifier that builds an operand from bytes of `a` and `b`. The modifier has one hex digit for each byte of the
/// operand, the leftmost digit for the highest byte. Digits 0 to 3 select a byte of `a`, and digits 4 to 7 a byte of
/// `b`. For example, `.b7654` is `ByteSelector(0x7654)`. Each digit is reduced modulo 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteSelector(pub u16);

/// A modifier that builds an operand from 16-bit halves of `a` and `b`. The modifier has one hex digit for each half of
/// the operand, the left digit for the high half. Digits 0 and 1 select a half of `a`, and digits 2 and 3 a half of
/// `b`. For example, `.h32` is `HalfSelector(0x32)`. Each digit is reduced modulo 4. Only the lowest two digits are
/// used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HalfSelector(pub u16);

/// The part of a word that an operand of a scalar video instruction selects. The constants of this type are the parts
/// that PTX has. Any other number selects the whole word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part(pub u16);

impl Part {
    /// No selector: the whole word.
    pub const WORD: Self = Self(0x2000);
    /// `.b0`: bits 0 to 7.
    pub const B0: Self = Self(0x0800);
    /// `.b1`: bits 8 to 15.
    pub const B1: Self = Self(0x0808);
    /// `.b2`: bits 16 to 23.
    pub const B2: Self = Self(0x0810);
    /// `.b3`: bits 24 to 31.
    pub const B3: Self = Self(0x0818);
    /// `.h0`: bits 0 to 15.
    pub const H0: Self = Self(0x1000);
    /// `.h1`: bits 16 to 31.
    pub const H1: Self = Self(0x1010);

    /// Returns the number of bits in the part, and the position of its lowest bit in the word.
    #[inline]
    pub(crate) const fn range(self) -> (u32, u32) {
        match self {
            Self::B0 | Self::B1 | Self::B2 | Self::B3 | Self::H0 | Self::H1 => {
                ((self.0 >> 8) as u32, (self.0 & 0xff) as u32)
            }
            _ => (u32::BITS, 0),
        }
    }
}

/// The second operation of a scalar video instruction. The second operation combines the result of the first operation
/// with the third operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SecondOperation {
    /// `.add`: the sum of the first result and the third operand.
    Add,
    /// `.min`: the smaller of the first result and the third operand.
    Min,
    /// `.max`: the greater of the first result and the third operand.
    Max,
}

/// The number of places by which `vmad` shifts its sum to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// No modifier: the sum is not shifted.
    Unscaled,
    /// `.shr7`: the sum is shifted right by 7 places.
    Shr7,
    /// `.shr15`: the sum is shifted right by 15 places.
    Shr15,
}

impl Scale {
    /// Returns the number of places by which the sum is shifted right.
    #[inline]
    pub(crate) const fn places(self) -> u32 {
        match self {
            Self::Unscaled => 0,
            Self::Shr7 => 7,
            Self::Shr15 => 15,
        }
    }
}

/// The set of `vmad` operands that have a minus sign: bit 0 stands for `a`, bit 1 for `b`, bit 2 for `c`. Bits 3 and up
/// are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Negation(pub u16);

impl Negation {
    /// Returns whether the product is negated: exactly one of its factors has a minus sign.
    #[inline]
    pub(crate) const fn of_product(self) -> bool {
        (self.0 ^ self.0 >> 1) & 1 == 1
    }

    /// Returns whether the addend is negated.
    #[inline]
    pub(crate) const fn of_addend(self) -> bool {
        self.0 >> 2 & 1 == 1
    }
}

/// The target architecture: `Sm(90)` is sm_90. The target selects the machine instructions that compute some
/// approximate instructions, and the arithmetic of `mma`. The letter of `sm_90a` or `sm_100f` makes no difference to
/// results.
///
/// Every number is accepted. A number that no chip has selects the next lower number of a chip: `Sm(95)` acts as
/// `Sm(90)`. A number below the first chip that supports an instruction selects this first chip. Neither rule is a
/// claim about hardware.
///
/// ```
/// use ptx_core::Sm;
/// assert!(Sm(52) < Sm(120));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sm(pub u16);
