use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        rcp.rnn.f32 d, a;
        add.2x.f32 d, a, a;
        add.5.f32 d, a, a;
        add."rn".f32 d, a, a;
    }
}
