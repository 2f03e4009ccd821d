//! Tests machine words that NVIDIA's assembler does not emit for each combination of modifiers. They replace instructions
//! of a kernel that loads four words to `R4` to `R7` and stores them again.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};
use ptx_sass::{Base, Cubin, Operand, decode};

const TEXT: &str = include_str!("rare.ptx");
const CHIPS: [u16; 5] = [75, 80, 90, 100, 120];
/// The number of threads of a launch, which is no whole warp.
const THREADS: usize = 24;
/// The size in bytes of an instruction.
const INSTRUCTION: usize = 16;
/// The number of the register `RZ`.
const ZERO: u128 = 255;
/// The bits of a word that schedule it.
const SCHEDULE: u128 = !0 << 105;

/// Numbers whose sums have carries, with both signs.
const NUMBERS: [u32; 8] =
    [0, 1, u32::MAX, 0x8000_0000, 0x7fff_ffff, 0xdead_beef, 0x0000_ffff, 0x1234_5678];

/// Returns the word of an instruction that always runs. A field is its lowest bit and its value.
fn word(opcode: u128, fields: &[(u32, u128)]) -> u128 {
    const ALWAYS: u128 = 7 << 12;
    fields.iter().fold(opcode | ALWAYS, |word, (low, value)| word | value << low)
}

/// Returns a cubin of the kernel `room` for a chip, with these words instead of its first instructions `NANOSLEEP`.
fn cubin(assembler: &Assembler, sm: u16, words: &[u128]) -> Vec<u8> {
    let name = format!("words_{sm}_{:x}.ptx", words.iter().fold(0, |all, one| all ^ one));
    let cubin = assembler.cubin(TEXT, &name, &[&format!("-arch=sm_{sm}"), "-O3"]);
    let mut cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
    let read = Cubin::read(&cubin).expect("a cubin");
    let kernel = read.kernels.iter().find(|one| one.name == "room").expect("the kernel");
    let at = cubin.windows(kernel.code.len()).position(|bytes| bytes == kernel.code);
    let at = at.expect("the code is in the file");
    let mut words = words.iter();
    for (i, bytes) in kernel.code.chunks_exact(INSTRUCTION).enumerate() {
        let place = INSTRUCTION * i;
        let old = u128::from_le_bytes(bytes.try_into().expect("16 bytes"));
        let one = decode(old, place as u64, sm.into()).expect("an instruction");
        if one.name == "LDG" {
            assert_eq!(one.operands[0], Operand::Destination(Base::Register(4)), "{one}");
        }
        if let ("NANOSLEEP", Some(new)) = (one.name, words.as_slice().first()) {
            words.next();
            let new = new | old & SCHEDULE;
            cubin[at + place..][..INSTRUCTION].copy_from_slice(&new.to_le_bytes());
        }
    }
    assert!(words.as_slice().is_empty(), "the kernel has room");
    cubin
}

/// Returns the four words of each thread after a launch.
fn run(cubin: &[u8], y: &[[u32; 4]]) -> Vec<[u32; 4]> {
    let module = Module::from_cubin("words.cubin", cubin).expect("a cubin");
    let kernel = module.kernel("room").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let y = memory.add(y.as_flattened());
    let grid = Grid::new(1, THREADS as u32);
    let launched = kernel.launch(grid, &[y.into(), 0u64.into()], &mut memory, &Options::default());
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    memory.read::<u32>(y).as_chunks::<4>().0.to_vec()
}

/// Compares the four words of each thread with expected ones.
fn compare(
    assembler: &Assembler,
    chips: &[u16],
    words: &[u128],
    y: impl Fn(usize) -> [u32; 4],
    expected: impl Fn([u32; 4]) -> [u32; 4],
) {
    let y: Vec<_> = (0..THREADS).map(y).collect();
    let expected: Vec<_> = y.iter().map(|words| expected(*words)).collect();
    for sm in chips {
        let found = run(&cubin(assembler, *sm, words), &y);
        assert_eq!(found, expected, "sm_{sm}: {words:x?}");
    }
}

/// Compares the message about words that are not supported.
fn assert_refused(assembler: &Assembler, sm: u16, words: &[u128], message: &str) {
    let module = Module::from_cubin("words.cubin", &cubin(assembler, sm, words));
    let refused = module.and_then(|module| module.kernel("room").map(|_| ()));
    let error = refused.expect_err("a word that is not supported").to_string();
    assert!(error.contains(message), "sm_{sm}: {words:x?}: {error}");
}

