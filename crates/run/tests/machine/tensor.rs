//! Compares instructions on tensor memory with their machine code.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};

/// The number of threads of a block.
const THREADS: u32 = 128;
/// The number of words of a thread.
const WORDS: usize = 32;

/// Returns the words of the buffer after a launch that reports races.
fn words(module: &Module) -> Vec<u32> {
    words_with(module, &Options::default().races(true))
}

fn words_with(module: &Module, options: &Options) -> Vec<u32> {
    let mut memory = Memory::new();
    let word = |i: u32| i.wrapping_mul(0x9e37_79b1);
    let y: Vec<u32> = (0..THREADS * WORDS as u32).map(word).collect();
    let y = memory.add(&y);
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let grid = Grid::new(1, THREADS);
    let launched = kernel.launch(grid, &[y.into()], &mut memory, options);
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    memory.read(y)
}

/// Compares a kernel with its machine code. Returns the words of both.
fn compare(assembler: &Assembler, text: &str, chip: &str, name: &str) -> Vec<u32> {
    let ptx = Module::new("tensor.ptx", text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let expected = words(&ptx);
    for level in ["-O0", "-O3"] {
        let file = format!("tensor_{name}{level}.ptx");
        let cubin = assembler.cubin(text, &file, &[&format!("-arch={chip}"), level]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("{name}: errors in lines {lines:?}"));
        let machine = Module::from_cubin("tensor.cubin", &cubin).expect("a cubin");
        assert!(words(&machine) == expected, "{name}, {level}");
        if name.starts_with("move") {
            let strict = words_with(&machine, &Options::default().strict(true));
            assert!(strict == expected, "{name}, {level}, strict");
        }
    }
    expected
}

/// Returns the words after a kernel that only waits.
fn idle_words() -> Vec<u32> {
    let text = core_kernel("fence::after_thread_sync", 0);
    words(&Module::new("idle.ptx", &text).unwrap_or_else(|error| panic!("{error}")))
}

/// Returns a kernel whose first warp allocates and frees tensor memory. `%base` is the address of the first lane of the
/// own warp.
fn kernel(chip: &str, body: &str) -> String {
    format!(
        ".version 9.0\n.target {chip}\n.address_size 64
        .visible .entry k(.param .u64 y)
        {{
        .shared .align 4 .b32 start; .shared .align 8 .b64 bar[2]; .shared .align 128 .b8 s[32768];
        .reg .pred %p<4>; .reg .b32 %r<32>, %w<{WORDS}>, %v<{WORDS}>, %base; .reg .b64 %y, %rd<8>;
        ld.param.u64 %y, [y]; cvta.to.global.u64 %y, %y; mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd1, %r1, {row}; add.u64 %y, %y, %rd1;
        setp.lt.u32 %p1, %r1, 32;
        @!%p1 bra allocated;
        tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [start], 128;
        allocated:
        tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
        ld.shared.u32 %r2, [start]; and.b32 %r3, %r1, 96; shl.b32 %r3, %r3, 16; add.u32 %base, %r2, %r3;
        {body}
        tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
        @!%p1 bra done;
        tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
        tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 128;
        done: ret;
        }}",
        row = 4 * WORDS
    )
}

/// Returns a list of registers.
fn list(name: &str, count: usize) -> String {
    let all: Vec<_> = (0..count).map(|i| format!("%{name}{i}")).collect();
    format!("{{{}}}", all.join(", "))
}

/// Returns the words that a thread reads from the buffer or writes to it.
fn moves(instruction: impl Fn(usize) -> String) -> String {
    (0..WORDS).map(instruction).collect()
}

fn loads() -> String {
    moves(|i| format!("ld.global.b32 %w{i}, [%y+{}];\n", 4 * i))
}

fn stores() -> String {
    moves(|i| format!("st.global.b32 [%y+{}], %w{i};\n", 4 * i))
}

/// A move: its shape, its number of registers, the offset of its second half, and whether it packs halves.
const MOVES: [(&str, usize, &str, bool); 9] = [
    ("32x32b.x1", 1, "", false),
    ("32x32b.x8", 8, "", false),
    ("32x32b.x4", 4, "", true),
    ("16x64b.x4", 4, "", false),
    ("16x128b.x2", 4, "", false),
    ("16x256b.x2", 8, "", false),
    ("16x256b.x1", 4, "", true),
    ("16x32bx2.x4", 4, ", 9", false),
    ("16x32bx2.x2", 2, ", 5", true),
];

#[test]
fn moves_equal_their_machine_code() {
    let Some(assembler) = Assembler::find() else { return };
    for (number, (shape, count, half, is_packed)) in MOVES.into_iter().enumerate() {
        let (pack, unpack) = if is_packed { (".pack::16b", ".unpack::16b") } else { ("", "") };
        let (all, some) = (list("w", WORDS), list("v", count));
        let change =
            |i: usize| format!("mad.lo.u32 %v{i}, %v{i}, 5, %r1; add.u32 %v{i}, %v{i}, {i};\n");
        let changes: String = (0..count).map(change).collect();
        let body = format!(
            "{loads}
            tcgen05.st.sync.aligned.32x32b.x32.b32 [%base], {all};
            tcgen05.wait::st.sync.aligned;
            tcgen05.ld.sync.aligned.{shape}{pack}.b32 {some}, [%base+3]{half};
            tcgen05.wait::ld.sync.aligned;
            {changes}
            tcgen05.st.sync.aligned.{shape}{unpack}.b32 [%base]{half}, {some};
            tcgen05.wait::st.sync.aligned;
            tcgen05.ld.sync.aligned.32x32b.x32.b32 {all}, [%base];
            tcgen05.wait::ld.sync.aligned;
            {stores}",
            loads = loads(),
            stores = stores(),
        );
        compare(&assembler, &kernel("sm_100a", &body), "sm_100a", &format!("move_{number}"));
    }
}

#[test]
fn reductions_of_loads_equal_their_machine_code() {
    const REDUCTIONS: [&str; 8] = [
        "min.u32",
        "max.u32",
        "min.s32",
        "max.s32",
        "min.f32",
        "max.f32",
        "min.abs.f32",
        "max.NaN.f32",
    ];
    let Some(assembler) = Assembler::find() else { return };
    let (all, some) = (list("w", WORDS), list("v", 4));
    let load = |(i, reduction): (usize, &str)| {
        format!(
            "tcgen05.ld.red.sync.aligned.32x32b.x4.{reduction} {some}, %r4, [%base+{i}];
            tcgen05.wait::ld.sync.aligned;
            add.u32 %w{i}, %r4, %v1;\n"
        )
    };
    let reductions: String = REDUCTIONS.into_iter().enumerate().map(load).collect();
    let body = format!(
        "{loads}
        tcgen05.st.sync.aligned.32x32b.x32.b32 [%base], {all};
        tcgen05.wait::st.sync.aligned;
        {reductions}
        {stores}",
        loads = loads(),
        stores = stores(),
    );
    compare(&assembler, &kernel("sm_103a", &body), "sm_103a", "reductions");
}

/// The warps allocate all columns one after the other.
#[test]
fn allocations_follow_each_other() {
    let Some(assembler) = Assembler::find() else { return };
    let all = list("w", WORDS);
    let text = format!(
        ".version 8.7\n.target sm_100a\n.address_size 64
        .visible .entry k(.param .u64 y)
        {{
        .shared .align 4 .b32 start[4];
        .reg .pred %p<2>; .reg .b32 %r<8>, %w<{WORDS}>, %base; .reg .b64 %y, %rd<2>;
        ld.param.u64 %y, [y]; cvta.to.global.u64 %y, %y; mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd1, %r1, {row}; add.u64 %y, %y, %rd1;
        shr.u32 %r2, %r1, 5; shl.b32 %r3, %r2, 2; mov.u32 %r4, start; add.u32 %r4, %r4, %r3;
        mov.u32 %r6, 512; mov.u32 %r7, 0;
        next: setp.ne.u32 %p1, %r7, %r2; @%p1 bra skipped;
        tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r4], %r6;
        bar.warp.sync 0xffffffff;
        ld.shared.u32 %r5, [%r4]; shl.b32 %r3, %r2, 21; add.u32 %base, %r5, %r3;
        {loads}
        tcgen05.st.sync.aligned.32x32b.x32.b32 [%base+480], {all};
        tcgen05.wait::st.sync.aligned;
        tcgen05.ld.sync.aligned.32x32b.x32.b32 {all}, [%base+480];
        tcgen05.wait::ld.sync.aligned;
        tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r5, %r6;
        {changes}
        skipped: bar.sync 0; add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, 4; @%p1 bra next;
        {stores}
        ret;
        }}",
        row = 4 * WORDS,
        loads = loads(),
        changes = moves(|i| format!("add.u32 %w{i}, %w{i}, %r5;\n")),
        stores = stores(),
    );
    compare(&assembler, &text, "sm_100a", "allocations");
}

