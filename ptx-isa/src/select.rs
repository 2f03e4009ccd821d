//! From a mnemonic and its modifiers to the forms they spell, or to the word at fault.

use crate::align::{Alignment, Edit};
use crate::describe::{choice, instruction, role};
use crate::fault::nearest;
use crate::forms::{self, Compute, Form, Later};
use crate::{At, Dialect, Fault, Type};

/// The form that an instruction spells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The row of the table.
    pub form: &'static Form,
    /// The modifier in each of the form's slots; `None` where it was left out.
    pub modifiers: Vec<Option<&'static str>>,
}

impl Form {
    /// Whether a dialect has this form.
    #[must_use]
    pub fn is_in(&self, dialect: &Dialect) -> bool {
        self.version_is_in(dialect) && self.target_is_in(dialect)
    }

    fn version_is_in(&self, dialect: &Dialect) -> bool {
        dialect.version.is_none_or(|v| self.since <= v && self.until.is_none_or(|last| v <= last))
    }

    fn target_is_in(&self, dialect: &Dialect) -> bool {
        dialect.target.is_none_or(|t| {
            self.last_sm.is_none_or(|last| t.sm <= last)
                && (self.sm <= t.sm || self.or_map && t.map_f64_to_f32)
        })
    }
}

impl Later {
    fn is_in(&self, dialect: &Dialect) -> bool {
        dialect.version.is_none_or(|v| self.since <= v)
            && dialect.target.is_none_or(|t| self.sm <= t.sm)
    }
}

impl Selection {
    /// Whether a dialect has this form with these modifiers.
    #[must_use]
    pub fn is_in(&self, dialect: &Dialect) -> bool {
        self.form.is_in(dialect) && self.later().all(|(_, later)| later.is_in(dialect))
    }

    /// The modifiers here that came later than the form.
    fn later(&self) -> impl Iterator<Item = (&'static str, &'static Later)> {
        self.modifiers.iter().flatten().filter_map(|&word| {
            let later = self.form.later.iter().find(|later| later.words.contains(&word))?;
            Some((word, later))
        })
    }

    /// The instruction's type: its last modifier.
    ///
    /// # Panics
    /// Never: every form ends in a type.
    #[must_use]
    pub fn instruction_type(&self) -> Type {
        self.form.types(&self.modifiers).last().expect("every form ends in a type")
    }

    /// The instruction as written: `rcp.rn.f32`.
    #[must_use]
    pub fn spelling(&self) -> String {
        let words: Vec<_> = self.modifiers.iter().flatten().collect();
        instruction(self.form.mnemonic, &words)
    }
}

/// The forms that a mnemonic with its modifiers spells in a dialect. There are several where forms
/// differ in their operands only (`mov.b64 d, a` and `mov.b64 d, {a, b}`);
/// [`operand::check`](crate::operand::check) tells them apart.
///
/// # Errors
/// The first word that no form of the dialect allows there, and the nearest way to write it.
pub fn select_all(
    mnemonic: &str,
    modifiers: &[&str],
    dialect: &Dialect,
) -> Result<Vec<Selection>, Fault> {
    let family = forms::family(mnemonic);
    if family.is_empty() {
        return Err(unknown_mnemonic(mnemonic));
    }
    let spelt: Vec<_> = family
        .iter()
        .filter_map(|&form| Some(Selection { form, modifiers: form.spelt(modifiers)? }))
        .collect();
    let present: Vec<_> = spelt.iter().filter(|s| s.is_in(dialect)).cloned().collect();
    match (present.is_empty(), spelt.first()) {
        (false, _) => Ok(present),
        (true, Some(absent)) => Err(unavailable(absent, family, modifiers, dialect)),
        (true, None) => Err(misspelt(mnemonic, family, modifiers, dialect)),
    }
}

/// The first form that a mnemonic with its modifiers spells in a dialect.
///
/// # Errors
/// As [`select_all`].
pub fn select(mnemonic: &str, modifiers: &[&str], dialect: &Dialect) -> Result<Selection, Fault> {
    select_all(mnemonic, modifiers, dialect).map(|mut forms| forms.swap_remove(0))
}

