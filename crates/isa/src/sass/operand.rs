//! Operands of machine instructions, and their checks.

use super::opcodes::{OperandSlot, SlotKind};
use super::part::Part;
use super::{Immediate, Selection};
use crate::describe::choice;
use crate::fault::{At, Fault};
use crate::help::{Help, Part as Place};
use crate::message::Message;
use std::fmt;

/// The number of the last general register, and of the last uniform register.
const LAST_REGISTER: u16 = 254;
/// The number of the last predicate, and of the last uniform predicate.
const LAST_PREDICATE: u16 = 6;

/// The registers that have a number: their letters, their last number, and a list of them for messages.
const NUMBERED: [(&str, u16, &str); 4] = [
    ("R", LAST_REGISTER, "`R0` to `R254`, and `RZ`, which is zero"),
    ("P", LAST_PREDICATE, "`P0` to `P6`, and `PT`, which is true"),
    ("UR", LAST_REGISTER, "`UR0` to `UR254`, and `URZ`, which is zero"),
    ("UP", LAST_PREDICATE, "`UP0` to `UP6`, and `UPT`, which is true"),
];

/// An operand, as a caller describes it for the checks.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// Whether a `-` precedes the operand.
    pub negated: bool,
    /// Whether the operand is in bars: `|…|`.
    pub absolute: bool,
    /// Whether a `!` precedes the operand.
    pub complement: bool,
    /// Whether a `~` precedes the operand.
    pub inverted: bool,
    /// The part of a source that a suffix selects.
    pub part: Option<&'static Part>,
    /// Whether the operand has the suffix `.CC`.
    pub carry: bool,
    /// The operand without signs and suffix.
    pub base: Base,
}

impl Operand {
    /// Returns whether the operand is a register pair, in a slot of a kind.
    #[must_use]
    pub fn is_pair(&self, kind: SlotKind) -> bool {
        let is_register = matches!(self.base, Base::Register(Some(_)));
        is_register && self.kind(kind).is_pair()
    }

    /// Returns the kind of the operand's register in a slot of a kind. Some suffixes change it.
    #[must_use]
    pub fn kind(&self, slot: SlotKind) -> SlotKind {
        self.part.and_then(|part| part.register).unwrap_or(slot)
    }

    /// Returns an operand without signs and suffix.
    #[must_use]
    pub fn plain(base: Base) -> Self {
        let (negated, absolute, complement, inverted, carry) = (false, false, false, false, false);
        Self { negated, absolute, complement, inverted, part: None, carry, base }
    }
}

/// A register or predicate with a number, such as `R7` or `UP0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Register {
    /// The letters: `R`, `P`, `UR` or `UP`. The latter two are registers of the uniform unit.
    pub letters: &'static str,
    /// The number.
    pub number: u16,
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letters, self.number)
    }
}

/// An operand without signs and suffix.
#[derive(Clone, Debug, PartialEq)]
pub enum Base {
    /// `R0` to `R254`, or `UR0` to `UR254`; `RZ` and `URZ` are `None`.
    Register(Option<Register>),
    /// `P0` to `P6`, or `UP0` to `UP6`; `PT` and `UPT` are `None`.
    Predicate(Option<Register>),
    /// A Rust variable or expression, whose type rustc checks.
    Host,
    /// A literal.
    Immediate(Immediate),
}

impl Base {
    /// Returns the register with this name; `None` if the name does not look like a register.
    ///
    /// ```
    /// use ptx_isa::sass::operand::Base;
    ///
    /// let Ok(Some(Base::Register(Some(register)))) = Base::of_name("UR7") else { panic!() };
    /// assert_eq!((register.letters, register.number), ("UR", 7));
    /// assert_eq!(Base::of_name("PT"), Ok(Some(Base::Predicate(None))));
    /// assert_eq!(Base::of_name("Rate"), Ok(None));
    /// assert!(Base::of_name("R255").is_err());
    /// ```
    ///
    /// # Errors
    /// Returns a message if the name looks like a register, but the register does not exist.
    pub fn of_name(name: &str) -> Result<Option<Self>, Message> {
        match name {
            "RZ" | "URZ" => return Ok(Some(Self::Register(None))),
            "PT" | "UPT" => return Ok(Some(Self::Predicate(None))),
            _ => {}
        }
        let numbered = |&(letters, last, list): &(&'static str, u16, &'static str)| {
            let digits = name.strip_prefix(letters)?;
            let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            is_number.then_some((letters, digits, last, list))
        };
        let Some((letters, digits, last, list)) = NUMBERED.iter().find_map(numbered) else {
            return Ok(None);
        };
        if digits.len() > 1 && digits.starts_with('0') {
            let bare = digits.trim_start_matches('0');
            let bare = if bare.is_empty() { "0" } else { bare };
            return Err(Message::new(format!("unknown register `{name}`"))
                .note("the number of a register cannot begin with 0")
                .help(Help::write(Place::Word, format!("{letters}{bare}"))));
        }
        match digits.parse() {
            Ok(number) if number <= last => {
                let register = Some(Register { letters, number });
                let is_predicate = letters.ends_with('P');
                Ok(Some(match is_predicate {
                    true => Self::Predicate(register),
                    false => Self::Register(register),
                }))
            }
            _ => Err(Message::new(format!("unknown register `{name}`"))
                .note(format!("the registers are {list}"))),
        }
    }
}

