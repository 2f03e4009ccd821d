use ptx::sass;

fn main() {
    sass! { MOV R0, Rate; }
}
