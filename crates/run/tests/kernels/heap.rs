//! Tests `malloc` and `free`. `ptxas` accepts every text.

use crate::support::{launch, module, run};
use ptx_run::{Buffer, Fault, FaultKind, Grid, Memory, Options};

const DECLARED: &str = "
.extern .func (.param .b64 r) malloc (.param .b64 n);
.extern .func free (.param .b64 p);";

/// The start of a kernel: `%p8` is the address of a thread's 64-bit element of `p`.
const START: &str = ".reg .b64 %p8, %off, %a, %b, %n; .reg .b32 %t, %v, %w, %i; .reg .pred %q; ld.param.u64 %p8, [p]; \
                     mov.u32 %t, %tid.x; mul.wide.u32 %off, %t, 8; add.s64 %p8, %p8, %off;";

/// Returns statements that write the address of new memory to a register.
fn malloc(to: &str, bytes: &str) -> String {
    format!(
        "{{ .param .b64 x; .param .b64 y; st.param.b64 [x], {bytes}; call (y), malloc, (x); ld.param.b64 {to}, [y]; }}"
    )
}

fn free(address: &str) -> String {
    format!("{{ .param .b64 x; st.param.b64 [x], {address}; call free, (x); }}")
}

fn kernel(body: &str) -> String {
    format!("{DECLARED}\n.visible .entry k(.param .u64 p) {{ {START}\n{body}\nret; }}")
}

fn longs(body: &str, blocks: u32, threads: u32) -> Vec<u64> {
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u64; threads as usize]);
    run(&kernel(body), Grid::new(blocks, threads), &[out.into()], &mut memory);
    memory.read(out)
}

fn fault(body: &str, threads: u32) -> Fault {
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u64; threads as usize]);
    launch(&kernel(body), Grid::new(1, threads), &[out.into()], &mut memory, &Options::default())
        .expect_err("the launch faults")
}

/// Each thread builds a list of `tid + 1` nodes of 16 bytes: the next node, and a number. Then it adds the numbers and
/// frees the nodes.
#[test]
fn a_linked_list() {
    let body = format!(
        "mov.u64 %a, 0; mov.u32 %i, 0;
build:
    mov.u64 %n, 16;
    {}
    st.u64 [%b], %a; st.u32 [%b+8], %i; ld.u32 %w, [%b+12]; mov.u64 %a, %b;
    add.u32 %i, %i, 1; setp.le.u32 %q, %i, %t; @%q bra build;
    mov.u32 %v, 0;
sum:
    ld.u32 %w, [%a+8]; add.u32 %v, %v, %w; mov.u64 %b, %a; ld.u64 %a, [%a];
    {}
    setp.ne.u64 %q, %a, 0; @%q bra sum;
    cvt.u64.u32 %a, %v; st.global.u64 [%p8], %a;",
        malloc("%b", "%n"),
        free("%b")
    );
    let expected: Vec<_> = (0..48_u64).map(|t| t * (t + 1) / 2).collect();
    assert_eq!(longs(&body, 3, 48), expected);
}

#[test]
fn addresses_are_aligned_and_apart() {
    let body = format!("cvt.u64.u32 %n, %t; {} st.global.u64 [%p8], %a;", malloc("%a", "%n"));
    let addresses = longs(&body, 1, 64);
    assert!(addresses.iter().all(|address| *address != 0 && address % 16 == 0));
    let ends = addresses.iter().zip(0..).map(|(address, bytes)| address + bytes);
    assert!(addresses[1..].iter().zip(ends).all(|(next, end)| *next >= end));
}

