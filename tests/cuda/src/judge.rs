//! Measures the distance of results from the correctly rounded results. Counts results that differ between
//! configurations.

use crate::functions::{Bound, Claim, FUNCTIONS, Function, KNOWN, Known};
use crate::inputs::inputs;
use crate::options::Options;
use crate::program::{Configuration, Program};
use crate::reference::Correct;

/// The number of arguments that are sent to a program in one request.
const CHUNK: usize = 1 << 16;

/// The number of arguments for which MPFR checks the reference of a function before the measurement. After the
/// measurement, MPFR also checks the reference for the [`WORST`] arguments with the largest errors.
const CHECKED: usize = 10_000;
/// The number of arguments with the largest errors that MPFR checks after the measurement.
const WORST: usize = 1000;

/// The largest error of a configuration for the arguments in the range of a claim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worst {
    /// The error, in the unit of the bound.
    pub(crate) error: f64,
    /// The bound for the argument `at`.
    pub(crate) bound: f64,
    pub(crate) at: [u64; 2],
}

impl Worst {
    pub(crate) fn excess(&self) -> f64 {
        self.error - self.bound
    }
}

/// The number of arguments for which the results of two configurations differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    /// The indices of the configurations.
    pub(crate) of: [usize; 2],
    pub(crate) count: u64,
}

/// The measurements of a function.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) number: usize,
    pub(crate) count: u64,
    /// The largest error for each claim and configuration. `None` if no argument was in the range of the
    /// claim.
    pub(crate) worst: Vec<Vec<Option<Worst>>>,
    pub(crate) differences: Vec<Difference>,
    /// A pair for each configuration with fast math. The pair has the index of the configuration, and the number of
    /// results that differ from the results of the intrinsic function. The guide says that this intrinsic function
    /// replaces the measured function.
    pub(crate) not_intrinsic: Vec<(usize, u64)>,
}

impl Bound {
    /// Returns the bound for an argument.
    pub(crate) fn at(self, x: f64) -> Option<f64> {
        match self {
            Self::Ulps(ulps) => Some(ulps.into()),
            Self::Growing(_, ulps) => Some(ulps(x)),
            Self::Power(power) => Some(power.exp2()),
            Self::Absolute(bound) => Some(bound),
            Self::Unpublished => None,
        }
    }

    pub(crate) fn is_absolute(self) -> bool {
        matches!(self, Self::Power(_) | Self::Absolute(_))
    }
}

/// Returns the bound above which the measurement fails: the published error, or the known larger error.
pub(crate) fn limit(function: &Function, claim: &Claim) -> Bound {
    let is_known = |known: &&Known| known.name == function.name && known.range == claim.range;
    KNOWN.iter().find(is_known).map_or(claim.bound, |known| known.max)
}

impl Function {
    /// Returns the distance of two numbers in ulps. Returns 0 for two NaNs, and `u64::MAX` for a NaN and a number.
    fn distance(&self, a: u64, b: u64) -> u64 {
        if self.value(a).is_nan() || self.value(b).is_nan() {
            return if self.value(a).is_nan() && self.value(b).is_nan() { 0 } else { u64::MAX };
        }
        let sign = if self.is_double() { 1 << 63 } else { 1 << 31 };
        let order =
            |bits: u64| if bits & sign == 0 { i128::from(bits) } else { -i128::from(bits & !sign) };
        order(a).abs_diff(order(b)) as u64
    }

    /// Returns the error of a result in the unit of the bound.
    fn error(&self, bound: Bound, computed: u64, result: &Correct) -> f64 {
        let value = self.value(computed);
        if !bound.is_absolute() {
            return self.distance(computed, result.correct) as f64;
        }
        if value == result.about || value.is_nan() && result.about.is_nan() {
            return 0.0;
        }
        let error = (value - result.about).abs();
        if error.is_nan() { f64::INFINITY } else { error }
    }

    /// Returns whether the arguments and the result are far from numbers that `-ftz=true` flushes. Each argument and
    /// the result must be an `f64`, zero, NaN, or at least 2^-125 in magnitude.
    fn is_far_from_flushing(&self, [x, y]: [u64; 2], result: &Correct) -> bool {
        let least = 2.0 * f64::from(f32::MIN_POSITIVE);
        let is_far = |x: f64| self.is_double() || x == 0.0 || x.abs() >= least || x.is_nan();
        is_far(self.value(x)) && is_far(self.value(y)) && is_far(result.about)
    }

    fn claim(&self, input: [u64; 2]) -> usize {
        let [x, y] = input.map(|bits| self.value(bits));
        self.claims.iter().position(|claim| (claim.holds)(x, y)).unwrap_or_default()
    }
}

