//! Runs `tcgen05` (PTX ISA, "TensorCore 5th Generation Family Instructions").
//!
//! An operation ends when its instruction executes, which is one of the orders that PTX allows.
//! `memory/tensor.rs` checks that no instruction accesses its result before an mbarrier or a wait completes it.

mod copy;
mod instruction;
mod operand;
mod product;
mod registers;
mod zero;

use crate::code::bulk::Operand;
use crate::code::tensor::Tensor;
use crate::fault::{FaultKind, Stop};
use crate::lanes::WARP;
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::address::Space;
use crate::memory::area::{Area, Reach};
use crate::memory::areas::{Areas, Own};
use crate::memory::cluster;
use crate::memory::tensor::Part;
use crate::watching::copies::Sides;
use crate::watching::race::{Races, Touch, Touched};
use std::ops::Range;

/// The number of columns that machine code allocates as a unit.
const UNIT_COLUMNS: usize = 32;

/// The position of an instruction, and the race detector.
pub(crate) struct Site<'a> {
    /// The index in `Code::sites`.
    pub(crate) number: usize,
    pub(crate) line: usize,
    pub(crate) races: Option<&'a mut Races>,
}

/// An address in tensor memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    lane: usize,
    column: usize,
}

impl Place {
    /// Decodes an address: the lane in the high half, the column in the low half.
    fn new(address: u64) -> Self {
        Self { lane: (address >> 16 & 0xffff) as usize, column: (address & 0xffff) as usize }
    }
}

/// A thread that executes an instruction, and the values of its registers.
struct Thread<'a> {
    lane: usize,
    value: &'a dyn Fn(usize) -> u64,
}

impl Thread<'_> {
    fn address(&self, operand: Operand) -> u64 {
        (self.value)(operand.address).wrapping_add(operand.offset)
    }

    fn place(&self, operand: Operand) -> Place {
        Place::new(self.address(operand))
    }

    fn stop(&self, what: impl Into<String>) -> Stop {
        Stop::new(FaultKind::Undefined, self.lane, what)
    }

    /// Returns the numbers in the run of the blocks that run an operation of `count` blocks, the thread's own first.
    ///
    /// # Errors
    /// If two blocks are needed and the cluster does not have pairs of blocks.
    fn blocks(&self, own: &Own, count: usize) -> Result<Range<usize>, Stop> {
        let block = self.lane / own.threads;
        if count == 1 {
            return Ok(block..block + 1);
        }
        if !own.cluster.is_multiple_of(2) {
            let what = format!(
                "`.cta_group::2` needs a cluster with an even number of blocks, and it has {}",
                own.cluster
            );
            return Err(self.stop(what));
        }
        let first = block - block % own.cluster % 2;
        Ok(first..first + 2)
    }
}

/// Runs an instruction for each warp or for each lane.
///
/// # Errors
/// If an access faults: the fault of the first lane.
pub(crate) fn run(
    one: &Tensor,
    frame: &mut Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
    site: &mut Site<'_>,
) -> Result<(), Stop> {
    let is_of_warp = matches!(
        one,
        Tensor::Allocate { .. }
            | Tensor::Free { .. }
            | Tensor::Relinquish
            | Tensor::Load(_)
            | Tensor::Store(_)
            | Tensor::Wait { .. }
    );
    let step = if is_of_warp { WARP } else { 1 };
    for i in (0..group.count()).step_by(step) {
        let (lane, element) = (group.lane(i), group.element(i));
        let block = lane / areas.own.threads;
        match one {
            Tensor::Load(of) => {
                registers::load(of, frame, (lane, element), areas.own, site.line)?;
                continue;
            }
            Tensor::Store(of) => {
                registers::store(of, frame, (lane, element), areas.own, site.line)?;
                continue;
            }
            Tensor::FindUnits { units, start, found } => {
                let count = UNIT_COLUMNS * frame.columns[*units].get(element) as usize;
                let first = areas.own.tensor.allocate(lane, block, count, site.number)?;
                let unit = first.map_or(0, |first| first / UNIT_COLUMNS);
                frame.columns[*start].set(element, unit as u64);
                frame.columns[*found].set(element, first.is_some().into());
                continue;
            }
            _ => {}
        }
        let value = |register: usize| frame.columns[register].get(element);
        let thread = Thread { lane, value: &value };
        match one {
            Tensor::Allocate { to, address } => {
                let word = value(*address) as u32;
                write_word(&thread, *to, word, areas, site)?;
            }
            Tensor::Free { address, columns } => {
                let (address, count) = (value(*address), value(*columns) as usize);
                areas.own.tensor.free(lane, block, address, count)?;
            }
            Tensor::KeepUnits { mask } => {
                let freed = !(value(*mask) as u16);
                let count = freed.count_ones() as usize * UNIT_COLUMNS;
                let first = freed.trailing_zeros() as usize * UNIT_COLUMNS;
                areas.own.tensor.free(lane, block, first as u64, count)?;
            }
            Tensor::Relinquish => areas.own.tensor.relinquish(block),
            Tensor::Fence => areas.own.tensor.fence(lane),
            Tensor::Wait { loads: true } => areas.own.products.wait_for_loads(lane),
            Tensor::Wait { loads: false } => areas.own.tensor.wait(lane),
            Tensor::Multiply(of) => product::run(of, &thread, areas, site)?,
            Tensor::Copy(of) => copy::run(of, &thread, areas, site)?,
            Tensor::Shift { to, blocks } => copy::shift(*to, *blocks, &thread, areas, site)?,
            Tensor::Commit { mbarrier, blocks } => {
                commit(*mbarrier, *blocks, &thread, areas, site)?;
            }
            Tensor::Load(_) | Tensor::Store(_) | Tensor::FindUnits { .. } => {}
        }
    }
    Ok(())
}

