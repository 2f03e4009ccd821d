//! Upper bounds for the times of operations on normal numbers (data A of RESULTS.md): throughput, latency,
//! and throughput inside `ptx::wide`. All times are measured in the same run.

use crate::harness::{Bench, Operation};

/// An upper bound for a time.
#[derive(Clone, Copy)]
enum Bound {
    /// Nanoseconds. For times inside `wide`, the bound assumes vectors of 256 or 512 bits.
    Ns(f64),
    /// A multiple of the time of the named native scalar instruction.
    Of(f64, &'static str),
    /// The time of the named ptx-core operation, plus a number of nanoseconds.
    Above(f64, &'static str),
    /// A multiple of the time that the crate `half` takes.
    Half(f64),
    Any,
}
use Bound::{Above, Any, Half, Ns, Of};

/// The operations with their bounds for throughput, latency, and throughput inside `wide`.
const AIMS: &[(&str, Bound, Bound, Bound)] = &[
    ("add.rn.f32", Of(1.0, "add.f32"), Of(1.06, "add.f32"), Of(0.4, "add.f32")),
    ("mul.rn.f32", Of(1.0, "mul.f32"), Of(1.06, "mul.f32"), Of(0.4, "mul.f32")),
    ("div.rn.f32", Of(1.0, "div.f32"), Of(1.06, "div.f32"), Of(0.4, "div.f32")),
    ("rcp.rn.f32", Of(1.0, "div.f32"), Of(1.06, "div.f32"), Of(0.4, "div.f32")),
    ("add.rn.f64", Of(1.5, "add.f64"), Of(1.06, "add.f64"), Of(0.4, "add.f64")),
    ("mul.rn.f64", Of(1.5, "mul.f64"), Of(1.06, "mul.f64"), Of(0.4, "mul.f64")),
    ("div.rn.f64", Of(1.0, "div.f64"), Of(1.06, "div.f64"), Of(0.4, "div.f64")),
    ("rcp.rn.f64", Of(1.0, "div.f64"), Of(1.06, "div.f64"), Of(0.4, "div.f64")),
    ("div.rz.f32", Of(1.5, "div.f32"), Of(1.5, "div.f32"), Of(0.7, "div.f32")),
    ("div.rp.f32", Of(1.5, "div.f32"), Of(1.5, "div.f32"), Of(0.7, "div.f32")),
    ("rcp.rp.f32", Of(1.5, "div.f32"), Of(1.5, "div.f32"), Of(0.7, "div.f32")),
    ("div.rz.f64", Of(2.2, "div.f64"), Of(1.6, "div.f64"), Of(1.0, "div.f64")),
    ("div.rp.f64", Of(2.2, "div.f64"), Of(1.6, "div.f64"), Of(1.0, "div.f64")),
    ("add.rz.f32", Ns(2.0), Of(1.9, "add.f32"), Ns(1.0)),
    ("mul.rz.f32", Ns(2.0), Of(1.9, "mul.f32"), Ns(1.0)),
    ("add.rz.f64", Ns(4.0), Of(2.4, "add.f64"), Ns(1.0)),
    ("mul.rz.f64", Ns(4.0), Of(2.4, "mul.f64"), Ns(1.0)),
    ("fma.rn.f32", Of(2.0, "fma.f32"), Of(1.75, "fma.f32"), Ns(1.2)),
    ("fma.rz.f32", Of(2.0, "fma.f32"), Of(1.75, "fma.f32"), Ns(1.2)),
    ("fma.rp.f32", Of(2.0, "fma.f32"), Of(1.75, "fma.f32"), Ns(1.2)),
    ("fma.rn.f64", Ns(5.0), Of(4.0, "fma.f64"), Ns(1.0)),
    ("fma.rz.f64", Ns(7.0), Of(4.0, "fma.f64"), Ns(2.0)),
    ("fma.rp.f64", Ns(7.0), Of(4.0, "fma.f64"), Ns(2.0)),
    ("sqrt.rn.f32", Of(3.5, "sqrt.f32"), Of(1.9, "sqrt.f32"), Ns(2.0)),
    ("sqrt.rz.f32", Of(3.5, "sqrt.f32"), Of(1.9, "sqrt.f32"), Ns(2.0)),
    ("sqrt.rn.f64", Of(3.0, "sqrt.f64"), Of(2.2, "sqrt.f64"), Ns(5.0)),
    ("sqrt.rz.f64", Of(3.0, "sqrt.f64"), Of(2.2, "sqrt.f64"), Ns(5.0)),
    (
        "mul.rn.ftz.sat.f32",
        Above(0.8, "mul.rn.f32"),
        Above(4.0, "mul.rn.f32"),
        Above(0.3, "mul.rn.f32"),
    ),
    (
        "fma.rn.ftz.sat.f32",
        Above(0.8, "fma.rn.f32"),
        Above(4.0, "fma.rn.f32"),
        Above(0.3, "fma.rn.f32"),
    ),
    (
        "fma.rn.ftz.sat.f16",
        Above(0.8, "fma.rn.f16"),
        Above(4.0, "fma.rn.f16"),
        Above(0.3, "fma.rn.f16"),
    ),
    ("MUFU.RCP", Ns(3.5), Any, Ns(1.5)),
    ("MUFU.RSQ", Ns(3.5), Any, Ns(1.5)),
    ("MUFU.SQRT", Ns(3.5), Any, Ns(1.5)),
    ("MUFU.LG2", Ns(5.0), Any, Ns(2.2)),
    ("MUFU.EX2", Ns(5.0), Any, Ns(2.2)),
    ("MUFU.SIN", Ns(5.0), Any, Ns(2.2)),
    ("MUFU.COS", Ns(5.0), Any, Ns(2.2)),
    ("rcp.approx.f32", Above(1.0, "MUFU.RCP"), Any, Above(0.7, "MUFU.RCP")),
    ("rsqrt.approx.f32", Above(1.0, "MUFU.RSQ"), Any, Above(0.7, "MUFU.RSQ")),
    ("sqrt.approx.f32", Above(1.0, "MUFU.SQRT"), Any, Above(0.7, "MUFU.SQRT")),
    ("lg2.approx.f32", Above(1.0, "MUFU.LG2"), Any, Above(0.7, "MUFU.LG2")),
    ("ex2.approx.f32", Above(1.0, "MUFU.EX2"), Any, Above(0.7, "MUFU.EX2")),
    ("ex2.approx.ftz.f32", Above(1.0, "MUFU.EX2"), Any, Above(0.7, "MUFU.EX2")),
    ("sin.approx.f32", Above(1.0, "MUFU.SIN"), Any, Above(0.7, "MUFU.SIN")),
    ("cos.approx.f32", Above(1.0, "MUFU.COS"), Any, Above(0.7, "MUFU.COS")),
    ("fma.rn.f16", Ns(5.0), Any, Ns(2.5)),
    ("add.rn.f16", Ns(4.0), Any, Ns(2.0)),
    ("mul.rn.f16", Ns(4.0), Any, Ns(2.0)),
    ("fma.rn.bf16", Ns(5.0), Any, Ns(2.5)),
    ("add.rn.bf16", Half(1.1), Any, Half(0.55)),
    ("sub.rn.bf16", Half(1.1), Any, Half(0.55)),
    ("mul.rn.bf16", Half(1.1), Any, Half(0.55)),
    ("fma.rn.f16x2", Ns(10.0), Any, Ns(5.0)),
    ("fma.rn.bf16x2", Ns(10.0), Any, Ns(5.0)),
    ("cvt.rn.f16.f32", Ns(2.0), Any, Ns(0.8)),
    ("cvt.rn.bf16.f32", Ns(0.5), Any, Ns(0.2)),
    ("cvt.rni.s32.f32", Ns(1.5), Any, Ns(0.6)),
];

/// For each of the three bounds in a row of [`AIMS`]: the implementation that is measured, and 0 for throughput or 1 for
/// latency.
const MEASURES: [(&str, usize); 3] = [("ptx", 0), ("ptx", 1), ("wide", 0)];

fn find<'a>(bench: &'a Bench, name: &str) -> Option<&'a Operation> {
    bench.operations.iter().find(|operation| operation.name == name)
}

