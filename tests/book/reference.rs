//! Builds the reference in the book, which has a page for every mnemonic.

use crate::chips::compared;
use crate::entries::{all, cell, keyed, line, markdown, mnemonics, picture};
use ptx_isa::doc::{self, Section, is_helper};
use ptx_isa::forms::Compute;
use ptx_isa::{COMMAND, Dialect, Form, Selection};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The page of a mnemonic, with its forms.
pub(crate) struct Page {
    mnemonic: &'static str,
    forms: Vec<&'static Form>,
}

/// Returns a page for every mnemonic, in the order of the instruction table.
pub(crate) fn pages() -> Vec<Page> {
    let of = |mnemonic| all().filter(|form| form.mnemonic == mnemonic).collect();
    mnemonics().into_iter().map(|mnemonic| Page { mnemonic, forms: of(mnemonic) }).collect()
}

impl Page {
    pub(crate) fn file(&self) -> String {
        format!("{}.md", self.mnemonic)
    }

    pub(crate) fn path(&self) -> String {
        format!("docs/src/reference/{}", self.file())
    }

    fn summary(&self) -> String {
        markdown(&self.documentation().summary())
    }

    /// Returns a link to the plot of the errors of the MUFU operation that the instruction uses.
    fn picture(&self) -> Option<String> {
        match self.mnemonic {
            "rsqrt" => picture("RSQ"),
            mnemonic => picture(&mnemonic.to_uppercase()),
        }
    }

    fn documentation(&self) -> doc::Page {
        doc::page(self.mnemonic).expect("a page")
    }

    pub(crate) fn text(&self) -> String {
        let mut text = format!("\n# `{}`\n\n{}\n\n", self.mnemonic, self.summary());
        let _ = writeln!(text, "PTX ISA, {}.\n", self.forms[0].section);
        text += "| form | PTX ISA and targets | functions of `ptx::ops` |\n|---|---|---|\n";
        for form in &self.forms {
            let line = line(form).replace('|', "\\|");
            let _ = writeln!(text, "| `{line}` | {} | {} |", cell(&since(form)), computed_by(form));
        }
        for line in words(&self.forms) {
            text += &line;
        }
        for section in Section::ALL {
            let entries = self.documentation().section(section);
            if !entries.is_empty() {
                let _ = writeln!(text, "\n## {}\n", title(section));
            }
            for entry in entries {
                let _ = writeln!(text, "- {}", markdown(&keyed(&entry)));
            }
            if section == Section::Accuracy {
                text += &self.picture().unwrap_or_default();
            }
        }
        let chips = compared(self.mnemonic);
        if !chips.is_empty() {
            text += "\n## Compared with chips\n\n";
        }
        for line in chips {
            let _ = writeln!(text, "- {line}.");
        }
        let example = self.forms[0].shortest();
        let dotted = [&[self.mnemonic], example.as_slice()].concat().join(".");
        let _ = writeln!(
            text,
            "\n`{COMMAND} explain {dotted}` describes one form (`{INSTALL}` installs the command)."
        );
        text
    }
}

/// The command that installs `ptx-bits`.
pub(crate) const INSTALL: &str = "cargo install --path crates/bits";

fn title(section: Section) -> &'static str {
    match section {
        Section::Sequence => "Machine sequence",
        _ => section.title(),
    }
}

/// Returns the PTX versions and targets that support a form. Appends each modifier that PTX added later, with the
/// versions and targets of the modifier.
pub(crate) fn since(form: &Form) -> String {
    let mut text = form.availability.to_string().replace(" | ", "; ");
    for later in form.later {
        let words: Vec<_> = later.words.iter().map(|word| format!("`.{word}`")).collect();
        let since = later.availability.to_string().replace(" | ", "; ");
        let _ = write!(text, "; {} {since}", words.join(" "));
    }
    text
}

/// The maximum number of functions in a table cell.
const MANY: usize = 12;

/// The maximum number of modifiers that a page lists for a placeholder.
const MANY_WORDS: usize = 24;

fn computed_by(form: &'static Form) -> String {
    if let Compute::Means(words) = form.compute {
        return format!("short for `{}.{}`", form.mnemonic, words.join("."));
    }
    let selections = form
        .spellings()
        .into_iter()
        .filter_map(|words| Some(Selection { form, modifiers: form.spelt(&words)? }));
    let functions: BTreeSet<_> = selections
        .flat_map(|selection| selection.functions(&Dialect::default()))
        .filter(|function| !is_helper(function))
        .collect();
    match (functions.first(), functions.last()) {
        (Some(first), Some(last)) if functions.len() > MANY => {
            format!("`{first}` to `{last}`, {} functions", functions.len())
        }
        (None, _) => "a move".into(),
        _ => functions.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" "),
    }
}

