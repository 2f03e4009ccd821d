//! Tensor maps: descriptions of a tensor in global memory, from which bulk copies take a tile or pixels (PTX ISA, "Tensors").

pub(crate) mod columns;
mod format;
mod pieces;
mod swizzle;

use columns::{Columns, Mode, Pixels};
pub(crate) use format::{MAGIC, field};
pub(crate) use pieces::{Piece, Selection};
use ptx_isa::Type;
pub use swizzle::Swizzle;

/// The size of a tensor map in bytes.
pub(crate) const BYTES: usize = 128;
/// The alignment of a tensor map in bytes.
pub(crate) const ALIGNMENT: usize = 64;
/// The alignment in bytes of a tile in shared memory (CUDA C++ Programming Guide, "Asynchronous Data Copies using the
/// Tensor Memory Accelerator", table of alignments). PTX ISA does not state it.
pub(crate) const SHARED_ALIGNMENT: usize = 128;
const MOST_RANK: usize = 5;
/// The largest extent of a tile in elements, and the largest step between its elements.
const MOST_TILE: u32 = 256;
const MOST_STEP: u32 = 8;

/// The types of elements, by their number in `tensormap.replace` (PTX ISA, "tensormap.replace", elemtype).
pub(crate) const TYPES: [Option<Type>; 13] = [
    Some(Type::U8),
    Some(Type::U16),
    Some(Type::U32),
    Some(Type::S32),
    Some(Type::U64),
    Some(Type::S64),
    Some(Type::F16),
    Some(Type::F32),
    None,
    Some(Type::F64),
    Some(Type::Bf16),
    None,
    None,
];

/// A tensor in global memory, and the size of the tile that a bulk copy moves.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_run::{Argument, Memory, Swizzle, TensorMap};
///
/// // 8 rows of 64 columns. A tile has 4 rows of 32 columns.
/// let x = Memory::new().add(&[0.0f32; 8 * 64]);
/// let map = TensorMap::tiled(x.address(), Type::F32, &[64, 8], &[256], &[32, 4])?.swizzle(Swizzle::B128)?;
/// let argument: Argument = map.into();
/// assert_eq!(argument.to_bytes().len(), 128);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorMap {
    address: u64,
    ty: Type,
    shape: Vec<u32>,
    strides: Vec<u64>,
    /// The number of elements of a tile in each dimension, or the number of channels.
    tile: Vec<u32>,
    steps: Vec<u32>,
    swizzle: Swizzle,
    fills_nan: bool,
    /// The pixels of a copy. `None` if a copy moves a tile.
    columns: Option<Columns>,
}

impl TensorMap {
    /// Returns a map of the tensor at an address. `shape` and `tile` count elements, and `strides` bytes; all are
    /// innermost first, and the innermost dimension, whose elements are adjacent, has no stride.
    ///
    /// # Errors
    /// If a value breaks a rule of the CUDA driver's `cuTensorMapEncodeTiled`: a text that names the rule.
    pub fn tiled(
        address: u64,
        ty: Type,
        shape: &[u64],
        strides: &[u64],
        tile: &[u32],
    ) -> Result<Self, String> {
        let narrow = |size: &u64| {
            u32::try_from(*size).map_err(|_| format!("a size of {size} elements exceeds 2^32 - 1"))
        };
        let map = Self {
            address,
            ty: unsigned(ty),
            shape: shape.iter().map(narrow).collect::<Result<_, _>>()?,
            strides: strides.to_vec(),
            tile: tile.to_vec(),
            steps: vec![1; shape.len()],
            swizzle: Swizzle::None,
            fills_nan: false,
            columns: None,
        };
        map.checked()
    }

    /// Returns a map of the tensor at an address for copies with `.im2col` and `.im2col_no_offs`. The dimensions are those
    /// of [`tiled`](Self::tiled): C, then W, H and D as far as the tensor has them, then N. A copy moves `channels` of
    /// `pixels`. `lower` and `upper` are the corners of the bounding box, W first: distances from the tensor's first and
    /// last pixel.
    ///
    /// # Errors
    /// If a value breaks a rule of the CUDA driver's `cuTensorMapEncodeIm2col`: a text that names the rule.
    ///
    /// ```
    /// use ptx_isa::Type;
    /// use ptx_run::{Memory, TensorMap};
    ///
    /// // 2 images of 5 rows of 7 pixels with 16 channels, for a filter of 3 x 3 pixels with a padding of 1.
    /// let x = Memory::new().add(&[0.0f32; 2 * 5 * 7 * 16]);
    /// let (shape, strides) = ([16, 7, 5, 2], [64, 448, 2240]);
    /// TensorMap::im2col(x.address(), Type::F32, &shape, &strides, [&[-1, -1], &[-1, -1]], 16, 64)?;
    /// # Ok::<(), String>(())
    /// ```
    pub fn im2col(
        address: u64,
        ty: Type,
        shape: &[u64],
        strides: &[u64],
        [lower, upper]: [&[i32]; 2],
        channels: u32,
        pixels: u32,
    ) -> Result<Self, String> {
        let (lower, upper) = (lower.to_vec(), upper.to_vec());
        let columns = Columns { mode: Mode::All, lower, upper, pixels };
        Self::of_pixels(address, ty, shape, strides, channels, columns)
    }

