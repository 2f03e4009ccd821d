use ptx::ptx;

fn main() {
    let d: f32;
    ptx! {
        .reg .f32 %t;
        mov.f32 d, %%t;
    }
}
