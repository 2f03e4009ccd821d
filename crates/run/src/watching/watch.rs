//! Records races and traces, if the launch needs them.

use crate::code::fragment::{Fragment, Wmma};
use crate::code::matrix::{Matrix, Rows};
use crate::code::warp::Kind;
use crate::code::wgmma::Wgmma;
use crate::code::{Access, Action, Code, Operation, Order, Reg, Site, Slot, Source};
use crate::lanes::Lanes;
use crate::lanes::WARP;
use crate::lanes::active::Active;
use crate::lanes::registers::Frame;
use crate::launch::Launch;
use crate::memory::access;
use crate::memory::area::{Area, Reach};
use crate::memory::areas::Areas;
use crate::options::{Options, Traced, TracedRegister};
use crate::warps::descriptor;
use crate::warps::fragment;
use crate::warps::matrix;
use crate::watching::fences::Fences;
use crate::watching::race::{Races, Touch, Touched};
use std::collections::HashMap;

/// The records of a run.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    pub(crate) races: Option<Races>,
    /// The uses of registers of `wgmma`, if the launch searches for races.
    pub(crate) fences: Option<Fences>,
    /// The threads to trace: the coordinates of the block, and the coordinates of the thread in the block.
    pub(crate) threads: Vec<([u32; 3], [u32; 3])>,
    /// The traced lanes of the current block.
    pub(crate) lanes: Vec<usize>,
    /// The block and thread coordinates of each traced lane.
    names: Vec<([u32; 3], [u32; 3])>,
    pub(crate) traced: Vec<Traced>,
    /// The unfinished instruction of each traced lane.
    open: Vec<Open>,
    /// The sources of the synchronising instruction at which a traced lane waits.
    arrived: HashMap<usize, Vec<String>>,
}

/// An instruction of a traced lane that has not finished.
#[derive(Debug)]
struct Open {
    lane: usize,
    site: usize,
    sources: Vec<usize>,
    /// The source values before the instruction, as text.
    values: Vec<String>,
    results: Vec<usize>,
}

impl Watch {
    /// Creates the empty records of a launch. Returns `None` if the launch neither searches for races nor traces
    /// threads.
    pub(crate) fn of(launch: &Launch<'_>) -> Option<Self> {
        let Options { races, traces, .. } = &launch.options;
        let watch = || Self {
            races: races.then(|| Races::new(launch.lanes(), launch.kernel.code.has_bulk_copies)),
            fences: Fences::of(&launch.kernel.code).filter(|_| *races),
            threads: traces.clone(),
            ..Self::default()
        };
        (*races || !traces.is_empty()).then(watch)
    }

    /// Prepares the records for a new block of threads.
    pub(crate) fn start(&mut self, launch: &Launch<'_>, block: u64) {
        if let Some(races) = &mut self.races {
            races.start(block / launch.cluster_blocks() as u64);
        }
        let threads = launch.threads();
        if let Some(fences) = &mut self.fences {
            fences.start(launch.lanes(), block * threads as u64);
        }
        let name = |lane: usize| {
            (launch.block(block + (lane / threads) as u64), launch.thread(lane % threads))
        };
        let lanes = 0..launch.lanes();
        self.lanes = lanes.filter(|lane| self.threads.contains(&name(*lane))).collect();
        self.names = self.lanes.iter().map(|lane| name(*lane)).collect();
    }

    /// Moves the records that belong to all blocks, such as the trace, into `to`, the records of another block.
    pub(crate) fn hand_over(&mut self, to: &mut Self) {
        std::mem::swap(&mut self.traced, &mut to.traced);
        if let (Some(races), Some(to)) = (&mut self.races, &mut to.races) {
            races.hand_over(to);
        }
        if let (Some(fences), Some(to)) = (&mut self.fences, &mut to.fences) {
            fences.hand_over(to);
        }
    }

    /// Returns the block and thread coordinates of a traced lane.
    fn name(&self, lane: usize) -> ([u32; 3], [u32; 3]) {
        let found = self.lanes.iter().position(|known| *known == lane);
        found.map_or(([0; 3], [0; 3]), |found| self.names[found])
    }

