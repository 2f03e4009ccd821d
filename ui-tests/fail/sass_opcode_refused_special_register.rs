use ptx::sass;

fn main() {
    sass! {
        S2R R0, SR_TID.X;
    }
}
