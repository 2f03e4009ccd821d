//! Tests the suggestions for typos, and for words of Rust, C, CUDA, libm, LLVM and SASS.

mod property;

use ptx_isa::operand::Operand;
use ptx_isa::{Dialect, Table, Type, literal, select, select_all};

/// The written instruction, the known operands, and the expected suggestions. An operand is the type of a register, a
/// literal, or `_` for an unknown operand.
#[rustfmt::skip]
const SLIPS: &[(&str, &str, &[&str])] = &[
    // Types of Rust, C and CUDA.
    ("add.i32", "", &["add.s32"]),
    ("add.i64", "", &["add.s64"]),
    ("sub.int", "", &["sub.s32"]),
    ("sub.uint32_t", "", &["sub.u32"]),
    ("min.unsigned", "", &["min.u32"]),
    ("max.short", "", &["max.s16"]),
    ("add.usize", "", &["add.u64"]),
    ("mul.lo.isize", "", &["mul.lo.s64"]),
    ("add.rn.float", "", &["add.rn.f32"]),
    ("fma.rz.double", "", &["fma.rz.f64"]),
    ("fma.rn.ftz.half2", "", &["fma.rn.ftz.f16x2"]),
    ("add.__half", "", &["add.f16"]),
    ("add.rn.bfloat16", "", &["add.rn.bf16"]),
    ("mov.bool", "", &["mov.pred"]),
    ("and.i32", "", &["and.b32"]),
    ("or.usize", "", &["or.b64"]),
    ("cvt.rzi.int.float", "", &["cvt.rzi.s32.f32"]),
    ("cvt.rn.float.i64", "", &["cvt.rn.f32.s64"]),
    ("set.gt.int.float", "", &["set.gt.s32.f32"]),
    ("abs.uint", "", &[]),
    ("add.rn.float4", "", &[]),
    ("popc.size_t", "", &["popc.b64"]),
    // Types that the instruction does not support.
    ("add.b32", "", &["add.u32", "add.s32"]),
    ("add.b32", "u32 u32 u32", &["add.u32"]),
    ("add.b64", "s64 s64 1", &["add.s64"]),
    ("add.b32", "f32 f32 f32", &["add.f32"]),
    ("min.b16", "", &["min.u16", "min.s16"]),
    ("xor.u32", "", &["xor.b32"]),
    ("shl.s64", "", &["shl.b64"]),
    ("selp.f16", "", &["selp.b16"]),
    ("bfind.b64", "u32 s64", &["bfind.s64"]),
    ("brev.u32", "", &["brev.b32"]),
    ("prmt.u32", "", &["prmt.b32"]),
    ("rem.f32", "", &[]),
    ("abs.u32", "", &[]),
    ("shl.f32", "", &[]),
    ("testp.number.u32", "", &[]),
    ("setp.eq.f32x2", "", &[]),
    ("sin.approx.f64", "", &[]),
    ("sqrt.rn.u32", "", &[]),
    // A missing type.
    ("mov", "f32 1.0", &["mov.f32"]),
    ("mov", "u32 7", &["mov.u32"]),
    ("xor", "u32 u32 u32", &["xor.b32"]),
    ("add", "s64 s64 s64", &["add.s64"]),
    ("setp.lt", "pred f64 1.0", &["setp.lt.f64"]),
    ("cvt.rn", "f32 s32", &["cvt.rn.f32.s32"]),
    ("cvt.rzi", "s32 f32", &["cvt.rzi.s32.f32"]),
    ("mul.wide", "u64 u32 u32", &["mul.wide.u32"]),
    ("add", "_ _ _", &[]),
    // Comparisons, and properties that `testp` tests.
    ("testp.nan.f32", "", &["testp.notanumber.f32"]),
    ("testp.isnan.f64", "", &["testp.notanumber.f64"]),
    ("testp.isinf.f32", "", &["testp.infinite.f32"]),
    ("testp.denormal.f32", "", &["testp.subnormal.f32"]),
    ("setp.less.f32", "", &["setp.lt.f32"]),
    ("setp.unordered.f32", "", &["setp.nan.f32"]),
    ("setp.isnan.f64", "", &["setp.nan.f64"]),
    ("setp.ordered.and.f32", "", &["setp.num.and.f32"]),
    ("setp.gte.s32", "", &["setp.ge.s32"]),
    ("setp.ult.u32", "", &["setp.lo.u32"]),
    ("setp.ult.f32", "", &["setp.ltu.f32"]),
    ("setp.sgt.s32", "", &["setp.gt.s32"]),
    ("set.equal.u32.f32", "", &["set.eq.u32.f32"]),
    ("setp.foo.f32", "", &[]),
    ("setp.f32", "", &[]),
    ("setp.lo.f32", "", &[]),
    // Other modifiers.
    ("add.rne.f32", "", &["add.rn.f32"]),
    ("mul.rtz.f64", "", &["mul.rz.f64"]),
    ("cvt.floor.s32.f32", "", &["cvt.rmi.s32.f32"]),
    ("fma.rn.saturate.f32", "", &["fma.rn.sat.f32"]),
    ("min.nan.f32", "", &["min.NaN.f32"]),
    ("mul.high.u32", "", &["mul.hi.u32"]),
    ("shf.left.wrap.b32", "", &["shf.l.wrap.b32"]),
    ("rcp.rn.sat.f32", "", &["rcp.rn.f32"]),
    ("rcp.rn.rz.f32", "", &[]),
    ("fma.rn.sat.f64", "", &[]),
    ("mul.u32", "u32 u32 u32", &["mul.lo.u32", "mul.hi.u32"]),
    // Functions of the C library, SASS instructions, and instructions of other processors.
    ("fmax.f32", "", &["max.f32"]),
    ("fminf.f32", "", &["min.f32"]),
    ("fabs.f64", "", &["abs.f64"]),
    ("sar", "", &["shr.s32"]),
    ("sar.b64", "", &["shr.s64"]),
    ("lsr.b32", "", &["shr.u32"]),
    ("rsq.approx.f32", "", &["rsqrt.approx.f32"]),
    ("log.approx.f32", "", &["lg2.approx.f32"]),
    ("exp2f.approx.ftz.f32", "", &["ex2.approx.ftz.f32"]),
    ("fmaf.rn.float", "", &["fma.rn.f32"]),
    ("FADD.rn.f32", "", &["add.rn.f32"]),
    ("popcount.b32", "", &["popc.b32"]),
    ("select.b32", "", &["selp.b32"]),
    ("udiv.i32", "", &["div.u32"]),
    ("fmod.f32", "", &[]),
    ("IMAD.s32", "s32 s32 s32 s32", &[]),
    ("IADD3", "", &[]),
    ("tan.approx.f32", "", &[]),
    ("bswap.b32", "", &[]),
    ("frobnicate.f32", "", &[]),
    // Typos.
    ("rpc.rn.f32", "", &["rcp.rn.f32"]),
    ("xr.b32", "", &["xor.b32"]),
    ("add.rn.rn.f32", "", &["add.rn.f32"]),
    ("add.f32.f32", "", &["add.f32"]),
    ("ADD.F32", "", &["add.f32"]),
    ("rcp.rn.F32", "", &["rcp.rn.f32"]),
];