/// The instruction descriptors of dense products with 128 rows, 64 columns, and results of 32 bits.
const F16: u32 = 0x0810_0010;
const BF16: u32 = F16 | 0x480;
const TF32: u32 = F16 | 0x900;
const E5M2: u32 = F16 | 0x80;
const I8: u32 = 0x0810_0020 | 0x480;
/// With block scales.
const MX: u32 = 0x0890_0000;
const MXF4: u32 = MX | 0x480;
const NVF4: u32 = 0x0810_0480;
/// The bit of a sparse matrix A, of M = 64 instead of 128, and of a negated or a transposed matrix B.
const SPARSE: u32 = 1 << 2;
const HALF: u32 = 0x0c00_0000;
const NEGATED: u32 = 1 << 14;
const TRANSPOSED: u32 = 1 << 16;

/// An instruction descriptor, the words after `tcgen05.mma`, and the operands after D.
const PRODUCTS: [(u32, &str, &str); 30] = [
    (F16, ".cta_group::1.kind::f16", "%da, %db, %i, %p3"),
    (F16 | NEGATED, ".cta_group::1.kind::f16", "%da, %db, %i, 0"),
    (F16 | TRANSPOSED, ".cta_group::1.kind::f16", "%da, %db, %i, 1"),
    (F16 ^ 0x10, ".cta_group::1.kind::f16", "[%r5], %db, %i, %p3"),
    (BF16, ".cta_group::1.kind::f16", "%da, %db, %i, {%r6, %r7, %r8, %r9}, %p3"),
    (BF16, ".cta_group::1.kind::f16", "[%r5], %db, %i, {%r6, %r7, %r8, %r9}, !%p3"),
    (F16, ".cta_group::1.kind::f16", "%da, %db, %i, %p3, 3"),
    (F16 ^ HALF, ".cta_group::1.kind::f16", "%da, %db, %i, %p3"),
    (F16, ".cta_group::1.kind::f16.ashift", "[%r5], %db, %i, %p3"),
    (F16, ".ws.cta_group::1.kind::f16", "%da, %db, %i, %p3"),
    (F16, ".ws.cta_group::1.kind::f16.collector::b2::fill", "%da, %db, %i, %p3, %rd2"),
    (F16, ".cta_group::1.kind::f16.collector::a::lastuse", "%da, %db, %i, %p3"),
    (F16 | SPARSE, ".sp.cta_group::1.kind::f16", "%da, %db, [%r10], %i, %p3"),
    (TF32, ".cta_group::1.kind::tf32", "%da, %db, %i, %p3"),
    (TF32, ".cta_group::1.kind::tf32", "[%r5], %db, %i, %p3"),
    (TF32 | SPARSE, ".sp.cta_group::1.kind::tf32", "%da, %db, [%r10], %i, %p3"),
    (F16, ".cta_group::1.kind::f8f6f4", "%da, %db, %i, %p3"),
    (E5M2, ".cta_group::1.kind::f8f6f4", "[%r5], %db, %i, %p3"),
    (E5M2 | SPARSE, ".sp.cta_group::1.kind::f8f6f4", "[%r5], %db, [%r10], %i, %p3"),
    (E5M2, ".ws.cta_group::1.kind::f8f6f4", "[%r5], %db, %i, %p3"),
    (I8, ".cta_group::1.kind::i8", "%da, %db, %i, %p3"),
    (I8 | SPARSE, ".sp.cta_group::1.kind::i8", "%da, %db, [%r10], %i, %p3"),
    (I8, ".ws.cta_group::1.kind::i8", "[%r5], %db, %i, %p3"),
    (MX, ".cta_group::1.kind::mxf8f6f4.block_scale.block32", "%da, %db, %i, [%r11], [%r12], %p3"),
    (MX, ".cta_group::1.kind::mxf8f6f4.block_scale.block32", "[%r5], %db, %i, [%r11], [%r12], %p3"),
    (MXF4, ".cta_group::1.kind::mxf4.block_scale.block32", "%da, %db, %i, [%r11], [%r12], %p3"),
    (
        MXF4,
        ".cta_group::1.kind::mxf4nvf4.block_scale.block32",
        "%da, %db, %i, [%r11], [%r12], !%p3",
    ),
    (NVF4, ".cta_group::1.kind::mxf4nvf4.block_scale.block16", "%da, %db, %i, [%r11], [%r12], %p3"),
    (
        NVF4,
        ".cta_group::1.kind::mxf4nvf4.block_scale.block16",
        "[%r5], %db, %i, [%r11], [%r12], %p3",
    ),
    (
        NVF4 | SPARSE,
        ".sp.cta_group::1.kind::mxf4nvf4.block_scale.block16",
        "%da, %db, [%r10], %i, [%r11], [%r12], %p3",
    ),
];

