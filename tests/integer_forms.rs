//! Tests integer and bit instructions in `ptx!`.

use ptx::ptx;

#[test]
fn sums_and_products_wrap_or_clamp() {
    let (a, b) = (i32::MAX, 2_i32);
    let (sum, clamped, low, high, wide): (i32, i32, i32, i32, i64);
    let accumulated: i64;
    ptx! {
        add.s32 sum, a, b;
        add.sat.s32 clamped, a, b;
        mul.lo.s32 low, a, b;
        mul.hi.s32 high, a, b;
        mul.wide.s32 wide, a, b;
        mad.wide.s32 accumulated, a, b, wide;
    }
    assert_eq!((sum, clamped, low, high), (i32::MIN + 1, i32::MAX, -2, 0));
    assert_eq!((wide, accumulated), (0xffff_fffe, 0x1_ffff_fffc));
}

#[test]
fn products_of_24_bits() {
    let (a, b) = (0x7f80_0003_u32, 0x0100_0101_u32);
    let (low, high, signed, least): (u32, u32, i32, i32);
    ptx! {
        .reg .b32 x, y;
        mov.b32 x, a;
        mov.b32 y, b;
        mul24.lo.u32 low, a, b;
        mad24.hi.u32 high, a, b, 2;
        mad24.hi.s32 signed, x, y, -5;
        mad24.hi.sat.s32 least, x, y, -0x7fffffff;
    }
    // In hexadecimal, the unsigned product 800003 * 000101 is 80800303. The signed product is -807ffcfd. An arithmetic
    // shift by 16 turns the signed product into -8080.
    assert_eq!((low, high), (0x8080_0303, 0x8082));
    assert_eq!((signed, least), (-0x8085, i32::MIN));
}

#[test]
fn masks_bits_and_dot_products() {
    let (mask, x): (u32, u32) = (0b1011_0100, 0x8004_02ff);
    let (ones, place): (u32, u32);
    let (extended, sum, half): (i32, i32, i32);
    ptx! {
        bmsk.clamp.b32 ones, 28, 40;
        fns.b32 place, mask, 3, 2;
        .reg .s32 s;
        mov.b32 s, x;
        szext.wrap.s32 extended, s, 10;
        dp4a.s32.u32 sum, s, 0x01010102, 1;
        dp2a.hi.s32.u32 half, s, 0x03010000, 1;
    }
    assert_eq!((ones, place, extended), (0xf000_0000, 5, -0x101));
    assert_eq!((sum, half), (1 - 2 + 2 + 4 - 128, 1 + 0x2ff - 3 * 0x7ffc));
}

#[test]
fn narrow_and_long_integers() {
    let (a, b, x, y) = (0xfff0_u16, 0x20_u16, u64::MAX, 3_u64);
    let (sum, quotient, high, difference): (u16, u16, u64, u64);
    ptx! {
        add.u16 sum, a, b;
        div.u16 quotient, a, b;
        mul.hi.u64 high, x, y;
        sad.u64 difference, y, 10, 1;
    }
    assert_eq!((sum, quotient, high, difference), (0x10, 0x7ff, 2, 8));
}

#[test]
fn signs_order_and_remainders() {
    let (a, b) = (-7_i64, 2_i64);
    let (n, m, least, most, q, r): (i64, i64, i64, i64, i64, i64);
    ptx! {
        neg.s64 n, a;
        abs.s64 m, a;
        min.s64 least, a, b;
        max.s64 most, a, b;
        div.s64 q, a, b;
        rem.s64 r, a, b;
    }
    assert_eq!((n, m, least, most, q, r), (7, 7, -7, 2, -3, -1));
}

#[test]
fn shifts_clamp_their_amounts() {
    let (w, n, x) = (0x8000_0001_u32, 40_u32, -5_i64);
    let (left, right, sign, long): (u32, u32, i32, i64);
    ptx! {
        shl.b32 left, w, n;
        shr.u32 right, w, n;
        .reg .s32 s;
        mov.b32 s, w;
        shr.s32 sign, s, n;
        shr.s64 long, x, 1;
    }
    assert_eq!((left, right, sign, long), (0, 0, -1, -3));
}

#[test]
fn bits_fields_and_bytes() {
    let (a, b, c) = (0xdead_beef_u32, 0x0123_4567_u32, 0xffff_0000_u32);
    let select: u32 = ptx! { .reg .b32 d; lop3.b32 d, c, a, b, 0xCA; d };
    assert_eq!(select, 0xdead_4567);
    let (and, or, xor, not, cnot): (u32, u32, u32, u32, u32);
    ptx! {
        and.b32 and, a, c;
        or.b32 or, a, c;
        xor.b32 xor, a, c;
        not.b32 not, a;
        cnot.b32 cnot, 0;
    }
    assert_eq!((and, or, xor), (0xdead_0000, 0xffff_beef, 0x2152_beef));
    assert_eq!((not, cnot), (0x2152_4110, 1));
    let signed = a.cast_signed();
    let (field, inserted, found, shift): (i32, u32, u32, u32);
    let (ones, zeros, reversed, picked, turned): (u32, u32, u32, u32, u32);
    ptx! {
        bfe.s32 field, signed, 8, 8;
        bfi.b32 inserted, b, a, 8, 16;
        bfind.u32 found, b;
        bfind.shiftamt.u32 shift, b;
        popc.b32 ones, a;
        clz.b32 zeros, b;
        brev.b32 reversed, b;
        prmt.b32 picked, a, b, 0x0123;
        shf.l.wrap.b32 turned, a, a, 8;
    }
    assert_eq!((field, inserted, found, shift), (-0x42, 0xde45_67ef, 24, 7));
    assert_eq!((ones, zeros, reversed), (24, 7, 0xe6a2_c480));
    assert_eq!((picked, turned), (0xefbe_adde, 0xadbe_efde));
    let edge: u32 = ptx! { .reg .b32 d; prmt.b32.ecl d, a, b, 1; d };
    assert_eq!(edge, 0xdead_bebe);
}

#[test]
fn signs_of_registers_do_not_matter() {
    let x = 0xffff_fffe_u32;
    let (quotient, unsigned): (i32, u32) = ptx! {
        .reg .u32 u; .reg .s32 s; .reg .b32 w;
        mov.b32 u, x;
        div.s32 s, u, 2;
        div.u32 w, u, 2;
        (s, w)
    };
    assert_eq!((quotient, unsigned), (-1, 0x7fff_ffff));
}

#[test]
fn integers_are_const() {
    const HASH: u32 = ptx! { .reg .b32 h; mul.lo.u32 h, 0x9E3779B9, 7; shr.u32 h, h, 16; h };
    assert_eq!(HASH, 0x9e37_79b9_u32.wrapping_mul(7) >> 16);
}
