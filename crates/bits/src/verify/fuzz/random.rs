//! The random numbers that choose programs.

/// A sequence of random numbers (splitmix64), which its seed determines.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    pub(super) fn choose<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Returns the bits of an operand: a special number, a small number, a number near 1, or any bits.
    pub(super) fn operand(&mut self) -> u64 {
        const SPECIAL: [u64; 16] = [
            0,
            1,
            0x7c00_7e01,
            0x3c00_fc00,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_0001,
            0x8000_0000,
            0x007f_ffff,
            0x7ff0_0000_0000_0000,
            0xfff0_0000_0000_0000,
            0x7ff8_0000_0000_0000,
            0x8000_0000_0000_0000,
            0x000f_ffff_ffff_ffff,
            0x3ff0_0000_3f80_3c00,
            u64::MAX,
        ];
        match self.below(4) {
            0 => *self.choose(&SPECIAL),
            1 => self.next() % 64,
            2 => 0x3fe0_0000_3f60_3c00 ^ self.next() & 0x800f_ffff_80ff_83ff,
            _ => self.next(),
        }
    }
}
