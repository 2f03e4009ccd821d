//! Tests for linear time. A test compares two input sizes in one run, because a limit in seconds would depend on the
//! machine and its load.

use crate::sample;
use std::time::{Duration, Instant};

/// The ratio of the two input sizes.
const FACTOR: u32 = 8;

/// The factor by which the ratio of the times may exceed [`FACTOR`], because of caches and
/// allocations. With quadratic time, the ratio would be the square of [`FACTOR`].
const SLACK: u32 = 3;

/// The coarsest resolution of processor time on supported systems.
const STEP: Duration = Duration::from_millis(10);

/// The maximum number of measurements. A time is the minimum of its measurements. The measurements
/// stop when the ratio is within the limit.
const ROUNDS: usize = 3;

/// Returns the processor time of this thread, or the elapsed time if the system does not report processor times.
fn computed(since: Instant) -> Duration {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// Checks that `work` takes linear time: runs `work` on inputs of `size` and 8 · `size`, and compares the times. Unless
/// tests run in full (`tier.rs`), both sizes are divided by 8.
///
/// # Panics
/// Panics if the larger input takes far more than 8 times as long.
pub fn assert_linear<T>(what: &str, size: usize, input: impl Fn(usize) -> T, work: impl Fn(T)) {
    compare(what, sample(size, 8).max(1), input, work);
}

/// Runs `work` on inputs of `size` and 8 · `size`, and compares the times.
fn compare<T>(what: &str, size: usize, input: impl Fn(usize) -> T, work: impl Fn(T)) {
    let start = Instant::now();
    let time = |size| {
        let input = input(size);
        let begin = computed(start);
        work(input);
        computed(start).saturating_sub(begin)
    };
    let (mut small, mut large) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        small = small.min(time(size));
        large = large.min(time(size * FACTOR as usize));
        if large < small.max(STEP) * FACTOR * SLACK {
            return;
        }
    }
    panic!("{what}: {size} take {small:?}, {FACTOR} times as many {large:?}");
}

#[cfg(test)]
mod tests {
    use super::compare;
    use std::hint::black_box;

    fn steps(count: usize) {
        for i in 0..count {
            black_box(i);
        }
    }

    #[test]
    fn linear_work_passes() {
        compare("a loop", 500_000, |size| size, steps);
    }

    #[test]
    #[should_panic(expected = "a loop in a loop: ")]
    fn quadratic_work_fails() {
        compare("a loop in a loop", 8_000, |size| size, |size| steps(size * size));
    }
}
