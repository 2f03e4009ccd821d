//! Tests which forms of `mma` and `wgmma` the builders accept. Also tests which products the tensor core adds in one
//! step before it rounds.

mod names;

use names::{builder, name, named, variants};
use ptx_core::mma::Type::*;
use ptx_core::mma::{
    self, BitOperation, Extras, Form, Instruction, Kind, Layout, Operand, ScaleType, ScaleVector,
    Scales, Type, element, element_with,
};
use ptx_core::{Limit, Rounding, Sm};
use std::collections::{BTreeSet, HashSet};
use steered::Random;
use test_support::sample;

const FP8: [Type; 2] = [E4m3, E5m2];
const F8F6F4: [Type; 5] = [E4m3, E5m2, E3m2, E2m3, E2m1];
const ALL: [Type; 16] =
    [F16, Bf16, Tf32, F32, F64, E4m3, E5m2, E3m2, E2m3, E2m1, S8, U8, S4, U4, B1, S32];

#[test]
fn builders_return_every_listed_form() {
    let mut names_found = HashSet::new();
    for &form in Form::all() {
        assert_eq!(builder(form).build(), Some(form), "{form:?}");
        assert!(names_found.insert(name(form)), "{form:?} is listed twice");
        for variant in variants(form) {
            assert_eq!(builder(variant).build(), Some(variant), "{variant:?}");
            assert_eq!(named(&name(variant)), Some(variant), "{variant:?}");
        }
    }
    let count = |instruction, sparse| {
        let is_such =
            |form: &&Form| (form.instruction(), form.is_sparse()) == (instruction, sparse);
        Form::all().iter().filter(is_such).count()
    };
    // Each number in these sums counts the forms of one family. The families of dense `mma` are: m8n8k4; f16, bf16 and
    // tf32; FP8; .kind::f8f6f4; f64; integers; bits; .kind::mxf8f6f4; .kind::mxf4 with .kind::mxf4nvf4.
    assert_eq!(count(Instruction::Mma, false), 12 + 8 + 16 + 50 + 4 + 24 + 6 + 25 + 4);
    // The families of sparse `mma`: f16, bf16 and tf32; FP8; .kind::f8f6f4; integers; .kind::mxf8f6f4; .kind::mxf4 with
    // .kind::mxf4nvf4.
    assert_eq!(count(Instruction::Mma, true), 8 + 8 + 50 + 16 + 25 + 4);
    // The families of `wgmma`: f16, bf16 and tf32; FP8; integers; and bits, which have no sparse form.
    assert_eq!(count(Instruction::Wgmma, false), 4 + 8 + 4 + 1);
    assert_eq!(count(Instruction::Wgmma, true), 4 + 8 + 4);
    // The families of `tcgen05.mma`: f16, bf16 and tf32; .kind::f8f6f4; integers; .kind::mxf8f6f4; .kind::mxf4 with
    // .kind::mxf4nvf4.
    for sparse in [false, true] {
        assert_eq!(count(Instruction::Tcgen05, sparse), 4 + 50 + 4 + 25 + 4);
    }
    // `wmma` has three shapes with 7 forms each: 4 of f16, 1 of bf16 and 2 of integers. The last four numbers count the
    // forms of tf32; f64; 4-bit integers; bits.
    assert_eq!(count(Instruction::Wmma, false), 3 * 7 + 1 + 1 + 2 + 2);
    assert_eq!(count(Instruction::Wmma, true), 0);
}

/// Every combination of a scale vector and a scale type, for each kind that has block scales. For `.kind::mxf8f6f4`,
/// PTX has only `.scale_vec::1X` with `.ue8m0`. The list omits this combination, because the builder uses it if no
/// scales are set.
const SCALES: [(Kind, ScaleVector, ScaleType); 17] = {
    use Kind::*;
    use ScaleType::*;
    use ScaleVector::*;
    [
        (Mxf8f6f4, X1, Ue4m3),
        (Mxf8f6f4, X2, Ue8m0),
        (Mxf8f6f4, X2, Ue4m3),
        (Mxf8f6f4, X4, Ue8m0),
        (Mxf8f6f4, X4, Ue4m3),
        (Mxf4, X1, Ue8m0),
        (Mxf4, X1, Ue4m3),
        (Mxf4, X2, Ue8m0),
        (Mxf4, X2, Ue4m3),
        (Mxf4, X4, Ue8m0),
        (Mxf4, X4, Ue4m3),
        (Mxf4nvf4, X1, Ue8m0),
        (Mxf4nvf4, X1, Ue4m3),
        (Mxf4nvf4, X2, Ue8m0),
        (Mxf4nvf4, X2, Ue4m3),
        (Mxf4nvf4, X4, Ue8m0),
        (Mxf4nvf4, X4, Ue4m3),
    ]
};

