//! The bytes of global memory that a launch reads and writes.

use crate::memory::address::Buffer;
use crate::memory::region::Region;

/// The bytes of one buffer or variable that a launch read, and those that it wrote. A launch records these bytes only
/// if it runs a range of blocks. In the fields `read` and `written`, bit `i % 8` of element `i / 8` is 1 if byte `i`
/// was read or written.
///
/// ```
/// use ptx_run::{Grid, Memory, Module, Options};
///
/// let text = "
/// .version 8.0
/// .target sm_80
/// .address_size 64
/// .visible .entry number(.param .u64 y)
/// {
///     .reg .b32 %r<2>;
///     .reg .b64 %rd<4>;
///     ld.param.u64 %rd1, [y];
///     mov.u32 %r1, %ctaid.x;
///     mul.wide.u32 %rd2, %r1, 4;
///     add.s64 %rd3, %rd1, %rd2;
///     st.global.u32 [%rd3], %r1;
///     ret;
/// }";
/// let kernel = Module::new("number.ptx", text)?.kernel("number")?;
/// let mut memory = Memory::new();
/// let y = memory.add(&[9u32; 4]);
/// let options = Options::default().blocks(1..3);
/// let report = kernel.launch(Grid::new(4, 1), &[y.into()], &mut memory, &options)?;
/// assert_eq!(memory.read::<u32>(y), [9, 1, 2, 9]);
/// assert_eq!(report.accesses[0].written, [0xf0, 0x0f]);
/// assert_eq!(report.accesses[0].read, [0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Accesses {
    /// The buffer or variable.
    pub buffer: Buffer,
    /// The bytes that the launch read, one bit for each byte.
    pub read: Vec<u8>,
    /// The bytes that the launch wrote, one bit for each byte.
    pub written: Vec<u8>,
}

impl Accesses {
    /// Returns an empty record for each region. Accesses to read-only regions are not recorded.
    pub(crate) fn of(regions: &[Region]) -> Vec<Self> {
        let buffers = regions.iter().map(|region| {
            let length = if region.is_read_only { 0 } else { region.length.div_ceil(8) };
            Self { buffer: region.buffer, read: vec![0; length], written: vec![0; length] }
        });
        buffers.collect()
    }

    /// Records an access to the `bytes` bytes from byte `place` on.
    pub(crate) fn mark(&mut self, place: usize, bytes: usize, writes: bool) {
        let bits = if writes { &mut self.written } else { &mut self.read };
        let end = place + bytes;
        for (i, byte) in bits.iter_mut().enumerate().take(end.div_ceil(8)).skip(place / 8) {
            let first = place.saturating_sub(8 * i);
            let last = (end - 8 * i).min(8);
            *byte |= (0xff << first & 0xff >> (8 - last)) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Accesses;
    use crate::memory::address::Buffer;
    use crate::memory::region::Region;

    #[test]
    fn each_byte_has_its_bit() {
        let region = Region::new(Buffer::numbered(0), 37, false);
        for place in 0..37 {
            for bytes in 1..=37 - place {
                let mut all = Accesses::of(std::slice::from_ref(&region));
                all[0].mark(place, bytes, true);
                let is_set = |i: usize| all[0].written[i / 8] >> (i % 8) & 1 == 1;
                assert!((0..40).all(|i| is_set(i) == (place..place + bytes).contains(&i)));
                assert_eq!(all[0].read, [0; 5]);
            }
        }
    }
}
