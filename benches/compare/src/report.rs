//! The table.

use crate::data::KINDS;
use crate::harness::Bench;

/// One line for each competitor: throughput / latency on each kind of data.
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
