//! The bytes of a tensor map. NVIDIA does not publish its own format, so a map has one of this engine, which starts with
//! [`MAGIC`]. A field that is zero has its default.

use super::columns::{Columns, Mode};
use super::{BYTES, MOST_RANK, Swizzle, TYPES, TensorMap};

pub(crate) const MAGIC: [u8; 8] = *b"ptx-tmap";

/// The offsets of the fields in the bytes of a map.
pub(crate) mod field {
    pub(crate) const ADDRESS: usize = 8;
    pub(crate) const RANK: usize = 16;
    pub(crate) const TYPE: usize = 17;
    pub(crate) const INTERLEAVE: usize = 18;
    pub(crate) const SWIZZLE: usize = 19;
    pub(crate) const ATOM: usize = 20;
    pub(crate) const FILL: usize = 21;
    pub(crate) const MODE: usize = 22;
    pub(crate) const TILE: usize = 24;
    pub(crate) const STEPS: usize = 44;
    pub(crate) const SHAPE: usize = 64;
    pub(crate) const STRIDES: usize = 88;
}

impl TensorMap {
    /// Returns the bytes of the map, in the format of this engine.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        put(0, &MAGIC);
        put(field::ADDRESS, &self.address.to_le_bytes());
        let ty = TYPES.iter().position(|ty| *ty == Some(self.ty)).unwrap_or_default();
        let (swizzle, atom) = match self.swizzle {
            Swizzle::None => (0, 0),
            Swizzle::B32 => (1, 0),
            Swizzle::B64 => (2, 0),
            Swizzle::B128 => (3, 0),
            Swizzle::B128Atom32 => (3, 1),
            Swizzle::B128Atom32Flip8 => (3, 2),
            Swizzle::B128Atom64 => (3, 3),
            Swizzle::B96 => (4, 0),
        };
        put(field::RANK, &[self.shape.len() as u8 - 1, ty as u8, 0, swizzle, atom]);
        put(field::FILL, &[self.fills_nan.into()]);
        for i in 0..self.shape.len() {
            put(field::TILE + 4 * i, &self.tile[i].to_le_bytes());
            put(field::STEPS + 4 * i, &self.steps[i].to_le_bytes());
            put(field::SHAPE + 4 * i, &self.shape[i].to_le_bytes());
        }
        for (i, stride) in self.strides.iter().enumerate() {
            put(field::STRIDES + 8 * i, &stride.to_le_bytes());
        }
        // A map for pixels has its corners and the number of pixels in place of the tile's other dimensions.
        if let Some(columns) = &self.columns {
            put(field::MODE, &[1 + columns.mode as u8]);
            put(field::TILE + 4, &columns.pixels.to_le_bytes());
            for (i, (lower, upper)) in columns.lower.iter().zip(&columns.upper).enumerate() {
                put(field::TILE + 8 + 4 * i, &(*lower as i16).to_le_bytes());
                put(field::TILE + 10 + 4 * i, &(*upper as i16).to_le_bytes());
            }
        }
        bytes
    }

    /// Reads a map that [`to_bytes`](Self::to_bytes) has written.
    ///
    /// # Errors
    /// If the bytes are no map of this engine.
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Result<Self, String> {
        Self::read(bytes)
    }

    /// Reads a map that [`to_bytes`](Self::to_bytes) or `tensormap.replace` has written.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        if bytes[..8] != MAGIC {
            return Err("no tensor map of this engine: NVIDIA does not publish the bytes of its maps. Pass `map:` \
                        in the command, `TensorMap` in Rust, or `tensor_map` in Python"
                .into());
        }
        let u32_at = |at: usize| bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
        let u64_at = |at: usize| bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
        let rank = usize::from(bytes[field::RANK]) + 1;
        if rank > MOST_RANK {
            return Err(format!("a tensor map of rank {rank}"));
        }
        let all = |at: usize| (0..rank).map(move |i| u32_at(at + 4 * i));
        let ty = TYPES.get(usize::from(bytes[field::TYPE])).copied().flatten();
        let ty = ty.ok_or_else(|| unsupported(bytes[field::TYPE]))?;
        if bytes[field::INTERLEAVE] != 0 {
            return Err("an interleaved tensor map is not supported: PTX ISA does not say which elements its coordinates name"
                .into());
        }
        let swizzle = match (bytes[field::SWIZZLE], bytes[field::ATOM]) {
            (0, _) => Swizzle::None,
            (1, 0) => Swizzle::B32,
            (2, 0) => Swizzle::B64,
            (3, 0) => Swizzle::B128,
            (3, 1) => Swizzle::B128Atom32,
            (3, 2) => Swizzle::B128Atom32Flip8,
            (3, 3) => Swizzle::B128Atom64,
            (4, 0) => Swizzle::B96,
            (mode, atom) => {
                return Err(format!("swizzle mode {mode} with atomicity {atom} is not supported"));
            }
        };
        let columns = Self::read_columns(bytes, rank);
        let tile = match &columns {
            Some(_) => [u32_at(field::TILE)].into_iter().chain(vec![1; rank - 1]).collect(),
            None => all(field::TILE).collect(),
        };
        let map = Self {
            address: u64_at(field::ADDRESS),
            ty,
            shape: all(field::SHAPE).collect(),
            strides: (0..rank - 1).map(|i| u64_at(field::STRIDES + 8 * i)).collect(),
            tile,
            steps: all(field::STEPS).map(|step| step.max(1)).collect(),
            swizzle,
            fills_nan: bytes[field::FILL] != 0,
            columns,
        };
        map.checked()
    }

    /// Reads the part of a map that selects pixels. Returns `None` for a map of tiles.
    fn read_columns(bytes: &[u8], rank: usize) -> Option<Columns> {
        let (mode, axes) = match bytes[field::MODE] {
            0 => return None,
            1 => (Mode::All, rank.saturating_sub(2).min(3)),
            2 => (Mode::Wide, 1),
            _ => (Mode::Wide128, 1),
        };
        let i16_at = |at: usize| i32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let corner = |at: usize| (0..axes).map(|i| i16_at(at + 4 * i)).collect();
        let (lower, upper) = (corner(field::TILE + 8), corner(field::TILE + 10));
        let at = field::TILE + 4;
        let pixels = bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
        Some(Columns { mode, lower, upper, pixels })
    }
}

/// Returns why elements with this number in `tensormap.replace` are not supported.
fn unsupported(number: u8) -> String {
    let reason = match number {
        8 | 11 | 12 => "PTX ISA does not say how a copy converts its elements",
        13..=15 => "its elements have 4 or 6 bits",
        _ => "there is no such type",
    };
    format!("a tensor map of element type {number} is not supported: {reason}")
}
