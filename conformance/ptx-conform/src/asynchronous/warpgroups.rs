//! Products of `wgmma`: the layouts of its matrices in shared memory, and its operands.

use super::{Program, fill, random};

const LAYOUT: &str = "where a matrix descriptor of wgmma places the elements";
const OPERANDS: &str = "how wgmma reads its registers, signs and metadata";

/// The input: random halves without NaN.
const HALVES: u32 = 0xbfff_bfff;
/// The first byte of B in `mem`.
const B: usize = 8 << 10;
/// The number of columns of B in a kernel for a layout.
const COLUMNS: usize = 128;

/// The layout of a matrix.
#[derive(Clone, Copy)]
struct Layout {
    /// The width of the swizzle in units of 16 bytes: 1 without swizzle.
    units: usize,
    /// Whether the matrix is MN-major.
    is_transposed: bool,
    /// The number of bytes between the start of the pattern and the start of the matrix.
    offset: usize,
    /// The base offset field.
    base: u64,
}

impl Layout {
    const fn new(units: usize, is_transposed: bool) -> Self {
        Self { units, is_transposed, offset: 0, base: 0 }
    }

    /// Returns the descriptor of a matrix of `rows` rows along M or N, and of `length` halves along K. Its address is a
    /// number of bytes in `mem`, and its patterns follow each other without gaps.
    fn descriptor(self, at: usize, [rows, length]: [usize; 2]) -> u64 {
        let pattern = 128 * self.units;
        let (leading, stride) = match (self.is_transposed, self.units) {
            (false, 1) => (pattern, pattern * length / 8),
            (false, _) => (pattern * rows / 8, pattern),
            (true, 1) => (pattern, pattern * length / 8),
            (true, _) => (pattern * length / 8, pattern),
        };
        let swizzle = [0, 3, 2, 1][self.units.ilog2() as usize];
        let [start, leading, stride] = [at + self.offset, leading, stride].map(|x| x as u64 >> 4);
        start | leading << 16 | stride << 32 | self.base << 49 | swizzle << 62
    }
}

/// Returns statements that set a 64-bit register to a descriptor, whose address they increase by that of `mem`.
fn descriptor(register: &str, bits: u64) -> String {
    format!(
        "shr.u32 %x, %mem, 4; cvt.u64.u32 {register}, %x; add.u64 {register}, {register}, {bits:#x};\n"
    )
}

/// Returns the names of `count` registers of D.
fn registers(count: usize) -> String {
    let all: Vec<_> = (0..count).map(|i| format!("%d{i}")).collect();
    format!("{{{}}}", all.join(", "))
}

/// Waits for a product.
const END: &str = "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n";

/// Returns a kernel that multiplies matrices with these layouts. A thread returns the first two and the last two of its
/// elements, and a checksum of all.
fn layout(name: &str, [a, b]: [Layout; 2]) -> Program {
    let count = COLUMNS / 2;
    let checksum: String =
        (0..count).map(|i| format!("mad.lo.u32 %r4, %r4, 31, %d{i};\n    ")).collect();
    let body = format!(
        "{}.reg .b32 %d<{count}>;
    {}    {}    setp.ne.b32 %p, %l, %l;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n{COLUMNS}k16.f32.f16.f16 {}, %a, %b, %p, 1, 1, {}, {};
    {END}    mov.b32 %r0, %d0; mov.b32 %r1, %d1; mov.b32 %r2, %d{}; mov.b32 %r3, %d{}; mov.b32 %r4, 0;
    {checksum}",
        fill(super::SHARED),
        descriptor("%a", a.descriptor(0, [64, 16])),
        descriptor("%b", b.descriptor(B, [COLUMNS, 16])),
        registers(count),
        u8::from(a.is_transposed),
        u8::from(b.is_transposed),
        count - 2,
        count - 1
    );
    let input = random(super::SHARED / 4, HALVES, 0);
    Program { targets: (90, 90), results: 5, input, ..Program::new(LAYOUT, name, body) }
}

