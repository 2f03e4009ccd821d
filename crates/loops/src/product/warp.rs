//! `mma` on the registers of a warp, with 16 rows of D in a vector.
//!
//! An instruction has 16 rows and 8 columns. So the transposed product Dᵀ = Bᵀ · Aᵀ + Cᵀ fills a panel of 16 columns. The
//! words of a register become 16 columns of a panel before they are decoded. In this table, g is lane / 4, t is
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
use ptx_core::mma::panel::{Bits, MOST_ELEMENTS, Unit};
use ptx_core::mma::{Form, FormBuilder, Instruction, Operand, Type};
use ptx_wide::{ByteColumns, Columns};

/// One register of the lanes of a warp.
pub type Words = [u32; 32];

/// The number of rows of D.
const ROWS: usize = 16;
/// The number of columns of D.
const COLUMNS: usize = 8;
/// The number of lanes with the words of a row of A or of a column of B.
const ALONG: usize = 4;

/// Computes a dense form of `mma` that has 16 rows on the registers of a warp, with the widest vectors of the processor.
///
/// The results are those of [`warp`](ptx_core::mma::warp).
///
/// ```
/// use ptx_core::{Sm, mma::{Form, Type::*}};
/// use ptx_loops::WarpProduct;
///
/// let form = Form::mma([16, 8, 8], [F32, F16, F16, F32]).build().unwrap();
/// // Without AVX2, the processor does not have the vectors.
/// if let Some(product) = WarpProduct::new(form, Sm(80)) {
///     let (ones, mut d) = ([[0x3c00_3c00; 32]; 2], [[0; 32]; 4]);
///     product.run(&ones.each_ref(), &[&ones[0]], &[&[0; 32]; 4], &mut d).unwrap();
///     assert_eq!(d, [[8.0_f32.to_bits(); 32]; 4]);
/// }
/// ```
#[derive(Clone, Copy)]
pub struct WarpProduct {
    unit: Arithmetic,
    /// The number of bits of an element of A and B.
    bits: u32,
    /// The numbers of registers of A and of C.
    registers: [usize; 2],
}

/// The unit of the transposed product.
#[derive(Clone, Copy)]
enum Arithmetic {
    Floats(ptx_core::mma::panel::Singles<Columns>),
    Bytes(ptx_core::mma::panel::Bytes<ByteColumns>),
    Bits(Bits),
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
        let [m, _, _] = form.shape();
        let is_other = form.instruction() != Instruction::Mma
            || usize::from(m) != ROWS
            || form.is_sparse()
            || form.scales().is_some();
        if is_other || !form.runs_on(sm) {
            return None;
        }
        let turned = transposed(form)?;
        let unit = if let Some(unit) = Bits::new(turned) {
            Arithmetic::Bits(unit)
        } else if let Some(unit) = bytes(turned) {
            Arithmetic::Bytes(unit)
        } else {
            Arithmetic::Floats(singles(turned, sm)?)
        };
        let registers = [form.registers(Operand::A)?, form.registers(Operand::C)?].map(usize::from);
        Some(Self { unit, bits: form.element_bits(Operand::A), registers })
    }

    /// Computes D = A · B + C. A slice has an element for each register. Returns `None` and computes nothing if the number
    /// of registers of an operand does not fit the form.
    #[must_use = "without a result, D is unchanged"]
    pub fn run(&self, a: &[&Words], b: &[&Words], c: &[&Words], d: &mut [Words]) -> Option<()> {
        let [of_a, of_c] = self.registers;
        if [a.len(), b.len(), c.len(), d.len()] != [of_a, of_a / 2, of_c, of_c] {
            return None;
        }
        let operands = Operands { a, b, c, bits: self.bits };
        match self.unit {
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

/// The registers of A, B and C, and the number of bits of an element of A and B.
struct Operands<'a> {
    a: &'a [&'a Words],
    b: &'a [&'a Words],
    c: &'a [&'a Words],
    bits: u32,
}

/// Computes the transposed product.
#[inline(always)]
fn multiply<U: Unit<ROWS>>(unit: &U, operands: &Operands<'_>, d: &mut [Words]) {
    let Operands { a, b, c, bits } = *operands;
    let mut words = [[0; ROWS]; 2 * ALONG];
    for (words, [top, bottom]) in words.as_chunks_mut::<ALONG>().0.iter_mut().zip(a.as_chunks().0) {
        *words = columns(top, bottom);
    }
    let mut panel = Vec::with_capacity(MOST_ELEMENTS);
    unit.columns_of_words(&words[..2 * a.len()], bits, |part| panel.push(part));
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
    unit.rows_of_words(words, COLUMNS, bits, |parts| rows.extend_from_slice(parts));
    for (row, sums) in rows.chunks((rows.len() / COLUMNS).max(1)).zip(&mut sums) {
        unit.multiply(row, &[], &panel, sums);
    }
    write(unit, &sums, d);
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
