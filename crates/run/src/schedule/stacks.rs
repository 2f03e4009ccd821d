//! The order of the lanes of machine code, which has a position for each lane.
//!
//! After a divergent branch, the lanes that fall through continue, and the lanes that jump wait. The lanes that waited
//! last continue first. Lanes join only where they wait for each other (`warps/converge.rs`), never because their
//! positions are equal. Published counts of wrong results of a B300 fit this order.
//!
//! Each warp has a stack of groups. Of all warps, those whose top group is at the earliest position run next, together.

use crate::code::Enabled;
use crate::lanes::{Lanes, WARP};
use crate::schedule::blocks::{MOST_BLOCKS, PATIENCE, Position, bits};
use crate::schedule::random::Random;

/// The number of yields after which another group of the same warp runs, and after which lanes first stop waiting for lanes
/// that yield. Without this limit, a lane that waits in a loop for another lane of its warp would never end. The assembler
/// writes `YIELD` into each such loop. In a loop without it, other lanes of the warp must not run, because both sides of a branch
/// may count in the same uniform register.
pub(crate) const PATIENCE_IN_WARP: u32 = 1024;

/// Lanes of a warp at the same position.
#[derive(Clone, Copy, Debug)]
struct Part {
    position: Position,
    /// The lanes, from the first lane of the warp on.
    lanes: u32,
    /// The turn in which the lanes reached the position. Parts of several warps with the same position and turn are a
    /// group.
    turn: u64,
}

/// The stack of a warp. The last part is the top.
#[derive(Clone, Debug)]
struct Warp {
    /// The first lane of the warp, and the number of its block.
    first: usize,
    block: usize,
    /// The bits of the lanes that the warp has.
    mask: u32,
    parts: Vec<Part>,
    /// The number of yields since another group of the warp ran.
    turns: u32,
    /// The lanes that have yielded and have not waited since.
    yielded: u32,
    /// The number of yields, modulo `most_yields`, while lanes of the warp waited.
    yields: u32,
    /// The number of yields after which lanes stop waiting for lanes that yield.
    most_yields: u32,
}

/// The stacks of all warps.
#[derive(Clone, Debug)]
pub(crate) struct Stacks {
    pub(crate) enabled: Enabled,
    /// The only group, with the turn in which it was added. While it is here, all stacks are empty, which saves their
    /// time for lanes that are not divided.
    only: Option<(Position, Lanes, u64)>,
    /// The warps, those of the same block next to each other.
    warps: Vec<Warp>,
    /// The number of parts in all stacks.
    count: usize,
    turn: u64,
    /// For each block of threads, the number of backward jumps since another warp ran.
    jumps: [u32; MOST_BLOCKS],
    /// The blocks in which another warp must run next, one bit for each block.
    impatient: u32,
    /// For each block, the first lane of the group that ran last because the block was impatient.
    last: [usize; MOST_BLOCKS],
    /// The warps in which another group must run next.
    impatient_warps: Vec<usize>,
}

impl Warp {
    /// Returns the lanes of the warp that are in a set, from the first lane of the warp on.
    fn lanes_of(&self, lanes: &Lanes) -> u32 {
        lanes.bits(self.first) as u32 & self.mask
    }
}

impl Stacks {
    /// Creates the stacks of blocks of several threads.
    pub(crate) fn new(threads: usize, blocks: usize, enabled: Enabled) -> Self {
        let of_block = |block: usize| {
            (0..threads).step_by(WARP).map(move |thread| Warp {
                first: block * threads + thread,
                block,
                mask: u32::MAX >> (WARP - (threads - thread).min(WARP)),
                parts: Vec::new(),
                turns: 0,
                yielded: 0,
                yields: 0,
                most_yields: PATIENCE_IN_WARP,
            })
        };
        Self {
            enabled,
            only: None,
            warps: (0..blocks).flat_map(of_block).collect(),
            count: 0,
            turn: 0,
            jumps: [0; MOST_BLOCKS],
            impatient: 0,
            last: [0; MOST_BLOCKS],
            impatient_warps: Vec::new(),
        }
    }

    /// Adds lanes on top of the stacks of their warps. Lanes that reach a position in the same turn are a group.
    pub(crate) fn add(&mut self, position: Position, lanes: Lanes) {
        self.add_part(position, lanes, self.turn, true);
    }

    /// Adds lanes as [`add`](Self::add) does, but not to a group with lanes of their warps.
    pub(crate) fn add_apart(&mut self, position: Position, lanes: Lanes) {
        self.add_part(position, lanes, self.turn, false);
    }

    fn add_part(&mut self, position: Position, lanes: Lanes, turn: u64, joins: bool) {
        if self.is_empty() {
            self.only = Some((position, lanes, turn));
            return;
        }
        self.divide();
        self.push(position, &lanes, turn, joins);
    }

