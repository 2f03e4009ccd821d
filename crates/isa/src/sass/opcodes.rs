//! The table of machine instructions: one row of `rows.txt` for each syntax line.
//!
//! ```text
//! FADD{.FTZ}{.rnd}{.SAT}    (Rd, Fa, Fb)                 fadd(rnd, FTZ, SAT);
//! FSETP.cmp{.FTZ}.bool      (Pd, Qd, Fa, Fb, Pc)         fsetp(cmp, bool, FTZ);
//! MUFU[SIN]{.SAT}           (Rd, Fa)      @ REDUCED      mufu_sin(SAT);
//! ```
//!
//! - `[SIN]` after the opcode is the operation.
//! - The other modifiers are classes, in the order of a disassembler. A class in braces is
//!   optional.
//! - The first letter of an operand is its kind ([`SlotKind`]). A second letter `d` marks a
//!   destination. `{.CC}` allows the suffix `.CC`, and `{.B1/B2}` suffixes of a source that its kind does not have.
//! - `@` precedes the targets: a name, the first target, or the first and the last one (`90-119`). A row without `@`
//!   exists on all targets.
//! - The function receives the sources, the flags ([`Row::flags`]), and the modes that the classes
//!   in parentheses select.
//! - `= popc.b32` is the PTX instruction that computes the same ([`Ptx`]).
//! - The names in parentheses after it are its sources; `c.H1` is the upper half of `c`.
//! - `- sub.sat.s32` follows a PTX instruction, and `- lea_minus` a function: it computes the same if a source has `-`
//!   ([`Row::difference`]).
//! - `<< 16` follows a PTX instruction whose result is the low half. The last source moves up by 16 bits ([`Merge`]).
//!   `>> 16` before it means that the result is the upper half of what the PTX instruction computes.
//! - `{Pd}` is an operand that may be missing, in braces with `^` one that is printed first.

use super::names;
use crate::class::Class;
use crate::cursor::{Cursor, lines};
use std::fmt;
use std::sync::LazyLock;

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// `R`: a 32-bit word or an integer, without `-`.
    Word,
    /// `N`: an integer, with an optional `-`.
    Integer,
    /// `I`: a 32-bit literal. A register is not allowed.
    Constant,
    /// `F`: an f32, or the result of `RRO` for an f32, with optional `-` and `|…|`.
    Float,
    /// `H`: the high word of a binary64 value, with optional `-` and `|…|`.
    High,
    /// `D`: a binary64 value in a register pair, with optional `-` and `|…|`.
    Double,
    /// `P`, `Q`: a predicate. A source may have `!`.
    Predicate,
    /// `V`: a word, with an optional `~`.
    Invertible,
    /// `E`: an integer, with an optional `-`, of a sum that has carries.
    Extended,
    /// `L`: an integer of 64 bits in a register pair.
    Long,
    /// `O`: an integer of 64 bits in a register pair, with an optional `-`.
    SignedLong,
    /// `J`: an integer of 64 bits in a register pair, with an optional `~`.
    InvertibleLong,
    /// `Y`: two binary16 numbers, with optional `-`, `|…|`, and `.H0_H0` or `.H1_H1`.
    Halves,
    /// `Z`: two bfloat16 numbers, like `Y`.
    BrainHalves,
    /// `K`: a binary16 or bfloat16 number in the low half of a word, with optional `-`, `|…|`, and `.H1`.
    Half,
    /// `G`: two f32 in a register pair, with optional `-`, `|…|`, `.F32x2.HI_LO`, `.F32x2.LO_HI`, or of one register `.F32`.
    Floats,
    /// `U`: a word. A literal is an f32.
    Bits,
    /// `B`: two integers of 16 bits, with an optional `-`.
    Lanes,
    /// `T`: a destination that can only be `PT`.
    Nothing,
    /// `W`: a source that can only be `RZ`.
    Zero,
    /// `X`: a source that can only be `!PT`.
    False,
}

