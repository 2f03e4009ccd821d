//! Tests `cp.async`: at which instruction the copied bytes become visible in shared memory, and that earlier accesses
//! to these bytes fault.

use crate::support::{HEADER, REGISTERS, launch, run};
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options};

/// Returns a kernel in which each thread has 16 bytes of `p` at `%rd5`, of `o` at `%rd6`, and of shared
/// memory at `%r2`.
fn kernel(body: &str) -> String {
    format!(
        ".visible .entry k(.param .u64 p, .param .u64 o) {{ {REGISTERS} .shared .align 16 .b8 tile[1024];
            ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [o]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd4, %r1, 16;
            add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd2, %rd4; mov.u32 %r3, tile; shl.b32 %r2, %r1, 4; add.u32 %r2, %r2, %r3;
            {body}
            ret; }}"
    )
}

const BACK: &str = "ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r2]; st.global.v4.u32 [%rd6], {%r10, %r11, %r12, %r13};";

/// Runs a kernel with this body. The four words of thread `t` in `p` are `0x1000 * t + 1` to `0x1000 * t + 4`. Returns
/// `o`.
fn copied(body: &str, threads: u32) -> Result<Vec<u32>, Fault> {
    let mut memory = Memory::new();
    let words: Vec<u32> =
        (0..threads).flat_map(|thread| (1..5).map(move |i| 0x1000 * thread + i)).collect();
    let (p, o) = (memory.add(&words), memory.add(&vec![99_u32; words.len()]));
    let grid = Grid::new(1, threads);
    launch(&kernel(body), grid, &[p.into(), o.into()], &mut memory, &Options::default())?;
    Ok(memory.read(o))
}

fn fault(body: &str) -> String {
    let fault = copied(body, 4).unwrap_err();
    assert_ne!(fault.kind, FaultKind::Caller);
    fault.to_string()
}

const COPY: &str = "cp.async.cg.shared.global [%r2], [%rd5], 16;";

fn whole(threads: u32) -> Vec<u32> {
    (0..threads).flat_map(|thread| (1..5).map(move |i| 0x1000 * thread + i)).collect()
}

#[test]
fn a_wait_completes_the_groups_that_it_covers() {
    let group = "cp.async.commit_group;";
    for wait in ["cp.async.wait_all;", "cp.async.commit_group; cp.async.wait_group 0;"] {
        assert_eq!(copied(&format!("{COPY} {wait} {BACK}"), 64), Ok(whole(64)));
    }
    // The second group is empty. An empty group counts, so `wait_group 1` completes the first group.
    assert_eq!(
        copied(&format!("{COPY} {group} {group} cp.async.wait_group 1; {BACK}"), 4),
        Ok(whole(4))
    );
    // `wait_group 1` has completed the older group, but not the newer group.
    let two = format!(
        "cp.async.ca.shared.global [%r2], [%rd5], 8; {group} cp.async.ca.shared.global [%r2+8], [%rd5+8], 8; {group}"
    );
    let low = "ld.shared.v2.u32 {%r10, %r11}, [%r2]; st.global.v2.u32 [%rd6], {%r10, %r11};";
    let found = copied(&format!("{two} cp.async.wait_group 1; {low}"), 2).unwrap();
    assert_eq!(found, [1, 2, 99, 99, 0x1001, 0x1002, 99, 99]);
    assert!(fault(&format!("{two} cp.async.wait_group 1;\n{BACK}")).contains("reads 16 bytes"));
}

