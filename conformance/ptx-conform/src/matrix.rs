//! Computes matrix products of a warp from the registers of its lanes.

use ptx_core::Sm;
use ptx_core::mma::{self, Form, Operand, Place, Position};

/// A form of `mma` on one architecture.
pub struct Warp {
    /// The form.
    pub form: Form,
    sm: Sm,
    /// The places of the elements of A, B, C and D. Each place (lane, register, element) comes with the row and the
    /// column of the matrix element at this place.
    places: [Vec<(Place, Position)>; 4],
}

/// The operands that a kernel reads, in order.
const READ: [Operand; 3] = [Operand::A, Operand::B, Operand::C];

/// The maximum number of matrix products in one instruction. The form `m8n8k4` of f16 has four.
const PRODUCTS: usize = 4;

/// The inputs of one element of D.
pub struct Element {
    /// The lane, the register and the position in the register that hold this element of D.
    pub place: Place,
    /// The row of A that contributes to the element.
    pub row: Vec<u64>,
    /// The column of B that contributes to the element.
    pub column: Vec<u64>,
    /// The element of C at the same position.
    pub addend: u64,
}

/// A matrix, stored row by row.
struct Matrix {
    columns: usize,
    elements: Vec<u64>,
}

impl Matrix {
    fn row(&self, row: usize) -> &[u64] {
        &self.elements[row * self.columns..][..self.columns]
    }

    fn column(&self, column: usize) -> Vec<u64> {
        self.elements.iter().skip(column).step_by(self.columns).copied().collect()
    }
}

impl Warp {
    /// Computes the positions of all elements for a form.
    #[must_use]
    pub fn new(form: Form, sm: u16) -> Self {
        let places = [Operand::A, Operand::B, Operand::C, Operand::D].map(|operand| {
            let registers = form.registers(operand).unwrap_or(0);
            let registers = (0..32).flat_map(|lane| (0..registers).map(move |r| (lane, r)));
            let all = registers.flat_map(|(lane, register)| {
                (0..32).map(move |element| Place { lane, register, element })
            });
            all.filter_map(|place| Some((place, mma::position(form, operand, place)?))).collect()
        });
        Self { form, sm: Sm(sm), places }
    }

    fn places(&self, operand: Operand) -> &[(Place, Position)] {
        let [a, b, c, d] = &self.places;
        match operand {
            Operand::A => a,
            Operand::B => b,
            Operand::C => c,
            Operand::D => d,
        }
    }

    /// Returns the number of registers in each lane for an operand.
    #[must_use]
    pub fn registers(&self, operand: Operand) -> usize {
        self.form.registers(operand).unwrap_or(0).into()
    }

    /// Returns the number of registers in each lane that an instruction reads.
    fn stride(&self) -> usize {
        READ.into_iter().map(|operand| self.registers(operand)).sum()
    }

    /// Returns the index, among the registers of a lane, of the first register of an operand.
    fn start(&self, operand: Operand) -> usize {
        match operand {
            Operand::A | Operand::D => 0,
            Operand::B => self.registers(Operand::A),
            Operand::C => self.registers(Operand::A) + self.registers(Operand::B),
        }
    }

    /// Returns the distance in bits between the elements of a register.
    #[must_use]
    pub fn spacing(&self, operand: Operand) -> u32 {
        match self.form.element_type(operand) {
            mma::Type::F64 => 64,
            mma::Type::F32 | mma::Type::S32 | mma::Type::Tf32 => 32,
            mma::Type::F16 | mma::Type::Bf16 => 16,
            mma::Type::S4 | mma::Type::U4 => 4,
            mma::Type::B1 => 1,
            _ => 8,
        }
    }

    /// Extracts element number `element` from a register.
    #[must_use]
    pub fn cut(&self, operand: Operand, word: u64, element: u8) -> u64 {
        let bits = self.spacing(operand);
        word >> (bits * u32::from(element)) & u64::MAX >> (64 - bits)
    }

    /// Reads the matrices of an operand from registers.
    fn matrices(&self, operand: Operand, words: &[u64]) -> Vec<Matrix> {
        let [m, n, k] = self.form.shape().map(usize::from);
        let (rows, columns) = match operand {
            Operand::A => (m, k),
            Operand::B => (k, n),
            Operand::C | Operand::D => (m, n),
        };
        let matrix = |_| Matrix { columns, elements: vec![0; rows * columns] };
        let mut matrices: Vec<_> = (0..PRODUCTS).map(matrix).collect();
        let (stride, start) = (self.stride(), self.start(operand));
        for (place, at) in self.places(operand) {
            let register = start + usize::from(place.register);
            let word = words[usize::from(place.lane) * stride + register];
            let index = usize::from(at.row) * columns + usize::from(at.column);
            matrices[usize::from(at.product)].elements[index] =
                self.cut(operand, word, place.element);
        }
        matrices
    }

    /// Returns the inputs of every element of D. `words` are the registers of all lanes.
    #[must_use]
    pub fn elements(&self, words: &[u64]) -> Vec<Element> {
        let [a, b, c] = READ.map(|operand| self.matrices(operand, words));
        let element = |(place, at): &(Place, Position)| {
            let product = usize::from(at.product);
            let (row, column) = (usize::from(at.row), usize::from(at.column));
            Element {
                place: *place,
                row: a[product].row(row).to_vec(),
                column: b[product].column(column),
                addend: c[product].row(row)[column],
            }
        };
        self.places(Operand::D).iter().map(element).collect()
    }

    /// Computes the registers of D for all lanes.
    #[must_use]
    pub fn product(&self, words: &[u64]) -> Vec<u64> {
        let stride = self.registers(Operand::D);
        let mut results = vec![0; 32 * stride];
        for Element { place, row, column, addend } in self.elements(words) {
            let element = mma::element(self.form, &row, &column, addend, self.sm).unwrap_or(0);
            let shift = self.spacing(Operand::D) * u32::from(place.element);
            let register = usize::from(place.lane) * stride + usize::from(place.register);
            results[register] |= element << shift;
        }
        results
    }

    /// Returns registers in which only the first row of A, the first column of B and the first
    /// element of C are nonzero.
    #[must_use]
    pub fn tile(&self, row: &[u64], column: &[u64], addend: u64) -> Vec<u64> {
        let stride = self.stride();
        let mut words = vec![0; 32 * stride];
        for (operand, elements) in READ.into_iter().zip([row, column, &[addend]]) {
            for (place, at) in self.places(operand) {
                let along = match operand {
                    Operand::A if at.row == 0 => at.column,
                    Operand::B if at.column == 0 => at.row,
                    Operand::C if (at.row, at.column) == (0, 0) => 0,
                    _ => continue,
                };
                if at.product > 0 {
                    continue;
                }
                let element = elements.get(usize::from(along)).copied().unwrap_or(0);
                let register = self.start(operand) + usize::from(place.register);
                let shift = self.spacing(operand) * u32::from(place.element);
                words[usize::from(place.lane) * stride + register] |= element << shift;
            }
        }
        words
    }
}
