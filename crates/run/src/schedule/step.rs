//! Runs the operations of a basic block for the lanes of a group, which is a set of threads at the same position
//! (`groups.rs`).

use crate::code::compute::Compute;
use crate::code::matrix::Matrix;
use crate::code::wgmma::Wgmma;
use crate::code::{Action, Code, Guard, Operation, Site};
use crate::external::assert;
use crate::external::heap;
use crate::external::print;
use crate::fault::{FaultKind, Stop};
use crate::lanes::Lanes;
use crate::lanes::active::{Active, Group};
use crate::lanes::bits::convert;
use crate::lanes::indices::Indices;
use crate::lanes::registers::{Column, Frame, MOST_RESULTS};
use crate::lanes::warps;
use crate::launch::Launch;
use crate::memory::access::{self, Addresses};
use crate::memory::area::Area;
use crate::memory::areas::Areas;
use crate::memory::async_copy;
use crate::memory::atomic;
use crate::memory::bulk;
use crate::memory::cluster;
use crate::memory::launch_control::{self, Control};
use crate::memory::local;
use crate::memory::mbarrier;
use crate::schedule::random::Random;
use crate::warps::matrix;
use crate::warps::tensor;
use crate::watching::undefined_bits::Registers;
use crate::watching::watch::{self, Watch};
use ptx_loops::{Slice, SliceMut};

/// The maximum number of source operands that one loop over the lanes reads.
const MOST_SOURCES: usize = 8;

/// Buffers that every operation reuses.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    addresses: Addresses,
    /// For each element of the group: 1 if the last guard is true there, else 0.
    mask: Vec<u8>,
    /// The elements whose mask byte is 1.
    active: Indices,
}

/// The state that operations of a group need besides the registers.
pub(crate) struct Context<'a, 'b> {
    /// The lane of each element of a column ([`Frame`]).
    pub(crate) lanes: &'a [u16],
    pub(crate) areas: &'a mut Areas<'b>,
    pub(crate) buffers: &'a mut Buffers,
    /// The output of `vprintf`.
    pub(crate) printed: &'a mut Vec<u8>,
    /// The number of instructions run so far, added up over all lanes.
    pub(crate) instructions: &'a mut u64,
    /// Returns the number of instructions that a lane had run before the current basic block.
    pub(crate) clock: &'a dyn Fn(usize) -> u64,
    /// The random numbers that choose the order of threads in atomic operations, if the launch has a seed.
    pub(crate) random: Option<&'a mut Random>,
    /// The records of races and traces, if the launch needs them.
    pub(crate) watch: Option<&'a mut Watch>,
    /// The undefined bits of the registers, if the launch follows undefined bits.
    pub(crate) undefined_bits: Option<&'a mut Registers>,
    pub(crate) code: &'a Code,
    pub(crate) launch: &'a Launch<'a>,
}

/// The elements of a group where the guard is true.
#[derive(Clone, Copy)]
enum Holds {
    All,
    None,
    /// The elements whose mask byte is not 0.
    Some,
}

/// Runs operations one after the other.
///
/// # Errors
/// If an operation faults: the fault of the first such operation, in the first lane where this operation faults.
pub(crate) fn run(
    operations: &[Operation],
    frame: &mut Frame,
    context: &mut Context<'_, '_>,
) -> Result<(), Stop> {
    let mut known = Holds::All;
    context.buffers.active.discard();
    for (i, operation) in operations.iter().enumerate() {
        let next = operations.get(i + 1).map(|next| next.site);
        if operation.is_invariant {
            // `Run::prepare` has computed the results of this invariant operation. Here the operation is only traced.
            // The operation has no guard, so the mask stays valid for the next guarded operation.
            if let Some(watch) = &mut context.watch {
                let active = Active { lanes: context.lanes, mask: None };
                watch.before(operation, frame, context.areas, active);
                watch.after(context.code, frame, context.lanes, next);
            }
            continue;
        }
        let holds = match operation.guard {
            None => Holds::All,
            Some(_) if operation.has_same_guard => known,
            Some(guard) => {
                known = mask(guard, frame, context.lanes.len(), &mut context.buffers.mask);
                context.buffers.active.discard();
                known
            }
        };
        match (holds, &operation.action) {
            (Holds::Some, Action::Matrix(_)) => run_apart(operation, frame, context, next)?,
            _ => perform(operation, frame, context, holds, next)?,
        }
    }
    Ok(())
}

