//! Prints the tables of measured times. Checks the times against gates: limits relative to the rivals and to
//! an earlier revision.

use crate::data::KINDS;
use crate::harness::{Bench, Operation};

/// The rivals: other libraries that compute the same operations. No operation of ptx-core may be slower than the same
/// operation of a rival.
const RIVALS: [&str; 3] = ["softfloat", "apfloat", "half"];

/// Upper bounds for the ratio of the current time to the time of the earlier revision `before`. The columns are
/// the operation, the kind of data (0 is A), 0 for throughput or 1 for latency, and the bound.
const RATIOS: [(&str, usize, usize, f64); 12] = [
    ("fma.rn.f64", 0, 0, 0.25),
    ("fma.rz.f64", 0, 0, 0.4),
    ("fma.rp.f64", 0, 0, 0.4),
    ("fma.rn.f64", 1, 0, 0.7),
    ("sqrt.rn.f64", 0, 1, 0.65),
    ("sqrt.rn.f32", 0, 1, 0.6),
    ("fma.rn.f32", 0, 1, 0.7),
    ("MUFU.LG2", 0, 0, 0.5),
    ("MUFU.EX2 of a float", 0, 0, 0.6),
    ("MUFU.RCP", 0, 0, 0.7),
    ("cvt.rni.s32.f32", 0, 0, 0.3),
    ("cvt.rni.s32.f32", 1, 0, 0.3),
];

/// Prints a line for each competitor: throughput and latency for each kind of data.
pub fn print(bench: &Bench) {
    for operation in &bench.operations {
        println!("{}", operation.name);
        for competitor in &operation.competitors {
            print!("    {:12}", competitor.name);
            for (kind, [throughput, latency]) in KINDS.iter().zip(competitor.best) {
                print!("  {kind:?} {throughput:6.2} / {latency:6.2}");
            }
            println!();
        }
    }
}

fn cell(time: f64) -> String {
    if time.is_finite() { format!("{time:.2}") } else { String::new() }
}

/// Formats the times for several kinds of data. If all formatted times are the same, returns only one of them.
fn cells<const N: usize>(times: [f64; N]) -> String {
    let all = times.map(cell);
    if all.iter().all(|one| *one == all[0]) { all[0].clone() } else { all.join(", ") }
}

fn pair(operation: &Operation, competitor: &str) -> String {
    let Some([[throughput, latency], ..]) = operation.best(competitor) else {
        return String::new();
    };
    match latency.is_finite() {
        true => format!("{} / {}", cell(*throughput), cell(*latency)),
        false => cell(*throughput),
    }
}

fn native(operation: &Operation) -> Option<&[[f64; 2]; 3]> {
    operation.best("native").or(operation.best("native rn"))
}

/// Prints the tables as Markdown, and checks the gates.
pub fn markdown(bench: &Bench) {
    println!(
        "| operation | ptx | to native | wide | AVX2 | before | SoftFloat | apfloat | MPFR | half | libm |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let (main, others): (Vec<_>, Vec<_>) =
        bench.operations.iter().partition(|operation| operation.is_main());
    for operation in &main {
        let ours = operation.best("ptx").expect("ptx-core has the operation");
        let ratio = native(operation).map_or(String::new(), |native| {
            let [throughput, latency] = [0, 1].map(|i| ours[0][i] / native[0][i]);
            match latency.is_finite() {
                true => format!("{throughput:.1} / {latency:.2}"),
                false => format!("{throughput:.1}"),
            }
        });
        print!("| `{}` | {} | {ratio}", operation.name, pair(operation, "ptx"));
        for competitor in ["wide", "avx2"] {
            let time = operation.best(competitor).map(|best| cell(best[0][0]));
            print!(" | {}", time.unwrap_or_default());
        }
        for competitor in ["before", "softfloat", "apfloat", "mpfr", "half", "libm"] {
            print!(" | {}", pair(operation, competitor));
        }
        println!(" |");
    }
    println!("\n| operation | ptx B, C | before B, C | SoftFloat B, C | half B, C |");
    println!("|---|---|---|---|---|");
    for operation in &main {
        print!("| `{}`", operation.name);
        for competitor in ["ptx", "before", "softfloat", "half"] {
            let times = operation.best(competitor);
            let times = times.map(|best| cells([best[1][0], best[2][0]]));
            print!(" | {}", times.unwrap_or_default());
        }
        println!(" |");
    }
    println!("\nOther operations of the competitors, as throughput on A, B, C / latency on A:\n");
    println!("| operation | ptx | SoftFloat | apfloat | half |\n|---|---|---|---|---|");
    for operation in &others {
        print!("| `{}`", operation.name);
        for competitor in ["ptx", "softfloat", "apfloat", "half"] {
            let all = |[a, b, c]: &[[f64; 2]; 3]| {
                format!("{} / {}", cells([a[0], b[0], c[0]]), cell(a[1]))
            };
            print!(" | {}", operation.best(competitor).map(all).unwrap_or_default());
        }
        println!(" |");
    }
    println!();
    let slower = bench.operations.iter().map(rivals).sum::<usize>();
    println!(
        "- {slower} of the times above are greater than a rival's by more than 5 % and 0.1 ns\n"
    );
    for (name, kind, what, bound) in RATIOS {
        let operation = bench.operations.iter().find(|operation| operation.name == name);
        if let Some((ours, before)) =
            operation.and_then(|o| Some((o.best("ptx")?, o.best("before")?)))
        {
            let ratio = ours[kind][what] / before[kind][what];
            let held = if ratio <= bound { "held" } else { "NOT HELD" };
            let what = ["throughput", "latency"][what];
            println!(
                "- `{name}`, {what} on {:?}: {ratio:.2} of before, bound {bound}: {held}",
                KINDS[kind]
            );
        }
    }
}

/// Reports measures in which an operation is slower than a rival by more than 5 % plus 0.1 ns. Returns their
/// number. The measures are the throughputs on all data, and the latency on normal numbers (data A). The
/// latency is not compared with `half`.
fn rivals(operation: &Operation) -> usize {
    let mut slower = 0;
    let ours = operation.best("ptx").expect("ptx-core has the operation");
    for rival in RIVALS {
        let Some(theirs) = operation.best(rival) else { continue };
        for (kind, (ours, theirs)) in KINDS.iter().zip(ours.iter().zip(theirs)) {
            for (what, name) in ["throughput", "latency"].into_iter().enumerate() {
                let counts = what == 0 || (*kind == KINDS[0] && rival != "half");
                if counts && ours[what] > 1.05 * theirs[what] + 0.1 {
                    slower += 1;
                    println!(
                        "- `{}`, {name} on {kind:?}: {:.2}, {rival} {:.2}: NOT HELD",
                        operation.name, ours[what], theirs[what]
                    );
                }
            }
        }
    }
    slower
}
