use ptx::sass;
#[test]
fn smoke() {
    let d: u32;
    let x = 1.0f32.to_bits();
    sass! { MUFU.COS.SAT R0, R1; MOV d, R0; }
    assert_eq!(d, 0x3f800000);
    sass! { MUFU.RCP64H R3, R1; }
    let y = sass! { FSETP.GEU.FTZ.AND P0, PT, |x|, 1.17549435e-38, PT; @P0 MUFU.RCP R2, -x &req={0} &wr=0x1 ?WAIT4_END_GROUP; (R2, P0, RZ, PT, x) };
    assert_eq!(y, (0xbf800000, true, 0, true, x));
    let z: u64;
    let w = 3.0f64.to_bits();
    sass! { MOV R5, 0x3ff00000; DFMA.RZ z, -R4.reuse, |w|, 1; }
    assert_eq!(f64::from_bits(z), -2.0);
}
const C: u32 = sass! { MUFU.RCP R0, 2.0; R0 };
#[test]
fn c() {
    assert_eq!(C, 0x3f000000);
}
