//! Writes the traced instructions of threads.

use super::RunArgs;
use crate::output::Stream;
use ptx_isa::Message;
use ptx_run::{Traced, Write};
use ptx_tool::run::Thread;
use serde_json::json;

/// Checks that the traced threads exist.
pub(super) fn check(arguments: &RunArgs) -> Result<(), Message> {
    let (grid, block) = (arguments.grid.0, arguments.block.0);
    let is_inside =
        |place: [u32; 3], size: [u32; 3]| place.iter().zip(size).all(|(at, size)| *at < size);
    for Thread { block: own, thread } in &arguments.traces {
        if !is_inside(*own, grid) {
            return Err(
                format!("`--trace`: the grid of {grid:?} blocks has no block {own:?}").into()
            );
        }
        if !is_inside(*thread, block) {
            return Err(format!(
                "`--trace`: a block of {block:?} threads has no thread {thread:?}"
            )
            .into());
        }
    }
    Ok(())
}

/// Writes the traces to the file of `--trace-out`, or to standard error.
pub(super) fn write(
    arguments: &RunArgs,
    trace: &[Traced],
    err: &mut Stream<'_>,
) -> Result<(), String> {
    if arguments.traces.is_empty() {
        return Ok(());
    }
    let Some(file) = &arguments.trace_out else {
        let text: String = trace.iter().map(line).collect();
        // If the error stream is closed, the trace cannot be shown.
        let _ = err.write_all(text.as_bytes());
        return Ok(());
    };
    let is_json = file.extension().is_some_and(|extension| extension == "json");
    let one = if is_json { object } else { line };
    let text: String = trace.iter().map(one).collect();
    std::fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Prints the writes to watched bytes.
pub(super) fn writes(writes: &[Write], err: &mut Stream<'_>) {
    let text: String = writes.iter().map(|write| format!("{write}\n")).collect();
    // If the error stream is closed, the writes cannot be shown.
    let _ = err.write_all(text.as_bytes());
}

/// Returns a line about an instruction, for example
/// `block (0,0,0), thread (1,0,0): line 12: add.f32 0x3f800000, 0x40000000 -> 0x40400000`.
fn line(one: &Traced) -> String {
    let Traced { block: [bx, by, bz], thread: [tx, ty, tz], line, instruction, .. } = one;
    let mut text =
        format!("block ({bx},{by},{bz}), thread ({tx},{ty},{tz}): line {line}: {instruction}");
    for (before, values) in [(" ", &one.sources), (" -> ", &one.destinations)] {
        if !values.is_empty() {
            text += before;
            text += &values.join(", ");
        }
    }
    text + "\n"
}

fn object(one: &Traced) -> String {
    let object = json!({
        "block": one.block,
        "thread": one.thread,
        "line": one.line,
        "instruction": one.instruction,
        "sources": one.sources,
        "destinations": one.destinations,
    });
    format!("{object}\n")
}
