//! Constant banks and special registers.

use super::operand::{Own, destination, source};
use super::{Lowered, Machine};
use crate::code::{Access, Action, Cluster, Order, Reg, Reserved, Source, Special, Width};
use crate::memory::address::{LOCAL, PARAMETERS, RESERVED_SHARED, SECOND_RESERVED, SHARED, Space};
use crate::signature::before_parameters;
use ptx_module::resolve::initial::Pointer;
use ptx_sass::{Base, Constant, Cubin, Instruction, Operand, Storage, Value};

/// The bank of parameters and of the words that the driver fills in.
pub(super) const PARAMETER_BANK: u8 = 0;
/// The bank of `__constant__` variables.
const VARIABLE_BANK: u8 = 3;

/// The offsets of the driver's words in bank 0. Addresses, the grid's number and the descriptor of global memory have two
/// words.
struct Layout {
    threads: i32,
    blocks: i32,
    stack: i32,
    /// The generic address of shared memory. Later chips have a special register for it.
    shared: Option<i32>,
    local: i32,
    /// The generic address of the bank of `__constant__` variables.
    constants: i32,
    dynamic_shared: i32,
    processors: i32,
    grid: i32,
    /// The size of the shared memory that is reserved for system software.
    reserved: i32,
    /// The registers `%reserved_smem_offset_end` and `%reserved_smem_offset_1`. From sm_90 on, two registers `%envreg` have
    /// the same words.
    reserved_offsets: i32,
    descriptor: i32,
    /// Whether a fence of the GPU orders accesses to one place through several addresses. Otherwise, a fence of the system
    /// does.
    aliases: i32,
    /// The first words of the registers `%envreg0` to `%envreg15`, and `%envreg16` to `%envreg31`.
    environment: [i32; 2],
    /// The maximum of `%aggr_smem_size`.
    aggregate: Option<i32>,
    /// The generic address of the parameters. Before sm_90, it is that of bank 0.
    parameters: i32,
    /// The generic address after the parameters. Before sm_90, it is the size of bank 0.
    end: i32,
    /// The words about clusters, from sm_90 on.
    clusters: Option<Clusters>,
}

/// The offsets of the words about clusters in bank 0.
#[derive(Clone, Copy)]
struct Clusters {
    is_explicit: i32,
    /// The number of blocks of a cluster in x, y and z.
    blocks: i32,
    /// The reciprocals of these numbers as binary32 numbers.
    reciprocals: i32,
    /// The number of clusters in x, y and z.
    count: i32,
    /// The number of all blocks of a cluster.
    all: i32,
}

impl Clusters {
    /// Returns the special register that a word holds.
    fn special(self, offset: i32) -> Option<Special> {
        let axis = |start: i32| (0..3).find(|axis| start + 4 * axis == offset);
        let cluster = match offset {
            _ if offset == self.is_explicit => Cluster::IsExplicit,
            _ if offset == self.all => Cluster::Nctarank,
            _ => match (axis(self.blocks), axis(self.count)) {
                (Some(axis), _) => Cluster::Nctaid(axis as usize),
                (None, Some(axis)) => Cluster::Count(axis as usize),
                (None, None) => return None,
            },
        };
        Some(Special::Cluster(cluster))
    }
}

