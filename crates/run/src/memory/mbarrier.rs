//! Runs the instructions of mbarrier objects (PTX ISA, "mbarrier", in "Parallel Synchronization and Communication Instructions").
//!
//! PTX does not specify the bytes of an object. So the objects are kept apart from the bytes of shared memory, and a
//! plain access to the bytes of an object, which is undefined behaviour, is a fault.
//!
//! | rule | section of PTX ISA 9.4, 9.7.15.16 |
//! |---|---|
//! | arrivals are 1 to 2^20 - 1, the byte count is -(2^20 - 1) to 2^20 - 1 | "Contents of the mbarrier object", table of counts |
//! | a phase completes when no arrivals and no bytes are pending | "Phase Completion of the mbarrier object" |
//! | an arrival and a completion of bytes may complete a phase, an expectation of bytes only adds to the count | "expect-tx operation", "complete-tx operation", "Arrive-on operation" |

use crate::code::Order;
use crate::code::mbarrier::{Arrive, Kind, Mbarrier, Phase, Test};
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::address::{FIRST_BYTE, OFFSET_BITS, SHARED, Space};
use crate::memory::areas::Own;
use crate::memory::mbarriers::{BYTES, MOST, Object};
use crate::watching::race::Races;

impl Own {
    /// Returns the index in the shared memory of the run of an object's first byte.
    ///
    /// # Errors
    /// If the address is not in shared memory, out of bounds or misaligned.
    pub(crate) fn object_place(
        &self,
        lane: usize,
        space: Space,
        address: u64,
    ) -> Result<usize, Stop> {
        let stop = |kind, what: String| Err(Stop::new(kind, lane, what));
        let offset = match space {
            Space::Shared => address & u64::from(u32::MAX),
            _ if address >> OFFSET_BITS == SHARED >> OFFSET_BITS => {
                (address & ((1 << OFFSET_BITS) - 1)).wrapping_sub(FIRST_BYTE)
            }
            _ => {
                let what = format!("the mbarrier at address 0x{address:x} is not in shared memory");
                return stop(FaultKind::OutOfBounds, what);
            }
        };
        let bytes = self.shared_bytes;
        let Some(place) = self.shared_place(lane, offset, BYTES) else {
            let what = format!(
                "out of bounds: the mbarrier at offset {offset} of shared memory ({bytes} bytes)"
            );
            return stop(FaultKind::OutOfBounds, what);
        };
        if !offset.is_multiple_of(BYTES as u64) {
            let what = format!(
                "misaligned: the mbarrier at offset {offset} of shared memory ({bytes} bytes)"
            );
            return stop(FaultKind::Misaligned, what);
        }
        Ok(place)
    }

    /// Returns the state of the object at an index in the shared memory of the run.
    ///
    /// # Errors
    /// If there is no object.
    pub(crate) fn object(&self, lane: usize, place: usize) -> Result<Object, Stop> {
        self.mbarriers.get(place).ok_or_else(|| {
            let what =
                format!("no mbarrier at {}: `mbarrier.init` creates one", self.shared_name(place));
            Stop::new(FaultKind::Undefined, lane, what)
        })
    }

    /// Returns a description of a byte of shared memory.
    pub(crate) fn shared_name(&self, place: usize) -> String {
        let offset = place % self.shared_bytes.max(1);
        format!("offset {offset} of shared memory ({} bytes)", self.shared_bytes)
    }

    /// Subtracts bytes that a copy has written from those that an object expects (`complete-tx`).
    ///
    /// # Errors
    /// If there is no object, or the number of bytes exceeds its range.
    pub(crate) fn complete_bytes(
        &mut self,
        lane: usize,
        place: usize,
        bytes: u32,
    ) -> Result<bool, Stop> {
        let object = self.object(lane, place)?;
        let object = with_bytes(lane, object, -i64::from(bytes))?;
        Ok(self.mbarriers.set(place, object))
    }

