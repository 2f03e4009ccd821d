//! Questions about products of matrices in shared and tensor memory: `wgmma` with `.sp`, and `tcgen05.mma` dense, with
//! `.sp`, with `.ws` and by two blocks. `ptx-run` does not run these instructions, so the words of a chip are compared
//! with the elements that `ptx-bits eval --batch` computes.
//!
//! The matrices lie in shared memory without a swizzle, with K as the major dimension: a core matrix has eight rows of
//! 16 bytes, and the core matrices of a row lie next to each other (PTX ISA, "Matrix descriptor", "Canonical layouts").
//! All digits of the metadata are equal, so their places do not matter.

use crate::device::{Chip, Device, Launch};
use crate::kernel::{HEAD, header};
use crate::questions::Answer;
use ptx_isa::Dialect;
use std::fmt::Write;

/// A kernel that multiplies two matrices with one instruction.
pub struct Product {
    /// The question.
    pub what: &'static str,
    /// The name of the kernel.
    pub name: &'static str,
    /// The first architecture that runs the kernel, and the last.
    pub targets: (u16, u16),
    unit: Unit,
    /// The type of the elements of A and B, and the bits of each word of A and B that are not cleared, so that there is
    /// no NaN and no infinity.
    element: (&'static str, u32),
    is_sparse: bool,
}

/// The instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Wgmma,
    /// `tcgen05.mma` with these words after the mnemonic, its kind, and the number of the format in its descriptor.
    Tensor(&'static str, &'static str, u32),
}

/// The bytes of a row of A in shared memory. The instructions multiply this much at a time.
const ROW: usize = 32;

const SPARSE: &str = "the terms of a sparse product of matrices in memory";
const DENSE: &str = "whether sm_103 and sm_110 multiply like sm_100";
const MODES: &str = "whether .ws and cta_group::2 change a product";

const F16: (&str, u32) = ("f16", 0xbfff_bfff);
const BF16: (&str, u32) = ("bf16", 0xbfff_bfff);
const TF32: (&str, u32) = ("tf32", 0xbfff_ffff);
const E4M3: (&str, u32) = ("e4m3", 0xbfbf_bfbf);

#[rustfmt::skip]
/// The products.
pub const PRODUCTS: &[Product] = &[
    Product { what: SPARSE, name: "wgmma_sp_f16", targets: (90, 90), unit: Unit::Wgmma, element: F16, is_sparse: true },
    Product { what: SPARSE, name: "wgmma_sp_bf16", targets: (90, 90), unit: Unit::Wgmma, element: BF16, is_sparse: true },
    Product { what: SPARSE, name: "wgmma_sp_tf32", targets: (90, 90), unit: Unit::Wgmma, element: TF32, is_sparse: true },
    Product { what: SPARSE, name: "wgmma_sp_e4m3", targets: (90, 90), unit: Unit::Wgmma, element: E4M3, is_sparse: true },
    Product { what: DENSE, name: "tcgen05_f16", targets: (100, 110), unit: Unit::Tensor("", "f16", 0), element: F16, is_sparse: false },
    Product { what: DENSE, name: "tcgen05_bf16", targets: (100, 110), unit: Unit::Tensor("", "f16", 1), element: BF16, is_sparse: false },
    Product { what: DENSE, name: "tcgen05_tf32", targets: (100, 110), unit: Unit::Tensor("", "tf32", 2), element: TF32, is_sparse: false },
    Product { what: DENSE, name: "tcgen05_e4m3", targets: (100, 110), unit: Unit::Tensor("", "f8f6f4", 0), element: E4M3, is_sparse: false },
    Product { what: SPARSE, name: "tcgen05_sp_f16", targets: (100, 110), unit: Unit::Tensor(".sp", "f16", 0), element: F16, is_sparse: true },
    Product { what: SPARSE, name: "tcgen05_sp_tf32", targets: (100, 110), unit: Unit::Tensor(".sp", "tf32", 2), element: TF32, is_sparse: true },
    Product { what: SPARSE, name: "tcgen05_sp_e4m3", targets: (100, 110), unit: Unit::Tensor(".sp", "f8f6f4", 0), element: E4M3, is_sparse: true },
    Product { what: MODES, name: "tcgen05_ws_f16", targets: (100, 110), unit: Unit::Tensor(".ws", "f16", 0), element: F16, is_sparse: false },
    Product { what: MODES, name: "tcgen05_ws_sp_e4m3", targets: (100, 110), unit: Unit::Tensor(".ws.sp", "f8f6f4", 0), element: E4M3, is_sparse: true },
    Product { what: MODES, name: "tcgen05_two_blocks_f16", targets: (100, 110), unit: Unit::Tensor("2", "f16", 0), element: F16, is_sparse: false },
    Product { what: MODES, name: "tcgen05_two_blocks_sp_e4m3", targets: (100, 110), unit: Unit::Tensor("2.sp", "f8f6f4", 0), element: E4M3, is_sparse: true },
];