/// Returns four numbers of a thread.
fn numbers(thread: usize) -> [u32; 4] {
    [0, 3, 5, 6].map(|k| NUMBERS[(thread * (k + 1) + thread / 8 + k) % 8])
}

/// Returns a word of a shift of two words.
fn shifted(
    [low, amount, high]: [u32; 3],
    is_right: bool,
    ty: u128,
    wraps: bool,
    is_high: bool,
) -> u32 {
    let (is_signed, is_wide) = (ty.is_multiple_of(2), ty < 2);
    let size = if is_wide { 64 } else { 32 };
    let amount = if wraps { amount % size } else { amount.min(size) };
    let both = u64::from(high) << 32 | u64::from(low);
    let found = match (is_right, is_signed) {
        (false, _) => (u128::from(both) << amount) as u64,
        (true, true) => (i128::from(both.cast_signed()) >> amount) as u64,
        (true, false) => (u128::from(both) >> amount) as u64,
    };
    if is_high { (found >> 32) as u32 } else { found as u32 }
}

#[test]
fn all_shifts_of_two_words() {
    let Some(assembler) = Assembler::find() else { return };
    let amounts = [0, 1, 31, 32, 33, 45, 63, 64, 65, 100, 0x8000_0003, u32::MAX];
    let y = |i: usize| [0xdead_beef, amounts[i % 12], [0x8123_4567, 0x7654_3210][i / 12], 0];
    for code in 0..32u32 {
        let [is_right, wraps, is_high] = [0, 1, 2].map(|bit| code >> bit & 1 == 1);
        let ty = u128::from(code >> 3);
        let flags = [(76, is_right.into()), (75, wraps.into()), (80, is_high.into())];
        let operands = [(16, 7), (24, 4), (32, 5), (64, 6), (73, ty)];
        // SHF R7, R4, R5, R6
        let words = [word(0x219, &[&operands[..], &flags].concat())];
        compare(&assembler, &[75, 120], &words, y, |[a, b, c, _]| {
            [a, b, c, shifted([a, b, c], is_right, ty, wraps, is_high)]
        });
        // SHF R7, R4, amount, R6
        for amount in [1, 45, 100] {
            let operands = [(16, 7), (24, 4), (32, amount.into()), (64, 6), (73, ty)];
            let words = [word(0x819, &[&operands[..], &flags].concat())];
            compare(&assembler, &[120], &words, y, |[a, b, c, _]| {
                [a, b, c, shifted([a, amount, c], is_right, ty, wraps, is_high)]
            });
        }
    }
}

#[test]
fn both_carries_of_a_sum_of_three() {
    let Some(assembler) = Assembler::find() else { return };
    // IADD3 R7, P1, P2, R4, R5, R6; IADD3.X R4, RZ, RZ, RZ, P1, P2
    let sum = |fields: &[(u32, u128)]| {
        let own = [(16, 7), (24, 4), (32, 5), (64, 6), (81, 1), (84, 2)];
        word(0x210, &[&own, fields].concat())
    };
    let count = word(
        0x210,
        &[(16, 4), (24, ZERO), (32, ZERO), (64, ZERO), (74, 1), (81, 7), (84, 7), (87, 1), (77, 2)],
    );
    compare(&assembler, &CHIPS, &[sum(&[]), count], numbers, |[a, b, c, _]| {
        let sum = u64::from(a) + u64::from(b) + u64::from(c);
        [(sum >> 32) as u32, b, c, sum as u32]
    });
    // With -R5 instead of R5, which is the complement plus 1.
    compare(&assembler, &CHIPS, &[sum(&[(63, 1)]), count], numbers, |[a, b, c, _]| {
        let sum = u64::from(a) + u64::from(!b) + 1 + u64::from(c);
        [(sum >> 32) as u32, b, c, sum as u32]
    });
    // With !P1 and !P2 instead of P1 and P2.
    let missing = count | 1 << 90 | 1 << 80;
    compare(&assembler, &CHIPS, &[sum(&[]), missing], numbers, |[a, b, c, _]| {
        let sum = u64::from(a) + u64::from(b) + u64::from(c);
        [2 - (sum >> 32) as u32, b, c, sum as u32]
    });
}

