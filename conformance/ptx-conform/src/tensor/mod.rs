//! Multiplies matrices in shared and tensor memory: with dense and sparse (`.sp`) forms of `wgmma` and `tcgen05.mma`,
//! and with `tcgen05.mma` forms that have `.ws` or `cta_group::2`. The words
//! that a chip returns are compared with the elements that `ptx-bits eval --batch` computes.
//!
//! The matrices are in shared memory without a swizzle, with K as the major dimension. A core matrix has eight rows of
//! 16 bytes. The core matrices of a row are adjacent (PTX ISA, "Matrix descriptor", "Canonical layouts"). All metadata
//! digits (4 bits each) are equal, so the order of the digits does not matter.

mod text;

use crate::device::{Chip, Device, Launch};
use crate::questions::Answer;
use ptx_isa::Dialect;
use std::fmt::Write;

/// A kernel that multiplies two matrices with one instruction.
pub struct Product {
    /// The question.
    pub what: &'static str,
    /// The name of the kernel.
    pub name: &'static str,
    /// The first and the last architecture that run the kernel.
    pub targets: (u16, u16),
    unit: Unit,
    element: Element,
    /// The type of the elements of C and D.
    result: &'static str,
    is_sparse: bool,
}

/// The type of the elements of A and B, and the masks for the generated words.
#[derive(Clone, Copy)]
struct Element {
    ty: &'static str,
    bits: usize,
    /// A mask that is applied to each word of A and B to exclude NaNs and infinities.
    kept: u32,
    /// The bits to set in each word after `kept` is applied. For `bf16` and `tf32`, both masks together limit the
    /// exponents of the elements to a range of eight values. For other types, 0.
    set: u32,
}

impl Element {
    const fn new(ty: &'static str, bits: usize, kept: u32, set: u32) -> Self {
        Self { ty, bits, kept, set }
    }
}

/// The instruction that multiplies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Wgmma,
    /// `tcgen05.mma`. The fields are the words after the mnemonic, the kind, and the number of the format in the
    /// instruction descriptor.
    Tensor(&'static str, &'static str, u32),
    /// Like `Tensor`, but with `cta_group::2`: two blocks multiply together. Each block has half of the rows of A and
    /// half of the columns of B in its shared memory.
    Pair(&'static str, &'static str, u32),
}

/// The number of bytes of a row of A in shared memory. One instruction multiplies rows of this length.
const ROW: usize = 32;

const SPARSE: &str = "the terms of a sparse product of matrices in memory";
const WARPS: &str = "the elements of a product of matrices in memory";
const DENSE: &str = "whether sm_103 and sm_110 multiply like sm_100";
const MODES: &str = "whether .ws and cta_group::2 change a product";

const F16: Element = Element::new("f16", 16, 0xbfff_bfff, 0);
const BF16: Element = Element::new("bf16", 16, 0x83ff_83ff, 0x3c00_3c00);
const TF32: Element = Element::new("tf32", 32, 0x83ff_ffff, 0x3c00_0000);
const E4M3: Element = Element::new("e4m3", 8, 0xbfbf_bfbf, 0);
const E5M2: Element = Element::new("e5m2", 8, 0xbfbf_bfbf, 0);
const S8: Element = Element::new("s8", 8, u32::MAX, 0);
const U8: Element = Element::new("u8", 8, u32::MAX, 0);
const B1: Element = Element::new("b1", 1, u32::MAX, 0);

