use ptx::ptx;

macro_rules! combined {
    ($table:literal) => {
        ptx! { .reg .b32 t; lop3.b32 t, t, t, t, $table; t }
    };
}

fn main() {
    println!("{}", combined!(0x1ff));
}
