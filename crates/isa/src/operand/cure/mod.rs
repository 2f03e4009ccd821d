//! Suggests corrections for operands that do not fit.

mod count;
mod first;
mod types;
mod vectors;

use crate::code::Code;
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms::{self, Effect, Literals, Shape};
use crate::help::{Help, Part};
use crate::literal::Literal;
use crate::operand::shown::{Operands, text};
use crate::operand::{Operand, check};
use crate::selection::Selection;
use crate::special;
use crate::types::Type;

/// Adds a help to a fault that [`check`] returned without a help. Adds the help only if the operands determine a
/// correction that the version and target support.
///
/// ```
/// use ptx_isa::operand::{Operand, check, with_cure};
/// use ptx_isa::{Dialect, Table, Type, select_all};
///
/// let dialect = Dialect::default();
/// let forms = select_all(Table::Thread, "add", &["u32"], &dialect).unwrap();
/// let of = |name: &str| Operand::Register { name: name.into(), ty: Some(Type::F32) };
/// let operands = ["%f1", "%f2", "%f3"].map(of);
/// let fault = with_cure(check(&forms, &operands).unwrap_err(), &forms, &operands, &dialect);
/// assert_eq!(fault.message.help_text().unwrap(), "write `add.f32 %f1, %f2, %f3;`");
/// ```
#[must_use]
pub fn with_cure<'a>(
    mut fault: Fault,
    forms: &[Selection],
    operands: impl Into<Operands<'a>>,
    dialect: &Dialect,
) -> Fault {
    let operands = operands.into();
    if fault.message.help.is_some() {
        return fault;
    }
    if fault.message.code == Code::Count {
        fault.message.help = count::cure(forms, operands, dialect).map(Box::new);
        return fault;
    }
    let (At::Operand(at) | At::Element(at, _)) = fault.at else { return fault };
    let same_count = |one: &&Selection| one.takes_count(operands.len());
    let fits = |one: &&Selection| {
        same_count(one) && one.operands().zip(&*operands).all(|(slot, o)| one.shape_fits(slot, o))
    };
    let form = forms.iter().find(fits).or_else(|| forms.iter().find(same_count));
    if let Some(form) = form.filter(|_| at < operands.len()) {
        let element = if let At::Element(_, j) = fault.at { Some(j) } else { None };
        let code = fault.message.code;
        let case = Case { forms, form, operands, dialect, code, at, element };
        fault.message.help = case.cure().map(Box::new);
    }
    fault
}

/// A faulty instruction and the position of its fault.
struct Case<'a> {
    forms: &'a [Selection],
    /// The form that the fault refers to.
    form: &'a Selection,
    operands: Operands<'a>,
    dialect: &'a Dialect,
    code: Code,
    /// The index of the faulty operand.
    at: usize,
    /// The index of the faulty element, if the operand is a vector or pair.
    element: Option<usize>,
}

/// The name of a new register in a help text.
const NEW: &str = "%t";
/// The name of a new predicate in a help text.
const NEW_PREDICATE: &str = "%q";