    /// Records an operation before it runs.
    pub(crate) fn before(
        &mut self,
        operation: &Operation,
        frame: &Frame,
        areas: &Areas<'_>,
        active: Active<'_>,
    ) {
        if let Some(races) = &mut self.races {
            let mut touch = |access: &Access, kind: Touched<'_>| {
                touch(races, operation.site, access, frame, areas, active, kind);
            };
            match &operation.action {
                Action::Load(access) => touch(access, Touched::Read),
                Action::Store(access) => touch(access, Touched::Write(&[])),
                Action::Atomic(one) => {
                    let (update, is_used) = (one.update, one.is_result_used);
                    touch(&one.access, Touched::Atomic { update, is_used });
                }
                Action::AsyncCopy(one) => {
                    let values = vec![None; one.bytes / one.to.width.bytes()];
                    touch(&Access { values: values.clone(), ..one.from.clone() }, Touched::Read);
                    touch(&Access { values, ..one.to.clone() }, Touched::Copy);
                }
                Action::AsyncWait(left) => {
                    // The bytes are written until the wait ends. A barrier before it orders no other thread after them.
                    for (_, lane) in active.each() {
                        for (offset, bytes) in areas.own.copies.written(lane, *left) {
                            let (site, area, kind) = (operation.site, Area::Shared, Touched::Copy);
                            let order = Order::default();
                            races.touch(Touch { lane, site, area, offset, bytes, kind, order });
                        }
                    }
                }
                Action::Matrix(Matrix::Load(rows)) => {
                    touch_rows(races, operation.site, rows, frame, areas, active.lanes, false);
                }
                Action::Matrix(Matrix::Store(rows)) => {
                    touch_rows(races, operation.site, rows, frame, areas, active.lanes, true);
                }
                Action::ProxyFence => {
                    active.each().for_each(|(_, lane)| races.proxy_fence(lane));
                }
                Action::BulkCommit => {
                    active.each().for_each(|(_, lane)| races.commit_copies(lane));
                }
                Action::BulkWait { left, only_reads } => {
                    let left = usize::try_from(*left).unwrap_or(usize::MAX);
                    active
                        .each()
                        .for_each(|(_, lane)| races.wait_for_copies(lane, left, *only_reads));
                }
                Action::Matrix(Matrix::Fragment(Wmma::Load(one))) => {
                    touch_fragment(races, operation.site, one, frame, areas, active.lanes, false);
                }
                Action::Matrix(Matrix::Fragment(Wmma::Store(one))) => {
                    touch_fragment(races, operation.site, one, frame, areas, active.lanes, true);
                }
                Action::Matrix(Matrix::Warpgroup(Wgmma::Wait(left))) => {
                    for lane in active.lanes.iter().map(|lane| usize::from(*lane)) {
                        for clock in areas.own.products.released(lane, *left) {
                            races.end_copy(lane, clock);
                        }
                    }
                }
                Action::Fence { acquires, releases } => {
                    active.each().for_each(|(_, lane)| races.fence(lane, *acquires, *releases));
                }
                Action::Elect(which) => races.elect(*which, active.each().map(|(_, lane)| lane)),
                _ => {}
            }
        }
        if let Some(fences) = &mut self.fences {
            fences.record(operation, active.each().map(|(_, lane)| lane));
        }
        if self.lanes.is_empty() {
            return;
        }
        for (i, lane) in active.each().filter(|(_, lane)| self.lanes.contains(lane)) {
            let found =
                self.open.iter().position(|open| (open.lane, open.site) == (lane, operation.site));
            let found = found.unwrap_or_else(|| {
                self.open.push(Open {
                    lane,
                    site: operation.site,
                    sources: Vec::new(),
                    values: Vec::new(),
                    results: Vec::new(),
                });
                self.open.len() - 1
            });
            let open = &mut self.open[found];
            // An instruction can have several operations that read the same operand. An operand that one operation reads
            // twice is written twice: `mul.f32 d, a, a`.
            let sources = operation.action.sources();
            let count = |list: &[usize], one| list.iter().filter(|other| **other == one).count();
            for (place, &register) in sources.iter().enumerate() {
                let is_new = count(&open.sources, register) <= count(&sources[..place], register);
                if is_new && !open.results.contains(&register) {
                    open.sources.push(register);
                    open.values.push(hex(frame, register, i));
                }
            }
            open.results.extend(operation.action.results());
        }
    }

    /// Adds the finished instructions of traced lanes to the trace. An instruction is finished if the next operation
    /// belongs to another instruction.
    pub(crate) fn after(&mut self, code: &Code, frame: &Frame, lanes: &[u16], next: Option<usize>) {
        let mut waiting = std::mem::take(&mut self.open);
        waiting.retain(|open| {
            let element = lanes.iter().position(|lane| usize::from(*lane) == open.lane);
            let Some(element) = element.filter(|_| next != Some(open.site)) else { return true };
            let site = &code.sites[open.site];
            let is_named = |register: &&usize| code.slots[**register].is_named;
            let named = || open.results.iter().filter(is_named);
            let destinations = named().map(|register| hex(frame, *register, element)).collect();
            let destination_registers = registers(code, site, named());
            let is_shown = |slot: &Slot| {
                let is_written = matches!(slot.source, Source::Zero | Source::Invariant { .. });
                slot.is_named || !is_written
            };
            let sources = open.sources.iter().zip(&open.values);
            let (sources, values): (Vec<_>, Vec<_>) = sources
                .filter(|(register, _)| is_shown(&code.slots[**register]))
                .map(|(register, value)| (*register, value.clone()))
                .unzip();
            let (block, thread) = self.name(open.lane);
            self.traced.push(Traced {
                block,
                thread,
                file: site.file.clone(),
                line: site.line,
                origin: site.origin.clone(),
                instruction: site.spelling.clone(),
                statement: site.statement.clone(),
                source_registers: registers(code, site, sources.iter()),
                sources: values,
                destinations,
                destination_registers,
            });
            false
        });
        self.open = waiting;
    }

    /// Records the sources of a synchronising instruction, when lanes arrive at it.
    pub(crate) fn arrived(&mut self, sync: &Operation, full: &Frame, lanes: &Lanes) {
        for lane in self.lanes.iter().copied().filter(|lane| lanes.contains(*lane)) {
            let sources = sync.action.sources();
            let values = sources.iter().map(|register| hex(full, *register, lane)).collect();
            self.arrived.insert(lane, values);
        }
    }

    /// Adds a synchronising instruction to the trace, after the lanes have passed it.
    pub(crate) fn passed(&mut self, code: &Code, sync: &Operation, full: &Frame, lanes: &Lanes) {
        // This operation is only the wait before a matrix instruction. The matrix instruction follows as a separate
        // operation, which is traced like other operations.
        if matches!(&sync.action, Action::Warp(warp) if matches!(warp.kind, Kind::Matrix | Kind::Warpgroup | Kind::Allocation))
        {
            return;
        }
        if let Some(fences) = &mut self.fences {
            fences.record(sync, lanes.iter());
        }
        for lane in lanes.iter().filter(|lane| self.lanes.contains(lane)).collect::<Vec<_>>() {
            let site = &code.sites[sync.site];
            let results = sync.action.results();
            let (block, thread) = self.name(lane);
            self.traced.push(Traced {
                block,
                thread,
                file: site.file.clone(),
                line: site.line,
                origin: site.origin.clone(),
                instruction: site.spelling.clone(),
                statement: site.statement.clone(),
                sources: self.arrived.remove(&lane).unwrap_or_default(),
                source_registers: registers(code, site, sync.action.sources().iter()),
                destinations: results.iter().map(|one| hex(full, *one, lane)).collect(),
                destination_registers: registers(code, site, results.iter()),
            });
        }
    }

    /// Adds an instruction that has no operations, such as a jump, to the trace.
    pub(crate) fn jump(&mut self, code: &Code, site: usize, lanes: &[u16]) {
        let Some(site) = code.sites.get(site).filter(|_| !self.lanes.is_empty()) else { return };
        for lane in lanes.iter().map(|lane| usize::from(*lane)) {
            if self.lanes.contains(&lane) {
                let (block, thread) = self.name(lane);
                self.traced.push(Traced {
                    block,
                    thread,
                    file: site.file.clone(),
                    line: site.line,
                    origin: site.origin.clone(),
                    instruction: site.spelling.clone(),
                    statement: site.statement.clone(),
                    sources: Vec::new(),
                    source_registers: Vec::new(),
                    destinations: Vec::new(),
                    destination_registers: Vec::new(),
                });
            }
        }
    }
}

