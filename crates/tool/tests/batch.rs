//! Tests that a batch computes every form of the instruction table, and that it gives known results. A batch writes one
//! line per input line.

use ptx_isa::forms::{Literals, OperandSlot, Second};
use ptx_isa::operand::Operand;
use ptx_isa::sass::{self, opcodes};
use ptx_isa::{Dialect, Selection, Target, Type, forms};
use ptx_tool::eval::batch::answer;
use ptx_tool::eval::functions::Prepared;
use std::collections::HashMap;
use std::fmt::Write;

/// Returns the output lines, and whether any input line was faulty.
fn answers(lines: &str) -> (Vec<String>, bool) {
    let mut output = Vec::new();
    let faulty = answer(lines.as_bytes(), &mut output, &Dialect::default()).expect("a vector");
    let text = String::from_utf8(output).expect("UTF-8");
    assert_eq!(text.lines().count(), lines.lines().count(), "as many answers as lines");
    (text.lines().map(String::from).collect(), faulty)
}

/// Returns the output line for an input line. In `line`, ` | ` represents a tab.
fn one(line: &str) -> String {
    answers(&line.replace(" | ", "\t")).0.remove(0)
}

#[test]
fn operands_are_bits_and_so_are_answers() {
    for (line, expected) in [
        ("sm_90 | fma.rn.f32 | 3f800000 | 40000000 | 0", "40000000"),
        ("sm_90 | rcp.rn.f64 | 4008000000000000", "3fd5555555555555"),
        ("sm_90 | add.f16 | 3C00 | 3c00", "4000"),
        ("sm_90 | testp.finite.f32 | 7f800000", "0"),
        ("- | cvt.rni.s8.f32 | c0000000", "fe"),
        ("sm_90 | lop3.b32 | f0 | cc | aa | ca", "000000ca"),
        ("sm_90 | selp.b64 | 1 | 2 | 0", "0000000000000002"),
        (
            "sm_12,map_f64_to_f32 | add.f64 | 3ff0000000000000 | 3ca0000000000000",
            "3ff0000000000000",
        ),
        ("sm_13 | add.f64 | 3ff0000000000000 | 3cb0000000000000", "3ff0000000000001"),
        // Under PTX ISA 1.3, `rcp.f32` flushes subnormals.
        ("sm_13 1.3 | rcp.f32 | 00000001", "7f800000"),
    ] {
        assert_eq!(one(line), expected, "{line}");
    }
}

#[test]
fn destinations_choose_the_form() {
    for (line, expected) in [
        ("- | setp.lt.f32 | 3f800000 | 40000000", "1 0"),
        ("- | setp.lt.f32 p | 3f800000 | 40000000", "1"),
        ("- | setp.lt.f32 p|q | 3f800000 | 40000000", "1 0"),
        ("- | setp.lt.f32 _|q | 3f800000 | 40000000", "0"),
        ("- | setp.lt.and.f32 p | 3f800000 | 40000000 | 0", "0"),
        ("- | setp.lt.f16 | 3c00 | 4000", "1"),
        ("- | setp.lt.f16x2 | 3c004000 | 40003c00", "0 1"),
        ("- | mov.b64 | 123456789abcdef", "0123456789abcdef"),
        ("- | mov.b64 | 89abcdef | 1234567", "0123456789abcdef"),
        ("- | mov.b64 {x, y} | 0123456789abcdef", "89abcdef 01234567"),
        ("- | mov.b64 {_,y} | 0123456789abcdef", "01234567"),
        ("- | mov.b32 {a, b, c, d} | 01234567", "67 45 23 01"),
        ("- | mov.b128 | 1123456789abcdef", "00000000000000001123456789abcdef"),
        ("- | mov.b128 | 1123456789abcdef | 2", "00000000000000021123456789abcdef"),
        ("- | mov.b128 | 1 | 2 | 3 | 4", "00000004000000030000000200000001"),
        (
            "sm_70 8.3 | mov.b128 {x, y} | 00000000000000021123456789abcdef",
            "1123456789abcdef 0000000000000002",
        ),
        ("- | mov.b128 {_, y} | 21123456789abcdef", "0000000000000002"),
        ("- | mov.b128 {a, _, c, d} | 21123456789abcdef", "89abcdef 00000002 00000000"),
        ("- | mov.v2.u16 | 1 | 2", "0001 0002"),
        ("- | lop3.or.b32 d|p | f0 | cc | aa | 0 | 0", "00000000 0"),
        ("- | lop3.or.b32 _|p | f0 | cc | aa | 80 | 0", "1"),
        ("- | vadd4.u32.u32.u32 | 01020304 | 01010101 | 0", "02030405"),
        ("- | vadd4.u32.u32.u32 d.b1 | 01020304 | 01010101 | 0", "00000400"),
        ("- | vadd4.u32.u32.u32.add d.b10, a.b0000, b, c | 01020304 | 01010101 | 5", "0000000f"),
    ] {
        assert_eq!(one(line), expected, "{line}");
    }
}

