//! The instruction pages, one for each mnemonic or machine instruction. Two SIMD video instructions
//! that differ only in their lanes (bytes or halves) share a page.
//!
//! A page has a summary and up to five sections, which consist of entries. An entry may begin with keys in backquotes.
//! An entry with keys applies only to instructions that match a key:
//!
//! - A key that is a form, such as `.rnd{.ftz}.f32`, matches the instructions of the form. Here
//!   `rnd` is a class of modifiers. In `.a|b`, `a` and `b` are alternatives.
//! - A key that consists of modifiers, such as `.ftz`, matches the instructions that have them.
//!
//! The pages are the files `*.md` in this folder. The build script collects the files.

mod evidence;
mod exchange;
mod index;
mod machine_code;

use crate::forms::{self, Form};
use crate::sass;
use crate::types::Type;
pub use evidence::{Basis, Evidence};
pub use exchange::exchanged;
pub use index::{functions, index, is_helper, machine_functions};

/// An instruction page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    name: &'static str,
    text: &'static str,
}

/// A section of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// NaNs, infinities, zeros, and the effect of modifiers on them.
    SpecialValues,
    /// The sequence of machine instructions that computes the instruction.
    Sequence,
    /// How the result is rounded, or its largest error.
    Accuracy,
    /// How well the result bits are established: a grade \[H\], \[D\], \[S\] or \[M\], which
    /// `ptx-core` explains.
    Grade,
    /// The evidence that the result bits are those of a chip, by ranges of targets. Only some pages have this section;
    /// [`Page::evidence`] reads it.
    Evidence,
    /// The comparison with the machine code that NVIDIA's assembler writes. It is recorded, and no part of the page's
    /// file.
    MachineCode,
}

impl Section {
    /// Every section, in the order of a page.
    pub const ALL: [Self; 6] = [
        Self::SpecialValues,
        Self::Sequence,
        Self::Accuracy,
        Self::Grade,
        Self::Evidence,
        Self::MachineCode,
    ];

    /// Returns the heading of the section.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::SpecialValues => "Special values",
            Self::Sequence => "Sequence",
            Self::Accuracy => "Accuracy",
            Self::Grade => "Grade",
            Self::Evidence => "Evidence",
            Self::MachineCode => "Machine code",
        }
    }
}

/// An entry of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The keys without backquotes. Empty if the entry applies to all instructions of the page.
    pub keys: Vec<&'static str>,
    /// The text on one line.
    pub text: String,
}

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Returns the names of all pages in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|page| page.0)
}

/// Returns the page of a mnemonic or of a machine instruction such as `MUFU.RCP`. Instructions on
/// two and on four lanes, such as `vadd2` and `vadd4`, share the page `vadd4`. A machine instruction without a page
/// has the page of its opcode: `F2I.F64` has the page `F2I`.
#[must_use]
pub fn page(name: &str) -> Option<Page> {
    let find = |name: &str| PAGES.binary_search_by_key(&name, |page| page.0).ok();
    let found = find(name)
        .or_else(|| find(&format!("{}4", name.strip_suffix('2')?)))
        .or_else(|| find(of_opcode(name)?))?;
    let (name, text) = PAGES[found];
    Some(Page { name, text })
}

/// Returns the opcode of a machine instruction with modifiers.
fn of_opcode(name: &str) -> Option<&str> {
    name.split_once('.').map(|(opcode, _)| opcode).filter(|opcode| sass::is_opcode(opcode))
}

/// Returns the entries of a section that apply to at least one spelling of a form. An entry without
/// keys applies only to spellings that match no entry with keys.
///
/// ```
/// use ptx_isa::doc::{Section, about};
///
/// let form = ptx_isa::forms::family("rcp")[3];
/// assert_eq!(form.to_string(), "rcp.{rz,rm,rp}.f64 d, a");
/// let [accuracy] = &about(form, Section::Accuracy)[..] else { panic!("one entry") };
/// assert!(accuracy.text.starts_with("Correctly rounded"));
/// ```
#[must_use]
pub fn about(form: &Form, section: Section) -> Vec<Entry> {
    let entries = page(form.mnemonic).map(|page| page.section(section)).unwrap_or_default();
    let mut is_meant = vec![false; entries.len()];
    for spelling in form.spellings() {
        let is_about = |i: &usize| entries[*i].is_about(&spelling);
        let about: Vec<_> = (0..entries.len()).filter(is_about).collect();
        let has_keys = |i: &usize| !entries[*i].keys.is_empty();
        let are_keyed = about.iter().any(has_keys);
        about.iter().filter(|i| has_keys(i) == are_keyed).for_each(|i| is_meant[*i] = true);
    }
    entries.into_iter().zip(is_meant).filter_map(|(entry, is)| is.then_some(entry)).collect()
}

