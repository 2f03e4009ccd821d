//! Compares `tcgen05.mma` with `ptx_core::mma`, element by element. The places of the elements are those of CUTLASS
//! (`mma_traits_sm100_frag.hpp`).

use crate::Random;
use crate::launch::{BYTES, COMMIT, WAIT, WORDS, kernel, run};
use crate::place::{B128, Pattern, Place};
use ptx_core::mma::{Extras, Form, Kind, ScaleType, ScaleVector, Type, element_with};
use ptx_core::{Limit, Sm};
use ptx_run::Options;
use std::ops::Range;

/// The first byte of B in shared memory.
const B: usize = 24 << 10;
/// Columns of tensor memory: of D, of A, of the scales of A and B, of the metadata.
const D: usize = 0;
const A: usize = 256;
const SCALES: [usize; 2] = [320, 352];
const METADATA: usize = 400;

/// A zero-column mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zero {
    pub(crate) bits: u64,
    /// The first column of B that the product reads.
    pub(crate) shift: usize,
    /// Whether the product replaces a column with zeros.
    pub(crate) is_zero: fn(usize) -> bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) kind: Kind,
    pub(crate) d: Type,
    pub(crate) a: Type,
    pub(crate) b: Type,
    pub(crate) m: usize,
    pub(crate) n: usize,
    pub(crate) blocks: usize,
    pub(crate) is_sparse: bool,
    pub(crate) is_stationary: bool,
    pub(crate) a_in_tensor: bool,
    pub(crate) patterns: [Pattern; 2],
    pub(crate) transpose: [bool; 2],
    pub(crate) scales: Option<(ScaleVector, ScaleType)>,
    pub(crate) negate: [bool; 2],
    pub(crate) adds: bool,
    pub(crate) saturates: bool,
    pub(crate) disabled: [u32; 4],
    pub(crate) shifts_a: bool,
    pub(crate) zero: Option<Zero>,
}

pub(crate) const F16: Case = Case {
    kind: Kind::F16,
    d: Type::F32,
    a: Type::F16,
    b: Type::F16,
    m: 128,
    n: 16,
    blocks: 1,
    is_sparse: false,
    is_stationary: false,
    a_in_tensor: false,
    patterns: [B128; 2],
    transpose: [false; 2],
    scales: None,
    negate: [false; 2],
    adds: true,
    saturates: false,
    disabled: [0; 4],
    shifts_a: false,
    zero: None,
};
pub(crate) const BF16: Case = Case { a: Type::Bf16, b: Type::Bf16, ..F16 };
pub(crate) const TF32: Case = Case { kind: Kind::Tf32, a: Type::Tf32, b: Type::Tf32, ..F16 };
pub(crate) const FP8: Case = Case { kind: Kind::F8f6f4, a: Type::E4m3, b: Type::E5m2, ..F16 };
pub(crate) const I8: Case = Case { kind: Kind::I8, d: Type::S32, a: Type::S8, b: Type::U8, ..F16 };
pub(crate) const MX: Case = Case {
    kind: Kind::Mxf8f6f4,
    a: Type::E4m3,
    b: Type::E4m3,
    scales: Some((ScaleVector::X1, ScaleType::Ue8m0)),
    ..F16
};
pub(crate) const MXF4: Case = Case {
    kind: Kind::Mxf4,
    a: Type::E2m1,
    b: Type::E2m1,
    scales: Some((ScaleVector::X2, ScaleType::Ue8m0)),
    ..F16
};
pub(crate) const NVF4: Case =
    Case { kind: Kind::Mxf4nvf4, scales: Some((ScaleVector::X4, ScaleType::Ue4m3)), ..MXF4 };

impl Case {
    fn form(&self) -> Form {
        let k = match self.kind {
            Kind::Tf32 => 8,
            Kind::F16 => 16,
            Kind::Mxf4 | Kind::Mxf4nvf4 => 64,
            _ => 32,
        };
        let k = if self.is_sparse { 2 * k } else { k };
        let shape = [self.m.max(64) as u16, self.n as u16, k];
        let mut builder = Form::tcgen05(shape, self.kind, [self.d, self.a, self.b]);
        if self.is_sparse {
            builder = builder.sparse();
        }
        if let Some((vector, ty)) = self.scales {
            builder = builder.scales(vector, ty);
        }
        if self.saturates {
            builder = builder.limit(Limit::Satfinite);
        }
        builder.build().unwrap_or_else(|| panic!("{self:?}"))
    }

    /// The bits of an element of A or B, in memory that is not packed.
    fn bits(&self) -> usize {
        match self.kind {
            Kind::F16 => 16,
            Kind::Tf32 => 32,
            Kind::Mxf4 | Kind::Mxf4nvf4 => 4,
            _ => 8,
        }
    }