impl Case<'_> {
    fn cure(&self) -> Option<Help> {
        let cure = self.exchanged().or_else(|| self.in_brackets());
        let cure = cure.or_else(|| self.in_braces()).or_else(|| self.widened());
        let cure = cure.or_else(|| self.negated_first()).or_else(|| self.other_word());
        let cure = cure.or_else(|| self.literal_first()).or_else(|| self.special_first());
        cure.or_else(|| {
            if self.code != Code::Type {
                return None;
            }
            let Operand::Register { ty: Some(declared), .. } = self.faulty()? else { return None };
            let wanted = self.form.operand_type(self.at)?;
            self.predicate_last()
                .or_else(|| self.retyped())
                .or_else(|| self.predicate(wanted, *declared))
                .or_else(|| self.two_halves(wanted, *declared))
                .or_else(|| self.low_half())
                .or_else(|| self.converted(wanted, *declared))
        })
    }

    /// Returns the faulty operand or element.
    fn faulty(&self) -> Option<&Operand> {
        match (&self.operands[self.at], self.element) {
            (Operand::Vector(items), Some(j)) => items.get(j),
            (Operand::Pair(both), Some(j)) => both.get(j),
            (operand, _) => Some(operand),
        }
    }

    /// Returns the instruction with these words and operands, and the part that it replaces. If the text of an operand
    /// is unknown, returns only the mnemonic and the modifiers.
    fn written(&self, words: &[&str], operands: &[Operand]) -> (Part, String) {
        let spelling = instruction(self.form.form.mnemonic, words);
        match self.operands.texts_of(operands) {
            Some(texts) if texts.is_empty() => (Part::Statement, format!("{spelling};")),
            Some(texts) => (Part::Statement, format!("{spelling} {};", texts.join(", "))),
            None => (Part::Spelling, spelling),
        }
    }

    /// Like [`written`](Self::written); `None` if the text of an operand is unknown.
    fn statement(&self, words: &[&str], operands: &[Operand]) -> Option<String> {
        let (part, text) = self.written(words, operands);
        (part == Part::Statement).then_some(text)
    }

    /// Returns the written modifiers.
    fn words(&self) -> Vec<&'static str> {
        self.form.modifiers.iter().flatten().copied().collect()
    }

    /// Returns the operands with `other` instead of the faulty operand.
    fn with(&self, other: Operand) -> Vec<Operand> {
        let mut operands = self.operands.to_vec();
        operands[self.at] = other;
        operands
    }

    /// Returns the text of an operand.
    fn text(&self, operand: &Operand) -> Option<String> {
        self.operands.texts_of(std::slice::from_ref(operand))?.pop()
    }

    /// Suggests swapping the value and the address of a load or store.
    fn exchanged(&self) -> Option<Help> {
        let [first, second] = &*self.operands else { return None };
        let effect = self.form.form.effect()?;
        let exchanged = [second.clone(), first.clone()];
        check(self.forms, &exchanged).ok()?;
        let words = self.words();
        let statement = self.statement(&words, &exchanged)?;
        let stores = forms::effects("st").iter().any(|form| form.spelt(&words).is_some());
        match effect {
            Effect::Load if stores => {
                let rest = self.operands.texts()?.join(", ");
                let store = format!("{} {rest};", instruction("st", &words));
                let store = Help::after("", Part::Statement, store).and(" to store");
                Some(Help::write(Part::Statement, statement).or(", or ", store))
            }
            Effect::Load => {
                Some(Help::after("the address comes last: ", Part::Statement, statement))
            }
            Effect::Store => {
                Some(Help::after("the address comes first: ", Part::Statement, statement))
            }
            _ => None,
        }
    }

    /// Suggests brackets around the address of a load or store.
    fn in_brackets(&self) -> Option<Help> {
        let slot = self.form.operand(self.at)?;
        let operand = &self.operands[self.at];
        let is_base = matches!(operand, Operand::Register { .. } | Operand::Symbol(_));
        if slot.shape != Shape::Address || !is_base {
            return None;
        }
        // `[table[1]]` is not an address.
        let written = self.text(operand).filter(|text| !text.ends_with(']'))?;
        let operands = self.with(Operand::Address(Box::new(operand.clone())));
        if check(self.forms, &operands).is_ok() {
            return Some(Help::write(Part::Word, format!("[{written}]")));
        }
        // The register cannot be an address, so it is probably a value.
        let shown = self.operands.iter().enumerate().map(|(i, one)| match i == self.at {
            true => Some("[a]".into()),
            false => self.text(one),
        });
        let shown = shown.collect::<Option<Vec<_>>>()?.join(", ");
        let spelling = self.form.spelling();
        Some(
            format!(
                "an address is in brackets: `{spelling} {shown};`, where `a` is a `.b64` register"
            )
            .into(),
        )
    }

    /// Suggests a conversion for a 64-bit `mov` from a special register that has 32 bits.
    fn widened(&self) -> Option<Help> {
        let [destination, Operand::Special(name)] = &*self.operands else { return None };
        let wide = self.form.operand_type(0).filter(|ty| ty.bits() == 64)?;
        if self.form.form.mnemonic != "mov" || !special::has_word(name) {
            return None;
        }
        let ty = if wide.rust().is_signed() { "s64" } else { "u64" };
        let (new, destination) = (self.new_name(NEW), self.text(destination)?);
        let steps = format!(
            "{{ .reg .u32 {new}; mov.u32 {new}, {name}; cvt.{ty}.u32 {destination}, {new}; }}"
        );
        Some(Help::after("read it as `.u32` first: ", Part::Statement, steps))
    }

    /// Suggests moving a predicate that precedes other sources to the end of the operands, as in `selp`.
    fn predicate_last(&self) -> Option<Help> {
        let is_predicate =
            |one: &Operand| matches!(one, Operand::Register { ty: Some(Type::Pred), .. });
        let from = (1..self.operands.len()).find(|i| is_predicate(&self.operands[*i]))?;
        let mut operands = self.operands.to_vec();
        let predicate = operands.remove(from);
        operands.push(predicate);
        check(self.forms, &operands).ok()?;
        let (part, text) = self.written(&self.words(), &operands);
        Some(Help::after("the predicate is last: ", part, text))
    }

    /// Suggests another modifier of a memory instruction, with which a number is in the range of its operand, such as
    /// `.ca` for a copy of 8 bytes with `.cg`.
    fn other_word(&self) -> Option<Help> {
        let Operand::Immediate(Literal::Integer(_)) = self.faulty()? else { return None };
        self.form.form.effect()?;
        let mnemonic = self.form.form.mnemonic;
        let family = forms::effects(mnemonic);
        let words = self.words();
        let spelt = (0..words.len()).flat_map(|i| {
            let slots = family.iter().flat_map(|form| form.slots);
            let others = slots.filter(|slot| !slot.name.is_type()).flat_map(|slot| slot.words);
            let words = &words;
            others.map(move |word| {
                let mut words = words.clone();
                words[i] = word;
                words
            })
        });
        let mut fitting: Vec<Vec<&str>> = Vec::new();
        for words in spelt {
            let forms = Selection::among(family, &words);
            let forms: Vec<_> = forms.into_iter().filter(|one| one.is_in(self.dialect)).collect();
            if !forms.is_empty()
                && check(&forms, &self.operands).is_ok()
                && !fitting.contains(&words)
            {
                fitting.push(words);
            }
        }
        let [only] = fitting.as_slice() else { return None };
        let forms = Selection::among(family, only);
        let name = self.form.operand(self.at)?.name;
        let numbers = forms.iter().find_map(|form| match form.operand(self.at)?.literals {
            Literals::Within(numbers) | Literals::Only(numbers) => Some(numbers.to_string()),
            _ => None,
        })?;
        let help = Help::write(Part::Spelling, instruction(mnemonic, only));
        Some(help.and(&format!(", whose `{name}` must be {numbers}")))
    }

    /// Returns a name for a new register that differs from all operands.
    fn new_name(&self, name: &str) -> String {
        let texts = self.operands.iter().filter_map(text).collect::<Vec<_>>();
        let numbered = (1..).map(|i| format!("{name}{i}"));
        let is_free = |name: &String| !texts.iter().any(|text| text.contains(name.as_str()));
        std::iter::once(name.to_string()).chain(numbered).find(is_free).unwrap_or_default()
    }
}
