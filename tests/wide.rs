//! Tests that the loops of `tests/wide` compute the same bits inside and outside of `ptx::wide`. Also tests that LLVM
//! vectorises the loops inside of `ptx::wide`.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};
use test_support::is_full;

fn cargo(level: u32, units: u32, arguments: &[&str]) -> (PathBuf, Output) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("wide{level}-{units}"));
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wide/Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args([arguments[0], "--release", "--locked", "--manifest-path"])
        .arg(manifest)
        .arg("--target-dir")
        .arg(&target)
        .args(&arguments[1..])
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level.to_string())
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", units.to_string())
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .output()
        .expect("cargo runs");
    (target, output)
}

/// Returns the assembly lines of each function in which `wide` runs a closure.
fn runners(assembly: &Path) -> Vec<Vec<String>> {
    let mut functions = Vec::new();
    for entry in fs::read_dir(assembly).expect("the folder of the assembly files exists") {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_none_or(|extension| extension != "s") {
            continue;
        }
        let mut lines: Option<Vec<String>> = None;
        for line in fs::read_to_string(path).expect("assembly is text").lines() {
            let instance =
                line.starts_with("_") && line.contains("ptx_wide") && line.contains("run");
            if instance && line.ends_with(':') {
                lines = Some(Vec::new());
            }
            if let Some(lines) = &mut lines {
                lines.push(line.trim().replace('\t', " "));
            }
            if line.contains(".cfi_endproc") {
                functions.extend(lines.take());
            }
        }
    }
    functions
}

/// Returns whether an instruction is a packed (SIMD) instruction.
fn is_packed(line: &str) -> bool {
    let name = line.split(' ').next().unwrap_or_default();
    let of = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
    let floats = name.ends_with("ps") || name.ends_with("pd");
    of(&["vpadd", "vpsub", "vpmul"])
        || floats && of(&["vadd", "vsub", "vmul", "vfm", "vmax", "vmin"])
}

/// Returns whether an instruction uses a register of 256 or 512 bits.
fn is_wide(line: &str) -> bool {
    line.contains("%ymm") || line.contains("%zmm")
}

fn vectors_at(level: u32, units: u32) {
    // Remove the assembly files of earlier builds.
    let (_, output) = cargo(level, units, &["clean", "--package", "wide-kernels"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (target, output) = cargo(level, units, &["rustc", "--", "--emit", "asm"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let runners = runners(&target.join("release/deps"));
    assert_eq!(runners.len(), 12, "six loops, for AVX2 and for AVX-512");
    for lines in runners {
        let calls: Vec<&String> = lines.iter().filter(|line| line.starts_with("call")).collect();
        assert!(calls.is_empty(), "{calls:?} in {}", lines[0]);
        // Not all packed instructions are 256 or 512 bits wide. In AVX2, a register has four 64-bit elements. If the
        // four elements are converted to 32 bits, they fill only 128 bits.
        let packed: Vec<&String> = lines.iter().filter(|line| is_packed(line)).collect();
        assert!(packed.len() >= 8, "{} packed instructions in {}", packed.len(), lines[0]);
        let wide = packed.iter().filter(|line| is_wide(line)).count();
        assert!(wide >= 4, "{wide} instructions of 256 or 512 bits in {}", lines[0]);
    }
}

#[test]
fn loops_become_vectors_at_level_2() {
    if is_full() {
        vectors_at(2, 16);
    }
}

#[test]
fn loops_become_vectors_in_one_unit() {
    if is_full() {
        vectors_at(3, 1);
    }
}

#[test]
fn loops_become_vectors_at_level_3_with_the_bits_of_scalar_loops() {
    if !is_full() {
        return;
    }
    vectors_at(3, 16);
    let (_, output) = cargo(3, 16, &["run"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "the same bits\n");
}
