//! Suggests corrections other than the nearest form: another instruction, rounding or sign.

use super::filled::Filled;
use super::suggest::write;
use crate::forms::{INTEGRAL_RND, RND, same_meaning};
use crate::operand::Operand;
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// Returns the help for a faulty instruction, if one of the corrections applies.
pub(super) fn cure(written: &Filled<'_>) -> Option<String> {
    other_rounding(written)
        .or_else(|| rounding_to_an_integer(written))
        .or_else(|| type_of_source(written))
        .or_else(|| signed(written))
        .or_else(|| other_instruction(written))
        .or_else(|| without_one(written))
        .or_else(|| one_of_many(written))
}

/// Suggests to remove a modifier.
fn without_one(written: &Filled<'_>) -> Option<String> {
    let is_extra = |at: &usize| {
        written.words[*at].ty.is_none() && exists(written, written.mnemonic, &written.without(*at))
    };
    let at = (0..written.words.len()).find(is_extra)?;
    let (word, rest) = (written.words[at].text, written.spelling(&written.without(at)));
    let is_rounding = RND.contains(&word) || INTEGRAL_RND.contains(&word);
    let is_integer = written.types().iter().all(|ty| ty.kind() == Kind::Integer);
    Some(match word {
        _ if is_rounding && (is_integer || written.mnemonic == "cvt") => {
            format!("remove `.{word}`: `{rest}` has no rounding")
        }
        "sat" => format!("remove `.sat`, and clamp the result of `{rest}` with `min` and `max`"),
        _ => format!("remove `.{word}`: the form is `{rest}`"),
    })
}

/// Suggests one example if a single modifier is missing and has many choices, such as a comparison.
fn one_of_many(written: &Filled<'_>) -> Option<String> {
    let near = written.fillings().iter().min_by_key(|filling| filling.cost)?;
    let [slot] = near.missing[..] else { return None };
    let fates = near.fates.iter();
    if fates.into_iter().any(|fate| *fate != super::filling::Fate::Kept) {
        return None;
    }
    let mut choices = near.form.slots[slot].words.iter();
    let mut words = near.slots.iter().map(|words| words.first().copied()).collect::<Vec<_>>();
    choices.find_map(|choice| {
        words[slot] = Some(choice);
        let spelt: Vec<_> = words.iter().flatten().copied().collect();
        exists(written, written.mnemonic, &spelt)
            .then(|| format!("choose one, such as `{}`", written.spelling(&spelt)))
    })
}

/// Returns whether the mnemonic with these words is a computed form of the dialect that fits the
/// operands.
fn exists(written: &Filled<'_>, mnemonic: &str, words: &[&str]) -> bool {
    let spelt = Selection::all(mnemonic, words);
    spelt.iter().any(|one| {
        one.form.is_computed()
            && one.is_in(written.dialect)
            && one.differences(written.operands).is_some()
    })
}

/// Suggests the rounding of the other kind: `.rn` for `.rni`, and vice versa.
fn other_rounding(written: &Filled<'_>) -> Option<String> {
    let texts = written.texts();
    let is_rounding = |word: &&str| RND.contains(word) || INTEGRAL_RND.contains(word);
    let at = texts.iter().position(is_rounding)?;
    let mut others = RND.iter().chain(INTEGRAL_RND);
    let other = others.find(|other| **other != texts[at] && same_meaning(texts[at], other))?;
    let mut words = texts.clone();
    words[at] = other;
    exists(written, written.mnemonic, &words)
        .then(|| format!("write `{}`", written.spelling(&words)))
}

/// Suggests `.rzi` and `.rni` for a conversion from a float to an integer without a rounding.
fn rounding_to_an_integer(written: &Filled<'_>) -> Option<String> {
    let with = |rounding| [&[rounding], written.texts().as_slice()].concat();
    let [truncated, nearest] = ["rzi", "rni"].map(with);
    let is_there = |words: &Vec<&str>| exists(written, written.mnemonic, words);
    let (cut, rounded) = (written.spelling(&truncated), written.spelling(&nearest));
    ([&truncated, &nearest].into_iter().all(is_there)).then(|| {
        format!("write `{cut}`, which truncates as C does, or `{rounded}`, which rounds to nearest")
    })
}

/// Suggests the missing source type of a conversion: an integer as wide as the source register.
fn type_of_source(written: &Filled<'_>) -> Option<String> {
    let [_, Operand::Register { ty: Some(source), .. }] = written.operands else { return None };
    if written.mnemonic != "cvt" || source.kind() != Kind::Bits {
        return None;
    }
    let with = |ty: Type| [written.texts().as_slice(), &[ty.word()]].concat();
    let signed = with(Type::signed_of_width(source.bits())?);
    let unsigned = with(Type::unsigned_of_width(source.bits())?);
    let both = [&signed, &unsigned].map(|words| {
        let rounded = [&["rn"], words.as_slice()].concat();
        let exact = [words.clone(), rounded];
        exact.into_iter().find(|words| exists(written, "cvt", words))
    });
    let [Some(signed), Some(unsigned)] = both else { return None };
    let (signed, unsigned) = (written.spelling(&signed), written.spelling(&unsigned));
    Some(format!("write `{signed}` for a signed source, `{unsigned}` for an unsigned one"))
}

/// Suggests a signed type for `neg` with an unsigned type.
fn signed(written: &Filled<'_>) -> Option<String> {
    if written.mnemonic != "neg" {
        return None;
    }
    let at = written.words.iter().position(|word| word.ty.is_some())?;
    let ty = written.words[at].ty.filter(|ty| ty.kind() == Kind::Integer)?;
    let mut words = written.texts();
    words[at] = Type::signed_of_width(ty.bits())?.word();
    exists(written, written.mnemonic, &words)
        .then(|| format!("write `{}`", written.spelling(&words)))
}

/// Suggests `mad.lo` for `fma` on integers.
fn other_instruction(written: &Filled<'_>) -> Option<String> {
    let [ty] = written.types()[..] else { return None };
    let words = vec!["lo", ty.word()];
    let is_product = written.mnemonic == "fma" && ty.kind() == Kind::Integer;
    (is_product && exists(written, "mad", &words)).then(|| write("mad", &[words]))?
}
