//! Slices of the element types of arrays.

use ptx_isa::Rust;

/// An operand or result type of a function of `ptx-core`, with its conversion to and from the type in an array.
pub(crate) trait Element: Copy {
    /// The type in an array.
    type Stored: Stored;

    /// Converts from the type in an array.
    fn load(stored: Self::Stored) -> Self;
    /// Converts to the type in an array.
    fn store(self) -> Self::Stored;
}

/// A type of array elements.
pub trait Stored: Copy + Default + Send + Sync + 'static {
    /// Converts bits to an element.
    fn of_bits(bits: u64) -> Self;
    /// Returns the slice, if its elements have this type.
    fn of(slice: Slice<'_>) -> Option<&[Self]>;
    /// Returns the mutable slice, if its elements have this type.
    fn of_mut<'a>(slice: &'a mut SliceMut<'_>) -> Option<&'a mut [Self]>;
}

macro_rules! stored {
    ($($name:ident $ty:ident: $($rust:ident)|+, |$bits:ident| $of_bits:expr;)*) => {
        /// Elements of an array, to read.
        #[derive(Clone, Copy)]
        pub enum Slice<'a> {
            $(#[doc = concat!("Elements of type `", stringify!($ty), "`.")] $name(&'a [$ty]),)*
        }

        /// Elements of an array, to write.
        pub enum SliceMut<'a> {
            $(#[doc = concat!("Elements of type `", stringify!($ty), "`.")] $name(&'a mut [$ty]),)*
        }

        /// Elements outside any array.
        pub enum Buffer {
            $(#[doc = concat!("Elements of type `", stringify!($ty), "`.")] $name(Vec<$ty>),)*
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
            /// Returns `count` zeros of the type that stores `ty` in an array.
            #[must_use]
            pub fn zeros(ty: Rust, count: usize) -> Self {
                match ty { $($(Rust::$rust)|+ => Self::$name(vec![$ty::default(); count]),)* }
            }

            /// Returns a buffer with one element, from its bits.
            #[must_use]
            pub fn one(ty: Rust, bits: u64) -> Self {
                match ty { $($(Rust::$rust)|+ => Self::$name(vec![<$ty as Stored>::of_bits(bits)]),)* }
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
            impl Stored for $ty {
                fn of_bits($bits: u64) -> Self {
                    $of_bits
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

            impl Element for $ty {
                type Stored = Self;

                #[inline(always)]
                fn load(stored: Self) -> Self {
                    stored
                }

                #[inline(always)]
                fn store(self) -> Self {
                    self
                }
            }
        )*
    };
}

stored! {
    U8 u8: U8 | Bool, |bits| bits as u8;
    U16 u16: U16, |bits| bits as u16;
    U32 u32: U32, |bits| bits as u32;
    U64 u64: U64, |bits| bits;
    I8 i8: I8, |bits| bits as i8;
    I16 i16: I16, |bits| bits as i16;
    I32 i32: I32, |bits| bits as i32;
    I64 i64: I64, |bits| bits.cast_signed();
    F32 f32: F32, |bits| f32::from_bits(bits as u32);
    F64 f64: F64, |bits| f64::from_bits(bits);
}

/// Reads a `bool` of an array as a byte, because the byte may have a value other than 0 and 1.
impl Element for bool {
    type Stored = u8;

    #[inline(always)]
    fn load(stored: u8) -> Self {
        stored != 0
    }

    #[inline(always)]
    fn store(self) -> u8 {
        self.into()
    }
}

impl Default for Buffer {
    fn default() -> Self {
        Self::U8(Vec::new())
    }
}