/// Returns a kernel that multiplies with B of eight columns. The first 16 registers of its input are those of the thread:
/// `%s0` and so on.
fn small(name: &str, masks: [u32; 2], products: &str) -> Program {
    let loads: String =
        (0..8).map(|i| format!("ld.global.b32 %s{i}, [%w+{}];\n    ", 4 * i)).collect();
    let body = format!(
        "{}.reg .b32 %d<4>, %s<8>;
    mul.wide.u32 %w, %l, 32; add.u64 %w, %in, %w; {loads}mov.b32 %d0, %s4; mov.b32 %d1, %s5; mov.b32 %d2, %s6; mov.b32 %d3, %s7;
    {}    {}    setp.ne.b32 %p, %l, %l; setp.eq.b32 %q, %l, %l;
    wgmma.fence.sync.aligned;
    {products}
    {END}    mov.b32 %r0, %d0; mov.b32 %r1, %d1; mov.b32 %r2, %d2; mov.b32 %r3, %d3;",
        fill(4096),
        descriptor("%a", Layout::new(1, false).descriptor(0, [64, 16])),
        descriptor("%b", Layout::new(1, false).descriptor(2048, [8, 32])),
    );
    let [kept, set] = masks;
    let input = random(1024, kept, set);
    Program { targets: (90, 90), results: 4, input, ..Program::new(OPERANDS, name, body) }
}

pub(super) fn programs() -> Vec<Program> {
    let major = |units, is_transposed| [Layout::new(units, is_transposed); 2];
    let inside = |units, offset| [Layout { offset, ..Layout::new(units, false) }; 2];
    let mut all = vec![
        layout("wgmma_k_major", major(1, false)),
        layout("wgmma_k_major_32", major(2, false)),
        layout("wgmma_k_major_64", major(4, false)),
        layout("wgmma_k_major_128", major(8, false)),
        layout("wgmma_k_major_64_second", inside(4, 32)),
        layout("wgmma_k_major_128_third", inside(8, 64)),
        layout("wgmma_mn_major", major(1, true)),
        layout("wgmma_mn_major_32", major(2, true)),
        layout("wgmma_mn_major_64", major(4, true)),
        layout("wgmma_mn_major_128", major(8, true)),
        layout("wgmma_both_majors", [Layout::new(8, false), Layout::new(8, true)]),
    ];
    // The rows of a pattern begin at row 4.
    let based = Layout { offset: 512, base: 4, ..Layout::new(8, false) };
    all.push(layout("wgmma_base_offset", [based; 2]));
    let dense = "wgmma.mma_async.sync.aligned.m64n8";
    let sparse = "wgmma.mma_async.sp.sync.aligned.m64n8";
    let d = registers(4);
    let metadata = "and.b32 %x, %s7, 0x44444444; or.b32 %x, %x, 0x88888888;\n";
    all.extend([
        small(
            "wgmma_registers",
            [HALVES, 0],
            &format!("{dense}k16.f32.f16.f16 {d}, {{%s0, %s1, %s2, %s3}}, %b, %p, 1, 1, 0;"),
        ),
        small(
            "wgmma_signs",
            [HALVES, 0],
            &format!(
                "{dense}k16.f32.f16.f16 {d}, %a, %b, %q, -1, 1, 0, 0;
    {dense}k16.f32.f16.f16 {d}, %b, %a, %q, 1, -1, 0, 0;
    {dense}k16.f32.f16.f16 {d}, %a, %a, %q, -1, -1, 0, 0;"
            ),
        ),
        small(
            "wgmma_mixed_integers",
            [u32::MAX, 0],
            &format!("{dense}k32.s32.s8.u8 {d}, {{%s0, %s1, %s2, %s3}}, %b, %q;"),
        ),
        small(
            "wgmma_saturated",
            [0x7fff_ffff, 0x7f00_0000],
            &format!("{dense}k32.satfinite.s32.u8.u8 {d}, %a, %b, %q;"),
        ),
        small(
            "wgmma_tf32_registers",
            [0x83ff_ffff, 0x3c00_0000],
            &format!("{dense}k8.f32.tf32.tf32 {d}, {{%s0, %s1, %s2, %s3}}, %b, %p, 1, 1;"),
        ),
    ]);
    for selector in 0..2 {
        all.push(small(
            &format!("wgmma_sparse_registers_{selector}"),
            [HALVES, 0],
            &format!(
                "{metadata}{sparse}k32.f32.f16.f16 {d}, {{%s0, %s1, %s2, %s3}}, %b, %x, {selector}, %p, 1, 1, 0;"
            ),
        ));
    }
    // A column of B has 64 bytes, so a pattern of 32 bytes has a second part, at the leading offset.
    let part = Layout::new(2, false).descriptor(2048, [8, 32]);
    let columns = descriptor("%b", part | 512 >> 4 << 16);
    all.push(small(
        "wgmma_leading_offset",
        [HALVES, 0],
        &format!("{columns}{metadata}{sparse}k32.f32.f16.f16 {d}, %a, %b, %x, 0, %p, 1, 1, 0, 0;"),
    ));
    all
}
