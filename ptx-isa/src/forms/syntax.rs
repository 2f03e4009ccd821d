//! How a row is written: the macro `forms!`.

use super::classes::CLASSES;
use super::{Compute, Literals, OperandSlot, Output, Second, Slot};

pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

pub(super) const fn slot(
    name: &'static str,
    word: &'static [&'static str],
    optional: bool,
) -> Slot {
    let mut i = 0;
    while i < CLASSES.len() {
        if same(CLASSES[i].0, name) {
            return Slot { name, words: CLASSES[i].1, optional };
        }
        i += 1;
    }
    Slot { name, words: word, optional }
}

pub(super) const fn operand(name: &'static str, ty: Option<&'static str>) -> OperandSlot {
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
    let (ty, literals) = match ty {
        Some(word) if same(word, "byte") => (Some("u32"), Literals::Byte),
        Some(word) if same(word, "imm8") => (Some("u8"), Literals::Immediate),
        _ => (ty, Literals::Any),
    };
    let elements = if text[0] == b'{' { Some(elements) } else { None };
    OperandSlot { name, elements, second, ty, literals }
}

/// `sm_20` of a row, as a number.
pub(super) const fn sm(word: &str) -> u16 {
    let text = word.as_bytes();
    assert!(text.len() > 3 && text[0] == b's' && text[1] == b'm' && text[2] == b'_');
    let mut number = 0;
    let mut i = 3;
    while i < text.len() {
        number = number * 10 + (text[i] - b'0') as u16;
        i += 1;
    }
    number
}

pub(super) const fn core(function: &'static str, output: Output) -> Compute {
    Compute::Core { function, by_target: false, keeps: false, output }
}

macro_rules! forms {
    ($section:literal; $(
        $mnemonic:ident $(.$word:ident)* $({.$option:ident} $(.$after:ident)*)* (
            $($operand:tt $({| $may:ident})? $(| $must:ident)? $(: $ty:ident)?),+
        )
        [$since:literal $(to $until:literal)?, $sm:ident $(to $last_sm:ident)? $(or $map:ident)?
            $(; $($late:ident)+ $late_since:literal, $late_sm:ident)*]
        $compute:ident $(=> $set:ident)? $($detail:ident $(.$more:ident)*)?
    );+ $(;)?) => {
        pub(super) const FORMS: &[$crate::Form] = &[$($crate::Form {
            section: $section,
            mnemonic: stringify!($mnemonic),
            slots: &[
                $($crate::forms::slot(stringify!($word), &[stringify!($word)], false),)*
                $($crate::forms::slot(stringify!($option), &[stringify!($option)], true),
                $($crate::forms::slot(stringify!($after), &[stringify!($after)], false),)*)*
            ],
            operands: &[$($crate::forms::operand(
                concat!(stringify!($operand) $(, "{|", stringify!($may), "}")? $(, "|", stringify!($must))?),
                $crate::forms::forms!(@type $($ty)?),
            )),+],
            since: $crate::Version::new(stringify!($since)),
            until: $crate::forms::forms!(@until $($until)?),
            sm: $crate::forms::sm(stringify!($sm)),
            last_sm: $crate::forms::forms!(@last $($last_sm)?),
            or_map: $crate::forms::forms!(@map $($map)?),
            later: &[$($crate::forms::Later {
                words: &[$(stringify!($late)),+],
                since: $crate::Version::new(stringify!($late_since)),
                sm: $crate::forms::sm(stringify!($late_sm)),
            }),*],
            compute: $crate::forms::forms!(@compute $compute $(=> $set)? $($detail $($more)*)?),
        }),+];
    };
    (@until) => { None };
    (@until $v:literal) => { Some($crate::Version::new(stringify!($v))) };
    (@last) => { None };
    (@last $sm:ident) => { Some($crate::forms::sm(stringify!($sm))) };
    (@type) => { None };
    (@type $ty:ident) => { Some(stringify!($ty)) };
    (@map) => { false };
    (@map map) => { true };
    (@compute means $($word:ident)+) => { $crate::forms::Compute::Means(&[$(stringify!($word)),+]) };
    (@compute moves) => { $crate::forms::Compute::Move };
    (@compute $function:ident) => {
        $crate::forms::core(stringify!($function), $crate::forms::Output::Value)
    };
    (@compute $function:ident by_target) => {
        $crate::forms::Compute::Core {
            function: stringify!($function),
            by_target: true,
            keeps: false,
            output: $crate::forms::Output::Value,
        }
    };
    (@compute $function:ident both) => {
        $crate::forms::core(stringify!($function), $crate::forms::Output::Both)
    };
    (@compute $function:ident => $set:ident) => {
        $crate::forms::core(stringify!($function), $crate::forms::Output::Set(stringify!($set)))
    };
    (@compute $function:ident => $set:ident keep) => {
        $crate::forms::Compute::Core {
            function: stringify!($function),
            by_target: false,
            keeps: true,
            output: $crate::forms::Output::Set(stringify!($set)),
        }
    };
}
pub(super) use forms;
