//! Checks the widths of addresses.

use super::{Operand, Shape};
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::directives::{FIRST_WITHOUT_SHORT_ADDRESSES, LONG_ADDRESSES};
use crate::fault::{At, Fault};
use crate::forms::{self, Effect};
use crate::help::{Help, Part};
use crate::selection::Selection;
use crate::types::Type;

/// The first architecture for which `ptxas` 13.5 rejects 32-bit addresses in `cp`. It extends these addresses for
/// earlier architectures.
const FIRST_WITHOUT_SHORT_COPIES: u16 = 90;

/// The mnemonics of the instructions whose 32-bit addresses `ptxas` 13.5 rejects. `ptxas` extends
/// the addresses of all other instructions, such as `ldmatrix`, as the manual specifies. It also
/// extends the addresses of `.bulk` and `.async` forms, such as `st.async`, except `cp.async`
/// without `.mbarrier`.
const NEEDS_LONG_ADDRESSES: &[&str] = &[
    "applypriority",
    "atom",
    "cp",
    "cvta",
    "discard",
    "ld",
    "ldu",
    "mbarrier",
    "multimem",
    "prefetch",
    "prefetchu",
    "red",
    "st",
];

/// The state spaces, and whether their addresses need 64 bits.
const SPACES: &[(&str, bool)] = &[
    ("const", false),
    ("global", true),
    ("local", false),
    ("param", false),
    ("param::entry", false),
    ("param::func", false),
    ("shared", false),
    ("shared::cta", false),
    ("shared::cluster", false),
];

/// Reports an address in tensor memory that is not in a register of 32 bits. `ptxas` 13.5 accepts only `.b32` registers
/// in `tcgen05.mma`, and also `.u32` and `.s32` registers in other instructions.
fn check_tensor_memory(effect: Effect, operands: &[Operand]) -> Result<(), Fault> {
    for (i, operand) in operands.iter().enumerate() {
        let Operand::Address(base) = operand else { continue };
        let what = match base.as_ref() {
            Operand::Register { name, ty: Some(ty) } if ty.bits() != 32 => {
                let word = ty.word();
                format!(
                    "register `{name}` is `.{word}`, and an address in tensor memory has 32 bits"
                )
            }
            Operand::Register { name, ty: Some(ty) }
                if effect == Effect::TensorMatrix && *ty != Type::B32 =>
            {
                let word = ty.word();
                format!(
                    "register `{name}` is `.{word}`, and `tcgen05.mma` reads addresses from `.b32`"
                )
            }
            Operand::Immediate(_) | Operand::Symbol(_) => {
                "an address in tensor memory must be in a register".into()
            }
            _ => continue,
        };
        let fault = Fault::new(At::Operand(i), what);
        return Err(fault.help("hold the address in a `.b32` register"));
    }
    Ok(())
}

/// Returns whether an instruction accepts 32-bit registers for global and generic addresses.
fn takes_short_addresses(mnemonic: &str, words: &[&str], dialect: &Dialect) -> bool {
    let first = match mnemonic {
        "cp" => FIRST_WITHOUT_SHORT_COPIES,
        _ => FIRST_WITHOUT_SHORT_ADDRESSES,
    };
    let has = |word| words.contains(&word);
    let is_extended =
        has("bulk") || has("mbarrier") && mnemonic == "cp" || has("async") && mnemonic != "cp";
    dialect.target.is_none_or(|target| target.sm < first)
        || is_extended
        || !NEEDS_LONG_ADDRESSES.contains(&mnemonic)
}

/// Returns whether the address `index` of an instruction is global or generic: the state space `index` among the
/// modifiers is its space. Without a state space, the first address is generic.
fn is_long(words: &[&str], index: usize) -> bool {
    let long = |word: &&str| SPACES.iter().find(|row| row.0 == *word).map(|row| row.1);
    let is_of_map = words.contains(&"tensormap");
    words.iter().filter_map(long).nth(index).unwrap_or(index == 0 && !is_of_map)
}

