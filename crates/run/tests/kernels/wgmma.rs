//! Tests `wgmma`. The expected values are those of `ptx_core::mma::tile`. The shapes and strides that place the
//! matrices in shared memory are those of CUTLASS (`mma_sm90_desc.hpp`), which the engine writes in another way.

use crate::support::REGISTERS;
use ptx_core::Limit;
use ptx_core::mma::{Fp8, tile};
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options};

/// The first address of B in shared memory. A begins at address 0.
const B: usize = 16 << 10;
const SHARED: usize = 48 << 10;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: u64) -> u64 {
        (self.next() >> 20) % count
    }
}

/// A type of elements: its name, its size in bits, and the range of its exponent if it is a float.
#[derive(Clone, Copy)]
struct Element(&'static str, usize, Option<(u32, u64, u64)>);

const F16: Element = Element("f16", 16, Some((10, 9, 12)));
const BF16: Element = Element("bf16", 16, Some((7, 121, 12)));
const TF32: Element = Element("tf32", 32, Some((23, 121, 12)));
const F32: Element = Element("f32", 32, Some((23, 121, 12)));
const E4M3: Element = Element("e4m3", 8, Some((3, 2, 11)));
const E5M2: Element = Element("e5m2", 8, Some((2, 9, 12)));
const S8: Element = Element("s8", 8, None);
const U8: Element = Element("u8", 8, None);
const B1: Element = Element("b1", 1, None);
const S32: Element = Element("s32", 32, None);

impl Element {
    fn random(self, g: &mut Random) -> u64 {
        let Self(_, bits, float) = self;
        let random = g.next() >> 20 & (u64::MAX >> (64 - bits));
        let Some((fraction, least, count)) = float else { return random };
        let exponent = least + g.below(count);
        g.below(2) << (bits - 1) | exponent << fraction | random & ((1 << fraction) - 1)
    }
}

/// A matrix with rows along M or N, or its place in shared memory.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    /// The width of the swizzle in units of 16 bytes: 1, 2, 4 or 8.
    units: usize,
    is_transposed: bool,
    leading: usize,
    stride: usize,
}

impl Place {
    /// Places a matrix of `rows` rows of `length` elements without gaps.
    fn new(start: usize, units: usize, is_transposed: bool, [rows, bytes]: [usize; 2]) -> Self {
        let block = 128 * units;
        let (leading, stride) = match (is_transposed, units) {
            (false, _) => (block * rows / 8, block),
            // `bytes` is the number of elements along K times two.
            (true, 1) => (block, block * bytes / 16),
            (true, _) => (block * bytes / 16, block),
        };
        Self { start, units, is_transposed, leading, stride }
    }

    fn descriptor(self) -> u64 {
        let swizzle = [0, 3, 2, 1][self.units.ilog2() as usize];
        let [start, leading, stride] =
            [self.start, self.leading, self.stride].map(|x| x as u64 >> 4);
        start | leading << 16 | stride << 32 | swizzle << 62
    }

    /// Returns the first bit of an element.
    fn bit(self, x: usize, k: usize, bits: usize) -> usize {
        let t = 128 / bits;
        let u = self.units;
        let (leading, stride) = (self.leading * 8 / bits, self.stride * 8 / bits);
        let (of_x, of_k): (&[_], &[_]) = match (self.is_transposed, u) {
            (false, 1) => (&[(8, t), (64, stride)], &[(t, 1), (64, leading)]),
            (false, _) => (&[(8, u * t), (64, stride)], &[(t, 1), (u, t), (64, leading)]),
            (true, 1) => (&[(t, 1), (64, stride)], &[(8, t), (64, leading)]),
            (true, _) => (&[(t, 1), (u, t), (64, leading)], &[(8, u * t), (64, stride)]),
        };
        let index = |mut i: usize, modes: &[(usize, usize)]| {
            let mut sum = 0;
            for (shape, stride) in modes {
                sum += i % shape * stride;
                i /= shape;
            }
            sum
        };
        let bit = (index(x, of_x) + index(k, of_k)) * bits + self.start * 8;
        let byte = bit / 8;
        (byte ^ byte >> 3 & (u - 1) << 4) * 8 + bit % 8
    }
}

