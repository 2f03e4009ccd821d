//! Compiles every file of `pass`, and compares what the compiler says of every file of `fail`, one
//! fault each, with the text beside it; in a quick run of every sixth file. `PTX_TESTS=full
//! TRYBUILD=overwrite` writes the texts anew, to be read.

use std::path::PathBuf;
use test_support::sample;

/// The files of `fail` with an extension, in order.
fn faults(extension: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir("fail").expect("the directory of failing cases");
    let paths = files.map(|file| file.expect("an entry").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    paths.sort();
    paths
}

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    let faults = faults("rs");
    let step = faults.len() / sample(faults.len(), 6);
    for fault in faults.iter().step_by(step) {
        cases.compile_fail(fault);
    }
}

/// A text whose case is gone would never be read again, and a case without a text says nothing.
#[test]
fn every_case_has_its_text() {
    let cases: Vec<_> = faults("rs").iter().map(|path| path.with_extension("")).collect();
    let texts: Vec<_> = faults("stderr").iter().map(|path| path.with_extension("")).collect();
    assert_eq!(cases, texts);
}
