//! Memory that the host and kernels share: buffers, and the variables of modules.

pub(crate) mod access;
pub(crate) mod accesses;
pub(crate) mod address;
pub(crate) mod area;
pub(crate) mod areas;
pub(crate) mod async_copy;
pub(crate) mod atomic;
pub(crate) mod bulk;
pub(crate) mod cluster;
pub(crate) mod content;
pub(crate) mod copies;
pub(crate) mod heap;
pub(crate) mod journal;
pub(crate) mod launch_control;
pub(crate) mod local;
pub(crate) mod mbarrier;
pub(crate) mod mbarriers;
pub(crate) mod part;
pub(crate) mod placed;
pub(crate) mod places;
pub(crate) mod products;
pub(crate) mod region;
pub(crate) mod regions;
pub(crate) mod rows;
pub(crate) mod shadow;
pub(crate) mod tensor;
pub(crate) mod tensor_map;
pub(crate) mod trails;
pub(crate) mod undo;
pub(crate) mod unstarted;
pub(crate) mod variable;

use crate::launch::argument::Argument;
use crate::memory::address::Buffer;
use crate::memory::content::Content;
use crate::memory::heap::Heap;
use crate::memory::placed::{Occupied, Placed};
use crate::memory::region::Region;
use crate::memory::regions::Regions;
use crate::memory::shadow::Shadow;
use crate::memory::undo::Undo;
use std::collections::HashMap;
use std::sync::Arc;

/// Device memory: buffers, and the variables of the modules that are linked to it.
///
/// Kernels read and write these buffers. If a launch fails, all buffers and variables have the same contents as before
/// the launch. The lifetime is that of borrowed bytes ([`Content`]).
///
/// ```
/// use ptx_run::Memory;
///
/// let mut memory = Memory::new();
/// let x = memory.add(&[1.0f32, 2.0]);
/// assert_eq!(memory.read::<f32>(x), [1.0, 2.0]);
/// assert_eq!(memory.bytes(x)[3], 0x3f);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory<'a> {
    pub(crate) regions: Vec<Region>,
    /// The bytes of each region.
    pub(crate) contents: Vec<Content<'a>>,
    /// The numbers of removed regions, which later regions get.
    free: Vec<usize>,
    pub(crate) placed: Placed,
    /// The variables of the linked modules: the module's number, the variable's name, and its buffer.
    variables: Vec<(u64, Arc<str>, Buffer)>,
    /// The values that variables receive when their module is linked.
    pub(crate) values: HashMap<String, Argument>,
    /// The heap of `malloc`, if a kernel has used it.
    pub(crate) heap: Option<Heap>,
    /// The workspace of a cooperative launch, if a kernel has used it.
    workspace: Option<Buffer>,
    pub(crate) spare: Spare,
}

/// Allocations that later launches reuse, because new allocations would cause page faults.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    pub(crate) undo: Undo,
    /// The records in which each core notes its memory accesses.
    pub(crate) shadows: Vec<Shadow>,
}

impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// An element type of buffers: an integer of 8 to 64 bits, `f32` or `f64`.
pub trait Element: Copy + sealed::Sealed {
    /// Appends the value's bytes, little-endian.
    fn append(self, to: &mut Vec<u8>);
    /// Reads a value from little-endian bytes.
    fn read(bytes: &[u8]) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! elements {
    ($($ty:ident)*) => { $(
        impl sealed::Sealed for $ty {}

        impl Element for $ty {
            fn append(self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Self {
                bytes.try_into().map(Self::from_le_bytes).unwrap_or_default()
            }
        }
    )* };
}
elements! { u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 }

impl<'a> Memory<'a> {
    /// Creates a memory without buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a buffer with these elements.
    pub fn add<T: Element>(&mut self, elements: &[T]) -> Buffer {
        self.add_bytes(bytes_of(elements), false)
    }

    /// Adds a buffer with these bytes. If the buffer is read-only, a kernel that writes to the buffer faults.
    /// [Shared](Content::Shared) bytes are read-only.
    pub fn add_bytes(&mut self, bytes: impl Into<Content<'a>>, is_read_only: bool) -> Buffer {
        let content = bytes.into();
        let is_read_only = is_read_only || matches!(content, Content::Shared(_));
        let buffer = Buffer::numbered(self.next_number());
        self.put(Region::new(buffer, content.bytes().len(), is_read_only), content);
        buffer
    }

    /// Returns the workspace of a cooperative launch, whose bytes are zero. The barrier of the grid in NVIDIA's cooperative
    /// groups is the second word; the first word is the size of the workspace, which they do not read.
    pub(crate) fn workspace(&mut self) -> Buffer {
        const BYTES: usize = 8;
        let buffer = match self.workspace {
            Some(buffer) => buffer,
            None => {
                let buffer = self.add_bytes(vec![0; BYTES], false);
                self.set_name(buffer, "the workspace of the grid");
                *self.workspace.insert(buffer)
            }
        };
        self.contents[buffer.number()] = vec![0; BYTES].into();
        buffer
    }

    /// Returns the number of the next region.
    fn next_number(&self) -> usize {
        self.free.last().copied().unwrap_or(self.regions.len())
    }

    /// Adds a region with the number that [`next_number`](Self::next_number) returns.
    fn put(&mut self, region: Region, content: Content<'a>) {
        match self.free.pop() {
            Some(number) => {
                self.regions[number] = region;
                self.contents[number] = content;
            }
            None => {
                self.regions.push(region);
                self.contents.push(content);
            }
        }
    }

    /// Sets the name of a buffer in messages. Without a name, messages describe a buffer by the parameter that points
    /// to it.
    ///
    /// # Panics
    /// If this memory has no buffer with the number of `buffer`. The function cannot detect a buffer of another memory
    /// whose number is valid here.
    pub fn set_name(&mut self, buffer: Buffer, name: &str) {
        self.regions[buffer.number()].name = Some(name.into());
    }

    /// Returns the bytes of a buffer.
    ///
    /// # Panics
    /// If this memory has no buffer with the number of `buffer`. The function cannot detect a buffer of another memory
    /// whose number is valid here.
    #[must_use]
    pub fn bytes(&self, buffer: Buffer) -> &[u8] {
        self.contents[buffer.number()].bytes()
    }

    /// Returns the elements of a buffer. Bytes after the last whole element are ignored.
    ///
    /// # Panics
    /// If this memory has no buffer with the number of `buffer`. The function cannot detect a buffer of another memory
    /// whose number is valid here.
    #[must_use]
    pub fn read<T: Element>(&self, buffer: Buffer) -> Vec<T> {
        self.bytes(buffer).chunks_exact(size_of::<T>()).map(T::read).collect()
    }

    /// Replaces the contents of a buffer. The buffer gets the size of the elements.
    ///
    /// # Panics
    /// If this memory has no buffer with the number of `buffer`. The function cannot detect a buffer of another memory
    /// whose number is valid here. Also if the size changes, and the bytes are borrowed or at an address of their own.
    pub fn write<T: Element>(&mut self, buffer: Buffer, elements: &[T]) {
        let number = buffer.number();
        let is_placed = self.regions[number].buffer != Buffer::numbered(number);
        match &mut self.contents[number] {
            Content::Owned(bytes) if !is_placed => {
                *bytes = bytes_of(elements);
                self.regions[number].length = bytes.len();
            }
            _ => self.bytes_mut(buffer).copy_from_slice(&bytes_of(elements)),
        }
    }

    /// Sets the value that a variable receives when its module is linked. The value may be shorter than the variable.
    /// For an `.extern` array, the value determines the size. The value is ignored if no variable has this name, or if
    /// an earlier launch has linked the module. Change a linked variable with [`variable`](Self::variable) and
    /// [`write`](Self::write).
    pub fn set_variable(&mut self, name: &str, value: impl Into<Argument>) {
        self.values.insert(name.into(), value.into());
    }

    /// Returns the variable with this name from the modules that are linked to this memory. If several modules have
    /// such a variable, returns the variable of the module that was linked last.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<Buffer> {
        let found = self.variables.iter().rev().find(|(_, known, _)| **known == *name);
        found.map(|(.., buffer)| *buffer)
    }

    /// Returns all regions, for a launch. Their overwritten bytes are saved.
    pub(crate) fn regions(&mut self) -> Regions<'_> {
        let Self { regions, placed, contents, spare, .. } = self;
        Regions::new(regions, placed, contents, Some(&mut spare.undo))
    }

    /// Restores the bytes that the current launch has overwritten.
    pub(crate) fn restore(&mut self) {
        self.spare.undo.restore(&mut self.contents);
    }

    /// Returns the variable with this name of module number `module`.
    pub(crate) fn variable_of(&self, module: u64, name: &str) -> Option<Buffer> {
        let is_it = |known: &&(u64, Arc<str>, Buffer)| known.0 == module && *known.1 == *name;
        self.variables.iter().find(is_it).map(|(.., buffer)| *buffer)
    }

    /// Adds a variable of module number `module`, at an address if one is given.
    ///
    /// # Errors
    /// If another buffer has one of the addresses.
    pub(crate) fn add_variable(
        &mut self,
        module: u64,
        name: &str,
        bytes: Vec<u8>,
        is_constant: bool,
        address: Option<u64>,
    ) -> Result<Buffer, Occupied> {
        let name: Arc<str> = name.into();
        let buffer = match address {
            Some(address) => self.add_placed(address, bytes.into(), is_constant)?,
            None => self.add_bytes(bytes, is_constant),
        };
        self.regions[buffer.number()].variable = Some(Arc::clone(&name));
        self.variables.push((module, name, buffer));
        Ok(buffer)
    }
}

fn bytes_of<T: Element>(elements: &[T]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size_of_val(elements));
    elements.iter().for_each(|element| element.append(&mut bytes));
    bytes
}
