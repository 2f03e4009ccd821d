//! Suffixes of sources: the part of a register, or the order of its parts, that an instruction reads.

use super::opcodes::{OperandSlot, SlotKind};

/// A suffix of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The suffix without the first dot: `H1_H1`.
    pub suffix: &'static str,
    /// The kinds of operands that accept the suffix.
    pub(super) kinds: &'static [SlotKind],
    /// The functions that compute the part from the source, one after the other, after the signs.
    pub(super) functions: &'static [&'static str],
    /// The kind of the register, if it is another one than without the suffix.
    pub(super) register: Option<SlotKind>,
}

const HALVES: &[SlotKind] = &[SlotKind::Halves, SlotKind::BrainHalves];
const FLOATS: &[SlotKind] = &[SlotKind::Floats];

#[rustfmt::skip]
const PARTS: [Part; 17] = [
    of("H0_H0", HALVES, &["sass::low_halves"]),
    of("H1_H1", HALVES, &["sass::high_halves"]),
    of("H0_NH1", HALVES, &["sass::turned_halves"]),
    of("H1", &[SlotKind::Half], &["sass::upper_half"]),
    of("B1", &[], &["sass::from_byte_1"]),
    of("B2", &[], &["sass::upper_half"]),
    of("B3", &[], &["sass::from_byte_3"]),
    of("H0", &[], &[]),
    Part { register: Some(SlotKind::Word), ..of("SIGN", &[], &["sass::sign_bit"]) },
    of("24", &[], &[]),
    of("28", &[], &[]),
    of("F32x2.HI_LO", FLOATS, &[]),
    of("F32x2.HI_LO.NP", FLOATS, &["sass::negate_high_float"]),
    of("F32x2.LO_HI", FLOATS, &["sass::exchanged_floats"]),
    of("F32x2.LO_HI.NP", FLOATS, &["sass::exchanged_floats", "sass::negate_high_float"]),
    Part { register: Some(SlotKind::Float), ..of("F32", FLOATS, &["sass::float_twice"]) },
    Part { register: Some(SlotKind::Float), ..of("F32.NP", FLOATS, &["sass::float_twice", "sass::negate_high_float"]) },
];

const fn of(
    suffix: &'static str,
    kinds: &'static [SlotKind],
    functions: &'static [&'static str],
) -> Part {
    Part { suffix, kinds, functions, register: None }
}

impl Part {
    /// Returns the part that a suffix selects; `None` if there is no such suffix.
    ///
    /// ```
    /// use ptx_isa::sass::Part;
    ///
    /// assert_eq!(Part::of_suffix("F32x2.HI_LO").unwrap().suffix, "F32x2.HI_LO");
    /// assert_eq!(Part::of_suffix("F32x2"), None);
    /// ```
    #[must_use]
    pub fn of_suffix(suffix: &str) -> Option<&'static Self> {
        PARTS.iter().find(|part| part.suffix == suffix)
    }

    /// Returns whether a suffix begins with a text and a dot.
    ///
    /// ```
    /// use ptx_isa::sass::Part;
    ///
    /// assert!(Part::is_begun("F32x2"));
    /// assert!(!Part::is_begun("F32x2.HI_LO.NP"));
    /// ```
    #[must_use]
    pub fn is_begun(text: &str) -> bool {
        let is_longer = |rest: &str| rest.starts_with('.');
        PARTS.iter().any(|part| part.suffix.strip_prefix(text).is_some_and(is_longer))
    }

    /// Returns whether the part differs from the source without the suffix.
    pub(super) fn changes(&self) -> bool {
        !self.functions.is_empty()
    }

    /// Returns the parts that an operand accepts.
    pub(super) fn all(slot: &OperandSlot) -> impl Iterator<Item = &'static Self> {
        let (kind, suffixes) = (slot.kind, slot.suffixes);
        let is_there =
            move |part: &&Self| part.kinds.contains(&kind) || suffixes.contains(&part.suffix);
        PARTS.iter().filter(is_there)
    }
}
