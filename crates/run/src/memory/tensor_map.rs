//! Tensor maps: descriptions of a tensor in global memory, from which bulk copies take a tile (PTX ISA, "Tensors").
//!
//! NVIDIA does not publish the bytes of a tensor map. So a map has the engine's own format, which starts with [`MAGIC`].
//! A field that is zero has its default.

use crate::memory::address::Space;
use ptx_isa::Type;

/// The size of a tensor map in bytes.
pub(crate) const BYTES: usize = 128;
/// The alignment of a tensor map in bytes.
pub(crate) const ALIGNMENT: usize = 64;
/// The alignment in bytes of a tile in shared memory (PTX ISA, "cp.async.bulk.tensor").
pub(crate) const SHARED_ALIGNMENT: usize = 128;
pub(crate) const MAGIC: [u8; 8] = *b"ptx-tmap";
const MOST_RANK: usize = 5;
/// The largest extent of a tile in elements, and the largest step between its elements.
const MOST_TILE: u32 = 256;
const MOST_STEP: u32 = 8;

/// The offsets of the fields in the bytes of a map.
pub(crate) mod field {
    pub(crate) const ADDRESS: usize = 8;
    pub(crate) const RANK: usize = 16;
    pub(crate) const TYPE: usize = 17;
    pub(crate) const INTERLEAVE: usize = 18;
    pub(crate) const SWIZZLE: usize = 19;
    pub(crate) const ATOM: usize = 20;
    pub(crate) const FILL: usize = 21;
    pub(crate) const TILE: usize = 24;
    pub(crate) const STEPS: usize = 44;
    pub(crate) const SHAPE: usize = 64;
    pub(crate) const STRIDES: usize = 88;
}

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

/// A part of a copy: bytes that follow each other at the source and at the destination.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// The address of the destination. `None` if the bytes lie outside of the tensor, which a store skips.
    pub(crate) to: Option<(Space, u64)>,
    /// The address of the source. `None` if the bytes lie outside of the tensor, for which a load writes a fill value.
    pub(crate) from: Option<(Space, u64)>,
    pub(crate) bytes: usize,
}

/// How the 16-byte chunks of a tile are permuted in shared memory. The permutation depends on the address, so it repeats
/// every 256, 512 or 1024 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Swizzle {
    /// Chunks keep their order.
    #[default]
    None,
    /// Within 32 bytes: address bit 4 is combined with bit 7 by exclusive or.
    B32,
    /// Within 64 bytes: bits 4 and 5 are combined with bits 7 and 8.
    B64,
    /// Within 128 bytes: bits 4 to 6 are combined with bits 7 to 9.
    B128,
    /// Within 128 bytes, in chunks of 32 bytes: bits 5 and 6 are combined with bits 7 and 8.
    B128Atom32,
}

