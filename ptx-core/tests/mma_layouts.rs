//! Tests where the registers of a warp's lanes hold the elements of a matrix: for every form, places in the registers
//! and positions in the matrix correspond one to one. Compares them with `data/mma_layouts.tsv`.

mod names;

use names::named;
use ptx_core::mma::{self, Form, Instruction, Operand, Place, Position, Type, place, position};
use ptx_core::{Limit, Rounding};
use std::collections::HashSet;

const OPERANDS: [Operand; 4] = [Operand::A, Operand::B, Operand::C, Operand::D];

/// Returns the number of elements in a register of an operand.
fn width(form: Form, operand: Operand) -> u8 {
    (32 / form.element_bits(operand)).max(1) as u8
}

/// Returns the position of element `i` of a lane, counted from the low bits of its first register.
fn nth(form: Form, operand: Operand, lane: u8, i: u8) -> Option<Position> {
    let width = width(form, operand);
    position(form, operand, Place { lane, register: i / width, element: i % width })
}

#[test]
fn hashes() {
    let mut count = 0;
    for row in include_str!("data/mma_layouts.tsv").lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [name, operand, elements, hash] = fields[..] else { panic!("{row}") };
        let form = named(name).unwrap_or_else(|| panic!("{row}"));
        let operand = match operand {
            "A" => Operand::A,
            "B" => Operand::B,
            _ => Operand::C,
        };
        // FNV-1a.
        let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
        let elements = elements.parse().unwrap();
        for lane in 0..32 {
            for i in 0..elements {
                let p = nth(form, operand, lane, i).unwrap_or_else(|| panic!("{row}"));
                for byte in [p.row, p.column, p.product] {
                    digest = (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                }
            }
            assert_eq!(nth(form, operand, lane, elements), None, "{row}");
        }
        assert_eq!(format!("{digest:016x}"), hash, "{row}");
        count += 1;
    }
    assert_eq!(count, 90);
}

#[test]
fn places_and_positions_are_each_others_inverse() {
    for &form in Form::all() {
        for operand in OPERANDS {
            let mut places = HashSet::new();
            let mut positions = 0;
            for product in 0..=4 {
                for row in 0..=u8::MAX {
                    for column in 0..=u8::MAX {
                        let Some(place) = place(form, operand, product, row, column) else {
                            continue;
                        };
                        let p = Position { product, row, column };
                        assert_eq!(position(form, operand, place), Some(p), "{form:?} {operand:?}");
                        places.insert(place);
                        positions += 1;
                    }
                }
            }
            assert_eq!(places.len(), positions, "{form:?} {operand:?}");
            let [m, n, k] = form.shape().map(usize::from);
            let is_mma = form.instruction() == Instruction::Mma;
            let size = match operand {
                Operand::A => m * usize::from(form.stored()),
                Operand::B => k * n,
                Operand::C | Operand::D => m * n,
            };
            let expected = match form.registers(operand) {
                None => 0,
                Some(count) => 32 * usize::from(count) * usize::from(width(form, operand)),
            };
            assert_eq!(positions, expected, "{form:?} {operand:?}");
            assert!(!is_mma || positions % size == 0, "{form:?} {operand:?}");
        }
    }
}

#[test]
fn nothing_lies_beyond_the_registers() {
    let form =
        Form::mma([16, 8, 16], [Type::F32, Type::F16, Type::F16, Type::F32]).build().unwrap();
    let beyond = [(32, 0, 0), (255, 0, 0), (0, 4, 0), (0, 255, 0), (0, 0, 2), (0, 0, 255)];
    for (lane, register, element) in beyond {
        assert_eq!(position(form, Operand::A, Place { lane, register, element }), None);
    }
}
