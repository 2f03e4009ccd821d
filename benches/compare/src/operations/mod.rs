//! The operations and their competitors.

mod convert;
mod double;
mod half;
mod matrix;
mod other_conversions;
mod others;
mod single;
mod unit;

use crate::harness::Bench;

/// Adds the competitors `ptx`, `wide` and `avx2` and, if the earlier revision is built, `before`. All evaluate the same
/// expression, where `$p` is the crate. The expression is inlined, as in a user's loop.
macro_rules! ours {
    ($bench:ident.operation::<$t:ty>($name:expr, $range:expr), $p:ident, |$a:pat_param, $b:pat_param, $c:pat_param| $call:expr) => {{
        let entry = $bench.operation::<$t>($name, $range).by("ptx", {
            use ptx_core as $p;
            #[inline(always)]
            fn call($a: $t, $b: $t, $c: $t) -> impl $crate::harness::Word {
                $call
            }
            call
        });
        let entry = entry.wide({
            use ptx_core as $p;
            #[inline(always)]
            fn call($a: $t, $b: $t, $c: $t) -> impl $crate::harness::Word {
                $call
            }
            call
        });
        #[cfg(before)]
        let entry = entry.by("before", {
            use before as $p;
            #[inline(always)]
            fn call($a: $t, $b: $t, $c: $t) -> impl $crate::harness::Word {
                $call
            }
            call
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
    others::add(&mut bench);
    other_conversions::add(&mut bench);
    bench
}
