//! Tests results for an `Sm` number that belongs to no GPU. The results must equal those of the GPU with the next lower
//! number.

use ptx::ops::mma::Fp8::{E4m3, E5m2};
use ptx::ops::{
    Sm, Subnormals::Keep, cos_approx_f32, ex2_approx_f32, mma_m16n8k8_f32_tf32_tf32_f32,
    mma_m16n8k16_f16_f16_f16_f16, mma_m16n8k16_f32_bf16_bf16_f32, mma_m16n8k16_f32_f16_f16_f32,
    mma_m16n8k32_f32_fp8_fp8_f32, sin_approx_f32, sqrt_approx_f32,
};
use ptx_isa::Target;

/// Operands for which an approximate instruction, such as `sin.approx.f32`, gives different results on different
/// targets.
const OPERANDS: [u32; 8] = [
    0x0000_0041,
    0x0021_202a,
    0x3dcc_cccd,
    0x3f80_0001,
    0x403a_9d02,
    0x4052_7d5d,
    0x409b_8254,
    0x4b00_0001,
];

/// Returns pseudo-random registers. Each f16, bf16 and tf32 element has a magnitude below 2. Every second FP8 element
/// may have any exponent.
fn registers<const N: usize>(seed: u32) -> [[u32; N]; 32] {
    let word = |i: usize| {
        let x = (i as u32 + 1).wrapping_mul(seed).wrapping_mul(0x9e37_79b9);
        x ^ x >> 15
    };
    std::array::from_fn(|lane| std::array::from_fn(|i| word(lane * N + i) & 0xbf7f_bf7f))
}

/// Runs approximate instructions and matrix instructions whose results depend on the target. Returns the result words.
fn results(sm: Sm) -> Vec<u32> {
    let mut all = Vec::new();
    for x in OPERANDS.map(f32::from_bits) {
        for f in [sin_approx_f32, cos_approx_f32, sqrt_approx_f32, ex2_approx_f32] {
            all.push(f(x, Keep, sm).to_bits());
        }
    }
    let (a4, b2) = (registers::<4>(3), registers::<2>(5));
    let singles = [[1.5_f32; 4]; 32];
    let mut add = |d: [[f32; 4]; 32]| all.extend(d.as_flattened().iter().map(|x| x.to_bits()));
    add(mma_m16n8k16_f32_f16_f16_f32(&a4, &b2, &singles, sm));
    add(mma_m16n8k16_f32_bf16_bf16_f32(&a4, &b2, &singles, sm));
    add(mma_m16n8k8_f32_tf32_tf32_f32(&a4, &b2, &singles, sm));
    add(mma_m16n8k32_f32_fp8_fp8_f32(&a4, &b2, &singles, E4m3, E5m2, sm));
    let d = mma_m16n8k16_f16_f16_f16_f16(&a4, &b2, &registers::<2>(11), sm);
    all.extend(d.as_flattened());
    all
}

#[test]
fn a_number_between_chips_computes_as_the_one_before() {
    let chips: Vec<u16> = Target::all().map(|target| target.sm).collect();
    let oldest = *chips.iter().min().expect("a chip");
    let mut distinct = Vec::new();
    for sm in (0..=300).chain([u16::MAX]) {
        let chip = chips.iter().copied().filter(|chip| *chip <= sm).max().unwrap_or(oldest);
        let computed = results(Sm(sm));
        assert_eq!(computed, results(Sm(chip)), "sm_{sm} and sm_{chip}");
        if !distinct.contains(&computed) {
            distinct.push(computed);
        }
    }
    // The results change at sm_52, sm_70, sm_75, sm_90 and sm_120. The targets sm_80 and sm_89 only introduce new
    // types.
    assert!(distinct.len() >= 5, "{}", distinct.len());
}