/// Writes the address that `tcgen05.alloc` returns to shared memory.
fn write_word(
    thread: &Thread<'_>,
    to: Operand,
    word: u32,
    areas: &mut Areas<'_>,
    site: &mut Site<'_>,
) -> Result<(), Stop> {
    const BYTES: usize = 4;
    let Thread { lane, .. } = *thread;
    let (space, address) = (to.space, thread.address(to));
    let reach = Reach { lane, space, address, bytes: BYTES, writes: true };
    let (area, place) = areas.locate(reach)?;
    areas.mark(lane, area, place, BYTES, true);
    areas.bytes_mut(area)[place..place + BYTES].copy_from_slice(&word.to_le_bytes());
    if let Some(memory) = &mut areas.own.undefined_bits {
        (place..place + BYTES).for_each(|at| memory.write((area, at), 1, Default::default()));
    }
    if let Some(races) = &mut site.races {
        let offset = areas.recorded(area, place, lane);
        let content = word.to_le_bytes();
        let (kind, order) = (Touched::Write(&content), Default::default());
        races.touch(Touch { lane, site: site.number, area, offset, bytes: BYTES, kind, order });
    }
    Ok(())
}

/// Arrives at mbarriers for all operations of the thread.
fn commit(
    mbarrier: Operand,
    blocks: Option<usize>,
    thread: &Thread<'_>,
    areas: &mut Areas<'_>,
    site: &mut Site<'_>,
) -> Result<(), Stop> {
    let own = &mut *areas.own;
    let Thread { lane, .. } = *thread;
    let address = thread.address(mbarrier);
    let mut places = Vec::new();
    match blocks.map(|register| (thread.value)(register) as u32) {
        None => places.push(own.object_place(lane, mbarrier.space, address)?),
        Some(mask) if mask >> own.cluster != 0 => {
            let what = format!(
                "the mask {mask:#x} names blocks outside of the cluster of {}",
                own.cluster
            );
            return Err(thread.stop(what));
        }
        Some(mask) => {
            for rank in (0..own.cluster as u32).filter(|rank| mask >> rank & 1 == 1) {
                let address = cluster::mapped(own.first_rank(), address, rank.into());
                places.push(own.object_place(lane, mbarrier.space, address)?);
            }
        }
    }
    let mut phases = Vec::new();
    for place in &places {
        phases.push((*place, own.object(lane, *place)?.phase));
    }
    let sides = own.tensor.commit(lane, &phases);
    for place in places {
        if let Some(races) = &mut site.races {
            sides.iter().for_each(|sides| races.copy_arrives(*sides, place));
            races.arrive_at_mbarrier(lane, place);
        }
        if own.arrive_once(lane, place)?
            && let Some(races) = &mut site.races
        {
            races.complete_mbarrier(place);
        }
    }
    Ok(())
}

/// Reports the units of shared memory that an operation reads to the race detector. Returns the clocks of the
/// operation.
fn touch(units: &[usize], lane: usize, areas: &Areas<'_>, site: &mut Site<'_>) -> Option<Sides> {
    let races = site.races.as_mut()?;
    let sides = races.start_copy(lane);
    for place in units {
        let area = Area::Shared;
        let offset = areas.recorded(area, *place, lane);
        let (kind, order, bytes) = (Touched::Read, Default::default(), operand::UNIT);
        races.touch(Touch { lane: sides[0], site: site.number, area, offset, bytes, kind, order });
    }
    Some(sides)
}

/// Checks a part of tensor memory that an operation accesses.
fn check(own: &Own, lane: usize, part: &Part, is_of_tensor_core: bool) -> Result<(), Stop> {
    own.tensor.check(lane, part)?;
    own.tensor.check_ready(lane, part, is_of_tensor_core)
}

/// Returns the space and the address in the shared memory of the block with this number in the run.
fn in_block(own: &Own, block: usize, address: u64) -> (Space, u64) {
    let rank = (block % own.cluster) as u64;
    (Space::Shared, cluster::mapped(own.first_rank(), address, rank))
}
