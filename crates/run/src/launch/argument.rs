//! The arguments of a launch.

use crate::memory::address::Buffer;
use crate::memory::tensor_map::TensorMap;
use ptx_isa::Type;

/// A value for one parameter of a kernel: a number, the address of a buffer, or a struct.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_run::Argument;
///
/// assert_eq!(Argument::from(1.0f32), Argument::scalar(Type::F32, 0x3f80_0000));
/// assert_eq!(Argument::null(), Argument::address(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument(pub(crate) Value);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A type and the bits of a value of this type.
    Scalar(Type, u64),
    /// The bytes of a struct.
    Bytes(Vec<u8>),
    /// The address of a buffer, or 0.
    Address(u64),
    /// The members of a struct, in order.
    Struct(Vec<Argument>),
}

impl From<TensorMap> for Argument {
    fn from(map: TensorMap) -> Self {
        Self::bytes(map.to_bytes().to_vec())
    }
}

impl Argument {
    /// Returns an argument of a scalar type with these bits.
    #[must_use]
    pub fn scalar(ty: Type, bits: u64) -> Self {
        Self(Value::Scalar(ty, bits))
    }

    /// Returns an argument that is a struct with these bytes.
    #[must_use]
    pub fn bytes(bytes: Vec<u8>) -> Self {
        Self(Value::Bytes(bytes))
    }

    /// Returns an argument that is a struct with these members.
    ///
    /// Each member is aligned to its size, as C++ and CUDA align it. A struct is aligned like its most aligned member,
    /// and [`bytes`](Self::bytes) are not aligned. The bytes between members and after the last member are zero.
    ///
    /// ```
    /// use ptx_run::{Argument, Memory};
    ///
    /// // struct { struct { char kind; float scale; } format; const unsigned *x; short count; }
    /// let x = Memory::new().add(&[1u32, 2]);
    /// let format = Argument::structure([1u8.into(), 0.5f32.into()]);
    /// let all = Argument::structure([format, Argument::pointer(x, 4), 2i16.into()]);
    /// let bytes = all.to_bytes();
    /// assert_eq!(bytes[..8], [1, 0, 0, 0, 0, 0, 0, 0x3f]);
    /// assert_eq!(bytes[8..16], (x.address() + 4).to_le_bytes());
    /// assert_eq!(bytes[16..], [2, 0, 0, 0, 0, 0, 0, 0]);
    /// ```
    #[must_use]
    pub fn structure(members: impl IntoIterator<Item = Self>) -> Self {
        Self(Value::Struct(members.into_iter().collect()))
    }

    /// Returns an argument that is the address `bytes` bytes after the start of a buffer, like [`Buffer::at`].
    #[must_use]
    pub fn pointer(buffer: Buffer, bytes: i64) -> Self {
        Self::address(buffer.address().wrapping_add_signed(bytes))
    }

    /// Returns an argument that is an address. See [`pointer`](Self::pointer) for the address of a buffer.
    #[must_use]
    pub fn address(address: u64) -> Self {
        Self(Value::Address(address))
    }

    /// Returns the null pointer.
    #[must_use]
    pub fn null() -> Self {
        Self::address(0)
    }

    /// Returns the bytes that the kernel reads as its parameter, little-endian.
    ///
    /// ```
    /// use ptx_run::Argument;
    ///
    /// assert_eq!(Argument::from(1.0f32).to_bytes(), [0, 0, 0x80, 0x3f]);
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.0 {
            Value::Scalar(ty, bits) => bits.to_le_bytes()[..ty.bits() as usize / 8].to_vec(),
            Value::Bytes(bytes) => bytes.clone(),
            Value::Address(address) => address.to_le_bytes().to_vec(),
            Value::Struct(members) => {
                let mut bytes = Vec::new();
                for member in members {
                    bytes.resize(bytes.len().next_multiple_of(member.alignment()), 0);
                    bytes.extend(member.to_bytes());
                }
                bytes.resize(bytes.len().next_multiple_of(self.alignment()), 0);
                bytes
            }
        }
    }

    /// Returns the alignment in bytes of a member of a struct.
    fn alignment(&self) -> usize {
        match &self.0 {
            Value::Scalar(ty, _) => ty.bits() as usize / 8,
            Value::Bytes(_) => 1,
            Value::Address(_) => size_of::<u64>(),
            Value::Struct(members) => members.iter().map(Self::alignment).max().unwrap_or(1),
        }
    }

    /// Returns the addresses that the argument consists of: its own address, or those of its members.
    pub(crate) fn addresses(&self) -> Vec<u64> {
        match &self.0 {
            Value::Address(address) => vec![*address],
            Value::Struct(members) => members.iter().flat_map(Self::addresses).collect(),
            Value::Scalar(..) | Value::Bytes(_) => Vec::new(),
        }
    }

    /// Returns the text that messages use for the argument.
    pub(crate) fn described(&self) -> String {
        match &self.0 {
            Value::Scalar(ty, _) => format!("a `.{}`", ty.word()),
            Value::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Value::Struct(_) => format!("a struct of {} bytes", self.to_bytes().len()),
            Value::Address(_) => "an address".into(),
        }
    }
}

impl Buffer {
    /// Returns an argument that is the address `bytes` bytes after the start of the buffer.
    ///
    /// ```
    /// use ptx_run::Memory;
    ///
    /// let x = Memory::new().add(&[1u32, 2]);
    /// assert_eq!(x.at(0), x.into());
    /// assert_ne!(x.at(4), x.into());
    /// ```
    #[must_use]
    pub fn at(self, bytes: i64) -> Argument {
        Argument::pointer(self, bytes)
    }
}

impl From<Buffer> for Argument {
    fn from(buffer: Buffer) -> Self {
        Self::address(buffer.address())
    }
}

macro_rules! scalars {
    ($($ty:ty, $ptx:ident, |$value:ident| $bits:expr;)*) => { $(
        impl From<$ty> for Argument {
            fn from($value: $ty) -> Self {
                Self::scalar(Type::$ptx, $bits)
            }
        }
    )* };
}
scalars! {
    u8, U8, |value| value.into();
    u16, U16, |value| value.into();
    u32, U32, |value| value.into();
    u64, U64, |value| value;
    i8, S8, |value| value.cast_unsigned().into();
    i16, S16, |value| value.cast_unsigned().into();
    i32, S32, |value| value.cast_unsigned().into();
    i64, S64, |value| value.cast_unsigned();
    f32, F32, |value| value.to_bits().into();
    f64, F64, |value| value.to_bits();
}
