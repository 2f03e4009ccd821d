#![deny(warnings)]
#![forbid(unsafe_code, unused, nonstandard_style, clippy::all)]

use ptx::sass;

fn main() {
    sass! {}
    sass! { MOV R0, 1; MOV R0, 2; }
    sass! { FSETP.LT.AND P0, PT, R1, R2, PT; DADD R4, R6, R8; }
    let d: u32;
    sass! { MUFU.RCP d, 2.0 &req={0,1,2,3,4,5} &rd=5 &wr=5 ?WAIT15_END_GROUP; }
    assert_eq!(d, 0x3f00_0000);
}
