"""Statements with the forms of PTX ISA 9.3 to 9.5, by family, for `newest.py`.

`check` must have the verdicts of the assembler on all families except those whose name ends with `?`: the tables lack
their forms.
"""

from program_statements import product

FAMILIES = {
    "sin": [
        "(sin|cos).approx.2pi.ftz.f32 d,(a|w|h|1.5|ha|l);",
        "(sin|cos)(.2pi.ftz|.approx.2pi|.approx.2pi.ftz.sat|.approx.2pi.rn).f32 d,a;",
        "(sin|cos).approx.2pi.ftz(.f64|.f16|.f16x2) w,x;",
    ],
    "cvt": ["cvt(|.rn|.rz|.ftz|.sat).(bf16.f16|f16.bf16|bf16.f32) ha,(hb|a|xa|h);"],
    "fabric": [
        "fabric.submit(|.commit_group|.op_restrict::fetching|.sync_restrict::read|.async);",
        "fabric.wait.sync_restrict::read (0|7|h|4294967295|d);",
        "fabric.wait(|.sync_restrict::read|.sync_restrict::reads|.read);",
    ],
    "wait": [
        "cp.async.bulk.wait_group(.sync_restrict::proxy::async|.sync_restrict::read|.sync_restrict::reads) (0|4|h);",
        "cp.async.bulk.wait_group.read.sync_restrict::proxy::async 0;",
    ],
    "fence": [
        "fence.alias.sync_restrict::read(.release|.acquire|.acq_rel|.sc|)(.sys|.gpu|.cta|.cluster|);",
        "fence.alias(|.release.sys|.sys);",
    ],
    "tensormap": [
        "tensormap.query.alloc_class_large(|.global|.shared::cta|.const|.param|.shared|.local).b1024 p,(\x5bra]|\x5bsv]|\x5bcv]);",
        "tensormap.query.alloc_class_large.b1024 (h|l|p<q|_),\x5bra];",
        "tensormap.query.alloc_class_large(.b32|.b64|) p,\x5bra];",
        "tensormap.replace.tile.global_address(.alloc_same|.alloc_small|.alloc_large|.alloc_class)(|.global).b1024.b64 \x5bra],l;",
        "tensormap.replace.tile(.alloc_same|.alloc_small|.alloc_large)(|.global|.shared::cta).b1024 \x5bra];",
    ],
    "ldmatrix": [
        "ldmatrix.sync.aligned.m8n16.x1(|.shared|.shared::cta|.trans)(.s8.s4|.u8.u4|.s8.u4) {h},\x5bra];",
        "ldmatrix.sync.aligned.m8n16(.x1|.x2|.x4).s8.s4 ({h}|{h,i}|{h,i,j,k2}),\x5bra];",
        "ldmatrix.sync.aligned(.m8n8|.m16n16).x1.s8.s4 {h},\x5bra];",
    ],
    "ld": [
        "ld(|.global|.shared|.local|.const).proxy::readonly(.u32|.f64|.b8|.b128) (h|w),\x5bra];",
        "ld.proxy::readonly(|.global|.shared)(|.v2).b32 {h,i},\x5bra];",
        "ld(|.global)(.u32|.f64).proxy::readonly (h|w),\x5bra];",
        "ld.proxy::readonly(|.global)(.v4.b64 {l,m,n,o}|.v8.b32 {h,i,j,k2,h,i,j,k2}),\x5bra];",
        "ld(.volatile|.relaxed.gpu|.acquire.sys).global.proxy::readonly.u32 h,\x5bra];",
        "st.global.proxy::readonly.u32 \x5bra],h;",
    ],
    "prefetch": [
        "prefetch(|.global|.local)(.L1::32B|.L1|.L2|.L2::32B)(|.valid_addr) \x5bra];",
        "prefetchu(.L1|.L1::32B)(|.valid_addr) \x5bra];",
    ],
    "mbarrier": [
        "mbarrier.init(|.layout::v0|.layout::v1|.layout::v2)(|.shared|.shared::cta|.shared::cluster).b64 \x5bra],1;",
        "mbarrier.check_layout(|.layout::v0|.layout::v1)(|.shared|.shared::cta).b64 (p|h|_),\x5bra];",
        "mbarrier.inval(|.layout::v1).b64 \x5bra];",
    ],
    "registers": [
        "mov(.u32|.b32|.u64|.pred|.u16) (h|l|p|xa),(%locality_domain_id|%locality_domain_supplemental_sm);",
        "cvt.u64.u32 l,(%locality_domain_id|%locality_domain_supplemental_sm);",
    ],
    "fabric?": [
        "fabric.try_put.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys.b128 \x5bh,l],\x5bsv],i,\x5bsv];",
        "fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys.b128 \x5bsv],\x5bh,l],i,\x5bsv];",
        "fabric.try_red.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys(.and.b32|.add.u32|.add.f32|.min.s64) \x5bh,l],\x5bsv],i,\x5bsv];",
        "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric.relaxed.sys(.and.b32|.xor.b32).sync \x5bsv],\x5bh,l],i,\x5bsv],-1;",
    ],
    "multimem?": [
        "multimem.st.async(.release|.relaxed)(.sys|.gpu).global(.b32|.u64) \x5bra],(h|l);",
        "multimem.red.async(.release|.relaxed)(.sys|.gpu).global.add(.u32|.u64) \x5bra],(h|l);",
    ],
    "applypriority?": [
        "applypriority.async.bulk(|.global).bulk_group.L2::evict_normal \x5bra],h;",
        "applypriority.async.bulk.tensor.(1d|2d).global.bulk_group.L2::evict_normal \x5bra,{h}];",
        "cp.async.bulk.prefetch.L2.global.L2::evict_last \x5bra],h;",
    ],
    "mbarrier?": [
        "mbarrier.(expect_tx|complete_tx).shared::cluster.multicast::cluster::32b.b64 \x5bsv],h,i;",
        "mbarrier.(arrive|arrive_drop).shared::cluster.multicast::cluster::32b.b64 _,\x5bsv],i;",
        "mbarrier.(test_wait|try_wait)(.phase_type::fast|.phase_type::full).shared.b64 p,\x5bsv],l;",
    ],
    "bulk?": [
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster(::16b|::32b) \x5bsv],\x5bra],h,\x5bsv],(xa|i);",
        "cp.async.bulk(.relaxed.sys|.relaxed.gpu).shared::cta.global.mbarrier::complete_tx::bytes.b128 \x5bsv],\x5bra],h,\x5bsv];",
        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.mbarrier::report::disabled \x5bsv],\x5bra],h,\x5bsv];",
        "cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs::w.bulk_group \x5bra,{h,i,j}],\x5bsv];",
    ],
    "spcompress?": [
        "spcompress.b8.b2.sp::2:4.x1 {h},{i},{j,k2};",
        "spdecompress.b8.b2.sp::2:4.x4 {h,i},{j},{k2};",
        "tcgen05.ld.spcompress.sync.aligned.32x32b.x4.min.sp::2:4.f32.b2 {h},{i,j},\x5bk2];",
    ],
    "tcgen05?": [
        "tcgen05.(alloc|dealloc)(|.exclusive).cta_group::1.sync.aligned.b32 (\x5bsv]|h),64;",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one(|.sync_restrict::shared::read::mma::a).shared::cluster.b64 \x5bsv];",
        "tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 {h,i},j,\x5bk2];",
    ],
    "noftz?": [
        "(atom|red).global.add.noftz.f32 (h,|)\x5bra],d;",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f32 \x5bra],\x5bsv],h;",
    ],
    "packed?": [
        "(add|sub|mul).(e4m3x4|e5m2x4|e2m1x4) h,i,j;",
        "cvt.rs.pzo.satfinite.e4m3x4.f32 h,{d,a,b,c},i;",
    ],
}


def statements(families):
    """Returns all statements, each with its family. `<` in a pattern stands for the `|` of a pair."""
    seen = {}
    for family, patterns in families.items():
        for pattern in patterns:
            for text in product(pattern):
                seen.setdefault(text.replace("<", "|"), family)
    return [(family, text) for text, family in seen.items()]