/// Returns the number of forms of `mma` with a shape, over all types, layouts, kinds and bit operations.
fn count(shape: [u16; 3]) -> usize {
    let results = [F16, Bf16, F32, F64, S32];
    let accumulators = results.iter().flat_map(|d| results.map(|c| (*d, c)));
    let factors = ALL.iter().flat_map(|a| ALL.map(|b| (*a, b)));
    let layouts = [Layout::Row, Layout::Col];
    let mut count = 0;
    for ((d, c), (a, b)) in accumulators.flat_map(|x| factors.clone().map(move |y| (x, y))) {
        for pair in layouts.iter().flat_map(|a| layouts.map(|b| [*a, b])) {
            let form = Form::mma(shape, [d, a, b, c]).layouts(pair);
            let bits = [BitOperation::Xor, BitOperation::And].map(|x| form.bits(x));
            let kinds = [Kind::F8f6f4, Kind::Mxf8f6f4].map(|kind| form.kind(kind));
            let mut dense = [&[form, bits[0], bits[1]], &kinds[..]].concat();
            // A form with block scales is valid only if D and C are f32. To save time, block scales are combined only
            // with `.row.col`, and only with D and C of the same type other than f64.
            if pair == [Layout::Row, Layout::Col] && [d, c] != [F64; 2] && d == c {
                let scaled = |(kind, vector, scale)| form.kind(kind).scales(vector, scale);
                dense.extend(SCALES.map(scaled));
            }
            let all = dense.iter().flat_map(|form| [*form, form.sparse()]);
            count += all.filter(|form| form.build().is_some()).count();
        }
    }
    count
}

#[test]
fn builders_return_only_listed_forms() {
    let is_mma = |form: &&Form| form.instruction() == Instruction::Mma;
    let shapes: BTreeSet<_> = Form::all().iter().filter(is_mma).map(|form| form.shape()).collect();
    for &shape in shapes.iter().step_by(shapes.len() / sample(shapes.len(), 4)) {
        let listed = Form::all().iter().filter(|x| is_mma(x) && x.shape() == shape).count();
        assert_eq!(count(shape), listed, "{shape:?}");
    }
    let others = [[16, 8, 0], [0, 0, 0], [8, 16, 16], [16, 16, 16], [64, 8, 16], [u16::MAX; 3]];
    for shape in others.into_iter().take(sample(others.len(), 6)) {
        assert_eq!(count(shape), 0, "{shape:?}");
    }
}

#[test]
fn only_integers_have_a_limit_and_only_f64_a_rounding() {
    for &form in Form::all() {
        let a = form.element_type(Operand::A);
        let clamped = builder(form).limit(Limit::Satfinite).build();
        assert_eq!(clamped.is_some(), matches!(a, S8 | U8 | S4 | U4), "{form:?}");
        for rounding in [Rounding::Rz, Rounding::Rm, Rounding::Rp] {
            let rounded = builder(form).rounding(rounding).build();
            assert_eq!(rounded.map(Form::rounding), (a == F64).then_some(rounding), "{form:?}");
        }
    }
}