/// Measures a function in the programs of all configurations.
pub(crate) fn measure(
    number: usize,
    programs: &mut [Program],
    options: &Options,
) -> Result<Measured, String> {
    let function = &FUNCTIONS[number];
    check(function, inputs(function, CHECKED as u64, false).take(CHECKED))?;
    let mut measured = Measured {
        number,
        count: 0,
        worst: vec![vec![None; programs.len()]; function.claims.len()],
        differences: pairs(programs),
        not_intrinsic: Vec::new(),
    };
    let intrinsic = FUNCTIONS.iter().position(|other| function.fast == Some(other.name));
    let mut worst_inputs = Vec::new();
    let mut inputs = inputs(function, options.samples, options.all);
    loop {
        let chunk: Vec<_> = inputs.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            break;
        }
        for program in &mut *programs {
            program.send(number, &chunk)?;
        }
        // Compute the references while the programs compute their results.
        let correct: Vec<_> = chunk.iter().map(|x| function.correct(*x)).collect();
        let mut computed = Vec::new();
        for program in &mut *programs {
            let is_fast = program.configuration.is_fast;
            computed.push(Computed { is_fast, results: program.receive(number, chunk.len())? });
        }
        for (i, (input, result)) in chunk.iter().zip(&correct).enumerate() {
            worst_inputs.push((measured.judge(*input, result, i, &computed), *input));
        }
        keep_worst(&mut worst_inputs);
        measured.count += chunk.len() as u64;
        for difference in &mut measured.differences {
            difference.count += other_bits(difference.of.map(|program| &computed[program].results));
        }
        if let Some(intrinsic) = intrinsic {
            compare(intrinsic, programs, &chunk, &computed, &mut measured.not_intrinsic)?;
        }
    }
    check(function, worst_inputs.into_iter().map(|(_, input)| input))?;
    Ok(measured)
}

/// The results of a program for a chunk of arguments.
struct Computed {
    is_fast: bool,
    results: Vec<u64>,
}

fn other_bits([a, b]: [&Vec<u64>; 2]) -> u64 {
    a.iter().zip(b).filter(|(a, b)| a != b).count() as u64
}

impl Measured {
    /// Records the results of all configurations for one argument. Returns the largest excess of an error over its
    /// bound, among the configurations without fast math.
    fn judge(
        &mut self,
        input: [u64; 2],
        result: &Correct,
        at: usize,
        computed: &[Computed],
    ) -> f64 {
        let function = &FUNCTIONS[self.number];
        let claim = function.claim(input);
        let bound = function.claims[claim].bound;
        let limit = bound.at(function.value(input[0])).unwrap_or_default();
        let is_far = function.is_far_from_flushing(input, result);
        let mut max = f64::NEG_INFINITY;
        for (computed, worst) in computed.iter().zip(&mut self.worst[claim]) {
            if computed.is_fast && !is_far {
                continue;
            }
            let error = function.error(bound, computed.results[at], result);
            let now = Worst { error, bound: limit, at: input };
            if worst.is_none_or(|worst| now.excess() > worst.excess()) {
                *worst = Some(now);
            }
            if !computed.is_fast && error > 0.0 {
                max = max.max(now.excess());
            }
        }
        max
    }
}

/// Compares results under `-use_fast_math` with those of the intrinsic function `FUNCTIONS[intrinsic]`. The guide says
/// that this intrinsic function replaces the measured function. Adds the number of differences to `counts`, for each
/// configuration.
fn compare(
    intrinsic: usize,
    programs: &mut [Program],
    chunk: &[[u64; 2]],
    computed: &[Computed],
    counts: &mut Vec<(usize, u64)>,
) -> Result<(), String> {
    let fast = programs.iter_mut().enumerate();
    for (i, program) in fast.filter(|(_, program)| program.configuration.is_fast) {
        program.send(intrinsic, chunk)?;
        let others = program.receive(intrinsic, chunk.len())?;
        let count = other_bits([&others, &computed[i].results]);
        match counts.iter_mut().find(|(number, _)| *number == i) {
            Some((_, sum)) => *sum += count,
            None => counts.push((i, count)),
        }
    }
    Ok(())
}

fn keep_worst(inputs: &mut Vec<(f64, [u64; 2])>) {
    if inputs.len() > WORST {
        inputs.select_nth_unstable_by(WORST, |a, b| b.0.total_cmp(&a.0));
        inputs.truncate(WORST);
    }
}

fn check(function: &Function, mut inputs: impl Iterator<Item = [u64; 2]>) -> Result<(), String> {
    if function.is_double() {
        return Ok(());
    }
    inputs
        .try_for_each(|input| function.check(input))
        .map_err(|error| format!("the reference is wrong: {error}"))
}

/// Returns the pairs of configurations to compare: successive targets of the same toolkit, and different
/// toolkits with the same target.
fn pairs(programs: &[Program]) -> Vec<Difference> {
    let mut pairs = Vec::new();
    for (j, b) in programs.iter().enumerate() {
        let b = &b.configuration;
        let alike =
            |a: &Configuration| a.is_fast == b.is_fast && a.toolkit.version == b.toolkit.version;
        let last = programs[..j].iter().rposition(|a| alike(&a.configuration));
        pairs.extend(last.map(|i| Difference { of: [i, j], count: 0 }));
        for (i, a) in programs[..j].iter().enumerate() {
            let a = &a.configuration;
            if a.is_fast == b.is_fast && a.target == b.target {
                pairs.push(Difference { of: [i, j], count: 0 });
            }
        }
    }
    pairs
}
