//! Asynchronous copies from global to shared memory: `cp.async` (PTX ISA, "Data Movement and Conversion Instructions").
//!
//! A copy reads its source when the instruction executes. The copy writes its destination when the same thread waits
//! for the copy or exits. Before that, any access to the destination is a fault.

use crate::code::Reg;
use crate::code::copy::{AsyncCopy, Read};
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::access::addresses;
use crate::memory::area::Reach;
use crate::memory::areas::Areas;
use crate::memory::copies::{MOST_BYTES, Pending};
use std::sync::Arc;

/// Runs a copy for each lane.
///
/// # Errors
/// If a lane faults: the fault of the first such lane. A copy faults if a load of its source or a store to its
/// destination would fault. A copy also faults if it reads more bytes than it writes.
pub(crate) fn run(
    copy: &AsyncCopy,
    frame: &Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
) -> Result<(), Stop> {
    let (mut to, mut from) = (Vec::new(), Vec::new());
    addresses(&copy.to, frame, group, &mut to);
    addresses(&copy.from, frame, group, &mut from);
    for (i, (to, from)) in to.into_iter().zip(from).enumerate() {
        let lane = group.lane(i);
        let value = |register: Reg| frame.columns[register].get(group.element(i));
        let bytes = copy.bytes;
        let count = match copy.read {
            Read::All => bytes,
            Read::Count(register) => value(register) as usize,
            Read::Unless(register) if value(register) != 0 => 0,
            Read::Unless(_) => bytes,
        };
        if count > bytes {
            let what = format!("src-size is {count}, which exceeds cp-size {bytes}");
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        }
        let mut content = [0; MOST_BYTES];
        if count > 0 {
            let space = copy.from.space;
            let reach = Reach { lane, space, address: from, bytes: count, writes: false };
            let (area, place) = areas.locate_aligned(reach, bytes)?;
            areas.mark(lane, area, place, count, false);
            content[..count].copy_from_slice(&areas.bytes(area)[place..place + count]);
        }
        let reach = Reach { lane, space: copy.to.space, address: to, bytes, writes: true };
        let (_, place) = areas.locate(reach)?;
        let one = Pending { group: 0, place, bytes, content, at: Arc::clone(&copy.place) };
        let length = areas.own.shared.len();
        areas.own.copies.add(lane, one, length);
    }
    Ok(())
}

/// Closes the current group of copies of each lane (`cp.async.commit_group`).
pub(crate) fn commit(group: Group<'_>, areas: &mut Areas<'_>) {
    for i in 0..group.count() {
        areas.own.copies.lane(group.lane(i)).closed += 1;
    }
}

/// Completes the copies of each lane. If `left` is a number, the copies in the current group and in the last
/// `left` closed groups remain pending.
pub(crate) fn wait(group: Group<'_>, areas: &mut Areas<'_>, left: Option<u64>) {
    for i in 0..group.count() {
        areas.own.arrive(group.lane(i), left);
    }
}
