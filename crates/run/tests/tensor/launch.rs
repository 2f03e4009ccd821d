//! Kernels that copy shared memory and tensor memory from buffers, run some instructions, and copy tensor memory back.

use ptx_run::{Fault, Grid, Memory, Module, Options};

/// The words of the tensor memory of a block: 128 lanes of 512 columns.
pub(crate) const WORDS: usize = 128 * 512;
/// The bytes of shared memory that the kernels fill.
pub(crate) const BYTES: usize = 64 << 10;

/// Returns a kernel that runs `body` in thread 0 and `after` in all threads. In `body`, the predicates are `%p7` (true)
/// and `%p8` (false), `%r40` holds the address of tensor memory, and `%r42` the address of the mbarrier.
pub(crate) fn kernel(target: &str, body: &str, after: &str) -> String {
    let list = |name: &str| (0..32).map(|i| format!("{name}{i}")).collect::<Vec<_>>().join(", ");
    let each = |f: &dyn Fn(usize) -> String| (0..32).map(f).collect::<String>();
    let loads = each(&|i| format!("ld.global.b32 %w{i}, [%rd5+{}];", 4 * i));
    let stores = each(&|i| format!("st.global.b32 [%rd6+{}], %w{i};", 4 * i));
    let words = list("%w");
    let end = BYTES;
    let last = BYTES + 8;
    format!(
        ".version 8.8\n.target {target}\n.address_size 64
        .extern .shared .align 1024 .b8 tile[];
        .visible .entry k(.param .u64 p, .param .u64 q, .param .u64 o) {{
        .reg .pred %p<20>; .reg .b32 %r<60>; .reg .b32 %w<32>; .reg .b64 %rd<40>;
        ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q]; ld.param.u64 %rd3, [o];
        mov.u32 %r1, %tid.x; mov.u32 %r9, %ctaid.x;
        mul.wide.u32 %rd9, %r9, {BYTES}; add.s64 %rd1, %rd1, %rd9;
        mul.wide.u32 %rd9, %r9, {image}; add.s64 %rd2, %rd2, %rd9; add.s64 %rd3, %rd3, %rd9;
        setp.eq.u32 %p7, %r1, %r1; setp.ne.u32 %p8, %r1, %r1;
        shl.b32 %r2, %r1, 2; mov.u32 %r3, tile;
        more: cvt.u64.u32 %rd4, %r2; add.s64 %rd4, %rd1, %rd4; ld.global.b32 %r4, [%rd4];
        add.u32 %r5, %r3, %r2; st.shared.b32 [%r5], %r4;
        add.u32 %r2, %r2, 512; setp.lt.u32 %p2, %r2, {BYTES}; @%p2 bra more;
        mov.u32 %r42, {end}; mov.u32 %r43, {last};
        setp.lt.u32 %p3, %r1, 32;
        @%p3 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r43], 512;
        setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared::cta.b64 [%r42], 1;
        fence.proxy.async; bar.sync 0;
        ld.shared.b32 %r40, [%r43];
        // The words of the thread's lane.
        mul.wide.u32 %rd5, %r1, 2048; add.s64 %rd6, %rd3, %rd5; add.s64 %rd5, %rd2, %rd5;
        and.b32 %r6, %r1, 96; shl.b32 %r6, %r6, 16; add.u32 %r7, %r6, %r40; add.u32 %r10, %r7, 512;
        mov.u32 %r8, %r7;
        fill: {loads}
        tcgen05.st.sync.aligned.32x32b.x32.b32 [%r8], {{{words}}};
        add.s64 %rd5, %rd5, 128; add.u32 %r8, %r8, 32; setp.lt.u32 %p2, %r8, %r10; @%p2 bra fill;
        tcgen05.wait::st.sync.aligned;
        tcgen05.fence::before_thread_sync; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
        tcgen05.fence::after_thread_sync;
        @!%p1 bra then;
        {body}
        then: {after}
        barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
        tcgen05.fence::after_thread_sync;
        dump: tcgen05.ld.sync.aligned.32x32b.x32.b32 {{{words}}}, [%r7];
        tcgen05.wait::ld.sync.aligned;
        {stores}
        add.s64 %rd6, %rd6, 128; add.u32 %r7, %r7, 32; setp.lt.u32 %p2, %r7, %r10; @%p2 bra dump;
        bar.sync 0;
        @%p3 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
        @%p3 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r40, 512;
        ret; }}",
        image = 4 * WORDS
    )
}

/// Commits the operations of the thread.
pub(crate) const COMMIT: &str =
    "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r42];";
/// Waits for the first phase of the mbarrier.
pub(crate) const WAIT: &str =
    "again: mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r42], 0; @!%p4 bra again;";

/// Runs a kernel. Returns the tensor memory of each block. Products, and only they, are presumed in the report.
pub(crate) fn run(
    text: &str,
    blocks: u32,
    shared: &[u8],
    words: &[u32],
    options: &Options,
) -> Result<Vec<u32>, Fault> {
    let mut memory = Memory::new();
    let (p, q) = (memory.add(shared), memory.add(words));
    let o = memory.add(&vec![0_u32; words.len()]);
    let module = Module::new("test.ptx", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let grid = Grid { shared: BYTES as u32 + 1024, ..Grid::new(blocks, 128) };
    let options = options.clone().cluster([blocks, 1, 1]);
    let report = kernel.launch(grid, &[p.into(), q.into(), o.into()], &mut memory, &options)?;
    assert_eq!(report.presumed.len(), usize::from(text.contains("tcgen05.mma")), "{text}");
    Ok(memory.read(o))
}
