//! Calls the functions of `mma` on whole matrices (tiles) and on registers of a warp.

use core::hint::black_box;
use ptx_core::mma::{
    BitOperation, Extras, F8f6f4, Form, Fp8, Kind, Layout, Operand, Place, Type, Warp, element,
    element_with, load_bytes, load_bytes_transposed, load_matrix, metadata_place, move_matrix,
    place, position, scale_place, store_bytes_transposed, store_matrix, tile, unpack_b4x16_p64,
    unpack_b6x16_p32, warp,
};
use ptx_core::{Limit, Rounding, Sm};

/// Builds a zero matrix. A `wide` matrix has 16 columns, and a `tall` matrix has 16 rows. The called function
/// determines the other sizes.
macro_rules! zeros {
    (f32) => {
        &black_box([[0.0; _]; _])
    };
    (f64) => {
        &black_box([[0.0; _]; _])
    };
    (wide) => {
        &black_box([[0; 16]; _])
    };
    (tall) => {
        &black_box([[0; _]; 16])
    };
    ($integer:ident) => {
        &black_box([[0; _]; _])
    };
}

macro_rules! mode {
    (sm) => {
        black_box(Sm(90))
    };
    (fp8) => {
        black_box(Fp8::E4m3)
    };
    (f8f6f4) => {
        black_box(F8f6f4::E4m3)
    };
    (rounding) => {
        black_box(Rounding::Rz)
    };
    (limit) => {
        black_box(Limit::Satfinite)
    };
}

/// Calls functions of whole matrices. Each row lists a function, its matrices (arguments of `zeros!`), and
/// its modes.
macro_rules! tiles {
    ($($tile:ident: $($matrix:ident)+ $(, $($mode:ident)+)?;)*) => { $(
        black_box(tile::$tile($(zeros!($matrix)),+ $($(, mode!($mode))+)?));
    )* };
}

