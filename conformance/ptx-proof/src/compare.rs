//! Compares `ptx-core` with a reference, in chunks on several threads.

use crate::mpfr::Second;
use crate::task::{Inputs, Task};
use ptx_conform::functions::Prepared;
use ptx_conform::instruction::{Computes, Instruction};
use ptx_conform::operands::operands as steered;
use ptx_conform::random::mixed;
use ptx_conform::sweep::sweep;
use ptx_isa::forms::Literals;
use referee::{Reference, Results, Words, one};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of inputs in a chunk.
const CHUNK: u64 = 1 << 14;

/// The approximate number of inputs that are also computed with MPFR.
const SECOND: u64 = 1_000_000;

/// The differences that a comparison found.
#[derive(Default)]
pub struct Found {
    /// The number of results that differ from the reference.
    pub mismatches: u64,
    /// The index of the first input with a difference, and the description of the difference.
    pub first: Option<(u64, String)>,
    /// The number of inputs that were also computed with MPFR.
    pub second: u64,
}

impl Found {
    fn add(&mut self, other: Self) {
        self.mismatches += other.mismatches;
        self.second += other.second;
        self.first = match (self.first.take(), other.first) {
            (Some(a), Some(b)) => Some(if a.0 <= b.0 { a } else { b }),
            (a, b) => a.or(b),
        };
    }

    fn note(&mut self, index: u64, what: impl FnOnce() -> String) {
        self.mismatches += 1;
        if self.first.is_none() {
            self.first = Some((index, what()));
        }
    }
}

/// Compares a single-thread computation with a reference. After each chunk, calls `progress` with the number of inputs
/// in the chunk.
pub fn thread(
    task: &Task,
    reference: &Reference,
    inputs: Inputs,
    jobs: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Found {
    let second = Second::of(task);
    let (next, found) = (AtomicU64::new(0), Mutex::new(Found::default()));
    let work = || {
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= inputs.count() {
                return;
            }
            let count = CHUNK.min(inputs.count() - first);
            let part = chunk(task, reference, second.as_ref(), inputs, first, count);
            found.lock().expect("no thread panics").add(part);
            progress(count);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(work);
        }
    });
    found.into_inner().expect("no thread panicked")
}

fn chunk(
    task: &Task,
    reference: &Reference,
    second: Option<&Second>,
    inputs: Inputs,
    first: u64,
    count: u64,
) -> Found {
    let instruction = &*task.instruction;
    let Computes::Thread(computation, prepared) = &instruction.computes else {
        return Found::default();
    };
    let (host, results) = (Host::of(instruction, prepared), instruction.results.len());
    let operands = match inputs {
        Inputs::All(_) => split(instruction, first, count),
        Inputs::Steered(_) => steered(instruction, mixed(first), count as usize),
    };
    let mut swept = vec![0; count as usize];
    let is_swept =
        inputs == Inputs::All(32) && sweep(&computation.value, first as u32, &mut swept).is_some();
    let stride = (inputs.count() / SECOND).max(1);
    let mut found = Found::default();
    for ((index, operands), swept) in
        (first..).zip(operands.chunks(instruction.sources.len())).zip(&swept)
    {
        let words = host.words(operands);
        let result = if is_swept { one(*swept) } else { host.compute(&words) };
        let (result, expected) = (&result[..results], reference.compute(&words));
        let expected = &expected[..results];
        // Compare word by word. For at most two words, this avoids calling `memcmp`.
        if !result.iter().eq(expected) {
            found.note(index, || {
                shown(operands, result, expected, "rustc_apfloat or exact integers")
            });
        }
        if let Some(second) = second.filter(|_| index.is_multiple_of(stride)) {
            let expected = second.compute(&words);
            found.second += 1;
            if result[0] != expected {
                found.note(index, || shown(operands, result, &[expected], "MPFR"));
            }
        }
    }
    found
}

/// Splits consecutive inputs, starting with `first`, into operands. The first operand has the highest bits of an input.
fn split(instruction: &Instruction, first: u64, count: u64) -> Vec<u64> {
    let widths: Vec<_> = instruction.sources.iter().map(|ty| ty.bits()).collect();
    let mut operands = vec![0; count as usize * widths.len()];
    for (input, operands) in (first..).zip(operands.chunks_mut(widths.len())) {
        let mut rest = input;
        for (operand, bits) in operands.iter_mut().zip(&widths).rev() {
            *operand = rest & u64::MAX >> (64 - bits);
            rest = rest.checked_shr(*bits).unwrap_or(0);
        }
    }
    operands
}

/// Computes an instruction with `ptx-core`.
struct Host<'a> {
    prepared: &'a Prepared,
    /// The number of operands, including the immediate. The carry follows the operands.
    operands: usize,
    /// The index and the bits of the immediate.
    immediate: Option<(usize, u64)>,
}

impl<'a> Host<'a> {
    fn of(instruction: &Instruction, prepared: &'a Prepared) -> Self {
        let slots = &instruction.selection.form.operands[1..];
        let place = slots.iter().position(|slot| slot.literals == Literals::Immediate);
        let operands = instruction.selection.source_types().len();
        Self { prepared, operands, immediate: place.zip(instruction.immediate) }
    }

    /// Returns the operands with the immediate inserted at its index, as `ptx-core` and the references expect them.
    fn words(&self, operands: &[u64]) -> Words {
        let mut words = Words::default();
        words.iter_mut().zip(operands).for_each(|(word, operand)| *word = *operand);
        if let Some((place, immediate)) = self.immediate {
            words[place..].rotate_right(1);
            words[place] = immediate;
        }
        words
    }

    fn compute(&self, words: &Words) -> Results {
        let carry = words.get(self.operands) == Some(&1);
        let results = self.prepared.compute(&words[..self.operands], carry);
        let results = results.expect("the table names the function's modes");
        match *results.bits() {
            [first, second, ..] => [first, second],
            [result] => one(result),
            [] => Results::default(),
        }
    }
}

fn shown(operands: &[u64], result: &[u64], expected: &[u64], reference: &str) -> String {
    let joined =
        |words: &[u64]| words.iter().map(|word| format!("{word:x}")).collect::<Vec<_>>().join(" ");
    format!("{}: {}, not {} ({reference})", joined(operands), joined(result), joined(expected))
}
