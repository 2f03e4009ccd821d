//! Compares products of every form with the function for one element, on random and extreme matrices whose sizes are
//! not multiples of a block.

#[cfg(all(feature = "std", target_os = "linux", target_env = "gnu"))]
use ptx_core::mma::panel::{Chains, Portable};
use ptx_core::mma::{BitOperation, Extras, Form, Kind, Operand, Type, element_with};
use ptx_core::{Limit, Rounding, Sm};
use ptx_loops::Product;
use std::sync::atomic::{AtomicUsize, Ordering};

const TARGETS: [u16; 9] = [70, 75, 80, 89, 90, 100, 103, 120, 121];

/// A generator of pseudo-random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }

    /// Returns the bits of elements. One in `rarity` is special: a zero, a subnormal or extreme number, an infinity or a
    /// NaN. The others have exponents near that of 1.
    fn elements(&mut self, form: Form, operand: Operand, count: usize, rarity: u64) -> Vec<u64> {
        (0..count).map(|_| self.element(form, operand, rarity)).collect()
    }

    fn element(&mut self, form: Form, operand: Operand, rarity: u64) -> u64 {
        let ty = form.element_type(operand);
        let is_special = self.below(rarity) == 0;
        let Some((exponent_bits, fraction_bits, shift)) = layout(form, operand) else {
            let mask = u64::MAX >> (64 - form.element_bits(operand));
            let extremes = [0, mask, mask >> 1, mask - (mask >> 1)];
            return if is_special { extremes[self.below(4) as usize] } else { self.next() & mask };
        };
        let sign = self.below(2) << (exponent_bits + fraction_bits);
        let fraction = self.next() & ((1 << fraction_bits) - 1);
        let top = (1_u64 << exponent_bits) - 1;
        let magnitude = match self.below(8) {
            0 | 1 if is_special => 0,
            2 if is_special => fraction,
            3 if is_special => 1,
            4 if is_special => (top << fraction_bits) - 1,
            5 if is_special => top << fraction_bits,
            6 if is_special => top << fraction_bits | fraction,
            7 if is_special => self.below(top) << fraction_bits | fraction,
            spread => (top / 2 + spread / 2).saturating_sub(2).min(top) << fraction_bits | fraction,
        };
        // The ignored low bits of a tf32, and the unused bits of a byte, are random.
        let unused = match ty {
            Type::Tf32 => self.next() & 0x1fff,
            _ => 0,
        };
        (sign | magnitude) << shift | unused
    }
}

/// Returns the numbers of exponent bits, fraction bits and ignored low bits of a float type.
fn layout(form: Form, operand: Operand) -> Option<(u32, u32, u32)> {
    Some(match form.element_type(operand) {
        Type::F16 => (5, 10, 0),
        Type::Bf16 => (8, 7, 0),
        Type::Tf32 => (8, 10, 13),
        Type::F32 => (8, 23, 0),
        Type::F64 => (11, 52, 0),
        Type::E4m3 => (4, 3, 0),
        Type::E5m2 => (5, 2, 0),
        Type::E3m2 => (3, 2, 0),
        Type::E2m3 => (2, 3, 0),
        Type::E2m1 if form.element_bits(operand) == 4 => (2, 1, 0),
        Type::E2m1 => (2, 1, 2),
        _ => return None,
    })
}

/// The operands of a product.
struct Operands {
    shape: [usize; 3],
    instructions: usize,
    a: Vec<u64>,
    b: Vec<u64>,
    c: Vec<u64>,
    metadata: Vec<u8>,
    scales: [Vec<u8>; 2],
}

