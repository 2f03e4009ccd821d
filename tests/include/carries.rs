//! Tests carry chains that mix sums and differences, in the functions of `include_ptx!` and in the output of
//! `ptx-bits translate`.

ptx::include_ptx! {
    "carries.ptx"
    const fn sub_addc(a: u32, b: u32, c: u32, d: u32) -> (u32, u32);
    const fn add_subc(a: u32, b: u32, c: u32, d: u32) -> (u32, u32);
    const fn sub_madc(a: u32, b: u32, c: u32, d: u32, e: u32) -> (u32, u32);
    const fn add_subc_addc(x: [u32; 6]) -> (u32, u32, u32);
    const fn sub_addc_subc(x: [u32; 6]) -> (u32, u32, u32);
    const fn mad_subc_madc(x: [u32; 8]) -> (u32, u32, u32);
    const fn wide(a: u64, b: u64, c: u32) -> (u64, u64);
    const fn guarded(subtract: u32, a: u32, b: u32) -> u32;
    const fn looped(x: u32, y: u32, count: u32) -> (u32, u32);
}

/// Defines a test of the functions in scope.
macro_rules! tests {
    ($test:ident) => {
        #[test]
        fn $test() {
            // The chains of `tests/chains.tsv`.
            const PAIRS: [(u32, u32); 4] = [
                sub_addc(1, 2, 0, 0),
                add_subc(1, 2, 0, 0),
                sub_madc(1, 2, 1, 2, 0),
                sub_addc(3, 3, 1, 1),
            ];
            assert_eq!(PAIRS, [(ONES, 0), (3, ONES), (ONES, 2), (0, 3)]);
            const TRIPLES: [(u32, u32, u32); 3] = [
                add_subc_addc([ONES, 1, 5, 3, 7, 0]),
                sub_addc_subc([5, 3, ONES, 0, 0, 0]),
                mad_subc_madc([ONES, ONES, ONES, 0, 0, ONES, ONES, 1]),
            ];
            assert_eq!(TRIPLES, [(0, 2, 8), (2, 0, 0), (0, 0, 0)]);
            const WIDE: [(u64, u64); 2] = [wide(1, 2, 5), wide(2, 1, 5)];
            assert_eq!(WIDE, [(u64::MAX, 5), (1, 6)]);
            // The carry of 1 + 2 and of 1 + ~2 + 1 is 0, that of 2 + ~1 + 1 is 1.
            const GUARDED: [u32; 3] = [guarded(0, 2, 1), guarded(1, 1, 2), guarded(1, 2, 1)];
            assert_eq!(GUARDED, [ONES, ONES, 0]);
            const LOOPED: (u32, u32) = looped(10, 4, 3);
            assert_eq!(LOOPED, counted(10, 4, 3));
            for (x, y) in NUMBERS.iter().flat_map(|x| NUMBERS.map(|y| (*x, y))) {
                let (difference, borrow) = x.overflowing_sub(y);
                let no_borrow = u32::from(!borrow);
                assert_eq!(sub_addc(x, y, y, 1), (difference, y.wrapping_add(1 + no_borrow)));
                let (sum, carry) = x.overflowing_add(y);
                let second = x.wrapping_sub(y).wrapping_sub(u32::from(!carry));
                assert_eq!(add_subc(x, y, x, y), (sum, second));
                assert_eq!(looped(x, y, 7), counted(x, y, 7), "{x:x} {y:x}");
            }
        }
    };
}

tests!(mixed_chains_pass_the_carry_of_the_machine);

/// The output of `ptx-bits translate`, which is compared with this file by a test of `ptx-bits`.
#[allow(
    unused_assignments,
    unused_labels,
    reason = "the output initialises variables, and names loops"
)]
mod translated {
    include!("../../crates/bits/tests/translated/carries.rs");
    use super::{NUMBERS, ONES, counted};
    tests!(translated_chains_pass_the_carry_of_the_machine);
}

const ONES: u32 = u32::MAX;
const NUMBERS: [u32; 7] = [0, 1, 2, 0x7fff_ffff, 0x8000_0000, ONES - 1, ONES];

/// Computes `looped` in exact integers.
fn counted(x: u32, y: u32, count: u32) -> (u32, u32) {
    let (mut sum, mut flag, mut found) = (u64::from(x), 1, 0);
    for _ in 0..count {
        sum = (sum & u64::from(ONES)) + u64::from(!y) + flag;
        found += sum >> 32;
        // The carry of `found + flag`, which is below 2^32.
        flag = 0;
    }
    (sum as u32, found as u32)
}
