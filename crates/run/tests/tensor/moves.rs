//! Tests `tcgen05.ld`, `tcgen05.st`, `tcgen05.cp` and `tcgen05.shift`.

use crate::Random;
use crate::launch::{BYTES, COMMIT, WAIT, WORDS, kernel, run};
use crate::place::{B32, B128, NONE, Pattern, Place};
use ptx_run::{Grid, Memory, Module, Options};

/// Runs a kernel on random memory. Returns shared memory, and tensor memory before and after.
fn moved(body: &str, after: &str) -> [Vec<u32>; 3] {
    moved_on("sm_100a", body, after)
}

fn moved_on(target: &str, body: &str, after: &str) -> [Vec<u32>; 3] {
    let mut g = Random(0x1234_5678_9abc_def1);
    let shared = g.words(BYTES / 4);
    let bytes: Vec<u8> = shared.iter().flat_map(|word| word.to_le_bytes()).collect();
    let words = g.words(WORDS);
    let text = kernel(target, body, after);
    let found = run(&text, 1, &bytes, &words, &Options::default())
        .unwrap_or_else(|fault| panic!("{fault}"));
    [shared, words, found]
}

/// Loads `count` registers with a shape, adds the number of the register to each, and stores them with `.32x32b`.
fn loaded(shape: &str, count: usize, offset: u32, more: &str) -> [Vec<u32>; 3] {
    let list = (0..count).map(|i| format!("%w{i}")).collect::<Vec<_>>().join(", ");
    let times = match shape.split_once(".x") {
        Some((_, times)) => times.to_owned(),
        None => panic!("{shape}"),
    };
    assert!(!times.is_empty());
    let adds: String = (0..count).map(|i| format!("add.u32 %w{i}, %w{i}, {i};")).collect();
    moved(
        "",
        &format!(
            "add.u32 %r20, %r7, {offset};
            tcgen05.ld.sync.aligned.{shape}.b32 {{{list}}}, [%r20+64]{more};
            tcgen05.wait::ld.sync.aligned; {adds}
            tcgen05.st.sync.aligned.32x32b.x{count}.b32 [%r7], {{{list}}};
            tcgen05.wait::st.sync.aligned;"
        ),
    )
}

/// Returns the lane within 16, and the column, of register `r` of thread `t` (PTX ISA, "Matrix fragments").
fn place(shape: &str, t: usize, r: usize) -> (usize, usize) {
    match shape {
        "16x64b" => (t / 4 + t % 2 * 8, (t / 2) % 2 + 2 * r),
        "16x128b" => (t / 4 + r % 2 * 8, t % 4 + r / 2 * 4),
        "16x256b" => (t / 4 + r / 2 % 2 * 8, t % 4 * 2 + r % 2 + r / 4 * 8),
        _ => (t, r),
    }
}

#[test]
fn every_shape_loads_its_fragment() {
    for (shape, times, count) in
        [("16x64b", 8, 8), ("16x128b", 4, 8), ("16x256b", 2, 8), ("32x32b", 16, 16)]
    {
        let upper = if shape == "32x32b" { 0 } else { 16 };
        let [_, words, found] = loaded(&format!("{shape}.x{times}"), count, upper << 16, "");
        for thread in 0..128 {
            for r in 0..count {
                let (lane, column) = place(shape, thread % 32, r);
                let lane = thread / 32 * 32 + upper as usize + lane;
                let expected = words[lane * 512 + 64 + column].wrapping_add(r as u32);
                assert_eq!(found[thread * 512 + r], expected, "{shape} {thread} {r}");
            }
        }
    }
}

#[test]
fn two_halves_have_a_distance() {
    let [_, words, found] = loaded("16x32bx2.x4", 4, 0, ", 40");
    for thread in 0..128 {
        let lane = thread / 32 * 32 + thread % 16;
        for r in 0..4 {
            let column = 64 + thread % 32 / 16 * 40 + r;
            let expected = words[lane * 512 + column].wrapping_add(r as u32);
            assert_eq!(found[thread * 512 + r], expected);
        }
    }
}

#[test]
fn halves_of_columns_are_packed() {
    let [_, words, found] = loaded("32x32b.x4.pack::16b", 4, 0, "");
    for thread in 0..128 {
        for r in 0..4 {
            let half = |i: usize| words[thread * 512 + 64 + 2 * r + i] & 0xffff;
            let expected = (half(0) | half(1) << 16).wrapping_add(r as u32);
            assert_eq!(found[thread * 512 + r], expected);
        }
    }
    let [_, words, found] = moved(
        "",
        "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%w0, %w1}, [%r7+8]; tcgen05.wait::ld.sync.aligned;
        tcgen05.st.sync.aligned.32x32b.x2.unpack::16b.b32 [%r7], {%w0, %w1};
        tcgen05.wait::st.sync.aligned;",
    );
    for lane in 0..128 {
        for i in 0..4 {
            let word = words[lane * 512 + 8 + i / 2];
            assert_eq!(found[lane * 512 + i], word >> (16 * (i % 2)) & 0xffff);
        }
    }
}

