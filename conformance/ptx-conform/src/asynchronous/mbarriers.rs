//! Phases, arrivals and byte counts of mbarriers.

use super::Program;

const WHAT: &str = "when a phase of an mbarrier completes";

/// Returns statements that set result `i` to whether the phase with a parity has completed.
fn test(i: usize, parity: u32) -> String {
    format!(
        "mbarrier.test_wait.parity.shared.b64 %p, [bar+8], {parity}; selp.u32 %r{i}, 1, 0, %p;\n"
    )
}

/// Returns a kernel of one thread with an mbarrier of `count` arrivals at `bar+8`.
fn program(name: &str, count: u32, results: usize, body: &str) -> Program {
    let body = format!("mbarrier.init.shared.b64 [bar+8], {count};\n{body}");
    Program { threads: 1, results, ..Program::new(WHAT, name, body) }
}

pub(super) fn programs() -> Vec<Program> {
    let arrive = "mbarrier.arrive.shared.b64 _, [bar+8];\n";
    let parity = [
        test(0, 0),
        test(1, 1),
        arrive.into(),
        test(2, 0),
        test(3, 1),
        arrive.into(),
        test(4, 0),
        test(5, 1),
        arrive.into(),
        test(6, 0),
        test(7, 1),
    ];
    let early = [
        "mbarrier.complete_tx.shared::cta.b64 [bar+8], 48;\n".into(),
        test(0, 0),
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar+8], 16;\n".into(),
        test(1, 0),
        "mbarrier.expect_tx.shared::cta.b64 [bar+8], 32;\n".into(),
        test(2, 0),
        arrive.into(),
        test(3, 0),
        test(4, 1),
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar+8], 64;\n".into(),
        arrive.into(),
        test(5, 1),
        "mbarrier.complete_tx.shared::cta.b64 [bar+8], 64;\n".into(),
        test(6, 1),
    ];
    // The second phase of `arrive_drop` expects one arrival less.
    let counts = "
    mbarrier.arrive.shared.b64 %a, [bar+8], 3;
    mbarrier.pending_count.b64 %r0, %a;
    mbarrier.arrive.noComplete.shared.b64 %a, [bar+8], 2;
    mbarrier.pending_count.b64 %r1, %a;
    mbarrier.arrive_drop.shared.b64 %a, [bar+8];
    mbarrier.pending_count.b64 %r2, %a;
    mbarrier.arrive.shared.b64 %a, [bar+8], 4;
    mbarrier.pending_count.b64 %r3, %a;
    mbarrier.test_wait.shared.b64 %p, [bar+8], %a;
    selp.u32 %r4, 1, 0, %p;
    mbarrier.arrive.shared.b64 %b, [bar+8];
    mbarrier.pending_count.b64 %r5, %b;
    mbarrier.test_wait.shared.b64 %p, [bar+8], %b;
    selp.u32 %r6, 1, 0, %p;
    mbarrier.test_wait.shared.b64 %p, [bar+8], %a;
    selp.u32 %r7, 1, 0, %p;";
    vec![
        program("mbarrier_parity", 1, 8, &parity.concat()),
        program("mbarrier_early_bytes", 2, 7, &early.concat()),
        program("mbarrier_counts", 10, 8, counts),
    ]
}
