//! The notes name faulty operands: selector, scale type, metadata register, vector size.

use ptx::ptx;

fn main() {
    let (a, b) = ([0_u32; 2], [0_u32; 2]);
    let mut d = [0.0_f32; 4];
    ptx! {
        .version 9.1
        .target sm_120a
        .reg .b16 %half;
        .reg .b32 %r<8>;
        .reg .f32 %f<4>;
        mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
            {(d[0]), (d[1]), (d[2]), (d[3])}, {(a[0]), (a[1])}, {(b[0]), (b[1])},
            {(d[0]), (d[1]), (d[2]), (d[3])}, (a[0]), 4;
        mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
            {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r2, %r3}, {%f0, %f1, %f2, %f3}, %half, 0;
        mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue4m3
            {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3},
            %r6, {0, 0}, %r7, {0, 0};
        mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
            {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r4, %r5}, {%f0, %f1, %f2, %f3};
    }
}
