//! Compares the functions of dense `mma` without block scales, on the registers of a warp, with `element`. The function
//! `position` maps registers to elements.

use std::vec;
use std::vec::Vec;

use super::{Random, TARGETS, matrix};
use crate::mma::builder::FormBuilder;
use crate::mma::form::Form;
use crate::mma::layout::{Place, position};
use crate::mma::rust::ty;
use crate::mma::table::{
    bit_forms, byte_forms, double_forms, float_forms, integer_forms, quad_forms,
};
use crate::mma::types::{BitOperation, F8f6f4, Fp8, Kind, Layout, Operand, Type};
use crate::mma::{element, instruction};
use crate::mode::{Limit, Rounding, Sm};

/// The registers of 32 lanes.
type Registers = Vec<Vec<u64>>;

/// Returns the width of an operand's registers, in bits.
fn register_bits(form: Form, operand: Operand) -> u32 {
    form.element_type(operand).bits().max(32)
}

/// Returns the element at a location in the registers.
fn at(form: Form, operand: Operand, registers: &Registers, place: Place) -> u64 {
    let bits = form.element_type(operand).bits();
    let register = registers[usize::from(place.lane)][usize::from(place.register)];
    register >> (u32::from(place.element) * bits) & (u64::MAX >> (64 - bits))
}

/// Returns the locations of all elements of an operand.
fn places(form: Form, operand: Operand, registers: &Registers) -> Vec<Place> {
    let width = register_bits(form, operand) / form.element_type(operand).bits();
    let mut places = Vec::new();
    for lane in 0..32 {
        for register in 0..registers[0].len() as u8 {
            for element in 0..width as u8 {
                places.push(Place { lane, register, element });
            }
        }
    }
    places
}

/// Returns the matrices of an operand, one for each matrix product of the instruction.
fn matrices(form: Form, operand: Operand, registers: &Registers) -> Vec<Vec<Vec<u64>>> {
    let mut matrices = vec![vec![vec![0; 256]; 256]; 4];
    for place in places(form, operand, registers) {
        let p = position(form, operand, place).expect("an element");
        matrices[usize::from(p.product)][usize::from(p.row)][usize::from(p.column)] =
            at(form, operand, registers, place);
    }
    matrices
}

/// Compares an instruction on random registers with `element`.
fn check(
    form: FormBuilder,
    [d_count, a_count, b_count, c_count]: [usize; 4],
    run: &dyn Fn(&Registers, &Registers, &Registers, Sm) -> Registers,
) {
    let form = form.build().unwrap_or_else(|| panic!("{form:?}"));
    let [_, _, k] = form.shape().map(usize::from);
    let mut g = Random(k as u64);
    for (sm, near) in TARGETS.into_iter().flat_map(|sm| [(sm, true), (sm, false)]) {
        let mut registers = |operand, count: usize| -> Registers {
            let element = form.element_type(operand);
            let width = register_bits(form, operand) / element.bits();
            let mut register = || {
                let elements = (0..width).map(|_| g.element(element, near));
                let mask = u64::MAX >> (64 - element.bits());
                elements.fold(0_u64, |x, y| x.unbounded_shl(element.bits()) | y & mask)
            };
            (0..32).map(|_| (0..count).map(|_| register()).collect()).collect()
        };
        let a = registers(Operand::A, a_count);
        let b = registers(Operand::B, b_count);
        let c = registers(Operand::C, c_count);
        let d = run(&a, &b, &c, sm);
        assert_eq!(d[0].len(), d_count);

        let [a, b, c] = [(Operand::A, &a), (Operand::B, &b), (Operand::C, &c)]
            .map(|(operand, registers)| matrices(form, operand, registers));
        let sm = sm.max(form.since());
        for place in places(form, Operand::D, &d) {
            let p = position(form, Operand::D, place).expect("an element");
            let (q, i, j) = (usize::from(p.product), usize::from(p.row), usize::from(p.column));
            let column: Vec<_> = b[q][..k].iter().map(|row| row[j]).collect();
            let expected = element(form, &a[q][i][..k], &column, c[q][i][j], sm);
            assert_eq!(Some(at(form, Operand::D, &d, place)), expected, "{form:?} {sm:?} {p:?}");
        }
    }
}

