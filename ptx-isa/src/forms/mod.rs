//! The instruction table: one row per syntax line of the PTX ISA manual.
//!
//! A row reads like the manual's line, then says since when and for which targets the form
//! exists, then what computes it:
//!
//! ```text
//! rcp.rnd{.ftz}.f32  (d, a)  [2.0, sm_20]          rcp_f32;
//! rcp.rn.f64         (d, a)  [1.4, sm_13 or map]   rcp_f64;
//! rcp.f32            (d, a)  [1.0 to 1.3, sm_10]   means approx.ftz.f32;
//! ```
//!
//! A word such as `rnd` that stands for several is a class (see [`class`]). `{.ftz}` may be left
//! out. `or map` admits `map_f64_to_f32`; `by_target` says that the sequence of machine
//! instructions, and so perhaps the result, depends on the target. Modifiers that came after their
//! form follow with their own version and target:
//!
//! ```text
//! add{.rnd}{.ftz}{.sat}.f32  (d, a, b)  [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]  add_f32;
//! ```
//!
//! An operand's type `byte` is `.u32` with literals up to 255; `imm8` is such a literal.
//!
//! A name that ends in `_` goes on with the types. A comparison has two results: `both` may be
//! written, and `=> set_` makes a value of them; `keep` is said where the function knows `.ftz` and
//! the form does not:
//!
//! ```text
//! setp.CmpOp.f64       (p{|q}: pred, a, b)  [1.0, sm_13 or map]  setp_ both;
//! set.CmpOp.dtype.f64  (d: dtype, a, b)     [1.0, sm_13 or map]  setp_ => set_;
//! ```

mod add_sub_mul;
mod bits;
mod copysign;
mod cvt;
mod div;
mod ex2;
mod fma;
mod integer;
mod lg2;
mod mad;
mod min_max;
mod mov;
mod neg_abs;
mod predicate;
mod rcp;
mod rsqrt;
mod select;
mod set;
mod setp;
mod sin_cos;
mod sqrt;
mod tanh;
mod testp;

use crate::{Type, Version};
use std::collections::HashMap;
use std::sync::OnceLock;

/// One position of modifiers in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The name in the manual's line: a class or the word itself.
    pub name: &'static str,
    /// The words that may stand here.
    pub words: &'static [&'static str],
    /// Whether it may be left out.
    pub optional: bool,
}

/// One operand of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandSlot {
    /// As the manual prints it: `a`, `{a, b}`, `p{|q}`.
    pub name: &'static str,
    /// How many elements a vector operand has; `None` for a scalar.
    pub elements: Option<u32>,
    /// Whether two predicates may stand here, `p|q`.
    pub second: Second,
    /// Its type: a type's word, or the slot of modifiers that names it; `None` for the
    /// instruction's type.
    pub ty: Option<&'static str>,
    /// Which literals may stand here.
    pub literals: Literals,
}

/// Which literals an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literals {
    /// Those of its type.
    Any,
    /// The integers from 0 to 255.
    Byte,
    /// The integers from 0 to 255, and nothing but a literal.
    Immediate,
}

/// Whether a second predicate stands behind a first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// `p`
    Never,
    /// `p{|q}`
    Optional,
    /// `p|q`
    Always,
}

/// What becomes of a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// It is the destination's value.
    Value,
    /// It is a pair of predicates, each for a destination that may be left out.
    Both,
    /// It is a pair of predicates, of which this function makes the destination's value.
    Set(&'static str),
}

/// What computes a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// A function of `ptx-core`; `by_target` if it also takes the architecture.
    Core {
        /// The function's name at the crate root.
        function: &'static str,
        /// Whether it takes the architecture.
        by_target: bool,
        /// Whether it takes `Keep` for the `.ftz` that the form has not.
        keeps: bool,
        /// What becomes of its result.
        output: Output,
    },
    /// The same as the form of this mnemonic with these modifiers.
    Means(&'static [&'static str]),
    /// Bits are moved unchanged, packed into or unpacked from a vector.
    Move,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The section of the PTX ISA manual.
    pub section: &'static str,
    /// The mnemonic, `rcp`.
    pub mnemonic: &'static str,
    /// The modifiers in the manual's order; the last one is the instruction's type.
    pub slots: &'static [Slot],
    /// The operands; the first one is the destination.
    pub operands: &'static [OperandSlot],
    /// The first version that has the form.
    pub since: Version,
    /// The last version that has it, if it was withdrawn.
    pub until: Option<Version>,
    /// The first architecture that has it.
    pub sm: u16,
    /// The last architecture that has it, if later ones do not.
    pub last_sm: Option<u16>,
    /// Whether `map_f64_to_f32` will do instead of the architecture.
    pub or_map: bool,
    /// The modifiers that came later than the form.
    pub later: &'static [Later],
    /// What computes it.
    pub compute: Compute,
}

