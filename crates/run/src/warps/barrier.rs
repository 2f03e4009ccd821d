//! Runs `bar` and `barrier` (PTX ISA, "Parallel Synchronization and Communication Instructions").
//!
//! A warp arrives at a barrier when each of its threads has arrived or exited. The arrival of a warp counts as the
//! arrival of 32 threads.

use crate::code::Action;
use crate::code::barrier::{Barrier, Kind, Reduction};
use crate::fault::{FaultKind, Stop};
use crate::lanes::{Lanes, WARP};
use crate::schedule::run::Run;
use crate::warps::arrivals::Key;

/// A warp that has arrived at a barrier.
struct Warp {
    number: usize,
    /// The waiting lanes, grouped by the basic block that they wait in. The list is empty if the warp does not wait
    /// (`bar.arrive`).
    waiting: Vec<(usize, Lanes)>,
    /// The lanes that arrived, whether they wait or not.
    here: Vec<(usize, Lanes)>,
    /// The number of threads that the barrier expects.
    count: Option<u64>,
}

impl Warp {
    /// Returns the lanes that arrived.
    fn lanes(&self) -> Lanes {
        self.here.iter().fold(Lanes::default(), |sum, (_, lanes)| sum.union(lanes))
    }
}

/// Records that lanes arrive at the barrier instruction at the start of basic block `place`.
///
/// # Errors
/// If the barrier's number or thread count is invalid, or if PTX does not allow this use of the barrier.
pub(crate) fn arrive(
    run: &mut Run<'_>,
    place: usize,
    barrier: Barrier,
    lanes: Lanes,
) -> Result<(), Stop> {
    let is_constant = run.code.slots[barrier.number].source.is_constant();
    let is_first = run.waiting.is_empty() && run.arrivals.is_empty();
    // If all threads arrive together, none of them has to wait.
    if barrier.kind == Kind::Sync
        && barrier.count.is_none()
        && is_constant
        && is_first
        && lanes == run.live
        && (run.own.cluster == 1 || run.races().is_none())
    {
        if barrier.is_aligned && run.live != run.all {
            let warps = run.warps_of(&lanes);
            let is_partial = |warp: &&Lanes| !warp.without(&lanes).is_empty();
            run.undefined_barriers += warps.iter().filter(is_partial).count() as u64;
        }
        run.meet(&lanes, &run.exited());
        run.add((place, true), lanes);
        return Ok(());
    }
    for lane in lanes.iter() {
        let number = run.full.columns[barrier.number].get(lane);
        if number > 15 {
            let what = format!("barrier {number} does not exist: barriers are 0 to 15");
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        }
        if let Some(count) = barrier.count.map(|count| run.full.columns[count].get(lane))
            && (count == 0 || !count.is_multiple_of(WARP as u64))
        {
            let what = format!(
                "a barrier of {count} threads: the number must be a positive multiple of 32"
            );
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        }
    }
    match barrier.kind {
        Kind::Arrive => {
            let mut numbers = Vec::new();
            for lane in lanes.iter() {
                let key = (lane / run.own.threads, run.full.columns[barrier.number].get(lane));
                numbers.push(key);
                let parts = run.arrivals.parts.entry(key).or_default();
                match parts.iter_mut().find(|(known, _)| *known == place) {
                    Some((_, lanes)) => lanes.insert(lane),
                    None => {
                        let mut lanes = Lanes::default();
                        lanes.insert(lane);
                        parts.push((place, lanes));
                    }
                }
            }
            if let Some(races) = run.races() {
                races.arrive(&lanes, numbers);
            }
            run.add((place, true), lanes);
        }
        Kind::Sync | Kind::Reduce { .. } => run.wait(place, lanes),
    }
    settle(run)
}

/// Completes the barriers at which enough warps have arrived.
///
/// # Errors
/// If the warps that complete a barrier used it in a way that PTX does not allow.
pub(crate) fn settle(run: &mut Run<'_>) -> Result<(), Stop> {
    for key in keys(run) {
        while let Some(done) = complete(run, key)? {
            release(run, key, done)?;
        }
    }
    Ok(())
}

