//! Tests that NVIDIA's ptxas accepts the kernels.
//!
//! | environment variable | meaning |
//! |---|---|
//! | `PTXAS` | the path of ptxas; without it, the test is skipped |
//! | `PTXAS_TARGET` | a single target to test, such as `sm_90` |
//! | `PTX_TESTS=full` | test all modules, not only a sample |

use ptx_conform::device::Chip;
use ptx_conform::instruction;
use ptx_conform::kernel::{Kernel, MAX_KERNELS, Module, Work};
use ptx_isa::Target;
use std::path::{Path, PathBuf};
use std::process::Command;
use test_support::is_full;

/// The oldest target that ptxas of CUDA 13 supports.
const FIRST_OF_13: u16 = 75;

/// Returns the CUDA version of ptxas: 12090 is 12.9.
fn version(program: &Path) -> Option<i32> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let release = text.split("release ").nth(1)?.split(',').next()?;
    let (major, minor) = release.split_once('.')?;
    Some(major.parse::<i32>().ok()? * 1000 + minor.parse::<i32>().ok()? * 10)
}

fn refused(program: &Path, text: &str, target: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let input = folder.join(format!("{target}.ptx"));
    std::fs::write(&input, text).expect("the temporary folder is writable");
    let output = Command::new(program)
        .args(["-O0", "-arch", target, "-o"])
        .arg(input.with_extension("cubin"))
        .arg(&input)
        .output()
        .expect("the assembler ran before");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn no_kernel_is_refused() {
    let Some(program) = std::env::var_os("PTXAS").map(PathBuf::from) else {
        println!("skipped: PTXAS does not lead to an assembler");
        return;
    };
    let driver = version(&program).expect("PTXAS is the path of ptxas");
    let first = if driver >= 13_000 { FIRST_OF_13 } else { 50 };
    let only = std::env::var("PTXAS_TARGET").ok();
    let stride = if is_full() { 1 } else { 29 };
    let (mut kernels, mut failures) = (0, Vec::new());
    let numbers = Target::all().filter(|target| target.suffix.is_none() && target.sm >= first);
    for sm in numbers.map(|target| target.sm) {
        let dialect = Chip { name: String::new(), sm, driver }.dialect();
        let Some(target) = dialect.target.map(|target| target.to_string()) else { continue };
        if only.as_ref().is_some_and(|only| *only != target) {
            continue;
        }
        let empty = Module::new(&[], &dialect).text;
        if refused(&program, &empty, &target).is_some() {
            println!("{target} is not a target of this assembler");
            continue;
        }
        let all: Vec<_> = instruction::all(&dialect)
            .into_iter()
            .enumerate()
            .filter(|(i, _)| (i + usize::from(sm)) % stride == 0)
            .flat_map(|(i, instruction)| {
                let hash = instruction.is_of_one_operand(32).then_some(Work::Hash);
                let kernel = |work| Kernel {
                    entry: format!("{work:?}{i}"),
                    instruction: instruction.clone(),
                    work,
                };
                [Some(Work::Each), hash].into_iter().flatten().map(kernel).collect::<Vec<_>>()
            })
            .collect();
        kernels += all.len();
        for module in all.chunks(MAX_KERNELS) {
            let text = Module::new(module, &dialect).text;
            let Some(error) = refused(&program, &text, &target) else { continue };
            let alone = module.iter().filter_map(|kernel| {
                let text = Module::new(std::slice::from_ref(kernel), &dialect).text;
                Some(format!(
                    "{target} {}: {}",
                    kernel.instruction.name,
                    refused(&program, &text, &target)?
                ))
            });
            let found: Vec<_> = alone.collect();
            failures.push(if found.is_empty() {
                format!("{target}: {error}")
            } else {
                found.join("")
            });
        }
        println!("{target}: {} kernels", all.len());
    }
    println!("{kernels} kernels in all");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
