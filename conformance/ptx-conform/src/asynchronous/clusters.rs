//! Clusters of two blocks: distributed shared memory, remote arrivals, and multicast.

use super::{INPUT, MEET, Program, WAIT, blank, dump, random};
use crate::tensor_map::Map;
use ptx_isa::Type;

const WHAT: &str = "what the blocks of a cluster see in the shared memory of each other";
const MULTICAST: &str = "where a multicast copy writes, and at which mbarriers its bytes arrive";

/// Returns a kernel of two blocks with 32 threads each.
fn program(what: &'static str, name: &str, results: usize, body: String) -> Program {
    let input = random(256, u32::MAX, 0);
    Program { blocks: 2, threads: 32, results, input, ..Program::new(what, name, body) }
}

pub(super) fn programs() -> Vec<Program> {
    // `%x` is the other block, `%y` the address of `mem` in its shared memory.
    let other = "xor.b32 %x, %rank, 1; mapa.shared::cluster.u32 %y, %mem, %x;\n";
    let accesses = format!(
        "{other}mad.lo.u32 %z, %l, 4, %mem; mad.lo.u32 %u, %t, 7, 1; st.shared.b32 [%z], %u;
    st.shared.b32 [%z+128], 0; st.shared.b32 [%z+256], 5; {MEET}
    mad.lo.u32 %z, %l, 4, %y; ld.shared::cluster.b32 %r0, [%z];
    getctarank.shared::cluster.u32 %r1, %y;
    st.shared::cluster.b32 [%z+128], %t;
    atom.shared::cluster.add.u32 %r2, [%y+256], 1;
    mov.u64 %a, mem; cvta.shared.u64 %a, %a; cvt.u64.u32 %b, %x; mapa.u64 %c, %a, %x;
    isspacep.shared::cluster %p, %c; isspacep.shared::cta %q, %c;
    selp.u32 %r3, 1, 0, %p; selp.u32 %x, 2, 0, %q; or.b32 %r3, %r3, %x; ld.b32 %x, [%c];
    add.u32 %r3, %r3, %x; {MEET}
    mad.lo.u32 %z, %l, 4, %mem; ld.shared.b32 %r4, [%z+128]; ld.shared.b32 %r5, [mem+256];
    {MEET}"
    );
    // The order of the additions is not defined, so only the sum is a result.
    let accesses = accesses.replace(
        "atom.shared::cluster.add.u32 %r2, [%y+256], 1;",
        "atom.shared::cluster.add.u32 %r2, [%y+256], 1; mov.u32 %r2, %cluster_ctarank;",
    );
    let arrivals = format!(
        "@%first mbarrier.init.shared.b64 [bar+8], 33;
    @%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar+8], 512;
    {}{MEET}{other}mapa.shared::cluster.u32 %u, %bar, %x;
    mad.lo.u32 %z, %l, 4, %y;
    st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%z], %t, [%u+8];
    mad.lo.u32 %z, %l, 8, %y; mov.b64 %a, {{%t, %l}};
    st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%z+128], %a, [%u+8];
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%y+384], %t, [%u+8];
    mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%u+8];
    {}{}{MEET}",
        blank(512),
        WAIT.replace("parity", "parity.acquire.cluster").replace("[bar]", "[bar+8]"),
        dump(4)
    );
    let multicast = |copy: &str| {
        format!(
            "{}@%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 256;
    {MEET}mov.b16 %h, 3; mov.u32 %x, 0; setp.ne.or.u32 %p, %rank, 0, !%first; @%p bra go;
    {copy}
    go: {WAIT}{}{MEET}",
            blank(512),
            dump(4)
        )
    };
    let bulk = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [mem+64], [%in+128], 256, [bar], %h;";
    let tensor = "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [mem], [%map0, {4, -1}], [bar], %h;";
    let remote = format!(
        "{}@%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;
    {MEET}{other}mapa.shared::cluster.u32 %u, %bar, %x;
    mad.lo.u32 %z, %l, 4, %mem; mad.lo.u32 %t, %t, 3, 7; st.shared.b32 [%z+256], %t; fence.proxy.async; bar.sync 0;
    @%first cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%y+32], [mem+256], 128, [%u];
    {WAIT}{}{MEET}",
        blank(512),
        dump(2)
    );
    let map = Map::tile(INPUT, Type::U32, &[16, 16], &[64], &[16, 4]);
    vec![
        program(WHAT, "cluster_accesses", 6, accesses),
        program(WHAT, "cluster_arrivals", 4, arrivals),
        program(WHAT, "cluster_copy", 2, remote),
        program(MULTICAST, "multicast_bulk", 4, multicast(bulk)),
        Program { maps: vec![map], ..program(MULTICAST, "multicast_tensor", 4, multicast(tensor)) },
    ]
}