/// Copies and shifts.
const COPIES: [&str; 11] = [
    "cp.cta_group::1.128x256b [%r2], %da",
    "cp.cta_group::1.4x256b [%r2+8], %da",
    "cp.cta_group::1.128x128b [%r2], %da",
    "cp.cta_group::1.64x128b.warpx2::02_13 [%r2+4], %da",
    "cp.cta_group::1.64x128b.warpx2::01_23 [%r2], %da",
    "cp.cta_group::1.32x128b.warpx4 [%r2], %da",
    "cp.cta_group::1.128x256b.b8x16.b6x16_p32 [%r2], %da",
    "cp.cta_group::1.32x128b.warpx4.b8x16.b4x16_p64 [%r2], %da",
    "shift.cta_group::1.down [%r2]",
    "shift.cta_group::1.down [%r2+8]",
    "commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [bar+8], %h1",
];

/// Returns a kernel of which one thread runs an instruction of the tensor core on shared memory and tensor memory, which
/// all threads fill. The matrix A in tensor memory begins at column 64, and masks, metadata and scales are in other
/// columns.
fn core_kernel(instruction: &str, descriptor: u32) -> String {
    let all = list("w", WORDS);
    let fill = |column: usize| {
        format!(
            "{}tcgen05.st.sync.aligned.32x32b.x32.b32 [%base+{column}], {all};\n",
            moves(|i| format!("xor.b32 %w{i}, %w{i}, {column};\n"))
        )
    };
    let fills: String = (0..4).map(|i| fill(32 * i)).collect();
    let loads = moves(|i| {
        format!("ld.global.b32 %w{i}, [%y+{}]; and.b32 %w{i}, %w{i}, 0xbbbfbbbf;\n", 4 * i)
    });
    let body = format!(
        ".reg .b64 %da, %db; .reg .b32 %i; .reg .b16 %h<2>;
        setp.eq.u32 %p2, %r1, 0; mov.u32 %r13, bar; mov.b16 %h1, 1;
        @%p2 mbarrier.init.shared::cta.b64 [bar], 1; @%p2 mbarrier.init.shared::cta.b64 [bar+8], 1;
        mov.u32 %r20, s; shl.b32 %r21, %r1, 2; add.u32 %r21, %r20, %r21; mov.u32 %r22, 0;
        fill: shl.b32 %r23, %r22, 9; add.u32 %r24, %r21, %r23; add.u32 %r23, %r23, %r1;
        mul.lo.u32 %r23, %r23, 0x9e3779b1; and.b32 %r23, %r23, 0xbbbfbbbf; st.shared.u32 [%r24], %r23;
        add.u32 %r22, %r22, 1; setp.lt.u32 %p2, %r22, 64; @%p2 bra fill;
        {loads}
        {fills}
        tcgen05.wait::st.sync.aligned;
        fence.proxy.async.shared::cta;
        tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
        @!%p1 bra wait;
        elect.sync _|%p2, 0xffffffff;
        @!%p2 bra wait;
        shr.u32 %r20, %r20, 4; and.b32 %r20, %r20, 0x3fff; cvt.u64.u32 %da, %r20; or.b64 %da, %da, 0x0000401000080000;
        add.u64 %db, %da, 512; mov.u32 %i, {descriptor};
        add.u32 %r5, %r2, 64; add.u32 %r10, %r2, 96; add.u32 %r11, %r2, 104; add.u32 %r12, %r2, 112;
        mov.u32 %r6, 0x0f0f; mov.u32 %r7, 0; mov.u32 %r8, 2; mov.u32 %r9, 0xff000000; mov.u64 %rd2, 0x0003028000000000;
        ld.shared.u32 %r14, [s+4]; setp.ne.u32 %p3, %r14, 0;
        tcgen05.{instruction};
        tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r13];
        wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;
        tcgen05.fence::after_thread_sync;
        tcgen05.ld.sync.aligned.32x32b.x32.b32 {all}, [%base+32];
        tcgen05.ld.sync.aligned.32x32b.x32.b32 {other}, [%base];
        tcgen05.wait::ld.sync.aligned;
        {sums}
        {stores}",
        other = list("v", WORDS),
        sums = moves(|i| format!("mad.lo.u32 %w{i}, %w{i}, 5, %v{i};\n")),
        stores = stores(),
    );
    kernel("sm_100a", &body)
}

#[test]
fn products_equal_their_machine_code() {
    let Some(assembler) = Assembler::find() else { return };
    let idle = idle_words();
    for (number, (descriptor, words, operands)) in PRODUCTS.into_iter().enumerate() {
        let negated = operands.contains("!%p3");
        let operands = operands.replace("!%p3", "%p3");
        let text = core_kernel(&format!("mma{words} [%r2], {operands}"), descriptor);
        let text = if negated { text.replace("setp.ne.u32 %p3", "setp.eq.u32 %p3") } else { text };
        let found = compare(&assembler, &text, "sm_100a", &format!("product_{number}"));
        assert!(found != idle, "{words}: no element changed");
    }
}

#[test]
fn copies_to_tensor_memory_equal_their_machine_code() {
    let Some(assembler) = Assembler::find() else { return };
    let idle = idle_words();
    for (number, copy) in COPIES.into_iter().enumerate() {
        let text = core_kernel(copy, 0);
        let found = compare(&assembler, &text, "sm_100a", &format!("copy_{number}"));
        assert_eq!(found == idle, copy.starts_with("commit"), "{copy}");
    }
}
