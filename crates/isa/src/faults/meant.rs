//! Suggests corrections other than the nearest form of the mnemonic: another instruction, another
//! rounding, or a type of another signedness.

use super::filled::Filled;
use super::filling::Fate;
use super::recipe::recipe;
use super::suggest::write;
use crate::forms::{INTEGRAL_RND, RND, same_meaning};
use crate::operand::{Operand, text};
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// Tries one kind of suggestion after another, and returns the first that applies to a faulty instruction.
pub(super) fn cure(written: &Filled<'_>) -> Option<String> {
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
        .or_else(|| one_of_many(written))
}

/// Suggests removing a modifier.
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

/// Suggests one spelling if a single modifier with many choices is missing, such as a comparison.
fn one_of_many(written: &Filled<'_>) -> Option<String> {
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
    let likely: Vec<_> = likely.flatten().map(Type::word).collect();
    spelt.sort_by_key(|(choice, _)| {
        likely.iter().position(|word| word == choice).unwrap_or(likely.len())
    });
    let found = spelt.into_iter().find(|(_, words)| exists(written, written.mnemonic, words))?;
    Some(format!("choose one, such as `{}`", written.spelling(&found.1)))
}

/// Returns the declared type of an operand that is a register.
fn register_type(operand: &Operand) -> Option<Type> {
    if let Operand::Register { ty, .. } = operand { *ty } else { None }
}

/// Suggests `.lo` for an integer product that has a rounding but none of `.lo`, `.hi` and `.wide`,
/// such as `mul.rn.s32`.
fn half_of_a_product(written: &Filled<'_>) -> Option<String> {
    let [ty] = written.types()[..] else { return None };
    let is_rounding = |word: &&str| RND.contains(word);
    let texts = written.texts();
    let rounding = texts.iter().find(|word| is_rounding(word))?;
    let rest: Vec<&str> = texts.iter().copied().filter(|word| !is_rounding(word)).collect();
    let words = [&["lo"], rest.as_slice()].concat();
    let is_product = ty.kind() == Kind::Integer && exists(written, written.mnemonic, &words);
    is_product.then(|| {
        format!("remove `.{rounding}`, and add `.lo`: the form is `{}`", written.spelling(&words))
    })
}

/// Suggests the instructions for the two halves of a product if the product has no `.wide` form.
fn both_halves(written: &Filled<'_>) -> Option<String> {
    let words = written.texts();
    let at = words.iter().position(|word| *word == "wide")?;
    let half = |half| [&words[..at], &[half], &words[at + 1..]].concat();
    let halves = [half("lo"), half("hi")];
    let is_there = halves.iter().all(|words| exists(written, written.mnemonic, words));
    let [low, high] = halves.map(|words| written.spelling(&words));
    is_there.then(|| format!("use `{low}` for the low half, `{high}` for the high half"))
}

/// Suggests a product in `.f64` for `mul.wide.f32`.
fn wide_product(written: &Filled<'_>) -> Option<String> {
    let is_wide = written.mnemonic == "mul" && written.texts() == ["wide", "f32"];
    let names = written.operands.iter().map(text).collect::<Option<Vec<_>>>()?;
    let [d, a, b] = names.as_slice() else { return None };
    let types: Vec<_> = written.operands.iter().map(register_type).collect();
    let is_double = matches!(types.first()?, Some(Type::F64 | Type::B64));
    let are_singles = types[1..].iter().all(|ty| matches!(ty, None | Some(Type::F32 | Type::B32)));
    let is_there = Selection::all("mul", &["f64"]).iter().any(|one| one.is_in(written.dialect));
    (is_wide && is_double && are_singles && is_there).then(|| {
        format!(
            "compute it in `.f64`: `.reg .f64 %t1, %t2; cvt.f64.f32 %t1, {a}; cvt.f64.f32 %t2, {b}; \
             mul.f64 {d}, %t1, %t2;`"
        )
    })
}

