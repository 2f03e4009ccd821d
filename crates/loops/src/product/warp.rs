//! `mma` on the registers of a warp, with 16 rows of D in a vector, or with 8 columns for a sparse form.
//!
//! An instruction has 16 rows and 8 columns. So the transposed product Dᵀ = Bᵀ · Aᵀ + Cᵀ fills a panel of 16 columns. A
//! sparse form has no transpose. The words of a register become columns of a panel before they are decoded. In this table, g is lane / 4, t is
//! lane mod 4, and w is the number of elements in a register (PTX ISA, matrix fragments of `mma`):
//!
//! | register i of | row of A or D | words of K, columns of B or D |
//! |---|---|---|
//! | A | g + 8 (i mod 2) | word t + 4 (i / 2) of the row |
//! | B | | word t + 4 i of column g |
//! | C, D of 32 bits | g + 8 (i / 2) | column 2t + i mod 2 |
//! | C, D of 16 bits | g + 8 i | columns 2t and 2t + 1 |

use super::blocked::{bytes, singles, widely};
use ptx_core::Sm;
use ptx_core::mma::panel::{Bits, Integers, MOST_ELEMENTS, MOST_SCALES, Unit};
use ptx_core::mma::{Extras, Form, FormBuilder, Instruction, Kind, Operand, Type};
use ptx_wide::{ByteColumns, Columns};
use std::array::from_fn;

/// One register of the lanes of a warp.
pub type Words = [u32; 32];

/// The number of rows of D.
const ROWS: usize = 16;
/// The number of columns of D.
const COLUMNS: usize = 8;
/// The number of lanes with the words of a row of A or of a column of B.
const ALONG: usize = 4;

/// Computes a form of `mma` that has 16 rows on the registers of a warp, with the widest vectors of the processor.
///
/// The results are those of [`warp`](ptx_core::mma::warp).
///
/// ```
/// use ptx_core::{Sm, mma::{Extras, Form, Type::*}};
/// use ptx_loops::WarpProduct;
///
/// let form = Form::mma([16, 8, 8], [F32, F16, F16, F32]).build().unwrap();
/// // Without AVX2, the processor does not have the vectors.
/// if let Some(product) = WarpProduct::new(form, Sm(80)) {
///     let (ones, mut d) = ([[0x3c00_3c00; 32]; 2], [[0; 32]; 4]);
///     let c = [&[0; 32]; 4];
///     product.run(&ones.each_ref(), &[&ones[0]], &c, &Extras::NONE, &mut d).unwrap();
///     assert_eq!(d, [[8.0_f32.to_bits(); 32]; 4]);
/// }
/// ```
#[derive(Clone, Copy)]
pub struct WarpProduct {
    unit: Arithmetic,
    /// The number of bits of an element of A and B.
    bits: u32,
    /// The numbers of registers of A, B and C.
    registers: [usize; 3],
    /// The number of metadata digits of a row of A.
    chunks: usize,
    /// The number of block scales of a row of A and of a column of B.
    scales: usize,
}

/// The unit of the transposed product, or of the product of a sparse form.
#[derive(Clone, Copy)]
enum Arithmetic {
    Floats(ptx_core::mma::panel::Singles<Columns>),
    Bytes(ptx_core::mma::panel::Bytes<ByteColumns>),
    Bits(Bits),
    SparseFloats(ptx_core::mma::panel::Singles<Columns>),
    SparseIntegers(Integers),
}

impl std::fmt::Debug for WarpProduct {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WarpProduct").field("registers", &self.registers).finish_non_exhaustive()
    }
}

