//! Tests that every spelling (mnemonic with modifiers) that `ptx-core` computes has loops.

use ptx_isa::{Dialect, Selection, forms};
use ptx_loops::Program;

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
