//! Tests that loops with a constant target give the same bits as the `ptx-core` functions, which take the target as an
//! argument. Tests `ex2`, `sin`, `cos` and `sqrt`, each for 15 targets.

use ptx_core::{self as p, Sm, Subnormals};
use ptx_isa::{Argument, Dialect, Selection, Target, Version, forms};
use ptx_loops::{Program, Slice, SliceMut};

const OPERANDS: u32 = 1 << 14;
const TARGETS: [u16; 15] = [50, 52, 60, 61, 70, 72, 75, 80, 86, 89, 90, 100, 103, 120, 121];

type Function = fn(f32, Subnormals, Sm) -> f32;

#[test]
fn loops_agree_with_functions_for_every_target() {
    let cases: [(&str, Function); 4] = [
        ("ex2", p::ex2_approx_f32),
        ("sin", p::sin_approx_f32),
        ("cos", p::cos_approx_f32),
        ("sqrt", p::sqrt_approx_f32),
    ];
    // The operands have every sign and exponent, and some of the fractions.
    let operands: Vec<u32> = (0..OPERANDS).map(|i| i.wrapping_mul(0x9e37_79b9) ^ i << 18).collect();
    for (mnemonic, function) in cases {
        for (words, subnormals) in [
            (&["approx", "f32"][..], Subnormals::Keep),
            (&["approx", "ftz", "f32"], Subnormals::Flush),
        ] {
            for sm in TARGETS {
                let dialect = Dialect::of(Version::new("8.8"), Target::sm(sm));
                let mut found = vec![0; operands.len()];
                let all = [Slice::B32(&operands)];
                let program = program(mnemonic, words, &dialect);
                program.run(&all, vec![SliceMut::B32(&mut found)]).unwrap();
                for (operand, found) in operands.iter().zip(found) {
                    let expected = function(f32::from_bits(*operand), subnormals, Sm(sm));
                    assert_eq!(found, expected.to_bits(), "{mnemonic} {operand:08x} sm_{sm}");
                }
            }
        }
    }
}

/// Returns the loops that compute an instruction. Checks that its function in `ptx-core` has the target as an argument.
fn program(mnemonic: &str, words: &[&'static str], dialect: &Dialect) -> Program {
    let form = forms::family(mnemonic).iter().find(|form| form.spelt(words).is_some()).unwrap();
    let selection = Selection { form, modifiers: form.spelt(words).unwrap() };
    let value = selection.computation(dialect).unwrap().value;
    let is_of_target = |argument: &Argument| matches!(argument, Argument::Number("Sm", _));
    let arguments = &value.call().unwrap().arguments;
    assert!(arguments.iter().any(is_of_target), "{mnemonic} does not depend on the target");
    Program::new(&value, 0, &[0]).unwrap()
}
