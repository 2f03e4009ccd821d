//! Tests that the comparison reports faults, includes all computations, and stores the outcomes.

use ptx_isa::Dialect;
use ptx_proof::compare::thread;
use ptx_proof::oracle::Oracle;
use ptx_proof::outcome::{self, Outcome};
use ptx_proof::task::{self, Inputs, Task};

fn tasks() -> Vec<Task> {
    task::all(&Dialect::default())
}

fn of<'a>(tasks: &'a [Task], form: &str) -> &'a Task {
    let is_it = |task: &&Task| task.spellings.iter().any(|spelling| spelling == form);
    tasks.iter().find(is_it).unwrap_or_else(|| panic!("{form}"))
}

/// Tests that a comparison with the reference of another instruction finds differences.
#[test]
fn faults_are_found() {
    let tasks = tasks();
    for (form, other) in [
        ("add.rn.f32", "add.rz.f32"),
        ("fma.rn.f64", "fma.rp.f64"),
        ("mul.rn.f16", "mul.ftz.f16"),
        ("mul.lo.u32", "mul.hi.u32"),
        ("setp.lt.f32", "setp.ltu.f32"),
        ("cvt.rni.s32.f32", "cvt.rzi.s32.f32"),
        ("add.cc.u32", "sub.cc.u32"),
    ] {
        let Some(Oracle::Reference(reference)) = Oracle::of(of(&tasks, other), true) else {
            panic!("{other} has a reference");
        };
        let found = thread(of(&tasks, form), &reference, Inputs::Steered(10_000), 2, &|_| {});
        assert!(found.mismatches > 0 && found.first.is_some(), "{form} {other}");
    }
}

#[test]
fn computations_without_a_reference_are_listed() {
    let tasks = tasks();
    let without = tasks.iter().filter(|task| Oracle::of(task, true).is_none());
    let without: Vec<_> = without.map(|task| task.instruction.name.as_str()).collect();
    let known = [
        "div.approx.ftz.f32",
        "div.approx.f32",
        "div.full.ftz.f32",
        "div.full.f32",
        "rcp.approx.ftz.f64",
        "rsqrt.approx.f64",
        "rsqrt.approx.ftz.f64",
        "ex2.approx.f16",
        "ex2.approx.ftz.bf16",
        "tanh.approx.f16",
        "tanh.approx.bf16",
    ];
    let (mut without, mut known) = (without, known.to_vec());
    without.sort_unstable();
    known.sort_unstable();
    assert_eq!(without, known);
}

#[test]
fn few_bits_are_compared_in_full() {
    let tasks = tasks();
    let inputs = |form| of(&tasks, form).inputs(100, false);
    assert_eq!(inputs("neg.f16"), Inputs::All(16));
    assert_eq!(inputs("rcp.rn.f32"), Inputs::All(32));
    assert_eq!(inputs("add.rn.f32"), Inputs::Steered(100));
    assert_eq!(of(&tasks, "rcp.rn.f32").inputs(100, true), Inputs::Steered(100));
}

#[test]
fn outcomes_are_stored() {
    let outcome = Outcome {
        form: "rcp.rn.f32".into(),
        name: "rcp_f32(a, Rounding::Rn, Subnormals::Keep)".into(),
        reference: "C model".into(),
        is_all: true,
        inputs: 1 << 32,
        mpfr: 1_048_576,
        mismatches: 1,
        first: "3f800001: 1, not 2 (MPFR)".into(),
        seconds: 1.5,
        date: "2026-01-02".into(),
        commit: "0123456789ab".into(),
    };
    let path = std::env::temp_dir().join(format!("ptx-proof-{}.tsv.gz", std::process::id()));
    assert_eq!(outcome::read(&path).expect("a missing file has no outcomes"), []);
    let outcomes = [outcome.clone(), outcome];
    for several in [&outcomes[..1], &outcomes] {
        outcome::write(&path, several).expect("the file is writable");
        assert_eq!(outcome::read(&path).expect("the file is readable"), several);
    }
    std::fs::remove_file(path).expect("the file exists");
}
