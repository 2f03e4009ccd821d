//! The page `docs/src/proof.md`.

use crate::outcome::Outcome;
use crate::task::Task;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Where the page is.
#[must_use]
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/proof.md")
}

/// What is known of the computations of a family.
#[derive(Default)]
struct Family {
    /// One that was run in full, with the most inputs.
    example: Option<(u64, String)>,
    computations: u64,
    all: u64,
    steered: u64,
    fewer: u64,
    without: u64,
    inputs: u64,
    mpfr: u64,
    mismatches: u64,
}

/// The page from every outcome; with each computation how many inputs the whole
/// of it has, none if it has no reference.
#[must_use]
pub fn text(tasks: &[(Task, Option<u64>)], outcomes: &[Outcome]) -> String {
    let mut known = HashMap::<_, &Outcome>::new();
    for one in outcomes {
        let best = known.entry(one.name.as_str()).or_insert(one);
        if one.inputs >= best.inputs {
            *best = one;
        }
    }
    let ran = |task: &Task| known.get(task.name.as_str()).copied();
    let outcomes: Vec<_> = tasks.iter().filter_map(|(task, _)| ran(task)).collect();
    let (mut names, mut families) = (Vec::new(), HashMap::<_, Family>::new());
    let mut total = Family::default();
    for (task, whole) in tasks {
        let name = task.family();
        if !families.contains_key(&name) {
            names.push(name.clone());
        }
        let outcome = ran(task);
        for family in [families.entry(name).or_default(), &mut total] {
            family.add(*whole, outcome);
        }
    }
    let dates: BTreeSet<_> = outcomes.iter().map(|one| one.date.as_str()).collect();
    let commits: BTreeSet<_> = outcomes.iter().map(|one| one.commit.as_str()).collect();
    let mut text = HEAD.to_owned();
    let joined = |all: BTreeSet<&str>| all.into_iter().collect::<Vec<_>>().join(", ");
    // Writing into a string does not fail.
    let _ = writeln!(
        text,
        "Of {} computations, {} were compared on all operands, {} on as many steered ones as a whole run has, \
         {} on fewer, {} were not run, {} have no reference. {} mismatches. Dates: {}. Commits: {}.\n",
        total.computations,
        total.all,
        total.steered,
        total.fewer,
        total.not_run(),
        total.without,
        total.mismatches,
        joined(dates),
        joined(commits)
    );
    text.push_str(COLUMNS);
    for name in &names {
        let family = &families[name];
        let full = family.example.as_ref().map_or("none".into(), |(_, form)| format!("`{form}`"));
        let _ = writeln!(text, "| {name} | {full} {}", family.row());
    }
    let full = families.values().filter(|family| family.example.is_some()).count();
    let _ = writeln!(text, "| all | {full} of {} {}", names.len(), total.row());
    all_of_32_bits(&mut text, &outcomes);
    without_reference(&mut text, tasks);
    differing(&mut text, &outcomes);
    text
}

const HEAD: &str = "\
# What has been proved

Every instruction of sm_121 is a computation of `ptx-core`, and many spell the same one. Each distinct
computation is compared, bit for bit, with references that share nothing with `ptx-core`:

- `rustc_apfloat` and exact integers, on every operand;
- MPFR as well, on a million of them, for the correctly rounded forms of `.f32` and `.f64`;
- the C models in `conformance/model`, for approximations on the multi-function unit (by digests over all
  2^32 operands) and for matrices.

All operands are compared where they have at most 16 bits together or are one of 32 bits, and 10^8
steered ones otherwise (10^6 elements of matrices). For `add sub mul div fma rcp sqrt` of floats half of
these are made from the result back: next to overflow and to the least normal and subnormal numbers, ties
and their neighbours, cancellation, NaN and infinity in every position. A computation that was compared on
as many is run in full, and the table names one of each instruction that was; where fewer were compared,
\"fewer\" says so.

This page is written by the command, from the outcomes in `conformance/ptx-proof/results.tsv`:

```text
cargo run --release --manifest-path conformance/ptx-proof/Cargo.toml -- \\
    --resume conformance/ptx-proof/results.tsv --page
```

That runs what the file does not have; FORMs after the options run a part of it. What follows is as of
the dates and commits that it names.

";

const COLUMNS: &str = "\
| instruction | in full, for one | computations | all operands | steered | fewer | not run | no reference | inputs | with MPFR | mismatches |
|---|---|---|---|---|---|---|---|---|---|---|
";

impl Family {
    fn add(&mut self, whole: Option<u64>, outcome: Option<&Outcome>) {
        self.computations += 1;
        self.without += u64::from(whole.is_none());
        let Some(outcome) = outcome else { return };
        let is_full = outcome.is_all || Some(outcome.inputs) >= whole;
        match outcome.is_all {
            true => self.all += 1,
            false if is_full => self.steered += 1,
            false => self.fewer += 1,
        }
        if is_full && self.example.as_ref().is_none_or(|(most, _)| outcome.inputs > *most) {
            self.example = Some((outcome.inputs, outcome.form.clone()));
        }
        self.inputs += outcome.inputs;
        self.mpfr += outcome.mpfr;
        self.mismatches += outcome.mismatches;
    }

    fn not_run(&self) -> u64 {
        self.computations - self.all - self.steered - self.fewer - self.without
    }

    fn row(&self) -> String {
        let Self { computations, all, steered, fewer, without, inputs, mpfr, mismatches, .. } =
            self;
        let not_run = self.not_run();
        format!(
            "| {computations} | {all} | {steered} | {fewer} | {not_run} | {without} | {inputs} | {mpfr} | \
             {mismatches} |"
        )
    }
}

/// A table of the long ones.
fn all_of_32_bits(text: &mut String, outcomes: &[&Outcome]) {
    text.push_str("\n## All 2^32 operands\n\n| computation | reference | with MPFR | mismatches | seconds |\n|---|---|---|---|---|\n");
    for one in outcomes.iter().filter(|one| one.is_all && one.inputs == 1 << 32) {
        let Outcome { form, name, reference, mpfr, mismatches, seconds, .. } = one;
        let _ = writeln!(
            text,
            "| `{form}`: `{name}` | {reference} | {mpfr} | {mismatches} | {seconds:.0} |"
        );
    }
}

fn without_reference(text: &mut String, tasks: &[(Task, Option<u64>)]) {
    text.push_str(
        "\n## Without a reference\n\nNothing here says whether these are right; their pages say what is known.\n\n",
    );
    for (task, _) in tasks.iter().filter(|(_, whole)| whole.is_none()) {
        let _ = writeln!(text, "- `{}`", task.asked.name);
    }
}

fn differing(text: &mut String, outcomes: &[&Outcome]) {
    let mut differing = outcomes.iter().filter(|one| one.mismatches > 0).peekable();
    if differing.peek().is_some() {
        text.push_str("\n## Mismatches\n\n");
    }
    for one in differing {
        let _ = writeln!(text, "- `{}`: {}, first {}", one.form, one.mismatches, one.first);
    }
}
