//! The modes of a call, given as paths of enum variants and as numbers.

use ptx_core::{Combination, Rectification, Saturation, Subnormals};

/// A mode enum of `ptx-core`.
pub trait Mode: Copy {
    /// Returns the variant with a path such as `Rounding::Rn`.
    fn of_path(path: &str) -> Option<Self>;
}

macro_rules! each_mode {
    (
        functions { $($functions:tt)* }
        modes { $($mode:ty: $name:literal $($variant:ident)*;)* }
        numbers { $($numbers:tt)* }
    ) => {
        $(impl Mode for $mode {
            fn of_path(path: &str) -> Option<Self> {
                match path {
                    $(concat!($name, "::", stringify!($variant)) => Some(Self::$variant),)*
                    _ => None,
                }
            }
        })*

        /// Returns whether a path is a variant of a mode enum.
        fn is_known(path: &str) -> bool {
            false $(|| <$mode>::of_path(path).is_some())*
        }
    };
}

ptx_macros::__every_function!(each_mode);

/// The modes and numbers of a call.
#[derive(Clone, Debug, Default)]
pub struct Modes {
    paths: Vec<String>,
    /// Masks and selectors, in order.
    pub(crate) numbers: Vec<u16>,
}

impl Modes {
    /// Adds the variant with a path. Returns `None` if the path is unknown.
    pub fn add(&mut self, path: &str) -> Option<()> {
        is_known(path).then(|| self.paths.push(path.into()))
    }

    /// Adds a mask, a selector or another number.
    pub fn add_number(&mut self, number: u16) {
        self.numbers.push(number);
    }

    /// Returns the variant of a mode enum, or `default` if the call has none.
    pub(crate) fn get<M: Mode>(&self, default: M) -> M {
        self.paths.iter().find_map(|path| M::of_path(path)).unwrap_or(default)
    }

    pub(crate) fn is_flushing(&self) -> bool {
        self.get(Subnormals::Keep) == Subnormals::Flush
    }

    pub(crate) fn is_saturating(&self) -> bool {
        self.get(Saturation::Off) == Saturation::Sat
    }

    pub(crate) fn is_rectifying(&self) -> bool {
        self.get(Rectification::Linear) == Rectification::Relu
    }
}

/// Combines two predicates with arithmetic: `.and` is their product, `.or` a positive sum, and
/// `.xor` an odd sum.
pub(crate) fn combined(p: u64, c: u64, combination: Combination) -> u64 {
    match combination {
        Combination::And => p * c,
        Combination::Or => u64::from(p + c > 0),
        Combination::Xor => (p + c) % 2,
    }
}

#[cfg(test)]
mod tests {
    use super::Modes;
    use ptx_core::{Rounding, Saturation};

    #[test]
    fn modes_are_found_by_their_paths() {
        let mut modes = Modes::default();
        assert_eq!(modes.add("Rounding::Rp"), Some(()));
        assert_eq!(modes.add("Rounding::Rq"), None);
        assert_eq!(modes.get(Rounding::Rn), Rounding::Rp);
        assert_eq!(modes.get(Saturation::Off), Saturation::Off);
    }
}
