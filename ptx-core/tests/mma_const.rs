//! Compares const evaluation with run time, for one matrix instruction of each family.

use ptx_core::mma::{F8f6f4, Fp8, Layout, tile};
use ptx_core::*;
use std::hint::black_box;

/// Returns words of a fixed pseudo-random sequence.
const fn words<const R: usize, const C: usize>(seed: u64) -> [[u32; C]; R] {
    let mut words = [[0; C]; R];
    let mut state = seed;
    let mut i = 0;
    while i < R {
        let mut j = 0;
        while j < C {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            words[i][j] = (state >> 32) as u32;
            j += 1;
        }
        i += 1;
    }
    words
}

const fn singles<const R: usize, const C: usize>(words: &[[u32; C]; R]) -> [[f32; C]; R] {
    let mut singles = [[0.0; C]; R];
    let mut i = 0;
    while i < R {
        let mut j = 0;
        while j < C {
            // The mask limits magnitudes to below 2^17, similar to the magnitudes of the products.
            singles[i][j] = f32::from_bits(words[i][j] & 0xc7ff_ffff);
            j += 1;
        }
        i += 1;
    }
    singles
}

const fn doubles<const R: usize, const C: usize>(words: &[[u32; C]; R]) -> [[f64; C]; R] {
    let mut doubles = [[0.0; C]; R];
    let mut i = 0;
    while i < R {
        let mut j = 0;
        while j < C {
            doubles[i][j] = f32::from_bits(words[i][j]) as f64 / 3.0;
            j += 1;
        }
        i += 1;
    }
    doubles
}

const A: [[u32; 4]; 32] = words(1);
const B: [[u32; 2]; 32] = words(2);
const PAIRS: [[u32; 2]; 32] = words(3);
const QUADS: [[u32; 2]; 32] = words(4);
const SINGLES: [[f32; 4]; 32] = singles(&words(5));
const EIGHT: [[f32; 8]; 32] = singles(&words(6));
const DOUBLES_A: [[f64; 4]; 32] = doubles(&words(7));
const DOUBLES_B: [[f64; 2]; 32] = doubles(&words(8));
const DOUBLES_C: [[f64; 4]; 32] = doubles(&words(9));
const INTEGERS: [[i32; 4]; 32] = [[0x7fff_f000; 4]; 32];

trait Bits {
    fn bits(&self) -> u64;
}
macro_rules! bits {
    ($($t:ident $x:ident $bits:expr;)*) => { $(
        impl Bits for $t {
            fn bits(&self) -> u64 {
                let $x = *self;
                $bits.into()
            }
        }
    )* };
}
bits! {
    f32 x x.to_bits();
    f64 x x.to_bits();
    u32 x x;
    i32 x x as u32;
}

fn all_bits<T: Bits, const R: usize, const C: usize>(matrix: [[T; C]; R]) -> Vec<u64> {
    matrix.iter().flatten().map(Bits::bits).collect()
}

/// Checks that a call returns the same bits in const evaluation and at run time.
macro_rules! same {
    ($($test:ident: $function:path, $($matrix:ident)+ $(, $mode:expr)*;)*) => { $(
        #[test]
        fn $test() {
            let constant = const { $function($(&$matrix),+ $(, $mode)*) };
            let computed = $function($(black_box(&$matrix)),+ $(, black_box($mode))*);
            assert_eq!(all_bits(constant), all_bits(computed));
        }
    )* };
}

same! {
    f16_sm_75: mma_m16n8k16_f32_f16_f16_f32, A B SINGLES, Sm(80);
    f16_sm_90: mma_m16n8k16_f16_f16_f16_f16, A B PAIRS, Sm(90);
    bf16: mma_m16n8k16_f32_bf16_bf16_f32, A B SINGLES, Sm(89);
    tf32: mma_m16n8k8_f32_tf32_tf32_f32, A B SINGLES, Sm(100);
    fp8_sm_89: mma_m16n8k32_f32_fp8_fp8_f32, A B SINGLES, Fp8::E4m3, Fp8::E5m2, Sm(89);
    fp8_sequence: mma_m16n8k32_f16_fp8_fp8_f16, A B PAIRS, Fp8::E4m3, Fp8::E4m3, Sm(90);
    f8f6f4: mma_m16n8k32_f32_f8f6f4_f8f6f4_f32, A B SINGLES, F8f6f4::E3m2, F8f6f4::E2m1, Sm(120);
    quad: mma_m8n8k4_f32_f16_f16_f32, QUADS B EIGHT, Layout::Col, Layout::Row, Sm(70);
    quad_scalar: mma_m8n8k4_f32_f16_f16_f32, QUADS B EIGHT, Layout::Row, Layout::Col, Sm(80);
    double: mma_m16n8k8_f64_f64_f64_f64, DOUBLES_A DOUBLES_B DOUBLES_C, Rounding::Rp;
    integer: mma_m16n8k32_s32_s8_u8_s32, A B INTEGERS, Limit::Satfinite;
    bits: mma_m16n8k256_s32_b1_b1_s32_xor_popc, A B INTEGERS;
}

same! {
    wgmma: tile::wgmma_m64k8_f32_tf32, ROWS COLUMNS ADDENDS;
}
const ROWS: [[u32; 8]; 64] = words(10);
const COLUMNS: [[u32; 8]; 8] = words(11);
const ADDENDS: [[f32; 8]; 64] = singles(&words(12));
