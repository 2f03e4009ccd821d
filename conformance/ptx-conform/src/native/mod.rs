//! The references that confirm digests: float and integer arithmetic on the host, and the digests of the C model in
//! `conformance/model`.

/// Builds a loop that computes the closure `|bits| result` for consecutive operands.
macro_rules! filled {
    (|$x:ident| $result:expr) => {
        Box::new(move |first, results: &mut [u64]| {
            let of = move |$x: u32| u64::from($result);
            ptx_wide::wide(|| {
                // Copy the closure into a local variable, so that LLVM can assume that the loop does not change it.
                let each = of;
                for (first, results) in $crate::sweep::runs(first, results) {
                    for (bits, result) in $crate::sweep::following(first, results) {
                        *result = each(bits);
                    }
                }
            });
        })
    };
}

mod bits;
mod floats;
mod halves;
mod integers;
mod modes;
mod shorter;
mod singles;

use modes::Modes;
use ptx_isa::{Argument, Call};
use std::path::{Path, PathBuf};

/// Returns the file with the digests of the C model for a computation. The file has 4096 digests, each over 16 blocks
/// of 2^16 results.
#[must_use]
pub fn model(name: &str) -> Option<PathBuf> {
    let file = match name {
        "rcp_approx_f32(a, Subnormals::Keep)" => "rcp_approx",
        "rcp_approx_f32(a, Subnormals::Flush)" => "rcp",
        "rsqrt_approx_f32(a, Subnormals::Keep)" => "rsqrt_approx",
        "rsqrt_approx_f32(a, Subnormals::Flush)" => "rsq",
        "sqrt_approx_f32(a, Subnormals::Keep, Sm(50))" => "sqrt_approx_sm50",
        "sqrt_approx_f32(a, Subnormals::Flush, Sm(50))" => "sqrt_approx_ftz_sm50",
        "sqrt_approx_f32(a, Subnormals::Keep, Sm(52))" => "sqrt_approx_sm52",
        "sqrt_approx_f32(a, Subnormals::Flush, Sm(52))" => "sqrt",
        "lg2_approx_f32(a, Subnormals::Keep)" => "lg2_approx",
        "lg2_approx_f32(a, Subnormals::Flush)" => "lg2",
        "ex2_approx_f32(a, Subnormals::Keep, Sm(50))" => "ex2_approx",
        "ex2_approx_f32(a, Subnormals::Flush, Sm(50))" => "ex2_float",
        "sin_approx_f32(a, Subnormals::Keep, Sm(50))" => "sin_approx_sm50",
        "sin_approx_f32(a, Subnormals::Keep, Sm(70))" => "sin_approx_sm70",
        "cos_approx_f32(a, Subnormals::Keep, Sm(50))" => "cos_approx_sm50",
        "cos_approx_f32(a, Subnormals::Keep, Sm(70))" => "cos_approx_sm70",
        "sin_approx_2pi_ftz_f32(a)" => "sin_float",
        "cos_approx_2pi_ftz_f32(a)" => "cos_float",
        "tanh_approx_f32(a)" => "tanh_approx",
        "ex2_approx_f16x2(a)" => "ex2_f16x2",
        "ex2_approx_ftz_bf16x2(a)" => "ex2_bf16x2",
        "tanh_approx_f16x2(a)" => "tanh_f16x2",
        "tanh_approx_bf16x2(a)" => "tanh_bf16x2",
        "rcp64h" => "rcp64h",
        "rsq64h" => "rsq64h",
        _ => return None,
    };
    let blocks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/blocks");
    Some(blocks.join(format!("{file}.bin")))
}

/// The name of a reference, and the function that computes its results.
pub type Reference = (&'static str, Fill);

/// A function that computes the results of consecutive operands. Its first argument is the first operand.
pub type Fill = Box<dyn Fn(u32, &mut [u64]) + Sync>;

/// The name of references that use floats of the host.
const FLOATS: &str = "host floats";
/// The name of references that use exact integers.
const INTEGERS: &str = "exact integers";

/// Returns a reference for a computation with one operand. The reference does not call `ptx-core`.
#[must_use]
pub fn reference(computation: &Argument) -> Option<Reference> {
    let Call { function, arguments, .. } = match computation {
        Argument::Call(call) => call,
        // The computation of a move copies its operand.
        Argument::Source(0, _) => return Some((INTEGERS, filled!(|bits| bits))),
        _ => return None,
    };
    let Some(Argument::Source(0, _)) = arguments.first() else { return None };
    let modes = Modes::of(arguments);
    integers::of(function, &modes)
        .or_else(|| shorter::of(function, &modes))
        .or_else(|| bits::of(function))
        .map(|fill| (INTEGERS, fill))
        .or_else(|| singles::of(function, &modes).map(|fill| (FLOATS, fill)))
        .or_else(|| halves::of(function, &modes))
}