impl WarpProduct {
    /// Returns `None` if the form is not computed in this way, or if the processor does not have the vectors.
    #[must_use]
    pub fn new(form: Form, sm: Sm) -> Option<Self> {
        let [m, _, k] = form.shape().map(usize::from);
        let is_other = form.instruction() != Instruction::Mma
            || m != ROWS
            || k > MOST_ELEMENTS && form.is_sparse()
            || matches!(form.kind(), Some(Kind::Mxf4 | Kind::Mxf4nvf4));
        if is_other || !form.runs_on(sm) {
            return None;
        }
        let unit = if form.is_sparse() {
            match Integers::new(form) {
                Some(unit) => Arithmetic::SparseIntegers(unit),
                None => Arithmetic::SparseFloats(singles(form, sm)?),
            }
        } else {
            let turned = transposed(form)?;
            if let Some(unit) = Bits::new(turned) {
                Arithmetic::Bits(unit)
            } else if let Some(unit) = bytes(turned) {
                Arithmetic::Bytes(unit)
            } else {
                Arithmetic::Floats(singles(turned, sm)?)
            }
        };
        let [a, b, c] = [Operand::A, Operand::B, Operand::C].map(|operand| form.registers(operand));
        let registers = [a?, b?, c?].map(usize::from);
        let scales = form.scales().map_or(0, |scales| scales.vector.count());
        let (bits, chunks) = (form.element_bits(Operand::A), form.chunks());
        Some(Self { unit, bits, registers, chunks, scales })
    }

    /// Computes D = A · B + C. A slice has an element for each register. `extras` has the metadata and the scales of all
    /// rows and columns. Returns `None` and computes nothing if the number of registers, metadata digits or scales does not
    /// fit the form.
    #[must_use = "without a result, D is unchanged"]
    pub fn run(
        &self,
        a: &[&Words],
        b: &[&Words],
        c: &[&Words],
        extras: &Extras<'_>,
        d: &mut [Words],
    ) -> Option<()> {
        let [of_a, of_b, of_c] = self.registers;
        if [a.len(), b.len(), c.len(), d.len()] != [of_a, of_b, of_c, of_c]
            || extras.metadata.len() != ROWS * self.chunks
            || extras.scales_a.len() != ROWS * self.scales
            || extras.scales_b.len() != COLUMNS * self.scales
        {
            return None;
        }
        let operands = Operands { a, b, c, extras, bits: self.bits };
        match self.unit {
            Arithmetic::SparseFloats(unit) => widely(
                #[inline(always)]
                || multiply_sparse(&unit, &operands, d),
            ),
            Arithmetic::SparseIntegers(unit) => widely(
                #[inline(always)]
                || multiply_sparse(&unit, &operands, d),
            ),
            Arithmetic::Floats(unit) => widely(
                #[inline(always)]
                || multiply(&unit, &operands, d),
            ),
            Arithmetic::Bytes(unit) => widely(
                #[inline(always)]
                || multiply(&unit, &operands, d),
            ),
            Arithmetic::Bits(unit) => widely(
                #[inline(always)]
                || multiply(&unit, &operands, d),
            ),
        }
        Some(())
    }
}

/// Returns the form with the types of A and B exchanged.
fn transposed(form: Form) -> Option<Form> {
    let [d, a, b, c] =
        [Operand::D, Operand::A, Operand::B, Operand::C].map(|operand| form.element_type(operand));
    // With f64, a NaN result depends on the order of the factors.
    if a == Type::F64 || d != c {
        return None;
    }
    let mut builder: FormBuilder = Form::mma(form.shape(), [d, b, a, c]).limit(form.limit());
    if let Some(operation) = form.bits() {
        builder = builder.bits(operation);
    }
    if let Some(kind) = form.kind() {
        builder = builder.kind(kind);
    }
    builder.build()
}

/// The operands, and the number of bits of an element of A and B. A row or column has at most one scale.
struct Operands<'a> {
    a: &'a [&'a Words],
    b: &'a [&'a Words],
    c: &'a [&'a Words],
    extras: &'a Extras<'a>,
    bits: u32,
}

