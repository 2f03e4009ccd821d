//! Compares the digest of every function of the instruction tables with `tests/platforms/digests.tsv`. The tests of the
//! package `tests/platforms` compare the digested results with the crate `referee`, an independent implementation. For
//! functions without a reference in `referee`, the constant `ELSEWHERE` in `tests/platforms` names the tests.

#[test]
fn every_function_gives_its_digest() {
    let found = digests::FUNCTIONS.iter().map(|(name, digest)| {
        let name = name.trim_end_matches('\0');
        format!("{name}\t{:016x}\n", digest())
    });
    let found: Vec<_> = found.collect();
    let expected = include_str!("../../../platforms/digests.tsv");
    let wrong: Vec<_> =
        expected.lines().zip(&found).filter(|(line, found)| *line != found.trim_end()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(found.concat(), expected);
}
