//! Functions of [`Memory`] for parts of buffers, and for buffers that are no longer needed.

use crate::memory::address::Buffer;
use crate::memory::content::Content;
use crate::memory::region::Region;
use crate::memory::variable::Variable;
use crate::memory::{Element, Memory, bytes_of};
use crate::module::Module;

impl<'a> Memory<'a> {
    /// Returns the bytes of a buffer for writing.
    ///
    /// # Panics
    /// If this memory has no buffer with the number of `buffer`, or if the buffer has [shared](Content::Shared) bytes.
    pub fn bytes_mut(&mut self, buffer: Buffer) -> &mut [u8] {
        let Some(bytes) = self.contents[buffer.number()].bytes_mut() else {
            panic!("the bytes of buffer {} are shared, so nothing can write them", buffer.number());
        };
        bytes
    }

    /// Returns `count` elements of a buffer, from byte `offset` on.
    ///
    /// # Panics
    /// If the buffer does not have these bytes.
    #[must_use]
    pub fn read_at<T: Element>(&self, buffer: Buffer, offset: usize, count: usize) -> Vec<T> {
        let bytes = &self.bytes(buffer)[offset..][..count * size_of::<T>()];
        bytes.chunks_exact(size_of::<T>()).map(T::read).collect()
    }

    /// Replaces the bytes of a buffer from byte `offset` on by these elements. The other bytes keep their values.
    ///
    /// # Panics
    /// If the buffer does not have these bytes, or if it has [shared](Content::Shared) bytes.
    ///
    /// ```
    /// use ptx_run::Memory;
    ///
    /// let mut memory = Memory::new();
    /// let x = memory.add(&[1u16, 2, 3, 4]);
    /// memory.write_at(x, 2, &[7u16, 8]);
    /// assert_eq!(memory.read::<u16>(x), [1, 7, 8, 4]);
    /// assert_eq!(memory.read_at::<u32>(x, 4, 1), [0x0004_0008]);
    /// ```
    pub fn write_at<T: Element>(&mut self, buffer: Buffer, offset: usize, elements: &[T]) {
        let bytes = bytes_of(elements);
        self.bytes_mut(buffer)[offset..][..bytes.len()].copy_from_slice(&bytes);
    }

    /// Returns the buffer that contains an address, and the offset of the address in it. The address after the last byte
    /// belongs to the buffer, unless another buffer starts there.
    ///
    /// ```
    /// use ptx_run::Memory;
    ///
    /// let mut memory = Memory::new();
    /// let x = memory.add(&[1u32, 2]);
    /// assert_eq!(memory.find(x.address() + 4), Some((x, 4)));
    /// assert_eq!(memory.find(x.address() + 9), None);
    /// ```
    #[must_use]
    pub fn find(&self, address: u64) -> Option<(Buffer, usize)> {
        let (number, offset) = self.nearest(address)?;
        let region = &self.regions[number];
        let offset = usize::try_from(offset).ok().filter(|offset| *offset <= region.length)?;
        Some((region.buffer, offset))
    }

    /// Returns the buffer or variable to which an address belongs, and the offset of the address in it, which may be
    /// outside.
    pub(crate) fn nearest(&self, address: u64) -> Option<(usize, u64)> {
        let (number, offset) = match Buffer::of(address) {
            Some(found) => found,
            None => self.placed.nearest(address)?,
        };
        self.regions.get(number).filter(|region| !region.is_free).map(|_| (number, offset))
    }

    /// Removes a buffer or variable, and returns its bytes. A later buffer may get the same address.
    ///
    /// # Panics
    /// If this memory has no buffer with the number of `buffer`.
    ///
    /// ```
    /// use ptx_run::Memory;
    ///
    /// let mut memory = Memory::new();
    /// let x = memory.add(&[1u8, 2]);
    /// memory.remove(x);
    /// assert_eq!(memory.find(x.address()), None);
    /// assert_eq!(memory.add(&[3u8]), x);
    /// ```
    pub fn remove(&mut self, buffer: Buffer) -> Content<'a> {
        let number = buffer.number();
        let region = &mut self.regions[number];
        if region.is_free {
            return Content::default();
        }
        *region = Region { is_free: true, ..Region::new(Buffer::numbered(number), 0, false) };
        self.free.push(number);
        self.placed.remove(number);
        self.variables.retain(|(.., known)| known.number() != number);
        std::mem::take(&mut self.contents[number])
    }

    /// Removes the variables of a module. A later launch of the module creates them again, with their initial values.
    pub fn unlink(&mut self, module: &Module) {
        let numbers = module.numbers();
        let own = self.variables.iter().filter(|(number, ..)| numbers.contains(number));
        let own: Vec<_> = own.map(|(.., buffer)| *buffer).collect();
        for variable in own {
            self.remove(variable);
        }
    }

    /// Returns the variable with this name of a module that is linked to this memory.
    #[must_use]
    pub fn variable_in(&self, module: &Module, name: &str) -> Option<Buffer> {
        self.variable_of(module.number_of(name)?, name)
    }

    /// Returns the variables of a module that is linked to this memory, in the order of
    /// [`Module::variables`]. An `.extern` variable without a value is omitted.
    #[must_use]
    pub fn variables_in<'m>(&self, module: &'m Module) -> Vec<(&'m Variable, Buffer)> {
        let first = module.numbers().start;
        let buffer = |one: &Variable| self.variable_of(first + one.text, &one.name);
        module.variables().iter().filter_map(|one| Some((one, buffer(one)?))).collect()
    }
}
