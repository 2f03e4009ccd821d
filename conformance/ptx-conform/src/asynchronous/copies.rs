//! Bulk copies and reductions without tensor maps.

use super::{NEWEST, Program, WAIT, blank, dump, fill, random};

const COPY: &str = "which bytes a bulk copy moves";
const REDUCTION: &str = "how a bulk reduction combines elements";

/// The number of bytes of an operand of a reduction.
const BYTES: usize = 512;

/// Reductions to global memory: the operation with its type, and the masks of the input.
const TO_GLOBAL: &[(&str, u32, u32)] = &[
    ("add.u32", u32::MAX, 0),
    ("add.s32", u32::MAX, 0),
    ("add.u64", u32::MAX, 0),
    ("inc.u32", 0x7, 0),
    ("dec.u32", 0x7, 0),
    ("min.u32", u32::MAX, 0),
    ("min.s32", u32::MAX, 0),
    ("min.u64", u32::MAX, 0),
    ("min.s64", u32::MAX, 0),
    ("max.u32", u32::MAX, 0),
    ("max.s32", u32::MAX, 0),
    ("max.u64", u32::MAX, 0),
    ("max.s64", u32::MAX, 0),
    ("min.f16", u32::MAX, 0),
    ("max.f16", u32::MAX, 0),
    ("min.bf16", u32::MAX, 0),
    ("max.bf16", u32::MAX, 0),
    ("and.b32", u32::MAX, 0),
    ("or.b64", u32::MAX, 0),
    ("xor.b64", u32::MAX, 0),
    ("add.noftz.f16", 0xbfff_bfff, 0),
    ("add.noftz.bf16", 0x83ff_83ff, 0x3c00_3c00),
    ("add.f32", 0x83ff_ffff, 0x3c00_0000),
    ("add.f64", 0x83ff_ffff, 0x3c00_0000),
];

/// Reductions of subnormals to global memory, with their masks. The sums of some elements are normal.
const SUBNORMALS: &[(&str, u32)] =
    &[("add.noftz.f16", 0x83ff_83ff), ("add.noftz.bf16", 0x807f_807f), ("add.f32", 0x807f_ffff)];

/// Reductions to shared memory.
const TO_SHARED: &[&str] = &[
    "add.u32", "add.s32", "add.u64", "inc.u32", "dec.u32", "min.u32", "min.s32", "max.u32",
    "max.s32", "and.b32", "or.b32", "xor.b32",
];

/// Returns a kernel that reduces the second operand in the input to the first operand, which it copies to the output.
fn to_global(operation: &str, kept: u32, set: u32, prefix: &str) -> Program {
    let body = format!(
        "{}mad.lo.u32 %z, %l, 4, %mem; ld.shared.b32 %x, [%z];
    mul.wide.u32 %w, %l, 4; add.u64 %w, %stored, %w; st.global.b32 [%w], %x;
    fence.proxy.async; bar.sync 0;
    @%first cp.reduce.async.bulk.global.shared::cta.bulk_group.{operation} [%stored], [mem+{BYTES}], {BYTES};
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;",
        fill(2 * BYTES)
    );
    let name = format!("{prefix}_{}", operation.replace('.', "_"));
    let (stored, input) = (BYTES / 4, random(BYTES / 2, kept, set));
    Program { stored, input, ..Program::new(REDUCTION, name, body) }
}

/// Returns a kernel that reduces bytes of `mem` to other bytes of `mem`.
fn to_shared(operation: &str) -> Program {
    let mask =
        if operation.starts_with("inc") || operation.starts_with("dec") { 7 } else { u32::MAX };
    let body = format!(
        "{}@!%first bra go;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {BYTES};
    cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.{operation} [mem], [mem+{BYTES}], {BYTES}, [bar];
    go: {WAIT}{}",
        fill(2 * BYTES),
        dump(1)
    );
    let name = format!("reduce_shared_{}", operation.replace('.', "_"));
    let input = random(BYTES / 2, mask, 0);
    Program { results: 1, input, ..Program::new(REDUCTION, name, body) }
}

pub(super) fn programs() -> Vec<Program> {
    let loads = format!(
        "{}@!%first bra go;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 272;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem+16], [%in+32], 160, [bar];
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem+304], [%in+400], 112, [bar];
    go: {WAIT}{}",
        blank(512),
        dump(1)
    );
    let stores = format!(
        "{}@%first cp.async.bulk.global.shared::cta.bulk_group [%stored+48], [mem+16], 256;
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;",
        fill(512)
    );
    let masked = format!(
        "{}mov.b16 %h, 0x8f31;
    @%first cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%stored+48], [mem+16], 256, %h;
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;",
        fill(512)
    );
    let copy = |name: &str, results: usize, body: String| Program {
        results,
        stored: if results == 0 { 128 } else { 0 },
        input: random(128, u32::MAX, 0),
        ..Program::new(COPY, name, body)
    };
    let mut all = vec![
        copy("bulk_load", 1, loads),
        copy("bulk_store", 0, stores),
        Program { targets: (100, NEWEST), ..copy("bulk_store_masked", 0, masked) },
    ];
    all.extend(TO_GLOBAL.iter().map(|(op, kept, set)| to_global(op, *kept, *set, "reduce")));
    all.extend(SUBNORMALS.iter().map(|(op, kept)| to_global(op, *kept, 0, "reduce_subnormal")));
    all.extend(TO_SHARED.iter().map(|operation| to_shared(operation)));
    all
}
