//! The products of `wgmma.mma_async` and the loads of `tcgen05.ld` that have not been completed.
//!
//! The engine computes a product when the instruction executes. Until the `wgmma.wait_group` that covers the product,
//! no other instruction may use its registers (PTX ISA, `wgmma.mma_async`).

use crate::code::matrix::Matrix;
use crate::code::wgmma::{Product, Wgmma};
use crate::code::{Action, Reg};
use crate::fault::{FaultKind, Stop};
use crate::lanes::WARP;
use crate::lanes::active::Active;
use std::collections::VecDeque;

/// The products of a run that have not been completed.
#[derive(Debug, Default)]
pub(crate) struct Products {
    /// The state of each warp. The vector is empty before the first product.
    warps: Vec<Warp>,
    /// The number of pending products.
    count: usize,
}

#[derive(Clone, Debug, Default)]
struct Warp {
    /// The number of groups that the warp has closed (`wgmma.commit_group`).
    closed: u64,
    pending: VecDeque<Pending>,
    /// The registers that `tcgen05.ld` loads, and its line.
    loads: Vec<(Vec<Reg>, usize)>,
}

/// A product that has not been completed.
#[derive(Clone, Debug)]
struct Pending {
    group: u64,
    line: usize,
    /// The registers of D.
    d: Vec<Reg>,
    /// The registers of A, and those of C that do not hold D.
    sources: Vec<Reg>,
    /// The first bytes of the units of shared memory that the product reads.
    units: Vec<usize>,
    /// The clock with which the race detector records the reads.
    clock: Option<usize>,
}

impl Products {
    /// Returns whether any product is pending.
    pub(crate) fn are_pending(&self) -> bool {
        self.count > 0
    }

    /// Removes all products.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    fn warp(&mut self, lane: usize) -> &mut Warp {
        let warp = lane / WARP;
        if self.warps.len() <= warp {
            self.warps.resize(warp + 1, Warp::default());
        }
        &mut self.warps[warp]
    }

    /// Adds a product to the current group of the warp of a lane.
    pub(crate) fn add(&mut self, lane: usize, product: &Product, line: usize, units: Vec<usize>) {
        let owner = self.warp(lane);
        let (group, d) = (owner.closed, product.d.clone());
        let c = product.c.iter().filter(|register| !d.contains(register));
        let sources = c.chain(product.a.registers()).copied().collect();
        owner.pending.push_back(Pending { group, line, d, sources, units, clock: None });
        self.count += 1;
    }

    /// Adds registers that the warp of a lane loads from tensor memory.
    pub(crate) fn load(&mut self, lane: usize, registers: Vec<Reg>, line: usize) {
        self.warp(lane).loads.push((registers, line));
        self.count += 1;
    }

    /// Completes the loads of the warp of a lane (`tcgen05.wait::ld`).
    pub(crate) fn wait_for_loads(&mut self, lane: usize) {
        let count = std::mem::take(&mut self.warp(lane).loads).len();
        self.count -= count;
    }

    /// Closes the current group of the warp of a lane (`wgmma.commit_group`).
    pub(crate) fn commit(&mut self, lane: usize) {
        self.warp(lane).closed += 1;
    }

    /// Sets the clock of the last product of the warp of a lane. Returns the units of shared memory that it reads.
    pub(crate) fn set_clock(&mut self, lane: usize, clock: usize) -> &[usize] {
        let Some(last) = self.warp(lane).pending.back_mut() else { return &[] };
        last.clock = Some(clock);
        &last.units
    }

    /// Returns the clocks of the products that [`wait`](Self::wait) with the same arguments completes.
    pub(crate) fn released(&self, lane: usize, left: u64) -> impl Iterator<Item = usize> {
        let owner = self.warps.get(lane / WARP);
        let end = owner.map_or(0, |owner| owner.closed.saturating_sub(left));
        let pending = owner.into_iter().flat_map(|owner| &owner.pending);
        pending.filter(move |one| one.group < end).filter_map(|one| one.clock)
    }

    /// Completes the products of the warp of a lane, except those in the current group and in the last `left` closed
    /// groups.
    pub(crate) fn wait(&mut self, lane: usize, left: u64) {
        let owner = self.warp(lane);
        let end = owner.closed.saturating_sub(left);
        let count = owner.pending.partition_point(|one| one.group < end);
        owner.pending.drain(..count);
        self.count -= count;
    }

    /// Checks that an operation does not use the registers of a pending product. A further product may add to the same
    /// D in place, and any operation may read A.
    ///
    /// # Errors
    /// If the operation uses such a register.
    pub(crate) fn check(&self, action: &Action, active: Active<'_>) -> Result<(), Stop> {
        let next = match action {
            Action::Matrix(Matrix::Warpgroup(Wgmma::Multiply(next))) => Some(&**next),
            _ => None,
        };
        let (read, added, written) = match next {
            Some(next) => (next.a.registers().to_vec(), next.c.clone(), next.d.clone()),
            None => (action.sources(), Vec::new(), action.results()),
        };
        let mut last = None;
        for (_, lane) in active.each() {
            if last.replace(lane / WARP) == Some(lane / WARP) {
                continue;
            }
            for one in self.warps.get(lane / WARP).iter().flat_map(|warp| &warp.pending) {
                let adds = added == one.d && written == one.d;
                let uses_d = |register: &&Reg| one.d.contains(*register);
                let accumulators = || added.iter().chain(&written);
                let found = if adds { None } else { accumulators().find(uses_d) };
                let found = found.or_else(|| read.iter().find(uses_d));
                let found =
                    found.or_else(|| written.iter().find(|one_of| one.sources.contains(one_of)));
                if found.is_some() {
                    return Err(early(lane, "wgmma.mma_async", one.line));
                }
            }
            for (loaded, line) in self.warps.get(lane / WARP).iter().flat_map(|warp| &warp.loads) {
                if read.iter().chain(&written).any(|register| loaded.contains(register)) {
                    return Err(early(lane, "tcgen05.ld", *line));
                }
            }
        }
        Ok(())
    }
}

/// Returns the fault of an operation that uses the registers of a pending instruction.
fn early(lane: usize, name: &str, line: usize) -> Stop {
    let what = format!(
        "too early: uses a register of the `{name}` at line {line}, which has not completed"
    );
    let note = match name {
        "tcgen05.ld" => "`tcgen05.wait::ld` completes it",
        _ => "`wgmma.commit_group` and `wgmma.wait_group` complete it",
    };
    Stop { notes: vec![note.into()], ..Stop::new(FaultKind::Undefined, lane, what) }
}
