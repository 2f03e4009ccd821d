use ptx::ptx;

macro_rules! combined {
    ($table:literal) => {
        ptx! { .reg .b32 t; lop3.b32 t, t, t, t, $table; t }
    };
}

macro_rules! moved {
    ($type:ty, $x:literal) => {
        ptx! { .reg .u32 t; mov.$type t, $x; t }
    };
}

macro_rules! instruction {
    ($op:expr) => {
        ptx! { .reg .f32 t; $op t, t, 1.0; t }
    };
}

fn main() {
    println!("{}", combined!(0x1ff));
    println!("{}", moved!(u32, 017));
    println!("{}", moved!(u23, 1));
    println!("{}", moved!(Vec<u32>, 1));
    println!("{}", instruction!(1 + 2));
    println!("{}", instruction!(add.f23));
}
