//! Lists the kernels that run without a GPU: their names, their work, and their forms.

/// Expands a macro with this list of kernels.
macro_rules! with_kernels {
    ($then:ident) => {
        $then! {
            fma: Each "fma.rn.ftz.f32";
            div: Each "div.rz.f64";
            testp: Each "testp.finite.f64";
            setp: Each "setp.lt.f32";
            setp_and: Each "setp.lt.and.f32";
            halves: Each "min.f16x2";
            two_halves: Each "setp.lt.f16x2";
            add_cc: Each "add.cc.u32";
            addc_cc: Each "addc.cc.u32";
            sub_cc: Each "sub.cc.u64";
            subc: Each "subc.u32";
            subc_cc: Each "subc.cc.u64";
            madc: Each "madc.hi.cc.u32";
            lop3: Each "lop3.b32 0xca";
            lop3_or: Each "lop3.or.b32 0x96";
            selp: Each "selp.b64";
            not: Each "not.pred";
            to_byte: Each "cvt.rni.s8.f32";
            from_byte: Each "cvt.u16.s8";
            narrow: Each "cvt.rn.satfinite.e4m3x2.f32";
            bytes: Each "vadd4.u32.u32.u32";
            long_shift: Each "shr.s64";
            hash_rcp: Hash "rcp.approx.ftz.f32";
            hash_byte: Hash "cvt.rni.s8.f32";
            hash_half: Hash "cvt.rn.f16.f32";
            hash_long: Hash "cvt.rzi.s64.f32";
            hash_predicate: Hash "testp.normal.f32";
            hash_halves: Hash "neg.f16x2";
            hash_high: HashHigh "rcp.approx.ftz.f64";
        }
    };
}
pub(crate) use with_kernels;