#[test]
fn the_carry_is_the_last_operand_and_the_last_result() {
    for (line, expected) in [
        ("- | add.cc.u32 | ffffffff | 1", "00000000 1"),
        ("- | addc.u32 | 1 | 2 | 1", "00000004"),
        ("- | addc.cc.s64 | ffffffffffffffff | 0 | 1", "0000000000000000 1"),
        ("- | sub.cc.u32 | 0 | 1", "ffffffff 1"),
        ("- | subc.cc.u32 | 1 | 0 | 1", "00000000 0"),
        ("- | mad.lo.cc.u32 | 10000 | 10000 | 5", "00000005 0"),
        ("- | madc.hi.u32 | 10000 | 10000 | 5 | 1", "00000007"),
    ] {
        assert_eq!(one(line), expected, "{line}");
    }
    assert!(one("- | addc.u32 | 1 | 2").contains("takes 3 values, found 2"));
}

/// Tests the chains of `tests/chains.tsv`. A line takes and returns a carry or a borrow, depending on its instruction. So a
/// line of the other kind gets the inverted bit.
#[test]
fn mixed_chains_by_hand() {
    let rows = include_str!("../../../tests/chains.tsv").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let (chain, results) = row.split_once('\t').expect("a chain and results");
        let mut flag = (false, String::new());
        for (instruction, expected) in chain.split("; ").zip(results.split(' ')) {
            let (spelling, sources) = instruction.split_once(' ').expect("operands");
            let is_difference = spelling.starts_with("sub");
            let mut line = format!("-\t{spelling}");
            for source in sources.split(", ") {
                let _ = write!(line, "\t{}", source.trim_start_matches("0x"));
            }
            if ["addc", "subc", "madc"].iter().any(|mnemonic| spelling.starts_with(mnemonic)) {
                let inverted = if flag.1 == "0" { "1" } else { "0" };
                let bit = if flag.0 == is_difference { flag.1.as_str() } else { inverted };
                let _ = write!(line, "\t{bit}");
            }
            let answer = one(&line);
            let (result, written) = answer.split_once(' ').unwrap_or((&answer, ""));
            assert_eq!(result, expected, "{line:?} of {row}");
            if !written.is_empty() {
                flag = (is_difference, written.into());
            }
        }
    }
}

#[test]
fn a_letter_is_optional() {
    for target in ["sm_120", "sm_120a", "sm_120f", "sm_121", "sm_107", "-"] {
        assert_eq!(one(&format!("{target} | add.u8x4 | 01ff0203 | 01010101")), "02000304");
    }
    let absent = one("sm_100 | add.u8x4 | 0 | 0");
    assert!(
        absent.starts_with(
            "error: `add.u8x4` needs sm_107f, sm_120f or sm_121f; note: `.target sm_100` is set in the line"
        ),
        "{absent}"
    );
    assert!(
        one("sm_120 9.1 | add.u8x4 | 0 | 0").starts_with("error: `add.u8x4` needs PTX ISA 9.2"),
        "{absent}"
    );
}

#[test]
fn machine_instructions() {
    for (line, expected) in [
        ("sm_90 | MUFU.RCP | 40400000", "3eaaaaab"),
        ("sm_50 | RRO.SINCOS | 3f800000", "00517cc1"),
        ("- | DADD.RP | 3ff0000000000000 | 1", "3ff0000000000001"),
        ("- | FSETP.GT.AND | 40000000 | 3f800000 | 1", "1 0"),
        ("- | LOP32I.AND | ff | 3c", "0000003c"),
    ] {
        assert_eq!(one(line), expected, "{line}");
    }
    assert_eq!(one("sm_90,debug | MUFU.RCP | 40400000"), "3eaaaaab");
    assert!(one("- | RRO.SINCOS | 0").contains("needs a target before sm_70"));
}