#[test]
fn a_pair_with_a_sign_is_added() {
    let Some(assembler) = Assembler::find() else { return };
    let signed = |a: u32, b: u32| i64::from(a.cast_signed()) * i64::from(b.cast_signed());
    let halves = |sum: u64| [sum as u32, (sum >> 32) as u32];
    let pair = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
    for extends in [0, 1] {
        // IMAD.WIDE R6, R4, R5, -R6; with X, ~R6 and the carry !PT
        let fields = [(16, 6), (24, 4), (32, 5), (64, 6), (73, 1), (75, 1), (81, 7), (87, 15)];
        let words = [word(0x225, &[&fields[..], &[(74, extends)]].concat())];
        compare(&assembler, &CHIPS, &words, numbers, |[a, b, c, d]| {
            let less = (!pair(c, d)).wrapping_add(1 - extends as u64);
            let [low, high] = halves(signed(a, b).cast_unsigned().wrapping_add(less));
            [a, b, low, high]
        });
        // IADD.64 R6, R4, -R6; with X, ~R6 and the carry !PT
        let fields = [(16, 6), (24, 4), (32, 6), (63, 1), (73, 1), (81, 7), (87, 15)];
        let words = [word(0x235, &[&fields[..], &[(74, extends)]].concat())];
        compare(&assembler, &[100, 120], &words, numbers, |[a, b, c, d]| {
            let less = (!pair(c, d)).wrapping_add(1 - extends as u64);
            let [low, high] = halves(pair(a, b).wrapping_add(less));
            [a, b, low, high]
        });
    }
}

#[test]
fn a_scaled_sum_has_a_carry() {
    let Some(assembler) = Assembler::find() else { return };
    // IADD3 R7, P1, R4, R5, RZ
    let sum = word(0x210, &[(16, 7), (24, 4), (32, 5), (64, ZERO), (81, 1), (84, 7)]);
    for (is_high, is_negated) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        // LEA.X R7, R4, R5, R6, 7, P1
        let own = [(16, 7), (24, 4), (32, 5), (64, 6), (75, 7), (74, 1), (81, 7), (87, 1)];
        let words = [sum, word(0x211, &[&own[..], &[(80, is_high), (90, is_negated)]].concat())];
        compare(&assembler, &CHIPS, &words, numbers, |[a, b, c, _]| {
            let shifted = (u64::from(c) << 32 | u64::from(a)) << 7;
            let part = if is_high == 1 { (shifted >> 32) as u32 } else { shifted as u32 };
            let carry = u32::from(a.checked_add(b).is_none()) ^ is_negated as u32;
            [a, b, c, part.wrapping_add(b).wrapping_add(carry)]
        });
    }
}

#[test]
fn comparisons_are_combined() {
    let Some(assembler) = Assembler::find() else { return };
    for combination in 0..3 {
        let compare_words = |to: u128, a: u128, b: u128, other: &[(u32, u128)]| {
            let own = [(81, to), (84, 7), (24, a), (32, b), (76, 1)];
            word(0x20c, &[&own[..], other].concat())
        };
        let words = [
            // ISETP.LT.U32 P2, R6, R7, PT; ISETP.LT.U32 P1, R4, R5, P2; SEL R7, R6, RZ, P1
            compare_words(2, 6, 7, &[(87, 7)]),
            compare_words(1, 4, 5, &[(87, 2), (74, combination)]),
            word(0x207, &[(16, 7), (24, 6), (32, ZERO), (87, 1)]),
        ];
        compare(&assembler, &CHIPS, &words, numbers, |[a, b, c, d]| {
            let is_chosen = match combination {
                0 => a < b && c < d,
                1 => a < b || c < d,
                _ => (a < b) != (c < d),
            };
            [a, b, c, if is_chosen { c } else { 0 }]
        });
    }
}

/// The sum with -0 converts a binary32 number to binary16, rounded toward zero.
#[test]
fn a_number_is_truncated_to_a_half() {
    let Some(assembler) = Assembler::find() else { return };
    let floats = [(1.999_999_9f32, 0x3fff), (-0.1, 0xae66), (1e9, 0x7bff), (2f32.powi(-24), 1)];
    let y = |i: usize| [floats[i % 4].0.to_bits(), i as u32 % 4, 7, 9];
    // LOP3 R7, R7, 0xffff, RZ, 0xc0
    let low = word(0x812, &[(16, 7), (24, 7), (32, 0xffff), (64, ZERO), (72, 0xc0), (81, 7)]);
    // HADD2 R7, R4.F32, -RZ; HADD2 R7, -RZ, R4.F32
    let first = [(16, 7), (24, 4), (32, ZERO), (74, 1), (63, 1)];
    let second = [(16, 7), (24, ZERO), (32, 4), (60, 1), (72, 1)];
    for fields in [first, second] {
        compare(&assembler, &CHIPS, &[word(0x230, &fields), low], y, |[a, i, c, _]| {
            [a, i, c, floats[i as usize].1]
        });
    }
    // Another summand, +0, and bfloat16.
    let others = [
        &[(16, 7), (24, 4), (32, 5), (74, 1), (63, 1)][..],
        &[(16, 7), (24, 4), (32, ZERO), (74, 1)],
        &[(16, 7), (24, 4), (32, ZERO), (74, 1), (63, 1), (85, 1)],
    ];
    for fields in others {
        for sm in CHIPS {
            assert_refused(&assembler, sm, &[word(0x230, fields)], "`HADD2");
        }
    }
}

