//! Slices of elements that are stored as bits. There is one variant for each element width.

use ptx_isa::Rust;

/// An operand type or result type of a function of `ptx-core`. Its values are converted to and from bits.
pub(crate) trait Element: Copy {
    /// The unsigned integer that holds the bits.
    type Bits: Bits;

    /// Converts bits to a value.
    fn load(bits: Self::Bits) -> Self;
    /// Converts a value to bits.
    fn store(self) -> Self::Bits;
}

/// The unsigned integers of 8, 16, 32, 64 and 128 bits.
pub trait Bits: Copy + Default + Send + Sync + 'static {
    /// Returns as many of the lowest bits of `bits` as the type has.
    fn lowest(bits: u64) -> Self;
    /// Returns the elements, or `None` if they have another width.
    fn of(slice: Slice<'_>) -> Option<&[Self]>;
    /// Returns the elements for writing, or `None` if they have another width.
    fn of_mut<'a>(slice: &'a mut SliceMut<'_>) -> Option<&'a mut [Self]>;
}

macro_rules! widths {
    ($($name:ident $ty:ident $width:literal: $($rust:ident)|+, |$bits:ident| $lowest:expr;)*) => {
        /// A borrowed slice of bits.
        #[derive(Clone, Copy, Debug)]
        pub enum Slice<'a> {
            $(#[doc = concat!("Elements of ", $width, " bits.")] $name(&'a [$ty]),)*
        }

        /// A borrowed mutable slice of bits.
        #[derive(Debug)]
        pub enum SliceMut<'a> {
            $(#[doc = concat!("Elements of ", $width, " bits.")] $name(&'a mut [$ty]),)*
        }

        /// An owned buffer of bits.
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

            /// Returns `count` elements from index `start` on, or `None` if there are fewer.
            #[must_use]
            pub fn cut(self, start: usize, count: usize) -> Option<Self> {
                let end = start.checked_add(count)?;
                Some(match self { $(Self::$name(slice) => Self::$name(slice.get(start..end)?),)* })
            }

            /// Repeats the first element `count` times. Returns `None` if there is no element.
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

            /// Splits the slice after `count` elements. Returns `None` if there are fewer.
            #[must_use]
            pub fn split(self, count: usize) -> Option<(Self, Self)> {
                Some(match self { $(Self::$name(slice) => {
                    let (first, rest) = slice.split_at_mut_checked(count)?;
                    (Self::$name(first), Self::$name(rest))
                })* })
            }
        }

        impl Buffer {
            /// Returns `count` zeros of the same width as `ty`.
            #[must_use]
            pub fn zeros(ty: Rust, count: usize) -> Self {
                match ty { $($(Rust::$rust)|+ => Self::$name(vec![0; count]),)* }
            }

            /// Returns a buffer with one element of the same width as `ty`, given its bits.
            #[must_use]
            pub fn one(ty: Rust, bits: u64) -> Self {
                match ty { $($(Rust::$rust)|+ => Self::$name(vec![$ty::lowest(bits)]),)* }
            }

            /// Returns the elements for reading.
            #[must_use]
            pub fn slice(&self) -> Slice<'_> {
                match self { $(Self::$name(all) => Slice::$name(all),)* }
            }

            /// Returns the elements for writing.
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
    B128 u128 128: U128, |bits| bits.into();
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
    // Any byte but 0 is true.
    bool u8 |bits| bits != 0, |value| value.into();
    u8 u8 |bits| bits, |value| value;
    u16 u16 |bits| bits, |value| value;
    u32 u32 |bits| bits, |value| value;
    u64 u64 |bits| bits, |value| value;
    u128 u128 |bits| bits, |value| value;
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
