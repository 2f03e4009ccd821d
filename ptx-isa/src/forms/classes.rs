//! Words of a row that stand for several modifiers.

/// The words that a class of modifiers stands for.
#[must_use]
pub fn class(name: &str) -> Option<&'static [&'static str]> {
    CLASSES.iter().find(|c| c.0 == name).map(|c| c.1)
}

/// The rounding modifiers.
pub const RND: &[&str] = &["rn", "rz", "rm", "rp"];

/// The roundings to an integer.
pub const INTEGRAL_RND: &[&str] = &["rni", "rzi", "rmi", "rpi"];

/// The comparisons of floats: those of numbers, then those that a NaN satisfies, too.
const COMPARISONS: &[&str] =
    &["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"];

pub(super) const CLASSES: &[(&str, &[&str])] = &[
    ("rnd", RND),
    // The roundings that `.f64` forms got later than `.rn`.
    ("directed", &["rz", "rm", "rp"]),
    ("f16type", &["f16", "f16x2"]),
    ("bf16type", &["bf16", "bf16x2"]),
    ("halftype", &["f16", "f16x2", "bf16", "bf16x2"]),
    ("atype", &["f16", "bf16"]),
    ("irnd", INTEGRAL_RND),
    // The roundings of conversions that have `.relu` and `.satfinite`.
    ("frnd2", &["rn", "rz"]),
    ("itype", &["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"]),
    ("dint", &["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"]),
    ("upto32", &["u8", "u16", "u32", "s8", "s16", "s32"]),
    ("int64", &["u64", "s64"]),
    ("int8", &["u8", "s8"]),
    // What is beyond the range of a type and so may saturate.
    ("beyond_u8", &["s8", "u16", "s16", "u32", "s32", "u64", "s64"]),
    ("beyond_s8", &["u8", "u16", "s16", "u32", "s32", "u64", "s64"]),
    ("beyond_u16", &["s8", "s16", "u32", "s32", "u64", "s64"]),
    ("beyond_s16", &["u16", "u32", "s32", "u64", "s64"]),
    ("beyond_u32", &["s8", "s16", "s32", "u64", "s64"]),
    ("beyond_s32", &["u32", "u64", "s64"]),
    ("beyond_u64", &["s8", "s16", "s32", "s64"]),
    ("int", &["u16", "u32", "u64", "s16", "s32", "s64"]),
    // The integers whose `add`, `sub`, `min` and `max` have no form of their own.
    ("plain", &["u16", "u32", "u64", "s16", "s64"]),
    ("shrtype", &["b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64"]),
    ("word", &["b32", "b64"]),
    ("intword", &["u32", "u64", "s32", "s64"]),
    ("shfmode", &["clamp", "wrap"]),
    ("mode", &["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]),
    ("testp", &["finite", "infinite", "number", "notanumber", "normal", "subnormal"]),
    ("CmpOp", COMPARISONS),
    ("CmpOp_s", &["eq", "ne", "lt", "le", "gt", "ge"]),
    ("CmpOp_u", &["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"]),
    ("CmpOp_b", &["eq", "ne"]),
    ("BoolOp", &["and", "or", "xor"]),
    ("btype", &["b16", "b32", "b64"]),
    ("utype", &["u16", "u32", "u64"]),
    ("stype", &["s16", "s32", "s64"]),
    ("dtype", &["u32", "s32", "f32"]),
    ("inttype", &["u16", "s16", "u32", "s32"]),
    ("int32", &["u32", "s32"]),
    // Of types whose comparison knows `.ftz`, and whose does not.
    ("ftztype", &["f16", "f32"]),
    ("rawtype", &["bf16", "f64"]),
    ("seltype", &["b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32"]),
    ("movtype", &["pred", "b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32"]),
];
