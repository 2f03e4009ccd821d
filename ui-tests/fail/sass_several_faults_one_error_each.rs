use ptx::sass;

fn main() {
    let x = 0_u32;
    let (d, e): (u32, bool);
    let f: u64;
    sass! {
        MUFU.RCP.SAT.SAT d, x;
        FSETP.GE e, PT, x, d, PT;
        DADD f, R1, R2;
        FADD R0, x, d;
    }
    _ = (d, e, f);
}
