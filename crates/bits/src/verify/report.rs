//! Prints the verdicts of `verify`.

use super::Verdict;
use super::cause::Cause;
use super::compare::{Place, Unequal};
use serde_json::{Value, json};

/// What computed the bits.
pub(super) const NOTE: &str =
    "the engine computed the bits of the text and of the machine code; no GPU was used";

/// Returns a line for each verdict.
pub(super) fn lines(verdicts: &[Verdict]) -> String {
    let line = |one: &Verdict| match one.cause {
        None => format!("{}: equal\n", one.label),
        Some(cause) => {
            let first = one.unequal.first().map(Unequal::describe);
            let what = first.or_else(|| one.fault.clone()).unwrap_or_default();
            let differs = if cause == Cause::NotCompared { "" } else { "differs: " };
            format!("{}: {differs}{}: {what}\n", one.label, cause.word())
        }
    };
    verdicts.iter().map(line).collect()
}

/// Returns the document about the verdicts on a kernel of a file. `fault` is the fault of the text.
pub(super) fn json(file: &str, kernel: &str, fault: Option<&str>, verdicts: &[Verdict]) -> String {
    let difference = |one: &Unequal| {
        let digits = one.ty.bits() as usize / 4;
        let bits = |bits: u64| format!("0x{bits:0digits$x}");
        json!({
            "parameter": match one.place {
                Place::Parameter(number) => Some(number),
                Place::Buffer | Place::Variable => None,
            },
            "name": one.name,
            "type": one.ty.word(),
            "index": one.first.index,
            "text": bits(one.first.expected),
            "cubin": bits(one.first.found),
            "count": one.first.count,
        })
    };
    let verdict = |one: &Verdict| {
        json!({
            "cubin": one.label,
            "equal": one.cause.is_none(),
            "cause": one.cause.map(Cause::word),
            "fault": one.fault,
            "differences": one.unequal.iter().map(difference).collect::<Vec<Value>>(),
        })
    };
    let document = json!({
        "file": file,
        "kernel": kernel,
        "note": NOTE,
        "fault": fault,
        "cubins": verdicts.iter().map(verdict).collect::<Vec<Value>>(),
    });
    format!("{document:#}\n")
}
