//! The memory of a run. A run is the set of threads that execute together (`run.rs`).

use super::accesses::Accesses;
use crate::fault::{FaultKind, Stop};
use crate::lanes::registers::Column;
use crate::memory::address::Buffer;
use crate::memory::address::{self, HEAP, HOST_END, LOCAL, OFFSET_BITS, PARAMETERS, SHARED, Space};
use crate::memory::area::{Area, Reach, Row};
use crate::memory::cluster;
use crate::memory::copies::Copies;
use crate::memory::heap::Heap;
use crate::memory::mbarriers::Mbarriers;
use crate::memory::products::Products;
use crate::memory::region::Region;
use crate::memory::regions::Regions;
use crate::memory::rows::Rows;
use crate::memory::shadow::Shadow;
use crate::memory::tensor::TensorMemory;
use crate::memory::trails::Trails;
use crate::memory::unstarted::{Requests, Unstarted};
use crate::schedule::progress::Progress;
use crate::watching::undefined_bits::memory::Memory;
use crate::watching::writes::Writes;

/// The note of a fault in shared memory if the launch gives a kernel no dynamic shared memory.
const NO_DYNAMIC: &str = "the launch gives the kernel no dynamic shared memory: if the kernel uses it, set its size, \
                          `shared` (in the command, `--shared BYTES`)";

/// The shared and local memory of all threads of a run, with their asynchronous copies and recorded accesses.
#[derive(Debug, Default)]
pub(crate) struct Own {
    /// The shared memory of all blocks, one after the other.
    pub(crate) shared: Vec<u8>,
    pub(crate) shared_bytes: usize,
    /// Whether the kernel may use dynamic shared memory, of which the launch gives it 0 bytes.
    pub(crate) has_no_dynamic: bool,
    /// For each byte of shared memory, whether it was written. `None` if unwritten bytes may be read.
    pub(crate) written: Option<Vec<bool>>,
    /// The undefined bits of memory, if the launch follows undefined bits (`undefined_bits`).
    pub(crate) undefined_bits: Option<Memory>,
    /// The bytes of global memory that were accessed, if the launch records them.
    pub(crate) accesses: Option<Vec<Accesses>>,
    /// The writes to watched bytes, if the launch watches bytes.
    pub(crate) writes: Option<Writes>,
    /// The local memory of all threads, one after the other.
    pub(crate) local: Vec<u8>,
    pub(crate) local_bytes: usize,
    /// Whether local memory is the stack of recursive machine code, which grows to lower addresses.
    pub(crate) is_recursive: bool,
    /// The size of each lane's local memory with the variables of its calls and the memory of `alloca`. Empty if all lanes
    /// have `local_bytes`, because the kernel inlines all functions and has no `alloca`.
    pub(crate) tops: Vec<usize>,
    /// The asynchronous copies that have not been completed.
    pub(crate) copies: Copies,
    pub(crate) mbarriers: Mbarriers,
    /// The heap of `malloc`, if a kernel has used it.
    pub(crate) heap: Option<Heap>,
    /// The products of `wgmma` that have not been completed.
    pub(crate) products: Products,
    pub(crate) tensor: TensorMemory,
    /// The clusters of the launch that have not started. Empty if blocks run together.
    pub(crate) unstarted: Unstarted,
    /// The number of clusters that the kernel has cancelled.
    pub(crate) canceled: u64,
    /// The requests to cancel clusters.
    pub(crate) requests: Requests,
    /// The number of threads of a block.
    pub(crate) threads: usize,
    /// The number of blocks of a cluster.
    pub(crate) cluster: usize,
    /// Whether the kernel is machine code.
    pub(crate) is_machine: bool,
    /// The number of lanes of all blocks of the run.
    pub(crate) lanes: usize,
    /// The rows of the current access. Every access reuses this vector, which saves allocations.
    pub(crate) rows: Vec<Row>,
    /// The elements of 32 and of 64 bits that lanes are about to read.
    pub(crate) words: Rows<u32>,
    pub(crate) doubles: Rows<u64>,
    /// The accesses that are not yet recorded.
    pub(crate) trails: Trails,
}