#[test]
fn a_full_heap_gives_null() {
    let body = format!("mov.u64 %n, 1000; {} st.global.u64 [%p8], %a;", malloc("%a", "%n"));
    let mut memory = Memory::new();
    let out = memory.add(&[1_u64; 8]);
    let options = Options::default().heap(4096);
    let grid = Grid::new(1, 8);
    launch(&kernel(&body), grid, &[out.into()], &mut memory, &options).unwrap();
    let found = memory.read::<u64>(out);
    assert!(found[..3].iter().all(|address| *address != 0), "{found:?}");
    assert!(found[4..].iter().all(|address| *address == 0), "{found:?}");
    // A larger heap has room after the allocations of the first launch.
    launch(&kernel(&body), grid, &[out.into()], &mut memory, &options.heap(1 << 20)).unwrap();
    assert!(memory.read::<u64>(out).iter().all(|address| *address != 0));
    let all = longs(
        &format!("mov.u64 %n, 0xffffffffffffffff; {} st.global.u64 [%p8], %a;", malloc("%a", "%n")),
        1,
        2,
    );
    assert_eq!(all, [0, 0]);
}

/// Frees half of a full heap, and allocates again.
#[test]
fn freed_memory_is_used_again() {
    let body = format!(
        "mov.u64 %n, 3000000; {} {} {} {}
        setp.ne.u64 %q, %b, 0; selp.b64 %b, 1, 0, %q; st.global.u64 [%p8], %b;",
        malloc("%a", "%n"),
        malloc("%b", "%n"),
        free("%a"),
        malloc("%b", "%n"),
    );
    assert_eq!(longs(&body, 1, 1), [1]);
    // New memory is zero.
    let body = format!(
        "mov.u64 %n, 8; {} st.u64 [%a], %n; {} {} ld.u64 %b, [%a]; add.u64 %b, %b, 5; st.global.u64 [%p8], %b;",
        malloc("%a", "%n"),
        free("%a"),
        malloc("%a", "%n"),
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u64]);
    let options = Options::default().heap(64);
    launch(&kernel(&body), Grid::new(1, 1), &[out.into()], &mut memory, &options)
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(memory.read::<u64>(out), [5]);
    // The third allocation takes the memory of the first two.
    let body = format!(
        "mov.u64 %n, 3000; {} {} {} {} mov.u64 %n, 5000; {}
        mov.u64 %n, 0; mov.u32 %i, 0;
fill: add.u64 %b, %a, %n; st.u32 [%b], %i; add.u32 %i, %i, 1; add.u64 %n, %n, 4; setp.lt.u64 %q, %n, 5000; @%q bra fill;
        ld.u32 %v, [%a+4996]; cvt.u64.u32 %b, %v; st.global.u64 [%p8], %b;",
        malloc("%a", "%n"),
        malloc("%b", "%n"),
        free("%a"),
        free("%b"),
        malloc("%a", "%n"),
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u64]);
    let options = Options::default().heap(8192);
    launch(&kernel(&body), Grid::new(1, 1), &[out.into()], &mut memory, &options)
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(memory.read::<u64>(out), [1249]);
}

#[test]
fn accesses_outside_of_allocations_are_faults() {
    let one = |access: &str| {
        fault(&format!("mov.u64 %n, 12;\n{}\nmov.u32 %v, 0;\n{access}", malloc("%a", "%n")), 2)
    };
    let found = one("st.u32 [%a+12], %v;");
    assert_eq!(found.kind, FaultKind::OutOfBounds);
    assert_eq!(found.thread, Some([0, 0, 0]));
    assert_eq!(
        found.message,
        "out of bounds: writes 4 bytes at offset 12 of the allocation of `malloc` at line 9 (12 bytes)"
    );
    let found = one("setp.eq.u32 %q, %t, 1; @%q ld.u64 %b, [%a+8];");
    assert_eq!(found.thread, Some([1, 0, 0]));
    assert_eq!(
        found.message,
        "out of bounds: reads 8 bytes at offset 8 of the allocation of `malloc` at line 9 (12 bytes)"
    );
    let found = one(&format!("{}\nst.global.u32 [%a+4], %v;", free("%a")));
    assert_eq!(found.kind, FaultKind::OutOfBounds);
    assert_eq!(
        found.message,
        "use after free: writes 4 bytes at offset 4 of the allocation of `malloc` at line 9 (12 bytes), which `free` at line 11 freed"
    );
    let found = one(&format!("{}\nst.global.u32 [%a+12], %v;", free("%a")));
    assert_eq!(
        found.message,
        "out of bounds: writes 4 bytes at offset 12 of the allocation of `malloc` at line 9 (12 bytes), which `free` at line 11 freed"
    );
}

