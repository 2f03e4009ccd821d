//! Tests `tcgen05`.

mod cases;
mod faults;
mod launch;
mod moves;
mod pipelines;
mod place;
mod products;
mod races;

/// Pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: u64) -> u64 {
        (self.next() >> 20) % count
    }

    fn words(&mut self, count: usize) -> Vec<u32> {
        (0..count).map(|_| (self.next() >> 16) as u32).collect()
    }
}
