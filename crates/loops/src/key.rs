//! The names of loops. A name consists of the function of `ptx-core`, the types of its operands, and its modes.

use ptx_isa::{Argument, Call};
use std::fmt::Write;

/// Returns the name of the loop in which the modes are constants: `fma_f32(f32, f32, f32, Rounding::Rn,
/// Subnormals::Keep, Saturation::Off)`. An argument that the function receives at run time appears with its type, such
/// as `Sm` for the architecture.
pub(crate) fn constant(call: &Call) -> String {
    key(call, |path| path)
}

/// Returns the name of the loop that receives the modes at run time: `cvt_s8_f64(f64, Rounding, Saturation)`.
pub(crate) fn general(call: &Call) -> String {
    key(call, mode_type)
}

/// Returns the type of a mode, given the path of its variant.
pub(crate) fn mode_type(path: &str) -> &str {
    path.rsplit_once("::").map_or(path, |(ty, _)| ty)
}

fn key(call: &Call, mode: fn(&str) -> &str) -> String {
    let mut key = format!("{}(", call.function);
    for (i, argument) in call.arguments.iter().enumerate() {
        key.push_str(if i == 0 { "" } else { ", " });
        // Writing to a string cannot fail.
        let _ = match argument {
            Argument::Mode(path) => write!(key, "{}", mode(path)),
            Argument::Number(name, _) => write!(key, "{name}"),
            value => match value.returns() {
                Some(returns) => write!(key, "{returns}"),
                None => Ok(()),
            },
        };
    }
    key.push(')');
    key
}