/// Runs a guarded matrix instruction for the lanes whose guard is true, which are whole warps, as if the group had no other
/// lanes.
fn run_apart(
    operation: &Operation,
    frame: &mut Frame,
    context: &mut Context<'_, '_>,
    next: Option<usize>,
) -> Result<(), Stop> {
    let mask = context.buffers.mask.iter().zip(0..);
    let indices: Vec<u16> = mask.filter(|(mask, _)| **mask != 0).map(|(_, i)| i).collect();
    let lanes: Vec<u16> = indices.iter().map(|i| context.lanes[usize::from(*i)]).collect();
    let mut registers = frame.of_elements(&indices);
    let mut context = Context {
        lanes: &lanes,
        areas: context.areas,
        buffers: context.buffers,
        printed: context.printed,
        instructions: context.instructions,
        clock: context.clock,
        random: context.random.as_deref_mut(),
        watch: context.watch.as_deref_mut(),
        undefined_bits: context.undefined_bits.as_deref_mut(),
        code: context.code,
        launch: context.launch,
    };
    perform(operation, &mut registers, &mut context, Holds::All, next)?;
    for register in operation.action.results() {
        registers.columns[register].scatter(&indices, &mut frame.columns[register]);
    }
    Ok(())
}

/// Runs an operation, and records it. `next` is the site of the next operation.
#[inline(always)]
fn perform(
    operation: &Operation,
    frame: &mut Frame,
    context: &mut Context<'_, '_>,
    holds: Holds,
    next: Option<usize>,
) -> Result<(), Stop> {
    if let Some(registers) = &mut context.undefined_bits {
        let mask = match holds {
            Holds::All => None,
            Holds::None | Holds::Some => Some(context.buffers.mask.as_slice()),
        };
        let active = Active { lanes: context.lanes, mask };
        registers.before(operation, context.code, frame, context.areas, active)?;
    }
    let is_masked = match holds {
        Holds::All => false,
        Holds::None => return Ok(()),
        Holds::Some => true,
    };
    if let Some(watch) = &mut context.watch {
        let mask = is_masked.then_some(context.buffers.mask.as_slice());
        watch.before(operation, frame, context.areas, Active { lanes: context.lanes, mask });
    }
    if context.areas.own.products.are_pending() {
        let mask = is_masked.then_some(context.buffers.mask.as_slice());
        let active = Active { lanes: context.lanes, mask };
        let checked = context.areas.own.products.check(&operation.action, active);
        checked.map_err(|stop| stop.or_at(operation.site))?;
    }
    if context.areas.own.writes.is_some() {
        let mask = is_masked.then_some(context.buffers.mask.as_slice());
        context.areas.watch(operation, frame, Active { lanes: context.lanes, mask });
    }
    one(&operation.action, frame, context, is_masked, operation.site)
        .map_err(|stop| stop.or_at(operation.site))?;
    if let Some(watch) = &mut context.watch {
        watch.after(context.code, frame, context.lanes, next);
    }
    Ok(())
}

/// Sets the mask byte to 1 for each element where the guard is true.
fn mask(guard: Guard, frame: &Frame, count: usize, mask: &mut Vec<u8>) -> Holds {
    let Column::B8(predicates) = &frame.columns[guard.predicate] else { return Holds::All };
    let not = u8::from(guard.is_negated);
    mask.clear();
    mask.extend(predicates[..count].iter().map(|predicate| predicate ^ not));
    let (mut any, mut all) = (0, 1);
    for one in mask.iter() {
        any |= one;
        all &= one;
    }
    match (any, all) {
        (0, _) => Holds::None,
        (_, 0) => Holds::Some,
        _ => Holds::All,
    }
}

