//! Suggests corrections other than the nearest form of the mnemonic: another instruction, another
//! rounding, or a type of another signedness.

use super::filled::Filled;
use super::filling::Fate;
use super::recipe::recipe;
use super::suggest::write;
use crate::forms::{self, INTEGRAL_RND, RND, same_meaning};
use crate::help::{Help, Part};
use crate::operand::Operand;
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// Tries one kind of suggestion after another, and returns the first that applies to a faulty instruction.
pub(super) fn cure(written: &Filled<'_>) -> Option<Help> {
    other_rounding(written)
        .or_else(|| rounding_to_an_integer(written))
        .or_else(|| type_of_source(written))
        .or_else(|| signed(written))
        .or_else(|| other_instruction(written))
        .or_else(|| half_of_a_product(written))
        .or_else(|| both_halves(written))
        .or_else(|| wide_product(written))
        .or_else(|| order_of_bits(written))
        .or_else(|| order_of_integers(written))
        .or_else(|| with_a_rounding(written))
        .or_else(|| without_one(written))
        .or_else(|| computed(written))
        .or_else(|| shift_of_bits(written))
        .or_else(|| in_another_float(written))
        .or_else(|| unsigned(written))
        .or_else(|| wider(written))
        .or_else(|| one_of_many(written))
}

/// Modifiers, and what an instruction does without them.
const LOST: &[(&str, &str)] = &[
    ("NaN", ", in which a NaN loses against a number"),
    ("relu", ", which keeps negative results"),
    ("satfinite", ", whose results may be infinite"),
    ("cc", ", which does not write the carry"),
    ("xorsign", ", which has the sign of the selected operand"),
];

/// Suggests removing a modifier.
fn without_one(written: &Filled<'_>) -> Option<Help> {
    let is_extra = |at: &usize| {
        written.words[*at].ty.is_none() && exists(written, written.mnemonic, &written.without(*at))
    };
    let at = (0..written.words.len()).find(is_extra)?;
    let (word, rest) = (written.words[at].text, written.spelling(&written.without(at)));
    let is_rounding = RND.contains(&word) || INTEGRAL_RND.contains(&word);
    let is_integer = written.types().iter().all(|ty| ty.kind() == Kind::Integer);
    let without =
        |words: &str| Help::after(&format!("remove `.{word}`{words}"), Part::Spelling, &rest);
    let lost = LOST.iter().find(|row| row.0 == word).map(|row| row.1);
    Some(match word {
        _ if is_rounding && (is_integer || written.mnemonic == "cvt") => {
            without(": ").and(" has no rounding")
        }
        _ if lost.is_some() => without(": the form is ").and(lost.unwrap_or_default()),
        "sat" => without(", and clamp the result of ").and(" with `min` and `max`"),
        _ => without(": the form is "),
    })
}

/// Suggests one spelling if a single modifier with many choices is missing, such as a comparison.
fn one_of_many(written: &Filled<'_>) -> Option<Help> {
    let cheapest = written.fillings().iter().map(|filling| filling.cost).min()?;
    let near = written.fillings().iter().filter(|filling| {
        filling.cost == cheapest && filling.fates.iter().all(|fate| *fate == Fate::Kept)
    });
    let spelt = near.filter_map(|filling| {
        let [slot] = filling.missing[..] else { return None };
        Some(filling.form.slots[slot].words.iter().map(move |choice| {
            let mut words: Vec<_> =
                filling.slots.iter().map(|words| words.first().copied()).collect();
            words[slot] = Some(*choice);
            (*choice, words.into_iter().flatten().collect::<Vec<_>>())
        }))
    });
    let mut spelt: Vec<_> = spelt.flatten().collect();
    // If the missing modifier is a type, prefer the type of the registers to the first choice.
    let registers = written.operands.iter().filter_map(register_type);
    let likely = registers.flat_map(|ty| [Some(ty), Type::unsigned_of_width(ty.bits())]);
    // The usual scope is that of the whole GPU.
    let likely: Vec<_> = likely.flatten().map(Type::word).chain(["gpu"]).collect();
    spelt.sort_by_key(|(choice, _)| {
        likely.iter().position(|word| word == choice).unwrap_or(likely.len())
    });
    let found = spelt.into_iter().find(|(_, words)| exists(written, written.mnemonic, words))?;
    Some(Help::after("choose one, such as ", Part::Spelling, written.spelling(&found.1)))
}

