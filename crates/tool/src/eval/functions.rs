//! Calls functions of `ptx-core` by name. Operands and modes are known only at run time.

use ptx_isa::{Argument, Call, Computation};

/// The results of a function, as bits. `T` is `u64`, or `u128` for instructions with operands of 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results<T = u64> {
    bits: [T; MOST],
    count: usize,
}

/// The maximum number of results of a function. `mov.b64` has four.
const MOST: usize = 4;

/// The maximum number of sources of a function. `cvt.rs` to four elements has five sources. The
/// flags that a machine instruction reads are also sources.
const MOST_SOURCES: usize = 8;

impl<T> Results<T> {
    /// Returns the bits of each result, in the order of the destination operands.
    #[must_use]
    pub fn bits(&self) -> &[T] {
        &self.bits[..self.count]
    }
}

impl Results<u128> {
    fn one(bits: u128) -> Self {
        Self { bits: [bits, 0, 0, 0], count: 1 }
    }
}

/// An argument of a function.
enum Value {
    Bits(Results<u128>),
    Mode(&'static str),
    Number(u16),
}

/// The arguments of a call that have not been evaluated yet, and the sources and carry flag that they use.
struct Arguments<'a> {
    steps: std::slice::Iter<'a, Node>,
    sources: &'a [u128],
    carry: bool,
}

/// The type of a parameter of a function of `ptx-core`.
trait Parameter: Sized {
    /// Converts an argument. Returns `None` if the argument is of another kind.
    fn of(value: &Value) -> Option<Self>;
}

/// A return type of a function of `ptx-core`.
trait Returned {
    /// Converts the returned value to bits.
    fn results(self) -> Results<u128>;
}

macro_rules! operands {
    ($($ty:ty: |$bits:ident| $from:expr, |$value:ident| $to:expr;)*) => { $(
        impl Parameter for $ty {
            fn of(value: &Value) -> Option<Self> {
                let Value::Bits(Results { bits: [$bits, ..], .. }) = *value else { return None };
                Some($from)
            }
        }

        impl Returned for $ty {
            fn results(self) -> Results<u128> {
                let $value = self;
                Results::one($to)
            }
        }
    )* };
}

operands! {
    bool: |bits| bits & 1 == 1, |value| u128::from(value);
    u8: |bits| bits as u8, |value| u128::from(value);
    u16: |bits| bits as u16, |value| u128::from(value);
    u32: |bits| bits as u32, |value| u128::from(value);
    u64: |bits| bits as u64, |value| u128::from(value);
    u128: |bits| bits, |value| value;
    i8: |bits| bits as i8, |value| u128::from(value.cast_unsigned());
    i16: |bits| bits as i16, |value| u128::from(value.cast_unsigned());
    i32: |bits| bits as i32, |value| u128::from(value.cast_unsigned());
    i64: |bits| bits as i64, |value| u128::from(value.cast_unsigned());
    f32: |bits| f32::from_bits(bits as u32), |value| u128::from(value.to_bits());
    f64: |bits| f64::from_bits(bits as u64), |value| u128::from(value.to_bits());
}

impl Parameter for [bool; 2] {
    fn of(value: &Value) -> Option<Self> {
        let Value::Bits(Results { bits: [p, q, ..], count: 2 }) = *value else { return None };
        Some([p & 1 == 1, q & 1 == 1])
    }
}

impl<T: Returned, const N: usize> Returned for [T; N] {
    fn results(self) -> Results<u128> {
        let mut all = Results { count: N, ..Results::default() };
        for (bits, element) in all.bits.iter_mut().zip(self) {
            *bits = element.results().bits[0];
        }
        all
    }
}

impl<T: Returned> Returned for (T, bool) {
    fn results(self) -> Results<u128> {
        let first = self.0.results().bits[0];
        Results { bits: [first, self.1.into(), 0, 0], count: 2 }
    }
}

impl<T: Returned> Returned for (T, bool, bool) {
    fn results(self) -> Results<u128> {
        let first = self.0.results().bits[0];
        Results { bits: [first, self.1.into(), self.2.into(), 0], count: 3 }
    }
}

impl Arguments<'_> {
    /// Evaluates the next argument of the call.
    fn take<T: Parameter>(&mut self) -> Option<T> {
        T::of(&self.steps.next()?.evaluate(self.sources, self.carry)?)
    }
}

