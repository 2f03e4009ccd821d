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

macro_rules! negated {
    ($x:literal) => {
        ptx! { .reg .s32 t; mov.s32 t, -$x; t }
    };
}

macro_rules! range {
    ($count:expr) => {
        ptx! { .reg .s32 %d<$count>; mov.s32 %d1, 1; %d1 }
    };
}

macro_rules! declared {
    ($name:path) => {
        ptx! { .reg .f32 $name; }
    };
}

macro_rules! value {
    ($x:expr) => {
        ptx! { $x }
    };
}

macro_rules! operands {
    ($x:expr) => {
        ptx! { .reg .f32 t; add.f32 t, $x $x; t }
    };
}

macro_rules! machine {
    ($op:expr, $modifier:ty) => {
        ptx::sass! { FADD.$modifier R0, R1, R2; $op R0, R1, R2; R0 }
    };
}

fn main() {
    println!("{}", combined!(0x1ff));
    println!("{}", moved!(u32, 017));
    println!("{}", moved!(u23, 1));
    println!("{}", moved!(Vec<u32>, 1));
    println!("{}", instruction!(1 + 2));
    println!("{}", instruction!(add.f23));
    println!("{}", moved!(u32, -017));
    println!("{}", negated!(017));
    println!("{}", range!(017));
    declared!(t);
    println!("{}", value!(017));
    println!("{}", operands!(1.0));
    println!("{}", machine!(1 + 2, Vec<u32>));
}
