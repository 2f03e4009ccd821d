use ptx::sass;

fn main() {
    let d: u32;
    sass! { @P0 MOV d, 1; }
    assert_eq!(d, 1);
}
