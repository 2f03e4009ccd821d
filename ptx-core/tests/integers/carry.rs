//! Compares the instructions that read or write a carry with big integers: single instructions, and chains of 2 to 64
//! words.

use num_bigint::{BigInt, BigUint};
use ptx_core::*;
use steered::Random;

/// The number of chains of each length.
const CHAINS: usize = 40;

/// Returns a random word through which a carry often propagates.
fn word(g: &mut Random) -> u64 {
    match g.below(6) {
        0 => 0,
        1 => u64::MAX,
        2 => g.below(3),
        3 => !g.below(3),
        4 => 1 << 63 | 1 << 31,
        _ => g.next(),
    }
}

/// Splits an exact result into its low `bits` bits and the part above these bits. The upper part of a sum is the carry,
/// 0 or 1. The upper part of a difference is 0, or -1 for a borrow.
fn split(exact: &BigInt, bits: u32) -> (BigInt, BigInt) {
    let above: BigInt = exact >> bits;
    (exact - (&above << bits), above)
}

macro_rules! carries {
    ($($module:ident $t:ident $unsigned:ident:
        $add_cc:ident $addc:ident $addc_cc:ident $sub_cc:ident $subc:ident $subc_cc:ident
        $mad_lo_cc:ident $madc_lo:ident $madc_lo_cc:ident $mad_hi_cc:ident $madc_hi:ident $madc_hi_cc:ident;
    )*) => { $( mod $module {
        use super::*;

        const BITS: u32 = $t::BITS;

        fn unsigned(x: $t) -> BigInt {
            (x as $unsigned).into()
        }

        /// Returns the low and the high half of a product as unsigned words. The product is signed if the type is
        /// signed.
        fn halves(a: $t, b: $t) -> (BigInt, BigInt) {
            let (low, high) = split(&(BigInt::from(a) * BigInt::from(b)), BITS);
            (low, split(&high, BITS).0)
        }

        #[test]
        fn one_by_one() {
            let mut g = Random(1);
            for _ in 0..20_000 {
                let [a, b, c] = [(); 3].map(|()| word(&mut g) as $t);
                let [x, y, z] = [a, b, c].map(unsigned);
                let (low, high) = halves(a, b);
                let given = |(d, carry): ($t, bool)| (unsigned(d), BigInt::from(carry));
                let borrowed = |(d, borrow): ($t, bool)| (unsigned(d), -BigInt::from(borrow));
                assert_eq!(given($add_cc(a, b)), split(&(&x + &y), BITS));
                assert_eq!(borrowed($sub_cc(a, b)), split(&(&x - &y), BITS));
                assert_eq!(given($mad_lo_cc(a, b, c)), split(&(&low + &z), BITS));
                assert_eq!(given($mad_hi_cc(a, b, c)), split(&(&high + &z), BITS));
                for carry in [false, true] {
                    let sum = split(&(&x + &y + u8::from(carry)), BITS);
                    assert_eq!(unsigned($addc(a, b, carry)), sum.0);
                    assert_eq!(given($addc_cc(a, b, carry)), sum);
                    let difference = split(&(&x - (&y + u8::from(carry))), BITS);
                    assert_eq!(unsigned($subc(a, b, carry)), difference.0);
                    assert_eq!(borrowed($subc_cc(a, b, carry)), difference);
                    let sum = split(&(&low + &z + u8::from(carry)), BITS);
                    assert_eq!(unsigned($madc_lo(a, b, c, carry)), sum.0);
                    assert_eq!(given($madc_lo_cc(a, b, c, carry)), sum);
                    let sum = split(&(&high + &z + u8::from(carry)), BITS);
                    assert_eq!(unsigned($madc_hi(a, b, c, carry)), sum.0);
                    assert_eq!(given($madc_hi_cc(a, b, c, carry)), sum);
                }
            }
        }

        /// Returns the number that consists of `words`, lowest word first.
        fn number(words: &[$t]) -> BigUint {
            BigUint::from_bytes_le(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>())
        }

        /// Calls `check` with pairs of numbers of 2 to 64 words.
        fn chains(mut check: impl FnMut(&[$t], &[$t], &mut Random)) {
            let mut g = Random(2);
            for length in 2..=64 {
                for _ in 0..CHAINS {
                    let [a, b] = [(); 2].map(|()| (0..length).map(|_| word(&mut g) as $t).collect::<Vec<_>>());
                    check(&a, &b, &mut g);
                }
            }
        }

        #[test]
        fn sums() {
            chains(|a, b, _| {
                let (d, mut carry) = $add_cc(a[0], b[0]);
                let mut sum = vec![d];
                for (a, b) in a[1..].iter().zip(&b[1..]) {
                    let d;
                    (d, carry) = $addc_cc(*a, *b, carry);
                    sum.push(d);
                }
                sum.push($addc(0, 0, carry));
                assert_eq!(number(&sum), number(a) + number(b), "{a:x?} {b:x?}");
            });
        }

        #[test]
        fn differences() {
            chains(|a, b, _| {
                let (d, mut borrow) = $sub_cc(a[0], b[0]);
                let mut difference = vec![d];
                for (a, b) in a[1..].iter().zip(&b[1..]) {
                    let d;
                    (d, borrow) = $subc_cc(*a, *b, borrow);
                    difference.push(d);
                }
                assert_eq!($subc(0, 0, borrow), if borrow { !0 } else { 0 });
                let above = BigUint::from(borrow) << (difference.len() * BITS as usize);
                assert_eq!(number(a) + above, number(b) + number(&difference), "{a:x?} {b:x?}");
            });
        }

        /// Tests one row of a long multiplication. The test multiplies each word by one factor, and adds the low or the
        /// high halves of the products to a number.
        #[test]
        fn rows() {
            chains(|a, b, g| {
                let factor = word(g) as $t;
                let (low, high): (Vec<_>, Vec<_>) = a.iter().map(|a| halves(*a, factor)).unzip();
                let exact = |halves: &[BigInt]| {
                    halves.iter().rev().fold(BigInt::ZERO, |sum, half| (sum << BITS) + half) + BigInt::from(number(b))
                };
                let (d, mut carry) = $mad_lo_cc(a[0], factor, b[0]);
                let mut sum = vec![d];
                for (a, b) in a[1..].iter().zip(&b[1..]) {
                    let d;
                    (d, carry) = $madc_lo_cc(*a, factor, *b, carry);
                    sum.push(d);
                }
                sum.push($madc_lo(0, factor, 0, carry));
                assert_eq!(BigInt::from(number(&sum)), exact(&low), "{a:x?} {factor:x} {b:x?}");

                let (d, mut carry) = $mad_hi_cc(a[0], factor, b[0]);
                let mut sum = vec![d];
                for (a, b) in a[1..].iter().zip(&b[1..]) {
                    let d;
                    (d, carry) = $madc_hi_cc(*a, factor, *b, carry);
                    sum.push(d);
                }
                sum.push($madc_hi(0, factor, 0, carry));
                assert_eq!(BigInt::from(number(&sum)), exact(&high), "{a:x?} {factor:x} {b:x?}");
            });
        }
    } )* };
}

