//! What `ptx-core` gives on the same operands.

use crate::asked::{Asked, Computes};
use crate::digests::BLOCK;
use crate::sweep::sweep;
use ptx_core::Sm;
use ptx_core::mma::{self, Operand, Place};

/// The results of an instruction on operands, those of a thread one after the other, as a kernel
/// reads and writes them.
///
/// # Panics
/// The function of `ptx-core` does not take what the instruction table says, which a test excludes.
#[must_use]
pub fn results(asked: &Asked, operands: &[u64]) -> Vec<u64> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let unit = asked.sources.len() * asked.threads();
    let cases = operands.len() / unit;
    let part = cases.div_ceil(threads).max(1) * unit;
    std::thread::scope(|scope| {
        let workers: Vec<_> = operands
            .chunks(part)
            .map(|part| scope.spawn(|| one_after_the_other(asked, part)))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no thread panics")).collect()
    })
}

fn one_after_the_other(asked: &Asked, operands: &[u64]) -> Vec<u64> {
    let unit = asked.sources.len() * asked.threads();
    let mut results =
        Vec::with_capacity(operands.len() / asked.sources.len() * asked.results.len());
    for given in operands.chunks(unit) {
        match &asked.computes {
            Computes::Thread(_, prepared) => {
                let (sources, carry) = asked.host_sources(given);
                let all = prepared.compute(&sources, carry);
                let all = all.expect("the table names the function's modes");
                results.extend_from_slice(&all.bits()[..asked.results.len()]);
            }
            Computes::Warp(form) => results.extend(product(asked, *form, given)),
        }
    }
    results
}

/// The results on a block of consecutive operands of 32 bits.
#[must_use]
pub fn block(asked: &Asked, block: usize) -> Vec<u64> {
    let first = (block * BLOCK) as u32;
    let mut all = vec![0; BLOCK];
    let Computes::Thread(computation, _) = &asked.computes else { return all };
    match sweep(&computation.value, first, &mut all) {
        Some(()) => all,
        None => {
            let operands: Vec<_> = (0..BLOCK as u64).map(|i| u64::from(first) + i).collect();
            one_after_the_other(asked, &operands)
        }
    }
}

/// The elements of an operand by their row and column, as [`mma::element`] takes them.
struct Matrix {
    columns: usize,
    elements: Vec<u64>,
}

impl Matrix {
    /// A zero matrix.
    fn new(form: mma::Form, operand: Operand) -> Self {
        let [m, n, k] = form.shape().map(usize::from);
        let (rows, columns) = match operand {
            Operand::A => (m, k),
            Operand::B => (k, n),
            Operand::C | Operand::D => (m, n),
        };
        Self { columns, elements: vec![0; rows * columns] }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.elements[row * self.columns..][..self.columns]
    }

    fn column(&self, column: usize) -> Vec<u64> {
        self.elements.iter().skip(column).step_by(self.columns).copied().collect()
    }
}

/// Every place of an operand, with the element that lies there.
fn places(form: mma::Form, operand: Operand) -> Vec<(Place, mma::Position)> {
    let registers = form.registers(operand).unwrap_or(0);
    let mut found = Vec::new();
    for (lane, register) in (0..32).flat_map(|lane| (0..registers).map(move |r| (lane, r))) {
        let places = (0..32).map(|element| Place { lane, register, element });
        let with = |place| Some((place, mma::position(form, operand, place)?));
        found.extend(places.map_while(with));
    }
    found
}

/// How many bits apart the elements of a register lie.
pub(crate) fn spacing(form: mma::Form, operand: Operand) -> u32 {
    match form.element_type(operand) {
        mma::Type::F64 => 64,
        mma::Type::F32 | mma::Type::S32 | mma::Type::Tf32 => 32,
        mma::Type::F16 | mma::Type::Bf16 => 16,
        mma::Type::S4 | mma::Type::U4 => 4,
        mma::Type::B1 => 1,
        _ => 8,
    }
}

