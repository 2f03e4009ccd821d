//! Reads the lines of the source that machine code was compiled from, which `-lineinfo` adds (DWARF, "Line Number
//! Information").

use gimli::constants::DwLne;
use gimli::{
    AttributeValue, DebugLine, DebugLineOffset, EndianSlice, FileEntry, LineInstruction,
    LineProgramHeader, LineRow, LittleEndian, Reader, Relocate, RelocateReader,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A line of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The path of the file, as the compiler wrote it.
    pub file: Arc<str>,
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The number of the column, or 0 if the compiler wrote none.
    pub column: usize,
    /// The mangled name of the function whose body replaced a call, and the line of the call.
    pub inlined: Option<(Arc<str>, Arc<Line>)>,
}

/// The lines of a section with code. Each line begins at an address.
pub(crate) type Lines = BTreeMap<u64, Arc<Line>>;

/// The extended opcode with which NVIDIA's compilers mark the body of an inlined function. Its operands are the number of
/// the row of the call, counted from 1 in the function, and the offset of the function's name in `.debug_str`.
const INLINED_CALL: DwLne = DwLne(0x90);

/// The size of an address in bytes.
const ADDRESS: u8 = 8;

/// The number of the lowest bits of an address that hold the offset in a section. The other bits hold the section's index.
const OFFSET_BITS: u32 = 40;

/// The addresses of the section with lines, by the offset at which they are stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addresses(BTreeMap<usize, u64>);

impl Addresses {
    /// Adds the address `offset` in a section, which is stored at `place`.
    pub(crate) fn add(&mut self, place: usize, section: usize, offset: u64) {
        self.0.insert(place, (section as u64) << OFFSET_BITS | offset & ((1 << OFFSET_BITS) - 1));
    }
}

impl Relocate for &Addresses {
    fn relocate_address(&self, offset: usize, value: u64) -> gimli::Result<u64> {
        Ok(self.0.get(&offset).copied().unwrap_or(value))
    }

    fn relocate_offset(&self, _: usize, value: usize) -> gimli::Result<usize> {
        Ok(value)
    }
}

/// Reads a section `.debug_line`. `names` is the section `.debug_str`. Returns the lines of each section with code.
///
/// # Errors
/// If the section is cut off, or has a version that is not known.
pub(crate) fn read(
    bytes: &[u8],
    addresses: &Addresses,
    names: &[u8],
) -> gimli::Result<BTreeMap<usize, Lines>> {
    let slice = EndianSlice::new(bytes, LittleEndian);
    let table = DebugLine::from(RelocateReader::new(slice, addresses));
    let (mut found, mut offset) = (BTreeMap::new(), 0);
    while offset < bytes.len() {
        let mut program = table.program(DebugLineOffset(offset), ADDRESS, None, None)?;
        let header = program.header().clone();
        let format = usize::from(header.format().initial_length_size());
        offset = offset.saturating_add(format).saturating_add(header.unit_length());
        let mut instructions = header.instructions();
        let (mut row, mut inlined, mut known) = (LineRow::new(&header), None, Vec::new());
        while let Some(instruction) = instructions.next_instruction(&header)? {
            if let LineInstruction::UnknownExtended(INLINED_CALL, mut operands) = instruction {
                let (call, name) = (operands.read_uleb128()?, operands.read_uleb128()?);
                inlined = (call != 0).then_some((call as usize, name as usize));
                continue;
            }
            if !row.execute(instruction, &mut program)? {
                continue;
            }
            if row.end_sequence() {
                (inlined, known) = (None, Vec::new());
            } else {
                let inlined = inlined.and_then(|(call, name)| {
                    Some((text(names.get(name..)?), Arc::clone(known.get(call - 1)?)))
                });
                let file = row.file(&header).and_then(|file| path(file, &header));
                let line = row.line().map_or(0, |line| line.get() as usize);
                let column = match row.column() {
                    gimli::ColumnType::LeftEdge => 0,
                    gimli::ColumnType::Column(column) => column.get() as usize,
                };
                let line = Line { file: file.unwrap_or_default(), line, column, inlined };
                let line = Arc::new(line);
                known.push(Arc::clone(&line));
                let address = row.address();
                let lines: &mut Lines = found.entry((address >> OFFSET_BITS) as usize).or_default();
                lines.insert(address & ((1 << OFFSET_BITS) - 1), line);
            }
            row.reset(&header);
        }
    }
    Ok(found)
}

/// Returns the text up to the first zero.
fn text(bytes: &[u8]) -> Arc<str> {
    let bytes = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(bytes).into()
}

/// Returns the path of a file.
fn path<R: Reader<Offset = usize>>(
    file: &FileEntry<R>,
    header: &LineProgramHeader<R>,
) -> Option<Arc<str>> {
    let text = |value: AttributeValue<R>| match value {
        AttributeValue::String(name) => Some(name.to_string_lossy().ok()?.into_owned()),
        _ => None,
    };
    let name = text(file.path_name())?;
    match file.directory(header).and_then(text) {
        Some(folder) if !name.starts_with('/') => Some(format!("{folder}/{name}").into()),
        _ => Some(name.into()),
    }
}
