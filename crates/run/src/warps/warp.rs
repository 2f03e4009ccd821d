//! Runs the instructions that lanes of a warp run together: `shfl`, `vote`, `match`, `redux.sync`,
//! `elect.sync`, `bar.warp.sync` and `activemask` (PTX ISA, "Parallel Synchronization and Communication
//! Instructions" and "Data Movement and Conversion Instructions").
//!
//! A thread waits for the lanes of its mask that have not exited. These lanes may wait at different lines if the
//! instruction, modifiers and mask are the same. If the instruction has no mask, the lanes of the current group take
//! part: the lanes at the same position (`groups.rs`).

mod shuffle;

use crate::code::warp::{Kind, Vote, Warp};
use crate::code::{Action, Operation, Reg, Site};
use crate::fault::{FaultKind, Stop};
use crate::lanes::{Lanes, WARP};
use crate::schedule::run::Run;
use crate::warps::allocation;
use crate::warps::reduce::reduce;
use crate::warps::warpgroup;
use crate::watching::undefined::Undefined;

/// A lane that takes part in a warp instruction.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// The basic block that starts with the instruction.
    place: usize,
    /// The number of the lane in the run.
    lane: usize,
    /// The number of the lane in its warp.
    number: u32,
}

/// What lanes that wait for each other have in common: the first lane of the warp, the operation, the convergence barrier,
/// and the mask.
type Key = (usize, Kind, Option<Reg>, u32);

/// Records that lanes arrive at the warp instruction at the start of basic block `place`.
///
/// # Errors
/// If a lane is not in its own mask, or if the threads of a warp are not all at the same matrix instruction. With
/// `Options::strict`, also if a lane reads a lane that does not take part.
pub(crate) fn arrive(run: &mut Run<'_>, place: usize, lanes: Lanes) -> Result<(), Stop> {
    if warpgroup::is_at(run, place) {
        return warpgroup::arrive(run, place, lanes);
    }
    if allocation::is_at(run, place) {
        return allocation::arrive(run, place, lanes);
    }
    if shuffle::of_whole_warps(run, place, &lanes) || wait_of_whole_warps(run, place, &lanes) {
        run.add((place, true), lanes);
        return Ok(());
    }
    let mut waiting = Lanes::default();
    let mut members = Vec::with_capacity(WARP);
    for warp in run.warps_of(&lanes) {
        members.clear();
        let here = lanes.intersection(&warp);
        members.extend(here.iter().map(|lane| run.member(place, lane)));
        let Some(mask) = common_mask(run, &members)? else {
            waiting = waiting.union(&here);
            continue;
        };
        let is_complete =
            mask.is_none_or(|mask| run.expected(members[0].lane, mask).without(&here).is_empty());
        match is_complete {
            true => execute(run, &members)?,
            false => waiting = waiting.union(&here),
        }
    }
    let passed = lanes.without(&waiting);
    if !passed.is_empty() {
        match run.code.machine {
            // A warp has a uniform register once. Other lanes must not overwrite a result before these lanes read it.
            Some(_) => run.groups.add_first((place, true), passed),
            None => run.add((place, true), passed),
        }
    }
    if waiting.is_empty() {
        return Ok(());
    }
    run.wait(place, waiting);
    settle_warps(run, &waiting.whole_warps(run.own.threads))
}

/// Returns whether the lanes form whole warps, the mask, if there is one, contains all lanes, and neither races nor undefined
/// bits are recorded. Then no lane waits for another.
fn are_whole(run: &Run<'_>, mask: Option<Reg>, lanes: &Lanes) -> bool {
    let is_watched = run.watches_races() || run.undefined_bits.is_some();
    if !run.own.threads.is_multiple_of(WARP) || !lanes.has_whole_warps() || is_watched {
        return false;
    }
    let is_full = |mask: Reg, first: usize| {
        let mut masks = (first..first + WARP).map(|lane| run.full.columns[mask].get(lane));
        masks.all(|mask| mask == u64::from(u32::MAX))
    };
    match mask {
        None => true,
        Some(mask) if run.code.slots[mask].source.is_uniform() => is_full(mask, 0),
        Some(mask) => {
            let mut firsts = (0..run.lanes).step_by(WARP);
            firsts.all(|first| !lanes.contains(first) || is_full(mask, first))
        }
    }
}

