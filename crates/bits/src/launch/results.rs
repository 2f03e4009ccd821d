//! Prints buffers and writes them to files after a launch.

use super::held::Held;
use super::{Done, RunArgs};
use crate::report::text::counted;
use ptx_run::UndefinedLine;
use ptx_tool::run::{Name, Named, elements, summary, write_npy};
use std::fmt::Write as _;

impl Done {
    /// Returns the contents of a buffer after the launch.
    pub(super) fn after(&self, held: &Held) -> &[u8] {
        self.memory.bytes(held.buffer)
    }

    /// Returns the buffer that an option refers to. Must be called after `check_names`, which rejects names without a
    /// buffer.
    pub(super) fn named(&self, name: &Name) -> &Held {
        self.passed.held(name).expect("a buffer")
    }
}

/// Returns the races and warnings in the report of a launch, and a line with statistics.
pub(super) fn statistics(done: &Done) -> String {
    let (seconds, instructions) = (done.time.as_secs_f64(), done.report.instructions);
    let each = if instructions == 0 { 0.0 } else { 1e9 * seconds / instructions as f64 };
    let undefined = UndefinedLine::all(&done.report.undefined_shuffles).into_iter();
    let undefined = undefined.map(|one| match one.file {
        Some(_) => format!("warning: {one}\n"),
        None => format!("warning: {}: {one}\n", done.file),
    });
    let undefined: String = undefined.collect();
    let barriers = match done.report.undefined_barriers {
        0 => String::new(),
        count => {
            let times = if count == 1 { "time" } else { "times" };
            format!(
                "note: {}: a warp passed an `.aligned` barrier although some of its threads had exited: {count} {times}\n",
                done.file
            )
        }
    };
    let races = done.report.races.iter().map(|race| format!("error: {race}\n"));
    let same = done.report.same_value_races.iter();
    let same = same.map(|race| format!("warning: {race}, both with the same value\n"));
    let orders = done.report.order_matters.iter().map(|one| format!("warning: {one}\n"));
    let found: String = races.chain(same).chain(orders).collect();
    format!(
        "{undefined}{barriers}{found}{}: {}, {instructions} instructions, {seconds:.3} s, {each:.2} ns each\n",
        done.kernel.signature().name,
        counted(done.report.threads as usize, "thread")
    )
}

/// Returns a summary line for each buffer.
pub(super) fn summaries(done: &Done) -> String {
    let parameters = done.kernel.signature().parameters.iter();
    let mut text = String::new();
    for (number, (parameter, held)) in parameters.zip(&done.passed.buffers).enumerate() {
        if let Some(held) = held {
            let line = summary(held.ty, &held.before, done.after(held));
            let _ = writeln!(text, "{number} {}: {line}", parameter.name);
        }
    }
    for (name, held) in &done.passed.named {
        let _ = writeln!(text, "{name}: {}", summary(held.ty, &held.before, done.after(held)));
    }
    text
}

/// Returns the elements of the buffers that `--print` selects.
pub(super) fn prints(arguments: &RunArgs, done: &Done) -> String {
    let mut text = String::new();
    for name in &arguments.prints {
        if arguments.prints.len() > 1 {
            let _ = writeln!(text, "# {name}");
        }
        let held = done.named(name);
        text += &elements(held.ty, done.after(held));
    }
    text
}

/// Writes the files of `--out`.
pub(super) fn write(arguments: &RunArgs, done: &Done) -> Result<(), String> {
    for Named { name, value: file } in &arguments.outs {
        let held = done.named(name);
        let bytes = done.after(held);
        let npy = write_npy(file, held.ty, bytes);
        std::fs::write(file, npy.as_deref().unwrap_or(bytes))
            .map_err(|error| format!("cannot write {file}: {error}"))?;
    }
    Ok(())
}
