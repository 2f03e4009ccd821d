//! Compiles `ptx_bits.h`, and a C program that runs kernels. Skipped without a C compiler.

use std::path::PathBuf;
use std::process::Command;

#[test]
#[cfg_attr(miri, ignore = "runs a compiler")]
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

#[test]
#[cfg_attr(miri, ignore = "runs a compiler")]
fn the_header_is_c_and_c_plus_plus() {
    let header = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("include/ptx_bits.h");
    for (compiler, language, standard) in [("cc", "c", "c99"), ("c++", "c++", "c++17")] {
        let compiled = Command::new(compiler)
            .args(["-x", language, &format!("-std={standard}"), "-pedantic", "-Wall", "-Wextra"])
            .args(["-Werror", "-fsyntax-only"])
            .arg(&header)
            .output();
        match compiled {
            Ok(compiled) => {
                let errors = String::from_utf8_lossy(&compiled.stderr);
                assert!(compiled.status.success(), "{standard}: {errors}");
            }
            Err(_) => eprintln!("skipped: no {compiler}"),
        }
    }
}
