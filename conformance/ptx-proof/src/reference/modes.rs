//! What a function is told besides its operands.

use ptx_core::{
    Amount, Combination, Comparison, Limit, Merge, Nans, NegativeZero, Permutation, Property,
    Rectification, Rounding, Saturation, Signs, Subnormals,
};

macro_rules! modes {
    ($($field:ident: $mode:ident $first:ident $($variant:ident)*;)*) => {
        /// One of each kind; the first where a function is not told.
        #[derive(Clone, Debug)]
        pub(super) struct Modes {
            $(pub(super) $field: $mode,)*
            /// Masks and selectors, in their order.
            pub(super) numbers: Vec<u16>,
        }

        impl Default for Modes {
            fn default() -> Self {
                Self { $($field: $mode::$first,)* numbers: Vec::new() }
            }
        }

        impl Modes {
            /// Takes a variant by its path; `None` if it is unknown.
            pub(super) fn tell(&mut self, path: &str) -> Option<()> {
                match path {
                    $(
                        concat!(stringify!($mode), "::", stringify!($first)) => self.$field = $mode::$first,
                        $(concat!(stringify!($mode), "::", stringify!($variant)) => self.$field = $mode::$variant,)*
                    )*
                    _ => return None,
                }
                Some(())
            }
        }
    };
}

modes! {
    rounding: Rounding Rn Rz Rm Rp;
    subnormals: Subnormals Keep Flush;
    saturation: Saturation Off Sat;
    rectification: Rectification Linear Relu;
    nans: Nans Ignored Propagated;
    negative_zero: NegativeZero Unchanged Positive;
    signs: Signs Signed Abs;
    property: Property Finite Infinite Number NotANumber Normal Subnormal;
    comparison: Comparison F Lt Eq Le Gt Ne Ge Num Nan Ltu Equ Leu Gtu Neu Geu T;
    combination: Combination And Or Xor;
    limit: Limit Unlimited Satfinite;
    amount: Amount Clamp Wrap;
    permutation: Permutation Selected F4e B4e Rc8 Ecl Ecr Rc16;
    merge: Merge Lanes Saturated Sum;
}

impl Modes {
    pub(super) fn is_flushing(&self) -> bool {
        self.subnormals == Subnormals::Flush
    }

    pub(super) fn is_saturating(&self) -> bool {
        self.saturation == Saturation::Sat
    }

    pub(super) fn is_rectifying(&self) -> bool {
        self.rectification == Rectification::Relu
    }
}

/// By the truth tables as numbers: a product, the nonzero sum, the odd sum.
pub(super) fn combined(p: u64, c: u64, combination: Combination) -> u64 {
    match combination {
        Combination::And => p * c,
        Combination::Or => u64::from(p + c > 0),
        Combination::Xor => (p + c) % 2,
    }
}
