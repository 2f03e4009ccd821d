//! Finds uses of a product's registers that no `wgmma.fence` orders before the product (PTX ISA, "wgmma.fence").
//!
//! The fence must be issued before the first product of a warpgroup, and between an access of a register and a product
//! that has the register in D or A. Products of the same shape that have the register in D need no fence.

use crate::code::matrix::Matrix;
use crate::code::wgmma::{Product, Wgmma};
use crate::code::{Action, Code, Operation, Reg};
use crate::lanes::WARP;
use std::collections::{HashMap, HashSet};

/// A product whose register was used before, without a fence between.
#[derive(Debug)]
pub(crate) struct Unfenced {
    /// For the use and for the product: the site, and the thread's linear number in the grid.
    pub(crate) sides: [(usize, u64); 2],
    pub(crate) register: Reg,
    pub(crate) count: u64,
}

/// The last use of a register.
#[derive(Clone, Copy, Debug)]
struct Use {
    site: usize,
    lane: usize,
    /// The shape of the product that has the register in D.
    shape: Option<[u16; 3]>,
    /// Whether a product has the register in A.
    is_factor: bool,
}

/// The uses of a warp since its last fence.
#[derive(Clone, Debug, Default)]
struct Warp {
    uses: HashMap<Reg, Use>,
    has_fenced: bool,
}

/// The uses of the registers of products.
#[derive(Debug)]
pub(crate) struct Fences {
    /// The registers of D, C and A of all products.
    registers: HashSet<Reg>,
    warps: Vec<Warp>,
    /// The linear number of the first thread of the run.
    first_thread: u64,
    pub(crate) found: Vec<Unfenced>,
}

impl Fences {
    /// Returns an empty record for a kernel. Returns `None` if the kernel has no products.
    pub(crate) fn of(code: &Code) -> Option<Self> {
        let operations = code.blocks.iter().flat_map(|block| &block.operations);
        let products = operations.filter_map(|one| product(&one.action));
        let registers: HashSet<Reg> =
            products.flat_map(used).map(|(register, _)| register).collect();
        let has_any = !registers.is_empty();
        let empty = Self { registers, warps: Vec::new(), first_thread: 0, found: Vec::new() };
        has_any.then_some(empty)
    }

    /// Forgets the uses. `threads` is the number of threads of the run, and `first` the number of the first one.
    pub(crate) fn start(&mut self, threads: usize, first: u64) {
        self.warps = vec![Warp::default(); threads.div_ceil(WARP)];
        self.first_thread = first;
    }

    /// Moves what was found to the record of another block.
    pub(crate) fn hand_over(&mut self, to: &mut Self) {
        std::mem::swap(&mut self.found, &mut to.found);
    }

    /// Records an operation of lanes.
    pub(crate) fn record(&mut self, operation: &Operation, lanes: impl Iterator<Item = usize>) {
        let action = &operation.action;
        let is_fence = matches!(action, Action::Matrix(Matrix::Warpgroup(Wgmma::Fence)));
        let next = product(action);
        let used: Vec<(Reg, bool)> = match next {
            Some(next) => used(next).collect(),
            None => {
                let all = action.sources().into_iter().chain(action.results());
                let all = all.filter(|register| self.registers.contains(register));
                all.map(|register| (register, false)).collect()
            }
        };
        if used.is_empty() && !is_fence {
            return;
        }
        let mut last = None;
        for lane in lanes {
            if last.replace(lane / WARP) == Some(lane / WARP) {
                continue;
            }
            if is_fence {
                self.warps[lane / WARP] = Warp { uses: HashMap::new(), has_fenced: true };
                continue;
            }
            let shape = next.map(|next| next.form.shape());
            if let Some(next) = next {
                self.check(next, operation.site, lane);
            }
            for &(register, is_factor) in &used {
                let shape = shape.filter(|_| !is_factor);
                let one = Use { site: operation.site, lane, shape, is_factor };
                self.warps[lane / WARP].uses.insert(register, one);
            }
        }
    }

    /// Checks that a fence follows the uses of the registers of a product.
    fn check(&mut self, next: &Product, site: usize, lane: usize) {
        let warp = &mut self.warps[lane / WARP];
        let is_unordered = |(register, is_factor): (Reg, bool)| {
            let found = warp.uses.get(&register).filter(|found| found.site != site)?;
            let is_accumulator = !is_factor && found.shape == Some(next.form.shape());
            let reads_again = is_factor && found.is_factor;
            (!is_accumulator && !reads_again).then_some((register, *found))
        };
        let found = used(next).find_map(is_unordered);
        let first = Use { site, lane, shape: None, is_factor: false };
        let found = found.or_else(|| (!warp.has_fenced).then_some((*next.d.first()?, first)));
        warp.has_fenced = true;
        let Some((register, of)) = found else { return };
        let number = |lane: usize| self.first_thread + lane as u64;
        let sides = [(of.site, number(of.lane)), (site, number(lane))];
        match self.found.iter_mut().find(|one| one.sides.map(|side| side.0) == [of.site, site]) {
            Some(known) => known.count += 1,
            None => self.found.push(Unfenced { sides, register, count: 1 }),
        }
    }
}

/// Returns the product that an action starts.
fn product(action: &Action) -> Option<&Product> {
    match action {
        Action::Matrix(Matrix::Warpgroup(Wgmma::Multiply(product))) => Some(product),
        _ => None,
    }
}

/// Returns the registers that need a fence, and whether they hold A instead of D or C.
fn used(product: &Product) -> impl Iterator<Item = (Reg, bool)> {
    let accumulators = product.d.iter().chain(&product.c).map(|register| (*register, false));
    accumulators.chain(product.a.registers().iter().map(|register| (*register, true)))
}
