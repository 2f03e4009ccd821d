//! The order of the lanes of machine code, which has a position for each lane.
//!
//! After a divergent branch, the lanes that fall through continue, and the lanes that jump wait. The lanes that waited
//! last continue first. Lanes join only where they wait for each other (`warps/converge.rs`), never because their
//! positions are equal. Published counts of wrong results of a B300 fit this order.
//!
//! Each warp has a stack of groups. Of all warps, those whose top group is at the earliest position run next, together.

use crate::lanes::Lanes;
use crate::schedule::blocks::{MOST_BLOCKS, PATIENCE, Position, bits, blocks_of};
use crate::schedule::random::Random;

/// The number of backward jumps after which another group of the same warp runs. Without this limit, a lane that waits
/// in a loop for another lane of its warp would never end.
const PATIENCE_IN_WARP: u32 = 1024;

/// Lanes at the same position.
#[derive(Clone, Debug)]
struct Entry {
    position: Position,
    lanes: Lanes,
    /// The turn in which the entry was added.
    turn: u64,
}

/// The stacks of all warps.
#[derive(Clone, Debug)]
pub(crate) struct Stacks {
    /// The groups of all stacks, oldest first.
    all: Vec<Entry>,
    threads: usize,
    blocks: usize,
    turn: u64,
    /// For each block of threads, the number of backward jumps since another warp ran.
    jumps: [u32; MOST_BLOCKS],
    /// The blocks in which another warp must run next, one bit for each block.
    impatient: u32,
    /// For each block, the first lane of the group that ran last because the block was impatient.
    last: [usize; MOST_BLOCKS],
    /// For each warp, by its first lane: the number of backward jumps since another group of the warp ran.
    jumps_in_warp: Vec<u32>,
    /// The lanes of the warps in which another group must run next.
    impatient_warps: Lanes,
}

impl Stacks {
    pub(crate) fn new(threads: usize, blocks: usize) -> Self {
        Self {
            all: Vec::new(),
            threads,
            blocks,
            turn: 0,
            jumps: [0; MOST_BLOCKS],
            impatient: 0,
            last: [0; MOST_BLOCKS],
            jumps_in_warp: vec![0; threads * blocks],
            impatient_warps: Lanes::default(),
        }
    }

    /// Adds lanes on top of the stacks of their warps. Lanes that reach a position in the same turn are a group.
    pub(crate) fn add(&mut self, position: Position, lanes: Lanes) {
        self.add_unless(position, lanes, |_| false);
    }

    /// Adds lanes as [`add`](Self::add) does, but not to a group with lanes of their warps.
    pub(crate) fn add_apart(&mut self, position: Position, lanes: Lanes) {
        let warps = lanes.whole_warps(self.threads);
        self.add_unless(position, lanes, |group| !group.intersection(&warps).is_empty());
    }

    /// Adds lanes to a group of this turn at the same position, unless `is_other` holds for its lanes.
    fn add_unless(&mut self, position: Position, lanes: Lanes, is_other: impl Fn(&Lanes) -> bool) {
        let turn = self.turn;
        let mut newest = self.all.iter_mut().rev().take_while(|entry| entry.turn == turn);
        let found = newest.find(|entry| entry.position == position && !is_other(&entry.lanes));
        match found {
            Some(entry) => entry.lanes = entry.lanes.union(&lanes),
            None => self.all.push(Entry { position, lanes, turn }),
        }
    }

    /// Counts a backward jump for each block and each warp that has lanes in `lanes` and also has other groups.
    pub(crate) fn jump_back(&mut self, lanes: &Lanes) {
        if self.all.is_empty() {
            return;
        }
        let others = self.all.iter().fold(Lanes::default(), |all, one| all.union(&one.lanes));
        let blocks = |lanes| blocks_of(lanes, self.threads, self.blocks);
        for block in bits(blocks(lanes) & blocks(&others)) {
            self.jumps[block] += 1;
            if self.jumps[block] >= PATIENCE {
                self.impatient |= 1 << block;
            }
        }
        let mut rest = lanes.intersection(&others.whole_warps(self.threads));
        while let Some(first) = rest.lowest() {
            let mut lane = Lanes::default();
            lane.insert(first);
            let warp = lane.whole_warps(self.threads);
            rest = rest.without(&warp);
            let jumps = &mut self.jumps_in_warp[warp.lowest().unwrap_or(0)];
            *jumps += 1;
            if *jumps >= PATIENCE_IN_WARP {
                *jumps = 0;
                self.impatient_warps = self.impatient_warps.union(&warp);
            }
        }
    }

