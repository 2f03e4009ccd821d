//! `.reg`: its types, and names that are taken.

use super::{Checker, Finding};
use ptx_isa::Type;
use ptx_isa::declarations::{self, VECTORS};
use ptx_text::{Declaration, Declarator, Word};

/// What a name of the text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A register of one type.
    Scalar(Type),
    /// `.v2 .f32`, `.v4 .b8`: so many elements of a type.
    Vector(u32, Type),
    /// `.b128`, which no instruction of the table takes.
    Wide,
    /// A register whose declaration was faulty.
    Faulty,
    /// A variable, parameter, function or label.
    Symbol,
}

/// The type of [`Meaning::Wide`].
const WIDE: &str = "b128";

/// No vector is wider.
const MOST_BITS: u32 = 128;

impl<'a> Checker<'a> {
    /// Registers, or variables and parameters: `ptxas` says what is wrong with these.
    pub(super) fn declare(&mut self, declaration: &Declaration<'a>) {
        if declaration.space.text != "reg" {
            for declarator in &declaration.names {
                self.symbol(&declarator.name);
            }
            return;
        }
        let meaning = match declared(declaration) {
            Ok(meaning) => meaning,
            Err(said) => {
                self.said.extend((!declaration.is_broken).then_some(said));
                Meaning::Faulty
            }
        };
        for declarator in &declaration.names {
            if let Err(message) = self.register(declarator, meaning) {
                self.said.push(Finding::error(declarator.name.span.clone(), message));
            }
        }
    }

    fn register(
        &mut self,
        declarator: &Declarator<'a>,
        meaning: Meaning,
    ) -> Result<(), ptx_isa::Message> {
        let name = declarator.name.text;
        let count = declarator.range.as_ref().map(|count| self.length(count));
        if name == "_" {
            return Err(declarations::no_register());
        }
        let declared = self.scopes.declare(name, count, meaning);
        if !declarator.dimensions.is_empty() {
            return Err(declarations::array(name, None));
        }
        if declarator.initialiser.is_some() {
            return Err(declarations::initial_value());
        }
        declared.map_err(|earlier| {
            let whole = count.map(|count| declarations::range(name, count));
            declarations::duplicate(whole.as_deref().unwrap_or(name), &earlier)
        })
    }

    /// A name that is not a register; of two of one name `ptxas` says that there are two.
    pub(super) fn symbol(&mut self, name: &Word<'a>) {
        let _ = self.scopes.declare(name.text, None, Meaning::Symbol);
    }

    /// The number in `%f<4>`.
    fn length(&mut self, count: &Word<'_>) -> u64 {
        declarations::count(Some(count.text)).unwrap_or_else(|message| {
            self.said.push(Finding::error(count.span.clone(), message));
            u64::MAX
        })
    }
}

/// Whether a declaration declares registers: a faulty one says nothing of the others in a text.
pub(super) fn has_registers(declaration: &Declaration<'_>) -> bool {
    declaration.space.text == "reg" && declared(declaration).is_ok()
}

/// What the words after `.reg` say.
fn declared(declaration: &Declaration<'_>) -> Result<Meaning, Finding> {
    let elements = |word: &Word<'_>| {
        VECTORS.iter().find(|vector| vector.0 == word.text).map(|vector| vector.1)
    };
    let (elements, words) = match declaration.types.as_slice() {
        [vector, rest @ ..] if elements(vector).is_some() => (elements(vector), rest),
        words => (None, words),
    };
    let [word, more @ ..] = words else {
        return Err(Finding::error(declaration.space.span.clone(), declarations::no_type()));
    };
    let refused = |message| Finding::error(word.span.clone(), message);
    let ty = match word.text == WIDE {
        true => None,
        false => Some(declarations::register_type(word.text).map_err(refused)?),
    };
    if let Some(second) = more.first() {
        let message = declarations::second_type(second.text, word.text);
        return Err(Finding::error(second.span.clone(), message));
    }
    match (elements, ty) {
        (None, None) => Ok(Meaning::Wide),
        (None, Some(ty)) => Ok(Meaning::Scalar(ty)),
        (Some(n), Some(ty)) if ty != Type::Pred && n * ty.bits() <= MOST_BITS => {
            Ok(Meaning::Vector(n, ty))
        }
        (Some(n), _) => {
            let message = format!("a vector of {n} `.{}` is not supported", word.text);
            let said = Finding::error(declaration.types[0].span.clone(), message);
            Err(said.help("declare one register for each element"))
        }
    }
}
