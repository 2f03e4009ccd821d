//! Compares matrix products on registers with the instructions of `ptx-core`. The crates `ptx-conform` and `ptx-core`
//! assign elements to lanes with separate code.

use ptx_conform::compare::{Inputs, operands_of};
use ptx_conform::device::Chip;
use ptx_conform::host;
use ptx_conform::instruction::{self, Instruction};
use ptx_core::mma::{Fp8, Layout};
use ptx_core::{
    Sm, mma_m8n8k4_f32_f16_f16_f32, mma_m16n8k16_f32_f16_f16_f32, mma_m16n8k32_f16_fp8_fp8_f16,
};

const TILES: usize = 40;

fn find(name: &str, sm: u16) -> Instruction {
    let chip = Chip { name: String::new(), sm, driver: 13_000 };
    let all = instruction::all(&chip.dialect());
    let found =
        all.into_iter().find(|instruction| instruction.name == name).expect("the form exists");
    std::sync::Arc::into_inner(found).expect("the only reference")
}

/// Returns N registers of each lane, beginning with register `start`.
fn registers<const N: usize>(warp: &[u64], stride: usize, start: usize) -> [[u32; N]; 32] {
    std::array::from_fn(|lane| std::array::from_fn(|i| warp[lane * stride + start + i] as u32))
}

/// Compares the result for every tile (the matrices of one warp) with the result of `product`. Returns the number of
/// finite nonzero results.
fn compare<const D: usize>(
    name: &str,
    sm: u16,
    product: impl Fn(&[u64], usize) -> [[u32; D]; 32],
) -> usize {
    let instruction = find(name, sm);
    let (stride, words) =
        (instruction.sources.len(), operands_of(&instruction, Inputs::Steered(32 * TILES), 3));
    let results = host::results(&instruction, &words);
    let mut ordinary = 0;
    for (warp, results) in words.chunks(32 * stride).zip(results.chunks(32 * D)) {
        let expected = product(warp, stride).concat();
        assert!(
            results.iter().eq(expected
                .iter()
                .map(|word| u64::from(*word))
                .collect::<Vec<_>>()
                .iter())
        );
        let is_ordinary = |word: &&u32| **word << 1 > 0 && (**word >> 23 & 255) < 255;
        ordinary += expected.iter().filter(is_ordinary).count();
    }
    ordinary
}

fn floats<const N: usize>(words: [[u32; N]; 32]) -> [[f32; N]; 32] {
    words.map(|lane| lane.map(f32::from_bits))
}

fn bits<const N: usize>(floats: [[f32; N]; 32]) -> [[u32; N]; 32] {
    floats.map(|lane| lane.map(f32::to_bits))
}

#[test]
fn matrix_products_agree_with_ptx_core() {
    let ordinary =
        compare("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 90, |warp, stride| {
            let (a, b) = (registers::<4>(warp, stride, 0), registers::<2>(warp, stride, 4));
            let c = floats(registers::<4>(warp, stride, 6));
            bits(mma_m16n8k16_f32_f16_f16_f32(&a, &b, &c, Sm(90)))
        });
    // At least half of the results on steered operands (near hard cases) are finite and nonzero.
    assert!(ordinary > TILES * 128 / 2, "{ordinary}");
    for (layouts, words) in
        [([Layout::Row, Layout::Col], "row.col"), ([Layout::Col, Layout::Row], "col.row")]
    {
        let name = format!("mma.sync.aligned.m8n8k4.{words}.f32.f16.f16.f32");
        compare(&name, 70, |warp, stride| {
            let (a, b) = (registers::<2>(warp, stride, 0), registers::<2>(warp, stride, 2));
            let c = floats(registers::<8>(warp, stride, 4));
            bits(mma_m8n8k4_f32_f16_f16_f32(&a, &b, &c, layouts[0], layouts[1], Sm(70)))
        });
    }
    compare("mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e5m2.f16", 89, |warp, stride| {
        let (a, b) = (registers::<4>(warp, stride, 0), registers::<2>(warp, stride, 4));
        let c = registers::<2>(warp, stride, 6);
        mma_m16n8k32_f16_fp8_fp8_f16(&a, &b, &c, Fp8::E4m3, Fp8::E5m2, Sm(89))
    });
}
