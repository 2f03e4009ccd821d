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

use super::form::{Form, Layout, Operand};

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

/// How a matrix is spread over lanes, so many elements in a register.
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
            Self::Tall(w) => (g + i / w % 2 * 8, i / w / 2 * 4 * w + t * w + i % w),
            Self::Flat(w) => (g, i / w * 4 * w + t * w + i % w),
            Self::Accumulator => (g + i / 2 * 8, 2 * t + i % 2),
            Self::QuadRow => (t + 4 * h, i),
            Self::QuadColumn => (i + 4 * h, t),
            Self::QuadAccumulator => (t % 2 + (i & 2) + 4 * h, (i & 4) + (t & 2) + i % 2),
        }
    }

    /// Whether it is that of one of four products.
    #[inline]
    pub(super) const fn is_quad(self) -> bool {
        matches!(self, Self::QuadRow | Self::QuadColumn | Self::QuadAccumulator)
    }

    /// Lane and number of an element, the inverse.
    const fn place(self, product: u32, row: u32, column: u32) -> (u32, u32) {
        match self {
            Self::Tall(w) => {
                let i = (column / (4 * w) * 2 + row / 8) * w + column % w;
                (row % 8 * 4 + column / w % 4, i)
            }
            Self::Flat(w) => (row * 4 + column / w % 4, column / (4 * w) * w + column % w),
            Self::Accumulator => (row % 8 * 4 + column / 2, row / 8 * 2 + column % 2),
            Self::QuadRow => (quad(product, row / 4, row % 4), column),
            Self::QuadColumn => (quad(product, row / 4, column), row % 4),
            Self::QuadAccumulator => (
                quad(product, row / 4, row % 2 + (column & 2)),
                (row & 2) + (column & 4) + column % 2,
            ),
        }
    }
}

/// A lane of one of four products.
const fn quad(product: u32, h: u32, t: u32) -> u32 {
    16 * h + 4 * product + t
}

/// An operand of a form: its pattern, whether rows and columns are exchanged in it, the products of
/// an instruction, its rows and columns, and how many elements are in a register.
struct Fragment {
    pattern: Pattern,
    exchanged: bool,
    products: u32,
    rows: u32,
    columns: u32,
    width: u32,
}

/// `None` for `wgmma`.
const fn fragment(form: Form, operand: Operand) -> Option<Fragment> {
    let [m, n, k] = form.shape;
    let bits = form.element_type(operand).bits();
    let width = if bits < 32 { 32 / bits } else { 1 };
    let (rows, columns) = match operand {
        Operand::A => (m, k),
        Operand::B => (k, n),
        Operand::C | Operand::D => (m, n),
    };
    let exchanged = matches!(operand, Operand::B);
    let quad = form.is_quad();
    let [layout_a, layout_b] = form.layouts;
    let pattern = match operand {
        Operand::A if quad => quad_pattern(matches!(layout_a, Layout::Row)),
        Operand::B if quad => quad_pattern(matches!(layout_b, Layout::Col)),
        Operand::C | Operand::D if quad && bits == 16 => Pattern::QuadRow,
        Operand::C | Operand::D if quad => Pattern::QuadAccumulator,
        Operand::A if m == 16 => Pattern::Tall(width),
        Operand::A | Operand::B => Pattern::Flat(width),
        Operand::C | Operand::D => Pattern::Accumulator,
    };
    let products = if quad { 4 } else { 1 };
    let (rows, columns) = (rows as u32, columns as u32);
    let fragment = Fragment { pattern, exchanged, products, rows, columns, width };
    if form.wgmma { None } else { Some(fragment) }
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
    /// use ptx_core::mma::{Form, Operand};
    /// let form = Form::parse("m16n8k16.row.col.f32.f16.f16.f32").unwrap();
    /// assert_eq!(form.registers(Operand::A), Some(4));
    /// ```
    #[inline]
    #[must_use]
    pub const fn registers(self, operand: Operand) -> Option<u8> {
        match fragment(self, operand) {
            Some(Fragment { products, rows, columns, width, .. }) => {
                Some((products * rows * columns / 32 / width) as u8)
            }
            None => None,
        }
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
/// use ptx_core::mma::{Form, Operand, Place, place};
///
/// let form = Form::parse("m16n8k16.row.col.f32.f16.f16.f32").unwrap();
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
    let (register, element) = (i / fragment.width, i % fragment.width);
    Some(Place { lane: lane as u8, register: register as u8, element: element as u8 })
}

/// Which element of an operand lies at a place, the inverse of [`place`].
///
/// `None` if the operand has no such lane, register or element, and for `wgmma`.
///
/// Source: PTX ISA, matrix fragments of `mma`; the same as in CUTLASS. Grade \[D\].
///
/// ```
/// use ptx_core::mma::{Form, Operand, Place, Position, position};
///
/// let form = Form::parse("m8n8k4.row.col.f32.f16.f16.f32").unwrap();
/// let place = Place { lane: 22, register: 5, element: 0 };
/// let position = position(form, Operand::D, place);
/// assert_eq!(position, Some(Position { product: 1, row: 4, column: 7 }));
/// ```
#[inline]
#[must_use]
pub const fn position(form: Form, operand: Operand, place: Place) -> Option<Position> {
    let Some(fragment) = fragment(form, operand) else { return None };
    let (lane, element) = (place.lane as u32, place.element as u32);
    let count = fragment.products * fragment.rows * fragment.columns / 32;
    let i = place.register as u32 * fragment.width + element;
    if lane >= 32 || element >= fragment.width || i >= count {
        return None;
    }
    let (row, column) = fragment.pattern.position(lane, i);
    let (row, column) = if fragment.exchanged { (column, row) } else { (row, column) };
    let product = if fragment.products > 1 { lane / 4 % 4 } else { 0 };
    Some(Position { product: product as u8, row: row as u8, column: column as u8 })
}
