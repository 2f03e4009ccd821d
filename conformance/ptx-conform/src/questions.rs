//! Runs forms whose results NVIDIA has not published (open questions). The forms run separately, and the results of the
//! chip are recorded without a comparison.
//!
//! NVIDIA has also not published the results of LG2, SIN and COS on sm_80 and later, and of instructions with carries.
//! This file does not list these instructions, because the comparison of all forms includes them.

use crate::compare::{hashes, load, run};
use crate::device::{Chip, Device};
use crate::digests::{GROUPS, Known, of_groups};
use crate::instruction::{self, Computes, Instruction};
use crate::kernel::Work;
use crate::outcome::digits;
use ptx_core::mma::Operand;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A question, and the results of a chip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// The instruction.
    pub form: String,
    /// The operands of each result, or a description of the operands.
    pub operands: String,
    /// The results, or the reason why there are none.
    pub results: String,
}

impl Answer {
    /// Returns the answer of a kernel without operands. Compares `found`, the words of all threads, with the words that
    /// `expected` returns. The crate that computes the expected words has the name `reference`.
    pub(crate) fn of_kernel(
        question: &str,
        (entry, threads): (&str, u32),
        found: Result<Vec<u64>, String>,
        expected: impl FnOnce() -> Option<Vec<u64>>,
        reference: &str,
    ) -> Self {
        let both = found.as_ref().ok().and_then(|found| Some((found, expected()?)));
        let verdict = match both {
            Some((found, expected)) if *found == expected => format!("as {reference}"),
            Some(_) => format!("not as {reference}"),
            None => "not compared".into(),
        };
        let words = |words: Vec<u64>| {
            words.iter().map(|word| format!("{word:08x}")).collect::<Vec<_>>().join(" ")
        };
        Self {
            question: question.into(),
            form: format!("kernel {entry}"),
            operands: format!("{threads} threads: {verdict}"),
            results: found.map_or_else(|why| format!("not run: {why}"), words),
        }
    }
}

