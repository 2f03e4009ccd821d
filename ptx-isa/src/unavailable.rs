//! Why a form that is well spelt does not exist in a version or for a target.

use crate::align::{Alignment, Edit, closest};
use crate::describe::{choice, instruction};
use crate::forms::{self, Compute, Form, Slot};
use crate::{At, Dialect, Fault, Selection};

/// The form is well spelt, but the version or the target does not have it.
pub(crate) fn unavailable(
    absent: &Selection,
    family: &[&'static Form],
    words: &[&str],
    dialect: &Dialect,
) -> Fault {
    let form = absent.form;
    let is_better = |near: &Alignment| {
        let form = near.form;
        form.spelt(&near.spelling).is_some_and(|modifiers| {
            form.types(&modifiers).eq(absent.form.types(&absent.modifiers))
                && form.operands.len() == absent.form.operands.len()
                && Selection { form, modifiers }.is_in(dialect)
        })
    };
    let instead = closest(family, words, dialect)
        .filter(|near| near.form.is_in(dialect) && !near.edits.is_empty());
    let late = absent.later().find(|(_, later)| !later.is_in(dialect));
    let late = late.and_then(|(late, _)| words.iter().position(|word| *word == late));
    let at = match instead.as_ref().and_then(|near| near.first_edit(words)) {
        Some(Edit::Extra { word } | Edit::Instead { word, .. }) => At::Modifier(word),
        _ => late.map_or(At::Mnemonic, At::Modifier),
    };
    let spelling = absent.spelling();
    let other = instead.filter(is_better).map(|near| instruction(form.mnemonic, &near.spelling));
    let set = |directive: &str, value: Option<String>, origin: &str| {
        format!("`.{directive} {}` is set {origin}", value.unwrap_or_default())
    };
    let version_set = set("version", dialect.version.map(|v| v.to_string()), &dialect.version_set);
    let target_set = set("target", dialect.target.map(|t| t.to_string()), &dialect.target_set);
    if let (Some(last), Compute::Means(meant)) = (form.until, form.compute)
        && dialect.version.is_some_and(|v| v > last)
    {
        let selection = |f: &&'static Form| Some(Selection { form: f, modifiers: f.spelt(meant)? });
        let selected = family.iter().find_map(selection).filter(|meant| !meant.is_in(dialect));
        if let Some(absent) = selected {
            return Fault { at: At::Mnemonic, ..unavailable(&absent, family, meant, dialect) };
        }
        let meant = instruction(form.mnemonic, meant);
        let needed = family
            .iter()
            .filter(|f| f.is_in(dialect) && f.slots.last() == form.slots.last())
            .flat_map(|f| f.slots[0].words);
        return Fault::new(
            at,
            format!("`{spelling}` needs {} since PTX ISA {}", choice(needed.copied()), after(last)),
        )
        .why(format!("{version_set}; up to {last} it meant `{meant}`"))
        .help(match rounded(family, form, dialect) {
            Some(other) if other != meant => format!("write `{meant}` as before, or `{other}`"),
            _ => format!("write `{meant}`"),
        });
    }
    if let Some(last) = form.last_sm.filter(|last| dialect.target.is_some_and(|t| t.sm > *last)) {
        let fault = Fault::new(at, format!("`{spelling}` exists up to sm_{last}")).why(target_set);
        return match other {
            Some(other) => fault.help(format!("write `{other}`")),
            None => fault.help(format!("set `.target sm_{last}`")),
        };
    }
    let since = absent.later().map(|(_, later)| later.since).fold(form.since, Ord::max);
    let sm = absent.later().map(|(_, later)| later.sm).fold(form.sm, Ord::max);
    let or_map = form.or_map && late.is_none();
    let mut needs = Vec::new();
    let mut reasons = Vec::new();
    let mut directives = Vec::new();
    if dialect.version.is_some_and(|v| v < since) || !form.version_is_in(dialect) {
        needs.push(format!("PTX ISA {since} or later"));
        reasons.push(version_set);
        directives.push(format!("`.version {since}`"));
    }
    if dialect.target.is_some_and(|t| t.sm < sm && !(or_map && t.map_f64_to_f32)) {
        let map = if or_map { " (or map_f64_to_f32)" } else { "" };
        needs.push(format!("sm_{sm} or later{map}"));
        reasons.push(target_set);
        directives.push(format!("`.target sm_{sm}`"));
    }
    let fault = Fault::new(at, format!("`{spelling}` needs {}", needs.join(" and ")))
        .why(reasons.join(", "));
    match (form.until, other) {
        (Some(last), _) => fault.help(format!("it exists up to PTX ISA {last}")),
        (None, Some(other)) => {
            fault.help(format!("set {}, or write `{other}`", directives.join(" and ")))
        }
        (None, None) => fault.help(format!("set {}", directives.join(" and "))),
    }
}

/// The correctly rounded instruction of the same type as a form.
fn rounded(family: &[&'static Form], form: &Form, dialect: &Dialect) -> Option<String> {
    let rounds = |slot: &Slot| forms::RND.contains(&slot.words[0]);
    family
        .iter()
        .find(|f| {
            f.is_in(dialect) && f.slots.last() == form.slots.last() && f.slots.iter().any(rounds)
        })
        .map(|f| instruction(f.mnemonic, &f.shortest()))
}

/// The version that follows the last one of a withdrawn form.
fn after(last: crate::Version) -> crate::Version {
    crate::Version::all().find(|v| *v > last).unwrap_or(last)
}
