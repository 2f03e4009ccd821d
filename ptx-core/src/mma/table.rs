//! The table of forms. Each macro is one family of forms and passes its rows to the macro `$then`. The macro `$then`
//! generates the list of forms, the functions on tiles, or the instructions.
//!
//! Most rows have the types, the shape, the first target, the numbers of registers of D, A, B and C, and the names of
//! the function on tiles and of the instruction. The comment of each macro describes other columns. Source: PTX ISA,
//! `mma`; every row was assembled with `ptxas`.

/// The forms on f16, bf16 and tf32. A row begins with the type of D and C, then the type of A and B.
macro_rules! float_forms {
    ($then:ident) => {
        $then! {
            f16 f16  [16, 8,  8] 75 [2, 2, 1, 2] m16n8k8_f16_f16   mma_m16n8k8_f16_f16_f16_f16;
            f32 f16  [16, 8,  8] 75 [4, 2, 1, 4] m16n8k8_f32_f16   mma_m16n8k8_f32_f16_f16_f32;
            f16 f16  [16, 8, 16] 80 [2, 4, 2, 2] m16n8k16_f16_f16  mma_m16n8k16_f16_f16_f16_f16;
            f32 f16  [16, 8, 16] 80 [4, 4, 2, 4] m16n8k16_f32_f16  mma_m16n8k16_f32_f16_f16_f32;
            f32 bf16 [16, 8,  8] 80 [4, 2, 1, 4] m16n8k8_f32_bf16  mma_m16n8k8_f32_bf16_bf16_f32;
            f32 bf16 [16, 8, 16] 80 [4, 4, 2, 4] m16n8k16_f32_bf16 mma_m16n8k16_f32_bf16_bf16_f32;
            f32 tf32 [16, 8,  4] 80 [4, 2, 1, 4] m16n8k4_f32_tf32  mma_m16n8k4_f32_tf32_tf32_f32;
            f32 tf32 [16, 8,  8] 80 [4, 4, 2, 4] m16n8k8_f32_tf32  mma_m16n8k8_f32_tf32_tf32_f32;
        }
    };
}

/// The forms of `m8n8k4` with f16 operands. Each form computes four matrix products and has layouts. A row begins with
/// the types of D and C.
macro_rules! quad_forms {
    ($then:ident) => {
        $then! {
            f16 f16 [8, 8, 4] 70 [4, 2, 2, 4] m8n8k4_f16_f16         mma_m8n8k4_f16_f16_f16_f16;
            f32 f16 [8, 8, 4] 70 [8, 2, 2, 4] m8n8k4_f32_f16_f16_f16 mma_m8n8k4_f32_f16_f16_f16;
            f32 f32 [8, 8, 4] 70 [8, 2, 2, 8] m8n8k4_f32_f16         mma_m8n8k4_f32_f16_f16_f32;
        }
    };
}

/// The forms on 8-bit floats, also with `.kind::f8f6f4`. A row begins with the type of D and C, then the enum of the
/// types of A and B. The types of A and B are arguments of the functions.
macro_rules! byte_forms {
    ($then:ident) => { $then! {
        f16 Fp8    [16, 8, 16]  89 [2, 2, 1, 2] m16n8k16_f16_fp8    mma_m16n8k16_f16_fp8_fp8_f16;
        f32 Fp8    [16, 8, 16]  89 [4, 2, 1, 4] m16n8k16_f32_fp8    mma_m16n8k16_f32_fp8_fp8_f32;
        f16 Fp8    [16, 8, 32]  89 [2, 4, 2, 2] m16n8k32_f16_fp8    mma_m16n8k32_f16_fp8_fp8_f16;
        f32 Fp8    [16, 8, 32]  89 [4, 4, 2, 4] m16n8k32_f32_fp8    mma_m16n8k32_f32_fp8_fp8_f32;
        f16 F8f6f4 [16, 8, 32] 120 [2, 4, 2, 2] m16n8k32_f16_f8f6f4 mma_m16n8k32_f16_f8f6f4_f8f6f4_f16;
        f32 F8f6f4 [16, 8, 32] 120 [4, 4, 2, 4] m16n8k32_f32_f8f6f4 mma_m16n8k32_f32_f8f6f4_f8f6f4_f32;
    } };
}

