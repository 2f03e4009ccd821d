//! Words of Rust, C, CUDA, LLVM, libm and SASS, and the PTX words for them.

/// Names of types in other languages, and the PTX type for each name.
#[rustfmt::skip]
const TYPES: &[(&[&str], &str)] = &[
    (&["bool", "i1", "predicate"], "pred"),
    (&["i8", "int8", "int8_t", "schar"], "s8"),
    (&["i16", "int16", "int16_t", "short"], "s16"),
    (&["i32", "int32", "int32_t", "int", "signed"], "s32"),
    (&["i64", "int64", "int64_t", "long", "longlong", "isize", "ssize_t", "ptrdiff_t"], "s64"),
    (&["uint8", "uint8_t", "uchar"], "u8"),
    (&["uint16", "uint16_t", "ushort"], "u16"),
    (&["uint32", "uint32_t", "uint", "unsigned"], "u32"),
    (&["uint64", "uint64_t", "ulong", "ulonglong", "usize", "size_t"], "u64"),
    (&["half", "fp16", "float16", "__half"], "f16"),
    (&["half2", "__half2"], "f16x2"),
    (&["bfloat", "bfloat16", "__nv_bfloat16"], "bf16"),
    (&["bfloat162", "__nv_bfloat162"], "bf16x2"),
    (&["float", "single", "fp32", "float32"], "f32"),
    (&["float2"], "f32x2"),
    (&["double", "fp64", "float64"], "f64"),
];

/// Modifiers of other languages, and the PTX modifiers for them. A suggestion uses the first PTX modifier that
/// the form has.
#[rustfmt::skip]
const MODIFIERS: &[(&[&str], &[&str])] = &[
    (&["equal", "equals", "oeq"], &["eq"]),
    (&["ueq"], &["equ"]),
    (&["not_equal", "notequal", "neq", "one"], &["ne"]),
    (&["une"], &["neu"]),
    (&["less", "less_than", "isless", "olt", "slt"], &["lt"]),
    (&["ult", "below"], &["lo", "ltu"]),
    (&["less_equal", "islessequal", "lte", "leq", "ole", "sle"], &["le"]),
    (&["ule"], &["ls", "leu"]),
    (&["greater", "greater_than", "isgreater", "ogt", "sgt"], &["gt"]),
    (&["ugt", "above"], &["hi", "gtu"]),
    (&["greater_equal", "isgreaterequal", "gte", "geq", "oge", "sge"], &["ge"]),
    (&["uge"], &["hs", "geu"]),
    (&["nan", "isnan", "is_nan", "unordered", "isunordered", "uno"], &["nan", "notanumber"]),
    (&["num", "ordered", "isordered", "ord"], &["num", "number"]),
    (&["inf", "infinity", "isinf", "is_infinite"], &["infinite"]),
    (&["isfinite", "is_finite"], &["finite"]),
    (&["isnormal", "is_normal"], &["normal"]),
    (&["denormal", "denorm", "denormalized", "issubnormal", "is_subnormal"], &["subnormal"]),
    (&["rne", "rte", "nearest"], &["rn", "rni"]),
    (&["rtz", "truncate", "trunc"], &["rz", "rzi"]),
    (&["rd", "rtn", "down", "floor"], &["rm", "rmi"]),
    (&["ru", "rtp", "up", "ceil"], &["rp", "rpi"]),
    (&["saturate", "saturating"], &["sat"]),
    (&["flush", "daz"], &["ftz"]),
    (&["approximate", "fast"], &["approx"]),
    (&["low"], &["lo"]),
    (&["high"], &["hi"]),
    (&["xor", "butterfly"], &["bfly"]),
    (&["left"], &["l"]),
    (&["right"], &["r"]),
];

/// The signedness in the name of a foreign instruction, such as `umin`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// The name does not tell whether the integers are signed.
    Free,
    /// The integers are signed.
    Signed,
    /// The integers are unsigned.
    Unsigned,
}