#[test]
fn faults_are_reported_on_their_line() {
    for (line, expected) in [
        ("sm_90", "expected a target, an instruction and operands"),
        ("sm_91 | add.u32 | 1 | 2", "unknown target `sm_91`"),
        ("sm_90 x | add.u32 | 1 | 2", "unknown target `sm_90 x`"),
        ("sm_90 | fma.rn.f32x2 | 1 | 2 | 3", "help: the first field must be `sm_100`"),
        ("sm_90 7.0 | add.u32 | 1 | 2", "PTX ISA 7.0 does not have sm_90"),
        ("sm_90 10.0 | add.u32 | 1 | 2", "unknown PTX ISA version 10.0"),
        ("sm_90 | rcp.f32 | 0", "needs `.approx`"),
        ("sm_90 | frobnicate.f32 | 0", "unknown instruction"),
        ("sm_90 | add.u32 | 1", "takes 2 values, found 1"),
        ("sm_90 | add.u32 | 1 | 2 | 3", "takes 2 values, found 3"),
        ("sm_90 | add.u32 | 1 | 0x2", "`0x2`: expected hexadecimal digits"),
        ("sm_90 | add.u32 | 1 | -2", "`-2`: expected hexadecimal digits"),
        ("sm_90 | add.u32 | 1 | ", "found an empty field"),
        ("sm_90 | add.u16 | 12345 | 0", "`12345`: `.u16` has 4 digits at most"),
        ("sm_90 | lop3.b32 | 0 | 0 | 0 | 100", "`100`: `.u8` has 2 digits at most"),
        ("sm_90 | selp.b32 | 0 | 0 | 2", "`2`: a predicate is 0 or 1"),
        ("- | vadd4.u32.u32.u32 d.b01 | 0 | 0 | 0", "`.b01` is not a mask"),
        ("- | add.u32 d.b0 | 0 | 0", "`.b0` is not supported by `add.u32` here"),
        ("- | add.u32 {d, e} | 0 | 0", "a vector of 2 is not supported by `add.u32` here"),
        ("- | add.u32 1 | 0 | 0", "expected the name of an operand, found `1`"),
        ("- | setp.lt.f32 _ | 0 | 0", "expected a destination, found only `_`"),
        ("- | setp.lt.f32 _|_ | 0 | 0", "error: "),
        ("- | add.u32; | 0 | 0", "expected an instruction alone, found `add.u32;`"),
        ("- |  add.u32 | 0 | 0", "expected an instruction alone, found ` add.u32`"),
        ("- | MUFU.RCP R0 | 0", "operands after `MUFU.RCP` are not supported"),
    ] {
        let answer = one(line);
        assert!(answer.starts_with("error: ") && answer.contains(expected), "{line}: {answer}");
    }
}

