//! Every function of the instruction tables, those of `ptx_core::sass` and of the unit too, on the operands of
//! `tests/platforms`, by its digests. What they digest is the referees' where there is one: `rustc_apfloat`, exact
//! integers and the manual's loops, in the tests of that package; its `ELSEWHERE` says which tests hold the rest.

#[path = "../../tests/platforms/src/functions.rs"]
mod functions;
#[path = "../../tests/platforms/src/operands.rs"]
mod operands;

#[test]
fn every_function_gives_its_digest() {
    let found = functions::FUNCTIONS.iter().map(|(name, digest)| {
        let name = name.trim_end_matches('\0');
        format!("{name}\t{:016x}\n", digest())
    });
    let found: Vec<_> = found.collect();
    let expected = include_str!("../../tests/platforms/digests.tsv");
    let wrong: Vec<_> =
        expected.lines().zip(&found).filter(|(line, found)| *line != found.trim_end()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(found.concat(), expected);
}
