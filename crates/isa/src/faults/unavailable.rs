//! Reports correct forms that the version or the target does not have.

use super::filled::Filled;
use super::misspelt::absent_word;
use super::written::Written;
use crate::availability::{Alternative, Targets};
use crate::describe::{choice, instruction};
use crate::dialect::{Dialect, pairs};
use crate::fault::{At, Fault};
use crate::forms::{self, Compute, Form, ModifierSlot};
use crate::help::{Help, Part};
use crate::selection::Selection;
use crate::target::Target;
use crate::types::Type;
use crate::version::Version;

/// Reports a correct form that the version or the target does not have.
pub(super) fn unavailable(absent: &Selection, written: &Filled<'_>) -> Fault {
    let (form, dialect) = (absent.form, written.dialect);
    let is_in = |one: &forms::Later| one.availability.admits(dialect.version, dialect.target);
    let late = absent.later().find(|(_, later)| !is_in(later));
    let late = late.and_then(|(late, _)| written.words.iter().position(|word| word.text == late));
    let at = absent_word(written).or(late).map_or(At::Mnemonic, At::Modifier);
    let types =
        |words: &[&str]| words.iter().filter_map(|w| Type::from_word(w)).collect::<Vec<_>>();
    let other = written.suggestions().iter().find(|other| types(other) == written.types());
    let other = other.map(|other| written.spelling(other));
    if let (Some(last), Compute::Means(meant)) = (form.availability.until(), form.compute)
        && dialect.version.is_some_and(|v| v > last)
    {
        return withdrawn(absent, meant, last, at, written);
    }
    let spelling = absent.spelling();
    if let (Some(last), Some(target)) = (form.availability.last_sm(), dialect.target)
        && target.sm > last
    {
        let fault = Fault::new(at, format!("`{spelling}` exists up to sm_{last}"))
            .note(dialect.target_note());
        return match other {
            Some(other) => fault.help(Help::write(Part::Spelling, other)),
            None => fault.help(dialect.set(None, Some(Target::sm(last)))),
        };
    }
    let Some(nearest) = nearest_dialect(absent, dialect) else {
        return Fault::new(at, format!("no version and target have `{spelling}`"));
    };
    if let Some(fault) = without_sync(absent, at, written) {
        return fault;
    }
    let (needs, notes, setting) = changes(absent, dialect, nearest);
    let fault = Fault::new(at, format!("`{spelling}` needs {}", needs.join(" and ")))
        .note(notes.join(", "));
    match (form.availability.until(), other) {
        (Some(last), _) => fault.help(format!("it exists up to PTX ISA {last}")),
        (None, Some(other)) => fault.help(setting.or(", or ", Help::write(Part::Spelling, other))),
        (None, None) => fault.help(setting),
    }
}

/// The mask of all lanes of a warp.
const ALL_LANES: &str = "0xffffffff";

/// Reports a warp-level instruction without `.sync`, which newer targets require.
fn without_sync(absent: &Selection, at: At, written: &Filled<'_>) -> Option<Fault> {
    let dialect = written.dialect;
    let mnemonic = absent.form.mnemonic;
    let words: Vec<_> = absent.modifiers.iter().flatten().copied().collect();
    let longer = [&["sync"], words.as_slice()].concat();
    let spelt = Selection::among(forms::effects(mnemonic), &longer);
    let form = spelt.iter().find(|one| one.is_in(dialect))?;
    let texts = written.operands.texts();
    let texts = texts.filter(|texts| form.takes_count(texts.len() + 1) && !texts.is_empty());
    let help = match texts {
        Some(texts) => {
            let spelling = instruction(mnemonic, &longer);
            Help::write(Part::Statement, format!("{spelling} {}, {ALL_LANES};", texts.join(", ")))
                .and(", with the mask of the lanes that take part")
        }
        None => format!("add `.sync`, and the mask of the lanes: `{ALL_LANES}` is all").into(),
    };
    Some(
        Fault::new(at, format!("`{}` needs `.sync` on this target", absent.spelling()))
            .note(dialect.target_note())
            .help(help),
    )
}