impl SlotKind {
    /// Returns the only text that the operand can have, if there is only one. Such an operand has no value.
    ///
    /// ```
    /// use ptx_isa::sass::opcodes::SlotKind;
    ///
    /// assert_eq!(SlotKind::Zero.fixed(), Some("RZ"));
    /// assert_eq!(SlotKind::Word.fixed(), None);
    /// ```
    #[must_use]
    pub fn fixed(self) -> Option<&'static str> {
        match self {
            Self::Nothing => Some("PT"),
            Self::Zero => Some("RZ"),
            Self::False => Some("!PT"),
            _ => None,
        }
    }

    /// Returns whether the value occupies a register pair.
    #[must_use]
    pub fn is_pair(self) -> bool {
        matches!(
            self,
            Self::Double | Self::Long | Self::SignedLong | Self::InvertibleLong | Self::Floats
        )
    }
}

/// A place for one operand of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandSlot {
    /// The name in the table: `Rd`.
    pub name: &'static str,
    /// The kind of value that the operand accepts.
    pub kind: SlotKind,
    /// Whether the operand is a destination.
    pub is_destination: bool,
    /// Whether the suffix `.CC` is allowed. With the suffix, the instruction also writes the
    /// condition code.
    pub takes_carry: bool,
    /// The suffixes of the source that its kind does not have: `H1`.
    pub suffixes: &'static [&'static str],
    /// Whether the operand may be missing.
    pub is_optional: bool,
    /// Whether the operand is printed before all others.
    pub is_first: bool,
}

impl OperandSlot {
    /// Returns the name without the kind and without a suffix: `a` of `Ra{.H1}`.
    fn letter(&self) -> &'static str {
        self.name[1..].split('{').next().unwrap_or_default()
    }
}

/// A PTX instruction that computes what a machine instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ptx {
    /// The instruction, in which a name of a class stands for the modifier that is chosen.
    pub template: &'static str,
    /// The sources of the PTX instruction. Empty if they have the order of the machine instruction.
    pub order: &'static [PtxSource],
    /// How the last source of the machine instruction, which the PTX instruction does not have, is merged.
    pub merge: Option<Merge>,
}

/// A source of a PTX instruction that computes what a machine instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PtxSource {
    /// The index of the machine instruction's source.
    pub at: usize,
    /// Whether only the upper half of the source is passed.
    pub is_upper: bool,
}

/// How an instruction writes a source above the bits that it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The function in `ptx_core` of the computed bits and the source.
    pub function: &'static str,
    /// By how many bits the source moves up.
    pub distance: u32,
    /// By how many bits the result of the PTX instruction moves down before.
    pub dropped: u32,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The opcode, such as `MUFU`.
    pub opcode: &'static str,
    /// The operation, such as `RCP`; `None` if the opcode has no operations.
    pub operation: Option<&'static str>,
    /// The classes of the other modifiers, in the order of a disassembler.
    pub classes: &'static [&'static Class],
    /// The operands, destinations first.
    pub operands: &'static [OperandSlot],
    /// The first and the last architecture with this instruction.
    pub targets: (u16, u16),
    /// The name of the function in `ptx_core::sass`. Empty if the row has a PTX instruction.
    pub function: &'static str,
    /// The PTX instruction that computes the same; `None` if the row has a function.
    pub ptx: Option<Ptx>,
    /// The PTX instruction or the function that computes the same if one source has `-`, without this sign. If there are two
    /// sources, its last source is the one with `-`.
    pub difference: Option<&'static str>,
    /// The arguments after the sources and flags, in order.
    pub passed: &'static [&'static Class],
}

const ANY: (u16, u16) = (0, u16::MAX);
/// The targets on which `MUFU.SIN`, `MUFU.COS` and `MUFU.EX2` expect a result of `RRO`, the range
/// reduction.
const REDUCED: (u16, u16) = (0, BEFORE_FLOATS);
/// The targets without the range reduction `RRO`, where `MUFU.SIN`, `MUFU.COS` and `MUFU.EX2` expect a float.
const FLOATS: (u16, u16) = (FIRST_WITH_FLOATS, u16::MAX);
/// The first architecture without `RRO`, where the operand of `MUFU` is a float.
pub(super) const FIRST_WITH_FLOATS: u16 = 70;
/// The targets where `IADD` has its carries in the condition code.
const FLAGS: (u16, u16) = (0, 99);
/// The targets where `IADD` has its carries in predicates.
const PREDICATES: (u16, u16) = (100, u16::MAX);
/// The targets with `MUFU.TANH`.
const TANH: (u16, u16) = (75, u16::MAX);
/// The last architecture with `RRO`.
const BEFORE_FLOATS: u16 = FIRST_WITH_FLOATS - 1;

