//! Tests that no input makes `check` or a batch panic, and that the run time is linear in the length of the
//! input.

use proptest::prelude::*;
use ptx_isa::Dialect;
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, check};
use ptx_tool::eval::batch::answer;
use test_support::{assert_linear, sample};

fn checked(bytes: &[u8]) -> usize {
    let source = Source::new("t", bytes);
    let findings = check(&source, &Defaults::default());
    for diagnostic in &findings {
        // Every position must be within the text, at a character boundary.
        assert!(source.text.get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
        let _ = source.place(diagnostic.span.start);
        let _ = source.lines(&diagnostic.span);
    }
    findings.len()
}

const PIECES: &[&str] = &[
    "rcp",
    ".rn",
    ".f32",
    ".ftz",
    "mov.b64",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    "@",
    "!",
    "%f",
    "%f<4>",
    "%f1",
    "%",
    "$",
    "$L:",
    "_",
    "-",
    "+",
    "=",
    "\"",
    "/*",
    "*/",
    "//",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\0",
    "é",
    "§",
    "`",
    "#",
    "(.s64)",
    "lop3.b32",
    ".v4",
    "\u{2028}",
    ".reg",
    ".reg .f32 %f<4>;",
    ".version 8.6",
    ".target sm_90",
    ".entry f(",
    ".func",
    ".section",
    ".loc 1 2",
    ".file",
    ".global .b8 x[2] = ",
    "0f3F800000",
    "0d",
    "1.5e",
    "017",
    "0x",
    ".5",
    "5.",
    "tex.2d",
    "mul.f32 a, b, c;",
    "add.f32 d, a, c;",
    "fma.rn.f32",
    "%tid.x",
    "call (",
    ".",
    "..",
    ":",
    "::",
    "\u{feff}",
];

/// Tests that a batch writes as many lines as it reads.
fn answered(bytes: &[u8]) {
    let mut output = Vec::new();
    answer(bytes, &mut output, &Dialect::default()).expect("a vector");
    let ends = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
    let last_is_open = bytes.last().is_some_and(|byte| *byte != b'\n');
    assert_eq!(ends(&output), ends(bytes) + usize::from(last_is_open));
}

#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "sm_90", "-", "sm_120f 9.2", "sm_90 8.", "sm_12,map_f64_to_f32 1.4", "sm_13 1.3", "- 9.5", "#", "add.u32",
    "fma.rn.f32", "rcp.f32", "mov.b64", "mov.b64 {x, y}", "mov.b64 {_,", "addc.cc.u32", "lop3.or.b32 d|p", "lop3.b32",
    "setp.lt.f32 _|_", "vadd4.u32.u32.u32 d.b310, a.b8", "vset2.u32.s32.lt d.h1, a.h00, b.h32, c, e", "MUFU.RCP",
    "FSETP.LT.AND", "DADD d", "mma.sync.aligned", "wgmma.", "add.u32;", "add.u32 {", "add.u32 }{,|.", ".", " ", "",
    "1", "0", "ca", "ffffffff", "0123456789abcdef", "0123456789abcdef0", "0x1", "é", "\u{feff}", "\r", "\0", "1 ",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(sample(2000, 4) as u32) })]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        checked(&bytes);
    }

    #[test]
    fn no_pieces_make_it_panic(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        checked(pieces.concat().as_bytes());
        checked(pieces.join(" ").as_bytes());
    }

    #[test]
    fn no_lines_break_a_batch(
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(FIELDS), 0..7), 0..20),
        bytes in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let lines: Vec<_> = lines.iter().map(|fields| fields.join("\t")).collect();
        answered(lines.join("\n").as_bytes());
        answered(lines.join("\r\n").as_bytes());
        answered(&bytes);
    }
}

#[test]
fn work_is_linear() {
    let texts: &[&str] = &[
        "mul.f32 t, a, b; add.f32 d, t, c;",
        "rcp.f32 a, b;",
        "{",
        "}",
        "{ .reg .f32 %f<9>; neg.f32 %f1, %f12;",
        ".reg .f32 %f<4>; neg.f32 %undeclared, %f1;\n",
        "mov.b64 {",
        "@",
        ".rn",
        "L: ",
        "/*",
        "\"",
        "a, ",
        "(",
        ".reg .f32 a, b; .reg .f32 c<7>; ",
        ".global .b8 x = {{",
        "0f3F800000",
        "add.f32 a, a, a, a",
        ".loc 1 2 3\n",
        "é",
        "`",
        "# ",
        "#\n",
        "neg.f32 a, (1 + a;",
        "neg.f32 a, v.x.y;",
        ".reg .f32 a<3>; .reg .f32 a1; ",
        ".reg .f32 a<3>; { .reg .f32 a<2>; neg.f32 a2, a9; ",
        ".address_size 33 ",
        "add.cc.foo.s32 a, b, c;",
    ];
    for text in texts {
        let check = |text: String| assert!(checked(text.as_bytes()) <= text.len());
        assert_linear(text, 100_000 / text.len(), |count| text.repeat(count), check);
    }
}

#[test]
fn nesting_does_not_overflow_the_stack() {
    let depth = sample(200_000, 4);
    for piece in ["!", "{", "(", "[", "-", "@", "a|"] {
        let deep = piece.repeat(depth);
        checked(format!("mov.b64 a, {deep};").as_bytes());
        checked(format!("mov.b64 a, {deep}b{};", "}".repeat(depth)).as_bytes());
        checked(format!("@{deep}p neg.f32 a, b;").as_bytes());
    }
}

/// Tests the number of findings about empty, unterminated and unusual texts.
#[test]
fn odd_texts() {
    for (text, count) in [
        (&b""[..], 0),
        (b"\n\r\n\t ", 0),
        (b"// nothing", 0),
        (b"/* without an end", 1),
        (b"\xff\xfe", 1),
        (b"\0\0", 1),
        (b"rcp.rn.f32 a, b;\0", 0),
        (b"rcp.rn.f32 a,\r\n\tb;\r\n", 0),
        (b"rcp.rn.f32 a, b", 1),
        (b"@p", 1),
        (b".version", 1),
        (b".target", 1),
        (b".pragma \"x\\\"y\";", 0),
    ] {
        assert_eq!(checked(text), count, "{:?}", String::from_utf8_lossy(text));
    }
}

#[test]
fn columns_count_characters() {
    let text = format!("é{}\nä ö", "x".repeat(1000));
    let source = Source::new("t", text.as_bytes());
    let counted = |at: usize| {
        let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
        text[start..at].chars().count() + 1
    };
    for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
        assert_eq!(source.place(at).column, counted(at), "{at}");
    }
}
