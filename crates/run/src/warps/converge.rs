//! Runs the convergence barriers of machine code: `BSSY`, `BSYNC` and `BREAK`.
//!
//! A convergence barrier is a register with a mask of lanes. `BSSY` writes the mask of the lanes that run it. At `BSYNC`, a
//! lane waits for the lanes of the mask that have not exited. `BREAK` removes lanes from the masks of all lanes.
//!
//! Lanes stop waiting if all lanes for which they wait have yielded, with `YIELD` or `NANOSLEEP`. Otherwise a lane with a
//! lock would wait forever at the end of the loop in which other lanes of its warp try to lock. This rule is presumed. It
//! follows NVIDIA's patent US 10,067,768. On a GPU, lanes may stop waiting after any yield. Here they do so after many
//! yields, so that the loops of most programs keep their order of lanes.
//!
//! Lanes also stop waiting if no lane can run, and all lanes for which they wait are at another instruction, such as
//! `WARPSYNC` or `BAR`. The assembler joins the lanes that return early from a loop at a `BSYNC`, although the other lanes are
//! at a barrier of the loop, which completes only after these lanes have exited. This rule is presumed, too.

use crate::code::warp::{Kind, Warp};
use crate::code::{Action, Operation, Reg};
use crate::fault::Stop;
use crate::lanes::{Lanes, WARP};
use crate::schedule::run::Run;
use crate::warps::warp;

/// Returns whether an instruction is a `BSYNC` at which lanes wait.
pub(crate) fn is_at(run: &Run<'_>, sync: &Operation) -> bool {
    let is_it = matches!(&sync.action, Action::Warp(one) if one.kind == Kind::Converge);
    is_it && run.groups.are_stacked()
}

