//! Faults of `tcgen05`.

use crate::Random;
use crate::launch::{BYTES, COMMIT, WAIT, WORDS, kernel, run};
use ptx_run::{FaultKind, Options};

/// A product of zeros.
const MULTIPLY: &str = "mov.b64 %rd20, 0x4000400000000000; mov.b32 %r20, 0x08040010;
    tcgen05.mma.cta_group::1.kind::f16 [%r40], %rd20, %rd20, %r20, %p8;";

fn fault(body: &str, after: &str) -> (FaultKind, String) {
    fault_with(body, after, &Options::default())
}

fn fault_with(body: &str, after: &str, options: &Options) -> (FaultKind, String) {
    let mut g = Random(0x1234_5678_9abc_def1);
    let words = g.words(WORDS);
    let text = kernel("sm_100a", body, after);
    match run(&text, 1, &[0; BYTES], &words, options) {
        Ok(_) => panic!("no fault\n{body}\n{after}"),
        Err(fault) => (fault.kind, fault.to_string()),
    }
}

fn expect(body: &str, after: &str, kind: FaultKind, message: &str) {
    let (found, text) = fault(body, after);
    assert!(found == kind && text.contains(message), "{found:?}: {text}");
}

#[test]
fn a_product_completes_at_its_mbarrier() {
    let mut g = Random(1);
    let text = kernel("sm_100a", &format!("{MULTIPLY} {COMMIT}"), WAIT);
    assert!(run(&text, 1, &[0; BYTES], &g.words(WORDS), &Options::default()).is_ok());
    expect(
        MULTIPLY,
        "",
        FaultKind::Undefined,
        "too early: accesses columns 0 to 31 of tensor memory",
    );
    // A second commit also completes the products of the first.
    let body = format!(
        "{MULTIPLY} mbarrier.init.shared::cta.b64 [%r43+8], 1; add.u32 %r44, %r43, 8;
        tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r44]; {COMMIT}"
    );
    let text = kernel("sm_100a", &body, WAIT);
    assert!(run(&text, 1, &[0; BYTES], &g.words(WORDS), &Options::default()).is_ok());
    let committed = format!("{MULTIPLY} {COMMIT}");
    expect(&committed, "", FaultKind::Undefined, "`tcgen05.commit` and a wait for its mbarrier");
}

#[test]
fn loads_and_stores_complete_at_their_waits() {
    let early = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%w0}, [%r7]; add.u32 %w1, %w0, 1;";
    let (found, text) = fault_with("", early, &Options::default().strict(true));
    assert_eq!(found, FaultKind::Undefined);
    assert!(text.contains("too early: uses a register of the `tcgen05.ld`"), "{text}");
    expect(
        "",
        "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r7], {%w0};
        tcgen05.ld.sync.aligned.32x32b.x1.b32 {%w0}, [%r7];",
        FaultKind::Undefined,
        "`tcgen05.wait::st` completes the store",
    );
}

#[test]
fn a_warp_reaches_its_lanes() {
    expect(
        "",
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%w0}, [%r40];",
        FaultKind::Undefined,
        "warp 1 of the block can access lanes 32 to 63 only",
    );
}

#[test]
fn accesses_stay_in_the_allocation() {
    expect(
        "",
        "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%w0, %w1}, [%r7+511];",
        FaultKind::OutOfBounds,
        "column 512 of tensor memory, which `tcgen05.alloc` has not allocated",
    );
}

/// Only the columns of a product wait for it: columns 32 to 47 hold D.
#[test]
fn a_product_leaves_the_columns_beside_it() {
    let body = MULTIPLY.replace("[%r40]", "[%r45]");
    let body = format!("add.u32 %r45, %r40, 32; {body} {COMMIT}");
    for (columns, is_early) in [("30", false), ("31", true), ("47", true), ("48", false)] {
        let after = format!(
            "bar.sync 0; tcgen05.ld.sync.aligned.32x32b.x2.b32 {{%w0, %w1}}, [%r7+{columns}];
            tcgen05.wait::ld.sync.aligned; {WAIT}"
        );
        let text = kernel("sm_100a", &body, &after);
        let words = Random(3).words(WORDS);
        let found = run(&text, 1, &[0; BYTES], &words, &Options::default());
        assert_eq!(found.is_err(), is_early, "{columns}: {found:?}");
    }
}