#[test]
fn a_wrong_free_is_a_fault() {
    let one = |free: &str| fault(&format!("mov.u64 %n, 12;\n{}\n{free}", malloc("%a", "%n")), 1);
    let found = one(&format!("{}\n{}", free("%a"), free("%a")));
    assert_eq!(found.kind, FaultKind::Undefined);
    assert_eq!(found.place.as_ref().map(|(_, line)| *line), Some(11));
    assert_eq!(
        found.message,
        "frees the allocation of `malloc` at line 9, which `free` at line 10 freed"
    );
    let found = one(&format!("add.s64 %a, %a, 4;\n{}", free("%a")));
    assert!(found.message.ends_with(
        "(offset 4 of the allocation of `malloc` at line 9 (12 bytes)), which is not the start of an allocation of `malloc`"
    ), "{}", found.message);
    // The buffer, also at the offset that the allocation has in the heap.
    let same_offset = "ld.param.u64 %p8, [p]; and.b64 %b, %a, 0xfff; add.s64 %p8, %p8, %b;";
    for address in ["", same_offset] {
        let free = format!("{address} {}", free("%p8"));
        let body = format!("mov.u64 %n, 12;\n{}\n{free}", malloc("%a", "%n"));
        let found = fault(&body, 64);
        assert!(
            found.message.ends_with("which is not the start of an allocation of `malloc`"),
            "{}",
            found.message
        );
    }
}

/// `free` of null does nothing.
#[test]
fn null_can_be_freed() {
    assert_eq!(
        longs(&format!("mov.u64 %a, 0; {} st.global.u64 [%p8], %a;", free("%a")), 1, 1),
        [0]
    );
}

/// A later launch uses the memory. A launch that faults allocates and frees nothing.
#[test]
fn the_heap_belongs_to_the_memory() {
    let text = format!(
        "{DECLARED}
.visible .entry make(.param .u64 p) {{ {START} mov.u64 %n, 8; {} cvt.u64.u32 %n, %t; st.u64 [%a], %n; st.global.u64 [%p8], %a; ret; }}
.visible .entry read(.param .u64 p) {{ {START} ld.global.u64 %a, [%p8]; ld.u64 %n, [%a]; add.u64 %n, %n, 5; st.global.u64 [%p8], %n; ret; }}
.visible .entry drop(.param .u64 p) {{ {START} ld.global.u64 %a, [%p8]; {} trap; }}",
        malloc("%a", "%n"),
        free("%a")
    );
    let module = module(&text);
    let mut memory = Memory::new();
    let out = memory.add(&[0_u64; 40]);
    let launch = |name: &str, bytes: usize, memory: &mut Memory<'_>| {
        let kernel = module.kernel(name).unwrap();
        let options = Options::default().heap(bytes);
        kernel.launch(Grid::new(1, 40), &[out.into()], memory, &options)
    };
    launch("make", 2048, &mut memory).unwrap();
    assert_eq!(launch("drop", 2048, &mut memory).unwrap_err().kind, FaultKind::Trap);
    launch("read", 2048, &mut memory).unwrap();
    assert_eq!(memory.read::<u64>(out), (5..45).collect::<Vec<_>>());
    // A larger heap has more memory, which stays in later launches with a smaller heap.
    launch("make", 1 << 20, &mut memory).unwrap();
    assert_eq!(launch("drop", 16, &mut memory).unwrap_err().kind, FaultKind::Trap);
    launch("read", 16, &mut memory).unwrap();
    assert_eq!(memory.read::<u64>(out), (5..45).collect::<Vec<_>>());
}

