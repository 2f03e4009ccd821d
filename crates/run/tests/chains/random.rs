//! A random number generator with a fixed seed (G. Marsaglia, "Xorshift RNGs", 2003).

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }

    /// Returns a number of this many bits. Two of three numbers are close to 0, to the sign bit or to the largest number.
    pub(crate) fn edge(&mut self, bits: u32) -> u64 {
        let mask = u64::MAX >> (64 - bits);
        let near = self.next() % 4;
        let number = match self.below(6) {
            0 | 1 => near,
            2 => (1 << (bits - 1)) - 2 + near,
            3 => near.wrapping_neg(),
            _ => self.next(),
        };
        number & mask
    }
}
