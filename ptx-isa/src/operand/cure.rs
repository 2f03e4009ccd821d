//! Suggests corrections for operands that do not fit.

use super::{Operand, check};
use crate::code::Code;
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms::{self, Compute, Effect, Shape};
use crate::literal::Literal;
use crate::selection::Selection;
use crate::special;
use crate::types::{Kind, Type};

/// Adds a help to a fault that [`check`] returned without a help. Adds it only if the operands
/// determine a correction that the version and target support.
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

    /// Suggests to swap the value and the address of a load or store.
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

    /// Suggests braces around the registers of a vector, or a modifier for the length of the
    /// vector.
    fn in_braces(&self) -> Option<String> {
        let slot = self.form.operand(self.at)?;
        let length = self.form.elements(slot);
        match (&self.operands[self.at], length) {
            (Operand::Register { name, .. }, Some(length)) => {
                if length == 1 {
                    return Some(format!("write the register in braces: `{{{name}}}`"));
                }
                let more = ", …".repeat(length.saturating_sub(1) as usize);
                Some(format!("write {length} registers in braces: `{{{name}{more}}}`"))
            }
            (Operand::Vector(items), Some(length)) if items.len() != length as usize => {
                let cure = self.of_length(items.len()).or_else(|| self.of_other_length(items));
                Some(cure.unwrap_or_else(|| format!("write {length} registers in braces")))
            }
            (Operand::Vector(items), None) if self.form.form.effect().is_some() => {
                let words = self.words();
                let (ty, first) = words.split_last()?;
                let longer = [first, &[vector(items.len())?, ty]].concat();
                let mnemonic = self.form.form.mnemonic;
                self.is_spelt(&longer)
                    .then(|| format!("write `{}`", instruction(mnemonic, &longer)))
            }
            (Operand::Vector(items), None) => self.of_other_length(items),
            _ => None,
        }
    }

    /// Suggests the modifier for a vector of another length: `.v2`, or `.x2` of `ldmatrix`.
    fn of_length(&self, length: usize) -> Option<String> {
        let mut words = self.words();
        let at = words.iter().position(|word| vector_length(word).is_some())?;
        let letter = &words[at][..1];
        words[at] = VECTORS.iter().find(|row| row.1 == length && row.0.starts_with(letter))?.0;
        self.is_spelt(&words)
            .then(|| format!("write `{}`", instruction(self.form.form.mnemonic, &words)))
    }

    /// Suggests a vector with fewer elements. For a destination, also suggests `_` for further elements.
    fn of_other_length(&self, items: &[Operand]) -> Option<String> {
        let most = if self.form.is_destination(self.at) { MOST_ELEMENTS } else { items.len() };
        let shorter = (1..items.len()).rev().map(|length| items[..length].to_vec());
        let longer = (items.len() + 1..=most).map(|length| {
            let mut items = items.to_vec();
            items.resize(length, Operand::Sink);
            items
        });
        shorter.chain(longer).find_map(|items| {
            let operands = self.with(Operand::Vector(items));
            check(self.forms, &operands).ok()?;
            let written = self.written(&self.words(), &operands);
            // Without a text for each operand, `written` returns only the spelling.
            written.ends_with(';').then(|| format!("write `{written}`"))
        })
    }

    /// Returns whether the version and target have a memory, control or matrix form of this mnemonic
    /// with these words.
    fn is_spelt(&self, words: &[&str]) -> bool {
        let mnemonic = self.form.form.mnemonic;
        let family = [forms::effects(mnemonic), forms::matrix(mnemonic)].concat();
        let spelt = Selection::among(&family, words);
        spelt.iter().any(|one| one.is_in(self.dialect))
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

    /// Suggests to move a predicate from among the sources to the end, as in `selp`.
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

    /// Suggests the same instruction with another type that fits all operands.
    fn retyped(&self) -> Option<String> {
        let slots = self.form.form.slots.iter().zip(&self.form.modifiers);
        let places: Vec<_> = slots
            .filter(|(_, word)| word.is_some())
            .enumerate()
            .filter(|(_, (slot, _))| slot.name.is_type())
            .map(|(i, _)| i)
            .collect();
        // In a conversion, the type of the result precedes the type of the source.
        let place = match places[..] {
            [only] => only,
            [result, source] if self.form.form.mnemonic == "cvt" => {
                if self.at == 0 {
                    result
                } else {
                    source
                }
            }
            _ => return None,
        };
        let words = self.words();
        let written = Type::from_word(words[place])?;
        self.meant(written).into_iter().find_map(|ty| {
            let mut retyped = words.clone();
            retyped[place] = ty.word();
            if self.form.form.mnemonic == "cvt" && places.iter().all(|at| retyped[*at] == ty.word())
            {
                return None;
            }
            self.variants(&retyped).into_iter().find_map(|words| {
                let mnemonic = self.form.form.mnemonic;
                let forms = [
                    Selection::all(mnemonic, &words),
                    Selection::among(forms::effects(mnemonic), &words),
                ]
                .concat();
                let forms: Vec<_> = forms
                    .into_iter()
                    .filter(|one| one.is_in(self.dialect) && one.form.compute != Compute::Nothing)
                    .collect();
                let is_right = !forms.is_empty() && check(&forms, self.operands).is_ok();
                is_right.then(|| format!("write `{}`", self.written(&words, self.operands)))
            })
        })
    }

    /// Returns types to replace the type `written`, most probable first: the declared types of the
    /// operands, and types of the same kind and another width.
    fn meant(&self, written: Type) -> Vec<Type> {
        let mut declared: Vec<Type> = Vec::new();
        let mut add = |one: &Operand| {
            if let Operand::Register { ty: Some(ty), .. } = one
                && !declared.contains(ty)
            {
                declared.push(*ty);
            }
        };
        for operand in self.operands {
            match operand {
                Operand::Vector(items) => items.iter().for_each(&mut add),
                Operand::Pair(both) => both.iter().for_each(&mut add),
                other => add(other),
            }
        }
        let is_packed = |ty: Type| matches!(ty, Type::F16x2 | Type::Bf16x2 | Type::F32x2);
        if is_packed(written) || matches!(written.kind(), Kind::Packed | Kind::Narrow) {
            declared.retain(|ty| ty.kind() != Kind::Bits);
        }
        let of_kind = |ty: &Type| match (ty.kind(), written.kind()) {
            (Kind::Bits, Kind::Integer) if written.rust().is_signed() => {
                Type::signed_of_width(ty.bits())
            }
            (Kind::Bits, Kind::Integer) => Type::unsigned_of_width(ty.bits()),
            (Kind::Bits, Kind::Float) => {
                [Type::F16, Type::F32, Type::F64].into_iter().find(|f| f.bits() == ty.bits())
            }
            _ => None,
        };
        let is_move = self.form.form.mnemonic == "mov";
        let bits = declared.iter().filter_map(|ty| Type::bits_of_width(ty.bits()));
        let bits: Vec<_> = bits.filter(|_| is_move).collect();
        let of_kind: Vec<_> = declared.iter().filter_map(of_kind).collect();
        [bits, declared, of_kind].concat()
    }

    /// Returns variants of an instruction's words: as written, without `.lo` and roundings, and
    /// with `.rn`, `.rzi` or `.lo` instead. A type may require or forbid these modifiers.
    fn variants(&self, words: &[&'static str]) -> Vec<Vec<&'static str>> {
        let is_rounding =
            |word: &str| forms::RND.contains(&word) || forms::INTEGRAL_RND.contains(&word);
        let bare: Vec<_> =
            words.iter().copied().filter(|word| *word != "lo" && !is_rounding(word)).collect();
        let with = |word| [&[word], bare.as_slice()].concat();
        let mut all = vec![words.to_vec(), bare.clone()];
        all.extend(["rn", "rzi", "lo"].map(with));
        all
    }

    /// Suggests how to replace a number by a predicate, or a predicate by a number.
    fn predicate(&self, wanted: Type, declared: Type) -> Option<String> {
        let name = text(self.faulty()?)?;
        let is_destination = self.form.is_destination(self.at);
        let predicate = Operand::Register { name: NEW_PREDICATE.into(), ty: Some(Type::Pred) };
        if wanted == Type::Pred && is_destination {
            let operands = match &self.operands[self.at] {
                Operand::Pair(both) => {
                    let mut both = both.clone();
                    both[self.element?] = predicate;
                    self.with(Operand::Pair(both))
                }
                _ => self.with(predicate),
            };
            let written = self.written(&self.words(), &operands);
            return Some(format!("declare a predicate: `.reg .pred {NEW_PREDICATE}; {written}`"));
        }
        if wanted == Type::Pred {
            let ty = match declared.kind() {
                Kind::Bits => Type::unsigned_of_width(declared.bits())?,
                _ => declared,
            };
            let zero = if ty.kind() == Kind::Float { "0.0" } else { "0" };
            return Some(format!(
                "compare it first: `.reg .pred {NEW_PREDICATE}; setp.ne.{} {NEW_PREDICATE}, {name}, {zero};`",
                ty.word()
            ));
        }
        let [one, zero] = match wanted.kind() {
            Kind::Bits | Kind::Integer if wanted.bits() > 8 => ["1", "0"],
            Kind::Float if wanted.bits() > 16 => ["1.0", "0.0"],
            _ => return None,
        };
        if declared == Type::Pred && !is_destination {
            let (word, bits) = (wanted.word(), wanted.bits());
            return Some(format!(
                "turn it into a number first: `.reg .b{bits} {NEW}; selp.{word} {NEW}, {one}, {zero}, {name};`"
            ));
        }
        None
    }

    /// Suggests a 32-bit register for two packed 16-bit values.
    fn two_halves(&self, wanted: Type, declared: Type) -> Option<String> {
        let is_packed = matches!(wanted, Type::F16x2 | Type::Bf16x2 | Type::U16x2 | Type::S16x2);
        let name = text(self.faulty()?)?;
        (is_packed && declared.bits() == 16).then(|| {
            format!("two halves need 32 bits: declare `.reg .b32 {NEW};` in place of `{name}`")
        })
    }

    /// Suggests `.lo` instead of `.wide` if the destination is too narrow.
    fn low_half(&self) -> Option<String> {
        let words = self.words();
        let at = words.iter().position(|word| *word == "wide").filter(|_| self.at == 0)?;
        let mut low = words.clone();
        low[at] = "lo";
        let forms: Vec<_> = Selection::all(self.form.form.mnemonic, &low)
            .into_iter()
            .filter(|one| one.is_in(self.dialect))
            .collect();
        let is_right = !forms.is_empty() && check(&forms, self.operands).is_ok();
        let bits = self.form.operand_type(0)?.bits();
        let new = Operand::Register { name: NEW.into(), ty: Type::bits_of_width(bits) };
        let whole = self.written(&words, &self.with(new));
        let whole = format!("`.reg .b{bits} {NEW}; {whole}`");
        Some(match is_right {
            true => {
                let low = self.written(&low, self.operands);
                format!("keep the whole product: {whole}, or its low half: `{low}`")
            }
            false => format!("keep the whole product: {whole}"),
        })
    }

    /// Suggests a conversion of the source, or a destination of the right type.
    fn converted(&self, wanted: Type, declared: Type) -> Option<String> {
        // Suggest no 8-bit registers, because few instructions accept them.
        let name = text(self.faulty()?).filter(|_| wanted.bits() > 8)?;
        let typed = |ty: Type, like: Type| match ty.kind() {
            Kind::Bits if like.rust().is_signed() => Type::signed_of_width(ty.bits()),
            Kind::Bits => Type::unsigned_of_width(ty.bits()),
            Kind::Integer | Kind::Float => Some(ty),
            _ => None,
        };
        let is_destination = self.form.is_destination(self.at);
        let (wanted, declared) = (typed(wanted, declared)?, typed(declared, wanted)?);
        let new = Operand::Register { name: NEW.into(), ty: Some(wanted) };
        let register = Type::bits_of_width(wanted.bits())?.word();
        if is_destination {
            let written = self.written(&self.words(), &self.with(new));
            if self.element.is_some() || !written.ends_with(';') {
                return None;
            }
            return Some(format!(
                "use a register of its type: `.reg .{register} {NEW}; {written}`"
            ));
        }
        let convert = self.conversion(wanted, declared)?;
        Some(format!("convert it first: `.reg .{register} {NEW}; {convert} {NEW}, {name};`"))
    }

    /// Returns the conversion from one type to another, if the dialect has it.
    fn conversion(&self, to: Type, from: Type) -> Option<String> {
        let types = [to.word(), from.word()];
        let rounded = ["", "rn", "rzi"].into_iter().map(|rounding| {
            [rounding].into_iter().filter(|word| !word.is_empty()).chain(types).collect::<Vec<_>>()
        });
        let exists = |words: &Vec<&str>| {
            let forms = Selection::all("cvt", words);
            forms.iter().any(|one| one.is_in(self.dialect) && one.form.compute != Compute::Nothing)
        };
        rounded.into_iter().find(exists).map(|words| instruction("cvt", &words))
    }
}

/// The maximum length of a vector in a help text.
const MOST_ELEMENTS: usize = 8;

/// The modifiers for vectors, with the length of each.
const VECTORS: &[(&str, usize)] =
    &[("v2", 2), ("v4", 4), ("v8", 8), ("x1", 1), ("x2", 2), ("x4", 4)];

/// Returns the modifier for a vector of a length.
fn vector(length: usize) -> Option<&'static str> {
    VECTORS.iter().find(|row| row.1 == length).map(|row| row.0)
}

/// Returns the length of the vector that a modifier names.
fn vector_length(word: &str) -> Option<usize> {
    VECTORS.iter().find(|row| row.0 == word).map(|row| row.1)
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