#[test]
fn wgmma_has_multiples_of_eight_columns() {
    let found: Vec<u16> = (0..=u16::MAX)
        .filter(|n| Form::wgmma([64, *n, 16], [F32, F16, F16]).build().is_some())
        .collect();
    assert_eq!(found, (8..=256).step_by(8).collect::<Vec<_>>());
    let of_integers: BTreeSet<u16> = (0..=u16::MAX)
        .filter(|n| Form::wgmma([64, *n, 32], [S32, S8, S8]).build().is_some())
        .collect();
    assert_eq!(of_integers, [8, 24].into_iter().chain((16..=256).step_by(16)).collect());
    let mut forms = 0;
    for (m, k) in [(64, 8), (64, 16), (64, 32), (16, 16), (128, 16)] {
        for types in ALL
            .iter()
            .flat_map(|d| ALL.iter().flat_map(move |a| ALL.iter().map(move |b| [*d, *a, *b])))
        {
            forms += usize::from(Form::wgmma([m, 8, k], types).build().is_some());
        }
    }
    // `wgmma` has 12 forms on floats and 4 on integers.
    assert_eq!(forms, 16);
    for (a, b) in FP8.iter().flat_map(|a| F8F6F4.map(|b| (*a, b))) {
        let form = Form::wgmma([64, 8, 32], [F32, a, b]).build();
        assert_eq!(form.is_some(), FP8.contains(&b), "{a:?} {b:?}");
    }
    let form = Form::wgmma([64, 256, 16], [F16; 3]).build().expect("a form");
    assert_eq!((form.shape(), form.element_type(Operand::C)), ([64, 256, 16], F16));
    assert!(form.runs_on(Sm(90)) && !form.runs_on(Sm(89)) && !form.runs_on(Sm(100)));
    let columns = Form::wgmma([64, 8, 16], [F16; 3]);
    assert!(columns.layouts([Layout::Row, Layout::Row]).build().is_none());
}

/// Tests every combination of a kind, a scale vector and a scale type.
#[test]
fn only_block_scaled_kinds_have_scales() {
    use Kind::{F8f6f4, F16, I8, Mxf4, Mxf4nvf4, Mxf8f6f4, Tf32};
    use ScaleType::{Ue4m3, Ue8m0};
    use ScaleVector::{X1, X2, X4};
    let kinds = [F16, Tf32, F8f6f4, I8, Mxf8f6f4, Mxf4, Mxf4nvf4];
    for (kind, sparse) in kinds.iter().flat_map(|kind| [false, true].map(|sparse| (*kind, sparse)))
    {
        let k = if matches!(kind, Mxf4 | Mxf4nvf4) { 64 } else { 32 } << u16::from(sparse);
        let plain = [
            Form::mma([16, 8, k], [F32, E2m1, E2m1, F32]).kind(kind),
            Form::tcgen05([128, 8, k], kind, [F32, E2m1, E2m1]),
        ];
        for form in plain.map(|form| if sparse { form.sparse() } else { form }) {
            let default = match kind {
                Mxf8f6f4 => Some(Scales { vector: X1, element: Ue8m0 }),
                Mxf4 => Some(Scales { vector: X2, element: Ue8m0 }),
                _ => None,
            };
            let built = form.build().map(|form| (form.kind(), form.scales()));
            let has_default = matches!(kind, F8f6f4 | Mxf8f6f4 | Mxf4);
            assert_eq!(built, has_default.then_some((Some(kind), default)), "{form:?}");
            for (vector, element) in
                [X1, X2, X4].iter().flat_map(|x| [Ue8m0, Ue4m3].map(|element| (*x, element)))
            {
                let is_form = match kind {
                    Mxf8f6f4 => (vector, element) == (X1, Ue8m0),
                    Mxf4 => (vector, element) == (X2, Ue8m0),
                    Mxf4nvf4 => vector == X4 || (vector, element) == (X2, Ue8m0),
                    _ => false,
                };
                let built = form.scales(vector, element).build().and_then(Form::scales);
                assert_eq!(built, is_form.then_some(Scales { vector, element }), "{form:?}");
            }
        }
    }
}

#[test]
fn tcgen05_has_three_numbers_of_rows_and_multiples_of_eight_columns() {
    let is_form = |m, n| Form::tcgen05([m, n, 16], Kind::F16, [F32, F16, F16]).build().is_some();
    let numbers = || (0..=512).chain([u16::MAX - 7, u16::MAX]);
    let rows: Vec<u16> = numbers().filter(|m| is_form(*m, 8)).collect();
    assert_eq!(rows, [64, 128, 256]);
    let columns: Vec<u16> = numbers().filter(|n| is_form(128, *n)).collect();
    assert_eq!(columns, (8..=256).step_by(8).collect::<Vec<_>>());
}

#[test]
fn each_instruction_has_its_targets() {
    let targets = [70, 72, 75].iter().chain(&TF32);
    for (form, sm) in Form::all().iter().flat_map(|form| targets.clone().map(move |sm| (form, *sm)))
    {
        let expected = match form.instruction() {
            Instruction::Mma | Instruction::Wmma => sm >= form.since().0,
            Instruction::Wgmma => sm == 90,
            Instruction::Tcgen05 if form.kind() == Some(Kind::I8) => {
                matches!(sm, 100 | 101 | 107 | 110)
            }
            Instruction::Tcgen05 => matches!(sm, 100 | 101 | 103 | 107 | 110),
        };
        assert_eq!(form.runs_on(Sm(sm)), expected, "{form:?} sm_{sm}");
    }
}

