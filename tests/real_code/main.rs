//! Tests typical device code against references in f64 or exact arithmetic. The tests also check that some native f32
//! results differ.

mod activation;
mod box_muller;
mod double_single;
mod exact;
mod half_dot;
mod interval;
mod kahan;
mod rows;

/// A generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number in [low, high).
    fn float(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.bits() >> 40) as f32 / (1 << 24) as f32;
        low + (high - low) * unit
    }
}

/// Counts the results of the device code that differ from the native results.
fn differences(results: impl IntoIterator<Item = (f32, f32)>) -> usize {
    results.into_iter().filter(|(device, host)| device.to_bits() != host.to_bits()).count()
}

/// Returns 2^power.
fn two(power: f64) -> f64 {
    power.exp2()
}

#[track_caller]
fn within(result: f32, exact: f64, bound: f64, case: impl std::fmt::Debug) {
    let error = (f64::from(result) - exact).abs();
    assert!(error <= bound, "{case:?}: {result:e}, not {exact:e}; {error:e} is over {bound:e}");
}