/// A in tensor memory fills 8 columns: 16 elements of 16 bits in each lane.
#[test]
fn a_product_reads_a_in_the_allocation() {
    let body = |column: u32| {
        let left = format!("add.u32 %r45, %r40, {column}; tcgen05.mma");
        MULTIPLY.replace("tcgen05.mma", &left).replace("[%r40], %rd20", "[%r40], [%r45]") + COMMIT
    };
    let text = kernel("sm_100a", &body(504), WAIT);
    run(&text, 1, &[0; BYTES], &Random(4).words(WORDS), &Options::default())
        .unwrap_or_else(|fault| panic!("{fault}"));
    let message = "column 512 of tensor memory, which `tcgen05.alloc` has not allocated";
    expect(&body(505), WAIT, FaultKind::OutOfBounds, message);
}

#[test]
fn descriptors_are_checked() {
    let with = |matrix: &str, instruction: &str| {
        format!(
            "mov.b64 %rd20, {matrix}; mov.b32 %r20, {instruction};
            tcgen05.mma.cta_group::1.kind::f16 [%r40], %rd20, %rd20, %r20, %p8; {COMMIT}"
        )
    };
    let body = with("0", "0x08040010");
    expect(&body, WAIT, FaultKind::Undefined, "bits 46 to 48 of the matrix descriptor");
    let body = with("0x6000400000000000", "0x08040010");
    expect(&body, WAIT, FaultKind::Undefined, "the swizzle 3 of the matrix descriptor");
    let body = with("0x4000400000000000", "0x07040010");
    expect(&body, WAIT, FaultKind::Undefined, "a shape of 112 rows and 16 columns");
    let body = with("0x4000400000000000", "0x08040020");
    expect(&body, WAIT, FaultKind::Undefined, "types that the kind does not support");
    // The table of kinds and shapes (9.4, "Matrix Shape"): `.kind::i8` has 24 columns and not 40, `.ws` 64 and more.
    let shapes = [
        ("tcgen05.mma", "kind::i8", "0x080a0020", "a shape of 128 rows and 40 columns"),
        ("tcgen05.mma.ws", "kind::f16", "0x080c0010", "a shape of 128 rows and 48 columns"),
    ];
    for (name, kind, instruction, message) in shapes {
        let body = with("0x4000400000000000", instruction);
        let body = body.replace("kind::f16", kind).replace("tcgen05.mma", name);
        expect(&body, WAIT, FaultKind::Undefined, message);
    }
    // With two blocks, the number of columns is a multiple of 16, and of 32 for `.kind::i8`.
    // Scaled sparse products of two blocks have 256 rows.
    let scaled = "kind::mxf8f6f4.block_scale";
    for (kind, instruction, message) in [
        ("kind::f16", "0x10060010", "a shape of 256 rows and 24 columns"),
        ("kind::i8", "0x100c0020", "a shape of 256 rows and 48 columns"),
        (scaled, "0x08880004", "a shape of 128 rows and 32 columns"),
        ("kind::f8f6f4", "0x100d0010", "a transposed matrix B of bytes needs a multiple of 32"),
    ] {
        let mut body = with("0x4000400000000000", instruction).replace("kind::f16", kind);
        if kind == scaled {
            body = body
                .replace("tcgen05.mma", "tcgen05.mma.sp")
                .replace("%rd20, %r20, %p8", "%rd20, [%r40+128], %r20, [%r40+64], [%r40+96], %p8");
        }
        let body = body.replace("cta_group::1", "cta_group::2");
        let body = format!("setp.ne.u32 %p9, %r9, 0; @%p9 bra then; {body}");
        let text = kernel("sm_100a", &body, "");
        let words = Random(5).words(2 * WORDS);
        let fault = run(&text, 2, &[0; 2 * BYTES], &words, &Options::default()).unwrap_err();
        assert!(fault.to_string().contains(message), "{fault}");
    }
    // Swizzle 1 is that of transposed tf32 alone (bit 15 transposes A, bit 16 B).
    let body = with("0x2000400000000000", "0x08048010");
    expect(&body, WAIT, FaultKind::Undefined, "other elements do not have it");
    let of = |kind: &str, instruction: &str| {
        with("0x4000400000000000", instruction).replace("kind::f16", kind)
    };
    let paired = "elements of 32 bits need the swizzle of 128 bytes in units of 32 bytes";
    for (kind, instruction, message) in [
        ("kind::tf32", "0x08058910", paired),
        ("kind::i8", "0x08042020", "negates integers"),
        ("kind::f8f6f4", "0x04070010", "a transposed matrix B of bytes needs a multiple of 16"),
    ] {
        expect(&of(kind, instruction), WAIT, FaultKind::Undefined, message);
    }
    let sparse = with("0x4000400000000000", "0x08040015")
        .replace("tcgen05.mma.cta_group::1.kind::f16", "tcgen05.mma.sp.cta_group::1.kind::f8f6f4")
        .replace("%rd20, %rd20, %r20", "%rd20, %rd20, [%r40+64], %r20");
    expect(&sparse, WAIT, FaultKind::Undefined, "a sparsity selector, which must be 0");
    let scaled = with("0x4000400000000000", "0x08858480")
        .replace("kind::f16", "kind::mxf4.block_scale")
        .replace("%r20, %p8", "%r20, [%r40+64], [%r40+96], %p8");
    expect(&scaled, WAIT, FaultKind::Undefined, "transposes elements of 4 bits");
}

