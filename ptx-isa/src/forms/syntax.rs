//! The macro `forms!`, which defines the syntax of a row. A word that is not in [`Name`] does not
//! compile; [`check`](super::check::check) rejects other contradictions.

use super::names::Name;
use super::row::{Literals, ModifierSlot, OperandSlot, Passed, Second, Shape};
use crate::lanes::Lanes;

pub(super) const fn slot(name: Name, optional: bool) -> ModifierSlot {
    ModifierSlot { name, words: name.words(), optional }
}

pub(super) const fn operand(
    name: &'static str,
    registers: Option<u32>,
    lanes: Option<&'static str>,
    ty: Option<Name>,
) -> OperandSlot {
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
        (b'[', _) => Shape::Address,
        (b'(', _) => Shape::List,
        (_, Some(Name::label)) => Shape::Label,
        _ => Shape::Value,
    };
    let (ty, literals) = match ty {
        Some(Name::label) => (None, Literals::Any),
        Some(Name::byte) => (Some(Name::u32), Literals::Byte),
        Some(Name::imm8) => (Some(Name::u8), Literals::Immediate),
        Some(Name::reg16) => (Some(Name::b16), Literals::Register),
        Some(Name::reg32) => (Some(Name::b32), Literals::Register),
        _ => (ty, Literals::Any),
    };
    let elements = if text[0] == b'{' { Some(elements) } else { registers };
    let lanes = match lanes {
        Some(word) => Some(Lanes::of_row(word)),
        None => None,
    };
    OperandSlot { name, elements, second, ty, literals, lanes, shape }
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
        $mnemonic:ident $(.$word:ident)* $({.$option:ident} $(.$after:ident)*)* (
            $($operand:tt $([$registers:literal])? $(.$lanes:ident)? $({| $may:ident})? $(| $must:ident)? $(: $ty:ident)?),*
        )
        [$($available:tt)+]
        $compute:ident $(($($passed:ident),*))? $(.combined($combined:ident))? $(=> $set:ident)?
            $($detail:ident $(.$more:ident)*)?
    );+ $(;)?) => {
        pub(super) const FORMS: &[$crate::forms::row::Form] = &[$($crate::forms::row::Form {
            section: $section,
            mnemonic: stringify!($mnemonic),
            slots: &[
                $($crate::forms::syntax::slot($crate::forms::names::Name::$word, false),)*
                $($crate::forms::syntax::slot($crate::forms::names::Name::$option, true),
                $($crate::forms::syntax::slot($crate::forms::names::Name::$after, false),)*)*
            ],
            operands: &[$($crate::forms::syntax::operand(
                concat!(stringify!($operand) $(, "{|", stringify!($may), "}")? $(, "|", stringify!($must))?),
                $crate::forms::syntax::forms!(@count $($registers)?),
                $crate::forms::syntax::forms!(@word $($lanes)?),
                $crate::forms::syntax::forms!(@type $($ty)?),
            )),*],
            availability: $crate::forms::syntax::forms!(@available [] $($available)+),
            later: $crate::forms::syntax::forms!(@later [] $($available)+),
            compute: $crate::forms::syntax::forms!(
                @compute $compute [$($($passed),*)?] [$($combined)?] [$($set)?] $($detail $($more)*)?
            ),
        }),+];
        const _: () = $crate::forms::check::check(FORMS);
    };
    (@count) => { None };
    (@count $registers:literal) => { Some($registers) };
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
        $(| $or:literal, $or_sm:ident)* $(; $($word:ident)+ $late:literal, $late_sm:ident $(| $or_late:literal, $or_late_sm:ident)*)*
    ) => {
        &[$($crate::forms::row::Later {
            words: &[$(stringify!($word)),+],
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