/// Returns word `i` of the matrices in shared memory, before the mask.
fn word(i: u32) -> u32 {
    let mut word = i.wrapping_mul(0x9e37_79b1).wrapping_add(0x7f4a_7c15);
    word ^= word >> 15;
    word = word.wrapping_mul(0x85eb_ca6b);
    word ^ word >> 13
}

impl Product {
    /// Whether two blocks multiply together. Each has half of the rows of A and half of the columns of B.
    fn is_pair(&self) -> bool {
        matches!(self.unit, Unit::Tensor(words, ..) if words.starts_with('2'))
    }

    /// Returns the numbers of rows of A and of columns of B in the shared memory of a block.
    fn sizes(&self) -> (usize, usize) {
        match self.unit {
            Unit::Wgmma => (64, 8),
            Unit::Tensor(..) if self.is_pair() => (128, 32),
            Unit::Tensor(..) => (128, 64),
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

    /// Returns the number of threads.
    #[must_use]
    pub fn threads(&self) -> u32 {
        if self.is_pair() { 256 } else { 128 }
    }

    /// Returns the number of elements that each thread returns.
    #[must_use]
    pub fn results(&self) -> usize {
        if self.unit == Unit::Wgmma { 4 } else { 16 }
    }

    /// Returns the row and the column of element `i` of a thread.
    fn place(&self, thread: usize, i: usize) -> (usize, usize) {
        match self.unit {
            // The accumulator fragments of `wgmma` (PTX ISA, "Register Fragments").
            Unit::Wgmma => (thread / 32 * 16 + thread % 32 / 4 + i / 2 * 8, thread % 4 * 2 + i % 2),
            // A lane of tensor memory holds a row (PTX ISA, data path layouts A and D).
            Unit::Tensor(..) => (thread, i),
        }
    }

    /// Returns the bytes of a row of A or of a column of B. `start` is the place of the matrix in shared memory.
    fn bytes(&self, block: usize, start: usize, line: usize, length: usize) -> Vec<u8> {
        let byte = |k: usize| {
            let at = start + line / 8 * 8 * length + k / 16 * 128 + line % 8 * 16 + k % 16;
            let word = word((block * self.words() + at / 4) as u32) & self.element.1;
            word.to_le_bytes()[at % 4]
        };
        (0..length).map(byte).collect()
    }

    /// Returns bytes as the elements of a line for `eval --batch`, first element first.
    fn elements(&self, bytes: &[u8]) -> String {
        let width = match self.element.0 {
            "tf32" => 4,
            "e4m3" => 1,
            _ => 2,
        };
        let digits = bytes.chunks(width).flat_map(|element| element.iter().rev());
        digits.fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a string");
            text
        })
    }

    /// Returns the product of K elements in the spelling of `eval --batch`.
    fn form(&self) -> String {
        let (element, k) = (self.element.0, self.column());
        let k = match element {
            "tf32" => k / 4,
            "e4m3" => k,
            _ => k / 2,
        };
        let sp = if self.is_sparse { ".sp" } else { "" };
        match self.unit {
            Unit::Wgmma => {
                format!("wgmma.mma_async{sp}.sync.aligned.m64n8k{k}.f32.{element}.{element}")
            }
            Unit::Tensor(_, kind, _) => {
                format!("tcgen05.mma{sp}.m128n8k{k}.kind::{kind}.f32.{element}.{element}")
            }
        }
    }

