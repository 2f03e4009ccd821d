//! Suggests instructions that compute functions such as `pow`, which PTX does not have.

use super::written::Written;
use crate::operand::text;
use crate::selection::Selection;

/// For each function, its names, the number of its operands, and the instructions that compute the function.
///
/// `d` is the destination, and `a`, `b`, `c` are the other operands. `%t` and `%s` are new
/// registers. `.T` stands for the written type, or for `.f32` if no type is written.
#[rustfmt::skip]
const RECIPES: &[(&[&str], usize, &str)] = &[
    (&["pow", "powf"], 3, "lg2.approx.T %t, a; mul.T %t, %t, b; ex2.approx.T d, %t;"),
    (&["fmod", "fmodf"], 3, "div.rn.T %t, a, b; cvt.rzi.T.T %t, %t; neg.T %t, %t; fma.rn.T d, %t, b, a;"),
    (&["exp10", "exp10f"], 2, "mul.T %t, a, 0f40549A78; ex2.approx.T d, %t;"),
    (&["log10", "log10f"], 2, "lg2.approx.T %t, a; mul.T d, %t, 0f3E9A209B;"),
    (&["tan", "tanf"], 2, "sin.approx.T %s, a; cos.approx.T %t, a; div.approx.T d, %s, %t;"),
    (&["sincos", "sincosf"], 2, "sin.approx.T d, a; cos.approx.T %t, a;"),
    (&["sincos", "sincosf"], 3, "sin.approx.T d, b; cos.approx.T a, b;"),
    (&["sigmoid"], 2, "mul.T %t, a, 0fBFB8AA3B; ex2.approx.T %t, %t; add.T %t, %t, 1.0; rcp.approx.T d, %t;"),
    (&["relu"], 2, "max.T d, a, 0.0;"),
    (&["sqr", "square"], 2, "mul.T d, a, a;"),
    (&["clamp"], 4, "max.T %t, a, b; min.T d, %t, c;"),
    (&["floor", "floorf"], 2, "cvt.rmi.T.T d, a;"),
    (&["ceil", "ceilf"], 2, "cvt.rpi.T.T d, a;"),
    (&["trunc", "truncf"], 2, "cvt.rzi.T.T d, a;"),
    (&["round", "rint", "rintf", "nearbyint"], 2, "cvt.rni.T.T d, a;"),
    (&["rotl", "rol"], 3, "shf.l.wrap.b32 d, a, a, b;"),
    (&["rotr", "ror"], 3, "shf.r.wrap.b32 d, a, a, b;"),
    (&["bswap"], 2, "prmt.b32 d, a, 0, 0x0123;"),
    (&["ctz", "cttz", "trailing_zeros"], 2, "brev.b32 %t, a; clz.b32 d, %t;"),
    (&["nand"], 3, "and.b32 %t, a, b; not.b32 d, %t;"),
    (&["nor"], 3, "or.b32 %t, a, b; not.b32 d, %t;"),
    (&["xnor"], 3, "xor.b32 %t, a, b; not.b32 d, %t;"),
    (&["andn"], 3, "not.b32 %t, b; and.b32 d, a, %t;"),
    (&["brev16"], 2, "cvt.u32.u16 %t, a; brev.b32 %t, %t; shr.u32 %t, %t, 16; cvt.u16.u32 d, %t;"),
    (&["popc16"], 2, "cvt.u32.u16 %t, a; popc.b32 d, %t;"),
    (&["inc", "incr"], 1, "add.u32 d, d, 1;"),
    (&["dec", "decr"], 1, "sub.u32 d, d, 1;"),
    (&["swap", "xchg"], 2, "mov.b32 %t, d; mov.b32 d, a; mov.b32 a, %t;"),
];

/// The letters of the operands in a recipe.
const LETTERS: [&str; 4] = ["d", "a", "b", "c"];

/// Returns the instructions that compute a function of another language, if the version and target
/// have these instructions.
pub(super) fn recipe(name: &str, written: &Written<'_>) -> Option<String> {
    let name = name.to_lowercase();
    let is_row = |row: &&(&[&str], usize, &str)| {
        row.0.contains(&name.as_str()) && row.1 == written.operands.len()
    };
    let steps = RECIPES.iter().find(is_row)?.2;
    let operands = written.operands.iter().map(text).collect::<Option<Vec<_>>>()?;
    let ty = written.words.iter().find_map(|word| word.ty).map_or("f32", |ty| ty.word());
    let mut all = Vec::new();
    for step in steps.split_inclusive(';') {
        let (spelling, rest) = step.trim().split_once(' ')?;
        let spelling = spelling.replace(".T", &format!(".{ty}"));
        let mut words = spelling.split('.');
        let mnemonic = words.next()?;
        let words: Vec<_> = words.collect();
        let forms = Selection::all(mnemonic, &words);
        if !forms.iter().any(|form| form.form.is_computed() && form.is_in(written.dialect)) {
            return None;
        }
        let named = rest.trim_end_matches(';').split(", ").map(|operand| {
            let place = LETTERS.iter().position(|letter| *letter == operand);
            place.and_then(|place| operands.get(place)).map_or(operand, String::as_str)
        });
        all.push(format!("{spelling} {};", named.collect::<Vec<_>>().join(", ")));
    }
    let new: Vec<_> = ["%t", "%s"].into_iter().filter(|name| steps.contains(name)).collect();
    let bits = if ty.ends_with("64") { 64 } else { 32 };
    let declared = match new.as_slice() {
        [] => String::new(),
        new => format!(".reg .b{bits} {}; ", new.join(", ")),
    };
    Some(format!("{declared}{}", all.join(" ")))
}