/// Prints a Markdown table with each time and its bound.
pub fn markdown(bench: &Bench, scalar: &Bench) {
    println!("\n| operation | throughput | latency | wide |\n|---|---|---|---|");
    let (mut all, mut met) = (0, 0);
    for (name, throughput, latency, wide) in AIMS {
        let Some(operation) = find(bench, name) else { continue };
        print!("| `{name}` |");
        for (bound, (ours, what)) in [throughput, latency, wide].into_iter().zip(MEASURES) {
            let time = |operation: &Operation, who: &str| Some(operation.best(who)?[0][what]);
            let bound = match *bound {
                Ns(ns) => Some(ns),
                Of(times, word) => {
                    find(scalar, word).and_then(|o| Some(times * time(o, "scalar")?))
                }
                Above(ns, other) => find(bench, other).and_then(|o| Some(ns + time(o, ours)?)),
                Half(times) => time(operation, "half").map(|half| times * half),
                Any => None,
            };
            let (Some(bound), Some(time)) = (bound, time(operation, ours)) else {
                print!(" |");
                continue;
            };
            let held = time <= 1.02 * bound + 0.01;
            (all, met) = (all + 1, met + usize::from(held));
            let mark = if held { "" } else { ", missed" };
            print!(" {time:.2} of {bound:.2}{mark} |");
        }
        println!();
    }
    println!("\n{met} of {all} aims are met, to 2 %.");
}
