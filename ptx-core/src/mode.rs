//! What an instruction's modifiers choose: rounding, subnormals, saturation, target.

/// How a result is rounded: the modifiers `.rn .rz .rm .rp` of PTX, the rounding-direction
/// attributes of IEEE 754.
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
    /// Whether a directed rounding takes numbers of this sign away from zero.
    #[inline]
    pub(crate) const fn is_away(self, negative: bool) -> bool {
        match self {
            Self::Rn | Self::Rz => false,
            Self::Rm => negative,
            Self::Rp => !negative,
        }
    }

    /// [`is_away`](Self::is_away) as a mask, of a sign as one: all bits, or none. Of selections by a sign
    /// compilers make branches.
    #[inline]
    pub(crate) const fn away_mask(self, negative: i64) -> i64 {
        match self {
            Self::Rn | Self::Rz => 0,
            Self::Rm => negative,
            Self::Rp => !negative,
        }
    }
}

/// What becomes of subnormal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subnormals {
    /// They are numbers like all others (no `.ftz`).
    Keep,
    /// `.ftz`: a subnormal operand counts as zero of its sign, and a result that is below the
    /// least normal number after rounding with unbounded exponent becomes zero of its sign.
    Flush,
}

/// Whether the result is clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Saturation {
    /// The whole range of the type (no `.sat`).
    Off,
    /// `.sat`: floats clamped to [0.0, 1.0], NaN and -0 made +0; integers to the range of their type.
    Sat,
}

/// Whether a negative result is clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rectification {
    /// Results of both signs (no `.relu`).
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

/// What `min` and `max` do with a NaN among their operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nans {
    /// It is ignored if another operand is a number (no `.NaN`; `minimumNumber` of IEEE 754).
    Ignored,
    /// `.NaN`: the result is the canonical NaN (`minimum` of IEEE 754).
    Propagated,
}

/// Whether operands count with their signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signs {
    /// As they are (no `.abs`).
    Signed,
    /// `.abs`: by their absolute values.
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
    /// `.subnormal`: not zero, and below the least normal number.
    Subnormal,
}

/// A comparison: the modifiers `.eq` … `.nan` of PTX. Those whose names end in `u`, and `Nan` and
/// `T`, also hold if an operand is a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Never (`.F` of machine code only).
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
    /// Always (`.T` of machine code only).
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

/// How ISETP of [`sass`](crate::sass) reads words; in PTX the type says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// As two's complement (no `.U32`).
    Signed,
    /// `.U32`
    Unsigned,
}

/// What a float conversion makes of numbers beyond its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// What the rounding says: an infinity, or the greatest finite number (no `.satfinite`).
    Unlimited,
    /// `.satfinite`: the greatest finite number of their sign.
    Satfinite,
}

/// How `shf` takes an amount above 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// `.clamp`: above 32 as 32.
    Clamp,
    /// `.wrap`: modulo 32.
    Wrap,
}

/// Which bytes `prmt` picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permutation {
    /// Those that the selector names one by one (no mode).
    Selected,
    /// `.f4e`: four from one on, forward.
    F4e,
    /// `.b4e`: four from one on, backward.
    B4e,
    /// `.rc8`: a byte four times.
    Rc8,
    /// `.ecl`: the edge clamped to the left.
    Ecl,
    /// `.ecr`: the edge clamped to the right.
    Ecr,
    /// `.rc16`: a half-word twice.
    Rc16,
}

/// What a SIMD video instruction makes of its lanes' results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Merge {
    /// Each goes into its lane, modulo 2^8 or 2^16 (no modifier).
    Lanes,
    /// `.sat`: each goes into its lane, clamped to the lane's range.
    Saturated,
    /// `.add`: they are added to the third operand.
    Sum,
}

/// The bytes that a SIMD video instruction computes: bit i is byte i, byte 0 the lowest. `.b310` is
/// `ByteMask(0b1011)`; the bits from the fifth on are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteMask(pub u16);

/// The halves that a SIMD video instruction computes: bit i is half i, half 0 the low one. `.h1` is
/// `HalfMask(0b10)`; the bits from the third on are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HalfMask(pub u16);

/// Where an operand's four bytes come from, a hex digit each, the leftmost for the highest byte:
/// 0 to 3 are the bytes of `a`, 4 to 7 those of `b`. `.b7654` is `ByteSelector(0x7654)`; digits
/// count modulo 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteSelector(pub u16);

/// Where an operand's two halves come from, a hex digit each, the left one for the high half: 0 and
/// 1 are the halves of `a`, 2 and 3 those of `b`. `.h32` is `HalfSelector(0x32)`; digits count
/// modulo 4, and digits after the second are ignored.
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
