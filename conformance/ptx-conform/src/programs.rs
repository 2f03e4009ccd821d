//! Runs kernels that answer questions that NVIDIA's manual leaves open. The kernels contain warp instructions whose
//! mask names exited lanes, barriers in blocks with exited threads, and atomics of floats. Other kernels contain sparse
//! and block-scaled matrix products. Each answer contains the words that a chip returns, and whether `ptx-run` returns
//! the same words.

use crate::device::simulated::engine;
use crate::device::{Chip, Device, Launch};
use crate::kernel::{HEAD, header};
use crate::questions::Answer;

/// A kernel that answers a question. The kernel runs in one block. Each thread returns `results` words.
pub struct Program {
    /// The question.
    pub what: &'static str,
    /// The name of the kernel.
    pub name: &'static str,
    /// The first and the last architecture that run the kernel.
    pub targets: (u16, u16),
    threads: u32,
    results: usize,
    /// The statements of the kernel. The register `%t` has the number of the thread. The registers `%r0` and so on get
    /// the results.
    body: &'static str,
}

/// The last architecture in [`Program::targets`] for a kernel that also runs on all later architectures.
const NEWEST: u16 = u16::MAX;

/// Expands to statements that set the operands of a matrix product, followed by the instruction. The registers `%a0` to
/// `%a3` and `%b0` to `%b3` get pseudo-random words that depend on the thread. The registers `%c0` to `%c3` and the
/// metadata `%e` get constants.
///
/// A metadata digit has 4 bits and describes a chunk of columns. It gives the columns to which two stored elements of A
/// belong, or for `tf32` the column of one. PTX defines every digit of the constant 948dce4d for 16-bit and 8-bit
/// elements. For `tf32`, PTX defines only the digits 4 and e.
///
/// Each word of A and B is ANDed with `$mask`, which excludes NaNs. Most masks clear the highest exponent bit, so
/// magnitudes are below 2. Each word is then ORed with `$set`. For `bf16` and `tf32`, the mask and `$set` fix all but
/// three exponent bits. So the exponents differ by at most 7, and each term is large enough to affect the sum.
macro_rules! operands {
    ($mask:literal, $($instruction:tt)+) => { operands!($mask | "0", $($instruction)+) };
    ($mask:literal | $set:literal, $($instruction:tt)+) => {
        concat!(
            ".reg .b32 %a<4>, %b<4>, %c<4>, %e, %h, %sa, %sb;\n",
            "    mad.lo.u32 %h, %t, 0x9e3779b1, 0x7f4a7c15;\n",
            operands!(@word $mask $set "a0"), operands!(@word $mask $set "a1"), operands!(@word $mask $set "a2"),
            operands!(@word $mask $set "a3"), operands!(@word $mask $set "b0"), operands!(@word $mask $set "b1"),
            operands!(@word $mask $set "b2"), operands!(@word $mask $set "b3"),
            "    mov.b32 %c0, 0x3f800001;\n    mov.b32 %c1, 0xbf000000;\n    mov.b32 %c2, 0;\n    mov.b32 %c3, 0x33000000;\n",
            "    mov.b32 %e, 0x948dce4d;\n    ",
            $($instruction)+
        )
    };
    (@word $mask:literal $set:literal $name:literal) => {
        concat!(
            "    mad.lo.u32 %h, %h, 0x19660d, 0x3c6ef35f;\n    shf.l.wrap.b32 %h, %h, %h, 13;\n    and.b32 %", $name,
            ", %h, ", $mask, ";\n    or.b32 %", $name, ", %", $name, ", ", $set, ";\n"
        )
    };
}

const LANES: &str = "what a warp instruction returns if lanes of its mask have exited";
const SOURCE: &str = "what a shuffle returns from a lane that does not take part";
const BARRIER: &str = "how barriers count warps with threads that have exited";
const FLOATS: &str = "which subnormals atomic additions flush";
const SPARSE: &str = "the order of the terms of a sparse product";
const DIGITS: &str = "which elements undefined digits of metadata choose";
const SCALED: &str = "special scales and elements of block-scaled products";

/// Expands to statements that set the metadata `%e`, followed by the instruction. In even lanes, the eight metadata
/// digits are 0 to 7, and in odd lanes 8 to f.
macro_rules! every_digit {
    ($instruction:literal) => {
        concat!(
            "mov.b32 %e, 0x76543210;\n    and.b32 %h, %t, 1;\n    mad.lo.u32 %e, %h, 0x88888888, %e;\n    ",
            $instruction
        )
    };
}