/// Suggests integer types for an ordered comparison of bit types, such as `setp.lt.b32`.
fn order_of_bits(written: &Filled<'_>) -> Option<String> {
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
fn order_of_integers(written: &Filled<'_>) -> Option<String> {
    let texts = written.texts();
    let at = texts.iter().position(|word| word.len() == 3 && word.ends_with('u'))?;
    let mut words = texts.clone();
    words[at] = &texts[at][..2];
    let is_there = exists(written, written.mnemonic, &words);
    let spelling = written.spelling(&words);
    is_there.then(|| format!("write `{spelling}`, because integers have no NaN"))
}

/// Suggests `.rn` instead of a modifier that the form does not have, if the form requires a rounding.
fn with_a_rounding(written: &Filled<'_>) -> Option<String> {
    let is_extra = |at: &usize| written.words[*at].is_known && written.words[*at].ty.is_none();
    let rounded = |at: usize| (at, [&["rn"], written.without(at).as_slice()].concat());
    let is_required = |words: &[&str]| {
        exists(written, written.mnemonic, words) && !exists(written, written.mnemonic, &words[1..])
    };
    let mut all = (0..written.words.len()).filter(is_extra).map(rounded);
    let (at, words) = all.find(|(_, words)| is_required(words))?;
    let (word, spelling) = (written.words[at].text, written.spelling(&words));
    Some(format!("remove `.{word}`: the form is `{spelling}`"))
}

/// Suggests instructions that convert the operands to `.f64` or `.f32`, compute, and convert the result. Makes this
/// suggestion only if the mnemonic does not support the written float type.
fn in_another_float(written: &Filled<'_>) -> Option<String> {
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
    let names = written.operands.iter().map(text).collect::<Option<Vec<_>>>()?;
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
    Some(format!(
        "compute it in `.{to}`: `.reg .{to} {all}; {into} {spelling} {first}, {all}; \
         cvt{back}.{from}.{to} {destination}, {first};`"
    ))
}

/// Suggests several instructions that compute the result, because the mnemonic does not support the written type.
fn computed(written: &Filled<'_>) -> Option<String> {
    let [ty] = written.types()[..] else { return None };
    let steps = match (written.mnemonic, ty) {
        ("rem", _) if ty.kind() == Kind::Float => recipe("fmod", written),
        ("brev", Type::B16 | Type::U16 | Type::S16) => recipe("brev16", written),
        ("popc", Type::B16 | Type::U16 | Type::S16) => recipe("popc16", written),
        ("selp", Type::Pred) => {
            let names = written.operands.iter().map(text).collect::<Option<Vec<_>>>()?;
            let [d, a, b, p] = names.as_slice() else { return None };
            Some(format!("@{p} mov.pred {d}, {a}; @!{p} mov.pred {d}, {b};"))
        }
        ("lop3", Type::B64) => {
            let names = written.operands.iter().map(text).collect::<Option<Vec<_>>>()?;
            let [d, a, b, c, table] = names.as_slice() else { return None };
            let halves = Selection::all("lop3", &["b32"]);
            let is_there = halves.iter().any(|half| half.is_in(written.dialect));
            is_there.then(|| format!(
                ".reg .b32 %a<2>, %b<2>, %c<2>; mov.b64 {{%a0, %a1}}, {a}; mov.b64 {{%b0, %b1}}, {b}; \
                 mov.b64 {{%c0, %c1}}, {c}; lop3.b32 %a0, %a0, %b0, %c0, {table}; \
                 lop3.b32 %a1, %a1, %b1, %c1, {table}; mov.b64 {d}, {{%a0, %a1}};"
            ))
        }
        _ => None,
    };
    steps.map(|steps| format!("use `{steps}`"))
}

/// Suggests `.bN` for a shift of a float.
fn shift_of_bits(written: &Filled<'_>) -> Option<String> {
    let [ty] = written.types()[..] else { return None };
    let bits = Type::bits_of_width(ty.bits())?.word();
    let is_shift = matches!(written.mnemonic, "shl" | "shr") && ty.kind() == Kind::Float;
    (is_shift && exists(written, written.mnemonic, &[bits]))
        .then(|| format!("use `{}` to shift its bits", written.spelling(&[bits])))
}

/// Suggests `mov` instead of `abs` for an unsigned type, because an unsigned number is its own absolute value.
fn unsigned(written: &Filled<'_>) -> Option<String> {
    let [ty] = written.types()[..] else { return None };
    let signed = Type::signed_of_width(ty.bits())?.word();
    let is_unsigned = ty.kind() == Kind::Integer && !ty.rust().is_signed();
    (written.mnemonic == "abs" && is_unsigned && exists(written, "abs", &[signed]))
        .then(|| format!("use `mov.{}`: an unsigned number is its own absolute value", ty.word()))
}

/// Returns whether a form with this mnemonic and these words exists. This crate must compute the form, the version and
/// target must have the form, and the operands must fit.
fn exists(written: &Filled<'_>, mnemonic: &str, words: &[&str]) -> bool {
    let spelt = Selection::all(mnemonic, words);
    spelt.iter().any(|one| {
        one.form.is_computed()
            && one.is_in(written.dialect)
            && one.differences(written.operands).is_some()
    })
}

/// Suggests the rounding to a float instead of the rounding to an integer, or vice versa: `.rn` for `.rni`.
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

/// Suggests `.rzi` and `.rni` if a conversion from a float to an integer has no rounding.
fn rounding_to_an_integer(written: &Filled<'_>) -> Option<String> {
    let with = |rounding| [&[rounding], written.texts().as_slice()].concat();
    let [truncated, nearest] = ["rzi", "rni"].map(with);
    let is_there = |words: &Vec<&str>| exists(written, written.mnemonic, words);
    let (cut, rounded) = (written.spelling(&truncated), written.spelling(&nearest));
    ([&truncated, &nearest].into_iter().all(is_there)).then(|| {
        format!("write `{cut}`, which truncates as C does, or `{rounded}`, which rounds to nearest")
    })
}

/// Suggests the missing source type of a conversion from a `.bN` register: an integer type of the same width.
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
