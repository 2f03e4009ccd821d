//! Writes the JSON document of `run --json`.

use super::expect::Unequal;
use super::{Done, RunArgs};
use ptx_isa::Type;
use ptx_run::{Fault, Race, Side, Undefined, UndefinedLine, Write};
use ptx_tool::report::with_origin;
use ptx_tool::run::{changed, elements};
use serde_json::{Value, json};

/// Adds the name of the file to an object, if the module consists of several files.
pub(super) fn with_file(mut object: Value, file: Option<&str>) -> Value {
    if let Some(file) = file {
        object["file"] = file.into();
    }
    object
}

/// Adds the line of the PTX text to an object. Machine code has none.
pub(super) fn with_line(mut object: Value, line: usize) -> Value {
    if line > 0 {
        object["line"] = line.into();
    }
    object
}

/// Returns a document as formatted text.
fn text(document: &Value) -> String {
    format!("{document:#}\n")
}

/// Returns the document about a fault.
pub(super) fn fault(fault: &Fault) -> String {
    let (file, line) = fault.place.clone().unzip();
    let of_fault = json!({
        "kind": format!("{:?}", fault.kind),
        "message": fault.message,
        "file": file,
        "line": line,
        "instruction": fault.instruction,
        "block": fault.block,
        "thread": fault.thread,
        "notes": fault.notes,
    });
    text(&json!({
        "kernel": fault.kernel,
        "fault": with_origin(of_fault, fault.origin.as_deref()),
        "writes": writes(&fault.writes),
    }))
}

fn writes(writes: &[Write]) -> Vec<Value> {
    let write = |write: &Write| {
        let object = json!({
            "file": write.file,
            "instruction": write.instruction,
            "block": write.block,
            "thread": write.thread,
            "address": write.address,
            "offset": write.offset,
            "values": write.values,
        });
        with_origin(with_line(object, write.line), write.origin.as_deref())
    };
    writes.iter().map(write).collect()
}

/// Returns the first difference of each buffer that does not have its expected elements.
fn differences(unequal: &[Unequal]) -> Vec<Value> {
    let hex = |ty: Type, bits: u64| format!("0x{bits:0digits$x}", digits = ty.bits() as usize / 4);
    let one = |Unequal { name, ty, lengths, first, .. }: &Unequal| {
        json!({
            "of": name.to_string(),
            "type": ty.word(),
            "expected_length": lengths[0],
            "length": lengths[1],
            "count": first.as_ref().map_or(0, |first| first.count),
            "index": first.as_ref().map(|first| first.index),
            "expected": first.as_ref().map(|first| hex(*ty, first.expected)),
            "found": first.as_ref().map(|first| hex(*ty, first.found)),
        })
    };
    unequal.iter().map(one).collect()
}

fn races(races: &[Race]) -> Vec<Value> {
    let side = |side: &Side| {
        let object = json!({
            "file": side.file,
            "instruction": side.instruction,
            "block": side.block,
            "thread": side.thread,
        });
        with_origin(with_line(object, side.line), side.origin.as_deref())
    };
    let race = |race: &Race| {
        json!({
            "file": race.file,
            "address": race.address,
            "first": side(&race.first),
            "second": side(&race.second),
            "count": race.count,
        })
    };
    races.iter().map(race).collect()
}

/// Returns the document about a launch that finished without a fault.
pub(super) fn done(arguments: &RunArgs, done: &Done, unequal: &[Unequal]) -> String {
    let parameters = done.kernel.signature().parameters.iter().enumerate();
    let of_parameters = parameters
        .zip(&done.passed.buffers)
        .filter_map(|((number, one), held)| Some((Some(number), &one.name, held.as_ref()?)));
    let named = done.passed.named.iter().map(|(name, held)| (None, name, held));
    let buffers = of_parameters.chain(named).map(|(number, name, held)| {
        let after = done.after(held);
        let size = held.ty.bits() as usize / 8;
        json!({
            "parameter": number,
            "name": name,
            "type": held.ty.word(),
            "length": after.len() / size,
            "changed": changed(held.ty, &held.before, after),
        })
    });
    let prints = arguments.prints.iter().map(|name| {
        let held = done.named(name);
        let lines = elements(held.ty, done.after(held));
        json!({ "of": name.to_string(), "type": held.ty.word(), "bits": lines.lines().collect::<Vec<_>>() })
    });
    let lane =
        |one: &Undefined| json!({ "lane": one.lane, "source": one.source, "count": one.count });
    let undefined = UndefinedLine::all(&done.report.undefined_shuffles).into_iter().map(|one| {
        let lanes: Vec<_> = one.lanes.iter().map(lane).collect();
        let mut object = json!({ "count": one.count, "lanes": lanes });
        let instruction = one.lanes.first().map(|one| &one.instruction);
        if let Some(instruction) = instruction.filter(|one| !one.is_empty()) {
            object["instruction"] = json!(instruction);
        }
        let object = with_file(with_line(object, one.line), one.file.as_deref());
        with_origin(object, one.origin.as_deref())
    });
    text(&json!({
        "kernel": done.kernel.signature().name,
        "grid": done.grid.blocks,
        "block": done.grid.threads,
        "shared": done.grid.shared,
        "threads": done.report.threads,
        "instructions": done.report.instructions,
        "seconds": done.time.as_secs_f64(),
        "may_fuse": done.report.may_fuse,
        "presumed": done.report.presumed,
        "undefined_shuffles": undefined.collect::<Vec<_>>(),
        "undefined_barriers": done.report.undefined_barriers,
        "races": races(&done.report.races),
        "same_value_races": races(&done.report.same_value_races),
        "order_matters": races(&done.report.order_matters),
        "buffers": buffers.collect::<Vec<_>>(),
        "prints": prints.collect::<Vec<_>>(),
        "writes": writes(&done.report.writes),
        "differences": differences(unequal),
    }))
}
