//! The macro `forms!`, which defines the syntax of a row. A word that is not in [`Name`] does not
//! compile; [`check`](super::check::check) rejects other contradictions.

use super::names::Name;
use super::row::{Literals, ModifierSlot, Numbers, OperandSlot, Passed, Presence, Second, Shape};
use crate::lanes::Lanes;

pub(super) const fn slot(name: Name, optional: bool) -> ModifierSlot {
    ModifierSlot { name, words: name.words(), optional }
}

/// A word with `::`, which needs no entry in [`Name`].
pub(super) const fn spelt(words: &'static [&'static str], optional: bool) -> ModifierSlot {
    ModifierSlot { name: Name::word_of_row, words, optional }
}

/// The integers that an operand accepts, or the two elements of a vector.
#[derive(Clone, Copy)]
pub(super) struct Sets {
    pub(super) first: Numbers,
    pub(super) second: Option<Numbers>,
}

/// The parts of an operand in a row, besides its name.
pub(super) struct Written {
    pub(super) registers: Option<u32>,
    pub(super) counted: Option<Name>,
    pub(super) lanes: Option<&'static str>,
    pub(super) ty: Option<Name>,
    pub(super) numbers: Option<Sets>,
    pub(super) presence: Presence,
}

pub(super) const fn operand(name: &'static str, written: Written) -> OperandSlot {
    let Written { registers, counted, lanes, ty, numbers, presence } = written;
    let text = name.as_bytes();
    let mut elements = 1;
    let mut i = 0;
    while i < text.len() {
        if text[i] == b',' {
            elements += 1;
        }
        i += 1;
    }
    let second = match text {
        [_, b'{', ..] => Second::Optional,
        [_, b'|', ..] => Second::Always,
        _ => Second::Never,
    };
    let shape = match (text[0], ty) {
        (b'[', _) if elements > 1 => Shape::Tensor,
        (b'[', _) => Shape::Address,
        (b'(', _) => Shape::List,
        (b'_', _) => Shape::Sink,
        (_, Some(Name::label)) => Shape::Label,
        (_, Some(Name::reg128)) => Shape::Wide,
        (_, Some(Name::pointer)) => Shape::Pointer,
        _ => Shape::Value,
    };
    let (ty, literals) = match (ty, numbers) {
        (Some(Name::var32), None) => (Some(Name::b32), Literals::Variable),
        (Some(Name::var64), None) => (Some(Name::b64), Literals::Variable),
        (_, Some(Sets { first, second: Some(second) })) => (ty, Literals::Each([first, second])),
        (Some(Name::imm), Some(Sets { first: numbers, .. })) => {
            (Some(Name::u32), Literals::Only(numbers))
        }
        (_, Some(Sets { first: numbers, .. })) => (ty, Literals::Within(numbers)),
        (Some(Name::label | Name::reg128 | Name::pointer), None) => (None, Literals::Any),
        (Some(Name::byte), None) => (Some(Name::u32), Literals::Byte),
        (Some(Name::imm8), None) => (Some(Name::u8), Literals::Immediate),
        (Some(Name::reg16), None) => (Some(Name::b16), Literals::Register),
        (Some(Name::reg32), None) => (Some(Name::b32), Literals::Register),
        (_, None) => (ty, Literals::Any),
    };
    let elements = if text[0] == b'{' { Some(elements) } else { registers };
    let lanes = match lanes {
        Some(word) => Some(Lanes::of_row(word)),
        None => None,
    };
    OperandSlot { name, elements, counted, second, ty, literals, lanes, shape, presence }
}

pub(super) const fn passed(name: Name) -> Passed {
    match name {
        Name::sm => Passed::Sm,
        Name::carry => Passed::Carry,
        Name::lanes => Passed::Lanes,
        name => Passed::Mode(name),
    }
}

