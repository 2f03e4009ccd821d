//! The instructions of random programs: all computing rows of the table of forms.

use super::random::Random;
use ptx_isa::forms::{self, Form, Literals, Shape};
use ptx_isa::{Dialect, Selection, Type};

/// An operand of an instruction.
enum Operand {
    Register(Type),
    Number(String),
}

/// A spelling with the types of its operands.
struct Spelling {
    words: String,
    destinations: Vec<Type>,
    sources: Vec<Operand>,
}

/// The spellings of a chip, for each row.
pub(super) struct Rows(Vec<Vec<Spelling>>);

/// The number of registers of each width, and of predicates.
pub(super) const REGISTERS: usize = 6;

impl Rows {
    pub(super) fn new(dialect: &Dialect) -> Self {
        let of_form = |form: &'static Form| -> Vec<Spelling> {
            let spellings = form.spellings();
            spellings.iter().filter_map(|words| spelling(form, words, dialect)).collect()
        };
        let rows = forms::all().map(of_form);
        Self(rows.filter(|row: &Vec<Spelling>| !row.is_empty()).collect())
    }

    /// Returns a random instruction, with the instructions that it needs around it.
    pub(super) fn instruction(&self, random: &mut Random) -> String {
        let row = random.choose(&self.0);
        let Spelling { words, destinations, sources } = random.choose(row);
        let mut number = || random.below(REGISTERS);
        // The destinations of an instruction are different registers.
        let first = number();
        let written = destinations.iter().enumerate();
        let written = written.map(|(i, ty)| (*ty, register(*ty, (first + i) % REGISTERS)));
        let written: Vec<_> = written.collect();
        let is_shift = words.starts_with("sh") && words.ends_with("64");
        let mut before = String::new();
        let mut texts =
            vec![written.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join("|")];
        for (i, source) in sources.iter().enumerate() {
            texts.push(match source {
                Operand::Number(number) => number.clone(),
                // A shift of 64 bits takes another amount if an instruction on floats wrote its register; the page on
                // findings describes the fault. A copy avoids it.
                Operand::Register(ty) if is_shift && i == 1 => {
                    before = format!("mov.b32 %amount, {}; ", register(*ty, number()));
                    "%amount".into()
                }
                Operand::Register(ty) => register(*ty, number()),
            });
        }
        let mut text = format!("{before}{words} {};", texts.join(", "));
        // The assembler may exchange operands of binary64, and then the result is another NaN.
        for (_, name) in written.iter().filter(|(ty, _)| *ty == Type::F64) {
            text += &format!(
                " setp.nan.f64 %nan, {name}, {name}; @%nan mov.b64 {name}, 0x7ff8000000000000;"
            );
        }
        text
    }
}

/// Returns the name of a register for a type.
pub(super) fn register(ty: Type, number: usize) -> String {
    match (ty, ty.bits()) {
        (Type::Pred, _) => format!("%p{number}"),
        (_, ..=16) => format!("%h{number}"),
        (_, 32) => format!("%r{number}"),
        _ => format!("%d{number}"),
    }
}

/// Returns a spelling of a row. Returns `None` if the chip does not have it, or if it needs operands that random programs
/// do not have.
fn spelling(form: &'static Form, words: &[&'static str], dialect: &Dialect) -> Option<Spelling> {
    let selection = Selection { form, modifiers: form.spelt(words)? };
    let has_carry = words.contains(&"cc") || matches!(form.mnemonic, "addc" | "subc" | "madc");
    let is_video = form.mnemonic.starts_with('v');
    if !selection.is_in(dialect)
        || has_carry
        || is_video
        || selection.computation(dialect).is_none()
    {
        return None;
    }
    let destinations = selection.destination_types();
    let mut sources = Vec::new();
    for (i, slot) in selection.operands().enumerate() {
        if selection.elements(slot).is_some() || !matches!(slot.shape, Shape::Value) {
            return None;
        }
        if i == 0 {
            continue;
        }
        sources.push(match slot.literals {
            Literals::Only(numbers) => {
                Operand::Number((0..=128).rev().find(|one| numbers.has(*one))?.to_string())
            }
            // The table of `lop3`.
            _ if form.mnemonic == "lop3" && selection.operand_type(i)?.bits() == 8 => {
                Operand::Number("150".into())
            }
            _ => Operand::Register(selection.operand_type(i)?),
        });
    }
    let registers = sources.iter().filter_map(|source| match source {
        Operand::Register(ty) => Some(ty),
        Operand::Number(_) => None,
    });
    if registers.chain(&destinations).any(|ty| ty.bits() > 64) {
        return None;
    }
    let modifiers: String = words.iter().map(|word| format!(".{word}")).collect();
    Some(Spelling { words: format!("{}{modifiers}", form.mnemonic), destinations, sources })
}