impl Swizzle {
    /// Returns the number of bytes within which chunks are permuted.
    fn span(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::B32 => Some(32),
            Self::B64 => Some(64),
            Self::B128 | Self::B128Atom32 => Some(128),
        }
    }

    /// Returns the address of a byte whose address without permutation is `address`.
    ///
    /// ```
    /// use ptx_run::Swizzle;
    ///
    /// assert_eq!(Swizzle::B128.apply(128 + 16), 128);
    /// assert_eq!(Swizzle::B128.apply(3 * 128 + 5), 3 * 128 + 3 * 16 + 5);
    /// ```
    #[must_use]
    pub fn apply(self, address: u64) -> u64 {
        let (mask, low, high) = match self {
            Self::None => return address,
            Self::B32 => (1, 4, 7),
            Self::B64 => (3, 4, 7),
            Self::B128 => (7, 4, 7),
            Self::B128Atom32 => (3, 5, 7),
        };
        address ^ (address >> high & mask) << low
    }
}

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
    tile: Vec<u32>,
    steps: Vec<u32>,
    swizzle: Swizzle,
    fills_nan: bool,
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
        };
        map.checked()
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

    /// Sets the distance between neighbouring elements of the tile in each dimension, in elements of the tensor. A tile
    /// of `n` elements with step `s` has `n / s` elements, rounded up.
    ///
    /// # Errors
    /// If a step is not 1 to 8.
    pub fn steps(self, steps: &[u32]) -> Result<Self, String> {
        Self { steps: steps.to_vec(), ..self }.checked()
    }

    /// Checks the rules of `cuTensorMapEncodeTiled` (CUDA driver API, "Tensor Map Object Management").
    fn checked(self) -> Result<Self, String> {
        let Self { address, ty, shape, strides, tile, steps, swizzle, fills_nan } = &self;
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
        Ok(self)
    }

    /// Returns the size of an element in bytes.
    fn size(&self) -> usize {
        self.ty.bits() as usize / 8
    }

    /// Returns the number of elements of a tile in each dimension.
    fn counts(&self) -> Vec<u32> {
        self.tile.iter().zip(&self.steps).map(|(tile, step)| tile.div_ceil(*step)).collect()
    }

    /// Returns the bytes of a tile. A copy reports this number to its mbarrier, even if the tile is partly outside of
    /// the tensor.
    pub(crate) fn tile_bytes(&self) -> usize {
        self.counts().iter().map(|count| *count as usize).product::<usize>() * self.size()
    }

    /// Returns the type of the elements.
    pub(crate) fn ty(&self) -> Type {
        self.ty
    }

    pub(crate) fn check_rank(&self, coordinates: usize) -> Result<(), String> {
        let rank = self.shape.len();
        if rank == coordinates {
            return Ok(());
        }
        Err(format!("{coordinates} coordinates for a tensor map of rank {rank}"))
    }

    /// Checks that a tile is one row, of which `.tile::gather4` and `.tile::scatter4` take four.
    pub(crate) fn check_row(&self) -> Result<(), String> {
        match self.counts()[..] {
            [_, 1] => Ok(()),
            _ => {
                Err(format!("a tile of {:?} elements: four rows need a tile of one row", self.tile))
            }
        }
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

    /// Returns the pieces of the copy of a tile. `start` has the coordinates of the tile's first element, and `shared`
    /// is the tile's address in shared memory.
    pub(crate) fn pieces(&self, start: &[i32], shared: u64, loads: bool) -> Vec<Piece> {
        let counts = self.counts();
        let (size, row) = (self.size(), counts[0] as usize * self.size());
        let rows: usize = counts[1..].iter().map(|count| *count as usize).product();
        let mut pieces = Vec::new();
        for number in 0..rows {
            let mut rest = number;
            let mut address = Some(self.address);
            for (axis, count) in counts.iter().enumerate().skip(1) {
                let i = rest % *count as usize;
                rest /= *count as usize;
                let coordinate = self.coordinate(start, axis, i);
                address = address.zip(coordinate).map(|(address, coordinate)| {
                    address.wrapping_add(coordinate.wrapping_mul(self.strides[axis - 1]))
                });
            }
            let element = |i: usize| {
                let (address, coordinate) = address.zip(self.coordinate(start, 0, i))?;
                Some(address.wrapping_add(coordinate * size as u64))
            };
            let to = shared.wrapping_add((number * row) as u64);
            self.add_row(&mut pieces, element, to, loads);
        }
        pieces
    }

    /// Returns coordinate `start + i * step` on an axis. Returns `None` if it is outside of the tensor.
    fn coordinate(&self, start: &[i32], axis: usize, i: usize) -> Option<u64> {
        let coordinate = i64::from(start[axis]) + i as i64 * i64::from(self.steps[axis]);
        let is_inside = (0..i64::from(self.shape[axis])).contains(&coordinate);
        is_inside.then_some(coordinate as u64)
    }

    /// Adds the pieces of a row of a tile: adjacent elements in a chunk that the swizzle keeps together.
    fn add_row(
        &self,
        pieces: &mut Vec<Piece>,
        element: impl Fn(usize) -> Option<u64>,
        row: u64,
        loads: bool,
    ) {
        let size = self.size();
        let first = pieces.len();
        for i in 0..self.counts()[0] as usize {
            let global = element(i).map(|address| (Space::Global, address));
            let shared = (Space::Shared, self.swizzle.apply(row + (i * size) as u64));
            let (to, from) = if loads { (Some(shared), global) } else { (global, Some(shared)) };
            let follows = |last: &Piece| {
                let next = |side: Option<(Space, u64)>| {
                    side.map(|(space, address)| (space, address.wrapping_add(last.bytes as u64)))
                };
                next(last.to) == to && next(last.from) == from
            };
            match pieces[first..].last_mut().filter(|last| follows(last)) {
                Some(last) => last.bytes += size,
                None => pieces.push(Piece { to, from, bytes: size }),
            }
        }
    }

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
        bytes
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
        let ty = ty.ok_or_else(|| {
            format!("a tensor map of element type {} is not supported", bytes[field::TYPE])
        })?;
        if bytes[field::INTERLEAVE] != 0 {
            return Err("an interleaved tensor map is not supported".into());
        }
        let swizzle = match (bytes[field::SWIZZLE], bytes[field::ATOM]) {
            (0, _) => Swizzle::None,
            (1, 0) => Swizzle::B32,
            (2, 0) => Swizzle::B64,
            (3, 0) => Swizzle::B128,
            (3, 1) => Swizzle::B128Atom32,
            (mode, atom) => {
                return Err(format!("swizzle mode {mode} with atomicity {atom} is not supported"));
            }
        };
        let map = Self {
            address: u64_at(field::ADDRESS),
            ty,
            shape: all(field::SHAPE).collect(),
            strides: (0..rank - 1).map(|i| u64_at(field::STRIDES + 8 * i)).collect(),
            tile: all(field::TILE).collect(),
            steps: all(field::STEPS).map(|step| step.max(1)).collect(),
            swizzle,
            fills_nan: bytes[field::FILL] != 0,
        };
        map.checked()
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