macro_rules! forms {
    ($section:literal; $(
        $mnemonic:ident $(.$word:ident $(:: $word_more:ident)*)*
        $({.$option:ident $(:: $option_more:ident)*} $(.$after:ident $(:: $after_more:ident)*)*)* (
            $($operand:tt $([$registers:tt])? $(.$lanes:ident)? $({| $may:ident})? $(| $must:ident)?
                $(: $ty:ident $(($($numbers:tt)+))?)?),*
        ) $({, $last:tt $([$last_registers:tt])? $(: $last_ty:ident $(($($last_numbers:tt)+))?)? $(if $with:ident)?})*
        [$($available:tt)+]
        $compute:ident $(($($passed:ident),*))? $(.combined($combined:ident))? $(=> $set:ident)?
            $($detail:ident $(.$more:ident)*)?
    );+ $(;)?) => {
        pub(super) const FORMS: &[$crate::forms::row::Form] = &[$($crate::forms::row::Form {
            section: $section,
            mnemonic: stringify!($mnemonic),
            slots: &[
                $($crate::forms::syntax::forms!(@slot false $word $($word_more)*),)*
                $($crate::forms::syntax::forms!(@slot true $option $($option_more)*),
                $($crate::forms::syntax::forms!(@slot false $after $($after_more)*),)*)*
            ],
            operands: &[
                $($crate::forms::syntax::operand(
                    concat!(stringify!($operand) $(, "{|", stringify!($may), "}")? $(, "|", stringify!($must))?),
                    $crate::forms::syntax::Written {
                        registers: $crate::forms::syntax::forms!(@count $($registers)?),
                        counted: $crate::forms::syntax::forms!(@counted $($registers)?),
                        lanes: $crate::forms::syntax::forms!(@word $($lanes)?),
                        ty: $crate::forms::syntax::forms!(@type $($ty)?),
                        numbers: $crate::forms::syntax::forms!(@numbers $($($($numbers)+)?)?),
                        presence: $crate::forms::row::Presence::Always,
                    },
                ),)*
                $($crate::forms::syntax::operand(
                    stringify!($last),
                    $crate::forms::syntax::Written {
                        registers: $crate::forms::syntax::forms!(@count $($last_registers)?),
                        counted: $crate::forms::syntax::forms!(@counted $($last_registers)?),
                        lanes: None,
                        ty: $crate::forms::syntax::forms!(@type $($last_ty)?),
                        numbers: $crate::forms::syntax::forms!(@numbers $($($($last_numbers)+)?)?),
                        presence: $crate::forms::syntax::forms!(@presence $($with)?),
                    },
                ),)*
            ],
            availability: $crate::forms::syntax::forms!(@available [] $($available)+),
            later: $crate::forms::syntax::forms!(@later [] $($available)+),
            compute: $crate::forms::syntax::forms!(
                @compute $compute [$($($passed),*)?] [$($combined)?] [$($set)?] $($detail $($more)*)?
            ),
        }),+];
        const _: () = $crate::forms::check::check(FORMS);
    };
    // A keyword of Rust cannot be a name.
    (@slot $optional:literal async) => { $crate::forms::syntax::spelt(&["async"], $optional) };
    (@slot $optional:literal $word:ident) => {
        $crate::forms::syntax::slot($crate::forms::names::Name::$word, $optional)
    };
    (@slot $optional:literal $word:ident $($more:ident)+) => {
        $crate::forms::syntax::spelt(
            &[concat!(stringify!($word) $(, "::", stringify!($more))+)], $optional,
        )
    };
    (@count) => { None };
    (@count $registers:literal) => { Some($registers) };
    (@count $word:ident) => { None };
    (@counted) => { None };
    (@counted $registers:literal) => { None };
    (@counted $word:ident) => { Some($crate::forms::names::Name::$word) };
    (@numbers) => { None };
    (@numbers $first:literal to $last:literal) => {
        $crate::forms::syntax::forms!(@set Range($first, $last, 1))
    };
    (@numbers $first:literal to $last:literal by $step:literal) => {
        $crate::forms::syntax::forms!(@set Range($first, $last, $step))
    };
    (@numbers $($number:literal)|+) => {
        $crate::forms::syntax::forms!(@set Listed(&[$(($number as i64).cast_unsigned()),+]))
    };
    (@numbers $($number:literal)|+; $($other:literal)|+) => {
        Some($crate::forms::syntax::Sets {
            first: $crate::forms::row::Numbers::Listed(&[$($number),+]),
            second: Some($crate::forms::row::Numbers::Listed(&[$($other),+])),
        })
    };
    (@set $($set:tt)+) => {
        Some($crate::forms::syntax::Sets {
            first: $crate::forms::row::Numbers::$($set)+,
            second: None,
        })
    };
    (@presence) => { $crate::forms::row::Presence::Optional };
    (@presence $with:ident) => {
        $crate::forms::row::Presence::With($crate::forms::names::Name::$with)
    };
    (@type) => { None };
    (@type $ty:ident) => { Some($crate::forms::names::Name::$ty) };

    // Parses `7.8, sm_90 | 8.1, sm_89` and stops at the later modifiers.
    (@available [] $group:ident $(from $since:literal)? $(; $($rest:tt)*)?) => {
        $crate::availability::Availability {
            from: $crate::forms::syntax::forms!(@from $($since)?),
            alternatives: $crate::availability::groups::$group,
        }
    };
    (@available [$($all:tt)*] $since:literal $(to $until:literal)?, $sm:ident $(to $last:ident)? $(or $map:ident)?
        | $($rest:tt)+
    ) => {
        $crate::forms::syntax::forms!(
            @available [$($all)* ($since [$($until)?] $sm [$($last)?] [$($map)?])] $($rest)+
        )
    };
    (@available [$($all:tt)*] $since:literal $(to $until:literal)?, $sm:ident $(to $last:ident)? $(or $map:ident)?
        $(; $($rest:tt)*)?
    ) => {
        $crate::availability::Availability::of(&[
            $($crate::forms::syntax::forms!(@alternative $all),)*
            $crate::forms::syntax::forms!(@alternative ($since [$($until)?] $sm [$($last)?] [$($map)?]))
        ])
    };
    (@from) => { $crate::version::Version::OLDEST };
    (@from $since:literal) => { $crate::version::Version::new(stringify!($since)) };
    (@alternative ($since:literal [$($until:literal)?] $sm:ident [$($last:ident)?] [$($map:ident)?])) => {
        $crate::availability::Alternative {
            since: $crate::version::Version::new(stringify!($since)),
            until: $crate::forms::syntax::forms!(@until $($until)?),
            targets: $crate::availability::Targets::new(
                stringify!($sm), $crate::forms::syntax::forms!(@word $($last)?),
            ),
            or_map: $crate::forms::syntax::forms!(@map $($map)?),
        }
    };
    (@until) => { None };
    (@until $v:literal) => { Some($crate::version::Version::new(stringify!($v))) };
    (@word) => { None };
    (@word $sm:ident) => { Some(stringify!($sm)) };
    (@map) => { false };
    (@map map) => { true };

    // Parses the later modifiers: `; ftz 1.4, sm_10; rm rp 2.0, sm_20`.
    (@later [] $since:literal $(to $until:literal)?, $sm:ident $(to $last:ident)? $(or $map:ident)?
        $(| $or:literal $(to $or_until:literal)?, $or_sm:ident $(to $or_last:ident)?)*
        $(; $($word:ident $(:: $more:tt)*)+ $late:literal, $late_sm:ident $(| $or_late:literal, $or_late_sm:ident)*)*
    ) => {
        &[$($crate::forms::row::Later {
            words: &[$(concat!(stringify!($word) $(, "::", stringify!($more))*)),+],
            availability: $crate::availability::Availability::of(&[
                $crate::forms::syntax::forms!(@alternative ($late [] $late_sm [] [])),
                $($crate::forms::syntax::forms!(@alternative ($or_late [] $or_late_sm [] [])),)*
            ]),
        }),*]
    };
    (@later [] $group:ident $(from $since:literal)? $(; $($rest:tt)*)?) => {
        $crate::forms::syntax::forms!(@later [] 1.0, sm_10 $(; $($rest)*)?)
    };

    (@compute means [] [] [] $($word:ident)+) => {
        $crate::forms::row::Compute::Means(&[$(stringify!($word)),+])
    };
    (@compute moves [] [] []) => { $crate::forms::row::Compute::Moves };
    (@compute effect [] [] [] $effect:ident) => {
        $crate::forms::row::Compute::Effect($crate::forms::row::Effect::$effect)
    };
    (@compute nothing [] [] []) => { $crate::forms::row::Compute::Nothing };
    (@compute $function:ident [$($passed:ident),*] [] [] warp) => {
        $crate::forms::row::Compute::Warp {
            name: stringify!($function),
            passed: &[$($crate::forms::syntax::passed($crate::forms::names::Name::$passed)),*],
        }
    };
    (@compute elements [] [] []) => {
        $crate::forms::row::Compute::Elements { tile: None, passed: &[] }
    };
    (@compute $tile:ident [$($passed:ident),*] [] [] elements) => {
        $crate::forms::row::Compute::Elements {
            tile: Some(stringify!($tile)),
            passed: &[$($crate::forms::syntax::passed($crate::forms::names::Name::$passed)),*],
        }
    };
    (@compute $function:ident [$($passed:ident),*] [$($combined:ident)?] [$($set:ident)?] $($output:ident)?) => {
        $crate::forms::row::Compute::Function {
            name: stringify!($function),
            passed: &[$($crate::forms::syntax::passed($crate::forms::names::Name::$passed)),*],
            combined: $crate::forms::syntax::forms!(@type $($combined)?),
            output: $crate::forms::syntax::forms!(@output [$($set)?] $($output)?),
        }
    };
    (@output [$set:ident]) => { $crate::forms::row::Output::Set(stringify!($set)) };
    (@output []) => { $crate::forms::row::Output::Value };
    (@output [] pair) => { $crate::forms::row::Output::Pair };
    (@output [] with_predicate) => { $crate::forms::row::Output::WithPredicate };
    (@output [] with_carry) => { $crate::forms::row::Output::WithCarry };
}
pub(super) use forms;

#[cfg(test)]
mod tests {
    use crate::forms::row::Compute;

    super::forms! { "test";
        wgmma.mma_async.sync.aligned.m64nNk8.f32.tf32.tf32 (d: f32, a: b64, b: b64) [8.0, sm_90a] elements;
    }

    #[test]
    fn a_row_of_elements_needs_no_function_on_tiles() {
        assert_eq!(FORMS[0].compute, Compute::Elements { tile: None, passed: &[] });
        assert!(FORMS[0].is_of_elements() && !FORMS[0].is_computed() && !FORMS[0].is_of_warp());
    }
}
