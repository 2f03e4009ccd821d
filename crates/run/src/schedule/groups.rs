//! The groups of threads that can run, and the rule that chooses the next group.
//!
//! The group at the earliest position runs next. After many jumps to earlier basic blocks, another group of the same
//! block of threads runs instead ([`PATIENCE`]). Each block of threads has its own count of jumps, so that its threads
//! run in the same order as if the block ran alone.
//!
//! The lanes of machine code run in another order ([`Stacks`]).

use crate::code::Enabled;
use crate::lanes::{Lanes, WARP};
use crate::schedule::blocks::{MOST_BLOCKS, PATIENCE, Position, bits, blocks_of};
use crate::schedule::random::Random;
use crate::schedule::stacks::{PATIENCE_IN_WARP, Stacks};

/// A set of threads at the same position.
#[derive(Clone, Copy, Debug)]
struct Group {
    position: Position,
    lanes: Lanes,
    /// The blocks of several threads that have lanes in this group, one bit for each block.
    blocks: u32,
    /// For each block in `blocks`, the turn in which this group last ran lanes of the block. Each call of
    /// [`next`](Groups::next) begins a turn.
    turns: [u64; MOST_BLOCKS],
}

/// The groups that can run.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    all: Vec<Group>,
    /// The number of threads of a block.
    threads: usize,
    blocks: usize,
    turn: u64,
    /// For each block, the number of backward jumps. The count restarts at 0 when two groups of the block merge, or
    /// after the count has reached the limit.
    jumps: [u32; MOST_BLOCKS],
    /// The blocks whose backward jumps have reached the limit, one bit for each block. In each of these
    /// blocks, another group must run next.
    impatient: u32,
    /// A group that runs before all others.
    first: Option<(Position, Lanes)>,
    /// The groups that have to wait at a convergence barrier. They run only if no other lanes of their warps can run, or
    /// after many yields.
    deferred: Vec<(Position, Lanes)>,
    /// For each block, the number of yields while lanes of it are deferred.
    yields: [u32; MOST_BLOCKS],
    /// The blocks whose yields have reached the limit, one bit for each block.
    yielding: u32,
    /// The groups of machine code. If there are any, the other fields are not used.
    stacks: Option<Stacks>,
}

impl Groups {
    /// Creates an empty set. With `stacked`, the groups run in the order of [`Stacks`]. Warps of one thread have only one
    /// order.
    pub(crate) fn new(threads: usize, blocks: usize, stacked: Option<Enabled>) -> Self {
        let stacked = stacked.filter(|_| threads > 1);
        let stacks = stacked.map(|enabled| Stacks::new(threads, blocks, enabled));
        Self {
            all: Vec::new(),
            threads,
            blocks,
            turn: 0,
            jumps: [0; MOST_BLOCKS],
            impatient: 0,
            first: None,
            deferred: Vec::new(),
            yields: [0; MOST_BLOCKS],
            yielding: 0,
            stacks,
        }
    }

    /// Returns whether the groups run in the order of [`Stacks`].
    pub(crate) fn are_stacked(&self) -> bool {
        self.stacks.is_some()
    }

    /// Removes all groups and counts the turns of scheduling from 0 again.
    pub(crate) fn clear(&mut self) {
        let all = std::mem::take(&mut self.all);
        let stacked = self.stacks.as_ref().map(|stacks| stacks.enabled);
        *self = Self { all, ..Self::new(self.threads, self.blocks, stacked) };
        self.all.clear();
    }

    /// Adds lanes to the group at a position.
    pub(crate) fn add(&mut self, position: Position, lanes: Lanes) {
        if let Some(stacks) = &mut self.stacks {
            return stacks.add(position, lanes);
        }
        let blocks = self.blocks_of(&lanes);
        let Some(group) = self.all.iter_mut().find(|group| group.position == position) else {
            let turns = [self.turn; MOST_BLOCKS];
            self.all.push(Group { position, lanes, blocks, turns });
            return;
        };
        group.lanes = group.lanes.union(&lanes);
        let merged = group.blocks & blocks;
        for block in bits(merged) {
            self.jumps[block] = 0;
        }
        self.impatient &= !merged;
        for block in bits(blocks & !group.blocks) {
            group.turns[block] = self.turn;
        }
        group.blocks |= blocks;
    }

