//! Compiles each file in `pass`, and each file in `fail` whose fault the compiler itself finds. Compares the compiler's
//! messages with the `.stderr` file. To overwrite these files, set `TRYBUILD=overwrite`. The test `at_once` tests the
//! faults that a macro finds.

mod cases;

use std::collections::BTreeSet;

#[test]
fn ui() {
    let compiled = trybuild::TestCases::new();
    compiled.pass("pass/*.rs");
    let of_macros = cases::recorded();
    for case in cases::names("rs").iter().filter(|case| !of_macros.contains_key(*case)) {
        compiled.compile_fail(format!("fail/{case}.rs"));
    }
}

#[test]
fn every_case_has_its_messages_in_one_place() {
    let (of_macros, of_the_compiler) = (cases::recorded(), cases::names("stderr"));
    let twice: Vec<_> = of_macros.keys().filter(|case| of_the_compiler.contains(*case)).collect();
    assert!(twice.is_empty(), "in `fail` and in `messages.stderr`: {twice:?}");
    let all: BTreeSet<_> = of_macros.into_keys().chain(of_the_compiler).collect();
    assert_eq!(cases::names("rs"), all);
}
