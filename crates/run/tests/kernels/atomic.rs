//! Tests atomic operations. The expected values are literals, or are computed in Rust, one thread after the other.

use crate::support::{HEADER, INDEX, REGISTERS, launch, run, words};
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options};

/// The state space of the tested word, the instruction that loads its address, and whether it is in shared
/// memory.
const SPACES: [(&str, &str, bool); 4] = [
    (".global", "mov.u64 %rd9, %rd1;", false),
    ("", "mov.u64 %rd9, %rd1;", false),
    (".shared", "mov.u64 %rd9, word;", true),
    ("", "mov.u64 %rd9, word; cvta.shared.u64 %rd9, %rd9;", true),
];

/// Runs an operation with one thread for each pair of operands, in order. Returns the final value, and the
/// old value that each thread received.
fn atomic(
    (space, address, is_shared): (&str, &str, bool),
    operation: &str,
    initial: u64,
    operands: &[[u64; 2]],
) -> (u64, Vec<u64>) {
    let bits = match operation.rsplit('.').next().unwrap() {
        "f16" | "bf16" | "b16" => 16,
        "u64" | "s64" | "b64" | "f64" => 64,
        _ => 32,
    };
    let register = match bits {
        16 => "%rs",
        32 => "%r",
        _ => "%rd",
    };
    let c = if operation.starts_with("cas") { format!(", {register}12") } else { String::new() };
    let instruction = match operation.strip_prefix("red.") {
        Some(operation) => format!("red{space}.{operation} [%rd9], {register}11"),
        None => format!("atom{space}.{operation} {register}10, [%rd9], {register}11{c}"),
    };
    let into = if is_shared { "st.shared.u64 [word], %rd15;" } else { "" };
    let back =
        if is_shared { "ld.shared.u64 %rd15, [word]; st.global.u64 [%rd1], %rd15;" } else { "" };
    let text = format!(
        ".visible .entry k(.param .u64 p, .param .u64 q, .param .u64 o) {{ {REGISTERS}
            .shared .align 8 .b8 word[8];
            ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q]; ld.param.u64 %rd3, [o];
            mov.u32 %r1, %tid.x; mul.wide.u32 %rd4, %r1, 16; add.s64 %rd5, %rd2, %rd4;
            mul.wide.u32 %rd6, %r1, 8; add.s64 %rd7, %rd3, %rd6;
            ld.global.u64 %rd15, [%rd1]; {into}
            ld.global.b{bits} {register}11, [%rd5]; ld.global.b{bits} {register}12, [%rd5+8];
            mov.b{bits} {register}10, 0;
            {address}
            {instruction};
            st.global.b{bits} [%rd7], {register}10;
            {back}
            ret;
        }}"
    );
    let header = ".version 8.0\n.target sm_90\n.address_size 64\n";
    let module = Module::new("test.ptx", &format!("{header}{text}")).unwrap();
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let word = memory.add(&[initial]);
    let flat: Vec<u64> = operands.iter().flatten().copied().collect();
    let (given, old) = (memory.add(&flat), memory.add(&vec![0_u64; operands.len()]));
    let (grid, arguments) =
        (Grid::new(1, operands.len() as u32), [word.into(), given.into(), old.into()]);
    let launched = kernel.launch(grid, &arguments, &mut memory, &Options::default());
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    (memory.read::<u64>(word)[0], memory.read(old))
}

/// Compares an operation with a Rust function, in all state spaces, as `atom` and as `red`.
fn check(
    operation: &str,
    initial: u64,
    operands: &[[u64; 2]],
    expected: impl Fn(u64, [u64; 2]) -> u64,
) {
    for space in SPACES {
        check_in(space, operation, initial, operands, &expected);
    }
}

