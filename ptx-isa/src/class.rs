//! Modifiers that choose something, and what `ptx-core` calls what they choose.

/// Modifiers of which one may be written in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The name in the table.
    pub name: &'static str,
    /// What it is, for a sentence.
    pub role: &'static str,
    /// The words.
    pub words: &'static [&'static str],
    /// What each word means: the path of a variant in `ptx-core`; empty where no function receives
    /// it.
    pub meanings: &'static [&'static str],
    /// The meaning where no word is written; `None` if one must be.
    pub default: Option<&'static str>,
}

impl Class {
    /// Whether a word may be written there.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// What a word means, or the absence of one.
    #[must_use]
    pub fn meaning(&self, word: Option<&str>) -> Option<&'static str> {
        match word {
            Some(word) => {
                let place = self.words.iter().position(|choice| *choice == word)?;
                self.meanings.get(place).copied()
            }
            None => self.default,
        }
    }
}

/// Defines the names that rows may use, so that rustc refuses any other: classes of modifiers,
/// types, and words that have one meaning.
///
/// A class is its name, its role and its words. Where a function receives the word, the enum of
/// `ptx-core` comes before the words, a variant after each, and last the variant where no word is
/// written.
macro_rules! names {
    (
        $(#[$meta:meta])* $vis:vis enum Name;
        classes { $($class:ident $role:literal $choices:tt;)* }
        $(types { $($ty:ident)* }
        words { $($word:ident $($text:literal)?,)* })?
    ) => {
        /// The name of a class, a type or a word in a row.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(non_camel_case_types, reason = "each is the word of its name")]
        $(#[$meta])*
        $vis enum Name {
            $($class,)* $($($ty,)* $($word,)*)?
        }

        /// The classes of modifiers.
        $vis const CLASSES: &[$crate::class::Class] =
            &[$($crate::class::names!(@class $class $role $choices)),*];

        $(
            /// The names that are not a class, each as the words of a place that takes it alone.
            const LONE: &[&[&str]] = &[
                $(&[stringify!($ty)],)* $(&[$crate::class::names!(@text $word $($text)?)],)*
            ];
            const TYPES: usize = [$(stringify!($ty)),*].len();
        )?
    };
    (@class $class:ident $role:literal ($($word:ident),*)) => {
        $crate::class::Class {
            name: stringify!($class),
            role: $role,
            words: &[$(stringify!($word)),*],
            meanings: &[],
            default: None,
        }
    };
    (@class $class:ident $role:literal ($($word:literal),*)) => {
        $crate::class::Class {
            name: stringify!($class),
            role: $role,
            words: &[$($word),*],
            meanings: &[],
            default: None,
        }
    };
    (@class $class:ident $role:literal ($mode:path: $($word:ident $variant:ident),* $(; $default:ident)?)) => {
        $crate::class::Class {
            name: stringify!($class),
            role: $role,
            words: &[$(stringify!($word)),*],
            meanings: &[$(concat!(stringify!($mode), "::", stringify!($variant))),*],
            default: $crate::class::names!(@default $mode $(, $default)?),
        }
    };
    (@default $mode:path) => { None };
    (@default $mode:path, $default:ident) => {
        Some(concat!(stringify!($mode), "::", stringify!($default)))
    };
    (@text $word:ident) => { stringify!($word) };
    (@text $word:ident $text:literal) => { $text };
}
pub(crate) use names;