/// The PTX instruction for an instruction or function of another language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meant {
    pub(super) mnemonic: &'static str,
    pub(super) sign: Sign,
    /// A note on how the PTX instruction differs from the foreign instruction.
    pub(super) note: Option<&'static str>,
}

const fn meant(mnemonic: &'static str) -> Option<Meant> {
    Some(Meant { mnemonic, sign: Sign::Free, note: None })
}

const fn signed(mnemonic: &'static str, sign: Sign) -> Option<Meant> {
    Some(Meant { mnemonic, sign, note: None })
}

const fn noted(mnemonic: &'static str, note: &'static str) -> Option<Meant> {
    Some(Meant { mnemonic, sign: Sign::Free, note: Some(note) })
}

/// Names of instructions and functions in other languages, in lower case and without leading `_`, and the PTX instruction
/// for each name. `None` marks a name without a PTX instruction. No similar mnemonic is suggested for such a name.
#[rustfmt::skip]
const INSTRUCTIONS: &[(&[&str], Option<Meant>)] = &[
    (&["fadd", "iadd", "dadd", "hadd"], meant("add")),
    (&["adc", "adcs"], noted("addc", "`addc` adds the carry of the last `add.cc` or `addc.cc`")),
    (&["fsub", "isub", "dsub", "hsub"], meant("sub")),
    (&["sbb", "sbc", "sbcs"], noted("subc", "`subc` subtracts the borrow of the last `sub.cc` or `subc.cc`")),
    (&["fmul", "imul", "dmul", "hmul"], meant("mul")),
    (&["fdiv", "idiv", "fdividef"], meant("div")),
    (&["udiv"], signed("div", Sign::Unsigned)),
    (&["sdiv"], signed("div", Sign::Signed)),
    (&["mod", "irem", "imod"], meant("rem")),
    (&["urem"], signed("rem", Sign::Unsigned)),
    (&["srem"], signed("rem", Sign::Signed)),
    (&["ffma", "fmaf", "dfma", "hfma", "hfma2", "fmadd", "mul_add"], meant("fma")),
    (&["fmad", "madd", "mla", "mac"], meant("mad")),
    (&["fabs", "fabsf", "iabs", "labs"], meant("abs")),
    (&["fneg", "ineg", "negate"], meant("neg")),
    (&["fmin", "fminf", "imin", "minimum", "vmnmx"], meant("min")),
    (&["umin"], signed("min", Sign::Unsigned)),
    (&["smin"], signed("min", Sign::Signed)),
    (&["fmax", "fmaxf", "imax", "maximum"], meant("max")),
    (&["umax"], signed("max", Sign::Unsigned)),
    (&["smax"], signed("max", Sign::Signed)),
    (&["sqrtf", "fsqrt"], meant("sqrt")),
    (&["rsq", "rsqrtf", "frsqrt", "invsqrt"], meant("rsqrt")),
    (&["recip", "reciprocal", "frcp"], meant("rcp")),
    (&["log2", "log2f", "flog2"], meant("lg2")),
    (&["log", "logf", "ln"], noted("lg2", "`lg2` computes the logarithm to base 2")),
    (&["exp2", "exp2f", "fexp2"], meant("ex2")),
    (&["exp", "expf"], noted("ex2", "`ex2` computes a power of 2")),
    (&["sinf"], meant("sin")),
    (&["cosf"], meant("cos")),
    (&["tanhf"], meant("tanh")),
    (&["copysignf", "fcopysign"], meant("copysign")),
    (&["sar", "asr", "ashr", "sra"], signed("shr", Sign::Signed)),
    (&["lsr", "lshr", "srl"], signed("shr", Sign::Unsigned)),
    (&["lsl", "sal", "sll"], meant("shl")),
    (&["eor"], meant("xor")),
    (&["inv", "bitnot", "com"], meant("not")),
    (&["popcnt", "popcount", "ctpop", "count_ones"], meant("popc")),
    (&["ctlz", "lzcnt", "clzll", "leading_zeros"], meant("clz")),
    (&["flo"], meant("bfind")),
    (&["bitreverse", "rbit", "reverse_bits"], meant("brev")),
    (&["byte_perm", "perm"], meant("prmt")),
    (&["ubfe"], signed("bfe", Sign::Unsigned)),
    (&["sbfe"], signed("bfe", Sign::Signed)),
    (&["cmp", "icmp", "fcmp", "fsetp", "isetp", "dsetp"], meant("setp")),
    (&["select", "sel", "fsel", "cmov", "csel"], meant("selp")),
    (&["move", "mov32i", "bitcast", "to_bits", "from_bits", "float_as_int", "float_as_uint", "int_as_float",
       "uint_as_float"], meant("mov")),
    (&["convert", "cast", "zext", "sext", "f2f", "f2i", "i2f", "i2i"], meant("cvt")),
    (&["isnan", "isinf", "isfinite", "isnormal", "fpclassify"], meant("testp")),
    (&["iadd3", "imad", "lea", "xmad", "fmod", "fmodf", "frem", "remainder", "pow", "powf", "exp10", "expm1",
       "log10", "log1p", "cbrt", "hypot", "tan", "tanf", "sinh", "cosh", "asin", "acos", "atan", "atan2",
       "erf", "ctz", "cttz", "ffs", "trailing_zeros", "bswap", "nand", "nor", "xnor", "andn", "rol",
       "ror", "rotl", "rotr", "floor", "ceil", "trunc", "round", "rint", "fract", "sign", "step",
       "clamp", "mix", "lerp", "dot", "cross", "nop", "mufu", "rro"], None),
];

