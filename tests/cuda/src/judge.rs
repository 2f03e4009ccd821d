//! The distance of results from the correctly rounded ones, and of configurations from each other.

use crate::functions::{Bound, Claim, FUNCTIONS, Function, KNOWN, Known};
use crate::inputs::inputs;
use crate::options::Options;
use crate::program::{Configuration, Program};
use crate::reference::Correct;

/// How many arguments a question has.
const CHUNK: usize = 1 << 16;

/// How many of the arguments of a function MPFR is asked about before it is measured, and how many
/// of the worst ones afterwards.
const CHECKED: usize = 10_000;
const WORST: usize = 1000;

/// The worst result of a configuration in the range of a claim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worst {
    /// In the unit of the bound.
    pub(crate) error: f64,
    /// What the bound is, there.
    pub(crate) bound: f64,
    pub(crate) at: [u64; 2],
}

impl Worst {
    pub(crate) fn excess(&self) -> f64 {
        self.error - self.bound
    }
}

/// How often two configurations give other bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    /// The numbers of the configurations.
    pub(crate) of: [usize; 2],
    pub(crate) count: u64,
}

/// What was measured of a function.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) number: usize,
    pub(crate) count: u64,
    /// By claim, by configuration; none where the range had no argument.
    pub(crate) worst: Vec<Vec<Option<Worst>>>,
    pub(crate) differences: Vec<Difference>,
    /// Configurations with fast math, and how often their bits are not the intrinsic function's.
    pub(crate) not_intrinsic: Vec<(usize, u64)>,
}

impl Bound {
    /// As a number, at an argument.
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

/// What of a claim fails a measurement: the published bound, or the known excess.
pub(crate) fn limit(function: &Function, claim: &Claim) -> Bound {
    let is_known = |known: &&Known| known.name == function.name && known.range == claim.range;
    KNOWN.iter().find(is_known).map_or(claim.bound, |known| known.most)
}

impl Function {
    /// How many numbers of the format lie between two; a NaN is as far from any other as can be.
    fn distance(&self, a: u64, b: u64) -> u64 {
        if self.value(a).is_nan() || self.value(b).is_nan() {
            return if self.value(a).is_nan() && self.value(b).is_nan() { 0 } else { u64::MAX };
        }
        let sign = if self.is_double() { 1 << 63 } else { 1 << 31 };
        let order =
            |bits: u64| if bits & sign == 0 { i128::from(bits) } else { -i128::from(bits & !sign) };
        order(a).abs_diff(order(b)) as u64
    }

    /// The error of a result in the unit of a bound.
    fn error(&self, bound: Bound, given: u64, result: &Correct) -> f64 {
        let value = self.value(given);
        if !bound.is_absolute() {
            return self.distance(given, result.correct) as f64;
        }
        if value == result.about || value.is_nan() && result.about.is_nan() {
            return 0.0;
        }
        let error = (value - result.about).abs();
        if error.is_nan() { f64::INFINITY } else { error }
    }

    /// Whether `-ftz=true` changes nothing of what goes in and comes out.
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

/// Measures a function in all programs.
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
            program.ask(number, &chunk)?;
        }
        // Meanwhile, the programs compute.
        let correct: Vec<_> = chunk.iter().map(|x| function.correct(*x)).collect();
        let mut given = Vec::new();
        for program in &mut *programs {
            let is_fast = program.configuration.is_fast;
            given.push(Given { is_fast, results: program.answer(number, chunk.len())? });
        }
        for (i, (input, result)) in chunk.iter().zip(&correct).enumerate() {
            worst_inputs.push((measured.judge(*input, result, i, &given), *input));
        }
        keep_worst(&mut worst_inputs);
        measured.count += chunk.len() as u64;
        for difference in &mut measured.differences {
            difference.count += other_bits(difference.of.map(|program| &given[program].results));
        }
        if let Some(intrinsic) = intrinsic {
            compare(intrinsic, programs, &chunk, &given, &mut measured.not_intrinsic)?;
        }
    }
    check(function, worst_inputs.into_iter().map(|(_, input)| input))?;
    Ok(measured)
}

/// What a program gives for the arguments of a question.
struct Given {
    is_fast: bool,
    results: Vec<u64>,
}

fn other_bits([a, b]: [&Vec<u64>; 2]) -> u64 {
    a.iter().zip(b).filter(|(a, b)| a != b).count() as u64
}

impl Measured {
    /// Takes the results for one argument, and gives the greatest excess without fast math.
    fn judge(&mut self, input: [u64; 2], result: &Correct, at: usize, given: &[Given]) -> f64 {
        let function = &FUNCTIONS[self.number];
        let claim = function.claim(input);
        let bound = function.claims[claim].bound;
        let limit = bound.at(function.value(input[0])).unwrap_or_default();
        let is_far = function.is_far_from_flushing(input, result);
        let mut most = f64::NEG_INFINITY;
        for (given, worst) in given.iter().zip(&mut self.worst[claim]) {
            if given.is_fast && !is_far {
                continue;
            }
            let error = function.error(bound, given.results[at], result);
            let now = Worst { error, bound: limit, at: input };
            if worst.is_none_or(|worst| now.excess() > worst.excess()) {
                *worst = Some(now);
            }
            if !given.is_fast && error > 0.0 {
                most = most.max(now.excess());
            }
        }
        most
    }
}

/// Programs with fast math against the intrinsic function that the guide names.
fn compare(
    intrinsic: usize,
    programs: &mut [Program],
    chunk: &[[u64; 2]],
    given: &[Given],
    counts: &mut Vec<(usize, u64)>,
) -> Result<(), String> {
    let fast = programs.iter_mut().enumerate();
    for (i, program) in fast.filter(|(_, program)| program.configuration.is_fast) {
        program.ask(intrinsic, chunk)?;
        let others = program.answer(intrinsic, chunk.len())?;
        let count = other_bits([&others, &given[i].results]);
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
        .map_err(|error| format!("the referee errs: {error}"))
}

/// One target and the next of a toolkit, and two toolkits with one target.
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