#[test]
fn matrices() {
    for (line, expected) in [
        // The row of A and the column of B have one element instead of K = 8. The other elements are zero. The result
        // is f16.
        ("sm_80 | mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 | 3C00 | 4000 | 1", "4000"),
        // The sum 2^25 + 1 is truncated to 2^25, because binary32 numbers of this size are multiples of 4.
        (
            "sm_80 | mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 | 3c00 | 3c00 | 4c000000",
            "4c000000",
        ),
        (
            "- | mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 | 3f80000040000000 | 3f80000040400000 | 0",
            "40e00000",
        ),
        ("sm_90 | mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 | ff02 | 0180 | 5", "00000104"),
        // The elements have four bits. The sum is -1 * 1 + 7 * 15.
        ("sm_75 | mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 | f7 | 1f | 0", "00000068"),
        (
            "sm_80 | mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 | 7f | 7f | 7fffffff",
            "7fffffff",
        ),
        (
            "sm_80 | mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc | 81ff | 0103 | 1",
            "00000004",
        ),
        (
            "sm_80 | mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc | 81 | 01 | 0",
            "00000001",
        ),
        // The result 1 + 2^-60 is rounded up. The rounding modifier is before or after the types.
        (
            "sm_80 | mma.sync.aligned.m8n8k4.row.col.rp.f64.f64.f64.f64 | 3ff0000000000000 | 3c30000000000000 | 3ff0000000000000",
            "3ff0000000000001",
        ),
        (
            "sm_80 | mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64.rp | 3ff0000000000000 | 3c30000000000000 | 3ff0000000000000",
            "3ff0000000000001",
        ),
        (
            "sm_80 | mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 | 3ff0000000000000 | 3c30000000000000 | 3ff0000000000000",
            "3ff0000000000000",
        ),
        // The four bits of an `.e2m1` element are bits 5 to 2 of a byte. The product is 1.5 * 6.
        (
            "sm_120 | mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32 | 0c | 1c | 0",
            "41100000",
        ),
        (
            "sm_121a | mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e2m1.e4m3.f16 | 0c | 38 | 0",
            "3e00",
        ),
        (
            "sm_70 | mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16 | 3c00 | 3c00 | 3c00",
            "40000000",
        ),
        // The instruction computes D = A * B + C, where C is the last field.
        (
            "sm_90a | wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e5m2 | 38 | 3c | 3f800000",
            "40000000",
        ),
        ("sm_90 | wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 | 3c00 | 3c00 | 3c00", "4000"),
    ] {
        assert_eq!(one(line), expected, "{line}");
    }
}

/// Computes each row of a file of recorded results in a batch. Returns the number of rows.
fn rows_through_the_batch(rows: &str) -> usize {
    let rows = rows.lines().filter(|row| !row.starts_with('#'));
    let (mut lines, mut expected) = (String::new(), Vec::new());
    for row in rows {
        let [_, target, form, a, b, c, d, x, ..] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let beginnings = [
            ("wgmma.sp.", "wgmma.mma_async.sp.sync.aligned."),
            ("wgmma.", "wgmma.mma_async.sync.aligned."),
            ("tcgen05.", "tcgen05.mma."),
            ("sp::ordered_metadata.", "mma.sp::ordered_metadata.sync.aligned."),
            ("sp.", "mma.sp.sync.aligned."),
            ("", "mma.sync.aligned."),
        ];
        let name = beginnings.iter().find_map(|(begin, instruction)| {
            form.strip_prefix(begin).map(|form| format!("{instruction}{form}"))
        });
        let name = name.expect("the last beginning is empty");
        // Column `x` of the file has the metadata or scales of sparse and block-scaled forms. For dense forms, the
        // column names the source of the row instead.
        let last_field = if x.contains('=') { format!("\t{x}") } else { String::new() };
        let _ = writeln!(lines, "{target}\t{name}\t{a}\t{b}\t{c}{last_field}");
        expected.push(d);
    }
    for ((line, found), expected) in lines.lines().zip(answers(&lines).0).zip(&expected) {
        assert_eq!(found, *expected, "{line}");
    }
    expected.len()
}

#[test]
fn measured_words_and_edge_cases_of_matrices() {
    let measured = include_str!("../../../ptx-core/tests/data/mma_vectors.tsv");
    assert_eq!(rows_through_the_batch(measured), 9688);
    let edges = include_str!("../../../ptx-core/tests/data/mma_edge.tsv");
    assert_eq!(rows_through_the_batch(edges), 810);
    let more = include_str!("../../../ptx-core/tests/data/mma_more_vectors.tsv");
    assert_eq!(rows_through_the_batch(more), 10_000);
}

const BITS: &str = "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc";
const SPARSE: &str = "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
const SCALED: &str = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3";

