//! Races of products of `tcgen05` with accesses to shared memory.

use crate::launch::{BYTES, COMMIT, WAIT, WORDS, kernel};
use ptx_run::{Grid, Memory, Module, Options, Race};

/// A product of zeros.
const MULTIPLY: &str = "mov.b64 %rd20, 0x4000400000000000; mov.b32 %r20, 0x08040010;
    tcgen05.mma.cta_group::1.kind::f16 [%r40], %rd20, %rd20, %r20, %p8;";

fn races(text: &str) -> Vec<Race> {
    let mut memory = Memory::new();
    let (p, q) = (memory.add(&[0u8; BYTES]), memory.add(&vec![0u32; WORDS]));
    let o = memory.add(&vec![0u32; WORDS]);
    let module = Module::new("test.ptx", text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let grid = Grid { shared: BYTES as u32 + 1024, ..Grid::new(1, 128) };
    let arguments = [p.into(), q.into(), o.into()];
    let report = kernel.launch(grid, &arguments, &mut memory, &Options::default().races(true));
    report.unwrap_or_else(|fault| panic!("{fault}")).races
}

/// Returns the line of a text that contains a part.
fn line(text: &str, part: &str) -> usize {
    1 + text.lines().position(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}"))
}

fn expect(text: &str, lines: [&str; 2]) {
    let expected = lines.map(|part| line(text, part));
    let found: Vec<_> =
        races(text).iter().map(|race| [race.first.line, race.second.line]).collect();
    assert!(found.contains(&expected), "{expected:?} is not in {found:?}");
}

#[test]
fn a_product_reads_until_its_commit_arrives() {
    let body = format!("{MULTIPLY}\n{COMMIT}");
    let write = "\nst.shared.b32 [%r3], %r1; // write\n";
    let text = kernel("sm_100a", &body, &format!("{WAIT} {write}"));
    // All threads write the same word, after the product.
    let product = line(&text, "tcgen05.mma");
    let of_product = |race: &Race| race.first.line == product || race.second.line == product;
    assert!(!races(&text).iter().any(of_product));
    let early = kernel("sm_100a", &body, &format!("{write} {WAIT}"));
    expect(&early, ["tcgen05.mma", "// write"]);
    let unfenced = text.replacen("fence.proxy.async; ", "", 1);
    assert_ne!(unfenced, text);
    expect(&unfenced, ["add.u32 %r5, %r3, %r2; st.shared.b32", "tcgen05.mma"]);
}
