//! Matrix products of any size: D = A · B + C by any matrix form, on all cores.

#[cfg(feature = "blocked")]
mod blocked;
#[cfg(not(feature = "blocked"))]
mod elements;
#[cfg(feature = "blocked")]
mod transposed;
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
mod warp;

#[cfg(not(feature = "blocked"))]
use elements::run;
use ptx_core::Sm;
use ptx_core::mma::{Extras, Form, Instruction, Operand, Type};
#[cfg(feature = "blocked")]
use transposed::run;
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
pub use warp::{WarpProduct, Words};

/// The operands of D = A · B + C for several matrices. Each element of D is computed by a chain of instructions: the
/// result of an instruction is C of the next.
///
/// The low bits of each `u64` are the bits of an element, as for [`element`](ptx_core::mma::element). The results are
/// those of [`element_with`](ptx_core::mma::element_with).
///
/// ```
/// use ptx_core::{Sm, mma::{Extras, Form, Type::*}};
/// use ptx_loops::Product;
///
/// let form = Form::mma([16, 8, 32], [S32, S8, U8, S32]).build().unwrap();
/// // A has 2 rows of 64 elements, B has 3 columns of 64 elements.
/// let (a, b, c) = ([0xff; 128], [2; 192], [0; 6]);
/// let product = Product {
///     form,
///     sm: Sm(90),
///     shape: [1, 2, 3],
///     instructions: 2,
///     a: &a,
///     b: &b,
///     c: &c,
///     extras: Extras::NONE,
/// };
/// let mut d = [0; 6];
/// product.run(&mut d, &|| false).unwrap();
/// assert_eq!(d.map(|bits| bits as i32), [-128; 6]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Product<'a> {
    /// The form of the instructions. Its M and N do not limit the numbers of rows and columns.
    pub form: Form,
    /// The target that computes the form.
    pub sm: Sm,
    /// The number of matrices, and the numbers of rows and columns of D.
    pub shape: [usize; 3],
    /// The number of instructions in a chain. An instruction multiplies K columns of A (for a sparse form, K/2 stored
    /// columns) by K rows of B.
    pub instructions: usize,
    /// The stored elements of A, row by row.
    pub a: &'a [u64],
    /// The elements of B, column by column.
    pub b: &'a [u64],
    /// The elements of C, row by row.
    pub c: &'a [u64],
    /// The operands that only some forms have. Metadata and scales are given for all rows of A and all columns of B,
    /// one after another.
    pub extras: Extras<'a>,
}

/// Part `i` of a slice that consists of parts of `length` elements.
fn part<T>(all: &[T], i: usize, length: usize) -> &[T] {
    all.get(i * length..(i + 1) * length).unwrap_or_default()
}

/// Returns whether `length` is the product of the numbers.
fn is_length(length: usize, numbers: &[usize]) -> bool {
    let product = numbers.iter().try_fold(1_usize, |product, x| product.checked_mul(*x));
    product == Some(length)
}

impl Product<'_> {
    /// Computes D, row by row. Calls `stop` now and then, and ends early if `stop` returns true. With the feature
    /// `parallel`, large products are computed on all cores, so `stop` is called on several threads.
    ///
    /// Returns `None`, and leaves D unspecified, if `stop` returned true or
    ///
    /// * a slice does not have the length that `shape` and `instructions` need,
    /// * the target does not have the form,
    /// * there are several instructions, and C and D differ in type,
    /// * `extras` contains an operand that the form does not have.
    #[must_use]
    pub fn run(&self, d: &mut [u64], stop: &(dyn Fn() -> bool + Sync)) -> Option<()> {
        if !self.fits(d.len()) {
            return None;
        }
        if self.instructions == 0 {
            match self.extras.ignore_c {
                true => d.fill(0),
                false => d.copy_from_slice(self.c),
            }
            return Some(());
        }
        run(self, d, stop)
    }

    /// Returns whether the product is so large that [`Product::run`] computes it on several threads.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn uses_threads(&self) -> bool {
        /// The smallest number of products for several threads. Waking them takes longer than computing fewer.
        const ENOUGH: usize = 1 << 16;
        self.c.len() >= ENOUGH.div_ceil(self.length().max(1))
    }

    /// Returns the number of columns of A, before compression.
    fn length(&self) -> usize {
        let [_, _, k] = self.form.shape();
        self.instructions.saturating_mul(k.into())
    }

    /// Returns whether the operands fit the form, and D has `count_of_d` elements.
    fn fits(&self, count_of_d: usize) -> bool {
        let Self { form, extras, instructions, .. } = *self;
        let [count, rows, columns] = self.shape;
        let [_, _, k] = form.shape();
        let scales = form.scales().map_or(0, |scales| scales.vector.count());
        let [d_type, c_type] = [Operand::D, Operand::C].map(|operand| form.element_type(operand));
        let is_asynchronous =
            matches!(form.instruction(), Instruction::Wgmma | Instruction::Tcgen05);
        let negates = extras.negate_a || extras.negate_b;
        is_length(self.a.len(), &[count, rows, instructions, form.stored().into()])
            && is_length(self.b.len(), &[count, columns, instructions, k.into()])
            && is_length(self.c.len(), &[count, rows, columns])
            && count_of_d == self.c.len()
            && is_length(extras.metadata.len(), &[count, rows, instructions, form.chunks()])
            && is_length(extras.scales_a.len(), &[count, rows, instructions, scales])
            && is_length(extras.scales_b.len(), &[count, columns, instructions, scales])
            && form.runs_on(self.sm)
            && (instructions < 2 || d_type == c_type)
            && (!negates || is_asynchronous && d_type != Type::S32)
            && (!extras.ignore_c || is_asynchronous)
    }
}
