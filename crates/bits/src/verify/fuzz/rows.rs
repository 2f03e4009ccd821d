//! The instructions of random programs: all computing rows of the table of forms.

use super::random::Random;
use ptx_isa::forms::{self, Form, Literals, Shape};
use ptx_isa::{Dialect, Selection, Type};

/// An operand of an instruction.
enum Operand {
    /// A register, with the text that selects a part of it.
    Register(Type, &'static str),
    /// A register or a number.
    Any(Type),
    /// The registers of a vector.
    Vector(Vec<Type>),
    /// A number below 256.
    Byte,
    Number(String),
}

/// A spelling with the types of its operands.
struct Spelling {
    words: String,
    destinations: Vec<Type>,
    /// Whether the destination is a vector.
    is_vector: bool,
    /// The text that selects a part of the destination.
    part: &'static str,
    sources: Vec<Operand>,
    reads_carry: bool,
    writes_carry: bool,
}

/// The spellings of a chip, for each row.
pub(super) struct Rows(Vec<Vec<Spelling>>);

/// The types of operands that may be numbers.
const NUMBERS: [Type; 8] =
    [Type::B32, Type::B64, Type::U32, Type::U64, Type::S32, Type::S64, Type::F32, Type::F64];

/// The register that collects the carries.
pub(super) const CARRY: &str = "%carry";

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
        let one = random.choose(row);
        let Spelling { words, destinations, sources, .. } = one;
        // The destinations of an instruction are different registers.
        let first = random.below(REGISTERS);
        let written = destinations.iter().enumerate();
        let written = written.map(|(i, ty)| (*ty, register(*ty, (first + i) % REGISTERS)));
        let written: Vec<_> = written.collect();
        let is_shift = words.starts_with("sh") && words.ends_with("64");
        let (mut before, mut has_number) = (String::new(), false);
        let names: Vec<_> = written.iter().map(|(_, name)| name.as_str()).collect();
        let names = if one.is_vector { vector(&names) } else { names.join("|") };
        let mut texts = vec![names + one.part];
        for (i, source) in sources.iter().enumerate() {
            texts.push(match source {
                Operand::Number(number) => number.clone(),
                Operand::Byte => random.below(256).to_string(),
                // A shift of 64 bits takes another amount if an instruction on floats wrote its register; the page on
                // findings describes the fault. A copy avoids it.
                Operand::Any(ty) | Operand::Register(ty, _) if is_shift && i == 1 => {
                    before =
                        format!("mov.b32 %amount, {}; ", register(*ty, random.below(REGISTERS)));
                    "%amount".into()
                }
                // A number as the only source would be computed by the assembler, which does not give the bits of an
                // approximation; the page on findings describes the difference.
                Operand::Any(ty) if sources.len() > 1 && !has_number && random.below(8) == 0 => {
                    has_number = true;
                    immediate(*ty, random)
                }
                Operand::Any(ty) => register(*ty, random.below(REGISTERS)),
                Operand::Register(ty, part) => register(*ty, random.below(REGISTERS)) + part,
                Operand::Vector(types) => {
                    let names = types.iter().map(|ty| register(*ty, random.below(REGISTERS)));
                    vector(&names.collect::<Vec<_>>())
                }
            });
        }
        if one.reads_carry {
            let [carry, other] = [random.below(REGISTERS), random.below(REGISTERS)];
            before += &format!("add.cc.u32 %x, %r{carry}, %r{other}; ");
        }
        let mut text = format!("{before}{words} {};", texts.join(", "));
        // The assembler does not clear the upper half of the register; the page on findings describes the fault. An
        // instruction with a number that the assembler does not know avoids it.
        if words.starts_with("set.") {
            for (_, name) in written.iter().filter(|(ty, _)| ty.bits() == 16) {
                text += &format!(" xor.b16 {name}, {name}, %zero;");
            }
        }
        if one.writes_carry {
            let carry = random.below(REGISTERS);
            text += &format!(" addc.u32 %x, %r{carry}, 0; xor.b32 {CARRY}, {CARRY}, %x;");
        }
        // Without optimisation, the assembler returns the canonical NaN; the page on findings describes the difference.
        for (_, name) in written.iter().filter(|_| words == "cvt.f32.f32") {
            text +=
                &format!(" setp.nan.f32 %nan, {name}, {name}; @%nan mov.b32 {name}, 0x7fffffff;");
        }
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

/// Returns a number of a type.
fn immediate(ty: Type, random: &mut Random) -> String {
    let bits = random.operand();
    match ty {
        Type::F32 => format!("0f{:08x}", bits as u32),
        Type::F64 => format!("0d{bits:016x}"),
        _ if ty.bits() == 32 => format!("0x{:x}", bits as u32),
        _ => format!("0x{bits:x}"),
    }
}

/// Returns the text of a vector.
fn vector<T: std::borrow::Borrow<str>>(names: &[T]) -> String {
    format!("{{{}}}", names.join(", "))
}

/// Returns a spelling of a row. Returns `None` if the chip does not have it, or if it needs operands that random programs
/// do not have.
fn spelling(form: &'static Form, words: &[&'static str], dialect: &Dialect) -> Option<Spelling> {
    let selection = Selection { form, modifiers: form.spelt(words)? };
    if !selection.is_in(dialect) {
        return None;
    }
    let writes_carry = selection.computation(dialect)?.writes_carry.is_some();
    let reads_carry = selection.reads_flag().is_some();
    let destinations = selection.destination_types();
    let (mut sources, mut is_vector, mut part) = (Vec::new(), false, "");
    let mut types = destinations.clone();
    for (i, slot) in selection.operands().enumerate() {
        if !matches!(slot.shape, Shape::Value) {
            return None;
        }
        let elements = selection.elements(slot);
        if i == 0 {
            (is_vector, part) = (elements.is_some(), slot.suffix());
            continue;
        }
        sources.push(match slot.literals {
            Literals::Only(numbers) => {
                Operand::Number((0..=128).rev().find(|one| numbers.has(*one))?.to_string())
            }
            Literals::Immediate => Operand::Byte,
            _ => {
                let ty = selection.operand_type(i)?;
                if ty.bits() == 8 && matches!(slot.literals, Literals::Register) {
                    return None;
                }
                types.push(ty);
                match elements {
                    Some(count) => Operand::Vector(vec![ty; count as usize]),
                    None if matches!(slot.literals, Literals::Any)
                        && slot.suffix().is_empty()
                        && NUMBERS.contains(&ty)
                        && !words.contains(&"approx") =>
                    {
                        Operand::Any(ty)
                    }
                    None => Operand::Register(ty, slot.suffix()),
                }
            }
        });
    }
    // The registers of a destination differ.
    if types.iter().any(|ty| ty.bits() > 64) || destinations.len() > REGISTERS {
        return None;
    }
    let modifiers: String = words.iter().map(|word| format!(".{word}")).collect();
    let words = format!("{}{modifiers}", form.mnemonic);
    Some(Spelling { words, destinations, is_vector, part, sources, reads_carry, writes_carry })
}
