"""Statements on memory, synchronisation and warps, by family, for `program.py`.

Every combination of the choices in a pattern is a statement. Most combinations are not PTX.
"""

import itertools
import random
import re

from tensor_statements import FAMILIES as TENSOR_MEMORY


def product(text):
    """Returns all texts of a pattern: `(a|b|)` is a choice."""
    parts = []
    for i, part in enumerate(text.replace("(", "\0(").replace(")", ")\0").split("\0")):
        parts.append(part[1:-1].split("|") if part.startswith("(") else [part])
    return ["".join(choice) for choice in itertools.product(*parts)]


def registers(text):
    """Writes out the lists of registers of a statement: `t*3` stands for `t0,t1,t2`."""
    return re.sub(r"t\*(\d+)", lambda found: ",".join(f"t{i}" for i in range(int(found.group(1)))), text)


# The patterns of each family. `|` separates choices, so `<` stands for the `|` of a pair: `h<p` is
# `h|p`.
FAMILIES = {
    "ld": [
        "ld(|.const|.global|.local|.param|.param::entry|.param::func|.shared|.shared::cta|.shared::cluster)(|.ca|.cg|.cs|.lu|.cv).f32 d,[ra];",
        "ld.param(|::entry).(b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64) l,[pv];",
        "ld(|.weak).(b8|u16|s32|b64|f16|f64|pred|f16x2|bf16) l,[ra];",
        "ld(.relaxed|.acquire|.volatile|.weak|.mmio.relaxed|.mmio|.release)(|.cta|.cluster|.gpu|.sys)(|.const|.global|.local|.param|.shared|.shared::cta|.shared::cluster).b32 h,[ra];",
        "ld(|.global|.shared)(|.L1::evict_normal|.L1::evict_unchanged|.L1::evict_first|.L1::evict_last|.L1::no_allocate).b32 h,[ra];",
        "ld(.global|.local)(|.L2::64B|.L2::128B|.L2::256B|.L2::32B).b32 h,[ra];",
        "ld(|.weak|.volatile|.relaxed.gpu|.acquire.sys).global(|.ca|.L1::evict_last|.L1::evict_last.L2::evict_first)(|.L2::cache_hint)(|.L2::128B).b32 h,[ra];",
        "ld(|.weak|.volatile|.relaxed.gpu)(|.global|.shared)(|.cg|.L1::evict_last)(|.L2::cache_hint)(|.L2::64B).b32 h,[ra],l;",
        "ld(|.global|.shared|.const|.local)(|.L1::no_allocate).v2(.b8|.b16|.b32|.b64|.f64|.u16|.f32) {h,i},[ra];",
        "ld(|.global|.shared)(|.volatile).v4(.b8|.b16|.b32|.s32|.f32) {h,i,j,_},[ra];",
        "ld(|.global|.shared|.local)(|.L2::evict_last|.L1::evict_last.L2::evict_first|.L2::evict_normal).v4(.b64|.f64|.u64) {l,m,n,o},[ra];",
        "ld(|.global|.shared)(|.L2::evict_last|.L1::evict_last.L2::evict_first).v8(.b32|.f32|.u16|.b64) {h,i,j,k2,h,i,_,_},[ra];",
        "ld(.volatile.global|.relaxed.gpu|.acquire.cta.global|.relaxed.gpu.shared|.global.nc|.global.cg.nc)(.v2|.v4|.v8).b32 {h,i,j,k2,h,i,j,k2},[ra];",
        "ld(.volatile.global|.relaxed.gpu|.acquire.cta.global|.relaxed.gpu.shared|.global.nc|.volatile)(.v2.b32|.v2.f64) {l,m},[ra];",
        "ld(.volatile.global|.relaxed.gpu|.acquire.cta.global|.relaxed.gpu.shared|.global.nc|.volatile)(.v4.b32|.v4.f64) {l,m,n,o},[ra];",
        "ld(|.global|.shared|.const|.local|.param|.volatile.global|.relaxed.gpu|.acquire.cta.global|.global.nc|.global.ca|.global.L1::evict_last).b128 B,[ra];",
        "ld.global(|.ca|.cg|.cs|.lu|.cv).nc(|.L1::evict_last|.L2::cache_hint|.L2::64B|.L2::evict_last).b32 h,[ra];",
        "ld.global(|.ca).nc(|.L1::evict_last)(.L2::cache_hint)(|.L2::64B).b32 h,[ra],l;",
        "ld(.nc|.const.nc|.shared.nc|.nc.global).b32 h,[ra];",
        "ld.mmio.relaxed.sys(|.global)(|.v2).b32 h,[ra];",
        "ld.mmio.relaxed(.gpu|.sys)(|.global|.shared).f64 w,[ra];",
        "ld(|.global|.shared|.const|.local|.param).b32 h,(\x5bua]|\x5bgv]|\x5bsv+4]|\x5bcv]|\x5bpv]|\x5b64]|\x5bd]|\x5bra+-4]|\x5bxa]|ra);",
        "ld.global(.b32|.b16|.f32|.u64|.s8) (d|w|l|h|ha|ga|xa|ya|ua|sa|ra|p),[ra];",
        "ld.global.b32 (_|{h}|{_,_}|5|h<p|%tid.x),[ra];",
        "ld.global(.v3.b32|.v1.b32|.b32.v2|.v2|.f) {h,i},[ra];",
    ],
    "stack": [
        "alloca(|.u32|.u64|.b64|.s64) (h|l),(16|h|l|d|1.5);",
        "alloca.u64 (l|w|_|ha|{l}),(16|l|w|ha|gv|-16);",
        "alloca.u64 l,16,(0|1|2|3|8|4096|8388608|16777216|-8|l|8.0|4+4);",
        "alloca.u32 h,h(|,4|,4,4);",
        "stacksave(|.u32|.u64|.b64|.s64) (h|l|w|_|ha|5|{l});",
        "stackrestore(|.u32|.u64|.b64|.s64) (h|l|w|_|ha|5|\x5bl]);",
    ],
    "ldu": [
        "ldu(|.const|.global|.local|.param|.shared|.global.nc|.volatile|.weak|.global.ca|.global.L1::evict_last).f32 d,[ra];",
        "ldu(|.global).(b8|b16|b32|u8|u16|s32|f16|f32|f16x2|pred|bf16) h,[ra];",
        "ldu(|.global).(b64|u64|s64|f64|b128) l,[ra];",
        "ldu(|.global).v2(.b8|.b16|.b32|.b64|.f64|.u16|.f32) {h,i},[ra];",
        "ldu(|.global)(.v2|.v4)(.b64|.f64) {l,m},[ra];",
        "ldu(|.global).v4(.b8|.b16|.b32|.s32|.f32|.f64) {h,i,j,_},[ra];",
        "ldu(|.global).v8(.b32|.f32) {h,i,j,k2,h,i,_,_},[ra];",
        "ldu(|.global).b128 B,[ra];",
        "ldu(|.global).b32 (h|l|_|w|f),[(ra|ra+8|gv|sv|16)];",
    ],
    "st": [
        "st(|.const|.global|.local|.param|.param::entry|.param::func|.shared|.shared::cta|.shared::cluster)(|.wb|.cg|.cs|.wt|.ca).f32 [ra],d;",
        "st(|.weak).(b8|u16|s32|b64|f16|f64|pred|f16x2|bf16) [ra],l;",
        "st(.relaxed|.release|.volatile|.weak|.mmio.relaxed|.mmio|.acquire)(|.cta|.cluster|.gpu|.sys)(|.global|.local|.param|.shared|.shared::cta|.shared::cluster).b32 [ra],h;",
        "st(|.global|.shared)(|.L1::evict_normal|.L1::evict_unchanged|.L1::evict_first|.L1::evict_last|.L1::no_allocate).b32 [ra],h;",
        "st(|.weak|.volatile|.relaxed.gpu|.release.sys).global(|.wt|.L1::evict_last|.L1::evict_last.L2::evict_first)(|.L2::cache_hint).b32 [ra],h;",
        "st(|.weak|.volatile|.relaxed.gpu)(|.global|.shared)(|.cg|.L1::evict_last)(|.L2::cache_hint).b32 [ra],h,l;",
        "st.global.L2::128B.b32 [ra],h;",
        "st(|.global|.shared|.local).v2(.b8|.b16|.b32|.b64|.f64|.u16|.f32) [ra],{h,i};",
        "st(|.global|.shared).v2(.b64|.f64|.b8) [ra],{l,m};",
        "st(|.global|.shared)(|.volatile).v4(.b8|.b16|.b32|.s32|.f32) [ra],{h,i,j,1};",
        "st(|.global|.shared|.local)(|.L2::evict_last|.L1::evict_last.L2::evict_first|.L2::evict_normal).v4(.b64|.f64|.u64) [ra],{l,m,n,o};",
        "st(|.global|.shared)(|.L2::evict_last|.L1::evict_last.L2::evict_first).v8(.b32|.f32|.u16|.b64) [ra],{h,i,j,k2,h,i,j,k2};",
        "st(.volatile.global|.relaxed.gpu|.release.cta.global|.relaxed.gpu.shared)(.v2.b32|.v2.f64) [ra],{l,m};",
        "st(.volatile.global|.relaxed.gpu|.release.cta.global|.relaxed.gpu.shared)(.v4.b32|.v4.f64) [ra],{l,m,n,o};",
        "st(|.global|.shared|.local|.volatile.global|.relaxed.gpu|.release.cta.global|.global.cg|.global.L1::evict_last).b128 [ra],B;",
        "st.mmio.relaxed(.gpu|.sys)(|.global|.shared).f64 [ra],w;",
        "st(|.global|.shared|.local).b32 (\x5bua]|\x5bgv]|\x5bsv+4]|\x5b64]|\x5bd]|ra),h;",
        "st.global(.b32|.b16|.f32|.u64|.s8) [ra],(d|w|l|h|ha|ga|xa|ya|ua|sa|ra|p|1|1.0);",
        "st.global.b32 [ra],(_|{h}|h<p|gv|%tid.x);",
    ],
    "cvta": [
        "cvta(|.to)(|.const|.global|.local|.shared|.shared::cta|.shared::cluster|.param|.param::entry|.param::func|.generic)(.u32|.u64|.b64|.s64|) ra,rb;",
        "cvta(|.to)(.global|.shared|.local).u64 ra,(gv|sv|sv+4|ua|5|l|w);",
        "cvta(|.to)(.global|.shared).u32 ua,(ub|h|ra|sv);",
        "cvta.global.to.u64 ra,rb;",
    ],
    "isspacep": [
        "isspacep(|.const|.global|.local|.shared|.shared::cta|.shared::cluster|.param|.param::entry|.param::func) p,(ra|ua);",
        "isspacep.global (p,l|p,h|p,sa|p,w|p,gv|p,5|ua,ra|p<q,ra|_,ra|p|p,xa);",
    ],
    "prefetch": [
        "prefetch(|.global|.local|.shared|.const|.param)(.L1|.L2|.L2::evict_last|.L2::evict_normal|.tensormap|.L2::evict_first|) [ra];",
        "prefetch(.global.L1|.L2|.tensormap) (\x5bgv+4]|\x5bua]|ra|\x5bra],4|\x5b5]);",
        "prefetchu(.L1|.L2|.global.L1|) [ra];",
    ],
    "bar": [
        "bar(|.cta)(.sync|.arrive) (0|15|16|ua|sa|h|l|xa|1.0|);",
        "bar(|.cta)(.sync|.arrive) (0|ua),(32|33|64|0|ub|l|_);",
        "bar(|.cta).red.popc(.u32|.s32|.b32|) ua,(0|ua),(p|!p|1);",
        "bar(|.cta).red(.popc.u32 ua|.and.pred q|.or.pred q|.xor.pred q|.and.u32 ua|.and.pred ua|.and.pred _),(0|16|ub),(32|ub|31),(p|!q|ua);",
        "bar(.sync.aligned|.cluster.sync|.warp|.red|.sync.u32|.wait) 0;",
        "bar.warp.sync (-1|0xffffffff|ua|h|l|p|);",
        "barrier(|.cta)(.sync|.arrive)(|.aligned) (0|16|ua|0,32|0,33|ua,ub|);",
        "barrier(|.cta).red(.popc.u32 ua|.popc.aligned.u32 ua|.aligned.popc.u32 ua|.and.pred q|.and.aligned.pred q|.or.aligned.pred q),(0|ub|0,32|ua,ub),(p|!p);",
        "barrier.cluster(.arrive|.wait|.sync|)(|.release|.relaxed|.acquire|.acq_rel)(|.aligned);",
        "barrier.cluster.(arrive.aligned.release|wait.aligned.acquire|arrive 0);",
    ],
    "fence": [
        "membar(|.cta|.gl|.sys|.gpu|.cluster|.cta.sys);",
        "membar.proxy(.alias|.async|.async.global|.async.shared::cta|.tensormap);",
        "fence(|.sc|.acq_rel|.acquire|.release|.relaxed)(|.cta|.cluster|.gpu|.sys|.gl);",
        "fence.proxy(|.alias|.async|.async.global|.async.shared::cta|.async.shared::cluster|.async.shared|.tensormap|.async::generic);",
        "fence.mbarrier_init(|.release)(|.cta|.cluster|.gpu);",
        "fence.proxy.tensormap::generic(.release|.acquire|.acq_rel)(.cta|.cluster|.gpu|.sys)(| [ra],128| [ra],64| [ra]| [gv],128| [ra],ua);",
        "fence.(acquire|release|acq_rel).sync_restrict::shared::(cta|cluster).(cta|cluster);",
        "fence.proxy.async::generic.(acquire|release).sync_restrict::shared::(cta|cluster).(cta|cluster);",
    ],
    "shfl": [
        "shfl(.up|.down|.bfly|.idx|.xor)(.b32|.u32|.b64|.f32) h,i,(1|ua),(0|31|ub);",
        "shfl.sync(.up|.down|.bfly|.idx|.xor|)(.b32|.u32|.f32|) (h|h<p),i,(1|ua),(0|ub),(-1|uc);",
        "shfl.sync.idx.b32 (d|ua|sa|l|ha|_|h<_|_<p|d<p|{h,i}|p|h<ua),i,1,31,-1;",
        "shfl.sync.idx.b32 h,(d|ua|sa|l|ha|5|1.0|p|%tid.x),1,31,-1;",
        "shfl.sync.idx.b32 h,i,(32|l|d|sa|-1),(8191|xa|sb),(ua|j|l);",
        "shfl.(idx.sync.b32|sync.b32.idx|sync.idx.b32.b32) h,i,0,31,-1;",
        "shfl.sync.idx.b32 h,i,0,31;",
        "shfl.idx.b32 h<p,i,0,31;",
    ],
    "vote": [
        "vote(.all|.any|.uni|.ballot)(.pred p|.b32 h|.u32 ua),(q|!q|1);",
        "vote.sync(.all|.any|.uni|.ballot|.none|)(.pred p|.b32 h|.u32 ua),(q|!q|1|0),(-1|ua|l);",
        "vote.sync.all.pred (_|ua|p<q),q,-1;",
        "vote.sync.ballot.b32 (ua|sa|d|l|_|p),p,(h|sa|d|xa);",
        "vote.sync.all.pred p,q;",
        "vote.all.sync.pred p,q,-1;",
    ],
    "match": [
        "match(.any|.all)(.sync|)(.b32 h|.b32 h<p|.b64 h|.b64 h<p|.u32 h|.b32 _<p|.b32 h<_|.b32 _|.b16 h),(i|l|d|w|5|ha),(-1|ua);",
        "match.all.sync.b32 (l|d|ua|p|sa|ha|p<h|{h,i}),i,-1;",
        "match.sync.any.b32 h,i,-1;",
    ],
    "redux": [
        "redux.sync(.add|.min|.max|.and|.or|.xor|.inc)(.u32 ua|.s32 sa|.b32 h|.f32 d|.u64 ra|.pred p),(ub|sb|i|5),(-1|uc);",
        "redux.sync(.min|.max|.add)(|.abs)(|.NaN).f32 d,(a|1.0|ua),-1;",
        "redux.sync(.min)(.NaN.abs|.NaN.s32|.abs.u32).f32 d,a,-1;",
        "redux(.add.u32|.add.sync.u32|.sync.u32.add) ua,ub,-1;",
        "redux.sync.add.u32 (_|l|d|h),ub,-1;",
    ],
    "activemask": ["activemask(.b32|.u32|.sync.b32|) (h|ua|sa|d|l|_|p|5);", "activemask.b32 h,i;"],
    "elect": ["elect(.sync|.one.sync|.sync.b32|.aligned.sync|) (h<p|_<p|h|p|h<_|ua<p|l<p|d<p|_<_|p<h),(-1|ua|l);", "elect.sync h<p;"],
    "misc": [
        "nanosleep(.u32|.s32|.b32|.u64|) (ua|100|sa|h|l|1.0|d|1000001);",
        "brkpt(|.uni| 0);",
        "trap(|.uni| 0);",
        "exit(|.uni);",
        "pmevent(|.mask) (3|15|16|65535|65536|ua|-1);",
        "setmaxnreg(.inc|.dec|)(.sync.aligned|.aligned|.sync|)(.u32|.s32) (64|24|16|256|264|30|ua);",
        "griddepcontrol(.wait|.launch_dependents|.launch|)(| 0|.sync);",
    ],
    "atom": [
        "atom(|.global|.shared|.shared::cta|.shared::cluster|.local|.const)(.and|.or|.xor|.exch|.add|.inc|.dec|.min|.max)(.b32 h|.u32 ua|.s32 sa|.f32 d),[ra],(1|i);",
        "atom(|.global|.shared)(.and|.or|.xor|.exch|.add|.inc|.min|.max)(.b64 l|.u64 ra|.s64 ta|.f64 w|.b16 ha|.f16 ha|.b128 B),[ra],(m|hb|1|C);",
        "atom(|.global|.shared)(.cas)(.b16 ha|.b32 h|.b64 l|.u32 ua|.f32 d|.b128 B|.u64 ra),[ra],(hb,hc|i,j|m,n|C,C|1,2|a,b);",
        "atom(|.relaxed|.acquire|.release|.acq_rel|.volatile|.sc|.weak)(|.cta|.cluster|.gpu|.sys)(|.global|.shared::cluster).add.u32 ua,[ra],ub;",
        "atom(|.global|.shared).add(|.noftz)(.f16|.f16x2|.bf16|.bf16x2|.f32|.f64) (ha|h|d|w),[ra],(hb|i|a|x);",
        "atom(|.global|.shared)(.min|.max|.exch)(|.noftz)(.f16|.f16x2|.bf16|.bf16x2|.f32) (ha|h),[ra],(hb|i);",
        "atom(|.global|.shared|.local).add(|.noftz)(|.L2::cache_hint)(.v2.f32|.v4.f32|.v8.f32|.v2.f16x2|.v2.f16|.v2.u32|.v2.f64) {h,i},[ra],{j,k2};",
        "atom(|.global|.shared)(.add|.min|.max)(|.noftz).v4(.f32|.f16|.bf16|.f16x2|.bf16x2) {h,i,j,_},[ra],{h,i,j,k2};",
        "atom(|.global)(.add|.min|.max)(|.noftz)(.v2|.v4|.v8)(.f16|.bf16|.f16x2) {ha,hb,hc,hd,ha,hb,hc,hd},[ra],{ha,hb,hc,hd,ha,hb,hc,hd};",
        "atom(|.global)(.add|.min|.max)(|.noftz)(.v2)(.f16|.bf16|.f32) {ha,hb},[ra],{hc,hd};",
        "atom(|.global|.shared).add(|.L2::cache_hint).u32 ua,[ra],ub(|,l);",
        "atom.global(.cas|.exch).L2::cache_hint.b32 h,[ra],i,(j|l|j,l);",
        "atom.global.add.u32 (_|h|sa|l|d|ua<p|{ua}),[ra],ub;",
        "atom(|.global|.shared).add.u32 ua,(\x5bub]|\x5bgv]|\x5bsv+4]|ra|\x5b5]),1;",
        "atom(.add.global.u32|.global.u32.add|.gpu.relaxed.global.add.u32|.global.relaxed.gpu.add.u32|.relaxed.global.gpu.add.u32) ua,[ra],ub;",
        "atom.global(.cas.b32 _|.exch.b32 _|.inc.u32 _|.add.f32 _|.add.noftz.f16x2 _),[ra],(h|h,i);",
        "atom.relaxed.gpu.global(.cas|.exch).b128 (B|_|l),[ra],(C|C,C|l);",
    ],
    "red": [
        "red(|.global|.shared|.shared::cta|.shared::cluster|.local)(.and|.or|.xor|.exch|.add|.inc|.dec|.min|.max)(.b32|.u32|.s32|.f32) [ra],(1|i);",
        "red(|.global|.shared)(.and|.or|.xor|.add|.inc|.min|.max|.cas)(.b64|.u64|.s64|.f64|.b16|.f16) [ra],(m|hb|1);",
        "red(|.relaxed|.acquire|.release|.acq_rel|.sc)(|.cta|.cluster|.gpu|.sys)(|.global|.shared::cluster).add.u32 [ra],ub;",
        "red(|.global|.shared).add(|.noftz)(.f16|.f16x2|.bf16|.bf16x2|.f32|.f64) [ra],(hb|i|a|x);",
        "red(|.global|.shared)(.min|.max)(|.noftz)(.f16|.f16x2|.bf16|.bf16x2) [ra],(hb|i);",
        "red(|.global|.shared).add(|.noftz)(|.L2::cache_hint)(.v2.f32|.v4.f32|.v2.f16x2|.v2.f16|.v2.u32) [ra],{j,k2};",
        "red(|.global|.shared)(.add|.min|.max)(|.noftz).v4(.f32|.f16|.bf16|.f16x2|.bf16x2) [ra],{h,i,j,k2};",
        "red(|.global)(.add|.min|.max)(|.noftz)(.v2|.v4|.v8)(.f16|.bf16|.f16x2) [ra],{ha,hb,hc,hd,ha,hb,hc,hd};",
        "red(|.global|.shared).add(|.L2::cache_hint).u32 [ra],ub(|,l);",
        "red(|.global|.shared).add.u32 (\x5bub]|\x5bgv]|\x5bsv+4]|ra),1;",
        "red.async(|.relaxed)(|.cluster|.gpu)(|.shared::cluster|.global)(|.mbarrier::complete_tx::bytes)(.add.u32|.inc.u32|.min.s32|.xor.b32|.add.u64|.and.b64|.add.s64|.min.u64) [ra],(ub|l),[rb];",
        "red.async(|.mmio)(.release|.relaxed)(.gpu|.sys|.cta).global.add(.u32|.s32|.u64|.f32) [ra],(ub|l);",
    ],
    "cp.async": [
        "cp.async(.ca|.cg|)(.shared|.shared::cta|.shared::cluster|)(.global|)(|.L2::cache_hint)(|.L2::64B|.L2::128B|.L2::256B) [ra],[rb],(4|16);",
        "cp.async(.ca|.cg).shared.global(|.L2::cache_hint) [ua],[rb],(4|8|16|32|ua|12),(0|4|ub|20|p|l|l,m|ub,l|p,l);",
        "cp.async.ca.shared.global [sv],(\x5bgv]|\x5bua]),4;",
        "cp.async.ca.global.shared [ra],[rb],4;",
        "cp.async.commit_group(|.sync| 0);",
        "cp.async.wait_group (0|1|7|ua|-1|);",
        "cp.async.wait_all(| 0);",
    ],
    "st.async": [
        "st.async(|.weak|.relaxed.cluster|.relaxed|.cluster)(|.shared::cluster|.shared)(|.mbarrier::complete_tx::bytes)(.b32|.u32|.s32|.f32|.u64|.b16) [ra],(h|l),[rb];",
        "st.async(|.weak).shared::cluster.mbarrier::complete_tx::bytes(.v2|.v4)(.b32|.f32|.b64) [ra],({h,i}|{h,i,j,k2}|{l,m}),[rb];",
        "st.async(|.mmio)(.release)(.gpu|.sys|.cta).global(.b32|.u8|.b64|.f32) [ra],(h|l);",
        "st.bulk(|.weak)(|.shared::cta|.shared::cluster) [ra],(rb|64|12|ub),(0|1|rc);",
    ],
    "special": [
        "mov.u32 ua,(%tid.x|%ntid.y|%laneid|%clock|%clock64|%warpid|%nwarpid|%smid|%nsmid|%gridid|%lanemask_eq|%envreg3|%envreg32|%dynamic_smem_size|%total_smem_size|%aggr_smem_size|%clusterid.x|%cluster_ctarank|%globaltimer_lo|%globaltimer|%pm0|%clock_hi|%reserved_smem_offset_begin|%current_graph_exec|%is_explicit_cluster);",
        "mov.u64 ra,(%tid.x|%clock|%clock64|%gridid|%globaltimer|%current_graph_exec|%pm0_64|%laneid);",
        "mov.pred p,(%is_explicit_cluster|%laneid);",
        "mov.v4.u32 {ua,ub,uc,ud},(%tid|%ntid|%ctaid|%nctaid|%clusterid|%nclusterid|%cluster_ctaid|%cluster_nctaid|%laneid);",
        "mov.b32 h,(%tid.x|%tid|%laneid);",
        "mov.u16 xa,(%tid.x|%laneid|%ctaid.y|%clock);",
    ],
}