    fn push(&mut self, position: Position, all: &Lanes, turn: u64, joins: bool) {
        for warp in &mut self.warps {
            let lanes = warp.lanes_of(all);
            if lanes == 0 {
                continue;
            }
            let mut newest =
                warp.parts.iter_mut().rev().take_while(|part| joins && part.turn == turn);
            match newest.find(|part| part.position == position) {
                Some(part) => part.lanes |= lanes,
                None => {
                    warp.parts.push(Part { position, lanes, turn });
                    self.count += 1;
                }
            }
        }
    }

    /// Moves the only group to the stacks.
    fn divide(&mut self) {
        if let Some((position, lanes, turn)) = self.only.take() {
            self.push(position, &lanes, turn, false);
        }
    }

    /// Returns whether there is no group.
    fn is_empty(&self) -> bool {
        self.count == 0 && self.only.is_none()
    }

    /// Counts a backward jump for each block that has lanes in `lanes` and also has other groups.
    pub(crate) fn jump_back(&mut self, lanes: &Lanes) {
        if self.is_empty() {
            return;
        }
        self.divide();
        let (mut jumping, mut others) = (0, 0);
        for warp in &self.warps {
            others |= u32::from(!warp.parts.is_empty()) << warp.block;
            jumping |= u32::from(warp.lanes_of(lanes) != 0) << warp.block;
        }
        for block in bits(jumping & others) {
            self.jumps[block] += 1;
            if self.jumps[block] >= PATIENCE {
                self.impatient |= 1 << block;
            }
        }
    }

    /// Counts a yield of lanes for each of their warps that has other groups.
    pub(crate) fn count_yield(&mut self, lanes: &Lanes) {
        if self.count == 0 {
            return;
        }
        for (i, warp) in self.warps.iter_mut().enumerate() {
            let own = warp.lanes_of(lanes);
            if own == 0 || warp.parts.iter().all(|part| part.lanes & own != 0) {
                continue;
            }
            warp.turns += 1;
            if warp.turns >= PATIENCE_IN_WARP {
                warp.turns = 0;
                self.impatient_warps.push(i);
            }
        }
    }

    /// Counts a yield of lanes for each warp with other lanes that wait. Returns the lanes that have yielded, in the warps
    /// that have reached the limit.
    pub(crate) fn give_way(&mut self, lanes: &Lanes, waiting: &Lanes) -> Lanes {
        let mut yielded = Lanes::default();
        for warp in &mut self.warps {
            let (lanes, waiting) = (warp.lanes_of(lanes), warp.lanes_of(waiting));
            if lanes == 0 || waiting == 0 {
                continue;
            }
            warp.yielded = (warp.yielded | lanes) & !waiting;
            warp.yields = (warp.yields + 1) % warp.most_yields;
            if warp.yields == 0 {
                yielded.set_bits(warp.first, warp.yielded.into(), true);
            }
        }
        yielded
    }

    /// Lowers the limit of yields in the warps of lanes that have stopped waiting. A lock makes the lanes of a warp wait
    /// once for each lane.
    pub(crate) fn lower_limit(&mut self, lanes: &Lanes) {
        let warps = self.warps.iter_mut().filter(|warp| warp.lanes_of(lanes) != 0);
        warps.for_each(|warp| warp.most_yields = PATIENCE);
    }

    /// Removes and returns the lanes that run next, and their position.
    pub(crate) fn next(&mut self) -> Option<(Position, Lanes)> {
        self.turn += 1;
        if self.impatient == 0
            && let Some((position, lanes, _)) = self.only.take()
        {
            // The top of a stack of one part is its bottom, too.
            self.impatient_warps.clear();
            return Some((position, lanes));
        }
        self.divide();
        self.rotate();
        if self.impatient == 0 {
            let tops = self.warps.iter().filter_map(|warp| warp.parts.last());
            let position = tops.map(|part| part.position).min()?;
            return Some((position, self.take(|_, part| part.position == position)));
        }
        let block = self.impatient.trailing_zeros() as usize;
        self.impatient &= self.impatient - 1;
        self.jumps[block] = 0;
        let last = self.last[block];
        // The first lane and the part of each group.
        let mut groups: Vec<(usize, Part)> = Vec::new();
        for warp in self.warps.iter().filter(|warp| warp.block == block) {
            let Some(part) = warp.parts.last() else { continue };
            if !groups.iter().any(|(_, known)| is_same(known, part)) {
                groups.push((warp.first + part.lanes.trailing_zeros() as usize, *part));
            }
        }
        let found = groups.into_iter().min_by_key(|(first, _)| (*first <= last, *first));
        let Some((first, part)) = found else { return self.next() };
        self.last[block] = first;
        let lanes = self.take(|warp, one| warp.block == block && is_same(one, &part));
        Some((part.position, lanes))
    }

    /// Removes and returns the top group of one warp, chosen at random.
    pub(crate) fn any(&mut self, random: &mut Random) -> Option<(Position, Lanes)> {
        self.turn += 1;
        self.divide();
        self.rotate();
        let ready: Vec<_> = self.warps.iter().filter(|warp| !warp.parts.is_empty()).collect();
        if ready.is_empty() {
            return None;
        }
        let chosen = ready[random.below(ready.len())];
        let (first, position) = (chosen.first, chosen.parts.last()?.position);
        Some((position, self.take(|warp, _| warp.first == first)))
    }

