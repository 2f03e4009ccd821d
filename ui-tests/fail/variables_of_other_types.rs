use ptx::ptx;

fn main() {
    let (b8, b16, b32, b64) = (0_u8, 0_u16, 0_u32, 0_u64);
    let (s16, s32) = (0_i16, 0_i32);
    let f = 1.0_f32;
    let pair: u32;
    ptx! { .target sm_100a cvt.rn.f16x2.e2m1x2 pair, b16; }
    let pair: u32;
    ptx! { .target sm_100a cvt.rn.f16x2.e4m3x2 pair, b8; }
    let word: u16;
    ptx! { not.b16 word, b8; }
    let word: f32;
    ptx! { .target sm_100a cvt.rn.satfinite.e2m1x2.f32 word, f, f; }
    let word: u8;
    ptx! { .target sm_100a cvt.rn.satfinite.e4m3x2.f32 word, f, f; }
    let word: f32;
    ptx! { .target sm_100a cvt.rna.tf32.f32 word, f; }
    let product: u16;
    ptx! { mul.wide.u16 product, b16, b16; }
    let product: u32;
    ptx! { mul.wide.u32 product, b32, b32; }
    let product: i16;
    ptx! { mul.wide.s16 product, s16, s16; }
    let product: i32;
    ptx! { mul.wide.s32 product, s32, s32; }
    let count: u64;
    ptx! { popc.b64 count, b64; }
    let sum: u32;
    ptx! { add.s32 sum, s32, s32; }
    let sum: u64;
    ptx! { add.s64 sum, (0_i64), (0_i64); }
    let sum: u8;
    ptx! { add.u16 sum, b16, b16; }
    let sum: u32;
    ptx! { cvt.u32.u8 sum, b16; }
    let byte: u32;
    ptx! { cvt.u8.u32 byte, b32; }
}