/// Modifiers that came later than the form they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// The modifiers.
    pub words: &'static [&'static str],
    /// The first version that has them.
    pub since: Version,
    /// The first architecture that has them.
    pub sm: u16,
}

/// Every form, in the order of the manual's sections.
pub fn all() -> impl Iterator<Item = &'static Form> {
    [
        testp::FORMS,
        copysign::FORMS,
        add_sub_mul::FORMS,
        fma::FORMS,
        mad::FORMS,
        div::FORMS,
        neg_abs::FORMS,
        min_max::FORMS,
        rcp::FORMS,
        sqrt::FORMS,
        rsqrt::FORMS,
        sin_cos::FORMS,
        lg2::FORMS,
        ex2::FORMS,
        tanh::FORMS,
        integer::FORMS,
        bits::FORMS,
        set::FORMS,
        setp::FORMS,
        select::FORMS,
        predicate::FORMS,
        mov::FORMS,
        cvt::FORMS,
    ]
    .into_iter()
    .flatten()
}

/// The forms of a mnemonic, in the table's order.
#[must_use]
pub fn family(mnemonic: &str) -> &'static [&'static Form] {
    static FAMILIES: OnceLock<HashMap<&str, Vec<&Form>>> = OnceLock::new();
    let families = FAMILIES.get_or_init(|| {
        let mut families = HashMap::<_, Vec<_>>::new();
        for form in all() {
            families.entry(form.mnemonic).or_default().push(form);
        }
        families
    });
    families.get(mnemonic).map_or(&[], Vec::as_slice)
}

/// Every mnemonic, once.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    all().filter(|form| std::ptr::eq(family(form.mnemonic)[0], *form)).map(|form| form.mnemonic)
}

/// The words that a class of modifiers stands for.
#[must_use]
pub fn class(name: &str) -> Option<&'static [&'static str]> {
    CLASSES.iter().find(|c| c.0 == name).map(|c| c.1)
}

/// The rounding modifiers.
pub const RND: &[&str] = &["rn", "rz", "rm", "rp"];

/// The roundings to an integer.
pub const INTEGRAL_RND: &[&str] = &["rni", "rzi", "rmi", "rpi"];

/// The comparisons of floats: those of numbers, then those that a NaN satisfies, too.
const COMPARISONS: &[&str] =
    &["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"];