/// Returns the barriers at which threads have arrived, sorted by block and number.
fn keys(run: &Run<'_>) -> Vec<Key> {
    let mut keys: Vec<_> =
        run.arrivals.whole.keys().chain(run.arrivals.parts.keys()).copied().collect();
    for (place, lanes) in &run.waiting {
        let Some(barrier) = barrier(run, *place) else { continue };
        let column = &run.full.columns[barrier.number];
        keys.extend(lanes.iter().map(|lane| (lane / run.own.threads, column.get(lane))));
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Returns the barrier instruction at the start of a basic block.
pub(crate) fn barrier(run: &Run<'_>, place: usize) -> Option<Barrier> {
    match run.code.blocks[place].sync.as_ref()?.action {
        Action::Barrier(barrier) => Some(barrier),
        _ => None,
    }
}

/// Returns the warps that complete a barrier, in ascending order. Returns `None` if more threads must arrive.
fn complete(run: &mut Run<'_>, key: Key) -> Result<Option<Vec<Warp>>, Stop> {
    let (block, _) = key;
    let threads = run.own.threads;
    let warps = threads.div_ceil(WARP);
    let (mut arrived, mut all) = (Vec::new(), true);
    for number in 0..warps {
        let first = block * threads + number * WARP;
        let lanes = Lanes::between(first, (first + WARP).min((block + 1) * threads));
        let live = lanes.intersection(&run.live);
        let waiting = at(run, key, &lanes);
        let parts = run.arrivals.parts.get(&key).map_or(&[][..], Vec::as_slice);
        let parts: Vec<_> = of(parts, &lanes);
        let union = |all: &[(usize, Lanes)]| {
            all.iter().fold(Lanes::default(), |sum, (_, lanes)| sum.union(lanes))
        };
        let here = union(&waiting).union(&union(&parts));
        let is_here = !here.is_empty() && live.without(&here).is_empty();
        if is_here {
            let mut both = [waiting.as_slice(), &parts].concat();
            both.sort_by_key(|(_, lanes)| lanes.iter().next());
            let count = count(run, &both)?;
            if waiting.is_empty() {
                aligned(run, number, &both)?;
                run.arrivals.whole.entry(key).or_default().push((number, count));
                forget(run, key, &lanes);
            } else {
                arrived.push(Warp { number, waiting, here: both, count });
            }
        }
        let is_counted =
            run.arrivals.whole.get(&key).is_some_and(|all| all.iter().any(|one| one.0 == number));
        all &= is_here || is_counted || live.is_empty();
    }
    for (number, count) in run.arrivals.whole.get(&key).into_iter().flatten() {
        let (waiting, here) = (Vec::new(), Vec::new());
        arrived.push(Warp { number: *number, waiting, here, count: *count });
    }
    arrived.sort_by_key(|warp| warp.number);
    let Some(first) = arrived.first() else { return Ok(None) };
    let rounded = (warps * WARP) as u64;
    let expected = first.count.unwrap_or(rounded);
    if let Some(other) = arrived.iter().find(|one| one.count.unwrap_or(rounded) != expected) {
        let found = other.count.unwrap_or(rounded);
        let what = format!(
            "barrier {} expects {expected} threads and {found} threads in one phase",
            key.1
        );
        return Err(stop(run, &[first, other], FaultKind::Undefined, what));
    }
    let needed = expected as usize / WARP;
    let has_all = all && arrived.iter().any(|warp| warp.count.is_none());
    if !has_all {
        if arrived.len() < needed {
            return Ok(None);
        }
        arrived.truncate(needed);
    }
    for warp in arrived.iter().filter(|warp| !warp.waiting.is_empty()) {
        aligned(run, warp.number, &warp.here)?;
        let first = block * threads + warp.number * WARP;
        let lanes = Lanes::between(first, (first + WARP).min((block + 1) * threads));
        forget(run, key, &lanes);
        let is_whole = warp.lanes() == lanes;
        run.undefined_barriers += u64::from(!is_whole && is_aligned(run, &warp.waiting));
        run.passed_by = run.passed_by.without(&lanes);
    }
    Ok(Some(arrived))
}

/// Returns the lanes of a warp that wait at a barrier, grouped by basic block.
fn at(run: &Run<'_>, (_, number): Key, lanes: &Lanes) -> Vec<(usize, Lanes)> {
    let at = |(place, waiting): &(usize, Lanes)| {
        let column = &run.full.columns[barrier(run, *place)?.number];
        let mut found = Lanes::default();
        let here = waiting.intersection(lanes);
        here.iter().filter(|lane| column.get(*lane) == number).for_each(|lane| found.insert(lane));
        (!found.is_empty()).then_some((*place, found))
    };
    run.waiting.iter().filter_map(at).collect()
}

fn of(all: &[(usize, Lanes)], lanes: &Lanes) -> Vec<(usize, Lanes)> {
    let parts = all.iter().map(|(place, known)| (*place, known.intersection(lanes)));
    parts.filter(|(_, lanes)| !lanes.is_empty()).collect()
}

/// Removes the recorded arrivals of a warp's threads, once the whole warp has arrived.
fn forget(run: &mut Run<'_>, key: Key, lanes: &Lanes) {
    if let Some(parts) = run.arrivals.parts.get_mut(&key) {
        parts.iter_mut().for_each(|(_, known)| *known = known.without(lanes));
        parts.retain(|(_, known)| !known.is_empty());
        if parts.is_empty() {
            run.arrivals.parts.remove(&key);
        }
    }
}

/// Returns whether one of the barrier instructions at which lanes wait is `.aligned`.
fn is_aligned(run: &Run<'_>, waiting: &[(usize, Lanes)]) -> bool {
    waiting.iter().any(|(place, _)| barrier(run, *place).is_some_and(|one| one.is_aligned))
}

/// Records the lanes that run other instructions while lanes of their warps wait at an `.aligned` barrier.
pub(crate) fn pass_by(run: &mut Run<'_>, lanes: &Lanes) {
    let aligned = run.waiting.iter().filter(|one| is_aligned(run, std::slice::from_ref(one)));
    let waiting = aligned.fold(Lanes::default(), |sum, (_, lanes)| sum.union(lanes));
    let warps = run.warps_of(&waiting);
    for warp in warps {
        run.passed_by = run.passed_by.union(&warp.intersection(lanes));
    }
}

/// Checks that lanes that exit have not passed by an `.aligned` barrier at which lanes of their warps wait.
///
/// # Errors
/// If a lane has passed by such a barrier.
pub(crate) fn never_came(run: &Run<'_>, exiting: &Lanes) -> Result<(), Stop> {
    let passed_by = run.passed_by.intersection(exiting);
    for warp in run.warps_of(&passed_by) {
        let at = |one: &&(usize, Lanes)| {
            is_aligned(run, std::slice::from_ref(*one)) && !one.1.intersection(&warp).is_empty()
        };
        let Some((place, waiting)) = run.waiting.iter().find(at) else { continue };
        let first = |lanes: &Lanes| lanes.intersection(&warp).lowest().unwrap_or(0);
        let (lane, other) = (first(waiting), first(&passed_by));
        let what = format!(
            "an `.aligned` barrier without all threads of the warp: thread {} has ended without it",
            run.named(other)
        );
        return Err(Stop::new(FaultKind::Undefined, lane, what).at(run.site(*place)));
    }
    Ok(())
}

/// Checks that all threads of a warp that have not exited are at the same barrier instruction. The threads may be at
/// different instructions only if none of these instructions is `.aligned`.
fn aligned(run: &Run<'_>, number: usize, here: &[(usize, Lanes)]) -> Result<(), Stop> {
    let here = of(here, &run.live);
    let is_aligned =
        here.iter().any(|(place, _)| barrier(run, *place).is_some_and(|one| one.is_aligned));
    let [(place, first), (other, second), ..] = here.as_slice() else { return Ok(()) };
    if !is_aligned || run.launch.options.allow_divergent_barrier {
        return Ok(());
    }
    let line = |place: &usize| run.line(*place);
    let (first, second) = (first.iter().next().unwrap_or(0), second.iter().next().unwrap_or(0));
    let what = format!(
        "threads of warp {number} wait at different instructions: thread {} at {}, thread {} at {}",
        run.named(first),
        line(place),
        run.named(second),
        line(other)
    );
    Err(Stop::new(FaultKind::Divergent, first, what).at(run.site(*place)))
}

/// Returns the number of threads that the barrier expects. The instructions of the warp's threads give this number.
fn count(run: &Run<'_>, here: &[(usize, Lanes)]) -> Result<Option<u64>, Stop> {
    let mut counts = here.iter().flat_map(|(place, lanes)| {
        let count = barrier(run, *place).and_then(|one| one.count);
        let of = move |lane| (lane, *place, count.map(|count| run.full.columns[count].get(lane)));
        lanes.iter().map(of).collect::<Vec<_>>()
    });
    let Some((_, _, first)) = counts.next() else { return Ok(None) };
    match counts.find(|(.., count)| *count != first) {
        None => Ok(first),
        Some((lane, place, _)) => {
            let what = "the threads of a warp expect different numbers of threads";
            Err(Stop::new(FaultKind::Undefined, lane, what).at(run.site(place)))
        }
    }
}

/// Releases the warps that wait at a complete barrier.
fn release(run: &mut Run<'_>, key: Key, warps: Vec<Warp>) -> Result<(), Stop> {
    let kinds = |warp: &Warp| -> Vec<Option<Reduction>> {
        let of = |(place, _): &(usize, Lanes)| match barrier(run, *place).map(|one| one.kind) {
            Some(Kind::Reduce { with, .. }) => Some(with),
            _ => None,
        };
        if warp.waiting.is_empty() { vec![None] } else { warp.waiting.iter().map(of).collect() }
    };
    let mut all = warps.iter().flat_map(kinds);
    let first = all.next().flatten();
    if all.any(|kind| kind != first) {
        let what = format!(
            "`.red` and another instruction, or another operation, at barrier {} in one phase",
            key.1
        );
        return Err(stop(run, &warps.iter().collect::<Vec<_>>(), FaultKind::Undefined, what));
    }
    if first.is_some() {
        reduce(run, &warps);
    }
    let waiting = warps.iter().flat_map(|warp| &warp.waiting);
    let lanes = waiting.clone().fold(Lanes::default(), |sum, (_, lanes)| sum.union(lanes));
    // Of the exited threads, a barrier with a number of threads counts only those of warps that arrive.
    let counts =
        |(place, _): &(usize, Lanes)| barrier(run, *place).is_some_and(|one| one.count.is_some());
    let exited = match waiting.clone().any(counts) {
        true => run.exited().intersection(&lanes.whole_warps(run.own.threads)),
        false => run.exited(),
    };
    if let Some(races) = run.races() {
        races.barrier(&lanes, &exited, key);
    }
    for warp in warps {
        if warp.waiting.is_empty()
            && let Some(whole) = run.arrivals.whole.get_mut(&key)
        {
            let found = whole.iter().position(|(number, _)| *number == warp.number);
            found.map(|found| whole.remove(found));
            if whole.is_empty() {
                run.arrivals.whole.remove(&key);
            }
        }
        for (place, lanes) in warp.waiting {
            run.pass(place, lanes);
        }
    }
    Ok(())
}

/// Combines the predicates of the threads that arrived at `barrier.red`. Writes the result to a register of each
/// of these threads.
fn reduce(run: &mut Run<'_>, warps: &[Warp]) {
    let each: Vec<_> = warps.iter().flat_map(|warp| &warp.waiting).copied().collect();
    let (mut total, mut set) = (0, 0);
    let part =
        |(place, lanes): &(usize, Lanes)| Some((barrier(run, *place)?, run.site(*place), *lanes));
    let parts: Vec<_> = each.iter().filter_map(part).collect();
    run.follow_reduction(&parts);
    let reduction = |run: &Run<'_>, place| match barrier(run, place).map(|one| one.kind) {
        Some(Kind::Reduce { with, predicate, result }) => Some((with, predicate, result)),
        _ => None,
    };
    for (place, lanes) in &each {
        let Some((_, predicate, _)) = reduction(run, *place) else { continue };
        for lane in lanes.iter() {
            total += 1;
            set += u64::from(run.full.columns[predicate].get(lane) != 0);
        }
    }
    for (place, lanes) in &each {
        let Some((with, _, result)) = reduction(run, *place) else { continue };
        let value = match with {
            Reduction::Count => set,
            Reduction::And => u64::from(set == total),
            Reduction::Or => u64::from(set > 0),
        };
        lanes.iter().for_each(|lane| run.full.columns[result].set(lane, value));
    }
}

/// Returns a fault at the first waiting thread of these warps.
fn stop(run: &Run<'_>, warps: &[&Warp], kind: FaultKind, what: String) -> Stop {
    let all = || warps.iter().flat_map(|warp| &warp.waiting);
    let first = all().next();
    let lane = first.and_then(|(_, lanes)| lanes.iter().next()).unwrap_or(0);
    let mut stop = Stop::new(kind, lane, what);
    stop.site = first.map(|(place, _)| run.site(*place));
    stop
}

/// Returns a description of the barrier at which a lane waits: `barrier 1 expects 128 threads, 96 arrived`.
pub(crate) fn describe(run: &Run<'_>, barrier: Barrier, lane: usize) -> String {
    let number = run.full.columns[barrier.number].get(lane);
    let block = lane / run.own.threads;
    let threads = run.own.threads;
    let mut arrived = run.arrivals.whole.get(&(block, number)).map_or(0, Vec::len);
    let mut has_part = false;
    for warp in 0..threads.div_ceil(WARP) {
        let first = block * threads + warp * WARP;
        let lanes = Lanes::between(first, (first + WARP).min((block + 1) * threads));
        let here = at(run, (block, number), &lanes);
        let here = here.iter().fold(Lanes::default(), |sum, (_, lanes)| sum.union(lanes));
        let is_whole = lanes.intersection(&run.live).without(&here).is_empty();
        arrived += usize::from(!here.is_empty() && is_whole);
        has_part |= !here.is_empty() && !is_whole;
    }
    let expected = match barrier.count {
        Some(count) => format!("{} threads", run.full.columns[count].get(lane)),
        None => "all threads of the block".into(),
    };
    let why = if has_part { ": a warp arrives when all its threads wait" } else { "" };
    format!("barrier {number} expects {expected}, {} arrived{why}", arrived * WARP)
}
