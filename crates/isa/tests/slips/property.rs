//! Adds, replaces, repeats or drops a word in every form, and tests the suggestions. A suggestion must keep every
//! written word that any form of the mnemonic has. The suggestion must also fit the registers, and keep the meaning of
//! the types.

use super::super::{offered, parts};
use ptx_isa::forms::{Literals, OperandSlot};
use ptx_isa::literal::Literal;
use ptx_isa::operand::{Operand, check};
use ptx_isa::{Dialect, Form, Kind, Selection, Table, Type, forms, select_all};
use std::collections::{BTreeSet, HashSet};

/// Types of other languages, and the PTX types with the same meaning.
const FOREIGN: &[(&str, Type)] = &[
    ("i32", Type::S32),
    ("int64_t", Type::S64),
    ("uint16_t", Type::U16),
    ("float", Type::F32),
    ("double", Type::F64),
    ("half", Type::F16),
    ("bool", Type::Pred),
];

/// A quick run tests one of 96 spellings, and a full run one of 6.
const SAMPLES: [usize; 2] = [96, 6];

fn type_of(word: &str) -> Option<Type> {
    let foreign = FOREIGN.iter().find(|pair| pair.0 == word).map(|pair| pair.1);
    Type::from_word(word).or(foreign)
}

/// Returns all modifiers of PTX, and words that are not modifiers.
fn vocabulary() -> Vec<&'static str> {
    let slots = forms::all().flat_map(|form| form.slots);
    let words: BTreeSet<_> = slots.flat_map(|slot| slot.words).copied().collect();
    let foreign = FOREIGN.iter().map(|pair| pair.0);
    words.into_iter().chain(foreign).chain(["nonsense", "less", "isnan", "rne", "x32"]).collect()
}

/// Returns the spellings that differ from `words` by one error.
fn slips(words: &[&'static str], vocabulary: &[&'static str]) -> Vec<Vec<&'static str>> {
    let mut all = Vec::new();
    for at in 0..=words.len() {
        let (before, rest) = words.split_at(at);
        all.extend(vocabulary.iter().map(|word| [before, &[*word], rest].concat()));
        let Some((word, after)) = rest.split_first() else { continue };
        all.extend(vocabulary.iter().map(|other| [before, &[*other], after].concat()));
        all.push([before, after].concat());
        all.push([before, &[*word], rest].concat());
    }
    all
}

/// Returns whether a suggestion may replace the type `written` by the type `offered`.
fn is_kept(written: Type, offered: Type) -> bool {
    let integers = |ty: Type| ty.kind() == Kind::Integer;
    let floats = |ty: Type| ty.kind() == Kind::Float;
    written.bits() == offered.bits()
        && written.kind() != Kind::Predicate
        && !(integers(written) && integers(offered))
        && !(integers(written) && floats(offered) || floats(written) && integers(offered))
}

/// Returns whether two words name the same rounding direction. For example, `.rn` (to a float) and
/// `.rni` (to an integer) have the same direction.
fn is_same_rounding(a: &str, b: &str) -> bool {
    let is_rounding = |word: &&str| forms::RND.contains(word) || forms::INTEGRAL_RND.contains(word);
    [a, b].iter().all(is_rounding) && a.trim_end_matches('i') == b.trim_end_matches('i')
}

/// Returns whether a suggestion for integers or bits may replace the word `a` by `b`. Integers have no NaN, so `.eq`
/// may replace `.equ`. An integer type may replace a bit type of the same width.
fn is_of_integers(a: &str, b: &str, words: &[&str]) -> bool {
    let of_kind = |word, kind| Type::from_word(word).is_some_and(|ty| ty.kind() == kind);
    let has_integer =
        words.iter().any(|word| of_kind(word, Kind::Integer) || of_kind(word, Kind::Bits));
    has_integer && a.strip_suffix('u') == Some(b)
        || of_kind(a, Kind::Bits) && of_kind(b, Kind::Integer) && a[1..] == b[1..]
}

