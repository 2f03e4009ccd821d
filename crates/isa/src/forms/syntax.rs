//! The macro `forms!`, which parses the rows of the table. A row with a word that is not in
//! [`Name`] does not compile, except `async` and words with `::`. [`check`](super::check::check)
//! rejects other faulty rows.

use super::names::Name;
use super::row::{Literals, ModifierSlot, Numbers, OperandSlot, Passed, Presence, Second, Shape};
use crate::lanes::Lanes;

pub(super) const fn slot(name: Name, optional: bool) -> ModifierSlot {
    ModifierSlot { name, words: name.words(), optional }
}

/// Returns a slot for `async` or a word with `::`, which are not in [`Name`].
pub(super) const fn spelt(words: &'static [&'static str], optional: bool) -> ModifierSlot {
    ModifierSlot { name: Name::word_of_row, words, optional }
}

/// The integers that an operand accepts. If there are two sets, they are for the two elements of a
/// vector.
#[derive(Clone, Copy)]
pub(super) struct Sets {
    pub(super) first: Numbers,
    pub(super) second: Option<Numbers>,
}

/// The parts of an operand in a row, except its name.
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
        (Some(Name::label | Name::pointer), None) => (None, Literals::Any),
        (Some(Name::byte), None) => (Some(Name::u32), Literals::Byte),
        (Some(Name::imm8), None) => (Some(Name::u8), Literals::Immediate),
        (Some(Name::reg8), None) => (Some(Name::b8), Literals::Register),
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
        Name::negation => Passed::Negation,
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
    // `async` is a Rust keyword, so it cannot be a variant of [`Name`].
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

    // Parses `7.8, sm_90 | 8.1, sm_89`, up to the modifiers that PTX added later.
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

    // Parses the modifiers that PTX added later: `; ftz 1.4, sm_10; rm rp 2.0, sm_20`.
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
    use crate::forms::row::{Compute, Literals, OperandSlot, Shape};
    use crate::selection::Selection;

    super::forms! { "test";
        wgmma.mma_async.sync.aligned.m64nNk8.f32.tf32.tf32 (d: f32, a: b64, b: b64) [8.0, sm_90a] elements;
        ld.global{.cache_hint}{.vec}.mem32 (d[vec], [a]) {, policy: b64 if cache_hint} {, size: imm(4 | 8)} [1.0, sm_10; L2::cache_hint 7.4, sm_80] effect Load;
        cp.async.bulk.tensor.dim.mbarrier::complete_tx::bytes (_, [map, c][dim], n: imm(24 to 256 by 8), b: b128, a: pointer) [8.0, sm_90] effect BulkCopy;
    }

    /// Returns the instruction with the form in row `row` of `FORMS` and these modifiers.
    fn spelt(row: usize, words: &[&str]) -> Selection {
        let form = &FORMS[row];
        Selection { form, modifiers: form.spelt(words).expect("a spelling") }
    }

    #[test]
    fn an_operand_belongs_to_a_modifier() {
        let plain = spelt(1, &["global", "f32"]);
        assert!(plain.takes_count(2) && plain.takes_count(3) && !plain.takes_count(4));
        let hinted = spelt(1, &["global", "L2::cache_hint", "f32"]);
        assert!(hinted.takes_count(3) && hinted.takes_count(4) && !hinted.takes_count(2));
        assert_eq!(hinted.operand(2).map(|slot| slot.name), Some("policy"));
        assert_eq!(plain.operand(2).map(|slot| slot.name), Some("size"));
        assert_eq!(FORMS[1].later[0].words, ["L2::cache_hint"]);
        assert_eq!(
            FORMS[1].to_string(),
            "ld.global{.L2::cache_hint}{.{v2,v4}}.type d, [a]{, policy}{, size}"
        );
    }

    #[test]
    fn a_word_gives_the_length_of_a_vector() {
        let length = |words: &[&str]| {
            let form = spelt(1, words);
            form.elements(form.operand(0).expect("a destination"))
        };
        assert_eq!(length(&["global", "f32"]), None);
        assert_eq!(length(&["global", "v4", "f32"]), Some(4));
        let tensor = spelt(2, &["async", "bulk", "tensor", "5d", "mbarrier::complete_tx::bytes"]);
        assert_eq!(tensor.elements(&FORMS[2].operands[1]), Some(5));
    }

    #[test]
    fn literals_are_in_a_set_or_a_range() {
        let numbers = |slot: &OperandSlot| match slot.literals {
            Literals::Only(numbers) => numbers,
            other => panic!("{other:?}"),
        };
        let listed = numbers(&FORMS[1].operands[3]);
        assert!(listed.has(8) && !listed.has(6));
        assert_eq!(listed.to_string(), "4 or 8");
        let range = numbers(&FORMS[2].operands[2]);
        assert!(range.has(24) && range.has(256) && !range.has(28) && !range.has(264));
        assert_eq!(range.to_string(), "a multiple of 8 from 24 to 256");
    }

    #[test]
    fn the_name_and_the_type_give_the_shape() {
        let shapes = FORMS[2].operands.iter().map(|slot| slot.shape).collect::<Vec<_>>();
        let expected = [Shape::Sink, Shape::Tensor, Shape::Value, Shape::Value, Shape::Pointer];
        assert_eq!(shapes, expected);
    }

    #[test]
    fn a_row_of_elements_needs_no_function_on_tiles() {
        assert_eq!(FORMS[0].compute, Compute::Elements { tile: None, passed: &[] });
        assert!(FORMS[0].is_of_elements() && !FORMS[0].is_computed() && !FORMS[0].is_of_warp());
    }
}
