//! Compares `ptx-core` with the C models. For approximations of the multi-function unit, compares digests with recorded
//! digests of the model's results. For matrix instructions, compares results with the output of the compiled model.

use crate::compare::Found;
use crate::task::Task;
use ptx_conform::digests::{BLOCK, digest};
use ptx_conform::instruction::Computes;
use ptx_conform::matrix::Warp;
use ptx_conform::native;
use ptx_conform::sweep::sweep;
use ptx_core::Sm;
use ptx_core::mma::{self, Extras, Form, Operand};
use ptx_isa::Argument;
use std::io::{self, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of blocks of 2^16 results in one digest of the model.
const GROUP: usize = 16;

/// The step between the groups that a quick run compares. The step is odd. So the operands of the compared groups also
/// differ in the high fraction bits, and not only in sign and exponent.
const QUICK: usize = 389;

/// The digests of the C model for a computation, each over 2^20 consecutive operands.
pub struct Digests {
    expected: Vec<u64>,
    step: usize,
}

impl Digests {
    /// Returns the digests of a computation. Returns `None` if the C model does not support the computation.
    #[must_use]
    pub fn of(task: &Task, quick: bool) -> Option<Self> {
        let file = native::model(&task.name)?;
        let bytes = std::fs::read(file).ok()?;
        let expected = bytes.as_chunks::<8>().0.iter().map(|x| u64::from_le_bytes(*x)).collect();
        Some(Self { expected, step: if quick { QUICK } else { 1 } })
    }

    /// Returns the number of operands to compare.
    #[must_use]
    pub fn inputs(&self) -> u64 {
        (self.expected.len().div_ceil(self.step) * GROUP * BLOCK) as u64
    }

    /// Compares the digests of groups of 2^20 operands with the expected digests. A group with a different digest
    /// counts as one mismatch.
    #[must_use]
    pub fn compare(&self, task: &Task, jobs: usize, progress: &(dyn Fn(u64) + Sync)) -> Found {
        let Computes::Thread(computation, _) = &task.instruction.computes else {
            return Found::default();
        };
        let (next, differing) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            let mut results = vec![0; BLOCK];
            loop {
                let group = next.fetch_add(self.step, Ordering::Relaxed);
                let Some(expected) = self.expected.get(group) else { return };
                if group_digest(&computation.value, group, &mut results) != Some(*expected) {
                    differing.lock().expect("no thread panics").push(group);
                }
                progress((GROUP * BLOCK) as u64);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(work);
            }
        });
        let differing = differing.into_inner().expect("no thread panicked");
        let first = differing.iter().min().map(|group| {
            let operand = (group * GROUP * BLOCK) as u64;
            (operand, format!("among the 2^20 operands from {operand:x} on (C model)"))
        });
        Found { mismatches: differing.len() as u64, first, second: 0 }
    }
}

fn group_digest(computation: &Argument, group: usize, results: &mut [u64]) -> Option<u64> {
    let blocks = (0..GROUP).map(|block| {
        sweep(computation, ((group * GROUP + block) * BLOCK) as u32, results)?;
        Some(digest(results.iter().copied()))
    });
    Some(digest(blocks.collect::<Option<Vec<_>>>()?))
}

/// Compares elements of D with the elements of the C model, on operands that the C model generates.
///
/// # Errors
/// Returns an error if the C model does not run or does not know the form.
pub fn matrices(
    task: &Task,
    sm: u16,
    rows: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> io::Result<Found> {
    let unknown = || io::Error::other("the form is unknown");
    let Computes::Warp(Warp { form, .. }) = &task.instruction.computes else {
        return Err(unknown());
    };
    let mut running = Command::new(env!("MMA_MODEL"))
        .args([&task.name, &format!("sm_{sm}"), &rows.to_string(), "1"])
        .stdout(Stdio::piped())
        .spawn()?;
    let output = running.stdout.take().ok_or_else(unknown)?;
    let mut output = BufReader::with_capacity(1 << 20, output);
    let mut found = Found::default();
    let lengths = lengths(*form);
    let mut bytes = vec![0; 8 * lengths.iter().sum::<usize>()];
    for row in 0..rows {
        output.read_exact(&mut bytes)?;
        let words: Vec<_> =
            bytes.as_chunks::<8>().0.iter().map(|x| u64::from_le_bytes(*x)).collect();
        let mut rest = &words[..];
        let [a, b, digits, scales_a, scales_b, flags, c, d] = lengths.map(|length| {
            let (first, others) = rest.split_at(length);
            rest = others;
            first
        });
        let [metadata, scales_a, scales_b] =
            [digits, scales_a, scales_b].map(|x| x.iter().map(|x| *x as u8).collect::<Vec<_>>());
        let extras = Extras {
            metadata: &metadata,
            scales_a: &scales_a,
            scales_b: &scales_b,
            negate_a: flags[0] & 1 != 0,
            negate_b: flags[0] & 2 != 0,
            ignore_c: flags[0] & 4 != 0,
        };
        let result = mma::element_with(*form, a, b, c[0], &extras, Sm(sm));
        if result != Some(d[0]) {
            found.mismatches += 1;
            let shown = || {
                let operands = format!("{a:x?} {b:x?} {:x} {extras:x?}", c[0]);
                (row, format!("{operands}: {result:x?}, not {:x} (C model)", d[0]))
            };
            found.first.get_or_insert_with(shown);
        }
        progress(1);
    }
    running.wait()?;
    Ok(found)
}

/// Returns the number of words in each field of a row of the C model's output. The fields are:
/// elements of A, elements of B, metadata, scales of A, scales of B, flags, the element of C, the
/// element of D.
fn lengths(form: Form) -> [usize; 8] {
    let columns = match form.element_bits(Operand::A) {
        32 => 2,
        4 => 8,
        _ => 4,
    };
    let k = usize::from(form.shape()[2]);
    let digits = if form.is_sparse() { k / columns } else { 0 };
    let scales = form.scales().map_or(0, |scales| scales.vector.count());
    [usize::from(form.stored()), k, digits, scales, scales, 1, 1, 1]
}
