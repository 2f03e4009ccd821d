// Statements with the faults that the page "Findings" lists, in the order of its table.
__device__ void faults(int d, int e, int a, int b, int c, float f, float g, unsigned short h, unsigned s, unsigned long p,
                       unsigned long m) {
    asm("dp2a.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    asm("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group.tile [%0, {%1, %2, %3}], [%4];" :: "l"(m), "r"(a), "r"(b), "r"(c), "r"(s));
    asm("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 %0, [%1];" : "=r"(d) : "r"(s));
    asm("mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32 {%0, _, %1, _}, {%2, %3, %2, %3}, {%4, %4}, {%0, 0., %1, 0.};" : "+f"(f), "+f"(g) : "r"(a), "r"(b), "r"(c));
    asm("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, {%2, %2, %2, %2}, %3, 1, 1, 1, %4;" : "+r"(d), "+r"(e) : "r"(a), "l"(m), "l"(m));
    asm("cp.reduce.async.bulk.global.shared::cta.bulk_group.noftz.f16 [%0], [%1], %2;" :: "l"(p), "r"(s), "r"(a));
    asm("cvta.to.shared.u32 %0, %1;" : "=r"(d) : "l"(p));
    asm("elect.one.sync %0|p, %1;" : "=r"(d) : "r"(a));
    asm("setctarank.shared.u32 %0, %1, %2;" : "=r"(d) : "r"(s), "r"(a));
    asm("set.gtu %0, %1, 0;" : "=r"(d) : "r"(a));
    asm("mma.sync.aligned.m16n8k16.row.col.bf16.bf16.bf16.bf16 {%0, %1}, {%2, %3, %2, %3}, {%4, %4}, {%0, %1};" : "+r"(d), "+r"(e) : "r"(a), "r"(b), "r"(c));
    asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 %0, [%1];" : "=r"(d) : "r"(s));
    asm volatile("multimem.st.relaxed.sys.global.f16 [%0], %1;" :: "l"(p), "h"(h) : "memory");
    asm("add.u32 %0, %1, %3;" : "=r"(d) : "r"(a), "r"(b));
    asm volatile("red.acquire.gpu.global.add.u32 [%0], %1;" :: "l"(p), "r"(a) : "memory");
    asm volatile("multimem.red.relaxed.sys.global.add.bf16x2 [%0], {%1};" :: "l"(p), "r"(a) : "memory");
}
