//! The loops over arrays. `build.rs` generates one for each function that a row of the instruction tables calls, and for
//! each choice of its modes. The modes are constants in the loop, so that the compiler can vectorise it.

use crate::slice::{Element, Slice, SliceMut, Stored};
use ptx_isa::Rust;
use ptx_wide::wide;

/// The numbers that a function receives at run time: the architecture, or the lanes of its
/// operands.
pub(crate) type Numbers = [u16; 3];

/// A loop. It returns `None` if the slices have other types or different lengths.
pub(crate) type Loop = fn(&[Slice<'_>], &mut [SliceMut<'_>], Numbers) -> Option<()>;

/// The results of a function: one value or several values, each of which is written to its own array.
trait Outcome {
    type Places<'a>: Send;

    /// Returns the arrays, and their common length.
    fn places<'a>(results: &'a mut [SliceMut<'_>]) -> Option<(Self::Places<'a>, usize)>;
    fn put(self, places: &mut Self::Places<'_>, i: usize);
}

macro_rules! outcomes {
    ($($ty:ty)*) => { $(
        impl Outcome for $ty {
            type Places<'a> = &'a mut [<$ty as Element>::Stored];

            #[inline]
            fn places<'a>(results: &'a mut [SliceMut<'_>]) -> Option<(Self::Places<'a>, usize)> {
                let [d] = results else { return None };
                let d = Stored::of_mut(d)?;
                let count = d.len();
                Some((d, count))
            }

            #[inline(always)]
            fn put(self, places: &mut Self::Places<'_>, i: usize) {
                places[i] = self.store();
            }
        }
    )* };
}
outcomes! { bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 }

impl<T: Element, const N: usize> Outcome for [T; N] {
    type Places<'a> = [&'a mut [T::Stored]; N];

    #[inline]
    fn places<'a>(results: &'a mut [SliceMut<'_>]) -> Option<(Self::Places<'a>, usize)> {
        let results: &mut [SliceMut<'_>; N] = results.try_into().ok()?;
        let count = results.first()?.len();
        let all = results.each_mut().map(|one| Stored::of_mut(one).unwrap_or_default());
        all.iter().all(|one| one.len() == count).then_some((all, count))
    }

    #[inline(always)]
    fn put(self, places: &mut Self::Places<'_>, i: usize) {
        for (place, value) in places.iter_mut().zip(self) {
            place[i] = value.store();
        }
    }
}

macro_rules! tuples {
    ($($flag:ident $place:tt),*) => {
        impl<T: Element> Outcome for (T, $($flag),*) {
            type Places<'a> = (&'a mut [T::Stored], $(&'a mut [<$flag as Element>::Stored]),*);

            #[inline]
            fn places<'a>(results: &'a mut [SliceMut<'_>]) -> Option<(Self::Places<'a>, usize)> {
                let [first, rest @ ..] = results else { return None };
                let first = Stored::of_mut(first)?;
                let count = first.len();
                let mut rest = rest.iter_mut();
                let places = (first, $({
                    let flag: &mut [<$flag as Element>::Stored] = Stored::of_mut(rest.next()?)?;
                    flag.get_mut(..count)?
                }),*);
                Some((places, count))
            }

            #[inline(always)]
            fn put(self, places: &mut Self::Places<'_>, i: usize) {
                places.0[i] = self.0.store();
                $(places.$place[i] = self.$place.store();)*
            }
        }
    };
}
tuples! { bool 1 }
tuples! { bool 1, bool 2 }

macro_rules! maps {
    ($($map:ident $($ty:ident $x:ident)*;)*) => { $(
        #[inline]
        fn $map<$($ty: Element,)* R: Outcome>(
            sources: &[Slice<'_>],
            results: &mut [SliceMut<'_>],
            f: impl Fn($($ty),*) -> R,
        ) -> Option<()> {
            let [$($x),*] = *sources else { return None };
            let (mut places, count) = R::places(results)?;
            $(let $x = <$ty::Stored>::of($x)?.get(..count)?;)*
            wide(move || {
                for i in 0..count {
                    f($($ty::load($x[i])),*).put(&mut places, i);
                }
            });
            Some(())
        }
    )* };
}
maps! {
    map1 A a;
    map2 A a B b;
    map3 A a B b C c;
    map4 A a B b C c D d;
    map5 A a B b C c D d E e;
}

include!(concat!(env!("OUT_DIR"), "/loops.rs"));

/// Returns the loop of a name.
pub(crate) fn find(key: &str) -> Option<Loop> {
    let found = LOOPS.binary_search_by_key(&key, |(name, _)| name).ok()?;
    Some(LOOPS[found].1)
}

/// Returns the loop that copies elements of a type.
pub(crate) fn copy(ty: Rust) -> Loop {
    macro_rules! copies {
        ($($name:ident $ty:ty;)*) => {
            match ty { $(Rust::$name => |s, d, _| map1(s, d, |a: $ty| a),)* }
        };
    }
    copies! {
        Bool bool; U8 u8; U16 u16; U32 u32; U64 u64; I8 i8; I16 i16; I32 i32; I64 i64; F32 f32; F64 f64;
    }
}