#[test]
fn an_access_before_the_wait_is_an_error() {
    let place = "the `cp.async` at line 7 in";
    let at = "of shared memory (1024 bytes)";
    let end = "kernel `k`, block (0,0,0), thread";
    let cases = [
        (BACK, "ld.shared.v4.u32", "reads 16 bytes at offset 0", "this", 0),
        ("st.shared.u8 [%r2+15], 1;", "st.shared.u8", "writes 1 byte at offset 15", "this", 0),
        (
            "setp.eq.u32 %p1, %r1, 2; @%p1 ld.shared.u32 %r10, [tile];",
            "ld.shared.u32",
            "reads 4 bytes at offset 0",
            "another",
            2,
        ),
        (
            "atom.shared.add.u32 %r9, [%r2+4], 1;",
            "atom.shared.add.u32",
            "writes 4 bytes at offset 4",
            "this",
            0,
        ),
        (COPY, "cp.async.cg.shared.global", "writes 16 bytes at offset 0", "this", 0),
        // The copies are in no closed group, so `wait_group` does not complete them.
        (
            "cp.async.wait_group 0; ld.shared.u32 %r9, [%r2+12];",
            "ld.shared.u32",
            "reads 4 bytes at offset 12",
            "this",
            0,
        ),
    ];
    for (access, name, what, whose, thread) in cases {
        assert_eq!(
            fault(&format!("{COPY}\n{access}")),
            format!(
                "test.ptx:8: `{name}`: too early: {what} {at}; {place} {whose} thread has not arrived; {end} ({thread},0,0)\n\
                 note: `cp.async.wait_group` or `cp.async.wait_all` in its thread lets it arrive"
            )
        );
    }
    // Four threads copy to bytes 0 to 63. The accesses below are to other bytes, so they do not fault.
    assert!(
        copied(&format!("{COPY} st.shared.u32 [%r3+512], 5; ld.shared.u32 %r9, [%r3+508];"), 4)
            .is_ok()
    );
}

#[test]
fn the_source_is_read_at_the_instruction() {
    let body = format!(
        "{COPY} st.global.v4.u32 [%rd5], {{%r1, %r1, %r1, %r1}}; cp.async.wait_all; {BACK}"
    );
    assert_eq!(copied(&body, 8), Ok(whole(8)));
}

#[test]
fn zeros_follow_a_short_source() {
    let fill = "mov.u32 %r20, -1; st.shared.v4.u32 [%r2], {%r20, %r20, %r20, %r20};";
    let body = format!(
        "{fill} mul.lo.u32 %r5, %r1, 3; cp.async.cg.shared.global [%r2], [%rd5], 16, %r5; cp.async.wait_all; {BACK}"
    );
    let found = copied(&body, 6).unwrap();
    for (thread, words) in found.chunks_exact(4).enumerate() {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let source: Vec<u8> =
            whole(6)[4 * thread..][..4].iter().flat_map(|word| word.to_le_bytes()).collect();
        let count = 3 * thread;
        assert_eq!(bytes, [&source[..count], &[0; 16][count..]].concat(), "{count} bytes");
    }
    assert_eq!(
        fault("mul.lo.u32 %r5, %r1, 6;\ncp.async.cg.shared.global [%r2], [%rd5], 16, %r5;"),
        "test.ptx:8: `cp.async.cg.shared.global`: src-size is 18, which exceeds cp-size 16; \
         kernel `k`, block (0,0,0), thread (3,0,0)"
    );
    // Only `src-size` bytes are read, so the other source bytes may be out of bounds.
    let end =
        "mov.u32 %r5, 4; cp.async.ca.shared.global [%r2], [%rd5+48], 16, %r5; cp.async.wait_all;";
    let body = format!("setp.ne.u32 %p1, %r1, 0; @%p1 exit; {end} {BACK}");
    let found = copied(&body, 4).unwrap();
    assert_eq!(found[..5], [0x3001, 0, 0, 0, 99]);
}

