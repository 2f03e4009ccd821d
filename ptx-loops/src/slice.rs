//! Slices of elements that are stored as bits, with a variant for each width of an element.

use ptx_isa::Rust;

/// An operand or result type of a function of `ptx-core`, with its conversion to and from bits.
pub(crate) trait Element: Copy {
    /// The bits.
    type Bits: Bits;

    /// Converts from bits.
    fn load(bits: Self::Bits) -> Self;
    /// Converts to bits.
    fn store(self) -> Self::Bits;
}

/// The unsigned integers: 8, 16, 32 or 64 bits.
pub trait Bits: Copy + Default + Send + Sync + 'static {
    /// Returns the lowest bits.
    fn lowest(bits: u64) -> Self;
    /// Returns the slice, if its elements have this width.
    fn of(slice: Slice<'_>) -> Option<&[Self]>;
    /// Returns the mutable slice, if its elements have this width.
    fn of_mut<'a>(slice: &'a mut SliceMut<'_>) -> Option<&'a mut [Self]>;
}

macro_rules! widths {
    ($($name:ident $ty:ident $width:literal: $($rust:ident)|+, |$bits:ident| $lowest:expr;)*) => {
        /// The bits of elements, to read.
        #[derive(Clone, Copy, Debug)]
        pub enum Slice<'a> {
            $(#[doc = concat!("Elements of ", $width, " bits.")] $name(&'a [$ty]),)*
        }

        /// The bits of elements, to write.
        #[derive(Debug)]
        pub enum SliceMut<'a> {
            $(#[doc = concat!("Elements of ", $width, " bits.")] $name(&'a mut [$ty]),)*
        }

        /// The bits of elements, owned.
        #[derive(Clone, Debug)]
        pub enum Buffer {
            $(#[doc = concat!("Elements of ", $width, " bits.")] $name(Vec<$ty>),)*
        }

        impl<'a> Slice<'a> {
            /// Returns the number of elements.
            #[must_use]
            pub fn len(self) -> usize {
                match self { $(Self::$name(slice) => slice.len(),)* }
            }

            /// Returns whether there are no elements.
            #[must_use]
            pub fn is_empty(self) -> bool {
                self.len() == 0
            }

            /// Returns `count` elements from `start` on; `None` if there are fewer.
            #[must_use]
            pub fn cut(self, start: usize, count: usize) -> Option<Self> {
                let end = start.checked_add(count)?;
                Some(match self { $(Self::$name(slice) => Self::$name(slice.get(start..end)?),)* })
            }

            /// Repeats the first element `count` times; returns `None` if there is no element.
            #[must_use]
            pub fn repeated(self, count: usize) -> Option<Buffer> {
                Some(match self {
                    $(Self::$name(slice) => Buffer::$name(vec![*slice.first()?; count]),)*
                })
            }
        }

        impl<'a> SliceMut<'a> {
            /// Returns the number of elements.
            #[must_use]
            pub fn len(&self) -> usize {
                match self { $(Self::$name(slice) => slice.len(),)* }
            }

            /// Returns whether there are no elements.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Splits off the first `count` elements; returns `None` if there are fewer.
            #[must_use]
            pub fn split(self, count: usize) -> Option<(Self, Self)> {
                Some(match self { $(Self::$name(slice) => {
                    let (first, rest) = slice.split_at_mut_checked(count)?;
                    (Self::$name(first), Self::$name(rest))
                })* })
            }
        }

        impl Buffer {
            /// Returns `count` zeros as wide as a type.
            #[must_use]
            pub fn zeros(ty: Rust, count: usize) -> Self {
                match ty { $($(Rust::$rust)|+ => Self::$name(vec![0; count]),)* }
            }

            /// Returns a buffer with one element as wide as a type, from its bits.
            #[must_use]
            pub fn one(ty: Rust, bits: u64) -> Self {
                match ty { $($(Rust::$rust)|+ => Self::$name(vec![$ty::lowest(bits)]),)* }
            }

            /// Returns the elements.
            #[must_use]
            pub fn slice(&self) -> Slice<'_> {
                match self { $(Self::$name(all) => Slice::$name(all),)* }
            }

            /// Returns the elements, to write.
            #[must_use]
            pub fn slice_mut(&mut self) -> SliceMut<'_> {
                match self { $(Self::$name(all) => SliceMut::$name(all),)* }
            }
        }

        $(
            impl Bits for $ty {
                #[inline]
                fn lowest($bits: u64) -> Self {
                    $lowest
                }

                #[inline]
                fn of(slice: Slice<'_>) -> Option<&[Self]> {
                    match slice {
                        Slice::$name(slice) => Some(slice),
                        _ => None,
                    }
                }

                #[inline]
                fn of_mut<'a>(slice: &'a mut SliceMut<'_>) -> Option<&'a mut [Self]> {
                    match slice {
                        SliceMut::$name(slice) => Some(slice),
                        _ => None,
                    }
                }
            }
        )*
    };
}

widths! {
    B8 u8 8: U8 | I8 | Bool, |bits| bits as u8;
    B16 u16 16: U16 | I16, |bits| bits as u16;
    B32 u32 32: U32 | I32 | F32, |bits| bits as u32;
    B64 u64 64: U64 | I64 | F64, |bits| bits;
}

macro_rules! elements {
    ($($ty:ident $bits:ident |$loaded:ident| $load:expr, |$stored:ident| $store:expr;)*) => { $(
        impl Element for $ty {
            type Bits = $bits;

            #[inline(always)]
            fn load($loaded: $bits) -> Self {
                $load
            }

            #[inline(always)]
            fn store(self) -> $bits {
                let $stored = self;
                $store
            }
        }
    )* };
}

elements! {
    // Every byte but 0 is true.
    bool u8 |bits| bits != 0, |value| value.into();
    u8 u8 |bits| bits, |value| value;
    u16 u16 |bits| bits, |value| value;
    u32 u32 |bits| bits, |value| value;
    u64 u64 |bits| bits, |value| value;
    i8 u8 |bits| bits.cast_signed(), |value| value.cast_unsigned();
    i16 u16 |bits| bits.cast_signed(), |value| value.cast_unsigned();
    i32 u32 |bits| bits.cast_signed(), |value| value.cast_unsigned();
    i64 u64 |bits| bits.cast_signed(), |value| value.cast_unsigned();
    f32 u32 |bits| f32::from_bits(bits), |value| value.to_bits();
    f64 u64 |bits| f64::from_bits(bits), |value| value.to_bits();
}

impl Default for Buffer {
    fn default() -> Self {
        Self::B8(Vec::new())
    }
}
