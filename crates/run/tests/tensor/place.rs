//! The place of a matrix in shared memory, with the shapes and strides of CUTLASS (`mma_sm100_desc.hpp`), which the
//! engine writes in another way.

/// A pattern: its width in units of 16 bytes and its swizzle, as bits 61 to 63 of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pattern(pub(crate) usize, u64);

pub(crate) const NONE: Pattern = Pattern(1, 0);
pub(crate) const B32: Pattern = Pattern(2, 6);
pub(crate) const B64: Pattern = Pattern(4, 4);
pub(crate) const B128: Pattern = Pattern(8, 2);
/// 128 bytes in atoms of 32 bytes.
pub(crate) const B128_32: Pattern = Pattern(8, 1);

/// A matrix with rows along M or N.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    start: usize,
    pattern: Pattern,
    pub(crate) is_transposed: bool,
    leading: usize,
    stride: usize,
}

impl Place {
    /// Places a matrix of `rows` rows of `length` elements.
    pub(crate) fn new(
        start: usize,
        pattern: Pattern,
        is_transposed: bool,
        [rows, length]: [usize; 2],
    ) -> Self {
        let Pattern(units, _) = pattern;
        let lines = if pattern == B128_32 { 4 } else { 8 };
        let block = 16 * units * lines;
        let (leading, stride) = match (is_transposed, units) {
            (false, _) => (block * rows.div_ceil(8), block),
            (true, 1) => (block, block * length.div_ceil(lines)),
            (true, _) => (block * length.div_ceil(lines), block),
        };
        Self { start, pattern, is_transposed, leading, stride }
    }

    pub(crate) fn descriptor(self) -> u64 {
        let [start, leading, stride] =
            [self.start, self.leading, self.stride].map(|x| (x as u64 >> 4) & 0x3fff);
        start | leading << 16 | stride << 32 | 1 << 46 | self.pattern.1 << 61
    }

    /// Returns the first bit of an element of this many bits.
    pub(crate) fn bit(self, x: usize, k: usize, bits: usize) -> usize {
        let t = 128 / bits;
        let Pattern(u, swizzle) = self.pattern;
        let (leading, stride) = (self.leading * 8 / bits, self.stride * 8 / bits);
        let lines = if swizzle == 1 { 4 } else { 8 };
        let (of_x, of_k): (&[_], &[_]) = match (self.is_transposed, u) {
            (false, 1) => (&[(8, t), (64, stride)], &[(t, 1), (64, leading)]),
            (false, _) => (&[(8, u * t), (64, stride)], &[(t, 1), (u, t), (64, leading)]),
            (true, 1) => (&[(t, 1), (64, stride)], &[(8, t), (64, leading)]),
            (true, _) => (&[(t, 1), (u, t), (64, leading)], &[(lines, u * t), (64, stride)]),
        };
        let index = |mut i: usize, modes: &[(usize, usize)]| {
            let mut sum = 0;
            for (shape, stride) in modes {
                sum += i % shape * stride;
                i /= shape;
            }
            sum
        };
        let bit = (index(x, of_x) + index(k, of_k)) * bits + self.start * 8;
        let byte = bit / 8;
        // `Swizzle<2, 5, 2>`, else `Swizzle<b, 4, 3>`.
        let swizzled = match swizzle {
            1 => byte ^ byte >> 2 & 3 << 5,
            _ => byte ^ byte >> 3 & (u - 1) << 4,
        };
        swizzled * 8 + bit % 8
    }
}
