//! Makes threads wait at `mbarrier.try_wait` (PTX ISA, "mbarrier.test_wait/mbarrier.try_wait").
//!
//! A thread waits until its phase has completed. PTX lets the wait end with the result false after a time that the
//! system chooses. Here this happens if no thread of the run can do anything else, and now and then with
//! `Options::shuffle`.

use crate::code::Action;
use crate::code::mbarrier::{Kind, Mbarrier, Test};
use crate::fault::Stop;
use crate::lanes::Lanes;
use crate::memory::mbarrier::Side;
use crate::schedule::run::Run;
use crate::warps::arrivals::Expiries;
use crate::watching::undefined_bits::UndefinedBits;

/// How often all threads may wait in vain, one time after another. A thread may need several waits with the result false
/// before it does something else.
const PATIENCE: u32 = 64;

/// Records that lanes arrive at the `mbarrier.try_wait` at the start of basic block `place`. The lanes whose phase has
/// completed pass at once.
///
/// # Errors
/// If there is no mbarrier at the address of a lane.
pub(crate) fn arrive(
    run: &mut Run<'_>,
    place: usize,
    mbarrier: &Mbarrier,
    lanes: Lanes,
) -> Result<(), Stop> {
    let passed = completed(run, mbarrier, &lanes)?;
    if !passed.is_empty() {
        run.add((place, true), passed);
    }
    let waiting = lanes.without(&passed);
    if waiting.is_empty() {
        return Ok(());
    }
    if gives_up(run) {
        answer(run, mbarrier, &waiting, false);
        run.add((place, true), waiting);
    } else {
        run.wait(place, waiting);
    }
    Ok(())
}

/// Returns whether a wait ends at once with the result false. With a random order, one of four waits does.
fn gives_up(run: &mut Run<'_>) -> bool {
    const ONE_OF: usize = 4;
    let is_random = !run.progress.compares();
    run.random.as_mut().is_some_and(|random| is_random && random.below(ONE_OF) == 0)
}

/// Lets lanes pass whose phase has completed in the meantime.
///
/// # Errors
/// If there is no mbarrier at the address of a lane.
pub(crate) fn settle(run: &mut Run<'_>) -> Result<(), Stop> {
    if !std::mem::take(&mut run.own.mbarriers.has_news) {
        return Ok(());
    }
    run.gathered.discard();
    for (place, mbarrier, lanes) in waits(run) {
        let site = run.site(place);
        let passed = completed(run, mbarrier, &lanes).map_err(|stop| stop.at(site))?;
        if !passed.is_empty() {
            run.pass(place, passed);
        }
    }
    Ok(())
}

/// Ends all waits with the result false. Returns whether there was a wait, and the threads may still make progress.
pub(crate) fn expire(run: &mut Run<'_>) -> bool {
    let waits = waits(run);
    let completed = run.own.mbarriers.completed;
    if run.expiries.completed != completed {
        run.expiries = Expiries { count: 0, completed };
    }
    run.expiries.count += 1;
    if waits.is_empty() || run.expiries.count > PATIENCE {
        return false;
    }
    run.gathered.discard();
    for (place, mbarrier, lanes) in waits {
        answer(run, mbarrier, &lanes, false);
        run.pass(place, lanes);
    }
    true
}

/// Returns the `mbarrier.try_wait` instructions at which lanes wait, and these lanes.
fn waits<'k>(run: &Run<'k>) -> Vec<(usize, &'k Mbarrier, Lanes)> {
    let code = run.code;
    let of = |(place, lanes): &(usize, Lanes)| match &code.blocks[*place].sync.as_ref()?.action {
        Action::Mbarrier(one) => Some((*place, &**one, *lanes)),
        _ => None,
    };
    run.waiting.iter().filter_map(of).collect()
}

/// Returns the lanes whose phase has completed, and gives them the result true.
fn completed(run: &mut Run<'_>, mbarrier: &Mbarrier, lanes: &Lanes) -> Result<Lanes, Stop> {
    let Kind::Wait(test) = mbarrier.kind else { return Ok(*lanes) };
    let mut passed = Lanes::default();
    for lane in lanes.iter() {
        let (place, has_completed) = tested(run, mbarrier, test, lane)?;
        if has_completed {
            passed.insert(lane);
            run.own.observe(place);
            let races = run.watch.as_mut().and_then(|watch| watch.races.as_mut());
            Side { lane, place, order: mbarrier.order, races }.acquire();
        }
    }
    answer(run, mbarrier, &passed, true);
    Ok(passed)
}

fn tested(
    run: &Run<'_>,
    mbarrier: &Mbarrier,
    test: Test,
    lane: usize,
) -> Result<(usize, bool), Stop> {
    run.own.tests(lane, mbarrier, test, |register| run.full.columns[register].get(lane))
}

/// Writes the result of a wait.
fn answer(run: &mut Run<'_>, mbarrier: &Mbarrier, lanes: &Lanes, has_completed: bool) {
    let Kind::Wait(Test { to: Some(to), .. }) = mbarrier.kind else { return };
    lanes.iter().for_each(|lane| run.full.columns[to].set(lane, has_completed.into()));
    if let Some(undefined) = &mut run.undefined_bits {
        lanes.iter().for_each(|lane| undefined.write(to, lane, UndefinedBits::default()));
        undefined.shorten(to);
    }
}

/// Returns what a waiting lane waits for.
pub(crate) fn describe(run: &Run<'_>, mbarrier: &Mbarrier, lane: usize) -> String {
    let Kind::Wait(test) = mbarrier.kind else { return String::new() };
    let Ok((place, _)) = tested(run, mbarrier, test, lane) else { return String::new() };
    run.own.mbarriers.get(place).map_or_else(String::new, |object| {
        let plural =
            |count: i64, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        format!(
            "phase {} of the mbarrier at {} has not completed: {} of {} and {} are pending",
            object.phase,
            run.own.shared_name(place),
            plural(object.pending.into(), "arrival"),
            object.expected,
            plural(object.bytes.into(), "byte")
        )
    })
}
