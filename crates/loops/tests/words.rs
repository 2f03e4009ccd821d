//! Tests the forms of matrix instructions that `of_words` returns for spellings of PTX.

use ptx_core::mma::{BitOperation, Form, FormBuilder, Kind, Layout, ScaleType, ScaleVector, Type};
use ptx_core::{Limit, Rounding};
use ptx_loops::matrix::{of_words, shape, type_of_word, type_word};

#[test]
fn forms_of_spellings() {
    use Type::{B1, Bf16, E2m1, E4m3, E5m2, F16, F32, F64, S8, S32, U4, U8};
    let cases: [(&str, FormBuilder); 15] = [
        (
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
            Form::mma([16, 8, 16], [F32, Bf16, Bf16, F32]),
        ),
        (
            "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16",
            Form::mma([8, 8, 4], [F32, F16, F16, F16]).layouts([Layout::Col, Layout::Row]),
        ),
        (
            "mma.sync.aligned.m16n8k8.row.col.rz.f64.f64.f64.f64",
            Form::mma([16, 8, 8], [F64; 4]).rounding(Rounding::Rz),
        ),
        (
            "mma.sync.aligned.m16n8k8.row.col.rm.f64.f64.f64.f64",
            Form::mma([16, 8, 8], [F64; 4]).rounding(Rounding::Rm),
        ),
        (
            "mma.sync.aligned.m16n8k8.row.col.rp.f64.f64.f64.f64",
            Form::mma([16, 8, 8], [F64; 4]).rounding(Rounding::Rp),
        ),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.satfinite.s32.s8.u8.s32",
            Form::mma([16, 8, 64], [S32, S8, U8, S32]).sparse().limit(Limit::Satfinite),
        ),
        (
            "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc",
            Form::mma([16, 8, 256], [S32, B1, B1, S32]).bits(BitOperation::Xor),
        ),
        (
            "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc",
            Form::mma([16, 8, 256], [S32, B1, B1, S32]).bits(BitOperation::And),
        ),
        (
            "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e5m2.f32.ue8m0",
            Form::mma([16, 8, 32], [F32, E4m3, E5m2, F32])
                .kind(Kind::Mxf8f6f4)
                .scales(ScaleVector::X1, ScaleType::Ue8m0),
        ),
        (
            "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0",
            Form::mma([16, 8, 64], [F32, E2m1, E2m1, F32])
                .kind(Kind::Mxf4)
                .scales(ScaleVector::X2, ScaleType::Ue8m0),
        ),
        (
            "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",
            Form::mma([16, 8, 64], [F32, E2m1, E2m1, F32])
                .kind(Kind::Mxf4nvf4)
                .scales(ScaleVector::X4, ScaleType::Ue4m3),
        ),
        (
            "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16",
            Form::wmma([16, 16, 16], [F32, F16, F16, F16]),
        ),
        (
            "wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32",
            Form::wmma([8, 8, 32], [S32, U4, U4, S32]),
        ),
        (
            "wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16",
            Form::wgmma([64, 24, 16], [F32, F16, F16]),
        ),
        (
            "tcgen05.mma.m128n16k16.kind::f16.f32.bf16.bf16",
            Form::tcgen05([128, 16, 16], Kind::F16, [F32, Bf16, Bf16]),
        ),
    ];
    for (text, form) in cases {
        let form = form.build();
        assert!(form.is_some(), "PTX has {text}");
        let words: Vec<_> = text.split('.').collect();
        assert_eq!(of_words(words[0], &words[1..]), form, "{text}");
    }
}

#[test]
fn words_that_are_no_form() {
    for text in [
        "mma",
        "mma.m16n8k16.f32.f16.f16",
        "mma.m16n8k15.f32.f16.f16.f32",
        "mma.m16n8k16.f32.f8.f16.f32",
        "mma.f32.f16.f16.f32",
        "mma.m16n8k32.kind::mxf8f6f4.f32.e4m3.e5m2.f32",
        "mma.m16n8k32.f32.e4m3.e5m2.f32.ue8m0",
        "tcgen05.mma.m128n8k8.f32.tf32.tf32",
        "add.m16n8k16.f32.f16.f16.f32",
    ] {
        let words: Vec<_> = text.split('.').collect();
        assert_eq!(of_words(words[0], &words[1..]), None, "{text}");
    }
}

#[test]
fn words_of_types_and_shapes() {
    for word in "f16 bf16 tf32 f32 f64 e4m3 e5m2 e3m2 e2m3 e2m1 s8 u8 s4 u4 b1 s32".split(' ') {
        let ty = type_of_word(word).expect("PTX has the type");
        assert_eq!(format!("{ty:?}").to_lowercase(), word);
        assert_eq!(type_word(ty), word);
    }
    assert_eq!(type_of_word("f8"), None);
    assert_eq!(shape("m64n256k32"), Some([64, 256, 32]));
    for word in ["m16n8", "n8k4", "m16n8k", "m16n8k65536", "m16k4n8"] {
        assert_eq!(shape(word), None, "{word}");
    }
}
