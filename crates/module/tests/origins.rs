//! Tests the lines of the source that `.loc` names (PTX ISA, "Debugging Directives").

use ptx_module::syntax::{Place, Source};

const TEXT: &str = r#"
.version 8.0
.target sm_80
.file 1 "a/k.cu"
.file 2 "b/h.cuh"
.entry k()
{
    A: bra B;
    .loc 1 10 3
    B: bra C;
    {
        .loc 2 4 1, function_name $names, inlined_at 1 10 3
        C: bra D;
    }
    D: bra E;
    .loc 2 5 2, function_name $names+2, inlined_at 2 4 1
    E: bra F;
    .loc 1 6 4, function_name .debug_str+2, inlined_at 1 10 3
    F: bra G;
    .loc 1 7 4, function_name $unknown, inlined_at 1 10 3
    G: bra H;
    .loc 1 8 4, function_name $names, inlined_at 1 99 3
    H: bra I;
    .loc 1 0 0
    I: bra J;
    .loc 3 1 1
    J: ret;
}
.entry second()
{
    K: ret;
}
.section .debug_str { $names: .b8 102, 0, 103, 0x68, 0 }
"#;

#[test]
fn instructions_have_the_lines_of_the_source() {
    let source = Source::new("k.ptx", TEXT.as_bytes());
    for (label, expected) in [
        ("A", None),
        ("B", Some(("a/k.cu", 3, "k.cu:10"))),
        ("C", Some(("b/h.cuh", 1, "h.cuh:4 in `f`, inlined at k.cu:10"))),
        ("D", Some(("b/h.cuh", 1, "h.cuh:4 in `f`, inlined at k.cu:10"))),
        (
            "E",
            Some(("b/h.cuh", 2, "h.cuh:5 in `gh`, inlined at h.cuh:4 in `f`, inlined at k.cu:10")),
        ),
        ("F", Some(("a/k.cu", 4, "k.cu:6 in `gh`, inlined at k.cu:10"))),
        ("G", Some(("a/k.cu", 4, "k.cu:7, inlined at k.cu:10"))),
        ("H", Some(("a/k.cu", 4, "k.cu:8"))),
        ("I", None),
        ("J", None),
        ("K", None),
    ] {
        let at = TEXT.find(&format!("{label}: ")).expect("the label");
        let line = source.origin(at);
        let found = line.as_ref().map(|line| (&*line.file, line.column, line.shown(&|_| None)));
        let expected = expected.map(|(file, column, shown)| (file, column, shown.to_string()));
        assert_eq!(found, expected, "{label}");
    }
}

/// Tests a chain of inlined calls, of which only the innermost levels are kept.
#[test]
fn a_chain_of_inlined_calls_has_a_limit() {
    const LEVELS: usize = 70;
    let mut text = String::from(".file 1 \"k.cu\"\n.func f()\n{\n.loc 1 1 1\n");
    for level in 2..=LEVELS {
        let outer = level - 1;
        text += &format!(".loc 1 {level} 1, function_name $n, inlined_at 1 {outer} 1\n");
        text += &format!("L{level}: bra L{level};\n");
    }
    let source = Source::new("k.ptx", text.as_bytes());
    let levels = |level: usize| {
        let at = text.find(&format!("L{level}:")).expect("the label");
        source.origin(at).expect("a line").to_string().matches("inlined at").count()
    };
    assert_eq!([2, 3, 64, 65].map(levels), [1, 2, 63, 64]);
    // A call in the 64th inlined call has no place of its call. The next chain begins there.
    assert_eq!([66, 67].map(levels), [0, 1]);
}

/// Tests columns in a line that is longer than several blocks of 256 bytes, with characters of two bytes.
#[test]
fn columns_are_characters() {
    for length in [100, 255, 256, 257, 511, 512, 513, 768, 1000] {
        let mut text = String::from("\u{e9}\n");
        while text.len() < length {
            text.push(if text.len() % 7 < 3 { '\u{e9}' } else { 'a' });
        }
        for (at, _) in text.char_indices().skip(2).chain([(text.len(), ' ')]) {
            let column = text[..at].chars().count() - 1;
            let source = Source::new("k.ptx", text.as_bytes());
            let expected = Place { line: 2, column };
            assert_eq!(source.place(at), expected, "byte {at} of {length}");
        }
    }
}

#[test]
fn parts_have_the_places_of_their_file() {
    let place = |line, column| Place { line, column };
    // The parts begin in line 3, column 4, and in line 9, column 2.
    let marks = vec![(0, place(3, 4)), (6, place(9, 2))];
    let source = Source::of_parts("k.cu", "ab\ncd;ef\ngh", marks);
    let expected = [(0, 3, 4), (1, 3, 5), (3, 4, 1), (5, 4, 3), (6, 9, 2), (8, 9, 4), (9, 10, 1)];
    for (at, line, column) in expected {
        assert_eq!(source.place(at), place(line, column), "byte {at}");
    }
}
