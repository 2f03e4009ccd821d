//! Tests that every spelling (mnemonic with modifiers) that `ptx-core` computes has loops, and that a program runs its
//! loops on every element.

use ptx_isa::{Dialect, Rust, Selection, forms};
use ptx_loops::{Program, Slice, SliceMut};

/// Returns the loops that compute the wanted results of an instruction.
fn program(mnemonic: &str, words: &[&'static str], wanted: &[usize]) -> Program {
    let form = forms::family(mnemonic).iter().find(|form| form.spelt(words).is_some()).unwrap();
    let selection = Selection { form, modifiers: form.spelt(words).unwrap() };
    let computation = selection.computation(&Dialect::default()).unwrap();
    Program::new(&computation.value, 0, wanted).unwrap()
}

#[test]
fn every_computed_spelling_has_loops() {
    let dialect = Dialect::default();
    for form in forms::all().filter(|form| form.is_computed()) {
        for words in form.spellings() {
            let modifiers = form.spelt(&words).unwrap();
            let Some(found) = (Selection { form, modifiers }).computation(&dialect) else {
                continue;
            };
            let program = Program::new(&found.value, 0, &[0]);
            assert!(program.is_some(), "{}.{}", form.mnemonic, words.join("."));
        }
    }
}

/// Conversions to 8 bits have one loop for all modes.
#[test]
fn a_loop_receives_modes_at_run_time() {
    let operands = [2.5, 3.5, 300.0].map(f32::to_bits);
    for (rounding, expected) in
        [("rni", [2, 4, 255]), ("rzi", [2, 3, 255]), ("rmi", [2, 3, 255]), ("rpi", [3, 4, 255])]
    {
        let mut found = [0; 3];
        let program = program("cvt", &[rounding, "u8", "f32"], &[0]);
        program.run(&[Slice::B32(&operands)], vec![SliceMut::B8(&mut found)]).unwrap();
        assert_eq!(found, expected, "{rounding}");
    }
}

/// Tests an instruction that needs two loops and has two results. The first source has all elements, the second source
/// one element. The number of elements exceeds the size of a block, and also what one thread computes.
#[test]
fn a_program_of_two_loops_computes_every_element() {
    const COUNT: usize = 100_003;
    const LIMIT: f32 = 0.25;
    let program = program("setp", &["lt", "and", "f32"], &[0, 1]);
    assert_eq!(program.steps().len(), 2);
    assert_eq!(program.temporaries(), [Rust::Bool, Rust::Bool]);
    let operands: Vec<u32> = (0..COUNT as u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
    let conditions: Vec<u8> = (0..COUNT).map(|i| u8::from(i % 3 != 0)).collect();
    let sources = [Slice::B32(&operands), Slice::B32(&[LIMIT.to_bits()]), Slice::B8(&conditions)];
    type Run = fn(&Program, &[Slice<'_>], Vec<SliceMut<'_>>) -> Option<()>;
    let runs: &[Run] = &[
        Program::run,
        #[cfg(feature = "parallel")]
        ptx_loops::run,
    ];
    for run in runs {
        let (mut p, mut q) = (vec![2; COUNT], vec![2; COUNT]);
        run(&program, &sources, vec![SliceMut::B8(&mut p), SliceMut::B8(&mut q)]).unwrap();
        for (i, bits) in operands.iter().enumerate() {
            let (is_less, condition) = (f32::from_bits(*bits) < LIMIT, conditions[i] == 1);
            assert_eq!(p[i], u8::from(is_less & condition), "p of element {i}");
            assert_eq!(q[i], u8::from(!is_less & condition), "q of element {i}");
        }
    }
}
