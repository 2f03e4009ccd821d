//! Pseudorandom numbers that are the same on every machine.

/// Returns splitmix64 of a counter: every bit of the result depends on every bit of the counter.
#[must_use]
pub fn mixed(counter: u64) -> u64 {
    let z = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
