//! Compiles a C program with `ptx_bits.h`, and runs it. Skipped without a C compiler.

use std::path::PathBuf;
use std::process::Command;

#[test]
fn a_c_program_runs_kernels() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::current_exe().expect("the test").parent().expect("deps").to_path_buf();
    let library = target.join("libptx_driver.so");
    let program = target.join("ptx_bits_test_c");
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .arg(root.join("tests/run.c"))
        .arg("-I")
        .arg(root.join("include"))
        .arg(&library)
        .output();
    let Ok(compiled) = compiled else {
        eprintln!("skipped: no C compiler");
        return;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let folder = library.parent().expect("a folder");
    let run = Command::new(&program).env("LD_LIBRARY_PATH", folder).output().expect("the program");
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{errors}");
    assert!(errors.contains("out of bounds"), "{errors}");
}
