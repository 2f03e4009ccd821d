use ptx::ptx;

fn main() {
    let d: u32;
    ptx! {
        mov.u32 d, %laneid;
        mov.u32 d, %tid.x;
    }
}
