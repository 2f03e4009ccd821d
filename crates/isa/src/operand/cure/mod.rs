//! Suggests corrections for operands that do not fit.

mod types;
mod vectors;

use crate::code::Code;
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms::{self, Effect, Shape};
use crate::literal::Literal;
use crate::operand::{Operand, check};
use crate::selection::Selection;
use crate::special;
use crate::types::Type;

/// Adds a help to a fault that [`check`] returned without a help. Adds the help only if the operands determine a
/// correction that the version and target support.
///
/// ```
/// use ptx_isa::operand::{Operand, check, with_cure};
/// use ptx_isa::{Dialect, Type, select_all};
///
/// let dialect = Dialect::default();
/// let forms = select_all("add", &["u32"], &dialect).unwrap();
/// let of = |name: &str| Operand::Register { name: name.into(), ty: Some(Type::F32) };
/// let operands = ["%f1", "%f2", "%f3"].map(of);
/// let fault = with_cure(check(&forms, &operands).unwrap_err(), &forms, &operands, &dialect);
/// assert_eq!(fault.message.help.unwrap(), "write `add.f32 %f1, %f2, %f3;`");
/// ```
#[must_use]
pub fn with_cure(
    mut fault: Fault,
    forms: &[Selection],
    operands: &[Operand],
    dialect: &Dialect,
) -> Fault {
    let (At::Operand(at) | At::Element(at, _)) = fault.at else { return fault };
    let same_count = |one: &&Selection| one.takes_count(operands.len());
    let fits = |one: &&Selection| {
        same_count(one) && one.operands().zip(operands).all(|(slot, o)| one.shape_fits(slot, o))
    };
    let form = forms.iter().find(fits).or_else(|| forms.iter().find(same_count));
    if let (None, Some(form), true) = (&fault.message.help, form, at < operands.len()) {
        let element = if let At::Element(_, j) = fault.at { Some(j) } else { None };
        let code = fault.message.code;
        let case = Case { forms, form, operands, dialect, code, at, element };
        fault.message.help = case.cure();
    }
    fault
}

/// A faulty instruction and the position of its fault.
struct Case<'a> {
    forms: &'a [Selection],
    /// The form that the fault refers to.
    form: &'a Selection,
    operands: &'a [Operand],
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
    fn cure(&self) -> Option<String> {
        let cure = self.exchanged().or_else(|| self.in_brackets());
        let cure = cure.or_else(|| self.in_braces()).or_else(|| self.widened());
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

    /// Returns the text of the instruction with these operands. If the text of an operand is
    /// unknown, returns only the mnemonic and the modifiers.
    fn written(&self, words: &[&str], operands: &[Operand]) -> String {
        let spelling = instruction(self.form.form.mnemonic, words);
        match operands.iter().map(text).collect::<Option<Vec<_>>>() {
            Some(texts) => format!("{spelling} {};", texts.join(", ")),
            None => spelling,
        }
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

    /// Suggests swapping the value and the address of a load or store.
    fn exchanged(&self) -> Option<String> {
        let [first, second] = self.operands else { return None };
        let effect = self.form.form.effect()?;
        check(self.forms, &[second.clone(), first.clone()]).ok()?;
        let words = self.words();
        let shown = |one: &Operand| match one {
            Operand::Address(_) => Some("[a]".into()),
            other => text(other),
        };
        let (first, second) = (shown(first)?, shown(second)?);
        let spelling = |mnemonic: &str| instruction(mnemonic, &words);
        match effect {
            Effect::Load
                if forms::effects("st").iter().any(|form| form.spelt(&words).is_some()) =>
            {
                Some(format!(
                    "write `{} {second}, {first};`, or `{} {first}, {second};` to store",
                    spelling("ld"),
                    spelling("st")
                ))
            }
            Effect::Load | Effect::Store => Some(format!(
                "the address comes {}: `{} {second}, {first};`",
                if effect == Effect::Load { "last" } else { "first" },
                self.form.spelling()
            )),
            _ => None,
        }
    }

    /// Suggests brackets around the address of a load or store.
    fn in_brackets(&self) -> Option<String> {
        let slot = self.form.operand(self.at)?;
        let operand = &self.operands[self.at];
        if slot.shape != Shape::Address || !matches!(operand, Operand::Register { .. }) {
            return None;
        }
        let operands = self.with(Operand::Address(Box::new(operand.clone())));
        if check(self.forms, &operands).is_ok() {
            return Some(format!("write `[{}]`", text(operand)?));
        }
        // The register cannot be an address, so it is probably a value.
        let shown = self.operands.iter().enumerate().map(|(i, one)| match i == self.at {
            true => Some("[a]".into()),
            false => text(one),
        });
        let shown = shown.collect::<Option<Vec<_>>>()?.join(", ");
        let spelling = self.form.spelling();
        Some(format!("write `{spelling} {shown};`, where `a` is a `.b64` register with an address"))
    }

    /// Suggests a conversion for a 64-bit `mov` from a special register that has 32 bits.
    fn widened(&self) -> Option<String> {
        let [destination, Operand::Special(name)] = self.operands else { return None };
        let wide = self.form.operand_type(0).filter(|ty| ty.bits() == 64)?;
        if self.form.form.mnemonic != "mov" || !special::has_word(name) {
            return None;
        }
        let (ty, destination) =
            (if wide.rust().is_signed() { "s64" } else { "u64" }, text(destination)?);
        Some(format!(
            "read it as `.u32` first: `.reg .u32 {NEW}; mov.u32 {NEW}, {name}; cvt.{ty}.u32 {destination}, {NEW};`"
        ))
    }

    /// Suggests moving a predicate that precedes other sources to the end of the operands, as in `selp`.
    fn predicate_last(&self) -> Option<String> {
        let is_predicate =
            |one: &Operand| matches!(one, Operand::Register { ty: Some(Type::Pred), .. });
        let from = (1..self.operands.len()).find(|i| is_predicate(&self.operands[*i]))?;
        let mut operands = self.operands.to_vec();
        let predicate = operands.remove(from);
        operands.push(predicate);
        check(self.forms, &operands).ok()?;
        Some(format!("the predicate is last: `{}`", self.written(&self.words(), &operands)))
    }
}

/// Returns the text of an operand, if it is known.
pub(crate) fn text(operand: &Operand) -> Option<String> {
    let all = |items: &[Operand]| items.iter().map(text).collect::<Option<Vec<_>>>();
    Some(match operand {
        Operand::Register { name, .. } | Operand::Wide { name, .. } => name.clone(),
        Operand::Special(name) => name.clone(),
        Operand::Sink => "_".into(),
        Operand::Complement(inner) => format!("!{}", text(inner)?),
        Operand::Negated(inner) => format!("-{}", text(inner)?),
        Operand::Immediate(Literal::Integer(value)) => value.cast_signed().to_string(),
        Operand::Immediate(Literal::SingleBits(bits)) => format!("0f{bits:08X}"),
        Operand::Immediate(Literal::DoubleBits(bits)) => format!("0d{bits:016X}"),
        Operand::Immediate(Literal::Decimal(value)) => format!("{value:?}"),
        Operand::Vector(items) => format!("{{{}}}", all(items)?.join(", ")),
        Operand::Pair(both) => all(&both[..])?.join("|"),
        Operand::Lanes { of, word } => format!("{}.{word}", text(of)?),
        // The offset of an address or symbol is not known here.
        Operand::Address(_)
        | Operand::Tensor(..)
        | Operand::Symbol(_)
        | Operand::Host
        | Operand::List(_) => return None,
    })
}
