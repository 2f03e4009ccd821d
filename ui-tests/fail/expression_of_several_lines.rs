use ptx::ptx;

fn main() {
    let x = 1_u32;
    let d: f32;
    ptx! {
        rcp.rn.f32 d, (
            x
                + 1
        );
    }
    println!("{d}");
}