def statements(families, seed=1, most=250):
    """Returns the statements of every family, at most `most` of a pattern, chosen with the seed."""
    found = []
    for name, patterns in families.items():
        for pattern in patterns:
            all_texts = [registers(text.replace("<", "|").replace("\x5b", "[")) for text in product(pattern)]
            if len(all_texts) > most:
                all_texts = random.Random(f"{seed} {pattern}").sample(all_texts, most)
            found += [(name, text) for text in all_texts]
    return list(dict.fromkeys(found))


def mutants(families, seed, count):
    """Returns mutants of statements: a word dropped, doubled, swapped, replaced or inserted, or an operand replaced."""
    found = []
    for name in families:
        chance = random.Random(f"{seed} mutants {name}")
        real = [text for _, text in statements({name: families[name]}, seed, 40)]
        words = sorted({word for text in real for word in text.split(" ")[0].split(".")[1:]})
        operands = sorted({one for text in real if " " in text for one in text.split(" ", 1)[1][:-1].split(",")})
        for _ in range(count):
            text = chance.choice(real).rstrip(";")
            head, _, tail = text.partition(" ")
            parts = head.split(".")
            at = chance.randrange(1, len(parts)) if len(parts) > 1 else 0
            kind = chance.choice(["drop", "double", "swap", "replace", "insert", "operand"])
            if kind == "drop" and at:
                del parts[at]
            elif kind == "double" and at:
                parts.insert(at, parts[at])
            elif kind == "swap" and len(parts) > 2:
                other = chance.randrange(1, len(parts))
                parts[at], parts[other] = parts[other], parts[at]
            elif kind == "replace" and at:
                parts[at] = chance.choice(words)
            elif kind == "insert":
                parts.insert(at + 1, chance.choice(words))
            elif tail:
                items = tail.split(",")
                items[chance.randrange(len(items))] = chance.choice(operands)
                tail = ",".join(items)
            found.append((name, ".".join(parts) + (" " + tail if tail else "") + ";"))
    return found