    /// Adds lanes that run before all others, with the lanes of their warps that are at this position already. With
    /// stacks, the lanes that were added last run first anyway.
    pub(crate) fn add_first(&mut self, position: Position, lanes: Lanes) {
        if let Some(stacks) = &mut self.stacks {
            return stacks.add(position, lanes);
        }
        let mut lanes = lanes;
        if let Some(at) = self.all.iter().position(|group| group.position == position) {
            let here = self.all[at].lanes;
            let joining = here.intersection(&lanes.whole_warps(self.threads));
            lanes = lanes.union(&joining);
            let rest = here.without(&joining);
            match rest.is_empty() {
                true => drop(self.all.swap_remove(at)),
                false => {
                    let blocks = self.blocks_of(&rest);
                    let group = &mut self.all[at];
                    (group.lanes, group.blocks) = (rest, blocks);
                }
            }
        }
        self.first = Some((position, lanes));
    }

    /// Adds lanes that have waited for each other. In machine code, other lanes of their warps do not join them.
    pub(crate) fn add_apart(&mut self, position: Position, lanes: Lanes) {
        match &mut self.stacks {
            Some(stacks) => stacks.add_apart(position, lanes),
            None => self.add(position, lanes),
        }
    }

    /// Counts a backward jump for each block of threads that has lanes in `lanes` and also has other groups.
    pub(crate) fn jump_back(&mut self, lanes: &Lanes) {
        if let Some(stacks) = &mut self.stacks {
            return stacks.jump_back(lanes);
        }
        let others = self.all.iter().fold(0, |all, group| all | group.blocks);
        if others == 0 {
            return;
        }
        for block in bits(self.blocks_of(lanes) & others) {
            self.jumps[block] += 1;
            if self.jumps[block] >= PATIENCE {
                self.impatient |= 1 << block;
            }
        }
    }

    /// Counts a yield of lanes while other lanes wait. Returns the lanes that have yielded, in the warps whose patience has
    /// ended ([`Stacks::give_way`]).
    pub(crate) fn give_way(&mut self, lanes: &Lanes, waiting: &Lanes) -> Lanes {
        let stacks = self.stacks.as_mut();
        stacks.map_or_else(Lanes::default, |stacks| stacks.give_way(lanes, waiting))
    }

    /// Lowers the limit of yields in the warps of lanes that have stopped waiting.
    pub(crate) fn lower_limit(&mut self, lanes: &Lanes) {
        if let Some(stacks) = &mut self.stacks {
            stacks.lower_limit(lanes);
        }
    }

    /// Removes and returns the group that runs next: that of [`add_first`](Self::add_first), if there is one. Normally, the group at the earliest position runs next. If a block
    /// of threads has reached the limit of backward jumps, the group of this block that ran least recently runs next,
    /// reduced to the lanes of this block.
    pub(crate) fn next(&mut self) -> Option<(Position, Lanes)> {
        match &mut self.stacks {
            Some(stacks) => stacks.next(),
            None => {
                if self.first.is_some() {
                    return self.first.take();
                }
                self.resume();
                self.next_group().map(|group| (group.position, group.lanes))
            }
        }
    }

    /// Adds lanes that have to wait at a convergence barrier.
    pub(crate) fn defer(&mut self, position: Position, lanes: Lanes) {
        if !lanes.is_empty() {
            self.deferred.push((position, lanes));
        }
    }

    /// Removes and returns the lanes that wait at a position.
    pub(crate) fn take_deferred(&mut self, position: Position) -> Lanes {
        let here = self.deferred.extract_if(.., |(at, _)| *at == position);
        here.fold(Lanes::default(), |all, (_, lanes)| all.union(&lanes))
    }

    /// Counts a yield of the lanes of machine code. With stacks, it counts for each warp with other groups, else for each block
    /// with other groups and for each block with deferred lanes.
    pub(crate) fn count_yield(&mut self, lanes: &Lanes) {
        if let Some(stacks) = &mut self.stacks {
            return stacks.count_yield(lanes);
        }
        self.jump_back(lanes);
        let deferred = self.deferred.iter();
        let deferred = deferred.fold(0, |all, (_, lanes)| all | self.blocks_of(lanes));
        for block in bits(self.blocks_of(lanes) & deferred) {
            self.yields[block] = (self.yields[block] + 1) % PATIENCE_IN_WARP;
            if self.yields[block] == 0 {
                self.yielding |= 1 << block;
            }
        }
    }

