//! Parses tensor maps: `map:0,f16,shape=64x256,strides=128,box=64x64,swizzle=128`, and for `.im2col`
//! `map:0,f16,shape=64x9x14x8,strides=128x1152x16128,lower=-1x-1,upper=-1x-1,channels=64,pixels=32`.

use super::{NamedAddress, element};
use ptx_isa::{Message, Type};
use std::str::FromStr;

/// A tensor map: a tensor in a buffer, and the elements that a bulk copy moves. Dimensions are innermost first.
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
    /// The elements of a copy.
    pub elements: Elements,
    /// The distance between neighbouring elements of a copy in each dimension, if it is not 1.
    pub steps: Option<Vec<u32>>,
    /// The number of bytes within which the chunks of a tile are permuted; 0 for none.
    pub swizzle: u32,
    /// The size of a chunk in bytes.
    pub atom: u32,
    /// Whether the halves of 16 bytes are exchanged in every other row.
    pub flips: bool,
    /// Whether a load writes NaN for elements outside of the tensor.
    pub fills_nan: bool,
}

/// The elements that a copy moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elements {
    /// A tile, with its number of elements in each dimension.
    Tile(Vec<u32>),
    /// Pixels.
    Pixels {
        /// The corners of the bounding box, W first: distances from the first and from the last pixel of the tensor.
        corners: [Vec<i32>; 2],
        /// The number of channels.
        channels: u32,
        /// The number of pixels. `None` with `.im2col::w::128`.
        pixels: Option<u32>,
        /// Whether the copy is `.im2col::w` or `.im2col::w::128`.
        is_wide: bool,
    },
}

const FORM: &str = "map:BUFFER,TYPE,shape=NxN,strides=BYTES,ELEMENTS[,steps=NxN][,swizzle=32|64|128][,atom=32|64][,flip=8]\
                    [,fill=nan], where ELEMENTS are box=NxN, or lower=NxN,upper=NxN,channels=N,pixels=N[,mode=w], or \
                    lower=N,upper=N,channels=N,mode=w128";

impl FromStr for TensorMap {
    type Err = Message;

    /// Parses the text after `map:`.
    ///
    /// ```
    /// use ptx_tool::run::TensorMap;
    ///
    /// let map: TensorMap = "0,f16,shape=64x256,strides=128,box=64x64,swizzle=128".parse()?;
    /// assert_eq!((map.shape, map.strides, map.swizzle), (vec![64, 256], vec![128], 128));
    ///
    /// let text = "0,f16,shape=64x9x14x8,strides=128x1152x16128,lower=-1x-1,upper=-1x-1,channels=64,pixels=32";
    /// assert!(matches!(text.parse::<TensorMap>()?.elements, ptx_tool::run::Elements::Pixels { pixels: Some(32), .. }));
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
        let mut given = Given::default();
        let mut names = Vec::new();
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            if names.contains(&name) {
                return Err(wrong(format!("`{name}=` is given twice in `map:{text}`")));
            }
            names.push(name);
            let known = given.set(name, value);
            known.ok_or_else(|| wrong(format!("`{part}` is not a part of a tensor map")))?;
        }
        let missing = |name: &str| wrong(format!("`{name}=` is missing in `map:{text}`"));
        let elements = given.elements(&missing).map_err(|what| match what {
            Reason::Missing(message) => message,
            Reason::Wrong(what) => wrong(what.into()),
        })?;
        let shape: Vec<u64> = given.shape.ok_or_else(|| missing("shape"))?;
        let strides = match given.strides {
            None if shape.len() == 1 => Vec::new(),
            strides => strides.ok_or_else(|| missing("strides"))?,
        };
        let (swizzle, atom) = (given.swizzle.unwrap_or_default(), given.atom.unwrap_or(16));
        if atom != 16 && swizzle != 128 {
            return Err(wrong(format!("`atom={atom}` needs `swizzle=128`")));
        }
        if given.flips && atom != 32 {
            return Err(wrong("`flip=8` needs `atom=32`".into()));
        }
        let (steps, flips, fills_nan) = (given.steps, given.flips, given.fills_nan);
        Ok(Self { place, ty, shape, strides, elements, steps, swizzle, atom, flips, fills_nan })
    }
}

/// The parts of a tensor map that a text has given.
#[derive(Default)]
struct Given {
    shape: Option<Vec<u64>>,
    strides: Option<Vec<u64>>,
    tile: Option<Vec<u32>>,
    lower: Option<Vec<i32>>,
    upper: Option<Vec<i32>>,
    channels: Option<u32>,
    pixels: Option<u32>,
    mode: Option<&'static str>,
    steps: Option<Vec<u32>>,
    swizzle: Option<u32>,
    atom: Option<u32>,
    flips: bool,
    fills_nan: bool,
}