    /// Removes and returns the lanes that run next, and their position.
    pub(crate) fn next(&mut self) -> Option<(Position, Lanes)> {
        self.turn += 1;
        self.rotate();
        if self.impatient == 0 {
            if self.all.len() == 1 {
                return self.all.pop().map(|entry| (entry.position, entry.lanes));
            }
            let tops = self.tops();
            let position = tops.iter().map(|(index, _)| self.all[*index].position).min()?;
            let at = tops.iter().filter(|(index, _)| self.all[*index].position == position);
            let lanes = at.fold(Lanes::default(), |all, (_, lanes)| all.union(lanes));
            self.remove(&lanes, &tops);
            return Some((position, lanes));
        }
        let block = self.impatient.trailing_zeros() as usize;
        self.impatient &= self.impatient - 1;
        self.jumps[block] = 0;
        let own = Lanes::between(block * self.threads, (block + 1) * self.threads);
        let tops = self.tops().into_iter();
        let tops = tops.map(|(index, lanes)| (index, lanes.intersection(&own)));
        let tops: Vec<_> = tops.filter(|(_, lanes)| !lanes.is_empty()).collect();
        let first = |lanes: &Lanes| lanes.lowest().unwrap_or(0);
        let last = self.last[block];
        let found = tops.iter().min_by_key(|(_, lanes)| (first(lanes) <= last, first(lanes)));
        let Some((index, lanes)) = found.copied() else { return self.next() };
        self.last[block] = first(&lanes);
        let position = self.all[index].position;
        self.remove(&lanes, &tops);
        Some((position, lanes))
    }

    /// Removes and returns the top group of one warp, chosen at random.
    pub(crate) fn any(&mut self, random: &mut Random) -> Option<(Position, Lanes)> {
        self.turn += 1;
        let tops = self.tops();
        if tops.is_empty() {
            return None;
        }
        let (index, lanes) = tops[random.below(tops.len())];
        let mut warps = Vec::new();
        let mut rest = lanes;
        while let Some(first) = rest.lowest() {
            let mut lane = Lanes::default();
            lane.insert(first);
            let warp = lane.whole_warps(self.threads).intersection(&lanes);
            rest = rest.without(&warp);
            warps.push(warp);
        }
        let lanes = warps[random.below(warps.len())];
        let position = self.all[index].position;
        self.remove(&lanes, &tops);
        Some((position, lanes))
    }

    /// Returns the position and the lanes of each group.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Position, &Lanes)> {
        self.all.iter().map(|entry| (entry.position, &entry.lanes))
    }

    /// Returns whether `self` and `other` have the same stacks, and would choose the next groups in the same order.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let groups = |one: &Self| -> Vec<_> {
            one.all.iter().map(|entry| (entry.position, entry.lanes)).collect()
        };
        (self.impatient, self.jumps, self.last) == (other.impatient, other.jumps, other.last)
            && self.impatient_warps == other.impatient_warps
            && self.jumps_in_warp == other.jumps_in_warp
            && groups(self) == groups(other)
    }

    /// Returns the top groups of all warps: the index of an entry, and its lanes that are on top.
    fn tops(&self) -> Vec<(usize, Lanes)> {
        let mut covered = Lanes::default();
        let mut tops = Vec::with_capacity(self.all.len());
        for (index, entry) in self.all.iter().enumerate().rev() {
            let lanes = entry.lanes.without(&covered);
            if !lanes.is_empty() {
                covered = covered.union(&lanes.whole_warps(self.threads));
                tops.push((index, lanes));
            }
        }
        tops
    }

    /// Removes lanes that are on top of their stacks.
    fn remove(&mut self, lanes: &Lanes, tops: &[(usize, Lanes)]) {
        for (index, top) in tops {
            let entry = &mut self.all[*index];
            entry.lanes = entry.lanes.without(&lanes.intersection(top));
        }
        self.all.retain(|entry| !entry.lanes.is_empty());
    }

    /// Moves the top groups of the impatient warps to the bottom of their stacks.
    fn rotate(&mut self) {
        if self.impatient_warps.is_empty() {
            return;
        }
        let warps = std::mem::take(&mut self.impatient_warps);
        let tops = self.tops();
        let moved = tops.iter().map(|(index, lanes)| {
            let position = self.all[*index].position;
            Entry { position, lanes: lanes.intersection(&warps), turn: 0 }
        });
        let moved: Vec<_> = moved.filter(|entry| !entry.lanes.is_empty()).collect();
        self.remove(&warps, &tops);
        self.all.splice(0..0, moved);
    }
}

#[cfg(test)]
mod tests {
    use super::{PATIENCE_IN_WARP, Stacks};
    use crate::lanes::Lanes;

    /// Returns a group of these lanes of a warp.
    fn lanes(first: usize, end: usize) -> Lanes {
        Lanes::between(first, end)
    }

    #[test]
    fn the_lanes_that_waited_last_continue_first() {
        let mut stacks = Stacks::new(32, 1);
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
        let mut stacks = Stacks::new(64, 1);
        stacks.next();
        stacks.add((7, false), lanes(0, 8));
        stacks.add((3, false), lanes(8, 32));
        stacks.next();
        stacks.add((7, false), lanes(32, 64));
        assert_eq!(stacks.next(), Some(((7, false), lanes(0, 8).union(&lanes(32, 64)))));
    }

    #[test]
    fn a_lane_that_spins_lets_other_lanes_of_its_warp_run() {
        let mut stacks = Stacks::new(32, 1);
        stacks.add((9, false), lanes(0, 1));
        stacks.next();
        stacks.add((9, false), lanes(0, 1));
        for _ in 0..=PATIENCE_IN_WARP {
            stacks.jump_back(&lanes(1, 32));
            stacks.add((1, false), lanes(1, 32));
            let Some((position, _)) = stacks.next() else { break };
            if position == (9, false) {
                return;
            }
        }
        panic!("lane 0 did not run");
    }
}
