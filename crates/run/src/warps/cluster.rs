//! Runs `barrier.cluster` (PTX ISA, "Parallel Synchronization and Communication Instructions: barrier.cluster").

use crate::code::Action;
use crate::code::cluster::ClusterBarrier;
use crate::fault::{FaultKind, Stop};
use crate::lanes::Lanes;
use crate::schedule::run::Run;
use crate::warps::arrivals::ClusterArrivals;

/// The number under which the race detector knows the barrier. No mbarrier has this place.
const PLACE: usize = usize::MAX;

/// Records that lanes arrive at the `barrier.cluster` at the start of basic block `place`.
///
/// # Errors
/// If a lane arrives twice without a wait, or waits without an arrival.
pub(crate) fn arrive(
    run: &mut Run<'_>,
    place: usize,
    barrier: ClusterBarrier,
    lanes: Lanes,
) -> Result<(), Stop> {
    let ClusterArrivals { arrived, completed } = run.cluster_barrier;
    let known = arrived.union(&completed);
    let stop = |lanes: Lanes, what: &str| match lanes.lowest() {
        Some(lane) => Err(Stop::new(FaultKind::Undefined, lane, what)),
        None => Ok(()),
    };
    match barrier {
        ClusterBarrier::Arrive { releases } => {
            let what = "the thread arrives again without `barrier.cluster.wait`";
            stop(lanes.intersection(&known), what)?;
            run.cluster_barrier.arrived = arrived.union(&lanes);
            if let (Some(races), true) = (run.races(), releases) {
                lanes.iter().for_each(|lane| races.arrive_at_mbarrier(lane, PLACE));
            }
            run.add((place, true), lanes);
        }
        ClusterBarrier::Wait => {
            let what = "the thread waits without `barrier.cluster.arrive`";
            stop(lanes.without(&known), what)?;
            run.wait(place, lanes);
        }
    }
    settle(run);
    Ok(())
}

/// Completes the barrier if all threads that have not exited have arrived. Releases the lanes that wait for it.
pub(crate) fn settle(run: &mut Run<'_>) {
    let ClusterArrivals { arrived, completed } = run.cluster_barrier;
    if !arrived.is_empty() && run.live.without(&arrived).is_empty() {
        run.cluster_barrier =
            ClusterArrivals { arrived: Lanes::default(), completed: completed.union(&arrived) };
        if let Some(races) = run.races() {
            races.complete_mbarrier(PLACE);
        }
    }
    let completed = run.cluster_barrier.completed;
    if completed.is_empty() {
        return;
    }
    let waits = run.waiting.iter().filter(|(place, _)| is_wait(run, *place));
    let waits: Vec<_> =
        waits.map(|(place, lanes)| (*place, lanes.intersection(&completed))).collect();
    for (place, lanes) in waits.into_iter().filter(|(_, lanes)| !lanes.is_empty()) {
        run.cluster_barrier.completed = run.cluster_barrier.completed.without(&lanes);
        if let Some(races) = run.races() {
            lanes.iter().for_each(|lane| races.pass_mbarrier(lane, PLACE));
        }
        run.pass(place, lanes);
    }
}

fn is_wait(run: &Run<'_>, place: usize) -> bool {
    let sync = run.code.blocks[place].sync.as_ref();
    sync.is_some_and(|sync| matches!(sync.action, Action::ClusterBarrier(ClusterBarrier::Wait)))
}

/// Returns what the lanes at a `barrier.cluster.wait` wait for.
pub(crate) fn describe(run: &Run<'_>) -> String {
    let (arrived, live) = (run.cluster_barrier.arrived.count(), run.live.count());
    format!("{arrived} of the {live} threads of the cluster have arrived")
}