/// Why the elements of a map are wrong.
enum Reason {
    Missing(Message),
    Wrong(&'static str),
}

impl Given {
    /// Sets a part. Returns `None` if the name or the value is wrong.
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        let one = |known: &[u32]| value.parse().ok().filter(|one| known.contains(one));
        match name {
            "shape" => self.shape = Some(list(value)?),
            "strides" => self.strides = Some(list(value)?),
            "box" => self.tile = Some(list(value)?),
            "lower" => self.lower = Some(list(value)?),
            "upper" => self.upper = Some(list(value)?),
            "channels" => self.channels = Some(number(value)?),
            "pixels" => self.pixels = Some(number(value)?),
            "mode" => self.mode = Some(*["w", "w128"].iter().find(|mode| **mode == value)?),
            "steps" => self.steps = Some(list(value)?),
            "swizzle" => self.swizzle = Some(one(&[0, 32, 64, 128])?),
            "atom" => self.atom = Some(one(&[16, 32, 64])?),
            "flip" => self.flips = one(&[0, 8])? == 8,
            "fill" => self.fills_nan = ["0", "nan"].iter().position(|fill| *fill == value)? == 1,
            _ => return None,
        }
        Some(())
    }

    fn elements(&mut self, missing: &dyn Fn(&str) -> Message) -> Result<Elements, Reason> {
        let needed = |name: &str| Reason::Missing(missing(name));
        let corners = (self.lower.take(), self.upper.take());
        let is_wide = self.mode.is_some();
        if let (None, None, None, None) = (&corners.0, &corners.1, self.channels, self.mode) {
            if self.pixels.is_some() {
                return Err(needed("lower"));
            }
            return Ok(Elements::Tile(self.tile.take().ok_or_else(|| needed("box"))?));
        }
        if self.tile.is_some() {
            return Err(Reason::Wrong("a map has `box=` or pixels, not both"));
        }
        let lower = corners.0.ok_or_else(|| needed("lower"))?;
        let upper = corners.1.ok_or_else(|| needed("upper"))?;
        let channels = self.channels.ok_or_else(|| needed("channels"))?;
        match (self.mode, self.pixels) {
            (Some("w128"), Some(_)) => {
                return Err(Reason::Wrong("`mode=w128` always has 128 pixels"));
            }
            (Some("w128"), None) | (_, Some(_)) => {}
            (_, None) => return Err(needed("pixels")),
        }
        if is_wide && (lower.len(), upper.len()) != (1, 1) {
            return Err(Reason::Wrong("`mode=w` has corners in W only: one number each"));
        }
        Ok(Elements::Pixels { corners: [lower, upper], channels, pixels: self.pixels, is_wide })
    }
}

/// Parses numbers with an `x` between them.
fn list<N: FromStr>(text: &str) -> Option<Vec<N>> {
    text.split('x').map(number).collect()
}

/// Parses a decimal number. A type without a sign accepts none.
fn number<N: FromStr>(text: &str) -> Option<N> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_decimal = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_decimal.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_parts_are_errors() {
        let right = "x+16,f32,shape=8,box=4,fill=nan";
        assert!(
            right.parse::<TensorMap>().is_ok_and(|map| map.fills_nan && map.strides.is_empty())
        );
        for text in [
            "0,f16,shape=64x256,strides=128,box=64x64,swizzle=128,atom=32,flip=8",
            "0,f16,shape=64x9x8,strides=128x1152,lower=-1,upper=1,channels=64,mode=w128",
            "0,f16,shape=64x9x14x8,strides=128x1152x16128,lower=-1x-1,upper=1x1,channels=64,pixels=32",
        ] {
            assert!(text.parse::<TensorMap>().is_ok(), "{text}");
        }
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
            "0,f32,shape=8,box=-4",
            "0,f32,shape=8,box=4,flip=8",
            "0,f32,shape=8,box=4,swizzle=64,atom=64",
            "0,f32,shape=8x8x8,strides=32x256,box=8x1x1,lower=0,upper=0,channels=8,pixels=8",
            "0,f32,shape=8x8x8,strides=32x256,upper=0,channels=8,pixels=8",
            "0,f32,shape=8x8x8,strides=32x256,lower=0,upper=0,pixels=8",
            "0,f32,shape=8x8x8,strides=32x256,lower=0,upper=0,channels=8",
            "0,f32,shape=8x8x8,strides=32x256,pixels=8",
            "0,f32,shape=8x8x8,strides=32x256,lower=--1,upper=0,channels=8,pixels=8",
            "0,f32,shape=8x8x8,strides=32x256,lower=0,upper=0,channels=8,pixels=8,mode=w128",
            "0,f32,shape=8x8x8,strides=32x256,lower=0x0,upper=0x0,channels=8,pixels=8,mode=w",
            "0,f32,shape=8x8x8,strides=32x256,lower=0,upper=0,channels=8,pixels=8,mode=h",
            "0,f32,shape=8,box=4,color=1",
            "0,f32,shape=8,box=4,shape=8",
            "a b,f32,shape=8,box=4",
        ] {
            assert!(text.parse::<TensorMap>().is_err(), "{text}");
        }
    }
}
