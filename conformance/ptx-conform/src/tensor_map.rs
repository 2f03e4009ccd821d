//! Describes tensor maps. Each device encodes a description in its own format.

use ptx_isa::Type;
use ptx_run::{Swizzle, TensorMap};

/// A tensor in a buffer, and the part of the tensor that a bulk copy moves. All lists are innermost first.
#[derive(Clone, Copy, Debug)]
pub struct Map {
    /// The index of the buffer with the tensor.
    pub buffer: usize,
    /// The offset of the tensor in the buffer, in bytes.
    pub offset: u64,
    /// The type of the elements.
    pub ty: Type,
    /// The number of elements in each dimension.
    pub shape: &'static [u64],
    /// The distance in bytes between elements of each dimension but the first.
    pub strides: &'static [u64],
    /// The part that a copy moves.
    pub part: Part,
    /// The distance between the elements of the part in each dimension, in elements of the tensor.
    pub steps: &'static [u32],
    /// The permutation of the part in shared memory.
    pub swizzle: Swizzle,
    /// Whether a load writes NaN for elements outside of the tensor.
    pub fills_nan: bool,
}

/// The part of a tensor that a copy moves.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A tile with this number of elements in each dimension.
    Tile(&'static [u32]),
    /// Pixels of `.im2col`.
    Pixels {
        /// The lower and the upper corner of the bounding box, W first.
        corners: [&'static [i32]; 2],
        /// The number of channels of a pixel.
        channels: u32,
        /// The number of pixels.
        pixels: u32,
    },
    /// Pixels of `.im2col::w`, or without a number of pixels of `.im2col::w::128`.
    Wide {
        /// The lower and the upper corner of the bounding box in W.
        corners: [i32; 2],
        /// The number of channels of a pixel.
        channels: u32,
        /// The number of pixels.
        pixels: Option<u32>,
    },
}

impl Map {
    /// Returns a tile of a tensor without gaps, at the start of a buffer.
    #[must_use]
    pub const fn tile(
        buffer: usize,
        ty: Type,
        shape: &'static [u64],
        strides: &'static [u64],
        tile: &'static [u32],
    ) -> Self {
        const ONES: &[u32] = &[1; 5];
        Self {
            buffer,
            offset: 0,
            ty,
            shape,
            strides,
            part: Part::Tile(tile),
            steps: ONES.split_at(shape.len()).0,
            swizzle: Swizzle::None,
            fills_nan: false,
        }
    }

    /// Returns the map in the format of `ptx-run`. `buffer` is the address of the buffer.
    ///
    /// # Errors
    /// Returns the rule of the driver that the map breaks.
    pub fn of_engine(&self, buffer: u64) -> Result<TensorMap, String> {
        let Self { ty, shape, strides, steps, swizzle, .. } = *self;
        let address = buffer + self.offset;
        let map = match self.part {
            Part::Tile(tile) => TensorMap::tiled(address, ty, shape, strides, tile),
            Part::Pixels { corners, channels, pixels } => {
                TensorMap::im2col(address, ty, shape, strides, corners, channels, pixels)
            }
            Part::Wide { corners, channels, pixels } => {
                TensorMap::im2col_wide(address, ty, shape, strides, corners, channels, pixels)
            }
        };
        let map = map?.swizzle(swizzle)?.steps(steps)?;
        if self.fills_nan { map.fill_nan() } else { Ok(map) }
    }
}