/// Returns whether `bar.warp.sync` or the wait before a matrix instruction lets whole warps continue at once. The general
/// path works on lists of lanes, and took 0.5 µs for a warp (benches/RESULTS.md, "Tensor cores in kernels").
fn wait_of_whole_warps(run: &Run<'_>, place: usize, lanes: &Lanes) -> bool {
    let warp = warp(run, place).filter(|warp| matches!(warp.kind, Kind::Barrier | Kind::Matrix));
    warp.is_some_and(|warp| are_whole(run, warp.mask, lanes))
}

/// Executes the instructions of warps and warpgroups for which all lanes have arrived or exited.
///
/// # Errors
/// If the threads of a warp are not all at the same matrix instruction. With `Options::strict`, also if a lane reads a
/// lane that does not take part.
pub(crate) fn settle(run: &mut Run<'_>) -> Result<(), Stop> {
    let all = run.all;
    settle_warps(run, &all)?;
    warpgroup::settle(run)?;
    allocation::settle(run)
}

/// Executes the warp instructions for which all lanes have arrived or exited, in whole warps.
///
/// # Errors
/// As for [`settle`].
pub(crate) fn settle_warps(run: &mut Run<'_>, warps: &Lanes) -> Result<(), Stop> {
    let mut groups: Vec<(Key, Vec<Member>)> = Vec::new();
    for (place, lanes) in &run.waiting {
        let lanes = lanes.intersection(warps);
        let Some(warp) = warp(run, *place) else { continue };
        let Some(mask) = warp.mask.filter(|_| !waits_elsewhere(warp.kind)) else { continue };
        // Lanes at different convergence barriers do not wait for each other.
        let barrier = warp.mask.filter(|_| warp.kind == Kind::Converge);
        for lane in lanes.iter() {
            let bits = run.full.columns[mask].get(lane) as u32;
            let key = (run.first_of_warp(lane), warp.kind, barrier, bits);
            let member = run.member(*place, lane);
            match groups.iter_mut().find(|(known, _)| *known == key) {
                Some((_, members)) => members.push(member),
                None => groups.push((key, vec![member])),
            }
        }
    }
    for ((_, _, _, mask), mut members) in groups {
        let arrived = lanes_of(&members);
        if !run.expected(members[0].lane, mask).without(&arrived).is_empty() {
            continue;
        }
        members.sort_by_key(|member| member.lane);
        execute(run, &members)?;
        let mut places: Vec<_> = members.iter().map(|member| member.place).collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let mut lanes = Lanes::default();
            let here = members.iter().filter(|member| member.place == place);
            here.for_each(|member| lanes.insert(member.lane));
            run.pass_apart(place, lanes);
        }
    }
    Ok(())
}

/// Returns whether another module lets the lanes of an instruction pass.
fn waits_elsewhere(kind: Kind) -> bool {
    matches!(kind, Kind::Warpgroup | Kind::Allocation)
}

/// Returns the reason why a lane waits: lanes of its mask have not arrived.
pub(crate) fn describe(run: &Run<'_>, place: usize, lane: usize) -> String {
    if warpgroup::is_at(run, place) {
        return warpgroup::describe(run, place, lane);
    }
    if allocation::is_at(run, place) {
        return allocation::describe(run, lane);
    }
    let mask = warp(run, place).and_then(|warp| warp.mask);
    let mask = mask.map_or(0, |mask| run.full.columns[mask].get(lane) as u32);
    format!("its mask is {mask:#010x}, and lanes of the mask have not arrived")
}

impl Run<'_> {
    fn member(&self, place: usize, lane: usize) -> Member {
        Member { place, lane, number: (lane - self.first_of_warp(lane)) as u32 }
    }

    /// Returns the first lane of the warp to which `lane` belongs.
    fn first_of_warp(&self, lane: usize) -> usize {
        let thread = lane % self.own.threads;
        lane - thread % WARP
    }

    /// Returns the lanes of the warp to which `lane` belongs.
    fn warp_of(&self, lane: usize) -> Lanes {
        let first = self.first_of_warp(lane);
        let block_end = (lane / self.own.threads + 1) * self.own.threads;
        Lanes::between(first, (first + WARP).min(block_end))
    }

    /// Returns the lanes of every warp that contains one of these lanes.
    pub(crate) fn warps_of(&self, lanes: &Lanes) -> Vec<Lanes> {
        let mut rest = *lanes;
        let mut warps = Vec::new();
        while let Some(first) = rest.lowest() {
            let warp = self.warp_of(first);
            rest = rest.without(&warp);
            warps.push(warp);
        }
        warps
    }

    /// Returns the lanes that a lane waits for: those of the mask, in its warp, that have not exited.
    pub(super) fn expected(&self, lane: usize, mask: u32) -> Lanes {
        let first = self.first_of_warp(lane);
        let mut lanes = Lanes::default();
        let live = self.live.intersection(&self.warp_of(lane));
        live.iter()
            .filter(|lane| mask >> (lane - first) & 1 == 1)
            .for_each(|lane| lanes.insert(lane));
        lanes
    }
}

