//! The forms of `tcgen05.mma` that are compared with `ptx_core::mma`.

use crate::Random;
use crate::place::{B32, B64, B128, B128_32, NONE};
use crate::products::{BF16, Case, F16, FP8, I8, MX, MXF4, NVF4, TF32, Zero, check};
use ptx_core::mma::{ScaleType, ScaleVector, Type};

fn check_all(cases: &[Case]) {
    let mut g = Random(0x9e37_79b9_7f4a_7c15);
    cases.iter().for_each(|case| check(*case, &mut g));
}

#[test]
fn every_kind_multiplies() {
    check_all(&[
        F16,
        Case { d: Type::F16, ..F16 },
        BF16,
        TF32,
        FP8,
        Case { d: Type::F16, ..FP8 },
        I8,
        Case { a: Type::U8, b: Type::S8, saturates: true, ..I8 },
        Case { a: Type::E2m1, b: Type::E3m2, ..FP8 },
        Case { a: Type::E2m3, b: Type::E2m1, ..FP8 },
        Case { adds: false, n: 64, ..BF16 },
        Case { negate: [true, false], ..F16 },
        Case { negate: [false, true], ..FP8 },
        Case { disabled: [0x0f0f, 0, 2, 0xffff_ffff], ..F16 },
    ]);
}

#[test]
fn every_layout_places_the_elements() {
    for pattern in [NONE, B32, B64, B128] {
        check_all(&[
            Case { patterns: [pattern, B128], ..F16 },
            Case { patterns: [B128, pattern], n: 48, ..FP8 },
            Case { patterns: [pattern; 2], transpose: [true, false], ..F16 },
            Case { patterns: [pattern; 2], transpose: [true, true], n: 64, ..BF16 },
            Case { patterns: [pattern; 2], transpose: [false, true], n: 128, ..I8 },
        ]);
    }
    check_all(&[
        Case { patterns: [B128_32; 2], transpose: [true; 2], n: 32, ..TF32 },
        Case { patterns: [B128_32, B64], transpose: [true, false], n: 32, ..TF32 },
        Case { patterns: [B32, B128_32], transpose: [false, true], n: 32, ..TF32 },
    ]);
}

#[test]
fn rows_are_distributed_as_the_instruction_says() {
    check_all(&[
        Case { m: 64, n: 8, ..F16 },
        Case { m: 64, n: 24, ..FP8 },
        Case { m: 128, n: 24, ..F16 },
        Case { m: 128, n: 8, ..TF32 },
        Case { m: 128, n: 24, ..I8 },
        Case { m: 128, n: 64, is_stationary: true, ..F16 },
        Case { m: 64, n: 64, is_stationary: true, ..BF16 },
        Case { m: 32, n: 64, is_stationary: true, ..TF32 },
    ]);
}

#[test]
fn a_may_be_in_tensor_memory() {
    for case in [F16, BF16, TF32, FP8, I8, MX, MXF4, Case { a: Type::E2m1, ..FP8 }] {
        check_all(&[Case { a_in_tensor: true, ..case }]);
    }
    check_all(&[
        Case { a_in_tensor: true, m: 64, ..F16 },
        Case { a_in_tensor: true, m: 64, n: 64, is_stationary: true, ..F16 },
    ]);
    for case in [F16, TF32, FP8, I8] {
        let shifted = Case { a_in_tensor: true, shifts_a: true, ..case };
        check_all(&[shifted, Case { blocks: 2, m: 256, n: 32, ..shifted }]);
    }
}

#[test]
fn blocks_have_scales() {
    check_all(&[
        MX,
        Case { a: Type::E5m2, b: Type::E2m1, n: 136, ..MX },
        MXF4,
        NVF4,
        Case { scales: Some((ScaleVector::X2, ScaleType::Ue8m0)), ..NVF4 },
        Case { scales: Some((ScaleVector::X4, ScaleType::Ue8m0)), n: 64, ..NVF4 },
    ]);
}

#[test]
fn a_may_be_sparse() {
    for case in [F16, BF16, TF32, FP8, I8, MX, MXF4, NVF4] {
        check_all(&[Case { is_sparse: true, ..case }]);
    }
    check_all(&[Case { is_sparse: true, m: 64, ..F16 }]);
}

#[test]
fn two_blocks_multiply_together() {
    for case in [F16, TF32, FP8, I8, MX, MXF4, NVF4] {
        check_all(&[Case { blocks: 2, m: 256, n: 32, ..case }]);
    }
    check_all(&[
        Case { blocks: 2, m: 128, n: 32, ..F16 },
        Case { blocks: 2, m: 128, n: 64, is_sparse: true, ..F16 },
        Case { blocks: 2, m: 256, n: 64, is_sparse: true, ..FP8 },
        Case { blocks: 2, m: 256, n: 32, a_in_tensor: true, ..F16 },
        Case { blocks: 2, m: 256, n: 64, transpose: [true; 2], ..F16 },
        Case { blocks: 2, m: 128, n: 64, ..MX },
    ]);
}

/// The descriptors are examples of PTX ISA, "Zero-Column Mask Descriptor".
#[test]
fn columns_of_b_may_be_zero() {
    let common = 1 << 39 | 2 << 40 | 3 << 48;
    let masks = [
        // 128 rows: one mask, ...111 0000 111 0000.
        (128, Zero { bits: common, shift: 0, is_zero: |n| n % 7 >= 4 }),
        // No mask.
        (128, Zero { bits: 4 << 40 | 3 << 48, shift: 0, is_zero: |_| false }),
        // 64 rows: two masks, ...0000 111 and ...111 0000.
        (
            64,
            Zero {
                bits: common | 1 << 32,
                shift: 0,
                is_zero: |n| if n < 32 { n % 7 < 3 } else { n % 32 % 7 >= 4 },
            },
        ),
        // 32 rows: four masks that begin at columns 0, 1, 2 and 1 of their patterns. Column 2 of B is the first.
        (
            32,
            Zero {
                bits: common | 2 << 56 | 3 << 32 | 1 << 8 | 2 << 16 | 1 << 24,
                shift: 2,
                is_zero: |n| match (n / 16, n % 16) {
                    (0, i) => i % 7 < 3,
                    (1, i) => (i + 1) % 7 < 3,
                    (2, i) => (i + 2) % 7 >= 4,
                    (_, i) => (i + 1) % 7 >= 4,
                },
            },
        ),
    ];
    for (m, zero) in masks {
        for case in [F16, BF16, FP8, I8] {
            let zero = Some(zero);
            let case = Case { m, n: 64, is_stationary: true, zero, ..case };
            check_all(&[case, Case { is_sparse: true, ..case }]);
        }
    }
}