fn check_in(
    space: (&str, &str, bool),
    operation: &str,
    initial: u64,
    operands: &[[u64; 2]],
    expected: &impl Fn(u64, [u64; 2]) -> u64,
) {
    let mut value = initial;
    let mut old = Vec::new();
    for operands in operands {
        old.push(value);
        value = expected(value, *operands);
    }
    let what = format!("atom{}.{operation}", space.0);
    assert_eq!(atomic(space, operation, initial, operands), (value, old), "{what}");
    if !operation.starts_with("exch") && !operation.starts_with("cas") {
        let (found, _) = atomic(space, &format!("red.{operation}"), initial, operands);
        assert_eq!(found, value, "red of {what}");
    }
}

/// Returns operands with both signs, near zero and near the limits of the type.
fn pairs(mask: u64) -> Vec<[u64; 2]> {
    let edges = [0, 1, 2, 5, mask >> 1, (mask >> 1) + 1, mask - 1, mask, 0x1234_5678_9abc_def0, 77];
    edges.iter().map(|b| [b & mask, !b & mask]).collect()
}

#[test]
fn integers_of_32_bits_wrap() {
    let operands = pairs(u64::from(u32::MAX));
    let on = |f: fn(u32, u32) -> u32| {
        move |old: u64, [b, _]: [u64; 2]| u64::from(f(old as u32, b as u32))
    };
    let signed = |f: fn(i32, i32) -> i32| {
        move |old: u64, [b, _]: [u64; 2]| u64::from(f(old as u32 as i32, b as u32 as i32) as u32)
    };
    for initial in [0, 3, 5, 0x8000_0000, 0xffff_ffff] {
        check("add.u32", initial, &operands, on(u32::wrapping_add));
        check("add.s32", initial, &operands, on(u32::wrapping_add));
        check("min.u32", initial, &operands, on(u32::min));
        check("max.u32", initial, &operands, on(u32::max));
        check("min.s32", initial, &operands, signed(i32::min));
        check("max.s32", initial, &operands, signed(i32::max));
        check("and.b32", initial, &operands, on(|a, b| a & b));
        check("or.b32", initial, &operands, on(|a, b| a | b));
        check("xor.b32", initial, &operands, on(|a, b| a ^ b));
        check("exch.b32", initial, &operands, on(|_, b| b));
        check("inc.u32", initial, &operands, on(|a, b| if a >= b { 0 } else { a + 1 }));
        check("dec.u32", initial, &[[5, 0]], |a, [b, _]| if a == 0 || a > b { b } else { a - 1 });
        check("dec.u32", initial, &operands, on(|a, b| if a == 0 || a > b { b } else { a - 1 }));
    }
}

#[test]
fn integers_of_64_bits_wrap() {
    let operands = pairs(u64::MAX);
    let signed =
        |f: fn(i64, i64) -> i64| move |old: u64, [b, _]: [u64; 2]| f(old as i64, b as i64) as u64;
    for initial in [0, 1 << 63, u64::MAX] {
        check("add.u64", initial, &operands, |a, [b, _]| a.wrapping_add(b));
        check("min.u64", initial, &operands, |a, [b, _]| a.min(b));
        check("max.u64", initial, &operands, |a, [b, _]| a.max(b));
        check("min.s64", initial, &operands, signed(i64::min));
        check("max.s64", initial, &operands, signed(i64::max));
        check("and.b64", initial, &operands, |a, [b, _]| a & b);
        check("or.b64", initial, &operands, |a, [b, _]| a | b);
        check("xor.b64", initial, &operands, |a, [b, _]| a ^ b);
        check("exch.b64", initial, &operands, |_, [b, _]| b);
    }
}

#[test]
fn cas_stores_only_over_an_equal_value() {
    let swap = |old, [b, c]: [u64; 2]| if old == b { c } else { old };
    let chain = [[1, 2], [1, 9], [2, 7], [2, 5], [7, 0xff00]];
    check("cas.b32", 1, &chain, swap);
    check("cas.b64", 1, &chain, swap);
    check("cas.b16", 1, &chain, swap);
    assert_eq!(atomic(SPACES[0], "cas.b16", 0xabcd_0001, &chain).0, 0xabcd_ff00);
}

