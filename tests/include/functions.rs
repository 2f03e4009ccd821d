//! Tests the translated functions of `functions.ptx`.

ptx::include_ptx! {
    "functions.ptx"

    /// Returns sqrt(a² + b²). Calls other functions of the file.
    pub(crate) const fn hypotenuse(a: f32, b: f32) -> f32;
    pub(crate) fn factorial(n: u32) -> u32;
    #[ptx(name = "is_even")]
    fn even(n: u32) -> bool;
    fn is_odd(n: u32) -> bool;
    fn triangle(n: u32) -> u64;
    fn collatz(n: u32) -> u32;
    fn chosen(i: u32) -> i32;
    fn guarded(x: i32, y: i32) -> i32;
    fn tagged(s: (f32, u8, i16)) -> (f32, u8, i16);
    fn reversed(v: [u32; 4]) -> [u32; 4];
    fn bumped(c: u8, b: bool) -> u8;
    fn is_negative(x: f32) -> bool;
    fn divided(a: u32, b: u32) -> (u32, u32);
    fn weight(i: u32) -> f32;
    fn constants() -> i64;
    fn local(n: u32, i: u32) -> u32;
    fn indexed(i: u32) -> u32;
    fn checked(x: i32) -> i32;
    fn sum128(a: (u64, u64), b: (u64, u64)) -> (u64, u64);
    fn split(x: f64, whole: &mut f64, part: &mut f64);
    fn sum4(x: &[f32], i: u64) -> f32;
    fn swap_halves(x: &mut [u16]);
    fn unwritten(x: u32) -> u32;
    fn folded(s: (u32, u32)) -> u32;
    fn gauss(x: f32) -> f32;
    fn unreached(x: u32) -> u32;
    fn store_one(x: &[u32], y: &mut [u32], second: u32, at: u64);
    fn after(x: &[u32], y: &[u32], at: u64) -> u64;
}

/// Declares functions of `functions.ptx` again, under other names and with other types.
mod again {
    ptx::include_ptx! {
        "functions.ptx"
        #[ptx(name = "sum4")]
        pub(super) fn of_words(x: &[u64], i: i64) -> f32;
        #[ptx(name = "factorial")]
        pub(super) fn hypotenuse(n: i32) -> i32;
    }
}

#[test]
fn calls() {
    assert_eq!(hypotenuse(3.0, 4.0), 5.0);
    const FIVE: f32 = hypotenuse(-3.0, 4.0);
    assert_eq!(FIVE, 5.0);
    assert_eq!([0, 1, 5, 12].map(factorial), [1, 1, 120, 479_001_600]);
    assert_eq!(again::hypotenuse(5), 120);
    assert!((0..20).all(|n| even(n) == (n % 2 == 0) && is_odd(n) != even(n)));
}

