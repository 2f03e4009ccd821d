//! The PTX instruction that computes what a machine instruction computes.

use super::opcodes::PtxSource;
use super::select::Selection;
use crate::call::{Argument, Returns};
use crate::class::Class;
use crate::dialect::Dialect;
use crate::selection;
use crate::target::Target;
use crate::types::Rust;

/// The enum that the meanings of modifiers name whose meaning is a modifier of PTX.
pub(crate) const PTX: &str = "Ptx::";

impl Selection {
    /// Returns the PTX instruction that computes the same; `None` if a function of `ptx_core::sass` does.
    ///
    /// ```
    /// use ptx_isa::{Dialect, sass};
    ///
    /// let chosen = sass::select("F2I", &["U32", "TRUNC", "NTZ"], &Dialect::default()).unwrap();
    /// assert_eq!(chosen.ptx().unwrap(), "cvt.rzi.u32.f32");
    /// ```
    #[must_use]
    pub fn ptx(&self) -> Option<String> {
        self.filled(self.row.ptx?.template)
    }

    /// Returns the PTX instruction that computes the same if one source has `-`. Its last source is the one with `-`. Returns
    /// `None` if there is no such instruction.
    ///
    /// ```
    /// use ptx_isa::{Dialect, sass};
    ///
    /// let chosen = sass::select("VIADD", &["S32", "ISAT"], &Dialect::default()).unwrap();
    /// assert_eq!(chosen.difference().unwrap(), "sub.sat.s32");
    /// ```
    #[must_use]
    pub fn difference(&self) -> Option<String> {
        self.row.ptx?;
        self.filled(self.row.difference?)
    }

    /// Returns a template with the modifiers that are chosen.
    fn filled(&self, template: &'static str) -> Option<String> {
        let mut places = (0..self.row.classes.len()).collect::<Vec<_>>();
        let pieces = template.split('.').map(|piece| piece.trim_end_matches('{'));
        let mut text = String::new();
        for piece in pieces {
            let (name, is_optional) = match piece.strip_suffix('}') {
                Some(name) => (name, true),
                None => (piece, false),
            };
            let place = places.iter().position(|at| self.row.classes[*at].name == name);
            let word = match place {
                // A class that occurs twice stands for the modifiers in their order.
                Some(at)
                    if places[at..].iter().skip(1).any(|other| self.is_class(*other, name)) =>
                {
                    self.of_class(places.remove(at), is_optional)
                }
                Some(at) => self.of_class(places[at], is_optional),
                None => Some(name.into()),
            };
            if let Some(word) = word {
                text = if text.is_empty() { word } else { format!("{text}.{word}") };
            }
        }
        Some(text)
    }

    fn is_class(&self, at: usize, name: &str) -> bool {
        self.row.classes[at].name == name
    }

    /// Returns the modifier of PTX for the modifier of a class.
    fn of_class(&self, at: usize, is_optional: bool) -> Option<String> {
        let (class, word): (&Class, _) = (self.row.classes[at], self.words[at]);
        if is_optional && word.is_none() {
            return None;
        }
        let meaning = class.meaning(word)?;
        Some(match (meaning.strip_prefix(PTX), word) {
            (Some(ptx), _) => ptx.into(),
            (None, Some(word)) => word.to_ascii_lowercase(),
            (None, None) => meaning.rsplit("::").next()?.to_ascii_lowercase(),
        })
    }

    /// Returns the value of a PTX instruction. The sources of the machine instruction have the given types.
    pub(super) fn ptx_value(
        &self,
        text: &str,
        order: &[PtxSource],
        sources: &[(Argument, Rust)],
    ) -> Option<Argument> {
        let words: Vec<_> = text.split('.').collect();
        let forms = selection::Selection::all(words[0], &words[1..]);
        // The newest target does not have every form of older ones.
        let targets = [Dialect::default().target, Some(Target::sm(self.row.targets.0))];
        let value = targets.into_iter().find_map(|target| {
            let target = target.map(Target::with_own_features);
            let dialect = Dialect { target, ..Dialect::default() };
            let mut present = forms.iter().filter(|form| form.is_in(&dialect));
            present.find_map(|form| form.computation(&dialect))
        });
        let value = value?.value;
        Some(to_words(placed(value, &|at| {
            let chosen = order.get(at).copied().unwrap_or(PtxSource { at, is_upper: false });
            let (value, ty) = sources.get(chosen.at).cloned()?;
            Some(match chosen.is_upper {
                true => (value.through("sass::upper_half", ty), ty),
                false => (value, ty),
            })
        })))
    }
}

/// Returns every combination of words: one word from each class, or no word from an optional class.
pub(crate) fn choices(classes: &[&Class]) -> Vec<Vec<Option<&'static str>>> {
    classes.iter().fold(vec![Vec::new()], |all, class| {
        let none = class.default.map(|_| None);
        let words: Vec<_> = class.words.iter().copied().map(Some).chain(none).collect();
        let longer = |chosen: &Vec<_>| {
            words.iter().map(|word| [chosen.as_slice(), &[*word]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}

/// Replaces the sources of a value.
fn placed(value: Argument, source: &impl Fn(usize) -> Option<(Argument, Rust)>) -> Argument {
    match value {
        Argument::Source(at, to) => match source(at) {
            Some((found, from)) => converted(found, from, to),
            None => Argument::Source(at, to),
        },
        Argument::Call(mut call) => {
            call.arguments = call.arguments.into_iter().map(|one| placed(one, source)).collect();
            Argument::Call(call)
        }
        Argument::Array(all) => {
            Argument::Array(all.into_iter().map(|one| placed(one, source)).collect())
        }
        other => other,
    }
}

/// Converts a word or two words to the Rust type of a source.
fn converted(word: Argument, from: Rust, to: Rust) -> Argument {
    if from == to { word } else { word.through(format!("sass::word_to_{}", to.name()), to) }
}

/// Converts a result to a word or two words.
fn to_words(value: Argument) -> Argument {
    let Some(Returns::One(ty)) = value.returns() else { return value };
    let to = match ty {
        Rust::U32 | Rust::U64 | Rust::Bool => return value,
        Rust::F64 | Rust::I64 => Rust::U64,
        _ => Rust::U32,
    };
    value.through(format!("sass::word_from_{}", ty.name()), to)
}
