//! Makes warps wait for free columns of tensor memory (PTX ISA, `tcgen05.alloc`).

use crate::code::Action;
use crate::code::warp::{Kind, Warp};
use crate::fault::{FaultKind, Stop};
use crate::lanes::{Lanes, WARP};
use crate::schedule::run::Run;

/// Returns the `tcgen05.alloc` at the start of a basic block.
fn at<'k>(run: &Run<'k>, place: usize) -> Option<&'k Warp> {
    let code = run.code;
    match &code.blocks[place].sync.as_ref()?.action {
        Action::Warp(warp) if warp.kind == Kind::Allocation => Some(warp),
        _ => None,
    }
}

/// Returns whether a basic block starts with `tcgen05.alloc`.
pub(crate) fn is_at(run: &Run<'_>, place: usize) -> bool {
    at(run, place).is_some()
}

/// Records that lanes arrive at `tcgen05.alloc`.
///
/// # Errors
/// As for [`settle`].
pub(crate) fn arrive(run: &mut Run<'_>, place: usize, lanes: Lanes) -> Result<(), Stop> {
    run.wait(place, lanes);
    settle(run)
}

/// Gives columns to the waiting warps, in the order of their threads.
///
/// # Errors
/// If threads of a warp have exited, or the number of columns is wrong.
pub(crate) fn settle(run: &mut Run<'_>) -> Result<(), Stop> {
    run.own.tensor.has_news = false;
    for (place, waiting) in run.waiting.clone() {
        let Some(one) = at(run, place) else { continue };
        for warp in run.warps_of(&waiting) {
            let Some(lane) = warp.lowest() else { continue };
            let stop = |what: String| Stop::new(FaultKind::Undefined, lane, what);
            let site = run.site(place);
            let live = warp.intersection(&run.live);
            if live.count() != WARP {
                let count = live.count();
                let what = format!("all {WARP} threads of the warp must take part, and {count} do");
                return Err(stop(what).at(site));
            }
            if !warp.without(&waiting).is_empty() {
                continue;
            }
            let count = run.full.columns[one.sources[0]].get(lane) as usize;
            let block = lane / run.own.threads;
            let found = run.own.tensor.allocate(lane, block, count, site);
            let Some(start) = found.map_err(|stop| stop.at(site))? else { continue };
            if let Some(to) = one.results[0] {
                warp.iter().for_each(|lane| run.full.columns[to].set(lane, start as u64));
            }
            run.gathered.discard();
            run.meet(&warp, &Lanes::default());
            run.pass(place, warp);
        }
    }
    Ok(())
}

/// Returns the reason why a lane waits.
pub(crate) fn describe(run: &Run<'_>, lane: usize) -> String {
    run.own.tensor.described(lane / run.own.threads)
}
