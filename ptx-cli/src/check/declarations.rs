//! `.reg`: its types, and names that are taken.

use super::{Checker, Diagnostic};
use crate::text::items::{Registers, Word};
use crate::text::scope::Declared;
use ptx_isa::literal::{self, Literal};
use ptx_isa::{Type, nearest};

/// The vectors of registers, each with the number of its elements.
const VECTORS: &[(&str, u32)] = &[("v2", 2), ("v4", 4)];

/// What registers may be although no instruction of the table takes it.
const OTHER: &[&str] = &["b128"];

/// No vector is wider.
const MOST_BITS: u32 = 128;

/// More registers than any text numbers.
const MOST_REGISTERS: u64 = u32::MAX as u64;

impl<'a> Checker<'a> {
    pub(super) fn declare(&mut self, registers: Registers<'a>) {
        let declared = match (declared(&registers), &registers.broken) {
            (Ok(declared), _) => declared,
            (Err(_), Some(_)) => Declared::Faulty,
            (Err(said), None) => {
                self.said.push(said);
                Declared::Faulty
            }
        };
        for (name, count) in &registers.names {
            let count = count.as_ref().map(|count| self.length(count));
            if name.text == "_" {
                let message = "`_` is no name: it stands for a result that is thrown away";
                self.said.push(Diagnostic::error(name.span.clone(), message));
            } else if let Err(earlier) = self.scopes.declare(name.text, count, declared) {
                let message = match earlier == name.text {
                    true => format!("`{}` is declared twice in this scope", name.text),
                    false => format!("`{}` is declared already, by `{earlier}`", name.text),
                };
                let said = Diagnostic::error(name.span.clone(), message);
                self.said.push(said.help("give it another name, or a scope of its own: `{ … }`"));
            }
        }
        if let Some(broken) = registers.broken {
            self.broken(broken);
        }
    }

    /// The number in `%f<4>`.
    fn length(&mut self, count: &Word<'_>) -> u64 {
        match literal::parse(count.text) {
            Ok(Literal::Integer(count)) if count <= MOST_REGISTERS => return count,
            Ok(Literal::Integer(_)) => {
                let message = "so many registers cannot be declared";
                self.said.push(Diagnostic::error(count.span.clone(), message));
            }
            _ => {
                let message = "the length of a range of registers is a whole number";
                self.said.push(Diagnostic::error(count.span.clone(), message));
            }
        }
        u64::MAX
    }
}

/// What the words behind `.reg` say.
fn declared(registers: &Registers<'_>) -> Result<Declared, Diagnostic> {
    let (elements, words) = match registers.types.as_slice() {
        [vector, rest @ ..] if VECTORS.iter().any(|pair| pair.0 == vector.text) => {
            (VECTORS.iter().find(|pair| pair.0 == vector.text).map(|pair| pair.1), rest)
        }
        words => (None, words),
    };
    let [word, more @ ..] = words else {
        let said = Diagnostic::error(registers.directive.clone(), "`.reg` names no type");
        return Err(said.help("write the type before the name: `.reg .f32 x;`"));
    };
    let other = OTHER.contains(&word.text);
    let ty = if other { None } else { Some(register_type(word)?) };
    if let Some(second) = more.first() {
        let message = match VECTORS.iter().any(|pair| pair.0 == second.text) {
            true => format!("`.{}` must come before `.{}`", second.text, word.text),
            false => format!("`.{}` is a second type, after `.{}`", second.text, word.text),
        };
        return Err(Diagnostic::error(second.span.clone(), message));
    }
    match (elements, ty) {
        (None, None) => Ok(Declared::Other),
        (None, Some(ty)) => Ok(Declared::Scalar(ty)),
        (Some(n), Some(ty)) if ty != Type::Pred && n * ty.bits() <= MOST_BITS => {
            Ok(Declared::Vector(n, ty))
        }
        (Some(n), _) => {
            let message = format!("there is no vector of {n} `.{}`", word.text);
            let said = Diagnostic::error(registers.types[0].span.clone(), message);
            Err(said.help("declare one register for each element"))
        }
    }
}

/// The type that a word names, if registers may have it.
fn register_type(word: &Word<'_>) -> Result<Type, Diagnostic> {
    match Type::from_word(word.text) {
        Some(known) if known.is_register_type() => Ok(known),
        Some(known) => {
            let bits = Type::bits_of_width(known.bits()).map_or("b64", Type::word);
            let message = format!("a register cannot be declared `.{}`", word.text);
            let help = format!("declare it `.{bits}`");
            Err(Diagnostic::error(word.span.clone(), message).help(help))
        }
        None => {
            let message = format!("there is no register type `.{}`", word.text);
            let said = Diagnostic::error(word.span.clone(), message);
            Err(match nearest(word.text, Type::register_words()) {
                Some(near) => said.help(format!("did you mean `.{near}`?")),
                None => {
                    let all: Vec<_> = Type::register_words().map(|w| format!("`.{w}`")).collect();
                    said.note(format!("there are {}", all.join(", ")))
                }
            })
        }
    }
}
