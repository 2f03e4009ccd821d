use ptx::ptx;

fn main() {
    let (a, n) = (1.0_f32, 1_u32);
    let (d, e): (f32, u32);
    ptx! {
        rpc.rn.f32 d, a;
        rotl.b32 e, n, 5;
        bswap.b32 e, n;
        floor.f32 d, a;
        exp.f32 d, (a + 1.0);
        fabs d, a;
    }
}