impl Operands {
    fn new(form: Form, shape: [usize; 3], instructions: usize, rarity: u64, seed: u64) -> Self {
        let mut random = Random(seed);
        let [count, rows, columns] = shape;
        let [_, _, k] = form.shape();
        let (stored, k) = (usize::from(form.stored()), usize::from(k));
        let scales = form.scales().map_or(0, |scales| scales.vector.count());
        let digits = random.bytes(count * rows * instructions * form.chunks());
        let mut scale = |lines: usize| {
            // A NaN, an extreme number or one near 1.
            let scale = |byte: u8| match byte {
                127 | 255 => 255,
                _ if byte.is_multiple_of(32) => byte,
                _ => 110 + byte % 30,
            };
            random.bytes(count * lines * instructions * scales).into_iter().map(scale).collect()
        };
        let scales = [scale(rows), scale(columns)];
        Self {
            shape,
            instructions,
            a: random.elements(form, Operand::A, count * rows * instructions * stored, rarity),
            b: random.elements(form, Operand::B, count * columns * instructions * k, rarity),
            c: random.elements(form, Operand::C, count * rows * columns, 4),
            metadata: digits.into_iter().map(|byte| byte & 15).collect(),
            scales,
        }
    }

    fn product(&self, form: Form, sm: Sm) -> Product<'_> {
        let [scales_a, scales_b] = &self.scales;
        Product {
            form,
            sm,
            shape: self.shape,
            instructions: self.instructions,
            a: &self.a,
            b: &self.b,
            c: &self.c,
            extras: Extras { metadata: &self.metadata, scales_a, scales_b, ..Extras::NONE },
        }
    }
}

/// Returns part `i` of a slice of `count` equal parts.
fn part<T>(all: &[T], i: usize, count: usize) -> &[T] {
    let length = all.len() / count;
    &all[i * length..(i + 1) * length]
}

/// Computes a product element by element.
fn expected(product: &Product<'_>) -> Vec<u64> {
    let [count, rows, columns] = product.shape;
    let element = |(i, c): (usize, &u64)| {
        let row = i / columns;
        let column = row / rows * columns + i % columns;
        let extras = Extras {
            metadata: part(product.extras.metadata, row, count * rows),
            scales_a: part(product.extras.scales_a, row, count * rows),
            scales_b: part(product.extras.scales_b, column, count * columns),
            ..product.extras
        };
        let (a, b) = (part(product.a, row, count * rows), part(product.b, column, count * columns));
        element_with(product.form, a, b, *c, &extras, product.sm).expect("the operands fit")
    };
    product.c.iter().enumerate().map(element).collect()
}

fn compare(product: &Product<'_>) {
    let mut d = vec![0; product.c.len()];
    product.run(&mut d, &|| false).expect("the operands fit");
    let expected = expected(product);
    let wrong = d.iter().zip(&expected).position(|(d, expected)| d != expected);
    if let Some(i) = wrong {
        let (form, sm) = (product.form, product.sm);
        panic!("element {i} of {form:?} on {sm:?}: {:x}, expected {:x}", d[i], expected[i]);
    }
}

/// Compares products of a form on several targets.
fn compare_form(form: Form, seed: u64) {
    let is_chain = form.element_type(Operand::D) == form.element_type(Operand::C);
    // Integers, single bits and f64 have the same results on all targets.
    let is_float = form.parameters(first(form)).is_some();
    for sm in TARGETS.map(Sm).into_iter().filter(|sm| form.runs_on(*sm)) {
        for (i, rarity) in [1 << 40, 40, 3].into_iter().enumerate() {
            let instructions = if is_chain { 1 + i } else { 1 };
            let seed = seed << 16 | u64::from(sm.0) << 2 | i as u64;
            // With more rows than columns, some forms compute the transposed product.
            for shape in [[2, 3, 11], [2, 11, 2]] {
                let operands = Operands::new(form, shape, instructions, rarity, seed);
                compare(&operands.product(form, sm));
            }
        }
        if !is_float {
            break;
        }
    }
}

fn first(form: Form) -> Sm {
    TARGETS.map(Sm).into_iter().find(|sm| form.runs_on(*sm)).expect("a target has the form")
}

#[test]
fn products_of_every_form_are_those_of_elements() {
    for (i, form) in Form::all().iter().enumerate() {
        compare_form(*form, i as u64);
    }
}