/// Tests that `.f32` additions flush subnormals in global memory but not in shared memory, even through generic
/// addresses.
#[test]
fn f32_flushes_in_global_memory_only() {
    let cases = [
        // Columns: the initial value, the operand, the sum in global memory, the sum in shared memory.
        (0x3f80_0000, 0x4000_0000, 0x4040_0000, 0x4040_0000),
        (0x0000_0001, 0x0000_0001, 0x0000_0000, 0x0000_0002),
        (0x8000_0001, 0x8000_0000, 0x8000_0000, 0x8000_0001),
        (0x8000_0001, 0x8000_0001, 0x8000_0000, 0x8000_0002),
        (0x0080_0000, 0x8000_0001, 0x0080_0000, 0x007f_ffff),
        (0x0080_0001, 0x8080_0000, 0x0000_0000, 0x0000_0001),
        (0x8080_0001, 0x0080_0000, 0x8000_0000, 0x8000_0001),
        (0x0040_0000, 0x0040_0000, 0x0000_0000, 0x0080_0000),
        (0x7f80_0000, 0xff80_0000, 0x7fff_ffff, 0x7fff_ffff),
        (0x7fc0_1234, 0x3f80_0000, 0x7fff_ffff, 0x7fff_ffff),
        (0x3f80_0000, 0x3380_0000, 0x3f80_0000, 0x3f80_0000),
        (0x3f80_0000, 0x3380_0001, 0x3f80_0001, 0x3f80_0001),
        (0x7f7f_ffff, 0x7f7f_ffff, 0x7f80_0000, 0x7f80_0000),
    ];
    for (initial, operand, global, shared) in cases {
        for space in SPACES {
            let sum = if space.2 { shared } else { global };
            check_in(space, "add.f32", initial, &[[operand, 0]], &|_, _| sum);
        }
    }
}

#[test]
fn f64_and_halves_keep_subnormals() {
    let cases = [
        ("add.f64", 1, 1, 2),
        ("add.f64", 0x3ff0_0000_0000_0000, 0x4000_0000_0000_0000, 0x4008_0000_0000_0000),
        ("add.noftz.f16", 0x3c00, 0x3c00, 0x4000),
        ("add.noftz.f16", 0x0001, 0x0002, 0x0003),
        ("add.noftz.f16", 0x7c00, 0xfc00, 0x7fff),
        ("add.noftz.bf16", 0x3f80, 0x3f80, 0x4000),
        ("add.noftz.bf16", 0x0001, 0x0001, 0x0002),
        // There is no carry from the low element to the high element. Each element is rounded separately.
        ("add.noftz.f16x2", 0x7bff_0001, 0x7bff_0001, 0x7c00_0002),
        ("add.noftz.f16x2", 0x3c00_8001, 0x1000_0001, 0x3c00_0000),
        ("add.noftz.bf16x2", 0x3f80_0001, 0x3f80_8003, 0x4000_8002),
    ];
    for (operation, initial, operand, sum) in cases {
        for space in SPACES {
            check_in(space, operation, initial, &[[operand, 0]], &|_, _| sum);
        }
    }
}

