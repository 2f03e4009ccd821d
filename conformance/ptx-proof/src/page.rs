//! Writes the page `docs/src/proof.md`.

use crate::outcome::Outcome;
use crate::task::Task;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Returns the path of the page.
#[must_use]
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/proof.md")
}

/// The outcomes for a family of computations.
#[derive(Default)]
struct Family {
    /// The form with the most inputs among the forms that were run in full, and the number of its inputs. A form was
    /// run in full if it ran on all operands, or on as many steered operands as a run without `--samples` uses.
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

/// Builds the page. Each task has the number of inputs in a full run, or `None` if the task has no reference.
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
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "There are {} computations and {} mismatches. The last row has all totals. Dates: {}. Commits: {}.\n",
        total.computations,
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

Each instruction form of sm_121 is a computation of `ptx-core`; several forms can be the same computation. Each
distinct computation that has a reference is compared with it, bit for bit. References share no code with `ptx-core`:

| reference | computations | operands |
|---|---|---|
| `rustc_apfloat` and exact integers | all but those of the C models and those without a reference | all that are run |
| MPFR | in addition, correctly rounded forms of `.f32` and `.f64` | a million of those that are run |
| the C models in `conformance/model` | approximations on the multi-function unit | all 2^32, by digests |
| the C models in `conformance/model` | matrices | all that are run |

All operands are run where they have at most 16 bits together, and for a single 32-bit operand. Other
computations are run in full on 10^8 steered operands, matrices on 10^6 elements. For `add sub mul div fma rcp
sqrt` of floats, half of the steered operands are computed backwards from a result: next to overflow and to the
smallest normal and subnormal numbers, ties and their neighbours, cancellation, and NaN and infinity in every
position.

\"Run in full\" means all operands, or as many steered ones as above. The second column names one form that was
run in full. The column \"fewer\" counts computations that were run on fewer operands.

The command writes this page from the outcomes in `conformance/ptx-proof/results.tsv.gz`:

```text
cargo run --release --manifest-path conformance/ptx-proof/Cargo.toml -- \\
    --resume conformance/ptx-proof/results.tsv.gz --page
```

It runs the computations that are not in the file. FORM arguments after the options select a part of them. The
results are those of the dates and commits below.

";

const COLUMNS: &str = "\
| instruction | run in full, for example | computations | all operands | steered | fewer | not run | no reference | inputs | with MPFR | mismatches |
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

/// Appends the table of computations that were compared on all 2^32 operands.
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
        "\n## Without a reference\n\nThese forms are not compared here. The page of each instruction gives the evidence.\n\n",
    );
    for (task, _) in tasks.iter().filter(|(_, whole)| whole.is_none()) {
        let _ = writeln!(text, "- `{}`", task.instruction.name);
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
