//! Suggests instructions that compute functions such as `pow`, which PTX does not have.

use super::written::Written;
use crate::literal;
use crate::operand::Operand;
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// For each function, its names, the number of its operands, and the instructions that compute the function.
///
/// `d` is the destination, and `a`, `b`, `c` are the other operands. `%t` and `%s` are new
/// registers. `.T` stands for the written type, or else for a float type that fits the operands. `.B`
/// stands for the bit type of the width of the written type, or of the operands.
#[rustfmt::skip]
const RECIPES: &[(&[&str], usize, &str)] = &[
    (&["pow", "powf"], 3, "lg2.approx.T %t, a; mul.T %t, %t, b; ex2.approx.T d, %t;"),
    (&["fmod", "fmodf"], 3, "div.rn.T %t, a, b; cvt.rzi.T.T %t, %t; neg.T %t, %t; fma.rn.T d, %t, b, a;"),
    (&["exp10", "exp10f"], 2, "mul.T %t, a, 0f40549A78; ex2.approx.T d, %t;"),
    (&["log10", "log10f"], 2, "lg2.approx.T %t, a; mul.T d, %t, 0f3E9A209B;"),
    (&["exp", "expf"], 2, "mul.T %t, a, 0f3FB8AA3B; ex2.approx.T d, %t;"),
    (&["log", "logf", "ln"], 2, "lg2.approx.T %t, a; mul.T d, %t, 0f3F317218;"),
    (&["tan", "tanf"], 2, "sin.approx.T %s, a; cos.approx.T %t, a; div.approx.T d, %s, %t;"),
    (&["sincos", "sincosf"], 2, "cos.approx.T %t, a; sin.approx.T d, a;"),
    (&["sincos", "sincosf"], 3, "sin.approx.T d, b; cos.approx.T a, b;"),
    (&["sigmoid"], 2, "mul.T %t, a, 0fBFB8AA3B; ex2.approx.T %t, %t; add.T %t, %t, 1.0; rcp.approx.T d, %t;"),
    (&["relu"], 2, "max.T d, a, 0.0;"),
    (&["sqr", "square"], 2, "mul.T d, a, a;"),
    (&["max3", "fmax3"], 4, "max.T %t, a, b; max.T d, %t, c;"),
    (&["min3", "fmin3"], 4, "min.T %t, a, b; min.T d, %t, c;"),
    (&["clamp"], 4, "max.T %t, a, b; min.T d, %t, c;"),
    (&["floor", "floorf"], 2, "cvt.rmi.T.T d, a;"),
    (&["ceil", "ceilf"], 2, "cvt.rpi.T.T d, a;"),
    (&["trunc", "truncf"], 2, "cvt.rzi.T.T d, a;"),
    (&["round", "roundf", "rint", "rintf", "nearbyint"], 2, "cvt.rni.T.T d, a;"),
    (&["fract"], 2, "cvt.rmi.T.T %t, a; sub.T d, a, %t;"),
    (&["lerp", "mix"], 4, "sub.T %t, b, a; fma.rn.T d, %t, c, a;"),
    (&["signum"], 2, "copysign.T d, a, 1.0;"),
    (&["isnan", "is_nan"], 2, "testp.notanumber.T d, a;"),
    (&["isinf", "is_infinite"], 2, "testp.infinite.T d, a;"),
    (&["isfinite", "is_finite"], 2, "testp.finite.T d, a;"),
    (&["isnormal", "is_normal"], 2, "testp.normal.T d, a;"),
    (&["rotl", "rol", "rotl32", "rotate_left"], 3, "shf.l.wrap.b32 d, a, a, b;"),
    (&["rotr", "ror", "rotr32", "rotate_right"], 3, "shf.r.wrap.b32 d, a, a, b;"),
    (&["fshl"], 4, "shf.l.wrap.b32 d, b, a, c;"),
    (&["fshr"], 4, "shf.r.wrap.b32 d, b, a, c;"),
    (&["funnelshift_l"], 4, "shf.l.wrap.b32 d, a, b, c;"),
    (&["funnelshift_r"], 4, "shf.r.wrap.b32 d, a, b, c;"),
    (&["umulhi"], 3, "mul.hi.u32 d, a, b;"),
    (&["mulhi"], 3, "mul.hi.T d, a, b;"),
    (&["bswap", "bswap32", "byteswap", "swap_bytes", "rev"], 2, "prmt.b32 d, a, 0, 0x0123;"),
    (&["ctz", "cttz", "tzcnt", "trailing_zeros"], 2, "brev.B %t, a; clz.B d, %t;"),
    (&["nand"], 3, "and.B %t, a, b; not.B d, %t;"),
    (&["nor"], 3, "or.B %t, a, b; not.B d, %t;"),
    (&["xnor"], 3, "xor.B %t, a, b; not.B d, %t;"),
    (&["andn", "bic"], 3, "not.B %t, b; and.B d, a, %t;"),
    (&["orn"], 3, "not.B %t, b; or.B d, a, %t;"),
    (&["brev16"], 2, "cvt.u32.u16 %t, a; brev.b32 %t, %t; shr.u32 %t, %t, 16; cvt.u16.u32 d, %t;"),
    (&["popc16"], 2, "cvt.u32.u16 %t, a; popc.b32 d, %t;"),
    (&["inc", "incr"], 1, "add.u32 d, d, 1;"),
    (&["dec", "decr"], 1, "sub.u32 d, d, 1;"),
    (&["swap", "xchg"], 2, "mov.b32 %t, d; mov.b32 d, a; mov.b32 a, %t;"),
];

