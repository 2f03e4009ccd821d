//! Slices of the types that arrays have.

use ptx_isa::Rust;

/// A value that a function of `ptx-core` takes or returns, and how an array stores it.
pub(crate) trait Element: Copy {
    /// What an array has in its place.
    type Stored: Stored;

    /// The value that an array stores.
    fn load(stored: Self::Stored) -> Self;
    /// What an array stores of it.
    fn store(self) -> Self::Stored;
}

/// A type of the elements of arrays.
pub trait Stored: Copy + Default + Send + Sync + 'static {
    /// The element of these bits.
    fn of_bits(bits: u64) -> Self;
    /// The slice, if its elements have this type.
    fn of(slice: Slice<'_>) -> Option<&[Self]>;
    /// The slice, if its elements have this type.
    fn of_mut<'a>(slice: &'a mut SliceMut<'_>) -> Option<&'a mut [Self]>;
}

macro_rules! stored {
    ($($name:ident $ty:ident: $($rust:ident)|+, |$bits:ident| $of_bits:expr;)*) => {
        /// Elements of an array that are read.
        #[derive(Clone, Copy)]
        pub enum Slice<'a> {
            $(#[doc = concat!("Of `", stringify!($ty), "`.")] $name(&'a [$ty]),)*
        }

        /// Elements of an array that are written.
        pub enum SliceMut<'a> {
            $(#[doc = concat!("Of `", stringify!($ty), "`.")] $name(&'a mut [$ty]),)*
        }

        /// Elements that belong to no array.
        pub enum Buffer {
            $(#[doc = concat!("Of `", stringify!($ty), "`.")] $name(Vec<$ty>),)*
        }

        impl<'a> Slice<'a> {
            /// How many elements there are.
            #[must_use]
            pub fn len(self) -> usize {
                match self { $(Self::$name(slice) => slice.len(),)* }
            }

            /// Whether there are none.
            #[must_use]
            pub fn is_empty(self) -> bool {
                self.len() == 0
            }

            /// Some elements, from one on; `None` if there are not so many.
            #[must_use]
            pub fn cut(self, start: usize, count: usize) -> Option<Self> {
                let end = start.checked_add(count)?;
                Some(match self { $(Self::$name(slice) => Self::$name(slice.get(start..end)?),)* })
            }

            /// The first element, so many times; `None` if there is none.
            #[must_use]
            pub fn repeated(self, count: usize) -> Option<Buffer> {
                Some(match self {
                    $(Self::$name(slice) => Buffer::$name(vec![*slice.first()?; count]),)*
                })
            }
        }

        impl<'a> SliceMut<'a> {
            /// How many elements there are.
            #[must_use]
            pub fn len(&self) -> usize {
                match self { $(Self::$name(slice) => slice.len(),)* }
            }

            /// Whether there are none.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The first elements and the others; `None` if there are not so many.
            #[must_use]
            pub fn split(self, count: usize) -> Option<(Self, Self)> {
                Some(match self { $(Self::$name(slice) => {
                    let (first, rest) = slice.split_at_mut_checked(count)?;
                    (Self::$name(first), Self::$name(rest))
                })* })
            }
        }

        impl Buffer {
            /// So many zeros of what holds a type.
            #[must_use]
            pub fn zeros(ty: Rust, count: usize) -> Self {
                match ty { $($(Rust::$rust)|+ => Self::$name(vec![$ty::default(); count]),)* }
            }

            /// One element of these bits.
            #[must_use]
            pub fn one(ty: Rust, bits: u64) -> Self {
                match ty { $($(Rust::$rust)|+ => Self::$name(vec![<$ty as Stored>::of_bits(bits)]),)* }
            }

            /// The elements.
            #[must_use]
            pub fn slice(&self) -> Slice<'_> {
                match self { $(Self::$name(all) => Slice::$name(all),)* }
            }

            /// The elements, to be written.
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

/// A byte of an array of `bool` may be any, so it is read as a byte.
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
