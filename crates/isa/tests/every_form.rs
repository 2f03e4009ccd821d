//! Tests, for every row, that this crate rejects misspelt forms and accepts the spellings that the
//! messages suggest.

use ptx_isa::operand::{Operand, check};
use ptx_isa::{Dialect, Form, Table, forms, select_all};

fn home(form: &Form) -> Dialect {
    form.newest_dialect().expect("every form is in a dialect")
}

#[test]
fn an_extra_modifier_is_rejected_and_the_suggestion_is_accepted() {
    for form in forms::all() {
        let words = form.shortest();
        for at in 0..=words.len() {
            let mut wrong = words.clone();
            wrong.insert(at, "nonsense");
            let dialect = home(form);
            let fault = select_all(Table::Thread, form.mnemonic, &wrong, &dialect)
                .expect_err("nonsense")
                .explain();
            assert_eq!(fault.at, ptx_isa::At::Modifier(at), "{form}: {fault}");
            let help = fault.message.help_text().unwrap_or_default();
            let written = help.strip_prefix("write `").and_then(|rest| rest.split('`').next());
            let mut written = written.unwrap_or_else(|| panic!("{form}: {help}")).split('.');
            let mnemonic = written.next().expect("a mnemonic");
            let suggested: Vec<_> = written.collect();
            let taken = select_all(Table::Thread, mnemonic, &suggested, &dialect);
            assert!(taken.is_ok(), "{form} nonsense at {at}: suggested {help}");
        }
    }
}

#[test]
fn a_missing_or_extra_operand_is_rejected() {
    for form in forms::all() {
        let chosen = select_all(Table::Thread, form.mnemonic, &form.shortest(), &home(form))
            .expect("a form");
        let counts: Vec<_> = chosen.iter().map(|one| one.form.operands.len()).collect();
        for count in (0..8).filter(|count| !counts.contains(count)) {
            let operands = vec![Operand::Host; count];
            assert!(check(&chosen, &operands).is_err(), "{form} with {count} operands");
        }
    }
}

#[test]
fn a_form_is_rejected_before_its_version_and_target() {
    let dialects: Vec<_> = Dialect::all().collect();
    for (i, form) in forms::all().enumerate() {
        let words = form.shortest();
        let family = forms::family(form.mnemonic).iter();
        let alike: Vec<_> = family.filter(|other| other.spelt(&words).is_some()).collect();
        for (j, dialect) in dialects.iter().enumerate() {
            let is_there = alike.iter().any(|other| other.is_in(dialect));
            let found = select_all(Table::Thread, form.mnemonic, &words, dialect);
            assert_eq!(found.is_ok(), is_there, "{form} in {dialect:?}");
            // Build a message only in one case of 16. Building is slow, and the messages are similar in all dialects.
            if let (Err(missing), 0) = (found, (i + j) % 16) {
                assert!(!missing.explain().message.what.is_empty(), "{form} in {dialect:?}");
            }
        }
    }
}