impl Layout {
    /// Returns the layout of an architecture: as `ptxas` reads it for special registers and generic addresses.
    fn of(sm: u32) -> Self {
        let before = Self {
            threads: 0,
            blocks: 0xc,
            stack: 0x28,
            shared: Some(0x18),
            local: 0x20,
            constants: 0x50,
            dynamic_shared: 0x2c,
            processors: 0x10c,
            grid: 0x30,
            reserved: 0x114,
            reserved_offsets: 0x120,
            descriptor: 0x118,
            aliases: 0x128,
            environment: [0x88, 0xc8],
            aggregate: None,
            parameters: 0x40,
            end: if sm < 80 { 0x114 } else { 0x12c },
            clusters: None,
        };
        let clusters = Clusters {
            is_explicit: 0x140,
            blocks: 0x144,
            reciprocals: 0x150,
            count: 0x15c,
            all: 0x188,
        };
        match sm {
            ..90 => before,
            90..100 => Self {
                constants: 0xd0,
                reserved_offsets: 0x68,
                descriptor: 0x208,
                aliases: 0x18c,
                environment: [0x40, 0x80],
                aggregate: Some(0x13c),
                parameters: 0x198,
                end: 0x1a0,
                clusters: Some(clusters),
                ..before
            },
            _ => Self {
                threads: 0x360,
                blocks: 0x370,
                stack: 0x37c,
                shared: None,
                local: 0x2f8,
                constants: 0x120,
                // This word has a place for each size of a cluster.
                dynamic_shared: 0x2ac,
                processors: 0x2d0,
                grid: 0x140,
                reserved: 0x16c,
                // The first word has a place for each size of a cluster.
                reserved_offsets: 0x278,
                descriptor: 0x358,
                aliases: 0x2d8,
                // The first word has a place for each size of a cluster.
                environment: [0x250, 0xd0],
                aggregate: Some(0x2bc),
                parameters: 0x348,
                end: 0x350,
                // These words have a place for each size of a cluster, except the first.
                clusters: Some(Clusters {
                    is_explicit: 0x36c,
                    blocks: 0x2a0,
                    reciprocals: 0x2b0,
                    count: 0x2c0,
                    all: 0x2cc,
                }),
            },
        }
    }
}

/// A region that the kernels of a cubin read or write: its name, its bytes, whether kernels cannot write it, the
/// addresses in its bytes, and its offset in the bank of `__constant__` variables if it is one.
pub(crate) struct Region {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_constant: bool,
    pub(crate) pointers: Vec<Pointer>,
    pub(crate) place: Option<u64>,
}

/// Returns the variables of a cubin, and after them the constant banks of its kernels.
pub(crate) fn regions(cubin: &Cubin) -> Vec<Region> {
    let pointer = |one: &ptx_sass::Pointer| {
        let name = cubin.objects.get(one.object)?.name.clone();
        Some(Pointer::of_variable(name, one.offset, one.addend.cast_unsigned()))
    };
    let variables = cubin.objects.iter().map(|object| Region {
        name: object.name.clone(),
        bytes: object.bytes.clone(),
        is_constant: object.storage == Storage::Constant,
        pointers: object.pointers.iter().filter_map(pointer).collect(),
        place: (object.storage == Storage::Constant).then_some(object.offset as u64),
    });
    let banks = banks(cubin).map(|(kernel, bank)| Region {
        name: format!("{}.constant{bank}", cubin.kernels[kernel].name),
        bytes: cubin.kernels[kernel].banks[&bank].clone(),
        is_constant: true,
        pointers: Vec::new(),
        place: None,
    });
    variables.chain(banks).collect()
}

/// Returns the constant banks of all kernels, each with the index of its kernel.
fn banks(cubin: &Cubin) -> impl Iterator<Item = (usize, u8)> {
    let kernels = cubin.kernels.iter().enumerate();
    kernels.flat_map(|(i, kernel)| kernel.banks.keys().map(move |bank| (i, *bank)))
}

/// Returns whether an instruction of sm_90 or later reads where the memory is that the system reserves.
pub(super) fn finds_reserved(one: &Instruction, sm: u32) -> bool {
    let place = Layout::of(sm).reserved_offsets;
    let is_it = |operand: &Operand| match operand {
        Operand::Source(ptx_sass::Source { value: Value::Constant(constant), .. }) => {
            constant.bank == PARAMETER_BANK && [place, place + 4].contains(&constant.offset)
        }
        _ => false,
    };
    sm >= 90 && one.operands.iter().any(is_it)
}