    /// Returns the words that `eval --batch` computes for all threads.
    ///
    /// # Panics
    /// If `eval` does not have the form.
    #[must_use]
    pub fn expected(&self, chip: &Chip) -> Vec<u64> {
        let (rows, columns) = self.sizes();
        let length = self.column();
        let digits = if self.is_sparse {
            // A digit stands for two columns of tf32, and for four of the other types.
            let chunks = if self.element.0 == "tf32" { length / 8 } else { length / self.four() };
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

    /// Returns the number of bytes of four elements of 8 or 16 bits.
    fn four(&self) -> usize {
        if self.element.0 == "e4m3" { 4 } else { 8 }
    }

    /// Returns the digit of all metadata: the second and the third of four columns, or the second of two.
    fn digit(&self) -> u32 {
        if self.element.0 == "tf32" { 0xe } else { 9 }
    }

    /// Returns the PTX of a module with the kernel.
    #[must_use]
    pub fn text(&self, chip: &Chip) -> String {
        let (rows, columns) = self.sizes();
        let cluster = if self.is_pair() { " .reqnctapercluster 2, 1, 1" } else { "" };
        let head = HEAD.replacen("\n{", &format!("{cluster}\n{{"), 1);
        let words = self.words();
        let mut text = format!(
            "{}.visible .entry {}{head}    .shared .align 1024 .b8 %mem[{}];
    .reg .b32 %l, %mem32, %i, %h, %x, %r<16>;
    .reg .b64 %own, %da, %db;
    .reg .pred %p, %q;
    mov.u32 %l, %tid.x;
    mov.u32 %mem32, %mem;
",
            header(&chip.dialect()),
            self.name,
            4 * words,
        );
        for first in (0..words).step_by(128) {
            text.push_str(&format!(
                "    add.u32 %i, %l, {first};
    mov.u32 %h, %ctaid.x;
    mad.lo.u32 %h, %h, {words}, %i;
    mad.lo.u32 %h, %h, 0x9e3779b1, 0x7f4a7c15;
    shr.u32 %x, %h, 15;
    xor.b32 %h, %h, %x;
    mul.lo.u32 %h, %h, 0x85ebca6b;
    shr.u32 %x, %h, 13;
    xor.b32 %h, %h, %x;
    and.b32 %h, %h, {:#x};
    mad.lo.u32 %i, %i, 4, %mem32;
    st.shared.b32 [%i], %h;
",
                self.element.1
            ));
        }
        // The distance of core matrices in a row is 128 bytes, between rows of core matrices it is eight rows.
        let descriptor = |name: &str, start: usize, length: usize, fixed: u64| {
            let distances = (128 >> 4) << 16 | (length as u64 / 2) << 32 | fixed;
            format!(
                "    add.u32 %x, %mem32, {start};
    and.b32 %x, %x, 0x3ffff;
    shr.u32 %x, %x, 4;
    cvt.u64.u32 {name}, %x;
    or.b64 {name}, {name}, {distances:#x};
"
            )
        };
        let fixed = if self.unit == Unit::Wgmma { 0 } else { 1 << 46 };
        text.push_str(&descriptor("%da", 0, ROW, fixed));
        text.push_str(&descriptor("%db", rows * ROW, self.column(), fixed));
        let digits = self.digit() * 0x1111_1111;
        text.push_str(&match self.unit {
            Unit::Wgmma => self.wgmma(digits),
            Unit::Tensor(words, kind, format) => {
                let columns = if self.is_pair() { 2 * columns } else { columns };
                let rows = if self.is_pair() { 2 * rows } else { rows };
                // Bit 2 is `.sp`, bits 4 to 5 are f32 results, bits 7 to 12 the formats of A and B, bits 17 to 22 the
                // columns divided by 8, and bits 24 to 28 the rows divided by 16.
                let descriptor = u32::from(self.is_sparse) << 2
                    | 1 << 4
                    | format << 7
                    | format << 10
                    | (columns as u32 / 8) << 17
                    | (rows as u32 / 16) << 24;
                self.tensor(words, kind, descriptor, digits)
            }
        });
        let results = self.results();
        text.push_str(&format!(
            "    mul.wide.u32 %own, %t, {};\n    add.u64 %own, %out, %own;\n",
            8 * results
        ));
        for i in 0..results {
            text.push_str(&format!(
                "    cvt.u64.u32 %w, %r{i};\n    st.global.u64 [%own+{}], %w;\n",
                8 * i
            ));
        }
        text + "    ret;\n}\n"
    }

    fn wgmma(&self, digits: u32) -> String {
        // Only products of 16-bit elements take transposes.
        let transposes = if matches!(self.element.0, "f16" | "bf16") { ", 0, 0" } else { "" };
        let form = self.form();
        format!(
            "    .reg .f32 %f<4>;
    fence.proxy.async;
    bar.sync 0;
    mov.b32 %x, {digits:#x};
    setp.ne.b32 %p, %x, %x;
    wgmma.fence.sync.aligned;
    {form} {{%f0, %f1, %f2, %f3}}, %da, %db, %x, 0, %p, 1, 1{transposes};
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    mov.b32 %r0, %f0;
    mov.b32 %r1, %f1;
    mov.b32 %r2, %f2;
    mov.b32 %r3, %f3;
"
        )
    }

    fn tensor(&self, words: &str, kind: &str, descriptor: u32, digits: u32) -> String {
        let (group, words) = match words.strip_prefix('2') {
            Some(words) => ("cta_group::2", words),
            None => ("cta_group::1", words),
        };
        let (meet, several, mask) = if self.is_pair() {
            let meet = "barrier.cluster.arrive.aligned;\n    barrier.cluster.wait.aligned;";
            (meet, ".multicast::cluster", ", 3")
        } else {
            ("bar.sync 0;", "", "")
        };
        let metadata = if self.is_sparse { "[%meta], " } else { "" };
        format!(
            "    .shared .align 8 .b64 %bar;
    .shared .b32 %slot;
    .reg .b32 %bar32, %slot32, %tensor, %lane, %meta, %i32;
    .reg .pred %first;
    mov.u32 %bar32, %bar;
    mov.u32 %slot32, %slot;
    setp.ge.u32 %p, %l, 32;
    @%p bra SKIP;
    tcgen05.alloc.{group}.sync.aligned.shared::cta.b32 [%slot32], 128;
    tcgen05.relinquish_alloc_permit.{group}.sync.aligned;
SKIP:
    setp.ne.u32 %first, %l, 0;
    @!%first mbarrier.init.shared.b64 [%bar32], 1;
    @!%first fence.mbarrier_init.release.cluster;
    fence.proxy.async;
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    {meet}
    tcgen05.fence::after_thread_sync;
    ld.shared.b32 %tensor, [%slot32];
    and.b32 %lane, %l, 0x60;
    shl.b32 %lane, %lane, 16;
    add.u32 %lane, %lane, %tensor;
    add.u32 %meta, %lane, 64;
    mov.b32 %x, {digits:#x};
    tcgen05.st.sync.aligned.32x32b.x8.b32 [%meta], {{%x, %x, %x, %x, %x, %x, %x, %x}};
    tcgen05.wait::st.sync.aligned;
    tcgen05.fence::before_thread_sync;
    {meet}
    tcgen05.fence::after_thread_sync;
    add.u32 %meta, %tensor, 64;
    mov.b32 %i32, {descriptor:#x};
    setp.ne.b32 %p, %x, %x;
    mov.u32 %h, %ctaid.x;
    setp.ne.or.u32 %q, %h, 0, %first;
    @%q bra WAIT;
    tcgen05.mma{words}.{group}.kind::{kind} [%tensor], %da, %db, {metadata}%i32, %p;
    tcgen05.commit.{group}.mbarrier::arrive::one.shared::cluster{several}.b64 [%bar32]{mask};
WAIT:
    mbarrier.try_wait.parity.shared.b64 %q, [%bar32], 0;
    @!%q bra WAIT;
    tcgen05.fence::after_thread_sync;
    tcgen05.ld.sync.aligned.32x32b.x16.b32 {{{registers}}}, [%lane];
    tcgen05.wait::ld.sync.aligned;
    tcgen05.fence::before_thread_sync;
    {meet}
    setp.ge.u32 %p, %l, 32;
    @%p bra END;
    tcgen05.dealloc.{group}.sync.aligned.b32 %tensor, 128;
END:
",
            registers = (0..16).map(|i| format!("%r{i}")).collect::<Vec<_>>().join(", "),
        )
    }
}

/// Runs the products that a chip can run.
#[must_use]
pub fn answers(device: &mut dyn Device, chip: &Chip) -> Vec<Answer> {
    let all = PRODUCTS.iter().filter(|one| (one.targets.0..=one.targets.1).contains(&chip.sm));
    let answer = |one: &Product| {
        let (threads, results) = (one.threads(), one.results());
        let found = device.load_text(one.name, &one.text(chip)).and_then(|()| {
            device.run(&Launch { entry: one.name, operands: &[], threads, results })?;
            device.read()
        });
        let verdict = match &found {
            Ok(found) if *found == one.expected(chip) => "as ptx-core",
            Ok(_) => "not as ptx-core",
            Err(_) => "not compared",
        };
        let words = |words: Vec<u64>| {
            words.iter().map(|word| format!("{word:08x}")).collect::<Vec<_>>().join(" ")
        };
        Answer {
            question: one.what.into(),
            form: format!("kernel {}", one.name),
            operands: format!("{threads} threads: {verdict}"),
            results: found.map_or_else(|why| format!("not run: {why}"), words),
        }
    };
    all.map(answer).collect()
}