    fn instruction(&self) -> u32 {
        let element = |ty: Type| match (self.kind, ty) {
            (Kind::Mxf4 | Kind::Mxf4nvf4, _) | (_, Type::Bf16 | Type::E5m2 | Type::S8) => 1,
            (_, Type::Tf32) => 2,
            (_, Type::E2m3) => 3,
            (_, Type::E3m2) => 4,
            (_, Type::E2m1) => 5,
            _ => 0,
        };
        let flags = u32::from(self.is_sparse) << 2
            | u32::from(self.negate[0]) << 13
            | u32::from(self.negate[1]) << 14
            | u32::from(self.transpose[0]) << 15
            | u32::from(self.transpose[1]) << 16
            | element(self.a) << 7
            | element(self.b) << 10
            | (self.n as u32 / 8) << 17;
        match self.scales {
            None => {
                let d = match self.d {
                    Type::F16 => 0,
                    Type::S32 => 2,
                    _ => 1,
                };
                flags | u32::from(self.saturates) << 3 | d << 4 | (self.m as u32 / 16) << 24
            }
            Some((vector, ty)) => {
                let [of_a, of_b] = scale_bytes(vector).map(|byte| byte as u32);
                let ty = u32::from(ty == ScaleType::Ue8m0);
                flags | of_b << 4 | ty << 23 | (self.m as u32 / 128) << 27 | of_a << 29
            }
        }
    }

    /// Returns the lane and the column of an element of D, counted from the start of D.
    fn of_d(&self, row: usize, column: usize) -> (usize, usize) {
        let rows = self.m / self.blocks;
        let n = self.n;
        match (rows, self.is_stationary || self.blocks == 2 && !self.is_sparse) {
            (128, _) => (row, column),
            (64, true) => (row + 64 * (column / (n / 2)), column % (n / 2)),
            (64, false) => (row % 16 + 32 * (row / 16), column),
            _ => (row + 32 * (column / (n / 4)), column % (n / 4)),
        }
    }

    /// Returns the lane of a row of A in tensor memory.
    fn of_a(&self, row: usize) -> usize {
        match (self.m, self.blocks, self.is_stationary) {
            (64, 1, false) => row % 16 + 32 * (row / 16),
            (128, 2, _) if self.is_sparse => row % 16 + 32 * (row / 16),
            _ => row,
        }
    }

    fn name(&self) -> String {
        let kind = match self.kind {
            Kind::F16 => "f16",
            Kind::Tf32 => "tf32",
            Kind::F8f6f4 => "f8f6f4",
            Kind::I8 => "i8",
            Kind::Mxf8f6f4 => "mxf8f6f4.block_scale",
            Kind::Mxf4 => "mxf4.block_scale",
            Kind::Mxf4nvf4 => match self.scales {
                Some((ScaleVector::X4, _)) => "mxf4nvf4.block_scale.block16",
                _ => "mxf4nvf4.block_scale.block32",
            },
        };
        let ws = if self.is_stationary { ".ws" } else { "" };
        let sp = if self.is_sparse { ".sp" } else { "" };
        let shift = if self.shifts_a { ".ashift" } else { "" };
        format!("tcgen05.mma{ws}{sp}.cta_group::{}.kind::{kind}{shift}", self.blocks)
    }
}

/// The bytes of a word that the scales of A and B use.
fn scale_bytes(vector: ScaleVector) -> [usize; 2] {
    match vector {
        ScaleVector::X1 => [3, 1],
        ScaleVector::X2 => [2, 0],
        ScaleVector::X4 => [0, 0],
    }
}

/// Returns random bits of an element, whose float is of moderate size.
fn random(ty: Type, g: &mut Random) -> u64 {
    let any = g.next() >> 20;
    let float = |bits: u32, fraction: u32, least: u64, count: u64, g: &mut Random| {
        let exponent = least + g.below(count);
        (any >> 60 | g.below(2)) << (bits - 1) | exponent << fraction | any & ((1 << fraction) - 1)
    };
    match ty {
        Type::F16 => float(16, 10, 9, 12, g),
        Type::Bf16 => float(16, 7, 121, 12, g),
        Type::Tf32 | Type::F32 => float(32, 23, 121, 12, g),
        Type::E4m3 => float(8, 3, 2, 11, g),
        Type::E5m2 => float(8, 2, 9, 12, g),
        Type::E3m2 | Type::E2m3 => any & 0x3f,
        Type::E2m1 => any & 0xf,
        Type::S32 => any & 0xffff_ffff,
        _ => any & 0xff,
    }
}

fn set(bytes: &mut [u8], bit: usize, bits: usize, value: u64) {
    for i in 0..bits {
        let (byte, mask) = ((bit + i) / 8, 1 << ((bit + i) % 8));
        bytes[byte] = bytes[byte] & !mask | if value >> i & 1 == 1 { mask } else { 0 };
    }
}

