//! The origins of a function's registers: the memory that their values may point to ([`Origin`]). A
//! register that is written once has the same origin in the whole function. A register that is
//! written several times may have another origin after each step.

use super::Origin;
use crate::lower::body::{Body, VariableId};
use ptx_module::resolve::flow::{Order, blocks};

/// The maximum number of origins in `Registers::starts`. The limit keeps the work linear. In a larger
/// function, every register has one origin for all steps, like a register that is written once.
const MOST_PLACES: usize = 1 << 20;

pub(super) struct Registers {
    order: Order,
    /// The steps (labels and instructions) of each block. The blocks are in reverse postorder.
    steps: Vec<Vec<usize>>,
    /// The successors of each block, as indices in `steps`.
    after: Vec<Vec<usize>>,
    /// For each register that is written several times, its index in the field `now` below. `None` for all other
    /// registers, and for every register of a function that exceeds [`MOST_PLACES`].
    places: Vec<Option<usize>>,
    /// For each register without an index in `now`, its origin, which is the same at all steps.
    at_all_steps: Vec<Origin>,
    /// For each block, the origins in `now` at its start.
    starts: Vec<Vec<Origin>>,
    /// For each register with an index in `places`, its origin at the current step.
    now: Vec<Origin>,
    /// For each register, the origins of all values that it ever has.
    results: Vec<Origin>,
}

impl Registers {
    /// Divides a function into blocks; `None` if it cannot be divided.
    pub(super) fn new(body: &Body<'_>) -> Option<Self> {
        let blocks = blocks(&body.lines).ok()?;
        let exits: Vec<_> = blocks.iter().map(|block| block.exit.clone()).collect();
        let order = Order::new(&exits);
        let steps = order.blocks.iter().map(|block| {
            let block = &blocks[*block];
            block.lines.clone().chain(block.last).collect()
        });
        let after = order.blocks.iter().map(|block| {
            let targets = exits[*block].targets();
            targets.into_iter().filter_map(|target| order.places[target]).collect()
        });
        let (steps, after) = (steps.collect(), after.collect());
        let mut writes = vec![0_usize; body.variables.len()];
        for id in body.steps.iter().flat_map(|step| step.action.destinations()) {
            writes[id] += 1;
        }
        for id in &body.parameters {
            writes[*id] += 1;
        }
        let several = writes.iter().filter(|count| **count > 1).count();
        let is_tracked = several.saturating_mul(order.blocks.len()) <= MOST_PLACES;
        let mut next = 0;
        let place = |count: &usize| {
            let place = (is_tracked && *count > 1).then_some(next);
            next += usize::from(place.is_some());
            place
        };
        let places: Vec<_> = writes.iter().map(place).collect();
        Some(Self {
            steps,
            after,
            at_all_steps: vec![Origin::default(); places.len()],
            results: vec![Origin::default(); places.len()],
            starts: vec![vec![Origin::default(); next]; order.blocks.len()],
            now: vec![Origin::default(); next],
            places,
            order,
        })
    }

    /// Returns the number of blocks.
    pub(super) fn len(&self) -> usize {
        self.order.blocks.len()
    }

    /// Adds an origin to a register at the start of the function. Returns whether the register did not have this origin
    /// there before.
    pub(super) fn begin(&mut self, id: VariableId, origin: Origin) -> bool {
        let known = match self.places[id] {
            Some(place) => &mut self.starts[0][place],
            None => &mut self.at_all_steps[id],
        };
        add(&mut self.results[id], origin);
        add(known, origin)
    }

    /// Sets `now` to the start of a block, and returns the steps of the block.
    pub(super) fn enter(&mut self, place: usize) -> Vec<usize> {
        self.now.clone_from(&self.starts[place]);
        self.steps[place].clone()
    }

    /// Adds the origins at the end of a block to the starts of its successors. Returns whether the
    /// origins at the start of a successor changed.
    pub(super) fn leave(&mut self, place: usize) -> bool {
        let mut is_new = false;
        for target in &self.after[place] {
            for (known, now) in self.starts[*target].iter_mut().zip(&self.now) {
                is_new |= add(known, *now);
            }
        }
        is_new
    }

    pub(super) fn get(&self, id: VariableId) -> Origin {
        self.places[id].map_or(self.at_all_steps[id], |place| self.now[place])
    }

    /// Returns the origins of all values that a register ever has.
    pub(super) fn result(&self, id: VariableId) -> Origin {
        self.results[id]
    }

    /// Sets the origin of a register if a write replaces the whole value (`is_whole`). Otherwise adds the origin,
    /// because the old value or a part of it may remain. Returns whether this is the first time that the register has
    /// the origin.
    pub(super) fn set(&mut self, id: VariableId, origin: Origin, is_whole: bool) -> bool {
        let is_new = add(&mut self.results[id], origin);
        match self.places[id] {
            Some(place) if is_whole => self.now[place] = origin,
            Some(place) => {
                add(&mut self.now[place], origin);
            }
            None => {
                add(&mut self.at_all_steps[id], origin);
            }
        }
        is_new
    }
}

/// Adds an origin to `known`. Returns whether `known` changed.
fn add(known: &mut Origin, origin: Origin) -> bool {
    let all = known.or(origin);
    std::mem::replace(known, all) != all
}