/// Records that lanes arrive at the `BSYNC` or `BREAK` at the start of basic block `place`. Returns `false` if the
/// block starts with another instruction.
///
/// # Errors
/// If PTX does not allow the use of an instruction that can now complete.
pub(crate) fn arrive(
    run: &mut Run<'_>,
    place: usize,
    one: &Warp,
    lanes: Lanes,
) -> Result<bool, Stop> {
    let Some(register) = one.mask else { return Ok(false) };
    match one.kind {
        Kind::Converge => {
            if !run.groups.are_stacked() {
                let here = lanes.union(&run.groups.take_deferred((place, true)));
                let waiting = awaiting(run, register, run.live.without(&here), &here);
                run.groups.defer((place, true), waiting);
                let passed = here.without(&waiting);
                if !passed.is_empty() {
                    run.add((place, true), passed);
                }
                return Ok(true);
            }
            let waiting = waiting(run, register, &lanes);
            let passed = lanes.without(&waiting);
            if !passed.is_empty() {
                run.add((place, true), passed);
            }
            if waiting.is_empty() {
                return Ok(true);
            }
            run.wait(place, waiting);
            let warps = complete(run, register, &waiting);
            if !warps.is_empty() {
                warp::settle_warps(run, &warps)?;
            }
        }
        Kind::Break => {
            leave(run, register, &lanes);
            run.add((place, true), lanes);
            warp::settle_warps(run, &lanes.whole_warps(run.own.threads))?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Returns the lanes that must wait: those in their own mask, unless all lanes of the warp that have not exited are here.
fn waiting(run: &Run<'_>, register: usize, lanes: &Lanes) -> Lanes {
    let threads = run.own.threads;
    let absent = lanes.whole_warps(threads).intersection(&run.live).without(lanes);
    let divided = lanes.intersection(&absent.whole_warps(threads));
    let column = &run.full.columns[register];
    let mut waiting = Lanes::default();
    let is_in_mask = |lane: &usize| column.get(*lane) >> (lane % threads % WARP) & 1 == 1;
    divided.iter().filter(is_in_mask).for_each(|lane| waiting.insert(lane));
    waiting
}

/// Returns the warps of the lanes that have just arrived and for whose mask no lane still runs. In most loops few lanes
/// arrive at a time, so this test saves most calls of `settle_warps`.
fn complete(run: &Run<'_>, register: usize, arrived: &Lanes) -> Lanes {
    let without = |running: Lanes, (_, lanes): &(usize, Lanes)| running.without(lanes);
    let running = run.waiting.iter().fold(run.live, without);
    let complete = arrived.without(&awaiting(run, register, running, arrived));
    complete.whole_warps(run.own.threads)
}

/// Returns the lanes in whose mask is a lane that still runs.
fn awaiting(run: &Run<'_>, register: usize, running: Lanes, lanes: &Lanes) -> Lanes {
    let threads = run.own.threads;
    let column = &run.full.columns[register];
    let mut awaiting = Lanes::default();
    for lane in lanes.iter() {
        let number = lane % threads % WARP;
        let first = lane - number;
        let count = (threads - first % threads).min(WARP);
        let mask = column.get(lane) & (u64::MAX >> (64 - count));
        if running.bits(first) & mask != 0 {
            awaiting.insert(lane);
        }
    }
    awaiting
}

/// Removes lanes from the masks in which they are.
fn leave(run: &mut Run<'_>, register: usize, lanes: &Lanes) {
    let threads = run.own.threads;
    let column = &mut run.full.columns[register];
    for lane in lanes.iter() {
        let number = lane % threads % WARP;
        let first = lane - number;
        let mask = column.get(lane);
        let count = (threads - first % threads).min(WARP);
        for other in (0..count).filter(|other| mask >> other & 1 == 1) {
            let left = column.get(first + other) & !(1 << number);
            column.set(first + other, left);
        }
    }
}

/// Counts a yield of lanes. Lets lanes of their warps continue at `BSYNC`, if all lanes for which they wait have yielded often
/// enough. These lanes leave the barrier, so that lanes that arrive later do not wait for them.
pub(crate) fn give_way(run: &mut Run<'_>, lanes: &Lanes) {
    let all = run.waiting.iter().fold(Lanes::default(), |all, (_, lanes)| all.union(lanes));
    let yielded = run.groups.give_way(lanes, &all);
    if yielded.is_empty() {
        return;
    }
    for lanes in free(run, &yielded) {
        run.groups.lower_limit(&lanes);
    }
}

/// Lets lanes continue at `BSYNC` if no lane can run, and all lanes for which they wait are at another instruction. Returns
/// whether there are such lanes.
pub(crate) fn release(run: &mut Run<'_>) -> bool {
    if !run.groups.are_stacked() {
        return false;
    }
    let elsewhere = run.waiting.iter().filter(|(place, _)| barrier(run, *place).is_none());
    let elsewhere = elsewhere.fold(Lanes::default(), |all, (_, lanes)| all.union(lanes));
    !free(run, &elsewhere).is_empty()
}

/// Lets the lanes that wait at a `BSYNC` only for `others` leave the barrier and continue. Returns these lanes.
fn free(run: &mut Run<'_>, others: &Lanes) -> Vec<Lanes> {
    let freed = freed(run, others);
    run.gathered.discard();
    let one = |(place, register, lanes): (usize, Reg, Lanes)| {
        leave(run, register, &lanes);
        run.pass_apart(place, lanes);
        lanes
    };
    freed.into_iter().map(one).collect()
}

/// Returns the barrier of the `BSYNC` at the start of basic block `place`. Returns `None` for another instruction.
fn barrier(run: &Run<'_>, place: usize) -> Option<Reg> {
    match &run.code.blocks[place].sync.as_ref()?.action {
        Action::Warp(one) if one.kind == Kind::Converge => one.mask,
        _ => None,
    }
}

/// Returns the lanes that wait at a `BSYNC` only for `others`, with the basic block and the barrier.
fn freed(run: &Run<'_>, others: &Lanes) -> Vec<(usize, Reg, Lanes)> {
    let warps = others.whole_warps(run.own.threads);
    let waiting = run.waiting.iter().filter_map(|(place, lanes)| {
        Some((*place, barrier(run, *place)?, lanes.intersection(&warps)))
    });
    let waiting: Vec<_> = waiting.collect();
    let free = |(place, register, lanes): &(usize, Reg, Lanes)| {
        let same = waiting.iter().filter(|(_, other, _)| other == register);
        let present = same.fold(*others, |all, (_, _, lanes)| all.union(lanes));
        let column = &run.full.columns[*register];
        let mut free = Lanes::default();
        let waits_for_none = |lane: &usize| {
            run.expected(*lane, column.get(*lane) as u32).without(&present).is_empty()
        };
        lanes.iter().filter(waits_for_none).for_each(|lane| free.insert(lane));
        (*place, *register, free)
    };
    waiting.iter().map(free).filter(|(_, _, lanes)| !lanes.is_empty()).collect()
}
