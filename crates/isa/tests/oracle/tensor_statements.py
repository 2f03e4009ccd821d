"""Statements on tensor memory (`tcgen05`), by family, for `program.py`. `t*8` stands for the registers `t0` to `t7`."""

FAMILIES = {
    "tcgen05.alloc": [
        "tcgen05.alloc(|.exclusive).cta_group::(1|2).sync.aligned(|.shared::cta|.shared|.shared::cluster|.global).b32 \x5b(ra|ua|sv|sv+8|64|gv|d)],(32|ua);",
        "tcgen05.(alloc|dealloc)(|.exclusive)(|.cta_group::1|.cta_group::2|.cta_group::3)(|.sync|.aligned|.sync.aligned|.aligned.sync)(|.shared::cta)(.b32|.u32|.b64|) (\x5bra]|ua),32;",
        "tcgen05.(alloc.cta_group::1.sync.aligned.b32 \x5bra]|dealloc.cta_group::1.sync.aligned.b32 h),(0|16|32|33|64|96|128|160|256|512|1024|ua|sa|i|d|l|ha|-32|1.0|_);",
        "tcgen05.dealloc.cta_group::2.sync.aligned.b32 (ua|h|sa|l|d|5|ha|\x5bua]|_),(32|ub);",
        "tcgen05.relinquish_alloc_permit(|.exclusive|.cta_group::1|.cta_group::2)(.sync.aligned|.sync|.aligned|)(| 32|.b32);",
    ],
    "tcgen05.ld": [
        "tcgen05.ld.sync.aligned(.16x64b|.32x32b|.16x32bx2|.16x128b|.16x256b|.32x16b|)(.x1|.x2|.x4|.x8|.x16|.x32|.x64|.x128|.x3|)(|.pack::16b|.unpack::16b).b32 {(t*1|t*2|t*4|t*8)},\x5bua](|,0);",
        "tcgen05.ld.sync.aligned(.16x64b|.32x32b)(|.x32|.x64|.x128).b32 {(t*32|t*64|t*128)},\x5bua];",
        "tcgen05.ld.sync.aligned(.16x64b.x16|.32x32b.x16|.16x128b.x8|.16x256b.x4)(|.pack::16b).b32 {t*16},\x5bua];",
        "tcgen05.ld.sync.aligned(.16x128b.x64|.16x256b.x32|.32x32b.x128|.16x128b.x128|.16x256b.x64).b32 {t*128},\x5bua];",
        "tcgen05.ld.sync.aligned.32x32b.x2(.b32|.u32|.f32|.b64|) (t*2|{t*2}|{a,b}|{ua,sb}|{t1,_}|{t1,5}|{l,m}|{ha,hb}|{t*3}|{p,q}),\x5bua];",
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {h},(\x5bua]|\x5bsa]|\x5bh]|\x5bua+4]|\x5bra]|\x5bl]|\x5bd]|\x5bxa]|\x5b64]|\x5bsv]|ua);",
        "tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {h},\x5bua],(0|2|7|16|65536|4294967295|h|1.0|_);",
        "tcgen05.ld(|.sync)(|.aligned)(|.32x32b)(|.x1)(|.32x32b)(|.b32) {h},\x5bua];",
    ],
    "tcgen05.ld.red": [
        "tcgen05.ld.red.sync.aligned(.32x32b|.16x32bx2|.16x64b|.16x128b)(.x1|.x2|.x4|.x128)(.min|.max|.add|)(|.abs|.NaN|.abs.NaN)(.f32|.u32|.s32|.b32|.f16) {(t*2|t*4|t*128)},e,\x5bua](|,0);",
        "tcgen05.ld.red.sync.aligned.32x32b.x2(.min|.max)(|.abs|.NaN|.abs.NaN|.NaN.abs)(.f32|.u32|.s32) {t*2},k2,\x5bua];",
        "tcgen05.ld.red.sync.aligned.16x32bx2.x4(.min|.max)(|.abs|.NaN|.abs.NaN)(.f32|.u32|.s32) {t*4},k2,\x5bua],(0|16|h);",
        "tcgen05.ld.red.sync.aligned.32x32b.x2.max(.f32|.u32) ({t*2}|{a,b}|{ua,sb}|{l,m}|{t1,_}|t1),(k2|sa|e|l|ha|5|_|{k2}),\x5bua];",
        "tcgen05.ld.red.spcompress.sync.aligned(.32x32b|.16x32bx2)(.x2|.x4|.x8|.x16)(.min|.max)(.sp::2:4|)(|.abs|.NaN)(.f32|.u32)(.b2|) {h},{(t*1|t*2|t*4|t*8)},e,\x5bua];",
        "tcgen05.ld.red.spcompress.sync.aligned.32x32b(.x32.max.sp::2:4.f32.b2 {h},{t*16}|.x64.max.sp::2:4.f32.b2 {h,i},{t*32}|.x128.min.sp::2:4.abs.f32.b2 {h,i,j,k2},{t*64}),e,\x5bua];",
    ],
    "tcgen05.st": [
        "tcgen05.st.sync.aligned(.16x64b|.32x32b|.16x128b|.16x256b|.32x16b|)(.x1|.x2|.x4|.x8|.x16|.x32|.x64|.x128|.x3|)(|.pack::16b|.unpack::16b).b32 \x5bua],{(t*1|t*2|t*4|t*8)};",
        "tcgen05.st.sync.aligned.16x32bx2(.x1|.x2|.x4|.x8)(|.unpack::16b).b32 \x5bua](|,0|,7|,h),{(t*1|t*2|t*4|t*8)};",
        "tcgen05.st.sync.aligned(.16x64b.x16|.32x32b.x16|.16x128b.x8|.16x256b.x4)(|.unpack::16b).b32 \x5bua],{t*16};",
        "tcgen05.st.sync.aligned(.16x128b.x64|.16x256b.x32|.32x32b.x128|.16x64b.x128|.16x128b.x128|.16x256b.x64).b32 \x5bua],{t*128};",
        "tcgen05.st.sync.aligned.32x32b.x2(.b32|.u32|.f32) \x5bua],(t1|{t*2}|{a,b}|{ua,sb}|{t1,_}|{t1,5}|{1,2}|{l,m}|{ha,hb}|{t*3});",
        "tcgen05.st.sync.aligned.32x32b.x1.b32 (\x5bua]|\x5bsa]|\x5bh]|\x5bua+4]|\x5bra]|\x5bd]|\x5b64]|\x5bsv]|ua),{h};",
        "tcgen05.st.sync.aligned.16x32bx2.x1.b32 \x5bua],{h},0;",
    ],
    "tcgen05.cp": [
        "tcgen05.cp.cta_group::(1|2)(.128x256b|.4x256b|.128x128b|.64x128b|.32x128b|.32x32b|)(|.warpx2::02_13|.warpx2::01_23|.warpx4)(|.b8x16.b6x16_p32|.b8x16.b4x16_p64|.b8x16|.b6x16_p32) \x5bua],l;",
        "tcgen05.cp.cta_group::1.128x256b (\x5bua]|\x5bh]|\x5bsa]|\x5bua+32]|\x5bra]|\x5bd]|\x5b64]|\x5bsv]|ua),(l|ra|ta|5|h|w|_|\x5bl]);",
        "tcgen05.cp(.128x256b|.128x256b.cta_group::2|.cta_group::2.sync.aligned.128x256b) \x5bua],l;",
    ],
    "tcgen05.shift": [
        "tcgen05.shift(|.cta_group::1|.cta_group::2)(.down|.up|)(|.cta_group::2) (\x5bua]|\x5bh]|\x5bsa]|\x5bua+4]|\x5bra]|\x5bd]|\x5b64]|\x5bsv]|ua);",
    ],
    "tcgen05.commit": [
        "tcgen05.commit(|.cta_group::1|.cta_group::2)(|.mbarrier::arrive::one|.mbarrier::arrive)(|.shared::cluster|.shared::cta|.shared)(|.multicast::cluster)(.b64|.b32|) \x5b(ra|ua)](|,xa);",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster(|.multicast::cluster|.multicast::cluster::32b|.multicast).b64 \x5bra](|,xa|,ya|,ha|,1|,65535|,65536|,ua|,h|,l|,_);",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one(|.sync_restrict::shared::read::mma::a|.sync_restrict::shared::read::mma::b)(|.shared::cluster)(|.multicast::cluster|.multicast::cluster::32b).b64 \x5bra](|,xa|,ua);",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 (\x5bl]|\x5bh]|\x5bsv+8]|\x5bgv]|\x5bd]|\x5b64]|ra);",
    ],
    "tcgen05.wait": [
        "tcgen05.(wait::ld|wait::st|wait|wait::cp)(.sync.aligned|.aligned.sync|.sync|.aligned|)(| 0);",
        "tcgen05.(fence::before_thread_sync|fence::after_thread_sync|fence|fence::thread_sync)(|.sync.aligned)(| 0);",
    ],
    "tcgen05.mma": [
        "tcgen05.mma(|.sp|.ws|.ws.sp)(|.cta_group::1|.cta_group::2)(.kind::f16|.kind::tf32|.kind::f8f6f4|.kind::i8|.kind::mxf4|)(|.collector::a::use|.collector::b0::use) \x5bh],(l|\x5bj]),m,(i|\x5bk2],i),p;",
        "tcgen05.mma.cta_group::(1|2)(.kind::f16|.kind::tf32|.kind::f8f6f4|.kind::i8)(|.ashift)(|.collector::a::fill|.collector::a::lastuse|.collector::a::discard) \x5bh],(l|\x5bj]),m,i,(|{h,i,j,k2},|{t*8},)p(|,3|,16);",
        "tcgen05.mma(|.sp)(.cta_group::1)(.kind::mxf8f6f4|.kind::mxf4|.kind::mxf4nvf4|.kind::f16)(|.block_scale)(|.scale_vec::1X|.scale_vec::2X|.scale_vec::4X|.block16|.block32)(|.collector::a::use) \x5bh],(l|\x5bj]),m,(|\x5bt1],)i,\x5bj],\x5bk2],p;",
        "tcgen05.mma.ws(|.sp).cta_group::(1|2)(.kind::f16|.kind::tf32|.kind::f8f6f4|.kind::i8)(|.collector::b0::fill|.collector::b3::discard|.collector::a::use) \x5bh],(l|\x5bj]),m,(|\x5bt1],)i,p(|,n);",
        "tcgen05.mma.cta_group::1.kind::f16 \x5b(h|ua|sa|d|ra|h+4|64|sv)],(l|ra|ta|5|w|h|\x5bj]|\x5bua]),m,i,p;",
        "tcgen05.mma.cta_group::1.kind::f16 \x5bh],l,(m|ra|5|w|_),(i|ua|sa|5|d|l),(p|!p|1|0|h|_);",
        "tcgen05.mma.cta_group::1.kind::f16 \x5bh],l,m,i,({h,i,j,k2}|{ua,ub,uc,ud}|{d,a,b,c}|{1,2,3,4}|{h,i,j}|{h,i,j,_}|{l,m,n,o}),p;",
        "tcgen05.mma.cta_group::1.kind::f16 \x5bh],l,m,i,p,(0|15|16|-1|h|ha);",
        "tcgen05.mma.ws.cta_group::1.kind::f16 \x5bh],l,m,i,p,(n|ra|5|h|w|_);",
        "tcgen05.mma.sp.cta_group::1.kind::f16 \x5bh],l,m,\x5b(ua|j|ra)],i,p;",
        "tcgen05.mma.cta_group::1.kind::mxf4.block_scale \x5bh],l,m,i,\x5b(j|ua|ra)],\x5b(k2|ub)],p;",
    ],
}
