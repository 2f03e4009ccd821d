//! The classes of modifiers in the table of machine instructions.

use crate::class::{Class, names};

names! {
    #[expect(clippy::upper_case_acronyms, reason = "disassemblers print capitals")]
    pub(super) enum Name;
    classes {
        rnd "a rounding" (Rounding: RN Rn, RZ Rz, RM Rm, RP Rp; Rn);
        FTZ "`.FTZ`" (Subnormals: FTZ Flush; Keep);
        SAT "`.SAT`" (Saturation: SAT Sat; Off);
        U32 "`.U32`" (mode::Signedness: U32 Unsigned; Signed);
        cmp "a comparison" (
            Comparison: LT Lt, EQ Eq, LE Le, GT Gt, NE Ne, GE Ge, F F, T T, NUM Num, NAN Nan, LTU Ltu, EQU Equ,
            LEU Leu, GTU Gtu, NEU Neu, GEU Geu
        );
        icmp "a comparison" (
            Comparison: LT Lt, EQ Eq, LE Le, GT Gt, NE Ne, GE Ge, F F, T T
        );
        wide "a comparison" (
            Comparison: LT Lt, EQ Eq, LE Le, GT Gt, NE Ne, GE Ge
        );
        X "`.X`" (X);
        EX "`.EX`" (EX);
        bool "a combination" (Combination: AND And, OR Or, XOR Xor);
    }
}

impl Name {
    /// Returns the class with this name.
    pub(super) const fn class(self) -> &'static Class {
        &CLASSES[self as usize]
    }
}

/// Returns all classes of modifiers of machine instructions.
pub fn classes() -> impl Iterator<Item = &'static Class> {
    CLASSES.iter()
}

/// Returns the role of a modifier, such as "a rounding"; `None` if it is in no class.
pub(super) fn role(word: &str) -> Option<&'static str> {
    CLASSES.iter().find(|class| class.has(word)).map(|class| class.role)
}