#[rustfmt::skip]
/// The products.
pub const PRODUCTS: &[Product] = &[
    Product { what: WARPS, name: "wgmma_f16_f32", targets: (90, 90), unit: Unit::Wgmma, element: F16, result: "f32", is_sparse: false },
    Product { what: WARPS, name: "wgmma_f16_f16", targets: (90, 90), unit: Unit::Wgmma, element: F16, result: "f16", is_sparse: false },
    Product { what: WARPS, name: "wgmma_bf16_f32", targets: (90, 90), unit: Unit::Wgmma, element: BF16, result: "f32", is_sparse: false },
    Product { what: WARPS, name: "wgmma_tf32_f32", targets: (90, 90), unit: Unit::Wgmma, element: TF32, result: "f32", is_sparse: false },
    Product { what: WARPS, name: "wgmma_e4m3_f32", targets: (90, 90), unit: Unit::Wgmma, element: E4M3, result: "f32", is_sparse: false },
    Product { what: WARPS, name: "wgmma_e4m3_f16", targets: (90, 90), unit: Unit::Wgmma, element: E4M3, result: "f16", is_sparse: false },
    Product { what: WARPS, name: "wgmma_e5m2_f32", targets: (90, 90), unit: Unit::Wgmma, element: E5M2, result: "f32", is_sparse: false },
    Product { what: WARPS, name: "wgmma_e5m2_f16", targets: (90, 90), unit: Unit::Wgmma, element: E5M2, result: "f16", is_sparse: false },
    Product { what: WARPS, name: "wgmma_s8_s32", targets: (90, 90), unit: Unit::Wgmma, element: S8, result: "s32", is_sparse: false },
    Product { what: WARPS, name: "wgmma_u8_s32", targets: (90, 90), unit: Unit::Wgmma, element: U8, result: "s32", is_sparse: false },
    Product { what: WARPS, name: "wgmma_b1_s32", targets: (90, 90), unit: Unit::Wgmma, element: B1, result: "s32", is_sparse: false },
    Product { what: SPARSE, name: "wgmma_sp_f16", targets: (90, 90), unit: Unit::Wgmma, element: F16, result: "f32", is_sparse: true },
    Product { what: SPARSE, name: "wgmma_sp_bf16", targets: (90, 90), unit: Unit::Wgmma, element: BF16, result: "f32", is_sparse: true },
    Product { what: SPARSE, name: "wgmma_sp_tf32", targets: (90, 90), unit: Unit::Wgmma, element: TF32, result: "f32", is_sparse: true },
    Product { what: SPARSE, name: "wgmma_sp_e4m3", targets: (90, 90), unit: Unit::Wgmma, element: E4M3, result: "f32", is_sparse: true },
    Product { what: DENSE, name: "tcgen05_f16", targets: (100, 110), unit: Unit::Tensor("", "f16", 0), element: F16, result: "f32", is_sparse: false },
    Product { what: DENSE, name: "tcgen05_bf16", targets: (100, 110), unit: Unit::Tensor("", "f16", 1), element: BF16, result: "f32", is_sparse: false },
    Product { what: DENSE, name: "tcgen05_tf32", targets: (100, 110), unit: Unit::Tensor("", "tf32", 2), element: TF32, result: "f32", is_sparse: false },
    Product { what: DENSE, name: "tcgen05_e4m3", targets: (100, 110), unit: Unit::Tensor("", "f8f6f4", 0), element: E4M3, result: "f32", is_sparse: false },
    Product { what: SPARSE, name: "tcgen05_sp_f16", targets: (100, 110), unit: Unit::Tensor(".sp", "f16", 0), element: F16, result: "f32", is_sparse: true },
    Product { what: SPARSE, name: "tcgen05_sp_tf32", targets: (100, 110), unit: Unit::Tensor(".sp", "tf32", 2), element: TF32, result: "f32", is_sparse: true },
    Product { what: SPARSE, name: "tcgen05_sp_e4m3", targets: (100, 110), unit: Unit::Tensor(".sp", "f8f6f4", 0), element: E4M3, result: "f32", is_sparse: true },
    Product { what: MODES, name: "tcgen05_ws_f16", targets: (100, 110), unit: Unit::Tensor(".ws", "f16", 0), element: F16, result: "f32", is_sparse: false },
    Product { what: MODES, name: "tcgen05_ws_sp_e4m3", targets: (100, 110), unit: Unit::Tensor(".ws.sp", "f8f6f4", 0), element: E4M3, result: "f32", is_sparse: true },
    Product { what: MODES, name: "tcgen05_two_blocks_f16", targets: (100, 110), unit: Unit::Pair("", "f16", 0), element: F16, result: "f32", is_sparse: false },
    Product { what: MODES, name: "tcgen05_two_blocks_sp_e4m3", targets: (100, 110), unit: Unit::Pair(".sp", "f8f6f4", 0), element: E4M3, result: "f32", is_sparse: true },
];

/// Returns word `i` of the matrices in shared memory, before the mask is applied.
fn word(i: u32) -> u32 {
    let mut word = i.wrapping_mul(0x9e37_79b1).wrapping_add(0x7f4a_7c15);
    word ^= word >> 15;
    word = word.wrapping_mul(0x85eb_ca6b);
    word ^ word >> 13
}

impl Product {
    /// Returns the number of thread blocks that compute one matrix product together.
    fn blocks(&self) -> usize {
        if matches!(self.unit, Unit::Pair(..)) { 2 } else { 1 }
    }

    /// Returns the numbers of rows of A and of columns of B in the shared memory of a block.
    fn sizes(&self) -> (usize, usize) {
        match self.unit {
            Unit::Wgmma => (64, 8),
            Unit::Tensor(..) | Unit::Pair(..) => (128, 64 / self.blocks()),
        }
    }

    /// Returns the number of bytes of a column of B.
    fn column(&self) -> usize {
        if self.is_sparse { 2 * ROW } else { ROW }
    }

    /// Returns the number of words in the shared memory of a block.
    fn words(&self) -> usize {
        let (rows, columns) = self.sizes();
        (rows * ROW + columns * self.column()) / 4
    }

    /// Returns the number of threads of the kernel.
    #[must_use]
    pub fn threads(&self) -> u32 {
        128 * self.blocks() as u32
    }

    /// Returns the number of elements that each thread returns.
    #[must_use]
    pub fn results(&self) -> usize {
        if self.unit == Unit::Wgmma { 4 } else { 16 }
    }

