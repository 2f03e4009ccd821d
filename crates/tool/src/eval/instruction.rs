//! Parses the text of an instruction, selects its form and looks up its functions.

use super::functions::{Prepared, Results};
use super::operands;
use ptx_isa::forms::{self, Form, Literals, OperandSlot, Second};
use ptx_isa::literal::Literal;
use ptx_isa::operand::{self, Operand};
use ptx_isa::sass::opcodes::{self, SlotKind};
use ptx_isa::sass::{self, operand::Base};
use ptx_isa::{
    At, COMMAND, Computation, Dialect, Fault, Missing, Selection, Table, Type, select_all,
};

/// An instruction that can be computed.
pub struct Instruction {
    /// The PTX form. `None` for a machine instruction.
    pub selection: Option<Selection>,
    /// The sources. Each element of a vector is a source. If the instruction reads the carry flag, the flag is last.
    pub sources: Vec<Slot>,
    /// The results in the order of the operands, without `_`. If the instruction writes the carry flag, the flag
    /// is last.
    pub results: Vec<Slot>,
    /// The nested calls of `ptx-core` functions that compute the instruction.
    pub computation: Computation,
    prepared: Prepared,
    reads_carry: bool,
}

/// A source or a result of an instruction.
#[derive(Clone)]
pub struct Slot {
    /// The name of the operand in the manual.
    pub name: String,
    /// The type of the operand. A literal for the operand must have this type, too.
    pub ty: Type,
    /// The operand kind of a machine instruction. `None` for PTX.
    pub kind: Option<SlotKind>,
    /// Whether a literal for the operand must be from 0 to 255.
    pub is_byte: bool,
    /// The index of the argument or result in the function's signature.
    pub place: usize,
}

impl Slot {
    const CARRY: &str = "carry";

    /// Returns whether the slot is the carry flag, whose only values are 0 and 1.
    pub(super) fn is_carry(&self) -> bool {
        self.name == Self::CARRY
    }

    fn carry(place: usize) -> Self {
        Self { name: Self::CARRY.into(), ty: Type::Pred, kind: None, is_byte: false, place }
    }
}

impl Instruction {
    /// Parses an instruction, such as `rcp.rn.f32`, and selects the form that takes `count` source values. Uses the
    /// first of the dialects that has the instruction. The text may also contain operands, after the instruction.
    ///
    /// # Errors
    /// If the instruction is invalid: the checker's message about the instruction.
    pub fn new(text: &str, count: usize, dialects: &[Dialect]) -> Result<Self, Fault> {
        let (mnemonic, modifiers, operands) = parts(text);
        if sass::is_opcode(mnemonic) {
            return Self::of_machine(mnemonic, &modifiers, operands, count, dialects);
        }
        let select = |one: &Dialect| {
            select_all(Table::Thread, mnemonic, &modifiers, one).map_err(Missing::explain)
        };
        let (forms, dialect) = in_first(dialects, select).map_err(|mut fault| {
            // If an instruction is not computed, the help names a Rust function to use instead of `ptx!`. Drop the
            // help, because it is useless in PTX text.
            fault.message.help.take_if(|_| ptx_isa::is_uncovered(mnemonic));
            match ptx_isa::is_uncovered(mnemonic) && !forms::effects(mnemonic).is_empty() {
                true => fault
                    .help(format!("`{COMMAND} run` runs most of these instructions, in kernels")),
                false => fault,
            }
        })?;
        let operands = operands::parse(operands).map_err(at_mnemonic)?;
        let (form, operands) = accepting(&forms, &operands, count)?;
        let nothing = || at_mnemonic(format!("`{}` has no function", form.spelling()));
        let computation = form.computation_on(&operands, dialect).ok_or_else(nothing)?;
        let prepared = Prepared::new(&computation).ok_or_else(nothing)?;
        let reads_carry = computation.value.reads_carry().is_some();
        let destinations = slots(&form.form.operands[..1], form.destination_types());
        let carry = computation.writes_carry.map(|_| Slot::carry(destinations.len()));
        let written = destinations.into_iter().zip(elements(&operands[0]));
        let written =
            written.filter(|(_, operand)| **operand != Operand::Sink).map(|(slot, _)| slot);
        let results: Vec<_> = written.chain(carry).collect();
        if results.is_empty() {
            return Err(at_mnemonic("expected a destination, found only `_`"));
        }
        Ok(Self {
            selection: Some(form.clone()),
            sources: sources(form),
            results,
            computation,
            prepared,
            reads_carry,
        })
    }