/// Returns a sentence for each placeholder of the forms, such as `.rnd` or `.CmpOp`. The sentence lists the modifiers
/// that the placeholder represents.
pub(crate) fn words(forms: &[&'static Form]) -> Vec<String> {
    let mut choices = BTreeMap::<_, Vec<&str>>::new();
    for slot in forms.iter().flat_map(|form| form.slots) {
        let name = slot.name.text().split('_').next().unwrap_or_default();
        let is_name = forms.iter().any(|form| form.to_string().contains(&format!(".{name}")));
        if slot.words.len() > 1 && is_name && !slot.name.is_type() {
            let known = choices.entry(name).or_default();
            known.extend(slot.words);
            let mut once = BTreeSet::new();
            known.retain(|word| once.insert(*word));
        }
    }
    let written = choices.into_iter().map(|(name, words)| {
        let all: Vec<_> = words.iter().map(|word| format!("`.{word}`")).collect();
        match all.as_slice() {
            [first, .., last] if all.len() > MANY_WORDS => {
                format!("\n`.{name}` is one of {} words, {first} to {last}.\n", all.len())
            }
            _ => format!("\n`.{name}` is one of {}.\n", all.join(" ")),
        }
    });
    written.collect()
}

/// A chapter of the reference: its file, its title, and the sections of the PTX manual that the chapter covers. Each
/// section is given by the first words of its title.
type Chapter = (&'static str, &'static str, &'static [&'static str]);

/// The chapters, in the order of the book.
const CHAPTERS: [Chapter; 8] = [
    ("floating-point", "Floating point", &["Floating Point"]),
    ("integers", "Integers", &["Integer Arithmetic"]),
    ("carry", "Integers with a carry", &["Extended-Precision"]),
    ("logic", "Logic and shifts", &["Logic and Shift"]),
    ("comparison", "Comparison and selection", &["Comparison and Selection"]),
    ("conversion", "Moves and conversions", &["Data Movement"]),
    ("video", "Bytes and halves", &["Scalar Video", "SIMD Video"]),
    ("matrices", "Matrices", &["Warp-level Matrix", "Asynchronous Warpgroup"]),
];

/// Returns the pages of a chapter.
fn of_chapter<'p>(pages: &'p [Page], chapter: &Chapter) -> Vec<&'p Page> {
    let starts =
        |page: &&Page| chapter.2.iter().any(|name| page.forms[0].section.starts_with(name));
    pages.iter().filter(starts).collect()
}

/// Returns the lines of the table of contents.
pub(crate) fn summary(pages: &[Page]) -> String {
    let mut text = String::new();
    for chapter in &CHAPTERS {
        let _ = writeln!(text, "  - [{}](reference/{}.md)", chapter.1, chapter.0);
        for page in of_chapter(pages, chapter) {
            let _ = writeln!(text, "    - [`{}`](reference/{})", page.mnemonic, page.file());
        }
    }
    text
}

/// Returns the file and the text of each chapter. The text lists the instructions of the chapter.
pub(crate) fn chapters(pages: &[Page]) -> Vec<(String, String)> {
    let chapter = |chapter: &Chapter| {
        let mut text = format!("\n# {}\n\n| instruction | result |\n|---|---|\n", chapter.1);
        for page in of_chapter(pages, chapter) {
            let summary = cell(&page.documentation().summary());
            let _ = writeln!(text, "| [`{}`]({}) | {summary} |", page.mnemonic, page.file());
        }
        (format!("{}.md", chapter.0), text)
    };
    CHAPTERS.iter().map(chapter).collect()
}

/// Returns the list of all pages by chapter. Chapters have the order of [`CHAPTERS`].
pub(crate) fn index(pages: &[Page]) -> String {
    let mut text = String::from(
        "\n# Instructions\n\nThis is every instruction that the crate computes. A page lists the forms with their versions \
         and targets, the Rust functions, special values, the machine sequence, accuracy and grade.\n\n\
         | chapter | instructions |\n|---|---|\n",
    );
    let mut count = 0;
    for chapter in &CHAPTERS {
        let found = of_chapter(pages, chapter);
        count += found.len();
        let links = found.iter().map(|page| format!("[`{}`]({})", page.mnemonic, page.file()));
        let links = links.collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "| [{}]({}.md) | {links} |", chapter.1, chapter.0);
    }
    assert_eq!(count, pages.len(), "every page is in one chapter");
    text += "\nTwo more pages list [memory and control](program.md) and [machine instructions](machine.md).\n";
    text
}
