//! Reads cubins.

use crate::cubin::{Cubin, Error, Kernel, Parameter};
use crate::joined::{self, Joined, Place, Reference, Section, Target};
use crate::lines::{self, Addresses, Lines};
use crate::relocation::{Entry, is_function_address};
use object::elf::{ET_REL, FileHeader64, SHT_NOBITS, SHT_REL, SHT_RELA};
use object::read::elf::{ElfFile64, ElfSection64, ElfSymbol64, FileHeader};
use object::{Object as _, ObjectSection, ObjectSymbol, SectionIndex, SymbolIndex, SymbolKind};
use std::collections::BTreeMap;

/// The bank of `__constant__` variables.
const VARIABLES: u8 = 3;
/// The bank of the sections `.nv.constant.optimizer`.
const OPTIMIZER: u8 = 2;
/// `e_machine` of machine code for NVIDIA GPUs.
const MACHINE: u16 = 190;
/// The version of the file format from which on the architecture is in bits 15:8 of `e_flags`.
const LATER_FORMAT: u8 = 8;
/// The bit of `st_other` that marks a kernel.
pub(crate) const IS_KERNEL: u8 = 0x10;

/// Numbers of attributes in the sections `.nv.info`.
mod attribute {
    pub(super) const MOST_THREADS: u8 = 0x05;
    pub(super) const PARAMETER_BANK: u8 = 0x0a;
    pub(super) const REQUIRED_THREADS: u8 = 0x10;
    pub(super) const STACK: u8 = 0x12;
    pub(super) const PARAMETER: u8 = 0x17;
    pub(super) const REGISTERS: u8 = 0x2f;
    pub(super) const REQUIRED_CLUSTER: u8 = 0x3d;
}

impl Cubin {
    /// Returns whether bytes begin like a cubin.
    #[must_use]
    pub fn is_cubin(bytes: &[u8]) -> bool {
        bytes.starts_with(b"\x7fELF") && bytes.get(18..20) == Some(&MACHINE.to_le_bytes())
    }

    /// Reads a cubin.
    ///
    /// # Errors
    /// If the bytes are no ELF file for NVIDIA GPUs, if the file is relocatable, or if a section is cut off.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        if !Self::is_cubin(bytes) {
            return Err(Error(
                "the file is not a cubin: expected an ELF file for NVIDIA GPUs".into(),
            ));
        }
        let file = ElfFile64::<object::Endianness>::parse(bytes);
        let file = file.map_err(|error| match is_cut_off(bytes) {
            true => {
                let bytes = bytes.len();
                Error(format!("the file is not a valid cubin: it is cut off after {bytes} bytes"))
            }
            false => error.into(),
        })?;
        let endian = file.endian();
        let header: &FileHeader64<_> = file.elf_header();
        if header.e_type(endian) == ET_REL {
            return Err(Error(
                "the file is relocatable, as of `nvcc -rdc=true`: link it with `nvlink`".into(),
            ));
        }
        let flags = header.e_flags(endian);
        let format = header.e_ident().abi_version;
        let sm = if format >= LATER_FORMAT { flags >> 8 & 0xff } else { flags & 0xff };
        let (names, externals, addressed) = (Vec::new(), Vec::new(), Vec::new());
        let mut reader = Reader { file, names, externals, addressed, lines: BTreeMap::new() };
        reader.lines = reader.lines()?;
        reader.cubin(sm)
    }
}

pub(crate) struct Reader<'a> {
    pub(crate) file: ElfFile64<'a, object::Endianness>,
    /// The symbol of each object, by its index in `Cubin::objects`.
    pub(crate) names: Vec<SymbolIndex>,
    /// The symbol of each function that the file does not contain.
    pub(crate) externals: Vec<SymbolIndex>,
    /// The symbol of each function whose address is in data or in an operand, by its index in `Kernel::addressed`.
    pub(crate) addressed: Vec<SymbolIndex>,
    /// The lines of the source for each section with code, by its index.
    lines: BTreeMap<usize, Lines>,
}

