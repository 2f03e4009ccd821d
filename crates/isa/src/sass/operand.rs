//! Operands of machine instructions, and their checks.

use super::opcodes::{Kind, OperandSlot};
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
    /// Whether the operand has the suffix `.CC`.
    pub carry: bool,
    /// The operand without signs and suffix.
    pub base: Base,
}

impl Operand {
    /// Returns an operand without signs and suffix.
    #[must_use]
    pub fn plain(base: Base) -> Self {
        Self { negated: false, absolute: false, complement: false, carry: false, base }
    }
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
    /// Checks the operands of this instruction.
    ///
    /// # Errors
    /// Returns a fault if the number of operands is wrong, an operand does not fit, or two integer
    /// sources are negated.
    pub fn check(&self, operands: &[Operand]) -> Result<(), Fault> {
        let slots = self.row.operands;
        if slots.len() != operands.len() {
            let names: Vec<_> = slots.iter().map(|slot| slot.name).collect();
            let at = match operands.len() > slots.len() {
                true => At::Operand(slots.len()),
                false => At::Mnemonic,
            };
            if let ("MOV", 3) = (self.row.opcode, operands.len()) {
                return Err(Fault::new(at, "a third operand of `MOV` is not supported")
                    .note("it selects lanes of a quad, but `sass!` runs one thread")
                    .help("omit it if it is 0xf"));
            }
            let what = format!(
                "`{}` takes {} operands, not {}",
                self.spelling(),
                slots.len(),
                operands.len()
            );
            return Err(Fault::new(at, what).note(format!("the operands are {}", names.join(", "))));
        }
        for (i, (slot, operand)) in slots.iter().zip(operands).enumerate() {
            let checked = match slot.is_destination {
                true => self.destination(slot, operand),
                false => self.source(slot, operand),
            };
            checked.map_err(|mut fault| {
                fault.at = At::Operand(i);
                fault
            })?;
        }
        let both = |kind| {
            slots.iter().zip(operands).filter(|(slot, o)| slot.kind == kind && o.negated).count()
                > 1
        };
        match both(Kind::Integer) {
            true => Err(fault(format!("`{}` cannot negate two sources", self.spelling()))),
            false => Ok(()),
        }
    }

    fn destination(&self, slot: &OperandSlot, operand: &Operand) -> Result<(), Fault> {
        if let Base::Immediate(_) = operand.base {
            return Err(fault("a literal cannot be a destination"));
        }
        if operand.negated || operand.absolute || operand.complement {
            return Err(fault("a destination cannot have a sign"));
        }
        if operand.carry && !slot.takes_carry {
            return Err(fault(format!("`.CC` is not supported by `{}`", self.spelling()))
                .note("only IADD and IADD32I write the carry flag here"));
        }
        Self::register(slot, &operand.base)
    }

    fn source(&self, slot: &OperandSlot, operand: &Operand) -> Result<(), Fault> {
        let name = self.spelling();
        let is_float = slot.kind.takes_absolute();
        if operand.carry {
            return Err(fault("`.CC` can only follow a destination"));
        }
        if operand.complement && slot.kind != Kind::Predicate {
            return Err(fault("`!` can only come before a predicate"));
        }
        if operand.absolute && !is_float {
            return Err(fault(format!("`|…|` is not supported by `{name}` here"))
                .note("only floats can have it"));
        }
        if operand.negated && !is_float && slot.kind != Kind::Integer {
            return Err(fault(format!("`-` is not supported by `{name}` here")));
        }
        match &operand.base {
            Base::Immediate(_) if operand.absolute => Err(fault("a literal cannot have `|…|`")),
            Base::Immediate(literal) => literal.word(slot.kind).map(drop).map_err(fault),
            Base::Register(_) if slot.kind == Kind::Constant => {
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
        let wants_predicate = slot.kind == Kind::Predicate;
        match base {
            Base::Register(_) if wants_predicate => {
                Err(fault("expected a predicate, found a register")
                    .note("the predicates are `P0` to `P6` and `PT`"))
            }
            Base::Predicate(_) if !wants_predicate => {
                Err(fault("expected a register, found a predicate")
                    .note("the registers are `R0` to `R254` and `RZ`"))
            }
            Base::Register(Some(number)) if slot.kind == Kind::Double => pair(*number),
            _ => Ok(()),
        }
    }
}

/// Checks that a register pair can start at this register. The number of the register must be even, and below 254,
/// because there is no `R255`.
fn pair(number: u16) -> Result<(), Fault> {
    let what = format!("`R{number}` cannot be a double");
    if number % 2 == 1 {
        return Err(fault(what)
            .note("a double is two registers, of which the first has an even number")
            .help(
                Help::write(Part::Word, format!("R{}", number - 1))
                    .and(&format!(" if its high word is in `R{number}`")),
            ));
    }
    if number == LAST_REGISTER {
        return Err(fault(what).note("a double is two registers, and `R255` is `RZ`"));
    }
    Ok(())
}

/// Creates a fault. The caller sets its position.
fn fault(message: impl Into<Message>) -> Fault {
    Fault::new(At::Mnemonic, message)
}
