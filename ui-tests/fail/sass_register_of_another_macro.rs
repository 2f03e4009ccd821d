use ptx::sass;

macro_rules! negated {
    ($x:ident) => {
        sass! { FADD R0, -$x, -RZ; R0 }
    };
}

fn main() {
    let R0 = 1_u32;
    _ = negated!(R0);
}
