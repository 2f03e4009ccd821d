//! Tests that results of random kernels do not depend on the order of threads, and that `ptxas`
//! accepts the kernels.
#![forbid(unsafe_code)]

use plain::random::{KERNEL, Program};
use plain::{Kernel, Order};
use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use test_support::sample;

/// Runs a program with an order of threads. Returns the bytes of all buffers.
fn run(program: &Program, order: Order) -> Vec<Vec<u8>> {
    let kernel = Kernel::parse(&program.text, KERNEL)
        .unwrap_or_else(|why| panic!("{why}\n{}", program.text));
    let mut buffers = program.buffers.clone();
    let result = kernel.run(&program.launch(order), &program.arguments(), &mut buffers);
    result.unwrap_or_else(|why| panic!("{order:?}: {why}\n{}", program.text));
    buffers
}

#[test]
fn results_do_not_depend_on_the_order_of_threads() {
    let mut outputs = HashSet::new();
    let count = sample(2000, 50);
    for seed in 0..count as u64 {
        let program = Program::new(seed);
        let expected = run(&program, Order::Forward);
        for order in [Order::Backward, Order::Random(seed), Order::Random(!seed)] {
            assert!(run(&program, order) == expected, "seed {seed}, {order:?}\n{}", program.text);
        }
        outputs.insert(expected);
    }
    assert_eq!(outputs.len(), count);
}

#[test]
fn the_assembler_accepts_the_kernels() {
    let ptxas = std::env::var_os("PTXAS").unwrap_or_else(|| "ptxas".into());
    if Command::new(&ptxas).arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("skipped: no assembler; set PTXAS to the path of NVIDIA's ptxas");
        return;
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random.ptx");
    for seed in 0..sample(500, 20) as u64 {
        let program = Program::new(seed);
        std::fs::write(&file, &program.text).expect("the temporary directory is writable");
        let output = Command::new(&ptxas)
            .args(["-arch=sm_90", "-o"])
            .args([file.with_extension("cubin"), file.clone()])
            .output();
        let output = output.expect("the assembler runs");
        assert!(
            output.status.success(),
            "seed {seed}: {}\n{}",
            String::from_utf8_lossy(&output.stderr),
            program.text
        );
    }
}