/// Returns the scales of the columns of a panel.
#[inline(always)]
fn of_panel<const N: usize>(scales: &[u8]) -> [[u8; MOST_SCALES]; N] {
    let mut all = [[0; MOST_SCALES]; N];
    all.iter_mut().zip(scales).for_each(|([to, ..], scale)| *to = *scale);
    all
}

/// Computes the transposed product.
#[inline(always)]
fn multiply<U: Unit<ROWS>>(unit: &U, operands: &Operands<'_>, d: &mut [Words]) {
    let Operands { a, b, c, extras, bits } = *operands;
    let mut words = [[0; ROWS]; 2 * ALONG];
    for (words, [top, bottom]) in words.as_chunks_mut::<ALONG>().0.iter_mut().zip(a.as_chunks().0) {
        *words = columns(top, bottom);
    }
    let mut panel = Vec::with_capacity(MOST_ELEMENTS);
    let scales = of_panel(extras.scales_a);
    unit.columns_of_words(&words[..2 * a.len()], bits, &scales, |part| panel.push(part));
    let mut sums: [[U::Sum; ROWS]; COLUMNS] = [[unit.load(0); ROWS]; COLUMNS];
    read(unit, c, &mut sums);
    let mut words = [0; 2 * ALONG * COLUMNS];
    let length = ALONG * b.len();
    for (column, words) in words.chunks_mut(length.max(1)).take(COLUMNS).enumerate() {
        for (words, register) in words.as_chunks_mut::<ALONG>().0.iter_mut().zip(b) {
            words.copy_from_slice(&register[ALONG * column..ALONG * (column + 1)]);
        }
    }
    let mut rows = Vec::with_capacity(4 * MOST_ELEMENTS);
    let words = &words[..length * COLUMNS];
    let scales = extras.scales_b;
    unit.rows_of_words(words, COLUMNS, bits, scales, |parts| rows.extend_from_slice(parts));
    for (row, sums) in rows.chunks((rows.len() / COLUMNS).max(1)).zip(&mut sums) {
        unit.multiply(row, &[], &panel, sums);
    }
    write(unit, &sums, d);
}

/// Computes the product of a sparse form.
#[inline(always)]
fn multiply_sparse<U: Unit<COLUMNS>>(unit: &U, operands: &Operands<'_>, d: &mut [Words]) {
    /// The largest number of registers of A or B.
    const REGISTERS: usize = 4;
    let Operands { a, b, c, extras, bits } = *operands;
    let mut words = [0; ROWS * ALONG * REGISTERS / 2];
    let length = ALONG * a.len() / 2;
    for (row, words) in words.chunks_mut(length.max(1)).take(ROWS).enumerate() {
        for (words, pair) in words.as_chunks_mut::<ALONG>().0.iter_mut().zip(a.chunks_exact(2)) {
            let first = ALONG * (row % (ROWS / 2));
            words.copy_from_slice(&pair[row / (ROWS / 2)][first..first + ALONG]);
        }
    }
    let mut rows = Vec::with_capacity(ROWS * MOST_ELEMENTS / 2);
    for (half, words) in words[..length * ROWS].chunks((length * ROWS / 2).max(1)).enumerate() {
        let scales = extras.scales_a.get(half * ROWS / 2..).unwrap_or_default();
        unit.rows_of_words(words, ROWS / 2, bits, scales, |parts| rows.extend_from_slice(parts));
    }
    let mut words = [[0; COLUMNS]; ALONG * REGISTERS];
    for (words, register) in words.as_chunks_mut::<ALONG>().0.iter_mut().zip(b) {
        for (t, words) in words.iter_mut().enumerate() {
            *words = from_fn(|g| register[ALONG * g + t]);
        }
    }
    let mut panel = Vec::with_capacity(MOST_ELEMENTS);
    let scales = of_panel(extras.scales_b);
    unit.columns_of_words(&words[..ALONG * b.len()], bits, &scales, |part| panel.push(part));
    let digits = extras.metadata.chunks((extras.metadata.len() / ROWS).max(1));
    for ((i, row), digits) in rows.chunks((rows.len() / ROWS).max(1)).enumerate().zip(digits) {
        let mut sums = [unit.load(0); COLUMNS];
        let (lanes, half) = (ALONG * (i % (ROWS / 2)), i / (ROWS / 2));
        for (t, pair) in sums.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            *pair = match c {
                [_, _] => {
                    let word = c[half][lanes + t];
                    [word & 0xffff, word >> 16]
                }
                _ => [0, 1].map(|j| c[2 * half + j][lanes + t]),
            }
            .map(|word| unit.load(word.into()));
        }
        unit.multiply(row, digits, &panel, &mut sums);
        for (t, pair) in sums.as_chunks::<2>().0.iter().enumerate() {
            let words = pair.map(|sum| unit.store(sum) as u32);
            match d {
                [_, _] => d[half][lanes + t] = words[0] | words[1] << 16,
                _ => words.iter().enumerate().for_each(|(j, w)| d[2 * half + j][lanes + t] = *w),
            }
        }
    }
}

