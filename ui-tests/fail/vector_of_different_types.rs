use ptx::ptx;

fn main() {
    let v: u64;
    ptx! {
        .reg .f32 f; .reg .u32 u;
        mov.b64 v, {f, u};
    }
}
