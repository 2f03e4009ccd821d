//! Tests bulk copies with `.im2col` against loops over the pixels, and against results that chips have returned.

use crate::bulk::{BYTES, Random, SWIZZLES, WAIT, first_address, run, swizzled};
use ptx_isa::Type;
use ptx_run::{Swizzle, TensorMap};
use test_support::sample;

/// The mode of a copy, with the number of pixels of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    All(u32),
    Wide(u32),
    Wide128,
}

/// A random tensor with the dimensions C, W, H, D, N, of which rank 4 lacks D and rank 3 also H, and a copy.
struct Case {
    mode: Mode,
    ty: Type,
    size: usize,
    shape: Vec<u64>,
    strides: Vec<u64>,
    steps: Vec<u32>,
    lower: Vec<i32>,
    upper: Vec<i32>,
    channels: u32,
    swizzle: Swizzle,
    start: Vec<i32>,
    offsets: Vec<u16>,
    fills_nan: bool,
    bytes: usize,
}

impl Case {
    fn new(random: &mut Random) -> Self {
        let rank = 3 + random.below(3) as usize;
        let mode = match random.below(4) {
            0 => Mode::Wide(1 + random.below(60) as u32),
            1 => Mode::Wide128,
            _ => Mode::All(1 + random.below(100) as u32),
        };
        let is_wide = !matches!(mode, Mode::All(_));
        let types = [Type::U8, Type::F16, Type::F32, Type::F64, Type::S32];
        let ty = types[random.below(5) as usize];
        let size = ty.bits() as usize / 8;
        let choice = if is_wide { 2 + random.below(3) } else { random.below(7) } as usize;
        let (swizzle, span) = (SWIZZLES[choice], [96, 32, 64, 96, 128, 96, 128][choice]);
        // With 128 pixels and halos, a copy must fit into the shared memory of the kernel.
        let row = 16 * (1 + random.below(span.min(80) / 16));
        let mut shape = vec![row / size as u64 + random.below(9)];
        let mut strides = Vec::new();
        let mut stride = (shape[0] * size as u64).next_multiple_of(16);
        let (mut steps, mut start) = (vec![1], vec![random.below(10) as i32 - 4]);
        let (mut lower, mut upper, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
        for axis in 1..rank {
            let extent = 1 + random.below(if axis == 1 { 9 } else { 4 });
            shape.push(extent);
            strides.push(stride);
            stride = stride * extent + 16 * random.below(2);
            let is_last = axis == rank - 1;
            steps.push(if is_last { 1 } else { 1 + random.below(3) as u32 });
            if is_last || (is_wide && axis > 1) {
                start.push(random.below(extent + 2) as i32 - 1);
                continue;
            }
            let low = random.below(6) as i32 - 3;
            // The box has at least one pixel.
            let high = (random.below(6) as i32 - 3).max(low + 1 - extent as i32);
            let last = extent as i32 - 1 + high;
            lower.push(low);
            upper.push(high);
            let before = if is_wide { random.below(3) as i32 } else { 0 };
            start.push(low - before + random.below((last - low + 1) as u64) as i32);
            offsets.push(random.below(5) as u16);
        }
        if is_wide {
            offsets = vec![random.below(6) as u16, random.below(5) as u16];
        }
        let fills_nan = matches!(ty, Type::F16 | Type::F32) && random.below(2) == 1;
        let (channels, bytes) = (row as u32 / size as u32, stride as usize);
        Self {
            mode,
            ty,
            size,
            shape,
            strides,
            steps,
            lower,
            upper,
            channels,
            swizzle,
            start,
            offsets,
            fills_nan,
            bytes,
        }
    }

    /// Returns a copy whose bounding box and start are in the tensor, as a store requires.
    fn inside(mut self) -> Self {
        if self.swizzle == Swizzle::B128Atom32Flip8 {
            self.swizzle = Swizzle::B128Atom32;
        }
        self.start.iter_mut().for_each(|one| *one = (*one).max(0));
        for axis in 0..self.lower.len() {
            let extent = self.shape[axis + 1] as i32;
            let lower = self.lower[axis].clamp(0, extent - 1);
            let upper = self.upper[axis].min(0).max(lower + 1 - extent);
            self.start[axis + 1] = self.start[axis + 1].clamp(lower, extent - 1 + upper);
            (self.lower[axis], self.upper[axis]) = (lower, upper);
        }
        self
    }

    fn map(&self) -> TensorMap {
        let (address, ty) = (first_address(), self.ty);
        let (shape, strides, channels) = (&self.shape, &self.strides, self.channels);
        let map = match self.mode {
            Mode::All(pixels) => {
                let corners = [&self.lower[..], &self.upper];
                TensorMap::im2col(address, ty, shape, strides, corners, channels, pixels)
            }
            Mode::Wide(_) | Mode::Wide128 => {
                let pixels = if let Mode::Wide(pixels) = self.mode { Some(pixels) } else { None };
                let corners = [self.lower[0], self.upper[0]];
                TensorMap::im2col_wide(address, ty, shape, strides, corners, channels, pixels)
            }
        };
        let map = map.and_then(|map| map.swizzle(self.swizzle)?.steps(&self.steps)).unwrap();
        if self.fills_nan { map.fill_nan().unwrap() } else { map }
    }

    /// Returns the bases of the pixels, W first and N last, as loops over the dimensions visit them.
    fn bases(&self, count: usize) -> Vec<Vec<i64>> {
        let axes = self.shape.len() - 1;
        // For each dimension of the pixels: where a loop starts, where its first run starts, its last value and its step.
        let range = |axis: usize| {
            let first = i64::from(self.start[axis + 1]);
            match self.lower.get(axis).zip(self.upper.get(axis)) {
                _ if axis == axes - 1 => (first, first, i64::MAX, 1),
                Some((lower, upper)) => {
                    let last = self.shape[axis + 1] as i64 - 1 + i64::from(*upper);
                    (i64::from(*lower), first, last, i64::from(self.steps[axis + 1]))
                }
                // A dimension that does not move.
                None => (first, first, first, 1),
            }
        };
        let unit = (0, 0, 0, 1);
        let ranges: Vec<_> = (0..4)
            .map(|i| match i {
                3 => range(axes - 1),
                i if i < axes - 1 => range(i),
                _ => unit,
            })
            .collect();
        let [w, h, d, n] = ranges[..] else { unreachable!() };
        let mut all = Vec::new();
        let mut is_first = [true; 3];
        let at = |is_first: bool, (lower, first, ..): (i64, i64, i64, i64)| {
            if is_first { first } else { lower }
        };
        let mut i_n = n.1;
        loop {
            let mut i_d = at(is_first[2], d);
            is_first[2] = false;
            while i_d <= d.2 {
                let mut i_h = at(is_first[1], h);
                is_first[1] = false;
                while i_h <= h.2 {
                    let mut i_w = at(is_first[0], w);
                    is_first[0] = false;
                    while i_w <= w.2 {
                        let mut base = [i_w, i_h, i_d][..axes - 1].to_vec();
                        base.push(i_n);
                        all.push(base);
                        if all.len() == count {
                            return all;
                        }
                        i_w += w.3;
                    }
                    i_h += h.3;
                }
                i_d += d.3;
            }
            i_n += 1;
        }
    }

    /// Returns the pixels of a copy in the order of shared memory.
    fn pixels(&self, offsets: &[u16]) -> Vec<Vec<i64>> {
        let (count, shifts) = match self.mode {
            Mode::All(pixels) => (pixels as usize, offsets.to_vec()),
            Mode::Wide(pixels) => (pixels as usize + usize::from(offsets[0]), vec![offsets[1]]),
            Mode::Wide128 => (128 + usize::from(offsets[0]), vec![offsets[1]]),
        };
        let mut all = self.bases(count);
        for pixel in &mut all {
            for (one, shift) in pixel.iter_mut().zip(&shifts) {
                *one += i64::from(*shift);
            }
        }
        if self.mode != Mode::Wide128 {
            return all;
        }
        let halo = usize::from(offsets[0]);
        [0, 32, 64, 96].iter().flat_map(|first| all[*first..first + 32 + halo].to_vec()).collect()
    }

    /// Returns, for each element of a copy, its offset in the tensor (`None` outside) and in shared memory.
    fn elements(&self, offsets: &[u16]) -> Vec<(Option<usize>, usize)> {
        let mut all = Vec::new();
        for pixel in self.pixels(offsets) {
            for channel in 0..self.channels as usize {
                let at = i64::from(self.start[0]) + channel as i64;
                let mut is_inside = 0 <= at && at < self.shape[0] as i64;
                let mut from = at * self.size as i64;
                for (axis, one) in pixel.iter().enumerate() {
                    is_inside &= 0 <= *one && *one < self.shape[axis + 1] as i64;
                    from += one * self.strides[axis] as i64;
                }
                let to = swizzled(self.swizzle, all.len() * self.size);
                all.push((is_inside.then_some(from as usize), to));
            }
        }
        all
    }

    fn fill(&self) -> Vec<u8> {
        match (self.fills_nan, self.ty) {
            (false, _) => vec![0; self.size],
            (true, Type::F16) => vec![0xff, 0x7f],
            (true, _) => vec![0xff, 0xff, 0xff, 0x7f],
        }
    }
}

fn list<T: ToString>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// A load to `s`, and a copy of `s` to the buffer `y`.
fn load(mode: &str, start: &[i32], offsets: &[u16], total: usize, whole: usize) -> String {
    let (rank, start, offsets) = (start.len(), list(start), list(offsets));
    format!(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {total};
         cp.async.bulk.tensor.{rank}d.shared::cta.global.{mode}.mbarrier::complete_tx::bytes
             [s], [%rd3, {{{start}}}], [bar], {{{offsets}}}; {WAIT}
         cp.async.bulk.prefetch.tensor.{rank}d.L2.global.{mode} [%rd3, {{{start}}}], {{{offsets}}};
         cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], {whole};"
    )
}

