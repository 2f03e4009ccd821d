//! Panels of `.e2m1` in four bits, with block scales.

use super::{MOST_SCALES, Unit};
use crate::mma::form::Form;
use crate::mma::fp4::{Elements, GROUPS, LENGTH, multiply, of_groups, row};
use crate::mma::scale::Scale;
use crate::mma::sparse::Chunk;
use crate::mma::types::{ScaleType, ScaleVector, Scales};
use core::array::from_fn;

/// The forms of `.kind::mxf4` and `.kind::mxf4nvf4`.
#[derive(Clone, Copy, Debug)]
pub struct Fp4 {
    scales: Scales,
    is_sparse: bool,
}

/// Decoded elements of N rows of A, or of 64 rows of a panel of N columns of B, and their scales.
#[derive(Clone, Copy)]
pub struct Part<const N: usize> {
    elements: Elements<N>,
    scales: [[Scale; GROUPS]; N],
}

impl Fp4 {
    /// Returns the unit of a form, or `None` if its operands are not `.e2m1` in four bits.
    #[inline]
    #[must_use]
    pub fn new(form: Form) -> Option<Self> {
        let scales = form.scales().filter(|_| form.is_fp4())?;
        Some(Self { scales, is_sparse: form.is_sparse() })
    }

    /// Decodes the scales of a row of A or of a column of B.
    #[inline(always)]
    fn scales(&self, scales: [u8; MOST_SCALES]) -> [Scale; GROUPS] {
        let element: ScaleType = self.scales.element;
        let [x, y, ..] = scales;
        match self.scales.vector {
            ScaleVector::X1 => of_groups(element, &[x]),
            ScaleVector::X2 => of_groups(element, &[x, y]),
            ScaleVector::X4 => of_groups(element, &scales),
        }
    }
}

impl<const N: usize> Unit<N> for Fp4 {
    type A = Part<1>;
    type B = Part<N>;
    type Sum = f32;

    #[inline(always)]
    fn row(&self, a: &[u64], scales: &[u8], mut put: impl FnMut(Part<1>)) {
        let bits: [u32; LENGTH] = from_fn(|k| a.get(k).copied().unwrap_or(0) as u32);
        let scales = from_fn(|i| scales.get(i).copied().unwrap_or(0));
        put(Part { elements: row(&bits), scales: [self.scales(scales)] });
    }

    #[inline(always)]
    fn columns(
        &self,
        b: &[[u64; N]],
        scales: &[[u8; MOST_SCALES]; N],
        mut put: impl FnMut(Part<N>),
    ) {
        let scales = scales.map(|scales| self.scales(scales));
        let (parts, _) = b.as_chunks::<LENGTH>();
        for rows in parts {
            let bits = rows.map(|row| row.map(|bits| bits as u32));
            put(Part { elements: Elements::new(&bits), scales });
        }
    }

    #[inline(always)]
    fn multiply(&self, a: &[Part<1>], digits: &[u8], b: &[Part<N>], sums: &mut [f32; N]) {
        let ([a], [first, rest @ ..]) = (a, b) else { return };
        let [scales] = &a.scales;
        *sums = match rest {
            [second] if self.is_sparse => {
                let columns: [usize; LENGTH] = from_fn(|k| {
                    let chunk = Chunk::FloatPairs;
                    chunk.column(k, digits.get(chunk.chunk(k)).copied().unwrap_or(0))
                });
                let selected = Elements::select(&columns, [&first.elements, &second.elements]);
                multiply(&a.elements, &selected, sums, scales, &first.scales)
            }
            _ => multiply(&a.elements, &first.elements, sums, scales, &first.scales),
        };
    }

    #[inline(always)]
    fn load(&self, bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }

    #[inline(always)]
    fn store(&self, sum: f32) -> u64 {
        sum.to_bits().into()
    }
}
