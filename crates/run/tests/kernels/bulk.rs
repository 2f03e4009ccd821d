//! Tests bulk copies with and without tensor maps against a plain second implementation.

use crate::support::REGISTERS;
use ptx_isa::Type;
use ptx_run::{Argument, Fault, Grid, Memory, Module, Options, Swizzle, TensorMap};
use test_support::sample;

pub(crate) const BYTES: usize = 16384;

/// Runs a kernel of one thread for sm_90a, or for sm_100a or sm_103a if its instructions need it. `%rd1` and `%rd2` are the addresses of
/// the buffers `x` and `y`, `%rd3` is the address of the tensor map, `%rd4` the address of `s`, `%rd5` the address of
/// `bar`, an mbarrier of one arrival.
pub(crate) fn run(
    body: &str,
    x: &[u8],
    y: &[u8],
    map: Option<TensorMap>,
) -> Result<[Vec<u8>; 2], Fault> {
    run_with(body, [x, y], map, &Options::default())
}

fn run_with(
    body: &str,
    [x, y]: [&[u8]; 2],
    map: Option<TensorMap>,
    options: &Options,
) -> Result<[Vec<u8>; 2], Fault> {
    let is_newer = body.contains("tile::") || body.contains("im2col::w");
    let (target, version) = match is_newer {
        _ if body.contains("tensormap.replace") => ("sm_103a", "8.8"),
        true => ("sm_100a", "8.6"),
        false => ("sm_90a", if body.contains("ignore_oob") { "9.2" } else { "8.6" }),
    };
    let text = format!(
        ".version {version}\n.target {target}\n.address_size 64\n
        .visible .entry k(.param .u64 x, .param .u64 y, .param .align 64 .b8 map[128]) {{ {REGISTERS}
            .shared .align 1024 .b8 s[{BYTES}]; .shared .align 16 .b64 bar[2];
            ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; mov.b64 %rd3, map; cvta.param.u64 %rd3, %rd3;
            mov.u64 %rd4, s; mov.u64 %rd5, bar; mbarrier.init.shared::cta.b64 [bar], 1;
            fence.mbarrier_init.release.cluster;\n{body}\nret; }}"
    );
    let kernel = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = kernel.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let (x, y) = (memory.add(x), memory.add(y));
    let map = map.map_or_else(|| Argument::bytes(vec![0; 128]), Argument::from);
    let arguments = [x.into(), y.into(), map];
    kernel.launch(Grid::new(1, 1), &arguments, &mut memory, options)?;
    Ok([memory.read(x), memory.read(y)])
}

fn fault(body: &str, map: Option<TensorMap>) -> String {
    run(body, &[0; 1024], &[0; 1024], map).unwrap_err().to_string()
}

pub(crate) const WAIT: &str =
    "{ wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra.uni wait; }";

/// The address of the first buffer of a memory.
pub(crate) fn first_address() -> u64 {
    Memory::new().add(&[0u8]).address()
}

#[test]
fn bytes_go_to_shared_memory_and_back() {
    let x: Vec<u8> = (0..512).map(|i| (i * 7 % 251) as u8).collect();
    let body = format!(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 256;
         cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s+16], [%rd1+32], 160, [bar];
         cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s+176], [%rd1+400], 96, [%rd5]; {WAIT}
         cp.async.bulk.global.shared::cta.bulk_group [%rd2+48], [s+16], 256;
         cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; cp.async.bulk.wait_group 0;"
    );
    let [_, y] = run(&body, &x, &[9; 512], None).unwrap();
    let expected = [&[9; 48][..], &x[32..192], &x[400..496], &[9; 512 - 48 - 256]].concat();
    assert_eq!(y, expected);
}

#[test]
fn a_map_is_found_through_a_register_of_32_bits() {
    let x: Vec<u8> = (0..64).collect();
    let map = TensorMap::tiled(first_address(), Type::U8, &[64], &[], &[64]).unwrap();
    let body = format!(
        "{{ .reg .b32 %offset; mov.b32 %offset, map; cvt.u64.u32 %rd3, %offset; cvta.param.u64 %rd3, %rd3; }}
         mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;
         cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [%rd3, {{0}}], [bar]; {WAIT}
         cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], 64;
         cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;"
    );
    let [_, y] = run(&body, &x, &[0; 64], Some(map)).unwrap();
    assert_eq!(y, x);
}