impl Page {
    /// Returns the summary of the page on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        joined(self.text.split("\n## ").next().unwrap_or_default())
    }

    /// Returns the entries of a section of this page.
    #[must_use]
    pub fn section(&self, section: Section) -> Vec<Entry> {
        if section == Section::MachineCode {
            return machine_code::entry(self.name).into_iter().collect();
        }
        let body = self.text.split("\n## ").find_map(|part| part.strip_prefix(section.title()));
        let mut entries: Vec<_> =
            body.unwrap_or_default().split("\n- ").skip(1).map(Entry::read).collect();
        if section == Section::Sequence {
            entries.extend(exchange::entry(self.name));
        }
        entries
    }
}

/// Joins lines into one.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Entry {
    fn read(text: &'static str) -> Self {
        let mut keys = Vec::new();
        let mut rest = text;
        while let Some((key, after)) = rest.strip_prefix('`').and_then(|r| r.split_once('`')) {
            let is_key = key.starts_with('.') || key.starts_with('{');
            match (is_key, after.trim_start()) {
                (true, after) if after.starts_with(':') => {
                    keys.push(key);
                    return Self { keys, text: joined(&after[1..]) };
                }
                (true, after) if after.starts_with(',') => {
                    keys.push(key);
                    rest = after[1..].trim_start();
                }
                _ => break,
            }
        }
        Self { keys: Vec::new(), text: joined(text) }
    }

    /// Returns whether the entry applies to a form with these modifiers.
    #[must_use]
    pub fn is_about_form(&self, form: &Form, modifiers: &[&str]) -> bool {
        let is_about = |key: &&str| is_of(key, form) && fits(key, modifiers);
        self.keys.is_empty() || self.keys.iter().any(is_about)
    }

    /// Returns whether the entry applies to an instruction with these modifiers.
    #[must_use]
    pub fn is_about(&self, modifiers: &[&str]) -> bool {
        self.keys.is_empty() || self.keys.iter().any(|key| fits(key, modifiers))
    }
}

/// Returns whether a form has a slot for each optional modifier of a key, such as `.ftz` of `{.ftz}`. Two forms that
/// differ only in optional modifiers have common spellings. [`fits`] compares spellings, so it cannot distinguish the
/// two forms.
fn is_of(key: &str, form: &Form) -> bool {
    let optional = key.split('{').skip(1).filter_map(|part| part.split('}').next());
    let mut words = optional.flat_map(|part| part.split('.')).filter(|word| !word.is_empty());
    words.all(|word| form.slots.iter().any(|slot| slot.words.contains(&word)))
}

/// Returns whether the modifiers of an instruction match a key of an entry ([`Entry::keys`]).
fn fits(key: &str, modifiers: &[&str]) -> bool {
    // Split `.rnd{.ftz}.f32` into `rnd`, `?ftz` and `f32`. The `?` marks an optional slot.
    let marked = key.replace("{.", ".?").replace('}', "");
    let slots: Vec<_> = marked.split('.').skip(1).collect();
    let has = |slot: &str, word: &str| {
        slot.split('|')
            .any(|one| one == word || forms::class(one).is_some_and(|words| words.contains(&word)))
    };
    let mut written = slots.iter().rev().filter(|slot| !slot.starts_with('?'));
    let is_form = written.next().is_some_and(|last| {
        let first = last.split('|').next().unwrap_or_default();
        let first = forms::class(first).map_or(first, |words| words[0]);
        // `wgmma` ends with the types of 8-bit floats, which are not variants of [`Type`].
        let is_fp8 = forms::class("fp8").is_some_and(|words| words.contains(&first));
        Type::from_word(first).is_some() || is_fp8
    });
    if !is_form {
        return slots.iter().all(|slot| modifiers.contains(slot));
    }
    let mut rest = modifiers.iter().peekable();
    let filled = slots.iter().all(|slot| {
        let word = slot.trim_start_matches('?');
        rest.next_if(|given| has(word, given)).is_some() || slot.starts_with('?')
    });
    filled && rest.next().is_none()
}
