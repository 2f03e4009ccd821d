//! Tests the translated functions and the kernel of `pieces.ptx`.

ptx::include_ptx! {
    "pieces.ptx"
    fn checked_half(x: u32) -> u32;
    fn scaled(i: u32) -> f64;
    fn second_factor_twice() -> f64;
    fn sum16(p: &[u32]) -> u32;
    fn count8(p: &mut [u32], x: u32);
    fn multiplied(a: u64, b: u64, c: (u64, u64)) -> (u64, u64);
    fn difference128(a: [u64; 2], b: [u64; 2]) -> [u64; 2];
    fn number(thread: ptx::Thread, value: u32, to: &mut [u32]);
    fn word_at(p: &[u8], offset: u64) -> u32;
}

#[test]
fn directives() {
    assert_eq!(checked_half(14), 7);
    assert_eq!([0, 1, 2].map(scaled), [387.0, -516.0, 64.5]);
    assert_eq!(second_factor_twice(), -4.0);
}

#[test]
#[should_panic(expected = "pieces.ptx:25: `trap`")]
fn functions_that_do_not_return() {
    let _ = checked_half(15);
}

#[test]
fn words_of_memory() {
    let x: [u32; 16] = std::array::from_fn(|i| 1 << i);
    assert_eq!(sum16(&x), 0xffff);
    const SUM: u32 = sum16(&[u32::MAX; 16]);
    assert_eq!(SUM, 16_u32.wrapping_neg());
    let mut y = [0; 9];
    count8(&mut y, 0x0102_03fe);
    assert_eq!(y[..8], [0, 1, 2, 3, 4, 5, 6, 7].map(|i| 0x0102_03fe + i));
    assert_eq!(y[8], 0);
}

#[test]
#[should_panic(expected = "`ld.global.v8.b32` reads outside of its slice")]
fn the_last_of_eight_is_outside() {
    let _ = sum16(&[0; 15]);
}

#[test]
fn carries() {
    let halves = |value: u128| [value as u64, (value >> 64) as u64];
    for (a, b, c) in [
        (u64::MAX, u64::MAX, u128::MAX),
        (u64::MAX, 2, 1),
        (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, u128::MAX / 7),
    ] {
        let [low, high] = halves((u128::from(a) * u128::from(b)).wrapping_add(c));
        assert_eq!(multiplied(a, b, halves(c).into()), (low, high));
        let b = u128::from(b) << 32;
        assert_eq!(difference128(halves(c), halves(b)), halves(c.wrapping_sub(b)));
        assert_eq!(difference128(halves(b), halves(c)), halves(b.wrapping_sub(c)));
    }
}

/// Tests the order of threads: `grid` returns all threads of a block before the threads of the next block. Within a
/// block, x varies fastest.
#[test]
fn threads_in_three_dimensions() {
    let mut numbers = [u32::MAX; 144];
    for (thread, i) in ptx::grid([2, 3, 2], [2, 2, 3]).zip(0..) {
        number(thread, i, &mut numbers);
    }
    assert!(numbers.iter().copied().eq(0..144));
}

#[test]
fn bytes_are_little_endian() {
    assert_eq!(word_at(&[1, 2, 3, 4, 5, 6, 7, 8], 4), 0x0807_0605);
}

#[test]
#[should_panic(expected = "`ld.global.b32` reads at an address that is not a multiple of 4")]
fn an_address_that_is_misaligned() {
    let _ = word_at(&[0; 8], 2);
}

/// Tests the offset 2^64 - 4, which means -4. The address lies before the array, so the load must panic.
#[test]
#[should_panic(expected = "`ld.global.b32` reads outside of its slice")]
fn an_address_before_the_array() {
    let _ = word_at(&[0; 8], 4_u64.wrapping_neg());
}
