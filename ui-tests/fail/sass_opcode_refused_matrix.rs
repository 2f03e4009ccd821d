use ptx::sass;

fn main() {
    sass! {
        HMMA.16816.F32 R0, R4, R8, R0;
    }
}
