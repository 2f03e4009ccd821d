//! Every function on tiles against the element, on every family of targets.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::{Matrices, Random, TARGETS, array, matrix};
use crate::mma::form::{F8f6f4, Form, Fp8};
use crate::mma::table::{
    bit_forms, byte_forms, double_forms, float_forms, integer_forms, quad_forms, wgmma_forms,
};
use crate::mma::tile;
use crate::mode::{Limit, Rounding, Sm};

const FP8: [(Fp8, &str); 2] = [(Fp8::E4m3, "e4m3"), (Fp8::E5m2, "e5m2")];
const F8F6F4: [(F8f6f4, &str); 5] = [
    (F8f6f4::E4m3, "e4m3"),
    (F8f6f4::E5m2, "e5m2"),
    (F8f6f4::E3m2, "e3m2"),
    (F8f6f4::E2m3, "e2m3"),
    (F8f6f4::E2m1, "e2m1"),
];

/// Some tiles of a form against its elements.
fn check(name: &str, tile: &dyn Fn(&Matrices, Sm) -> Vec<Vec<u64>>) {
    let form = Form::parse(name).unwrap_or_else(|| panic!("{name}"));
    let mut g = Random(form.shape().map(u64::from).iter().sum());
    for sm in TARGETS {
        for near in [true, true, true, false] {
            let matrices = Matrices::random(form, near, &mut g);
            assert_eq!(tile(&matrices, sm), matrices.elements(sm), "{name} {sm:?}");
        }
    }
}

/// An accumulator of the table, read and written.
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

fn shape([m, n, k]: [u16; 3]) -> String {
    format!("m{m}n{n}k{k}")
}

#[test]
fn floats() {
    macro_rules! floats {
        ($($d:ident $a:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let types = concat!(stringify!($d), ".", stringify!($a), ".", stringify!($a), ".", stringify!($d));
            check(&format!("{}.row.col.{types}", shape($shape)), &|x, sm| {
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
            let types = concat!(stringify!($d), ".f16.f16.", stringify!($c));
            check(&format!("{}.row.col.{types}", shape($shape)), &|x, sm| {
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
            for (atype, a_word) in bytes!(@types $a) {
                for (btype, b_word) in bytes!(@types $a) {
                    let (mnk, kind, d) = (shape($shape), bytes!(@kind $a), stringify!($d));
                    check(&format!("{mnk}.row.col{kind}.{d}.{a_word}.{b_word}.{d}"), &|x, sm| {
                        let (a, b) = (array(&x.a, |x| x as _), array(&x.b, |x| x as _));
                        let c = accumulator!($d &x.c);
                        accumulator!(@d $d &tile::$tile(&a, &b, &c, atype, btype, sm))
                    });
                }
            }
        )* };
        (@types Fp8) => { FP8 };
        (@types F8f6f4) => { F8F6F4 };
        (@kind Fp8) => { "" };
        (@kind F8f6f4) => { ".kind::f8f6f4" };
    }
    byte_forms!(bytes);
}

#[test]
fn doubles() {
    let modes =
        [(Rounding::Rn, "rn"), (Rounding::Rz, "rz"), (Rounding::Rm, "rm"), (Rounding::Rp, "rp")];
    macro_rules! doubles {
        ($($shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            for (mode, word) in modes {
                check(&format!("{}.row.col.f64.f64.f64.f64.{word}", shape($shape)), &|x, _| {
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
            for (limit, word) in [(Limit::Unlimited, ""), (Limit::Satfinite, ".satfinite")] {
                let types = concat!("s32.", stringify!($a), ".", stringify!($b), ".s32");
                check(&format!("{}.row.col{word}.{types}", shape($shape)), &|x, _| {
                    let (a, b) = (array(&x.a, |x| x as _), array(&x.b, |x| x as _));
                    let d = tile::$tile(&a, &b, &array(&x.c, |x| x as i32), limit);
                    matrix(&d, |x| (x as u32).into())
                });
            }
        )* };
    }
    integer_forms!(integers);
}

/// Bits 32 of which are a word, k = 0 lowest.
fn words<'a>(bits: impl Iterator<Item = &'a u64>) -> Vec<u64> {
    let bits: Vec<_> = bits.collect();
    bits.chunks(32).map(|x| x.iter().rev().fold(0, |word, bit| word << 1 | (*bit & 1))).collect()
}

#[test]
fn bits() {
    macro_rules! bits {
        ($($operation:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let types = concat!("s32.b1.b1.s32.", stringify!($operation), ".popc");
            check(&format!("{}.row.col.{types}", shape($shape)), &|x, _| {
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
            for (atype, a_word) in FP8 {
                for (btype, b_word) in FP8 {
                    let name = concat!("wgmma.m64n16k", $k, ".", stringify!($d));
                    check(&format!("{name}.{a_word}.{b_word}"), &|x, _| {
                        let (a, b) = (array(&x.a, |x| x as _), array::<_, _, 16>(&x.b, |x| x as _));
                        let d = tile::$tile(&a, &b, &accumulator!($d &x.c), atype, btype);
                        accumulator!(@d $d &d)
                    });
                }
            }
        };
        (@one $d:ident $a:ident $k:literal $tile:ident) => {
            let name = concat!("wgmma.m64n24k", $k, ".", stringify!($d), ".", stringify!($a), ".", stringify!($a));
            check(name, &|x, _| {
                let (a, b) = (array(&x.a, |x| x as _), array::<_, _, 24>(&x.b, |x| x as _));
                accumulator!(@d $d &tile::$tile(&a, &b, &accumulator!($d &x.c)))
            });
        };
    }
    wgmma_forms!(wgmmas);
}
