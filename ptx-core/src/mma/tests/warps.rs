//! Compares [`warp`](super::super::warp) with `element_with`. The locations of elements, metadata and scales come from
//! `position`, `metadata_place` and `scale_place`.

use super::more_tiles::{Row, rows};
use super::names::{name, variants};
use super::{Random, TARGETS};
use crate::mma::{
    Extras, Form, Instruction, Lanes, Operand, Place, Type, Warp, element_with, metadata_place,
    place, position, scale_place, warp,
};
use crate::mode::Sm;
use std::vec;
use std::vec::Vec;

/// Returns the bits of the element at a location in the registers.
fn get(registers: &[Lanes], place: Place, bits: u32) -> u64 {
    let word = registers[usize::from(place.register)][usize::from(place.lane)];
    word >> (u32::from(place.element) * bits) & (u64::MAX >> (64 - bits))
}

/// Compares an instruction on random registers with `element_with`. `digit` is every metadata digit; without it, the
/// digits are random.
fn compare(form: Form, sm: Sm, near: bool, digit: Option<u64>, g: &mut Random) {
    let [m, n, k] = form.shape();
    let bits = [Operand::A, Operand::B, Operand::C].map(|operand| form.element_bits(operand));
    let mut registers = |operand: Operand| -> Vec<Lanes> {
        let count = form.registers(operand).expect("a form of mma");
        let (ty, bits) = (form.element_type(operand), form.element_bits(operand));
        let width = if ty == Type::F64 { 64 } else { 32 };
        let mut word = || {
            let join =
                |word, _| (word << (bits % 64)) | g.element(ty, near) & (u64::MAX >> (64 - bits));
            (0..width / bits).fold(0, join)
        };
        (0..count).map(|_| std::array::from_fn(|_| word())).collect()
    };
    let (a, b, c) = (registers(Operand::A), registers(Operand::B), registers(Operand::C));
    let mut words = |close: bool| -> Lanes {
        // If `close` is true, generates `.ue8m0` scales near 1, otherwise random bits.
        std::array::from_fn(|_| match close {
            true => 0x7c7c_7c7c + (g.next() & 0x0707_0707),
            false => g.next() & 0xffff_ffff,
        })
    };
    let (metadata, scales) = (words(false), [words(near), words(near)]);
    let metadata = digit.map_or(metadata, |digit| [digit * 0x1111_1111; 32]);
    let selector = g.next() as u32;
    let ids = [[g.next() as u16, g.next() as u16], [g.next() as u16, g.next() as u16]];
    let operands = Warp { a: &a, b: &b, c: &c, metadata, selector, scales, ids };
    let mut d = vec![[0; 32]; usize::from(form.registers(Operand::D).expect("a form of mma"))];
    assert_eq!(warp(form, &operands, &mut d, sm), Some(()), "{}", name(form));
    let products = if form.is_quad() { 4 } else { 1 };
    for product in 0..products {
        for row in 0..m as u8 {
            for column in 0..n as u8 {
                let at = |operand, registers: &[Lanes], bits, row: u16, column: u16| {
                    let place = place(form, operand, product, row as u8, column as u8);
                    get(registers, place.expect("an element of the matrix"), bits)
                };
                let (i, j) = (u16::from(row), u16::from(column));
                let left: Vec<u64> =
                    (0..form.stored()).map(|k| at(Operand::A, &a, bits[0], i, k)).collect();
                let right: Vec<u64> = (0..k).map(|k| at(Operand::B, &b, bits[1], k, j)).collect();
                let digits: Vec<u8> = (0..form.chunks())
                    .map(|chunk| {
                        let place =
                            metadata_place(form, row, chunk as u8, selector).expect("a chunk");
                        get(&[metadata], place, 4) as u8
                    })
                    .collect();
                let of = |operand, index, which: usize| -> Vec<u8> {
                    let count = form.scales().map_or(0, |scales| scales.vector.count());
                    (0..count)
                        .map(|scale| {
                            let place = scale_place(form, operand, index, scale as u8, ids[which]);
                            get(&[scales[which]], place.expect("a scale"), 8) as u8
                        })
                        .collect()
                };
                let extras = Extras {
                    metadata: &digits,
                    scales_a: &of(Operand::A, row, 0),
                    scales_b: &of(Operand::B, column, 1),
                    ..Extras::NONE
                };
                let x = at(Operand::C, &c, bits[2], i, j);
                let expected = element_with(form, &left, &right, x, &extras, sm.max(form.since()));
                let found = at(Operand::D, &d, form.element_bits(Operand::D), i, j);
                assert_eq!(Some(found), expected, "{} {sm:?} ({row}, {column})", name(form));
            }
        }
    }
}

