//! Writes `conformance/digests`: hashes of the results of each computation for all 2^32 operands.
//! The module `digests` of the library describes the files.
//!
//! ```text
//! cargo run --release --manifest-path conformance/ptx-conform/Cargo.toml --bin digests -- --list
//! ```

use clap::Parser;
use ptx_conform::computation::{Unary, unary};
use ptx_conform::digests::{self, BASIS, BLOCK, BLOCKS, Digests, GROUP, PRIME};
use ptx_conform::native::{self, Reference};
use ptx_conform::sweep;
use ptx_core::mufu;
use std::io;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Computes the missing digests, over all 2^32 operands.
#[derive(Parser)]
struct Options {
    /// Lists the computations with their references, and whether they have digests. Computes
    /// nothing.
    #[arg(long)]
    list: bool,
    /// Limits the run to computations of this mnemonic.
    #[arg(long)]
    family: Option<String>,
    /// Limits the run to computations that start with this text: `cvt_s32_f32(a, Rounding::Rz`.
    #[arg(long)]
    only: Option<String>,
    /// Limits the run to every Nth computation, starting with number I (0 is the first): I/N.
    #[arg(long, value_parser = shard, default_value = "0/1")]
    shard: (usize, usize),
    /// Starts no computation after this number of minutes.
    #[arg(long, value_name = "MINUTES")]
    minutes: Option<u64>,
    /// Sets the number of threads; default: all processors.
    #[arg(long)]
    threads: Option<usize>,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    parts.filter(|(i, n)| i < n).ok_or_else(|| "expected I/N, with I from 0 to N - 1".into())
}

/// The mnemonics to compute before all others. Among these mnemonics, and then among the others, the approximate
/// computations (`.approx`) come before the exact ones.
const FIRST: [&str; 10] = ["rcp", "sqrt", "rsqrt", "lg2", "ex2", "sin", "cos", "neg", "abs", "cvt"];

/// A computation with one 32-bit operand.
enum Task {
    Instruction(Unary),
    /// A function of the multi-function unit for `rcp.approx.ftz.f64` or `rsqrt.approx.ftz.f64`. The function maps the
    /// high word of the operand to the high word of the result.
    High {
        name: &'static str,
        mnemonic: &'static str,
        unit: fn(u32) -> u32,
    },
}

impl Task {
    fn all() -> Vec<Self> {
        let mut all: Vec<_> = unary().into_iter().map(Task::Instruction).collect();
        all.push(Self::High { name: "rcp64h", mnemonic: "rcp", unit: mufu::rcp64h });
        all.push(Self::High { name: "rsq64h", mnemonic: "rsqrt", unit: mufu::rsq64h });
        let place = |mnemonic: &str| FIRST.iter().position(|one| *one == mnemonic);
        all.sort_by_key(|task| {
            let place = place(task.mnemonic()).unwrap_or(FIRST.len());
            (place == FIRST.len(), !task.name().contains("approx"), place)
        });
        all
    }

    fn name(&self) -> &str {
        match self {
            Self::Instruction(unary) => &unary.name,
            Self::High { name, .. } => name,
        }
    }