#[test]
fn a_barrier_receives_the_mask_of_another_one() {
    let Some(assembler) = Assembler::find() else { return };
    for clears in [1, 0] {
        let words = [
            // BSSY B3; BMOV B4, B3; BMOV R4, B4; BMOV R5, B3
            word(0x945, &[(16, 3), (87, 7)]),
            word(0xf55, &[(16, 4), (24, 3), (84, clears)]),
            word(0x355, &[(16, 4), (24, 4)]),
            word(0x355, &[(16, 5), (24, 3)]),
        ];
        let mask = (1 << THREADS) - 1;
        let left = if clears == 1 { 0 } else { mask };
        compare(&assembler, &CHIPS, &words, numbers, |[_, _, c, d]| [mask, left, c, d]);
    }
}

#[test]
fn addresses_of_instructions_differ_by_their_distance() {
    let Some(assembler) = Assembler::find() else { return };
    // LEPC R4; LEPC R6, 32
    let words = [word(0x34e, &[(16, 4)]), word(0x94e, &[(16, 6), (24, 32)])];
    for sm in [90, 100, 120] {
        let y: Vec<_> = (0..THREADS).map(numbers).collect();
        for [low, high, other, other_high] in run(&cubin(&assembler, sm, &words), &y) {
            // The second address follows that of its instruction, which follows the first one.
            assert_eq!((high, other_high, other - low), (0, 0, 2 * INSTRUCTION as u32 + 32));
        }
    }
}

#[test]
fn predicates_move_to_and_from_bytes_of_registers() {
    let Some(assembler) = Assembler::find() else { return };
    for (from, to) in [(0, 3), (1, 0), (2, 1), (3, 2)] {
        let (all, some, kept) = (0x7f, 0x2a, 0x5d);
        let words = [
            // R2P PR, R5, 0x7f; R2P PR, R4.B, 0x2a; P2R.B R6, PR, R7, 0x5d
            word(0x804, &[(24, 5), (32, all)]),
            word(0x804, &[(24, 4), (32, some), (76, from)]),
            word(0x803, &[(16, 6), (24, 7), (32, kept), (76, to)]),
        ];
        compare(&assembler, &CHIPS, &words, numbers, |[a, b, _, d]| {
            let byte = a.to_le_bytes()[from as usize];
            let predicates = b.to_le_bytes()[0] & 0x7f & !0x2a | byte & 0x2a;
            let mut bytes = d.to_le_bytes();
            bytes[to as usize] = bytes[to as usize] & !0x5d | predicates & 0x5d;
            [a, b, u32::from_le_bytes(bytes), d]
        });
    }
}

#[test]
fn a_half_is_converted_below_another() {
    let Some(assembler) = Assembler::find() else { return };
    let floats = [1.5f32, -2.0, 65504.0, 0.25];
    for (is_brain, bits) in [(0, [0x3e00, 0xc000, 0x7bff, 0x3400]), (1, [0, 0, 0, 0])] {
        // F2FP.MERGE_C R7, RZ, R4, R5
        let fields = [(16, 7), (24, ZERO), (32, 4), (64, 5), (78, 1), (76, is_brain)];
        let y = |i: usize| [floats[i % 4].to_bits(), NUMBERS[i % 7], i as u32, 0];
        compare(&assembler, &[80, 90, 100, 120], &[word(0x23e, &fields)], y, |[a, b, i, _]| {
            let half = if is_brain == 1 { brain(a) } else { bits[i as usize % 4] };
            [a, b, i, b << 16 | half]
        });
    }
}

/// The negation of the smallest number overflows, but its difference with 0 is limited.
#[test]
fn a_difference_is_limited() {
    let Some(assembler) = Assembler::find() else { return };
    // VIADD.S32.ISAT R6, R4, -R5; VIADD.S32.ISAT R7, R4, R5
    let sum = |to: u128, minus: u128| {
        word(0x236, &[(16, to), (24, 4), (32, 5), (63, minus), (73, 2), (80, 1)])
    };
    let y = |i: usize| [NUMBERS[i % 7], [1 << 31, i32::MAX as u32, 3][i % 3], 0, 0];
    compare(&assembler, &[120], &[sum(6, 1), sum(7, 0)], y, |[a, b, ..]| {
        let (p, q) = (a.cast_signed(), b.cast_signed());
        let limited = [p.saturating_sub(q), p.saturating_add(q)].map(i32::cast_unsigned);
        [a, b, limited[0], limited[1]]
    });
}

