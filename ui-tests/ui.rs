//! Compiles every file of `pass`, and compares the compiler's messages for every file of `fail`
//! with the text beside it. A quick run skips the files whose fault a macro finds, which `at_once`
//! tests. `PTX_TESTS=full TRYBUILD=overwrite` rewrites the texts; read them.

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

/// A text without a case would never be compared, and a case without a text would not be tested.
#[test]
fn every_case_has_its_text() {
    let names = |extension| cases::files(extension).into_keys().collect::<Vec<_>>();
    assert_eq!(names("rs"), names("stderr"));
}
