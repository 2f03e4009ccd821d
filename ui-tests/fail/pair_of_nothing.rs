use ptx::ptx;

fn main() {
    ptx! {
        setp.lt.f32 _|_, 1.0, 2.0;
    }
}