/// Converts registers to the argument type of the instruction.
fn words<const G: usize>(registers: &Registers) -> [[u32; G]; 32] {
    super::array(registers, |x| x as u32)
}

macro_rules! accumulator {
    (f16 $registers:expr) => {
        &words($registers)
    };
    (f32 $registers:expr) => {
        &super::array($registers, |x| f32::from_bits(x as u32))
    };
    (@d f16 $d:expr) => {
        matrix(&$d, u64::from)
    };
    (@d f32 $d:expr) => {
        matrix(&$d, |x| x.to_bits().into())
    };
}

#[test]
fn floats() {
    macro_rules! floats {
        ($($d:ident $a:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let types = [ty!($d), ty!($a), ty!($a), ty!($d)];
            check(Form::mma($shape, types), $registers, &|a, b, c, sm| {
                accumulator!(@d $d instruction::$name(&words(a), &words(b), accumulator!($d c), sm))
            });
        )* };
    }
    float_forms!(floats);
}

#[test]
fn quads() {
    macro_rules! quads {
        ($($d:ident $c:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            for alayout in [Layout::Row, Layout::Col] {
                for blayout in [Layout::Row, Layout::Col] {
                    let types = [ty!($d), Type::F16, Type::F16, ty!($c)];
                    let form = Form::mma($shape, types).layouts([alayout, blayout]);
                    check(form, $registers, &|a, b, c, sm| {
                        let (a, b, c) = (words(a), words(b), accumulator!($c c));
                        accumulator!(@d $d instruction::$name(&a, &b, c, alayout, blayout, sm))
                    });
                }
            }
        )* };
    }
    quad_forms!(quads);
}

#[test]
fn bytes() {
    macro_rules! bytes {
        ($($d:ident $a:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let form = Form::mma($shape, [ty!($d), Type::E5m2, Type::E4m3, ty!($d)]);
            check(bytes!(@kind $a form), $registers, &|a, b, c, sm| {
                let (a, b, c) = (words(a), words(b), accumulator!($d c));
                accumulator!(@d $d instruction::$name(&a, &b, c, $a::E5m2, $a::E4m3, sm))
            });
        )* };
        (@kind Fp8 $form:expr) => { $form };
        (@kind F8f6f4 $form:expr) => { $form.kind(Kind::F8f6f4) };
    }
    byte_forms!(bytes);
}

#[test]
fn doubles() {
    macro_rules! doubles {
        ($($shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            check(Form::mma($shape, [Type::F64; 4]).rounding(Rounding::Rz), $registers, &|a, b, c, _| {
                let double = f64::from_bits;
                let (a, b) = (super::array(a, double), super::array(b, double));
                let d = instruction::$name(&a, &b, &super::array(c, double), Rounding::Rz);
                matrix(&d, f64::to_bits)
            });
        )* };
    }
    double_forms!(doubles);
}

#[test]
fn integers() {
    macro_rules! integers {
        ($($a:ident $b:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let types = [Type::S32, ty!($a), ty!($b), Type::S32];
            check(Form::mma($shape, types).limit(Limit::Satfinite), $registers, &|a, b, c, _| {
                let c = super::array(c, |x| x as i32);
                let d = instruction::$name(&words(a), &words(b), &c, Limit::Satfinite);
                matrix(&d, |x| (x as u32).into())
            });
        )* };
    }
    integer_forms!(integers);
}

#[test]
fn bits() {
    macro_rules! bits {
        ($($operation:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let types = [Type::S32, Type::B1, Type::B1, Type::S32];
            check(Form::mma($shape, types).bits(ty!($operation)), $registers, &|a, b, c, _| {
                let c = super::array(c, |x| x as i32);
                matrix(&instruction::$name(&words(a), &words(b), &c), |x| (x as u32).into())
            });
        )* };
    }
    bit_forms!(bits);
}
