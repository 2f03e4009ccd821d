//! Results of real GPUs, as users published them.

use crate::functions::FUNCTIONS;
use crate::program::Program;
use std::fmt::Write;

/// A function, the bits of its argument, and the bits of a GPU's result.
struct Published(&'static str, u32, u32);

/// Published results. Users reported these results because they are incorrectly rounded. The errors reach 196 ulps
/// (`j1f`).
///
/// The sources are in forums.developer.nvidia.com:
///
/// * t/301707, "Possible rounding precision errors in CUDA Math APIs", 2024. The results are in decimal. The users do
///   not name a toolkit. The results of `acosf` and `atanf` are those of CUDA 12.0, and CUDA 12.4 changed both
///   functions.
/// * t/111299, "Larger than expected documented error in erfcinvf", CUDA 8, Quadro P2000.
#[rustfmt::skip]
const PUBLISHED: &[Published] = &[
    Published("acosf", 0x3926_ceff, 0x3fc9_0aa5),
    Published("acoshf", 0x5904_4204, 0x4210_4e35),
    Published("asinhf", 0xc080_2020, 0xc006_1f58),
    Published("atanf", 0x433f_ffdf, 0x3fc8_6531),
    Published("atanhf", 0xbf73_fbff, 0xbfee_9d94),
    Published("cbrtf", 0xc56f_7fef, 0xc17a_6099),
    Published("coshf", 0x3e00_0000, 0x3f81_0056),
    Published("erfcf", 0xb8ff_fffe, 0x3f80_0484),
    Published("exp10f", 0x3bff_ffff, 0x3f82_52cb),
    Published("exp2f", 0x3d7b_fe87, 0x3f85_9394),
    Published("expm1f", 0x3f7f_fffd, 0x3fdb_f0a4),
    Published("j0f", 0x3c04_0000, 0x3f7f_fef2),
    Published("j1f", 0xc600_0014, 0x3c00_db03),
    Published("erfcinvf", 0x3757_c618, 0x4045_6c0f),
];

/// The toolkit that must reproduce all of the published results.
pub(crate) const TOOLKIT: &str = "12.0";

/// Runs the programs on the published arguments, and compares their results with the published results. Returns a
/// Markdown list. If a program of [`TOOLKIT`] differs from a published result, adds a message to `failures`.
pub(crate) fn compare<'a>(
    programs: impl Iterator<Item = &'a mut Program>,
    failures: &mut Vec<String>,
) -> Result<String, String> {
    let mut out = String::from("\n## Results of chips\n\n");
    for program in programs.filter(|program| !program.configuration.is_fast) {
        let name = program.configuration.name();
        let mut others = Vec::new();
        for Published(function, argument, result) in PUBLISHED {
            let number = FUNCTIONS.iter().position(|other| other.name == *function);
            let number = number.ok_or("a published function is not in the list")?;
            program.send(number, &[[u64::from(*argument), 0]])?;
            let computed = program.receive(number, 1)?[0];
            if computed != u64::from(*result) {
                others.push(format!("`{function}` {computed:08x}, not {result:08x}"));
            }
        }
        let (same, all) = (PUBLISHED.len() - others.len(), PUBLISHED.len());
        let others =
            if others.is_empty() { String::new() } else { format!(": {}", others.join(", ")) };
        let _ = writeln!(out, "- {name}: {same} of {all}{others}");
        if program.configuration.toolkit.is_of_chips() && same != all {
            failures.push(format!("results of chips, {name}{others}"));
        }
    }
    Ok(out)
}
