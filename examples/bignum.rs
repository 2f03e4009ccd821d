//! Multiplies two 256-bit numbers modulo 2^255 - 19, as kernels for Curve25519 do. The instructions `mad.lo.cc` and
//! `madc.hi` pass a carry from each instruction to the next.
//!
//! ```text
//! cargo run --example bignum                  # the y coordinate of the base point, squared
//! cargo run --example bignum -- A B           # two numbers of up to 64 hexadecimal digits
//! ```

use ptx::ptx;
use std::process::ExitCode;

/// A 256-bit number, lowest word first.
pub(crate) type Number = [u64; 4];

/// 4/5 modulo 2^255 - 19, the y coordinate of the base point of Ed25519 (RFC 8032, 5.1).
const BASE_POINT_Y: &str = "6666666666666666666666666666666666666666666666666666666666666658";

const HELP: &str = "\
Multiplies two numbers of up to 64 hexadecimal digits modulo 2^255 - 19.

usage: bignum [A B]

Without A and B, it squares the y coordinate of the base point of Ed25519.
";

/// Returns a * b mod 2^255 - 19.
pub(crate) fn multiply(a: Number, b: Number) -> Number {
    reduce(product(a, b))
}

/// Returns all 512 bits of the product. Multiplies each word of `b` by all words of `a`. Adds the low halves of these
/// products, and then the high halves.
fn product(a: Number, b: Number) -> [u64; 8] {
    let mut d = [0_u64; 8];
    for (i, w) in b.into_iter().enumerate() {
        ptx! {
            mad.lo.cc.u64   (d[i]),     (a[0]), w, (d[i]);
            madc.lo.cc.u64  (d[i + 1]), (a[1]), w, (d[i + 1]);
            madc.lo.cc.u64  (d[i + 2]), (a[2]), w, (d[i + 2]);
            madc.lo.cc.u64  (d[i + 3]), (a[3]), w, (d[i + 3]);
            addc.u64        (d[i + 4]), 0, 0;
            mad.hi.cc.u64   (d[i + 1]), (a[0]), w, (d[i + 1]);
            madc.hi.cc.u64  (d[i + 2]), (a[1]), w, (d[i + 2]);
            madc.hi.cc.u64  (d[i + 3]), (a[2]), w, (d[i + 3]);
            madc.hi.u64     (d[i + 4]), (a[3]), w, (d[i + 4]);
        }
    }
    d
}

/// Reduces modulo 2^255 - 19. Adds 38 times the part above the low 256 bits to the low part, because 2^256 is congruent
/// to 38. Then adds 19 times the part above the low 255 bits to the low part, because 2^255 is congruent to 19.
fn reduce(d: [u64; 8]) -> Number {
    let [d0, d1, d2, d3, h0, h1, h2, h3] = d;
    let (r0, r1, r2, r3) = ptx! {
        .reg .u64 %r<5>, %s<4>;
        .reg .u64 top;
        .reg .pred beyond;

        mad.lo.cc.u64   %r0, h0, 38, d0;
        madc.lo.cc.u64  %r1, h1, 38, d1;
        madc.lo.cc.u64  %r2, h2, 38, d2;
        madc.lo.cc.u64  %r3, h3, 38, d3;
        addc.u64        %r4, 0, 0;
        mad.hi.cc.u64   %r1, h0, 38, %r1;
        madc.hi.cc.u64  %r2, h1, 38, %r2;
        madc.hi.cc.u64  %r3, h2, 38, %r3;
        madc.hi.u64     %r4, h3, 38, %r4;

        // The register `%r4` and the highest bit of `%r3` are the part above the low 255 bits, a number of at most 77.
        shl.b64         %r4, %r4, 1;
        shr.u64         top, %r3, 63;
        or.b64          top, top, %r4;
        and.b64         %r3, %r3, 0x7FFFFFFFFFFFFFFF;
        mad.lo.cc.u64   %r0, top, 19, %r0;
        addc.cc.u64     %r1, %r1, 0;
        addc.cc.u64     %r2, %r2, 0;
        addc.u64        %r3, %r3, 0;

        // The number is at least 2^255 - 19 if its sum with 19 is at least 2^255. The low bits of this sum are then the
        // remainder.
        add.cc.u64      %s0, %r0, 19;
        addc.cc.u64     %s1, %r1, 0;
        addc.cc.u64     %s2, %r2, 0;
        addc.u64        %s3, %r3, 0;
        setp.lt.s64     beyond, %s3, 0;
        and.b64         %s3, %s3, 0x7FFFFFFFFFFFFFFF;
        @beyond mov.b64 %r0, %s0;
        @beyond mov.b64 %r1, %s1;
        @beyond mov.b64 %r2, %s2;
        @beyond mov.b64 %r3, %s3;
        (%r0, %r1, %r2, %r3)
    };
    [r0, r1, r2, r3]
}

/// Parses up to 64 hexadecimal digits.
fn read(text: &str) -> Option<Number> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    if digits.is_empty() || digits.len() > 64 || !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let padded = format!("{digits:0>64}");
    let word = |i: usize| u64::from_str_radix(&padded[48 - 16 * i..64 - 16 * i], 16).ok();
    Some([word(0)?, word(1)?, word(2)?, word(3)?])
}

fn written([w0, w1, w2, w3]: Number) -> String {
    format!("{w3:016x}{w2:016x}{w1:016x}{w0:016x}")
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers = match arguments.as_slice() {
        [word] if word == "--help" || word == "-h" => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        [] => read(BASE_POINT_Y).zip(read(BASE_POINT_Y)),
        [a, b] => read(a).zip(read(b)),
        _ => None,
    };
    let Some((a, b)) = numbers else {
        eprintln!(
            "error: expected two numbers of up to 64 hexadecimal digits\nusage: bignum [A B]"
        );
        return ExitCode::FAILURE;
    };
    println!("  {}\n* {}\n= {}  (mod 2^255 - 19)", written(a), written(b), written(multiply(a, b)));
    ExitCode::SUCCESS
}