    /// Lets lanes continue at a convergence barrier if no other lanes of their warps can run, or if their block has reached
    /// the limit of yields. Of a warp, the lanes at the earliest position continue.
    fn resume(&mut self) {
        if self.deferred.is_empty() {
            return;
        }
        let mut deferred = std::mem::take(&mut self.deferred);
        deferred.sort_unstable_by_key(|(position, _)| *position);
        let running = self.all.iter().map(|group| group.lanes);
        let running = running.fold(Lanes::default(), |all, lanes| all.union(&lanes));
        let mut busy = running.whole_warps(self.threads);
        for block in bits(std::mem::take(&mut self.yielding)) {
            let start = block * self.threads;
            busy = busy.without(&Lanes::between(start, start + self.threads));
        }
        for (position, lanes) in deferred {
            let free = lanes.without(&busy);
            if !free.is_empty() {
                busy = busy.union(&free.whole_warps(self.threads));
                self.add(position, free);
            }
            self.defer(position, lanes.without(&free));
        }
    }

    fn next_group(&mut self) -> Option<Group> {
        self.turn += 1;
        let groups = self.all.iter().enumerate();
        if self.impatient == 0 {
            let (chosen, _) = groups.min_by_key(|(_, group)| group.position)?;
            return Some(self.all.swap_remove(chosen));
        }
        let block = self.impatient.trailing_zeros() as usize;
        self.impatient &= self.impatient - 1;
        self.jumps[block] = 0;
        let own = groups.filter(|(_, group)| group.blocks >> block & 1 == 1);
        let found = own.min_by_key(|(_, group)| (group.turns[block], group.position));
        let Some((chosen, _)) = found else { return self.next_group() };
        if self.all[chosen].blocks == 1 << block {
            return Some(self.all.swap_remove(chosen));
        }
        let group = &mut self.all[chosen];
        let start = block * self.threads;
        let lanes = group.lanes.intersection(&Lanes::between(start, start + self.threads));
        group.lanes = group.lanes.without(&lanes);
        group.blocks &= !(1 << block);
        Some(Group { lanes, blocks: 1 << block, ..*group })
    }

    /// Returns the position and the lanes of each group.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Position, Lanes)> {
        let all = self.all.iter().map(|group| (group.position, group.lanes));
        let all = all.chain(self.first).chain(self.deferred.iter().copied());
        all.chain(self.stacks.iter().flat_map(Stacks::all))
    }

    /// Returns whether `self` and `other` have the same lanes at the same positions, and would choose the next
    /// groups in the same order.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        if let (Some(stacks), Some(other)) = (&self.stacks, &other.stacks) {
            return stacks.is_like(other);
        }
        let find = |group: &Group| other.all.iter().find(|one| one.position == group.position);
        let pairs = || self.all.iter().filter_map(|group| Some((group, find(group)?)));
        // Only the order of the turns matters, not their numbers.
        let has_order = |block: usize| {
            pairs().all(|(a, like_a)| {
                pairs().all(|(b, like_b)| {
                    a.turns[block].cmp(&b.turns[block])
                        == like_a.turns[block].cmp(&like_b.turns[block])
                })
            })
        };
        self.all.len() == other.all.len()
            && self.first == other.first
            && self.deferred == other.deferred
            && (self.yields, self.yielding) == (other.yields, other.yielding)
            && self.impatient == other.impatient
            && self.jumps == other.jumps
            && pairs().count() == self.all.len()
            && pairs().all(|(group, like)| group.lanes == like.lanes)
            && (0..self.blocks.min(MOST_BLOCKS)).all(has_order)
    }

    /// Removes and returns the threads of one warp in one group, chosen at random.
    pub(crate) fn any(&mut self, random: &mut Random) -> Option<(Position, Lanes)> {
        if let Some(stacks) = &mut self.stacks {
            return stacks.any(random);
        }
        if self.first.is_some() {
            return self.first.take();
        }
        self.resume();
        if self.all.is_empty() {
            return None;
        }
        let chosen = random.below(self.all.len());
        let group = self.all.swap_remove(chosen);
        let of_block = |block: usize| {
            let (start, end) = (block * self.threads, (block + 1) * self.threads);
            (start..end)
                .step_by(WARP)
                .map(move |first| Lanes::between(first, (first + WARP).min(end)))
        };
        let warps = (0..self.blocks).flat_map(of_block);
        let warps: Vec<_> = warps
            .map(|warp| warp.intersection(&group.lanes))
            .filter(|warp| !warp.is_empty())
            .collect();
        let warp = warps[random.below(warps.len())];
        let rest = group.lanes.without(&warp);
        if !rest.is_empty() {
            self.all.push(Group { lanes: rest, ..group });
        }
        Some((group.position, warp))
    }

    /// Returns the blocks of several threads that have lanes in a set, one bit for each block.
    fn blocks_of(&self, lanes: &Lanes) -> u32 {
        blocks_of(lanes, self.threads, self.blocks)
    }
}