/// An instruction, without the operands that only select a layout.
#[derive(Clone, Copy)]
struct Case {
    /// The part of the name after `wgmma.mma_async`.
    sparse: &'static str,
    limit: &'static str,
    operation: &'static str,
    k: usize,
    d: Element,
    a: Element,
    b: Element,
}

impl Case {
    fn stored(self) -> usize {
        if self.sparse.is_empty() { self.k } else { self.k / 2 }
    }

    /// Returns the number of metadata digits of a row. A digit describes four elements, or two of tf32.
    fn digits(self) -> usize {
        match (self.sparse, self.a.1) {
            ("", _) => 0,
            (_, 32) => self.k / 2,
            _ => self.k / 4,
        }
    }
}

const fn case(k: usize, d: Element, a: Element, b: Element) -> Case {
    Case { sparse: "", limit: "", operation: "", k, d, a, b }
}

const fn sparse(k: usize, d: Element, a: Element, b: Element) -> Case {
    Case { sparse: ".sp", ..case(k, d, a, b) }
}

#[derive(Clone)]
struct Matrices {
    a: Vec<Vec<u64>>,
    /// The columns of B.
    b: Vec<Vec<u64>>,
    c: Vec<Vec<u64>>,
    digits: Vec<Vec<u64>>,
}

fn array<T: Copy + Default, const M: usize, const N: usize>(
    rows: &[Vec<u64>],
    of: impl Fn(u64) -> T,
) -> [[T; N]; M] {
    let mut all = [[T::default(); N]; M];
    for (to, row) in all.iter_mut().zip(rows) {
        assert_eq!(row.len(), N);
        to.iter_mut().zip(row).for_each(|(to, one)| *to = of(*one));
    }
    all
}

fn transposed(rows: &[Vec<u64>]) -> Vec<Vec<u64>> {
    (0..rows[0].len()).map(|k| rows.iter().map(|row| row[k]).collect()).collect()
}

fn matrix<T: Copy, const N: usize>(rows: [[T; N]; 64], of: impl Fn(T) -> u64) -> Vec<Vec<u64>> {
    rows.iter().map(|row| row.iter().map(|one| of(*one)).collect()).collect()
}

/// Returns words of 32 bits, of rows of single bits.
fn packed(rows: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let word = |bits: &[u64]| bits.iter().rev().fold(0, |word, bit| word << 1 | bit);
    rows.iter().map(|row| row.chunks(32).map(word).collect()).collect()
}