/// The memory of a launch on a copy of the memory is that of the copy, until its heap is taken over.
#[test]
fn a_heap_is_taken_over() {
    let text = format!(
        "{DECLARED}
.visible .entry make(.param .u64 p) {{ {START} mov.u64 %n, 8; {} cvt.u64.u32 %n, %t; st.u64 [%a], %n; st.global.u64 [%p8], %a; ret; }}
.visible .entry read(.param .u64 p) {{ {START} ld.global.u64 %a, [%p8]; ld.u64 %n, [%a]; add.u64 %n, %n, 5; st.global.u64 [%p8], %n; ret; }}",
        malloc("%a", "%n")
    );
    let module = module(&text);
    let launch = |name: &str, memory: &mut Memory<'_>, out: Buffer| {
        let kernel = module.kernel(name).unwrap();
        kernel.launch(Grid::new(1, 4), &[out.into()], memory, &Options::default())
    };
    let mut memory = Memory::new();
    let out = memory.add(&[0_u64; 4]);
    launch("make", &mut memory, out).unwrap();
    let mut other = memory.clone();
    launch("make", &mut other, out).unwrap();
    let pointers: Vec<u64> = other.read(out);
    memory.write(out, &pointers);
    assert_eq!(launch("read", &mut memory, out).unwrap_err().kind, FaultKind::OutOfBounds);
    memory.keep_heap(&other);
    launch("read", &mut memory, out).unwrap();
    assert_eq!(memory.read::<u64>(out), [5, 6, 7, 8]);
}

/// Each thread writes its own allocation. Then all threads read the allocation of thread 0 after a barrier, or without one.
#[test]
fn races_in_allocations_are_found() {
    let body = |barrier: &str| {
        format!(
            ".shared .align 8 .b64 shared; mov.u64 %n, 8; {} cvt.u64.u32 %n, %t; st.u64 [%a], %n;
            setp.eq.u32 %q, %t, 0; @%q st.shared.u64 [shared], %a; bar.sync 0; ld.shared.u64 %a, [shared];
            @%q st.u64 [%a], %n; {barrier} ld.u64 %b, [%a];",
            malloc("%a", "%n")
        )
    };
    for (barrier, count) in [("bar.sync 0;", 0), ("", 1)] {
        let mut memory = Memory::new();
        let out = memory.add(&[0_u64; 32]);
        let options = Options::default().races(true);
        let report =
            launch(&kernel(&body(barrier)), Grid::new(1, 32), &[out.into()], &mut memory, &options)
                .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(report.races.len() + report.same_value_races.len(), count);
        if let Some(race) = report.races.first() {
            assert!(
                race.address.contains("of the allocation of `malloc` at line 8 (8 bytes)"),
                "{}",
                race.address
            );
        }
    }
}

/// Thread 0 frees the only memory, which thread 1 then gets. `malloc` orders their accesses.
#[test]
fn memory_of_another_thread_is_no_race() {
    let one = format!(
        "mov.u64 %n, 16; {} st.u64 [%a], %n; atom.add.u32 %v, [%a+8], 1; st.global.u64 [%p8], %a;",
        malloc("%a", "%n")
    );
    let body = format!(
        "setp.eq.u32 %q, %t, 0; @!%q bra second;
        {one} {} bra done;
second: {one}
done:",
        free("%a")
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u64; 2]);
    let options = Options::default().races(true).heap(64);
    let report =
        launch(&kernel(&body), Grid::new(1, 2), &[out.into()], &mut memory, &options).unwrap();
    assert_eq!((report.races.len(), report.order_matters.len()), (0, 0));
    let addresses = memory.read::<u64>(out);
    assert_eq!(addresses[0], addresses[1]);
    assert_ne!(addresses[0], 0);
}