#[test]
fn pixels_match_loops_over_the_dimensions() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for number in 0..sample(600, 4) {
        let case = Case::new(&mut random);
        let x: Vec<u8> = (0..case.bytes).map(|_| random.below(256) as u8).collect();
        let elements = case.elements(&case.offsets);
        let total = elements.len() * case.size;
        let mode = match case.mode {
            Mode::All(_) => "im2col",
            Mode::Wide(_) => "im2col::w",
            Mode::Wide128 => "im2col::w::128",
        };
        let body = load(mode, &case.start, &case.offsets, total, total.next_multiple_of(1024));
        let [_, found] = run(&body, &x, &vec![0; BYTES], Some(case.map()))
            .unwrap_or_else(|fault| panic!("{number}: {fault}"));
        let mut expected = vec![0; BYTES];
        let fill = case.fill();
        for (from, to) in elements {
            let element = from.map_or(&fill[..], |from| &x[from..from + case.size]);
            expected[to..to + case.size].copy_from_slice(element);
        }
        assert!(found == expected, "load {number}");

        if mode != "im2col" {
            continue;
        }
        let case = case.inside();
        let y: Vec<u8> = (0..BYTES).map(|_| random.below(256) as u8).collect();
        let (rank, start) = (case.start.len(), list(&case.start));
        let store = format!(
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {BYTES};
             cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [%rd2], {BYTES}, [bar]; {WAIT}
             cp.async.bulk.tensor.{rank}d.global.shared::cta.im2col_no_offs.bulk_group [%rd3, {{{start}}}], [s];"
        );
        let [found, _] = run(&store, &x, &y, Some(case.map())).unwrap();
        let mut expected = x.clone();
        for (to, from) in case.elements(&[]) {
            if let Some(to) = to {
                expected[to..to + case.size].copy_from_slice(&y[from..from + case.size]);
            }
        }
        assert!(found == expected, "store {number}");
    }
}

