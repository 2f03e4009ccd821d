//! What each operation costs here, and what it costs with the alternatives, in one process.
//!
//! ```text
//! cargo run --release -- [--rounds N] [part of a name]
//! cargo run --release -- --check N             # bits, on N operands of each operation and rounding
//! cargo run --release -- --names               # of the operations
//! cargo run --release -- --once NAME           # one pass, for instructions.sh
//! cargo run --release -- --markdown            # the tables of RESULTS.md, and operations.svg
//! PTX_BEFORE=<revision> cargo run --release    # ptx-core of that revision too, as `before`
//! ```

#[cfg(before)]
extern crate before;

mod chart;
mod check;
mod data;
mod harness;
mod native;
mod operations;
mod report;
mod rivals;

fn main() {
    let mut rounds = 13;
    let mut markdown = false;
    let mut part = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => {
                rounds = arguments.next().and_then(|n| n.parse().ok()).expect("a number of rounds");
            }
            "--names" => {
                operations::all()
                    .operations
                    .iter()
                    .for_each(|operation| println!("{}", operation.name));
                return;
            }
            "--once" => {
                let name = arguments.next().expect("an operation");
                let bench = operations::all();
                let ours = bench.operations.iter().find(|operation| operation.name == name);
                return ours.into_iter().for_each(|operation| (operation.competitors[0].once)());
            }
            "--markdown" => markdown = true,
            "--check" => {
                let count = arguments.next().and_then(|n| n.parse().ok());
                return check::all(count.expect("a number of operands"));
            }
            _ => part = argument,
        }
    }
    let mut bench = operations::all();
    bench.operations.retain(|operation| operation.name.contains(&part));
    bench.run(rounds);
    if markdown {
        report::markdown(&bench);
        chart::svg(&bench, "operations.svg");
    } else {
        report::print(&bench);
    }
}
