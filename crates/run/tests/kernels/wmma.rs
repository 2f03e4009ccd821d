//! Tests `wmma`. The expected values are those of `ptx_core::mma::tile`, or products of integers.

use crate::support::REGISTERS;
use ptx_core::mma::tile;
use ptx_core::{Limit, Rounding, Sm};
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options};

/// A matrix in memory: the size of an element in bits, whether columns are contiguous, and the distance of rows or
/// columns in elements.
#[derive(Clone, Copy)]
struct Layout {
    bits: usize,
    has_columns: bool,
    stride: usize,
}

impl Layout {
    fn bit(self, row: usize, column: usize) -> usize {
        let (outer, inner) = if self.has_columns { (column, row) } else { (row, column) };
        (outer * self.stride + inner) * self.bits
    }

    fn word(self) -> &'static str {
        if self.has_columns { "col" } else { "row" }
    }
}

fn set(words: &mut [u64], bit: usize, bits: usize, value: u64) {
    let mask = u64::MAX >> (64 - bits);
    words[bit / 64] = words[bit / 64] & !(mask << (bit % 64)) | (value & mask) << (bit % 64);
}

fn get(words: &[u64], bit: usize, bits: usize) -> u64 {
    words[bit / 64] >> (bit % 64) & u64::MAX >> (64 - bits)
}

/// An instruction: its target, shape, types, and its words after `wmma.mma`.
struct Case {
    target: &'static str,
    shape: [usize; 3],
    /// The types of D, A and C.
    types: [&'static str; 3],
    /// The numbers of registers of A, B, C and D.
    registers: [usize; 4],
    operation: &'static str,
    end: &'static str,
}

fn bits(ty: &str) -> usize {
    match ty {
        "b1" => 1,
        "s4" | "u4" => 4,
        "s8" | "u8" => 8,
        "f16" | "bf16" => 16,
        "f64" => 64,
        _ => 32,
    }
}

/// Returns the kernel that loads A, B and C, multiplies, and stores D.
fn text(case: &Case, layouts: [Layout; 4], space: &str) -> String {
    let [d, a, c] = case.types;
    let shape = case.shape;
    let shape = format!("m{}n{}k{}", shape[0], shape[1], shape[2]);
    let register = |ty: &str| match ty {
        "f32" => "%g",
        "f64" => "%fd",
        _ => "%u",
    };
    let list = |ty: &str, from: usize, count: usize| {
        let names: Vec<_> = (from..from + count).map(|i| format!("{}{i}", register(ty))).collect();
        format!("{{{}}}", names.join(", "))
    };
    // The f64 registers of A, B, C and D do not overlap: there are six of them.
    let starts = if a == "f64" { [0, 1, 2, 4] } else { [0, 8, 16, 24] };
    let [ra, rb, rc, rd] =
        [(a, 0), (a, 1), (c, 2), (d, 3)].map(|(ty, i)| list(ty, starts[i], case.registers[i]));
    let [la, lb, lc, ld] = layouts;
    let types = match a {
        "f16" => format!("{d}.{c}"),
        _ => format!("{d}.{a}.{a}.{c}"),
    };
    let Case { operation, end, .. } = case;
    format!(
        ".version 8.0\n.target {}\n.address_size 64
        .visible .entry k(.param .u64 p, .param .u64 q) {{ {REGISTERS} .reg .f32 %g<40>; .reg .b32 %u<40>;
        ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q];
        wmma.load.a.sync.aligned.{}.{shape}{space}.{a} {ra}, [%rd1], {};
        wmma.load.b.sync.aligned.{}.{shape}{space}.{a} {rb}, [%rd1+4096], {};
        wmma.load.c.sync.aligned.{}.{shape}{space}.{c} {rc}, [%rd1+8192], {};
        wmma.mma{operation}.sync.aligned.{}.{}.{shape}.{types}{end} {rd}, {ra}, {rb}, {rc};
        wmma.store.d.sync.aligned.{}.{shape}{space}.{d} [%rd2], {rd}, {};
        ret; }}",
        case.target, la.word(), la.stride, lb.word(), lb.stride, lc.word(), lc.stride,
        la.word(), lb.word(), ld.word(), ld.stride
    )
}