/// The forms whose operands are all f64.
macro_rules! double_forms {
    ($then:ident) => {
        $then! {
            [ 8, 8,  4] 80 [2, 1, 1, 2] m8n8k4_f64   mma_m8n8k4_f64_f64_f64_f64;
            [16, 8,  4] 90 [4, 2, 1, 4] m16n8k4_f64  mma_m16n8k4_f64_f64_f64_f64;
            [16, 8,  8] 90 [4, 4, 2, 4] m16n8k8_f64  mma_m16n8k8_f64_f64_f64_f64;
            [16, 8, 16] 90 [4, 8, 4, 4] m16n8k16_f64 mma_m16n8k16_f64_f64_f64_f64;
        }
    };
}

/// The forms on integers of 8 and 4 bits. A row begins with the types of A and B.
macro_rules! integer_forms {
    ($then:ident) => {
        $then! {
            s8 s8 [ 8, 8, 16] 75 [2, 1, 1, 2] m8n8k16_s32_s8     mma_m8n8k16_s32_s8_s8_s32;
            s8 u8 [ 8, 8, 16] 75 [2, 1, 1, 2] m8n8k16_s32_s8_u8  mma_m8n8k16_s32_s8_u8_s32;
            u8 s8 [ 8, 8, 16] 75 [2, 1, 1, 2] m8n8k16_s32_u8_s8  mma_m8n8k16_s32_u8_s8_s32;
            u8 u8 [ 8, 8, 16] 75 [2, 1, 1, 2] m8n8k16_s32_u8     mma_m8n8k16_s32_u8_u8_s32;
            s8 s8 [16, 8, 16] 80 [4, 2, 1, 4] m16n8k16_s32_s8    mma_m16n8k16_s32_s8_s8_s32;
            s8 u8 [16, 8, 16] 80 [4, 2, 1, 4] m16n8k16_s32_s8_u8 mma_m16n8k16_s32_s8_u8_s32;
            u8 s8 [16, 8, 16] 80 [4, 2, 1, 4] m16n8k16_s32_u8_s8 mma_m16n8k16_s32_u8_s8_s32;
            u8 u8 [16, 8, 16] 80 [4, 2, 1, 4] m16n8k16_s32_u8    mma_m16n8k16_s32_u8_u8_s32;
            s8 s8 [16, 8, 32] 80 [4, 4, 2, 4] m16n8k32_s32_s8    mma_m16n8k32_s32_s8_s8_s32;
            s8 u8 [16, 8, 32] 80 [4, 4, 2, 4] m16n8k32_s32_s8_u8 mma_m16n8k32_s32_s8_u8_s32;
            u8 s8 [16, 8, 32] 80 [4, 4, 2, 4] m16n8k32_s32_u8_s8 mma_m16n8k32_s32_u8_s8_s32;
            u8 u8 [16, 8, 32] 80 [4, 4, 2, 4] m16n8k32_s32_u8    mma_m16n8k32_s32_u8_u8_s32;
            s4 s4 [ 8, 8, 32] 75 [2, 1, 1, 2] m8n8k32_s32_s4     mma_m8n8k32_s32_s4_s4_s32;
            s4 u4 [ 8, 8, 32] 75 [2, 1, 1, 2] m8n8k32_s32_s4_u4  mma_m8n8k32_s32_s4_u4_s32;
            u4 s4 [ 8, 8, 32] 75 [2, 1, 1, 2] m8n8k32_s32_u4_s4  mma_m8n8k32_s32_u4_s4_s32;
            u4 u4 [ 8, 8, 32] 75 [2, 1, 1, 2] m8n8k32_s32_u4     mma_m8n8k32_s32_u4_u4_s32;
            s4 s4 [16, 8, 32] 80 [4, 2, 1, 4] m16n8k32_s32_s4    mma_m16n8k32_s32_s4_s4_s32;
            s4 u4 [16, 8, 32] 80 [4, 2, 1, 4] m16n8k32_s32_s4_u4 mma_m16n8k32_s32_s4_u4_s32;
            u4 s4 [16, 8, 32] 80 [4, 2, 1, 4] m16n8k32_s32_u4_s4 mma_m16n8k32_s32_u4_s4_s32;
            u4 u4 [16, 8, 32] 80 [4, 2, 1, 4] m16n8k32_s32_u4    mma_m16n8k32_s32_u4_u4_s32;
            s4 s4 [16, 8, 64] 80 [4, 4, 2, 4] m16n8k64_s32_s4    mma_m16n8k64_s32_s4_s4_s32;
            s4 u4 [16, 8, 64] 80 [4, 4, 2, 4] m16n8k64_s32_s4_u4 mma_m16n8k64_s32_s4_u4_s32;
            u4 s4 [16, 8, 64] 80 [4, 4, 2, 4] m16n8k64_s32_u4_s4 mma_m16n8k64_s32_u4_s4_s32;
            u4 u4 [16, 8, 64] 80 [4, 4, 2, 4] m16n8k64_s32_u4    mma_m16n8k64_s32_u4_u4_s32;
        }
    };
}

