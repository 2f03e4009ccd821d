//! Fragments: which lane holds which element of a matrix, where.
//!
//! With g = lane / 4 and t = lane mod 4, and counting a lane's elements i from the low bits of its
//! first register on, w of them in each:
//!
//! | operand | row | column |
//! |---|---|---|
//! | A, M = 16 | g + 8 (i / w mod 2) | i / 2w · 4w + t w + i mod w |
//! | A, M = 8 | g | i / w · 4w + t w + i mod w |
//! | B | i / w · 4w + t w + i mod w | g |
//! | C, D | g + 8 (i / 2) | 2t + i mod 2 |
//!
//! `m8n8k4` of f16 computes four products at once, that of q = g mod 4 in the lanes 4q to 4q + 3 and
//! 16 + 4q to 16 + 4q + 3; with h = lane / 16:
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
use super::types::{Layout, Operand};

/// Where an element of a matrix lies in the registers of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// 0 to 31.
    pub lane: u8,
    /// The operand's register, 0 the first.
    pub register: u8,
    /// The element of the register, 0 in its low bits.
    pub element: u8,
}

/// An element of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Which of the four products of `m8n8k4` of f16; 0 for every other form.
    pub product: u8,
    /// Of M, of K for B.
    pub row: u8,
    /// Of N, of K for A.
    pub column: u8,
}

/// How a matrix is spread over lanes. A logarithm says how many elements are in a register: one, two,
/// four and so on up to 32.
#[derive(Clone, Copy)]
pub(super) enum Pattern {
    /// A of 16 rows.
    Tall(u32),
    /// A of eight rows; B with rows and columns exchanged.
    Flat(u32),
    /// C and D.
    Accumulator,
    /// Of four products: a lane's elements in a row.
    QuadRow,
    /// In a column.
    QuadColumn,
    /// In two rows, twice two columns.
    QuadAccumulator,
}

impl Pattern {
    /// Row and column of a lane's element.
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

    /// The number of an element along K: the group of four registers' elements, the register among
    /// those of four lanes, the element.
    #[inline]
    const fn along(log: u32, group: u32, t: u32, i: u32) -> u32 {
        (group << 2 | t).wrapping_shl(log) | i & 1_u32.wrapping_shl(log).wrapping_sub(1)
    }

    /// Whether it is that of one of four products.
    #[inline]
    pub(super) const fn is_quad(self) -> bool {
        matches!(self, Self::QuadRow | Self::QuadColumn | Self::QuadAccumulator)
    }

    /// Lane and number of an element, the inverse.
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

/// A lane of one of four products.
const fn quad(product: u32, h: u32, t: u32) -> u32 {
    h << 4 | product << 2 | t
}

/// An operand of a form.
struct Fragment {
    pattern: Pattern,
    /// Whether rows and columns are exchanged in the pattern.
    exchanged: bool,
    rows: u32,
    columns: u32,
    /// How many products an instruction computes.
    products: u32,
    /// The logarithm of how many elements are in a register.
    log: u32,
}

/// `None` for `wgmma`.
const fn fragment(form: Form, operand: Operand) -> Option<Fragment> {
    if form.wgmma {
        return None;
    }
    let [m, n, k] = form.shape;
    let (rows, columns) = match operand {
        Operand::A => (m as u32, k as u32),
        Operand::B => (k as u32, n as u32),
        Operand::C | Operand::D => (m as u32, n as u32),
    };
    let log = form.element_type(operand).per_register_log();
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
    /// How many elements a lane holds.
    const fn count(&self) -> u32 {
        self.products.wrapping_mul(self.rows).wrapping_mul(self.columns) / 32
    }
}

/// The pattern of A by rows and of B by columns, or else.
#[inline]
pub(super) const fn quad_pattern(usual: bool) -> Pattern {
    if usual { Pattern::QuadRow } else { Pattern::QuadColumn }
}

impl Form {
    /// How many registers of a lane an operand has: of 32 bits, of `.f64` of 64. `None` for `wgmma`.
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

/// Where an element of an operand lies. `product` is 0 but for `m8n8k4` of f16, which computes four.
///
/// `None` beyond the matrix, and for `wgmma`, which reads matrices from shared memory. The inverse is
/// [`position`].
///
/// Source: PTX ISA, matrix fragments of `mma`; the same as in CUTLASS. Grade \[D\].
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

/// Which element of an operand lies at a place, the inverse of [`place`].
///
/// `None` if the operand has no such lane, register or element, and for `wgmma`.
///
/// Source: PTX ISA, matrix fragments of `mma`; the same as in CUTLASS. Grade \[D\].
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
