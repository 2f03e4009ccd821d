//! Joins the code of a kernel with the functions in other sections that it calls, as they are in files that were linked.

use crate::lines::Lines;
use crate::relocation::{HIGH, LOW};
use object::SectionIndex;
use std::collections::{BTreeMap, HashMap};

/// The alignment of code, in bytes.
const ALIGNMENT: usize = 128;
const INSTRUCTION: usize = 16;
const NOP: u128 = 0x000f_c000_0000_0000_0000_0000_0000_7918;
/// The opcode of `CALL.ABS` of a number.
const CALL: u16 = 0x943;
/// The opcode of `CALL.ABS` of a register.
const CALL_OF_REGISTER: u16 = 0x343;

/// An operand that is an address. The loader fills it in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressOperand {
    /// What the address is of.
    pub target: Target,
    /// The number that is added to the address.
    pub addend: i64,
    /// Whether the operand is the upper half of the address.
    pub is_high: bool,
}

/// What an address is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Anything else, or a kind of relocation that this crate does not know.
    Unknown,
    /// The variable with this index in [`Cubin::objects`](crate::Cubin::objects).
    Object(usize),
    /// The function with this index in [`Cubin::externals`](crate::Cubin::externals).
    External(usize),
    /// The function with this index in [`Kernel::addressed`](crate::Kernel::addressed).
    Function(usize),
}

/// A section with code.
pub(crate) struct Section {
    pub(crate) bytes: Vec<u8>,
    /// The offsets of its functions.
    pub(crate) functions: Vec<u64>,
    pub(crate) lines: Lines,
    pub(crate) references: Vec<Reference>,
}

/// A relocation of code.
pub(crate) struct Reference {
    pub(crate) offset: usize,
    pub(crate) kind: u32,
    pub(crate) to: Place,
    pub(crate) addend: i64,
}

/// What a relocation refers to.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// An offset in a section with code.
    Code(SectionIndex, u64),
    Other(Target),
}

/// The code of a kernel and of the functions that it calls.
#[derive(Default)]
pub(crate) struct Joined {
    pub(crate) code: Vec<u8>,
    /// The addresses of the functions apart from the kernel itself.
    pub(crate) functions: Vec<u64>,
    /// The addresses of the functions whose addresses other code or data contain, if the code may call them.
    pub(crate) addressed: Vec<u64>,
    pub(crate) lines: Lines,
    pub(crate) operands: BTreeMap<u64, AddressOperand>,
}

/// Joins a section with those that it refers to. If the code calls an address in a register, joins the functions in
/// `addressed`, too. `read` reads a section.
pub(crate) fn join<E>(
    first: SectionIndex,
    addressed: &[(SectionIndex, u64)],
    read: impl Fn(SectionIndex) -> Result<Section, E>,
) -> Result<Joined, E> {
    let mut joined = Joined::default();
    let mut starts = HashMap::new();
    let mut references = Vec::new();
    let mut left = vec![first];
    while let Some(index) = left.pop() {
        if starts.contains_key(&index) {
            continue;
        }
        joined.code.resize(joined.code.len().next_multiple_of(INSTRUCTION), 0);
        let start = joined.code.len().next_multiple_of(ALIGNMENT);
        let gap = (start - joined.code.len()) / INSTRUCTION;
        joined.code.extend(NOP.to_le_bytes().repeat(gap));
        starts.insert(index, start as u64);
        let section = read(index)?;
        if section.calls_a_register() {
            left.extend(addressed.iter().map(|(section, _)| *section));
        }
        joined.code.extend(&section.bytes);
        let moved = |offset: u64| (start as u64).wrapping_add(offset);
        joined.functions.extend(section.functions.into_iter().map(moved).filter(|at| *at != 0));
        joined.lines.extend(section.lines.into_iter().map(|(at, line)| (moved(at), line)));
        for reference in section.references {
            if let Place::Code(to, _) = reference.to {
                left.push(to);
            }
            references.push((start.wrapping_add(reference.offset), reference));
        }
    }
    let address = |(section, offset): &(_, u64)| Some(starts.get(section)?.wrapping_add(*offset));
    joined.addressed = addressed.iter().map(address).collect::<Option<_>>().unwrap_or_default();
    for (at, Reference { kind, to, addend, .. }) in references {
        let is_known = matches!(kind, LOW | HIGH) || joined.is_call(at);
        let target = match to {
            Place::Code(section, offset) if is_known => {
                let address = starts[&section].wrapping_add(offset).wrapping_add_signed(addend);
                joined.write(at, if kind == HIGH { address >> 32 } else { address });
                continue;
            }
            Place::Other(target) if is_known => target,
            _ => Target::Unknown,
        };
        let operand = AddressOperand { target, addend, is_high: kind == HIGH };
        joined.operands.insert(at as u64, operand);
    }
    Ok(joined)
}

impl Section {
    fn calls_a_register(&self) -> bool {
        self.bytes.chunks_exact(INSTRUCTION).any(|word| opcode(word) == Some(CALL_OF_REGISTER))
    }
}

/// Returns the opcode of the instruction at the start of some code.
fn opcode(code: &[u8]) -> Option<u16> {
    Some(u16::from_le_bytes(*code.first_chunk()?) & 0xfff)
}

impl Joined {
    /// Returns whether the instruction at an offset is `CALL.ABS` of a number.
    fn is_call(&self, at: usize) -> bool {
        self.code.get(at..).and_then(opcode) == Some(CALL)
    }

    /// Writes the low 32 bits of a number to bits 63:32 of the instruction at an offset.
    fn write(&mut self, at: usize, number: u64) {
        let instruction = self.code.get_mut(at..).and_then(|code| code.first_chunk_mut::<8>());
        if let Some(instruction) = instruction {
            instruction[4..].copy_from_slice(&(number as u32).to_le_bytes());
        }
    }
}
