//! Makes the 128 threads of a warpgroup wait for each other (PTX ISA, "Asynchronous Warpgroup Level Matrix
//! Instructions"). A warpgroup is four warps whose first warp has a number that is a multiple of four.

use crate::code::matrix::Matrix;
use crate::code::warp::Kind;
use crate::code::wgmma::Wgmma;
use crate::code::{Action, Reg};
use crate::fault::{FaultKind, Stop};
use crate::lanes::{Lanes, WARP};
use crate::schedule::run::Run;

/// The number of threads of a warpgroup.
const WARPGROUP: usize = 4 * WARP;

/// Returns whether a basic block starts with an instruction of a warpgroup.
pub(crate) fn is_at(run: &Run<'_>, place: usize) -> bool {
    let sync = run.code.blocks[place].sync.as_ref().map(|sync| &sync.action);
    matches!(sync, Some(Action::Warp(warp)) if warp.kind == Kind::Warpgroup)
}

/// Records that lanes arrive at an instruction of a warpgroup.
///
/// # Errors
/// If threads of the warpgroup have exited, or if the block does not have them. Also if the warps have different matrix
/// descriptors.
pub(crate) fn arrive(run: &mut Run<'_>, place: usize, lanes: Lanes) -> Result<(), Stop> {
    run.wait(place, lanes);
    settle(run)
}

/// Lets the warpgroups pass whose threads all wait at the same instruction.
///
/// # Errors
/// As for [`arrive`].
pub(crate) fn settle(run: &mut Run<'_>) -> Result<(), Stop> {
    for (place, waiting) in run.waiting.clone() {
        if !is_at(run, place) {
            continue;
        }
        let mut rest = waiting;
        while let Some(lane) = rest.lowest() {
            let group = of(run, lane);
            rest = rest.without(&group);
            let missing = group.without(&run.live);
            if !missing.is_empty() || group.count() != WARPGROUP {
                let count = group.count() - missing.count();
                let what = format!(
                    "all {WARPGROUP} threads of the warpgroup must take part, and {count} do"
                );
                return Err(Stop::new(FaultKind::Undefined, lane, what).at(run.site(place)));
            }
            if !group.without(&waiting).is_empty() {
                continue;
            }
            agree(run, place, &group)?;
            let exited = run.exited();
            run.meet(&group, &exited.intersection(&group));
            run.pass(place, group);
        }
    }
    Ok(())
}

/// Returns the reason why a lane waits.
pub(crate) fn describe(run: &Run<'_>, place: usize, lane: usize) -> String {
    let group = of(run, lane);
    let here = run.waiting.iter().find(|(known, _)| *known == place);
    let count = here.map_or(0, |(_, lanes)| lanes.intersection(&group).count());
    format!("its warpgroup has {WARPGROUP} threads, and {count} of them are at this instruction")
}

/// Returns the lanes of the warpgroup of a lane.
fn of(run: &Run<'_>, lane: usize) -> Lanes {
    let threads = run.own.threads;
    let first = lane - lane % threads % WARPGROUP;
    Lanes::between(first, (first + WARPGROUP).min((lane / threads + 1) * threads))
}

/// Checks that all threads of a warpgroup have the same matrix descriptors and the same `scale-d`.
fn agree(run: &Run<'_>, place: usize, group: &Lanes) -> Result<(), Stop> {
    let product = run.code.blocks[place].operations.iter().find_map(|one| match &one.action {
        Action::Matrix(Matrix::Warpgroup(Wgmma::Multiply(product))) => Some(product),
        _ => None,
    });
    let Some(product) = product else { return Ok(()) };
    let descriptors = product.descriptors();
    let check = |registers: &[Reg], what: &str| {
        for register in registers {
            let value = |lane| run.full.columns[*register].get(lane);
            let first = group.lowest().map(value);
            if let Some(lane) = group.iter().find(|lane| Some(value(*lane)) != first) {
                let what = format!("the threads of the warpgroup have different {what}");
                return Err(Stop::new(FaultKind::Undefined, lane, what).at(run.site(place)));
            }
        }
        Ok(())
    };
    check(&descriptors, "matrix descriptors")?;
    check(&[product.adds_d], "values of `scale-d`")
}
