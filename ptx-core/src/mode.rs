//! The modes of instructions: one type for each group of modifiers, and the target architecture.

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
    /// Returns whether this is a directed rounding that moves numbers of this sign away from zero.
    #[inline]
    pub(crate) const fn is_away(self, negative: bool) -> bool {
        match self {
            Self::Rn | Self::Rz => false,
            Self::Rm => negative,
            Self::Rp => !negative,
        }
    }

    /// Returns [`is_away`](Self::is_away) as a mask, all ones or all zeros; `negative` is a mask too. LLVM
    /// compiles a selection by the sign to a branch, but not a mask.
    #[inline]
    pub(crate) const fn away_mask(self, negative: i64) -> i64 {
        match self {
            Self::Rn | Self::Rz => 0,
            Self::Rm => negative,
            Self::Rp => !negative,
        }
    }
}

/// Whether subnormal numbers are flushed to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subnormals {
    /// No `.ftz`: they are computed with like all other numbers.
    Keep,
    /// `.ftz`: a subnormal operand is flushed to zero of its sign, and so is a result that is below the
    /// least normal number after rounding with unbounded exponent.
    Flush,
}

/// Whether the result is clamped to a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Saturation {
    /// No `.sat`: results have the whole range of the type.
    Off,
    /// `.sat`: a float is clamped to [0.0, 1.0], and NaN and -0 become +0; an integer is clamped to its type's range.
    Sat,
}

/// Whether a negative result becomes zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rectification {
    /// No `.relu`: results have both signs.
    Linear,
    /// `.relu`: a negative result and -0 become +0.
    Relu,
}

/// The treatment of a result of -0.
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
    /// No `.NaN`: a NaN is ignored if another operand is a number (`minimumNumber` in IEEE 754).
    Ignored,
    /// `.NaN`: the result is the canonical NaN (`minimum` in IEEE 754).
    Propagated,
}

/// Whether an instruction takes the absolute values of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signs {
    /// No `.abs`: operands keep their signs.
    Signed,
    /// `.abs`: absolute values are taken first.
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
    /// `.normal`: finite, not subnormal; zeros are normal here.
    Normal,
    /// `.subnormal`: not zero, and of smaller magnitude than the least normal number.
    Subnormal,
}

/// A comparison: `.eq` … `.nan` in PTX. `Nan`, `T` and the comparisons whose names end in `u` also hold if an operand
/// is a NaN.
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
    /// `.ltu`: not greater or equal.
    Ltu,
    /// `.equ`: not less or greater.
    Equ,
    /// `.leu`: not greater.
    Leu,
    /// `.gtu`: not less or equal.
    Gtu,
    /// `.neu`: not equal.
    Neu,
    /// `.geu`: not less.
    Geu,
    /// `.T`, in machine code only: always holds.
    T,
}

/// How the result of a comparison is combined with a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combination {
    /// `.and`
    And,
    /// `.or`
    Or,
    /// `.xor`
    Xor,
}

/// How ISETP of [`sass`](crate::sass) reads its operands. In PTX the type decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// No `.U32`: as two's complement.
    Signed,
    /// `.U32`: as unsigned integers.
    Unsigned,
}

/// The result of a float conversion for numbers that exceed the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// No `.satfinite`: ±inf or the greatest finite number, as the rounding requires.
    Unlimited,
    /// `.satfinite`: the greatest finite number of the sign.
    Satfinite,
}

/// How `shf` treats a shift amount above 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// `.clamp`: amounts above 32 count as 32.
    Clamp,
    /// `.wrap`: amounts count modulo 32.
    Wrap,
}

/// Which bytes `prmt` selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permutation {
    /// No mode: the selector names each byte.
    Selected,
    /// `.f4e`: four consecutive bytes from the selected one, forward.
    F4e,
    /// `.b4e`: four consecutive bytes from the selected one, backward.
    B4e,
    /// `.rc8`: the selected byte, replicated four times.
    Rc8,
    /// `.ecl`: edge clamp left.
    Ecl,
    /// `.ecr`: edge clamp right.
    Ecr,
    /// `.rc16`: the selected half-word, replicated twice.
    Rc16,
}

/// How a SIMD video instruction combines the results of its lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Merge {
    /// No modifier: each result is written to its lane, modulo 2^8 or 2^16.
    Lanes,
    /// `.sat`: each result is clamped to the lane's range and written to its lane.
    Saturated,
    /// `.add`: all results are added to the third operand.
    Sum,
}

/// The bytes that a SIMD video instruction computes: bit i stands for byte i, byte 0 is the lowest. `.b310` is
/// `ByteMask(0b1011)`. Bits 4 and up are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteMask(pub u16);

/// The halves that a SIMD video instruction computes: bit i stands for half i, half 0 is the low one. `.h1` is
/// `HalfMask(0b10)`. Bits 2 and up are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HalfMask(pub u16);

/// Where an operand's four bytes come from: one hex digit for each, the leftmost for the highest byte.
/// Digits 0 to 3 are the bytes of `a`, 4 to 7 those of `b`. `.b7654` is `ByteSelector(0x7654)`. Digits
/// count modulo 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteSelector(pub u16);

/// Where an operand's two halves come from: one hex digit for each, the left one for the high half.
/// Digits 0 and 1 are the halves of `a`, 2 and 3 those of `b`. `.h32` is `HalfSelector(0x32)`. Digits
/// count modulo 4, and all but the lowest two are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HalfSelector(pub u16);

/// The target architecture, which decides the machine sequence of some approximate instructions and
/// the steps of `mma`: `Sm(90)` is sm_90. The letter of `sm_90a` or `sm_100f` makes no difference to
/// results.
///
/// Every number is accepted. A number that no chip has computes what the newest chip before it
/// computes: `Sm(95)` is `Sm(90)`. A number below the first chip of an instruction computes what that
/// chip computes. Neither is a claim about hardware.
///
/// ```
/// use ptx_core::Sm;
/// assert!(Sm(52) < Sm(120));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sm(pub u16);
