//! Reads the variables of a cubin with the addresses in their initial values.

use crate::cubin::{Cubin, Error, Object, Pointer, Relocation, Storage};
use crate::reader::{IS_KERNEL, MOST_BYTES, Reader, within};
use crate::relocation::{ADDRESS, Entry, GENERIC, is_function_address};
use object::{Object as _, ObjectSection, ObjectSymbol, SectionIndex, SymbolIndex, SymbolKind};

/// The size of an address in bytes.
const BYTES: usize = 8;
/// The maximum number of bytes of a constant bank.
const BANK: usize = 1 << 16;

impl Reader<'_> {
    /// Reads the variables.
    pub(crate) fn objects(&mut self) -> Result<Vec<Object>, Error> {
        let mut objects = Vec::new();
        let mut total = 0_usize;
        for symbol in self.file.symbols() {
            let Some(index) = symbol.section_index() else { continue };
            let section = self.file.section_by_index(index)?;
            let storage = match section.name()? {
                ".nv.global" | ".nv.global.init" => Storage::Global,
                ".nv.constant3" => Storage::Constant,
                _ => continue,
            };
            if symbol.size() == 0 {
                continue;
            }
            let (start, size) = (symbol.address() as usize, symbol.size() as usize);
            let end = start.checked_add(size).filter(|end| *end as u64 <= section.size());
            let Some(end) = end else {
                return Err(Error("a variable is outside of its section".into()));
            };
            total = within(total.saturating_add(size), MOST_BYTES, "bytes of variables")?;
            if storage == Storage::Constant {
                within(end, BANK, "bytes of `__constant__` variables")?;
            }
            // A section that the file does not contain is filled with zeros.
            let bytes = match self.is_in_file(&section) {
                true => section.data()?.get(start..end).unwrap_or_default().to_vec(),
                false => vec![0; size],
            };
            let name = symbol.name()?.to_string();
            let pointers = Vec::new();
            objects.push(Object { name, storage, offset: start, bytes, pointers });
            self.names.push(symbol.index());
        }
        Ok(objects)
    }

    /// Returns the functions whose addresses are in data or in operands.
    pub(crate) fn addressed_functions(&self) -> Result<Vec<SymbolIndex>, Error> {
        let mut found = Vec::new();
        for section in self.file.sections() {
            let name = section.name()?;
            let is_code = name.starts_with(".text.");
            if !is_code && !name.starts_with(".nv.constant") && name != ".nv.global.init" {
                continue;
            }
            for Entry { symbol, kind, addend, .. } in self.entries(section.index())? {
                let is_address = match is_code {
                    true => is_function_address(kind, addend.unwrap_or(0)),
                    false => kind == ADDRESS,
                };
                let one = self.file.symbol_by_index(symbol)?;
                let object::SymbolFlags::Elf { st_other, .. } = one.flags() else { continue };
                let is_function = one.kind() == SymbolKind::Text && one.is_definition();
                if is_address
                    && is_function
                    && st_other & IS_KERNEL == 0
                    && !found.contains(&symbol)
                {
                    found.push(symbol);
                }
            }
        }
        Ok(found)
    }

    /// Returns the address of a function, unless each kernel has its own.
    pub(crate) fn address_of(&self, symbol: SymbolIndex) -> Option<u64> {
        let of = |all: &[SymbolIndex]| all.iter().position(|one| *one == symbol);
        let external = of(&self.externals).map(Cubin::external_address);
        external.or_else(|| of(&self.addressed).map(Cubin::function_address))
    }

    /// Fills in the addresses of functions in the initial bytes of variables, and finds those of variables.
    ///
    /// # Errors
    /// If bytes are neither.
    pub(crate) fn fill_addresses(&self, objects: &mut [Object]) -> Result<(), Error> {
        for name in [".nv.global.init", ".nv.constant3"] {
            let Some(section) = self.file.section_by_name(name) else { continue };
            let is_here = |one: &SymbolIndex| {
                let found = self.file.symbol_by_index(*one).ok();
                found.and_then(|found| found.section_index()) == Some(section.index())
            };
            let here: Vec<_> = self.names.iter().map(is_here).collect();
            for Entry { offset, symbol, kind, addend } in self.entries(section.index())? {
                let owner = objects.iter_mut().zip(&here).find(|(one, is_here)| {
                    **is_here && (one.offset..one.offset + one.bytes.len()).contains(&offset)
                });
                let Some((owner, _)) = owner else { continue };
                let refuse = || {
                    let name = &owner.name;
                    Error(format!(
                        "the initial value of `{name}` has an address that is not supported"
                    ))
                };
                let at = offset - owner.offset;
                let place = owner.bytes.get_mut(at..at.saturating_add(BYTES));
                let Some(place) = place.and_then(|place| place.first_chunk_mut::<BYTES>()) else {
                    return Err(refuse());
                };
                let addend = addend.unwrap_or(i64::from_le_bytes(*place));
                let object = self.names.iter().position(|one| *one == symbol);
                match (object, self.address_of(symbol)) {
                    (Some(object), _) if matches!(kind, ADDRESS | GENERIC) => {
                        owner.pointers.push(Pointer { offset: at, object, addend });
                    }
                    (None, Some(address)) if kind == ADDRESS => *place = address.to_le_bytes(),
                    _ => return Err(refuse()),
                }
            }
        }
        Ok(())
    }

    /// Returns the relocations of a constant bank.
    pub(crate) fn relocations(
        &self,
        bank: u8,
        index: SectionIndex,
        bytes: &[u8],
    ) -> Result<Vec<Relocation>, Error> {
        let mut found = Vec::new();
        for Entry { offset, symbol, addend, .. } in self.entries(index)? {
            let Some(object) = self.names.iter().position(|one| *one == symbol) else {
                continue;
            };
            let stored = bytes.get(offset..offset.saturating_add(8));
            let Some(stored) = stored.and_then(|stored| stored.try_into().ok()) else {
                return Err(Error("a relocation is outside of its section".into()));
            };
            let addend = addend.unwrap_or(i64::from_le_bytes(stored));
            found.push(Relocation { bank, offset, object, addend });
        }
        Ok(found)
    }
}
