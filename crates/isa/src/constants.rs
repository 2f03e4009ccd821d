//! Suggests literals for named constants of C, CUDA and Rust, because PTX has no named constants.

use crate::code::Code;
use crate::help::{Help, Part};
use crate::message::Message;
use crate::types::{Kind, Type};
use std::f64::consts;

/// The value of a named constant.
#[derive(Clone, Copy)]
enum Value {
    Float(f64),
    /// The NaN that NVIDIA's hardware returns.
    Nan,
    Integer(i128),
}

use Value::{Float, Integer, Nan};

/// The values, each with its names in C, CUDA and Rust.
#[rustfmt::skip]
const CONSTANTS: &[(Value, &[&str])] = &[
    (Float(consts::PI), &["M_PI", "PI", "pi", "CUDART_PI", "CUDART_PI_F"]),
    (Float(consts::TAU), &["TAU", "M_2PI", "CUDART_2PI_F"]),
    (Float(consts::FRAC_PI_2), &["M_PI_2", "FRAC_PI_2", "CUDART_PIO2", "CUDART_PIO2_F"]),
    (Float(consts::FRAC_PI_4), &["M_PI_4", "FRAC_PI_4", "CUDART_PIO4", "CUDART_PIO4_F"]),
    (Float(consts::FRAC_1_PI), &["M_1_PI", "FRAC_1_PI"]),
    (Float(consts::FRAC_2_PI), &["M_2_PI", "FRAC_2_PI", "CUDART_2_OVER_PI_F"]),
    (Float(consts::FRAC_2_SQRT_PI), &["M_2_SQRTPI", "FRAC_2_SQRT_PI"]),
    (Float(consts::E), &["M_E", "E"]),
    (Float(consts::LOG2_E), &["M_LOG2E", "LOG2_E", "LOG2E", "CUDART_L2E_F", "CUDART_L2E"]),
    (Float(consts::LOG10_E), &["M_LOG10E", "LOG10_E"]),
    (Float(consts::LN_2), &["M_LN2", "LN_2", "LN2", "CUDART_LN2_F", "CUDART_LN2"]),
    (Float(consts::LN_10), &["M_LN10", "LN_10"]),
    (Float(consts::SQRT_2), &["M_SQRT2", "SQRT_2", "CUDART_SQRT_TWO_F", "CUDART_SQRT_TWO"]),
    (Float(consts::FRAC_1_SQRT_2), &["M_SQRT1_2", "FRAC_1_SQRT_2", "CUDART_SQRT_HALF_F"]),
    (Float(f64::INFINITY), &["inf", "Inf", "INF", "infinity", "INFINITY", "HUGE_VAL", "HUGE_VALF", "CUDART_INF_F", "CUDART_INF"]),
    (Nan, &["nan", "NaN", "NAN", "CUDART_NAN_F", "CUDART_NAN"]),
    (Float(f32::MAX as f64), &["FLT_MAX", "CUDART_MAX_NORMAL_F"]),
    (Float(f32::MIN_POSITIVE as f64), &["FLT_MIN"]),
    (Float(f32::EPSILON as f64), &["FLT_EPSILON"]),
    (Float(f64::MAX), &["DBL_MAX"]),
    (Float(f64::MIN_POSITIVE), &["DBL_MIN"]),
    (Float(f64::EPSILON), &["DBL_EPSILON"]),
    (Integer(i32::MAX as i128), &["INT_MAX", "INT32_MAX"]),
    (Integer(i32::MIN as i128), &["INT_MIN", "INT32_MIN"]),
    (Integer(u32::MAX as i128), &["UINT_MAX", "UINT32_MAX"]),
    (Integer(i64::MAX as i128), &["LLONG_MAX", "INT64_MAX"]),
    (Integer(i64::MIN as i128), &["LLONG_MIN", "INT64_MIN"]),
    (Integer(u64::MAX as i128), &["ULLONG_MAX", "UINT64_MAX", "SIZE_MAX"]),
    (Integer(0), &["NULL", "nullptr", "false", "FALSE"]),
    (Integer(1), &["true", "TRUE"]),
];

/// Reports a name that is a constant in another language. Returns `None` for other names. `wanted`
/// is the expected type.
///
/// ```
/// use ptx_isa::{Type, declarations::constant};
///
/// let message = constant("M_PI", Some(Type::F32)).unwrap();
/// assert_eq!(message.what, "PTX has no constant `M_PI`");
/// assert_eq!(message.help_text().unwrap(), "write `0f40490FDB`");
/// let message = constant("-inf", Some(Type::F32)).unwrap();
/// assert_eq!(message.what, "PTX has no constant `inf`");
/// assert_eq!(message.help_text().unwrap(), "write `0fFF800000`");
/// assert!(constant("%f1", Some(Type::F32)).is_none());
/// ```
#[must_use]
pub fn constant(name: &str, wanted: Option<Type>) -> Option<Message> {
    let (is_negative, name) = match name.strip_prefix('-') {
        Some(name) => (true, name),
        None => (false, name.strip_prefix('+').unwrap_or(name)),
    };
    let name = name.trim_start();
    let value = CONSTANTS.iter().find(|row| row.1.contains(&name))?.0;
    let message = Message::new(format!("PTX has no constant `{name}`")).coded(Code::Undeclared);
    let written = written(value, is_negative, wanted.unwrap_or(Type::F32));
    Some(match written {
        Some(written) => message.help(Help::write(Part::Word, written)),
        None => message.note("PTX writes constants as numbers"),
    })
}

/// Returns a value as a literal of a type; `None` if the type cannot represent the value. Negates
/// the value if `is_negative` is true.
fn written(value: Value, is_negative: bool, ty: Type) -> Option<String> {
    let value = match value {
        Float(value) if is_negative => Float(-value),
        Integer(value) if is_negative => Integer(-value),
        value => value,
    };
    #[expect(clippy::cast_possible_truncation, reason = "the constant rounded to binary32")]
    let single = |value: f64| format!("0f{:08X}", (value as f32).to_bits());
    let is_integer = matches!(ty.kind(), Kind::Integer | Kind::Predicate);
    Some(match (value, ty) {
        (Float(value), Type::F32 | Type::B32) => single(value),
        (Float(value), Type::F64 | Type::B64) => format!("0d{:016X}", value.to_bits()),
        (Nan, Type::F32 | Type::B32) if is_negative => "0fFFFFFFFF".into(),
        (Nan, Type::F32 | Type::B32) => "0f7FFFFFFF".into(),
        (Nan, Type::F64 | Type::B64) => "0dFFF8000000000000".into(),
        (Integer(value), _) if is_integer || ty.kind() == Kind::Bits => value.to_string(),
        (Integer(value @ (0 | 1)), Type::F32 | Type::F64) => format!("{value}.0"),
        _ => return None,
    })
}