/// Triton's tutorial on `.im2col` asserts these pixels on chips: images of 4 x 4 pixels with 32 channels, whose values
/// count from 1.
#[test]
fn pixels_match_those_of_chips() {
    let corner = |both: i32| vec![both; 2];
    let padded = [0, 0, 0, 0, 0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11];
    let all: Vec<u32> = (1..17).collect();
    let later: Vec<u32> = (8..24).collect();
    for (images, corner, start, offset, expected) in [
        (1, corner(0), [0, 0, 0, 0], 0, &all[..]),
        (1, corner(-1), [0, -1, -1, 0], 0, &padded),
        (1, corner(-1), [0, -1, -1, 0], 1, &all),
        (2, corner(0), [0, 3, 1, 0], 0, &later),
    ] {
        let x: Vec<u8> =
            (0..images * 16 * 32).flat_map(|i| (1.0 + (i / 32) as f32).to_le_bytes()).collect();
        let (shape, strides) = ([32, 4, 4, images], [128, 512, 2048]);
        let corners = [&corner[..], &corner];
        let map = TensorMap::im2col(first_address(), Type::F32, &shape, &strides, corners, 32, 16)
            .unwrap();
        let body = load("im2col", &start, &[offset; 2], 2048, 2048);
        let [_, found] = run(&body, &x, &[0; 2048], Some(map)).unwrap();
        let words: Vec<f32> =
            found.chunks(4).map(|word| f32::from_le_bytes(word.try_into().unwrap())).collect();
        let pixels: Vec<u32> = words.chunks(32).map(|pixel| pixel[0] as u32).collect();
        assert_eq!(pixels, expected);
        assert!(words.chunks(32).all(|pixel| pixel.iter().all(|one| *one == pixel[0])));
    }
}