/// A function of `ptx-core`. The function returns `None` if the arguments do not fit the parameters.
type Function = fn(&mut Arguments<'_>) -> Option<Results<u128>>;

macro_rules! dispatch {
    (
        functions { $($word:ident $name:literal: $function:expr => ($($parameter:ty),*);)* }
        modes { $($mode:ty: $mode_name:literal $($variant:ident)*;)* }
        numbers { $($number:ident: $number_name:literal;)* }
    ) => {
        $(impl Parameter for $mode {
            fn of(value: &Value) -> Option<Self> {
                let Value::Mode(path) = value else { return None };
                match *path {
                    $(concat!($mode_name, "::", stringify!($variant)) => Some(Self::$variant),)*
                    _ => None,
                }
            }
        })*

        $(impl Parameter for ptx_core::mode::$number {
            fn of(value: &Value) -> Option<Self> {
                let Value::Number(number) = value else { return None };
                Some(Self(*number))
            }
        })*

        /// All functions, sorted by name.
        const FUNCTIONS: &[(&str, Function)] = &[$((
            $name,
            |arguments| Some(Returned::results($function($(arguments.take::<$parameter>()?),*))),
        )),*];
    };
}

include!(concat!(env!("OUT_DIR"), "/functions.rs"));

/// A computation whose functions have been looked up.
pub struct Prepared {
    value: Node,
}

/// A node of a tree of nested calls: the value of a source, a constant argument, or a call whose arguments are nodes.
enum Node {
    Source(usize),
    Mode(&'static str),
    Number(u16),
    Carry,
    Call(Function, Vec<Self>),
    Array(Vec<Self>),
}

impl Prepared {
    /// Looks up the functions of a computation. Returns `None` if one of them does not exist.
    #[must_use]
    pub fn new(computation: &Computation) -> Option<Self> {
        Some(Self { value: Node::new(&computation.value)? })
    }

    /// Computes the results from the bits of the sources and the carry flag. Each element of a vector is a source.
    /// Returns `None` if a source is missing, or if a mode, such as `Rounding::Rn`, does not exist. Returns only the
    /// low half of a 128-bit result. For both halves, use [`compute_wide`](Self::compute_wide).
    #[must_use]
    pub fn compute(&self, sources: &[u64], carry: bool) -> Option<Results> {
        let mut wide = [0; MOST_SOURCES];
        let wide = wide.get_mut(..sources.len())?;
        wide.iter_mut().zip(sources).for_each(|(wide, source)| *wide = u128::from(*source));
        let Results { bits, count } = self.compute_wide(wide, carry)?;
        Some(Results { bits: bits.map(|bits| bits as u64), count })
    }

    /// Does the same as [`compute`](Self::compute) for sources and results of up to 128 bits.
    #[must_use]
    pub fn compute_wide(&self, sources: &[u128], carry: bool) -> Option<Results<u128>> {
        match self.value.evaluate(sources, carry)? {
            Value::Bits(results) => Some(results),
            Value::Mode(_) | Value::Number(_) => None,
        }
    }
}

impl Node {
    fn new(argument: &Argument) -> Option<Self> {
        Some(match argument {
            Argument::Source(i, _) => Self::Source(*i),
            Argument::Mode(path) => Self::Mode(path),
            Argument::Number(_, number) => Self::Number(*number),
            Argument::Carry(_) => Self::Carry,
            Argument::Call(Call { function, arguments, .. }) => {
                let found = FUNCTIONS.binary_search_by_key(&function.as_str(), |row| row.0).ok()?;
                let arguments = arguments.iter().map(Self::new).collect::<Option<_>>()?;
                Self::Call(FUNCTIONS[found].1, arguments)
            }
            Argument::Array(items) => {
                Self::Array(items.iter().map(Self::new).collect::<Option<_>>()?)
            }
        })
    }

    fn evaluate(&self, sources: &[u128], carry: bool) -> Option<Value> {
        Some(match self {
            Self::Source(i) => Value::Bits(Results::one(*sources.get(*i)?)),
            Self::Mode(path) => Value::Mode(path),
            Self::Number(number) => Value::Number(*number),
            Self::Carry => Value::Bits(Results::one(carry.into())),
            Self::Call(function, arguments) => {
                let mut arguments = Arguments { steps: arguments.iter(), sources, carry };
                let results = function(&mut arguments)?;
                if arguments.steps.next().is_some() {
                    return None;
                }
                Value::Bits(results)
            }
            Self::Array(items) => {
                let mut all = Results { count: items.len(), ..Results::default() };
                for (bits, item) in all.bits.iter_mut().zip(items) {
                    let Value::Bits(element) = item.evaluate(sources, carry)? else { return None };
                    *bits = element.bits[0];
                }
                Value::Bits(all)
            }
        })
    }
}