    /// Arrives once at an object, as a completed operation of the tensor core. Returns whether the phase has completed.
    ///
    /// # Errors
    /// If there is no object, or its phase expects no more arrivals.
    pub(crate) fn arrive_once(&mut self, lane: usize, place: usize) -> Result<bool, Stop> {
        let object = self.object(lane, place)?;
        let pending = object.pending.checked_sub(1).ok_or_else(|| too_many(lane, 1, object))?;
        Ok(self.mbarriers.set(place, Object { pending, ..object }))
    }

    /// Records that a thread has seen the end of a phase of an object.
    pub(crate) fn observe(&mut self, place: usize) {
        if let Some(object) = self.mbarriers.get(place) {
            // Machine code has no fences of tensor memory.
            let checks_fences = self.written.is_some() && !self.is_machine;
            self.tensor.observe(place, object.phase, checks_fences);
            self.requests.observe(place, object.phase, place / self.shared_bytes);
        }
    }

    /// Returns whether the phase that a lane tests has completed.
    ///
    /// # Errors
    /// If there is no object at the address.
    pub(crate) fn tests(
        &self,
        lane: usize,
        mbarrier: &Mbarrier,
        test: Test,
        value: impl Fn(usize) -> u64,
    ) -> Result<(usize, bool), Stop> {
        let address = value(mbarrier.address).wrapping_add(mbarrier.offset);
        let place = self.object_place(lane, mbarrier.space, address)?;
        let object = self.object(lane, place)?;
        let parity = match test.phase {
            Phase::State(state) => value(state) >> 63,
            Phase::Parity(parity) => value(parity),
        };
        Ok((place, object.has_completed(parity)))
    }
}

/// Adds expected bytes to an object.
fn with_bytes(lane: usize, object: Object, bytes: i64) -> Result<Object, Stop> {
    let sum = i64::from(object.bytes) + bytes;
    if sum.unsigned_abs() > u64::from(MOST) {
        let what = format!("the phase expects {sum} bytes, which exceeds the range of ±{MOST}");
        return Err(Stop::new(FaultKind::Undefined, lane, what));
    }
    Ok(Object { bytes: sum as i32, ..object })
}

/// Runs an instruction for each lane, in ascending order.
///
/// # Errors
/// If a lane faults: the fault of the first such lane.
pub(crate) fn run(
    mbarrier: &Mbarrier,
    frame: &mut Frame,
    group: Group<'_>,
    own: &mut Own,
    mut races: Option<&mut Races>,
) -> Result<(), Stop> {
    for i in 0..group.count() {
        let (lane, element) = (group.lane(i), group.element(i));
        let value = |register: usize| frame.columns[register].get(element);
        let address = value(mbarrier.address).wrapping_add(mbarrier.offset);
        let place = own.object_place(lane, mbarrier.space, address)?;
        let mut side = Side { lane, place, order: mbarrier.order, races: races.as_deref_mut() };
        match mbarrier.kind {
            Kind::Init(count) => init(own, lane, place, value(count))?,
            Kind::Invalidate => {
                own.object(lane, place)?;
                own.mbarriers.invalidate(place);
            }
            Kind::Expect(bytes) => {
                let object = own.object(lane, place)?;
                own.mbarriers.all.insert(place, with_bytes(lane, object, value(bytes) as i64)?);
            }
            Kind::Complete(bytes) => {
                side.release();
                if own.complete_bytes(lane, place, value(bytes) as u32)? {
                    side.complete();
                }
            }
            Kind::Arrive(arrive) => {
                let count = arrive.count.map_or(1, value);
                let bytes = arrive.bytes.map_or(0, value);
                let state = arrive_at(own, arrive, count, bytes, &mut side)?;
                if let Some(to) = arrive.state {
                    frame.columns[to].set(element, state);
                }
            }
            Kind::ArriveAfterCopies { increments } => {
                own.arrive(lane, None);
                let object = own.object(lane, place)?;
                side.release();
                let pending = object.pending + u32::from(increments);
                let pending = pending.checked_sub(1).ok_or_else(|| too_many(lane, 1, object))?;
                if own.mbarriers.set(place, Object { pending, ..object }) {
                    side.complete();
                }
            }
            Kind::Test(test) | Kind::Wait(test) => {
                let (_, has_completed) = own.tests(lane, mbarrier, test, value)?;
                if has_completed {
                    own.observe(place);
                    side.acquire();
                }
                if let Some(to) = test.to {
                    frame.columns[to].set(element, has_completed.into());
                }
            }
        }
    }
    Ok(())
}