/// Runs `tcgen05.cp` of a matrix, and compares each row with its lanes.
fn copied(
    name: &str,
    pattern: Pattern,
    [rows, bytes]: [usize; 2],
    lanes: &dyn Fn(usize) -> Vec<usize>,
) {
    let place = Place::new(1024, pattern, false, [rows, bytes]);
    let body = format!(
        "mov.b64 %rd20, {}; tcgen05.cp.cta_group::1.{name} [%r40+32], %rd20; {COMMIT}",
        place.descriptor()
    );
    let [shared, words, found] = moved(&body, WAIT);
    let mut expected = words;
    for row in 0..rows {
        for word in 0..bytes / 4 {
            let bit = place.bit(row, 4 * word, 8);
            for lane in lanes(row) {
                expected[lane * 512 + 32 + word] = shared[bit / 32];
            }
        }
    }
    assert!(found == expected, "{name}");
}

#[test]
fn matrices_are_copied_to_tensor_memory() {
    for pattern in [NONE, B32, B128] {
        copied("128x256b", pattern, [128, 32], &|row| vec![row]);
    }
    copied("128x128b", NONE, [128, 16], &|row| vec![row]);
    copied("4x256b", NONE, [4, 32], &|row| vec![32 * row]);
    copied("64x128b.warpx2::02_13", NONE, [64, 16], &|row| vec![row, row + 64]);
    copied("64x128b.warpx2::01_23", NONE, [64, 16], &|row| {
        vec![row % 32 + row / 32 * 64, row % 32 + row / 32 * 64 + 32]
    });
    copied("32x128b.warpx4", NONE, [32, 16], &|row| vec![row, row + 32, row + 64, row + 96]);
}

#[test]
fn elements_are_unpacked_to_bytes() {
    let place = Place::new(0, NONE, false, [128, 16]);
    for (format, bits, shift) in [("b6x16_p32", 6, 0), ("b4x16_p64", 4, 2)] {
        let body = format!(
            "mov.b64 %rd20, {};
            tcgen05.cp.cta_group::1.128x128b.b8x16.{format} [%r40], %rd20; {COMMIT}",
            place.descriptor()
        );
        let [shared, _, found] = moved(&body, WAIT);
        let bit = |bit: usize| shared[bit / 32] >> (bit % 32) & 1;
        for row in 0..128 {
            for i in 0..16 {
                let first = place.bit(row, 0, 8) + i * bits;
                let element = (0..bits).map(|j| bit(first + j) << j).sum::<u32>();
                let byte = found[row * 512 + i / 4] >> (8 * (i % 4)) & 0xff;
                assert_eq!(byte, element << shift, "{format} {row} {i}");
            }
        }
    }
}

#[test]
fn rows_are_shifted_within_32_lanes() {
    let body = format!("tcgen05.shift.cta_group::1.down [%r40+16]; {COMMIT}");
    let [_, words, found] = moved(&body, WAIT);
    for lane in 0..128 {
        let from = if lane % 32 == 31 { lane } else { lane + 1 };
        for column in 16..24 {
            assert_eq!(found[lane * 512 + column], words[from * 512 + column]);
        }
        assert_eq!(found[lane * 512 + 24], words[lane * 512 + 24]);
    }
}

#[test]
fn a_load_reduces_the_words_of_a_thread() {
    let words = |from: &[u32], lane: usize| -> Vec<u32> { from[lane * 512 + 64..][..4].to_vec() };
    type Reduce = fn(Vec<u32>) -> u32;
    let magnitude = |word: u32| f32::from_bits(word & 0x7fff_ffff);
    let cases: [(&str, Reduce); 4] = [
        ("max.u32", |all| all.into_iter().max().unwrap()),
        ("min.s32", |all| all.into_iter().min_by_key(|one| one.cast_signed()).unwrap()),
        ("min.abs.f32", |all| {
            let numbers = all.into_iter().map(|one| f32::from_bits(one & 0x7fff_ffff));
            numbers.filter(|one| !one.is_nan()).fold(f32::INFINITY, f32::min).to_bits()
        }),
        ("max.abs.NaN.f32", |all| {
            let numbers = all.into_iter().map(|one| f32::from_bits(one & 0x7fff_ffff));
            numbers
                .fold(0.0, |a: f32, b| if a.is_nan() || b.is_nan() { f32::NAN } else { a.max(b) })
                .to_bits()
        }),
    ];
    for (operation, reduce) in cases {
        let [_, before, found] = moved_on(
            "sm_103a",
            "",
            &format!(
                "tcgen05.ld.red.sync.aligned.32x32b.x4.{operation} {{%w0, %w1, %w2, %w3}}, %w4, [%r7+64];
                tcgen05.wait::ld.sync.aligned;
                tcgen05.st.sync.aligned.32x32b.x1.b32 [%r7], {{%w4}}; tcgen05.wait::st.sync.aligned;"
            ),
        );
        for lane in 0..128 {
            let expected = reduce(words(&before, lane));
            let is_nan = operation.contains("f32") && magnitude(expected).is_nan();
            let expected = if is_nan { 0x7fff_ffff } else { expected };
            assert_eq!(found[lane * 512], expected, "{operation} {lane}");
        }
    }
}

