use ptx::sass;

fn main() {
    sass! {
        IADD.PO R2, RZ, 5;
    }
}
