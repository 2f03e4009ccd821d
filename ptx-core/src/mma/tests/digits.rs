//! Tests the factors that each of the 16 metadata digits selects.

use crate::mma::{Extras, Form, Kind, Operand, Type, element_with};
use crate::mode::Sm;
use std::vec;

/// Computes an element of D with C = 0 and scales of 1. The slices `a` and `b` are the elements of the first chunk, and
/// `digit` is its metadata digit. All other elements are zero.
fn product(form: Form, digit: u8, a: &[u64], b: &[u64]) -> u64 {
    let mut metadata = vec![4; form.chunks()];
    metadata[0] = digit;
    let [_, _, k] = form.shape();
    let (mut row, mut column) = (vec![0; form.stored().into()], vec![0; k.into()]);
    row[..a.len()].copy_from_slice(a);
    column[..b.len()].copy_from_slice(b);
    let ones = vec![127; form.scales().map_or(0, |scales| scales.vector.count())];
    let extras = Extras { metadata: &metadata, scales_a: &ones, scales_b: &ones, ..Extras::NONE };
    let sm = form.since().max(Sm(90));
    element_with(form, &row, &column, 0, &extras, sm).expect("a form of the target")
}

/// Returns D for each metadata digit. The stored elements of A are 1 and 4. Each element of B equals its position in
/// the chunk, 0 to 3. D is therefore the first selected position plus four times the second. For 4-bit types, a
/// position is a pair of elements, and the second element of each pair is zero. `numbers` has the bits of the numbers
/// 0 to 4.
fn positions(form: Form, numbers: [u64; 5]) -> [u64; 16] {
    let [zero, one, two, three, four] = numbers;
    let (a, b) = match form.element_bits(Operand::A) {
        4 => (vec![one, zero, four, zero], vec![zero, zero, one, zero, two, zero, three, zero]),
        _ => (vec![one, four], vec![zero, one, two, three]),
    };
    std::array::from_fn(|digit| {
        let d = product(form, digit as u8, &a, &b);
        if form.element_type(Operand::D) == Type::F32 { f32::from_bits(d as u32) as u64 } else { d }
    })
}

#[test]
fn a_digit_consists_of_two_positions() {
    use Type::{Bf16, E4m3, F16, F32, S8, S32, U4};
    let all = [
        (Form::mma([16, 8, 32], [F32, F16, F16, F32]), [0, 0x3c00, 0x4000, 0x4200, 0x4400]),
        (Form::mma([16, 8, 32], [F32, Bf16, Bf16, F32]), [0, 0x3f80, 0x4000, 0x4040, 0x4080]),
        (Form::mma([16, 8, 64], [F32, E4m3, E4m3, F32]), [0, 0x38, 0x40, 0x44, 0x48]),
        (Form::mma([16, 8, 64], [S32, S8, S8, S32]), [0, 1, 2, 3, 4]),
        (Form::mma([16, 8, 128], [S32, U4, U4, S32]), [0, 1, 2, 3, 4]),
        (Form::wgmma([64, 8, 32], [F32, F16, F16]), [0, 0x3c00, 0x4000, 0x4200, 0x4400]),
    ];
    for (form, numbers) in all {
        let form = form.sparse().build().expect("a form");
        let expected = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xa, 0xb, 0xc, 0xd, 0xe, 0xf];
        assert_eq!(positions(form, numbers), expected, "{form:?}");
    }
}

#[test]
fn digits_of_4_bit_floats_are_clamped() {
    let form = Form::mma([16, 8, 128], [Type::F32, Type::E2m1, Type::E2m1, Type::F32]);
    let form = form.kind(Kind::Mxf4).sparse().build().expect("a form");
    let expected = [4, 5, 6, 6, 4, 5, 6, 6, 8, 9, 0xa, 0xa, 0xc, 0xd, 0xe, 0xe];
    assert_eq!(positions(form, [0, 2, 4, 5, 6]), expected);
}

/// Tests which two 16-bit halves of tf32 elements of B each digit joins to a factor. The stored element of A is 1, so D
/// is this factor without its low 13 bits.
#[test]
fn a_digit_joins_two_halves_of_tf32() {
    let form = Form::mma([16, 8, 16], [Type::F32, Type::Tf32, Type::Tf32, Type::F32]);
    let form = form.sparse().build().expect("a form");
    let (a, b) = ([0x3f80_0000], [0x4080_2000, 0xc060_6000]);
    let factors: [u64; 16] = std::array::from_fn(|digit| product(form, digit as u8, &a, &b));
    let expected = [
        [0x2000_2000, 0x2000_4000, 0x2000_6000, 0x2000_c000],
        [0x4080_2000, 0x4080_4000, 0x4080_6000, 0x4080_c000],
        [0x6000_2000, 0x6000_4000, 0x6000_6000, 0x6000_c000],
        [0xc060_2000, 0xc060_4000, 0xc060_6000, 0xc060_c000],
    ];
    assert_eq!(factors, expected.concat()[..]);
}
