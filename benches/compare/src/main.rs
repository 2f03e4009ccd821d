//! What each operation costs here, and what it costs with the alternatives, in one process.
//!
//! ```text
//! cargo run --release -- [--rounds N] [part of a name]
//! PTX_BEFORE=<revision> cargo run --release    # ptx-core of that revision too, as `before`
//! ```

#[cfg(before)]
extern crate before;

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
            _ => part = argument,
        }
    }
    let mut bench = operations::all();
    bench.operations.retain(|operation| operation.name.contains(&part));
    bench.run(rounds);
    report::print(&bench);
}