carries! {
    unsigned_32 u32 u32:
        add_cc_u32 addc_u32 addc_cc_u32 sub_cc_u32 subc_u32 subc_cc_u32
        mad_lo_cc_u32 madc_lo_u32 madc_lo_cc_u32 mad_hi_cc_u32 madc_hi_u32 madc_hi_cc_u32;
    signed_32 i32 u32:
        add_cc_s32 addc_s32 addc_cc_s32 sub_cc_s32 subc_s32 subc_cc_s32
        mad_lo_cc_s32 madc_lo_s32 madc_lo_cc_s32 mad_hi_cc_s32 madc_hi_s32 madc_hi_cc_s32;
    unsigned_64 u64 u64:
        add_cc_u64 addc_u64 addc_cc_u64 sub_cc_u64 subc_u64 subc_cc_u64
        mad_lo_cc_u64 madc_lo_u64 madc_lo_cc_u64 mad_hi_cc_u64 madc_hi_u64 madc_hi_cc_u64;
    signed_64 i64 u64:
        add_cc_s64 addc_s64 addc_cc_s64 sub_cc_s64 subc_s64 subc_cc_s64
        mad_lo_cc_s64 madc_lo_s64 madc_lo_cc_s64 mad_hi_cc_s64 madc_hi_s64 madc_hi_cc_s64;
}

/// Tests long multiplications. For each word of the second factor, the test adds the low halves of the products with
/// `mad.lo.cc` and `madc.lo.cc`, then the high halves with `mad.hi.cc` and `madc.hi.cc`.
macro_rules! products {
    ($($name:ident $t:ident $mad_lo_cc:ident $madc_lo_cc:ident $mad_hi_cc:ident $madc_hi_cc:ident $addc:ident;)*) => { $(
        #[test]
        fn $name() {
            let mut g = Random(3);
            for length in 2..=64 {
                let [a, b] = [(); 2].map(|()| (0..length).map(|_| word(&mut g) as $t).collect::<Vec<_>>());
                let mut product = vec![0; 2 * length];
                for (i, factor) in b.iter().enumerate() {
                    let mut carry;
                    (product[i], carry) = $mad_lo_cc(a[0], *factor, product[i]);
                    for (j, a) in a.iter().enumerate().skip(1) {
                        (product[i + j], carry) = $madc_lo_cc(*a, *factor, product[i + j], carry);
                    }
                    product[i + length] = $addc(product[i + length], 0, carry);
                    (product[i + 1], carry) = $mad_hi_cc(a[0], *factor, product[i + 1]);
                    for (j, a) in a.iter().enumerate().skip(1) {
                        (product[i + j + 1], carry) = $madc_hi_cc(*a, *factor, product[i + j + 1], carry);
                    }
                    assert!(!carry, "the sum of a row fits");
                }
                let number = |words: &[$t]| {
                    BigUint::from_bytes_le(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>())
                };
                assert_eq!(number(&product), number(&a) * number(&b), "{a:x?} {b:x?}");
            }
        }
    )* };
}

products! {
    products_u32 u32 mad_lo_cc_u32 madc_lo_cc_u32 mad_hi_cc_u32 madc_hi_cc_u32 addc_u32;
    products_u64 u64 mad_lo_cc_u64 madc_lo_cc_u64 mad_hi_cc_u64 madc_hi_cc_u64 addc_u64;
}
