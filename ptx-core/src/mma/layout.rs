//! Fragments: the position of each element of a matrix in the registers of the lanes.
//!
//! All divisions in this file are integer divisions. In the next table, g is lane / 4, and t is lane mod 4. The
//! variable i is the index of an element in its lane, counted from the low bits of the first register. The variable w
//! is the number of elements in a register.
//!
//! | operand | row | column |
//! |---|---|---|
//! | A, M = 16 | g + 8 ((i / w) mod 2) | 4w (i / (2w)) + t w + i mod w |
//! | A, M = 8 | g | 4w (i / w) + t w + i mod w |
//! | B | 4w (i / w) + t w + i mod w | g |
//! | C, D | g + 8 (i / 2) | 2t + i mod 2 |
//!
//! `m8n8k4` with f16 operands computes four matrix products. Product q uses the lanes 4q to 4q + 3 and the lanes 4q +
//! 16 to 4q + 19, so q = g mod 4. In the next table, h is lane / 16:
//!
//! | operand | row | column |
//! |---|---|---|
//! | A `.row` | t + 4h | i |
//! | A `.col` | i + 4h | t |
//! | B `.row` | t | i + 4h |
//! | B `.col` | i | t + 4h |
//! | C, D of f16 | t + 4h | i |
//! | C, D of f32 | t mod 2 + (i & 2) + 4h | (i & 4) + (t & 2) + i mod 2 |

use super::form::Form;
use super::types::{Instruction, Layout, Operand, per_register_log};

/// The location of an element in the registers of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The lane, 0 to 31.
    pub lane: u8,
    /// The index of the register, counted from 0.
    pub register: u8,
    /// The index of the element in the register, counted from the low bits.
    pub element: u8,
}

/// The position of an element in a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The index of the matrix product: 0 to 3 for `m8n8k4` with f16 operands, 0 for all other forms.
    pub product: u8,
    /// The row: less than M, or less than K for B.
    pub row: u8,
    /// The column: less than N, or less than K for A.
    pub column: u8,
}

/// The distribution of a matrix over the lanes of a warp. The `u32` of a variant is the binary logarithm of the number
/// of elements in a register.
#[derive(Clone, Copy)]
pub(super) enum Pattern {
    /// A matrix A with 16 rows.
    Tall(u32),
    /// A matrix A with eight rows, or the transposed matrix B.
    Flat(u32),
    /// A matrix C or D.
    Accumulator,
    /// `m8n8k4` with f16 operands: a lane has elements of one row.
    QuadRow,
    /// `m8n8k4` with f16 operands: a lane has elements of one column.
    QuadColumn,
    /// `m8n8k4` with f16 operands and f32 results: a lane has elements of two rows and two pairs of columns.
    QuadAccumulator,
}

impl Pattern {
    /// Returns the row and the column of element `i` of a lane.
    #[inline]
    pub(super) const fn position(self, lane: u32, i: u32) -> (u32, u32) {
        let (g, t, h) = (lane / 4, lane % 4, lane / 16);
        match self {
            Self::Tall(log) => {
                let register = i.wrapping_shr(log);
                (g | (register & 1) << 3, Self::along(log, register / 2, t, i))
            }
            Self::Flat(log) => (g, Self::along(log, i.wrapping_shr(log), t, i)),
            Self::Accumulator => (g | (i & 2) << 2, t << 1 | i & 1),
            Self::QuadRow => (t | h << 2, i),
            Self::QuadColumn => (i | h << 2, t),
            Self::QuadAccumulator => (t & 1 | i & 2 | h << 2, i & 4 | t & 2 | i & 1),
        }
    }

    /// Returns the index of an element along the dimension K. Its bits are, from high to low: `group`, then `t`, then
    /// the index of the element in its register. The first table of this file writes `group` as i / (2w) or i / w.
    #[inline]
    const fn along(log: u32, group: u32, t: u32, i: u32) -> u32 {
        (group << 2 | t).wrapping_shl(log) | i & 1_u32.wrapping_shl(log).wrapping_sub(1)
    }

