//! Tests that faults and races have the lines of the source, from `.loc` and `.file`.

use ptx_run::{Fault, Grid, Memory, Module, Options, Report, SourceLine, shown};
use std::sync::Arc;

/// Launches a kernel of two threads that has this body and a buffer of one word.
fn launch(body: &str, options: &Options) -> Result<Report, Fault> {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.file 3 \"a/k.cu\"\n.entry before() {{\n.loc 3 1 1\nret;\n}}\n\
         .entry k(.param .u64 y)\n{{\n.reg .b64 %y;\n.reg .b32 %t;\nld.param.u64 %y, [y];\nmov.u32 %t, %tid.x;\n{body}\nret;\n}}\n\
         .section .debug_str {{ $f: .b8 0x5f, 90, 49, 102, 118, 0 }}\n"
    );
    let kernel = Module::new("k.ptx", &text).expect("a module").kernel("k").expect("a kernel");
    let mut memory = Memory::new();
    let y = memory.add(&[0u32]);
    kernel.launch(Grid::new(1, 2), &[y.into()], &mut memory, options)
}

fn text(origin: &Option<Arc<SourceLine>>) -> Option<String> {
    origin.as_deref().map(shown)
}

#[test]
fn a_fault_has_its_line_and_the_calls() {
    let fault = |body| launch(body, &Options::default()).expect_err("a fault");
    let inner = fault(
        ".loc 3 9 2\n.loc 3 4 1, function_name $f, inlined_at 3 9 2\nst.global.u32 [%y+4], 1;",
    );
    assert_eq!(text(&inner.origin).as_deref(), Some("k.cu:4 in `f`, inlined at k.cu:9"));
    let origin = inner.origin.as_ref().expect("a line");
    assert_eq!((&*origin.file, origin.line, origin.column), ("a/k.cu", 4, 1));
    assert_eq!(inner.place, Some(("k.ptx".into(), 17)));
    assert!(inner.to_string().starts_with("k.cu:4 in `f`, inlined at k.cu:9 (k.ptx:17): "));
    // Line 0 of a source is no line. The `.loc` of another function has no effect.
    for body in ["st.global.u32 [%y+4], 1;", ".loc 3 7 1\n.loc 3 0 0\nst.global.u32 [%y+4], 1;"] {
        assert_eq!(fault(body).origin, None, "{body}");
    }
    // A file without a path has no lines.
    assert_eq!(fault(".loc 8 7 1\nst.global.u32 [%y+4], 1;").origin, None);
}

#[test]
fn races_notes_and_undefined_values_have_lines() {
    let report = launch(".loc 3 5 1\nst.global.u32 [%y], %t;", &Options::default().races(true));
    let race = &report.expect("a report").races[0];
    assert_eq!(text(&race.first.origin).as_deref(), Some("k.cu:5"));
    assert!(race.to_string().starts_with("k.cu:5 (k.ptx:16): race at "), "{race}");
    assert!(race.to_string().contains(" at k.cu:5 (k.ptx:16); "), "{race}");
    let shuffle = ".loc 3 6 1\nshfl.sync.down.b32 %t, %t, 1, 31, 3;";
    let report = launch(shuffle, &Options::default()).expect("a report");
    let undefined = report.undefined_shuffles[0].to_string();
    assert!(undefined.starts_with("k.cu:6 (line 16): lane 1 reads lane 2"), "{undefined}");
}

/// Tests a function that is inlined twice: a fault names the lines of the call that ran.
#[test]
fn a_function_that_is_inlined_twice_has_two_callers() {
    let inlined = |call: usize, offset: usize| {
        format!(
            ".loc 3 {call} 5\n.loc 3 6 5, function_name $f, inlined_at 3 {call} 5\n\
             .loc 3 2 5, function_name $f, inlined_at 3 6 5\nst.global.u32 [%y+{offset}], 1;\n"
        )
    };
    for (first, second, call, line) in [(4, 0, 10, 18), (0, 4, 11, 22)] {
        let body = inlined(10, first) + &inlined(11, second);
        let fault = launch(&body, &Options::default()).expect_err("a fault").to_string();
        let expected = format!(
            "k.cu:2 in `f`, inlined at k.cu:6 in `f`, inlined at k.cu:{call} (k.ptx:{line}): `st.global.u32`: out of bounds"
        );
        assert!(fault.starts_with(&expected), "{fault}");
    }
}

/// Tests that a chain of calls that the text makes deeper and deeper stays bounded.
#[test]
fn calls_have_a_maximum_depth() {
    let calls = (1..1000)
        .map(|line| format!(".loc 3 {} 1, function_name $f, inlined_at 3 {line} 1\n", line + 1));
    let body = format!(".loc 3 1 1\n{}st.global.u32 [%y+4], 1;", calls.collect::<String>());
    let fault = launch(&body, &Options::default()).expect_err("a fault");
    let shown = text(&fault.origin).expect("a line");
    assert!(shown.starts_with("k.cu:1000") && shown.len() < 4000, "{}", shown.len());
}