#[test]
fn a_reduction_combines_elements() {
    let words = |all: &[u32]| -> Vec<u8> { all.iter().flat_map(|one| one.to_le_bytes()).collect() };
    let x = words(&[1, 2, 3, u32::MAX]);
    let y = words(&[10, 20, 30, 40]);
    let body = |op: &str| {
        format!(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
             cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd1], 16, [bar]; {WAIT}
             cp.reduce.async.bulk.global.shared::cta.bulk_group.{op} [%rd2], [s], 16;"
        )
    };
    for (op, expected) in [
        ("add.u32", [11, 22, 33, 39]),
        ("min.s32", [1, 2, 3, u32::MAX]),
        ("max.u32", [10, 20, 30, u32::MAX]),
        ("and.b32", [0, 0, 2, 40]),
        ("inc.u32", [0, 0, 0, 41]),
    ] {
        let [_, found] = run(&body(op), &x, &y, None).unwrap();
        assert_eq!(found, words(&expected), "{op}");
    }
    // PTX ISA 9.4: `.f32` preserves subnormals of operands and sums, as `.noftz` of halves does.
    for (op, x, y, sum) in [
        ("add.f32", 1, 0, 1),
        ("add.f32", 3, 0x8000_0001, 2),
        ("add.f32", 0x0080_0000, 0x8000_0001, 0x007f_ffff),
        ("add.noftz.f16", 1, 0, 1),
        ("add.noftz.bf16", 0x0001_8002, 0x0003_0001, 0x0004_8001),
        ("min.f16", 0xbc00_0001, 0x3c00_0002, 0xbc00_0001),
        ("max.bf16", 0xbf80_0001, 0x3f80_8002, 0x3f80_0001),
    ] {
        let [_, found] =
            run(&body(op), &words(&[x, 0, 0, 0]), &words(&[y, 0, 0, 0]), None).unwrap();
        assert_eq!(found, words(&[sum, 0, 0, 0]), "{op}");
    }
}

#[test]
fn a_reduction_takes_the_type_of_the_tensor() {
    let bytes = |all: &[f32]| -> Vec<u8> { all.iter().flat_map(|one| one.to_le_bytes()).collect() };
    let x = bytes(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let y = bytes(&[0.5; 4]);
    let body = |op: &str| {
        format!(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
             cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd2], 16, [bar]; {WAIT}
             cp.reduce.async.bulk.tensor.1d.global.shared::cta.{op}.tile.bulk_group [%rd3, {{4}}], [s];"
        )
    };
    let map = TensorMap::tiled(first_address(), Type::F32, &[6], &[], &[4]).unwrap();
    let [found, _] = run(&body("add"), &x, &y, Some(map.clone())).unwrap();
    assert_eq!(found, bytes(&[1.0, 2.0, 3.0, 4.0, 5.5, 6.5]));
    let message = run(&body("min"), &x, &y, Some(map)).unwrap_err().to_string();
    assert!(
        message.contains("a reduction of elements of type `f32` is not supported"),
        "{message}"
    );
    // A tensor has no sum of `s64` and `f64` (PTX ISA, table of combinations), and minima of halves.
    for (ty, op) in [
        (Type::S64, "add"),
        (Type::F64, "add"),
        (Type::U8, "min"),
        (Type::U16, "max"),
        (Type::U8, "and"),
        (Type::F32, "and"),
        (Type::F16, "xor"),
        (Type::S32, "inc"),
        (Type::U64, "dec"),
    ] {
        let size = u64::from(ty.bits() / 8);
        let map = TensorMap::tiled(first_address(), ty, &[24 / size], &[], &[16 / size as u32]);
        let map = map.unwrap();
        let message = run(&body(op), &x, &y, Some(map)).unwrap_err().to_string();
        assert!(message.contains("a reduction of elements of type"), "{message}");
    }
    let halves = |all: [u16; 8]| all.iter().flat_map(|one| one.to_le_bytes()).collect::<Vec<u8>>();
    let map = TensorMap::tiled(first_address(), Type::F16, &[12], &[], &[8]).unwrap();
    let x = [halves([0; 8]), halves([0x3c00, 0xbc00, 0x0001, 0x8001, 0, 0, 0, 0])].concat();
    let y = halves([0xbc00, 0x3c00, 0x0002, 0x0001, 0, 0, 0, 0]);
    let [found, _] = run(&body("min"), &x[8..], &y, Some(map)).unwrap();
    assert_eq!(found[8..16], halves([0xbc00, 0xbc00, 0x0001, 0x8001, 0, 0, 0, 0])[..8]);
}

