//! Suggests corrections for registers whose types do not fit: another instruction type, or a conversion.

use super::{Case, NEW, NEW_PREDICATE};
use crate::code::Code;
use crate::describe::instruction;
use crate::fault::At;
use crate::forms::{self, Compute};
use crate::help::{Help, Part};
use crate::operand::{Operand, check};
use crate::selection::Selection;
use crate::types::{Kind, Type};

impl Case<'_> {
    /// Suggests the same instruction with another type that fits all operands.
    pub(super) fn retyped(&self) -> Option<Help> {
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
                let is_right = !forms.is_empty() && check(&forms, &self.operands).is_ok();
                is_right.then(|| {
                    let (part, text) = self.written(&words, &self.operands);
                    Help::write(part, text)
                })
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
        for operand in &*self.operands {
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
    pub(super) fn predicate(&self, wanted: Type, declared: Type) -> Option<Help> {
        let name = self.text(self.faulty()?)?;
        let is_destination = self.form.is_destination(self.at);
        let new = self.new_name(NEW_PREDICATE);
        let predicate = Operand::Register { name: new.clone(), ty: Some(Type::Pred) };
        if wanted == Type::Pred && is_destination {
            let statement = self.statement(&self.words(), &self.replaced(&predicate)?)?;
            let steps = format!(".reg .pred {new}; {statement}");
            return Some(Help::after("declare a predicate: ", Part::Statement, steps));
        }
        if wanted == Type::Pred {
            let ty = match declared.kind() {
                Kind::Bits => Type::unsigned_of_width(declared.bits())?,
                _ => declared,
            };
            let zero = if ty.kind() == Kind::Float { "0.0" } else { "0" };
            let before = format!(".reg .pred {new}; setp.ne.{} {new}, {name}, {zero};", ty.word());
            return self.computed_first("compare it first: ", &before, predicate);
        }
        let [one, zero] = match wanted.kind() {
            Kind::Bits | Kind::Integer if wanted.bits() > 8 => ["1", "0"],
            Kind::Float if wanted.bits() > 16 => ["1.0", "0.0"],
            _ => return None,
        };
        if declared == Type::Pred && !is_destination {
            let (word, bits, new) = (wanted.word(), wanted.bits(), self.new_name(NEW));
            let before = format!(".reg .b{bits} {new}; selp.{word} {new}, {one}, {zero}, {name};");
            let number = Operand::Register { name: new, ty: Type::bits_of_width(bits) };
            return self.computed_first("turn it into a number first: ", &before, number);
        }
        None
    }

    /// Returns the operands with `new` instead of the faulty operand, or of each element that equals the faulty one.
    fn replaced(&self, new: &Operand) -> Option<Vec<Operand>> {
        let faulty = self.faulty()?;
        let other = |one: &Operand| if one == faulty { new.clone() } else { one.clone() };
        Some(self.with(match (&self.operands[self.at], self.element) {
            (Operand::Vector(items), Some(_)) => Operand::Vector(items.iter().map(other).collect()),
            (Operand::Pair(both), Some(_)) => Operand::Pair(Box::new(both.each_ref().map(other))),
            _ => new.clone(),
        }))
    }

    /// Suggests instructions before the faulty one that compute `new`, which replaces the faulty operand. Returns `None` if
    /// `new` is faulty too.
    pub(super) fn computed_first(&self, words: &str, before: &str, new: Operand) -> Option<Help> {
        let operands = self.replaced(&new)?;
        let at = self.element.map_or(At::Operand(self.at), |j| At::Element(self.at, j));
        if check(self.forms, &operands).is_err_and(|next| next.at == at) {
            return None;
        }
        let statement = self.statement(&self.words(), &operands)?;
        Some(Help::after(words, Part::Statement, format!("{{ {before} {statement} }}")))
    }

    /// Suggests a 32-bit register for two packed 16-bit values.
    pub(super) fn two_halves(&self, wanted: Type, declared: Type) -> Option<Help> {
        let is_packed = matches!(wanted, Type::F16x2 | Type::Bf16x2 | Type::U16x2 | Type::S16x2);
        let name = self.text(self.faulty()?)?;
        (is_packed && declared.bits() == 16)
            .then(|| format!("two halves need 32 bits: declare `{name}` as `.b32`").into())
    }

    /// Suggests a wider destination for a `.wide` instruction whose destination is too narrow. Also
    /// suggests `.lo` instead of `.wide` if the operands then fit.
    pub(super) fn low_half(&self) -> Option<Help> {
        let words = self.words();
        let at = words.iter().position(|word| *word == "wide").filter(|_| self.at == 0)?;
        let mut low = words.clone();
        low[at] = "lo";
        let forms: Vec<_> = Selection::all(self.form.form.mnemonic, &low)
            .into_iter()
            .filter(|one| one.is_in(self.dialect))
            .collect();
        let is_right = !forms.is_empty() && check(&forms, &self.operands).is_ok();
        let (bits, new) = (self.form.operand_type(0)?.bits(), self.new_name(NEW));
        let register = Operand::Register { name: new.clone(), ty: Type::bits_of_width(bits) };
        let whole = self.statement(&words, &self.with(register))?;
        let whole = format!(".reg .b{bits} {new}; {whole}");
        let help = Help::after("keep the whole product: ", Part::Statement, whole);
        let (part, low) = self.written(&low, &self.operands);
        Some(match is_right {
            true => help.or(", or its low half: ", Help::after("", part, low)),
            false => help,
        })
    }

    /// Suggests conversions of the sources, or a destination of the right type.
    pub(super) fn converted(&self, wanted: Type, declared: Type) -> Option<Help> {
        if !self.form.is_destination(self.at) {
            return self.converted_sources();
        }
        // Suggest no 8-bit registers, because few instructions accept 8-bit registers.
        let wanted = numeric(wanted, declared).filter(|wanted| wanted.bits() > 8)?;
        if self.element.is_some() {
            return None;
        }
        let new = self.new_name(NEW);
        let operand = Operand::Register { name: new.clone(), ty: Some(wanted) };
        let register = match wanted {
            Type::F32 | Type::F64 => wanted,
            _ => Type::bits_of_width(wanted.bits())?,
        };
        let operands = self.with(operand);
        let statement = self.statement(&self.words(), &operands)?;
        let steps = format!(".reg .{} {new}; {statement}", register.word());
        Some(Help::after("use a register of its type: ", Part::Statement, steps))
    }

    /// Suggests conversions of the faulty source, and of all sources after it whose types do not fit either.
    fn converted_sources(&self) -> Option<Help> {
        let mut operands = self.operands.to_vec();
        let (mut before, mut place) = (Vec::new(), (self.at, self.element));
        let mut new = self.new_name(NEW);
        loop {
            let operand = match (operands.get_mut(place.0)?, place.1) {
                (Operand::Vector(items), Some(j)) => items.get_mut(j)?,
                (Operand::Pair(_), _) => break,
                (operand, _) => operand,
            };
            let converted = match operand {
                Operand::Register { ty: Some(declared), .. } => {
                    self.conversion_of(place.0, *declared).zip(self.text(operand))
                }
                _ => None,
            };
            let Some(((register, convert, ty), name)) = converted else { break };
            *operand = Operand::Register { name: new.clone(), ty: Some(ty) };
            before.push(format!(".reg .{register} {new}; {convert} {new}, {name};"));
            new = self.new_name(&format!("{NEW}{}", before.len()));
            let next = match check(self.forms, &operands)
                .map_err(|fault| (fault.at, fault.message.code))
            {
                Err((At::Operand(i), Code::Type)) if !self.form.is_destination(i) => (i, None),
                Err((At::Element(i, j), Code::Type)) if !self.form.is_destination(i) => {
                    (i, Some(j))
                }
                _ => break,
            };
            if next <= place {
                return None;
            }
            place = next;
        }
        let statement = self.statement(&self.words(), &operands)?;
        let before = before.join(" ");
        (!before.is_empty()).then(|| {
            let steps = format!("{{ {before} {statement} }}");
            Help::after("convert it first: ", Part::Statement, steps)
        })
    }

    /// Returns the conversion of a register for an operand: the type to declare, the instruction, and the type of the
    /// result.
    fn conversion_of(&self, at: usize, declared: Type) -> Option<(&'static str, String, Type)> {
        let wanted = self.form.operand_type(at).filter(|wanted| wanted.bits() > 8)?;
        let (wanted, declared) = (numeric(wanted, declared)?, numeric(declared, wanted)?);
        let register = Type::bits_of_width(wanted.bits())?.word();
        Some((register, self.conversion(wanted, declared)?, wanted))
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

/// Returns the type of the number in a register. The number in a `.bN` register has the signedness of `like`.
fn numeric(ty: Type, like: Type) -> Option<Type> {
    match ty.kind() {
        Kind::Bits if like.rust().is_signed() => Type::signed_of_width(ty.bits()),
        Kind::Bits => Type::unsigned_of_width(ty.bits()),
        Kind::Integer | Kind::Float => Some(ty),
        _ => None,
    }
}
