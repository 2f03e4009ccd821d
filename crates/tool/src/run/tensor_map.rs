//! Parses tensor maps: `map:0,f16,shape=64x256,strides=128,box=64x64,swizzle=128`.

use super::{NamedAddress, element};
use ptx_isa::{Message, Type};
use std::str::FromStr;

/// A tensor map: a tensor in a buffer, and the tile that a bulk copy moves. Dimensions are innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// The address of the tensor.
    pub place: NamedAddress,
    /// The type of the elements.
    pub ty: Type,
    /// The number of elements in each dimension.
    pub shape: Vec<u64>,
    /// The distance in bytes between neighbours in each dimension but the innermost.
    pub strides: Vec<u64>,
    /// The number of elements of a tile in each dimension.
    pub tile: Vec<u32>,
    /// The number of bytes within which the chunks of a tile are permuted; 0 for none.
    pub swizzle: u32,
    /// The size of a chunk in bytes.
    pub atom: u32,
    /// Whether a load writes NaN for elements outside of the tensor.
    pub fills_nan: bool,
}

const FORM: &str =
    "map:BUFFER,TYPE,shape=NxN,strides=BYTES,box=NxN[,swizzle=32|64|128][,atom=32][,fill=nan]";

impl FromStr for TensorMap {
    type Err = Message;

    /// Parses the text after `map:`.
    ///
    /// ```
    /// use ptx_tool::run::TensorMap;
    ///
    /// let map: TensorMap = "0,f16,shape=64x256,strides=128,box=64x64,swizzle=128".parse()?;
    /// assert_eq!((map.shape, map.strides, map.swizzle), (vec![64, 256], vec![128], 128));
    /// # Ok::<(), ptx_isa::Message>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Message> {
        let wrong = |what: String| Message::new(what).note(format!("a tensor map is {FORM}"));
        let mut parts = text.split(',');
        let (place, ty) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let place: NamedAddress = place.parse().map_err(|_| {
            wrong(format!("expected N, N+BYTES or NAME after `map:`, found `{place}`"))
        })?;
        let ty = element::type_of(ty)?;
        let (mut shape, mut strides, mut tile) = (None, None, None);
        let (mut swizzle, mut atom, mut fills_nan) = (0, 16, false);
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let known = match (name, value) {
                ("shape", value) => list(value).map(|list| shape = Some(list)),
                ("strides", value) => list(value).map(|list| strides = Some(list)),
                ("box", value) => list(value).map(|list| tile = Some(list)),
                ("swizzle", "0" | "32" | "64" | "128") => {
                    value.parse().ok().map(|bytes| swizzle = bytes)
                }
                ("atom", "16" | "32") => value.parse().ok().map(|bytes| atom = bytes),
                ("fill", "nan" | "0") => {
                    fills_nan = value == "nan";
                    Some(())
                }
                _ => None,
            };
            known.ok_or_else(|| wrong(format!("`{part}` is not a part of a tensor map")))?;
        }
        let missing = |name: &str| wrong(format!("`{name}=` is missing in `map:{text}`"));
        let shape: Vec<u64> = shape.ok_or_else(|| missing("shape"))?;
        let tile: Vec<u32> = tile.ok_or_else(|| missing("box"))?;
        let strides = match strides {
            None if shape.len() == 1 => Vec::new(),
            strides => strides.ok_or_else(|| missing("strides"))?,
        };
        if atom == 32 && swizzle != 128 {
            return Err(wrong("`atom=32` needs `swizzle=128`".into()));
        }
        Ok(Self { place, ty, shape, strides, tile, swizzle, atom, fills_nan })
    }
}

/// Parses numbers with an `x` between them.
fn list<N: FromStr>(text: &str) -> Option<Vec<N>> {
    let number = |part: &str| {
        let is_decimal = !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
        is_decimal.then(|| part.parse().ok())?
    };
    text.split('x').map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_else_is_an_error() {
        let right = "x+16,f32,shape=8,box=4,fill=nan";
        assert!(
            right.parse::<TensorMap>().is_ok_and(|map| map.fills_nan && map.strides.is_empty())
        );
        for text in [
            "",
            "0",
            "0,f32",
            "0,f99,shape=8,box=4",
            "0,f32,shape=8",
            "0,f32,box=4",
            "0,f32,shape=8x8,box=4x4",
            "0,f32,shape=8x,box=4",
            "0,f32,shape=+8,box=4",
            "0,f32,shape=8,box=4,swizzle=16",
            "0,f32,shape=8,box=4,atom=32",
            "0,f32,shape=8,box=4,fill=1",
            "0,f32,shape=8,box=4,color=1",
            "a b,f32,shape=8,box=4",
        ] {
            assert!(text.parse::<TensorMap>().is_err(), "{text}");
        }
    }
}