/// Returns the names of registers, with the types in which an instruction reads or writes them.
fn registers<'r>(
    code: &Code,
    site: &Site,
    all: impl Iterator<Item = &'r Reg>,
) -> Vec<Option<TracedRegister>> {
    let one = |register: &Reg| {
        let found = site.types.iter().find(|(known, _)| known == register);
        let shown = code.names.get(register)?;
        // ``register `%r1` `` without its noun.
        let name = shown.split('`').nth(1).unwrap_or(shown).to_string();
        Some(TracedRegister { name, ty: found.map(|(_, ty)| *ty) })
    };
    all.map(one).collect()
}

/// Returns the bits of a register in hexadecimal digits: `0x3f800000`.
fn hex(frame: &Frame, register: usize, element: usize) -> String {
    let column = &frame.columns[register];
    format!("0x{:0width$x}", column.get(element), width = 2 * column.width().bytes())
}

/// Reports an access of each active lane to the race detector. The bytes of a write come from the registers.
fn touch(
    races: &mut Races,
    site: usize,
    access: &Access,
    frame: &Frame,
    areas: &Areas<'_>,
    active: Active<'_>,
    kind: Touched<'_>,
) {
    let size = access.width.bytes();
    let bytes = size * access.values.len();
    for (i, lane) in active.each() {
        let mut address = frame.columns[access.address].get(i).wrapping_add(access.offset);
        if access.space.is_narrow() {
            address &= u64::from(u32::MAX);
        }
        let writes = kind != Touched::Read;
        let reach = Reach { lane, space: access.space, address, bytes, writes };
        // If the address is invalid, the operation reports the fault when it runs.
        let Ok((area, place)) = areas.locate(reach) else { continue };
        let mut value = vec![0; bytes];
        for (register, to) in access.values.iter().zip(value.chunks_exact_mut(size)) {
            let bits = register.map_or(0, |register| frame.columns[register].get(i));
            access::write_bits(to, access.width, bits);
        }
        let kind = if matches!(kind, Touched::Write(_)) { Touched::Write(&value) } else { kind };
        let offset = areas.recorded(area, place, lane);
        races.touch(Touch { lane, site, area, offset, bytes, kind, order: access.order });
    }
}

