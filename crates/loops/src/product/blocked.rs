//! Computes a product block by block. Each element of A and B is decoded once.
//!
//! The columns of B are divided into panels of N columns, the rows of D into strips. A thread decodes the rows of its
//! strip, and multiplies them by every panel. It goes through K in blocks, so that a block of a panel stays in the
//! first cache while all rows of the strip are multiplied by it.

use super::{Product, part};
#[cfg(feature = "parallel")]
use crate::pool::pool;
use ptx_core::Sm;
use ptx_core::mma::panel::{Bits, Doubles, Fp4, Integers, MOST_SCALES, Portable, Steps, Unit};
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
use ptx_core::mma::panel::{Bytes, Singles};
use ptx_core::mma::{Form, Operand};
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
use ptx_wide::{ByteColumns, Columns, DoubleColumns};
#[cfg(feature = "parallel")]
use rayon::prelude::*;
use std::array::from_fn;

/// The number of rows in a strip.
const HEIGHT: usize = 32;
/// The size of a block of a panel, in bytes: half of a small first cache.
const BLOCK: usize = 1 << 14;

/// Returns the unit with vector instructions for 16 columns, if the processor has them and the unit computes the form.
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
pub(super) fn singles(form: Form, sm: Sm) -> Option<Singles<Columns>> {
    Singles::new(form, sm, Columns::new()?)
}

/// Returns the unit with vector instructions for products of bytes, if the processor has them and the unit computes the
/// form.
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
pub(super) fn bytes(form: Form) -> Option<Bytes<ByteColumns>> {
    Bytes::new(form, ByteColumns::new()?)
}

/// Returns the unit with vector instructions that round in a direction, if the processor has them and the unit computes
/// the form.
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
fn doubles(form: Form) -> Option<Doubles<DoubleColumns>> {
    Doubles::new(form, DoubleColumns::new()?)
}

#[cfg(not(all(feature = "wide", target_arch = "x86_64")))]
fn singles(_: Form, _: Sm) -> Option<Steps> {
    None
}

#[cfg(not(all(feature = "wide", target_arch = "x86_64")))]
fn bytes(_: Form) -> Option<Integers> {
    None
}

#[cfg(not(all(feature = "wide", target_arch = "x86_64")))]
fn doubles(_: Form) -> Option<Doubles<Portable>> {
    None
}

/// Runs a closure inside `ptx_wide::wide`, if the feature `wide` is on.
#[inline(always)]
pub(super) fn widely<R>(f: impl FnOnce() -> R) -> R {
    #[cfg(feature = "wide")]
    return ptx_wide::wide(f);
    #[cfg(not(feature = "wide"))]
    f()
}