    /// Returns a map of the tensor at an address for copies with `.im2col::w`, or, without a number of pixels, for copies
    /// with `.im2col::w::128`. The bounding box has corners in W only. Swizzles are [`Swizzle::B128`], which the map
    /// starts with, [`Swizzle::B64`] and [`Swizzle::B128Atom32`].
    ///
    /// # Errors
    /// If a value breaks a rule of the CUDA driver's `cuTensorMapEncodeIm2colWide`: a text that names the rule.
    ///
    /// ```
    /// use ptx_isa::Type;
    /// use ptx_run::{Memory, TensorMap};
    ///
    /// // 128 pixels of a row, for a filter of 3 pixels with a padding of 1.
    /// let x = Memory::new().add(&[0.0f32; 2 * 5 * 200 * 16]);
    /// let (shape, strides) = ([16, 200, 5, 2], [64, 12800, 64000]);
    /// TensorMap::im2col_wide(x.address(), Type::F32, &shape, &strides, [-1, -1], 16, None)?;
    /// # Ok::<(), String>(())
    /// ```
    pub fn im2col_wide(
        address: u64,
        ty: Type,
        shape: &[u64],
        strides: &[u64],
        [lower, upper]: [i32; 2],
        channels: u32,
        pixels: Option<u32>,
    ) -> Result<Self, String> {
        let mode = if pixels.is_some() { Mode::Wide } else { Mode::Wide128 };
        let (lower, upper) = (vec![lower], vec![upper]);
        let columns = Columns { mode, lower, upper, pixels: pixels.unwrap_or(1) };
        Self::of_pixels(address, ty, shape, strides, channels, columns)
    }

    fn of_pixels(
        address: u64,
        ty: Type,
        shape: &[u64],
        strides: &[u64],
        channels: u32,
        columns: Columns,
    ) -> Result<Self, String> {
        // A tile of one element in each other dimension obeys the rules that all maps have.
        let mut tile = vec![1; shape.len()];
        tile.first_mut().into_iter().for_each(|first| *first = channels);
        let swizzle = if columns.mode == Mode::All { Swizzle::None } else { Swizzle::B128 };
        let tiled = Self::tiled(address, ty, shape, strides, &tile)?;
        Self { swizzle, columns: Some(columns), ..tiled }.checked()
    }

    /// Sets the permutation of the tile in shared memory.
    ///
    /// # Errors
    /// If a row of the tile is longer than the permuted bytes.
    pub fn swizzle(self, swizzle: Swizzle) -> Result<Self, String> {
        Self { swizzle, ..self }.checked()
    }

    /// Lets a load write NaN for elements outside of the tensor. Without this, a load writes zero.
    ///
    /// # Errors
    /// If the elements are integers.
    pub fn fill_nan(self) -> Result<Self, String> {
        Self { fills_nan: true, ..self }.checked()
    }