fn tiles() {
    tiles! {
        m16n8k8_f16_f16: f16 f16 f16, sm;
        m16n8k8_f32_f16: f16 f16 f32, sm;
        m16n8k16_f16_f16: f16 f16 f16, sm;
        m16n8k16_f32_f16: f16 f16 f32, sm;
        m16n8k8_f32_bf16: bf16 bf16 f32, sm;
        m16n8k16_f32_bf16: bf16 bf16 f32, sm;
        m16n8k4_f32_tf32: tf32 tf32 f32, sm;
        m16n8k8_f32_tf32: tf32 tf32 f32, sm;
        m8n8k4_f16_f16: f16 f16 f16, sm;
        m8n8k4_f32_f16_f16_f16: f16 f16 f16, sm;
        m8n8k4_f32_f16: f16 f16 f32, sm;
        m16n8k16_f16_fp8: u8 u8 f16, fp8 fp8 sm;
        m16n8k16_f32_fp8: u8 u8 f32, fp8 fp8 sm;
        m16n8k32_f16_fp8: u8 u8 f16, fp8 fp8 sm;
        m16n8k32_f32_fp8: u8 u8 f32, fp8 fp8 sm;
        m16n8k32_f16_f8f6f4: u8 u8 f16, f8f6f4 f8f6f4 sm;
        m16n8k32_f32_f8f6f4: u8 u8 f32, f8f6f4 f8f6f4 sm;
        m8n8k4_f64: f64 f64 f64, rounding;
        m16n8k4_f64: f64 f64 f64, rounding;
        m16n8k8_f64: f64 f64 f64, rounding;
        m16n8k16_f64: f64 f64 f64, rounding;
        m8n8k16_s32_s8: s8 s8 s32, limit;
        m8n8k16_s32_s8_u8: s8 u8 s32, limit;
        m8n8k16_s32_u8_s8: u8 s8 s32, limit;
        m8n8k16_s32_u8: u8 u8 s32, limit;
        m16n8k16_s32_s8: s8 s8 s32, limit;
        m16n8k16_s32_s8_u8: s8 u8 s32, limit;
        m16n8k16_s32_u8_s8: u8 s8 s32, limit;
        m16n8k16_s32_u8: u8 u8 s32, limit;
        m16n8k32_s32_s8: s8 s8 s32, limit;
        m16n8k32_s32_s8_u8: s8 u8 s32, limit;
        m16n8k32_s32_u8_s8: u8 s8 s32, limit;
        m16n8k32_s32_u8: u8 u8 s32, limit;
        m8n8k32_s32_s4: s4 s4 s32, limit;
        m8n8k32_s32_s4_u4: s4 u4 s32, limit;
        m8n8k32_s32_u4_s4: u4 s4 s32, limit;
        m8n8k32_s32_u4: u4 u4 s32, limit;
        m16n8k32_s32_s4: s4 s4 s32, limit;
        m16n8k32_s32_s4_u4: s4 u4 s32, limit;
        m16n8k32_s32_u4_s4: u4 s4 s32, limit;
        m16n8k32_s32_u4: u4 u4 s32, limit;
        m16n8k64_s32_s4: s4 s4 s32, limit;
        m16n8k64_s32_s4_u4: s4 u4 s32, limit;
        m16n8k64_s32_u4_s4: u4 s4 s32, limit;
        m16n8k64_s32_u4: u4 u4 s32, limit;
        m8n8k128_s32_b1_xor_popc: b1 b1 s32;
        m16n8k128_s32_b1_xor_popc: b1 b1 s32;
        m16n8k256_s32_b1_xor_popc: b1 b1 s32;
        m8n8k128_s32_b1_and_popc: b1 b1 s32;
        m16n8k128_s32_b1_and_popc: b1 b1 s32;
        m16n8k256_s32_b1_and_popc: b1 b1 s32;
        sp_m16n8k16_f16_f16: f16 u8 f16 f16, sm;
        sp_m16n8k16_f32_f16: f16 u8 f16 f32, sm;
        sp_m16n8k32_f16_f16: f16 u8 f16 f16, sm;
        sp_m16n8k32_f32_f16: f16 u8 f16 f32, sm;
        sp_m16n8k16_f32_bf16: bf16 u8 bf16 f32, sm;
        sp_m16n8k32_f32_bf16: bf16 u8 bf16 f32, sm;
        sp_m16n8k8_f32_tf32: tf32 u8 tf32 f32, sm;
        sp_m16n8k16_f32_tf32: tf32 u8 tf32 f32, sm;
        sp_m16n8k64_f16_fp8: u8 u8 u8 f16, fp8 fp8 sm;
        sp_m16n8k64_f32_fp8: u8 u8 u8 f32, fp8 fp8 sm;
        sp_m16n8k64_f16_f8f6f4: u8 u8 u8 f16, f8f6f4 f8f6f4 sm;
        sp_m16n8k64_f32_f8f6f4: u8 u8 u8 f32, f8f6f4 f8f6f4 sm;
        sp_m16n8k32_s32_s8: s8 u8 s8 s32, limit;
        sp_m16n8k32_s32_s8_u8: s8 u8 u8 s32, limit;
        sp_m16n8k32_s32_u8_s8: u8 u8 s8 s32, limit;
        sp_m16n8k32_s32_u8: u8 u8 u8 s32, limit;
        sp_m16n8k64_s32_s8: s8 u8 s8 s32, limit;
        sp_m16n8k64_s32_s8_u8: s8 u8 u8 s32, limit;
        sp_m16n8k64_s32_u8_s8: u8 u8 s8 s32, limit;
        sp_m16n8k64_s32_u8: u8 u8 u8 s32, limit;
        sp_m16n8k64_s32_s4: s4 u8 s4 s32, limit;
        sp_m16n8k64_s32_s4_u4: s4 u8 u4 s32, limit;
        sp_m16n8k64_s32_u4_s4: u4 u8 s4 s32, limit;
        sp_m16n8k64_s32_u4: u4 u8 u4 s32, limit;
        sp_m16n8k128_s32_s4: s4 u8 s4 s32, limit;
        sp_m16n8k128_s32_s4_u4: s4 u8 u4 s32, limit;
        sp_m16n8k128_s32_u4_s4: u4 u8 s4 s32, limit;
        sp_m16n8k128_s32_u4: u4 u8 u4 s32, limit;
        wgmma_m64k16_f16_f16: f16 wide f16;
        wgmma_m64k16_f32_f16: f16 wide f32;
        wgmma_m64k16_f32_bf16: bf16 wide f32;
        wgmma_m64k8_f32_tf32: tf32 wide f32;
        wgmma_m64k32_f16_fp8: Fp8 wide f16, fp8 fp8;
        wgmma_m64k32_f32_fp8: Fp8 wide f32, fp8 fp8;
        wgmma_sp_m64k32_f16_f16: f16 u8 wide f16;
        wgmma_sp_m64k32_f32_f16: f16 u8 wide f32;
        wgmma_sp_m64k32_f32_bf16: bf16 u8 wide f32;
        wgmma_sp_m64k16_f32_tf32: tf32 u8 wide f32;
        wgmma_sp_m64k64_f16_fp8: Fp8 u8 wide f16, fp8 fp8;
        wgmma_sp_m64k64_f32_fp8: Fp8 u8 wide f32, fp8 fp8;
        tcgen05_k16_f16_f16: tall wide f16, sm;
        tcgen05_sp_k32_f16_f16: tall u8 wide f16, sm;
        tcgen05_k16_f32_f16: tall wide f32, sm;
        tcgen05_sp_k32_f32_f16: tall u8 wide f32, sm;
        tcgen05_k16_f32_bf16: tall wide f32, sm;
        tcgen05_sp_k32_f32_bf16: tall u8 wide f32, sm;
        tcgen05_k8_f32_tf32: tall wide f32, sm;
        tcgen05_sp_k16_f32_tf32: tall u8 wide f32, sm;
        tcgen05_k32_f16_f8f6f4: tall wide f16, f8f6f4 f8f6f4 sm;
        tcgen05_sp_k64_f16_f8f6f4: tall u8 wide f16, f8f6f4 f8f6f4 sm;
        tcgen05_k32_f32_f8f6f4: tall wide f32, f8f6f4 f8f6f4 sm;
        tcgen05_sp_k64_f32_f8f6f4: tall u8 wide f32, f8f6f4 f8f6f4 sm;
        m16n8k64_mxf4_2x_ue8m0: tall wide f32 u8 u8;
        sp_m16n8k128_mxf4_2x_ue8m0: tall u8 wide f32 u8 u8;
        m16n8k64_mxf4nvf4_2x_ue8m0: tall wide f32 u8 u8;
        sp_m16n8k128_mxf4nvf4_2x_ue8m0: tall u8 wide f32 u8 u8;
        m16n8k64_mxf4nvf4_4x_ue8m0: tall wide f32 u8 u8;
        sp_m16n8k128_mxf4nvf4_4x_ue8m0: tall u8 wide f32 u8 u8;
        m16n8k64_mxf4nvf4_4x_ue4m3: tall wide f32 u8 u8;
        sp_m16n8k128_mxf4nvf4_4x_ue4m3: tall u8 wide f32 u8 u8;
        k32_mxf8f6f4_ue8m0: tall wide f32 u8 u8, f8f6f4 f8f6f4 sm;
        sp_k64_mxf8f6f4_ue8m0: tall u8 wide f32 u8 u8, f8f6f4 f8f6f4 sm;
    }
}

