//! Bulk copies with tensor maps: tiles with swizzles, partly outside of their tensor, and pixels.

use super::{INPUT, NEWEST, OUTPUT, Program, WAIT, blank, dump, fill, random};
use crate::tensor_map::{Map, Part};
use ptx_isa::Type;
use ptx_run::Swizzle;

const TILE: &str = "where a copy places the elements of a tile";
const OUTSIDE: &str = "what a copy writes for elements outside of the tensor";
const PIXELS: &str = "which pixels a copy with .im2col moves";
const ROWS: &str = "which rows .tile::gather4 and .tile::scatter4 move";
const REDUCTION: &str = "how a reduction with a tensor map combines elements";

/// The architectures that run forms for `sm_100f`.
const FAMILY: (u16, u16) = (100, 110);
const ALL: (u16, u16) = (90, NEWEST);

/// A copy from a tensor to shared memory.
struct Load {
    what: &'static str,
    name: &'static str,
    targets: (u16, u16),
    map: Map,
    /// The modifier that selects the elements.
    mode: &'static str,
    coordinates: &'static str,
    /// The offsets of `.im2col`, or nothing.
    offsets: &'static str,
    /// The number of bytes of the copy.
    bytes: usize,
}

impl Load {
    const fn tile(name: &'static str, map: Map, coordinates: &'static str, bytes: usize) -> Self {
        let (mode, offsets) = ("tile", "");
        Self { what: TILE, name, targets: ALL, map, mode, coordinates, offsets, bytes }
    }

    fn program(&self) -> Program {
        let Self { what, name, targets, map, mode, coordinates, offsets, bytes } = *self;
        let rank = map.shape.len();
        let offsets = match offsets {
            "" => String::new(),
            offsets => format!(", {{{offsets}}}"),
        };
        // A swizzle permutes within 1024 bytes.
        let written = bytes.next_multiple_of(1024);
        let results = written / 512;
        let body = format!(
            "{}@!%first bra go;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {bytes};
    cp.async.bulk.tensor.{rank}d.shared::cluster.global.{mode}.mbarrier::complete_tx::bytes [mem], [%map0, {{{coordinates}}}], [bar]{offsets};
    go: {WAIT}{}",
            blank(written),
            dump(results)
        );
        let input = random(4096, u32::MAX, 0);
        Program { targets, maps: vec![map], results, input, ..Program::new(what, name, body) }
    }
}