/// Computes D with the function of the instruction.
fn expected<const N: usize>(case: &Case, x: &Matrices) -> Vec<Vec<u64>> {
    let (b, c) = (transposed(&x.b), &x.c);
    let single = |x: u64| f32::from_bits(x as u32);
    let bits = |x: f32| u64::from(x.to_bits());
    let signed = |x: i32| u64::from(x as u32);
    let fp8 = |one: Element| if one.0 == "e4m3" { Fp8::E4m3 } else { Fp8::E5m2 };
    let limit = if case.limit.is_empty() { Limit::Unlimited } else { Limit::Satfinite };
    macro_rules! tile {
        ($name:ident, $a:ty, $k:literal, $c:expr => $to:expr $(, $more:expr)*) => {{
            let a: [[$a; $k]; 64] = array(&x.a, |x| x as $a);
            let b: [[$a; N]; $k] = array(&b, |x| x as $a);
            matrix(tile::$name(&a, &b, &array(c, $c) $(, $more)*), $to)
        }};
        (sparse $name:ident, $a:ty, $k:literal $stored:literal $chunks:literal, $c:expr => $to:expr $(, $more:expr)*) => {{
            let a: [[$a; $stored]; 64] = array(&x.a, |x| x as $a);
            let digits: [[u8; $chunks]; 64] = array(&x.digits, |x| x as u8);
            let b: [[$a; N]; $k] = array(&b, |x| x as $a);
            matrix(tile::$name(&a, &digits, &b, &array(c, $c) $(, $more)*), $to)
        }};
    }
    let half = |x: u64| x as u16;
    let (x1, x2) = (fp8(case.a), fp8(case.b));
    match (case.sparse, case.d.0, case.a.0, case.b.0) {
        ("", "f16", "f16", _) => tile!(wgmma_m64k16_f16_f16, u16, 16, half => u64::from),
        ("", "f32", "f16", _) => tile!(wgmma_m64k16_f32_f16, u16, 16, single => bits),
        ("", "f32", "bf16", _) => tile!(wgmma_m64k16_f32_bf16, u16, 16, single => bits),
        ("", "f32", "tf32", _) => tile!(wgmma_m64k8_f32_tf32, u32, 8, single => bits),
        ("", "f16", ..) => tile!(wgmma_m64k32_f16_fp8, u8, 32, half => u64::from, x1, x2),
        ("", "f32", ..) => tile!(wgmma_m64k32_f32_fp8, u8, 32, single => bits, x1, x2),
        ("", _, "s8", "s8") => tile!(k32_s32_s8, i8, 32, |x| x as i32 => signed, limit),
        ("", _, "u8", "u8") => tile!(k32_s32_u8, u8, 32, |x| x as i32 => signed, limit),
        ("", _, "s8", _) => {
            let (a, b) = (array(&x.a, |x| x as i8), array(&b, |x| x as u8));
            let d = tile::k32_s32_s8_u8::<64, N>(&a, &b, &array(c, |x| x as i32), limit);
            matrix(d, signed)
        }
        ("", _, "b1", _) => {
            let (a, b) = (packed(&x.a), transposed(&packed(&x.b)));
            let (a, b) = (array(&a, |x| x as u32), array(&b, |x| x as u32));
            let d = tile::wgmma_m64k256_s32_b1_and_popc::<N>(&a, &b, &array(c, |x| x as i32));
            matrix(d, signed)
        }
        (_, "f16", "f16", _) => {
            tile!(sparse wgmma_sp_m64k32_f16_f16, u16, 32 16 8, half => u64::from)
        }
        (_, "f32", "f16", _) => tile!(sparse wgmma_sp_m64k32_f32_f16, u16, 32 16 8, single => bits),
        (_, "f32", "bf16", _) => {
            tile!(sparse wgmma_sp_m64k32_f32_bf16, u16, 32 16 8, single => bits)
        }
        (_, "f32", "tf32", _) => {
            tile!(sparse wgmma_sp_m64k16_f32_tf32, u32, 16 8 8, single => bits)
        }
        (_, "f32", ..) => {
            tile!(sparse wgmma_sp_m64k64_f32_fp8, u8, 64 32 16, single => bits, x1, x2)
        }
        (_, _, "s8", "s8") => {
            tile!(sparse sp_k64_s32_s8, i8, 64 32 16, |x| x as i32 => signed, limit)
        }
        other => panic!("{other:?} is not tested"),
    }
}

/// How an instruction is run.
#[derive(Clone, Copy)]
struct Way {
    /// The places of A and B. A without a place is in registers.
    a: Option<Place>,
    b: Place,
    selector: usize,
    scale_d: bool,
    negate: [bool; 2],
}

/// The number of registers of D.
fn registers(case: &Case, n: usize) -> usize {
    if case.d.1 == 16 { n / 4 } else { n / 2 }
}