/// Returns the warp instruction at the start of a basic block.
fn warp<'r>(run: &'r Run<'_>, place: usize) -> Option<&'r Warp> {
    match &run.code.blocks[place].sync.as_ref()?.action {
        Action::Warp(warp) => Some(warp),
        _ => None,
    }
}

/// Returns `Some(Some(mask))` if all members have the same mask, and `None` if the masks differ. Returns
/// `Some(None)` if the instruction has no mask.
///
/// # Errors
/// If a lane is not in its own mask.
fn common_mask(run: &Run<'_>, members: &[Member]) -> Result<Option<Option<u32>>, Stop> {
    let Some(register) =
        members.first().and_then(|one| warp(run, one.place)).and_then(|warp| warp.mask)
    else {
        return Ok(Some(None));
    };
    let mask = |member: &Member| run.full.columns[register].get(member.lane) as u32;
    for member in members {
        let mask = mask(member);
        if mask >> member.number & 1 == 0 {
            let what = format!("lane {} is not in its own mask {mask:#010x}", member.number);
            return Err(Stop::new(FaultKind::Undefined, member.lane, what));
        }
    }
    let first = mask(&members[0]);
    Ok(members.iter().all(|member| mask(member) == first).then_some(Some(first)))
}

/// Executes a warp instruction for the lanes that take part, in ascending order.
fn execute(run: &mut Run<'_>, members: &[Member]) -> Result<(), Stop> {
    let Some(kind) = members.first().and_then(|one| warp(run, one.place)).map(|warp| warp.kind)
    else {
        return Ok(());
    };
    follow(run, kind, members);
    let source = |member: &Member, i: usize| -> u64 {
        let register = warp(run, member.place).and_then(|warp| warp.sources.get(i));
        register.map_or(0, |register| run.full.columns[*register].get(member.lane))
    };
    let present = members.iter().fold(0u32, |mask, member| mask | 1 << member.number);
    let sources: Vec<u64> = members.iter().map(|member| source(member, 0)).collect();
    let everyone = |d: u64, p: bool| vec![(d, p); members.len()];
    let mut undefined = Vec::new();
    let results: Vec<(u64, bool)> = match kind {
        Kind::Converge | Kind::Break => return Ok(()),
        Kind::Barrier | Kind::Matrix | Kind::Warpgroup | Kind::Allocation => {
            if kind == Kind::Matrix {
                is_whole(run, members)?;
            }
            meet(run, members);
            return Ok(());
        }
        Kind::ActiveMask => everyone(present.into(), true),
        Kind::Elect => {
            let leader = members[0].number;
            let of = |member: &Member| (u64::from(leader), member.number == leader);
            members.iter().map(of).collect()
        }
        Kind::Vote(mode) => {
            let all = sources.iter().all(|source| *source != 0);
            let any = sources.iter().any(|source| *source != 0);
            match mode {
                Vote::All => everyone(all.into(), all),
                Vote::Any => everyone(any.into(), any),
                Vote::Uni => everyone((all || !any).into(), all || !any),
                Vote::Ballot => {
                    let true_lanes =
                        members.iter().zip(&sources).filter(|(_, source)| **source != 0);
                    let ballot =
                        true_lanes.fold(0u64, |mask, (member, _)| mask | 1 << member.number);
                    everyone(ballot, true)
                }
            }
        }
        Kind::MatchAny(_) => {
            let equal = |value: &u64| {
                let same = members.iter().zip(&sources).filter(|(_, source)| *source == value);
                same.fold(0u64, |mask, (member, _)| mask | 1 << member.number)
            };
            sources.iter().map(|value| (equal(value), true)).collect()
        }
        Kind::MatchAll(_) => {
            let is_one = sources.iter().all(|source| *source == sources[0]);
            everyone(if is_one { present.into() } else { 0 }, is_one)
        }
        Kind::Reduce(with) => everyone(reduce(with, &sources).into(), true),
        Kind::Shuffle(mode) => {
            let of = |(i, member): (usize, &Member)| {
                let (b, c) = (source(member, 1) as u32, source(member, 2) as u32);
                let (from, is_in_range) = shuffle::source(mode, member.number, b, c);
                let found = members.iter().position(|other| other.number == from);
                if found.is_none() {
                    undefined.push((*member, from));
                }
                (sources[found.unwrap_or(i)], is_in_range)
            };
            members.iter().enumerate().map(of).collect()
        }
    };
    for (member, (d, p)) in members.iter().zip(results) {
        let places = warp(run, member.place).map_or([None; 2], |warp| warp.results);
        for (place, value) in places.into_iter().zip([d, p.into()]) {
            if let Some(register) = place {
                run.full.columns[register].set(member.lane, value);
            }
        }
    }
    // Without a mask, no lane waits for another.
    if warp(run, members[0].place).is_some_and(|warp| warp.mask.is_some()) {
        meet(run, members);
    }
    undefined.into_iter().try_for_each(|(member, from)| note(run, member, from))
}

