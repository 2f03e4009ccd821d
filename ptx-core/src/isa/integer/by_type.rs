//! A macro that defines one function for each type of an instruction.

/// Defines one function for each type of an instruction. In the expression `$result`, the name `T` stands for this
/// type. An operand that is given without a type has the type `T`.
macro_rules! by_type {
    ($(
        $doc:tt $form:literal $what:literal $operands:tt $(-> $returned:ident)? = $result:expr,
        $arguments:literal = $value:literal: $($name:ident $word:literal $t:ident),+;
    )*) => { $( by_type! {
        @each $doc $form $what $operands [$($returned)?] $result, $arguments $value; $($name $word $t),+
    } )* };
    (@each $doc:tt $form:literal $what:literal $operands:tt $returned:tt $result:expr, $arguments:literal $value:literal;
        $($name:ident $word:literal $t:ident),+
    ) => { $( by_type! {
        @one $doc $form $what $operands $returned $result, $arguments $value; $name $word $t
    } )+ };
    (@one { $(#[$doc:meta])* } $form:literal $what:literal ($($x:ident $(: $X:ident)?),+) [$($returned:ident)?]
        $result:expr, $arguments:literal $value:literal; $name:ident $word:literal $t:ident
    ) => {
        #[doc = concat!("`", $form, ".", $word, "`: ", $what, ".")]
        ///
        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($name), ";")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(", $arguments, "), ", $value, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name($($x: by_type!(@type $t $($X)?)),+) -> by_type!(@type $t $($returned)?) {
            type T = $t;
            const _: T = 0; // Avoids a warning about bodies that do not use `T`.
            $result
        }
    };
    (@type $t:ident) => { $t };
    (@type $t:ident $other:ident) => { $other };
}
pub(super) use by_type;