/// Reports an abbreviation that newer PTX versions no longer have, such as `rcp.f32`, which once
/// meant `rcp.approx.ftz.f32`.
fn withdrawn(
    absent: &Selection,
    meant: &[&str],
    last: Version,
    at: At,
    written: &Written<'_>,
) -> Fault {
    let (form, dialect) = (absent.form, written.dialect);
    let selection = |form: &'static Form| Some(Selection { form, modifiers: form.spelt(meant)? });
    let selected = written.family().find_map(selection).filter(|meant| !meant.is_in(dialect));
    if let Some(absent) = selected {
        let meant_written = Filled::new(written.mnemonic, meant, written.operands, dialect);
        return Fault { at: At::Mnemonic, ..unavailable(&absent, &meant_written) };
    }
    let meant_words = meant;
    let meant = instruction(form.mnemonic, meant);
    let needed = written
        .present()
        .filter(|f| f.slots.last() == form.slots.last())
        .flat_map(|f| f.slots[0].words);
    let spelling = absent.spelling();
    let needed = choice(needed.copied());
    let since = Version::all().find(|v| *v > last).unwrap_or(last);
    let fault = Fault::new(at, format!("`{spelling}` needs {needed} since PTX ISA {since}"))
        .note(format!("{}; up to {last} it meant `{meant}`", dialect.version_note()));
    match absent.differences(&written.operands) {
        None => fault,
        Some(_) => fault.help(instead(absent, meant_words, last, dialect)),
    }
}

/// Returns the help for a withdrawn abbreviation. The help suggests the correctly rounded form, the
/// form without `.ftz`, and the form that the abbreviation meant.
fn instead(absent: &Selection, meant: &[&str], last: Version, dialect: &Dialect) -> Help {
    let (form, mnemonic) = (absent.form, absent.form.mnemonic);
    let family = forms::family(mnemonic);
    let old = instruction(mnemonic, meant);
    let without: Vec<_> = meant.iter().copied().filter(|word| *word != "ftz").collect();
    let exists = |words: &[&str]| Selection::all(mnemonic, words).iter().any(|s| s.is_in(dialect));
    let plain = Some(without).filter(|words| words.len() < meant.len() && exists(words));
    let plain = plain.map(|words| instruction(mnemonic, &words));
    let first = rounded(family, form, dialect).filter(|other| *other != old);
    let write = |text: String| Help::write(Part::Spelling, text);
    let also = |text: &str| Help::after("", Part::Spelling, text);
    let meant = format!(" is what it meant up to PTX ISA {last})");
    match (first, plain) {
        (Some(first), Some(plain)) => write(first)
            .or(", which is correctly rounded, or ", also(&plain))
            .or(" (", also(&old))
            .and(&meant),
        (Some(first), None) => write(first)
            .or(", or ", also(&old))
            .and(&format!(", which it meant up to PTX ISA {last}")),
        (None, Some(plain)) => write(plain).or(" (", also(&old)).and(&meant),
        (None, None) => write(old),
    }
}

/// Returns the nearest version and target that have the instruction. Prefers the user's target,
/// then the nearest version, then the nearest target.
fn nearest_dialect(absent: &Selection, dialect: &Dialect) -> Option<(Version, Target)> {
    let number = |version: Version| u16::from(version.major) * 10 + u16::from(version.minor);
    let distance = |&&(version, target): &&(Version, Target)| {
        let user = dialect.target.unwrap_or(target);
        let later = dialect.version.map_or(0, |user| number(user).abs_diff(number(version)));
        // Prefer a target without a suffix. Prefer the suffix `f` to `a`, because more chips run code for `f`.
        let letter = match target.suffix {
            None => 0,
            Some('f') => 1,
            Some(_) => 2,
        };
        (!is_same(user, target), later, user.sm.abs_diff(target.sm), letter)
    };
    let has =
        |&&(version, target): &&(Version, Target)| absent.is_admitted(Some(version), Some(target));
    pairs().iter().filter(has).min_by_key(distance).copied()
}