/// Rounds the bits of a finite binary32 number to bfloat16, ties to even.
fn brain(bits: u32) -> u32 {
    (bits + 0x7fff + (bits >> 16 & 1)) >> 16
}

#[test]
fn a_barrier_is_saved_and_cleared() {
    let Some(assembler) = Assembler::find() else { return };
    for clears in [1, 0] {
        let words = [
            // BSSY B3; BMOV R5, B3; BMOV R6, B3
            word(0x945, &[(16, 3), (87, 7)]),
            word(0x355, &[(16, 5), (24, 3), (84, clears)]),
            word(0x355, &[(16, 6), (24, 3)]),
        ];
        let mask = (1 << THREADS) - 1;
        let left = if clears == 1 { 0 } else { mask };
        compare(&assembler, &CHIPS, &words, numbers, |[a, _, _, d]| [a, mask, left, d]);
    }
}

#[test]
fn lanes_that_differ_from_the_first_in_either_word() {
    let Some(assembler) = Assembler::find() else { return };
    let y = |i: usize| [u32::from(i % 8 > 5), u32::from(i % 4 > 2), 9, 7];
    let first = y(0);
    for accumulates in [1, 0] {
        let words = [
            // R2UR P1, UR6, R4; R2UR P1, UR7, R5; SEL R7, R6, RZ, P1
            word(0x2ca, &[(16, 6), (24, 4), (81, 1)]),
            word(0x2ca, &[(16, 7), (24, 5), (81, 1), (84, accumulates)]),
            word(0x207, &[(16, 7), (24, 6), (32, ZERO), (87, 1)]),
        ];
        compare(&assembler, &[90, 100, 120], &words, y, |[a, b, c, _]| {
            let differs = b != first[1] || accumulates == 1 && a != first[0];
            [a, b, c, if differs { c } else { 0 }]
        });
    }
}

#[test]
fn the_high_word_of_a_uniform_product_and_a_pair() {
    let Some(assembler) = Assembler::find() else { return };
    for [a, b, c] in [[7, 9, 5], [0xdead_beef, 0x8765_4321, 0xffff_ffff], [u32::MAX; 3]] {
        let to_uniform = |to: u128, from: u128| word(0x2ca, &[(16, to), (24, from), (81, 7)]);
        let words = [
            // R2UR UR6, R4; R2UR UR7, R5; R2UR UR10, R6; R2UR UR11, R4
            to_uniform(6, 4),
            to_uniform(7, 5),
            to_uniform(10, 6),
            to_uniform(11, 4),
            // UIMAD.HI.U32 UR8, UR6, UR7, UR10; MOV R7, UR8
            word(0x2a6, &[(16, 8), (24, 6), (32, 7), (64, 10), (81, 7), (87, 7), (90, 1), (91, 1)]),
            word(0xc02, &[(16, 7), (32, 8), (72, 15), (91, 1)]),
        ];
        let y = |_: usize| [a, b, c, 0];
        compare(&assembler, &[120], &words, y, |[a, b, c, _]| {
            let sum = u64::from(a) * u64::from(b);
            let sum = sum.wrapping_add(u64::from(a) << 32 | u64::from(c));
            [a, b, c, (sum >> 32) as u32]
        });
    }
}

/// The number of threads in x is word 0 of the bank. A register as the offset is known if the instruction before sets it.
#[test]
fn an_unknown_word_of_the_driver_is_refused() {
    let Some(assembler) = Assembler::find() else { return };
    // LDC R7, c[0x0][R4]
    let load = word(0xb82, &[(16, 7), (24, 4), (75, 1)]);
    // MOV R4, offset
    let index = |offset: u128| word(0x802, &[(16, 4), (32, offset), (72, 15)]);
    let chips = [75, 80, 90];
    compare(&assembler, &chips, &[index(0), load], numbers, |[_, b, c, _]| {
        [0, b, c, THREADS as u32]
    });
    let other = word(0x802, &[(16, 5), (32, 0), (72, 15)]);
    for words in [&[load][..], &[index(0x1fc), load], &[index(0), other, load]] {
        for sm in chips {
            assert_refused(&assembler, sm, words, "`LDC` at 0x");
        }
    }
}