/// The lane of an instruction, its object, and the race detector.
pub(crate) struct Side<'a> {
    pub(crate) lane: usize,
    pub(crate) place: usize,
    pub(crate) order: Order,
    pub(crate) races: Option<&'a mut Races>,
}

impl Side<'_> {
    /// Reports an arrival to the race detector.
    fn release(&mut self) {
        if let Some(races) = &mut self.races
            && self.order.releases
        {
            races.arrive_at_mbarrier(self.lane, self.place);
        }
    }

    /// Reports the end of a phase to the race detector.
    pub(crate) fn complete(&mut self) {
        if let Some(races) = &mut self.races {
            races.complete_mbarrier(self.place);
        }
    }

    /// Reports to the race detector that the lane has seen the end of a phase.
    pub(crate) fn acquire(&mut self) {
        if let Some(races) = &mut self.races
            && self.order.acquires
        {
            races.pass_mbarrier(self.lane, self.place);
        }
    }
}

fn init(own: &mut Own, lane: usize, place: usize, count: u64) -> Result<(), Stop> {
    let stop = |what: String| Err(Stop::new(FaultKind::Undefined, lane, what));
    if own.mbarriers.get(place).is_some() {
        return stop(format!(
            "an mbarrier already exists at {}: `mbarrier.inval` must destroy it first",
            own.shared_name(place)
        ));
    }
    if count == 0 || count > u64::from(MOST) {
        return stop(format!("an mbarrier of {count} arrivals: the number must be 1 to {MOST}"));
    }
    let shared = own.shared.len();
    own.mbarriers.init(place, count as u32, shared);
    if let Some(written) = &mut own.written {
        written[place..place + BYTES].fill(true);
    }
    Ok(())
}

/// Returns the fault of more arrivals than a phase expects.
fn too_many(lane: usize, count: u64, object: Object) -> Stop {
    let arrivals = if count == 1 { "arrival" } else { "arrivals" };
    let what = format!(
        "{count} {arrivals} at an mbarrier whose phase {} expects {} more",
        object.phase, object.pending
    );
    Stop::new(FaultKind::Undefined, lane, what)
}

/// Arrives at an object. Returns the state before the arrival.
fn arrive_at(
    own: &mut Own,
    arrive: Arrive,
    count: u64,
    bytes: u64,
    side: &mut Side<'_>,
) -> Result<u64, Stop> {
    let Side { lane, place, .. } = *side;
    let old = own.object(lane, place)?;
    let stop = |what: String| Err(Stop::new(FaultKind::Undefined, lane, what));
    if count == 0 || count > u64::from(MOST) {
        return stop(format!("{count} arrivals: the number must be 1 to {MOST}"));
    }
    let count = count as u32;
    let mut object = with_bytes(lane, old, bytes as i64)?;
    object.pending =
        old.pending.checked_sub(count).ok_or_else(|| too_many(lane, count.into(), old))?;
    if arrive.drops {
        object.expected = old.expected.saturating_sub(count);
    }
    if !arrive.may_complete && object.pending == 0 && object.bytes == 0 {
        return stop("the arrival with `.noComplete` completes the phase".into());
    }
    side.release();
    if own.mbarriers.set(place, object) {
        side.complete();
    }
    Ok(old.state())
}
