//! Compares `clmad` with known results, and with the definition of each coefficient of the product.

use ptx_core::{clmad_hi_u64 as hi, clmad_lo_u64 as lo};

type Half = fn(u64, u64, u64) -> u64;

/// Known results: the function, the operands a, b and c, and the result d.
#[rustfmt::skip]
const VECTORS: &[(Half, u64, u64, u64, u64)] = &[
    (lo, 0x5f46_af6a_b294_2bc5, 0xeeb0_4102_c1c0_d498, 0x0000_0000_0000_0001, 0xda06_7a06_ec36_84f9),
    (hi, 0x0000_0000_0000_0000, 0x0000_0000_0000_0001, 0x0000_0000_0000_0001, 0x0000_0000_0000_0001),
    (lo, 0x0000_0000_0000_0001, 0xffff_ffff_ffff_ffff, 0x0000_0000_0000_0001, 0xffff_ffff_ffff_fffe),
    (hi, 0xffff_ffff_ffff_ffff, 0x64ff_61f2_b793_3708, 0x8000_0000_0000_0000, 0xa3aa_df51_928e_ed07),
    (lo, 0xecf0_d3f0_b829_d5ec, 0x0000_0000_0000_0000, 0x1a07_0188_b3ba_9baa, 0x1a07_0188_b3ba_9baa),
    (hi, 0x66f1_d8cf_4dc2_de5c, 0x7828_8e0c_36ba_6ac2, 0x91e8_0e99_4ffe_1c6a, 0x81dd_0857_c5f0_e05a),
    (hi, 0xd8d5_6e37_12ba_3f1a, 0xffff_ffff_ffff_ffff, 0xfa5b_0117_f0d9_7440, 0xb217_db05_014f_6149),
    (lo, 0x7fff_ffff_ffff_ffff, 0x2387_7e96_be52_0da1, 0xe71c_c9c8_9738_04b0, 0x799e_1c45_02f6_002f),
    (hi, 0xffff_ffff_ffff_fffe, 0x24f7_3d90_14f3_59c7, 0x573b_32fd_17bc_7c36, 0x4b69_d98d_1bed_4b74),
    (hi, 0x7fff_ffff_ffff_ffff, 0x0000_0000_0000_0000, 0x9b18_b18a_212d_903f, 0x9b18_b18a_212d_903f),
    (lo, 0x6331_01fc_9587_8670, 0xf368_b30d_8682_d369, 0x7ad9_de28_2769_5f8c, 0xc8af_3512_096a_287c),
    (hi, 0x5549_2e42_99d0_38ba, 0x05b2_c5fe_653c_5fa1, 0xf21c_a2b0_d419_3b75, 0xf339_0250_3c11_6d4d),
    (lo, 0x2c83_507b_9ebb_5f92, 0x8000_0000_0000_0000, 0x67ab_2e95_697b_b251, 0x67ab_2e95_697b_b251),
    (hi, 0x7fff_ffff_ffff_ffff, 0x9bb5_e7f6_58aa_e81f, 0x8000_0000_0000_0000, 0xbb49_aea9_1bcc_d3fa),
    (lo, 0x8678_4a9b_dfa5_64f1, 0xf72c_e660_729c_16e7, 0xffff_ffff_ffff_ffff, 0x801c_717a_b60b_2dc8),
    (hi, 0x1122_d416_8e83_721e, 0xffff_ffff_ffff_fffe, 0x7fff_ffff_ffff_ffff, 0x70e1_b3f2_7a7e_d1f5),
    (hi, 0xd6ff_d2d2_acf7_51f8, 0x0000_0000_0000_0000, 0x2ef7_d011_831f_2e9b, 0x2ef7_d011_831f_2e9b),
    (lo, 0x8189_99f0_1185_63fe, 0xffff_ffff_ffff_ffff, 0x0000_0000_0000_0000, 0x8087_7750_0f7c_deaa),
    (hi, 0x0000_0000_0000_0001, 0x0000_0000_0000_0000, 0xffff_ffff_ffff_fffe, 0xffff_ffff_ffff_fffe),
];

#[test]
fn known_results() {
    for (half, a, b, c, d) in VECTORS {
        assert_eq!(half(*a, *b, *c), *d, "{a:x} {b:x} {c:x}");
    }
}

/// Returns coefficient k of the product: the number of indices i for which bit i of a and bit k - i of b are both set,
/// modulo 2.
fn coefficient(a: u64, b: u64, k: u32) -> u64 {
    let mirrored = u128::from(b.reverse_bits()) << 64 >> (127 - k);
    u64::from((u128::from(a) & mirrored).count_ones() % 2)
}

#[test]
fn every_coefficient_is_a_parity() {
    let mut seed = 9_u64;
    let mut random = || {
        // The random number generator SplitMix64.
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    for _ in 0..20_000 {
        let [a, b, c] = [(); 3].map(|()| random());
        let half = |first: u32| (0..64).map(|k| coefficient(a, b, first + k) << k).sum::<u64>();
        assert_eq!(lo(a, b, c), half(0) ^ c, "{a:x} {b:x} {c:x}");
        assert_eq!(hi(a, b, c), half(64) ^ c, "{a:x} {b:x} {c:x}");
    }
}