    /// Returns whether the pattern belongs to `m8n8k4` with f16 operands.
    #[inline]
    pub(super) const fn is_quad(self) -> bool {
        matches!(self, Self::QuadRow | Self::QuadColumn | Self::QuadAccumulator)
    }

    /// Returns the lane of an element and its index in the lane, given its position in the matrix: the inverse of
    /// [`Self::position`].
    const fn place(self, product: u32, row: u32, column: u32) -> (u32, u32) {
        match self {
            Self::Tall(log) => {
                let word = column.wrapping_shr(log);
                let register = word >> 2 << 1 | row >> 3;
                let element = column & 1_u32.wrapping_shl(log).wrapping_sub(1);
                ((row & 7) << 2 | word & 3, register.wrapping_shl(log) | element)
            }
            Self::Flat(log) => {
                let word = column.wrapping_shr(log);
                let element = column & 1_u32.wrapping_shl(log).wrapping_sub(1);
                (row << 2 | word & 3, (word >> 2).wrapping_shl(log) | element)
            }
            Self::Accumulator => ((row & 7) << 2 | column >> 1, row >> 3 << 1 | column & 1),
            Self::QuadRow => (quad(product, row >> 2, row & 3), column),
            Self::QuadColumn => (quad(product, row >> 2, column), row & 3),
            Self::QuadAccumulator => {
                let lane = quad(product, row >> 2, row & 1 | column & 2);
                (lane, row & 2 | column & 4 | column & 1)
            }
        }
    }
}

/// Returns the lane of `m8n8k4` with f16 operands. `product` is the index of the matrix product, `h` is lane / 16, and
/// `t` is lane mod 4.
const fn quad(product: u32, h: u32, t: u32) -> u32 {
    h << 4 | product << 2 | t
}

/// How an operand of a form is distributed over the registers of a warp.
struct Fragment {
    pattern: Pattern,
    /// Whether the rows of the pattern are the columns of the matrix, as for B.
    exchanged: bool,
    rows: u32,
    columns: u32,
    /// The number of matrix products of an instruction: 4 for `m8n8k4` with f16 operands, otherwise 1.
    products: u32,
    /// The binary logarithm of the number of elements in a register.
    log: u32,
}

/// Returns how an operand is distributed over the registers of a warp; `None` for an instruction other than `mma`.
const fn fragment(form: Form, operand: Operand) -> Option<Fragment> {
    if !matches!(form.instruction, Instruction::Mma) {
        return None;
    }
    let [m, n, k] = form.shape;
    let (rows, columns) = match operand {
        Operand::A => (m as u32, form.stored() as u32),
        Operand::B => (k as u32, n as u32),
        Operand::C | Operand::D => (m as u32, n as u32),
    };
    let log = per_register_log(form.element_bits(operand));
    let quad = form.is_quad();
    let [layout_a, layout_b] = form.layouts;
    let pattern = match operand {
        Operand::A if quad => quad_pattern(matches!(layout_a, Layout::Row)),
        Operand::B if quad => quad_pattern(matches!(layout_b, Layout::Col)),
        Operand::C | Operand::D if quad && log == 1 => Pattern::QuadRow,
        Operand::C | Operand::D if quad => Pattern::QuadAccumulator,
        Operand::A if m == 16 => Pattern::Tall(log),
        Operand::A | Operand::B => Pattern::Flat(log),
        Operand::C | Operand::D => Pattern::Accumulator,
    };
    let products = if quad { 4 } else { 1 };
    Some(Fragment {
        pattern,
        exchanged: matches!(operand, Operand::B),
        rows,
        columns,
        products,
        log,
    })
}

impl Fragment {
    /// Returns the number of elements in a lane.
    const fn count(&self) -> u32 {
        self.products.wrapping_mul(self.rows).wrapping_mul(self.columns) / 32
    }
}

