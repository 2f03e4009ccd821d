//! The names in the rows of the table: classes of modifiers, types, and single words. The file `names.txt` lists the
//! classes and the words, and [`Type`] the types.

use super::versions::alternatives;
use crate::availability::Alternative;
use crate::class::Class;
use crate::cursor::{Cursor, lines};
use crate::types::Type;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A name in a row of the table.
#[derive(Clone, Copy, Debug)]
pub enum Name {
    /// A class of modifiers, such as `rnd`.
    Class(&'static Class),
    /// A class of types, such as `dtype`.
    Types(&'static Class),
    /// A type.
    Type(Type),
    /// A single word.
    Word(&'static &'static str),
}

impl Name {
    /// Returns the class with this name; `None` if the name is a type or a single word.
    #[must_use]
    pub fn class(self) -> Option<&'static Class> {
        match self {
            Self::Class(class) | Self::Types(class) => Some(class),
            Self::Type(_) | Self::Word(_) => None,
        }
    }

    /// Returns the modifiers that this name allows.
    #[must_use]
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Self::Class(class) | Self::Types(class) => class.words,
            Self::Type(ty) => ty.one_word(),
            Self::Word(word) => std::slice::from_ref(word),
        }
    }

    /// Returns the PTX word, or the name of the class.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Class(class) | Self::Types(class) => class.name,
            Self::Type(ty) => ty.word(),
            Self::Word(word) => word,
        }
    }

    /// Returns whether this name is a type or a class of types.
    #[must_use]
    pub fn is_type(self) -> bool {
        matches!(self, Self::Type(_) | Self::Types(_))
    }
}

impl PartialEq for Name {
    /// Names are equal if they have the same text. No class has the name of a type or word.
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Name {}

/// The names of `names.txt`.
struct Names {
    of: HashMap<&'static str, Name>,
    classes: Vec<&'static Class>,
    /// The lists of targets that several rows share.
    targets: HashMap<&'static str, &'static [Alternative]>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| match Names::parse(include_str!("names.txt")) {
    Ok(names) => names,
    Err(fault) => panic!("{fault}"),
});

impl Names {
    fn parse(text: &'static str) -> Result<Self, String> {
        let of = Type::all().map(|ty| (ty.word(), Name::Type(ty))).collect();
        let mut names = Self { of, classes: Vec::new(), targets: HashMap::new() };
        let mut part = "";
        for line in lines(text) {
            match line {
                "classes" | "classes of types" | "words" | "targets" => part = line,
                _ => names.line(part, line).map_err(|fault| format!("{fault} in `{line}`"))?,
            }
        }
        Ok(names)
    }

    fn line(&mut self, part: &str, line: &'static str) -> Result<(), String> {
        match part {
            "words" => {
                let words: Vec<_> = line.split_ascii_whitespace().collect();
                words.leak().iter().try_for_each(|word| self.add(word, Name::Word(word)))
            }
            "targets" => {
                let mut line = Cursor::new(line);
                let name = line.word()?;
                line.expect("[")?;
                self.targets.insert(name, alternatives(&mut line)?.leak());
                line.expect("]")?;
                line.end()
            }
            _ => {
                let class: &_ = Box::leak(Box::new(Class::parse(line)?));
                self.classes.push(class);
                let name = if part == "classes" { Name::Class } else { Name::Types };
                self.add(class.name, name(class))
            }
        }
    }

    fn add(&mut self, text: &'static str, name: Name) -> Result<(), String> {
        match self.of.insert(text, name) {
            None => Ok(()),
            Some(_) => Err(format!("two names are `{text}`")),
        }
    }
}

/// Returns a name of the table.
pub(super) fn name(text: &str) -> Result<Name, String> {
    NAMES.of.get(text).copied().ok_or_else(|| format!("unknown name `{text}`"))
}

/// Returns a list of targets that several rows share.
pub(super) fn targets(name: &str) -> Result<&'static [Alternative], String> {
    NAMES.targets.get(name).copied().ok_or_else(|| format!("unknown targets `{name}`"))
}

/// Returns all classes of modifiers.
pub fn classes() -> impl Iterator<Item = &'static Class> {
    NAMES.classes.iter().copied()
}

/// The roundings to a float.
pub const RND: &[&str] = &["rn", "rz", "rm", "rp"];

/// The roundings to an integer.
pub const INTEGRAL_RND: &[&str] = &["rni", "rzi", "rmi", "rpi"];

/// Returns the modifiers of a class.
#[must_use]
pub fn class(name: &str) -> Option<&'static [&'static str]> {
    NAMES.of.get(name)?.class().map(|class| class.words)
}

/// Returns whether two modifiers select the same variant. Examples: `.lo` and `.lt`; `.rni` and
/// `.rn`.
pub(crate) fn same_meaning(a: &str, b: &str) -> bool {
    let meaning = |word: &str| classes().find_map(|class| class.meaning(Some(word)));
    meaning(a).is_some_and(|meant| meaning(b) == Some(meant))
}

#[cfg(test)]
mod tests {
    use super::{INTEGRAL_RND, Names, RND, class};

    #[test]
    fn the_roundings_are_those_of_the_table() {
        assert_eq!(class("rnd"), Some(RND));
        assert_eq!(class("irnd"), Some(INTEGRAL_RND));
        assert_eq!(class("approx"), None);
    }

    #[test]
    fn a_faulty_line_is_named() {
        let fault = |text| Names::parse(text).err().unwrap_or_default();
        for (text, expected) in [
            ("classes\nvec \"a length\" (v2 v4);", "expected `,` before `v4);` in `vec "),
            ("classes\nvec \"a length\" (v2, v4)", "expected `;` before ``"),
            ("words\nv2 v4\nv2", "two names are `v2` in `v2`"),
            ("words\nf32", "two names are `f32`"),
            ("targets\nnew [9.4, sm107];", "expected an architecture `sm_NN`"),
        ] {
            let fault = fault(text);
            assert!(fault.contains(expected), "{fault}");
        }
    }
}
