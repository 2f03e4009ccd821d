//! Tests that the instruction table and `ptx-core` have the same matrix forms, and that `ptx-bits check` checks these
//! forms.

use ptx_core::Sm;
use ptx_core::mma::{Form, Instruction, Operand};
use ptx_isa::{Selection, Targets, forms};
use ptx_tool::matrix;
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

/// Returns every spelling of every matrix instruction in the instruction table.
fn spellings() -> impl Iterator<Item = Selection> {
    forms::matrices().flat_map(|form| {
        let spelt = move |words: Vec<&'static str>| form.spelt(&words);
        form.spellings()
            .into_iter()
            .filter_map(spelt)
            .map(move |modifiers| Selection { form, modifiers })
    })
}

/// Returns the variant of a form that `Form::all` contains: the variant with the fewest columns, without
/// `.satfinite`, and with the default rounding.
fn listed(form: Form) -> Form {
    let [d, a, b, c] = OPERANDS.map(|operand| form.element_type(operand));
    let [m, _, k] = form.shape();
    let mut builder = match form.is_wgmma() {
        true => Form::wgmma([m, 8, k], [d, a, b]),
        false if form.instruction() == Instruction::Wmma => Form::wmma(form.shape(), [d, a, b, c]),
        false => Form::mma(form.shape(), [d, a, b, c]).layouts(form.layouts()),
    };
    builder = if form.is_sparse() { builder.sparse() } else { builder };
    builder = form.kind().map_or(builder, |kind| builder.kind(kind));
    builder = form.scales().map_or(builder, |x| builder.scales(x.vector, x.element));
    builder = form.bits().map_or(builder, |operation| builder.bits(operation));
    builder.build().expect("a matrix form")
}

const OPERANDS: [Operand; 4] = [Operand::D, Operand::A, Operand::B, Operand::C];

#[test]
fn rows_and_forms_are_the_same() {
    let mut rows = HashSet::new();
    let mut found = HashSet::new();
    for chosen in spellings() {
        let text = chosen.spelling();
        let form = matrix::form(&chosen).unwrap_or_else(|| panic!("{text}"));
        let first = chosen.form.availability.alternatives.iter().map(|one| match one.targets {
            Targets::From(sm)
            | Targets::Range(sm, _)
            | Targets::Specific(sm)
            | Targets::Family(sm) => sm,
        });
        assert_eq!(first.min(), Some(form.since().0), "{text}");
        let is_mma = form.instruction() == Instruction::Mma;
        assert_eq!(is_mma, !chosen.form.is_of_elements(), "{text}");
        let home = chosen.newest_dialect().expect("a dialect with the form");
        assert!(form.runs_on(Sm(home.sm())), "{text}");
        rows.insert(listed(form));
        // `.rn` and `scale_vec::1X` are defaults, and `.sp` has the same forms as `.sp::ordered_metadata`.
        let defaults = ["rn", "sp", "scale_vec::1X"].map(Some);
        let is_default = chosen.modifiers.iter().any(|word| defaults.contains(word))
            || chosen.modifiers.contains(&Some("kind::mxf4"))
            || chosen.form.operands[1].elements.is_some() && form.is_wgmma();
        assert!(is_default || found.insert(form), "{text} is spelt twice");
    }
    let has_row = |form: &&Form| form.instruction() != Instruction::Tcgen05;
    assert_eq!(rows, Form::all().iter().filter(has_row).copied().collect());
}

#[test]
fn rows_of_a_warp_have_the_registers_of_the_fragments() {
    for chosen in spellings() {
        let form = matrix::form(&chosen).expect("a matrix form");
        for (slot, operand) in chosen.form.operands.iter().zip(OPERANDS) {
            let Some(registers) = form.registers(operand).map(u32::from) else { continue };
            assert_eq!(slot.elements, Some(registers), "{}, {operand:?}", chosen.spelling());
        }
    }
}

/// Returns the output of `ptx-bits check` for a file, and whether there is no error.
fn checked(name: &str) -> (String, bool) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tool/tests/ptx").join(name);
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits")).arg("check").arg(file).output();
    let output = output.expect("the command runs");
    let printed = [output.stdout, output.stderr].concat();
    (String::from_utf8(printed).expect("UTF-8"), output.status.success())
}

#[test]
fn products_of_matrices_are_checked() {
    let (printed, is_right) = checked("matrices.ptx");
    assert!(is_right && !printed.contains("error: "), "{printed}");
    assert!(!printed.contains("unchecked"), "{printed}");
}

/// Tests that `check` reports the expected message for each line of `matrix_faults.ptx`. Each line has one fault.
#[test]
fn faults_in_products_of_matrices_are_found() {
    let (printed, is_right) = checked("matrix_faults.ptx");
    assert!(!is_right, "{printed}");
    for (line, expected) in [
        (10, "`mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32` needs PTX ISA 8.7 or later"),
        (11, "expected a vector of 4 registers, found 3"),
        (12, "expected a vector of 1 register, found no vector"),
        (13, "expected `.b32` or `.f16x2`, found `%f1`, which is `.f32`"),
        (14, "expected a value, found `_`"),
        (15, "missing modifier: expected `.aligned`"),
        (16, "modifier `.satfinite` is not supported by"),
        (17, "shape `.m16n8k7` is not supported by"),
        (18, "needs PTX ISA 8.7 or later and sm_120a"),
        (19, "type `.bf16` is not supported by"),
        (20, "an operand of `.f16x2` cannot be a literal"),
    ] {
        let place = format!("matrix_faults.ptx:{line}:");
        let mut blocks = printed.split("\n\n").filter(|block| block.contains(&place));
        let block = blocks.next().unwrap_or_else(|| panic!("nothing at {line}: {printed}"));
        assert!(block.contains(expected) && blocks.next().is_none(), "{line}: {printed}");
    }
}