/// Parses a row.
fn row(line: &'static str) -> Result<Row, String> {
    let mut row = Cursor::new(line);
    let opcode = row.word()?;
    let mut operation = None;
    if row.eats("[") {
        operation = Some(row.word()?);
        row.expect("]")?;
    }
    let mut classes = Vec::new();
    loop {
        let optional = row.eats("{.");
        if !optional && !row.eats(".") {
            break;
        }
        classes.push(names::class(row.word()?)?);
        if optional {
            row.expect("}")?;
        }
    }
    row.expect("(")?;
    let operands = row.list(")", operand)?.leak();
    let targets = match row.eats("@") {
        false => ANY,
        true if row.eats("REDUCED") => REDUCED,
        true if row.eats("FLOATS") => FLOATS,
        true if row.eats("TANH") => TANH,
        true if row.eats("FLAGS") => FLAGS,
        true if row.eats("PREDICATES") => PREDICATES,
        true => numbered_targets(&mut row)?,
    };
    let mut ptx = if row.eats("=") { Some(ptx(&mut row, operands)?) } else { None };
    let function = if ptx.is_some() { "" } else { row.word()? };
    let passed =
        if row.eats("(") { row.list(")", |row| names::class(row.word()?))? } else { Vec::new() };
    let difference = match row.eats("-") {
        true => Some(row.take_while(|byte| !matches!(byte, b' ' | b';'))),
        false => None,
    };
    if let Some(ptx) = &mut ptx {
        ptx.merge = merge(&mut row)?;
    }
    row.end()?;
    Ok(Row {
        opcode,
        operation,
        classes: classes.leak(),
        operands,
        targets,
        function,
        ptx,
        difference,
        passed: passed.leak(),
    })
}

/// Parses the first and the last target: `90-119`, or `100` for all targets from sm_100 on.
fn numbered_targets(row: &mut Cursor) -> Result<(u16, u16), String> {
    let word = row.word()?;
    let unknown = |_| format!("expected the name of targets or a number after `@`, found `{word}`");
    let first = word.parse().map_err(unknown)?;
    let last = if row.eats("-") { row.word()?.parse().ok() } else { Some(u16::MAX) };
    Ok((first, last.ok_or("expected a number after `-`")?))
}

/// Parses a PTX instruction and the order of its sources: `prmt.b32{.perm} (a, c, b)`.
fn ptx(row: &mut Cursor, operands: &[OperandSlot]) -> Result<Ptx, String> {
    let template = row.take_while(|byte| !matches!(byte, b' ' | b';'));
    let sources: Vec<_> = operands.iter().filter(|slot| !slot.is_destination).collect();
    let place = |row: &mut Cursor| {
        let letter = row.word()?;
        let found = sources.iter().position(|slot| slot.letter() == letter);
        let at = found.ok_or_else(|| format!("no source is called `{letter}`"))?;
        Ok(PtxSource { at, is_upper: row.eats(".H1") })
    };
    let order = if row.eats("(") { row.list(")", place)? } else { Vec::new() };
    Ok(Ptx { template, order: order.leak(), merge: None })
}

/// Parses how an instruction merges its last source: `>> 8 << 8`.
fn merge(row: &mut Cursor) -> Result<Option<Merge>, String> {
    let dropped = if row.eats(">>") { distance(row)? } else { 0 };
    if !row.eats("<<") {
        return Ok(None);
    }
    let distance = distance(row)?;
    let function = match distance {
        8 => "sass::merged_8",
        _ => "sass::merged_16",
    };
    Ok(Some(Merge { function, distance, dropped }))
}

/// Parses a number of bits by which a number moves.
fn distance(row: &mut Cursor) -> Result<u32, String> {
    [8, 16]
        .into_iter()
        .find(|bits: &u32| row.eats(&bits.to_string()))
        .ok_or_else(|| "expected 8 or 16 after `<<` or `>>`".into())
}

