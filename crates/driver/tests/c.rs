//! Compiles `ptx_bits.h`, and a C program that runs kernels. Skipped without a C compiler.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The exit status of valgrind for an error that it finds.
const VALGRIND_ERROR: i32 = 99;

/// Runs a program that finds the library in a folder. Where valgrind is installed, also runs it under valgrind, which must
/// find no wrong access and no lost memory.
fn run(program: &Path, folder: &Path) -> Output {
    let found = Command::new(program).env("LD_LIBRARY_PATH", folder).output().expect("the program");
    let checked = Command::new("valgrind")
        .args(["--quiet", "--leak-check=full", "--errors-for-leak-kinds=definite"])
        .arg(format!("--error-exitcode={VALGRIND_ERROR}"))
        .arg(program)
        .env("LD_LIBRARY_PATH", folder)
        .output();
    match checked {
        Ok(checked) => {
            let errors = String::from_utf8_lossy(&checked.stderr);
            assert_ne!(checked.status.code(), Some(VALGRIND_ERROR), "{errors}");
            assert_eq!(checked.status.code(), found.status.code(), "{errors}");
        }
        Err(_) => eprintln!("unchecked: no valgrind"),
    }
    found
}

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
    let run = run(&program, folder);
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{errors}");
    assert!(errors.contains("out of bounds"), "{errors}");
}

/// A program finds the library under the name of the runtime library that it was built for.
#[test]
#[cfg_attr(miri, ignore = "runs a compiler")]
fn edges_of_graphs_depend_on_the_version() {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/edges.c");
    let target = std::env::current_exe().expect("the test").parent().expect("deps").to_path_buf();
    for version in ["12", "13"] {
        let folder = target.join(format!("ptx_bits_edges_{version}_{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let name = format!("libcudart.so.{version}");
        std::os::unix::fs::symlink(target.join("libptx_driver.so"), folder.join(&name))
            .expect("a link");
        let program = folder.join("edges");
        let compiled = Command::new("cc")
            .args(["-Wall", "-Wextra", "-Werror", &format!("-DCUDART={version}"), "-o"])
            .arg(&program)
            .arg(&source)
            .arg(format!("-L{}", folder.display()))
            .arg(format!("-l:{name}"))
            .output();
        let Ok(compiled) = compiled else {
            eprintln!("skipped: no C compiler");
            return;
        };
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let run = run(&program, &folder);
        // The status is the number of the line that failed.
        assert_eq!(run.status.code(), Some(0), "CUDA {version}");
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
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
