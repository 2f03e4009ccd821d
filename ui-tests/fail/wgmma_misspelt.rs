//! If a word of a matrix instruction is misspelt, the message names the word.

use ptx::ptx;

fn main() {
    let (a, b) = (0_u64, 0_u64);
    let mut d = [0.0_f32; 4];
    ptx! {
        .reg .pred %p;
        .reg .f32 %f<8>;
        .reg .b32 %r<8>;
        wgma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
            {(d[0]), (d[1]), (d[2]), (d[3])}, a, b, %p, 1, 1, 0, 0;
        wgmma.mma_asyn.sync.aligned.m64n8k16.f32.f16.f16
            {(d[0]), (d[1]), (d[2]), (d[3])}, a, b, %p, 1, 1, 0, 0;
        wmm.mma.sync.aligned.row.col.m16n16k16.f32.f32
            {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7},
            {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7};
    }
}
