//! `.reg`: its types, and names that are taken.

use super::{Checker, Diagnostic};
use crate::text::items::{Registers, Word};
use crate::text::scope::Declared;
use ptx_isa::Type;
use ptx_isa::declarations::{self, VECTORS};

/// What registers may be although no instruction of the table takes it.
const OTHER: &[&str] = &["b128"];

/// No vector is wider.
const MOST_BITS: u32 = 128;

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
            let declared = match name.text {
                "_" => Err(declarations::no_register()),
                text => self.scopes.declare(text, count, declared).map_err(|earlier| {
                    let whole = count.map(|count| declarations::range(text, count));
                    declarations::duplicate(whole.as_deref().unwrap_or(text), &earlier)
                }),
            };
            if let Err(message) = declared {
                self.said.push(Diagnostic::error(name.span.clone(), message));
            }
        }
        if let Some(broken) = registers.broken {
            self.broken(broken);
        }
    }

    /// The number in `%f<4>`.
    fn length(&mut self, count: &Word<'_>) -> u64 {
        declarations::count(Some(count.text)).unwrap_or_else(|message| {
            self.said.push(Diagnostic::error(count.span.clone(), message));
            u64::MAX
        })
    }
}

/// What the words after `.reg` say.
fn declared(registers: &Registers<'_>) -> Result<Declared, Diagnostic> {
    let elements = |word: &Word<'_>| {
        VECTORS.iter().find(|vector| vector.0 == word.text).map(|vector| vector.1)
    };
    let (elements, words) = match registers.types.as_slice() {
        [vector, rest @ ..] if elements(vector).is_some() => (elements(vector), rest),
        words => (None, words),
    };
    let [word, more @ ..] = words else {
        return Err(Diagnostic::error(registers.directive.clone(), declarations::no_type()));
    };
    let refused = |message| Diagnostic::error(word.span.clone(), message);
    let ty = match OTHER.contains(&word.text) {
        true => None,
        false => Some(declarations::register_type(word.text).map_err(refused)?),
    };
    if let Some(second) = more.first() {
        let message = declarations::second_type(second.text, word.text);
        return Err(Diagnostic::error(second.span.clone(), message));
    }
    match (elements, ty) {
        (None, None) => Ok(Declared::Other),
        (None, Some(ty)) => Ok(Declared::Scalar(ty)),
        (Some(n), Some(ty)) if ty != Type::Pred && n * ty.bits() <= MOST_BITS => {
            Ok(Declared::Vector(n, ty))
        }
        (Some(n), _) => {
            let message = format!("a vector of {n} `.{}` is not supported", word.text);
            let said = Diagnostic::error(registers.types[0].span.clone(), message);
            Err(said.help("declare one register for each element"))
        }
    }
}
