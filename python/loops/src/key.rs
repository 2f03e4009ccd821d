//! The name of a loop: a function of `ptx-core` with the types of its operands and its modes.

use ptx_isa::{Argument, Call, Returns};
use std::fmt::Write;

/// Returns the key of a call: `fma_f32(f32, f32, f32, Rounding::Rn, Subnormals::Keep,
/// Saturation::Off)`. For a number that the function receives at run time, the key has the name of its
/// type, such as `Sm` for the architecture.
pub(crate) fn key(call: &Call) -> String {
    let mut key = format!("{}(", call.function);
    for (i, argument) in call.arguments.iter().enumerate() {
        key.push_str(if i == 0 { "" } else { ", " });
        // Writing to a string cannot fail.
        let _ = match argument {
            Argument::Mode(path) => write!(key, "{path}"),
            Argument::Number(name, _) => write!(key, "{name}"),
            value => match value.returns() {
                Some(Returns::Array(ty, count)) => write!(key, "[{}; {count}]", ty.name()),
                Some(Returns::One(ty) | Returns::With(ty) | Returns::WithCondition(ty)) => {
                    write!(key, "{}", ty.name())
                }
                None => Ok(()),
            },
        };
    }
    key.push(')');
    key
}