#[test]
fn a_wrong_copy_is_a_fault() {
    let copy = |to: &str, from: &str, size: u32| {
        format!(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [{to}], [{from}], {size}, [bar];"
        )
    };
    for (body, what) in [
        (copy("s", "%rd1", 24), "a copy of 24 bytes: the size must be a multiple of 16"),
        (copy("s+8", "%rd1", 16), "misaligned: writes 16 bytes at offset 8 of shared memory"),
        (
            copy("s", "%rd1+4", 16),
            "misaligned: reads 16 bytes at offset 4 of the buffer of parameter 0",
        ),
        (copy("s", "%rd1+1024", 16), "out of bounds: reads 16 bytes at offset 1024"),
        (copy("bar", "%rd1", 16), "opaque: writes 16 bytes"),
        (
            format!("mbarrier.inval.shared::cta.b64 [bar]; {}", copy("s", "%rd1", 16)),
            "no mbarrier at offset",
        ),
    ] {
        let found = fault(&body, None);
        assert!(found.contains(what), "{body}: {found}");
    }
    let tensor = "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [s+64], [%rd3, {0, 0}], [bar];";
    assert!(fault(tensor, None).contains("no tensor map of this engine"));
    let map = TensorMap::tiled(first_address(), Type::F32, &[8, 8], &[32], &[4, 4]).unwrap();
    assert!(fault(tensor, Some(map.clone())).contains("misaligned: writes 64 bytes at offset 64"));
    let rank = tensor.replace("2d", "1d").replace("{0, 0}", "{0}").replace("s+64", "s");
    assert!(fault(&rank, Some(map)).contains("1 coordinates for a tensor map of rank 2"));
}

#[test]
fn a_copy_within_a_block_is_undefined() {
    let body = format!(
        "mov.u32 %r1, 7; st.shared.v4.b32 [s], {{%r1, %r1, %r1, %r1}}; fence.proxy.async.shared::cta;
         mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
         cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [s+64], [s], 16, [bar]; {WAIT}
         ld.shared.b32 %r1, [s+76]; st.global.b32 [%rd1], %r1;"
    );
    let launch =
        |strict| run_with(&body, [&[0; 4], &[0; 4]], None, &Options::default().strict(strict));
    assert_eq!(launch(false).unwrap()[0], [7, 0, 0, 0]);
    let message = launch(true).unwrap_err().to_string();
    assert!(message.contains("a copy of shared memory within a block"), "{message}");
}

