//! Runs `clusterlaunchcontrol` (PTX ISA, "clusterlaunchcontrol.try_cancel" and "clusterlaunchcontrol.query_cancel").
//!
//! A request cancels the cluster that would start next, and writes the response when the instruction executes.

use crate::code::Order;
use crate::code::bulk::Operand;
use crate::code::launch_control::{FIRST_CTAID, IS_CANCELED, LaunchControl};
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::area::{Area, Reach};
use crate::memory::areas::Areas;
use crate::watching::race::{Races, Touch, Touched};

/// The size and alignment of a response in bytes.
const BYTES: usize = 16;

/// What a request needs besides registers and memory.
pub(crate) struct Control<'a> {
    pub(crate) site: usize,
    pub(crate) races: Option<&'a mut Races>,
    /// Returns the coordinates of the block with a number.
    pub(crate) block: &'a dyn Fn(u64) -> [u32; 3],
    /// Returns whether the next request fails although a cluster has not started.
    pub(crate) fails: &'a mut dyn FnMut() -> bool,
}

/// Runs an instruction for each lane, in ascending order.
///
/// # Errors
/// If a lane faults: the fault of the first such lane.
pub(crate) fn run(
    one: &LaunchControl,
    frame: &mut Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
    control: &mut Control<'_>,
) -> Result<(), Stop> {
    for i in 0..group.count() {
        let (lane, element) = (group.lane(i), group.element(i));
        match one {
            LaunchControl::Query { to, from } => {
                let halves = from.map(|register| frame.columns[register].get(element));
                for (register, field) in to {
                    frame.columns[*register].set(element, field.of(halves));
                }
            }
            LaunchControl::Cancel { response, mbarrier, is_multicast } => {
                let address = |operand: &Operand| {
                    frame.columns[operand.address].get(element).wrapping_add(operand.offset)
                };
                let response = (response, address(response));
                let mbarrier = (mbarrier, address(mbarrier));
                cancel(lane, areas, control, response, mbarrier, *is_multicast)?;
            }
        }
    }
    Ok(())
}

/// Cancels a cluster, writes the response, and completes its bytes.
fn cancel(
    lane: usize,
    areas: &mut Areas<'_>,
    control: &mut Control<'_>,
    (response, address): (&Operand, u64),
    (mbarrier, of_mbarrier): (&Operand, u64),
    is_multicast: bool,
) -> Result<(), Stop> {
    let (own, bytes) = (lane / areas.own.threads, areas.own.shared_bytes);
    let stop = |what: &str| Err(Stop::new(FaultKind::Undefined, lane, what));
    let space = response.space;
    let address = if space.is_narrow() { address & u64::from(u32::MAX) } else { address };
    let reach = Reach { lane, space, address, bytes: BYTES, writes: true };
    let (area, to) = areas.locate_aligned(reach, BYTES)?;
    let mbarrier = areas.own.object_place(lane, mbarrier.space, of_mbarrier)?;
    if area != Area::Shared || to / bytes != own || mbarrier / bytes != own {
        return stop("the response and the mbarrier must be in the block's own shared memory");
    }
    if areas.own.requests.has_seen_failure(own) {
        return stop("a thread of the block has seen that an earlier request failed");
    }
    let fails = (control.fails)();
    let canceled = if fails { None } else { areas.own.unstarted.next() };
    let mut halves = [0; 2];
    if let Some(first) = canceled {
        areas.own.canceled += 1;
        IS_CANCELED.set(&mut halves, 1);
        for (field, coordinate) in FIRST_CTAID.iter().zip((control.block)(first)) {
            field.set(&mut halves, coordinate.into());
        }
    }
    let content = halves.map(u64::to_le_bytes).concat();
    let first = own / areas.own.cluster * areas.own.cluster;
    let blocks = if is_multicast { first..first + areas.own.cluster } else { own..own + 1 };
    let sides = control.races.as_mut().map(|races| races.start_copy(lane));
    for block in blocks {
        let [to, mbarrier] = [to, mbarrier].map(|place| block * bytes + place % bytes);
        areas.mark(lane, area, to, BYTES, true);
        if let Some(memory) = &mut areas.own.undefined_bits {
            memory.write((area, to), BYTES, Default::default());
        }
        areas.bytes_mut(area)[to..to + BYTES].copy_from_slice(&content);
        let object = areas.own.object(lane, mbarrier)?;
        if canceled.is_none() {
            areas.own.requests.fail(mbarrier, object.phase);
        }
        if let (Some(races), Some(sides)) = (&mut control.races, sides) {
            let (site, lane, offset) = (control.site, sides[1], to);
            let (bytes, kind, order) = (BYTES, Touched::Copy, Order::default());
            races.touch(Touch { lane, site, area, offset, bytes, kind, order });
            races.copy_arrives(sides, mbarrier);
        }
        if areas.own.complete_bytes(lane, mbarrier, BYTES as u32)?
            && let Some(races) = &mut control.races
        {
            races.complete_mbarrier(mbarrier);
        }
    }
    Ok(())
}
