//! Gives other values to what PTX leaves to the machine.

use super::fragments;
use super::rewrite::{Edit, edited, edits};
use ptx_module::Module;
use ptx_module::syntax::{Block, Instruction, Source};

/// The starts of the names of the special registers whose values PTX leaves to the machine: times, the number of warp slots,
/// and reserved shared memory.
const OF_MACHINE: [&str; 4] = ["%clock", "%globaltimer", "%nwarpid", "%reserved_smem_offset"];

/// Instructions that change a value `V` of the type `T`. Times keep their order.
const CHANGES: [&str; 4] =
    ["add.T V, V, 16", "mad.lo.T V, V, 3, 40503", "mul.lo.T V, V, 4099", "shr.T V, V, 5"];

/// The sizes in bytes of a variable before the kernel's own variables. Multiples of 1,024 keep the alignment of all of them.
const BEFORE: [usize; 2] = [1 << 10, 3 << 10];

/// Returns texts in which other values are those that PTX leaves to the machine: of the registers, of the addresses of shared
/// and local variables, and of the order of elements in the registers of `wmma`. There are none if nothing depends on them.
pub(super) fn texts(name: &str, text: &str, entry: &str) -> Vec<String> {
    let module = Module::new(Source::new(name, text.as_bytes()));
    let registers = CHANGES.map(|change| edits(&module, entry, |one| changed(text, one, change)));
    let addresses = BEFORE.map(|bytes| moved(&module, text, entry, bytes));
    let fragments = fragments::MASKS
        .map(|masks| edits(&module, entry, |one| fragments::permuted(text, one, masks)));
    let all = registers.into_iter().chain(addresses).chain(fragments);
    all.filter(|edits| !edits.is_empty()).map(|edits| edited(text, edits)).collect()
}

/// Returns the changes that give the shared and local variables of a kernel other addresses: a variable before them.
/// `%total_smem_size` would count its bytes.
fn moved(module: &Module, text: &str, entry: &str, bytes: usize) -> Vec<Edit> {
    let kernels = module.tree().functions().filter(|one| one.name.text == entry);
    let bodies = kernels.filter_map(|one| one.body.as_ref());
    let is_counted = text.contains("%total_smem_size");
    let variable = |space: &&str| text.contains(*space) && !(is_counted && *space == ".shared");
    let variables = |body: &Block<'_>| {
        let at = body.span.start + 1;
        let spaces = [".shared", ".local"].into_iter().filter(variable);
        let declared = spaces.map(move |space| {
            let name = format!("%ptx_bits{}", space.replace('.', "_"));
            (at, at, format!(" {space} .align 16 .b8 {name}[{bytes}];"))
        });
        declared.collect::<Vec<_>>()
    };
    bodies.flat_map(variables).collect()
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