/// Returns the words of two registers with the rows 0 to 7 and 8 to 15 as columns of 16 words.
#[inline(always)]
fn columns(top: &Words, bottom: &Words) -> [[u32; ROWS]; ALONG] {
    let mut all = [[0; ROWS]; ALONG];
    for (t, words) in all.iter_mut().enumerate() {
        for g in 0..ROWS / 2 {
            words[g] = top[ALONG * g + t];
            words[g + ROWS / 2] = bottom[ALONG * g + t];
        }
    }
    all
}

/// Puts columns of 16 words into two registers: the inverse of [`columns`].
#[inline(always)]
fn registers(all: &[[u32; ROWS]; ALONG], top: &mut Words, bottom: &mut Words) {
    for (t, words) in all.iter().enumerate() {
        for g in 0..ROWS / 2 {
            top[ALONG * g + t] = words[g];
            bottom[ALONG * g + t] = words[g + ROWS / 2];
        }
    }
}

/// Reads the columns of C.
#[inline(always)]
fn read<U: Unit<ROWS>>(unit: &U, c: &[&Words], sums: &mut [[U::Sum; ROWS]; COLUMNS]) {
    match c {
        [top, bottom] => {
            for (pair, words) in sums.as_chunks_mut::<2>().0.iter_mut().zip(columns(top, bottom)) {
                for (i, word) in words.into_iter().enumerate() {
                    pair[0][i] = unit.load((word & 0xffff).into());
                    pair[1][i] = unit.load((word >> 16).into());
                }
            }
        }
        [top, top_next, bottom, bottom_next] => {
            let both = [columns(top, bottom), columns(top_next, bottom_next)];
            for (i, sums) in sums.iter_mut().enumerate() {
                for (sum, word) in sums.iter_mut().zip(&both[i % 2][i / 2]) {
                    *sum = unit.load((*word).into());
                }
            }
        }
        _ => {}
    }
}

/// Writes the columns of D.
#[inline(always)]
fn write<U: Unit<ROWS>>(unit: &U, sums: &[[U::Sum; ROWS]; COLUMNS], d: &mut [Words]) {
    // The words of the even and of the odd columns.
    let mut both = [[[0; ROWS]; ALONG]; 2];
    for (i, sums) in sums.iter().enumerate() {
        for (word, sum) in both[i % 2][i / 2].iter_mut().zip(sums) {
            *word = unit.store(*sum) as u32;
        }
    }
    match d {
        [top, bottom] => {
            let [mut all, odd] = both;
            for (words, odd) in all.iter_mut().zip(odd) {
                words.iter_mut().zip(odd).for_each(|(word, odd)| *word |= odd << 16);
            }
            registers(&all, top, bottom);
        }
        [top, top_next, bottom, bottom_next] => {
            registers(&both[0], top, bottom);
            registers(&both[1], top_next, bottom_next);
        }
        _ => {}
    }
}