/// Calls the warp-level instruction of a form through the function `warp`.
fn warps(form: Form) {
    let registers = black_box([[0; 32]; 8]);
    let operands = Warp {
        a: black_box(&registers),
        b: black_box(&registers),
        c: black_box(&registers),
        metadata: black_box([0; 32]),
        selector: black_box(0),
        scales: black_box([[0; 32]; 2]),
        ids: black_box([[0; 2]; 2]),
    };
    let mut d = registers;
    black_box(warp(form, &operands, black_box(&mut d), black_box(Sm(90))));
    let rows = black_box([[0; 8]; 8]);
    black_box((load_matrix(&rows, black_box(true)), move_matrix(black_box(&[0; 32]))));
    black_box(store_matrix(black_box(&[0; 32]), black_box(true)));
    let bytes = black_box([[0; 16]; 16]);
    black_box((load_bytes(black_box(&[[0; 16]; 8])), load_bytes_transposed(&bytes)));
    black_box(store_bytes_transposed(black_box(&[0; 32])));
    black_box((unpack_b4x16_p64(&bytes[0]), unpack_b6x16_p32(&bytes[1])));
}

fn forms() {
    let types = black_box([Type::F32, Type::Bf16, Type::Bf16, Type::F32]);
    let builder =
        Form::mma(black_box([16, 8, 16]), types).layouts(black_box([Layout::Row, Layout::Col]));
    let builder = builder.limit(black_box(Limit::Unlimited)).rounding(black_box(Rounding::Rn));
    let (kind, bits) = (black_box(Kind::F8f6f4), black_box(BitOperation::And));
    black_box((builder.kind(kind).build(), builder.bits(bits).build()));
    black_box(Form::wgmma(black_box([64, 8, 16]), black_box([Type::F16; 3])).build());
    let Some(form) = builder.build() else { return };
    black_box((form.kind(), form.bits()));
    let (form, operand) = (black_box(form), black_box(Operand::A));
    black_box((form.shape(), form.layouts(), form.rounding(), form.limit(), form.since()));
    black_box((form.is_wgmma(), form.runs_on(black_box(Sm(90))), Form::all()));
    black_box((form.element_type(operand).bits(), form.registers(operand)));
    black_box(form.parameters(black_box(Sm(90))));
    black_box(place(form, operand, black_box(0), black_box(1), black_box(2)));
    black_box(position(form, operand, black_box(Place { lane: 1, register: 1, element: 1 })));
    let (row, column): (&[u64], &[u64]) = (black_box(&[0; 48]), black_box(&[0; 32]));
    black_box(element(form, row, column, black_box(0), black_box(Sm(90))));
    let digits: &[u8] = black_box(&[0; 8]);
    let extras = Extras { metadata: digits, scales_a: digits, scales_b: digits, ..Extras::NONE };
    black_box(element_with(form, row, column, black_box(0), black_box(&extras), black_box(Sm(90))));
    black_box(metadata_place(form, black_box(1), black_box(2), black_box(3)));
    black_box(scale_place(form, operand, black_box(1), black_box(2), black_box([0, 1])));
    black_box((form.chunks(), form.stored(), form.scales(), form.has_digit(black_box(5))));
    warps(form);
}

/// Calls all functions of `mma`.
pub(crate) fn call() {
    tiles();
    forms();
}