/// Which of its registers are an operand's, in a lane.
fn registers(form: mma::Form, operand: Operand) -> std::ops::Range<usize> {
    let count = |operand| usize::from(form.registers(operand).unwrap_or(0));
    let start = match operand {
        Operand::A | Operand::D => 0,
        Operand::B => count(Operand::A),
        Operand::C => count(Operand::A) + count(Operand::B),
    };
    start..start + count(operand)
}

/// The matrices in an operand's registers, of which each lane of a warp has `stride`: one, or four.
fn matrices(form: mma::Form, operand: Operand, given: &[u64], stride: usize) -> Vec<Matrix> {
    let mut matrices: Vec<_> = (0..PRODUCTS).map(|_| Matrix::new(form, operand)).collect();
    let (bits, start) = (spacing(form, operand), registers(form, operand).start);
    for (place, at) in places(form, operand) {
        let word = given[usize::from(place.lane) * stride + start + usize::from(place.register)];
        let matrix = &mut matrices[usize::from(at.product)];
        let index = usize::from(at.row) * matrix.columns + usize::from(at.column);
        matrix.elements[index] =
            word >> (bits * u32::from(place.element)) & u64::MAX >> (64 - bits);
    }
    matrices
}

/// Products that an instruction computes at most: `m8n8k4` of f16 has four.
const PRODUCTS: usize = 4;

/// What an element of D is computed from.
pub struct Element {
    /// Where it lies in the lanes' registers.
    pub place: Place,
    /// A row of A.
    pub row: Vec<u64>,
    /// A column of B.
    pub column: Vec<u64>,
    /// An element of C.
    pub addend: u64,
}

/// What every element of D is computed from, of the registers of a warp.
#[must_use]
pub fn elements(asked: &Asked, form: mma::Form, given: &[u64]) -> Vec<Element> {
    let stride = asked.sources.len();
    let [a, b, c] =
        [Operand::A, Operand::B, Operand::C].map(|operand| matrices(form, operand, given, stride));
    let element = |(place, at): (Place, mma::Position)| {
        let product = usize::from(at.product);
        let (row, column) = (usize::from(at.row), usize::from(at.column));
        Element {
            place,
            row: a[product].row(row).to_vec(),
            column: b[product].column(column),
            addend: c[product].row(row)[column],
        }
    };
    places(form, Operand::D).into_iter().map(element).collect()
}

/// The registers of D, all of a lane before those of the next one.
fn product(asked: &Asked, form: mma::Form, given: &[u64]) -> Vec<u64> {
    let stride = asked.results.len();
    let mut results = vec![0; 32 * stride];
    for Element { place, row, column, addend } in elements(asked, form, given) {
        let element = mma::element(form, &row, &column, addend, Sm(asked.sm)).unwrap_or(0);
        let shift = spacing(form, Operand::D) * u32::from(place.element);
        results[usize::from(place.lane) * stride + usize::from(place.register)] |= element << shift;
    }
    results
}

/// The registers of a warp that hold one row of A, one column of B and one element of C, the first
/// of each, and zeros.
#[must_use]
pub fn tile(form: mma::Form, row: &[u64], column: &[u64], addend: u64) -> Vec<u64> {
    let stride = registers(form, Operand::C).end;
    let mut words = vec![0; 32 * stride];
    for (operand, elements) in [(Operand::A, row), (Operand::B, column), (Operand::C, &[addend])] {
        for (place, at) in places(form, operand) {
            let k = match operand {
                Operand::A if at.row == 0 => at.column,
                Operand::B if at.column == 0 => at.row,
                Operand::C if (at.row, at.column) == (0, 0) => 0,
                _ => continue,
            };
            let Some(element) = elements.get(usize::from(k)).filter(|_| at.product == 0) else {
                continue;
            };
            let register = registers(form, operand).start + usize::from(place.register);
            let shift = spacing(form, operand) * u32::from(place.element);
            words[usize::from(place.lane) * stride + register] |= element << shift;
        }
    }
    words
}