const CLASSES: &[(&str, &[&str])] = &[
    ("rnd", RND),
    // The roundings that `.f64` forms got later than `.rn`.
    ("directed", &["rz", "rm", "rp"]),
    ("f16type", &["f16", "f16x2"]),
    ("bf16type", &["bf16", "bf16x2"]),
    ("halftype", &["f16", "f16x2", "bf16", "bf16x2"]),
    ("atype", &["f16", "bf16"]),
    ("irnd", INTEGRAL_RND),
    // The roundings of conversions that have `.relu` and `.satfinite`.
    ("frnd2", &["rn", "rz"]),
    ("itype", &["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"]),
    ("dint", &["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"]),
    ("upto32", &["u8", "u16", "u32", "s8", "s16", "s32"]),
    ("int64", &["u64", "s64"]),
    ("int8", &["u8", "s8"]),
    // What is beyond the range of a type and so may saturate.
    ("beyond_u8", &["s8", "u16", "s16", "u32", "s32", "u64", "s64"]),
    ("beyond_s8", &["u8", "u16", "s16", "u32", "s32", "u64", "s64"]),
    ("beyond_u16", &["s8", "s16", "u32", "s32", "u64", "s64"]),
    ("beyond_s16", &["u16", "u32", "s32", "u64", "s64"]),
    ("beyond_u32", &["s8", "s16", "s32", "u64", "s64"]),
    ("beyond_s32", &["u32", "u64", "s64"]),
    ("beyond_u64", &["s8", "s16", "s32", "s64"]),
    ("int", &["u16", "u32", "u64", "s16", "s32", "s64"]),
    // The integers whose `add`, `sub`, `min` and `max` have no form of their own.
    ("plain", &["u16", "u32", "u64", "s16", "s64"]),
    ("shrtype", &["b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64"]),
    ("word", &["b32", "b64"]),
    ("intword", &["u32", "u64", "s32", "s64"]),
    ("shfmode", &["clamp", "wrap"]),
    ("mode", &["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]),
    ("testp", &["finite", "infinite", "number", "notanumber", "normal", "subnormal"]),
    ("CmpOp", COMPARISONS),
    ("CmpOp_s", &["eq", "ne", "lt", "le", "gt", "ge"]),
    ("CmpOp_u", &["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"]),
    ("CmpOp_b", &["eq", "ne"]),
    ("BoolOp", &["and", "or", "xor"]),
    ("btype", &["b16", "b32", "b64"]),
    ("utype", &["u16", "u32", "u64"]),
    ("stype", &["s16", "s32", "s64"]),
    ("dtype", &["u32", "s32", "f32"]),
    ("inttype", &["u16", "s16", "u32", "s32"]),
    ("int32", &["u32", "s32"]),
    // Of types whose comparison knows `.ftz`, and whose does not.
    ("ftztype", &["f16", "f32"]),
    ("rawtype", &["bf16", "f64"]),
    ("seltype", &["b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32"]),
    ("movtype", &["pred", "b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32"]),
];

pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

const fn slot(name: &'static str, word: &'static [&'static str], optional: bool) -> Slot {
    let mut i = 0;
    while i < CLASSES.len() {
        if same(CLASSES[i].0, name) {
            return Slot { name, words: CLASSES[i].1, optional };
        }
        i += 1;
    }
    Slot { name, words: word, optional }
}

const fn operand(name: &'static str, ty: Option<&'static str>) -> OperandSlot {
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
const fn sm(word: &str) -> u16 {
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

const fn core(function: &'static str, output: Output) -> Compute {
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
use forms;

impl Form {
    /// The modifiers, one per slot, if `words` spells this form; `None` in a slot left out.
    #[must_use]
    pub fn spelt(&self, words: &[&str]) -> Option<Vec<Option<&'static str>>> {
        let mut rest = words.iter().peekable();
        let mut chosen = Vec::with_capacity(self.slots.len());
        for slot in self.slots {
            let word = rest.peek().and_then(|w| slot.words.iter().copied().find(|s| s == *w));
            if word.is_some() {
                rest.next();
            } else if !slot.optional {
                return None;
            }
            chosen.push(word);
        }
        rest.next().is_none().then_some(chosen)
    }

    /// The types among the modifiers of a spelling, in their order.
    pub fn types<'a>(
        &'a self,
        modifiers: &'a [Option<&str>],
    ) -> impl DoubleEndedIterator<Item = Type> + 'a {
        modifiers.iter().flatten().filter_map(|word| Type::from_word(word))
    }

    /// The type of an operand under the modifiers of a spelling, or of each element of a vector.
    ///
    /// # Panics
    /// Never: every form ends in a type.
    #[must_use]
    pub fn operand_type(&self, operand: &OperandSlot, modifiers: &[Option<&str>]) -> Type {
        let named = operand.ty.and_then(|name| {
            let slot = self.slots.iter().position(|slot| slot.name == name);
            slot.map_or(Type::from_word(name), |slot| modifiers[slot].and_then(Type::from_word))
        });
        let whole =
            named.or_else(|| self.types(modifiers).next_back()).expect("every form ends in a type");
        operand.elements.and_then(|n| Type::bits_of_width(whole.bits() / n)).unwrap_or(whole)
    }

    /// The form's modifiers at their shortest, with the first word of every class.
    #[must_use]
    pub fn shortest(&self) -> Vec<&'static str> {
        self.slots.iter().filter(|s| !s.optional).map(|s| s.words[0]).collect()
    }

    /// Every choice of modifiers that spells this form.
    ///
    /// ```
    /// use ptx_isa::forms;
    ///
    /// let full = forms::family("div").iter().find(|form| form.slots[0].name == "full").unwrap();
    /// assert_eq!(full.spellings(), [vec!["full", "ftz", "f32"], vec!["full", "f32"]]);
    /// ```
    #[must_use]
    pub fn spellings(&self) -> Vec<Vec<&'static str>> {
        let mut all = vec![Vec::new()];
        for slot in self.slots {
            let longer = |spelling: &Vec<&'static str>| {
                let with = slot.words.iter().map(|word| [spelling.as_slice(), &[word]].concat());
                let without = slot.optional.then(|| spelling.clone());
                with.chain(without).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}