/// Returns the pattern of A or B of `m8n8k4` with f16 operands. `usual` is true for A with `.row` and for B with
/// `.col`.
#[inline]
pub(super) const fn quad_pattern(usual: bool) -> Pattern {
    if usual { Pattern::QuadRow } else { Pattern::QuadColumn }
}

impl Form {
    /// Returns the number of registers that each lane has for an operand. The registers have 64 bits for `.f64`,
    /// otherwise 32 bits. Returns `None` for instructions other than `mma`.
    ///
    /// ```
    /// use ptx_core::mma::{Form, Operand, Type::*};
    /// let form = Form::mma([16, 8, 16], [F32, F16, F16, F32]).build().unwrap();
    /// assert_eq!(form.registers(Operand::A), Some(4));
    /// ```
    #[inline]
    #[must_use]
    pub const fn registers(self, operand: Operand) -> Option<u8> {
        let Some(fragment) = fragment(self, operand) else { return None };
        Some(fragment.count().wrapping_shr(fragment.log) as u8)
    }
}

/// Returns the location of a matrix element in the registers of a warp. `product` is 0 except for `m8n8k4` with f16
/// operands, which computes four matrix products.
///
/// For a sparse A, `column` is the index of the stored element in its row. Returns `None` for an element outside of the
/// matrix. Also returns `None` for instructions other than `mma`: this crate does not support their fragments.
/// [`position`] is the inverse.
///
/// Source: PTX ISA, matrix fragments of `mma`; the same as in CUTLASS. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::{Form, Operand, Place, Type::*, place};
///
/// let form = Form::mma([16, 8, 16], [F32, F16, F16, F32]).build().unwrap();
/// let place = place(form, Operand::A, 0, 9, 3);
/// assert_eq!(place, Some(Place { lane: 5, register: 1, element: 1 }));
/// ```
#[inline]
#[must_use]
pub const fn place(
    form: Form,
    operand: Operand,
    product: u8,
    row: u8,
    column: u8,
) -> Option<Place> {
    let Some(fragment) = fragment(form, operand) else { return None };
    let (product, row, column) = (product as u32, row as u32, column as u32);
    if product >= fragment.products || row >= fragment.rows || column >= fragment.columns {
        return None;
    }
    let (row, column) = if fragment.exchanged { (column, row) } else { (row, column) };
    let (lane, i) = fragment.pattern.place(product, row, column);
    let register = i.wrapping_shr(fragment.log);
    let element = i ^ register.wrapping_shl(fragment.log);
    Some(Place { lane: lane as u8, register: register as u8, element: element as u8 })
}

/// Returns the row, the column and the product of the element at a location in the registers. The function is the
/// inverse of [`place`].
///
/// Returns `None` if the operand does not have the lane, the register or the element. Also returns `None` for
/// instructions other than `mma`.
///
/// Source: PTX ISA, matrix fragments of `mma`; the same as in CUTLASS. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::{Form, Operand, Place, Position, Type::*, position};
///
/// let form = Form::mma([8, 8, 4], [F32, F16, F16, F32]).build().unwrap();
/// let place = Place { lane: 22, register: 5, element: 0 };
/// let position = position(form, Operand::D, place);
/// assert_eq!(position, Some(Position { product: 1, row: 4, column: 7 }));
/// ```
#[inline]
#[must_use]
pub const fn position(form: Form, operand: Operand, place: Place) -> Option<Position> {
    let Some(fragment) = fragment(form, operand) else { return None };
    let (lane, element) = (place.lane as u32, place.element as u32);
    let i = (place.register as u32).wrapping_shl(fragment.log) | element;
    if lane >= 32 || element.wrapping_shr(fragment.log) != 0 || i >= fragment.count() {
        return None;
    }
    let (row, column) = fragment.pattern.position(lane, i);
    let (row, column) = if fragment.exchanged { (column, row) } else { (row, column) };
    let product = if fragment.products > 1 { lane / 4 % 4 } else { 0 };
    Some(Position { product: product as u8, row: row as u8, column: column as u8 })
}