/// Tests the first targets in the PTX manual, except those of `mma` with floats of 8 bits or less.
#[test]
fn forms_start_with_the_targets_of_the_manual() {
    use Instruction::{Mma, Tcgen05, Wgmma, Wmma};
    for form in Form::all() {
        let [m, _, k] = form.shape();
        let since = match (form.instruction(), form.element_type(Operand::A)) {
            (Wgmma, _) => 90,
            (Tcgen05, _) => 100,
            (_, E4m3 | E5m2 | E3m2 | E2m3 | E2m1) => continue,
            (Mma, F64) if m == 16 => 90,
            (_, F64 | Bf16 | Tf32) => 80,
            _ if form.is_sparse() || form.bits() == Some(BitOperation::And) => 80,
            (Wmma, F16) => 70,
            (Wmma, S8 | U8) => 72,
            (Mma, F16) if m == 8 => 70,
            (Mma, F16) if k == 16 => 80,
            (Mma, S8 | U8 | S4 | U4 | B1) if m == 16 => 80,
            _ => 75,
        };
        assert_eq!(form.since(), Sm(since), "{form:?}");
    }
}

fn form(name: &str) -> Form {
    named(name).expect("a form")
}

#[test]
fn only_floats_that_a_target_multiplies_have_parameters() {
    assert_eq!(form("m16n8k16.row.col.s32.s8.s8.s32").parameters(Sm(80)), None);
    assert_eq!(form("m16n8k16.row.col.f32.f16.f16.f32").parameters(Sm(75)), None);
    assert!(form("m16n8k16.row.col.f32.f16.f16.f32").parameters(Sm(80)).is_some());
}

/// Computes the sum of two products that cancel and a tiny product. If all three products are in one step, the tiny
/// product is truncated to zero, and the sum is zero. If the tiny product is in a later step, the sum is the tiny
/// product. `places` are the indices k of the three products. If `factors` is `[x, y, u, v]`, the products are `x * x`,
/// `x * y` and `u * v`.
fn sum_of_three<const K: usize>(text: &str, sm: Sm, places: [usize; 3], factors: [u64; 4]) -> u64 {
    let [great, minus, tiny, other] = factors;
    let (mut a, mut b) = ([0; K], [0; K]);
    for (place, x, y) in
        [(places[0], great, great), (places[1], great, minus), (places[2], tiny, other)]
    {
        (a[place], b[place]) = (x, y);
    }
    element(form(text), &a, &b, 0, sm).expect("a form of the target")
}

#[test]
fn eight_bit_products_on_sm_90_are_summed_in_two_halves() {
    const E4M3: [u64; 4] = [0x7e, 0xfe, 0x01, 0x01]; // 448, -448, 2^-9
    let sum =
        |places| sum_of_three::<16>("m16n8k16.row.col.f32.e4m3.e4m3.f32", Sm(90), places, E4M3);
    // Products 0, 1 and 4 are in the half that is summed first, product 2 is in the second half.
    assert_eq!(sum([0, 1, 4]), 0);
    assert_eq!(sum([0, 1, 2]), 0x3680_0000); // 2^-18
}

#[test]
fn long_operands_are_computed_by_a_chain_of_instructions() {
    const F16: [u64; 4] = [0x7bff, 0xfbff, 0x0001, 0x3c00]; // 65504, -65504, 2^-24, 1
    let sum = |places| sum_of_three::<32>("m16n8k16.row.col.f32.f16.f16.f32", Sm(80), places, F16);
    assert_eq!(sum([22, 23, 21]), 0);
    assert_eq!(sum([22, 23, 24]), 0x3380_0000); // 2^-24
}

/// The targets that have tf32.
const TF32: [u16; 13] = [80, 86, 87, 88, 89, 90, 100, 101, 103, 107, 110, 120, 121];