    /// Returns the row and the column of element `i` of a thread.
    fn place(&self, thread: usize, i: usize) -> (usize, usize) {
        match self.unit {
            // Place the element as in the accumulator fragments of `wgmma` (PTX ISA, "Register Fragments").
            Unit::Wgmma => (thread / 32 * 16 + thread % 32 / 4 + i / 2 * 8, thread % 4 * 2 + i % 2),
            // A lane of tensor memory holds a row (PTX ISA, data path layouts A and D).
            Unit::Tensor(..) | Unit::Pair(..) => (thread, i),
        }
    }

    /// Returns the bytes of a row of A or of a column of B. `start` is the offset of the matrix in shared memory.
    fn bytes(&self, block: usize, start: usize, line: usize, length: usize) -> Vec<u8> {
        let byte = |k: usize| {
            let at = start + line / 8 * 8 * length + k / 16 * 128 + line % 8 * 16 + k % 16;
            let word =
                word((block * self.words() + at / 4) as u32) & self.element.kept | self.element.set;
            word.to_le_bytes()[at % 4]
        };
        (0..length).map(byte).collect()
    }

    /// Returns elements as hexadecimal digits for `eval --batch`, first element first. For `b1`, a byte holds eight
    /// elements.
    fn elements(&self, bytes: &[u8]) -> String {
        let digits =
            bytes.chunks(self.element.bits.div_ceil(8)).flat_map(|element| element.iter().rev());
        digits.fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a string");
            text
        })
    }

    /// Returns the form of the product in the spelling of `eval --batch`.
    fn form(&self) -> String {
        let (element, result) = (self.element.ty, self.result);
        let k = 8 * self.column() / self.element.bits;
        let sp = if self.is_sparse { ".sp" } else { "" };
        let bits = if self.element.bits == 1 { ".and.popc" } else { "" };
        match self.unit {
            Unit::Wgmma => {
                format!(
                    "wgmma.mma_async{sp}.sync.aligned.m64n8k{k}.{result}.{element}.{element}{bits}"
                )
            }
            Unit::Tensor(_, kind, _) | Unit::Pair(_, kind, _) => {
                format!("tcgen05.mma{sp}.m128n8k{k}.kind::{kind}.{result}.{element}.{element}")
            }
        }
    }

    /// Returns the words that `eval --batch` computes for all threads.
    ///
    /// Panics if `eval` does not support the form.
    #[must_use]
    pub fn expected(&self, chip: &Chip) -> Vec<u64> {
        let (rows, columns) = self.sizes();
        let length = self.column();
        let digits = if self.is_sparse {
            // A metadata digit covers two columns for tf32, and four columns for the other types.
            let chunks = if self.element.bits == 32 { length / 8 } else { length / self.four() };
            format!("\te={}", format!("{:x}", self.digit()).repeat(chunks))
        } else {
            String::new()
        };
        let mut lines = String::new();
        for thread in 0..self.threads() as usize {
            for i in 0..self.results() {
                let (row, column) = self.place(thread, i);
                let a = self.bytes(row / rows, 0, row % rows, ROW);
                let b = self.bytes(column / columns, rows * ROW, column % columns, length);
                let (a, b) = (self.elements(&a), self.elements(&b));
                writeln!(lines, "sm_{}\t{}\t{a}\t{b}\t0{digits}", chip.sm, self.form())
                    .expect("a string");
            }
        }
        let mut output = Vec::new();
        ptx_tool::eval::batch::answer(lines.as_bytes(), &mut output, &Dialect::default())
            .expect("memory");
        let answers = String::from_utf8(output).expect("text");
        let word = |line: &str| u64::from_str_radix(line, 16).unwrap_or_else(|_| panic!("{line}"));
        answers.lines().map(word).collect()
    }

    /// Returns the number of bytes of four elements of 8 or 16 bits each.
    fn four(&self) -> usize {
        if self.element.bits == 8 { 4 } else { 8 }
    }

    /// Returns the digit that fills the metadata. The digit selects the second and the third of four columns, and for
    /// tf32 the second of two.
    fn digit(&self) -> u32 {
        if self.element.bits == 32 { 0xe } else { 9 }
    }
}

/// Runs the products that a chip supports. Returns an answer for each product.
#[must_use]
pub fn answers(device: &mut dyn Device, chip: &Chip) -> Vec<Answer> {
    let all = PRODUCTS.iter().filter(|one| (one.targets.0..=one.targets.1).contains(&chip.sm));
    let answer = |one: &Product| {
        let launch = Launch {
            entry: one.name,
            operands: &[],
            threads: one.threads(),
            results: one.results(),
        };
        let found = device.run_text(&one.text(chip), &launch);
        Answer::of_kernel(
            one.what,
            (one.name, launch.threads),
            found,
            || Some(one.expected(chip)),
            "ptx-core",
        )
    };
    all.map(answer).collect()
}
