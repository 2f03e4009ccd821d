//! Assembles generated kernels with NVIDIA's ptxas, whose path is the value of `PTXAS`.

use ptx_conform::device::Chip;
use std::path::PathBuf;
use std::process::Command;

/// Returns a simulated chip of an architecture.
pub(crate) fn chip(sm: u16) -> Chip {
    Chip { name: "ptx-core itself".into(), sm, driver: 13_010 }
}

/// Checks that ptxas accepts a kernel for the target of a chip. Without `PTXAS`, prints that the check is skipped.
pub(crate) fn assert_assembled(name: &str, text: &str, chip: &Chip) {
    let Some(ptxas) = std::env::var_os("PTXAS") else {
        println!("skipped: PTXAS does not lead to an assembler");
        return;
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("{name}_{}.ptx", chip.sm));
    std::fs::write(&file, text).expect("the temporary folder is writable");
    let target = chip.dialect().target.expect("a target").to_string();
    let output = Command::new(ptxas)
        .args(["-arch", &target, "-o"])
        .arg(file.with_extension("cubin"))
        .arg(&file)
        .output()
        .expect("the assembler runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} for {target}: {text}");
}
