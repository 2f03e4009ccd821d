//! Runs the instructions at which threads wait for each other: barriers (`barrier.rs`) and warp instructions
//! (`warp.rs`).

use crate::code::{Action, Operation};
use crate::fault::{FaultKind, Stop};
use crate::lanes::Lanes;
use crate::schedule::run::Run;
use crate::warps::barrier;
use crate::warps::cluster;
use crate::warps::converge;
use crate::warps::mbarrier;
use crate::warps::warp;

/// Records that lanes arrive at the synchronising instruction of basic block `place`. The lanes pass at once or wait.
///
/// # Errors
/// If PTX does not allow this use of the instruction.
pub(crate) fn arrive(
    run: &mut Run<'_>,
    place: usize,
    sync: &Operation,
    lanes: Lanes,
) -> Result<(), Stop> {
    match &sync.action {
        Action::Barrier(one) => barrier::arrive(run, place, *one, lanes),
        Action::Warp(one) if converge::arrive(run, place, one, lanes)? => Ok(()),
        Action::Warp(_) => warp::arrive(run, place, lanes),
        Action::Mbarrier(one) => mbarrier::arrive(run, place, one, lanes),
        Action::ClusterBarrier(one) => cluster::arrive(run, place, *one, lanes),
        _ => {
            run.add((place, true), lanes);
            Ok(())
        }
    }
}

/// Releases lanes that waited for threads that have exited in the meantime.
///
/// # Errors
/// If PTX does not allow the use of an instruction that can now complete.
pub(crate) fn settle(run: &mut Run<'_>) -> Result<(), Stop> {
    barrier::settle(run)?;
    cluster::settle(run);
    warp::settle(run)
}

/// Returns the fault of threads that wait for each other forever. The fault has a note for each waiting group.
pub(crate) fn deadlock(run: &Run<'_>) -> Stop {
    let first = run.waiting.iter().min_by_key(|(_, lanes)| lanes.lowest());
    let lane = first.and_then(|(_, lanes)| lanes.lowest()).unwrap_or(0);
    let what = "deadlock: every thread that has not exited waits for another";
    let site = first.map(|(place, _)| run.site(*place));
    Stop { notes: waiting(run), site, ..Stop::new(FaultKind::Deadlock, lane, what) }
}

/// Returns a note for each group of waiting threads. The note states what the group waits for.
pub(crate) fn waiting(run: &Run<'_>) -> Vec<String> {
    let mut groups = run.waiting.clone();
    groups.sort_by_key(|(_, lanes)| lanes.lowest());
    let notes = groups.iter().map(|(place, lanes)| {
        let lane = lanes.iter().next().unwrap_or(0);
        let site = &run.code.sites[run.site(*place)];
        let plural = if lanes.count() == 1 { "thread waits" } else { "threads wait" };
        let reason = match run.code.blocks[*place].sync.as_ref().map(|sync| &sync.action) {
            Some(Action::Barrier(one)) => barrier::describe(run, *one, lane),
            Some(Action::Warp(_)) => warp::describe(run, *place, lane),
            Some(Action::Mbarrier(one)) => mbarrier::describe(run, one, lane),
            Some(Action::ClusterBarrier(_)) => cluster::describe(run),
            _ => String::new(),
        };
        format!(
            "{}: {} {plural}, the first is {}: {reason}",
            site.named(),
            lanes.count(),
            run.named(lane)
        )
    });
    notes.collect()
}
