//! `mma` needs all threads of a warp. The message names the function for the registers of all threads.

use ptx::ptx;

fn main() {
    let (a, b) = ([0_u32; 4], [0_u32; 2]);
    let mut d = [0.0_f32; 4];
    ptx! {
        mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
            {(d[0]), (d[1]), (d[2]), (d[3])}, {(a[0]), (a[1]), (a[2]), (a[3])}, {(b[0]), (b[1])},
            {(d[0]), (d[1]), (d[2]), (d[3])};
    }
}