impl Reader<'_> {
    fn cubin(mut self, sm: u32) -> Result<Cubin, Error> {
        let mut objects = self.objects()?;
        let is_external =
            |one: &ElfSymbol64<'_, '_, _>| one.is_undefined() && one.kind() == SymbolKind::Text;
        let symbols: Vec<_> = self.file.symbols().filter(is_external).collect();
        self.externals = symbols.iter().map(|one| one.index()).collect();
        let externals = symbols.iter().map(|one| Ok(one.name()?.to_string()));
        let externals = externals.collect::<Result<_, Error>>()?;
        self.addressed = self.addressed_functions()?;
        self.fill_addresses(&mut objects)?;
        let mut kernels = Vec::new();
        let stacks = self.stacks()?;
        let registers = self.registers()?;
        for symbol in self.file.symbols() {
            let object::SymbolFlags::Elf { st_other, .. } = symbol.flags() else { continue };
            if st_other & IS_KERNEL == 0 || !symbol.is_definition() {
                continue;
            }
            let name = symbol.name()?.to_string();
            let Some(section) = symbol.section_index() else { continue };
            let mut kernel = self.kernel(name, section)?;
            kernel.stack = stacks.get(&symbol.index().0).copied().unwrap_or(Some(0));
            kernel.registers = registers.get(&symbol.index().0).copied();
            kernels.push(kernel);
        }
        kernels.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Cubin { sm, kernels, objects, externals })
    }

    /// Returns the bytes of a section. A section that the file does not contain has none.
    pub(crate) fn bytes(&self, index: SectionIndex) -> Result<Vec<u8>, Error> {
        Ok(self.file.section_by_index(index)?.data()?.to_vec())
    }

    /// Returns whether the file contains the bytes of a section.
    pub(crate) fn is_in_file(&self, section: &ElfSection64<'_, '_, object::Endianness>) -> bool {
        section.elf_section_header().sh_type.get(self.file.endian()) != SHT_NOBITS
    }

    fn section(&self, name: &str) -> Option<SectionIndex> {
        self.file.section_by_name(name).map(|section| section.index())
    }

    /// Returns the stack sizes of functions, by the index of their symbol.
    fn stacks(&self) -> Result<BTreeMap<usize, Option<usize>>, Error> {
        let mut stacks = BTreeMap::new();
        if let Some(info) = self.section(".nv.info") {
            for (attribute, value) in attributes(&self.bytes(info)?) {
                if let (attribute::STACK, [symbol, size]) = (attribute, &words(&value)[..]) {
                    let size = (*size != u32::MAX).then_some(*size as usize);
                    within(size.unwrap_or(0), MOST_STACK, "bytes of stack")?;
                    stacks.insert(*symbol as usize, size);
                }
            }
        }
        Ok(stacks)
    }

    /// Returns the numbers of registers of functions, by the index of their symbol.
    fn registers(&self) -> Result<BTreeMap<usize, u32>, Error> {
        let Some(info) = self.section(".nv.info") else { return Ok(BTreeMap::new()) };
        let all = attributes(&self.bytes(info)?);
        let of = |(attribute, value): &(u8, Vec<u8>)| match (*attribute, &words(value)[..]) {
            (attribute::REGISTERS, [symbol, count]) => Some((*symbol as usize, *count)),
            _ => None,
        };
        Ok(all.iter().filter_map(of).collect())
    }

    fn kernel(&self, name: String, code: SectionIndex) -> Result<Kernel, Error> {
        let of_kernel = |section: &str| self.section(&format!("{section}.{name}"));
        let mut places = Vec::new();
        for symbol in &self.addressed {
            let symbol = self.file.symbol_by_index(*symbol)?;
            places.extend(symbol.section_index().map(|section| (section, symbol.address())));
        }
        let Joined { code, functions, addressed, lines, operands } =
            joined::join(code, &places, |index| self.code(index))?;
        within(code.len(), MOST_BYTES, "bytes of code")?;
        let mut kernel = Kernel {
            code,
            operands,
            functions,
            addressed,
            lines,
            parameters: Vec::new(),
            parameters_at: 0,
            banks: BTreeMap::new(),
            relocations: Vec::new(),
            shared: 0,
            reserved: 0,
            registers: None,
            stack: Some(0),
            required_threads: None,
            required_cluster: None,
            most_threads: None,
            name: name.clone(),
        };
        if let Some(shared) = of_kernel(".nv.shared") {
            let size = self.file.section_by_index(shared)?.size() as usize;
            kernel.shared = within(size, MOST_SHARED, "bytes of shared memory")?;
            if self.section(".nv.shared.reserved.0").is_some() {
                kernel.reserved = RESERVED.min(kernel.shared);
            }
        }
        if let Some(info) = of_kernel(".nv.info") {
            let mut parameters = BTreeMap::new();
            for (attribute, value) in attributes(&self.bytes(info)?) {
                let words = words(&value);
                match (attribute, &words[..]) {
                    (attribute::PARAMETER, [_, place, flags]) => {
                        let parameter = Parameter {
                            offset: (place >> 16) as usize,
                            size: (flags >> 18) as usize,
                        };
                        parameters.insert(place & 0xffff, parameter);
                    }
                    (attribute::PARAMETER_BANK, [_, place]) => {
                        kernel.parameters_at = (place & 0xffff) as usize;
                    }
                    (attribute::REQUIRED_THREADS, [x, y, z]) => {
                        kernel.required_threads = Some([*x, *y, *z]);
                    }
                    (attribute::REQUIRED_CLUSTER, [x, y, z]) => {
                        kernel.required_cluster = Some([*x, *y, *z]);
                    }
                    (attribute::MOST_THREADS, [x, y, z]) => {
                        kernel.most_threads = Some(x.saturating_mul(*y).saturating_mul(*z));
                    }
                    _ => {}
                }
            }
            kernel.parameters = parameters.into_values().collect();
        }
        for section in self.file.sections() {
            let Some(rest) = section.name()?.strip_prefix(".nv.constant") else { continue };
            let (bank, owner) = rest.split_once('.').unwrap_or((rest, ""));
            let (bank, owner) = match owner.strip_prefix("optimizer.") {
                Some(owner) if bank.is_empty() => (OPTIMIZER, owner),
                _ => match bank.parse::<u8>() {
                    Ok(bank) => (bank, owner),
                    Err(_) => continue,
                },
            };
            if bank == 0 || bank == VARIABLES || !owner.is_empty() && owner != name {
                continue;
            }
            let mut bytes = self.bytes(section.index())?;
            for Entry { offset, symbol, .. } in self.entries(section.index())? {
                let place = bytes.get_mut(offset..offset.saturating_add(8));
                if let (Some(address), Some(place)) = (self.address_of(symbol), place) {
                    place.copy_from_slice(&address.to_le_bytes());
                }
            }
            kernel.relocations.extend(self.relocations(bank, section.index(), &bytes)?);
            kernel.banks.insert(bank, bytes);
        }
        Ok(kernel)
    }

    /// Reads a section with code.
    fn code(&self, index: SectionIndex) -> Result<Section, Error> {
        let is_function = |one: &ElfSymbol64<'_, '_, _>| {
            one.section_index() == Some(index) && one.kind() == SymbolKind::Text
        };
        let functions = self.file.symbols().filter(is_function).map(|one| one.address());
        let mut references = Vec::new();
        for Entry { offset, symbol: index, kind, addend } in self.entries(index)? {
            let symbol = self.file.symbol_by_index(index)?;
            let addend = addend.unwrap_or(0);
            let of = |all: &[SymbolIndex]| all.iter().position(|one| *one == index);
            let addressed = of(&self.addressed).filter(|_| is_function_address(kind, addend));
            let to = match (of(&self.names), of(&self.externals), addressed) {
                (Some(object), ..) => Place::Other(Target::Object(object)),
                (_, Some(external), _) => Place::Other(Target::External(external)),
                (.., Some(function)) => Place::Other(Target::Function(function)),
                _ => match symbol.section_index() {
                    Some(section) if symbol.kind() == SymbolKind::Text => {
                        Place::Code(section, symbol.address())
                    }
                    _ => Place::Other(Target::Unknown),
                },
            };
            references.push(Reference { offset, kind, to, addend });
        }
        Ok(Section {
            bytes: self.bytes(index)?,
            functions: functions.collect(),
            lines: self.lines.get(&index.0).cloned().unwrap_or_default(),
            references,
        })
    }

    /// Returns the entries of the tables of relocations of a section.
    pub(crate) fn entries(&self, index: SectionIndex) -> Result<Vec<Entry>, Error> {
        let mut found = Vec::new();
        for section in self.file.sections() {
            let header = section.elf_section_header();
            let endian = self.file.endian();
            let table = header.sh_type.get(endian);
            if !matches!(table, SHT_REL | SHT_RELA)
                || header.sh_info.get(endian) as usize != index.0
            {
                continue;
            }
            let data = self.bytes(section.index())?;
            for entry in data.chunks_exact(if table == SHT_RELA { 24 } else { 16 }) {
                let word = |at: usize| {
                    u64::from_le_bytes(entry[at..at + 8].try_into().unwrap_or_default())
                };
                let (offset, symbol) = (word(0) as usize, SymbolIndex((word(8) >> 32) as usize));
                let kind = word(8) as u32;
                let addend = (table == SHT_RELA).then(|| word(16).cast_signed());
                found.push(Entry { offset, symbol, kind, addend });
            }
        }
        Ok(found)
    }

    /// Returns the lines of the source for each section with code. A faulty table has no lines.
    fn lines(&self) -> Result<BTreeMap<usize, Lines>, Error> {
        let Some(index) = self.section(".debug_line") else { return Ok(BTreeMap::new()) };
        let mut addresses = Addresses::default();
        for Entry { offset, symbol, addend, .. } in self.entries(index)? {
            let symbol = self.file.symbol_by_index(symbol)?;
            if let Some(code) = symbol.section_index() {
                let address = symbol.address().wrapping_add_signed(addend.unwrap_or(0));
                addresses.add(offset, code.0, address);
            }
        }
        let names = self.section(".debug_str").map(|names| self.bytes(names)).transpose()?;
        let names = names.unwrap_or_default();
        Ok(lines::read(&self.bytes(index)?, &addresses, &names).unwrap_or_default())
    }
}

