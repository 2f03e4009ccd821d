//! A replacement for `core`. It has the items that the expansions of `ptx!` and the kernels of this test use.
#![feature(no_core, lang_items, rustc_attrs, decl_macro, intrinsics, auto_traits, const_trait_impl)]
#![allow(internal_features, unnecessary_transmutes, reason = "a stand-in for `core` has language items")]
#![no_core]
#![crate_name = "core"]
#![crate_type = "rlib"]
#![rustc_coherence_is_core]

pub mod marker {
    #[lang = "pointee_sized"]
    pub trait PointeeSized {}
    #[lang = "meta_sized"]
    pub trait MetaSized: PointeeSized {}
    #[lang = "sized"]
    pub trait Sized: MetaSized {}
    #[lang = "copy"]
    pub trait Copy {}
    #[lang = "destruct"]
    pub const trait Destruct: PointeeSized {}
    #[lang = "freeze"]
    pub unsafe auto trait Freeze {}
    #[lang = "sync"]
    pub unsafe auto trait Sync {}
    #[lang = "legacy_receiver"]
    pub trait LegacyReceiver {}

    macro copy($($t:ty)*) { $(impl Copy for $t {})* }
    copy!(f32 f64 u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 bool usize isize);
    impl<T: PointeeSized> Copy for &T {}
    impl<T: PointeeSized> LegacyReceiver for &T {}
    impl<T: PointeeSized> LegacyReceiver for &mut T {}
    impl<T> Copy for *const T {}
    impl<T> Copy for *mut T {}
}

pub mod ops {
    use crate::marker::Sized;

    #[lang = "not"]
    pub trait Not {
        type Output: Sized;
        fn not(self) -> Self::Output;
    }
    impl Not for bool {
        type Output = bool;
        fn not(self) -> bool {
            !self
        }
    }

    #[lang = "neg"]
    pub trait Neg {
        type Output: Sized;
        fn neg(self) -> Self::Output;
    }
    macro neg($($t:ty)*) { $(impl Neg for $t { type Output = $t; fn neg(self) -> $t { -self } })* }
    neg!(f32 f64 i8 i16 i32 i64 i128);

    macro binary($($lang:literal $name:ident $function:ident $rhs:ty: $operator:tt;)*) { $(
        #[lang = $lang]
        pub trait $name<Rhs = Self> {
            type Output: Sized;
            fn $function(self, rhs: Rhs) -> Self::Output;
        }
        impl $name<$rhs> for u128 {
            type Output = u128;
            fn $function(self, rhs: $rhs) -> u128 {
                self $operator rhs
            }
        }
    )* }
    binary! {
        "shl" Shl shl i32: <<;
        "shr" Shr shr i32: >>;
        "bitor" BitOr bitor u128: |;
    }

    #[lang = "eq"]
    pub trait PartialEq<Rhs = Self> {
        fn eq(&self, other: &Rhs) -> bool;
        fn ne(&self, other: &Rhs) -> bool;
    }
    impl PartialEq for u32 {
        fn eq(&self, other: &u32) -> bool {
            *self == *other
        }
        fn ne(&self, other: &u32) -> bool {
            *self != *other
        }
    }
}

pub mod intrinsics {
    #[rustc_intrinsic]
    pub const unsafe fn transmute<Src, Dst>(src: Src) -> Dst;
}

macro_rules! bits {
    ($float:ident $bits:ident) => { impl $float {
        #[inline(always)]
        pub const fn to_bits(self) -> $bits {
            unsafe { crate::intrinsics::transmute(self) }
        }
        #[inline(always)]
        pub const fn from_bits(bits: $bits) -> Self {
            unsafe { crate::intrinsics::transmute(bits) }
        }
    } };
}
bits!(f32 u32);
bits!(f64 u64);

pub mod primitive {
    pub use {bool, f32, f64, i8, i16, i32, i64, i128, str, u8, u16, u32, u64, u128};
}

pub mod arch {
    #[rustc_builtin_macro]
    pub macro asm("assembly template", $(operands,)* $(options($(option),*))?) {}
}

#[rustc_builtin_macro]
#[macro_export]
macro_rules! compile_error {
    ($message:expr $(,)?) => {{}};
}