#[test]
fn places_are_checked() {
    let end = "kernel `k`, block (0,0,0), thread";
    assert_eq!(
        fault("cp.async.ca.shared.global [%r2], [%rd5+4], 8;"),
        format!(
            "test.ptx:7: `cp.async.ca.shared.global`: misaligned: reads 8 bytes at offset 4 of the buffer of parameter 0 \
             (64 bytes); {end} (0,0,0)"
        )
    );
    assert_eq!(
        fault("cp.async.ca.shared.global [%r2+2], [%rd5], 4;"),
        format!(
            "test.ptx:7: `cp.async.ca.shared.global`: misaligned: writes 4 bytes at offset 2 of shared memory (1024 bytes); \
             {end} (0,0,0)"
        )
    );
    assert_eq!(
        fault("cp.async.cg.shared.global [%r2], [%rd5+32], 16;"),
        format!(
            "test.ptx:7: `cp.async.cg.shared.global`: out of bounds: reads 16 bytes at offset 64 of the buffer of parameter 0 \
             (64 bytes); {end} (2,0,0)"
        )
    );
    assert_eq!(
        fault("cp.async.cg.shared.global [%r2+992], [%rd5], 16;"),
        format!(
            "test.ptx:7: `cp.async.cg.shared.global`: out of bounds: writes 16 bytes at offset 1024 of shared memory \
             (1024 bytes); {end} (2,0,0)"
        )
    );
}

/// Tests that a copy arrives when its thread exits. Thread 0 exits without waiting for its copy, and thread 1 reads the
/// copied bytes much later.
#[test]
fn the_rest_arrives_when_the_thread_ends() {
    let body = format!(
        "setp.eq.u32 %p1, %r1, 1; @%p1 bra OTHER; {COPY} ret;
        OTHER: add.u32 %r7, %r7, 1; setp.lt.u32 %p2, %r7, 1000; @%p2 bra OTHER;
            ld.shared.v2.u32 {{%r10, %r11}}, [tile+8]; st.global.v2.u32 [%rd6], {{%r10, %r11}};"
    );
    assert_eq!(copied(&body, 2).unwrap()[4..], [3, 4, 99, 99]);
    // The second block must start without pending copies.
    let mut memory = Memory::new();
    let (p, o) = (memory.add(&whole(4)), memory.add(&[0_u32; 16]));
    let body = format!("{BACK} {COPY}");
    run(&kernel(&body), Grid::new(3, 4), &[p.into(), o.into()], &mut memory);
    assert_eq!(memory.read::<u32>(o), [0; 16]);
}

#[test]
fn hints_and_policies_have_no_effect() {
    let text = format!(
        "{}.visible .entry k(.param .u64 p) {{ {REGISTERS} ld.param.u64 %rd1, [p]; mov.u64 %rd2, 7;
            prefetch.global.L2 [%rd1]; prefetchu.L1 [%rd1]; nanosleep.u32 100; pmevent 3; fence.acq_rel.gpu; membar.sys;
            ld.global.nc.L1::no_allocate.L2::cache_hint.u32 %r1, [%rd1], %rd2;
            add.u32 %r1, %r1, 1;
            st.global.cg.L2::cache_hint.u32 [%rd1], %r1, %rd2;
            ld.acquire.sys.global.u32 %r2, [%rd1]; st.release.gpu.global.u32 [%rd1+4], %r2;
            atom.release.gpu.global.add.L2::cache_hint.u32 %r3, [%rd1], 5, %rd2;
            red.relaxed.sys.global.add.L2::cache_hint.u32 [%rd1], 6, %rd2;
            ret; }}",
        HEADER.replace("sm_80", "sm_90")
    );
    let kernel = Module::new("test.ptx", &text).unwrap().kernel("k").unwrap();
    let mut memory = Memory::new();
    let p = memory.add(&[40_u32, 0]);
    kernel.launch(Grid::new(1, 1), &[p.into()], &mut memory, &Options::default()).unwrap();
    assert_eq!(memory.read::<u32>(p), [52, 41]);
}