#[test]
fn a_map_obeys_the_rules_of_the_driver() {
    let tiled = |address, ty, shape: &[u64], strides: &[u64], tile: &[u32]| {
        TensorMap::tiled(address, ty, shape, strides, tile).unwrap_err()
    };
    let f32 = Type::F32;
    for (message, what) in [
        (tiled(8, f32, &[8], &[], &[4]), "the address 0x8 must be a multiple of 16"),
        (tiled(16, f32, &[], &[], &[]), "a tensor of rank 0"),
        (tiled(16, f32, &[8; 6], &[32; 5], &[4; 6]), "a tensor of rank 6"),
        (tiled(16, f32, &[8, 8], &[], &[4, 4]), "0 strides for rank 2: expected 1"),
        (tiled(16, f32, &[8, 8], &[8], &[4, 4]), "a stride of 8 bytes"),
        (tiled(16, f32, &[8, 0], &[32], &[4, 4]), "a dimension of 0 elements"),
        (tiled(16, f32, &[8], &[], &[257]), "a tile of 257 elements"),
        (tiled(16, f32, &[8], &[], &[2]), "a tile's row of 8 bytes"),
        (tiled(16, Type::Pred, &[8], &[], &[4]), "a tensor map of `pred` is not supported"),
    ] {
        assert!(message.contains(what), "{message}");
    }
    let map = TensorMap::tiled(16, f32, &[64], &[], &[16]).unwrap();
    assert!(map.clone().swizzle(Swizzle::B32).unwrap_err().contains("exceeds the 32 bytes"));
    assert!(map.clone().swizzle(Swizzle::B64).is_ok());
    assert!(map.clone().steps(&[9]).unwrap_err().contains("a step of 9"));
    let innermost = map.steps(&[2]).unwrap_err();
    assert!(innermost.contains("a step of 2 in the innermost dimension"), "{innermost}");
    let map = TensorMap::tiled(16, Type::S32, &[64], &[], &[16]).unwrap();
    assert!(map.fill_nan().unwrap_err().contains("needs floats"));
}

/// A pseudorandom number generator (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }
}

pub(crate) const SWIZZLES: [Swizzle; 7] = [
    Swizzle::None,
    Swizzle::B32,
    Swizzle::B64,
    Swizzle::B128,
    Swizzle::B128Atom32,
    Swizzle::B128Atom32Flip8,
    Swizzle::B128Atom64,
];

/// Returns the offset of a byte that has the offset `plain` without a swizzle. The tables of PTX ISA: chunk `c` of row `r`
/// of an atom is stored at chunk `c ^ r`. The flip swaps the halves of 16 bytes in every other row.
pub(crate) fn swizzled(swizzle: Swizzle, plain: usize) -> usize {
    let (chunk, chunks) = match swizzle {
        Swizzle::None => (16, 1),
        Swizzle::B32 => (16, 2),
        Swizzle::B64 => (16, 4),
        Swizzle::B128 => (16, 8),
        Swizzle::B128Atom64 => (64, 2),
        _ => (32, 4),
    };
    let row = plain / 128 % chunks;
    let column = plain % (chunk * chunks) / chunk;
    let base = plain / (chunk * chunks) * (chunk * chunks);
    let to = base + (column ^ row) * chunk + plain % chunk;
    match (swizzle, row % 2, to % 16 / 8) {
        (Swizzle::B128Atom32Flip8, 1, 0) => to + 8,
        (Swizzle::B128Atom32Flip8, 1, _) => to - 8,
        _ => to,
    }
}

/// A random tensor, and the coordinates of a tile.
pub(crate) struct Case {
    pub(crate) size: usize,
    ty: Type,
    shape: Vec<u64>,
    strides: Vec<u64>,
    pub(crate) tile: Vec<u32>,
    pub(crate) start: Vec<i32>,
    swizzle: Swizzle,
    pub(crate) fill: Option<Vec<u8>>,
    pub(crate) bytes: usize,
}

