//! Tests registers of 128 bits in translated functions.

ptx::include_ptx! {
    "quadwords.ptx"
    const fn rearranged(low: u64, high: u64, keep: u32) -> (u64, u64);
    fn unwritten(low: u64) -> u64;
}

const LOW: u64 = 0x0123_4567_89ab_cdef;
const HIGH: u64 = 0xfedc_ba98_7654_3210;

#[test]
fn halves_and_quarters_are_moved() {
    assert_eq!(rearranged(LOW, HIGH, 1), (LOW, HIGH));
    const REARRANGED: (u64, u64) = rearranged(LOW, HIGH, 0);
    assert_eq!(REARRANGED, (0x0000_0007_fedc_ba98, LOW));
}

#[test]
fn a_register_that_is_not_written_is_zero() {
    assert_eq!([0, 5].map(unwritten), [0, 5]);
}
