//! Measures times. In each round, all competitors are measured in turn. The result is the minimum over all
//! rounds.
//!
//! A throughput pass runs over slices, so the compiler may vectorise it. A latency pass is a dependency
//! chain: the previous result is masked to zero and XORed with the first operand. The compiler does not know
//! that the masked value is zero. So the measured latency includes two integer operations and the moves
//! between register files.

use crate::data::{KINDS, Kind, Layout, Random, Range, count, draw};
use std::hint::black_box;
use std::time::Instant;

/// The number of passes in one measurement.
const PASSES: usize = 4;

/// A type of operands and results.
pub trait Word: Copy + 'static {
    const LAYOUT: Layout;
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
    /// Returns the same number, but with a data dependency on `other`, which is masked with `zero`. `zero` must be 0,
    /// but the compiler must not know its value.
    fn after(self, other: u64, zero: u64) -> Self;
}

macro_rules! words {
    ($($t:ty, $u:ty, $exponent:literal, $fraction:literal, $of:expr, $bits:expr;)*) => { $(
        impl Word for $t {
            const LAYOUT: Layout = Layout { exponent_bits: $exponent, fraction_bits: $fraction };
            #[inline(always)]
            fn of(bits: u64) -> $t {
                $of(bits as $u)
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                u64::from($bits(self))
            }
            #[inline(always)]
            fn after(self, other: u64, zero: u64) -> $t {
                $of($bits(self) ^ (other as $u & zero as $u))
            }
        }
    )* };
}

/// The bits of a bfloat16. A plain `u16` holds a binary16.
#[derive(Clone, Copy)]
pub struct Bf16(pub u16);

words! {
    f32, u32, 8, 23, f32::from_bits, f32::to_bits;
    f64, u64, 11, 52, f64::from_bits, f64::to_bits;
    u16, u16, 5, 10, core::convert::identity, core::convert::identity;
    Bf16, u16, 8, 7, Bf16, |x: Bf16| x.0;
    u32, u32, 8, 23, core::convert::identity, core::convert::identity;
    i32, u32, 8, 23, u32::cast_signed, i32::cast_unsigned;
    u64, u64, 11, 52, core::convert::identity, core::convert::identity;
    i64, u64, 11, 52, u64::cast_signed, i64::cast_unsigned;
    bool, u8, 2, 5, |x| x != 0, u8::from;
}

/// The operands a, b and c of a pass. All have the same kind of data.
pub struct Operands<T> {
    places: [Vec<T>; 3],
}

impl<T: Word> Operands<T> {
    fn new(kind: Kind, range: Range) -> Operands<T> {
        let mut random = Random::new(kind as u64 + 1);
        let mut place =
            || (0..count()).map(|_| T::of(draw(kind, range, T::LAYOUT, &mut random))).collect();
        Operands { places: [place(), place(), place()] }
    }
}

/// Runs one pass over the operands and stores the results.
#[inline(always)]
pub fn pass<T: Word, R: Word>(from: &Operands<T>, to: &mut [R], f: impl Fn(T, T, T) -> R) {
    let [a, b, c] = &from.places;
    let count = to.len();
    let (a, b, c) = (&a[..count], &b[..count], &c[..count]);
    for i in 0..count {
        to[i] = f(a[i], b[i], c[i]);
    }
}

/// Runs one pass over the operands as a dependency chain.
#[inline(always)]
fn chain<T: Word, R: Word>(from: &Operands<T>, zero: u64, f: impl Fn(T, T, T) -> R) -> u64 {
    let [a, b, c] = &from.places;
    let count = a.len();
    let (b, c) = (&b[..count], &c[..count]);
    let mut result = 0;
    for i in 0..count {
        result = f(a[i].after(result, zero), b[i], c[i]).bits();
    }
    result
}

fn nanoseconds(mut pass: impl FnMut()) -> f64 {
    pass();
    let start = Instant::now();
    for _ in 0..PASSES {
        pass();
    }
    start.elapsed().as_secs_f64() * 1e9 / (PASSES * count()) as f64
}

/// A function that measures a competitor and returns throughput and latency for each kind of data.
pub type Timer = Box<dyn Fn() -> [[f64; 2]; 3]>;

pub struct Competitor {
    pub name: &'static str,
    /// Measures throughput and latency for each kind of data.
    pub time: Timer,
    /// Runs one throughput pass on normal numbers (data A) inside of [`counted`], where callgrind counts
    /// instructions. Returns the number of results.
    pub once: Box<dyn Fn() -> usize>,
    /// The best throughput and latency for each kind of data, in nanoseconds.
    pub best: [[f64; 2]; 3],
}

pub struct Operation {
    pub name: &'static str,
    pub competitors: Vec<Competitor>,
}

