//! Tests that a simulated device answers the kernels for asynchronous instructions, and that NVIDIA's ptxas accepts them.
//! The words of kernels that copy bytes or count arrivals are compared with loops and constants that follow the manual.
//! The tests of `ptx-run` compare `wgmma`, `.im2col` and tensor memory with second implementations.

mod assembled;

use assembled::{assert_assembled, chip};
use ptx_conform::asynchronous::{Program, answers, programs};
use ptx_conform::device::simulated::Simulated;
use ptx_conform::tensor_map::{Map, Part};
use ptx_isa::Type;
use ptx_run::Swizzle;
use std::collections::HashSet;

/// The tested architectures, each with the number of kernels that it runs.
const CHIPS: [(u16, usize); 4] = [(90, 99), (100, 131), (110, 131), (120, 80)];

fn find(name: &str) -> Program {
    programs().into_iter().find(|program| program.name == name).expect("a program")
}

/// Returns the words of a kernel on a simulated chip.
fn words(name: &str, sm: u16) -> Vec<u32> {
    let words = find(name).run(&mut Simulated::default(), &chip(sm));
    words.unwrap_or_else(|why| panic!("{name}: {why}")).iter().map(|word| *word as u32).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn a_simulated_chip_answers_as_the_engine() {
    for (sm, count) in CHIPS {
        let all: Vec<_> = answers(&mut Simulated::default(), &chip(sm)).collect();
        let mut different = HashSet::new();
        for answer in &all {
            assert!(answer.operands.ends_with(": as ptx-run"), "sm_{sm}: {answer:?}");
            let words: HashSet<_> = answer.results.split(' ').collect();
            assert!(words.len() > 1, "{answer:?}");
            let is_of_layout = ["wgmma", "tile", "ld", "st_", "cp", "mma"]
                .iter()
                .any(|start| answer.form.starts_with(&format!("kernel {start}")));
            assert!(!is_of_layout || different.insert(&answer.results), "{answer:?}");
        }
        assert_eq!(all.len(), count, "sm_{sm}");
    }
}

#[test]
fn the_assembler_accepts_every_program() {
    let all = programs();
    let names: HashSet<_> = all.iter().map(|program| &program.name).collect();
    assert_eq!(names.len(), all.len(), "names are unique");
    for (sm, _) in CHIPS {
        let chip = chip(sm);
        for program in all.iter().filter(|program| program.runs_on(&chip)) {
            assert_assembled(&program.name, &program.text(&chip), &chip);
        }
    }
}

#[test]
fn phases_complete_as_the_manual_says() {
    assert_eq!(words("mbarrier_parity", 90), [0, 1, 1, 0, 0, 1, 1, 0]);
    assert_eq!(words("mbarrier_early_bytes", 90), [0, 0, 0, 1, 0, 0, 1]);
    // A state has the pending count before the arrival. The second phase expects 9 arrivals.
    assert_eq!(words("mbarrier_counts", 90), [10, 7, 5, 4, 1, 9, 0, 1]);
}

#[test]
fn bulk_copies_move_their_bytes() {
    let x = bytes(find("bulk_load").input());
    let a5 = [0xa5; 512];
    let load = [&a5[..16], &x[32..192], &a5[176..304], &x[400..512], &a5[416..]].concat();
    assert_eq!(bytes(&words("bulk_load", 90)), load);
    let zero = [0; 512];
    let store = [&zero[..48], &x[16..272], &zero[304..]].concat();
    assert_eq!(bytes(&words("bulk_store", 90)), store);
    let masked = (0..512).map(|i| match i {
        48..304 if 0x8f31 >> (i % 16) & 1 == 1 => x[i - 32],
        _ => 0,
    });
    assert_eq!(bytes(&words("bulk_store_masked", 100)), masked.collect::<Vec<_>>());
}

#[test]
fn reductions_combine_words() {
    type Combine = fn(u32, u32) -> u32;
    let cases: [(&str, Combine); 7] = [
        ("add_u32", u32::wrapping_add),
        ("min_u32", u32::min),
        ("max_s32", |a, b| a.cast_signed().max(b.cast_signed()).cast_unsigned()),
        ("and_b32", |a, b| a & b),
        // `inc` returns to 0 after the operand, `dec` to the operand after 0.
        ("inc_u32", |a, b| if a >= b { 0 } else { a + 1 }),
        ("dec_u32", |a, b| if a == 0 || a > b { b } else { a - 1 }),
        ("add_s32", u32::wrapping_add),
    ];
    for (operation, combine) in cases {
        for place in ["reduce", "reduce_shared"] {
            let name = format!("{place}_{operation}");
            let program = find(&name);
            let (to, from) = program.input().split_at(128);
            let expected: Vec<_> = to.iter().zip(from).map(|(a, b)| combine(*a, *b)).collect();
            assert_eq!(words(&name, 90), expected, "{name}");
        }
    }
}

/// Returns the offset of a byte in shared memory: chunk `c` of row `r` of the pattern is stored at chunk `c ^ r`.
fn swizzled(swizzle: Swizzle, plain: usize) -> usize {
    let (chunk, chunks) = match swizzle {
        Swizzle::None => return plain,
        Swizzle::B32 => (16, 2),
        Swizzle::B64 => (16, 4),
        Swizzle::B128 => (16, 8),
        Swizzle::B128Atom64 => (64, 2),
        _ => (32, 4),
    };
    let (row, width) = (plain / 128 % chunks, chunk * chunks);
    let to = plain / width * width + ((plain % width / chunk) ^ row) * chunk + plain % chunk;
    match swizzle {
        Swizzle::B128Atom32Flip8 if row % 2 == 1 => to ^ 8,
        _ => to,
    }
}

/// Returns for each element of a tile its offset in the tensor, or `None` if it is outside, and its offset in shared
/// memory.
fn elements(map: &Map, start: &[i64]) -> Vec<(Option<usize>, usize)> {
    let Part::Tile(tile) = map.part else { panic!("no tile") };
    let counts: Vec<_> =
        tile.iter().zip(map.steps).map(|(size, step)| size.div_ceil(*step)).collect();
    let size = map.ty.bits() as usize / 8;
    let element = |number: u32| {
        let (mut rest, mut offset, mut is_inside) = (number, 0, true);
        for axis in 0..counts.len() {
            let at = start[axis] + i64::from(rest % counts[axis] * map.steps[axis]);
            rest /= counts[axis];
            is_inside &= (0..map.shape[axis] as i64).contains(&at);
            let stride = if axis == 0 { size as u64 } else { map.strides[axis - 1] };
            offset += at * stride as i64;
        }
        let to = swizzled(map.swizzle, number as usize * size);
        (is_inside.then_some(offset as usize), to)
    };
    (0..counts.iter().product()).map(element).collect()
}

#[test]
fn tiles_are_loaded_as_loops_load_them() {
    let cases: &[(&str, &[i64])] = &[
        ("tile_plain", &[0, 3]),
        ("tile_swizzle_128", &[0, 3]),
        ("tile_swizzle_64", &[8, 3]),
        ("tile_swizzle_32", &[8, 0]),
        ("tile_short_rows", &[8, 2]),
        ("tile_atom_32", &[0, 3]),
        ("tile_atom_32_flip_8", &[0, 3]),
        ("tile_atom_64", &[0, 3]),
        ("tile_steps", &[0, 1, 1]),
        ("tile_rank_1", &[700]),
        ("tile_rank_5", &[0, 1, 1, 1, 1]),
        ("outside_before", &[-3, -2]),
        ("outside_after", &[12, 3]),
        ("outside_all", &[-40, 9]),
        ("outside_swizzled", &[-7, -2]),
        ("outside_nan_f16", &[-5, -2]),
        ("outside_nan_bf16", &[-5, -2]),
        ("outside_nan_f32", &[-5, -2]),
        ("outside_nan_f64", &[-5, -2]),
    ];
    for (name, start) in cases {
        let program = find(name);
        let (x, map) = (bytes(program.input()), program.maps[0]);
        let found = bytes(&words(name, 100));
        let mut expected = vec![0xa5; found.len()];
        let size = map.ty.bits() as usize / 8;
        // A NaN has all bits set but its sign.
        let fill = match map.fills_nan {
            true => [&vec![0xff; size - 1][..], &[0x7f]].concat(),
            false => vec![0; size],
        };
        for (from, to) in elements(&map, start) {
            let element = from.map_or(&fill[..], |from| &x[from..from + size]);
            expected[to..to + size].copy_from_slice(element);
        }
        assert!(found == expected, "{name}");
    }
}

#[test]
fn tiles_are_stored_and_reduced_as_loops_do() {
    let cases: &[(&str, &[i64])] = &[
        ("store_swizzle_128", &[0, 3]),
        ("store_outside", &[12, 3]),
        ("tensor_max_u32", &[2, 1]),
        ("tensor_or_u64", &[2, 1]),
        ("tensor_inc_u32", &[2, 1]),
    ];
    for (name, start) in cases {
        let program = find(name);
        let (x, map) = (bytes(program.input()), program.maps[0]);
        let found = bytes(&words(name, 90));
        let mut expected = vec![0; found.len()];
        let size = map.ty.bits() as usize / 8;
        for (to, from) in elements(&map, start) {
            let Some(to) = to else { continue };
            let element = &x[from..from + size];
            expected[to..to + size].copy_from_slice(element);
            if name.contains("inc") {
                // Two increments from 0, with the element as the bound.
                let bound = u32::from_le_bytes([element[0], element[1], element[2], element[3]]);
                let increment = |word: u32| if word >= bound { 0 } else { word + 1 };
                expected[to..to + 4].copy_from_slice(&increment(increment(0)).to_le_bytes());
            }
        }
        assert_eq!(map.ty == Type::U64, name.contains("u64"));
        assert!(found == expected, "{name}");
    }
}

#[test]
fn blocks_of_a_cluster_see_each_other() {
    let found = words("cluster_accesses", 90);
    for t in 0..64_u32 {
        let (rank, lane) = (t / 32, t % 32);
        let other = 1 - rank;
        let of = |i: usize| found[i * 64 + t as usize];
        assert_eq!(of(0), (32 * other + lane) * 7 + 1);
        assert_eq!(of(1), other);
        assert_eq!(of(2), rank);
        // The address is in the shared memory of the cluster, and not in that of the block.
        assert_eq!(of(3), 1 + 32 * other * 7 + 1);
        assert_eq!([of(4), of(5)], [32 * other + lane, 5 + 32]);
    }
    // Each block copies its words to byte 32 of the other block.
    let found = words("cluster_copy", 90);
    for rank in 0..2_usize {
        let word = |word: usize| found[word / 32 * 64 + 32 * rank + word % 32];
        for i in 0..32 {
            let sent = (32 * (1 - rank) + i) as u32 * 3 + 7;
            assert_eq!(word(8 + i), sent);
        }
        assert_eq!([word(7), word(40)], [0xa5a5_a5a5; 2]);
    }
    let found = words("cluster_arrivals", 90);
    for rank in 0..2_usize {
        let word = |word: usize| found[word / 32 * 64 + 32 * rank + word % 32];
        for lane in 0..32 {
            let sender = (32 * (1 - rank) + lane) as u32;
            assert_eq!(word(lane), sender);
            assert_eq!([word(32 + 2 * lane), word(33 + 2 * lane)], [sender, lane as u32]);
        }
        let sum = (0..32).map(|lane| (32 * (1 - rank) + lane) as u32).sum::<u32>();
        assert_eq!(word(96), sum.wrapping_add(0xa5a5_a5a5));
    }
}