fn launch(text: &str, p: &[u64]) -> Result<Vec<u64>, Fault> {
    let mut memory = Memory::new();
    let (p, q) = (memory.add(p), memory.add(&[0_u64; 512]));
    let module = Module::new("test.ptx", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}\n{text}"));
    kernel.launch(Grid::new(1, 32), &[p.into(), q.into()], &mut memory, &Options::default())?;
    Ok(memory.read(q))
}

/// Random matrices of a case: A, B and C by rows.
fn random(case: &Case) -> [Vec<Vec<u64>>; 3] {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |ty: &str| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let random = state >> 8;
        let float = |fraction: u32, least: u64| {
            (random >> 60 & 1) << (bits(ty) - 1)
                | (least + random % 12) << fraction
                | random >> 4 & ((1 << fraction) - 1)
        };
        match ty {
            "f16" => float(10, 9),
            "bf16" => float(7, 121),
            "f32" | "tf32" => float(23, 121),
            "f64" => float(52, 1017) & !(1 << 63) | random << 63,
            ty => random & u64::MAX >> (64 - bits(ty)),
        }
    };
    let [m, n, k] = case.shape;
    let [_, a, c] = case.types;
    [(m, k, a), (k, n, a), (m, n, c)].map(|(rows, columns, ty)| {
        (0..rows).map(|_| (0..columns).map(|_| next(ty)).collect()).collect()
    })
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

fn matrix<T: Copy, const M: usize, const N: usize>(
    rows: [[T; N]; M],
    of: impl Fn(T) -> u64,
) -> Vec<Vec<u64>> {
    rows.iter().map(|row| row.iter().map(|one| of(*one)).collect()).collect()
}

/// Checks a case in all layouts, with and without gaps, on global memory.
fn check(case: &Case, expected: &[Vec<u64>], inputs: &[Vec<Vec<u64>>; 3]) {
    let [m, n, k] = case.shape;
    let [d, a, c] = case.types;
    let is_fixed = bits(a) < 8;
    for choice in 0..16 {
        let has_columns = |i: usize| choice >> i & 1 == 1;
        let layout = |rows: usize, columns: usize, ty: &str, has_columns: bool| {
            let length = if has_columns { rows } else { columns };
            Layout {
                bits: bits(ty),
                has_columns,
                stride: length + choice % 3 * 128 / bits(ty).min(16),
            }
        };
        let layouts = [
            layout(m, k, a, has_columns(0) && !is_fixed),
            layout(k, n, a, has_columns(1) || is_fixed),
            layout(m, n, c, has_columns(2)),
            layout(m, n, d, has_columns(3)),
        ];
        let mut p = vec![0; 1536];
        for (i, (rows, layout)) in inputs.iter().zip(layouts).enumerate() {
            for (row, line) in rows.iter().enumerate() {
                for (column, value) in line.iter().enumerate() {
                    set(&mut p[512 * i..], layout.bit(row, column), layout.bits, *value);
                }
            }
        }
        let text = text(case, layouts, if choice < 8 { ".global" } else { "" });
        let found = launch(&text, &p).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        for (row, line) in expected.iter().enumerate() {
            for (column, value) in line.iter().enumerate() {
                let layout = layouts[3];
                let found = get(&found, layout.bit(row, column), layout.bits);
                assert_eq!(found, *value, "row {row}, column {column} of\n{text}");
            }
        }
    }
}

fn single(x: u64) -> f32 {
    f32::from_bits(x as u32)
}

fn of_single(x: f32) -> u64 {
    x.to_bits().into()
}

fn case(target: &'static str, shape: [usize; 3], types: [&'static str; 3]) -> Case {
    let [m, n, k] = shape;
    let [d, a, c] = types;
    let count = |elements: usize, ty| (elements * bits(ty) / 1024).max(1);
    // A and B of f16 have eight registers in every shape.
    let factor = |elements| if a == "f16" { 8 } else { count(elements, a) };
    let count = |ty| if ty == "f64" { 2 } else { count(m * n, ty) };
    let registers = match a {
        "f64" => [1, 1, 2, 2],
        _ => [factor(m * k), factor(k * n), count(c), count(d)],
    };
    Case { target, shape, types, registers, operation: "", end: "" }
}

