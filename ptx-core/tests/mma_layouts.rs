//! Tests where the registers of a warp's lanes hold the elements of a matrix. Locations in the registers and positions
//! in the matrix must correspond one to one, for every form. Hashes of the positions are compared with
//! `data/mma_layouts.tsv`.

mod names;

use names::named;
use ptx_core::mma::{
    self, Form, Instruction, Operand, Place, Position, Type, metadata_place, place, position,
    scale_place,
};
use ptx_core::{Limit, Rounding};
use std::array::from_fn;
use std::collections::HashSet;

const OPERANDS: [Operand; 4] = [Operand::A, Operand::B, Operand::C, Operand::D];

/// Returns the number of elements in a register of an operand.
fn width(form: Form, operand: Operand) -> u8 {
    (32 / form.element_bits(operand)).max(1) as u8
}

/// Returns the position in the matrix of element `i` of a lane. Elements are counted from the low bits of the first
/// register.
fn nth(form: Form, operand: Operand, lane: u8, i: u8) -> Option<Position> {
    let width = width(form, operand);
    position(form, operand, Place { lane, register: i / width, element: i % width })
}

#[test]
fn positions_match_the_recorded_hashes() {
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
        // The FNV-1a hash of the positions.
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
fn place_and_position_are_inverse_functions() {
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
fn locations_outside_the_registers_and_the_matrix_are_rejected() {
    let form =
        Form::mma([16, 8, 16], [Type::F32, Type::F16, Type::F16, Type::F32]).build().unwrap();
    let beyond = [(32, 0, 0), (255, 0, 0), (0, 4, 0), (0, 255, 0), (0, 0, 2), (0, 0, 255)];
    for (lane, register, element) in beyond {
        assert_eq!(position(form, Operand::A, Place { lane, register, element }), None);
    }
    for (product, row, column) in [(1, 0, 0), (0, 16, 0), (0, 0, 16)] {
        assert_eq!(place(form, Operand::A, product, row, column), None);
    }
}

/// A function that returns the lane and the first bit of a metadata digit. Its arguments are the row modulo 8, row / 8,
/// the chunk and the selector.
type Metadata = fn(u8, u8, u8, u8) -> (u8, u8);

/// The locations of metadata in CUTLASS and in code of ptxas. An entry has the number of chunks in a row, the forms and
/// the number of selectors. The function that returns the location follows.
const METADATA: [(u8, &[&str], u8, Metadata); 4] = [
    (
        4,
        &[
            "m16n8k16.row.col.f32.f16.f16.f32",
            "m16n8k16.row.col.f32.bf16.bf16.f32",
            "m16n8k8.row.col.f32.tf32.tf32.f32",
        ],
        4,
        |g, hi, c, selector| (4 * g + selector, 16 * hi + 4 * c),
    ),
    (
        8,
        &[
            "m16n8k32.row.col.f16.f16.f16.f16",
            "m16n8k32.row.col.f32.bf16.bf16.f32",
            "m16n8k16.row.col.f32.tf32.tf32.f32",
        ],
        2,
        |g, hi, c, selector| (4 * g + 2 * selector + c / 4, 16 * hi + 4 * (c % 4)),
    ),
    (
        8,
        &["m16n8k32.row.col.s32.s8.u8.s32", "m16n8k64.row.col.s32.u4.s4.s32"],
        2,
        |g, hi, c, selector| (4 * g + 2 * selector + hi, 4 * c),
    ),
    (
        16,
        &[
            "m16n8k64.row.col.f32.e4m3.e4m3.f32",
            "m16n8k64.row.col.s32.s8.s8.s32",
            "m16n8k128.row.col.s32.s4.s4.s32",
            "m16n8k64.row.col.kind::f8f6f4.f32.e2m1.e3m2.f32",
            "m16n8k64.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e5m2.e4m3.f32.ue8m0",
            "m16n8k128.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
            "m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",
        ],
        1,
        |g, hi, c, _| (4 * g + hi + 2 * (c / 8), 4 * (c % 8)),
    ),
];

#[test]
fn metadata_locations_match_the_table() {
    for (chunks, names, selectors, expected) in METADATA {
        for name in names {
            let form =
                named(&format!("sp::ordered_metadata.{name}")).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(form.chunks(), usize::from(chunks), "{name}");
            let mut places = HashSet::new();
            for (selector, row, chunk) in (0..selectors)
                .flat_map(|s| (0..16).flat_map(move |row| (0..chunks).map(move |c| (s, row, c))))
            {
                let place = metadata_place(form, row, chunk, selector.into());
                let (lane, bit) = expected(row % 8, row / 8, chunk, selector);
                assert_eq!(place, Some(Place { lane, register: 0, element: bit / 4 }), "{name}");
                assert!(places.insert((lane, bit)), "{name}: two digits in one place");
            }
            assert_eq!(metadata_place(form, 16, 0, 0), None);
            assert_eq!(metadata_place(form, 0, chunks, 0), None);
        }
    }
    let dense = named("m16n8k16.row.col.f32.f16.f16.f32").expect("a form");
    assert_eq!(metadata_place(dense, 0, 0, 0), None);
}

#[test]
fn every_sparse_form_is_in_the_table() {
    let sparse = |form: &&Form| form.is_sparse() && form.instruction() == Instruction::Mma;
    for form in Form::all().iter().filter(sparse) {
        let is_long = form.element_bits(Operand::A) >= 16;
        let like = METADATA.iter().find(|(chunks, names, ..)| {
            let first = named(&format!("sp::ordered_metadata.{}", names[0])).expect("a form");
            form.chunks() == usize::from(*chunks)
                && (*chunks != 8 || (first.element_bits(Operand::A) >= 16) == is_long)
        });
        let (chunks, _, selectors, expected) = like.unwrap_or_else(|| panic!("{form:?}"));
        for selector in 0..*selectors {
            let place = metadata_place(*form, 13, chunks - 1, selector.into());
            let (lane, bit) = expected(5, 1, chunks - 1, selector);
            assert_eq!(place, Some(Place { lane, register: 0, element: bit / 4 }), "{form:?}");
        }
    }
}

/// Tests the lane and the byte of each scale. For PTX's `thread-id` t, the scale of column n of B is in lane `4n + t`.
/// The scale of row r of A is in lane `4 (r mod 8) + 2t + r / 8`.
#[test]
fn scale_locations_match_the_manual() {
    let mut count = 0;
    for form in Form::all().iter().filter(|form| form.instruction() == Instruction::Mma) {
        let Some(scales) = form.scales() else {
            assert_eq!(scale_place(*form, Operand::A, 0, 0, [0, 0]), None);
            continue;
        };
        let vector = scales.vector.count() as u8;
        let bytes: &[u8] = match vector {
            1 => &[0, 1, 2, 3],
            2 => &[0, 2],
            _ => &[0],
        };
        for (byte, i) in bytes.iter().flat_map(|byte| (0..vector).map(move |i| (*byte, i))) {
            let place = |lane| Some(Place { lane, register: 0, element: byte + i });
            for (thread, row) in (0..2).flat_map(|thread| (0..16).map(move |row| (thread, row))) {
                let id = [byte.into(), thread.into()];
                let lane = 4 * (row % 8) + 2 * thread + row / 8;
                assert_eq!(scale_place(*form, Operand::A, row, i, id), place(lane), "{form:?}");
            }
            for (thread, column) in (0..4).flat_map(|thread| (0..8).map(move |n| (thread, n))) {
                let id = [byte.into(), thread.into()];
                let lane = 4 * column + thread;
                assert_eq!(scale_place(*form, Operand::B, column, i, id), place(lane), "{form:?}");
            }
        }
        assert_eq!(scale_place(*form, Operand::A, 16, 0, [0, 0]), None);
        assert_eq!(scale_place(*form, Operand::B, 8, 0, [0, 0]), None);
        assert_eq!(scale_place(*form, Operand::B, 0, vector, [0, 0]), None);
        assert_eq!(scale_place(*form, Operand::C, 0, 0, [0, 0]), None);
        count += 1;
    }
    assert_eq!(count, 2 * (25 + 4));
}

/// Tests that an instruction sequence of CUTLASS stores the matrix that it loaded. CUTLASS loads a matrix with
/// `ldmatrix.m16n16.trans` (`SM100_U8x8_LDSM_T`), and exchanges the upper half of the first register with the lower
/// half of the second. `stmatrix.m16n8.x2.trans` (`SM100_U8x8_STSM_T`) then stores the matrix. If lane k addresses a
/// row for the load, lane 2 (k / 4) + k mod 2 + 8 (k / 2 mod 2) addresses this row for the store.
#[test]
fn bytes_round_trip_as_in_cutlass() {
    let rows: [[u8; 16]; 16] = from_fn(|row| from_fn(|i| (row * 16 + i) as u8));
    let [first, second] = mma::load_bytes_transposed(&rows);
    let low: [u32; 32] = from_fn(|lane| first[lane] & 0xffff | second[lane] << 16);
    let high: [u32; 32] = from_fn(|lane| first[lane] >> 16 | second[lane] & 0xffff_0000);
    let stored = [low, high].map(|registers| mma::store_bytes_transposed(&registers)).concat();
    for (k, row) in rows.iter().enumerate() {
        assert_eq!(stored[k / 4 * 2 + k % 2 + k / 2 % 2 * 8], *row, "row {k}");
    }
}