    /// Moves the tensor to another address.
    ///
    /// # Errors
    /// If the address is not a multiple of 16.
    ///
    /// ```
    /// use ptx_isa::Type;
    /// use ptx_run::TensorMap;
    ///
    /// let map = TensorMap::tiled(0x1000, Type::F32, &[64, 8], &[256], &[32, 4])?;
    /// let moved = TensorMap::from_bytes(&map.to_bytes())?.at(0x2000)?;
    /// assert_eq!(moved, TensorMap::tiled(0x2000, Type::F32, &[64, 8], &[256], &[32, 4])?);
    /// assert!(moved.at(0x2008).is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn at(self, address: u64) -> Result<Self, String> {
        Self { address, ..self }.checked()
    }

    /// Sets the distance between neighbouring elements of the tile in each dimension, in elements of the tensor. A tile
    /// of `n` elements with step `s` has `n / s` elements, rounded up. A copy of pixels keeps their number, and moves by
    /// the steps in W, H and D.
    ///
    /// # Errors
    /// If a step is not 1 to 8, or the step of the innermost dimension is not 1.
    pub fn steps(self, steps: &[u32]) -> Result<Self, String> {
        Self { steps: steps.to_vec(), ..self }.checked()
    }

    /// Checks the rules of `cuTensorMapEncodeTiled` (CUDA driver API, "Tensor Map Object Management").
    fn checked(self) -> Result<Self, String> {
        let Self { address, ty, shape, strides, tile, steps, swizzle, fills_nan, columns } = &self;
        let rank = shape.len();
        if !TYPES.contains(&Some(*ty)) {
            return Err(format!("a tensor map of `{}` is not supported", ty.word()));
        }
        if !(1..=MOST_RANK).contains(&rank) {
            return Err(format!("a tensor of rank {rank}: the rank must be 1 to {MOST_RANK}"));
        }
        for (what, found, expected) in [
            ("tile sizes", tile.len(), rank),
            ("steps", steps.len(), rank),
            ("strides", strides.len(), rank - 1),
        ] {
            if found != expected {
                return Err(format!("{found} {what} for rank {rank}: expected {expected}"));
            }
        }
        if !address.is_multiple_of(16) {
            return Err(format!("the address {address:#x} must be a multiple of 16"));
        }
        if shape.contains(&0) {
            return Err("a dimension of 0 elements".into());
        }
        if let Some(stride) = strides.iter().find(|one| !one.is_multiple_of(16) || **one >= 1 << 40)
        {
            return Err(format!(
                "a stride of {stride} bytes: it must be a multiple of 16 below 2^40"
            ));
        }
        if let Some(size) = tile.iter().find(|size| !(1..=MOST_TILE).contains(*size)) {
            return Err(format!("a tile of {size} elements: it must have 1 to {MOST_TILE}"));
        }
        if let Some(step) = steps.iter().find(|step| !(1..=MOST_STEP).contains(*step)) {
            return Err(format!("a step of {step}: it must be 1 to {MOST_STEP}"));
        }
        if steps[0] != 1 {
            let step = steps[0];
            return Err(format!("a step of {step} in the innermost dimension: it must be 1"));
        }
        let row = self.counts()[0] * self.size() as u32;
        if !row.is_multiple_of(16) {
            return Err(format!("a tile's row of {row} bytes: it must be a multiple of 16"));
        }
        if let Some(span) = swizzle.span().filter(|span| row > *span) {
            return Err(format!(
                "a tile's row of {row} bytes exceeds the {span} bytes of its swizzle"
            ));
        }
        let is_float = matches!(ty, Type::F16 | Type::Bf16 | Type::F32 | Type::F64);
        if *fills_nan && !is_float {
            return Err(format!("a fill with NaN needs floats, not `{}`", ty.word()));
        }
        if let Some(columns) = columns {
            columns.check(&self.spatial())?;
            let is_wide = matches!(swizzle, Swizzle::B64 | Swizzle::B128 | Swizzle::B128Atom32)
                || *swizzle == Swizzle::B96 && columns.mode == Mode::Wide;
            if columns.mode != Mode::All && !is_wide {
                let mode = columns.mode.word();
                return Err(format!("`.{mode}` needs a swizzle of 64 or 128 bytes"));
            }
        }
        Ok(self)
    }

    /// Returns the dimensions of the pixels.
    fn spatial(&self) -> Pixels<'_> {
        Pixels {
            shape: self.shape.get(1..).unwrap_or_default(),
            steps: self.steps.get(1..).unwrap_or_default(),
        }
    }

    /// Returns the size of an element in bytes.
    fn size(&self) -> usize {
        self.ty.bits() as usize / 8
    }

    /// Returns the number of elements of a tile in each dimension.
    fn counts(&self) -> Vec<u32> {
        self.tile.iter().zip(&self.steps).map(|(tile, step)| tile.div_ceil(*step)).collect()
    }

    /// Returns the type of the elements.
    pub(crate) fn ty(&self) -> Type {
        self.ty
    }

    /// Returns the bytes of an element outside of the tensor.
    pub(crate) fn fill_value(&self) -> Vec<u8> {
        let bits: u64 = match self.ty {
            _ if !self.fills_nan => 0,
            Type::F16 | Type::Bf16 => 0x7fff,
            Type::F32 => 0x7fff_ffff,
            _ => 0x7fff_ffff_ffff_ffff,
        };
        bits.to_le_bytes()[..self.size()].to_vec()
    }
}

/// Returns the unsigned type for a type of bits or of bytes, which stand for it in a tensor map.
fn unsigned(ty: Type) -> Type {
    match ty {
        Type::B8 | Type::S8 => Type::U8,
        Type::B16 | Type::S16 => Type::U16,
        Type::B32 => Type::U32,
        Type::B64 => Type::U64,
        ty => ty,
    }
}