/// Reports to the race detector that these lanes have waited for each other, and for lanes of the mask that have exited.
fn meet(run: &mut Run<'_>, members: &[Member]) {
    let Member { lane, place, .. } = members[0];
    let lanes = run.warp_of(lane);
    let mask = warp(run, place).and_then(|warp| warp.mask);
    let mask = mask.map_or(u64::MAX, |register| run.full.columns[register].get(lane));
    let first = run.first_of_warp(lane);
    let mut exited = Lanes::default();
    let is_waited_for = |lane: &usize| mask >> (lane - first) & 1 == 1;
    let all = run.exited().intersection(&lanes);
    all.iter().filter(is_waited_for).for_each(|lane| exited.insert(lane));
    run.meet(&lanes_of(members), &exited);
}

/// Follows undefined bits through the instruction, if the launch follows undefined bits.
fn follow(run: &mut Run<'_>, kind: Kind, members: &[Member]) {
    if run.undefined_bits.is_none() {
        return;
    }
    let code = run.code;
    let part = |member: &Member| match code.blocks[member.place].sync.as_ref() {
        Some(sync @ Operation { action: Action::Warp(warp), .. }) => {
            Some((&**warp, sync.site, member.lane, member.number))
        }
        _ => None,
    };
    let parts: Vec<_> = members.iter().filter_map(part).collect();
    let read = |(i, (warp, _, lane, number)): (usize, &(&Warp, usize, usize, u32))| {
        let Kind::Shuffle(mode) = kind else { return i };
        let operand = |i: usize| run.full.columns[warp.sources[i]].get(*lane) as u32;
        let (from, _) = shuffle::source(mode, *number, operand(1), operand(2));
        parts.iter().position(|other| other.3 == from).unwrap_or(i)
    };
    let read: Vec<usize> = parts.iter().enumerate().map(read).collect();
    run.follow_warp(&parts, &read);
}

/// Checks that all lanes of a warp wait at the same matrix instruction.
fn is_whole(run: &Run<'_>, members: &[Member]) -> Result<(), Stop> {
    let first = members[0];
    let stop = |kind, what| Err(Stop::new(kind, first.lane, what).at(run.site(first.place)));
    if let Some(other) = members.iter().find(|other| other.place != first.place) {
        let what = format!(
            "threads of a warp are at different instructions on matrices: thread {} at {}, thread {} at {}",
            run.named(first.lane),
            run.line(first.place),
            run.named(other.lane),
            run.line(other.place)
        );
        return stop(FaultKind::Divergent, what);
    }
    match members.len() {
        WARP => Ok(()),
        count => {
            let what = format!("all {WARP} threads of the warp must take part, and {count} do");
            stop(FaultKind::Undefined, what)
        }
    }
}

/// Returns the lanes of these members.
fn lanes_of(members: &[Member]) -> Lanes {
    let mut lanes = Lanes::default();
    members.iter().for_each(|member| lanes.insert(member.lane));
    lanes
}

/// Records that a lane read from a lane that does not take part.
fn note(run: &mut Run<'_>, member: Member, from: u32) -> Result<(), Stop> {
    let site = run.site(member.place);
    if run.launch.options.strict {
        let what = format!(
            "lane {} reads lane {from}, which has exited or is not in the mask",
            member.number
        );
        return Err(Stop::new(FaultKind::Undefined, member.lane, what).at(site));
    }
    let Site { file, line, origin, spelling, .. } = &run.code.sites[site];
    let found = Undefined {
        file: file.clone(),
        origin: origin.clone(),
        instruction: if *line == 0 { spelling.clone() } else { String::new() },
        ..Undefined::new(*line, member.number, from, 1)
    };
    match run.undefined.iter_mut().find(|one| one.key() == found.key()) {
        Some(known) => known.count += 1,
        None => run.undefined.push(found),
    }
    Ok(())
}