/// The programs.
#[rustfmt::skip]
pub const PROGRAMS: &[Program] = &[
    Program { what: SOURCE, name: "shuffle_exited", targets: (70, NEWEST), threads: 32, results: 2, body: "
    setp.ge.u32 %g, %t, 16;
    @%g exit;
    .reg .pred %p;
    shfl.sync.idx.b32 %r0|%p, %t, 20, 31, 0xffffffff;
    selp.u32 %r1, 1, 0, %p;" },
    Program { what: SOURCE, name: "shuffle_masks", targets: (70, NEWEST), threads: 32, results: 2, body: "
    .reg .b32 %half;
    .reg .pred %p;
    setp.lt.u32 %g, %t, 16;
    selp.b32 %half, 0x0000ffff, 0xffff0000, %g;
    shfl.sync.bfly.b32 %r0|%p, %t, 16, 31, %half;
    selp.u32 %r1, 1, 0, %p;" },
    Program { what: LANES, name: "vote_exited", targets: (70, NEWEST), threads: 32, results: 2, body: "
    .reg .pred %p, %q;
    setp.lt.u32 %g, %t, 5;
    @%g exit;
    setp.ne.u32 %p, %t, 7;
    vote.sync.ballot.b32 %r0, %p, 0xffffffff;
    vote.sync.uni.pred %q, %p, 0xffffffff;
    selp.u32 %r1, 1, 0, %q;" },
    Program { what: LANES, name: "match_exited", targets: (70, NEWEST), threads: 32, results: 2, body: "
    .reg .pred %p;
    .reg .b32 %low;
    setp.lt.u32 %g, %t, 5;
    @%g exit;
    and.b32 %low, %t, 3;
    match.any.sync.b32 %r0, %low, 0xffffffff;
    match.all.sync.b32 %r1|%p, 9, 0xffffffff;" },
    Program { what: LANES, name: "redux_exited", targets: (80, NEWEST), threads: 32, results: 2, body: "
    setp.lt.u32 %g, %t, 5;
    @%g exit;
    redux.sync.add.u32 %r0, %t, 0xffffffff;
    redux.sync.min.u32 %r1, %t, 0xffffffff;" },
    Program { what: LANES, name: "elect_exited", targets: (90, NEWEST), threads: 32, results: 2, body: "
    .reg .pred %p;
    setp.lt.u32 %g, %t, 5;
    @%g exit;
    elect.sync %r0|%p, 0xffffffff;
    selp.u32 %r1, 1, 0, %p;" },
    Program { what: FLOATS, name: "float_atomics", targets: (60, NEWEST), threads: 1, results: 4, body: "
    .shared .b32 %s;
    .reg .b64 %at;
    .reg .f32 %f;
    mov.b32 %f, 0x00000003;
    st.global.b32 [%out], 0x00000005;
    red.global.add.f32 [%out], %f;
    ld.global.b32 %r0, [%out];
    st.shared.b32 [%s], 0x00000005;
    red.shared.add.f32 [%s], %f;
    ld.shared.b32 %r1, [%s];
    st.shared.b32 [%s], 0x00800000;
    mov.b32 %f, 0x80000001;
    mov.u64 %at, %s;
    cvta.shared.u64 %at, %at;
    red.add.f32 [%at], %f;
    ld.shared.b32 %r2, [%s];
    st.global.b32 [%out], 0x00800000;
    red.add.f32 [%out], %f;
    ld.global.b32 %r3, [%out];" },
    Program { what: FLOATS, name: "half_atomics", targets: (70, NEWEST), threads: 1, results: 2, body: "
    .reg .b32 %two;
    mov.b32 %two, 0x00030001;
    st.global.b32 [%out], 0x80020400;
    red.global.add.noftz.f16x2 [%out], %two;
    ld.global.b32 %r0, [%out];
    .reg .b16 %h;
    mov.b16 %h, 0x8001;
    st.global.b32 [%out], 0x00000003;
    red.global.add.noftz.f16 [%out], %h;
    ld.global.b32 %r1, [%out];" },
    Program { what: SPARSE, name: "sparse_f16", targets: (80, NEWEST), threads: 32, results: 4, body: operands!("0xbfffbfff",
        "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;") },
    Program { what: SPARSE, name: "sparse_bf16", targets: (80, NEWEST), threads: 32, results: 4, body: operands!("0x83ff83ff" | "0x3c003c00",
        "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;") },
    Program { what: SPARSE, name: "sparse_tf32", targets: (80, NEWEST), threads: 32, results: 4, body: operands!("0x83ffffff" | "0x3c000000",
        "mov.b32 %e, 0xe44e4ee4;\n    mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;") },
    Program { what: SPARSE, name: "sparse_e4m3", targets: (89, NEWEST), threads: 32, results: 4, body: operands!("0xbfbfbfbf",
        "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;") },
    Program { what: DIGITS, name: "digits_f16", targets: (80, NEWEST), threads: 32, results: 4, body: operands!("0xbfffbfff",
        every_digit!("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;")) },
    Program { what: DIGITS, name: "digits_bf16", targets: (80, NEWEST), threads: 32, results: 4, body: operands!("0x83ff83ff" | "0x3c003c00",
        every_digit!("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;")) },
    Program { what: DIGITS, name: "digits_tf32", targets: (80, NEWEST), threads: 32, results: 4, body: operands!("0x83ffffff" | "0x3c000000",
        every_digit!("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;")) },
    Program { what: DIGITS, name: "digits_mixed_tf32", targets: (80, NEWEST), threads: 32, results: 4, body: operands!("0x83ffffff" | "0x3c000000",
        "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;") },
    Program { what: DIGITS, name: "digits_e4m3", targets: (89, NEWEST), threads: 32, results: 4, body: operands!("0xbfbfbfbf",
        every_digit!("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;")) },
    Program { what: DIGITS, name: "unordered_digits_f16", targets: (80, NEWEST), threads: 32, results: 4, body: operands!("0xbfffbfff",
        every_digit!("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;")) },
    Program { what: DIGITS, name: "unordered_digits_bf16", targets: (80, NEWEST), threads: 32, results: 4, body: operands!("0x83ff83ff" | "0x3c003c00",
        every_digit!("mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1, %b2, %b3}, {%c0, %c1, %c2, %c3}, %e, 0;")) },
    Program { what: SCALED, name: "scale_of_nan", targets: (120, 121), threads: 32, results: 4, body: operands!("0xbfbfbfbf",
        "mov.b32 %sa, 0xff807f01;\n    mov.b32 %sb, 0x7f;\n    mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3}, %sa, {3, 0}, %sb, {0, 0};") },
    Program { what: SCALED, name: "infinities_of_e5m2", targets: (120, 121), threads: 32, results: 4, body: operands!("0xfcfcfcfc",
        "mov.b32 %sa, 0x7f;\n    mov.b32 %sb, 0x7f;\n    mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e5m2.e5m2.f32.ue8m0 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3}, %sa, {0, 0}, %sb, {0, 0};") },
    Program { what: SCALED, name: "e3m2_and_e2m3", targets: (120, 121), threads: 32, results: 4, body: operands!("0x3f3f3f3f",
        "mov.b32 %sa, 0x80;\n    mov.b32 %sb, 0x7e;\n    mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e3m2.e2m3.f32.ue8m0 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3}, %sa, {0, 0}, %sb, {0, 0};") },
    Program { what: SCALED, name: "fp4_4x_ue8m0", targets: (120, 121), threads: 32, results: 4, body: operands!("0xffffffff",
        "mov.b32 %sa, 0x7f80817e;\n    mov.b32 %sb, 0x807d7f7e;\n    mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3}, %sa, {0, 0}, %sb, {0, 0};") },
    Program { what: SCALED, name: "fp4_4x_ue4m3", targets: (120, 121), threads: 32, results: 4, body: operands!("0xffffffff",
        "mov.b32 %sa, 0x38b43c30;\n    mov.b32 %sb, 0x30387e01;\n    mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 {%r0, %r1, %r2, %r3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3}, %sa, {0, 0}, %sb, {0, 0};") },
    Program { what: BARRIER, name: "count_of_reduction", targets: (70, NEWEST), threads: 128, results: 1, body: "
    .reg .pred %p;
    setp.ge.u32 %g, %t, 70;
    @%g exit;
    setp.ne.u32 %p, %t, 3;
    bar.red.popc.u32 %r0, 1, %p;" },
    Program { what: BARRIER, name: "counted_barrier", targets: (70, NEWEST), threads: 128, results: 1, body: "
    setp.ge.u32 %g, %t, 70;
    @%g exit;
    bar.sync 1, 96;
    mov.u32 %r0, 1;" },
];

impl Program {
    /// Returns the number of words that each thread returns.
    #[must_use]
    pub fn results(&self) -> usize {
        self.results
    }

    /// Returns the PTX of a module with the kernel.
    #[must_use]
    pub fn text(&self, chip: &Chip) -> String {
        let Self { name, results, body, .. } = self;
        let stores = (0..*results).map(|i| {
            format!("    cvt.u64.u32 %w, %r{i};\n    st.global.u64 [%own+{}], %w;\n", 8 * i)
        });
        let stores: String = stores.collect();
        format!(
            "{}.visible .entry {name}{HEAD}    .reg .b32 %r<{results}>;\n    .reg .b64 %own;\n    \
             mul.wide.u32 %own, %t, {};\n    add.u64 %own, %out, %own;\n    {}\n{stores}    ret;\n}}\n",
            header(&chip.dialect()),
            8 * results,
            body.trim()
        )
    }

    fn launch(&self) -> Launch<'_> {
        let Self { name: entry, threads, results, .. } = *self;
        Launch { entry, operands: &[], threads, results }
    }

    /// Runs the kernel. Returns the words of all threads.
    ///
    /// # Errors
    /// Returns the error of the driver.
    pub fn run(&self, device: &mut dyn Device, chip: &Chip) -> Result<Vec<u64>, String> {
        device.run_text(&self.text(chip), &self.launch())
    }
}

/// Returns the answers of the programs that a chip can run, of those with a barrier if `barriers` is true, else of the
/// others. A program runs when the iterator reaches it.
pub fn answers(
    device: &mut dyn Device,
    chip: &Chip,
    barriers: bool,
) -> impl Iterator<Item = Answer> {
    let all = PROGRAMS.iter().filter(|one| (one.targets.0..=one.targets.1).contains(&chip.sm));
    all.filter(move |one| (one.what == BARRIER) == barriers).map(|one| {
        let expected = || engine(one.name, &one.text(chip), one.threads, one.results).ok();
        let found = one.run(device, chip);
        Answer::of_kernel(one.what, (one.name, one.threads), found, expected, "ptx-run")
    })
}