    /// Returns the position and the lanes of each group.
    pub(crate) fn all(&self) -> Vec<(Position, Lanes)> {
        let mut all: Vec<(Part, Lanes)> = Vec::new();
        for warp in &self.warps {
            for part in &warp.parts {
                let mut lanes = Lanes::default();
                lanes.set_bits(warp.first, part.lanes.into(), true);
                match all.iter_mut().find(|(known, _)| is_same(known, part)) {
                    Some((_, known)) => *known = known.union(&lanes),
                    None => all.push((*part, lanes)),
                }
            }
        }
        let only = self.only.iter().map(|(position, lanes, _)| (*position, *lanes));
        only.chain(all.into_iter().map(|(part, lanes)| (part.position, lanes))).collect()
    }

    /// Returns whether `self` and `other` have the same stacks, and would choose the next groups in the same order.
    #[cfg_attr(
        not(feature = "machine-code"),
        expect(unused, reason = "no copy of a value that does not exist is used")
    )]
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let stacks = |one: &Self| -> Vec<_> {
            let mut one = one.clone();
            one.divide();
            let place = |part: Part| (part.position, part.lanes);
            let stack = |warp: Warp| {
                let parts: Vec<_> = warp.parts.into_iter().map(place).collect();
                (warp.turns, warp.yielded, warp.yields, warp.most_yields, parts)
            };
            one.warps.into_iter().map(stack).collect()
        };
        (self.impatient, self.jumps, self.last) == (other.impatient, other.jumps, other.last)
            && self.impatient_warps == other.impatient_warps
            && stacks(self) == stacks(other)
    }

    /// Removes the top parts for which `is_it` holds from their stacks. Returns their lanes.
    fn take(&mut self, is_it: impl Fn(&Warp, &Part) -> bool) -> Lanes {
        let mut lanes = Lanes::default();
        for warp in &mut self.warps {
            let top = warp.parts.last().filter(|part| is_it(warp, part));
            if let Some(part) = top.copied() {
                warp.parts.pop();
                self.count -= 1;
                lanes.set_bits(warp.first, part.lanes.into(), true);
            }
        }
        lanes
    }

    /// Moves the top groups of the impatient warps to the bottom of their stacks.
    fn rotate(&mut self) {
        for warp in std::mem::take(&mut self.impatient_warps) {
            let parts = &mut self.warps[warp].parts;
            let top = parts.len().min(1);
            parts.rotate_right(top);
            if let Some(part) = parts.first_mut() {
                part.turn = 0;
            }
        }
    }
}

/// Returns whether parts of two warps are of one group.
fn is_same(one: &Part, other: &Part) -> bool {
    (one.position, one.turn) == (other.position, other.turn)
}

#[cfg(all(test, feature = "machine-code"))]
mod tests {
    use super::{PATIENCE_IN_WARP, Stacks};
    use crate::lanes::Lanes;

    /// Returns a group of these lanes of a warp.
    fn lanes(first: usize, end: usize) -> Lanes {
        Lanes::between(first, end)
    }

    #[test]
    fn the_lanes_that_waited_last_continue_first() {
        let mut stacks = Stacks::new(32, 1, ());
        stacks.next();
        stacks.add((5, false), lanes(0, 4));
        stacks.add((1, false), lanes(4, 32));
        assert_eq!(stacks.next(), Some(((1, false), lanes(4, 32))));
        stacks.add((5, false), lanes(4, 8));
        stacks.add((2, false), lanes(8, 32));
        let next = [stacks.next(), stacks.next(), stacks.next()];
        let groups = [(2, lanes(8, 32)), (5, lanes(4, 8)), (5, lanes(0, 4))];
        assert_eq!(next, groups.map(|(place, lanes)| Some(((place, false), lanes))));
    }

    #[test]
    fn warps_at_the_same_position_run_together() {
        let mut stacks = Stacks::new(64, 1, ());
        stacks.next();
        stacks.add((7, false), lanes(0, 8));
        stacks.add((3, false), lanes(8, 32));
        stacks.next();
        stacks.add((7, false), lanes(32, 64));
        assert_eq!(stacks.next(), Some(((7, false), lanes(0, 8).union(&lanes(32, 64)))));
    }

    #[test]
    fn a_lane_that_spins_lets_other_lanes_of_its_warp_run() {
        let mut stacks = Stacks::new(32, 1, ());
        stacks.add((9, false), lanes(0, 1));
        stacks.next();
        stacks.add((9, false), lanes(0, 1));
        for _ in 0..=PATIENCE_IN_WARP {
            stacks.add((1, false), lanes(1, 32));
            stacks.count_yield(&lanes(1, 32));
            let Some((position, _)) = stacks.next() else { break };
            if position == (9, false) {
                return;
            }
        }
        panic!("lane 0 did not run");
    }
}
