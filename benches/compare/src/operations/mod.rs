//! The operations, and who computes each.

mod convert;
mod double;
mod half;
mod matrix;
mod single;
mod unit;

use crate::harness::Bench;

/// A name's competitors `ptx` and, where it is built, `before`: one expression, in which `$p` is the
/// crate.
macro_rules! ours {
    ($entry:expr, $p:ident, |$a:pat_param, $b:pat_param, $c:pat_param| $call:expr) => {{
        let entry = $entry.by("ptx", {
            use ptx_core as $p;
            move |$a, $b, $c| $call
        });
        let entry = entry.wide("wide", {
            use ptx_core as $p;
            move |$a, $b, $c| $call
        });
        #[cfg(before)]
        let entry = entry.by("before", {
            use before as $p;
            move |$a, $b, $c| $call
        });
        entry
    }};
}
use ours;

pub fn all() -> Bench {
    let mut bench = Bench::default();
    single::add(&mut bench);
    double::add(&mut bench);
    unit::add(&mut bench);
    half::add(&mut bench);
    convert::add(&mut bench);
    matrix::add(&mut bench);
    bench
}