/// Returns the declared type of an operand that is a register.
fn register_type(operand: &Operand) -> Option<Type> {
    if let Operand::Register { ty, .. } = operand { *ty } else { None }
}

/// Suggests `.lo` for an integer product that has a rounding but none of `.lo`, `.hi` and `.wide`,
/// such as `mul.rn.s32`.
fn half_of_a_product(written: &Filled<'_>) -> Option<Help> {
    let [ty] = written.types()[..] else { return None };
    let is_rounding = |word: &&str| RND.contains(word);
    let texts = written.texts();
    let rounding = texts.iter().find(|word| is_rounding(word))?;
    let rest: Vec<&str> = texts.iter().copied().filter(|word| !is_rounding(word)).collect();
    let words = [&["lo"], rest.as_slice()].concat();
    let is_product = ty.kind() == Kind::Integer && exists(written, written.mnemonic, &words);
    let words_before = format!("remove `.{rounding}`, and add `.lo`: the form is ");
    is_product.then(|| Help::after(&words_before, Part::Spelling, written.spelling(&words)))
}

/// Suggests the instructions for the two halves of a product if the product has no `.wide` form.
fn both_halves(written: &Filled<'_>) -> Option<Help> {
    let words = written.texts();
    let at = words.iter().position(|word| *word == "wide")?;
    let half = |half| [&words[..at], &[half], &words[at + 1..]].concat();
    let halves = [half("lo"), half("hi")];
    let is_there = halves.iter().all(|words| exists(written, written.mnemonic, words));
    let [low, high] = halves.map(|words| written.spelling(&words));
    is_there.then(|| {
        let high = Help::after("", Part::Spelling, high).and(" for the high half");
        Help::after("use ", Part::Spelling, low).or(" for the low half, ", high)
    })
}

/// Suggests a product in `.f64` for `mul.wide.f32`.
fn wide_product(written: &Filled<'_>) -> Option<Help> {
    let is_wide = written.mnemonic == "mul" && written.texts() == ["wide", "f32"];
    let names = written.operands.texts()?;
    let [d, a, b] = names.as_slice() else { return None };
    let types: Vec<_> = written.operands.iter().map(register_type).collect();
    let is_double = matches!(types.first()?, Some(Type::F64 | Type::B64));
    let are_singles = types[1..].iter().all(|ty| matches!(ty, None | Some(Type::F32 | Type::B32)));
    let is_there = Selection::all("mul", &["f64"]).iter().any(|one| one.is_in(written.dialect));
    (is_wide && is_double && are_singles && is_there).then(|| {
        let steps = format!(
            "{{ .reg .f64 %t1, %t2; cvt.f64.f32 %t1, {a}; cvt.f64.f32 %t2, {b}; \
             mul.f64 {d}, %t1, %t2; }}"
        );
        Help::after("compute it in `.f64`: ", Part::Statement, steps)
    })
}

/// Suggests integer types for an ordered comparison of bit types, such as `setp.lt.b32`.
fn order_of_bits(written: &Filled<'_>) -> Option<Help> {
    let at = written.words.iter().rposition(|word| word.ty.is_some())?;
    let ty = written.words[at].ty.filter(|ty| ty.kind() == Kind::Bits)?;
    let with = |ty: Option<Type>| {
        let mut words = written.texts();
        words[at] = ty?.word();
        Some(words)
    };
    let (unsigned, signed) = (Type::unsigned_of_width(ty.bits()), Type::signed_of_width(ty.bits()));
    let both = [with(unsigned)?, with(signed)?];
    let is_comparison = matches!(written.mnemonic, "set" | "setp");
    let is_there = both.iter().all(|words| exists(written, written.mnemonic, words));
    (is_comparison && is_there).then(|| write(written.mnemonic, &both))?
}