/// Returns whether two targets are equal, ignoring `map_f64_to_f32`.
fn is_same(a: Target, b: Target) -> bool {
    a.sm == b.sm && a.suffix == b.suffix
}

/// Returns what to change so that the instruction exists: the requirements, the current settings, and
/// the help.
fn changes(
    absent: &Selection,
    dialect: &Dialect,
    (version, target): (Version, Target),
) -> (Vec<String>, Vec<String>, Help) {
    let (mut needs, mut notes) = (Vec::new(), Vec::new());
    let is_other_version = dialect.version.is_some_and(|v| v != version);
    let is_other_target = dialect.target.is_some_and(|user| !is_same(user, target));
    if is_other_version {
        needs.push(format!("PTX ISA {version} or later"));
        notes.push(dialect.version_note());
    }
    if is_other_target {
        let later = absent.later().map(|(_, later)| later.availability);
        let all = std::iter::once(absent.form.availability).chain(later);
        let admitting = |one: forms::Availability| one.admitting(Some(version), Some(target));
        let admitting: Vec<&Alternative> = all.filter_map(admitting).collect();
        let is_from = |one: &&Alternative| matches!(one.targets, Targets::From(_));
        let or_map = admitting.iter().all(|one| one.or_map);
        needs.push(match admitting.iter().all(is_from) {
            true if or_map => format!("{target} or later (or map_f64_to_f32)"),
            true => format!("{target} or later"),
            false => one_of_targets(absent, version, target),
        });
        notes.push(dialect.target_note());
    }
    let help = dialect.set(is_other_version.then_some(version), is_other_target.then_some(target));
    (needs, notes, help)
}

/// The maximum number of targets that a message lists.
const MOST_TARGETS: usize = 4;

/// Lists the targets of a version that have an instruction: `sm_100a, sm_103a or sm_107a`. If there are too many, returns
/// only `nearest`. A target with the suffix `f` stands for the target with `a`.
fn one_of_targets(absent: &Selection, version: Version, nearest: Target) -> String {
    let has = |target: &Target| absent.is_admitted(Some(version), Some(*target));
    let of_version = pairs().iter().filter(|pair| pair.0 == version).map(|pair| pair.1);
    let all: Vec<_> = of_version.filter(has).collect();
    let is_first = |target: &Target| {
        let family = Target { suffix: Some('f'), ..*target };
        target.suffix != Some('a') || !all.contains(&family)
    };
    let listed: Vec<_> = all.iter().filter(|one| is_first(one)).map(Target::to_string).collect();
    match listed.split_last() {
        Some((last, rest)) if !rest.is_empty() && rest.len() < MOST_TARGETS => {
            format!("{} or {last}", rest.join(", "))
        }
        _ => nearest.to_string(),
    }
}

/// Returns the correctly rounded instruction with the same type as `form`.
fn rounded(family: &[&'static Form], form: &Form, dialect: &Dialect) -> Option<String> {
    let rounds = |slot: &ModifierSlot| forms::RND.contains(&slot.words[0]);
    family
        .iter()
        .find(|f| {
            f.is_in(dialect) && f.slots.last() == form.slots.last() && f.slots.iter().any(rounds)
        })
        .map(|f| instruction(f.mnemonic, &f.shortest()))
}

#[cfg(test)]
mod tests {
    use super::is_same;
    use crate::target::Target;

    #[test]
    fn targets_are_equal_by_number_and_letter() {
        let plain = Target::sm(90);
        assert!(is_same(plain, Target { map_f64_to_f32: true, ..plain }));
        assert!(!is_same(plain, Target { suffix: Some('a'), ..plain }));
        assert!(!is_same(plain, Target::sm(80)));
    }
}