#[test]
fn wmma_of_tf32_is_two_steps_of_four_products() {
    // The tf32 numbers 2^40, -2^40, 1 and 1.
    const FACTORS: [u64; 4] = [0x5380_0000, 0xd380_0000, 0x3f80_0000, 0x3f80_0000];
    let [wmma, mma] =
        ["wmma.m16n16k8.row.col.f32.tf32.tf32.f32", "m16n8k8.row.col.f32.tf32.tf32.f32"];
    let sum = |text, sm, places| sum_of_three::<8>(text, Sm(sm), places, FACTORS);
    for sm in TF32 {
        assert_eq!(sum(wmma, sm, [0, 1, 3]), 0, "sm_{sm}");
        assert_eq!(sum(wmma, sm, [0, 1, 4]), 0x3f80_0000, "sm_{sm}");
        let expected = if sm < 90 { 0x3f80_0000 } else { 0 };
        assert_eq!(sum(mma, sm, [0, 1, 4]), expected, "sm_{sm}");
    }
    let (wmma, four) = (form(wmma), form("m16n8k4.row.col.f32.tf32.tf32.f32"));
    let mut g = Random(33);
    for sm in TF32.map(Sm) {
        for round in 0..2000 {
            let mut any = || number(&mut g, round % 4 != 0);
            let (a, b): ([u64; 8], [u64; 8]) = ([(); 8].map(|()| any()), [(); 8].map(|()| any()));
            let c = any();
            let first = element(four, &a[..4], &b[..4], c, sm).expect("a form of the target");
            let second = element(four, &a[4..], &b[4..], first, sm);
            assert_eq!(element(wmma, &a, &b, c, sm), second, "{sm:?} {a:x?} {b:x?} {c:x}");
        }
    }
}

/// Returns an f32 with random bits. If `near` is true, its exponent is near 0.
fn number(g: &mut Random, near: bool) -> u64 {
    let bits = g.next() & 0xffff_ffff;
    if near { bits & 0x807f_ffff | (120 + g.below(16)) << 23 } else { bits }
}

/// Converts an 8-bit float to f16; every NaN becomes 7fff.
fn f16_of(element: Type, bits: u64) -> u64 {
    let (sign, magnitude) = (bits >> 7 << 15, bits & 0x7f);
    if element == E5m2 {
        return if magnitude > 0x7c { 0x7fff } else { bits << 8 };
    }
    let (field, fraction) = (magnitude >> 3, magnitude & 7);
    match (field, fraction) {
        (15, 7) => 0x7fff,
        (0, 0) => sign,
        // The value is the fraction times 2^-9.
        (0, _) => {
            let leading = u64::from(fraction.ilog2());
            sign | (leading + 6) << 10 | fraction << (10 - leading) & 0x3ff
        }
        _ => sign | (field + 8) << 10 | fraction << 7,
    }
}

/// Tests `mma.sp` on 8-bit floats from sm_90 to sm_110, where the instruction is a sequence of machine instructions.
/// The sequence consists of two f16 steps on the elements that the metadata selects, and an addition of C. The second
/// step adds to the result of the first.
#[test]
fn sparse_eight_bit_products_equal_the_sequence_of_f16_steps() {
    let step = form("m16n8k16.row.col.f32.f16.f16.f32");
    let mut g = Random(90);
    for sm in [90, 100, 101, 103, 107, 110].map(Sm) {
        for (a_type, b_type) in FP8.iter().flat_map(|a| FP8.map(|b| (*a, b))) {
            let words = [a_type, b_type].map(|x| format!(".{x:?}").to_lowercase()).concat();
            let forms = [
                format!("m16n8k64.row.col.f32{words}.f32"),
                format!("m16n8k64.row.col.kind::f8f6f4.f32{words}.f32"),
            ];
            let forms = forms.map(|name| form(&format!("sp::ordered_metadata.{name}")));
            for round in 0..1000 {
                let near = round % 4 != 0;
                // If `near` is true, generates numbers with exponents near 0, otherwise any byte.
                let mut byte = |element| match (near, element) {
                    (false, _) => g.below(256),
                    (true, E5m2) => g.below(2) << 7 | (13 + g.below(5)) << 2 | g.below(4),
                    _ => g.below(2) << 7 | (5 + g.below(5)) << 3 | g.below(8),
                };
                let (a, b): (Vec<u64>, Vec<u64>) = (
                    (0..32).map(|_| byte(a_type)).collect(),
                    (0..64).map(|_| byte(b_type)).collect(),
                );
                const DIGITS: [u8; 6] = [0x4, 0x8, 0x9, 0xc, 0xd, 0xe];
                let digits: Vec<u8> = (0..16).map(|_| DIGITS[g.below(6) as usize]).collect();
                let c = number(&mut g, near);
                let column = |j: usize| {
                    let digit = usize::from(digits[j / 2]);
                    j / 2 * 4 + if j.is_multiple_of(2) { digit % 4 } else { digit / 4 }
                };
                let half = |second: bool| -> (Vec<u64>, Vec<u64>) {
                    let stored = (0..32).filter(|j| (j % 4 >= 2) == second);
                    stored.map(|j| (f16_of(a_type, a[j]), f16_of(b_type, b[column(j)]))).unzip()
                };
                let ((a0, b0), (a1, b1)) = (half(false), half(true));
                let p = element(step, &a0, &b0, 0, sm).expect("16 products");
                let q = element(step, &a1, &b1, p, sm).expect("16 products");
                let sum = f32::from_bits(c as u32) + f32::from_bits(q as u32);
                let expected = if sum.is_nan() { 0x7fff_ffff } else { sum.to_bits() };
                let extras = Extras { metadata: &digits, ..Extras::NONE };
                for form in forms.iter().filter(|form| form.runs_on(sm)) {
                    let found = element_with(*form, &a, &b, c, &extras, sm);
                    assert_eq!(
                        found,
                        Some(expected.into()),
                        "{sm:?} {form:?} {a:x?} {b:x?} {digits:x?} {c:x}"
                    );
                }
            }
        }
    }
}