/// Runs an operation, if the operation only computes registers from registers. Returns whether the operation ran.
///
/// # Errors
/// If the width of a register differs from the element width of the loop that reads or writes the register.
#[inline]
pub(crate) fn compute(
    action: &Action,
    frame: &mut Frame,
    count: usize,
    merged: Option<&[u8]>,
) -> Result<bool, Stop> {
    match action {
        Action::Compute(compute) => run_loop(compute, frame, count, merged)?,
        Action::Copy { to, from, is_signed } => {
            let mut column = frame.take(frame.columns[*to].width());
            convert(&frame.columns[*from], &mut column, count, *is_signed);
            frame.put(*to, column, merged);
        }
        Action::Not { to, from } => {
            let mut column = frame.take(frame.columns[*to].width());
            if let (Column::B8(to), Column::B8(from)) = (&mut column, &frame.columns[*from]) {
                to.iter_mut().zip(&from[..count]).for_each(|(to, from)| *to = from ^ 1);
            }
            frame.put(*to, column, merged);
        }
        Action::Add { to, from, number } => {
            let mut column = frame.take(frame.columns[*to].width());
            for i in 0..count {
                column.set(i, frame.columns[*from].get(i).wrapping_add(*number));
            }
            frame.put(*to, column, merged);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn one(
    action: &Action,
    frame: &mut Frame,
    context: &mut Context<'_, '_>,
    is_masked: bool,
    site: usize,
) -> Result<(), Stop> {
    let count = context.lanes.len();
    let Buffers { addresses, active, mask } = &mut *context.buffers;
    let merged = is_masked.then_some(mask.as_slice());
    if compute(action, frame, count, merged)? {
        return Ok(());
    }
    match action {
        Action::Load(_)
        | Action::Store(_)
        | Action::Atomic(_)
        | Action::AsyncCopy(_)
        | Action::AsyncCommit
        | Action::AsyncWait(_)
        | Action::Mbarrier(_)
        | Action::Bulk(_)
        | Action::Tensor(_)
        | Action::MapCopy(_)
        | Action::LaunchControl(_)
        | Action::Print(_)
        | Action::Heap(_)
        | Action::Stack(_)
        | Action::Assert(_)
        | Action::Trap => {
            let active = if is_masked { Some(active.of(mask)) } else { None };
            let group = Group { lanes: context.lanes, active };
            let areas = &mut *context.areas;
            match action {
                Action::Load(access) => access::load(access, frame, group, areas, addresses)?,
                Action::Store(access) => access::store(access, frame, group, areas, addresses)?,
                Action::Atomic(one) => match &mut context.random {
                    None => atomic::run(one, frame, group, areas, &mut addresses.all)?,
                    Some(random) => {
                        let mut order: Vec<u16> =
                            (0..group.count()).map(|i| group.element(i) as u16).collect();
                        random.shuffle(&mut order);
                        let group = Group { active: Some(&order), ..group };
                        atomic::run(one, frame, group, areas, &mut addresses.all)?;
                    }
                },
                Action::AsyncCopy(one) => async_copy::run(one, frame, group, areas)?,
                Action::AsyncCommit => async_copy::commit(group, areas),
                Action::AsyncWait(left) => async_copy::wait(group, areas, *left),
                Action::MapCopy(one) => bulk::copy_maps(one, frame, group, areas)?,
                Action::Bulk(one) => {
                    let races = context.watch.as_mut().and_then(|watch| watch.races.as_mut());
                    bulk::run(one, frame, group, areas, (site, races))?;
                }
                Action::Tensor(one) if cfg!(feature = "tensor-memory") => {
                    let line = context.code.sites.get(site).map_or(0, |site| site.line);
                    let races = context.watch.as_mut().and_then(|watch| watch.races.as_mut());
                    let mut site = tensor::Site { number: site, line, races };
                    tensor::run(one, frame, group, areas, &mut site)?;
                }
                Action::Mbarrier(one) => {
                    let races = context.watch.as_mut().and_then(|watch| watch.races.as_mut());
                    mbarrier::run(one, frame, group, areas.own, races)?;
                }
                Action::LaunchControl(one) => {
                    let races = context.watch.as_mut().and_then(|watch| watch.races.as_mut());
                    let mut random = context.random.as_deref_mut();
                    let launch = context.launch;
                    let mut control = Control {
                        site,
                        races,
                        block: &|number| launch.block(number),
                        fails: &mut || random.as_mut().is_some_and(|random| random.below(4) == 0),
                    };
                    launch_control::run(one, frame, group, areas, &mut control)?;
                }
                Action::Print(one) => {
                    let own = (context.code, site);
                    print::run(one, frame, group, areas, own, context.printed)?;
                }
                Action::Heap(one) => {
                    let at = context.code.sites.get(site).map(Site::shown).unwrap_or_default();
                    let races = context.watch.as_mut().and_then(|watch| watch.races.as_mut());
                    heap::run(*one, frame, group, areas, &at, races)?;
                }
                Action::Stack(one) => local::run(*one, frame, group, areas.own)?,
                Action::Assert(one) => return Err(assert::fault(one, frame, group, areas)),
                _ => {
                    let what = "the kernel stopped itself";
                    return Err(Stop::new(FaultKind::Trap, group.lane(0), what));
                }
            }
        }
        Action::Matrix(one) => {
            let line = context.code.sites.get(site).map_or(0, |site| site.line);
            matrix::run(one, frame, context.lanes, context.areas, line)?;
            if let Matrix::Warpgroup(Wgmma::Multiply(_)) = one
                && let Some(races) = context.watch.as_mut().and_then(|watch| watch.races.as_mut())
            {
                watch::touch_products(races, site, context.areas, context.lanes);
            }
        }
        Action::Move { to, from, bytes } => {
            for (i, lane) in context.lanes.iter().enumerate() {
                if merged.is_none_or(|mask| mask[i] != 0) {
                    let base = context.areas.base(Area::Local, usize::from(*lane));
                    let from = base + from..base + from + bytes;
                    context.areas.own.local.copy_within(from, base + to);
                }
            }
        }
        Action::Clock { to, before, is_high } => {
            let mut column = frame.take(frame.columns[*to].width());
            for (i, lane) in context.lanes.iter().enumerate() {
                let now = (context.clock)(usize::from(*lane)) + before;
                column.set(i, if *is_high { now >> 32 } else { now });
            }
            frame.put(*to, column, merged);
        }
        Action::Group { to } => {
            let active = Active { lanes: context.lanes, mask: merged };
            warps::mask(active, context.areas.own.threads, &mut frame.columns[*to]);
        }
        Action::Unify { register } => {
            let active = Active { lanes: context.lanes, mask: merged };
            warps::unify(active, context.areas.own.threads, &mut frame.columns[*register]);
        }
        Action::SpaceTest { to, from, space, of_cluster } => {
            let mut column = frame.take(frame.columns[*to].width());
            for (i, lane) in context.lanes.iter().enumerate() {
                let address = frame.columns[*from].get(i);
                let block = (!of_cluster).then(|| usize::from(*lane) / context.areas.own.threads);
                column.set(i, context.areas.is_in(*space, address, block).into());
            }
            frame.put(*to, column, merged);
        }
        Action::Count(instructions) => {
            let lanes = match merged {
                None => count as u64,
                Some(mask) => mask.iter().map(|one| u64::from(*one)).sum(),
            };
            *context.instructions += instructions * lanes;
        }
        Action::ClusterAddress(one) => {
            let first = context.areas.own.first_rank();
            let mut column = frame.take(frame.columns[one.to].width());
            for (i, lane) in context.lanes.iter().enumerate() {
                let from = frame.columns[one.from].get(i);
                column.set(
                    i,
                    match one.rank {
                        Some(rank) => cluster::mapped(first, from, frame.columns[rank].get(i)),
                        None => {
                            let own = usize::from(*lane) / context.areas.own.threads;
                            let own = (own % context.areas.own.cluster) as u64;
                            cluster::rank(first, from & u64::from(u32::MAX)).unwrap_or(own)
                        }
                    },
                );
            }
            frame.put(one.to, column, merged);
        }
        // `schedule.rs` runs synchronising instructions, before the operations of their basic block.
        Action::Barrier(_) | Action::Warp(_) | Action::ClusterBarrier(_) => {}
        // `converge::give_way` lets other lanes run after the basic block.
        Action::Yield => {}
        // A fence has no effect, because lanes always see each other's accesses at once. A bulk copy ends when its
        // instruction executes. Only the race detector follows fences, elections and groups.
        Action::Fence { .. }
        | Action::Elect(_)
        | Action::ProxyFence
        | Action::BulkCommit
        | Action::BulkWait { .. } => {}
        // `compute` has already run these operations.
        Action::Compute(_) | Action::Copy { .. } | Action::Not { .. } | Action::Add { .. } => {}
    }
    Ok(())
}

/// Runs a loop on the first `count` elements. The loop writes to spare columns, because it cannot write a register that
/// it reads. After the loop, the spare columns replace the columns of the result registers.
fn run_loop(
    compute: &Compute,
    frame: &mut Frame,
    count: usize,
    mask: Option<&[u8]>,
) -> Result<(), Stop> {
    let Compute { step, sources, results, .. } = compute;
    let misfit = || Stop::new(FaultKind::Undefined, 0, "the loop does not fit its registers");
    if let ([result], [first, rest @ ..]) = (results.as_slice(), sources.as_slice())
        && rest.len() < 3
    {
        let mut column = frame.take(frame.columns[*result].width());
        let slice = |i: usize| frame.columns[*rest.get(i).unwrap_or(first)].slice(count);
        let read = [frame.columns[*first].slice(count), slice(0), slice(1)];
        let done = step.run(&read[..sources.len()], &mut [column.slice_mut(count)]);
        frame.put(*result, column, mask);
        return done.ok_or_else(misfit);
    }
    let mut columns: [Column; MOST_RESULTS] = std::array::from_fn(|i| match results.get(i) {
        Some(result) => frame.take(frame.columns[*result].width()),
        None => Column::B8(Vec::new()),
    });
    let read: [Slice<'_>; MOST_SOURCES] = std::array::from_fn(|i| match sources.get(i) {
        Some(source) => frame.columns[*source].slice(count),
        None => Slice::B8(&[]),
    });
    let mut rest = columns.iter_mut();
    let mut written: [SliceMut<'_>; MOST_RESULTS] = std::array::from_fn(|i| {
        let length = if i < results.len() { count } else { 0 };
        rest.next().map_or(SliceMut::B8(&mut []), |column| column.slice_mut(length))
    });
    let done = step.run(&read[..sources.len()], &mut written[..results.len()]);
    for (result, column) in results.iter().zip(columns) {
        frame.put(*result, column, mask);
    }
    done.ok_or_else(misfit)
}

/// Returns the lanes for which the guard of a branch does not hold.
pub(crate) fn failing(frame: &Frame, guard: Guard, lanes: &Lanes, is_full: bool) -> Lanes {
    let mut failing = Lanes::default();
    let Column::B8(predicates) = &frame.columns[guard.predicate] else { return failing };
    let predicates = &predicates[..lanes.count()];
    let fails = u8::from(guard.is_negated);
    // LLVM vectorises this test. In most basic blocks the guard holds in all lanes, so the test skips the slower code
    // below.
    let any = predicates.iter().fold(0, |any, one| any | (one ^ fails ^ 1));
    if any == 0 {
        return failing;
    }
    if is_full {
        failing.set_where(predicates, fails);
        return failing;
    }
    lanes.filter(predicates, fails)
}