impl Operation {
    /// Returns whether the operation is also measured in a loop inside `ptx::wide`. All other operations are only
    /// measured because a rival (another library) has them.
    pub fn is_main(&self) -> bool {
        self.best("wide").is_some()
    }

    pub fn best(&self, competitor: &str) -> Option<&[[f64; 2]; 3]> {
        Some(&self.competitors.iter().find(|c| c.name == competitor)?.best)
    }
}

/// Collects the competitors of one operation.
pub struct Entry<'a, T> {
    operation: &'a mut Operation,
    range: Range,
    operands: std::marker::PhantomData<T>,
}

impl<T: Word> Entry<'_, T> {
    /// Adds a competitor.
    pub fn by<R: Word>(
        self,
        name: &'static str,
        f: impl Fn(T, T, T) -> R + Copy + 'static,
    ) -> Self {
        self.after(name, || (), f)
    }

    /// Adds the competitors `wide` and `avx2`. They run inside of `ptx_wide::wide`, and inside of the same function
    /// without AVX-512. Only their throughput is measured.
    pub fn wide<R: Word>(self, f: impl Fn(T, T, T) -> R + Copy + 'static) -> Self {
        self.vectors("wide", f, move |operands, results| {
            ptx_wide::wide(|| pass(operands, results, f));
        })
        .vectors("avx2", f, move |operands, results| {
            ptx_wide::__wide_avx2(|| pass(operands, results, f));
        })
    }

    /// Adds a competitor whose pass over the operands is `run`. Only its throughput is measured.
    fn vectors<R: Word>(
        self,
        name: &'static str,
        f: impl Fn(T, T, T) -> R + Copy + 'static,
        run: impl Fn(&Operands<T>, &mut [R]) + 'static,
    ) -> Self {
        let range = self.range;
        let time: Timer = Box::new(move || {
            KINDS.map(|kind| {
                let operands = Operands::<T>::new(kind, range);
                let mut results = vec![R::of(0); count()];
                let throughput =
                    nanoseconds(|| run(black_box(&operands), black_box(&mut results[..])));
                [throughput, f64::INFINITY]
            })
        });
        self.operation.competitors.push(Competitor {
            name,
            time,
            once: once(range, f),
            best: UNKNOWN,
        });
        self
    }

    /// Adds a competitor with a setup function, which for example sets a rounding mode.
    pub fn after<R: Word>(
        self,
        name: &'static str,
        prepare: fn(),
        f: impl Fn(T, T, T) -> R + Copy + 'static,
    ) -> Self {
        let range = self.range;
        let time: Timer = Box::new(move || {
            prepare();
            KINDS.map(|kind| {
                let operands = Operands::<T>::new(kind, range);
                let mut results = vec![R::of(0); count()];
                let throughput = nanoseconds(|| {
                    pass(black_box(&operands), &mut results, f);
                    black_box(&mut results);
                });
                let latency = nanoseconds(|| {
                    black_box(chain(black_box(&operands), black_box(0), f));
                });
                [throughput, latency]
            })
        });
        self.operation.competitors.push(Competitor {
            name,
            time,
            once: once(range, f),
            best: UNKNOWN,
        });
        self
    }
}

/// The times of a competitor that has not been measured.
pub const UNKNOWN: [[f64; 2]; 3] = [[f64::INFINITY; 2]; 3];

fn once<T: Word, R: Word>(
    range: Range,
    f: impl Fn(T, T, T) -> R + 'static,
) -> Box<dyn Fn() -> usize> {
    Box::new(move || {
        let operands = Operands::<T>::new(Kind::A, range);
        let mut results = vec![R::of(0); count()];
        counted(&mut || pass(black_box(&operands), black_box(&mut results), &f));
        results.len()
    })
}

/// Runs a pass. `instructions.sh` makes callgrind count the instructions of this function.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn counted(pass: &mut dyn FnMut()) {
    pass();
    // Prevents a tail call, which would hide the end of this function from callgrind.
    black_box(());
}

/// All operations with their times.
#[derive(Default)]
pub struct Bench {
    pub operations: Vec<Operation>,
}

impl Bench {
    pub fn operation<T: Word>(&mut self, name: &'static str, range: Range) -> Entry<'_, T> {
        self.operations.push(Operation { name, competitors: Vec::new() });
        let operation = self.operations.last_mut().expect("an operation was just added");
        Entry { operation, range, operands: std::marker::PhantomData }
    }

    /// In each round, measures each competitor once.
    pub fn run(&mut self, rounds: usize) {
        for _ in 0..rounds {
            for competitor in self.operations.iter_mut().flat_map(|o| &mut o.competitors) {
                let times = (competitor.time)();
                for (best, time) in
                    competitor.best.as_flattened_mut().iter_mut().zip(times.as_flattened())
                {
                    *best = best.min(*time);
                }
            }
        }
    }
}