/// Returns the sums in global and in shared memory for pairs of a value in memory and an operand.
fn sums(ty: &str, pairs: &[[u64; 2]]) -> Vec<[u64; 2]> {
    let operation = if ty.ends_with("x2") { "add.noftz" } else { "add" };
    let bits = if ty == "f64" { 64 } else { 32 };
    let r = if bits == 64 { "%rd" } else { "%r" };
    let text = format!(
        ".visible .entry k(.param .u64 p, .param .u64 shared) {{ {REGISTERS} .shared .b64 slots[64];
            ld.param.u64 %rd1, [p]; ld.param.u64 %rd9, [shared]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;
            mad.lo.u32 %r3, %r1, 64, %r2; mul.wide.u32 %rd3, %r3, 16; add.u64 %rd2, %rd1, %rd3;
            mul.wide.u32 %rd4, %r3, 8; add.u64 %rd9, %rd9, %rd4;
            mov.u32 %r4, slots; mad.lo.u32 %r4, %r2, 8, %r4;
            ld.global.b{bits} {r}5, [%rd2]; ld.global.b{bits} {r}6, [%rd2+8];
            st.shared.b{bits} [%r4], {r}5;
            red.global.{operation}.{ty} [%rd2], {r}6;
            red.shared.{operation}.{ty} [%r4], {r}6;
            ld.shared.b{bits} {r}7, [%r4]; st.global.b{bits} [%rd9], {r}7;
            ret; }}"
    );
    let blocks = pairs.len().div_ceil(64);
    let mut words = pairs.concat();
    words.resize(blocks * 128, 0);
    let mut memory = Memory::new();
    let (global, shared) = (memory.add(&words), memory.add(&vec![0_u64; blocks * 64]));
    // `bf16x2` needs sm_90.
    let text = format!("{}{text}", HEADER.replace("sm_80", "sm_90"));
    let module = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = module.kernel("k").expect("the kernel");
    let grid = Grid::new(blocks as u32, 64);
    let launched =
        kernel.launch(grid, &[global.into(), shared.into()], &mut memory, &Options::default());
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    let (global, shared) = (memory.read::<u64>(global), memory.read::<u64>(shared));
    (0..pairs.len()).map(|i| [global[2 * i], shared[i]]).collect()
}

/// Compares sums with the sums that a chip computed. The operands include subnormals, infinities, and NaNs with
/// payloads.
#[test]
fn sums_are_those_of_a_chip() {
    for ty in ["f64", "f32", "f16x2", "bf16x2"] {
        let lines = include_str!("sums.tsv").lines();
        let rows: Vec<Vec<u64>> = lines
            .filter_map(|line| line.strip_prefix(&format!("{ty}\t")))
            .map(|line| {
                line.split('\t').map(|word| u64::from_str_radix(word, 16).expect("hex")).collect()
            })
            .collect();
        let pairs: Vec<_> = rows.iter().map(|row| [row[0], row[1]]).collect();
        assert!(pairs.len() > 200, "{ty}");
        for (row, found) in rows.iter().zip(sums(ty, &pairs)) {
            assert_eq!(found, [row[2], row[3]], "{ty} {row:016x?}");
        }
    }
}

#[test]
fn threads_and_blocks_go_in_order() {
    let text = format!(
        ".visible .entry k(.param .u64 p, .param .u64 c) {{ {REGISTERS} {INDEX}
            ld.param.u64 %rd5, [c];
            atom.global.add.u32 %r5, [%rd5], 1;
            atom.global.add.u32 %r6, [%rd5], 1;
            mul.wide.u32 %rd6, %r1, 4; add.s64 %rd7, %rd2, %rd6;
            st.global.v2.u32 [%rd7], {{%r5, %r6}};
            ret; }}"
    );
    let mut memory = Memory::new();
    let (old, count) = (memory.add(&[0_u32; 16]), memory.add(&[0_u32]));
    run(&text, Grid::new(2, 4), &[old.into(), count.into()], &mut memory);
    let block = |start: u32| (0..4).flat_map(move |thread| [start + thread, start + 4 + thread]);
    assert_eq!(memory.read::<u32>(old), block(0).chain(block(8)).collect::<Vec<_>>());
    assert_eq!(memory.read::<u32>(count), [16]);
}

#[test]
fn a_guard_masks_threads_and_a_sink_drops_the_old_value() {
    let body = "setp.gt.u32 %p1, %r1, 5; mov.u32 %r5, 99; \
                @%p1 atom.global.add.u32 %r5, [%rd1], 100; @!%p1 atom.global.or.b32 _, [%rd1+4], 1; \
                setp.gt.u32 %p2, %r1, 1; @%p2 st.global.u32 [%rd2], %r5; ret;";
    assert_eq!(words(body, Grid::new(1, 8)), [200, 1, 99, 99, 99, 99, 0, 100]);
}

