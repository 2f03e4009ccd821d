//! Classes of modifiers, such as the roundings, and the variants of `ptx-core` that they select.

/// A class of modifiers; a slot holds at most one of its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The name in the table, such as `rnd`.
    pub name: &'static str,
    /// The name in messages, such as "a rounding".
    pub role: &'static str,
    /// The modifiers.
    pub words: &'static [&'static str],
    /// The variant of `ptx-core` that each modifier selects, as a path; empty if no function takes
    /// the class as a mode.
    pub meanings: &'static [&'static str],
    /// The variant for a missing modifier; `None` if the modifier is required.
    pub default: Option<&'static str>,
}

impl Class {
    /// Returns whether a modifier belongs to the class.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// Returns the variant that a modifier, or its absence, selects.
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

/// Defines the enum of names that rows may use (classes of modifiers, types, single words), so that
/// rustc rejects any other name.
///
/// A class consists of its name, its role and its modifiers. If a function takes the class as a
/// mode, the enum of `ptx-core` comes before the modifiers and a variant follows each of them. The
/// variant after `;` stands for a missing modifier.
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
            /// The modifiers of the names that are not classes, one for each name.
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
    // The shapes of `wgmma` with this K: N is a multiple of 8 up to 256.
    (@class $class:ident $role:literal (m64n8 to m64n256 $k:ident)) => {
        $crate::class::names!(@class $class $role ($k:
            8 16 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184 192 200
            208 216 224 232 240 248 256
        ))
    };
    // The shapes of `wgmma` with integers and this K: N is 8, 24 or a multiple of 16.
    (@class $class:ident $role:literal (integers $k:ident)) => {
        $crate::class::names!(@class $class $role ($k:
            8 16 24 32 48 64 80 96 112 128 144 160 176 192 208 224 240 256
        ))
    };
    (@class $class:ident $role:literal ($k:ident: $($n:literal)*)) => {
        $crate::class::Class {
            name: stringify!($class),
            role: $role,
            words: &[$(concat!("m64n", stringify!($n), stringify!($k))),*],
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
