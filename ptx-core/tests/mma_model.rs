//! Compares matrix elements of every form, on every family of targets, with `mma_model.c`, a second implementation. The
//! operands are random and near every limit:
//!
//! ```text
//! cargo test --release -p ptx-core --test mma_model -- --ignored
//! ROWS=1000000 cargo test --release -p ptx-core --test mma_model -- --ignored
//! ```
//!
//! The test needs a C compiler, `cc`.

mod names;

use names::{name, variants};
use ptx_core::mma::{self, Form, Instruction, Operand, Type, element};
use ptx_core::{Limit, Rounding, Sm};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// One target of each family.
const TARGETS: [u16; 8] = [70, 75, 80, 89, 90, 100, 120, 121];

/// Compiles the model and returns its path.
fn model() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join("mma_model");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/model/mma_model.c");
    fs::create_dir_all(folder).expect("the folder can be made");
    let status = Command::new("cc")
        .args(["-O2", "-o"])
        .args([&program, &source])
        .arg("-lm")
        .status()
        .expect("there is a C compiler, cc");
    assert!(status.success());
    program
}

/// Compares `rows` rows. A row has K words of A, K words of B, one word of C and one word of D.
fn compare(model: &Path, form: Form, target: u16, rows: usize, seed: usize) {
    let name = name(form);
    let [_, _, k] = form.shape().map(usize::from);
    let mut running = Command::new(model)
        .args([&name, &format!("sm_{target}"), &rows.to_string(), &seed.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the model runs");
    let mut output = BufReader::with_capacity(1 << 20, running.stdout.take().expect("it is piped"));
    let mut bytes = vec![0; 8 * (2 * k + 2)];
    for row in 0..rows {
        output.read_exact(&mut bytes).expect("the model answers every row");
        let words = bytes.chunks_exact(8).map(|x| u64::from_le_bytes(x.try_into().expect("8")));
        let words: Vec<u64> = words.collect();
        let (a, rest) = words.split_at(k);
        let (b, [c, d]) = rest.split_at(k) else { panic!("{row}") };
        let result = element(form, a, b, *c, Sm(target));
        assert_eq!(
            result,
            Some(*d),
            "sm_{target} {name} row {row}: {result:x?}, not {d:x}\na {a:x?}\nb {b:x?}\nc {c:x}"
        );
    }
    assert!(running.wait().expect("the model ends").success());
}

/// Returns whether the C model has a form: dense `mma` without block scales, and `wgmma` on floats.
fn is_modelled(form: Form) -> bool {
    let is_float = form.element_type(Operand::D) != Type::S32;
    !form.is_sparse()
        && form.scales().is_none()
        && match form.instruction() {
            Instruction::Mma => true,
            Instruction::Wgmma => is_float,
            Instruction::Tcgen05 | Instruction::Wmma => false,
        }
}

#[test]
#[ignore = "takes a C compiler"]
fn every_form_on_every_family() {
    let rows = env::var("ROWS").map_or(10_000, |rows| rows.parse().expect("ROWS is a number"));
    let model = model();
    let mut compared = 0;
    for form in Form::all().iter().filter(|form| is_modelled(**form)) {
        let floats = !matches!(form.element_type(Operand::D), Type::F64 | Type::S32);
        let mut targets: Vec<u16> = TARGETS.into_iter().filter(|x| form.runs_on(Sm(*x))).collect();
        if !floats {
            targets.truncate(1);
        }
        for target in targets {
            for form in variants(*form) {
                compare(&model, form, target, rows, compared);
                compared += 1;
            }
        }
    }
    println!("{compared} forms and targets, {rows} rows each");
}
