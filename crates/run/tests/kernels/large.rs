//! Tests kernels with many basic blocks.

use crate::support::{INDEX, REGISTERS, module, words};
use ptx_run::Grid;
use test_support::assert_linear;

/// Returns a kernel body with a loop around `count` branches, each with two sides. Each side has `operations` operations.
fn branches(count: u32, operations: u32) -> String {
    let mut body = String::from("mov.u32 %r5, %r1; mov.u32 %r8, 0;\nTOP:\n");
    for i in 0..count {
        let side = |word: &str| -> String {
            let all = (0..operations).map(|j| format!("{word}.b32 %r5, %r5, {}; ", i + j));
            all.collect::<String>().replace("add.b32", "add.u32")
        };
        body += &format!(
            "shr.u32 %r6, %r5, {}; and.b32 %r6, %r6, 1; setp.eq.u32 %p1, %r6, 0;\n@%p1 bra A{i};\n{}\nbra B{i};\nA{i}: {}\nB{i}:\n",
            i % 7,
            side("add"),
            side("xor")
        );
    }
    body + "add.u32 %r8, %r8, 1; setp.ne.u32 %p2, %r8, 2; @%p2 bra TOP; st.global.u32 [%rd2], %r5; ret;"
}

/// Computes the result of [`branches`].
fn expected(count: u32, operations: u32, thread: u32) -> u32 {
    let mut value = thread;
    for i in (0..count).chain(0..count) {
        for j in 0..operations {
            let is_zero = (value >> (i % 7)) & 1 == 0;
            // All operations of a side depend on the value before the branch.
            value = match (j, is_zero) {
                (0, true) => (i..i + operations).fold(value, |value, by| value ^ by),
                (0, false) => (i..i + operations).fold(value, u32::wrapping_add),
                _ => value,
            };
        }
    }
    value
}

#[test]
fn a_kernel_of_more_than_10_000_blocks_runs() {
    // With one operation on each side, the branches become guarded operations if several blocks of threads run together.
    for operations in [1, 6] {
        let count = 4000;
        let found = words(&branches(count, operations), Grid::new(2, 40));
        let expected: Vec<_> = (0..80).map(|thread| expected(count, operations, thread)).collect();
        assert_eq!(found, expected, "{operations}");
    }
}

#[test]
fn kernels_are_decoded_in_linear_time() {
    let decode = |text: String| assert!(module(&text).kernel("k").is_ok());
    let kernel =
        |body: &str| format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} {body} }}");
    for operations in [1, 6] {
        let text = |size| kernel(&branches(size as u32, operations));
        assert_linear("branches", 4000, text, decode);
    }
    // Each block jumps back to the first block, and also continues with the next block.
    let back = |size: usize| {
        let blocks = (0..size).map(|i| format!("add.u32 %r5, %r5, {i}; @%p1 bra TOP;\n"));
        kernel(&format!("TOP: setp.eq.u32 %p1, %r5, 9;\n{} ret;", blocks.collect::<String>()))
    };
    assert_linear("jumps back", 8000, back, decode);
    // A chain of blocks with labels that no instruction names.
    let labels = |size: usize| {
        let blocks = (0..size).map(|i| format!("L{i}: add.u32 %r5, %r5, {i};\n"));
        kernel(&format!("{} ret;", blocks.collect::<String>()))
    };
    assert_linear("labels", 8000, labels, decode);
}