fn operand(text: &str) -> Operand {
    match (Type::from_word(text), literal::parse(text)) {
        (Some(ty), _) => Operand::Register { name: "r".into(), ty: Some(ty) },
        (None, Ok(literal)) => Operand::Immediate(literal),
        (None, Err(_)) => Operand::Host,
    }
}

#[test]
fn typos_have_the_expected_suggestions() {
    let mut wrong = Vec::new();
    for (instruction, operands, meant) in SLIPS {
        let (mnemonic, words) = super::parts(instruction);
        let operands: Vec<_> = operands.split_whitespace().map(operand).collect();
        let dialect = Dialect::default();
        let missing = select_all(Table::Thread, mnemonic, &words, &dialect);
        let fault = missing.expect_err(instruction).explain_for(&operands);
        if super::offered(&fault) != *meant {
            wrong.push(format!("{instruction}: {fault}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn without_modifiers_the_mnemonic_alone_is_suggested() {
    for (mnemonic, meant) in [("fmax", "max"), ("rsq", "rsqrt"), ("log", "lg2"), ("rpc", "rcp")] {
        let fault = select(mnemonic, &[], &Dialect::default()).expect_err(mnemonic);
        let help = format!("did you mean `{meant}`?");
        assert_eq!(fault.message.help_text(), Some(help.as_str()));
    }
}