/// The operands for a question.
enum Inputs {
    /// A list with a set of operands for each thread.
    Listed(Vec<Vec<u64>>),
    /// A list of inputs for an element of D: a row of A, a column of B, and an element of C.
    Elements(Vec<(Vec<u64>, Vec<u64>, u64)>),
    /// All 64-bit operands whose low word is 0. The high words of the results are hashed.
    HighWords(&'static str),
}

struct Question {
    what: &'static str,
    form: &'static str,
    inputs: Inputs,
}

/// Quiet and signaling NaNs with both signs and various payloads, and operands whose result is NaN.
const DOUBLES: [u64; 12] = [
    0x7ff8_0000_0000_0000,
    0xfff8_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0xfff0_0000_0000_0001,
    0x7ff8_0000_0000_1234,
    0xfff4_0000_0000_5678,
    0x7ffc_dead_beef_0123,
    0x7fff_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x0000_0000_0000_0000,
    0xbff0_0000_0000_0000,
];

/// Operands whose products and fused multiply-adds are near 2^-126, the smallest normal number.
const AROUND_LEAST: [u64; 12] = [
    0x3f7f_fffe,
    0x3f7f_ffff,
    0x3f80_0000,
    0x3f80_0001,
    0xbf7f_ffff,
    0x0080_0000,
    0x0080_0001,
    0x8080_0000,
    0x00ff_ffff,
    0x0000_0001,
    0x0000_0000,
    0x8000_0000,
];

/// Returns all lists of `count` words. A word may occur several times in a list.
fn lists(words: &[u64], count: usize) -> Vec<Vec<u64>> {
    let longer = |all: Vec<Vec<u64>>| {
        all.iter()
            .flat_map(|list| words.iter().map(|word| [list.as_slice(), &[*word]].concat()))
            .collect()
    };
    (0..count).fold(vec![Vec::new()], |all, _| longer(all))
}

fn each(words: &[u64]) -> Inputs {
    Inputs::Listed(words.iter().map(|word| vec![*word]).collect())
}

fn questions() -> Vec<Question> {
    let mut all = Vec::new();
    let mut add = |what, form, inputs| all.push(Question { what, form, inputs });
    for form in
        ["neg.f64", "abs.f64", "rcp.rn.f64", "sqrt.rn.f64", "sqrt.rz.f64", "rsqrt.approx.f64"]
    {
        add("which NaN an f64 instruction gives", form, Inputs::Listed(lists(&DOUBLES, 1)));
    }
    for form in ["add.rn.f64", "sub.rn.f64", "mul.rn.f64", "div.rn.f64", "min.f64", "max.f64"] {
        add("which NaN an f64 instruction gives", form, Inputs::Listed(lists(&DOUBLES, 2)));
    }
    add("which NaN an f64 instruction gives", "fma.rn.f64", Inputs::Listed(lists(&DOUBLES, 3)));
    add("MUFU.RCP64H on all inputs", "rcp.approx.ftz.f64", Inputs::HighWords("rcp64h"));
    add("MUFU.RSQ64H on all inputs", "rsqrt.approx.ftz.f64", Inputs::HighWords("rsq64h"));
    for form in ["fma.rn.ftz.f32", "fma.rz.ftz.f32", "fma.rm.ftz.f32", "fma.rp.ftz.f32"] {
        add("which results .ftz flushes", form, Inputs::Listed(lists(&AROUND_LEAST, 3)));
    }
    for form in ["mul.rn.ftz.f32", "mul.rz.ftz.f32", "mul.rm.ftz.f32", "mul.rp.ftz.f32"] {
        let mut pairs = lists(&AROUND_LEAST, 2);
        pairs.push(vec![0x9034_1366, 0x2fb5_f7c4]);
        add("which results .ftz flushes", form, Inputs::Listed(pairs));
    }
    const NANS: [u64; 6] =
        [0x7f80_0001, 0x7f80_0fff, 0x7f80_1000, 0x7f80_2000, 0x7fc0_0000, 0xffff_ffff];
    for form in ["cvt.rna.tf32.f32", "cvt.rna.satfinite.tf32.f32", "cvt.rn.tf32.f32"] {
        add("NaN into tf32", form, each(&NANS));
    }
    // The third operand has two fields of 13 random bits, one for each half. Set the highest bit of both fields. Vary
    // the three bits above each field, although the manual requires them to be 0.
    let reserved =
        (0..8).map(|bits| vec![0x3f80_0800, 0x3f80_0800, bits << 29 | bits << 13 | 0x1000_1000]);
    add("the reserved bits of .rs", "cvt.rs.f16x2.f32", Inputs::Listed(reserved.collect()));
    add(
        "whether the target has it",
        "cvt.rn.satfinite.e2m1x2.f32",
        Inputs::Listed(vec![vec![0x3f80_0000, 0x4040_0000]]),
    );
    all.extend(matrices());
    all
}

/// Returns a row of A and a column of B with one nonzero product, and the element of C.
fn pair(a: u64, b: u64, c: u64) -> (Vec<u64>, Vec<u64>, u64) {
    (vec![a], vec![b], c)
}

/// -2^-64 in bf16.
const MINUS_2_64: u64 = 0x8000 | 63 << 7;

/// Returns a power of two in bf16.
fn power(exponent: i64) -> u64 {
    ((exponent + 127) as u64) << 7
}

/// Returns a row and a column in bf16. The first product is 2^-149 - 2^-(149 + n). Each of the next 2^m products is
/// 2^-(149 + n + m), so the exact sum is 2^-149.
fn least_but(n: i64, m: i64) -> (Vec<u64>, Vec<u64>, u64) {
    // The significand has n ones, including the implicit one.
    let ones = power(-64) | (0x80 - (1 << (8 - n)));
    let more = 1 << m;
    let row = [vec![ones], vec![power(-64); more]].concat();
    let column = [vec![power(-86)], vec![power(64 - 149 - n - m); more]].concat();
    (row, column, 0)
}

fn matrices() -> Vec<Question> {
    let mut all = Vec::new();
    let mut add = |what, form, elements| {
        all.push(Question { what, form, inputs: Inputs::Elements(elements) })
    };
    // The exact sum of each case is 2^-149. The result is the smallest subnormal number if no product is truncated, and
    // 0 if a product is truncated.
    let floor = (4..=8).flat_map(|n| (0..=3).map(move |m| least_but(n, m))).collect();
    add(
        "the floor of bf16 with f32 results",
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
        floor,
    );
    // In each case, the sum has 16 products, each -2^-i.
    let negative = |i: u64| (vec![MINUS_2_64; 16], vec![power(64 - i as i64); 16], 0);
    add(
        "the sign of a sum that is cut to nothing",
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
        (148..=165).map(negative).collect(),
    );
    // The product 2^-12 · 2^-13 is half of the smallest f16, so it is midway between 0 and this f16. The second
    // product, 2^-(24 + k), breaks the tie unless the hardware truncates it.
    let tie = |k: u64| (vec![3 << 10, 1], vec![2 << 10, 1 << (24 - k)], 0);
    let ties: Vec<_> = (15..=24).map(tie).collect();
    for form in [
        "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16",
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16",
    ] {
        add("the floor of f16 results", form, ties.clone());
    }
    let infinities =
        vec![(vec![0x7c, 0xfc], vec![0x3c, 0x3c], 0), (vec![0x7c], vec![0x3c], 0xff80_0000)];
    for form in [
        "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32",
        "mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32",
    ] {
        add("infinities of both signs of e5m2 in a step", form, infinities.clone());
    }
    const TF32: [u64; 4] = [0x7f80_0001, 0x7f80_1fff, 0xff80_0001, 0x7fc0_0000];
    let nans = TF32.iter().map(|a| pair(*a, 0x3f80_0000, 0)).collect();
    add(
        "a NaN of tf32 with a low payload",
        "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32",
        nans,
    );
    let doubles =
        lists(&DOUBLES, 3).into_iter().map(|list| pair(list[0], list[1], list[2])).collect();
    add(
        "which NaN a product of f64 gives",
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
        doubles,
    );
    // The row and the column have eight products 127 · 127, and eight products -127 · 127. The
    // result is C if the sum is clamped only once.
    let once = |c: u64| {
        let half = |negative: bool| if negative { 0x81 } else { 0x7f };
        ((0..16).map(|k| half(k >= 8)).collect(), vec![0x7f; 16], c)
    };
    add(
        "how often .satfinite clamps",
        "mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32",
        vec![once(0x7fff_ffff), once(0x7fff_ff00), once(0x8000_0000), once(0x8000_0100)],
    );
    all
}

/// Runs all questions on a chip. If a question cannot run, the answer contains the reason.
#[must_use]
pub fn answers(device: &mut dyn Device, chip: &Chip, known: &Known) -> Vec<Answer> {
    let all = instruction::all(&chip.dialect());
    let answer = |(i, question): (usize, Question)| {
        let instruction = all.iter().find(|instruction| instruction.name == question.form);
        let answered = match instruction {
            Some(instruction) => {
                question.run(device, &format!("question{i}"), instruction, chip, known)
            }
            None => Err("the target does not have it".into()),
        };
        let (operands, results) = answered.unwrap_or_else(|why| (String::new(), why));
        Answer { question: question.what.into(), form: question.form.into(), operands, results }
    };
    questions().into_iter().enumerate().map(answer).collect()
}

impl Question {
    fn run(
        &self,
        device: &mut dyn Device,
        entry: &str,
        instruction: &Arc<Instruction>,
        chip: &Chip,
        known: &Known,
    ) -> Result<(String, String), String> {
        let is_high = matches!(self.inputs, Inputs::HighWords(_));
        let work = if is_high { Work::HashHigh } else { Work::Each };
        load(device, chip, entry, instruction, work)?;
        self.inputs.run(device, entry, instruction, known).map_err(|why| format!("not run: {why}"))
    }
}

impl Inputs {
    /// Runs a loaded kernel. Returns the operands and the results as text.
    fn run(
        &self,
        device: &mut dyn Device,
        entry: &str,
        instruction: &Arc<Instruction>,
        known: &Known,
    ) -> Result<(String, String), String> {
        let results = |words: &[u64]| {
            let types = instruction.results.iter().cycle();
            words
                .iter()
                .zip(types)
                .map(|(word, ty)| digits(*ty, *word))
                .collect::<Vec<_>>()
                .join(" ")
        };
        Ok(match self {
            Self::Listed(lists) => {
                let words = run(device, entry, instruction, &lists.concat())?;
                let list = |list: &Vec<u64>| {
                    let types = instruction.sources.iter();
                    types
                        .zip(list)
                        .map(|(ty, word)| digits(*ty, *word))
                        .collect::<Vec<_>>()
                        .join(",")
                };
                (lists.iter().map(list).collect::<Vec<_>>().join(" "), results(&words))
            }
            Self::HighWords(name) => {
                let found = of_groups(&hashes(device, entry, GROUPS)?);
                let verdict = match known.get(*name) {
                    Some(known) if known.groups == found => "as ptx-core",
                    Some(_) => "not as ptx-core",
                    None => "not compared: the digests are missing",
                };
                let all: Vec<_> = found.iter().map(|group| format!("{group:016x}")).collect();
                (format!("all high words, 256 digests: {verdict}"), all.join(" "))
            }
            Self::Elements(elements) => {
                let Computes::Warp(warp) = &instruction.computes else {
                    return Err("not of a warp".into());
                };
                let tiles = elements.iter().map(|(row, column, c)| warp.tile(row, column, *c));
                let words = run(device, entry, instruction, &tiles.collect::<Vec<_>>().concat())?;
                // Take the first element of D, in the low bits of the first register of lane 0.
                let first = words
                    .iter()
                    .step_by(32 * instruction.results.len())
                    .map(|word| warp.cut(Operand::D, *word, 0));
                let joined = |all: &[u64]| {
                    all.iter().map(|x| format!("{x:x}")).collect::<Vec<_>>().join("+")
                };
                let operands =
                    elements.iter().map(|(a, b, c)| format!("{},{},{c:x}", joined(a), joined(b)));
                (
                    operands.collect::<Vec<_>>().join(" "),
                    first.map(|d| format!("{d:x}")).collect::<Vec<_>>().join(" "),
                )
            }
        })
    }
}