impl Own {
    /// Returns the number for rank 0 in an address in the shared memory of a cluster.
    pub(crate) fn first_rank(&self) -> u32 {
        u32::from(!self.is_machine)
    }

    /// Returns the index in the shared memory of the run of the byte that a block names by the offset 0. In machine code,
    /// this is a byte of the cluster's first block, because the offsets in the block itself contain its rank.
    pub(crate) fn shared_base(&self, block: usize) -> usize {
        let block = if self.is_machine { block / self.cluster * self.cluster } else { block };
        block * self.shared_bytes
    }

    /// Returns the lane and the source line of an asynchronous copy that will write one of these bytes. Returns `None`
    /// if no copy will write them.
    pub(crate) fn awaited(&self, area: Area, place: usize, bytes: usize) -> Option<(usize, &str)> {
        if area == Area::Shared { self.copies.awaited(place, bytes) } else { None }
    }

    /// Completes the asynchronous copies of a lane. If `left` is a number, some copies remain pending: those in the
    /// current group of `cp.async`, and those in the last `left` closed groups.
    pub(crate) fn arrive(&mut self, lane: usize, left: Option<u64>) {
        self.copies.arrive(lane, left, &mut self.shared, self.written.as_deref_mut());
    }

    /// Returns whether a read of these bytes is a fault: one of the bytes is in shared memory and was never written.
    /// Always returns `false` if unwritten bytes may be read.
    fn has_unwritten(&self, area: Area, place: usize, bytes: usize) -> bool {
        let written = self.written.as_ref().filter(|_| area == Area::Shared);
        written.is_some_and(|written| written[place..place + bytes].contains(&false))
    }

    /// Returns whether a byte belongs to an mbarrier object, which only `mbarrier` instructions may access.
    fn is_opaque(&self, area: Area, place: usize, bytes: usize) -> bool {
        area == Area::Shared && self.mbarriers.overlap(place, bytes)
    }

    /// Returns the index in the shared memory of the run of a byte, for an access of `bytes` bytes. `offset` is the
    /// address of the byte, in the shared memory of the lane's block or of another block of its cluster. Returns `None`
    /// if the access is out of bounds.
    pub(crate) fn shared_place(&self, lane: usize, offset: u64, bytes: usize) -> Option<usize> {
        let own = lane / self.threads;
        let (block, offset) = match cluster::rank(self.first_rank(), offset) {
            None => (own, offset),
            Some(rank) if rank < self.cluster as u64 => (
                own / self.cluster * self.cluster + rank as usize,
                cluster::offset(offset as u32).into(),
            ),
            Some(_) => return None,
        };
        let end = offset.checked_add(bytes as u64)?;
        (end <= self.shared_bytes as u64).then(|| block * self.shared_bytes + offset as usize)
    }

    /// Returns the size of a lane's local memory.
    fn local_of(&self, lane: usize) -> usize {
        self.tops.get(lane).copied().unwrap_or(self.local_bytes)
    }

    /// Returns whether [`may_fail`](Self::may_fail) can be true for any access.
    pub(crate) fn may_any_fail(&self) -> bool {
        self.copies.are_pending()
            || self.written.is_some()
            || self.mbarriers.are_any()
            || self.heap.is_some()
    }

    /// Returns whether bytes are in the heap and not in an allocation.
    fn is_outside_of_allocations(&self, area: Area, place: usize, bytes: usize) -> bool {
        let heap = self.heap.as_ref().filter(|heap| area == Area::Buffer(heap.number()));
        heap.is_some_and(|heap| !heap.has(place, bytes))
    }

    /// Returns whether an access that is in bounds can fail. There are four causes: an asynchronous copy will write one
    /// of its bytes, a byte belongs to an mbarrier object, a byte of the heap is in no allocation, or the access reads a
    /// byte that was never written.
    pub(crate) fn may_fail(&self, area: Area, place: usize, bytes: usize, writes: bool) -> bool {
        self.awaited(area, place, bytes).is_some()
            || self.is_opaque(area, place, bytes)
            || self.is_outside_of_allocations(area, place, bytes)
            || !writes && self.has_unwritten(area, place, bytes)
    }
}