impl Selection {
    /// Returns, for each slot of the row, the index of its operand; `None` for an operand that is missing.
    ///
    /// # Errors
    /// Returns a fault if the number of operands is wrong.
    pub fn places(&self, count: usize) -> Result<Vec<Option<usize>>, Fault> {
        let slots = self.row.operands;
        let needed = slots.iter().filter(|slot| !slot.is_optional).count();
        if !(needed..=slots.len()).contains(&count) {
            return Err(self.wrong_count(count, needed));
        }
        let mut optional = count - needed;
        let mut places = vec![None; slots.len()];
        let mut next = 0;
        let order = |is_first| (0..slots.len()).filter(move |at| slots[*at].is_first == is_first);
        for at in order(true).chain(order(false)) {
            let is_there = !slots[at].is_optional || optional > 0;
            if is_there {
                places[at] = Some(next);
                next += 1;
                optional -= usize::from(slots[at].is_optional);
            }
        }
        Ok(places)
    }

    /// Returns an operand for each slot of the row. For a destination that is missing, the operand is `PT`.
    ///
    /// # Errors
    /// Returns a fault if the number of operands is wrong.
    pub fn arranged(&self, operands: &[Operand]) -> Result<Vec<Operand>, Fault> {
        let places = self.places(operands.len())?;
        let operand = |place: Option<usize>| match place {
            Some(at) => operands[at].clone(),
            None => Operand::plain(Base::Predicate(None)),
        };
        Ok(places.into_iter().map(operand).collect())
    }

    fn wrong_count(&self, count: usize, needed: usize) -> Fault {
        let slots = self.row.operands;
        let at = match count > slots.len() {
            true => At::Operand(slots.len()),
            false => At::Mnemonic,
        };
        if let ("MOV", 3) = (self.row.opcode, count) {
            return Fault::new(at, "a third operand of `MOV` is not supported")
                .note("it selects lanes of a quad, but `sass!` runs one thread")
                .help("omit it if it is 0xf");
        }
        let takes = match needed == slots.len() {
            true => needed.to_string(),
            false => format!("{needed} to {}", slots.len()),
        };
        let what = format!("`{}` takes {takes} operands, not {count}", self.spelling());
        let names = self.row.written_operands().join(", ");
        Fault::new(at, what).note(format!("the operands are {names}"))
    }

    /// Checks the operands of this instruction.
    ///
    /// # Errors
    /// Returns a fault if the number of operands is wrong, an operand does not fit, or a sum negates two sources.
    pub fn check(&self, operands: &[Operand]) -> Result<(), Fault> {
        let slots = self.row.operands;
        for (slot, place) in slots.iter().zip(self.places(operands.len())?) {
            let Some(at) = place else { continue };
            let checked = match slot.is_destination {
                true => self.destination(slot, &operands[at]),
                false => self.source(slot, &operands[at]),
            };
            checked.map_err(|mut fault| {
                fault.at = At::Operand(at);
                fault
            })?;
        }
        let is_sum = matches!(self.row.opcode, "IADD" | "IADD32I") || self.row.difference.is_some();
        match is_sum && operands.iter().filter(|operand| operand.negated).count() > 1 {
            true => Err(fault(format!("`{}` cannot negate two sources", self.spelling()))),
            false => Ok(()),
        }
    }

    fn destination(&self, slot: &OperandSlot, operand: &Operand) -> Result<(), Fault> {
        if let Base::Immediate(_) = operand.base {
            return Err(fault("a literal cannot be a destination"));
        }
        if operand.negated || operand.absolute || operand.complement || operand.inverted {
            return Err(fault("a destination cannot have a sign"));
        }
        if operand.part.is_some() {
            return Err(fault("a destination cannot have a suffix"));
        }
        if slot.kind == SlotKind::Nothing && operand.base != Base::Predicate(None) {
            return Err(fault(format!("`{}` cannot write a predicate here", self.spelling()))
                .note("NVIDIA has not published what it writes")
                .help(Help::write(Place::Word, "PT")));
        }
        if operand.carry && !slot.takes_carry {
            return Err(fault(format!("`.CC` is not supported by `{}`", self.spelling()))
                .note("only IADD and IADD32I write the carry flag here"));
        }
        Self::register(slot, operand)
    }