/// Suggests the comparison without `u` for integers, such as `.lt` for `.ltu`.
fn order_of_integers(written: &Filled<'_>) -> Option<Help> {
    let texts = written.texts();
    let at = texts.iter().position(|word| word.len() == 3 && word.ends_with('u'))?;
    let mut words = texts.clone();
    words[at] = &texts[at][..2];
    let is_there = exists(written, written.mnemonic, &words);
    let spelling = written.spelling(&words);
    is_there.then(|| Help::write(Part::Spelling, spelling).and(", because integers have no NaN"))
}

/// Suggests `.rn` instead of a modifier that the form does not have, if the form requires a rounding.
fn with_a_rounding(written: &Filled<'_>) -> Option<Help> {
    let is_extra = |at: &usize| written.words[*at].is_known && written.words[*at].ty.is_none();
    let rounded = |at: usize| (at, [&["rn"], written.without(at).as_slice()].concat());
    let is_required = |words: &[&str]| {
        exists(written, written.mnemonic, words) && !exists(written, written.mnemonic, &words[1..])
    };
    let mut all = (0..written.words.len()).filter(is_extra).map(rounded);
    let (at, words) = all.find(|(_, words)| is_required(words))?;
    let (word, spelling) = (written.words[at].text, written.spelling(&words));
    let before = format!("remove `.{word}`: the form is ");
    Some(Help::after(&before, Part::Spelling, spelling))
}

/// Suggests instructions that convert the operands to `.f64` or `.f32`, compute, and convert the result. Makes this
/// suggestion only if the mnemonic does not support the written float type.
fn in_another_float(written: &Filled<'_>) -> Option<Help> {
    let [ty] = written.types()[..] else { return None };
    if !matches!(ty, Type::F16 | Type::F32 | Type::F64) {
        return None;
    }
    let at = written.words.iter().position(|word| word.ty.is_some())?;
    let all = [Type::F64, Type::F32].into_iter().filter(|other| *other != ty);
    let mut spelt = all.flat_map(|other| {
        let mut words = written.texts();
        words[at] = other.word();
        let approximate = [&["approx"], words.as_slice()].concat();
        [(other, words), (other, approximate)]
    });
    let is_there = |(_, words): &(Type, Vec<&str>)| {
        let spelt = Selection::all(written.mnemonic, words);
        spelt.iter().any(|one| one.form.is_computed() && one.is_in(written.dialect))
    };
    let (other, words) = spelt.find(is_there)?;
    let names = written.operands.texts()?;
    let is_of_type = |one: &Operand| register_type(one).is_some_and(|of| of.bits() == ty.bits());
    let [destination, sources @ ..] = names.as_slice() else { return None };
    if sources.is_empty() || !written.operands.iter().all(is_of_type) {
        return None;
    }
    let new: Vec<_> = (1..=sources.len()).map(|i| format!("%t{i}")).collect();
    let (rounding, back) = if other.bits() > ty.bits() { ("", ".rn") } else { (".rn", "") };
    let (from, to) = (ty.word(), other.word());
    let into = new.iter().zip(sources);
    let into = into.map(|(new, source)| format!("cvt{rounding}.{to}.{from} {new}, {source};"));
    let into = into.collect::<Vec<_>>().join(" ");
    let (first, all, spelling) = (&new[0], new.join(", "), written.spelling(&words));
    let steps = format!(
        "{{ .reg .{to} {all}; {into} {spelling} {first}, {all}; \
         cvt{back}.{from}.{to} {destination}, {first}; }}"
    );
    Some(Help::after(&format!("compute it in `.{to}`: "), Part::Statement, steps))
}