/// Tests that a kernel ends with the correct count if each thread takes a lock and then increases a counter.
#[test]
fn a_spin_lock_ends() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS}
            ld.param.u64 %rd1, [p];
        TRY: atom.global.cas.b32 %r1, [%rd1], 0, 1;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra TRY;
            ld.volatile.global.u32 %r2, [%rd1+4]; add.u32 %r2, %r2, 3; st.volatile.global.u32 [%rd1+4], %r2;
            membar.gl;
            atom.global.exch.b32 %r3, [%rd1], 0;
            ret; }}"
    );
    let mut memory = Memory::new();
    let word = memory.add(&[0_u32; 2]);
    run(&text, Grid::new(3, 64), &[word.into()], &mut memory);
    assert_eq!(memory.read::<u32>(word), [0, 576]);
}

#[test]
fn faults_read_like_those_of_stores() {
    let cases = [
        (
            "atom.global.add.u32 %r5, [%rd2+168], 1;",
            FaultKind::OutOfBounds,
            "`atom.global.add.u32`: out of bounds: writes 4 bytes at offset 256 of the buffer of parameter 0 (256 bytes)",
            22,
        ),
        (
            "red.global.add.u64 [%rd1+4], 1;",
            FaultKind::Misaligned,
            "`red.global.add.u64`: misaligned: writes 8 bytes at offset 4 of the buffer of parameter 0 (256 bytes)",
            0,
        ),
        (
            "atom.cas.b32 %r5, [%rd7], 1, 2;",
            FaultKind::ReadOnly,
            "`atom.cas.b32`: read-only: writes 4 bytes at offset 0 of the buffer of parameter 1 (8 bytes)",
            0,
        ),
        (
            "setp.eq.u32 %p1, %r1, 7; cvta.local.u64 %rd8, 0; @%p1 atom.add.u32 %r5, [%rd8], 1;",
            FaultKind::Undefined,
            "`atom.add.u32`: the address is in local memory, where nothing is atomic",
            7,
        ),
    ];
    for (operation, kind, what, thread) in cases {
        let text = format!(
            ".visible .entry k(.param .u64 p, .param .u64 q) {{ {REGISTERS} {INDEX}
                .local .b8 own[8]; ld.param.u64 %rd7, [q];
                {operation}
                ret; }}"
        );
        let mut memory = Memory::new();
        let arguments =
            [memory.add(&[0_u32; 64]).into(), memory.add_bytes(vec![0; 8], true).into()];
        let fault = launch(&text, Grid::new(1, 32), &arguments, &mut memory, &Options::default());
        let fault = fault.unwrap_err();
        let place = format!("kernel `k`, block (0,0,0), thread ({thread},0,0)");
        assert_eq!(fault.to_string(), format!("test.ptx:6: {what}; {place}"));
        assert_eq!(fault.kind, kind);
    }
}

/// Runs a kernel for sm_90 with a buffer of words. Returns the words.
fn on_words(declarations: &str, body: &str, threads: u32, words: &[u32]) -> Vec<u32> {
    launched(declarations, body, threads, words).unwrap_or_else(|fault| panic!("{fault}"))
}

fn launched(
    declarations: &str,
    body: &str,
    threads: u32,
    words: &[u32],
) -> Result<Vec<u32>, Fault> {
    let text = format!(
        ".version 8.4\n.target sm_90\n.address_size 64
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {declarations} ld.param.u64 %rd1, [p];
        mov.u32 %r1, %tid.x; {body} ret; }}"
    );
    let module = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let p = memory.add(words);
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    kernel.launch(Grid::new(1, threads), &[p.into()], &mut memory, &Options::default())?;
    Ok(memory.read(p))
}

