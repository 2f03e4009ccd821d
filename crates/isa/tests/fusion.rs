//! Tests which pairs of a multiplication and an addition [`Fusion`] reports as fusible. Every use of the product must
//! be an addition in the multiplication's basic block. The two instructions must agree in type and `.ftz`, and neither
//! may have a rounding modifier.

use ptx_isa::fusion::Use::{First, Guard, Source};
use ptx_isa::fusion::{Fusion, Use};
use ptx_isa::{Dialect, Table, select_all};

/// An instruction and its registers. `""` is an unknown instruction, `label` starts a block, and
/// `@` marks a guarded instruction.
type Step = (&'static str, &'static [(Use, usize)]);

/// A name, the instructions, and the expected pairs of multiplication and addition.
type Program = (&'static str, &'static [Step], &'static [(usize, usize)]);

/// Returns the indices of the multiplication and addition of each reported pair.
fn pairs(program: &[Step]) -> Vec<(usize, usize)> {
    let mut fusion = Fusion::default();
    for (at, (instruction, registers)) in program.iter().enumerate() {
        if *instruction == "label" {
            fusion.new_block();
            continue;
        }
        let bare = instruction.trim_start_matches('@');
        let mut words = bare.split('.');
        let mnemonic = words.next().expect("a mnemonic");
        let (words, dialect) = (words.collect::<Vec<_>>(), Dialect::default());
        let selection = select_all(Table::Program, mnemonic, &words, &dialect);
        let selection = (!bare.is_empty()).then(|| selection.expect("an instruction").remove(0));
        fusion.step(selection.as_ref(), at, registers, bare.len() < instruction.len());
    }
    fusion.finish().into_iter().map(|fused| (fused.product.0, fused.sum.0)).collect()
}

const PRODUCT: &[(Use, usize)] = &[(First, 0), (Source, 1), (Source, 2)];
const SUM: &[(Use, usize)] = &[(First, 3), (Source, 0), (Source, 4)];

#[test]
fn forms_that_may_be_fused() {
    for (product, sum, is_fused) in [
        ("mul.f32", "add.f32", true),
        ("mul.f32", "sub.f32", true),
        ("mul.f64", "add.f64", true),
        ("mul.f32", "add.sat.f32", true),
        ("mul.ftz.f32", "add.ftz.f32", true),
        ("mul.ftz.f32", "add.f32", false),
        ("mul.f32", "add.ftz.f32", false),
        ("mul.f32", "add.f64", false),
        ("mul.rn.f32", "add.f32", false),
        ("mul.f32", "add.rn.f32", false),
        ("mul.sat.f32", "add.f32", false),
        ("mul.f32", "max.f32", false),
        ("mul.lo.s32", "add.s32", false),
        ("add.f32", "add.f32", false),
    ] {
        let expected = if is_fused { vec![(0, 1)] } else { vec![] };
        assert_eq!(pairs(&[(product, PRODUCT), (sum, SUM)]), expected, "{product}, {sum}");
    }
}

#[test]
fn uses_of_a_product() {
    const MUL: Step = ("mul.f32", PRODUCT);
    const ADD: Step = ("add.f32", SUM);
    let programs: [Program; 12] = [
        (
            "two sums",
            &[MUL, ADD, ("sub.f32", &[(First, 5), (Source, 4), (Source, 0)])],
            &[(0, 1), (0, 2)],
        ),
        ("a move", &[MUL, ADD, ("mov.f32", &[(First, 5), (Source, 0)])], &[]),
        ("a guard", &[MUL, ADD, ("@add.f32", &[(Guard, 0), (First, 5), (Source, 4)])], &[]),
        ("twice in a sum", &[MUL, ("add.f32", &[(First, 3), (Source, 0), (Source, 0)])], &[]),
        (
            "its own register",
            &[MUL, ("add.f32", &[(First, 0), (Source, 0), (Source, 4)])],
            &[(0, 1)],
        ),
        ("a guarded write", &[MUL, ("@add.f32", &[(First, 0), (Source, 0), (Source, 4)])], &[]),
        ("an unknown instruction", &[MUL, ADD, ("", &[(First, 0), (Source, 5)])], &[]),
        ("an address", &[MUL, ADD, ("st.global.f32", &[(First, 0), (Source, 5)])], &[]),
        ("a later block", &[MUL, ("label", &[]), ADD], &[]),
        ("a block before", &[("label", &[]), MUL, ADD], &[(1, 2)]),
        (
            "a new product",
            &[MUL, ADD, ("mul.f32", &[(First, 0), (Source, 1), (Source, 1)])],
            &[(0, 1)],
        ),
        (
            "two products in a sum",
            &[MUL, ("mul.f32", &[(First, 4), (Source, 1), (Source, 2)]), ADD],
            &[(1, 2)],
        ),
    ];
    for (what, program, expected) in programs {
        assert_eq!(pairs(program), expected, "{what}");
    }
}
