//! Reports an unknown mnemonic.

use super::cuda;
use super::filled::Filled;
use super::foreign::{self, Meant, Sign};
use super::order::is_type;
use super::recipe::{self, is_recipe, recipe};
use super::suggest::write;
use super::uncovered;
use super::written::Written;
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms;
use crate::help::{Help, Part};
use crate::nearest::{is_near, nearest};
use crate::operand::Operand;
use crate::sass;
use crate::selection::Selection;
use crate::types::{Kind, Type};

pub(super) fn unknown(written: &Written<'_>) -> Fault {
    let (mnemonic, words) = (written.mnemonic, written.texts());
    if let Some(fault) = uncovered::uncovered(mnemonic) {
        return fault;
    }
    let fault = Fault::new(At::Mnemonic, format!("unknown instruction `{mnemonic}`"));
    let opcode = mnemonic.to_ascii_uppercase();
    let fault = match sass::is_opcode(&opcode) {
        true => fault.note(format!("`{opcode}` is a machine instruction (SASS), not PTX")),
        false => fault,
    };
    if let Some(help) = cuda::function(written) {
        return fault.note(format!("`{mnemonic}` is a function of CUDA C++")).help(help);
    }
    if let Some(recipe) = recipe(mnemonic, written) {
        return fault.note(recipe::note(mnemonic)).help(Help::write(Part::Statement, recipe));
    }
    if let Some(right) = in_another_order(written) {
        return fault
            .note("the mnemonic comes first, and each modifier follows a dot")
            .help(Help::write(Part::Spelling, right));
    }
    let ty = foreign::type_of(mnemonic).filter(|_| words.is_empty());
    if let Some(ty) = ty.and_then(Type::from_word).filter(|ty| ty.is_register_type()) {
        return fault.note(format!("`{mnemonic}` is a type of another language")).help(
            Help::write(Part::Word, format!(".reg .{}", ty.word()))
                .and(&format!(" in place of `{mnemonic}`")),
        );
    }
    let declared = |operand: &Operand| match operand {
        Operand::Register { ty, .. } => *ty,
        _ => None,
    };
    let typed = written.words.iter().find_map(|word| word.ty.or(word.foreign));
    let ty = typed.or_else(|| written.operands.iter().find_map(declared));
    let is_float = ty.is_some_and(|ty| ty.kind() == Kind::Float);
    let meant = match foreign::instruction(mnemonic, is_float) {
        Some(None) => return fault,
        Some(Some(Meant { mnemonic, .. }))
            if ty == Some(Type::F64) && !forms::has_word(mnemonic, Type::F64.word()) =>
        {
            return fault.note(format!("PTX has no `{mnemonic}` of `.f64`"));
        }
        Some(Some(meant)) => meant,
        None if is_recipe(mnemonic) => return fault,
        None => match near(mnemonic, &words, written.dialect) {
            Some(mnemonic) => Meant { mnemonic, sign: Sign::Free, note: None },
            None => return fault,
        },
    };
    let fault = match meant.note {
        Some(note) => fault.note(note),
        None => fault,
    };
    let right = signed(&words, &written.operands, meant.sign);
    let kinds: Vec<_> = written.operands.iter().filter_map(declared).map(Type::kind).collect();
    let is_typed = !words.is_empty() || meant.sign != Sign::Free;
    let right = Filled::new(meant.mnemonic, &right, written.operands, written.dialect);
    // Without a written type, the types of the registers must limit the suggestions.
    let suggestions = right.suggestions();
    let is_clear =
        is_typed || kinds.contains(&Kind::Float) || !kinds.is_empty() && suggestions.len() == 1;
    match write(meant.mnemonic, suggestions).filter(|_| is_clear) {
        Some(help) => fault.help(help),
        None => fault.help(Help::after("did you mean ", Part::Mnemonic, meant.mnemonic).and("?")),
    }
}

