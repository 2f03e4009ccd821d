//! Writes the traced instructions of threads.

use super::RunArgs;
use super::json::{with_file, with_line};
use crate::output::Stream;
use ptx_isa::{Message, Type};
use ptx_run::{Traced, TracedRegister, Write};
use ptx_tool::report::with_origin;
use ptx_tool::run::{Thread, number};
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
/// `block (0,0,0), thread (1,0,0): k.cu:4 (line 12): add.f32 %f2, %f1, 0f40000000; %f1 = 0x3f800000 (1.0), 0x40000000 ->
/// %f2 = 0x40400000 (3.0)`.
fn line(one: &Traced) -> String {
    let Traced { block: [bx, by, bz], thread: [tx, ty, tz], statement, .. } = one;
    let mut text = format!("block ({bx},{by},{bz}), thread ({tx},{ty},{tz}): ");
    // Machine code may have no lines. Its statements begin with their address.
    let at = Some(one.place()).filter(|at| !at.is_empty());
    text += &at.map(|at| format!("{at}: ")).unwrap_or_default();
    text += statement;
    let sources = (" ", &one.sources, &one.source_registers);
    let destinations = (" -> ", &one.destinations, &one.destination_registers);
    for (before, values, registers) in [sources, destinations] {
        if !values.is_empty() {
            let shown = values.iter().zip(registers).map(|(bits, one)| value(bits, one.as_ref()));
            text += before;
            text += &shown.collect::<Vec<_>>().join(", ");
        }
    }
    text + "\n"
}

/// Returns a value with its register and its number in decimal: `%f1 = 0x3f800000 (1.0)`.
fn value(bits: &str, register: Option<&TracedRegister>) -> String {
    let Some(TracedRegister { name, ty, .. }) = register else { return bits.into() };
    let shown = ty.and_then(|ty| decimal(ty, bits));
    let shown = shown.map(|shown| format!(" ({shown})")).unwrap_or_default();
    format!("{name} = {bits}{shown}")
}

/// Returns a number in decimal. Returns `None` if its type has no numbers, such as a predicate.
fn decimal(ty: Type, bits: &str) -> Option<String> {
    let bits = u64::from_str_radix(bits.strip_prefix("0x")?, 16).ok()?;
    let low = if ty.bits() < 64 { bits & ((1 << ty.bits()) - 1) } else { bits };
    (ty != Type::Pred && ty.bits() <= 64).then(|| number(ty, low))
}

fn object(one: &Traced) -> String {
    let names = |all: &[Option<TracedRegister>]| {
        all.iter().map(|one| one.as_ref().map(|one| one.name.clone())).collect::<Vec<_>>()
    };
    let object = json!({
        "block": one.block,
        "thread": one.thread,
        "instruction": one.instruction,
        "statement": one.statement,
        "sources": one.sources,
        "source_registers": names(&one.source_registers),
        "destinations": one.destinations,
        "destination_registers": names(&one.destination_registers),
    });
    let object = with_file(with_line(object, one.line), one.file.as_deref());
    format!("{}\n", with_origin(object, one.origin.as_deref()))
}
