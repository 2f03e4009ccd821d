//! Compares `lop3.BoolOp`, the form of `lop3` that also writes a predicate, with its definition, bit by bit.

use ptx_core::{Combination, lop3_boolop_b32};
use steered::Random;

#[test]
fn every_table() {
    let mut g = Random(1);
    for table in 0..=u8::MAX {
        for _ in 0..100 {
            // Words with few set bits, so that the result is often 0.
            let [a, b, c] = [(); 3].map(|()| (g.next() & g.next() & g.next()) as u32);
            let d: u32 = (0..32)
                .map(|i| {
                    let row = (a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1;
                    u32::from(table >> row & 1) << i
                })
                .sum();
            for q in [false, true] {
                let of = |combination| lop3_boolop_b32(a, b, c, table, q, combination);
                assert_eq!(of(Combination::And), (d, d != 0 && q), "{a:x} {b:x} {c:x} {table:x}");
                assert_eq!(of(Combination::Or), (d, d != 0 || q), "{a:x} {b:x} {c:x} {table:x}");
            }
        }
    }
}
