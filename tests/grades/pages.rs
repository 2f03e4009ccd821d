//! Reads the grades from the instruction pages in `crates/isa/src/doc`.

use ptx_isa::doc::{Entry, Section, page};
use ptx_isa::sass::opcodes;
use ptx_isa::{Dialect, Form, Selection, Target, forms};
use std::collections::{BTreeMap, BTreeSet};

fn entries(name: &str) -> Vec<Entry> {
    page(name).map(|page| page.section(Section::Grade)).unwrap_or_default()
}

/// Returns Markdown without backquotes and backslashes.
pub(crate) fn plain(markdown: &str) -> String {
    markdown.replace(['`', '\\'], "")
}

/// The spellings of one row of the instruction table for which the same functions compute the results.
pub(crate) struct Group {
    pub form: &'static Form,
    pub spellings: Vec<Vec<&'static str>>,
    pub functions: BTreeSet<String>,
    /// The grade entries of the page that apply to these spellings. If an entry with a matching key (a form or a
    /// modifier) exists, the entries without keys do not apply. A correct page has exactly one entry for
    /// these spellings.
    pub grades: Vec<String>,
}

/// Returns the groups of all single-thread instructions.
pub(crate) fn groups() -> Vec<Group> {
    groups_of(forms::all())
}

/// Returns the groups of all warp-level instructions.
pub(crate) fn matrix_groups() -> Vec<Group> {
    groups_of(forms::matrices())
}

fn groups_of(forms: impl Iterator<Item = &'static Form>) -> Vec<Group> {
    let mut groups = Vec::new();
    for form in forms {
        let mut found = BTreeMap::<_, Vec<_>>::new();
        for spelling in form.spellings() {
            found.entry(functions(form, &spelling)).or_default().push(spelling);
        }
        let entries = entries(form.mnemonic);
        groups.extend(found.into_iter().map(|(functions, spellings)| {
            let is_about = |entry: &&Entry| spellings.iter().all(|words| entry.is_about(words));
            let about = entries.iter().filter(is_about);
            let (keyed, others): (Vec<_>, Vec<_>) = about.partition(|entry| !entry.keys.is_empty());
            let about = if keyed.is_empty() { others } else { keyed };
            let grades = about.iter().map(|entry| plain(&entry.text)).collect();
            Group { form, spellings, functions, grades }
        }));
    }
    groups
}

/// Returns the functions that compute an instruction.
fn functions(form: &'static Form, words: &[&'static str]) -> BTreeSet<String> {
    let modifiers = form.spelt(words).unwrap_or_default();
    Selection { form, modifiers }.functions(&Dialect::default()).into_iter().collect()
}

/// Returns the grades of a machine instruction. If the page has a grade for the modifier `.SAT`, this grade is last.
pub(crate) fn machine_grades(name: &str) -> Vec<String> {
    entries(name).iter().map(|entry| plain(&entry.text)).collect()
}

/// Returns, for each function, the grades of the instructions that call it.
pub(crate) fn by_function() -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::<_, BTreeSet<_>>::new();
    for Group { functions, grades, .. } in groups().into_iter().chain(matrix_groups()) {
        for function in functions {
            found.entry(function).or_default().extend(grades.iter().cloned());
        }
    }
    for row in opcodes::all() {
        if row.ptx.is_none() {
            let function = format!("sass::{}", row.function);
            found.entry(function).or_default().extend(machine_grades(&row.name()));
        }
    }
    found
}

/// Returns the targets from `first` to `last`, without targets before sm_50.
pub(crate) fn targets(first: u16, last: u16) -> impl Iterator<Item = u16> {
    Target::all().map(|target| target.sm).filter(move |sm| (first.max(50)..=last).contains(sm))
}

/// Returns the targets that a grade names after \[H\]. For example, `[H] sm_5x to sm_75 and sm_89; [S] on sm_90` names
/// the targets from sm_50 to sm_75, and sm_89. The prefix `sm_` may be omitted after the first target: `sm_80, 90`.
pub(crate) fn measured(grade: &str) -> BTreeSet<u16> {
    let Some((_, after)) = grade.split_once("[H]") else { return BTreeSet::new() };
    let mut found = BTreeSet::new();
    let mut range = None;
    for word in after.split('[').next().unwrap_or_default().split([' ', ',', ';', '.', '^']) {
        let number = |word: &str| word.parse::<u16>().ok().filter(|sm| *sm >= 50);
        let ends = match word.strip_prefix("sm_").map(|sm| sm.strip_suffix('x').ok_or(sm)) {
            Some(Ok(tens)) => tens.parse::<u16>().ok().map(|tens| (10 * tens, 10 * tens + 9)),
            Some(Err(sm)) => number(sm).map(|sm| (sm, sm)),
            None => number(word).map(|sm| (sm, sm)),
        };
        if let Some((first, last)) = ends {
            found.extend(targets(range.take().unwrap_or(first), last));
            range = Some(first);
        } else if word != "to" {
            range = None;
        }
    }
    found
}