#[test]
fn products_of_floats_are_those_of_tiles() {
    macro_rules! shape {
        ($m:literal, $n:literal) => {
            let half = |x: u64| x as u16;
            let shape = [$m, $n, 16];
            for (target, sm) in [("sm_70", 70), ("sm_80", 80), ("sm_90", 90)] {
                let one = case(target, shape, ["f32", "f16", "f32"]);
                let x = random(&one);
                let (a, b) = (array(&x[0], half), array(&x[1], half));
                let d = tile::wmma_k16_f32_f16::<$m, $n>(&a, &b, &array(&x[2], single), Sm(sm));
                check(&one, &matrix(d, of_single), &x);
                let one = case(target, shape, ["f16", "f16", "f32"]);
                let d =
                    tile::wmma_k16_f16_f16_f16_f32::<$m, $n>(&a, &b, &array(&x[2], single), Sm(sm));
                check(&one, &matrix(d, u64::from), &x);
                let one = case(target, shape, ["f16"; 3]);
                let x = random(&one);
                let (a, b) = (array(&x[0], half), array(&x[1], half));
                let d = tile::wmma_k16_f16_f16::<$m, $n>(&a, &b, &array(&x[2], half), Sm(sm));
                check(&one, &matrix(d, u64::from), &x);
            }
            let one = case("sm_80", shape, ["f32", "bf16", "f32"]);
            let x = random(&one);
            let (a, b) = (array(&x[0], half), array(&x[1], half));
            let d = tile::wmma_k16_f32_bf16::<$m, $n>(&a, &b, &array(&x[2], single), Sm(80));
            check(&one, &matrix(d, of_single), &x);
        };
    }
    shape!(16, 16);
    shape!(8, 32);
    shape!(32, 8);
    let one = case("sm_80", [16, 16, 8], ["f32", "tf32", "f32"]);
    let x = random(&one);
    let (a, b) = (array(&x[0], |x| x as u32), array(&x[1], |x| x as u32));
    let d = tile::wmma_k8_f32_tf32::<16, 16>(&a, &b, &array(&x[2], single), Sm(80));
    check(&one, &matrix(d, of_single), &x);
    let one = case("sm_80", [8, 8, 4], ["f64"; 3]);
    let x = random(&one);
    let [a, b, c] = [0, 1, 2].map(|i| &x[i]);
    let (a, b) = (array(a, f64::from_bits), array(b, f64::from_bits));
    let d = tile::m8n8k4_f64(&a, &b, &array(c, f64::from_bits), Rounding::Rn);
    check(&one, &matrix(d, f64::to_bits), &x);
}

/// Multiplies integers, modulo 2^32.
fn integers(x: &[Vec<Vec<u64>>; 3], value: impl Fn(u64) -> i64) -> Vec<Vec<u64>> {
    let sum = |i: usize, j: usize| {
        let products = x[0][i].iter().zip(&x[1]).map(|(a, row)| value(*a) * value(row[j]));
        u64::from((products.sum::<i64>() + x[2][i][j] as i64) as u32)
    };
    (0..x[2].len()).map(|i| (0..x[2][0].len()).map(|j| sum(i, j)).collect()).collect()
}

#[test]
fn products_of_integers_are_exact() {
    for shape in [[16, 16, 16], [8, 32, 16], [32, 8, 16]] {
        let one = case("sm_75", shape, ["s32", "s8", "s32"]);
        let x = random(&one);
        check(&one, &integers(&x, |x| i64::from(x as i8)), &x);
        let one = case("sm_75", shape, ["s32", "u8", "s32"]);
        check(&one, &integers(&x, |x| x as i64), &x);
    }
    let one = Case { end: ".satfinite", ..case("sm_75", [16, 16, 16], ["s32", "s8", "s32"]) };
    let x = random(&one);
    let (a, b) = (array(&x[0], |x| x as i8), array(&x[1], |x| x as i8));
    let c = array(&x[2], |x| x as i32);
    let d = tile::wmma_k16_s32_s8::<16, 16>(&a, &b, &c, Limit::Satfinite);
    check(&one, &matrix(d, |x| u64::from(x as u32)), &x);
    let one = case("sm_75", [8, 8, 32], ["s32", "u4", "s32"]);
    let x = random(&one);
    check(&one, &integers(&x, |x| x as i64), &x);
    let one = case("sm_75", [8, 8, 32], ["s32", "s4", "s32"]);
    check(&one, &integers(&x, |x| (x as i64 ^ 8) - 8), &x);
    let one = Case { operation: ".and.popc", ..case("sm_80", [8, 8, 128], ["s32", "b1", "s32"]) };
    let x = random(&one);
    check(&one, &integers(&x, |x| x as i64), &x);
}