    fn of_machine(
        opcode: &str,
        modifiers: &[&str],
        operands: &str,
        count: usize,
        dialects: &[Dialect],
    ) -> Result<Self, Fault> {
        let (chosen, _) = in_first(dialects, |one| sass::select(opcode, modifiers, one))?;
        if !operands.is_empty() {
            let message = format!("operands after `{}` are not supported", chosen.spelling());
            return Err(at_mnemonic(message).note("only the values of its sources are given"));
        }
        let host = sass::operand::Operand::plain(Base::Host);
        let slots = chosen.row.operands;
        let computation = chosen.computation(&vec![host; slots.len()]);
        let nothing = || at_mnemonic(format!("`{}` has no function", chosen.spelling()));
        let prepared = Prepared::new(&computation).ok_or_else(nothing)?;
        let is_float = opcode != "RRO" && slots.iter().any(|slot| slot.kind == SlotKind::Float);
        let halves = slots.iter().find_map(|slot| packed(slot.kind));
        let of = |is_destination| {
            let slots = slots.iter().filter(move |slot| {
                slot.is_destination == is_destination && slot.kind.fixed().is_none()
            });
            let slot = |(place, slot): (usize, &opcodes::OperandSlot)| Slot {
                name: slot.name.split('{').next().unwrap_or_default().into(),
                ty: match slot.kind {
                    SlotKind::Predicate => Type::Pred,
                    SlotKind::Double => Type::F64,
                    SlotKind::Long | SlotKind::SignedLong | SlotKind::InvertibleLong => Type::B64,
                    SlotKind::Float => Type::F32,
                    SlotKind::Word if slot.is_destination && is_float => Type::F32,
                    SlotKind::Word if slot.is_destination => halves.unwrap_or(Type::B32),
                    SlotKind::Floats if slot.is_destination => Type::F32x2,
                    SlotKind::Floats => Type::B64,
                    _ => Type::B32,
                },
                kind: Some(slot.kind),
                is_byte: false,
                place,
            };
            slots.enumerate().map(slot).collect::<Vec<_>>()
        };
        let (mut sources, results) = (of(false), of(true));
        for flag in chosen.row.flags() {
            let slot = Slot { name: (*flag).into(), ..Slot::carry(sources.len()) };
            sources.push(slot);
        }
        if sources.len() != count {
            return Err(wrong_count(&chosen.spelling(), &sources, count));
        }
        Ok(Self { selection: None, sources, results, computation, prepared, reads_carry: false })
    }

    /// Computes the bits of each result from the bits of the sources. Returns `None` if a source is missing.
    ///
    /// ```
    /// use ptx_isa::Dialect;
    /// use ptx_tool::eval::instruction::Instruction;
    ///
    /// let rcp = Instruction::new("rcp.approx.ftz.f32", 1, &[Dialect::default()]).unwrap();
    /// let bits: Vec<_> = rcp.compute(&[0x4204_0000]).unwrap().map(|(_, bits)| bits).collect();
    /// assert_eq!(bits, [0x3cf8_3e0f]);
    /// ```
    pub fn compute(&self, sources: &[u128]) -> Option<impl Iterator<Item = (&Slot, u128)>> {
        let results: Results<u128> = match sources.split_last() {
            Some((carry, sources)) if self.reads_carry => {
                self.prepared.compute_wide(sources, carry & 1 == 1)?
            }
            _ => self.prepared.compute_wide(sources, false)?,
        };
        let bits = move |place: usize| results.bits().get(place).copied();
        Some(self.results.iter().filter_map(move |slot| Some((slot, bits(slot.place)?))))
    }
}

/// Returns the mnemonic, the modifiers and the operands of an instruction.
fn parts(text: &str) -> (&str, Vec<&str>, &str) {
    let text = text.trim().trim_end_matches(';');
    let (words, operands) = text.split_once(' ').unwrap_or((text, ""));
    let mut words = words.split('.');
    (words.next().unwrap_or_default(), words.collect(), operands)
}

/// Returns whether a source of an instruction is packed, so that a value may have several lanes.
pub(super) fn is_packed(text: &str, dialect: &Dialect) -> bool {
    let (mnemonic, modifiers, _) = parts(text);
    if sass::is_opcode(mnemonic) {
        let selected = sass::select(mnemonic, &modifiers, dialect);
        return selected
            .is_ok_and(|one| one.row.operands.iter().any(|slot| packed(slot.kind).is_some()));
    }
    let forms = select_all(Table::Thread, mnemonic, &modifiers, dialect);
    forms.is_ok_and(|forms| forms.iter().any(|form| sources(form).iter().any(Slot::has_lanes)))
}

/// Returns the type of two numbers in a source.
pub(super) fn packed(kind: SlotKind) -> Option<Type> {
    match kind {
        SlotKind::Halves => Some(Type::F16x2),
        SlotKind::BrainHalves => Some(Type::Bf16x2),
        SlotKind::Floats => Some(Type::F32x2),
        _ => None,
    }
}