#[test]
fn elements_of_vectors_are_updated_separately() {
    let [one, ten] = [1.0_f32, 10.0].map(f32::to_bits);
    let start = [ten, one, 0, 0, 0, 0];
    // The results go to the registers of the operands, in the other order.
    let body = "mov.f32 %f1, 0f3f800000; mov.f32 %f2, 0f40000000; add.u64 %rd2, %rd1, 8;
        atom.global.add.v2.f32 {%f2, %f1}, [%rd1], {%f1, %f2};
        st.global.f32 [%rd2], %f2; st.global.f32 [%rd2+4], %f1;";
    let found = on_words("", body, 1, &start);
    let sums = [11.0_f32, 3.0].map(f32::to_bits);
    assert_eq!(found[..4], [sums[0], sums[1], ten, one]);
    let body = "mov.f32 %f1, 0f3f800000; mov.f32 %f2, 0f40000000;
        red.global.add.v2.f32 [%rd1], {%f1, %f2};";
    let found = on_words("", body, 4, &start);
    assert_eq!(found[..2], [14.0_f32, 9.0].map(f32::to_bits));
    let misaligned = launched(
        "",
        "mov.f32 %f1, 0f3f800000; red.global.add.v2.f32 [%rd1+4], {%f1, %f1};",
        1,
        &start,
    );
    assert_eq!(misaligned.unwrap_err().kind, FaultKind::Misaligned);
    let halves = |low: u32, high: u32| low | high << 16;
    let (small, large) = (halves(0x3c00, 0xc000), halves(0x4000, 0x3c00));
    for (word, expected) in [("min", halves(0x3c00, 0xc000)), ("max", halves(0x4000, 0x3c00))] {
        let body = format!(
            "mov.b32 %r2, {small:#x}; mov.b32 %r3, {large:#x};
            red.global.{word}.noftz.v2.f16x2 [%rd1], {{%r2, %r3}};"
        );
        let found = on_words("", &body, 1, &[large, small, 0, 0]);
        assert_eq!(found[..2], [expected; 2], "{word}");
    }
}

#[test]
fn values_of_128_bits_are_exchanged_and_compared_as_a_whole() {
    let declarations = ".reg .b128 %q<4>;";
    // Each thread leaves its own value, and stores the value of the thread before it.
    let body = "cvt.u64.u32 %rd2, %r1; add.u64 %rd2, %rd2, 1; mul.lo.u64 %rd3, %rd2, 5; mov.b128 %q1, {%rd2, %rd3};
        atom.global.exch.b128 %q2, [%rd1], %q1; mov.b128 {%rd4, %rd5}, %q2;
        mul.lo.u64 %rd6, %rd2, 16; add.u64 %rd6, %rd1, %rd6; st.global.v2.b64 [%rd6], {%rd4, %rd5};";
    let found = on_words(declarations, body, 3, &[7, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(found, [3, 0, 15, 0, 7, 0, 9, 0, 1, 0, 5, 0, 2, 0, 10, 0]);
    // Only the first of two halves is equal: nothing changes.
    let body = "mov.b64 %rd2, 7; mov.b64 %rd3, 8; mov.b64 %rd4, 9; mov.b128 %q1, {%rd2, %rd3}; mov.b128 %q2, {%rd2, %rd4};
        atom.global.cas.b128 %q3, [%rd1], %q1, %q1;
        atom.global.cas.b128 %q3, [%rd1+16], %q2, %q1;";
    let found = on_words(declarations, body, 1, &[7, 0, 9, 0, 7, 0, 9, 0]);
    assert_eq!(found, [7, 0, 9, 0, 7, 0, 8, 0]);
    let body = "mov.b128 %q1, {%rd1, %rd1}; atom.global.exch.b128 %q2, [%rd1+16], %q1;";
    let found = launched(declarations, body, 1, &[0; 6]).unwrap_err();
    assert!(found.message.contains("writes 16 bytes at offset 16 of the buffer"), "{found}");
}