/// Computes the product. Returns `None` if `stop` returned true, or if the target does not have the form.
pub(super) fn run(
    product: &Product<'_>,
    d: &mut [u64],
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<()> {
    let Product { form, sm, .. } = *product;
    if let Some(unit) = bytes(form) {
        multiply::<16, _>(product, &unit, d, stop)
    } else if let Some(unit) = Integers::new(form) {
        fitted(product, &unit, d, stop)
    } else if let Some(unit) = doubles(form) {
        fitted(product, &unit, d, stop)
    } else if let Some(unit) = Doubles::new(form, Portable) {
        fitted(product, &unit, d, stop)
    } else if let Some(unit) = Bits::new(form) {
        multiply::<16, _>(product, &unit, d, stop)
    } else if let Some(unit) = Fp4::new(form) {
        multiply::<8, _>(product, &unit, d, stop)
    } else if let Some(unit) = singles(form, sm) {
        fitted(product, &unit, d, stop)
    } else {
        fitted(product, &Steps::new(form, sm)?, d, stop)
    }
}

/// Computes the product in panels of 8 columns if D has no more, otherwise of 16. Returns `None` if `stop` returned true.
fn fitted<U: Unit<8> + Unit<16>>(
    product: &Product<'_>,
    unit: &U,
    d: &mut [u64],
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<()> {
    match product.shape {
        [.., (..=8)] => multiply::<8, _>(product, unit, d, stop),
        _ => multiply::<16, _>(product, unit, d, stop),
    }
}

/// Computes the product with a unit. Returns `None` if `stop` returned true.
fn multiply<const N: usize, U: Unit<N>>(
    product: &Product<'_>,
    unit: &U,
    d: &mut [u64],
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<()> {
    let [_, rows, columns] = product.shape;
    if d.is_empty() {
        return Some(());
    }
    let blocked = Blocked { product, unit, stop };
    let whole = d.chunks_mut(rows * columns);
    #[cfg(feature = "parallel")]
    if product.uses_threads()
        && let Some(pool) = pool()
    {
        let matrices: Vec<_> = whole.enumerate().collect();
        return pool.install(|| {
            matrices.into_par_iter().map(|(matrix, d)| blocked.in_parallel(matrix, d)).collect()
        });
    }
    whole.enumerate().try_for_each(|(matrix, d)| {
        let panels: Vec<_> = (0..columns.div_ceil(N)).map(|i| blocked.panel(matrix, i)).collect();
        let mut strips = d.chunks_mut(HEIGHT * columns).enumerate();
        strips.try_for_each(|(i, d)| blocked.strip(matrix, i * HEIGHT, &panels, d))
    })
}

/// A product, and the unit that computes it.
struct Blocked<'a, U> {
    product: &'a Product<'a>,
    unit: &'a U,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<U> Blocked<'_, U> {
    /// Returns a mask of the bits to invert in the elements of A. Negating B negates the same products as negating A.
    fn flip(&self) -> u64 {
        let Product { form, extras, .. } = self.product;
        if extras.negate_a == extras.negate_b { 0 } else { form.sign(Operand::A) }
    }

    /// Computes D of one matrix on the threads of the current pool.
    #[cfg(feature = "parallel")]
    fn in_parallel<const N: usize>(&self, matrix: usize, d: &mut [u64]) -> Option<()>
    where
        U: Unit<N>,
    {
        let [_, _, columns] = self.product.shape;
        let panels = 0..columns.div_ceil(N);
        let panels: Vec<_> = panels.into_par_iter().map(|i| self.panel(matrix, i)).collect();
        let strips = d.par_chunks_mut(HEIGHT * columns).enumerate();
        strips.map(|(i, d)| self.strip(matrix, i * HEIGHT, &panels, d)).collect()
    }

    /// Decodes panel `i` of a matrix. Columns outside of B are zero.
    fn panel<const N: usize>(&self, matrix: usize, i: usize) -> Vec<U::B>
    where
        U: Unit<N>,
    {
        let Product { shape: [_, _, columns], instructions, b, extras, form, .. } = *self.product;
        let length = self.product.length();
        let count = form.scales().map_or(0, |scales| scales.vector.count());
        let column = |j: usize| (i * N + j < columns).then(|| matrix * columns + i * N + j);
        let elements: [&[u64]; N] =
            from_fn(|j| column(j).map_or(&[][..], |column| part(b, column, length)));
        let scales: [&[u8]; N] = from_fn(|j| {
            column(j).map_or(&[][..], |column| part(extras.scales_b, column, count * instructions))
        });
        let mut panel = Vec::new();
        widely(
            #[inline(always)]
            || {
                let k = length / instructions;
                let mut rows = Vec::with_capacity(k);
                for instruction in 0..instructions {
                    rows.clear();
                    rows.extend((instruction * k..(instruction + 1) * k).map(
                        #[inline(always)]
                        |k| -> [u64; N] { from_fn(|j| elements[j].get(k).copied().unwrap_or(0)) },
                    ));
                    let scales = scales.map(|all| -> [u8; MOST_SCALES] {
                        let all = part(all, instruction, count);
                        from_fn(|i| all.get(i).copied().unwrap_or(0))
                    });
                    self.unit.columns(&rows, &scales, |row| panel.push(row));
                }
            },
        );
        panel
    }

    /// Computes the rows of D from row `first` on. `d` has these rows.
    fn strip<const N: usize>(
        &self,
        matrix: usize,
        first: usize,
        panels: &[Vec<U::B>],
        d: &mut [u64],
    ) -> Option<()>
    where
        U: Unit<N>,
    {
        let Product { shape: [_, rows, columns], instructions, c, extras, form, .. } =
            *self.product;
        let top = matrix * rows + first;
        let chunks = form.chunks();
        let digits = extras.metadata.get(top * chunks * instructions..).unwrap_or_default();
        let c = c.get(top * columns..).unwrap_or_default();
        let height = d.len() / columns;
        widely(
            #[inline(always)]
            || {
                let a = self.rows(top, height);
                let a_length = a.len() / (height * instructions);
                for (i, panel) in panels.iter().enumerate() {
                    if (self.stop)() {
                        return None;
                    }
                    let b_length = panel.len() / instructions;
                    let step = (BLOCK / (b_length * size_of::<U::B>())).clamp(1, instructions);
                    let left = i * N;
                    let width = N.min(columns - left);
                    let mut sums = [[self.unit.load(0); N]; HEIGHT];
                    if !extras.ignore_c {
                        for (sums, c) in sums.iter_mut().zip(c.chunks(columns)).take(height) {
                            for (sum, c) in sums.iter_mut().zip(c.get(left..left + width)?) {
                                *sum = self.unit.load(*c);
                            }
                        }
                    }
                    for start in (0..instructions).step_by(step) {
                        let block = start..(start + step).min(instructions);
                        for (row, sums) in sums.iter_mut().take(height).enumerate() {
                            for instruction in block.clone() {
                                let place = row * instructions + instruction;
                                self.unit.multiply(
                                    part(&a, place, a_length),
                                    part(digits, place, chunks),
                                    part(panel, instruction, b_length),
                                    sums,
                                );
                            }
                        }
                    }
                    for (d, sums) in d.chunks_mut(columns).zip(sums) {
                        for (d, sum) in d.get_mut(left..left + width)?.iter_mut().zip(sums) {
                            *d = self.unit.store(sum);
                        }
                    }
                }
                Some(())
            },
        )
    }

    /// Decodes rows of A.
    #[inline(always)]
    fn rows<const N: usize>(&self, top: usize, height: usize) -> Vec<U::A>
    where
        U: Unit<N>,
    {
        let Product { instructions, a, extras, form, .. } = *self.product;
        let flip = self.flip();
        let stored = usize::from(form.stored());
        let scales = form.scales().map_or(0, |scales| scales.vector.count());
        let mut elements = Vec::with_capacity(stored);
        let mut rows = Vec::new();
        let (first, count) = (top * instructions, height * instructions);
        for place in first..first + count {
            elements.clear();
            elements.extend(part(a, place, stored).iter().map(|bits| bits ^ flip));
            self.unit.row(&elements, part(extras.scales_a, place, scales), |x| rows.push(x));
            if place == first {
                rows.reserve(rows.len() * (count - 1));
            }
        }
        rows
    }
}