/// Reports the accesses of `ldmatrix` or `stmatrix` to the race detector. Each row is an access of the lane
/// that gives its address.
fn touch_rows(
    races: &mut Races,
    site: usize,
    rows: &Rows,
    frame: &Frame,
    areas: &Areas<'_>,
    lanes: &[u16],
    writes: bool,
) {
    // If an address is invalid, the operation reports the fault when it runs.
    let Ok(places) = matrix::located(rows, frame, lanes, areas, writes) else { return };
    let contents = if writes { matrix::stored(rows, frame, lanes) } else { Vec::new() };
    for (i, matrix::Row { lane, place }) in places.into_iter().enumerate() {
        let kind = contents.get(i).map_or(Touched::Read, |content| Touched::Write(content));
        let area = Area::Shared;
        let offset = areas.recorded(area, place, lane);
        let (bytes, order) = (matrix::ROW, rows.access.order);
        races.touch(Touch { lane, site, area, offset, bytes, kind, order });
    }
}

/// Reports the accesses of `wmma.load` or `wmma.store` to the race detector.
fn touch_fragment(
    races: &mut Races,
    site: usize,
    one: &Fragment,
    frame: &Frame,
    areas: &Areas<'_>,
    lanes: &[u16],
    writes: bool,
) {
    // If an address is invalid, the operation reports the fault when it runs.
    let Ok(pieces) = fragment::pieces(one, frame, lanes, areas, writes) else { return };
    for piece in pieces {
        let fragment::Piece { lane, area, place, bytes, .. } = piece;
        let content = fragment::content(one, frame, &piece);
        let kind = if writes { Touched::Write(&content[..bytes]) } else { Touched::Read };
        let offset = areas.recorded(area, place, lane);
        races.touch(Touch { lane, site, area, offset, bytes, kind, order: one.access.order });
    }
}

/// Reports the reads of the products that the warps of a group have started. A product reads like a bulk copy: it sees
/// a write of a thread only after `fence.proxy.async`, and it may read until `wgmma.wait_group`.
pub(crate) fn touch_products(races: &mut Races, site: usize, areas: &mut Areas<'_>, lanes: &[u16]) {
    for lane in lanes.iter().step_by(WARP).map(|lane| usize::from(*lane)) {
        let [clock, _] = races.start_copy(lane);
        for place in areas.own.products.set_clock(lane, clock) {
            let (lane, area, offset) = (clock, Area::Shared, *place);
            let (bytes, kind, order) = (descriptor::UNIT, Touched::Read, Order::default());
            races.touch(Touch { lane, site, area, offset, bytes, kind, order });
        }
    }
}