#[test]
fn integers_saturate_after_each_instruction() {
    use Type::{S4, S8, S32, U4, U8};
    let mma = |k, a, b| Form::mma([16, 8, k], [S32, a, b, S32]).limit(Limit::Satfinite);
    let wgmma = Form::wgmma([64, 8, 32], [S32, U8, S8]).limit(Limit::Satfinite);
    let forms =
        [mma(32, S8, S8), mma(32, U8, U8), mma(64, S4, U4), mma(64, S8, U8).sparse(), wgmma];
    for (i, form) in forms.into_iter().enumerate() {
        let form = form.build().expect("PTX has the form");
        compare_form(form, 1000 + i as u64);
        // Sums near both ends of the range.
        let mut operands = Operands::new(form, [1, 5, 9], 40, 2, i as u64);
        operands.c.iter_mut().for_each(|c| *c = ((*c as u32 % 0x2000) ^ 0x7fff_f000).into());
        compare(&operands.product(form, first(form)));
        operands.c.iter_mut().for_each(|c| *c ^= 0xffff_ffff);
        compare(&operands.product(form, first(form)));
    }
}

#[test]
fn doubles_are_rounded_in_every_direction() {
    for rounding in [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp] {
        let form = Form::mma([16, 8, 16], [Type::F64; 4]).rounding(rounding).build();
        compare_form(form.expect("PTX has the form"), 2000);
    }
}

/// Tests the chains of processors without AVX-512. `1 + u` squared is `1 + 2u + u^2`.
#[cfg(all(feature = "std", target_os = "linux", target_env = "gnu"))]
#[test]
fn portable_chains_round_each_sum_once() {
    const U: f64 = f64::EPSILON;
    let (a, b) = ([1.0 + U, 3.0], [[1.0 + U, 1.0], [-0.0, 1.0]]);
    for rounding in [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp] {
        // The sum 2 + u is a midpoint.
        let second = if matches!(rounding, Rounding::Rp) { 5.0 + 4.0 * U } else { 5.0 };
        let found = Portable.chains(&a, &b, &[-1.0 - 2.0 * U, 1.0], rounding);
        assert_eq!(found, Some([U * U, second]), "{rounding:?}");
    }
}

/// Sums that cancel, entirely or up to their last bits, and factors and sums that are zeros of both signs.
#[test]
fn directed_sums_that_cancel_are_those_of_elements() {
    let mut random = Random(11);
    for rounding in [Rounding::Rz, Rounding::Rm, Rounding::Rp] {
        let form = Form::mma([16, 8, 16], [Type::F64; 4]).rounding(rounding).build();
        let form = form.expect("PTX has the form");
        for round in 0..200 {
            let mut operands =
                Operands::new(form, [1, 3, 18], 1 + round % 2, 1 << 40, round as u64);
            let length = operands.a.len() / 3;
            for row in operands.a.chunks_mut(length) {
                for pair in row.chunks_mut(2) {
                    // The second product is the negated first one, or nearly so.
                    pair[1] = pair[0] ^ (1 << 63) ^ (random.below(2) * random.below(4));
                }
            }
            for column in operands.b.chunks_mut(length) {
                for pair in column.chunks_mut(2) {
                    pair[1] = pair[0] ^ (random.below(2) * random.below(4));
                }
            }
            let zero = |random: &mut Random| random.below(2) << 63;
            for elements in [&mut operands.a, &mut operands.b, &mut operands.c] {
                let rarity = 1 + random.below(20);
                for element in elements.iter_mut() {
                    *element = if random.below(rarity) == 0 { zero(&mut random) } else { *element };
                }
            }
            // Products and sums near the ends of the range of the exponents.
            let shift = [0, -1020, -540, -500, 500, 1000][random.below(6) as usize];
            let scaled = |element: &mut u64| {
                let exponent = (*element >> 52 & 0x7ff) as i64;
                if (1..0x7ff).contains(&exponent) && (0..0x7ff).contains(&(exponent + shift)) {
                    *element = element.wrapping_add_signed(shift << 52);
                }
            };
            operands.a.iter_mut().for_each(scaled);
            if random.below(2) == 0 {
                operands.b.iter_mut().for_each(scaled);
            }
            if random.below(2) == 0 {
                operands.c.iter_mut().for_each(scaled);
            }
            compare(&operands.product(form, Sm(90)));
        }
    }
}