    fn source(&self, slot: &OperandSlot, operand: &Operand) -> Result<(), Fault> {
        let name = self.spelling();
        let kind = slot.kind;
        if operand.carry {
            return Err(fault("`.CC` can only follow a destination"));
        }
        if operand.complement
            && !matches!(operand.kind(kind), SlotKind::Predicate | SlotKind::False)
        {
            return Err(fault("`!` can only come before a predicate"));
        }
        if let Some(part) = operand.part
            && !Part::all(slot).any(|one| one == part)
        {
            let fault = fault(format!("`.{}` is not supported by `{name}` here", part.suffix));
            if (self.row.opcode, part.suffix) == ("HADD2", "F32") {
                return Err(fault.note("NVIDIA has not published the upper half of the result"));
            }
            let suffixes: Vec<_> = Part::all(slot).map(|part| part.suffix).collect();
            return Err(match suffixes.is_empty() {
                true => fault,
                false => fault.note(format!("expected {}", choice(suffixes.into_iter()))),
            });
        }
        if operand.inverted && !kind.takes_inversion() {
            return Err(fault(format!("`~` is not supported by `{name}` here")));
        }
        if operand.absolute && !kind.takes_absolute() {
            return Err(fault(format!("`|…|` is not supported by `{name}` here"))
                .note("only floats can have it"));
        }
        let has_bars = self.row.needs_bars(slot);
        if operand.negated && (has_bars || !kind.takes_minus()) {
            return Err(fault(format!("`-` is not supported by `{name}` here")));
        }
        let is_zero = *operand == Operand::plain(Base::Register(None));
        if kind == SlotKind::Zero && !is_zero {
            return Err(fault(format!("`{name}` supports only `RZ` here"))
                .note("NVIDIA has not published what it does with another source")
                .help(Help::write(Place::Word, "RZ")));
        }
        let never = Operand { complement: true, ..Operand::plain(Base::Predicate(None)) };
        if kind == SlotKind::False && *operand != never {
            return Err(fault(format!("`{name}` supports only `!PT` here"))
                .note("NVIDIA has not published what it does with another predicate")
                .help(Help::write(Place::Word, "!PT")));
        }
        let is_literal = matches!(operand.base, Base::Immediate(_));
        if has_bars && !is_literal && !operand.absolute {
            return Err(fault(format!("`{name}` needs `|…|` around its sources")));
        }
        match &operand.base {
            Base::Immediate(_) if operand.absolute => Err(fault("a literal cannot have `|…|`")),
            Base::Immediate(_) if operand.part.is_some_and(Part::changes) => {
                Err(fault("a literal cannot have a suffix"))
            }
            Base::Immediate(_) if kind == SlotKind::Long && self.row.opcode == "I2F" => {
                Err(fault("a literal of 64 bits is not supported by `I2F`")
                    .note("disassemblers print only its high word")
                    .help("move it to a register: `MOV.64 R2, 0x1`"))
            }
            Base::Immediate(literal) => literal.value(slot.kind).map(drop).map_err(fault),
            Base::Register(_) if slot.kind == SlotKind::Constant => {
                let short = self.row.opcode.trim_end_matches("32I");
                let fault = fault("expected a literal, found a register");
                Err(match super::opcodes::names().any(|opcode| opcode == short) {
                    true => fault.help(Help::write(Place::Mnemonic, short)),
                    false => fault,
                })
            }
            _ => Self::register(slot, operand),
        }
    }

    /// Rejects a register in a slot for a predicate, and a predicate in any other slot. In a slot for a binary64 value,
    /// also rejects a register at which no register pair can start.
    fn register(slot: &OperandSlot, operand: &Operand) -> Result<(), Fault> {
        let wants_predicate = matches!(
            operand.kind(slot.kind),
            SlotKind::Predicate | SlotKind::Nothing | SlotKind::False
        );
        match operand.base {
            Base::Register(_) if wants_predicate => {
                Err(fault("expected a predicate, found a register")
                    .note("the predicates are `P0` to `P6` and `PT`"))
            }
            Base::Predicate(_) if !wants_predicate => {
                Err(fault("expected a register, found a predicate")
                    .note("the registers are `R0` to `R254` and `RZ`"))
            }
            Base::Register(Some(register)) if operand.is_pair(slot.kind) => {
                pair(register, slot.kind)
            }
            _ => Ok(()),
        }
    }
}

/// Checks that a register pair can start at this register. The number of the register must be even, and below 254,
/// because there is no `R255`.
fn pair(register: Register, kind: SlotKind) -> Result<(), Fault> {
    let name = match kind {
        SlotKind::Double => "a double",
        SlotKind::Floats => "a pair of floats",
        _ => "an integer of 64 bits",
    };
    let Register { letters, number } = register;
    let what = format!("`{register}` cannot be {name}");
    if number % 2 == 1 {
        return Err(fault(what)
            .note(format!("{name} is two registers, of which the first has an even number"))
            .help(
                Help::write(Place::Word, format!("{letters}{}", number - 1))
                    .and(&format!(" if its high word is in `{register}`")),
            ));
    }
    if number == LAST_REGISTER {
        return Err(fault(what)
            .note(format!("{name} is two registers, and `{letters}255` is `{letters}Z`")));
    }
    Ok(())
}

/// Creates a fault. The caller sets its position.
fn fault(message: impl Into<Message>) -> Fault {
    Fault::new(At::Mnemonic, message)
}
