//! Tests that no input makes the parser panic or overflow the stack. Also tests that the parser's
//! time is linear in the length of the input.

mod common;

use common::sources;
use proptest::prelude::*;
use ptx_module::syntax::{Item, Source, Statement, parse};
use test_support::{assert_linear, sample};

/// Parses a text and checks the spans of all faults and statements. Returns the number of faults.
fn parsed(bytes: &[u8]) -> usize {
    let source = Source::new("t", bytes);
    let module = parse(&source.text);
    for fault in &module.faults {
        assert!(source.text.get(fault.span.clone()).is_some(), "{fault:?}");
        let _ = source.place(fault.span.start);
        let _ = source.lines(&fault.span);
    }
    assert!(module.faults.is_sorted_by_key(|fault| fault.span.start));
    for item in &module.items {
        let span = match item {
            Item::Function(function) => &function.span,
            Item::Statement(Statement::Block(block)) => &block.span,
            Item::Statement(Statement::Instruction(instruction)) => &instruction.span,
            Item::Statement(Statement::Declaration(declaration)) => &declaration.span,
            Item::Statement(Statement::Directive(directive)) => &directive.span,
            Item::Statement(Statement::Label(name)) => &name.span,
        };
        assert!(source.text.get(span.clone()).is_some_and(|text| !text.is_empty()), "{item:?}");
    }
    module.faults.len()
}

const PIECES: &[&str] = &[
    "rcp",
    ".rn",
    ".f32",
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
    "?",
    ":",
    "<<",
    "&&",
    "~",
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
    "`",
    "#",
    "(.s64)",
    ".v4",
    "\u{2028}",
    ".reg",
    ".param",
    ".reg .f32 %f<4>;",
    ".version 8.6",
    ".target sm_90",
    ".entry f(",
    ".func",
    ".section",
    ".loc 1 2",
    ".file",
    ".global .b8 x[2] = ",
    ".align",
    ".ptr",
    ".attribute(",
    ".visible",
    ".extern",
    ".branchtargets",
    ".pragma",
    "@@",
    "0f3F800000",
    "1.5e",
    "017",
    ".5",
    "5.",
    "tex.2d",
    "mul.f32 a, b, c;",
    "%tid.x",
    "call (",
    ".",
    "..",
    "::",
    "\u{feff}",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(sample(2000, 4) as u32) })]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        parsed(&bytes);
    }

    #[test]
    fn no_pieces_make_it_panic(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        parsed(pieces.concat().as_bytes());
        parsed(pieces.join(" ").as_bytes());
    }

    #[test]
    fn no_change_makes_it_panic(
        text in prop::sample::select(sources().iter().map(|s| s.text.clone()).collect::<Vec<_>>()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..8_usize, prop::sample::select(PIECES)), 1..6),
    ) {
        let mut bytes = text.into_bytes();
        for (at, length, piece) in changes {
            let at = at.index(bytes.len());
            let end = bytes.len().min(at + length);
            bytes.splice(at..end, piece.bytes());
        }
        parsed(&bytes);
    }
}

#[test]
fn truncated_texts_do_not_panic() {
    for source in sources() {
        for end in 0..source.text.len().min(5000) {
            parsed(&source.text.as_bytes()[..end]);
        }
    }
}

#[test]
fn work_is_linear() {
    let texts: &[&str] = &[
        "mul.f32 t, a, b; add.f32 d, t, c;",
        "rcp.f32 a, b;",
        "{",
        "}",
        "{ .reg .f32 %f<9>; ",
        "mov.b64 {",
        "@",
        "@@",
        ".rn",
        "L: ",
        "/*",
        "\"",
        "a, ",
        "(",
        ")",
        "((",
        "a(",
        "[",
        ".global .b8 x = {{",
        "0f3F800000",
        "add.f32 a, a, a, a",
        ".loc 1 2 3\n",
        "é",
        "é ;",
        "`",
        "# ",
        "#\n",
        "neg.f32 a, (1 + a;",
        "neg.f32 a, v.x.y;",
        ".func f(",
        ".func f() {",
        ".section {",
        ".section .x { } ",
        "1+",
        "1?",
        "a|b|",
        "-",
        "!",
        ".reg .f32 a",
        ".visible ",
        ".target a b ",
        "x = {",
        ".pragma ",
        ".attribute(",
        "mov a, (b) c\n",
        "@p ",
        ".param .b32 ",
        "<",
        ":",
    ];
    for text in texts {
        let pieces = 100_000 / text.len();
        let parse = |text: String| assert!(parsed(text.as_bytes()) <= text.len());
        assert_linear(text, pieces, |count| text.repeat(count), parse);
        let operand = |count| format!("mov.b32 a, {}", text.repeat(count));
        assert_linear(text, pieces, operand, parse);
    }
}

#[test]
fn nesting_does_not_overflow_the_stack() {
    let depth = sample(200_000, 4);
    for (open, close) in [
        ("{", "}"),
        ("(", ")"),
        ("[", "]"),
        ("a[", "]"),
        ("-", ""),
        ("!", ""),
        ("a+", "1"),
        ("1?", ":1"),
    ] {
        let deep = format!("{}b{}", open.repeat(depth), close.repeat(depth));
        for text in [format!("mov.b64 a, {deep};"), format!(".global .b8 x = {deep};"), deep] {
            parsed(text.as_bytes());
        }
    }
    let deep = |depth| format!(".func f() {} ret; {}", "{".repeat(depth), "}".repeat(depth));
    assert_eq!(parsed(deep(ptx_module::syntax::DEEPEST).as_bytes()), 0);
    assert_eq!(parsed(deep(ptx_module::syntax::DEEPEST + 1).as_bytes()), 1);
    assert_eq!(parsed(deep(200_000).as_bytes()), 1);
}

/// Tests the number of faults in empty texts, in unfinished texts, and in texts with other encodings.
#[test]
fn odd_texts() {
    for (text, count) in [
        (&b""[..], 0),
        (b"\n\r\n\t ", 0),
        (b"// nothing", 0),
        (b"/* without an end", 1),
        (b".func f() { /* without an end", 1),
        (b"\xff\xfe", 1),
        (b"\0\0", 1),
        (b"\xff\xfe.\0v\0e\0r\0s\0i\0o\0n\0", 1),
        (b"rcp.rn.f32 a, b;\0", 0),
        (b"rcp.rn.f32 a, b;\n\0\0\n", 0),
        (b"rcp.rn.f32 a,\0 b;", 1),
        (b"rcp.rn.f32 a,\r\n\tb;\r\n", 0),
        (b"rcp.rn.f32 a, b", 1),
        (b"@p", 1),
        (b".version", 0),
        (b".target", 0),
        (b".pragma \"x\\\"y\";", 0),
        (b".func f() {", 1),
        (b".func f(", 1),
    ] {
        assert_eq!(parsed(text), count, "{:?}", String::from_utf8_lossy(text));
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