#[test]
fn a_map_obeys_the_rules_of_the_driver() {
    let of = |shape: &[u64], lower: &[i32], upper: &[i32], channels, pixels| {
        let strides: Vec<u64> = (1..shape.len() as u64).map(|axis| 4096 * axis).collect();
        TensorMap::im2col(16, Type::F32, shape, &strides, [lower, upper], channels, pixels)
    };
    let rank_3 = [16, 8, 2];
    for (result, what) in [
        (of(&[16, 8], &[0], &[0], 16, 8), "a tensor of rank 2: `.im2col` needs a rank of 3 to 5"),
        (of(&rank_3, &[0, 0], &[0], 16, 8), "the lower corner has 2 numbers: expected 1"),
        (
            of(&rank_3, &[0], &[1 << 15], 16, 8),
            "32768 in the upper corner: it must be -32768 to 32767",
        ),
        (of(&[16, 8, 8, 2], &[-129, 0], &[0, 0], 16, 8), "it must be -128 to 127"),
        (of(&[16, 8, 8, 8, 2], &[0; 3], &[0, 16, 0], 16, 8), "it must be -16 to 15"),
        (of(&rank_3, &[0], &[-8], 16, 8), "a bounding box from 0 to -1: it is empty"),
        (of(&rank_3, &[0], &[0], 257, 8), "257"),
        (of(&rank_3, &[0], &[0], 3, 8), "a tile's row of 12 bytes"),
        (of(&rank_3, &[0], &[0], 16, 0), "0 pixels: a copy must have 1 to 1024"),
        (of(&rank_3, &[0], &[0], 16, 1025), "1025 pixels"),
    ] {
        let message = result.unwrap_err();
        assert!(message.contains(what), "{message}");
    }
    assert!(of(&rank_3, &[-32768], &[32767], 256, 1024).is_ok());
    let steps = of(&rank_3, &[0], &[0], 16, 8).unwrap().steps(&[1, 8, 2]).unwrap_err();
    assert!(steps.contains("a step in the outermost dimension"), "{steps}");
    let wide = TensorMap::im2col_wide(16, Type::F32, &rank_3, &[64, 512], [0, 0], 8, Some(8));
    let wide = wide.unwrap().swizzle(Swizzle::B32);
    assert!(wide.unwrap_err().contains("`.im2col::w` needs a swizzle of 64 or 128 bytes"));
    for (pixels, is_valid) in [(Some(8), true), (None, false)] {
        let wide = TensorMap::im2col_wide(16, Type::F32, &rank_3, &[64, 512], [0, 0], 8, pixels);
        assert_eq!(wide.unwrap().swizzle(Swizzle::B96).is_ok(), is_valid);
    }
}

