//! Measures each operation and its alternatives in one process.
//!
//! ```text
//! cargo run --release -- [--rounds N] [--operands N] [part of a name]
//! cargo run --release -- --check N             # compares bits with SoftFloat, N operands for each rounding
//! cargo run --release -- --instructions [part] # runs one pass of each operation, for instructions.sh
//! cargo run --release -- --markdown            # prints the tables of RESULTS.md, writes operations.svg
//! cargo run --release -- --rows                # measures long arrays, on one thread and on two
//! PTX_BEFORE=<revision> cargo run --release    # also measures ptx-core of that revision, as `before`
//! ```

#[cfg(before)]
extern crate before;

mod aims;
mod chart;
mod check;
mod data;
mod harness;
mod native;
mod operations;
mod report;
mod rivals;
mod rows;

fn main() {
    let mut rounds = 13;
    let (mut markdown, mut instructions) = (false, false);
    let mut part = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => {
                rounds = arguments.next().and_then(|n| n.parse().ok()).expect("a number of rounds");
            }
            "--operands" => {
                let count = arguments.next().and_then(|n| n.parse().ok());
                data::set_count(count.expect("a number of operands"));
            }
            "--instructions" => instructions = true,
            "--rows" => return rows::all(),
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
    if instructions {
        return once(&bench);
    }
    bench.run(rounds);
    if markdown {
        report::markdown(&bench);
        let mut scalar = native::scalar();
        scalar.run(rounds);
        aims::markdown(&bench, &scalar);
        chart::svg(&bench, "operations.svg");
    } else {
        report::print(&bench);
    }
}

/// For each operation, runs one pass of the current ptx-core (`ptx`) and of the earlier revision (`before`).
/// Prints the operation and the number of results.
fn once(bench: &harness::Bench) {
    for operation in &bench.operations {
        for competitor in &operation.competitors {
            if ["ptx", "before"].contains(&competitor.name) {
                println!("{}\t{}\t{}", operation.name, competitor.name, (competitor.once)());
            }
        }
    }
}
