//! Compiles every file of `pass`, and compares what the compiler says of every file of `fail` with the text
//! beside it; in a quick run of those whose fault the compiler finds itself, as `at_once` has the others.
//! `PTX_TESTS=full TRYBUILD=overwrite` writes the texts anew, to be read.

mod cases;

use test_support::is_full;

#[test]
fn ui() {
    let compiled = trybuild::TestCases::new();
    compiled.pass("pass/*.rs");
    let (all, texts) = (is_full(), cases::files("stderr"));
    for case in cases::files("rs").into_keys() {
        if all || !texts.get(&case).is_some_and(|text| cases::is_of_a_macro(text)) {
            compiled.compile_fail(format!("fail/{case}.rs"));
        }
    }
}

/// A text whose case is gone would never be read again, and a case without a text says nothing.
#[test]
fn every_case_has_its_text() {
    let names = |extension| cases::files(extension).into_keys().collect::<Vec<_>>();
    assert_eq!(names("rs"), names("stderr"));
}
