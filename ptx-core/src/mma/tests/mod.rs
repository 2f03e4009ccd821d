//! Compares the functions that compute a whole matrix with `element`, which computes one element. Some functions take
//! row-major matrices (tiles), and others take the registers of a warp. Also tests that the results in `tests/data`,
//! which were measured on chips, would reveal a wrong parameter of the tensor core's step.

mod chains;
mod digits;
mod instructions;
mod more_tiles;
#[path = "../../../tests/names/mod.rs"]
mod names;
mod parameters;
mod tiles;
mod warps;

use std::vec::Vec;

use super::form::Form;
use super::types::{Operand, Type};
use crate::mma;
use crate::mode::{Limit, Rounding, Sm};

/// The tested targets: one of each family of tensor cores, and the highest target, sm_121.
const TARGETS: [Sm; 8] = [Sm(70), Sm(75), Sm(80), Sm(89), Sm(90), Sm(100), Sm(120), Sm(121)];

/// The random number generator SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns an element of a type, with random bits. If `near` is true and the type is a float of 16 bits or more,
    /// the magnitude of the element is near 1, so that sums often cancel or carry.
    fn element(&mut self, element: Type, near: bool) -> u64 {
        let bits = self.next();
        let (width, exponent, fraction) = match element {
            Type::F16 => (16, 5, 10),
            Type::Bf16 => (16, 8, 7),
            Type::Tf32 | Type::F32 => (32, 8, 23),
            Type::F64 => (64, 11, 52),
            _ => return bits & (u64::MAX >> (64 - element.bits().max(4))),
        };
        let bits = bits & (u64::MAX >> (64 - width));
        if !near {
            return bits;
        }
        let field = ((1 << exponent) - 1) << fraction;
        let bias = (1 << (exponent - 1)) - 1;
        bits & !field | (bias - 4 + self.next() % 8) << fraction
    }
}

/// Random matrices A, B and C of a form.
struct Matrices {
    form: Form,
    a: Vec<Vec<u64>>,
    b: Vec<Vec<u64>>,
    c: Vec<Vec<u64>>,
}

impl Matrices {
    fn random(form: Form, near: bool, g: &mut Random) -> Self {
        let [m, n, k] = form.shape().map(usize::from);
        let mut matrix = |operand, rows, columns| {
            let element = form.element_type(operand);
            let mut row = || (0..columns).map(|_| g.element(element, near)).collect();
            (0..rows).map(|_| row()).collect()
        };
        let a = matrix(Operand::A, m, k);
        let b = matrix(Operand::B, k, n);
        let c = matrix(Operand::C, m, n);
        Self { form, a, b, c }
    }

    /// Computes every element of D with `element`.
    fn elements(&self, sm: Sm) -> Vec<Vec<u64>> {
        let sm = if self.form.is_wgmma() { Sm(90) } else { sm.max(self.form.since()) };
        let column = |j: usize| self.b.iter().map(|row| row[j]).collect::<Vec<_>>();
        let element = |i: usize, j| {
            super::element(self.form, &self.a[i], &column(j), self.c[i][j], sm)
                .expect("a form of the target")
        };
        (0..self.a.len()).map(|i| (0..self.c[i].len()).map(|j| element(i, j)).collect()).collect()
    }
}

/// Converts a matrix to an array of arrays.
fn array<T: Copy + Default, const R: usize, const C: usize>(
    matrix: &[Vec<u64>],
    element: fn(u64) -> T,
) -> [[T; C]; R] {
    assert_eq!((matrix.len(), matrix[0].len()), (R, C));
    let mut array = [[T::default(); C]; R];
    for (to, from) in array.iter_mut().zip(matrix) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = element(*from);
        }
    }
    array
}

/// Converts an array of arrays to a matrix.
fn matrix<T: Copy, const R: usize, const C: usize>(
    array: &[[T; C]; R],
    bits: fn(T) -> u64,
) -> Vec<Vec<u64>> {
    let mut matrix = std::vec![std::vec![0; C]; R];
    for (to, from) in matrix.iter_mut().zip(array) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = bits(*from);
        }
    }
    matrix
}