/// Names that mean another PTX instruction if the type is a float type.
const OF_FLOATS: &[(&str, Option<Meant>)] = &[("inv", meant("rcp")), ("mac", meant("fma"))];

/// Returns the PTX type for a type of another language.
pub(crate) fn type_of(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    TYPES.iter().find(|row| row.0.contains(&word.as_str())).map(|row| row.1)
}

/// Returns the PTX modifiers for a modifier of another language, most probable first.
pub(super) fn modifiers(word: &str) -> &'static [&'static str] {
    let word = word.to_lowercase();
    MODIFIERS.iter().find(|row| row.0.contains(&word.as_str())).map_or(&[], |row| row.1)
}

/// Returns the PTX instruction for a name of another language. Returns `Some(None)` if PTX has no
/// such instruction, and `None` if the name is not in the table. The meaning of some names depends on `is_float`: whether
/// the type of the instruction is a float type.
pub(super) fn instruction(name: &str, is_float: bool) -> Option<Option<Meant>> {
    let name = name.to_lowercase();
    let name = name.trim_start_matches('_');
    if let Some(row) = OF_FLOATS.iter().find(|row| is_float && row.0 == name) {
        return Some(row.1);
    }
    INSTRUCTIONS.iter().find(|row| row.0.contains(&name)).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use super::{INSTRUCTIONS, MODIFIERS, OF_FLOATS, TYPES};
    use crate::forms::{has_word, is_word, mnemonics};
    use crate::types::Type;

    /// Tests that no foreign name of an instruction or type is a PTX word, and that every suggested
    /// name is a PTX word.
    #[test]
    fn no_instruction_of_ptx_is_foreign_and_every_meaning_exists() {
        let known: Vec<_> = mnemonics().collect();
        let meanings =
            INSTRUCTIONS.iter().map(|row| row.1).chain(OF_FLOATS.iter().map(|row| row.1));
        for meant in meanings {
            assert!(meant.is_none_or(|meant| known.contains(&meant.mnemonic)), "{meant:?}");
        }
        for (names, _) in INSTRUCTIONS {
            assert!(names.iter().all(|name| !known.contains(name)), "{names:?}");
        }
        assert!(TYPES.iter().all(|row| Type::from_word(row.1).is_some()));
        assert!(TYPES.iter().flat_map(|row| row.0).all(|name| !is_word(name)));
        let is_known = |word: &str| is_word(word) || has_word("shfl", word);
        assert!(MODIFIERS.iter().flat_map(|row| row.1).all(|word| is_known(word)));
    }
}