/// Returns the bits of 1 in a type of A and B.
fn one(form: Form, operand: Operand) -> u64 {
    match form.element_type(operand) {
        F16 => 0x3c00,
        Bf16 => 0x3f80,
        Tf32 => 0x3f80_0000,
        F64 => 0x3ff0_0000_0000_0000,
        E4m3 => 0x38,
        E5m2 => 0x3c,
        E3m2 => 0x0c,
        E2m3 => 0x08,
        E2m1 if form.element_bits(operand) == 4 => 0x2,
        E2m1 => 0x08,
        _ => 1,
    }
}

/// Computes `1 * 1 + c` with every form. Expects a result only if the form has the optional operands that are set. The
/// metadata digit 4 selects the first column for the first stored element.
#[test]
fn optional_operands_change_the_result_or_are_rejected() {
    for &form in Form::all() {
        let [_, _, k] = form.shape();
        let (mut a, mut b) = (vec![0; form.stored().into()], vec![0; k.into()]);
        (a[0], b[0]) = (one(form, Operand::A), one(form, Operand::B));
        let digits = vec![4; form.chunks()];
        let (count, unit) = form.scales().map_or((0, 0), |scales| {
            let unit = if scales.element == ScaleType::Ue8m0 { 0x7f } else { 0x38 };
            (scales.vector.count(), unit)
        });
        let scales = vec![unit; count];
        let plain =
            Extras { metadata: &digits, scales_a: &scales, scales_b: &scales, ..Extras::NONE };
        let sm = form.since();
        let d = |c, extras: Extras<'_>| element_with(form, &a, &b, c, &extras, sm);
        let d_type = form.element_type(Operand::D);
        let signed = |sign: u64| match d_type {
            F16 => 0x3c00 | sign << 15,
            F32 => 0x3f80_0000 | sign << 31,
            F64 => 0x3ff0_0000_0000_0000 | sign << 63,
            _ => u64::from(form.bits() != Some(BitOperation::Xor)),
        };
        assert_eq!(d(0, plain), Some(signed(0)), "{form:?}");
        let is_new = matches!(form.instruction(), Instruction::Wgmma | Instruction::Tcgen05);
        for (negate_a, negate_b) in [(true, false), (false, true), (true, true)] {
            let sign = u64::from(negate_a != negate_b);
            let expected = (is_new && d_type != S32).then_some(signed(sign));
            assert_eq!(d(0, Extras { negate_a, negate_b, ..plain }), expected, "{form:?}");
        }
        let ignored = d(0x7c7c, Extras { ignore_c: true, ..plain });
        assert_eq!(ignored, is_new.then_some(signed(0)), "{form:?}");
        let longer = |slice: &[u8]| [slice, &[unit]].concat();
        let (more_digits, more_scales) = (longer(&digits), longer(&scales));
        assert_eq!(d(0, Extras { metadata: &more_digits, ..plain }), None, "{form:?}");
        assert_eq!(d(0, Extras { scales_a: &more_scales, ..plain }), None, "{form:?}");
        assert_eq!(d(0, Extras { scales_b: &more_scales, ..plain }), None, "{form:?}");
    }
}

