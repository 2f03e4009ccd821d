//! Functions whose translation did not compile in an earlier version.

const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// Bodies of a function `f0` with a pointer and a number as parameters. The module also has a
/// function `r1`.
const BODIES: &[&str] = &[
    // The register `%r1` has the name of the called function `r1`, apart from the `%`.
    "call (%f0), r1, (%r1); call (%r1), r1, (%f0);",
    // A parameter or `%tid.x` is read into an unused register, or in unreachable code.
    "ld.param.u64 %d0, [p]; mov.u32 %r1, 7;",
    "bra END; ld.param.u64 %d0, [p]; ld.global.u32 %r1, [%d0]; END:",
    "mov.u32 %r0, %tid.x;",
    // An address is outside of every array.
    "mov.u64 %d0, 16; ld.global.u32 %r1, [%d0]; st.global.u32 [%d0], %r1; add.u32 %r1, %r1, 1;",
    // A register in capital letters has the same name as a constant.
    ".reg .b32 TABLE; mov.u32 TABLE, 1; ld.const.u32 %r1, [table]; add.u32 %r1, %r1, TABLE;",
];

pub(crate) fn modules() -> impl Iterator<Item = String> {
    BODIES.iter().map(|body| {
        format!(
            "{HEAD}.const .u32 table = 5;\n\
             .func (.param .b32 result) r1(.param .b32 x)\n{{\n\
             .reg .b32 %r1; ld.param.b32 %r1, [x]; st.param.b32 [result], %r1; ret;\n}}\n\
             .func (.param .b32 result) f0(.param .b64 p, .param .b32 x)\n{{\n\
             .reg .b32 %r<2>; .reg .f32 %f0; .reg .b64 %d0;\n\
             ld.param.b32 %r1, [x];\n{body}\nst.param.b32 [result], %r1; ret;\n}}\n"
        )
    })
}
