//! Tests that `ptx!` accepts Rust constants as immediate operands. The operand is the lookup table of `lop3`.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

const SELECT: u8 = 0xca;
const PARITY: i64 = 0x96;

/// Applies a lookup table to three words, bit by bit. Bit 4a + 2b + c of the table is the result for the bits a, b and
/// c.
fn looked_up(a: u32, b: u32, c: u32, table: u32) -> u32 {
    (0..32).fold(0, |d, i| {
        let index = (a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1;
        d | (table >> index & 1) << i
    })
}

const A: u32 = 0xf0f0_1234;
const B: u32 = 0xcccc_5678;
const C: u32 = 0xaaaa_9abc;

const fn of_a_parameter<const TABLE: u8>(a: u32, b: u32, c: u32) -> u32 {
    ptx! { .reg .b32 t; lop3.b32 t, a, b, c, TABLE; t }
}

trait Logic {
    const TABLE: usize;

    fn combined(a: u32, b: u32, c: u32) -> u32 {
        let d: u32;
        ptx! { lop3.b32 d, a, b, c, (Self::TABLE); }
        d
    }
}

struct And;

impl Logic for And {
    const TABLE: usize = 0x80;
}

macro_rules! of_a_literal {
    ($table:literal) => {
        ptx! { .reg .b32 t; lop3.b32 t, A, B, C, $table; t }
    };
}

#[test]
fn a_table_is_a_literal_a_name_or_an_expression_of_any_integer_type() {
    const NAMED: u32 = ptx! { .reg .b32 t; lop3.b32 t, A, B, C, SELECT; t };
    assert_eq!(NAMED, looked_up(A, B, C, 0xca));
    let (d, e, f): (u32, u32, u32);
    ptx! {
        lop3.b32 d, A, B, C, PARITY;
        lop3.b32 e, A, B, C, (SELECT as u128 ^ 0xff);
        lop3.b32 f, A, B, C, 0xE8;
    }
    assert_eq!(d, looked_up(A, B, C, 0x96));
    assert_eq!(e, looked_up(A, B, C, 0x35));
    assert_eq!(f, looked_up(A, B, C, 0xe8));
}

#[test]
fn a_table_is_a_parameter_an_associated_constant_or_a_fragment() {
    assert_eq!(of_a_parameter::<0x1b>(A, B, C), looked_up(A, B, C, 0x1b));
    assert_eq!(And::combined(A, B, C), A & B & C);
    assert_eq!(of_a_literal!(0xFE), A | B | C);
    assert_eq!(of_a_literal!(254_u64), A | B | C);
}

#[test]
fn a_table_of_a_guarded_instruction_and_beside_a_predicate() {
    let (never, mut kept) = (false, 7_u32);
    let (d, p): (u32, bool);
    ptx! {
        @never lop3.b32 kept, A, B, C, SELECT;
        lop3.or.b32 d|p, A, B, C, SELECT, false;
    }
    assert_eq!((kept, d, p), (7, looked_up(A, B, C, 0xca), true));
}
