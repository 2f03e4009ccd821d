//! Compares the functions on tiles of dense `mma` without block scales, and of `wgmma` on floats, with `element`. The
//! targets are `TARGETS`; `more_tiles.rs` tests the other functions on tiles.

use std::vec::Vec;

use super::{Matrices, Random, TARGETS, array, matrix};
use crate::mma::builder::FormBuilder;
use crate::mma::form::Form;
use crate::mma::rust::ty;
use crate::mma::table::{
    bit_forms, byte_forms, double_forms, float_forms, integer_forms, quad_forms, wgmma_forms,
};
use crate::mma::tile;
use crate::mma::types::{BitOperation, F8f6f4, Fp8, Kind, Type};
use crate::mode::{Limit, Rounding, Sm};

const FP8: [Fp8; 2] = [Fp8::E4m3, Fp8::E5m2];
const F8F6F4: [F8f6f4; 5] = [F8f6f4::E4m3, F8f6f4::E5m2, F8f6f4::E3m2, F8f6f4::E2m3, F8f6f4::E2m1];

/// Compares random tiles of a form with `element`.
fn check(form: FormBuilder, tile: &dyn Fn(&Matrices, Sm) -> Vec<Vec<u64>>) {
    let form = form.build().unwrap_or_else(|| panic!("{form:?}"));
    let mut g = Random(form.shape().map(u64::from).iter().sum());
    for sm in TARGETS {
        for near in [true, true, true, false] {
            let matrices = Matrices::random(form, near, &mut g);
            assert_eq!(tile(&matrices, sm), matrices.elements(sm), "{form:?} {sm:?}");
        }
    }
}

/// Converts an accumulator between the Rust type of `$d` and bits.
macro_rules! accumulator {
    (f16 $matrix:expr) => {
        array($matrix, |x| x as u16)
    };
    (f32 $matrix:expr) => {
        array($matrix, |x| f32::from_bits(x as u32))
    };
    (@d f16 $d:expr) => {
        matrix($d, u64::from)
    };
    (@d f32 $d:expr) => {
        matrix($d, |x| x.to_bits().into())
    };
}

#[test]
fn floats() {
    macro_rules! floats {
        ($($d:ident $a:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let types = [ty!($d), ty!($a), ty!($a), ty!($d)];
            check(Form::mma($shape, types), &|x, sm| {
                let (a, b) = (array(&x.a, |x| x as _), array(&x.b, |x| x as _));
                accumulator!(@d $d &tile::$tile(&a, &b, &accumulator!($d &x.c), sm))
            });
        )* };
    }
    float_forms!(floats);
}

#[test]
fn quads() {
    macro_rules! quads {
        ($($d:ident $c:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let types = [ty!($d), Type::F16, Type::F16, ty!($c)];
            check(Form::mma($shape, types), &|x, sm| {
                let (a, b) = (array(&x.a, |x| x as _), array(&x.b, |x| x as _));
                accumulator!(@d $d &tile::$tile(&a, &b, &accumulator!($c &x.c), sm))
            });
        )* };
    }
    quad_forms!(quads);
}

#[test]
fn bytes() {
    macro_rules! bytes {
        ($($d:ident $a:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            for atype in bytes!(@types $a) {
                for btype in bytes!(@types $a) {
                    let types = [ty!($d), atype.element_type(), btype.element_type(), ty!($d)];
                    check(bytes!(@kind $a Form::mma($shape, types)), &|x, sm| {
                        let (a, b) = (array(&x.a, |x| x as _), array(&x.b, |x| x as _));
                        let c = accumulator!($d &x.c);
                        accumulator!(@d $d &tile::$tile(&a, &b, &c, atype, btype, sm))
                    });
                }
            }
        )* };
        (@types Fp8) => { FP8 };
        (@types F8f6f4) => { F8F6F4 };
        (@kind Fp8 $form:expr) => { $form };
        (@kind F8f6f4 $form:expr) => { $form.kind(Kind::F8f6f4) };
    }
    byte_forms!(bytes);
}

#[test]
fn doubles() {
    macro_rules! doubles {
        ($($shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            for mode in [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp] {
                check(Form::mma($shape, [Type::F64; 4]).rounding(mode), &|x, _| {
                    let (a, b) = (array(&x.a, f64::from_bits), array(&x.b, f64::from_bits));
                    let d = tile::$tile(&a, &b, &array(&x.c, f64::from_bits), mode);
                    matrix(&d, f64::to_bits)
                });
            }
        )* };
    }
    double_forms!(doubles);
}

#[test]
fn integers() {
    macro_rules! integers {
        ($($a:ident $b:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            for limit in [Limit::Unlimited, Limit::Satfinite] {
                let types = [Type::S32, ty!($a), ty!($b), Type::S32];
                check(Form::mma($shape, types).limit(limit), &|x, _| {
                    let (a, b) = (array(&x.a, |x| x as _), array(&x.b, |x| x as _));
                    let d = tile::$tile(&a, &b, &array(&x.c, |x| x as i32), limit);
                    matrix(&d, |x| (x as u32).into())
                });
            }
        )* };
    }
    integer_forms!(integers);
}

/// Packs single bits into words of 32 bits, k = 0 in the lowest bit.
fn words<'a>(bits: impl Iterator<Item = &'a u64>) -> Vec<u64> {
    let bits: Vec<_> = bits.collect();
    bits.chunks(32).map(|x| x.iter().rev().fold(0, |word, bit| word << 1 | (*bit & 1))).collect()
}

#[test]
fn bits() {
    macro_rules! bits {
        ($($operation:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let types = [Type::S32, Type::B1, Type::B1, Type::S32];
            check(Form::mma($shape, types).bits(ty!($operation)), &|x, _| {
                let a: Vec<_> = x.a.iter().map(|row| words(row.iter())).collect();
                let columns: Vec<_> = (0..8).map(|j| words(x.b.iter().map(|row| &row[j]))).collect();
                let b = (0..columns[0].len()).map(|k| columns.iter().map(|x| x[k]).collect());
                let b: Vec<Vec<u64>> = b.collect();
                let (a, b) = (array(&a, |x| x as _), array(&b, |x| x as _));
                let d = tile::$tile(&a, &b, &array(&x.c, |x| x as i32));
                matrix(&d, |x| (x as u32).into())
            });
        )* };
    }
    bit_forms!(bits);
}

#[test]
fn wgmma() {
    macro_rules! wgmmas {
        ($($d:ident $a:ident $k:literal $tile:ident;)*) => { $( wgmmas! { @one $d $a $k $tile } )* };
        (@one $d:ident Fp8 $k:literal $tile:ident) => {
            for atype in FP8 {
                for btype in FP8 {
                    let types = [ty!($d), atype.element_type(), btype.element_type()];
                    check(Form::wgmma([64, 16, $k], types), &|x, _| {
                        let (a, b) = (array(&x.a, |x| x as _), array::<_, _, 16>(&x.b, |x| x as _));
                        let d = tile::$tile(&a, &b, &accumulator!($d &x.c), atype, btype);
                        accumulator!(@d $d &d)
                    });
                }
            }
        };
        (@one $d:ident $a:ident $k:literal $tile:ident) => {
            check(Form::wgmma([64, 24, $k], [ty!($d), ty!($a), ty!($a)]), &|x, _| {
                let (a, b) = (array(&x.a, |x| x as _), array::<_, _, 24>(&x.b, |x| x as _));
                accumulator!(@d $d &tile::$tile(&a, &b, &accumulator!($d &x.c)))
            });
        };
    }
    wgmma_forms!(wgmmas);
}