/// Returns the PTX spelling of an instruction whose type comes first, or whose words are joined by `_`: `f32.add`,
/// `add_f32`.
fn in_another_order(written: &Written<'_>) -> Option<String> {
    let joined = written.mnemonic.split('_').chain(written.texts()).collect::<Vec<_>>();
    let is_mnemonic = |word: &&str| !forms::family(word).is_empty();
    let at = joined.iter().position(is_mnemonic)?;
    let (types, rest): (Vec<_>, Vec<_>) = joined[..at].iter().partition(|word| is_type(word));
    let words = [rest.as_slice(), &joined[at + 1..], types.as_slice()].concat();
    let forms = Selection::all(joined[at], &words);
    let fits = |form: &Selection| {
        form.is_in(written.dialect) && form.differences(&written.operands).is_some()
    };
    forms.iter().any(fits).then(|| instruction(joined[at], &words))
}

/// Returns the most similar mnemonic. Prefers mnemonics that have a form with these modifiers.
fn near(mnemonic: &str, words: &[&str], dialect: &Dialect) -> Option<&'static str> {
    let all = forms::mnemonics().chain(forms::matrix_mnemonics());
    let spells = |name: &str| Selection::all(name, words).iter().any(|form| form.is_in(dialect));
    let near: Vec<_> = all.filter(|name| is_near(mnemonic, name)).collect();
    let fitting = |name: &&&str| !words.is_empty() && spells(name);
    nearest(mnemonic, near.iter().filter(fitting).copied())
        .or_else(|| nearest(mnemonic, near.iter().copied()))
}

/// Replaces every integer and bit type by the integer type of the same width and the given
/// signedness. If there is no type, appends the integer type of the first integer register, or a
/// 32-bit type.
fn signed<'a>(words: &[&'a str], operands: &[Operand], sign: Sign) -> Vec<&'a str> {
    let integer = |ty: Type| match (sign, ty.kind()) {
        (Sign::Signed, Kind::Bits | Kind::Integer) => Type::signed_of_width(ty.bits()),
        (Sign::Unsigned, Kind::Bits | Kind::Integer) => Type::unsigned_of_width(ty.bits()),
        _ => None,
    };
    let mut right = words.to_vec();
    for word in &mut right {
        let ty = foreign::type_of(word).unwrap_or(word);
        if let Some(ty) = Type::from_word(ty).and_then(integer) {
            *word = ty.word();
        }
    }
    let declared = operands.iter().find_map(|operand| match operand {
        Operand::Register { ty, .. } => ty.and_then(integer),
        _ => None,
    });
    if !words.iter().any(|word| Type::from_word(word).is_some()) {
        let default = integer(Type::B32);
        right.extend(declared.or(default).map(Type::word));
    }
    right
}

/// Names of jumps in other languages, names of CUDA functions, and the PTX instruction for each name.
const CONTROL: &[(&str, &str)] = &[
    ("goto", "bra"),
    ("jmp", "bra"),
    ("jump", "bra"),
    ("br", "bra"),
    ("b", "bra"),
    ("return", "ret"),
    ("halt", "exit"),
    ("stop", "exit"),
    ("abort", "trap"),
    ("__syncthreads", "bar.sync 0"),
    ("syncthreads", "bar.sync 0"),
    ("__syncwarp", "bar.warp.sync 0xffffffff"),
    ("__threadfence", "membar.gl"),
    ("__threadfence_block", "membar.cta"),
    ("__threadfence_system", "membar.sys"),
    ("__trap", "trap"),
    ("__brkpt", "brkpt"),
];

/// Returns the control instruction that another language's name means.
///
/// ```
/// assert_eq!(ptx_isa::control_of("goto"), Some("bra"));
/// assert_eq!(ptx_isa::control_of("bra"), None);
/// ```
#[must_use]
pub fn control_of(name: &str) -> Option<&'static str> {
    CONTROL.iter().find(|row| row.0 == name).map(|row| row.1)
}
