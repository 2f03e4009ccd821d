//! Reads the results of real GPUs in `conformance/chips`, and compares them with the current `ptx-core` and the grades.

use crate::compare::{Inputs, digest_name, operands_of};
use crate::digests::{GROUPS, Known, digest};
use crate::host;
use crate::instruction::{self, Instruction};
use crate::outcome::Outcome;
use crate::report::Document;
use ptx_isa::doc::{Entry, Section, page};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

/// Returns the folder with the results of chips.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../chips")
}

/// Reads all files in a folder, sorted by name.
///
/// # Errors
/// Returns an error if a file cannot be read or does not match `schema.json`.
pub fn read(folder: &Path) -> io::Result<Vec<(String, Document)>> {
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let is_document = |name: &String| name.ends_with(".json") && name != "schema.json";
        let Some(name) = name.filter(is_document) else { continue };
        let document = serde_json::from_str(&fs::read_to_string(&path)?);
        documents.push((
            name.clone(),
            document.map_err(|error| io::Error::other(format!("{name}: {error}")))?,
        ));
    }
    documents.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(documents)
}

/// Returns the name of the file for a chip: `nvidia-h100-12.9.json`.
#[must_use]
pub fn file_name(document: &Document) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let chip: String = document.chip.chars().map(word).collect();
    format!("{chip}-{}.json", driver(document))
}

fn driver(document: &Document) -> String {
    format!("{}.{}", document.driver / 1000, document.driver % 1000 / 10)
}

/// Computes the digest of a form with the current `ptx-core`, on the same operands as `outcome`.
fn today(instruction: &Instruction, outcome: &Outcome, seed: u64, known: &Known) -> Option<u64> {
    let inputs = match outcome.inputs {
        // The outcome covers all 2^32 operands, so take the digests of this form from `known`.
        all if all == Inputs::Groups(GROUPS).count() => {
            let groups = &known.get(&digest_name(instruction)?)?.groups;
            return Some(digest(groups.iter().copied()));
        }
        _ if instruction.is_of_one_operand(16) => Inputs::All(16),
        _ if instruction.is_of_one_operand(8) => Inputs::All(8),
        threads => Inputs::Steered(threads as usize),
    };
    Some(digest(host::results(instruction, &operands_of(instruction, inputs, seed))))
}

/// Returns the forms whose results in `ptx-core` have changed since the document was written. Ignores forms whose
/// results already differed from the chip in the document. Checks only every `stride`-th form.
#[must_use]
pub fn outdated(document: &Document, known: &Known, stride: usize) -> Vec<String> {
    let all = instruction::all(&document.chip().dialect());
    let by_name: HashMap<&str, &Arc<Instruction>> =
        all.iter().map(|instruction| (instruction.name.as_str(), instruction)).collect();
    let differs = |outcome: &&Outcome| {
        let Some(instruction) = by_name.get(outcome.form.as_str()) else { return true };
        today(instruction, outcome, document.seed, known)
            .is_some_and(|digest| format!("{digest:016x}") != outcome.digest)
    };
    let equal = document.forms.iter().filter(|outcome| outcome.is_equal()).step_by(stride);
    equal.filter(differs).map(|outcome| outcome.form.clone()).collect()
}

/// Returns a message for each form whose results on the chip differ from those of `ptx-core`, unless the form's grade
/// names the chip. A grade is the statement on an instruction page about the evidence for the result bits.
#[must_use]
pub fn missing_from_grades(document: &Document) -> Vec<String> {
    let different =
        document.forms.iter().filter(|outcome| outcome.inputs > 0 && !outcome.is_equal());
    let is_missing = |outcome: &&Outcome| {
        let mut words = outcome.form.split(' ').next().unwrap_or_default().split('.');
        let mnemonic = words.next().unwrap_or_default();
        let words: Vec<_> = words.collect();
        let grades = page(mnemonic).map(|page| page.section(Section::Grade)).unwrap_or_default();
        let names = |entry: &Entry| entry.is_about(&words) && entry.text.contains(&document.chip);
        !grades.iter().any(names)
    };
    let message = |outcome: &Outcome| {
        format!("`{}` differs on {}: its grade is not [H] there", outcome.form, document.chip)
    };
    different.filter(is_missing).map(message).collect()
}

/// Builds the table of chips in `conformance/README.md`.
#[must_use]
pub fn table(documents: &[(String, Document)]) -> String {
    if documents.is_empty() {
        return "None yet.\n".into();
    }
    let mut text = String::from(
        "| chip | architecture | driver | forms equal | different | not run | by |\n|---|---|---|---|---|---|---|\n",
    );
    for (_, document) in documents {
        let mut summary = crate::report::Summary::default();
        document.forms.iter().for_each(|outcome| summary.add(outcome));
        let by = document.by.as_deref().unwrap_or("");
        text.push_str(&format!(
            "| {} | sm_{} | {} | {} | {} | {} | {by} |\n",
            document.chip,
            document.sm,
            driver(document),
            summary.equal,
            summary.different,
            summary.not_run
        ));
    }
    text
}