/// The letters of the operands in a recipe.
const LETTERS: [&str; 4] = ["d", "a", "b", "c"];

/// Returns the note on the instructions that compute a function of another language.
pub(super) fn note(name: &str) -> &'static str {
    match name.to_lowercase().trim_start_matches('_') {
        "round" | "roundf" => "`cvt.rni` rounds ties to even, C's `round` away from zero",
        _ => "PTX computes it in other instructions",
    }
}

/// Returns whether a name is a function of another language that PTX computes in other instructions.
pub(super) fn is_recipe(name: &str) -> bool {
    let name = name.to_lowercase();
    RECIPES.iter().any(|row| row.0.contains(&name.trim_start_matches('_')))
}

/// Returns the instructions that compute a function of another language, if the version and target
/// have these instructions and the operands fit.
pub(super) fn recipe(name: &str, written: &Written<'_>) -> Option<String> {
    let name = name.to_lowercase();
    let name = name.trim_start_matches('_');
    let is_row =
        |row: &&(&[&str], usize, &str)| row.0.contains(&name) && row.1 == written.operands.len();
    let steps = RECIPES.iter().find(is_row)?.2;
    let operands = written.operands.texts()?;
    let typed = written.words.iter().find_map(|word| word.ty);
    let declared = |operand: &Operand| match operand {
        Operand::Register { ty, .. } => ty.filter(|ty| *ty != Type::Pred),
        _ => None,
    };
    // The destination of `clz.b64` has 32 bits, so the last operand tells the width.
    let known = typed.or_else(|| written.operands.iter().rev().find_map(declared));
    let bits = known.map_or(32, Type::bits);
    let ty = match known {
        _ if typed.is_some() => typed,
        Some(declared) if declared.kind() == Kind::Float => Some(declared),
        _ if bits == 64 => Some(Type::F64),
        _ => None,
    };
    let ty = ty.map_or("f32", Type::word);
    let is_fixed = !steps.contains(".T") && !steps.contains(".B");
    let is_of_32 = is_fixed && !name.ends_with("16");
    if is_of_32 && typed.is_some_and(|ty| ty.bits() != 32) {
        return None;
    }
    let width = if is_fixed { 32 } else { bits };
    let (mut all, mut changed) = (Vec::new(), Vec::new());
    for step in steps.split_inclusive(';') {
        let (spelling, rest) = step.trim().split_once(' ')?;
        let spelling = spelling.replace(".T", &format!(".{ty}"));
        let spelling = spelling.replace(".B", &format!(".b{width}"));
        let mut words = spelling.split('.');
        let mnemonic = words.next()?;
        let words: Vec<_> = words.collect();
        let names = || rest.trim_end_matches(';').split(", ");
        let place = |name: &str| LETTERS.iter().position(|letter| *letter == name);
        let given = |name: &str| match (place(name), literal::parse(name)) {
            (Some(place), _) => written.operands.get(place).cloned(),
            (None, Ok(literal)) => Some(Operand::Immediate(literal)),
            (None, Err(_)) => Some(Operand::Register { name: name.into(), ty: None }),
        };
        let given = names().map(given).collect::<Option<Vec<_>>>()?;
        let fits = |form: &Selection| {
            form.form.is_computed()
                && form.is_in(written.dialect)
                && form.takes_count(given.len())
                && form.differences(&given).is_some()
        };
        if !Selection::all(mnemonic, &words).iter().any(fits) {
            return None;
        }
        // A step must not read an operand that an earlier step has changed under another letter.
        let mut places = names().map(place);
        let destination = places.next().flatten();
        let is_changed = |source: usize| {
            changed.iter().any(|one| *one != source && operands[*one] == operands[source])
        };
        if places.flatten().any(is_changed) {
            return None;
        }
        changed.extend(destination);
        let named = names().map(|name| {
            place(name).and_then(|place| operands.get(place)).map_or(name, String::as_str)
        });
        all.push(format!("{spelling} {};", named.collect::<Vec<_>>().join(", ")));
    }
    let new: Vec<_> = ["%t", "%s"].into_iter().filter(|name| steps.contains(name)).collect();
    // A new register that no step reads is a result, so its scope must not end after the steps.
    let is_read = |name: &&str| {
        steps.split(';').any(|step| step.split(", ").skip(1).any(|source| source == *name))
    };
    let has_result = !new.iter().all(is_read);
    let (declared, all) = (new.join(", "), all.join(" "));
    Some(match (new.is_empty(), has_result) {
        (true, _) => all,
        (_, true) => format!(".reg .b{width} {declared}; {all}"),
        (_, false) => format!("{{ .reg .b{width} {declared}; {all} }}"),
    })
}