/// Checks that the suggestions for a faulty spelling exist, keep its words and the meaning of its types, and fit the
/// operands.
fn judge(form: &Form, slip: &[&str], operands: &[Operand], dialect: &Dialect) {
    let Err(missing) = select_all(Table::Thread, form.mnemonic, slip, dialect) else { return };
    let fault = missing.explain_for(operands);
    let family = || forms::family(form.mnemonic).iter().chain(forms::uncomputed(form.mnemonic));
    let has = |word: &str| family().any(|f| f.slots.iter().any(|s| s.words.contains(&word)));
    for other in offered(&fault) {
        let described = format!("{}.{}: {fault}", form.mnemonic, slip.join("."));
        let (mnemonic, words) = parts(&other);
        if form.mnemonic == "fma" && mnemonic == "mad" {
            // For integers, `mad` replaces `fma`.
            let is_integer = |ty: Type| ty.kind() == Kind::Integer;
            assert!(slip.iter().any(|word| type_of(word).is_some_and(is_integer)), "{described}");
            continue;
        }
        assert_eq!(mnemonic, form.mnemonic, "{described}");
        let forms = select_all(Table::Thread, mnemonic, &words, dialect)
            .unwrap_or_else(|_| panic!("{described}"));
        for word in slip {
            // `ptxas` ignores `.ftz` on `.f64`, so a suggestion may omit `.ftz`.
            let is_ignored = *word == "ftz" && words.contains(&"f64");
            let is_kept_or_unknown = words.contains(word)
                || !has(word)
                || words.iter().any(|other| is_same_rounding(word, other))
                || words.iter().any(|other| is_of_integers(word, other, &words));
            assert!(is_kept_or_unknown || is_ignored, "`.{word}` is lost: {described}");
            let Some(ty) = type_of(word) else { continue };
            let types = || words.iter().filter_map(|word| Type::from_word(word));
            // `neg` supports signed integers only, so a suggestion may change the signedness of the type.
            let is_signed = |other: Type| mnemonic == "neg" && other.bits() == ty.bits();
            // No instruction computes with bytes, so a suggestion may have a wider integer type.
            let is_byte = |other: Type| ty.bits() == 8 && other.word()[..1] == ty.word()[..1];
            assert!(
                types().any(|o| o == ty || is_kept(ty, o) || is_signed(o) || is_byte(o)),
                "`.{word}` is changed: {described}"
            );
        }
        // Check the registers only against a form with the written number of operands. The written operands must also
        // select a byte or half exactly where the form requires it.
        let is_named = |(slot, operand): (&OperandSlot, &Operand)| {
            slot.suffix().is_empty() != matches!(operand, Operand::Lanes { .. })
        };
        let fits = |selection: &Selection| {
            let slots = selection.form.operands;
            slots.len() == operands.len() && slots.iter().zip(operands).all(is_named)
        };
        if forms.iter().any(fits) {
            assert!(check(&forms, operands).is_ok(), "the registers do not fit: {described}");
        }
    }
}

#[test]
fn help_keeps_words_types_and_registers() {
    test(SAMPLES[usize::from(test_support::is_full())]);
}

#[test]
#[ignore = "all spellings: takes minutes"]
fn help_keeps_all_words_types_and_registers() {
    test(1);
}

/// Tests the suggestions for every `step`-th faulty spelling.
fn test(step: usize) {
    let vocabulary = vocabulary();
    let mut seen = HashSet::new();
    for (i, form) in forms::all().enumerate() {
        let dialect = form.newest_dialect().expect("every form is in a dialect");
        let long: Vec<_> = form.slots.iter().map(|slot| slot.words[0]).collect();
        for words in [form.shortest(), long] {
            let Some(modifiers) = form.spelt(&words) else { continue };
            let selection = Selection { form, modifiers };
            let operand = |i: usize| match selection.operand_type(i) {
                _ if form.operands[i].literals == Literals::Immediate => {
                    Operand::Immediate(Literal::Integer(1))
                }
                Some(ty) if ty.is_register_type() && form.operands[i].elements.is_none() => {
                    let register = Operand::Register { name: "r".into(), ty: Some(ty) };
                    match form.operands[i].suffix().strip_prefix('.') {
                        Some(word) => Operand::Lanes { of: Box::new(register), word: word.into() },
                        None => register,
                    }
                }
                _ => Operand::Host,
            };
            let operands: Vec<_> = (0..form.operands.len()).map(operand).collect();
            let is_plain = form.operands.iter().all(|slot| slot.elements.is_none());
            for slip in slips(&words, &vocabulary).into_iter().skip(i % step).step_by(step) {
                if !seen.insert((form.mnemonic, slip.clone())) {
                    continue;
                }
                judge(form, &slip, &[], &dialect);
                if is_plain {
                    judge(form, &slip, &operands, &dialect);
                }
            }
        }
    }
}