#[test]
fn warps_compute_elements() {
    let mut g = Random(7);
    let mut count = 0;
    for &form in Form::all().iter().filter(|form| form.instruction() == Instruction::Mma) {
        for form in variants(form) {
            let steps = form.parameters(form.since()).is_some();
            for sm in TARGETS.into_iter().filter(|sm| steps || *sm == Sm(120)) {
                for near in [true, false] {
                    compare(form, sm, near, None, &mut g);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 2000, "{count} instructions");
    let form =
        Form::mma([16, 8, 16], [Type::F32, Type::F16, Type::F16, Type::F32]).build().unwrap();
    assert!(position(form, Operand::A, Place { lane: 31, register: 3, element: 1 }).is_some());
}

#[test]
fn elements_fill_registers_of_32_bits() {
    for form in Form::all() {
        let ty = form.element_type(Operand::A);
        assert_eq!(ty.bits() << ty.per_register_log(), ty.bits().max(32), "{ty:?}");
    }
}

#[test]
fn warps_select_the_halves_of_tf32_by_every_digit() {
    let mut g = Random(8);
    let is_tf32 = |form: &&Form| {
        let is_mma = form.instruction() == Instruction::Mma;
        is_mma && form.is_sparse() && form.element_type(Operand::A) == Type::Tf32
    };
    for form in Form::all().iter().filter(is_tf32) {
        for digit in 0..16 {
            compare(*form, Sm(90), true, Some(digit), &mut g);
        }
    }
}

/// Writes the bits of an element to a location in the registers.
fn put(registers: &mut [Lanes], place: Place, bits: u32, value: u64) {
    let word = &mut registers[usize::from(place.register)][usize::from(place.lane)];
    *word |= (value & (u64::MAX >> (64 - bits))) << (u32::from(place.element) * bits);
}

/// Computes up to eight rows of `mma_more_vectors.tsv` with one instruction. Each `rows[i]` provides row `first + i` of
/// A and column i of B. Element i of the result is the element of D in this row and this column.
fn diagonal(rows: &[Row<'_>], first: u8, selector: u32, ids: [[u16; 2]; 2]) -> Vec<u64> {
    let form = rows[0].form;
    let none = |operand| vec![[0; 32]; form.registers(operand).expect("a form of mma").into()];
    let [mut a, mut b, mut c, mut d] = [Operand::A, Operand::B, Operand::C, Operand::D].map(none);
    let (mut metadata, mut scales) = ([[0; 32]], [[[0; 32]], [[0; 32]]]);
    for (j, row) in (0..).zip(rows) {
        let i = first + j;
        let at = |operand, row, column| place(form, operand, 0, row, column).expect("an element");
        let bits = |operand| form.element_bits(operand);
        let [left, right, digits, left_scales, right_scales] = &row.operands;
        for (k, x) in (0..).zip(left) {
            put(&mut a, at(Operand::A, i, k), bits(Operand::A), *x);
        }
        for (k, x) in (0..).zip(right) {
            put(&mut b, at(Operand::B, k, j), bits(Operand::B), *x);
        }
        put(&mut c, at(Operand::C, i, j), bits(Operand::C), row.c);
        for (chunk, x) in (0..).zip(digits) {
            put(&mut metadata, metadata_place(form, i, chunk, selector).expect("a chunk"), 4, *x);
        }
        for (which, operand) in [Operand::A, Operand::B].into_iter().enumerate() {
            let (index, of) = if which == 0 { (i, left_scales) } else { (j, right_scales) };
            for (scale, x) in (0..).zip(of) {
                let place = scale_place(form, operand, index, scale, ids[which]).expect("a scale");
                put(&mut scales[which], place, 8, *x);
            }
        }
    }
    let [metadata] = metadata;
    let scales = scales.map(|[scales]| scales);
    let operands = Warp { a: &a, b: &b, c: &c, metadata, selector, scales, ids };
    assert_eq!(warp(form, &operands, &mut d, rows[0].sm), Some(()));
    let element = |j| {
        get(
            &d,
            place(form, Operand::D, 0, first + j, j).expect("an element"),
            form.element_bits(Operand::D),
        )
    };
    (0..).take(rows.len()).map(element).collect()
}

#[test]
fn warps_reproduce_the_rows() {
    let rows = rows();
    let is_mma = |row: &&[Row<'_>]| row[0].form.instruction() == Instruction::Mma;
    let mut count = 0;
    for same in rows.chunk_by(|x, y| (x.form, x.sm) == (y.form, y.sm)).filter(is_mma) {
        for (n, part) in (0..).zip(same.chunks(8)) {
            // `{byte-id, thread-id}` differs between instructions, so that all its values are tested.
            let ids = [[n, n / 4], [n / 16, n / 2]];
            let found = diagonal(part, 8 * (n % 2) as u8, n.into(), ids);
            for (row, found) in part.iter().zip(found) {
                assert_eq!(found, row.d, "{}", row.text);
                count += 1;
            }
        }
    }
    assert_eq!(count, 6943);
}