impl Machine<'_> {
    /// Returns a register with a constant at an offset that no register changes.
    pub(super) fn constant_word(&mut self, constant: Constant, distance: i32) -> Lowered<Reg> {
        let offset = constant.offset + distance;
        if constant.index != Base::Zero {
            return None;
        }
        if constant.bank == PARAMETER_BANK {
            return self.parameter_word(offset);
        }
        if constant.bank == VARIABLE_BANK {
            let to = self.temporary(Width::B32);
            self.load_constant(constant, distance, Width::B32, false, to)?;
            return Some(to);
        }
        let place = usize::try_from(offset).ok()?;
        let found =
            self.kernel.relocations.iter().find(|one| {
                one.bank == constant.bank && (one.offset..one.offset + 8).contains(&place)
            });
        if let Some(found) = found {
            let (offset, source) =
                (found.offset, Source::Variable(found.object, found.addend as u64));
            return self.word_of(source, place != offset);
        }
        let bytes = self.kernel.banks.get(&constant.bank)?.get(place..place + 4)?;
        Some(self.word(u32::from_le_bytes(bytes.try_into().ok()?)))
    }

    /// Returns a register with the low or high word of an address.
    fn word_of(&mut self, address: Source, is_high: bool) -> Lowered<Reg> {
        let address = self.known(Width::B64, address);
        let words = [self.temporary(Width::B32), self.temporary(Width::B32)];
        self.unpack(address, words[0], words[1])?;
        Some(words[usize::from(is_high)])
    }

    /// Returns a register with a word of bank 0.
    fn parameter_word(&mut self, offset: i32) -> Lowered<Reg> {
        let start = self.kernel.parameters_at as i32;
        let last = self.kernel.parameters.iter().map(|one| one.offset + one.size).max();
        let end = start + last.unwrap_or(0) as i32;
        if (start..end).contains(&offset) {
            let place = before_parameters(self.kernel) + (offset - start) as usize;
            return Some(self.known(Width::B32, Source::Parameter(place)));
        }
        let layout = Layout::of(self.cubin.sm);
        let axis = |start: i32| (0..3).find(|axis| start + 4 * axis == offset);
        if let Some(axis) = axis(layout.threads) {
            return Some(self.special_register(Special::Ntid(axis as usize)));
        }
        if let Some(axis) = axis(layout.blocks) {
            return Some(self.special_register(Special::Nctaid(axis as usize)));
        }
        if let Some(special) = layout.clusters.and_then(|words| words.special(offset)) {
            return Some(self.special_register(special));
        }
        if let Some(axis) = layout.clusters.and_then(|words| axis(words.reciprocals)) {
            return self.reciprocal(axis as usize);
        }
        if Some(offset) == layout.aggregate {
            return self.shared_size();
        }
        if offset == layout.dynamic_shared {
            return Some(self.special_register(Special::DynamicShared));
        }
        if let word @ (4 | 8) = offset - layout.environment[0] {
            return Some(self.special_register(Special::Workspace { is_high: word == 4 }));
        }
        if let word @ (0 | 4) = offset - layout.reserved_offsets {
            return self.reserved_offset(word == 0);
        }
        if let word @ (0 | 4) = offset - layout.constants {
            let bank = self.in_variable_bank(0).unwrap_or(Source::Bits(0));
            return self.word_of(bank, word == 4);
        }
        // A word of an address or of another number of 64 bits. The stack pointer is an offset, so only the high word of
        // an address says which memory it is.
        let word = |start: i32, high: u64| match offset - start {
            0 => Some(0),
            4 => Some((high >> 32) as u32),
            _ => None,
        };
        let long = |place: i32, number: i64| match offset - place {
            0 => Some(number as u32),
            4 => Some((number >> 32) as u32),
            _ => None,
        };
        let first = PARAMETERS.cast_signed() + before_parameters(self.kernel) as i64;
        let bank = first - i64::from(start);
        let (first, after) = match self.cubin.sm {
            ..90 => (bank, end.into()),
            _ => (first, bank + i64::from(end)),
        };
        let of_parameters = long(layout.parameters, first).or_else(|| long(layout.end, after));
        let is_environment = |start: &i32| (*start..start + 64).contains(&offset);
        let known = word(layout.local, LOCAL)
            .or_else(|| word(layout.shared?, SHARED))
            .or_else(|| word(layout.grid, 0))
            .or_else(|| word(layout.descriptor, 0))
            .or(of_parameters)
            .or(match offset {
                _ if offset == layout.stack => Some(self.local as u32),
                _ if offset == layout.processors => Some(1),
                _ if offset == layout.reserved => Some(self.reserved()),
                _ if offset == layout.aliases => Some(0),
                _ if layout.environment.iter().any(is_environment) => Some(0),
                _ => None,
            });
        Some(self.word(known?))
    }

    /// Returns a register with the reciprocal of the number of blocks of a cluster. It is rounded up, so that a product
    /// with a multiple of the number is not too small.
    fn reciprocal(&mut self, axis: usize) -> Lowered<Reg> {
        let blocks = self.special_register(Special::Cluster(Cluster::Nctaid(axis)));
        let blocks = self.value("cvt.rn.f32.u32", Width::B32, &[blocks])?;
        self.value("rcp.rp.f32", Width::B32, &[blocks])
    }

    /// Loads a constant at an offset that may depend on a register.
    fn load_constant(
        &mut self,
        constant: Constant,
        distance: i32,
        width: Width,
        is_signed: bool,
        to: Reg,
    ) -> Lowered<()> {
        let offset = constant.offset + distance;
        let (space, start) = match constant.bank {
            PARAMETER_BANK => {
                let within = i64::from(offset) - self.kernel.parameters_at as i64;
                let start = PARAMETERS + before_parameters(self.kernel) as u64;
                let start = start.wrapping_add_signed(within);
                (Space::Parameter, self.bits(Width::B64, start))
            }
            VARIABLE_BANK => {
                let start = self.in_variable_bank(offset.into())?;
                (Space::Constant, self.known(Width::B64, start))
            }
            bank => {
                let own = self.cubin.kernels.iter().position(|one| one.name == self.kernel.name)?;
                let number = banks(self.cubin).position(|one| one == (own, bank))?;
                let number = self.cubin.objects.len() + number;
                let source = Source::Variable(number, i64::from(offset).cast_unsigned());
                (Space::Constant, self.known(Width::B64, source))
            }
        };
        let address = match constant.index {
            Base::Zero => start,
            index => {
                let index = self.base(index, 0);
                let index = self.converted(index, Width::B64, true);
                self.value("add.s64", Width::B64, &[start, index])?
            }
        };
        let (offset, values, order) = (0, vec![Some(to)], Order::default());
        self.push(Action::Load(Access { space, address, offset, width, is_signed, values, order }));
        Some(())
    }

    /// Returns a place in the bank of `__constant__` variables as the address of a variable and a distance. Returns `None` if
    /// the file has no such variable.
    fn in_variable_bank(&self, place: i64) -> Option<Source> {
        let mut objects = self.cubin.objects.iter().enumerate();
        let (number, object) = objects.find(|(_, one)| one.storage == Storage::Constant)?;
        Some(Source::Variable(number, place.wrapping_sub(object.offset as i64).cast_unsigned()))
    }

    /// Returns whether a constant is a word of the driver whose offset depends on the size of the cluster.
    fn is_driver_word(&self, constant: &Constant) -> bool {
        const WORDS: std::ops::RangeInclusive<i32> = 0x250..=0x2cc;
        constant.bank == PARAMETER_BANK && WORDS.contains(&constant.offset) && self.cubin.sm >= 100
    }

    /// Adds the operations of `LDC`, `ULDC` and `LDCU`.
    pub(super) fn load_constants(&mut self, one: &Instruction) -> Lowered<()> {
        let Value::Constant(constant) = source(one, 1)?.value else { return None };
        let (width, is_signed, count) = super::memory::size(one)?;
        if ["IL", "IS", "ISL"].iter().any(|word| one.has(word)) {
            return None;
        }
        let base = destination(one, 0)?;
        let is_fixed = constant.index == Base::Zero || self.is_driver_word(&constant);
        let known = self.patterns.indices.get(&one.address).copied();
        let index = if is_fixed { Some(0) } else { known };
        if index.is_none() && constant.bank == PARAMETER_BANK && constant.offset == 0 {
            // An unknown one of the driver's words.
            return None;
        }
        let mut copies = Vec::new();
        for k in 0..count {
            let distance = 4 * i32::from(k);
            let from = match index {
                Some(index) if width == Width::B32 => {
                    let offset = constant.offset + index;
                    let constant = Constant { index: Base::Zero, offset, ..constant };
                    self.constant_word(constant, distance)?
                }
                _ => {
                    let from = self.temporary(Width::B32);
                    self.load_constant(constant, distance, width, is_signed, from)?;
                    from
                }
            };
            copies.push((self.to(base, k), from));
        }
        copies.into_iter().for_each(|(to, from)| self.copy(to, from, false));
        Some(())
    }

    /// Adds the operations of an instruction that reads a special register.
    pub(super) fn special(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let Operand::Special(number) = one.operands.get(1)? else { return None };
        let base = destination(one, 0)?;
        let is_pair = name == "CS2R" && !one.has("32");
        let from = match number {
            0x00 => self.special_register(Special::LaneId),
            0x02 => self.second_byte(Special::WarpCount)?,
            0x03 => self.second_byte(Special::WarpId)?,
            0x20 => return None,
            0x21..=0x23 => self.special_register(Special::Tid(usize::from(number - 0x21))),
            0x25..=0x27 => self.special_register(Special::Ctaid(usize::from(number - 0x25))),
            0x2f => self.word((SHARED >> 32) as u32),
            0x32 => self.shared_size()?,
            // The lowest stack pointer, the number of the processor, and `SRZ`.
            0x37 | 0x43 | 0xff => self.word(0),
            0x88 => self.special_register(Special::Cluster(Cluster::Ctarank)),
            0x8a => self.special_register(Special::Cluster(Cluster::Nctarank)),
            0x38 => self.special_register(Special::LaneMaskEq),
            0x39 => self.special_register(Special::LaneMaskLt),
            0x3a => self.special_register(Special::LaneMaskLe),
            0x3b => self.special_register(Special::LaneMaskGt),
            0x3c => self.special_register(Special::LaneMaskGe),
            0x50..=0x53 => {
                let is_high = !is_pair && matches!(number, 0x51 | 0x53);
                let to = self.temporary(Width::B64);
                self.push(Action::Clock { to, before: 0, is_high });
                if is_pair {
                    return self.unpack_to(one, 0, to);
                }
                self.converted(to, Width::B32, false)
            }
            _ => return None,
        };
        let to = self.to(base, 0);
        self.copy(to, from, false);
        if is_pair {
            let (high, zero) = (self.to(base, 1), self.word(0));
            self.copy(high, zero, false);
        }
        Some(())
    }

    /// Returns a register whose bits from 8 on are a special register.
    fn second_byte(&mut self, special: Special) -> Lowered<Reg> {
        let (from, amount) = (self.special_register(special), self.word(8));
        self.value("shl.b32", Width::B32, &[from, amount])
    }

    /// Returns the bytes of shared memory that are reserved for the system, as machine code subtracts them.
    fn reserved(&self) -> u32 {
        if self.cubin.sm < 80 { 0 } else { RESERVED_SHARED as u32 }
    }

    /// Returns a register with `%reserved_smem_offset_end` or `%reserved_smem_offset_1`.
    fn reserved_offset(&mut self, is_end: bool) -> Lowered<Reg> {
        match self.cubin.sm {
            ..80 => None,
            80..90 => {
                self.refers_to_reserved = true;
                let register = if is_end { Reserved::End } else { Reserved::Offset(1) };
                Some(self.special_register(Special::Reserved(register)))
            }
            _ if is_end => Some(self.word(RESERVED_SHARED as u32)),
            90..100 => Some(self.word(SECOND_RESERVED as u32)),
            // `%reserved_smem_offset_0`, a constant of the assembler, has this distance already.
            _ => Some(self.word(2 * SECOND_RESERVED as u32)),
        }
    }

    /// Returns a register with the size of shared memory with the reserved part.
    fn shared_size(&mut self) -> Lowered<Reg> {
        // The kernel's own memory may begin with the reserved part.
        let missing = self.reserved().saturating_sub(self.reserved as u32);
        let (own, missing) = (self.special_register(Special::TotalShared), self.word(missing));
        self.value("add.s32", Width::B32, &[own, missing])
    }

    pub(super) fn special_register(&mut self, special: Special) -> Reg {
        self.known(Width::B32, Source::Special(special))
    }

    /// Returns the register that holds the result of the last `BAR.RED`.
    pub(super) fn reduced(&mut self) -> Reg {
        self.own(Own::Reduced)
    }
}