impl Case {
    pub(crate) fn new(random: &mut Random) -> Self {
        let types = [Type::U8, Type::F16, Type::Bf16, Type::S32, Type::F32, Type::F64, Type::U64];
        let ty = types[random.below(7) as usize];
        let size = ty.bits() as usize / 8;
        let rank = 1 + random.below(5) as usize;
        let choice = random.below(7) as usize;
        let (swizzle, span) = (SWIZZLES[choice], [64, 32, 64, 128, 128, 128, 128][choice]);
        let row = 16 * (1 + random.below(span / 16)) as u32;
        let mut tile = vec![row / size as u32];
        let mut shape = vec![1 + random.below(40)];
        let mut strides = Vec::new();
        let mut stride = (shape[0] * size as u64).next_multiple_of(16);
        for axis in 1..rank {
            tile.push(1 + random.below(if axis < 3 { 5 } else { 2 }) as u32);
            shape.push(1 + random.below(if axis < 3 { 9 } else { 3 }));
            strides.push(stride);
            stride = stride * shape[axis] + 16 * random.below(2);
        }
        let nan: Option<&[u8]> = match ty {
            Type::F16 | Type::Bf16 => Some(&[0xff, 0x7f]),
            Type::F32 => Some(&[0xff, 0xff, 0xff, 0x7f]),
            Type::F64 => Some(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
            _ => None,
        };
        let fill = nan.filter(|_| random.below(2) == 1).map(<[u8]>::to_vec);
        let bytes = stride as usize;
        let mut case =
            Self { size, ty, shape, strides, tile, start: Vec::new(), swizzle, fill, bytes };
        case.move_tile(random);
        case
    }

    /// Returns the case with a swizzle that stores have, too.
    pub(crate) fn of_stores(mut self) -> Self {
        if self.swizzle == Swizzle::B128Atom32Flip8 {
            self.swizzle = Swizzle::B128Atom32;
        }
        self
    }

    /// Chooses the coordinates of the tile, some of which are outside of the tensor.
    pub(crate) fn move_tile(&mut self, random: &mut Random) {
        let start = self.tile.iter().zip(&self.shape).map(|(tile, size)| {
            random.below(size + u64::from(*tile) + 4) as i32 - *tile as i32 - 2
        });
        self.start = start.collect();
    }

    /// Returns a map of the tensor at an address.
    pub(crate) fn map(&self, address: u64) -> TensorMap {
        let map = TensorMap::tiled(address, self.ty, &self.shape, &self.strides, &self.tile);
        let map = map.unwrap().swizzle(self.swizzle).unwrap();
        if self.fill.is_some() { map.fill_nan().unwrap() } else { map }
    }

    pub(crate) fn tile_bytes(&self) -> usize {
        self.tile.iter().map(|size| *size as usize).product::<usize>() * self.size
    }

    /// Returns, for each element of the tile, its offset in the tensor (`None` outside) and in shared memory.
    pub(crate) fn elements(&self) -> Vec<(Option<usize>, usize)> {
        let mut all = Vec::new();
        let count: u32 = self.tile.iter().product();
        for number in 0..count {
            let (mut rest, mut offset, mut is_inside) = (number, 0i64, true);
            for axis in 0..self.tile.len() {
                let at = i64::from(self.start[axis]) + i64::from(rest % self.tile[axis]);
                rest /= self.tile[axis];
                is_inside &= 0 <= at && at < self.shape[axis] as i64;
                let stride = if axis == 0 { self.size as u64 } else { self.strides[axis - 1] };
                offset += at * stride as i64;
            }
            let to = swizzled(self.swizzle, number as usize * self.size);
            all.push((is_inside.then_some(offset as usize), to));
        }
        all
    }

    fn coordinates(&self) -> String {
        self.start.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")
    }
}

#[test]
fn tiles_match_a_plain_second_implementation() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for number in 0..sample(300, 4) {
        let case = Case::new(&mut random);
        let (rank, total) = (case.tile.len(), case.tile_bytes());
        let x: Vec<u8> = (0..case.bytes).map(|_| random.below(256) as u8).collect();
        // A swizzle may move a chunk behind the end of the tile.
        let whole = total.next_multiple_of(1024);
        let load = format!(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {total};
             cp.async.bulk.tensor.{rank}d.shared::cta.global.mbarrier::complete_tx::bytes [s], [%rd3, {{{}}}], [bar]; {WAIT}
             cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], {whole};",
            case.coordinates()
        );
        let [_, found] = run(&load, &x, &vec![0; BYTES], Some(case.map(first_address()))).unwrap();
        let mut expected = vec![0; BYTES];
        let zero = vec![0; case.size];
        for (from, to) in case.elements() {
            let element = match from {
                Some(from) => &x[from..from + case.size],
                None => case.fill.as_ref().unwrap_or(&zero),
            };
            expected[to..to + case.size].copy_from_slice(element);
        }
        assert!(found == expected, "load {number}");