/// A copy or a reduction from shared memory to a tensor of the output, which is zero before.
struct Store {
    what: &'static str,
    name: &'static str,
    targets: (u16, u16),
    map: Map,
    /// The instruction up to the mode, without the rank.
    instruction: [&'static str; 2],
    coordinates: &'static str,
    /// The number of bytes of the tensor.
    bytes: usize,
    /// The masks of the words of shared memory.
    masks: [u32; 2],
}

const COPY: [&str; 2] = ["cp.async.bulk.tensor", "tile"];

impl Store {
    fn program(&self) -> Program {
        let Self {
            what, name, targets, map, instruction: [instruction, mode], coordinates, ..
        } = *self;
        let rank = map.shape.len();
        let (before, after) = match instruction.split_once(' ') {
            Some((before, operation)) => (before, format!(".{operation}")),
            None => (instruction, String::new()),
        };
        let copy = format!(
            "@%first {before}.{rank}d.global.shared::cta{after}.{mode}.bulk_group [%map0, {{{coordinates}}}], [mem];
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n"
        );
        // Two reductions add the elements to zero, and then to themselves.
        let copies = if after.is_empty() { copy } else { copy.repeat(2) };
        let body = format!("{}{copies}", fill(4096));
        let [kept, set] = self.masks;
        let input = random(1024, kept, set);
        let stored = self.bytes / 4;
        Program { targets, maps: vec![map], stored, input, ..Program::new(what, name, body) }
    }
}

/// Returns a map with another swizzle.
const fn swizzled(map: Map, swizzle: Swizzle) -> Map {
    Map { swizzle, ..map }
}

/// A tensor of 32 rows of 64 halves, of which a copy moves 8 rows.
const HALVES: Map = Map::tile(INPUT, Type::F16, &[64, 32], &[128], &[64, 8]);
/// Rows of 64 bytes, and of 32 bytes.
const NARROW: Map = Map::tile(INPUT, Type::F16, &[64, 32], &[128], &[32, 16]);
const NARROWER: Map = Map::tile(INPUT, Type::F16, &[64, 32], &[128], &[16, 32]);
/// Rows that are shorter than the 128 bytes of a swizzle.
const SHORT: Map = Map::tile(INPUT, Type::F16, &[64, 32], &[128], &[24, 16]);
/// A tensor of 20 columns and 5 rows, of which a copy takes more than there are.
const SMALL: Map = Map::tile(INPUT, Type::F32, &[20, 5], &[80], &[16, 8]);

const fn filled(ty: Type, tile: &'static [u32]) -> Map {
    Map { fills_nan: true, ..Map::tile(INPUT, ty, &[24, 5], &[192], tile) }
}

/// An image of 9 x 7 pixels with 16 channels, and two of them.
const PIXEL: Part = Part::Pixels { corners: [&[-1, -1], &[-1, -1]], channels: 16, pixels: 60 };
const IMAGE: Map = Map {
    part: PIXEL,
    ..Map::tile(INPUT, Type::F16, &[16, 9, 7, 2], &[32, 288, 2016], &[16, 1, 1, 1])
};
const LINE: Map = Map {
    part: Part::Pixels { corners: [&[-2], &[1]], channels: 8, pixels: 40 },
    ..Map::tile(INPUT, Type::F32, &[16, 13, 3], &[64, 832], &[8, 1, 1])
};
const VOLUME: Map = Map {
    part: Part::Pixels { corners: [&[-1, 0, -1], &[0, -1, -1]], channels: 16, pixels: 70 },
    ..Map::tile(INPUT, Type::U8, &[32, 5, 4, 3, 2], &[32, 160, 640, 1920], &[16, 1, 1, 1, 1])
};

const fn wide(pixels: Option<u32>) -> Map {
    Map {
        part: Part::Wide { corners: [-1, -1], channels: 32, pixels },
        swizzle: Swizzle::B64,
        ..Map::tile(INPUT, Type::F16, &[32, 50, 2, 2], &[64, 3200, 6400], &[32, 1, 1, 1])
    }
}

#[rustfmt::skip]
const LOADS: &[Load] = &[
    Load::tile("tile_plain", HALVES, "0, 3", 1024),
    Load::tile("tile_swizzle_128", swizzled(HALVES, Swizzle::B128), "0, 3", 1024),
    Load::tile("tile_swizzle_64", swizzled(NARROW, Swizzle::B64), "8, 3", 1024),
    Load::tile("tile_swizzle_32", swizzled(NARROWER, Swizzle::B32), "8, 0", 1024),
    Load::tile("tile_short_rows", swizzled(SHORT, Swizzle::B128), "8, 2", 768),
    Load { targets: FAMILY, ..Load::tile("tile_atom_32", swizzled(HALVES, Swizzle::B128Atom32), "0, 3", 1024) },
    Load { targets: FAMILY, ..Load::tile("tile_atom_32_flip_8", swizzled(HALVES, Swizzle::B128Atom32Flip8), "0, 3", 1024) },
    Load { targets: FAMILY, ..Load::tile("tile_atom_64", swizzled(HALVES, Swizzle::B128Atom64), "0, 3", 1024) },
    Load::tile("tile_steps", Map { steps: &[1, 3, 2], ..Map::tile(INPUT, Type::U32, &[8, 20, 6], &[32, 640], &[8, 10, 5]) }, "0, 1, 1", 384),
    Load::tile("tile_rank_1", Map::tile(INPUT, Type::U8, &[1000], &[], &[256]), "700", 256),
    Load::tile("tile_rank_5", Map::tile(INPUT, Type::U16, &[8, 3, 4, 5, 3], &[16, 48, 192, 960], &[8, 2, 2, 2, 2]), "0, 1, 1, 1, 1", 256),
    Load { what: OUTSIDE, ..Load::tile("outside_before", SMALL, "-3, -2", 512) },
    Load { what: OUTSIDE, ..Load::tile("outside_after", SMALL, "12, 3", 512) },
    Load { what: OUTSIDE, ..Load::tile("outside_all", SMALL, "-40, 9", 512) },
    Load { what: OUTSIDE, ..Load::tile("outside_swizzled", swizzled(Map::tile(INPUT, Type::F32, &[20, 5], &[80], &[32, 8]), Swizzle::B128), "-7, -2", 1024) },
    Load { what: OUTSIDE, ..Load::tile("outside_nan_f16", filled(Type::F16, &[32, 8]), "-5, -2", 512) },
    Load { what: OUTSIDE, ..Load::tile("outside_nan_bf16", filled(Type::Bf16, &[32, 8]), "-5, -2", 512) },
    Load { what: OUTSIDE, ..Load::tile("outside_nan_f32", filled(Type::F32, &[16, 8]), "-5, -2", 512) },
    Load { what: OUTSIDE, ..Load::tile("outside_nan_f64", filled(Type::F64, &[16, 8]), "-5, -2", 1024) },
    Load { what: PIXELS, mode: "im2col", offsets: "1, 2", ..Load::tile("pixels_rank_4", IMAGE, "0, 3, 2, 0", 1920) },
    Load { what: PIXELS, mode: "im2col", offsets: "0, 1", ..Load::tile("pixels_steps", Map { steps: &[1, 2, 3, 1], ..IMAGE }, "0, -1, -1, 0", 1920) },
    Load { what: PIXELS, mode: "im2col", offsets: "2", ..Load::tile("pixels_rank_3", LINE, "8, -2, 0", 1280) },
    Load { what: PIXELS, mode: "im2col", offsets: "1, 0, 1", ..Load::tile("pixels_rank_5", VOLUME, "16, 2, 1, -1, 0", 1120) },
    Load { what: PIXELS, mode: "im2col", offsets: "1, 1", ..Load::tile("pixels_nan", Map { fills_nan: true, swizzle: Swizzle::B32, ..IMAGE }, "4, -1, -1, 1", 1920) },
    Load { what: PIXELS, targets: FAMILY, mode: "im2col::w", offsets: "3, 1", ..Load::tile("pixels_w", wide(Some(40)), "0, 20, 1, 0", 2752) },
    Load { what: PIXELS, targets: FAMILY, mode: "im2col::w::128", offsets: "2, 1", ..Load::tile("pixels_w_128", wide(None), "0, 5, 1, 0", 8704) },
    Load { what: ROWS, targets: FAMILY, mode: "tile::gather4", ..Load::tile("rows_gathered", swizzled(Map::tile(INPUT, Type::F16, &[64, 32], &[128], &[64, 1]), Swizzle::B128), "0, 7, 30, 33, 2", 512) },
];

#[rustfmt::skip]
const STORES: &[Store] = &[
    Store { what: TILE, name: "store_swizzle_128", targets: ALL, map: swizzled(Map { buffer: OUTPUT, ..HALVES }, Swizzle::B128), instruction: COPY, coordinates: "0, 3", bytes: 4096, masks: [u32::MAX, 0] },
    Store { what: OUTSIDE, name: "store_outside", targets: ALL, map: Map { buffer: OUTPUT, ..SMALL }, instruction: COPY, coordinates: "12, 3", bytes: 400, masks: [u32::MAX, 0] },
    Store { what: PIXELS, name: "store_pixels", targets: ALL, map: Map { buffer: OUTPUT, part: Part::Pixels { corners: [&[1, 1], &[-1, -1]], channels: 16, pixels: 50 }, ..IMAGE }, instruction: ["cp.async.bulk.tensor", "im2col_no_offs"], coordinates: "0, 3, 2, 0", bytes: 4032, masks: [u32::MAX, 0] },
    Store { what: ROWS, name: "rows_scattered", targets: FAMILY, map: swizzled(Map::tile(OUTPUT, Type::F16, &[64, 32], &[128], &[64, 1]), Swizzle::B128), instruction: ["cp.async.bulk.tensor", "tile::scatter4"], coordinates: "0, 7, 30, 33, 2", bytes: 4096, masks: [u32::MAX, 0] },
    Store { what: REDUCTION, name: "tensor_add_f16", targets: ALL, map: Map { buffer: OUTPUT, ..HALVES }, instruction: ["cp.reduce.async.bulk.tensor add", "tile"], coordinates: "0, 3", bytes: 4096, masks: [0x87ff_87ff, 0] },
    Store { what: REDUCTION, name: "tensor_add_bf16", targets: ALL, map: Map { buffer: OUTPUT, ty: Type::Bf16, ..HALVES }, instruction: ["cp.reduce.async.bulk.tensor add", "tile"], coordinates: "0, 3", bytes: 4096, masks: [0x80ff_80ff, 0] },
    Store { what: REDUCTION, name: "tensor_add_f32", targets: ALL, map: Map { buffer: OUTPUT, ..SMALL }, instruction: ["cp.reduce.async.bulk.tensor add", "tile"], coordinates: "2, 1", bytes: 400, masks: [0x80ff_ffff, 0] },
    Store { what: REDUCTION, name: "tensor_max_u32", targets: ALL, map: Map { buffer: OUTPUT, ty: Type::U32, ..SMALL }, instruction: ["cp.reduce.async.bulk.tensor max", "tile"], coordinates: "2, 1", bytes: 400, masks: [u32::MAX, 0] },
    Store { what: REDUCTION, name: "tensor_or_u64", targets: ALL, map: Map::tile(OUTPUT, Type::U64, &[10, 5], &[80], &[8, 4]), instruction: ["cp.reduce.async.bulk.tensor or", "tile"], coordinates: "2, 1", bytes: 400, masks: [u32::MAX, 0] },
    Store { what: REDUCTION, name: "tensor_inc_u32", targets: ALL, map: Map { buffer: OUTPUT, ty: Type::U32, ..SMALL }, instruction: ["cp.reduce.async.bulk.tensor inc", "tile"], coordinates: "2, 1", bytes: 400, masks: [3, 0] },
];

pub(super) fn programs() -> Vec<Program> {
    let loads = LOADS.iter().map(Load::program);
    loads.chain(STORES.iter().map(Store::program)).collect()
}