#[test]
fn faults_in_matrix_products_are_reported() {
    let bf16 = "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32";
    for (line, expected) in [
        (format!("sm_80 | {bf16} | 3f8 | 3f80 | 0"), "3 digits in a row of A: an element has 4"),
        (
            format!("sm_80 | {bf16} | 3f80 | 3f80x | 0"),
            "`x` in a column of B: expected hexadecimal",
        ),
        (format!("sm_80 | {bf16} | 0x3f80 | 3f80 | 0"), "`x` in a row of A: expected hexadecimal"),
        (format!("sm_80 | {bf16} | 3f80 | 3f8ä | 0"), "`ä` in a column of B: expected hexadecimal"),
        (format!("sm_80 | {bf16} | {} | 0000 | 0", "0000".repeat(9)), "8 elements at most, not 9"),
        (format!("sm_80 | {BITS} | {} | 00 | 0", "00".repeat(17)), "128 elements at most, not 136"),
        (format!("sm_80 | {bf16} |  | 0000 | 0"), "elements of a row of A, found an empty field"),
        (format!("sm_80 | {bf16} | 0000 | 0000 | "), "found an empty field"),
        (format!("sm_80 | {bf16} | 0000 | 0000 | 123456789"), "`.f32` has 8 digits at most"),
        (format!("sm_80 | {bf16} | 0000 | 0000"), "takes 3 values, found 2"),
        (format!("sm_80 | {bf16} | 0000 | 0000 | 0 | 0"), "takes 3 values, found 4"),
        (format!("sm_80 | {bf16} {{d}} | 0000 | 0000 | 0"), "modifier `.f32 {d}`"),
        (format!("sm_75 | {bf16} | 0000 | 0000 | 0"), "needs sm_80 or later"),
        (format!("sm_80 6.5 | {bf16} | 0000 | 0000 | 0"), "PTX ISA 6.5 does not have sm_80"),
        (
            "sm_89 8.6 | mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e4m3.f16 | 0 | 0 | 0".into(),
            "needs PTX ISA 8.7 or later",
        ),
        ("sm_80 | mma.m16n8k8.row.col.f32.f16.f16.f32 | 0 | 0 | 0".into(), "expected `.sync`"),
        (
            "sm_80 | mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc | 1 | 1 | 0".into(),
            "1 digit in a row of A: eight elements have 2",
        ),
        (
            format!("sm_80 | {SPARSE} | 3c00 | 3c00 | 0"),
            "takes 4 values, found 3; note: they are a row of A, a column of B, an element of C, and `e=…`",
        ),
        (
            format!("sm_80 | {SPARSE} | 3c00 | 3c00 | 0 | e=444"),
            "`e` has 4 digits, one for each chunk, not 3",
        ),
        (
            format!("sm_80 | {SPARSE} | 3c00 | 3c00 | 0 | e=4454"),
            "metadata digit `5` of chunk 2 is undefined; note: the digits of this form are 4, 8, 9, c, d and e",
        ),
        (format!("sm_80 | {SPARSE} | 3c00 | 3c00 | 0 | sd=0"), "the form has no operand `sd`"),
        (
            format!("sm_80 | {SPARSE} | 3c00 | 3c00 | 0 | e=4444;x=1"),
            "unknown operand `x` in the last field",
        ),
        (
            format!("sm_80 | {SPARSE} | {} | 0 | 0 | e=4444", "3c00".repeat(9)),
            "a row of A has 8 elements at most, not 9",
        ),
        (
            format!("sm_120 | {SCALED} | 2 | 2 | 0 | sa=38383838"),
            "missing `sb=…` in the last field",
        ),
        (
            format!("sm_120 | {SCALED} | 2 | 2 | 0 | sa=38383838;sb=3838"),
            "`sb` has 4 scales of 2 digits: expected 8 digits, found 4",
        ),
        (
            format!("sm_120 | {SCALED} | 2 | 2 | 0 | sa=38383838;sb=3838383g"),
            "expected hexadecimal digits in `sb`",
        ),
        (format!("sm_100 | {SCALED} | 2 | 2 | 0 | sa=38383838;sb=38383838"), "needs"),
        (
            "sm_90 | wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 | 3c00 | 3c00 | 0 | ia=2"
                .into(),
            "`ia` must be 1 or -1, found `2`",
        ),
        ("sm_90 | tcgen05.mma.m128n8k16.kind::f16.f32.f16.f16 | 0 | 0 | 0".into(), "needs sm_100"),
        (
            "sm_100 | wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 | 0 | 0 | 0".into(),
            "needs sm_90a",
        ),
        (
            "sm_90 7.8 | wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 | 0 | 0 | 0".into(),
            "needs PTX ISA 8.0",
        ),
        (
            "sm_90 | wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 | 0 | 0 | 0".into(),
            "unknown modifier `.m64n12k16`",
        ),
        ("sm_90 | wgmma.m64n8k16.f32.f16.f16 | 0 | 0 | 0".into(), "expected `.mma_async`"),
    ] {
        let answer = one(&line);
        assert!(answer.starts_with("error: ") && answer.contains(expected), "{line}: {answer}");
    }
}