        // The coordinates of a store are not negative.
        let mut case = case;
        case.start.iter_mut().for_each(|start| *start = (*start).max(0));
        let y: Vec<u8> = (0..BYTES).map(|_| random.below(256) as u8).collect();
        let store = format!(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {BYTES};
             cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [%rd2], {BYTES}, [bar]; {WAIT}
             cp.async.bulk.tensor.{rank}d.global.shared::cta.bulk_group [%rd3, {{{}}}], [s];",
            case.coordinates()
        );
        let found = run(&store, &x, &y, Some(case.map(first_address())));
        // PTX has the flip of 8 bytes for loads only.
        if case.swizzle == Swizzle::B128Atom32Flip8 {
            let message = found.unwrap_err().to_string();
            assert!(message.contains("a store with a swizzle that flips 8 bytes"), "{message}");
            continue;
        }
        let [found, _] = found.unwrap();
        let mut expected = x.clone();
        for (to, from) in case.elements() {
            if let Some(to) = to {
                expected[to..to + case.size].copy_from_slice(&y[from..from + case.size]);
            }
        }
        assert!(found == expected, "store {number}");
    }
}

#[test]
fn a_step_skips_elements() {
    let x: Vec<u8> = (0..=255).collect();
    let map = TensorMap::tiled(first_address(), Type::U8, &[16, 16], &[16], &[16, 4]).unwrap();
    let map = map.steps(&[1, 3]).unwrap();
    let load = format!(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 32;
         cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [s], [%rd3, {{1, 2}}], [bar]; {WAIT}
         cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], 32;"
    );
    let [_, found] = run(&load, &x, &[0; 32], Some(map)).unwrap();
    let element = |row: usize, i: usize| if 1 + i < 16 { x[16 * row + 1 + i] } else { 0 };
    let expected: Vec<u8> =
        [2, 5].iter().flat_map(|row| (0..16).map(|i| element(*row, i))).collect();
    assert_eq!(found, expected);
}

#[test]
fn four_rows_are_gathered_and_scattered() {
    // 16 rows of 32 bytes, of which a row of the tile has 16. The coordinates are the column, and four rows.
    let x: Vec<u8> = (0..512).map(|i| (i * 7 % 251) as u8).collect();
    let map =
        |rows: u32| TensorMap::tiled(first_address(), Type::U8, &[32, 16], &[32], &[16, rows]);
    let swizzled = map(1).unwrap().swizzle(Swizzle::B32).unwrap();
    let load = |rows: &str| {
        format!(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;
             cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [s+128], [%rd3, {{8, {rows}}}], [bar];
             {WAIT} cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s+128], 64;"
        )
    };
    let element =
        |row: i32, i: usize| if (0..16).contains(&row) { x[row as usize * 32 + 8 + i] } else { 0 };
    let expected: Vec<u8> =
        [3, 15, -1, 7].iter().flat_map(|row| (0..16).map(|i| element(*row, i))).collect();
    let [_, found] = run(&load("3, 15, -1, 7"), &x, &[9; 64], Some(map(1).unwrap())).unwrap();
    assert_eq!(found, expected);
    // The second 128 bytes of a pattern of 256 bytes have their chunks swapped.
    let [_, found] = run(&load("3, 15, -1, 7"), &x, &[9; 64], Some(swizzled)).unwrap();
    let swapped = [&expected[16..32], &expected[..16], &expected[48..], &expected[32..48]].concat();
    assert_eq!(found, swapped);

    let store = format!(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;
         cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [%rd2], 64, [bar]; {WAIT}
         cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%rd3, {{16, 2, 16, 0, 9}}], [s];"
    );
    let y: Vec<u8> = (100..164).collect();
    let [found, _] = run(&store, &x, &y, Some(map(1).unwrap())).unwrap();
    let mut expected = x.clone();
    for (row, from) in [(2, 0), (0, 32), (9, 48)] {
        expected[row * 32 + 16..][..16].copy_from_slice(&y[from..from + 16]);
    }
    assert_eq!(found, expected);
    let negative = fault(&store.replace("16, 0, 9", "-1, 0, 9"), Some(map(1).unwrap()));
    assert!(
        negative.contains("the coordinate -1 of a store: it must not be negative"),
        "{negative}"
    );
    let two = fault(&load("0, 1, 2, 3"), Some(map(2).unwrap()));
    assert!(two.contains("four rows need a tile of one row"), "{two}");
}

