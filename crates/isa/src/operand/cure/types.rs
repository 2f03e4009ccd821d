//! Suggests corrections for registers whose types do not fit: another instruction type, or a conversion.

use super::{Case, NEW, NEW_PREDICATE, text};
use crate::describe::instruction;
use crate::forms::{self, Compute};
use crate::operand::{Operand, check};
use crate::selection::Selection;
use crate::types::{Kind, Type};

impl Case<'_> {
    /// Suggests the same instruction with another type that fits all operands.
    pub(super) fn retyped(&self) -> Option<String> {
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

    /// Returns types to replace the type `written`, most probable first: the declared types of the operands, then other
    /// types of the same widths. For `mov`, the bit types of these widths come first.
    fn meant(&self, written: Type) -> Vec<Type> {
        let mut declared: Vec<Type> = Vec::new();
        let (mut registers, mut floats) = (0, 0);
        let mut add = |one: &Operand| {
            if let Operand::Register { ty: Some(ty), .. } = one {
                registers += 1;
                floats += usize::from(ty.kind() == Kind::Float);
                if !declared.contains(ty) {
                    declared.push(*ty);
                }
            }
        };
        for operand in self.operands {
            match operand {
                Operand::Vector(items) => items.iter().for_each(&mut add),
                Operand::Pair(both) => both.iter().for_each(&mut add),
                other => add(other),
            }
        }
        // One float among integers is a wrong operand, not a sign of a wrong instruction.
        if written.kind() == Kind::Integer && 2 * floats < registers {
            declared.retain(|ty| ty.kind() != Kind::Float);
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

    /// Returns variants of an instruction's words, because another type may require or forbid a rounding or `.lo`:
    ///
    /// - the words as written,
    /// - the words without roundings and `.lo`,
    /// - `.rn`, `.rzi` or `.lo`, followed by the words without roundings and `.lo`.
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
    pub(super) fn predicate(&self, wanted: Type, declared: Type) -> Option<String> {
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
    pub(super) fn two_halves(&self, wanted: Type, declared: Type) -> Option<String> {
        let is_packed = matches!(wanted, Type::F16x2 | Type::Bf16x2 | Type::U16x2 | Type::S16x2);
        let name = text(self.faulty()?)?;
        (is_packed && declared.bits() == 16).then(|| {
            format!("two halves need 32 bits: declare `.reg .b32 {NEW};` in place of `{name}`")
        })
    }

    /// Suggests a wider destination for a `.wide` instruction whose destination is too narrow. Also
    /// suggests `.lo` instead of `.wide` if the operands then fit.
    pub(super) fn low_half(&self) -> Option<String> {
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
    pub(super) fn converted(&self, wanted: Type, declared: Type) -> Option<String> {
        // Suggest no 8-bit registers, because few instructions accept 8-bit registers.
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
            let is_float = matches!(wanted, Type::F32 | Type::F64);
            let register = if is_float { wanted.word() } else { register };
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

    /// Returns the conversion from one type to another, if the version and target have it.
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
