//! Lists every instruction with the functions that compute it.

use crate::call::Call;
use crate::describe::printed;
use crate::dialect::Dialect;
use crate::forms::{self, Form};
use crate::sass::{self, choices as choices_of_machine, opcodes};
use crate::selection::Selection;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The maximum number of modifiers of a class that the index lists in full. For a longer class, the
/// index shows only the first and the last modifier.
const MANY: usize = 24;

const WORDS: &str = "
# Words

Some names of functions contain a word of the PTX manual. Functions with `irnd` round a float to an
integral value of the same type. Functions with `frnd2` compute the forms of `cvt` that round by
`.rn` or `.rz` only and may have `.relu` and `.satfinite`.

In a form, a name means one of these modifiers:

";

/// Names, or beginnings of names, of the helper functions of `ptx-core` ([`is_helper`]).
const HELPERS: &[&str] = &[
    "boolop",
    "pack_",
    "unpack_",
    "set_",
    "narrow_map_f64",
    "widen_map_f64",
    "mad_map_f64",
    "sass::word_",
    "sass::extended",
    "sass::merged_",
];

/// Returns whether a function of `ptx-core` is a helper, such as a function that packs words or narrows `f64`. A
/// helper does not compute a whole instruction, and it has no page.
#[must_use]
pub fn is_helper(function: &str) -> bool {
    HELPERS.iter().any(|helper| function.starts_with(helper))
}

/// Returns the index as Markdown. Links to functions begin with `core`, the path of `ptx-core`.
#[must_use]
pub fn index(core: &str) -> String {
    let mut text = String::new();
    let mut section = "";
    for form in forms::all().chain(forms::matrices()) {
        if section != form.section {
            section = form.section;
            let _ = write!(text, "\n# {section}\n\n");
        }
        line(&mut text, &form.to_string(), functions(form), core);
    }
    text.push_str("\n# Machine instructions\n\n");
    for row in opcodes::all() {
        line(&mut text, &row.to_string(), machine_functions(row), core);
    }
    text.push_str(WORDS);
    for (name, (role, words)) in choices() {
        let words: Vec<_> = words.iter().map(|word| format!("`.{word}`")).collect();
        if let [first, .., last] = words.as_slice()
            && words.len() > MANY
        {
            let _ = writeln!(text, "- `{name}`: {role}: {first} to {last}, {} words", words.len());
            continue;
        }
        let _ = writeln!(text, "- `{name}`: {role}: {}", words.join(" "));
    }
    text
}

/// Returns the class names in the forms, each with its role and its modifiers.
fn choices() -> BTreeMap<String, (&'static str, Vec<&'static str>)> {
    let mut choices = BTreeMap::<_, (_, Vec<_>)>::new();
    for slot in forms::all().chain(forms::matrices()).flat_map(|form| form.slots) {
        let name = printed(slot);
        let is_name = !name.starts_with('{') && !slot.name.is_type();
        let Some(class) = slot.name.class().filter(|_| is_name) else { continue };
        let (_, words) = choices.entry(name).or_insert((class.role, Vec::new()));
        words.extend(slot.words);
        let mut known = BTreeSet::new();
        words.retain(|word| known.insert(*word));
    }
    choices.retain(|_, (_, words)| words.len() > 1);
    choices
}

/// Writes an instruction, followed by links to its functions.
fn line(text: &mut String, instruction: &str, functions: BTreeSet<String>, core: &str) {
    let link = |function: &String| {
        let name = function.rsplit("::").next().unwrap_or_default();
        format!("[`{name}`]({core}::{function})")
    };
    let links: Vec<_> = functions.iter().map(link).collect();
    let links = if links.is_empty() { "a move".into() } else { links.join(", ") };
    let _ = writeln!(text, "- `{instruction}`: {links}");
}

/// Returns the functions of `ptx-core`, without helpers, that compute any spelling of a form.
///
/// ```
/// use ptx_isa::{doc, forms};
///
/// let form = forms::family("rcp")[1];
/// assert_eq!(form.to_string(), "rcp.rnd{.ftz}.f32 d, a");
/// assert!(doc::functions(form).iter().eq(["rcp_f32"]));
/// ```
#[must_use]
pub fn functions(form: &'static Form) -> BTreeSet<String> {
    let selections = form
        .spellings()
        .into_iter()
        .filter_map(|words| Some(Selection { form, modifiers: form.spelt(&words)? }));
    let functions = selections.flat_map(|selection| selection.functions(&Dialect::default()));
    functions.filter(|function| !is_helper(function)).collect()
}

/// Returns the functions of `ptx-core`, without helpers, that compute any spelling of a machine instruction.
///
/// ```
/// use ptx_isa::{doc, sass::opcodes};
///
/// let popc = opcodes::all().find(|row| row.opcode == "POPC").unwrap();
/// assert!(doc::machine_functions(popc).iter().eq(["popc_b32"]));
/// ```
#[must_use]
pub fn machine_functions(row: &'static opcodes::Row) -> BTreeSet<String> {
    if row.ptx.is_none() {
        let functions = [Some(row.function), row.difference].into_iter().flatten();
        return functions.map(|function| format!("sass::{function}")).collect();
    }
    let mut found = BTreeSet::new();
    for words in choices_of_machine(row.classes) {
        let computation = sass::Selection { row, words }.computation(&[]);
        let calls = computation.value.call().map(Call::each).unwrap_or_default();
        found.extend(calls.into_iter().map(|call| call.function.clone()));
    }
    found.retain(|function| !is_helper(function));
    found
}