#[test]
fn lines_have_a_largest_length() {
    for (length, is_read) in [(1 << 24, true), ((1 << 24) + 1, false)] {
        let comment = format!("#{}\n", " ".repeat(length - 2));
        let result = answer(comment.as_bytes(), Vec::new(), &Dialect::default());
        assert_eq!(result.is_ok_and(|faulty| !faulty), is_read, "{length}");
    }
}

#[test]
fn empty_lines_comments_and_carriage_returns() {
    let lines = "# a comment\n\nsm_90\tadd.u32\t1\t2\r\n\r\n#\tsm_90\nsm_90\tadd.u32\t1\nsm_90\tadd.u32\t3\t4";
    let (printed, faulty) = answers(lines);
    assert_eq!(printed[..5], ["", "", "00000003", "", ""]);
    assert!(printed[5].starts_with("error: "));
    assert_eq!(printed[6], "00000007");
    assert!(faulty);
    assert!(!answers("# a comment\n\nsm_90\tadd.u32\t1\t2\n").1);
    let mut output = Vec::new();
    let faulty =
        answer(b"\xff\t\n\n" as &[u8], &mut output, &Dialect::default()).expect("a vector");
    assert_eq!((output.as_slice(), faulty), (b"error: the line is not UTF-8\n\n".as_slice(), true));
}

/// A generator of pseudo-random bits (splitmix64).
struct Random(u64);

impl Random {
    fn bits(&mut self, ty: Type) -> u128 {
        let low = self.word();
        match ty.bits() {
            128 => low | self.word() << 64,
            bits => low >> (64 - bits),
        }
    }

    fn word(&mut self) -> u128 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        u128::from(x ^ x >> 31)
    }
}

fn in_digits(bits: u128, ty: Type) -> String {
    format!("{bits:0width$x}", width = (ty.bits() as usize).div_ceil(4))
}

/// Returns a destination operand that selects the form.
fn destination(slot: &OperandSlot) -> &'static str {
    match (slot.elements, slot.second) {
        (Some(2), _) => " {x, y}",
        (Some(_), _) => " {x, y, z, w}",
        (None, Second::Never) if !slot.suffix().is_empty() => " d.b0",
        (None, Second::Never) => " d",
        (None, _) => " p|q",
    }
}

#[test]
fn every_form_gives_what_its_function_gives() {
    let (mut lines, mut expected) = (String::new(), Vec::new());
    let mut random = Random(1);
    for form in forms::all() {
        for words in form.spellings() {
            let selection = Selection { form, modifiers: form.spelt(&words).expect("a spelling") };
            // A modifier may be newer than the form, so choose a dialect that supports both.
            let Some(dialect) = Dialect::all().rev().find(|one| selection.is_in(one)) else {
                continue;
            };
            let target = dialect.target.expect("a target");
            // The suffix does not affect results.
            let target = Target { suffix: None, ..target };
            let version = dialect.version.expect("a version");
            let destination = destination(&form.operands[0]);
            let _ = write!(lines, "{target} {version}\t{}{destination}", selection.spelling());
            let sources: Vec<u128> =
                selection.source_types().into_iter().map(|ty| random.bits(ty)).collect();
            for (bits, ty) in sources.iter().zip(selection.source_types()) {
                let _ = write!(lines, "\t{}", in_digits(*bits, ty));
            }
            let carry = random.bits(Type::Pred);
            let computation = selection.computation(&dialect).expect("a computation");
            if computation.value.reads_carry().is_some() {
                let _ = write!(lines, "\t{carry}");
            }
            lines.push('\n');
            let prepared = Prepared::new(&computation).expect("a function");
            let results = prepared.compute_wide(&sources, carry == 1).expect("a result");
            let mut types = selection.destination_types();
            types.extend(computation.writes_carry.map(|_| Type::Pred));
            let results = results.bits().iter().zip(types).map(|(bits, ty)| in_digits(*bits, ty));
            expected.push(results.collect::<Vec<_>>().join(" "));
        }
    }
    let (found, faulty) = answers(&lines);
    for ((line, found), expected) in lines.lines().zip(found).zip(&expected) {
        assert_eq!(found, *expected, "{line}");
    }
    assert!(!faulty && expected.len() > 5000, "{} lines", expected.len());
}