/// Returns whether the address `index` of an instruction must be in a 64-bit register.
///
/// ```
/// use ptx_isa::Dialect;
/// use ptx_isa::operand::needs_long_address;
///
/// let dialect = Dialect::default();
/// assert!(needs_long_address("ld", &["global", "u32"], 0, &dialect));
/// assert!(!needs_long_address("ld", &["shared", "u32"], 0, &dialect));
/// ```
#[must_use]
pub fn needs_long_address(mnemonic: &str, words: &[&str], index: usize, dialect: &Dialect) -> bool {
    !takes_short_addresses(mnemonic, words, dialect) && is_long(words, index)
}

impl Selection {
    /// Checks the widths of all addresses. On targets without 32-bit global addresses, rejects 32-bit registers for
    /// global and generic addresses.
    ///
    /// The first state space among the modifiers is the space of the first address. The second
    /// state space is the space of the second address.
    ///
    /// # Errors
    /// Returns a fault at the first faulty address.
    pub fn check_addresses(&self, operands: &[Operand], dialect: &Dialect) -> Result<(), Fault> {
        if let Some(effect) = self.form.effect().filter(|effect| effect.is_in_tensor_memory()) {
            return check_tensor_memory(effect, operands);
        }
        self.check_numbers(operands)?;
        let words: Vec<_> = self.modifiers.iter().flatten().copied().collect();
        if takes_short_addresses(self.form.mnemonic, &words, dialect) {
            return Ok(());
        }
        let is_conversion = self.form.effect() == Some(Effect::Convert);
        if is_conversion && self.instruction_type().is_some_and(|ty| ty.bits() < 64) {
            let (at, spelling) = (At::Modifier(words.len() - 1), self.spelling());
            let wide = spelling.replace(".u32", ".u64");
            let what = format!("32-bit addresses are not supported by `{spelling}`");
            return Err(Fault::new(at, what)
                .note(LONG_ADDRESSES)
                .help(Help::write(Part::Spelling, wide).and(", with `.u64` registers")));
        }
        let mut index = 0;
        for (i, (slot, operand)) in self.operands().zip(operands).enumerate() {
            let base = match operand {
                Operand::Address(base) | Operand::Tensor(base, _) => base,
                _ => continue,
            };
            let is_long = is_long(&words, index);
            index += 1;
            debug_assert!(matches!(slot.shape, Shape::Address | Shape::Tensor));
            let Operand::Register { name, ty: Some(ty) } = base.as_ref() else { continue };
            if is_long && ty.bits() < 64 {
                let what = format!(
                    "register `{name}` is `.{}`, and a {} address has 64 bits",
                    ty.word(),
                    if self.names_global() { "`.global`" } else { "generic" },
                );
                let fault = Fault::new(At::Operand(i), what).note(LONG_ADDRESSES);
                return Err(match self.in_shared_memory(dialect) {
                    Some(spelling) if !self.names_global() => fault.help(
                        Help::write(Part::Spelling, spelling)
                            .and(&format!(", if `{name}` is an address in shared memory")),
                    ),
                    _ => fault.help("hold the address in a `.b64` register"),
                });
            }
        }
        Ok(())
    }

    /// Reports an address that is a number, unless the access is in `.local`.
    fn check_numbers(&self, operands: &[Operand]) -> Result<(), Fault> {
        let is_local = self.modifiers.iter().flatten().any(|word| *word == "local");
        let is_access = matches!(self.form.effect(), Some(Effect::Load | Effect::Store));
        for (i, operand) in operands.iter().enumerate() {
            let Operand::Address(base) = operand else { continue };
            if is_access && !is_local && matches!(**base, Operand::Immediate(_)) {
                let what = "a number can only be an address in `.local`";
                return Err(Fault::new(At::Operand(i), what)
                    .help("an address is a register, or a variable with an offset"));
            }
        }
        Ok(())
    }

    /// Returns the spelling of the same instruction for an address in shared memory.
    fn in_shared_memory(&self, dialect: &Dialect) -> Option<String> {
        let words: Vec<_> = self.modifiers.iter().flatten().copied().collect();
        let family = forms::effects(self.form.mnemonic);
        let longer = |i: usize| [&words[..i], &["shared"], &words[i..]].concat();
        let exists = |words: &Vec<&str>| {
            Selection::among(family, words).iter().any(|one| one.is_in(dialect))
        };
        let found = (0..=words.len()).map(longer).find(exists)?;
        Some(instruction(self.form.mnemonic, &found))
    }

    fn names_global(&self) -> bool {
        self.modifiers.iter().flatten().any(|word| *word == "global")
    }
}
