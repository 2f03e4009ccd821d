//! A tuple that is declared for a struct must have the size of the struct in the file.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn turned(p: (f32, f32, f32)) -> (f32, f32);
}

fn main() {}