#[test]
fn zeros_are_stored_in_bulk() {
    let body = "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;
         cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [%rd1], 64, [bar]; WAIT
         mov.b64 %rd7, 24; st.bulk.weak.shared::cta [s+8], %rd7, 0; st.bulk [%rd6+48], 8, 0;
         fence.proxy.async; cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], 64; // tile::"
        .replace("WAIT", &format!("{WAIT} cvta.shared.u64 %rd6, %rd4;"));
    let x: Vec<u8> = (1..65).collect();
    let [_, found] = run(&body, &x, &[0; 64], None).unwrap();
    let is_zero = |i: usize| (8..32).contains(&i) || (48..56).contains(&i);
    let expected: Vec<u8> = (0..64).map(|i| if is_zero(i) { 0 } else { x[i] }).collect();
    assert_eq!(found, expected);
    let fault = fault("mov.b64 %rd7, 12; st.bulk.weak.shared::cta [s], %rd7, 0; // tile::", None);
    assert!(fault.contains("12 bytes: the size must be a multiple of 8"), "{fault}");
}

#[test]
fn a_copy_ignores_bytes_outside_of_a_buffer() {
    let x: Vec<u8> = (0..40).collect();
    let copy = |from: &str, size: u32, left: u32, right: u32| {
        format!(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {size};
             cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob
                 [s], [{from}], {size}, {left}, {right}, [bar]; {WAIT}"
        )
    };
    let store = "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], 32;
         cp.async.bulk.global.shared::cta.bulk_group [%rd2+32], [s+32], 16;";
    // Bytes 0 to 4 and 40 to 47 are indeterminate.
    let body = copy("%rd1", 48, 5, 8) + store;
    let [_, found] = run(&body, &x, &[9; 48], None).unwrap();
    assert_eq!(found[5..40], x[5..40]);
    // The bytes are counted, and one beyond the ignored bytes is not in the buffer.
    let [_, found] = run(&(copy("%rd1", 16, 15, 15) + store), &x, &[9; 48], None).unwrap();
    assert_eq!(found.len(), 48);
    for (body, what) in [
        (copy("%rd1", 48, 5, 7), "out of bounds: reads 36 bytes at offset 5 of the buffer"),
        (copy("%rd1", 48, 5, 16), "16 ignored bytes: the number must be 0 to 15"),
        (copy("%rd1", 40, 0, 0), "a copy of 40 bytes: the size must be a multiple of 16"),
        (copy("%rd1+8", 16, 0, 0), "misaligned: reads 16 bytes at offset 8"),
    ] {
        let message = run(&body, &x, &[9; 48], None).unwrap_err().to_string();
        assert!(message.contains(what), "{message}");
    }
}

/// Bit i of the mask selects byte i of each 16 bytes (PTX ISA, "cp.async.bulk").
#[test]
fn a_byte_mask_selects_bytes_of_each_chunk() {
    let x: Vec<u8> = (1..65).collect();
    for mask in [0xffff, 0, 0x8001, 0x5a3c_u16] {
        let body = format!(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;
             cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [%rd1], 64, [bar]; {WAIT}
             mov.u16 %rs1, {mask}; cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd2+16], [s], 48, %rs1; // tile::"
        );
        let [_, found] = run(&body, &x, &[0; 64], None).unwrap_or_else(|fault| panic!("{fault}"));
        let hinted = body
            .replace(".cp_mask", ".L2::cache_hint.cp_mask")
            .replace("48, %rs1", "48, %rd4, %rs1");
        let [_, same] = run(&hinted, &x, &[0; 64], None).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(same, found);
        let byte = |i: usize| if mask >> (i % 16) & 1 == 1 { x[i] } else { 0 };
        let expected: Vec<u8> = [0; 16].into_iter().chain((0..48).map(byte)).collect();
        assert_eq!(found, expected, "{mask:x}");
    }
}