/// Parses an operand: `Rd{.CC}`, `{Pd}`.
fn operand(row: &mut Cursor) -> Result<OperandSlot, String> {
    let is_optional = row.eats("{");
    let is_first = row.eats("^");
    let text = row.rest();
    let word = row.word()?;
    if is_optional {
        row.expect("}")?;
    }
    let takes_carry = row.eats("{.CC}");
    let mut suffixes = Vec::new();
    if !takes_carry && row.eats("{.") {
        suffixes.push(row.word()?);
        while row.eats("/") {
            suffixes.push(row.word()?);
        }
        row.expect("}")?;
    }
    let has_suffix = takes_carry || !suffixes.is_empty();
    let name = &text[..if has_suffix { text.len() - row.rest().len() } else { word.len() }];
    let kind = match word.as_bytes()[0] {
        b'R' => SlotKind::Word,
        b'N' => SlotKind::Integer,
        b'I' => SlotKind::Constant,
        b'F' => SlotKind::Float,
        b'H' => SlotKind::High,
        b'D' => SlotKind::Double,
        b'P' | b'Q' => SlotKind::Predicate,
        b'V' => SlotKind::Invertible,
        b'E' => SlotKind::Extended,
        b'L' => SlotKind::Long,
        b'O' => SlotKind::SignedLong,
        b'J' => SlotKind::InvertibleLong,
        b'Y' => SlotKind::Halves,
        b'Z' => SlotKind::BrainHalves,
        b'W' => SlotKind::Zero,
        b'K' => SlotKind::Half,
        b'G' => SlotKind::Floats,
        b'U' => SlotKind::Bits,
        b'B' => SlotKind::Lanes,
        b'T' => SlotKind::Nothing,
        b'X' => SlotKind::False,
        _ => return Err(format!("no kind of operand begins like `{word}`")),
    };
    let is_destination = word[1..].starts_with('d') || kind == SlotKind::Nothing;
    let suffixes = suffixes.leak();
    Ok(OperandSlot { name, kind, is_destination, takes_carry, suffixes, is_optional, is_first })
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let parse = |line| row(line).unwrap_or_else(|fault| panic!("{fault}, in the row `{line}`"));
    lines(include_str!("rows.txt")).map(parse).collect()
});

/// Returns all rows, in the order of the table.
pub fn all() -> impl Iterator<Item = &'static Row> {
    ROWS.iter()
}

/// Returns all opcodes, without duplicates.
pub fn names() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    all().map(|row| row.opcode).filter(move |&name| std::mem::replace(&mut last, name) != name)
}

/// The instructions of the uniform unit. `UIADD3` computes what `IADD3` does.
#[rustfmt::skip]
const UNIFORM: [&str; 28] = [
    "UMOV", "USEL", "UISETP", "UIADD3", "ULEA", "ULOP3", "UPLOP3", "UPRMT", "USHF", "USGXT",
    "UBMSK", "UIMAD", "UFLO", "UBREV", "UPOPC", "UFSEL", "UFSETP", "UFADD", "UFFMA", "UFMUL",
    "UI2F", "UF2I", "UF2F", "UFRND", "UI2FP", "UIMNMX", "UVIADD", "UVIMNMX",
];

/// Returns the opcode that computes the same for one thread: `IADD3` for `UIADD3`, otherwise the opcode itself.
///
/// ```
/// use ptx_isa::sass::opcodes::without_unit;
///
/// assert_eq!(without_unit("UIADD3"), "IADD3");
/// assert_eq!(without_unit("IADD3"), "IADD3");
/// ```
#[must_use]
pub fn without_unit(opcode: &str) -> &str {
    match opcode.strip_prefix('U').filter(|_| UNIFORM.contains(&opcode)) {
        Some(plain) => plain,
        None => opcode,
    }
}

impl Row {
    /// Returns the opcode with its operation: `MUFU.RCP`.
    #[must_use]
    pub fn head(&self) -> String {
        let operation = self.operation.map(|word| format!(".{word}")).unwrap_or_default();
        format!("{}{operation}", self.opcode)
    }

    /// Returns the opcode, the operation, and the modifiers that every spelling of the row has:
    /// `MUFU.RCP`, `ISETP.EX`.
    #[must_use]
    pub fn name(&self) -> String {
        self.distinct().fold(self.head(), |name, word| format!("{name}.{word}"))
    }