/// Writes a matrix to shared memory. Elements of 4 and 6 bits of `.kind::f8f6f4` are packed: 16 elements begin in each
/// 16 bytes.
fn fill(bytes: &mut [u8], place: Place, case: &Case, ty: Type, rows: &[Vec<u64>]) {
    let packed = match (case.bits(), ty) {
        (8, Type::E2m1) => 4,
        (8, Type::E3m2 | Type::E2m3) => 6,
        (bits, _) => bits,
    };
    for (x, row) in rows.iter().enumerate() {
        for (k, value) in row.iter().enumerate() {
            let bit = place.bit(x, k, case.bits());
            let bit = match packed {
                4 | 6 if case.bits() == 8 => bit / 128 * 128 + bit % 128 / 8 * packed,
                _ => bit,
            };
            set(bytes, bit, packed, *value);
        }
    }
}

/// Returns the bits of an element as `ptx_core` expects them: an e2m1 of `.kind::f8f6f4` is in bits 2 to 5.
fn wide(case: &Case, ty: Type, value: u64) -> u64 {
    if ty == Type::E2m1 && case.bits() == 8 { value << 2 } else { value }
}

#[expect(clippy::too_many_lines, reason = "the images and the expected values belong together")]
pub(crate) fn check(case: Case, g: &mut Random) {
    let form = case.form();
    let [_, _, k] = form.shape().map(usize::from);
    let (stored, rows) = (usize::from(form.stored()), case.m / case.blocks);
    let mut matrix = |count: usize, length: usize, ty: Type| -> Vec<Vec<u64>> {
        (0..count).map(|_| (0..length).map(|_| random(ty, g)).collect()).collect()
    };
    let shift = case.zero.map_or(0, |zero| zero.shift);
    let (a, b) = (matrix(case.m, stored, case.a), matrix(shift + case.n, k, case.b));
    let c = matrix(case.m, case.n, case.d);
    let mut shared = vec![0; BYTES * case.blocks];
    let mut words = g.words(WORDS * case.blocks);
    let places = [
        Place::new(0, case.patterns[0], case.transpose[0], [rows, stored]),
        Place::new(B, case.patterns[1], case.transpose[1], [b.len() / case.blocks, k]),
    ];
    let word = |block: usize, lane: usize, column: usize| (block * 128 + lane) * 512 + column;
    let part = |block: usize, count: usize| -> Range<usize> { block * count..(block + 1) * count };
    for block in 0..case.blocks {
        let bytes = &mut shared[part(block, BYTES)];
        let own = &a[part(block, rows)];
        if case.a_in_tensor {
            for (row, line) in own.iter().enumerate() {
                for (i, value) in line.iter().enumerate() {
                    let bit = i * case.bits();
                    let at = word(block, case.of_a(row), A + bit / 32);
                    let mask = ((1_u64 << case.bits()) - 1) as u32;
                    let value = wide(&case, case.a, *value) as u32;
                    words[at] = words[at] & !(mask << (bit % 32)) | value << (bit % 32);
                }
            }
        } else {
            fill(bytes, places[0], &case, case.a, own);
        }
        fill(bytes, places[1], &case, case.b, &b[part(block, b.len() / case.blocks)]);
        for (row, line) in c[part(block, rows)].iter().enumerate() {
            for (column, value) in line.iter().enumerate() {
                let (lane, column) = case.of_d(row, column);
                words[word(block, lane, D + column)] = *value as u32;
            }
        }
    }
    // The scales: of A for the rows of a block, of B for all columns.
    let mut scales = [vec![Vec::new(); case.m], vec![Vec::new(); case.n]];
    if let Some((vector, ty)) = case.scales {
        let count = vector.count();
        let mut scale = || match ty {
            ScaleType::Ue8m0 => 124 + g.below(7) as u8,
            ScaleType::Ue4m3 => 0x20 + g.below(0x30) as u8,
        };
        for all in &mut scales {
            all.iter_mut().for_each(|one| *one = (0..count).map(|_| scale()).collect());
        }
        let mut put = |block: usize, lane: usize, column: usize, byte: usize, all: &[u8]| {
            for (i, value) in all.iter().enumerate() {
                let shift = 8 * (byte + i);
                let at = word(block, lane, column);
                words[at] = words[at] & !(0xff << shift) | u32::from(*value) << shift;
            }
        };
        let bytes = scale_bytes(vector);
        for block in 0..case.blocks {
            for row in 0..rows {
                let all = &scales[0][block * rows + row];
                put(block, row % 32, SCALES[0] + row / 32, bytes[0], all);
            }
            for (n, all) in scales[1].iter().enumerate() {
                let half = if rows == 64 { case.n / 2 } else { case.n };
                let (h, n) = (n / half, n % half);
                put(block, n % 32 + 64 * h, SCALES[1] + n / 32, bytes[1], all);
            }
        }
    }
    let mut digits = vec![Vec::new(); case.m];
    if case.is_sparse {
        let known: &[u64] = match case.kind {
            Kind::Tf32 => &[0x4, 0xe],
            _ => &[4, 8, 9, 0xc, 0xd, 0xe],
        };
        for all in &mut digits {
            *all = (0..form.chunks())
                .map(|_| known[g.below(known.len() as u64) as usize] as u8)
                .collect();
        }
        for (row, all) in digits.iter().enumerate() {
            let (block, row) = (row / rows, row % rows);
            for (chunk, digit) in all.iter().enumerate() {
                // `tmem_e_frg`: with 16 and 32 bits ((8, 2, 8), (16, 2)) : ((1, 16 bits, 16), (bits, 8)), else by rows.
                let (lane, bit) = match case.kind {
                    Kind::F16 | Kind::Tf32 => {
                        (row % 8 + row / 16 * 16 + chunk / 4 * 8, row / 8 % 2 * 16 + chunk % 4 * 4)
                    }
                    _ => (row, 4 * chunk),
                };
                let at = word(block, case.of_a(lane), METADATA + bit / 32);
                words[at] = words[at] & !(0xf << (bit % 32)) | u32::from(*digit) << (bit % 32);
            }
        }
    }
    let mut expected = words.clone();
    for m in 0..case.m {
        for n in 0..case.n {
            let (block, (lane, column)) = (m / rows, case.of_d(m % rows, n));
            if case.disabled[lane / 32] >> (lane % 32) & 1 == 1 {
                continue;
            }
            let line = |all: &[u64], ty| all.iter().map(|x| wide(&case, ty, *x)).collect();
            // With `.ashift`, each row of a block but the last is that of the next lane.
            let is_last = m % rows == rows - 1;
            let row = if case.shifts_a && !is_last { m + 1 } else { m };
            let (x, mut y): (Vec<_>, Vec<_>) = (line(&a[row], case.a), line(&b[shift + n], case.b));
            if case.zero.is_some_and(|zero| (zero.is_zero)(n)) {
                y.fill(0);
            }
            let extras = Extras {
                metadata: &digits[m],
                scales_a: &scales[0][m],
                scales_b: &scales[1][n],
                negate_a: case.negate[0],
                negate_b: case.negate[1],
                ignore_c: !case.adds,
            };
            let found = element_with(form, &x, &y, c[m][n], &extras, Sm(100));
            let found = found.unwrap_or_else(|| panic!("{case:?}"));
            expected[word(block, lane, D + column)] = found as u32;
        }
    }
    let [of_a, of_b] = places.map(Place::descriptor);
    let left = if case.a_in_tensor { format!("[%r40+{A}]") } else { "%rd20".to_owned() };
    let metadata = if case.is_sparse { format!(" [%r40+{METADATA}],") } else { String::new() };
    let scaled = match case.scales {
        Some(_) => format!(" [%r40+{}], [%r40+{}],", SCALES[0], SCALES[1]),
        None => String::new(),
    };
    let mask = match case.disabled {
        [0, 0, 0, 0] => String::new(),
        [a, b, c, d] => {
            format!(" {{{}}},", [a, b, c, d].map(|word| format!("%w{}", word % 32)).join(", "))
        }
    };
    let masks: String =
        case.disabled.iter().map(|x| format!("mov.b32 %w{}, {x};", x % 32)).collect();
    let p = if case.adds { "%p7" } else { "%p8" };
    let (zero, zeros) = match case.zero {
        Some(zero) => (format!("mov.b64 %rd22, {};", zero.bits), ", %rd22"),
        None => (String::new(), ""),
    };
    let body = format!(
        "mov.b64 %rd20, {of_a}; mov.b64 %rd21, {of_b}; mov.b32 %r20, {}; {masks} {zero}
        setp.ne.u32 %p9, %r9, 0; @%p9 bra then;
        {} [%r40], {left}, %rd21,{metadata} %r20,{scaled}{mask} {p}{zeros};
        {}",
        case.instruction(),
        case.name(),
        COMMIT.replace("cta_group::1", &format!("cta_group::{}", case.blocks))
    );
    let after = format!("setp.ne.u32 %p9, %r9, 0; @%p9 bra end; {WAIT} end:");
    let target = "sm_100a";
    let text = kernel(target, &body, &after);
    let found = run(&text, case.blocks as u32, &shared, &words, &Options::default())
        .unwrap_or_else(|fault| panic!("{fault}\n{case:?}"));
    for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let (lane, column) = (i / 512, i % 512);
        assert_eq!(
            found, expected,
            "lane {lane}, column {column}: {found:x} {expected:x} {case:?}"
        );
    }
}