/// The maximum number of bytes of all variables.
pub(crate) const MOST_BYTES: usize = 1 << 30;
/// The maximum number of bytes of a thread's local memory, which holds its stack (CUDA Programming Guide, "Technical
/// Specifications per Compute Capability").
const MOST_STACK: usize = 512 << 10;
/// The bytes of shared memory that the system reserves from sm_90 on.
const RESERVED: usize = 1024;
/// A number of bytes of shared memory that exceeds that of every chip.
const MOST_SHARED: usize = 1 << 20;

/// Returns whether an ELF file ends before its header or one of its tables ends.
fn is_cut_off(bytes: &[u8]) -> bool {
    type Header = FileHeader64<object::Endianness>;
    if bytes.len() < size_of::<Header>() {
        return true;
    }
    let Ok(header) = Header::parse(bytes) else { return false };
    let Ok(endian) = header.endian() else { return false };
    let (count, size) = (header.e_shnum(endian), header.e_shentsize(endian));
    let sections = (header.e_shoff(endian), count, size);
    let (count, size) = (header.e_phnum(endian), header.e_phentsize(endian));
    let programs = (header.e_phoff(endian), count, size);
    [sections, programs].iter().any(|(start, count, size)| {
        start.saturating_add(u64::from(*count) * u64::from(*size)) > bytes.len() as u64
    })
}

/// Returns a number, which must not exceed a maximum.
pub(crate) fn within(number: usize, most: usize, what: &str) -> Result<usize, Error> {
    match number <= most {
        true => Ok(number),
        false => Err(Error(format!("the file is not a valid cubin: {number} {what}"))),
    }
}

/// Returns the attributes of a section `.nv.info` with their values.
fn attributes(mut bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    /// The format of an attribute whose value follows and has its own size.
    const SIZED: u8 = 4;
    let mut all = Vec::new();
    while let [format, attribute, low, high, rest @ ..] = bytes {
        let size = usize::from(u16::from_le_bytes([*low, *high]));
        bytes = rest;
        if *format == SIZED {
            let (value, rest) = rest.split_at(size.min(rest.len()));
            all.push((*attribute, value.to_vec()));
            bytes = rest;
        }
    }
    all
}

/// Returns the 32-bit words of a value.
fn words(value: &[u8]) -> Vec<u32> {
    value
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap_or_default()))
        .collect()
}