    fn mnemonic(&self) -> &'static str {
        match self {
            Self::Instruction(unary) => unary.mnemonic,
            Self::High { mnemonic, .. } => mnemonic,
        }
    }

    fn compute(&self, first: u32, results: &mut [u64]) -> Option<()> {
        match self {
            Self::Instruction(unary) => sweep::sweep(&unary.computation, first, results),
            Self::High { unit, .. } => {
                let each = results.iter_mut().enumerate();
                each.for_each(|(i, result)| *result = unit(first.wrapping_add(i as u32)).into());
                Some(())
            }
        }
    }

    /// Computes [`SIDE`] consecutive blocks of 2^16 results. Compares the results with those of `reference`, if given.
    /// Returns the digest of each block.
    fn side_by_side(
        &self,
        block: usize,
        reference: Option<&Reference>,
        chunks: &mut Chunks,
    ) -> Result<[u64; SIDE], String> {
        let mut made = [BASIS; SIDE];
        for start in (0..BLOCK).step_by(CHUNK) {
            for (k, results) in chunks.results.chunks_mut(CHUNK).enumerate() {
                let first = ((block + k) * BLOCK + start) as u32;
                self.compute(first, results).ok_or("it has no loop")?;
                let Some((_, compute)) = reference else { continue };
                compute(first, &mut chunks.expected);
                if results != chunks.expected {
                    let differs = |at: &usize| results[*at] != chunks.expected[*at];
                    let at = (0..CHUNK).find(differs).ok_or("they differ nowhere")?;
                    let (ours, theirs) = (results[at], chunks.expected[at]);
                    return Err(format!(
                        "{:08x} gives {ours:x}, not {theirs:x}",
                        first + at as u32
                    ));
                }
            }
            for i in 0..CHUNK {
                for (k, digest) in made.iter_mut().enumerate() {
                    *digest = (*digest ^ chunks.results[k * CHUNK + i]).wrapping_mul(PRIME);
                }
            }
        }
        Ok(made)
    }

    /// Computes a digest for each group of 2^24 operands. Also returns the name of the reference
    /// that confirmed the results.
    fn digests(&self, threads: usize) -> Result<Digests, String> {
        let reference = match self {
            Self::Instruction(unary) => native::reference(&unary.computation),
            Self::High { .. } => None,
        };
        let blocks = Mutex::new(vec![0; BLOCKS]);
        let next = AtomicUsize::new(0);
        let fault = Mutex::new(None);
        let failed = |why| *fault.lock().expect("no thread panics") = Some(why);
        let work = || {
            let mut chunks = Chunks::default();
            loop {
                let block = next.fetch_add(SIDE, Ordering::Relaxed);
                if block >= BLOCKS {
                    return;
                }
                match self.side_by_side(block, reference.as_ref(), &mut chunks) {
                    Ok(made) => {
                        let mut blocks = blocks.lock().expect("no thread panics");
                        blocks[block..block + SIDE].copy_from_slice(&made);
                    }
                    Err(why) => {
                        next.store(BLOCKS, Ordering::Relaxed);
                        return failed(why);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
        if let Some(fault) = fault.into_inner().expect("no thread panicked") {
            return Err(fault);
        }
        let blocks = blocks.into_inner().expect("no thread panicked");
        let checked = match (reference, native::model(self.name())) {
            (Some((label, _)), _) => label,
            (None, Some(file)) => {
                let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
                let model = bytes
                    .chunks_exact(8)
                    .map(|c| u64::from_le_bytes(c.try_into().expect("8 bytes")));
                let ours = blocks.chunks(MODEL_GROUP).map(|b| digests::digest(b.iter().copied()));
                if !model.eq(ours) {
                    return Err("it differs from the C model".into());
                }
                "C model"
            }
            (None, None) => "ptx-core only",
        };
        Ok(Digests { checked: checked.into(), groups: digests::of_groups(&blocks) })
    }
}

/// The number of blocks of 2^16 results that one digest of the C model covers.
const MODEL_GROUP: usize = 16;

/// The number of blocks that a thread hashes in an interleaved loop. Each step of a hash multiplies the result of the
/// previous step. A thread that hashed one block after the other would wait for each multiplication.
const SIDE: usize = 8;

/// The number of results of a block that are computed before they are hashed. The chunks of [`SIDE`] blocks take 64
/// KB, which fits into a core's cache.
const CHUNK: usize = 1 << 10;

/// Buffers for the results of `ptx-core` and of the reference.
struct Chunks {
    results: Vec<u64>,
    expected: Vec<u64>,
}

impl Default for Chunks {
    fn default() -> Self {
        Self { results: vec![0; SIDE * CHUNK], expected: vec![0; CHUNK] }
    }
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> io::Result<()> {
    let folder = digests::folder();
    let known = digests::read(&folder)?;
    let threads =
        options.threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
    let start = Instant::now();
    let limit = options.minutes.map(|minutes| Duration::from_secs(60 * minutes));
    let is_wanted = |task: &Task| {
        options.family.as_deref().is_none_or(|family| family == task.mnemonic())
            && options.only.as_deref().is_none_or(|start| task.name().starts_with(start))
    };
    let tasks = Task::all().into_iter().filter(is_wanted);
    for task in tasks.skip(options.shard.0).step_by(options.shard.1) {
        let label = format!("{}: {}", task.mnemonic(), task.name());
        match known.get(task.name()) {
            Some(digests) if options.list => println!("{label}: {}", digests.checked),
            None if options.list => println!("{label}: missing"),
            Some(_) => {}
            None if limit.is_some_and(|limit| start.elapsed() > limit) => break,
            None => {
                let begun = Instant::now();
                match task.digests(threads.unwrap_or(1)) {
                    Ok(made) => {
                        digests::add(&folder, task.mnemonic(), task.name(), &made)?;
                        println!(
                            "{label}: {} ({:.0} s)",
                            made.checked,
                            begun.elapsed().as_secs_f32()
                        );
                    }
                    Err(fault) => println!("{label}: not made: {fault}"),
                }
            }
        }
    }
    Ok(())
}

const _: () = assert!(BLOCKS.is_multiple_of(SIDE) && BLOCKS.is_multiple_of(GROUP));