/// Returns the kernel: it copies shared memory from `p`, loads the registers, multiplies, and stores D to `o`.
fn text(case: &Case, n: usize, way: &Way) -> String {
    let count = registers(case, n);
    let Case { sparse, limit, operation, k, d, a, b } = case;
    let (kind, ty) = if d.0 == "f32" { ("%g", "f32") } else { ("%u", "b32") };
    let list = |from: usize, count: usize, name: &str| {
        (from..from + count).map(|i| format!("{name}{i}")).collect::<Vec<_>>().join(", ")
    };
    let each = |word: &str, a: &str, b: &str| {
        let one = |i: usize| {
            format!(
                "{word}.global.{ty} {}{kind}{i}{};",
                a.replace('#', &(4 * i).to_string()),
                b.replace('#', &(4 * i).to_string())
            )
        };
        (0..count).map(one).collect::<String>()
    };
    let loads = each("ld", "", ", [%rd5+#]");
    let stores = each("st", "[%rd5+#], ", "");
    let further: String =
        (0..5).map(|i| format!("ld.global.b32 %r{}, [%rd6+{}];", 20 + i, 4 * i)).collect();
    let left = match way.a {
        Some(place) => format!("{:#x}", place.descriptor()),
        None => "{%r20, %r21, %r22, %r23}".to_owned(),
    };
    let is_float = case.d.0 != "s32";
    let is_half = matches!(case.a.0, "f16" | "bf16");
    let mut operands = vec![format!("{{{}}}", list(0, count, kind))];
    operands.push(if way.a.is_some() { "%rd10".to_owned() } else { left.clone() });
    operands.push("%rd11".to_owned());
    if !sparse.is_empty() {
        operands.extend(["%r24".to_owned(), way.selector.to_string()]);
    }
    operands.push("%p1".to_owned());
    if is_float {
        operands.extend(way.negate.map(|one| if one { "-1" } else { "1" }.to_owned()));
    }
    if is_half {
        operands.extend(way.a.map(|place| u8::from(place.is_transposed).to_string()));
        operands.push(u8::from(way.b.is_transposed).to_string());
    }
    let descriptor =
        way.a.map_or(String::new(), |place| format!("mov.b64 %rd10, {:#x};", place.descriptor()));
    let (b_descriptor, operands) = (way.b.descriptor(), operands.join(", "));
    let scale_d = u8::from(way.scale_d);
    let (d, a, b) = (d.0, a.0, b.0);
    format!(
        ".version 8.4\n.target sm_90a\n.address_size 64
        .visible .entry k(.param .u64 p, .param .u64 o, .param .u64 q) {{ {REGISTERS}
        .reg .f32 %g<130>; .reg .b32 %u<130>;
        .shared .align 1024 .b8 tile[{SHARED}];
        ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [o]; ld.param.u64 %rd3, [q]; mov.u32 %r1, %tid.x;
        shl.b32 %r2, %r1, 2; mov.u32 %r3, tile;
        more: cvt.u64.u32 %rd4, %r2; add.s64 %rd4, %rd1, %rd4; ld.global.b32 %r4, [%rd4];
        add.u32 %r5, %r3, %r2; st.shared.b32 [%r5], %r4;
        add.u32 %r2, %r2, 512; setp.lt.u32 %p2, %r2, {SHARED}; @%p2 bra more;
        bar.sync 0; fence.proxy.async;
        mul.wide.u32 %rd5, %r1, {}; add.s64 %rd5, %rd2, %rd5; {loads}
        mul.wide.u32 %rd6, %r1, 20; add.s64 %rd6, %rd3, %rd6; {further}
        {descriptor} mov.b64 %rd11, {b_descriptor:#x}; setp.eq.u32 %p1, {scale_d}, 1;
        wgmma.fence.sync.aligned;
        wgmma.mma_async{sparse}.sync.aligned.m64n{n}k{k}{limit}.{d}.{a}.{b}{operation} {operands};
        wgmma.commit_group.sync.aligned;
        wgmma.wait_group.sync.aligned 0;
        {stores} ret; }}",
        4 * count
    )
}

/// Returns the register and the bit of an element in a fragment of 16 rows, for elements of this size (PTX ISA, "Register
/// Fragments" of `wgmma`): the lane, the register and the first bit.
fn of_a(row: usize, k: usize, bits: usize) -> (usize, usize, usize) {
    let each = 32 / bits;
    let lane = row % 8 * 4 + k / each % 4;
    (row / 16 * 32 + lane, k / each / 4 * 2 + row % 16 / 8, k % each * bits)
}

fn of_d(row: usize, column: usize, bits: usize) -> (usize, usize, usize) {
    let (thread, upper) = (row / 16 * 32 + row % 8 * 4 + column % 8 / 2, row % 16 / 8);
    match bits {
        16 => (thread, column / 8 * 2 + upper, column % 2 * 16),
        _ => (thread, column / 8 * 4 + upper * 2 + column % 2, 0),
    }
}

/// Returns the thread and the first bit of a metadata digit (PTX ISA, "Matrix metadata" of `mma.sp`).
fn of_digit(case: &Case, row: usize, chunk: usize, selector: usize) -> (usize, usize) {
    let (warp, in_warp) = (row / 16 * 32, row % 16);
    let quad = warp + in_warp % 8 * 4;
    match case.a.1 {
        // A thread has eight digits: the first half of a row belongs to the even thread of the pair.
        8 => (quad + in_warp / 8 + chunk / 8 * 2, chunk % 8 * 4),
        _ => (quad + selector * 2 + chunk / 4, in_warp / 8 * 16 + chunk % 4 * 4),
    }
}

fn random(case: &Case, n: usize, g: &mut Random) -> Matrices {
    let mut rows = |count: usize, length: usize, element: Element| -> Vec<Vec<u64>> {
        (0..count).map(|_| (0..length).map(|_| element.random(g)).collect()).collect()
    };
    let (a, b) = (rows(64, case.stored(), case.a), rows(n, case.k, case.b));
    let c = rows(64, n, case.d);
    let known: &[u64] = if case.a.1 == 32 { &[0x4, 0xe] } else { &[4, 8, 9, 0xc, 0xd, 0xe] };
    let digit = |g: &mut Random| known[g.below(known.len() as u64) as usize];
    let digits = (0..64).map(|_| (0..case.digits()).map(|_| digit(g)).collect()).collect();
    Matrices { a, b, c, digits }
}

fn set(words: &mut [u32], bit: usize, bits: usize, value: u64) {
    let mask = (u64::MAX >> (64 - bits)) as u32;
    words[bit / 32] &= !(mask << (bit % 32));
    words[bit / 32] |= (value as u32 & mask) << (bit % 32);
}

fn launch(text: &str, threads: u32, inputs: [&[u32]; 3]) -> Result<Vec<u32>, Fault> {
    let mut memory = Memory::new();
    let [p, o, q] = inputs.map(|input| memory.add(input));
    let module = Module::new("test.ptx", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let arguments = [p.into(), o.into(), q.into()];
    kernel.launch(Grid::new(1, threads), &arguments, &mut memory, &Options::default())?;
    Ok(memory.read(o))
}

/// Returns random contents of shared memory, of D and of the other registers, and the expected D.
fn prepared<const N: usize>(
    case: &Case,
    way: &Way,
    g: &mut Random,
) -> ([Vec<u32>; 3], Vec<Vec<u64>>) {
    let x = random(case, N, g);
    let mut shared = vec![0; SHARED / 4];
    for (n, column) in x.b.iter().enumerate() {
        for (k, value) in column.iter().enumerate() {
            set(&mut shared, way.b.bit(n, k, case.b.1), case.b.1, *value);
        }
    }
    let (count, mut further) = (registers(case, N), vec![0; 5 * 128]);
    for (m, row) in x.a.iter().enumerate() {
        for (k, value) in row.iter().enumerate() {
            let bits = case.a.1;
            match way.a {
                Some(place) => set(&mut shared, place.bit(m, k, bits), bits, *value),
                None => {
                    let (thread, register, bit) = of_a(m, k, bits);
                    set(&mut further[5 * thread + register..], bit, bits, *value);
                }
            }
        }
        for (chunk, digit) in x.digits[m].iter().enumerate() {
            let (thread, bit) = of_digit(case, m, chunk, way.selector);
            set(&mut further[5 * thread + 4..], bit, 4, *digit);
        }
    }
    let mut o = vec![0; 128 * count];
    for (m, row) in x.c.iter().enumerate() {
        for (n, value) in row.iter().enumerate() {
            let (thread, register, bit) = of_d(m, n, case.d.1);
            set(&mut o[thread * count + register..], bit, case.d.1, *value);
        }
    }
    let mut same = x.clone();
    let flip = |rows: &mut Vec<Vec<u64>>, bits: usize| {
        rows.iter_mut().flatten().for_each(|one| *one ^= 1 << (bits - 1));
    };
    if way.negate[0] {
        flip(&mut same.a, case.a.1);
    }
    if way.negate[1] {
        flip(&mut same.b, case.b.1);
    }
    if !way.scale_d {
        same.c.iter_mut().flatten().for_each(|one| *one = 0);
    }
    ([shared, o, further], expected::<N>(case, &same))
}

/// Compares D of an instruction with the function on tiles, element by element.
fn check<const N: usize>(case: &Case, way: &Way, g: &mut Random) {
    let ([shared, o, further], expected) = prepared::<N>(case, way, g);
    let text = text(case, N, way);
    let d = launch(&text, 128, [&shared, &o, &further])
        .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    compare(case, N, &expected, &d, &text);
}

fn compare(case: &Case, n: usize, expected: &[Vec<u64>], d: &[u32], text: &str) {
    let count = registers(case, n);
    for (m, row) in expected.iter().enumerate() {
        for (n, value) in row.iter().enumerate() {
            let (thread, register, bit) = of_d(m, n, case.d.1);
            let found =
                u64::from(d[thread * count + register] >> bit) & u64::MAX >> (64 - case.d.1);
            assert_eq!(found, *value, "row {m}, column {n} of\n{text}");
        }
    }
}

/// Runs a test on a thread whose stack holds the largest tiles.
fn on_large_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Checks an instruction with all swizzles of B, with A in registers and in shared memory.
fn check_all<const N: usize>(case: &Case, g: &mut Random) {
    let is_half = case.a.1 == 16;
    let is_float = case.d.0 != "s32";
    for units in [1, 2, 4, 8] {
        for is_transposed in [false, true] {
            if is_transposed && (!is_half || !N.is_multiple_of(8 * units)) {
                continue;
            }
            let bytes = |k: usize, is: bool| if is { 2 * k } else { k * case.b.1 / 8 };
            let b = Place::new(B, units, is_transposed, [N, bytes(case.k, is_transposed)]);
            let other = [1, 2, 4, 8][g.below(4) as usize];
            let turned = is_half && g.below(2) == 1;
            let a = Place::new(0, other, turned, [64, bytes(case.stored(), turned)]);
            let mut way = Way { a: None, b, selector: 0, scale_d: true, negate: [false; 2] };
            way.selector = if case.a.1 == 8 { 0 } else { g.below(2) as usize };
            check::<N>(case, &way, g);
            let negate = [is_float && g.below(2) == 1, is_float && g.below(2) == 1];
            check::<N>(case, &Way { a: Some(a), scale_d: g.below(2) == 1, negate, ..way }, g);
        }
    }
}

#[test]
fn products_of_16_bit_floats_are_those_of_tiles() {
    on_large_stack(|| {
        let mut g = Random(0x1234_5678_9abc_def1);
        for (d, a) in [(F32, F16), (F32, BF16), (F16, F16)] {
            check_all::<8>(&case(16, d, a, a), &mut g);
            check_all::<64>(&case(16, d, a, a), &mut g);
        }
        check_all::<256>(&case(16, F32, F16, F16), &mut g);
    });
}

#[test]
fn products_of_other_types_are_those_of_tiles() {
    let mut g = Random(0x1234_5678_9abc_def2);
    let saturated = Case { limit: ".satfinite", ..case(32, S32, S8, S8) };
    let bits = Case { operation: ".and.popc", ..case(256, S32, B1, B1) };
    for case in [
        case(8, F32, TF32, TF32),
        case(32, F32, E4M3, E5M2),
        case(32, F16, E5M2, E4M3),
        saturated,
        case(32, S32, U8, U8),
        case(32, S32, S8, U8),
        bits,
    ] {
        check_all::<8>(&case, &mut g);
        check_all::<24>(&case, &mut g);
    }
}

#[test]
fn products_of_sparse_matrices_are_those_of_tiles() {
    let mut g = Random(0x1234_5678_9abc_def3);
    for case in [
        sparse(32, F32, F16, F16),
        sparse(32, F16, F16, F16),
        sparse(32, F32, BF16, BF16),
        sparse(16, F32, TF32, TF32),
        sparse(64, F32, E4M3, E4M3),
        sparse(64, S32, S8, S8),
    ] {
        check_all::<16>(&case, &mut g);
    }
}

/// Returns the fault of a kernel body on a number of threads. `%rd10` and `%rd11` are valid descriptors.
fn fault(threads: u32, body: &str) -> Fault {
    let text = format!(
        ".version 8.4\n.target sm_90a\n.address_size 64
        .visible .entry k(.param .u64 p, .param .u64 o, .param .u64 q) {{ {REGISTERS}
        .shared .align 1024 .b8 tile[8192];
        mov.u32 %r1, %tid.x; setp.eq.u32 %p1, 0, 0; mov.b64 %rd10, 0x1000100000; mov.b64 %rd11, 0x1000100000;
        {body}
        ret; }}"
    );
    launch(&text, threads, [&[0], &[0], &[0]]).unwrap_err()
}

const PRODUCT: &str = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd10, %rd11, %p1, 1, 1, 0, 0;";

#[test]
fn faults_name_their_cause() {
    let few = fault(96, PRODUCT);
    assert_eq!(few.kind, FaultKind::Undefined, "{few}");
    assert!(few.to_string().contains("all 128 threads of the warpgroup"), "{few}");
    let gone = fault(128, &format!("setp.ge.u32 %p2, %r1, 96; @%p2 exit; {PRODUCT}"));
    assert!(gone.to_string().contains("and 96 do"), "{gone}");
    let outside = fault(128, &format!("mov.b64 %rd11, 0x1000103fff; {PRODUCT}"));
    assert_eq!(outside.kind, FaultKind::OutOfBounds, "{outside}");
    let different = fault(128, &format!("cvt.u64.u32 %rd10, %r1; {PRODUCT}"));
    assert!(different.to_string().contains("different matrix descriptors"), "{different}");
    let early = "wgmma.commit_group.sync.aligned; add.f32 %f4, %f0, 0f00000000;";
    let early = fault(128, &format!("{PRODUCT} {early}"));
    assert!(early.to_string().contains("too early"), "{early}");
    // Only warp 3 uses the accumulator.
    let early = "wgmma.commit_group.sync.aligned; setp.ge.u32 %p2, %r1, 96; @%p2 add.f32 %f4, %f0, 0f00000000;";
    let early = fault(128, &format!("{PRODUCT} {early}"));
    assert!(early.to_string().contains("too early"), "{early}");
    assert_eq!(early.thread, Some([96, 0, 0]), "{early}");
    let two = format!(
        "{PRODUCT} wgmma.commit_group.sync.aligned; {PRODUCT} wgmma.commit_group.sync.aligned;
        wgmma.wait_group.sync.aligned 1; mov.f32 %f4, %f3;"
    );
    assert!(fault(128, &two).to_string().contains("too early"), "{two}");
    let other = PRODUCT.replace("%f0", "%f9");
    let waits =
        format!("setp.ge.u32 %p2, %r1, 96; @%p2 bra on; {PRODUCT} bra.uni end; on: {other} end:");
    let waits = fault(128, &waits);
    assert_eq!(waits.kind, FaultKind::Deadlock, "{waits}");
    // Nothing is pending at the first wait.
    let none = "wgmma.wait_group.sync.aligned 0;";
    let trap = fault(
        128,
        &format!("{none} {PRODUCT} wgmma.commit_group.sync.aligned; {none} {none} trap;"),
    );
    assert_eq!(trap.kind, FaultKind::Trap, "{trap}");
    for count in [96, 32] {
        let reason =
            format!("its warpgroup has 128 threads, and {count} of them are at this instruction");
        assert!(waits.to_string().contains(&reason), "{waits}");
    }
}

/// Runs a product with `Options::strict`, and stores the first element of D.
fn strict(body: &str) -> Result<Vec<u32>, String> {
    let zeros: String = (0..4)
        .map(|i| format!("st.shared.v4.u32 [%r2+{}], {{%r4, %r4, %r4, %r4}};", 16 * i))
        .collect();
    let text = format!(
        ".version 8.4\n.target sm_90a\n.address_size 64
        .visible .entry k(.param .u64 p, .param .u64 o, .param .u64 q) {{ {REGISTERS}
        .shared .align 1024 .b8 tile[8192]; ld.param.u64 %rd2, [o];
        mov.u32 %r1, %tid.x; mov.b64 %rd10, 0x1000100000; mov.b64 %rd11, 0x1000100000;
        shl.b32 %r2, %r1, 6; mov.u32 %r3, tile; add.u32 %r2, %r2, %r3; mov.u32 %r4, 0; {zeros}
        fence.proxy.async; bar.sync 0; wgmma.fence.sync.aligned; {body}
        wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; st.global.f32 [%rd2], %f0; ret; }}"
    );
    let mut memory = Memory::new();
    let [p, o, q] = [0; 3].map(|_| memory.add(&[1_u32]));
    let kernel = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let kernel = kernel.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let (arguments, options) = ([p.into(), o.into(), q.into()], Options::default().strict(true));
    let done = kernel.launch(Grid::new(1, 128), &arguments, &mut memory, &options);
    done.map(|_| memory.read(o)).map_err(|fault| fault.message.clone())
}

#[test]
fn undefined_operands_make_d_undefined() {
    let adds = "setp.eq.u32 %p1, %r1, %r1;";
    let discards = "setp.ne.u32 %p1, %r1, %r1;";
    let of_registers =
        PRODUCT.replace("%rd10", "{%r20, %r21, %r22, %r23}").replace(", 0, 0;", ", 0;");
    let defined = "mov.u32 %r20, 0; mov.u32 %r21, 0; mov.u32 %r22, 0;";
    let reads =
        |what: &str| Err(format!("uninitialised: reads register `{what}`, which nothing wrote"));
    for (body, expected) in [
        (format!("{discards} {PRODUCT}"), Ok(vec![0])),
        (format!("{adds} {PRODUCT}"), reads("%f0")),
        (PRODUCT.to_string(), reads("%p1")),
        (PRODUCT.replace("%p1", "0"), Ok(vec![0])),
        (PRODUCT.replace("%p1", "1"), reads("%f0")),
        (format!("{discards} {defined} mov.u32 %r23, 0; {of_registers}"), Ok(vec![0])),
        (format!("{discards} {defined} {of_registers}"), reads("%r23")),
    ] {
        assert_eq!(strict(&body), expected, "{body}");
    }
}

/// Two warpgroups of each block of a cluster multiply the matrices of their block.
#[test]
fn warpgroups_of_a_cluster_have_their_own_matrices() {
    let mut g = Random(0x1234_5678_9abc_def4);
    let case = case(16, F32, F16, F16);
    let place = |start, rows| Place::new(start, 2, false, [rows, 32]);
    for a in [None, Some(place(0, 64))] {
        let way = Way { a, b: place(B, 8), selector: 0, scale_d: true, negate: [false; 2] };
        let blocks = [(); 2].map(|()| prepared::<8>(&case, &way, &mut g));
        let each = |i: usize, times: usize| -> Vec<u32> {
            blocks.iter().flat_map(|(inputs, _)| inputs[i].repeat(times)).collect()
        };
        let text = text(&case, 8, &way).replace(
            "mov.u32 %r1, %tid.x;",
            &format!(
                "mov.u32 %r1, %tid.x; mov.u32 %r6, %ctaid.x; mad.lo.u32 %r7, %r6, 256, %r1;
                mul.wide.u32 %rd7, %r6, {SHARED}; add.s64 %rd1, %rd1, %rd7;"
            ),
        );
        let text = ["%rd5", "%rd6"].iter().fold(text, |text, to| {
            text.replace(&format!("mul.wide.u32 {to}, %r1"), &format!("mul.wide.u32 {to}, %r7"))
        });
        let mut memory = Memory::new();
        let [p, o, q] = [each(0, 1), each(1, 2), each(2, 2)].map(|all| memory.add(&all));
        let kernel = Module::new("test.ptx", &text).unwrap().kernel("k").unwrap();
        let options = Options::default().cluster([2, 1, 1]);
        kernel
            .launch(Grid::new(2, 256), &[p.into(), o.into(), q.into()], &mut memory, &options)
            .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let d: Vec<u32> = memory.read(o);
        let parts = d.chunks(d.len() / 4);
        for (part, i) in parts.zip([0, 0, 1, 1]) {
            compare(&case, 8, &blocks[i].1, part, &text);
        }
    }
}