#[test]
fn jumps() {
    assert_eq!([0, 1, 100].map(triangle), [0, 1, 5050]);
    let by_definition = |mut n: u32| {
        let mut steps = 0;
        while n != 1 {
            n = if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        steps
    };
    for n in 1..1000 {
        assert_eq!(collatz(n), by_definition(n), "{n}");
    }
    const STEPS: u32 = collatz(27);
    assert_eq!(STEPS, 111);
    assert_eq!([0, 1, 2, 3, 99].map(chosen), [10, 21, 32, 43, 43]);
    assert_eq!(guarded(3, 10), -7);
    assert_eq!(guarded(10, 3), 7);
    assert_eq!(guarded(4, 4), 0);
}

#[test]
fn structs_and_narrow_types() {
    assert_eq!(tagged((1.5, 255, -300)), (-1.5, 0, -44));
    assert_eq!(reversed([1, 2, 3, 4]), [4, 3, 2, 1]);
    assert_eq!([bumped(7, true), bumped(7, false), bumped(255, true)], [8, 7, 0]);
    assert!(is_negative(-0.0) && !is_negative(1.0));
    assert_eq!(divided(17, 5), (3, 2));
}

#[test]
fn variables_and_local_memory() {
    assert_eq!([0, 1, 2, 3].map(weight), [0.5, -1.25, std::f32::consts::PI, 8.0]);
    // The sum is 0x04030201 << 8, plus the signed byte 0x80, plus 6 << 48. The element `nested[0][2]` and the other
    // terms are 0.
    assert_eq!(constants(), (0x0403_0201_i64 << 8) - 0x80 + (6 << 48));
    assert_eq!(local(3, 5), 15 + 21);
    const LOCAL: u32 = local(2, 7);
    assert_eq!(LOCAL, 28);
    // The terms are `own[i + 1]`, `nested[1][i]`, `own[3 - i]` and `bytes[i]`.
    let expected = [[5, 4, 0, 1], [5, 5, 5, 2], [5, 6, 0, 3]];
    let sum = |[a, b, c, d]: [u32; 4]| a + 16 * b + 256 * c + 4096 * d;
    assert_eq!([0, 1, 2].map(indexed), expected.map(sum));
}

#[test]
fn carries() {
    assert_eq!(sum128((u64::MAX, 1), (1, 2)), (0, 4));
    let (a, b) = (0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128, u128::MAX / 3);
    let halves = |value: u128| (value as u64, (value >> 64) as u64);
    assert_eq!(sum128(halves(a), halves(b)), halves(a.wrapping_add(b)));
}

#[test]
fn what_compilers_do_not_write() {
    assert_eq!([0, 7, u32::MAX].map(unwritten), [0, 7, u32::MAX]);
    assert_eq!(folded((1, 100)), 100 - 3 + 32);
    assert_eq!(unreached(5), 5);
}

/// Compares a table that is computed in const evaluation with results at run time.
#[test]
fn constants_and_run_time_agree() {
    const TABLE: [f32; 256] = {
        let (mut table, mut i) = ([0.0; 256], 0);
        while i < 256 {
            table[i] = gauss(i as f32 / 64.0);
            i += 1;
        }
        table
    };
    for (i, found) in TABLE.into_iter().enumerate() {
        let x = std::hint::black_box(i as f32 / 64.0);
        assert_eq!(found.to_bits(), gauss(x).to_bits());
        let exact = (-f64::from(x) * f64::from(x)).exp();
        // The argument of `ex2` is above -32. The error of this argument is at most three half ulps: two from
        // roundings, and one from a constant.
        assert!((f64::from(found) - exact).abs() <= exact * 3.0 * 32.0 / 16_777_216.0, "{x}");
    }
}

#[test]
fn memory() {
    let (mut whole, mut part) = (0.0, 0.0);
    split(-2.75, &mut whole, &mut part);
    assert_eq!((whole, part), (-2.0, -0.75));
    assert_eq!(sum4(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.5], 1), 26.5);
    let words = [1.0_f32, 2.0, 3.0, 4.0].map(|x| u64::from(x.to_bits()));
    let words = [words[0] | words[1] << 32, words[2] | words[3] << 32];
    assert_eq!(again::of_words(&words, 0), 10.0);
    let mut halves = [1, 2, 3, 4];
    swap_halves(&mut halves);
    assert_eq!(halves, [3, 4, 1, 2]);
    const SUM: f32 = sum4(&[0.5; 4], 0);
    assert_eq!(SUM, 2.0);
}

#[test]
#[should_panic(expected = "functions.ptx:384: `ld.global.nc.v4.f32` reads outside of its slice")]
fn reads_outside() {
    let _ = sum4(&[0.0; 7], 1);
}

#[test]
#[should_panic(expected = "reads outside of its slice")]
fn reads_far_outside() {
    let _ = sum4(&[0.0; 7], u64::MAX / 16);
}

#[test]
#[should_panic(expected = "`ld.const.f32` reads outside of its slice")]
fn reads_outside_of_a_variable() {
    let _ = weight(4);
}

#[test]
#[should_panic(expected = "`ld.u32` reads outside of its slice")]
fn reads_outside_of_local_memory() {
    let _ = local(3, 8);
}

#[test]
#[should_panic(expected = ": `trap`")]
fn trap() {
    assert_eq!(checked(5), 5);
    let _ = checked(-1);
}

#[test]
fn a_returned_address_has_the_number_of_its_slice() {
    assert_eq!(after(&[1], &[2, 3], 4), 2 << 40 | 4);
}

#[test]
fn stores_where_the_declaration_allows_it() {
    let mut y = [1, 2];
    store_one(&[0], &mut y, 1, 4);
    assert_eq!(y, [1, 7]);
}

#[test]
#[should_panic(
    expected = "functions.ptx:480: `st.global.u32` writes to a slice that is declared `&`, not `&mut`"
)]
fn writes_through_a_shared_reference() {
    store_one(&[0], &mut [0], 0, 0);
}

#[test]
#[should_panic(
    expected = "functions.ptx:480: `st.global.u32` writes at an address that is not a multiple of 4"
)]
fn writes_between_two_elements() {
    store_one(&[0], &mut [0, 0], 1, 2);
}

#[test]
#[should_panic(expected = "functions.ptx:480: `st.global.u32` writes outside of its slice")]
fn writes_behind_the_last_element() {
    store_one(&[0], &mut [0, 0], 1, 8);
}