/// The manual (9.4, "Block Scaling for tcgen05.mma"): the scales need a copy in each 32 lanes.
#[test]
fn scales_without_copies_are_reported_with_strict() {
    let body = format!(
        "mov.b64 %rd20, 0x4000400000000000; mov.b32 %r20, 0x08840000;
        tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%r40], %rd20, %rd20, %r20, [%r40+64], [%r40+96], %p8; {COMMIT}"
    );
    let text = kernel("sm_100a", &body, WAIT);
    let mut words = Random(7).words(WORDS);
    for lane in 32..128 {
        for column in 64..128 {
            words[lane * 512 + column] = words[lane % 32 * 512 + column];
        }
    }
    let strict = Options::default().strict(true);
    run(&text, 1, &[0; BYTES], &words, &strict).unwrap_or_else(|fault| panic!("{fault}"));
    // The product reads the first byte of a word.
    words[100 * 512 + 66] ^= 0x100;
    assert!(run(&text, 1, &[0; BYTES], &words, &strict).is_ok());
    words[100 * 512 + 66] ^= 1;
    let fault = run(&text, 1, &[0; BYTES], &words, &strict).unwrap_err();
    let message = "the block scales in column 66 differ between the lanes 4 and 100";
    assert!(fault.to_string().contains(message), "{fault}");
    assert!(run(&text, 1, &[0; BYTES], &words, &Options::default()).is_ok());
}

#[test]
fn allocations_are_checked() {
    expect(
        "",
        "@%p3 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
        @%p3 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r43+8], 32;",
        FaultKind::Undefined,
        "after `tcgen05.relinquish_alloc_permit`",
    );
    expect(
        "",
        "@%p3 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r43+8], 32;",
        FaultKind::Deadlock,
        "512 of the 512 columns of tensor memory are allocated",
    );
    expect(
        "",
        "@%p3 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r40, 256;",
        FaultKind::Undefined,
        "no allocation of 256 columns begins at address 0x0 of tensor memory",
    );
    expect("", "exit;", FaultKind::Undefined, "has not freed 512 columns of tensor memory");
}
