//! Implements PTX memory on Rust slices: little-endian bytes in arrays of numbers. The functions that `include_ptx!`
//! generates call this module. An access outside its array panics with the message that the caller passes.

/// The mask of the address bits that are the offset in an array. The bits above select the array.
pub const OFFSET: u64 = (1 << 40) - 1;

/// Panics with the message `text`.
#[cold]
#[inline(never)]
#[track_caller]
pub const fn fault(text: &'static str) -> ! {
    panic!("{}", text)
}

/// Panics for an access that reaches no array or ends beyond its array.
#[cold]
#[inline(never)]
#[track_caller]
pub const fn outside(access: &'static str) -> ! {
    refuse(access, " outside of its slice")
}

/// Panics for a write to a slice that is declared as `&`.
#[cold]
#[inline(never)]
#[track_caller]
pub const fn shared(access: &'static str) -> ! {
    refuse(access, " to a slice that is declared `&`, not `&mut`")
}

/// Panics for a write to a variable of the module.
#[cold]
#[inline(never)]
#[track_caller]
pub const fn constant(access: &'static str) -> ! {
    refuse(access, " to a variable of the module, which is a constant here")
}

/// Panics for an access at an offset that is not a multiple of `bytes`.
#[cold]
#[inline(never)]
#[track_caller]
const fn misaligned(access: &'static str, bytes: u64) -> ! {
    refuse(
        access,
        match bytes {
            2 => " at an address that is not a multiple of 2",
            4 => " at an address that is not a multiple of 4",
            8 => " at an address that is not a multiple of 8",
            16 => " at an address that is not a multiple of 16",
            _ => " at an address that is not a multiple of its size",
        },
    )
}

/// The maximum length of a message, in bytes.
const MOST: usize = 512;

/// Panics with `access` and `reason` joined. If the message would be too long, its beginning is dropped. `access`
/// begins with a file name, so the dropped text is a part of a long file name.
#[track_caller]
const fn refuse(access: &'static str, reason: &str) -> ! {
    let (access_bytes, reason) = (access.as_bytes(), reason.as_bytes());
    let skipped = (access_bytes.len() + reason.len()).saturating_sub(MOST);
    let mut text = [b' '; MOST];
    let (mut from, mut length) = (skipped, 0);
    while from < access_bytes.len() {
        text[length] = access_bytes[from];
        (from, length) = (from + 1, length + 1);
    }
    from = 0;
    while from < reason.len() {
        text[length] = reason[from];
        (from, length) = (from + 1, length + 1);
    }
    match core::str::from_utf8(text.split_at(length).0) {
        Ok(text) => panic!("{}", text),
        // The beginning of `access` was dropped up to the middle of a character.
        Err(_) => panic!("{}", access),
    }
}

/// Panics if an address is not a multiple of `bytes`.
#[inline]
#[track_caller]
pub const fn aligned(address: u64, bytes: u64, text: &'static str) {
    if !address.is_multiple_of(bytes) {
        misaligned(text, bytes)
    }
}

/// Returns a mask of the low `bytes` bytes.
const fn mask(bytes: u64) -> u64 {
    if bytes < 8 { (1 << (8 * bytes)) - 1 } else { u64::MAX }
}

/// Returns the index of the element that contains the byte at an offset. Panics with `text` if the access is
/// misaligned or reaches beyond the array. The array has `length` elements of `size` bytes.
#[inline]
#[track_caller]
#[expect(clippy::cast_possible_truncation, reason = "an index below the length of an array")]
const fn index(length: usize, size: u64, offset: u64, bytes: u64, text: &'static str) -> usize {
    let end = length as u64 * size;
    if offset >= end || bytes > end - offset {
        outside(text)
    }
    if !offset.is_multiple_of(bytes) {
        misaligned(text, bytes)
    }
    (offset / size) as usize
}

macro_rules! arrays {
    ($($load:ident $store:ident $ty:ident, $to_bits:expr, $from_bits:expr;)*) => { $(
        /// Loads `bytes` bytes at an offset. The offset must be a multiple of `bytes`.
        #[inline]
        #[must_use]
        #[track_caller]
        pub const fn $load(array: &[$ty], offset: u64, bytes: u64, text: &'static str) -> u64 {
            let size = size_of::<$ty>() as u64;
            let first = index(array.len(), size, offset, bytes, text);
            if bytes <= size {
                return $to_bits(array[first]) >> (8 * (offset % size)) & mask(bytes);
            }
            let (mut bits, mut i) = (0, 0);
            while i < bytes / size {
                bits |= $to_bits(array[first + i as usize]) << (8 * size * i);
                i += 1;
            }
            bits
        }

        /// Stores the low `bytes` bytes of `bits` at an offset. The offset must be a multiple of `bytes`.
        #[inline]
        #[track_caller]
        pub const fn $store(
            array: &mut [$ty],
            offset: u64,
            bytes: u64,
            bits: u64,
            text: &'static str,
        ) {
            let size = size_of::<$ty>() as u64;
            let first = index(array.len(), size, offset, bytes, text);
            if bytes <= size {
                let shift = 8 * (offset % size);
                let kept = $to_bits(array[first]) & !(mask(bytes) << shift);
                array[first] = $from_bits(kept | (bits & mask(bytes)) << shift);
                return;
            }
            let mut i = 0;
            while i < bytes / size {
                array[first + i as usize] = $from_bits(bits >> (8 * size * i));
                i += 1;
            }
        }
    )* };
}

macro_rules! integer {
    ($to_bits:ident $from_bits:ident $ty:ident $unsigned:ident) => {
        const fn $to_bits(value: $ty) -> u64 {
            value as $unsigned as u64
        }
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits hold the value")]
        const fn $from_bits(bits: u64) -> $ty {
            bits as $unsigned as $ty
        }
    };
}

integer!(u8_bits u8_of u8 u8);
integer!(u16_bits u16_of u16 u16);
integer!(u32_bits u32_of u32 u32);
integer!(i8_bits i8_of i8 u8);
integer!(i16_bits i16_of i16 u16);
integer!(i32_bits i32_of i32 u32);

const fn u64_bits(value: u64) -> u64 {
    value
}

const fn i64_bits(value: i64) -> u64 {
    value.cast_unsigned()
}

const fn i64_of(bits: u64) -> i64 {
    bits.cast_signed()
}

const fn f32_bits(value: f32) -> u64 {
    value.to_bits() as u64
}

#[expect(clippy::cast_possible_truncation, reason = "only the low bits hold the value")]
const fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

const fn f64_bits(value: f64) -> u64 {
    value.to_bits()
}

arrays! {
    load_u8 store_u8 u8, u8_bits, u8_of;
    load_u16 store_u16 u16, u16_bits, u16_of;
    load_u32 store_u32 u32, u32_bits, u32_of;
    load_u64 store_u64 u64, u64_bits, u64_bits;
    load_i8 store_i8 i8, i8_bits, i8_of;
    load_i16 store_i16 i16, i16_bits, i16_of;
    load_i32 store_i32 i32, i32_bits, i32_of;
    load_i64 store_i64 i64, i64_bits, i64_of;
    load_f32 store_f32 f32, f32_bits, f32_of;
    load_f64 store_f64 f64, f64_bits, f64::from_bits;
}