FAMILIES |= {
    "mbarrier": [
        "mbarrier.init(|.shared|.shared::cta|.shared::cluster).b64 [ra],(1|ua|l|_);",
        "mbarrier.inval(|.shared|.shared::cta|.shared::cluster).b64 [ra];",
        "mbarrier.(expect_tx|complete_tx)(|.relaxed.cta|.relaxed.cluster|.relaxed|.release.cta)(|.shared|.shared::cta|.shared::cluster).b64 [ra],ua;",
        "mbarrier.(arrive|arrive_drop)(|.expect_tx|.noComplete)(|.release.cta|.release.cluster|.relaxed.cluster|.release|.relaxed.cta)(|.shared|.shared::cta|.shared::cluster).b64 (l|_),[ra](|,ua);",
        "mbarrier.(test_wait|try_wait)(|.parity)(|.acquire.cta|.relaxed.cluster|.acquire|.release.cta)(|.shared|.shared::cta|.shared::cluster).b64 p,[ra],(l|ua)(|,ub);",
        "mbarrier.pending_count(|.shared).b64 (ua|h|l|d),(l|ua|ra);",
        "cp.async.mbarrier.arrive(|.noinc)(|.shared|.shared::cta|.shared::cluster).b64 [ra];",
        "mbarrier.(init.shared.b64|inval.shared.b64) ([ua]|[gv]|[sv+8]|ra)(|,1);",
        "mbarrier.(init|arrive|arrive.expect_tx|wait|try_wait.b64.parity|test_wait.shared)(|.b32|.b64) p,[ra],ua;",
    ],
    "bulk": [
        "cp.async.bulk(.shared::cluster|.shared::cta|.global|.shared)(.global|.shared::cta)(|.mbarrier::complete_tx::bytes|.bulk_group) [ra],[rb],(ua|16),[rc];",
        "cp.async.bulk(.shared::cluster|.shared::cta|.global)(.global|.shared::cta)(.mbarrier::complete_tx::bytes)(|.multicast::cluster)(|.L2::cache_hint) [ra],[rb],ua,[rc](|,xa|,l|,xa,l|,ub);",
        "cp.async.bulk(.global|.shared::cluster)(.shared::cta)(.bulk_group)(|.L2::cache_hint)(|.cp_mask) [ra],[rb],ua(|,l|,xa|,l,xa);",
        "cp.async.bulk.prefetch.L2(|.global)(|.L2::cache_hint) [ra],(ua|16)(|,l);",
        "cp.async.bulk.(commit_group|wait_group 0|wait_group.read 2|wait_group ua|wait_group|commit_group 0|wait_all);",
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes(.and|.or|.xor|.add|.inc|.dec|.min|.max)(.b32|.u32|.s32|.u64|.s64|.b64|.f32) [ra],[rb],ua,[rc];",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group(|.L2::cache_hint)(.and|.or|.add|.add.noftz|.inc|.min|.max)(.b32|.u32|.s32|.u64|.s64|.b64|.f32|.f16|.bf16|.f64) [ra],[rb],ua(|,l);",
    ],
    "tensor": [
        "cp.async.bulk.tensor(.1d|.2d|.5d|.6d)(.shared::cluster|.shared::cta|.global)(.global|.shared::cta)(|.tile)(.mbarrier::complete_tx::bytes)(|.multicast::cluster) [ra],[rb,{sa,sb}],[rc](|,xa);",
        "cp.async.bulk.tensor(.1d [ra],[rb,{sa}]|.2d [ra],[rb,{sa,sb}]|.3d [ra],[rb,{sa,sb,sc}]|.4d [ra],[rb,{sa,sb,sc,sd}]|.5d [ra],[rb,{sa,sb,sc,sd,sa}]|.2d [ra],[rb,{ua,1}]|.2d [ra],[rb,{d,1}]|.2d [ra],[rb]),[rc];",
        "cp.async.bulk.tensor(.1d.shared::cluster|.2d.shared::cluster|.3d.shared::cluster|.2d.shared::cta).global(|.tile)(|.mbarrier::complete_tx::bytes)(|.multicast::cluster)(|.cta_group::1)(|.L2::cache_hint) [ra],[rb,{sa,sb}],[rc](|,xa|,l|,xa,l);",
        "cp.async.bulk.tensor(.3d|.4d).shared::cluster.global.im2col.mbarrier::complete_tx::bytes(|.multicast::cluster)(|.L2::cache_hint) [ra],[rb,{sa,sb,sc}],[rc],({xa}|{xa,xb})(|,xc|,l|,xc,l);",
        "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [ra],[rb,{sa,sb,sc,sd}],[rc],({xa}|{xa,xb}|{1,2}|xa);",
        "cp.async.bulk.tensor(.2d|.3d).global.shared::cta(|.tile|.im2col_no_offs|.im2col)(.bulk_group|)(|.L2::cache_hint) [ra,({sa,sb}|{sa,sb,sc})],[rb](|,l);",
        "cp.reduce.async.bulk.tensor(.2d|.3d).global.shared::cta(.add|.min|.inc|.and|.xor|.exch)(|.tile|.im2col_no_offs)(.bulk_group|)(|.L2::cache_hint) [ra,({sa,sb}|{sa,sb,sc})],[rb](|,l);",
        "cp.async.bulk.prefetch.tensor(.2d|.3d).L2.global(|.tile|.im2col)(|.L2::cache_hint) [ra,({sa,sb}|{sa,sb,sc})](|,l|,{xa}|,{xa},l);",
        "tensormap.replace.tile(.global_address|.rank|.global_stride|.box_dim|.elemtype|.swizzle_mode|.fill_mode|.foo)(|.global|.shared::cta|.shared)(.b1024)(.b32|.b64) [ra],(l|ua|1|0,ua|0,l|1,1|9);",
        "tensormap.replace.tile(.elemtype|.interleave_layout|.swizzle_mode|.fill_mode|.swizzle_atomicity).shared::cta.b1024.b32 [ra],(0|1|2|3|4|5|15|16|ua);",
        "tensormap.cp_fenceproxy(.global.shared::cta|.shared::cta.global|.global.shared)(.tensormap::generic)(.release|.acquire)(.gpu|.cta|.sys|.cluster)(.sync.aligned) [ra],[rb],(128|64);",
    ],
    "cluster": [
        "mapa(|.shared::cluster|.shared|.shared::cta)(.u32|.u64|.b64) (ra|ua),(rb|ub|sv|sv+4|gv),(uc|1|rc);",
        "getctarank(|.shared::cluster|.shared)(.u32|.u64) (ua|ra),(rb|ub|sv);",
        "clusterlaunchcontrol.try_cancel(|.async)(|.shared::cta|.shared::cluster)(.mbarrier::complete_tx::bytes|)(|.multicast::cluster::all)(.b128|.b64) [ra],[rb];",
        "clusterlaunchcontrol.query_cancel(.is_canceled.pred.b128 p|.is_canceled.b128 p|.get_first_ctaid.v4.b32.b128 {h,i,j,_}|.get_first_ctaid.v4.b32.b128 {h,i,j,k2}|.get_first_ctaid::x.b32.b128 h|.get_first_ctaid::w.b32.b128 h|.get_first_ctaid.b32.b128 h),(B|l);",
    ],
    "policy": [
        "createpolicy.fractional(|.L2::evict_last|.L2::evict_normal|.L2::evict_first|.L2::evict_unchanged)(|.L2::evict_first|.L2::evict_unchanged|.L2::evict_last).b64 (l|ra|h)(|,1.0|,a|,ua);",
        "createpolicy.range(|.global|.shared)(.L2::evict_last|.L2::evict_unchanged)(|.L2::evict_first).b64 l,[ra],(ua|100),(ub|200);",
        "createpolicy.cvt(|.L2).b64 l,(m|5|ua);",
        "(discard|applypriority)(|.global|.shared)(|.L2|.L2::evict_normal|.L2::evict_last) [ra],(128|64|ua);",
    ],
    "multimem": [
        "multimem.ld_reduce(|.weak|.relaxed.gpu|.acquire.sys|.relaxed|.volatile)(|.global|.shared)(.add|.min|.and)(.u32 ua|.s32 sa|.b32 h|.f32 d),[ra];",
        "multimem.ld_reduce(|.weak|.relaxed.gpu).global(.add|.min|.max|.or|.xor|.exch)(.u32|.s32|.b32|.u64|.s64|.b64|.f64|.f32) (l|h),[ra];",
        "multimem.ld_reduce(|.relaxed.gpu).global(.add|.min)(|.acc::f32|.acc::f16|.acc::f64)(|.v2|.v4)(.f16x2|.bf16x2|.f16|.f32|.e4m3x4) (h|{h,i}|{h,i,j,k2}),[ra];",
        "multimem.ld_reduce.global(.add|.max)(|.acc::f32)(.v2|.v4|.v8)(.f16|.bf16) ({ha,hb}|{ha,hb,hc,hd}|{ha,hb,hc,hd,ha,hb,hc,hd}),[ra];",
        "multimem.st(|.weak|.relaxed.gpu|.release.sys|.relaxed|.volatile)(|.global|.shared)(.u32|.b32|.f32|.b64|.f16|.f16x2|.b16|.f64) [ra],(h|l|ha);",
        "multimem.st(|.relaxed.gpu).global(.v2|.v4|.v8)(.f32|.f16x2|.f16|.b32) [ra],({h,i}|{h,i,j,k2}|{ha,hb}|{ha,hb,hc,hd,ha,hb,hc,hd});",
        "multimem.red(|.weak|.relaxed.gpu|.release.sys|.relaxed|.acquire.gpu)(|.global)(.add|.min|.and)(.u32|.b32|.f32|.s32) [ra],h;",
        "multimem.red(|.relaxed.gpu).global(.add|.min|.max)(|.v2|.v4)(.f16x2|.bf16x2|.f16|.f32|.s64|.u64|.f64) [ra],(h|l|{h,i}|{h,i,j,k2}|{ha,hb});",
    ],
}

FAMILIES |= TENSOR_MEMORY
