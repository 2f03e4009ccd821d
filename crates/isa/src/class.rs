//! Classes of modifiers, such as the rounding modes, and the enum variants of `ptx-core` that they
//! select.

/// A class of modifiers that exclude each other, such as the roundings. A row of the instruction table mentions
/// classes. For each mention, the instruction has at most one modifier of the class. Rows of `mma` mention the class of
/// factor types twice, once for each matrix factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The name in the instruction table, such as `rnd`.
    pub name: &'static str,
    /// The name in messages, such as "a rounding".
    pub role: &'static str,
    /// The modifiers of the class.
    pub words: &'static [&'static str],
    /// The path of the enum variant in `ptx-core` that each modifier selects, such as
    /// `Rounding::Rn`. Empty if no function of `ptx-core` has a parameter for the class.
    pub meanings: &'static [&'static str],
    /// The variant for an instruction without a modifier of the class; `None` if the modifier is required.
    pub default: Option<&'static str>,
}

impl Class {
    /// Returns whether a modifier belongs to the class.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// Returns the path of the variant that a modifier selects, such as `Rounding::Rn`. The argument `None` stands for
    /// a missing modifier. The result is `None` if the class has no such modifier.
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

/// Defines the enum of all names in the rows of an instruction table (PTX or SASS): classes of
/// modifiers, types, and single words. A row with any other name does not compile.
///
/// A class has a name, a role (its name in messages) and modifiers. A class for which a function of `ptx-core` has a
/// parameter also has the parameter's enum, and a variant of the enum for each modifier. The variant after `;` is for
/// instructions without a modifier of the class.
macro_rules! names {
    (
        $(#[$meta:meta])* $vis:vis enum Name;
        classes { $($class:ident $role:literal $choices:tt;)* }
        $(types { $($ty:ident)* }
        words { $($word:ident $($text:literal)?,)* })?
    ) => {
        /// A name in a row of the table: a class of modifiers, a type, or a single word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(non_camel_case_types, reason = "each variant is spelt like its word")]
        $(#[$meta])*
        $vis enum Name {
            $($class,)* $($($ty,)* $($word,)*)?
        }

        /// All classes of modifiers.
        $vis const CLASSES: &[$crate::class::Class] =
            &[$($crate::class::names!(@class $class $role $choices)),*];

        $(
            /// The modifiers of each name that is not a class: a list with one word.
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
    // The class of the `wgmma` shapes `m64nNkK` with one K, given as `$k`: `k16`, for example. N is a multiple of 8 up
    // to 256.
    (@class $class:ident $role:literal (m64n8 to m64n256 $k:ident)) => {
        $crate::class::names!(@class $class $role ($k:
            8 16 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184 192 200
            208 216 224 232 240 248 256
        ))
    };
    // The class of the `wgmma` shapes `m64nNkK` for integers and single bits with one K, given as `$k`: `k32`, for
    // example. N is 8, 24 or a multiple of 16.
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