/// The forms on single bits. A row begins with the operation that combines two bits.
macro_rules! bit_forms {
    ($then:ident) => { $then! {
        xor [ 8, 8, 128] 75 [2, 1, 1, 2] m8n8k128_s32_b1_xor_popc  mma_m8n8k128_s32_b1_b1_s32_xor_popc;
        xor [16, 8, 128] 80 [4, 2, 1, 4] m16n8k128_s32_b1_xor_popc mma_m16n8k128_s32_b1_b1_s32_xor_popc;
        xor [16, 8, 256] 80 [4, 4, 2, 4] m16n8k256_s32_b1_xor_popc mma_m16n8k256_s32_b1_b1_s32_xor_popc;
        and [ 8, 8, 128] 80 [2, 1, 1, 2] m8n8k128_s32_b1_and_popc  mma_m8n8k128_s32_b1_b1_s32_and_popc;
        and [16, 8, 128] 80 [4, 2, 1, 4] m16n8k128_s32_b1_and_popc mma_m16n8k128_s32_b1_b1_s32_and_popc;
        and [16, 8, 256] 80 [4, 4, 2, 4] m16n8k256_s32_b1_and_popc mma_m16n8k256_s32_b1_b1_s32_and_popc;
    } };
}

/// The forms of `wgmma`, whose functions support any number of columns. A row has the type of D, the type of A and B,
/// K, and the function. For `Fp8`, the types of A and B are arguments of the function.
macro_rules! wgmma_forms {
    ($then:ident) => {
        $then! {
            f16 f16  16 wgmma_m64k16_f16_f16;
            f32 f16  16 wgmma_m64k16_f32_f16;
            f32 bf16 16 wgmma_m64k16_f32_bf16;
            f32 tf32  8 wgmma_m64k8_f32_tf32;
            f16 Fp8  32 wgmma_m64k32_f16_fp8;
            f32 Fp8  32 wgmma_m64k32_f32_fp8;
        }
    };
}

