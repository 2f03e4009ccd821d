//! Computes correctly rounded `.f32` and `.f64` instructions with MPFR, as a second reference.

use crate::task::Task;
use referee::Words;

#[cfg(not(feature = "mpfr"))]
pub use without::Second;

#[cfg(feature = "mpfr")]
pub use with::Second;

#[cfg(not(feature = "mpfr"))]
mod without {
    use super::{Task, Words};

    /// An empty type, because this build has no MPFR.
    pub enum Second {}

    impl Second {
        /// Returns `None`.
        #[must_use]
        pub fn of(_: &Task) -> Option<Self> {
            None
        }

        /// Cannot be called, because the type has no values.
        #[must_use]
        pub fn compute(&self, _: &Words) -> u64 {
            match *self {}
        }
    }
}

#[cfg(feature = "mpfr")]
mod with {
    use super::{Task, Words};
    use mpfr_reference::{OPERATIONS, Operation, Round, double, saturated, single};
    use ptx_conform::instruction::Computes;
    use ptx_core::Subnormals;
    use ptx_isa::{Argument, Call};

    /// An operation of MPFR and its modes.
    pub struct Second {
        operation: Operation,
        order: &'static [usize],
        is_double: bool,
        round: Round,
        subnormals: Subnormals,
        is_saturating: bool,
    }

    impl Second {
        /// Returns the MPFR operation for a computation. Returns `None` if the computation is not a single call, or if
        /// MPFR does not have the operation.
        #[must_use]
        pub fn of(task: &Task) -> Option<Self> {
            let Computes::Thread(computation, _) = &task.instruction.computes else { return None };
            let Argument::Call(Call { function, arguments, .. }) = &computation.value else {
                return None;
            };
            let has = |mode: &'static str| arguments.contains(&Argument::Mode(mode));
            let (word, ty) = function.split_once('_')?;
            let (_, order, operation) = OPERATIONS.iter().find(|(name, ..)| *name == word)?;
            Some(Self {
                operation: *operation,
                order,
                is_double: match ty {
                    "f32" => false,
                    "f64" => true,
                    _ => return None,
                },
                round: match () {
                    () if has("Rounding::Rz") => Round::Zero,
                    () if has("Rounding::Rm") => Round::Down,
                    () if has("Rounding::Rp") => Round::Up,
                    () => Round::Nearest,
                },
                subnormals: match has("Subnormals::Flush") {
                    true => Subnormals::Flush,
                    false => Subnormals::Keep,
                },
                is_saturating: has("Saturation::Sat"),
            })
        }

        /// Computes the result.
        #[must_use]
        pub fn compute(&self, x: &Words) -> u64 {
            if self.is_double {
                return double(self.operation, self.order, [x[0], x[1], x[2]], self.round);
            }
            let operands = [x[0] as u32, x[1] as u32, x[2] as u32];
            let bits = single(self.operation, operands, self.round, self.subnormals);
            u64::from(if self.is_saturating { saturated(bits) } else { bits })
        }
    }
}