/// Two fragments of one type have the same layout, so programs scale and add them element by element.
#[test]
fn fragments_are_scaled_element_by_element() {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64
        .visible .entry k(.param .u64 p, .param .u64 q) {{ {REGISTERS}
        ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q];
        wmma.load.c.sync.aligned.row.m16n16k16.f32 {{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}}, [%rd1];
        {}
        wmma.store.d.sync.aligned.col.m16n16k16.f32 [%rd2], {{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}};
        ret; }}",
        (0..8).map(|i| format!("add.f32 %f{i}, %f{i}, %f{i};")).collect::<String>()
    );
    let word = |i: u64| u64::from((i as f32).to_bits());
    let p: Vec<_> = (0..128).map(|i| word(2 * i) | word(2 * i + 1) << 32).collect();
    let found = launch(&text, &p).unwrap();
    for i in 0..256 {
        let (row, column) = (i % 16, i / 16);
        let expected = (2.0 * (row * 16 + column) as f32).to_bits();
        assert_eq!(get(&found, 32 * i, 32), u64::from(expected));
    }
}

#[test]
fn faults_name_the_lane_and_the_address() {
    let kernel = |body: &str| {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64
            .visible .entry k(.param .u64 p, .param .u64 q) {{ {REGISTERS}
            ld.param.u64 %rd1, [p]; mov.u32 %r1, %laneid; {body} ret; }}"
        );
        launch(&text, &[0; 32]).unwrap_err()
    };
    let load = "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}, [%rd1]";
    let outside = kernel(&format!("{load};"));
    assert_eq!(outside.kind, FaultKind::OutOfBounds, "{outside}");
    let different = kernel(&format!("{load}, %r1;"));
    assert!(different.to_string().contains("different addresses or strides"), "{different}");
    let few = kernel(&format!("setp.eq.u32 %p1, %r1, 31; @%p1 exit; {load};"));
    assert!(few.to_string().contains("all 32 threads"), "{few}");
}

/// A load replaces all bits of its registers.
#[test]
fn fragments_are_loaded_over_others() {
    for (of, count, ty) in [
        ("a.sync.aligned.row.m16n16k16", 8, "f16"),
        ("b.sync.aligned.col.m16n16k16", 2, "s8"),
        ("b.sync.aligned.row.m16n16k16", 2, "u8"),
        ("c.sync.aligned.row.m16n16k16", 4, "f16"),
    ] {
        let list = (1..=count).map(|i| format!("%r{i}")).collect::<Vec<_>>().join(", ");
        let load = format!("wmma.load.{of}.global.{ty} {{{list}}}, ");
        let text = format!(
            ".version 7.0\n.target sm_72\n.address_size 64
            .visible .entry k(.param .u64 p, .param .u64 o) {{ {REGISTERS} ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [o];
            mov.u32 %r20, %tid.x; {load} [%rd1], 16; {load} [%rd1+512], 16;
            mad.wide.u32 %rd2, %r20, 4, %rd2; {} ret; }}",
            (1..=count).map(|i| format!("st.global.u32 [%rd2+{}], %r{i};", 128 * (i - 1))).collect::<String>()
        );
        let module = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
        let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
        let mut memory = Memory::new();
        let words: Vec<u32> = [u32::MAX; 128].into_iter().chain([0; 128]).collect();
        let (p, o) = (memory.add(&words), memory.add(&vec![1_u32; 32 * count]));
        let options = Options::default();
        kernel.launch(Grid::new(1, 32), &[p.into(), o.into()], &mut memory, &options).unwrap();
        assert_eq!(memory.read::<u32>(o), vec![0; 32 * count], "{load}");
    }
}