/// Suggests several instructions that compute the result, because the mnemonic does not support the written type.
fn computed(written: &Filled<'_>) -> Option<Help> {
    let [ty] = written.types()[..] else { return None };
    let steps = match (written.mnemonic, ty) {
        ("rem", _) if ty.kind() == Kind::Float => recipe("fmod", written),
        ("brev", Type::B16 | Type::U16 | Type::S16) => recipe("brev16", written),
        ("popc", Type::B16 | Type::U16 | Type::S16) => recipe("popc16", written),
        ("selp", Type::Pred) => {
            let names = written.operands.texts()?;
            let [d, a, b, p] = names.as_slice() else { return None };
            Some(format!("@{p} mov.pred {d}, {a}; @!{p} mov.pred {d}, {b};"))
        }
        ("lop3", Type::B64) => {
            let names = written.operands.texts()?;
            let [d, a, b, c, table] = names.as_slice() else { return None };
            let halves = Selection::all("lop3", &["b32"]);
            let is_there = halves.iter().any(|half| half.is_in(written.dialect));
            is_there.then(|| format!(
                "{{ .reg .b32 %a<2>, %b<2>, %c<2>; mov.b64 {{%a0, %a1}}, {a}; mov.b64 {{%b0, %b1}}, {b}; \
                 mov.b64 {{%c0, %c1}}, {c}; lop3.b32 %a0, %a0, %b0, %c0, {table}; \
                 lop3.b32 %a1, %a1, %b1, %c1, {table}; mov.b64 {d}, {{%a0, %a1}}; }}"
            ))
        }
        _ => None,
    };
    steps.map(|steps| Help::after("use ", Part::Statement, steps))
}

/// Suggests `.bN` for a shift of a float.
fn shift_of_bits(written: &Filled<'_>) -> Option<Help> {
    let [ty] = written.types()[..] else { return None };
    let bits = Type::bits_of_width(ty.bits())?.word();
    let is_shift = matches!(written.mnemonic, "shl" | "shr") && ty.kind() == Kind::Float;
    (is_shift && exists(written, written.mnemonic, &[bits])).then(|| {
        Help::after("use ", Part::Spelling, written.spelling(&[bits])).and(" to shift its bits")
    })
}

/// Suggests `mov` instead of `abs` for an unsigned type, because an unsigned number is its own absolute value.
fn unsigned(written: &Filled<'_>) -> Option<Help> {
    let [ty] = written.types()[..] else { return None };
    let signed = Type::signed_of_width(ty.bits())?.word();
    let is_unsigned = ty.kind() == Kind::Integer && !ty.rust().is_signed();
    (written.mnemonic == "abs" && is_unsigned && exists(written, "abs", &[signed])).then(|| {
        Help::after("use ", Part::Spelling, format!("mov.{}", ty.word()))
            .and(": an unsigned number is its own absolute value")
    })
}

/// Suggests the next wider type of the same kind for a type of 8 bits, with which no instruction computes.
fn wider(written: &Filled<'_>) -> Option<Help> {
    let [ty] = written.types()[..] else { return None };
    let at = written.words.iter().position(|word| word.ty.is_some()).filter(|_| ty.bits() == 8)?;
    let wider = |of: fn(u32) -> Option<Type>| {
        let all = [16, 32, 64].into_iter().filter_map(of);
        all.map(Type::word).collect::<Vec<_>>()
    };
    let candidates = match ty.kind() {
        Kind::Bits => wider(Type::bits_of_width),
        Kind::Integer if ty.rust().is_signed() => wider(Type::signed_of_width),
        Kind::Integer => wider(Type::unsigned_of_width),
        _ => return None,
    };
    let with = |word: &'static str| {
        let mut words = written.texts();
        words[at] = word;
        words
    };
    let narrow = |words: &&Vec<&str>| {
        let spelt =
            Selection::among(&forms::of_any_kind(written.mnemonic).collect::<Vec<_>>(), words);
        spelt.iter().any(|one| one.is_in(written.dialect))
    };
    let all: Vec<_> = candidates.into_iter().map(with).collect();
    match all.iter().find(|words| exists(written, written.mnemonic, words)) {
        Some(words) => Some(Help::write(Part::Spelling, written.spelling(words))),
        None => {
            let words = all.iter().find(narrow)?;
            let (spelling, word) = (written.spelling(words), words[at]);
            Some(format!("use `{spelling}`, with operands that `cvt` has made `.{word}`").into())
        }
    }
}

