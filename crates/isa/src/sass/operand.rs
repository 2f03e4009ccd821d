//! Operands of machine instructions, and their checks.

use super::opcodes::{OperandSlot, SlotKind};
use super::{Immediate, Selection};
use crate::fault::{At, Fault};
use crate::help::{Help, Part};
use crate::message::Message;

/// The number of the last general register.
const LAST_REGISTER: u16 = 254;
/// The number of the last predicate.
const LAST_PREDICATE: u16 = 6;

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
    /// The half that a suffix selects.
    pub half: Option<Half>,
    /// Whether the operand has the suffix `.CC`.
    pub carry: bool,
    /// The operand without signs and suffix.
    pub base: Base,
}

impl Operand {
    /// Returns an operand without signs and suffix.
    #[must_use]
    pub fn plain(base: Base) -> Self {
        let (negated, absolute, complement, inverted, carry) = (false, false, false, false, false);
        Self { negated, absolute, complement, inverted, half: None, carry, base }
    }
}

/// The half of a register that both halves of a source are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// `.H0_H0`
    Low,
    /// `.H1_H1`
    High,
}

/// An operand without signs and suffix.
#[derive(Clone, Debug, PartialEq)]
pub enum Base {
    /// `R0` to `R254`; `RZ` is `None`.
    Register(Option<u16>),
    /// `P0` to `P6`; `PT` is `None`.
    Predicate(Option<u16>),
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
    /// assert_eq!(Base::of_name("R7"), Ok(Some(Base::Register(Some(7)))));
    /// assert_eq!(Base::of_name("PT"), Ok(Some(Base::Predicate(None))));
    /// assert_eq!(Base::of_name("Rate"), Ok(None));
    /// assert!(Base::of_name("R255").is_err());
    /// ```
    ///
    /// # Errors
    /// Returns a message if the name looks like a register, but the register does not exist.
    pub fn of_name(name: &str) -> Result<Option<Self>, Message> {
        match name {
            "RZ" => return Ok(Some(Self::Register(None))),
            "PT" => return Ok(Some(Self::Predicate(None))),
            _ => {}
        }
        let numbered = |letters: &str| {
            name.strip_prefix(letters)
                .filter(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
        };
        let number = |digits: &str, last: u16, rest: &str| {
            if digits.len() > 1 && digits.starts_with('0') {
                let bare = digits.trim_start_matches('0');
                let bare = if bare.is_empty() { "0" } else { bare };
                return Err(Message::new(format!("unknown register `{name}`"))
                    .note("the number of a register cannot begin with 0")
                    .help(Help::write(Part::Word, format!("{}{bare}", &name[..1]))));
            }
            match digits.parse() {
                Ok(number) if number <= last => Ok(Some(number)),
                _ => Err(Message::new(format!("unknown register `{name}`"))
                    .note(format!("the registers are {rest}"))),
            }
        };
        let is_uniform =
            matches!(name, "URZ" | "UPT") || numbered("UR").or(numbered("UP")).is_some();
        if is_uniform {
            return Err(Message::new("uniform registers are not supported").help(format!(
                "pass the value: `(x)`, or `({name})` for a Rust variable of that name"
            )));
        }
        if let Some(digits) = numbered("R") {
            return number(digits, LAST_REGISTER, "`R0` to `R254`, and `RZ`, which is zero")
                .map(|r| Some(Self::Register(r)));
        }
        if let Some(digits) = numbered("P") {
            return number(digits, LAST_PREDICATE, "`P0` to `P6`, and `PT`, which is true")
                .map(|p| Some(Self::Predicate(p)));
        }
        Ok(None)
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
    /// Returns a fault if the number of operands is wrong, an operand does not fit, or `IADD` negates two sources.
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
        let is_sum = matches!(self.row.opcode, "IADD" | "IADD32I");
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
        if operand.half.is_some() {
            return Err(fault("a destination cannot be a half"));
        }
        if slot.kind == SlotKind::Nothing && operand.base != Base::Predicate(None) {
            return Err(fault(format!("`{}` cannot write a predicate here", self.spelling()))
                .note("NVIDIA has not published what it writes")
                .help(Help::write(Part::Word, "PT")));
        }
        if operand.carry && !slot.takes_carry {
            return Err(fault(format!("`.CC` is not supported by `{}`", self.spelling()))
                .note("only IADD and IADD32I write the carry flag here"));
        }
        Self::register(slot, &operand.base)
    }

    fn source(&self, slot: &OperandSlot, operand: &Operand) -> Result<(), Fault> {
        let name = self.spelling();
        let kind = slot.kind;
        if operand.carry {
            return Err(fault("`.CC` can only follow a destination"));
        }
        if operand.complement && kind != SlotKind::Predicate {
            return Err(fault("`!` can only come before a predicate"));
        }
        if operand.half.is_some() && !kind.is_halves() {
            return Err(fault("only a source of two halves can have `.H0_H0` or `.H1_H1`"));
        }
        if operand.inverted && kind != SlotKind::Invertible {
            return Err(fault(format!("`~` is not supported by `{name}` here")));
        }
        if operand.absolute && !kind.takes_absolute() {
            return Err(fault(format!("`|…|` is not supported by `{name}` here"))
                .note("only floats can have it"));
        }
        if operand.negated && !kind.takes_minus() {
            return Err(fault(format!("`-` is not supported by `{name}` here")));
        }
        if kind == SlotKind::Magnitude && !operand.absolute {
            return Err(fault(format!("`{name}` needs `|…|` around its sources")));
        }
        match &operand.base {
            Base::Immediate(_) if operand.absolute => Err(fault("a literal cannot have `|…|`")),
            Base::Immediate(literal) => literal.word(slot.kind).map(drop).map_err(fault),
            Base::Register(_) if slot.kind == SlotKind::Constant => {
                let short = self.row.opcode.trim_end_matches("32I");
                let fault = fault("expected a literal, found a register");
                Err(match super::opcodes::names().any(|opcode| opcode == short) {
                    true => fault.help(Help::write(Part::Mnemonic, short)),
                    false => fault,
                })
            }
            base => Self::register(slot, base),
        }
    }

    /// Rejects a register in a slot for a predicate, and a predicate in any other slot. In a slot for a binary64 value,
    /// also rejects a register at which no register pair can start.
    fn register(slot: &OperandSlot, base: &Base) -> Result<(), Fault> {
        let wants_predicate = matches!(slot.kind, SlotKind::Predicate | SlotKind::Nothing);
        match base {
            Base::Register(_) if wants_predicate => {
                Err(fault("expected a predicate, found a register")
                    .note("the predicates are `P0` to `P6` and `PT`"))
            }
            Base::Predicate(_) if !wants_predicate => {
                Err(fault("expected a register, found a predicate")
                    .note("the registers are `R0` to `R254` and `RZ`"))
            }
            Base::Register(Some(number)) if slot.kind.is_pair() => pair(*number, slot.kind),
            _ => Ok(()),
        }
    }
}

/// Checks that a register pair can start at this register. The number of the register must be even, and below 254,
/// because there is no `R255`.
fn pair(number: u16, kind: SlotKind) -> Result<(), Fault> {
    let name = if kind == SlotKind::Double { "a double" } else { "an integer of 64 bits" };
    let what = format!("`R{number}` cannot be {name}");
    if number % 2 == 1 {
        return Err(fault(what)
            .note(format!("{name} is two registers, of which the first has an even number"))
            .help(
                Help::write(Part::Word, format!("R{}", number - 1))
                    .and(&format!(" if its high word is in `R{number}`")),
            ));
    }
    if number == LAST_REGISTER {
        return Err(fault(what).note(format!("{name} is two registers, and `R255` is `RZ`")));
    }
    Ok(())
}

/// Creates a fault. The caller sets its position.
fn fault(message: impl Into<Message>) -> Fault {
    Fault::new(At::Mnemonic, message)
}