/// All memory that a run can access.
pub(crate) struct Areas<'a> {
    pub(crate) regions: Regions<'a>,
    pub(crate) parameters: &'a [u8],
    pub(crate) own: &'a mut Own,
    /// For each buffer that is an argument of the launch: the number of the buffer, and the number of its parameter.
    pub(crate) passed: &'a [(usize, usize)],
    /// The linear number of the first block of the run.
    pub(crate) first_block: u64,
    /// The record of accesses that finds conflicts between blocks that run together.
    pub(crate) shadow: Option<&'a mut Shadow>,
    /// The record of writes, which exists while the launch tests whether threads make progress.
    pub(crate) progress: Option<&'a mut Progress>,
}

impl Areas<'_> {
    /// Returns the area of an address, and the offset in this area. If the address is before the area, the offset wraps
    /// around to a number that exceeds the size of every area.
    pub(crate) fn area(&self, space: Space, address: u64) -> Option<(Area, u64)> {
        match space {
            Space::Shared => return Some((Area::Shared, address)),
            Space::Local => return Some((Area::Local, address)),
            _ => {}
        }
        if address < HOST_END || address::is_in_bank(address) {
            let (number, offset) = self.regions.placed.nearest(address)?;
            return Some((Area::Buffer(number), offset));
        }
        let offset = address::offset(address);
        let area = match address >> OFFSET_BITS {
            region if region == HEAP >> OFFSET_BITS => {
                Area::Buffer(self.own.heap.as_ref()?.number())
            }
            region if region == SHARED >> OFFSET_BITS => Area::Shared,
            region if region == LOCAL >> OFFSET_BITS => Area::Local,
            region if region == PARAMETERS >> OFFSET_BITS => Area::Parameters,
            _ => Area::Buffer(Buffer::of(address)?.0),
        };
        let is_global = match area {
            Area::Buffer(number) => self.regions.all.get(number).is_some_and(|one| !one.is_free),
            _ => matches!(space, Space::Generic | Space::Parameter),
        };
        is_global.then_some((area, offset))
    }

    /// Returns whether a generic address is in a state space (PTX ISA, `isspacep`). An address that is in no
    /// other state space is in global memory, and so are the parameters of the kernel. The shared memory is that of `block`,
    /// or without a block that of all blocks of the cluster.
    pub(crate) fn is_in(&self, space: Space, address: u64, block: Option<usize>) -> bool {
        let is_constant = |number: usize| {
            let region = self.regions.all.get(number);
            region.is_some_and(|region| region.is_read_only && region.variable.is_some())
        };
        match (self.area(Space::Generic, address), space) {
            (Some((Area::Shared, offset)), Space::Shared) => {
                let rank = cluster::rank(self.own.first_rank(), offset);
                let is_of = |rank: u64, block: usize| rank == (block % self.own.cluster) as u64;
                rank.zip(block).is_none_or(|(rank, block)| is_of(rank, block))
            }
            (Some((Area::Shared, _)), _) => false,
            (Some((Area::Local, _)), found) => found == Space::Local,
            (Some((Area::Parameters, _)), found) => {
                matches!(found, Space::Parameter | Space::Global)
            }
            (Some((Area::Buffer(number), _)), Space::Constant) => is_constant(number),
            (Some((Area::Buffer(number), _)), Space::Global) => !is_constant(number),
            (None, found) => found == Space::Global,
            (Some((Area::Buffer(_), _)), _) => false,
        }
    }

    /// Returns the size of an area in bytes. The local memory is that of a lane.
    pub(crate) fn length(&self, area: Area, lane: usize) -> usize {
        match area {
            Area::Buffer(number) => self.regions.all[number].length,
            Area::Shared => self.own.shared_bytes,
            Area::Local => self.own.local_of(lane),
            Area::Parameters => self.parameters.len(),
        }
    }

    /// Returns the index at which the area of a lane starts in [`bytes`](Self::bytes).
    pub(crate) fn base(&self, area: Area, lane: usize) -> usize {
        match area {
            Area::Shared => self.own.shared_base(lane / self.own.threads),
            Area::Local => lane * self.own.local_bytes,
            Area::Buffer(_) | Area::Parameters => 0,
        }
    }

    /// Returns the offset of a byte in its area, from its index in [`bytes`](Self::bytes).
    pub(crate) fn offset(&self, area: Area, place: usize, lane: usize) -> usize {
        match area {
            // A thread also accesses the shared memory of other blocks of its cluster.
            Area::Shared => place % self.own.shared_bytes,
            _ => place - self.base(area, lane),
        }
    }

    /// Returns the offset under which the race detector records a byte. The shared memories of the blocks of a cluster
    /// follow each other.
    pub(crate) fn recorded(&self, area: Area, place: usize, lane: usize) -> usize {
        if area == Area::Shared { place } else { self.offset(area, place, lane) }
    }

    /// Returns the bytes of an area, for all blocks or threads together.
    pub(crate) fn bytes(&self, area: Area) -> &[u8] {
        match area {
            Area::Buffer(number) => self.regions.bytes(number),
            Area::Shared => &self.own.shared,
            Area::Local => &self.own.local,
            Area::Parameters => self.parameters,
        }
    }

    /// Returns the bytes of an area for writing. The slice is empty for the parameters, which no instruction writes. Call
    /// [`mark`](Self::mark) before a write: it saves the bytes that a failed launch restores.
    pub(crate) fn bytes_mut(&mut self, area: Area) -> &mut [u8] {
        match area {
            Area::Buffer(number) => {
                self.own.words.forget(number);
                self.own.doubles.forget(number);
                self.regions.bytes_mut(number)
            }
            Area::Shared => &mut self.own.shared,
            Area::Local => &mut self.own.local,
            Area::Parameters => &mut [],
        }
    }

    /// Returns whether writes or reads of an area are recorded.
    pub(crate) fn records(&self, area: Area, writes: bool) -> bool {
        match area {
            Area::Buffer(buffer) => {
                let is_shadowed = |shadow: &&mut Shadow| writes || !shadow.is_constant(buffer);
                self.shadow.as_ref().is_some_and(is_shadowed)
                    || self.own.accesses.is_some()
                    || writes && (self.progress.is_some() || self.regions.saves())
            }
            Area::Shared => self.own.written.is_some(),
            Area::Local | Area::Parameters => false,
        }
    }

    /// Records an access of a lane, if accesses to the area are recorded. Must be called before the access, because the
    /// record of a write keeps the old bytes.
    pub(crate) fn mark(
        &mut self,
        lane: usize,
        area: Area,
        place: usize,
        bytes: usize,
        writes: bool,
    ) {
        self.mark_all(lane, area, std::iter::once((place, bytes)), writes);
    }

    /// Like [`mark`](Self::mark), for accesses of lanes of one block: their places, and their numbers of bytes.
    #[inline]
    pub(crate) fn mark_all(
        &mut self,
        lane: usize,
        area: Area,
        spans: impl Iterator<Item = (usize, usize)>,
        writes: bool,
    ) {
        let Area::Buffer(buffer) = area else {
            if let (Area::Shared, true, Some(written)) = (area, writes, &mut self.own.written) {
                spans.for_each(|(place, bytes)| written[place..place + bytes].fill(true));
            }
            return;
        };
        let block = self.first_block + (lane / self.own.threads) as u64;
        let region = &self.regions.all[buffer];
        let shadow = self.shadow.as_deref_mut().filter(|_| !region.is_read_only);
        let mut marks =
            shadow.and_then(|shadow| shadow.marks((buffer, region.length), block, writes));
        for (place, bytes) in spans {
            if let Some(accesses) = &mut self.own.accesses {
                accesses[buffer].mark(place, bytes, writes);
            }
            let is_saved = marks.as_mut().is_some_and(|marks| marks.mark(place, bytes));
            if writes {
                if !is_saved {
                    self.regions.save(buffer, place, bytes);
                }
                if let Some(progress) = &mut self.progress {
                    progress.note(buffer, place, &self.regions.bytes(buffer)[place..place + bytes]);
                }
            }
        }
    }

    /// Reads an element of `whole` bytes at each place, if the rows that lanes read hold them. Returns whether it has read
    /// them.
    pub(crate) fn read_rows(
        &mut self,
        area: Area,
        places: &[u32],
        whole: usize,
        to: &mut Column,
    ) -> bool {
        let Area::Buffer(buffer) = area else { return false };
        let bytes = self.regions.bytes(buffer);
        match to {
            Column::B32(to) if whole == size_of::<u32>() => {
                self.own.words.read(buffer, bytes, places, to)
            }
            Column::B64(to) if whole == size_of::<u64>() => {
                self.own.doubles.read(buffer, bytes, places, to)
            }
            _ => false,
        }
    }

    pub(crate) fn is_read_only(&self, area: Area) -> bool {
        match area {
            Area::Buffer(number) => self.regions.all[number].is_read_only,
            Area::Shared | Area::Local => false,
            Area::Parameters => true,
        }
    }

    /// Returns the area of one access, and the index of its first byte in [`bytes`](Self::bytes).
    ///
    /// # Errors
    /// If the access is out of bounds, is misaligned, or writes read-only memory. Also if an unfinished asynchronous
    /// copy will write a byte of the access. With `Options::strict`, also if the access reads a byte of shared memory
    /// that was never written.
    pub(crate) fn locate(&self, reach: Reach) -> Result<(Area, usize), Stop> {
        self.locate_aligned(reach, reach.bytes)
    }

    /// Like [`locate`](Self::locate), but the address must be a multiple of `alignment`.
    pub(crate) fn locate_aligned(
        &self,
        reach: Reach,
        alignment: usize,
    ) -> Result<(Area, usize), Stop> {
        let Reach { lane, space, address, bytes, writes } = reach;
        if space == Space::Shared
            && address.is_multiple_of(alignment as u64)
            && let Some(place) = self.own.shared_place(lane, address, bytes)
            && !self.own.may_fail(Area::Shared, place, bytes, writes)
        {
            return Ok((Area::Shared, place));
        }
        let access = || {
            let verb = if writes { "writes" } else { "reads" };
            let plural = if bytes == 1 { "byte" } else { "bytes" };
            format!("{verb} {bytes} {plural} at")
        };
        let Some((area, offset)) = self.area(space, address) else {
            let whose = if address >> 32 == 0 { "near the null pointer" } else { "in no buffer" };
            let what = format!("out of bounds: {} address 0x{address:x}, {whose}", access());
            return Err(Stop::new(FaultKind::OutOfBounds, lane, what));
        };
        let length = self.length(area, lane);
        let place = || format!("{} {}", access(), self.described(area, offset, lane));
        let start = match area {
            Area::Shared => self.own.shared_place(lane, offset, bytes),
            _ => {
                let end = offset.checked_add(bytes as u64).filter(|end| *end <= length as u64);
                end.map(|_| self.base(area, lane) + offset as usize)
            }
        };
        let Some(start) = start else {
            // A stack pointer below 0 wraps around to 32 bits.
            if area == Area::Local && self.own.is_recursive && offset > i32::MAX as u64 {
                let what = format!(
                    "the stack is full: the {length} bytes of local memory of a thread are in use"
                );
                return Err(Stop::new(FaultKind::Limit, lane, what));
            }
            let what = format!("out of bounds: {}", place());
            let stop = Stop::new(FaultKind::OutOfBounds, lane, what);
            if area == Area::Shared && self.own.has_no_dynamic {
                return Err(Stop { notes: vec![NO_DYNAMIC.into()], ..stop });
            }
            return Err(stop);
        };
        if !address.is_multiple_of(alignment as u64) {
            let what = format!("misaligned: {}", place());
            let start = address.wrapping_sub(offset);
            let note = (!start.is_multiple_of(alignment as u64)).then(|| {
                format!(
                    "the buffer starts at address 0x{start:x}, which is not a multiple of {alignment}"
                )
            });
            let stop = Stop::new(FaultKind::Misaligned, lane, what);
            return Err(Stop { notes: note.into_iter().collect(), ..stop });
        }
        if self.own.is_outside_of_allocations(area, start, bytes) {
            let heap = self.own.heap.as_ref();
            let is_freed = heap.is_some_and(|heap| heap.is_freed(start));
            let why = if is_freed { "use after free" } else { "out of bounds" };
            let what = format!("{why}: {}", place());
            return Err(Stop::new(FaultKind::OutOfBounds, lane, what));
        }
        if writes && self.is_read_only(area) {
            let what = format!("read-only: {}", place());
            return Err(Stop::new(FaultKind::ReadOnly, lane, what));
        }
        if self.own.is_opaque(area, start, bytes) {
            let what = format!("opaque: {}, where an mbarrier is", place());
            let note =
                "only `mbarrier` instructions may access an mbarrier; `mbarrier.inval` destroys it";
            let stop = Stop::new(FaultKind::Undefined, lane, what);
            return Err(Stop { notes: vec![note.into()], ..stop });
        }
        match self.own.awaited(area, start, bytes) {
            None if writes => Ok((area, start)),
            None => self.check_written(reach, start).map(|()| (area, start)),
            Some((owner, at)) => {
                let whose = if owner == lane { "this" } else { "another" };
                let what = format!(
                    "too early: {}; the `cp.async` at {at} in {whose} thread has not arrived",
                    place()
                );
                let note =
                    "`cp.async.wait_group` or `cp.async.wait_all` in its thread lets it arrive";
                let stop = Stop::new(FaultKind::Undefined, lane, what);
                Err(Stop { notes: vec![note.into()], ..stop })
            }
        }
    }

    /// Checks that all bytes that an access reads were written before. `place` is the index of its first byte in shared
    /// memory.
    ///
    /// # Errors
    /// With `Options::strict`, if one of the bytes was never written.
    pub(crate) fn check_written(&self, reach: Reach, place: usize) -> Result<(), Stop> {
        let Some((area, offset)) = self.area(reach.space, reach.address) else { return Ok(()) };
        if !self.own.has_unwritten(area, place, reach.bytes) {
            return Ok(());
        }
        let plural = if reach.bytes == 1 { "byte" } else { "bytes" };
        let what = format!(
            "uninitialised: reads {} {plural} at {}, which nothing wrote",
            reach.bytes,
            self.described(area, offset, reach.lane)
        );
        Err(Stop::new(FaultKind::Uninitialised, reach.lane, what))
    }

    /// Returns a description of a byte: `offset 88 of the buffer of parameter 1 (88 bytes)`.
    pub(crate) fn described(&self, area: Area, offset: u64, lane: usize) -> String {
        if let (Area::Buffer(number), Some(heap)) = (area, &self.own.heap)
            && number == heap.number()
            && let Some(described) = heap.described(offset as usize)
        {
            return described;
        }
        let whose = match area {
            Area::Buffer(number) => {
                let Region { variable, name, .. } = &self.regions.all[number];
                let passed = self.passed.iter().find(|(buffer, _)| *buffer == number);
                match (variable, name, passed) {
                    (Some(name), ..) => format!("variable `{name}`"),
                    (_, Some(name), _) => format!("buffer `{name}`"),
                    (.., Some((_, parameter))) => format!("the buffer of parameter {parameter}"),
                    _ => format!("buffer {number}"),
                }
            }
            Area::Shared => "shared memory".into(),
            Area::Local => "local memory".into(),
            Area::Parameters => "the parameters".into(),
        };
        let offset = offset.cast_signed();
        format!("offset {offset} of {whose} ({} bytes)", self.length(area, lane))
    }
}