/// The sparse forms on floats. A line of the table begins with the type of D and C and the type of A and B. After the
/// shape, a line has the number of stored elements in a row of A.
macro_rules! sparse_forms {
    ($then:ident) => { $then! {
        f16 f16  [16, 8, 16]  8 80 [2, 2, 2, 2] sp_m16n8k16_f16_f16  mma_sp_m16n8k16_f16_f16_f16_f16;
        f32 f16  [16, 8, 16]  8 80 [4, 2, 2, 4] sp_m16n8k16_f32_f16  mma_sp_m16n8k16_f32_f16_f16_f32;
        f16 f16  [16, 8, 32] 16 80 [2, 4, 4, 2] sp_m16n8k32_f16_f16  mma_sp_m16n8k32_f16_f16_f16_f16;
        f32 f16  [16, 8, 32] 16 80 [4, 4, 4, 4] sp_m16n8k32_f32_f16  mma_sp_m16n8k32_f32_f16_f16_f32;
        f32 bf16 [16, 8, 16]  8 80 [4, 2, 2, 4] sp_m16n8k16_f32_bf16 mma_sp_m16n8k16_f32_bf16_bf16_f32;
        f32 bf16 [16, 8, 32] 16 80 [4, 4, 4, 4] sp_m16n8k32_f32_bf16 mma_sp_m16n8k32_f32_bf16_bf16_f32;
        f32 tf32 [16, 8,  8]  4 80 [4, 2, 2, 4] sp_m16n8k8_f32_tf32  mma_sp_m16n8k8_f32_tf32_tf32_f32;
        f32 tf32 [16, 8, 16]  8 80 [4, 4, 4, 4] sp_m16n8k16_f32_tf32 mma_sp_m16n8k16_f32_tf32_tf32_f32;
    } };
}

/// The sparse forms on 8-bit floats, also with `.kind::f8f6f4`. A line of the table begins with the type of D and C,
/// then the enum of the types of A and B. The types of A and B are arguments of the functions. After the shape, a line
/// has the number of stored elements in a row of A.
macro_rules! sparse_byte_forms {
    ($then:ident) => { $then! {
        f16 Fp8    [16, 8, 64] 32 120 [2, 4, 4, 2] sp_m16n8k64_f16_fp8    mma_sp_m16n8k64_f16_fp8_fp8_f16;
        f32 Fp8    [16, 8, 64] 32  89 [4, 4, 4, 4] sp_m16n8k64_f32_fp8    mma_sp_m16n8k64_f32_fp8_fp8_f32;
        f16 F8f6f4 [16, 8, 64] 32 120 [2, 4, 4, 2] sp_m16n8k64_f16_f8f6f4 mma_sp_m16n8k64_f16_f8f6f4_f8f6f4_f16;
        f32 F8f6f4 [16, 8, 64] 32 100 [4, 4, 4, 4] sp_m16n8k64_f32_f8f6f4 mma_sp_m16n8k64_f32_f8f6f4_f8f6f4_f32;
    } };
}

