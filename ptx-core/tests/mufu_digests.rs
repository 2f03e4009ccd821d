//! Compares SHA-256 digests of the multi-function unit's results, as little-endian words. The inputs are the reduced
//! range of each function, such as [1, 2) for RCP. The expected digests come from tables that were measured on chips
//! (see the grades of `ptx_core::mufu`).

use ptx_core::mufu;
use sha2::{Digest, Sha256};
use std::ops::RangeInclusive;

type Unary = fn(u32) -> u32;

fn digest(op: Unary, inputs: RangeInclusive<u32>) -> String {
    let mut hash = Sha256::new();
    for x in inputs {
        hash.update(op(x).to_le_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn measured_digests() {
    #[rustfmt::skip]
    let expected: [(&str, Unary, RangeInclusive<u32>, &str); 6] = [
        ("rcp", mufu::rcp, 0x3f800000..=0x3fffffff, "c408381446132e07fa5581e930dc33fb790bea7ec4276ef3621e322df2492a55"),
        ("rsq", mufu::rsq, 0x3f800000..=0x407fffff, "218fc04d271773269367dedf4cff9ff719081b1218c3d67d248d8d6126040246"),
        ("sqrt", mufu::sqrt, 0x3f800000..=0x407fffff, "4e017678de306e0be8bed66193c2ebf09e9c60a9600cad56cd05bb7b6c3f266f"),
        ("lg2", mufu::lg2, 0x3f800000..=0x3fffffff, "7fd9be9a924e40a0ee18ba20e7f5158135112947597c8dd86131d3d4d8f9dbfa"),
        ("ex2", mufu::ex2, 0..=0x7fffff, "b2a42c4a626469c986e33e43f16f41bde9d84de94347cd9ceaa1bd68d36bcdf0"),
        ("sin", mufu::sin, 0..=0x7fffff, "57676af4861bf1ab7f9ee4cb0875a4e1abb7725e77fa0016a38c8a233c875ce6"),
    ];
    for (name, op, inputs, sha256) in expected {
        assert_eq!(digest(op, inputs), sha256, "{name}");
    }
}
