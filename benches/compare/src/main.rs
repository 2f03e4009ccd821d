//! What each operation costs here, and what it costs with the alternatives, in one process.
//!
//! ```text
//! cargo run --release -- [--rounds N] [part of a name]
//! cargo run --release -- --check N             # bits, on N operands of each operation and rounding
//! PTX_BEFORE=<revision> cargo run --release    # ptx-core of that revision too, as `before`
//! ```

#[cfg(before)]
extern crate before;

mod check;
mod data;
mod harness;
mod native;
mod operations;
mod report;
mod rivals;

fn main() {
    let mut rounds = 13;
    let mut part = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => {
                rounds = arguments.next().and_then(|n| n.parse().ok()).expect("a number of rounds");
            }
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
    report::print(&bench);
}