/// The sparse forms on integers. A line of the table begins with the types of A and B. After the shape, a line has the
/// number of stored elements in a row of A.
macro_rules! sparse_integer_forms {
    ($then:ident) => { $then! {
        s8 s8 [16, 8,  32] 16 80 [4, 2, 2, 4] sp_m16n8k32_s32_s8     mma_sp_m16n8k32_s32_s8_s8_s32;
        s8 u8 [16, 8,  32] 16 80 [4, 2, 2, 4] sp_m16n8k32_s32_s8_u8  mma_sp_m16n8k32_s32_s8_u8_s32;
        u8 s8 [16, 8,  32] 16 80 [4, 2, 2, 4] sp_m16n8k32_s32_u8_s8  mma_sp_m16n8k32_s32_u8_s8_s32;
        u8 u8 [16, 8,  32] 16 80 [4, 2, 2, 4] sp_m16n8k32_s32_u8     mma_sp_m16n8k32_s32_u8_u8_s32;
        s8 s8 [16, 8,  64] 32 80 [4, 4, 4, 4] sp_m16n8k64_s32_s8     mma_sp_m16n8k64_s32_s8_s8_s32;
        s8 u8 [16, 8,  64] 32 80 [4, 4, 4, 4] sp_m16n8k64_s32_s8_u8  mma_sp_m16n8k64_s32_s8_u8_s32;
        u8 s8 [16, 8,  64] 32 80 [4, 4, 4, 4] sp_m16n8k64_s32_u8_s8  mma_sp_m16n8k64_s32_u8_s8_s32;
        u8 u8 [16, 8,  64] 32 80 [4, 4, 4, 4] sp_m16n8k64_s32_u8     mma_sp_m16n8k64_s32_u8_u8_s32;
        s4 s4 [16, 8,  64] 32 80 [4, 2, 2, 4] sp_m16n8k64_s32_s4     mma_sp_m16n8k64_s32_s4_s4_s32;
        s4 u4 [16, 8,  64] 32 80 [4, 2, 2, 4] sp_m16n8k64_s32_s4_u4  mma_sp_m16n8k64_s32_s4_u4_s32;
        u4 s4 [16, 8,  64] 32 80 [4, 2, 2, 4] sp_m16n8k64_s32_u4_s4  mma_sp_m16n8k64_s32_u4_s4_s32;
        u4 u4 [16, 8,  64] 32 80 [4, 2, 2, 4] sp_m16n8k64_s32_u4     mma_sp_m16n8k64_s32_u4_u4_s32;
        s4 s4 [16, 8, 128] 64 80 [4, 4, 4, 4] sp_m16n8k128_s32_s4    mma_sp_m16n8k128_s32_s4_s4_s32;
        s4 u4 [16, 8, 128] 64 80 [4, 4, 4, 4] sp_m16n8k128_s32_s4_u4 mma_sp_m16n8k128_s32_s4_u4_s32;
        u4 s4 [16, 8, 128] 64 80 [4, 4, 4, 4] sp_m16n8k128_s32_u4_s4 mma_sp_m16n8k128_s32_u4_s4_s32;
        u4 u4 [16, 8, 128] 64 80 [4, 4, 4, 4] sp_m16n8k128_s32_u4    mma_sp_m16n8k128_s32_u4_u4_s32;
    } };
}

/// The forms on `.e2m1` in four bits with block scales. A row has the kind, the scale vector, the type of the scales
/// and the number of scales. Four functions follow: dense on tiles, dense on registers, sparse on tiles, sparse on
/// registers.
macro_rules! fp4_forms {
    ($then:ident) => { $then! {
        Mxf4     X2 Ue8m0 2 m16n8k64_mxf4_2x_ue8m0     mma_m16n8k64_mxf4_2x_f32_e2m1_e2m1_f32_ue8m0
                            sp_m16n8k128_mxf4_2x_ue8m0 mma_sp_m16n8k128_mxf4_2x_f32_e2m1_e2m1_f32_ue8m0;
        Mxf4nvf4 X2 Ue8m0 2 m16n8k64_mxf4nvf4_2x_ue8m0     mma_m16n8k64_mxf4nvf4_2x_f32_e2m1_e2m1_f32_ue8m0
                            sp_m16n8k128_mxf4nvf4_2x_ue8m0 mma_sp_m16n8k128_mxf4nvf4_2x_f32_e2m1_e2m1_f32_ue8m0;
        Mxf4nvf4 X4 Ue8m0 4 m16n8k64_mxf4nvf4_4x_ue8m0     mma_m16n8k64_mxf4nvf4_4x_f32_e2m1_e2m1_f32_ue8m0
                            sp_m16n8k128_mxf4nvf4_4x_ue8m0 mma_sp_m16n8k128_mxf4nvf4_4x_f32_e2m1_e2m1_f32_ue8m0;
        Mxf4nvf4 X4 Ue4m3 4 m16n8k64_mxf4nvf4_4x_ue4m3     mma_m16n8k64_mxf4nvf4_4x_f32_e2m1_e2m1_f32_ue4m3
                            sp_m16n8k128_mxf4nvf4_4x_ue4m3 mma_sp_m16n8k128_mxf4nvf4_4x_f32_e2m1_e2m1_f32_ue4m3;
    } };
}