#[test]
fn a_and_b_are_negated_and_c_is_ignored() {
    use Type::{E2m1, E3m2, F16, F32, Tf32};
    let forms = [
        Form::wgmma([64, 8, 16], [F32, F16, F16]),
        Form::wgmma([64, 8, 16], [F32, Tf32, Tf32]).sparse(),
        Form::tcgen05([128, 8, 32], Kind::F8f6f4, [F32, E3m2, E2m1]),
    ];
    for form in forms.map(|form| form.build().expect("PTX has the form")) {
        for (shape, flags) in [[1, 4, 9], [1, 9, 4]]
            .into_iter()
            .flat_map(|shape| (0..8).map(move |flags| (shape, flags)))
        {
            let operands = Operands::new(form, shape, 2, 20, 5);
            let mut product = operands.product(form, first(form));
            product.extras.negate_a = flags & 1 != 0;
            product.extras.negate_b = flags & 2 != 0;
            product.extras.ignore_c = flags & 4 != 0;
            compare(&product);
        }
    }
}

/// Products, sums and accumulators reach all exponents of binary32, so both units for floats compute some of the rows.
#[test]
fn exponents_of_all_sizes() {
    use Type::{Bf16, F32, Tf32};
    /// Multiplies a number by 2^`shift`, unless the exponent would be outside the range of normal numbers. The number
    /// has an exponent of 8 bits and `fraction_bits` fraction bits.
    fn scaled(bits: u64, fraction_bits: u32, shift: i64) -> u64 {
        let exponent = (bits >> fraction_bits & 0xff) as i64;
        let is_normal = (1..255).contains(&exponent) && (1..255).contains(&(exponent + shift));
        if is_normal { bits.wrapping_add_signed(shift << fraction_bits) } else { bits }
    }
    let forms = [
        (Form::mma([16, 8, 16], [F32, Bf16, Bf16, F32]), 7),
        (Form::mma([16, 8, 8], [F32, Tf32, Tf32, F32]), 23),
    ];
    for (form, fraction_bits) in forms {
        let form = form.build().expect("PTX has the form");
        for shift in (-130..=130).step_by(5) {
            let mut operands = Operands::new(form, [1, 6, 19], 2, 40, shift as u64);
            for (i, a) in operands.a.iter_mut().enumerate() {
                *a = scaled(*a, fraction_bits, shift + i as i64 % 3);
            }
            for (i, c) in operands.c.iter_mut().enumerate() {
                *c = scaled(*c, 23, [shift, 0, shift - 20, shift + 9][i % 4]);
            }
            for sm in [80, 90, 121].map(Sm) {
                compare(&operands.product(form, sm));
            }
            // The products stay near 1, the accumulators do not.
            operands.b.iter_mut().for_each(|b| *b = scaled(*b, fraction_bits, -shift));
            compare(&operands.product(form, Sm(90)));
        }
    }
}

/// Products that are large enough for several threads, strips, panels and blocks.
#[test]
fn large_products_are_those_of_elements() {
    use Type::{B1, E4m3, F16, F32, F64, S8, S32};
    let forms = [
        (Form::mma([16, 8, 16], [F32, F16, F16, F32]), 20),
        (Form::mma([16, 8, 32], [F32, E4m3, E4m3, F32]), 10),
        (Form::mma([16, 8, 32], [S32, S8, S8, S32]), 20),
        (Form::mma([16, 8, 256], [S32, B1, B1, S32]).bits(BitOperation::Xor), 3),
        (Form::mma([16, 8, 4], [F64; 4]), 80),
    ];
    for (form, instructions) in forms {
        let form = form.build().expect("PTX has the form");
        for shape in [[1, 67, 41], [3, 33, 17], [40, 2, 8], [30, 16, 8]] {
            let operands = Operands::new(form, shape, instructions, 1 << 10, 7);
            compare(&operands.product(form, first(form)));
        }
        // Several strips and panels in one thread, at least for f16 and f64.
        let operands = Operands::new(form, [1, 70, 33], 1, 1 << 10, 7);
        compare(&operands.product(form, first(form)));
    }
}

