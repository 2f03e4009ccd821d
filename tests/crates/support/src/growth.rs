//! Whether work grows in proportion to its input: the ratio of two sizes in one run, never a limit in
//! seconds, which another machine or its load would break.

use crate::sample;
use std::time::{Duration, Instant};

/// The larger input is this many times the smaller one.
const FACTOR: u32 = 8;

/// How far the ratio may be from [`FACTOR`]: caches and allocation cost some, quadratic work costs
/// [`FACTOR`] times as much.
const SLACK: u32 = 3;

/// Systems count processor time in steps of up to this.
const STEP: Duration = Duration::from_millis(10);

/// Times are minima of rounds, which end as soon as the ratio is good.
const ROUNDS: usize = 3;

/// The time that this thread has computed; on systems that do not tell, the time that has passed.
fn computed(since: Instant) -> Duration {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// Does `work` on inputs of `size` and of eight times `size`; an eighth of that in a quick run.
///
/// # Panics
/// If the larger one takes far more than eight times as long.
pub fn assert_linear<T>(what: &str, size: usize, input: impl Fn(usize) -> T, work: impl Fn(T)) {
    let size = sample(size, 8).max(1);
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
    use super::assert_linear;
    use std::hint::black_box;

    fn steps(count: usize) {
        for i in 0..count {
            black_box(i);
        }
    }

    #[test]
    fn linear_work_passes() {
        assert_linear("a loop", 4_000_000, |size| size, steps);
    }

    #[test]
    #[should_panic(expected = "a loop in a loop: ")]
    fn quadratic_work_does_not() {
        assert_linear("a loop in a loop", 32_000, |size| size, |size| steps(size * size));
    }
}