#[test]
fn every_machine_instruction_gives_what_its_function_gives() {
    let mut random = Random(2);
    for row in opcodes::all() {
        let sm = [90, 50].into_iter().find(|sm| row.is_in(*sm)).unwrap_or(row.targets.0);
        let target = Target::sm(sm);
        let words: Vec<_> = row
            .operation
            .into_iter()
            .chain(
                row.classes
                    .iter()
                    .filter(|class| class.default.is_none())
                    .map(|class| class.words[0]),
            )
            .collect();
        let dialect = Dialect { target: Some(target), ..Dialect::default() };
        let selection = sass::select(row.opcode, &words, &dialect).expect("a row");
        let ty = |kind| match kind {
            opcodes::SlotKind::Predicate => Type::Pred,
            kind if kind.is_pair() => Type::B64,
            _ => Type::B32,
        };
        let has_value =
            |slot: &&opcodes::OperandSlot| !slot.is_destination && slot.kind.fixed().is_none();
        let sources = row.operands.iter().filter(has_value);
        let mut sources: Vec<_> =
            sources.map(|slot| (random.bits(ty(slot.kind)), ty(slot.kind))).collect();
        let flags = row.flags().iter().map(|_| (random.bits(Type::Pred), Type::Pred));
        sources.extend(flags);
        let mut line = format!("{target}\t{}", selection.spelling());
        for (bits, ty) in &sources {
            let _ = write!(line, "\t{}", in_digits(*bits, *ty));
        }
        let host = sass::operand::Operand::plain(sass::operand::Base::Host);
        let computation = selection.computation(&vec![host; row.operands.len()]);
        let bits: Vec<_> = sources.iter().map(|(bits, _)| *bits).collect();
        let results = Prepared::new(&computation).and_then(|p| p.compute_wide(&bits, false));
        let types =
            row.operands.iter().filter(|slot| slot.is_destination).map(|slot| ty(slot.kind));
        let results = results.expect("a result");
        let expected: Vec<_> =
            results.bits().iter().zip(types).map(|(b, ty)| in_digits(*b, ty)).collect();
        assert_eq!(answers(&line).0, [expected.join(" ")], "{line}");
    }
}

/// Parses fields: `a=0123 b=4567`.
fn values(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(' ').map(|value| value.split_once('=').expect("a name and digits"))
}

/// Tests carry chains, packed integers, `cvt.pack`, `lop3` and SIMD video instructions with known results.
#[test]
fn vectors() {
    let rows = include_str!("../../../ptx-core/tests/integers/vectors.tsv").lines();
    let mut count = 0;
    for row in rows.filter(|line| !line.starts_with('#')) {
        let [_, text, inputs, outputs, _] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five columns: {row}")
        };
        let mut registers: HashMap<&str, String> =
            values(inputs).map(|(name, digits)| (name, digits.into())).collect();
        let mut carry = String::from("0");
        for statement in text.split("; ") {
            let (instruction, operands) =
                statement.split_once(' ').expect("an instruction with operands");
            let names: Vec<&str> = operands.split(", ").collect();
            let reads = ["addc.", "subc.", "madc."].iter().any(|m| instruction.starts_with(m));
            let writes = instruction.contains(".cc.");
            let choosing = if instruction.starts_with('v') { operands } else { names[0] };
            let mut line = format!("sm_107\t{instruction} {choosing}");
            for name in &names[1..] {
                let name = name.split('.').next().unwrap_or_default();
                let digits = match name.strip_prefix("0x") {
                    Some(digits) => digits,
                    None => registers.get(name).map_or(name, String::as_str),
                };
                let _ = write!(line, "\t{digits}");
            }
            if reads {
                let _ = write!(line, "\t{carry}");
            }
            let answer = one(&line);
            let mut results = answer.split(' ').map(String::from);
            let destination = names[0].split('.').next().unwrap_or_default();
            for name in destination.split('|') {
                registers.insert(name, results.next().unwrap_or_default());
            }
            if writes {
                carry = results.next().unwrap_or_default();
            }
            assert_eq!(results.next(), None, "{line}: {answer}");
        }
        for (name, expected) in values(outputs) {
            assert_eq!(registers[name], expected, "{name} of {row}");
        }
        count += 1;
    }
    assert_eq!(count, 279);
}

