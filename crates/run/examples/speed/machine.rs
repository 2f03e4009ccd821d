//! Measures the kernels as PTX and as machine code. NVIDIA's assembler is `PTXAS`, or `ptxas` in `PATH`.

use crate::kernels::KERNELS;
use crate::{BLOCKS, Result};
use ptx_run::Module;
use std::process::Command;

/// The chip, and the options of the assembler.
const OPTIONS: [&str; 4] = ["-arch", "sm_90", "-O3", "-fmad=false"];

/// Prints a table of the times in ns per instruction and thread. Machine code has other instructions than PTX, so the table
/// also compares the launches.
pub(crate) fn print() -> Result<()> {
    println!("| kernel | block | PTX, ns | machine code, ns | times | launch, times |");
    println!("|---|---|---|---|---|---|");
    for kernel in &KERNELS {
        let text = kernel.module()?;
        let machine = Module::from_cubin(kernel.name, &cubin(kernel.text)?)?;
        for block in BLOCKS.into_iter().filter(|block| kernel.has(*block)) {
            let [ptx, machine] = [kernel.measure(&text, block)?, kernel.measure(&machine, block)?];
            println!(
                "| {} | {block} | {:.2} | {:.2} | {:.2} | {:.2} |",
                kernel.shown,
                ptx.each(),
                machine.each(),
                machine.each() / ptx.each(),
                machine.launch / ptx.launch
            );
        }
    }
    Ok(())
}

/// Returns the cubin of a text.
fn cubin(text: &str) -> Result<Vec<u8>> {
    let folder = std::env::temp_dir().join(format!("ptx-run-speed-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (input, output) = (folder.join("kernel.ptx"), folder.join("kernel.cubin"));
    std::fs::write(&input, text)?;
    let ptxas = std::env::var_os("PTXAS").unwrap_or_else(|| "ptxas".into());
    let run = Command::new(ptxas).args(OPTIONS).arg("-o").arg(&output).arg(&input).output()?;
    let cubin = std::fs::read(&output);
    std::fs::remove_dir_all(&folder)?;
    match run.status.success() {
        true => Ok(cubin?),
        false => Err(String::from_utf8_lossy(&run.stderr).into()),
    }
}