#[test]
fn a_wrong_copy_is_a_fault() {
    let shape = [16, 8, 2];
    let map = |lower| {
        let corners = [&[lower][..], &[0]];
        TensorMap::im2col(first_address(), Type::F32, &shape, &[64, 512], corners, 16, 8).unwrap()
    };
    let wide = |pixels| {
        let address = first_address();
        TensorMap::im2col_wide(address, Type::F32, &shape, &[64, 512], [1, 0], 16, pixels).unwrap()
    };
    let tiled = TensorMap::tiled(first_address(), Type::F32, &shape, &[64, 512], &[16, 1, 1]);
    for (mode, start, offsets, map, what) in [
        (
            "im2col",
            &[0, -1, 0][..],
            &[0][..],
            map(0),
            "the coordinate -1 is outside of the bounding box from 0 to 7",
        ),
        (
            "im2col",
            &[0, 8, 0],
            &[0],
            map(-1),
            "the coordinate 8 is outside of the bounding box from -1 to 7",
        ),
        ("im2col::w", &[0, 8, 0], &[0, 0], wide(Some(8)), "the coordinate 8 is outside"),
        ("im2col", &[0, 0, 0, 0], &[0, 0], map(0), "4 coordinates for a tensor map of rank 3"),
        (
            "im2col",
            &[0, 0, 0],
            &[0],
            tiled.unwrap(),
            "a copy with `.im2col` of a tensor map for `.tile`",
        ),
        (
            "im2col",
            &[0, 0, 0],
            &[0],
            wide(None),
            "a copy with `.im2col` of a tensor map for `.im2col::w::128`",
        ),
        (
            "im2col::w",
            &[0, 0, 0],
            &[0, 0],
            wide(None),
            "a copy with `.im2col::w` of a tensor map for `.im2col::w::128`",
        ),
    ] {
        let body = load(mode, start, offsets, 512, 512);
        let message = run(&body, &[0; 1024], &[0; 1024], Some(map)).unwrap_err().to_string();
        assert!(message.contains(what), "{message}");
    }
    for (mode, halo, offset, what) in [
        ("im2col::w", 512, 0, "the halo 512: it must be 0 to 511"),
        ("im2col::w", 0, 32, "the offset 32: it must be 0 to 31"),
        ("im2col::w::128", 32, 0, "the halo 32: it must be 0 to 31"),
    ] {
        let map = wide(if mode == "im2col::w" { Some(8) } else { None });
        let body = load(mode, &[0, 1, 0], &[halo, offset], 512, 512);
        let message = run(&body, &[0; 1024], &[0; 1024], Some(map)).unwrap_err().to_string();
        assert!(message.contains(what), "{message}");
    }
    let store = |start: &str| {
        format!(
            "cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group [%rd3, {{{start}}}], [s];"
        )
    };
    for (lower, start, what) in [
        (-1, "0, 0, 0", "a store whose bounding box leaves the tensor"),
        (0, "0, 0, -1", "the coordinate -1 of a store: it must not be negative"),
    ] {
        let message = run(&store(start), &[0; 1024], &[0; 1024], Some(map(lower))).unwrap_err();
        assert!(message.to_string().contains(what), "{message}");
    }
    let (shape, strides) = ([16, 4, 4, 2], [64, 256, 1024]);
    let corners = [&[0, 0][..], &[0, 0]];
    let map = TensorMap::im2col(first_address(), Type::F32, &shape, &strides, corners, 16, 8);
    let body = load("im2col", &[0; 4], &[0, 256], 512, 512);
    let message = run(&body, &[0; 2048], &[0; 1024], Some(map.unwrap())).unwrap_err().to_string();
    assert!(message.contains("the offset 256: it must be 0 to 255"), "{message}");
    // Each of three offsets has five bits.
    let (shape, strides) = ([16, 4, 4, 4, 2], [64, 256, 1024, 4096]);
    let corners = [&[0, 0, 0][..], &[0, 0, 0]];
    let map = TensorMap::im2col(first_address(), Type::F32, &shape, &strides, corners, 16, 8);
    let map = map.unwrap();
    for offset in [31, 32] {
        let body = load("im2col", &[0; 5], &[0, 0, offset], 512, 512);
        let found = run(&body, &[0; 8192], &[0; 1024], Some(map.clone()));
        let message = found.err().map(|fault| fault.to_string());
        let is_refused =
            message.as_ref().is_some_and(|one| one.contains("the offset 32: it must be 0 to 31"));
        assert!(if offset == 31 { message.is_none() } else { is_refused }, "{message:?}");
    }
}