fn unknown_mnemonic(mnemonic: &str) -> Fault {
    let fault = Fault::new(At::Mnemonic, format!("unknown instruction `{mnemonic}`"));
    match nearest(&mnemonic.to_lowercase(), forms::mnemonics()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.why(format!(
            "the instructions known here are {}",
            forms::mnemonics().collect::<Vec<_>>().join(", ")
        )),
    }
}

/// The form is well spelt, but the version or the target does not have it.
fn unavailable(
    absent: &Selection,
    family: &[&'static Form],
    words: &[&str],
    dialect: &Dialect,
) -> Fault {
    let form = absent.form;
    let instead = closest(family, words, dialect)
        .filter(|near| near.form.is_in(dialect) && !near.edits.is_empty());
    let late = absent.later().find(|(_, later)| !later.is_in(dialect));
    let late = late.and_then(|(late, _)| words.iter().position(|word| *word == late));
    let at = match instead.as_ref().and_then(|near| near.first_edit(words)) {
        Some(Edit::Extra { word } | Edit::Instead { word, .. }) => At::Modifier(word),
        _ => late.map_or(At::Mnemonic, At::Modifier),
    };
    let spelling = absent.spelling();
    let other = instead.map(|near| instruction(form.mnemonic, &near.spelling));
    let set = |directive: &str, value: Option<String>, origin: &str| {
        format!("`.{directive} {}` is set {origin}", value.unwrap_or_default())
    };
    let version_set = set("version", dialect.version.map(|v| v.to_string()), &dialect.version_set);
    let target_set = set("target", dialect.target.map(|t| t.to_string()), &dialect.target_set);
    if let (Some(last), Compute::Means(meant)) = (form.until, form.compute)
        && dialect.version.is_some_and(|v| v > last)
    {
        let meant = instruction(form.mnemonic, meant);
        let needed = family
            .iter()
            .filter(|f| f.is_in(dialect) && f.slots.last() == form.slots.last())
            .flat_map(|f| f.slots[0].words);
        return Fault::new(
            at,
            format!(
                "`{spelling}` needs {} since PTX ISA {}",
                choice(distinct(needed)),
                after(last)
            ),
        )
        .why(format!("{version_set}; up to {last} it meant `{meant}`"))
        .help(match other {
            Some(other) if other != meant => format!("write `{meant}` or `{other}`"),
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

/// The version that follows the last one of a withdrawn form.
fn after(last: crate::Version) -> crate::Version {
    crate::Version::all().find(|v| *v > last).unwrap_or(last)
}

fn distinct<'a>(words: impl IntoIterator<Item = &'a &'static str>) -> Vec<&'static str> {
    let mut seen = Vec::new();
    for word in words {
        if !seen.contains(word) {
            seen.push(*word);
        }
    }
    seen
}

/// The form nearest to the words; among equals one that the dialect has, then the table's order.
fn closest(family: &[&'static Form], words: &[&str], dialect: &Dialect) -> Option<Alignment> {
    let present = family.iter().filter(|form| form.is_in(dialect));
    let absent = family.iter().filter(|form| !form.is_in(dialect) && form.until.is_none());
    present
        .map(|form| Alignment::new(words, form))
        .min_by_key(|near| near.cost)
        .or_else(|| absent.map(|form| Alignment::new(words, form)).min_by_key(|near| near.cost))
}

/// No form is spelt like this.
fn misspelt(mnemonic: &str, family: &[&'static Form], words: &[&str], dialect: &Dialect) -> Fault {
    if let Some(fault) = out_of_order(mnemonic, family, words) {
        return fault;
    }
    let Some(near) = closest(family, words, dialect) else {
        return Fault::new(At::Mnemonic, format!("no form of `{mnemonic}` is left"));
    };
    let spelling = instruction(mnemonic, &near.spelling);
    let help = format!("write `{spelling}`");
    match near.first_edit(words) {
        Some(Edit::Missing { slot }) => {
            let name = instruction(mnemonic, words);
            let allowed = distinct(
                family
                    .iter()
                    .filter(|form| form.is_in(dialect))
                    .map(|form| Alignment::new(words, form))
                    .filter(|other| other.cost == near.cost)
                    .filter_map(|other| match other.edits.first() {
                        Some(&Edit::Missing { slot }) => Some(other.form.slots[slot].words),
                        _ => None,
                    })
                    .flatten(),
            );
            let missing = near.form.slots[slot].words[0];
            Fault::new(At::Mnemonic, format!("`{name}` lacks {}", choice(allowed)))
                .why(format!("{} has no default: `{}`", role(missing), near.form))
                .help(help)
        }
        Some(Edit::Extra { word } | Edit::Instead { word, .. }) => {
            wrong_word(mnemonic, family, words, word, &near).help(help)
        }
        None => {
            Fault::new(At::Mnemonic, format!("`{mnemonic}` is not written like this")).help(help)
        }
    }
}

/// A word that does not belong where it stands.
fn wrong_word(
    mnemonic: &str,
    family: &[&'static Form],
    words: &[&str],
    at: usize,
    near: &Alignment,
) -> Fault {
    let word = words[at];
    let rest: Vec<_> =
        words.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, word)| *word).collect();
    let forms_are = || {
        let shown = family.iter().filter(|form| form.until.is_none());
        format!("the forms are {}", shown.map(|f| format!("`{f}`")).collect::<Vec<_>>().join(", "))
    };
    let known = |form: &&'static Form| form.slots.iter().any(|s| s.words.contains(&word));
    let what = if words[..at].contains(&word) {
        format!("`.{word}` stands there twice")
    } else if forms::RND.contains(&word)
        && let Some(first) = words[..at].iter().find(|w| forms::RND.contains(w))
    {
        format!("`.{word}` is a second rounding, after `.{first}`")
    } else if !forms::all().any(|form| known(&form)) && Type::from_word(word).is_none() {
        format!("unknown modifier `.{word}`")
    } else if Type::from_word(word).is_some() {
        format!("`{}` has no `.{word}` form", instruction(mnemonic, &rest))
    } else {
        format!("`{}` takes no `.{word}`", instruction(mnemonic, &rest))
    };
    let mut fault = Fault::new(At::Modifier(at), what);
    let meant = || {
        nearest(&word.to_lowercase(), near.form.slots.iter().flat_map(|s| s.words.iter().copied()))
    };
    fault.why = Some(match meant() {
        Some(meant) if !family.iter().any(known) => format!("did you mean `.{meant}`?"),
        _ => forms_are(),
    });
    fault
}

/// The right words in another order.
fn out_of_order(mnemonic: &str, family: &[&'static Form], words: &[&str]) -> Option<Fault> {
    let (order, form) = family.iter().find_map(|form| Some((slots_of(words, form)?, form)))?;
    let ascending = |skip: usize| {
        let rest: Vec<_> = order.iter().enumerate().filter(|&(i, _)| i != skip).collect();
        rest.is_sorted_by_key(|(_, slot)| **slot)
    };
    let movable = |i: &usize| Type::from_word(words[*i]).is_none() && ascending(*i);
    let at = (0..words.len()).find(movable).unwrap_or(0);
    let mut sorted: Vec<_> = order.iter().zip(words).collect();
    sorted.sort_by_key(|(slot, _)| **slot);
    let sorted: Vec<_> = sorted.into_iter().map(|(_, word)| *word).collect();
    Some(
        Fault::new(At::Modifier(at), format!("`.{}` is out of order", words[at]))
            .why(format!("modifiers stand in the manual's order: `{form}`"))
            .help(format!("write `{}`", instruction(mnemonic, &sorted))),
    )
}

/// For each word the slot it fills, if together they spell the form in some order.
fn slots_of(words: &[&str], form: &Form) -> Option<Vec<usize>> {
    if words.len() > form.slots.len() {
        return None;
    }
    let mut order = Vec::new();
    for word in words {
        let free = |&slot: &usize| !order.contains(&slot) && form.slots[slot].words.contains(word);
        order.push((0..form.slots.len()).find(free)?);
    }
    let filled = |slot: usize| form.slots[slot].optional || order.contains(&slot);
    (0..form.slots.len()).all(filled).then_some(order)
}