/// Tests that the selectors and masks of operands are passed to the function.
#[test]
fn masks_and_selectors() {
    let form = forms::family("vadd4")[0];
    let modifiers = form.spelt(&["u32", "u32", "u32"]).expect("a spelling");
    let lanes = |word: &str| Operand::Lanes { of: Box::new(Operand::Host), word: word.into() };
    let operands = [lanes("b20"), lanes("b7654"), lanes("b0123"), Operand::Host];
    let computation = Selection { form, modifiers }.computation_on(&operands, &Dialect::default());
    let prepared = Prepared::new(&computation.expect("a computation")).expect("a function");
    let results = prepared.compute(&[0x0403_0201, 0x1000_2000, 0x9999_9999], false);
    // The mask of the destination selects bytes 0 and 2. These bytes are the sums 00 + 04 and 00 + 02. The other two
    // bytes come from c, and are 0x99.
    assert_eq!(results.expect("a result").bits(), [0x9902_9904]);
    assert!(form.operands.iter().all(|slot| slot.literals == Literals::Any));
    let line = "- | vadd4.u32.u32.u32 d.b20, a.b7654, b.b0123, c | 04030201 | 10002000 | 99999999";
    assert_eq!(one(line), "99029904");
}

/// Tests the errors for lines that an earlier version accepted or misread: text around an instruction, a single digit
/// for an element, and unsupported layouts.
#[test]
fn fields_that_were_taken_or_misread() {
    for instruction in ["fma.rn.f32;", " fma.rn.f32", "fma .rn.f32", "fma.rn .f32"] {
        let printed = one(&format!("sm_90\t{instruction}\t0\t0\t0").replace('\t', " | "));
        assert!(
            printed.contains("expected an instruction alone")
                || printed.contains("expected a modifier"),
            "{instruction}: {printed}"
        );
    }
    let form = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
    let printed = one(&format!("sm_80 | {form} | 0 | 0 | 0"));
    assert!(printed.contains("1 digit in a row of A: an element has 4"), "{printed}");
    for (layouts, shape) in
        [("row.row", "m16n8k16"), ("col.row", "m16n8k8"), ("col.col", "m16n8k8")]
    {
        let form = format!("mma.sync.aligned.{shape}.{layouts}.f32.f16.f16.f32");
        let printed = one(&format!("sm_80 | {form} | 0 | 0 | 0"));
        let rest = form.replace(&format!(".{layouts}"), "");
        let wanted = format!(
            "error: layouts `.{layouts}` are not supported by `{rest}`; note: expected `.row.col`"
        );
        assert_eq!(printed, wanted);
    }
}

/// Tests that the message names all forms of `mov`, including those with vectors.
#[test]
fn forms_of_a_move_of_vectors() {
    let printed = one("- | mov.b64 {x} | 0");
    for form in ["`mov.b64 d, a`", "`mov.b64 {d, e}, a`", "`mov.b64 {d, e, f, g}, a`"] {
        assert!(printed.contains(form), "{form}: {printed}");
    }
}

/// Tests that a line without tabs accepts decimal numbers, like `eval`. A line with tabs accepts bits only.
#[test]
fn lines_without_tabs_are_split_at_blanks() {
    let lines = "fma.rn.f32 1.0 2.0 3\nadd.f16 33 -1\n-\tadd.f16\t33\t-1\n\
                 mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 3c00 3c00 0\n";
    let mut output = Vec::new();
    let default = ptx_isa::Dialect::default();
    let faulty = ptx_tool::eval::batch::answer(lines.as_bytes(), &mut output, &default);
    assert!(faulty.expect("the batch is read and written"));
    let text = String::from_utf8(output).expect("UTF-8");
    let error = "error: `-1`: expected hexadecimal digits, without a prefix or a sign";
    assert_eq!(text, format!("40a00000\n5000\n{error}\n3f800000\n"));
}