#[test]
fn a_product_ends_when_it_is_stopped() {
    let form = Form::mma([16, 8, 16], [Type::F32, Type::F16, Type::F16, Type::F32]).build();
    let operands = Operands::new(form.expect("PTX has the form"), [1, 100, 100], 10, 40, 0);
    let product = operands.product(form.expect("PTX has the form"), Sm(90));
    let calls = AtomicUsize::new(0);
    let mut d = vec![0; 10_000];
    let stop = || calls.fetch_add(1, Ordering::Relaxed) >= 5;
    assert!(product.run(&mut d, &stop).is_none());
    assert!(calls.into_inner() < 20);
}

#[test]
fn operands_that_do_not_fit_are_rejected() {
    let form = Form::mma([16, 8, 16], [Type::F32, Type::F16, Type::F16, Type::F32]).build();
    let form = form.expect("PTX has the form");
    let operands = Operands::new(form, [1, 3, 5], 2, 40, 0);
    let product = operands.product(form, Sm(90));
    let run = |product: Product<'_>| product.run(&mut vec![0; product.c.len()], &|| false);
    assert!(run(product).is_some());
    assert!(run(Product { sm: Sm(75), ..product }).is_none());
    assert!(run(Product { instructions: 1, ..product }).is_none());
    assert!(run(Product { shape: [1, 5, 3], ..product }).is_none());
    assert!(run(Product { shape: [usize::MAX, 2, 2], ..product }).is_none());
    let extras = Extras { ignore_c: true, ..Extras::NONE };
    assert!(run(Product { extras, ..product }).is_none());
    assert!(product.run(&mut [0; 14], &|| false).is_none());
    // Only `wgmma` and `tcgen05` negate, and only floats.
    let integers = Form::wgmma([64, 8, 32], [Type::S32, Type::S8, Type::S8]).build();
    let floats = Form::wgmma([64, 8, 16], [Type::F32, Type::F16, Type::F16]).build();
    for (form, fits) in [(Some(form), false), (integers, false), (floats, true)] {
        let form = form.expect("PTX has the form");
        let operands = Operands::new(form, [1, 3, 5], 1, 40, 0);
        let product = operands.product(form, Sm(90));
        for (negate_a, negate_b) in [(true, false), (false, true), (true, true)] {
            let extras = Extras { negate_a, negate_b, ..Extras::NONE };
            assert_eq!(run(Product { extras, ..product }).is_some(), fits, "{form:?}");
        }
    }
    // D of one instruction is C of the next one, so both need the same type.
    let types = |form: &Form| [Operand::D, Operand::C].map(|operand| form.element_type(operand));
    let mixed = Form::all().iter().find(|form| types(form)[0] != types(form)[1]);
    let mixed = *mixed.expect("PTX has such a form");
    for (instructions, fits) in [(1, true), (2, false), (3, false)] {
        let operands = Operands::new(mixed, [1, 3, 5], instructions, 40, 0);
        assert_eq!(run(operands.product(mixed, first(mixed))).is_some(), fits);
    }
    // Without rows, and without instructions.
    let none = Product { shape: [1, 0, 5], a: &[], c: &[], ..product };
    assert!(run(none).is_some());
    let copied = Product { instructions: 0, a: &[], b: &[], ..product };
    let mut d = [0; 15];
    assert!(copied.run(&mut d, &|| false).is_some());
    assert_eq!(d, *operands.c);
}

#[cfg(feature = "parallel")]
#[test]
fn only_large_products_use_threads() {
    let form = Form::mma([16, 8, 16], [Type::F32, Type::F16, Type::F16, Type::F32]).build();
    let form = form.expect("PTX has the form");
    // 16 products for each element.
    for (rows, is_large) in [(63, false), (64, true)] {
        let operands = Operands::new(form, [1, rows, 64], 1, 40, 0);
        assert_eq!(operands.product(form, Sm(90)).uses_threads(), is_large);
    }
}

/// Products on the registers of a warp.
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
mod warps {
    use super::*;
    use ptx_core::mma::{Instruction, Place, place};
    use ptx_loops::{WarpProduct, Words};

