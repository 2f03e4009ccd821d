//! For a sparse `mma`, the message names the function that takes the registers of all threads.

use ptx::ptx;

fn main() {
    let (a, b) = ([0_u32; 2], [0_u32; 2]);
    let mut d = [0.0_f32; 4];
    ptx! {
        mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
            {(d[0]), (d[1]), (d[2]), (d[3])}, {(a[0]), (a[1])}, {(b[0]), (b[1])},
            {(d[0]), (d[1]), (d[2]), (d[3])}, (a[0]), 0;
    }
}
