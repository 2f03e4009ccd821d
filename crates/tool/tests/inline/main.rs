//! Compares the findings about inline PTX with comments in the checked files.
//!
//! The comment `//~ error 12..15: message` expects an error in columns 12 to 14 of the line that contains the
//! comment. Columns count characters. `//~^` expects the error one line above, and each further `^` one more line
//! above. Each finding needs a comment, and each comment needs a finding. `#~` may replace `//~`.

mod advice;
mod any;
mod modules;
mod verdicts;

use ptx_isa::Target;
use ptx_module::syntax::Source;
use ptx_tool::Diagnostic;
use ptx_tool::inline::{Language, Report, Settings, check};

/// A finding: its line, level, columns and message.
type Finding = (usize, String, String, String);

/// Returns the findings that the comments of a text expect.
fn expected(text: &str) -> Vec<Finding> {
    let mut all = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once("//~").or_else(|| line.split_once("#~")) else {
            continue;
        };
        let rest = comment.trim_start_matches('^');
        let above = comment.len() - rest.len();
        let (head, message) = rest.split_once(": ").expect("a message after `: `");
        let (level, columns) = head.trim().split_once(' ').expect("a level and columns");
        all.push((i + 1 - above, level.into(), columns.into(), message.trim().into()));
    }
    all.sort();
    all
}

/// Compares the findings about `text` with its comments. Returns how many statements were found, and how many
/// of these were checked.
fn compare(name: &str, text: &str, language: Language) -> (usize, usize) {
    let counts = compared(name, text, language).counts;
    let not_checked: usize = counts.unchecked.values().sum();
    assert_eq!(counts.found, counts.checked + not_checked, "{counts:?}");
    (counts.found, counts.checked)
}

/// Compares the findings about `text` with its comments. Returns the report.
fn compared(name: &str, text: &str, language: Language) -> Report {
    let source = Source::new(name, text.as_bytes());
    let report = check(&source, language, &Settings::default());
    let mut found: Vec<Finding> = report
        .findings
        .iter()
        .map(|finding| {
            let Diagnostic { line, column, end_line, end_column, message, level, .. } =
                Diagnostic::new(finding, &source);
            let columns = match end_line == line {
                true => format!("{column}..{end_column}"),
                false => format!("{column}..{end_line}:{end_column}"),
            };
            (line, level.name().into(), columns, message)
        })
        .collect();
    found.sort();
    let expected = expected(text);
    let show = |all: &[Finding], others: &[Finding]| {
        let all = all.iter().filter(|one| !others.contains(one));
        let lines = all.map(|(line, level, columns, message)| {
            format!("  {name}:{line}: {level} {columns}: {message}\n")
        });
        lines.collect::<String>()
    };
    let (extra, missing) = (show(&found, &expected), show(&expected, &found));
    assert!(extra.is_empty() && missing.is_empty(), "found:\n{extra}expected:\n{missing}");
    report
}

/// Tests which names in a statement count as variables of the host code: only names that also occur in the file outside
/// of all statements.
#[test]
fn variables_of_the_file_are_declared() {
    let messages = |text: &str| {
        let report =
            check(&Source::new("a.cu", text.as_bytes()), Language::Cpp, &Settings::default());
        report.findings.into_iter().map(|one| one.message.what).collect::<Vec<_>>()
    };
    let statement = r#"asm("{ .reg .u64 t; mov.u64 t, buffer; }");"#;
    assert_eq!(messages(&format!("__shared__ int buffer[4]; {statement}")), [""; 0]);
    let undeclared = ["undeclared register `buffer`"];
    assert_eq!(messages(statement), undeclared);
    assert_eq!(messages(&format!("int my_buffer, buffers; {statement}")), undeclared);
}