#[test]
fn an_access_of_neighbouring_words_before_the_wait_is_an_error() {
    // Lane i reads word i of the 16 bytes that lane 0 copies, so the addresses are consecutive.
    let read = "shl.b32 %r20, %r1, 2; add.u32 %r20, %r20, %r3;\nld.shared.u32 %r21, [%r20];";
    assert!(fault(&format!("{COPY} {read}")).contains("`ld.shared.u32`: too early: reads 4 bytes"));
    let write = read.replace("ld.shared.u32 %r21, [%r20]", "st.shared.u32 [%r20], %r1");
    assert!(
        fault(&format!("{COPY} {write}")).contains("`st.shared.u32`: too early: writes 4 bytes")
    );
    assert!(copied(&format!("{COPY} cp.async.wait_all; {write} {BACK}"), 4).is_ok());
    // Only words 2 and 3 are copied.
    let half = "setp.eq.u32 %p1, %r1, 0; @%p1 cp.async.ca.shared.global [%r2+8], [%rd5], 8;";
    assert!(fault(&format!("{half} {read}")).contains("reads 4 bytes at offset 8"));
    assert!(fault(&format!("{half} {write}")).contains("writes 4 bytes at offset 8"));
}

#[test]
fn an_ignored_source_is_not_read() {
    // The predicate lets thread 3 ignore its source, which is out of bounds.
    let body = format!(
        "setp.eq.u32 %p1, %r1, 3; cp.async.cg.shared.global [%r2], [%rd5+16], 16, %p1; cp.async.wait_all; {BACK}"
    );
    let found = copied(&body, 4).unwrap();
    assert_eq!(found, [&whole(4)[4..], &[0; 4]].concat());
}

#[test]
fn policies_are_registers() {
    let policy = "createpolicy.fractional.L2::evict_last.b64 %rd9, 0.5;";
    let body = format!(
        "{policy} cp.async.cg.shared.global.L2::cache_hint [%r2], [%rd5], 16, %rd9; cp.async.wait_all; {BACK} \
         discard.global.L2 [%rd1], 128; applypriority.global.L2::evict_normal [%rd1], 128;"
    );
    assert_eq!(copied(&body, 4), Ok(whole(4)));
}

/// Each thread reads the bytes that a thread of the other warp has copied. Only a barrier after the wait of that thread
/// orders the accesses.
#[test]
fn a_barrier_before_the_wait_orders_no_other_thread() {
    let other = "xor.b32 %r4, %r1, 32; shl.b32 %r4, %r4, 4; add.u32 %r4, %r4, %r3;
        ld.shared.u32 %r10, [%r4]; st.global.u32 [%rd6], %r10;";
    let (all, group) = ("cp.async.wait_all;", "cp.async.commit_group;");
    let one = "cp.async.wait_group 1;";
    for (between, count) in [
        (format!("{all} bar.sync 0;"), 0),
        (format!("bar.sync 0; {all}"), 1),
        (format!("bar.sync 0; {all} bar.sync 0;"), 0),
        // The second group is empty.
        (format!("{group} {group} {one} bar.sync 0; {all}"), 0),
        (format!("{group} {group} bar.sync 0; {one}"), 1),
    ] {
        let mut memory = Memory::new();
        let buffers = [memory.add(&[7_u32; 256]), memory.add(&[0_u32; 256])];
        let text = kernel(&format!("{COPY} {between} {other}"));
        let arguments = buffers.map(Into::into);
        let options = Options::default().races(true);
        let report = launch(&text, Grid::new(1, 64), &arguments, &mut memory, &options);
        let report = report.unwrap_or_else(|fault| panic!("{between}: {fault}"));
        assert_eq!(report.races.len(), count, "{between}");
        assert_eq!(memory.read::<u32>(buffers[1])[0], 7);
    }
}

/// Copies of neighbouring bytes are at different lines, in either order.
#[test]
fn an_early_access_names_its_own_copy() {
    for (first, second) in [(0, 8), (8, 0)] {
        let copies = format!(
            "cp.async.ca.shared.global [%r2+{first}], [%rd5], 8;\ncp.async.ca.shared.global [%r2+{second}], [%rd5], 8;"
        );
        for (place, line) in [(first, 7), (second, 8)] {
            let found = fault(&format!("{copies}\nst.shared.u64 [%r2+{place}], 1;"));
            assert!(found.contains(&format!("the `cp.async` at line {line} in")), "{found}");
        }
    }
}
