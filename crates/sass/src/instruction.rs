//! Decoded instructions.

/// A decoded instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The offset of the instruction in the code of its kernel.
    pub address: u64,
    /// The predicate that must hold for the instruction to run.
    pub guard: Predicate,
    /// The mnemonic of the table: `IMAD.WIDE`.
    pub name: &'static str,
    /// The modifiers without their dots, in the order in which they are printed.
    pub modifiers: Vec<&'static str>,
    /// The operands, destinations first.
    pub operands: Vec<Operand>,
}

impl Instruction {
    /// Returns whether the instruction has a modifier.
    #[must_use]
    pub fn has(&self, modifier: &str) -> bool {
        self.modifiers.contains(&modifier)
    }

    /// Returns the mnemonic with the modifiers: `FADD.FTZ`.
    #[must_use]
    pub fn spelling(&self) -> String {
        self.modifiers.iter().fold(self.name.into(), |text, word| text + "." + word)
    }
}

/// A predicate that an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The number of the register; `None` for `PT`, which is always true.
    pub number: Option<u8>,
    /// Whether the register is uniform: `UP0`.
    pub is_uniform: bool,
    /// Whether a source is negated: `!P0`.
    pub is_negated: bool,
}

impl Predicate {
    /// Returns whether the predicate is always true.
    #[must_use]
    pub fn is_true(self) -> bool {
        self.number.is_none() && !self.is_negated
    }
}

/// A register of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// `R0` to `R254`
    Register(u8),
    /// `UR0` to `UR254`
    Uniform(u8),
    /// `RZ` or `URZ`, which is always 0.
    Zero,
}

impl Base {
    /// Returns the register that follows this one by `distance`. The register after `RZ` is `RZ`.
    #[must_use]
    pub fn next(self, distance: u8) -> Self {
        match self {
            Self::Register(number) => Self::Register(number.wrapping_add(distance)),
            Self::Uniform(number) => Self::Uniform(number.wrapping_add(distance)),
            Self::Zero => Self::Zero,
        }
    }
}

/// A constant in a bank: `c[0x0][0x160]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The number of the bank.
    pub bank: u8,
    /// The offset in the bank.
    pub offset: i32,
    /// The register that is added to the offset.
    pub index: Base,
}

/// The value of a source, before its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A register, or the first of a pair.
    Base(Base),
    /// The 32 bits of an immediate. For binary64 they are the high word.
    Immediate(u32),
    /// A constant.
    Constant(Constant),
}

/// The part of a register that a source of two halves reads, or of a pair that a source of two binary32 numbers reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// The whole register.
    #[default]
    Whole,
    /// `.F32`: the register holds a binary32 number, which is both numbers of a source of two.
    Float,
    /// `.F32x2.LO_HI`: the two registers of a pair, the second one first.
    Swapped,
    /// `.H0_H0`: the low half, twice.
    Low,
    /// `.H1_H1`: the high half, twice.
    High,
    /// `.H0_NH1`: the low half becomes the high one, and the high half with the opposite sign the low one.
    Turned,
    /// A byte.
    Byte(u8),
    /// `.H1`: the high half alone.
    Upper,
}

/// A source with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The value before the modifiers.
    pub value: Value,
    /// `-`
    pub is_negated: bool,
    /// `.NP`: the high one of two numbers has the opposite sign.
    pub is_high_negated: bool,
    /// `|…|`
    pub is_absolute: bool,
    /// `~`
    pub is_inverted: bool,
    /// The part that the instruction reads.
    pub part: Part,
}

impl Source {
    /// Returns a source without modifiers.
    pub(crate) fn plain(value: Value) -> Self {
        let (is_negated, is_high_negated, is_absolute, is_inverted) = (false, false, false, false);
        Self { value, is_negated, is_high_negated, is_absolute, is_inverted, part: Part::Whole }
    }
}

/// An address in memory: `[R2.64+UR4+0x10]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The register, or the first of a pair.
    pub base: Base,
    /// Whether `base` is a pair of registers.
    pub is_wide: bool,
    /// The number of bits by which `base` is shifted to the left.
    pub shift: u8,
    /// The uniform register that is added. It is a pair if the memory has addresses of 64 bits.
    pub uniform: Base,
    /// The constant that is added.
    pub offset: i64,
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A destination register.
    Destination(Base),
    /// A source.
    Source(Source),
    /// A predicate.
    Predicate(Predicate),
    /// All predicates, as one register: `PR`.
    Predicates,
    /// A number in the instruction itself, such as a shift or a table.
    Number(u64),
    /// An address in memory.
    Address(Address),
    /// A barrier register: `B0`.
    Barrier(u8),
    /// The address of an instruction.
    Target(u64),
    /// The number of a special register.
    Special(u8),
}