/// Tests that an integer of unknown value causes only the errors that all values cause.
#[test]
fn unknown_integers_cause_no_error() {
    let targets = vec![Target::sm(90)];
    let settings = Settings { targets, ..Settings::default() };
    let copy = "cp.async.ca.shared.global [%0], [%1], %2;";
    for (ptx, expected) in [
        (copy.to_string(), vec![]),
        (format!("add.u32 %0, %2; {copy}"), vec!["`add.u32` takes 3 operands, not 2"]),
    ] {
        let text = format!("asm volatile(\"{ptx}\" : : \"r\"(p), \"l\"(q), \"n\"(N));");
        let findings =
            check(&Source::new("a.cu", text.as_bytes()), Language::Cpp, &settings).findings;
        let found: Vec<_> = findings.iter().map(|one| one.message.what.as_str()).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_scope_extends_over_statements() {
    let text = r#"
asm volatile("{ .reg .u32 t; mov.u32 t, %0; }" : : "r"(a));
asm volatile("{ .reg .pred p; .reg .b32 sum;");
asm volatile("add.u32 sum, %0, 1;" : : "r"(a));
asm volatile("setp.ne.u32 p, sum, 0; selp.b32 %0, 1, 0, q; }" : "=r"(b)); //~ error 57..58: undeclared register `q`
"#;
    assert_eq!(compare("scopes.cu", text, Language::Cpp), (4, 4));
    let reversed = r#"
asm volatile("add.u32 %0, %0, 1; }" : "+r"(a)); //~ error 34..35: unexpected `}`
asm volatile("{ add.u32 %0, %0, 1;" : "+r"(a)); //~ error 15..16: this `{` is not closed before the end
"#;
    assert_eq!(compare("reversed.cu", reversed, Language::Cpp), (2, 2));
    let open = r#"asm("{ add.u32 %0, %0, 1;" : "+r"(a)); //~ error 6..7: this `{` is not closed before the end"#;
    assert_eq!(compare("open.cu", open, Language::Cpp), (1, 1));
}

#[test]
fn statements_of_cuda() {
    assert_eq!(compare("statements.cu", include_str!("statements.cu"), Language::Cpp), (196, 161));
}

#[test]
fn statements_of_python() {
    assert_eq!(compare("statements.py", include_str!("statements.py"), Language::Python), (93, 70));
}

#[test]
fn statements_of_rust() {
    assert_eq!(compare("statements.rs", include_str!("statements.rs"), Language::Rust), (75, 63));
}

/// Tests the limits within which the value of a Python expression is known.
#[test]
fn expressions_of_python_have_limits() {
    let checked = |text: &str| compare("limits.py", text, Language::Python).1;
    let (error, macro_) = (
        "#~ error 9..16: `add.u32` takes 3 operands, not 2",
        "#~ unchecked 1..11: not checked: macro",
    );
    for depth in 0..10 {
        let (open, close) = ("(".repeat(depth), ")".repeat(depth));
        let columns =
            format!("#~ error {0}..{1}: `add.u32` takes 3 operands, not 2", 13 + depth, 20 + depth);
        let comment = if depth <= 8 { columns.as_str() } else { macro_ };
        let text = format!("inline_asm({open}\"add.u32 $0, $1;\"{close}, \"=r,r\") {comment}\n");
        assert_eq!(checked(&text), usize::from(depth <= 8), "{text}");
        let names: String = (1..depth).map(|i| format!("n{} = n{i}\n", i + 1)).collect();
        let (first, last) = if depth <= 8 { (error, "") } else { ("", macro_) };
        let text = format!(
            "n1 = \"\".strip() + \"add.u32 $0, $1;\".strip() {}\n{names}inline_asm(n{depth}, \"=r,r\") {last}\n",
            first.replace("9..16", "20..27")
        );
        if depth > 0 {
            assert_eq!(checked(&text), usize::from(depth <= 8), "{text}");
        }
    }
    let open = format!("x = (\"add.u32 $0, $1;\"\ninline_asm(x, \"=r,r\") {macro_}\n");
    assert_eq!(compare("open.py", &open, Language::Python), (1, 0));
    assert_eq!(compare("loop.py", "for", Language::Python), (0, 0));
}