/// Returns whether a form with this mnemonic and these words exists. This crate must compute the form or check it, the
/// version and target must have the form, and the operands must fit.
fn exists(written: &Filled<'_>, mnemonic: &str, words: &[&str]) -> bool {
    let spelt = Selection::among(&forms::of_any_kind(mnemonic).collect::<Vec<_>>(), words);
    spelt
        .iter()
        .any(|one| one.is_in(written.dialect) && one.differences(&written.operands).is_some())
}

/// Suggests the rounding to a float instead of the rounding to an integer, or vice versa: `.rn` for `.rni`.
fn other_rounding(written: &Filled<'_>) -> Option<Help> {
    let texts = written.texts();
    let is_rounding = |word: &&str| RND.contains(word) || INTEGRAL_RND.contains(word);
    let at = texts.iter().position(is_rounding)?;
    let mut others = RND.iter().chain(INTEGRAL_RND);
    let other = others.find(|other| **other != texts[at] && same_meaning(texts[at], other))?;
    let mut words = texts.clone();
    words[at] = other;
    exists(written, written.mnemonic, &words)
        .then(|| Help::write(Part::Spelling, written.spelling(&words)))
}

/// Suggests `.rzi` and `.rni` if a conversion from a float to an integer has no rounding.
fn rounding_to_an_integer(written: &Filled<'_>) -> Option<Help> {
    let with = |rounding| [&[rounding], written.texts().as_slice()].concat();
    let [truncated, nearest] = ["rzi", "rni"].map(with);
    let is_there = |words: &Vec<&str>| exists(written, written.mnemonic, words);
    let (cut, rounded) = (written.spelling(&truncated), written.spelling(&nearest));
    ([&truncated, &nearest].into_iter().all(is_there)).then(|| {
        Help::write(Part::Spelling, cut)
            .or(", which truncates as C does, or ", Help::after("", Part::Spelling, rounded))
            .and(", which rounds to nearest")
    })
}

/// Suggests the missing source type of a conversion from a `.bN` register: an integer type of the same width.
fn type_of_source(written: &Filled<'_>) -> Option<Help> {
    let [_, Operand::Register { ty: Some(source), .. }] = &*written.operands else { return None };
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
    let unsigned = Help::after("", Part::Spelling, unsigned);
    let help = Help::write(Part::Spelling, signed).or(" for a signed source, ", unsigned);
    Some(help.and(" for an unsigned one"))
}

/// Suggests a signed type for `neg` with an unsigned type.
fn signed(written: &Filled<'_>) -> Option<Help> {
    if written.mnemonic != "neg" {
        return None;
    }
    let at = written.words.iter().position(|word| word.ty.is_some())?;
    let ty = written.words[at].ty.filter(|ty| ty.kind() == Kind::Integer)?;
    let mut words = written.texts();
    words[at] = Type::signed_of_width(ty.bits())?.word();
    exists(written, written.mnemonic, &words)
        .then(|| Help::write(Part::Spelling, written.spelling(&words)))
}

/// Suggests `mad.lo` for `fma` on integers.
fn other_instruction(written: &Filled<'_>) -> Option<Help> {
    let [ty] = written.types()[..] else { return None };
    let words = vec!["lo", ty.word()];
    let is_product = written.mnemonic == "fma" && ty.kind() == Kind::Integer;
    (is_product && exists(written, "mad", &words)).then(|| write("mad", &[words]))?
}