#[test]
fn forms_have_the_digits_of_ptx() {
    for &form in Form::all().iter().filter(|form| form.is_sparse()) {
        let digits: Vec<u8> = (0..=u8::MAX).filter(|digit| form.has_digit(*digit)).collect();
        let expected = match (form.element_bits(Operand::A), form.element_type(Operand::A)) {
            (32, _) => vec![0x4, 0xe],
            (4, E2m1) => (0..16).collect(),
            _ => vec![0x4, 0x8, 0x9, 0xc, 0xd, 0xe],
        };
        assert_eq!(digits, expected, "{form:?}");
    }
}

/// From sm_80 on, ptxas adds the first product of `m8n8k4` to +0.
#[test]
fn negative_zeros_of_scalar_products_are_added_to_zero() {
    let form = form("m8n8k4.row.col.f32.f16.f16.f32");
    let d = element(form, &[0x8000; 4], &[0x3c00; 4], 0x8000_0000, Sm(80));
    assert_eq!(d, Some(0));
}

/// The sum is 2^-148 - 2^-170, truncated. An accumulator with an exponent would lose 2^-170.
#[test]
fn accumulators_of_zero_have_no_exponent() {
    let form =
        form("m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0");
    let (mut a, mut b) = ([0; 64], [0; 64]);
    (a[0], b[0], a[32], b[32]) = (2, 2, 2, 0xa); // 1 * 1 and 1 * -1
    let scales = [127 - 74, 127 - 85];
    let extras = Extras { scales_a: &scales, scales_b: &scales, ..Extras::NONE };
    for c in [0, 0x8000_0000] {
        assert_eq!(element_with(form, &a, &b, c, &extras, Sm(120)), Some(1), "{c:x}");
    }
}

/// Returns the value of an element with these numbers of exponent and fraction bits, or of a NaN or an infinity.
/// `greatest` is the largest finite magnitude.
fn value(bits: u64, exponent_bits: u32, fraction_bits: u32, greatest: u64) -> f32 {
    let (magnitude, bias) =
        (bits & ((1 << (exponent_bits + fraction_bits)) - 1), (1 << (exponent_bits - 1)) - 1);
    let (field, fraction) = (magnitude >> fraction_bits, magnitude & ((1 << fraction_bits) - 1));
    let significand = if field == 0 { fraction } else { fraction + (1 << fraction_bits) };
    let exponent = field.max(1) as i32 - bias - fraction_bits as i32;
    let size = match magnitude {
        _ if magnitude <= greatest => (significand as f64 * f64::from(exponent).exp2()) as f32,
        _ if fraction == 0 => f32::INFINITY,
        _ => return f32::NAN,
    };
    if bits > magnitude { -size } else { size }
}

/// Multiplies every short float, and every 31st element of 16 bits, by 1 and adds 0.
#[test]
fn elements_have_their_values() {
    let short = |ty| Form::tcgen05([128, 8, 32], Kind::F8f6f4, [F32, ty, ty]);
    let long = |ty| Form::mma([16, 8, 16], [F32, ty, ty, F32]);
    let all = [
        (short(E4m3), 4, 3, 0x7e),
        (short(E5m2), 5, 2, 0x7b),
        (short(E3m2), 3, 2, 0x1f),
        (short(E2m3), 2, 3, 0x1f),
        (short(E2m1), 2, 1, 0x7),
        (long(F16), 5, 10, 0x7bff),
        (long(Bf16), 8, 7, 0x7f7f),
    ];
    for (form, exponent_bits, fraction_bits, greatest) in all {
        let form = form.build().expect("a form");
        let shift = if form.element_type(Operand::A) == E2m1 { 2 } else { 0 };
        let [_, _, k] = form.shape();
        let (mut a, mut b) = (vec![0; k.into()], vec![0; k.into()]);
        b[0] = one(form, Operand::B);
        let step = if fraction_bits > 3 { 31 } else { 1 };
        for bits in (0..1 << (1 + exponent_bits + fraction_bits)).step_by(step) {
            a[0] = bits << shift;
            let d = element(form, &a, &b, 0, Sm(100)).expect("a form of the target");
            let expected = value(bits, exponent_bits, fraction_bits, greatest);
            let found = f32::from_bits(d as u32);
            assert!(
                found == expected || found.is_nan() && expected.is_nan(),
                "{form:?} {bits:x}: {found}"
            );
        }
    }
}