/// Allocations are aligned to their number of columns, and use the first free columns.
#[test]
fn allocations_use_the_first_free_columns() {
    let alloc = |i: usize, count: u32| {
        format!(
            "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [word], {count}; ld.shared.b32 %r{i}, [word];
            st.global.b32 [%rd1+{}], %r{i};",
            4 * i
        )
    };
    let free = |i: usize, count: u32| {
        format!("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r{i}, {count};")
    };
    let steps = [
        [256, 128, 64, 32, 32].into_iter().enumerate().map(|(i, count)| alloc(i, count)).collect(),
        free(0, 256),
        alloc(5, 256),
        free(2, 64),
        alloc(6, 32),
        alloc(7, 32),
        free(1, 128) + &free(3, 32) + &free(4, 32) + &free(5, 256) + &free(6, 32) + &free(7, 32),
    ];
    let text = format!(
        ".version 8.8\n.target sm_100a\n.address_size 64
        .visible .entry k(.param .u64 p) {{ .reg .b32 %r<8>; .reg .b64 %rd<2>; .shared .b32 word;
        ld.param.u64 %rd1, [p]; {} ret; }}",
        steps.concat()
    );
    let module = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let p = memory.add(&[1_u32; 8]);
    kernel
        .launch(Grid::new(1, 32), &[p.into()], &mut memory, &Options::default())
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(memory.read::<u32>(p), [0, 256, 384, 448, 480, 0, 384, 416]);
}

/// A thread of either block of a pair copies the shared memory of both blocks.
#[test]
fn a_pair_of_blocks_copies_its_own_memory() {
    let mut g = Random(0x1234_5678_9abc_def3);
    let shared = g.words(4 * BYTES / 4);
    let bytes: Vec<u8> = shared.iter().flat_map(|word| word.to_le_bytes()).collect();
    let words = g.words(4 * WORDS);
    let place = |from: usize| Place::new(1024 * (from - 1), NONE, false, [128, 32]);
    let copy = |from: usize| {
        format!(
            "setp.eq.u32 %p9, %r9, {from}; mov.b64 %rd20, {:#x}; add.u32 %r41, %r40, {};
            @%p9 tcgen05.cp.cta_group::2.128x256b [%r41], %rd20;",
            place(from).descriptor(),
            32 * from
        )
    };
    let body = format!("{} {} {COMMIT}", copy(2), copy(3));
    let found = run(&kernel("sm_100a", &body, WAIT), 4, &bytes, &words, &Options::default());
    let found = found.unwrap_or_else(|fault| panic!("{fault}"));
    let mut expected = words.clone();
    for (from, block) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        for (row, column) in (0..128 * 8).map(|i| (i / 8, i % 8)) {
            let first = block * BYTES + place(from).bit(row, 4 * column, 8) / 8;
            let word = u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[first + i]));
            expected[block * WORDS + row * 512 + 32 * from + column] = word;
        }
    }
    assert!(found == expected);
}

#[test]
fn a_commit_arrives_in_the_blocks_of_its_mask() {
    let run = |from: u32, mask: u32| {
        let text = format!(
            ".version 8.8\n.target sm_100a\n.address_size 64
            .visible .entry k(.param .u64 p) {{ .reg .pred %p<4>; .reg .b16 %rs<2>; .reg .b32 %r<4>; .reg .b64 %rd<4>;
            .shared .align 8 .b64 bar; ld.param.u64 %rd1, [p]; mov.u32 %r1, %cluster_ctarank; mul.wide.u32 %rd2, %r1, 4;
            add.s64 %rd1, %rd1, %rd2; mov.u32 %r2, bar; mbarrier.init.shared::cta.b64 [%r2], 1;
            fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait;
            setp.eq.u32 %p1, %r1, {from}; mov.u16 %rs1, {mask};
            @%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%r2], %rs1;
            barrier.cluster.arrive; barrier.cluster.wait; mbarrier.test_wait.parity.shared::cta.b64 %p2, [%r2], 0;
            selp.u32 %r3, 1, 0, %p2; st.global.u32 [%rd1], %r3; ret; }}"
        );
        let module = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
        let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
        let mut memory = Memory::new();
        let p = memory.add(&[9_u32; 4]);
        let options = Options::default().cluster([4, 1, 1]);
        let done = kernel.launch(Grid::new(4, 1), &[p.into()], &mut memory, &options);
        done.map(|_| memory.read::<u32>(p)).map_err(|fault| fault.message.clone())
    };
    for (from, mask) in [(0, 1), (0, 0b1010), (2, 0b1111), (3, 0)] {
        assert_eq!(run(from, mask), Ok((0..4).map(|block| mask >> block & 1).collect()), "{mask}");
    }
    let outside = "the mask 0x12 names blocks outside of the cluster of 4";
    assert_eq!(run(1, 0x12), Err(outside.to_string()));
}
