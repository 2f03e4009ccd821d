//! The loops over arrays. `build.rs` generates one loop for each function that the instruction tables call.
//!
//! Modes are arguments such as `Rounding::Rn` that select a variant of a function. A common function gets one loop for
//! each combination of its modes. The modes are then constants in the loop, so that the compiler can vectorise it. All
//! other functions receive their modes at run time.

use crate::key;
use crate::slice::{Bits, Element, Slice, SliceMut};
use ptx_isa::{Argument, Call, Rust};

/// The arguments that a loop receives at run time: the architecture, lane selectors and masks, and the modes that are
/// not constants in the loop.
pub(crate) type Numbers = [u16; 6];

/// A loop over arrays. The function computes as many elements as each result has; sources may be longer. The function
/// returns `None` if a source is shorter, the results differ in length, or an element width is wrong.
pub(crate) type Loop = fn(&[Slice<'_>], &mut [SliceMut<'_>], Numbers) -> Option<()>;

/// The results of a function. Each result is written to its own array.
trait Outcome {
    type Places<'a>: Send;

    /// Returns the arrays of the results, and their common length.
    fn places<'a>(results: &'a mut [SliceMut<'_>]) -> Option<(Self::Places<'a>, usize)>;
    fn put(self, places: &mut Self::Places<'_>, i: usize);
}

macro_rules! outcomes {
    ($($ty:ty)*) => { $(
        impl Outcome for $ty {
            type Places<'a> = &'a mut [<$ty as Element>::Bits];

            #[inline]
            fn places<'a>(results: &'a mut [SliceMut<'_>]) -> Option<(Self::Places<'a>, usize)> {
                let [d] = results else { return None };
                let d = Bits::of_mut(d)?;
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
outcomes! { bool u8 u16 u32 u64 u128 i8 i16 i32 i64 f32 f64 }

impl<T: Element, const N: usize> Outcome for [T; N] {
    type Places<'a> = [&'a mut [T::Bits]; N];

    #[inline]
    fn places<'a>(results: &'a mut [SliceMut<'_>]) -> Option<(Self::Places<'a>, usize)> {
        let results: &mut [SliceMut<'_>; N] = results.try_into().ok()?;
        let count = results.first()?.len();
        let all = results.each_mut().map(|one| Bits::of_mut(one).unwrap_or_default());
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
            type Places<'a> = (&'a mut [T::Bits], $(&'a mut [<$flag as Element>::Bits]),*);

            #[inline]
            fn places<'a>(results: &'a mut [SliceMut<'_>]) -> Option<(Self::Places<'a>, usize)> {
                let [first, rest @ ..] = results else { return None };
                let first = Bits::of_mut(first)?;
                let count = first.len();
                let mut rest = rest.iter_mut();
                let places = (first, $({
                    let flag: &mut [<$flag as Element>::Bits] = Bits::of_mut(rest.next()?)?;
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
    ($($map:ident $wide:ident $($ty:ident $x:ident)*;)*) => { $(
        #[inline]
        fn $map<$($ty: Element,)* R: Outcome>(
            sources: &[Slice<'_>],
            results: &mut [SliceMut<'_>],
            f: impl Fn($($ty),*) -> R,
        ) -> Option<()> {
            let [$($x),*] = *sources else { return None };
            let (mut places, count) = R::places(results)?;
            $(let $x = <$ty::Bits>::of($x)?.get(..count)?;)*
            for i in 0..count {
                f($($ty::load($x[i])),*).put(&mut places, i);
            }
            Some(())
        }

        /// Does the same as `$map`, but runs the loop in `ptx_wide::wide`, which uses the widest vectors of the processor.
        #[cfg(vectors)]
        #[inline]
        fn $wide<$($ty: Element,)* R: Outcome>(
            sources: &[Slice<'_>],
            results: &mut [SliceMut<'_>],
            f: impl Fn($($ty),*) -> R,
        ) -> Option<()> {
            let [$($x),*] = *sources else { return None };
            let (mut places, count) = R::places(results)?;
            $(let $x = <$ty::Bits>::of($x)?.get(..count)?;)*
            ptx_wide::wide(#[inline(always)] move || {
                for i in 0..count {
                    f($($ty::load($x[i])),*).put(&mut places, i);
                }
            });
            Some(())
        }
        #[cfg(not(vectors))]
        use $map as $wide;
    )* };
}
maps! {
    map1 wide1 A a;
    map2 wide2 A a B b;
    map3 wide3 A a B b C c;
    map4 wide4 A a B b C c D d;
    map5 wide5 A a B b C c D d E e;
}

/// Computes an operation of the multi-function unit by `vectors`, a function of `ptx-wide`. Calls `plain` if the
/// processor does not support it.
#[cfg(vectors)]
#[inline]
fn unit(
    s: &[Slice<'_>],
    d: &mut [SliceMut<'_>],
    vectors: fn(&[u32], &mut [u32], ptx_core::Subnormals) -> Option<()>,
    subnormals: ptx_core::Subnormals,
    plain: impl FnOnce(&[Slice<'_>], &mut [SliceMut<'_>]) -> Option<()>,
) -> Option<()> {
    if let ([a], [d]) = (s, &mut *d) {
        let d = <u32 as Bits>::of_mut(d)?;
        let a = <u32 as Bits>::of(*a)?.get(..d.len())?;
        if vectors(a, d, subnormals).is_some() {
            return Some(());
        }
    }
    plain(s, d)
}

include!(concat!(env!("OUT_DIR"), "/loops.rs"));

/// Returns the loop of a call, and the arguments that it receives at run time.
pub(crate) fn find(call: &Call) -> Option<(Loop, Numbers)> {
    let named = |key: &str| {
        let found = LOOPS.binary_search_by_key(&key, |(name, _)| name).ok()?;
        Some(LOOPS[found].1)
    };
    let is_mode = |argument: &&Argument| matches!(argument, Argument::Mode(_));
    let number = |argument: &Argument| match argument {
        Argument::Mode(path) => MODES.binary_search(path).ok()?.try_into().ok(),
        Argument::Number(_, number) => Some(*number),
        _ => None,
    };
    let numbers = |with_modes: bool| {
        let of_loop = call.arguments.iter().filter(|one| with_modes || !is_mode(one));
        let mut numbers = Numbers::default();
        for (place, number) in numbers.iter_mut().zip(of_loop.filter_map(number)) {
            *place = number;
        }
        numbers
    };
    match named(&key::constant(call)) {
        Some(of_modes) => Some((of_modes, numbers(false))),
        None => Some((named(&key::general(call))?, numbers(true))),
    }
}

/// Returns the loop that copies elements of the same width as `ty`.
pub(crate) fn copy(ty: Rust) -> Loop {
    match ty {
        Rust::Bool | Rust::U8 | Rust::I8 => |s, d, _| map1(s, d, |a: u8| a),
        Rust::U16 | Rust::I16 => |s, d, _| map1(s, d, |a: u16| a),
        Rust::U32 | Rust::I32 | Rust::F32 => |s, d, _| map1(s, d, |a: u32| a),
        Rust::U64 | Rust::I64 | Rust::F64 => |s, d, _| map1(s, d, |a: u64| a),
        Rust::U128 => |s, d, _| map1(s, d, |a: u128| a),
    }
}