    /// Returns the registers of an operand. Elements follow each other row by row, those of B column by column.
    fn registers(form: Form, operand: Operand, elements: &[u64]) -> Vec<Words> {
        let count = form.registers(operand).expect("the form is `mma`");
        let mut registers = vec![[0; 32]; count.into()];
        for (i, element) in elements.iter().enumerate() {
            let Place { lane, register, element: number } = place_of(form, operand, i);
            let bits = form.element_bits(operand);
            registers[usize::from(register)][usize::from(lane)] |=
                (*element as u32) << (bits * u32::from(number));
        }
        registers
    }

    fn place_of(form: Form, operand: Operand, i: usize) -> Place {
        let [_, n, k] = form.shape().map(usize::from);
        let stored = usize::from(form.stored());
        let (row, column) = match operand {
            Operand::A => (i / stored, i % stored),
            Operand::B => (i % k, i / k),
            Operand::C | Operand::D => (i / n, i % n),
        };
        place(form, operand, 0, row as u8, column as u8).expect("the element is in the matrix")
    }

    fn compare(form: Form, sm: Sm, operands: &Operands) {
        let warp = WarpProduct::new(form, sm).expect("the processor has the vectors");
        let [a, b, c] =
            [(Operand::A, &operands.a), (Operand::B, &operands.b), (Operand::C, &operands.c)]
                .map(|(operand, elements)| registers(form, operand, elements));
        let expected = registers(form, Operand::D, &expected(&operands.product(form, sm)));
        let mut d = vec![[0x5555_5555; 32]; c.len()];
        let [a, b, c] = [&a, &b, &c].map(|all| all.iter().collect::<Vec<_>>());
        let extras = &operands.product(form, sm).extras;
        warp.run(&a, &b, &c, extras, &mut d).expect("the registers fit");
        assert_eq!(d, expected, "{form:?} on {sm:?}");
        assert!(warp.run(&a[1..], &b, &c, extras, &mut d).is_none());
        assert!(warp.run(&a, &b, &c, extras, &mut d[1..]).is_none());
        for other in [
            Extras { metadata: &[0], ..*extras },
            Extras { scales_a: &[0], ..*extras },
            Extras { scales_b: &[0], ..*extras },
        ] {
            assert!(warp.run(&a, &b, &c, &other, &mut d).is_none());
        }
    }

    /// Returns whether the form is computed on the registers of a warp.
    fn is_supported(form: Form) -> bool {
        let [m, _, k] = form.shape();
        let a = form.element_type(Operand::A);
        form.instruction() == Instruction::Mma
            && m == 16
            && (!form.is_sparse() || a != Type::Tf32 && k <= 64)
            && !matches!(form.kind(), Some(Kind::Mxf4 | Kind::Mxf4nvf4))
            && a != Type::F64
    }

    #[test]
    fn products_on_registers_are_those_of_elements() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let has_bytes =
            is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vnni");
        let mut count = 0;
        for (number, form) in Form::all().iter().copied().enumerate() {
            let is_integer = form.element_type(Operand::D) == Type::S32 && form.bits().is_none();
            if !is_supported(form) || is_integer && !form.is_sparse() && !has_bytes {
                assert!(WarpProduct::new(form, first(form)).is_none(), "{form:?}");
                continue;
            }
            count += 1;
            let clamped = Form::mma(form.shape(), types(form)).limit(Limit::Satfinite);
            let clamped = if form.is_sparse() { clamped.sparse() } else { clamped }.build();
            for form in [Some(form), clamped].into_iter().flatten() {
                for sm in TARGETS.map(Sm).into_iter().filter(|sm| form.runs_on(*sm)) {
                    for (i, rarity) in [1 << 40, 40, 3, 3, 3].into_iter().enumerate() {
                        let seed = (number << 16) as u64 | u64::from(sm.0) << 3 | i as u64;
                        let operands = Operands::new(form, [1, 16, 8], 1, rarity, seed);
                        compare(form, sm, &operands);
                    }
                }
            }
        }
        assert!(count > 20);
    }

    fn types(form: Form) -> [Type; 4] {
        [Operand::D, Operand::A, Operand::B, Operand::C].map(|operand| form.element_type(operand))
    }
}