    /// Returns the modifiers that every spelling of this row has, except the operation.
    pub(super) fn distinct(&self) -> impl Iterator<Item = &'static str> {
        let classes = self.classes.iter();
        let lone = classes.filter(|class| class.words.len() == 1 && class.default.is_none());
        lone.map(|class| class.words[0])
    }

    /// Returns the function to call if the destination has the suffix `.CC`.
    pub(super) fn with_carry(&self) -> &'static str {
        if self.function == "iadd" { "iadd_x" } else { self.function }
    }

    /// Returns the parts of the condition code that the instruction reads. An earlier instruction
    /// with `.CC` must have written these parts.
    #[must_use]
    pub fn flags(&self) -> &'static [&'static str] {
        match self.function {
            "iadd_x" => &["carry"],
            "isetp_x" => &["carry", "zero"],
            _ => &[],
        }
    }

    /// Returns whether an operand must be in `|…|`, although the instruction reads its sign, too.
    ///
    /// ```
    /// use ptx_isa::sass::opcodes;
    ///
    /// let row = opcodes::all().find(|row| row.function == "fmnmx_xorsign").unwrap();
    /// let needed = row.operands.iter().filter(|slot| row.needs_bars(slot));
    /// assert!(needed.map(|slot| slot.name).eq(["Fa", "Fb"]));
    /// ```
    #[must_use]
    pub fn needs_bars(&self, slot: &OperandSlot) -> bool {
        let is_float = !slot.is_destination && slot.kind.takes_absolute();
        is_float && self.distinct().any(|word| word == "XORSIGN")
    }

    /// Returns whether the last operand is a predicate with the result of comparing the low words,
    /// as in `ISETP.EX`.
    #[must_use]
    pub fn continues(&self) -> bool {
        self.function == "isetp_ex"
    }

    /// Returns an instruction that an example must execute before this instruction. The returned
    /// instruction writes the flags or the predicate that this instruction reads. The string is
    /// empty if this instruction reads neither.
    #[must_use]
    pub fn before(&self) -> &'static str {
        match (self.flags(), self.continues()) {
            ([], false) => "",
            ([], true) => "ISETP.LT.U32.AND P1, PT, R0, R1, PT; ",
            _ => "IADD RZ.CC, R0, -R1; ",
        }
    }

    /// Returns the names of the operands, in the order in which they are written: `{Pd}, Rd, Ra`.
    #[must_use]
    pub fn written_operands(&self) -> Vec<String> {
        let name = |slot: &&OperandSlot| match slot.is_optional {
            true => format!("{{{}}}", slot.name),
            false => slot.name.into(),
        };
        let (first, others): (Vec<_>, Vec<_>) =
            self.operands.iter().partition(|slot| slot.is_first);
        first.iter().chain(&others).map(name).collect()
    }

    /// Returns whether an architecture has this instruction.
    #[must_use]
    pub fn is_in(&self, sm: u16) -> bool {
        (self.targets.0..=self.targets.1).contains(&sm)
    }
}

impl fmt::Display for Row {
    /// Prints the row without its function: `FADD{.FTZ}{.rnd}{.SAT} Rd, Fa, Fb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head())?;
        for class in self.classes {
            match (class.default, class.words) {
                (Some(_), _) => write!(f, "{{.{}}}", class.name)?,
                (None, [word]) => write!(f, ".{word}")?,
                (None, _) => write!(f, ".{}", class.name)?,
            }
        }
        write!(f, " {}", self.written_operands().join(", "))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_faulty_row_is_rejected() {
        for (row, expected) in [
            ("FADD{.FTX} (Rd, Fa) fadd(FTZ);", "unknown class `FTX`"),
            ("FADD{.FTZ} (Rd, Fa) fadd(FTX);", "unknown class `FTX`"),
            ("FADD{.FTZ} (Rd, Aa) fadd(FTZ);", "no kind of operand begins like `Aa`"),
            ("FADD{.FTZ} (Rd, Fa) @ NEW fadd(FTZ);", "expected the name of targets or a number"),
            ("FADD{.FTZ} (Rd, Fa) fadd(FTZ)", "expected `;`"),
        ] {
            let fault = super::row(row).err().unwrap_or_default();
            assert!(fault.contains(expected), "`{row}`: {fault}");
        }
    }
}