/// Calls `select` for one dialect after the other. Returns the first selection and its dialect. If there is no
/// selection, returns the fault for the first dialect.
pub(super) fn in_first<T>(
    dialects: &[Dialect],
    select: impl Fn(&Dialect) -> Result<T, Fault>,
) -> Result<(T, &Dialect), Fault> {
    let mut first = None;
    for dialect in dialects {
        match select(dialect) {
            Ok(chosen) => return Ok((chosen, dialect)),
            Err(fault) => drop(first.get_or_insert(fault)),
        }
    }
    Err(first.unwrap_or_else(|| at_mnemonic("expected a target")))
}

fn at_mnemonic(message: impl Into<ptx_isa::Message>) -> Fault {
    Fault::new(At::Mnemonic, message)
}

/// Returns the form that accepts the operands and has `count` source values. Also returns the operands, to which
/// [`completed`] has added defaults.
fn accepting<'f>(
    forms: &'f [Selection],
    written: &[Operand],
    count: usize,
) -> Result<(&'f Selection, Vec<Operand>), Fault> {
    let mut first = None;
    for form in forms.iter().filter(|form| sources(form).len() == count) {
        let operands = completed(form.form, written);
        match operand::check(std::slice::from_ref(form), &operands) {
            Ok(_) => return Ok((form, operands)),
            // Keep the fault from a check of all forms together, because its message names every form.
            Err(fault) => drop(
                first
                    .get_or_insert_with(|| operand::check(forms, &operands).err().unwrap_or(fault)),
            ),
        }
    }
    let no_form = || wrong_count(&forms[0].spelling(), &sources(&forms[0]), count);
    Err(first.unwrap_or_else(no_form))
}

/// Returns the sources of a form. If the form reads the carry flag, the flag is last.
fn sources(form: &Selection) -> Vec<Slot> {
    let sources = slots(&form.form.operands[1..], form.source_types());
    let carry = form.reads_flag().map(|_| Slot::carry(sources.len()));
    sources.into_iter().chain(carry).collect()
}

/// Returns the fault for a wrong number of values.
fn wrong_count(spelling: &str, sources: &[Slot], count: usize) -> Fault {
    let names: Vec<_> = sources.iter().map(|slot| format!("`{}`", slot.name)).collect();
    let (plural, are) = if names.len() == 1 { ("", "it is") } else { ("s", "they are") };
    at_mnemonic(format!("`{spelling}` takes {} value{plural}, found {count}", names.len()))
        .note(format!("{are} {}", names.join(", ")))
}

/// Returns an operand for each slot of a form. The operand is a default if the text has no operand for the slot, or if
/// the slot takes only a literal. Otherwise, the operand comes from the text. The default destination has all elements
/// of the slot.
fn completed(form: &Form, written: &[Operand]) -> Vec<Operand> {
    let any = |slot: &OperandSlot| match (slot.literals, slot.elements, slot.second) {
        (Literals::Immediate, ..) => Operand::Immediate(Literal::Integer(0)),
        (_, Some(count), _) => Operand::Vector(vec![Operand::Host; count as usize]),
        (_, None, Second::Never) => Operand::Host,
        (_, None, _) => Operand::Pair(Box::new([Operand::Host, Operand::Host])),
    };
    let is_literal = |slot: &OperandSlot| slot.literals == Literals::Immediate;
    let given = |(i, slot): (usize, &OperandSlot)| match written.get(i) {
        Some(written) if !is_literal(slot) => written.clone(),
        _ => any(slot),
    };
    let missing = form.operands.len();
    let given: Vec<_> = form.operands.iter().enumerate().map(given).collect();
    // Keep surplus operands, so that the check reports them.
    given.into_iter().chain(written.iter().skip(missing).cloned()).collect()
}

/// Returns the elements of an operand.
fn elements(operand: &Operand) -> &[Operand] {
    match operand {
        Operand::Vector(items) => items,
        Operand::Pair(both) => both.as_slice(),
        one => std::slice::from_ref(one),
    }
}

/// Returns the slots of a form's operands. Each element of a vector gets a slot.
fn slots(operands: &[OperandSlot], types: Vec<Type>) -> Vec<Slot> {
    let names = operands.iter().flat_map(|slot| {
        let name = slot.name.trim_matches(['{', '}']).replace("{|", "|");
        let is_byte = matches!(slot.literals, Literals::Byte | Literals::Immediate);
        let names = name.split([',', '|']).map(|name| (name.trim().to_string(), is_byte));
        names.collect::<Vec<_>>()
    });
    let slot = |(place, ((name, is_byte), ty))| Slot { name, ty, kind: None, is_byte, place };
    names.zip(types).enumerate().map(slot).collect()
}
