//! The modifiers that choose something, and what `ptx-core` calls what they choose.

/// Modifiers of which one stands in a place.
#[derive(Debug, PartialEq, Eq)]
pub struct Class {
    /// The name in the table.
    pub name: &'static str,
    /// What it is, for a sentence.
    pub role: &'static str,
    /// The words, each with the path of its meaning in `ptx-core`.
    pub words: &'static [(&'static str, &'static str)],
    /// The meaning where no word stands; `None` if one must.
    pub default: Option<&'static str>,
}

/// In the order in which functions take what they choose, which is that of the modifiers of PTX.
#[rustfmt::skip]
const CLASSES: &[Class] = &[
    Class {
        name: "cmp", role: "a comparison", default: None,
        words: &[
            ("LT", "sass::Comparison::Lt"), ("EQ", "sass::Comparison::Eq"), ("LE", "sass::Comparison::Le"),
            ("GT", "sass::Comparison::Gt"), ("NE", "sass::Comparison::Ne"), ("GE", "sass::Comparison::Ge"),
            ("F", "sass::Comparison::F"), ("T", "sass::Comparison::T"),
            ("NUM", "sass::Comparison::Num"), ("NAN", "sass::Comparison::Nan"),
            ("LTU", "sass::Comparison::Ltu"), ("EQU", "sass::Comparison::Equ"), ("LEU", "sass::Comparison::Leu"),
            ("GTU", "sass::Comparison::Gtu"), ("NEU", "sass::Comparison::Neu"), ("GEU", "sass::Comparison::Geu"),
        ],
    },
    Class {
        name: "icmp", role: "a comparison", default: None,
        words: &[
            ("LT", "sass::Comparison::Lt"), ("EQ", "sass::Comparison::Eq"), ("LE", "sass::Comparison::Le"),
            ("GT", "sass::Comparison::Gt"), ("NE", "sass::Comparison::Ne"), ("GE", "sass::Comparison::Ge"),
            ("F", "sass::Comparison::F"), ("T", "sass::Comparison::T"),
        ],
    },
    Class {
        name: "bool", role: "a combination", default: None,
        words: &[("AND", "sass::Combination::And"), ("OR", "sass::Combination::Or"), ("XOR", "sass::Combination::Xor")],
    },
    Class { name: "U32", role: "`.U32`", default: Some("sass::Signedness::Signed"), words: &[("U32", "sass::Signedness::Unsigned")] },
    Class {
        name: "rnd", role: "a rounding", default: Some("Rounding::Rn"),
        words: &[("RN", "Rounding::Rn"), ("RZ", "Rounding::Rz"), ("RM", "Rounding::Rm"), ("RP", "Rounding::Rp")],
    },
    Class { name: "FTZ", role: "`.FTZ`", default: Some("Subnormals::Keep"), words: &[("FTZ", "Subnormals::Flush")] },
    Class { name: "SAT", role: "`.SAT`", default: Some("Saturation::Off"), words: &[("SAT", "Saturation::Sat")] },
];

/// The class of this name; an error at compile time if there is none.
pub(super) const fn class(name: &str) -> &'static Class {
    let mut i = 0;
    while i < CLASSES.len() {
        if crate::forms::same(CLASSES[i].name, name) {
            return &CLASSES[i];
        }
        i += 1;
    }
    panic!("no class of this name")
}

/// What a word is, if a class has it.
pub(super) fn role(word: &str) -> Option<&'static str> {
    CLASSES.iter().find(|class| class.has(word)).map(|class| class.role)
}

impl Class {
    /// Where functions take what this class chooses, among their modes.
    pub(super) fn place(&self) -> Option<usize> {
        CLASSES.iter().position(|class| class.name == self.name)
    }

    /// The words that may stand there.
    pub fn choices(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.words.iter().map(|choice| choice.0)
    }

    /// Whether a word may stand there.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.choices().any(|choice| choice == word)
    }

    /// What a word means, or the want of one.
    #[must_use]
    pub fn meaning(&self, word: Option<&str>) -> Option<&'static str> {
        match word {
            Some(word) => self.words.iter().find(|choice| choice.0 == word).map(|choice| choice.1),
            None => self.default,
        }
    }
}
