//! Gives other values to the special registers whose values PTX leaves to the machine.

use super::rewrite::{Edit, edited, edits};
use ptx_module::Module;
use ptx_module::syntax::{Instruction, Source};

/// The starts of the names of these registers: times, the number of warp slots, and reserved shared memory.
const OF_MACHINE: [&str; 4] = ["%clock", "%globaltimer", "%nwarpid", "%reserved_smem_offset"];

/// Instructions that change a value `V` of the type `T`. Times keep their order.
const CHANGES: [&str; 4] =
    ["add.T V, V, 16", "mad.lo.T V, V, 3, 40503", "mul.lo.T V, V, 4099", "shr.T V, V, 5"];

/// Returns the texts in which these registers have other values in the kernel `entry` and in functions. There are none if
/// nothing reads them.
pub(super) fn texts(name: &str, text: &str, entry: &str) -> Vec<String> {
    let module = Module::new(Source::new(name, text.as_bytes()));
    let changed = |change: &&str| {
        let edits = edits(&module, entry, |one| changed(text, one, change));
        (!edits.is_empty()).then(|| edited(text, edits))
    };
    CHANGES.iter().filter_map(changed).collect()
}

/// Returns the changes of an instruction that reads these registers: it reads a changed copy instead.
fn changed(text: &str, one: &Instruction<'_>, change: &str) -> Vec<Edit> {
    let operands = one.operands.iter().map(|operand| operand.span.clone());
    let is_read = |span: &std::ops::Range<usize>| {
        OF_MACHINE.iter().any(|name| text[span.clone()].starts_with(name))
    };
    let mut edits = Vec::new();
    for span in operands.filter(is_read) {
        let register = &text[span.clone()];
        let is_wide = register.ends_with("64") || register == "%globaltimer";
        let ty = if is_wide { "u64" } else { "u32" };
        let copy = format!("%ptx_bits_{}", edits.len());
        let change = change.replace('T', ty).replace('V', &copy);
        let before = format!("{{ .reg .{ty} {copy}; mov.{ty} {copy}, {register}; {change}; ");
        edits.push((one.span.start, one.span.start, before));
        edits.push((span.start, span.end, copy));
        edits.push((one.span.end, one.span.end, " }".into()));
    }
    edits
}
