//! Compiles every file of `pass`, and compares what the compiler says of every file of `fail`, one
//! fault each, with the text beside it. `TRYBUILD=overwrite` writes the texts anew, to be read.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.compile_fail("fail/*.rs");
}

/// A text whose case is gone would never be read again.
#[test]
fn every_text_has_its_case() {
    let files = std::fs::read_dir("fail").expect("the directory of failing cases");
    for file in files {
        let path = file.expect("an entry").path();
        assert!(path.with_extension("rs").exists(), "{} has no case", path.display());
        assert!(path.with_extension("stderr").exists(), "{} has no text", path.display());
    }
}
