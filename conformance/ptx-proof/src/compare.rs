//! Compares `ptx-core` with a reference, chunk by chunk on several threads.

use crate::mpfr::Second;
use crate::task::{Inputs, Task};
use ptx_conform::asked::{Asked, Computes};
use ptx_conform::functions::Prepared;
use ptx_conform::operands::operands;
use ptx_conform::random::mixed;
use ptx_conform::sweep::sweep;
use ptx_isa::forms::Literals;
use referee::{Reference, Results, Words, one};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Inputs that a thread takes at once.
const CHUNK: u64 = 1 << 14;

/// How many of the inputs MPFR computes, about.
const SECOND: u64 = 1_000_000;

/// What differed.
#[derive(Default)]
pub struct Found {
    /// How many results.
    pub mismatches: u64,
    /// The first of them, with the number of its input.
    pub first: Option<(u64, String)>,
    /// How many inputs MPFR computed.
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

/// Compares a computation of a thread; tells how many inputs are done.
pub fn thread(
    task: &Task,
    reference: &Reference,
    inputs: Inputs,
    jobs: usize,
    tell: &(dyn Fn(u64) + Sync),
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
            tell(count);
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
    let asked = &*task.asked;
    let Computes::Thread(computation, prepared) = &asked.computes else { return Found::default() };
    let (host, results) = (Host::of(asked, prepared), asked.results.len());
    let given = match inputs {
        Inputs::All(_) => split(asked, first, count),
        Inputs::Steered(_) => operands(asked, mixed(first), count as usize),
    };
    let mut swept = vec![0; count as usize];
    let is_swept =
        inputs == Inputs::All(32) && sweep(&computation.value, first as u32, &mut swept).is_some();
    let stride = (inputs.count() / SECOND).max(1);
    let mut found = Found::default();
    for ((index, given), swept) in (first..).zip(given.chunks(asked.sources.len())).zip(&swept) {
        let words = host.words(given);
        let result = if is_swept { one(*swept) } else { host.compute(&words) };
        let (result, expected) = (&result[..results], reference.compute(&words));
        let expected = &expected[..results];
        // One by one: they are too few for a call of `memcmp`.
        if !result.iter().eq(expected) {
            found.note(index, || shown(given, result, expected, "rustc_apfloat or exact integers"));
        }
        if let Some(second) = second.filter(|_| index.is_multiple_of(stride)) {
            let expected = second.compute(&words);
            found.second += 1;
            if result[0] != expected {
                found.note(index, || shown(given, result, &[expected], "MPFR"));
            }
        }
    }
    found
}

/// Consecutive inputs: the operands that have these bits together, the first highest.
fn split(asked: &Asked, first: u64, count: u64) -> Vec<u64> {
    let widths: Vec<_> = asked.sources.iter().map(|ty| ty.bits()).collect();
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

/// What computes an instruction here, and how it takes the operands.
struct Host<'a> {
    prepared: &'a Prepared,
    /// How many operands it has, with the immediate and without the carry, which comes after them.
    operands: usize,
    /// The place of the immediate among them, and its bits.
    immediate: Option<(usize, u64)>,
}

impl<'a> Host<'a> {
    fn of(asked: &Asked, prepared: &'a Prepared) -> Self {
        let slots = &asked.selection.form.operands[1..];
        let place = slots.iter().position(|slot| slot.literals == Literals::Immediate);
        let operands = asked.selection.source_types().len();
        Self { prepared, operands, immediate: place.zip(asked.immediate) }
    }

    /// Operands with the immediate, as a reference takes them too.
    fn words(&self, given: &[u64]) -> Words {
        let mut words = Words::default();
        words.iter_mut().zip(given).for_each(|(word, given)| *word = *given);
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

fn shown(given: &[u64], result: &[u64], expected: &[u64], reference: &str) -> String {
    let joined =
        |words: &[u64]| words.iter().map(|word| format!("{word:x}")).collect::<Vec<_>>().join(" ");
    format!("{}: {}, not {} ({reference})", joined(given), joined(result), joined(expected))
}
