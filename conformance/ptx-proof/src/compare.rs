//! Compares `ptx-core` with a reference, chunk by chunk on several threads.

use crate::mpfr::Second;
use crate::reference::{Reference, Words};
use crate::task::{Inputs, Task};
use ptx_conform::asked::{Asked, Computes};
use ptx_conform::operands::operands;
use ptx_conform::random::mixed;
use ptx_conform::sweep::sweep;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Inputs that a thread takes at once.
const CHUNK: u64 = 1 << 16;

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
    let Computes::Thread(computation, _) = &asked.computes else { return Found::default() };
    let given = match inputs {
        Inputs::All(_) => None,
        Inputs::Steered(_) => Some(operands(asked, mixed(first), count as usize)),
    };
    let mut swept = vec![0; count as usize];
    let is_swept =
        inputs == Inputs::All(32) && sweep(&computation.value, first as u32, &mut swept).is_some();
    let stride = (inputs.count() / SECOND).max(1);
    let (mut found, mut one) = (Found::default(), Vec::with_capacity(asked.sources.len()));
    for i in 0..count {
        let index = first + i;
        match &given {
            Some(given) => {
                let width = asked.sources.len();
                one.clear();
                one.extend_from_slice(&given[i as usize * width..][..width]);
            }
            None => split(asked, index, &mut one),
        }
        let words = words(asked, &one);
        let expected = reference.compute(&words);
        let expected = &expected[..asked.results.len()];
        let computed;
        let result = match is_swept {
            true => std::slice::from_ref(&swept[i as usize]),
            false => {
                computed = compute(asked, &one);
                computed.as_slice()
            }
        };
        if result != expected {
            found.note(index, || shown(&one, result, expected, "rustc_apfloat or exact integers"));
        }
        if let Some(second) = second.filter(|_| index.is_multiple_of(stride)) {
            let expected = second.compute(&words);
            found.second += 1;
            if result[0] != expected {
                found.note(index, || shown(&one, result, &[expected], "MPFR"));
            }
        }
    }
    found
}

/// The operands that have these bits together, the first highest.
fn split(asked: &Asked, bits: u64, operands: &mut Vec<u64>) {
    operands.clear();
    let mut rest = bits;
    for ty in asked.sources.iter().rev() {
        operands.push(rest & u64::MAX >> (64 - ty.bits()));
        rest = rest.checked_shr(ty.bits()).unwrap_or(0);
    }
    operands.reverse();
}

/// Operands as a reference takes them: with the immediate, the carry last.
fn words(asked: &Asked, given: &[u64]) -> Words {
    let (sources, carry) = asked.host_sources(given);
    let mut words = Words::default();
    words[..sources.len()].copy_from_slice(&sources);
    if asked.selection.reads_flag().is_some() {
        words[sources.len()] = carry.into();
    }
    words
}

fn compute(asked: &Asked, given: &[u64]) -> Vec<u64> {
    let Computes::Thread(_, prepared) = &asked.computes else { return Vec::new() };
    let (sources, carry) = asked.host_sources(given);
    let results = prepared.compute(&sources, carry);
    results.map_or_else(Vec::new, |results| results.bits()[..asked.results.len()].to_vec())
}

fn shown(given: &[u64], result: &[u64], expected: &[u64], reference: &str) -> String {
    let joined =
        |words: &[u64]| words.iter().map(|word| format!("{word:x}")).collect::<Vec<_>>().join(" ");
    format!("{}: {}, not {} ({reference})", joined(given), joined(result), joined(expected))
}