/// The forms of sparse `wgmma`, whose functions support any number of columns. A line of the table has the type of D,
/// the type of A and B, and K. The numbers of stored elements and of chunks in a row of A follow, then the function.
macro_rules! wgmma_sparse_forms {
    ($then:ident) => {
        $then! {
            f16 f16  32 16  8 wgmma_sp_m64k32_f16_f16;
            f32 f16  32 16  8 wgmma_sp_m64k32_f32_f16;
            f32 bf16 32 16  8 wgmma_sp_m64k32_f32_bf16;
            f32 tf32 16  8  8 wgmma_sp_m64k16_f32_tf32;
            f16 Fp8  64 32 16 wgmma_sp_m64k64_f16_fp8;
            f32 Fp8  64 32 16 wgmma_sp_m64k64_f32_fp8;
        }
    };
}

/// The forms of `tcgen05.mma`, whose functions support any numbers of rows and columns. A line of the table has the
/// kind, the type of D, the type of A and B, and K. The functions of the dense and of the sparse form follow. The
/// sparse form has twice the K of the dense form.
macro_rules! tcgen05_forms {
    ($then:ident) => {
        $then! {
            F16    f16 f16    16 tcgen05_k16_f16_f16    tcgen05_sp_k32_f16_f16;
            F16    f32 f16    16 tcgen05_k16_f32_f16    tcgen05_sp_k32_f32_f16;
            F16    f32 bf16   16 tcgen05_k16_f32_bf16   tcgen05_sp_k32_f32_bf16;
            Tf32   f32 tf32    8 tcgen05_k8_f32_tf32    tcgen05_sp_k16_f32_tf32;
            F8f6f4 f16 F8f6f4 32 tcgen05_k32_f16_f8f6f4 tcgen05_sp_k64_f16_f8f6f4;
            F8f6f4 f32 F8f6f4 32 tcgen05_k32_f32_f8f6f4 tcgen05_sp_k64_f32_f8f6f4;
        }
    };
}

/// The integer forms of `wgmma` and `tcgen05.mma`, whose functions support any numbers of rows and columns. A line of
/// the table has the types of A and B, the function of the dense form, and the function of the sparse form. The sparse
/// form has twice the K of the dense form.
macro_rules! any_integer_forms {
    ($then:ident) => {
        $then! {
            s8 s8 k32_s32_s8    sp_k64_s32_s8;
            s8 u8 k32_s32_s8_u8 sp_k64_s32_s8_u8;
            u8 s8 k32_s32_u8_s8 sp_k64_s32_u8_s8;
            u8 u8 k32_s32_u8    sp_k64_s32_u8;
        }
    };
}

/// The float forms of `wmma`, in three shapes. A row has the types of D, of A and B, and of C, then K, the first
/// target, and the function.
macro_rules! wmma_forms {
    ($then:ident) => {
        $then! {
            f16 f16  f16 16 70 wmma_k16_f16_f16;
            f16 f16  f32 16 70 wmma_k16_f16_f16_f16_f32;
            f32 f16  f16 16 70 wmma_k16_f32_f16_f16_f16;
            f32 f16  f32 16 70 wmma_k16_f32_f16;
            f32 bf16 f32 16 80 wmma_k16_f32_bf16;
            f32 tf32 f32  8 80 wmma_k8_f32_tf32;
        }
    };
}

/// The 8-bit integer forms of `wmma`, in three shapes. A row has the type of A and B, and the function.
macro_rules! wmma_integer_forms {
    ($then:ident) => {
        $then! {
            s8 wmma_k16_s32_s8;
            u8 wmma_k16_s32_u8;
        }
    };
}

pub(super) use {
    any_integer_forms, bit_forms, byte_forms, double_forms, float_forms, fp4_forms, integer_forms,
    quad_forms, sparse_byte_forms, sparse_forms, sparse_integer_forms, tcgen05_forms, wgmma_forms,
    wgmma_sparse_forms, wmma_forms, wmma_integer_forms,
};
