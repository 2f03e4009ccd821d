//! Tests the lines of the source that `.loc` names (PTX ISA, "Debugging Directives").

use ptx_module::syntax::Source;

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
