//! Products of matrices: the table has the forms that `ptx-core` computes, and `ptx-bits check` judges them.

use ptx_core::mma::{Form, Operand};
use ptx_isa::{Targets, forms};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

#[test]
fn the_rows_are_the_forms_of_ptx_core() {
    let mut rows = BTreeSet::new();
    for row in forms::matrices() {
        for words in row.spellings() {
            let text = words[2..].join(".");
            let form = Form::parse(&text).unwrap_or_else(|| panic!("{text}"));
            let operands = [Operand::D, Operand::A, Operand::B, Operand::C];
            for (slot, operand) in row.operands.iter().zip(operands) {
                let registers = form.registers(operand).map(u32::from);
                assert_eq!(slot.elements, registers, "{text}, {operand:?}");
            }
            let first = row.availability.each().map(|(_, one)| match one.targets {
                Targets::From(sm)
                | Targets::Range(sm, _)
                | Targets::Specific(sm)
                | Targets::Family(sm) => sm,
            });
            assert_eq!(first.min(), Some(form.since().0), "{text}");
            rows.insert(form.to_string());
        }
    }
    let all = Form::all().iter().filter(|form| !form.is_wgmma()).map(ToString::to_string);
    let missing: Vec<_> = all.filter(|form| !rows.contains(form)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What `ptx-bits check` says of a file of this folder, and whether it found it right.
fn checked(name: &str) -> (String, bool) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ptx-tool/tests/ptx").join(name);
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits")).arg("check").arg(file).output();
    let output = output.expect("the command runs");
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8(said).expect("UTF-8"), output.status.success())
}

#[test]
fn products_of_matrices_are_checked() {
    let (said, is_right) = checked("matrices.ptx");
    assert!(is_right && !said.contains("error: "), "{said}");
    assert!(said.contains("unchecked: mma (1), wgmma (1)"), "{said}");
}

/// One fault a line, each at its place.
#[test]
fn faults_in_products_of_matrices_are_found() {
    let (said, is_right) = checked("matrix_faults.ptx");
    assert!(!is_right, "{said}");
    for (line, expected) in [
        (10, "`mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32` needs PTX ISA 8.7 or later"),
        (11, "expected a vector of 4 registers, found 3"),
        (12, "expected a vector of 1 register, found no vector"),
        (13, "expected `.b32` or `.f16x2`, found `%f1`, which is `.f32`"),
        (14, "expected a destination, found `_`"),
        (15, "missing modifier: expected `.aligned`"),
        (16, "modifier `.satfinite` is not supported by"),
        (17, "unknown modifier `.m16n8k7`"),
        (18, "needs PTX ISA 8.7 or later and sm_120a"),
        (19, "type `.bf16` is not supported by"),
        (20, "an operand of `.f16x2` cannot be a literal"),
    ] {
        let place = format!("matrix_faults.ptx:{line}:");
        let mut blocks = said.split("\n\n").filter(|block| block.contains(&place));
        let block = blocks.next().unwrap_or_else(|| panic!("nothing at {line}: {said}"));
        assert!(block.contains(expected) && blocks.next().is_none(), "{line}: {said}");
    }
}
