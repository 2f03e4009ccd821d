//! Compares matrix elements of every form, on one target of each family, with `mma_model.c`, a second implementation.
//! The model chooses operands that are random or near a limit, and prints a row with the operands and the element of D.
//!
//! Forms and targets that compute in the same way form a group. A group compares a million rows, evenly shared between
//! its forms and targets. The environment variable `ROWS` sets another number of rows. A form gets at least 10,000 rows
//! on each target, or `ROWS` rows if `ROWS` is below 10,000:
//!
//! ```text
//! cargo test --release -p ptx-core --test mma_model -- --ignored
//! ROWS=10000 cargo test --release -p ptx-core --test mma_model -- --ignored
//! ```
//!
//! The test needs a C compiler, `cc`.

mod names;

use names::{name, variants};
use ptx_core::mma::{self, Extras, Form, Operand, Type, element_with};
use ptx_core::{Limit, Rounding, Sm};
use std::collections::BTreeMap;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// One target of each family of tensor cores, and the highest target, sm_121.
const TARGETS: [u16; 8] = [70, 75, 80, 89, 90, 100, 120, 121];

/// The minimum number of compared results (rows of output) of one form on one target. The variable `ROWS` can lower it.
const LEAST_ROWS: usize = 10_000;

/// Compiles the model and returns its path.
fn model() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join("mma_model");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/model/mma_model.c");
    fs::create_dir_all(folder).expect("the folder can be created");
    let status = Command::new("cc")
        .args(["-O2", "-o"])
        .args([&program, &source])
        .arg("-lm")
        .status()
        .expect("there is a C compiler, cc");
    assert!(status.success());
    program
}

/// Compares the results of `rows` rows. A row has, in this order: the stored elements of A, K elements of B, metadata
/// digits, the scales of A, the scales of B, flags, an element of C, and an element of D.
fn compare(model: &Path, form: Form, target: u16, rows: usize, seed: usize) {
    let name = name(form);
    let [_, _, k] = form.shape().map(usize::from);
    let vector = form.scales().map_or(0, |scales| scales.vector.count());
    let lengths = [usize::from(form.stored()), k, digits(form), vector, vector, 3];
    let mut running = Command::new(model)
        .args([&name, &format!("sm_{target}"), &rows.to_string(), &seed.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the model runs");
    let mut output = BufReader::with_capacity(1 << 20, running.stdout.take().expect("a pipe"));
    let mut bytes = vec![0; 8 * lengths.iter().sum::<usize>()];
    for row in 0..rows {
        output.read_exact(&mut bytes).expect("the model prints every row");
        let words =
            bytes.chunks_exact(8).map(|x| u64::from_le_bytes(x.try_into().expect("8 bytes")));
        let words: Vec<u64> = words.collect();
        let mut rest = &words[..];
        let [a, b, metadata, scales_a, scales_b, last] = lengths.map(|length| {
            let (first, others) = rest.split_at(length);
            rest = others;
            first
        });
        let [metadata, scales_a, scales_b] = [metadata, scales_a, scales_b]
            .map(|x| x.iter().map(|x| u8::try_from(*x).expect("a byte")).collect::<Vec<u8>>());
        let [flags, c, d] = *last else { panic!("{row}") };
        let extras = Extras {
            metadata: &metadata,
            scales_a: &scales_a,
            scales_b: &scales_b,
            negate_a: flags & 1 != 0,
            negate_b: flags & 2 != 0,
            ignore_c: flags & 4 != 0,
        };
        let result = element_with(form, a, b, c, &extras, Sm(target));
        assert_eq!(
            result,
            Some(d),
            "sm_{target} {name} row {row}: {result:x?}, not {d:x}\n\
             a {a:x?}\nb {b:x?}\nc {c:x}\n{extras:x?}"
        );
    }
    assert!(running.wait().expect("the model ends").success());
}

/// Returns the number of metadata digits of a row of A. One digit describes 2 columns of tf32, 8 columns of 4-bit
/// types, or 4 columns of all other types.
fn digits(form: Form) -> usize {
    let columns = match form.element_bits(Operand::A) {
        32 => 2,
        4 => 8,
        _ => 4,
    };
    if form.is_sparse() { usize::from(form.shape()[2]) / columns } else { 0 }
}

/// Returns a name for the way in which a form is computed. The name consists of the instruction, whether the form is
/// sparse, the kind and the scales. If the form has no kind, the name has the type of A instead of the kind.
fn kind(form: Form) -> String {
    let mut kind = format!("{:?}", form.instruction());
    if form.is_sparse() {
        kind += ".sp";
    }
    match (form.kind(), form.element_type(Operand::A)) {
        (Some(word), _) => kind += &format!(" {word:?}"),
        (None, Type::E4m3 | Type::E5m2) => kind += " fp8",
        (None, Type::S8 | Type::U8) => kind += " 8-bit integers",
        (None, Type::S4 | Type::U4) => kind += " 4-bit integers",
        (None, element) => kind += &format!(" {element:?}"),
    }
    if let Some(scales) = form.scales() {
        kind += &format!(" {:?} {:?}", scales.vector, scales.element);
    }
    kind.to_lowercase()
}

#[test]
#[ignore = "takes a C compiler"]
fn every_form_on_every_family() {
    let rows: usize =
        env::var("ROWS").map_or(1_000_000, |rows| rows.parse().expect("ROWS is a number"));
    let model = model();
    let mut kinds = BTreeMap::<String, Vec<(Form, u16)>>::new();
    for form in Form::all() {
        let floats = !matches!(form.element_type(Operand::D), Type::F64 | Type::S32);
        let mut targets: Vec<u16> = TARGETS.into_iter().filter(|x| form.runs_on(Sm(*x))).collect();
        if !floats {
            targets.truncate(1);
        }
        for variant in variants(*form) {
            let members = targets.iter().map(|target| (variant, *target));
            kinds.entry(kind(*form)).or_default().extend(members);
        }
    }
    for (seed, (kind, members)) in kinds.iter().enumerate() {
        assert!(!members.is_empty(), "{kind}");
        let each = rows.div_ceil(members.len()).max(LEAST_ROWS.min(rows));
        for (i, (form, target)) in members.iter().enumerate() {
            compare(&model, *form, *target, each, 1000 * seed + i);
        }
        println!("{kind}: {} forms and targets, {each} rows each", members.len());
    }
}
