//! Tests that the search for inline PTX accepts any bytes without a panic, and finds every statement among other
//! code.

use proptest::prelude::*;
use ptx_module::syntax::Source;
use ptx_tool::Diagnostic;
use ptx_tool::inline::{Language, Report, Settings, check};

/// All languages that may contain inline PTX.
const ALL: [Language; 4] = [Language::Cpp, Language::Python, Language::Rust, Language::Other];

/// Pieces of text that the search treats specially.
const PARTS: &[&str] = &[
    "asm",
    "__asm__",
    "asm!",
    "ptx_asm!",
    "inline_asm",
    "volatile",
    "goto",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    "::",
    ",",
    ";",
    "\"",
    "'",
    "\\",
    "\n",
    "\\\n",
    "\r\n",
    "#",
    "#if A\n",
    "#else\n",
    "#endif\n",
    "#define X(a) ",
    "//",
    "/*",
    "*/",
    "\"\"\"",
    "r\"",
    "R\"(",
    ")\"",
    "R\"x(",
    ")x\"",
    "r#\"",
    "\"#",
    "f\"",
    "b'",
    "{{",
    "}}",
    "{0}",
    "{",
    "%0",
    "%1",
    "%%",
    "%=",
    "%[",
    "$0",
    "$$",
    "${1}",
    "${",
    "$(",
    "\\x",
    "\\u{",
    "\\u12",
    "\\7",
    "add.u32 %0, %1, 1;",
    ".reg .u32 t;",
    "\"=r\"",
    "(d)",
    "\"n\"",
    "(5)",
    "in(reg32) a",
    "const 5",
    "concat!",
    "constraints=",
    "=r,r",
    ".format(",
    "dedent(",
    "+",
    "%",
    "ü",
    "𝛼",
    "\u{0}",
    "\u{feff}",
    "0",
    "1'0",
    "'a",
    "x",
    "=",
    "asm=",
    "KEPT",
    "def ",
];

/// Further pieces that are special in PTX modules.
const MODULE_PARTS: &[&str] = &[
    ".version 8.0\n",
    "\".version 8.0\n",
    ".version ",
    ".target sm_80\n",
    ".entry k() { ret; }",
    "format!(",
    "`",
];

/// Checks properties that every report must have.
fn verify(text: &[u8], language: Language) -> Report {
    let source = Source::new("any", text);
    let report = check(&source, language, &Settings::default());
    for counts in [&report.counts, &report.modules] {
        assert_eq!(counts.found, counts.checked + counts.unchecked.values().sum::<usize>());
    }
    for finding in &report.findings {
        let span = finding.span.clone();
        assert!(span.start <= span.end && source.text.get(span).is_some(), "{finding:?}");
        let diagnostic = Diagnostic::new(finding, &source);
        assert!(
            (diagnostic.line, diagnostic.column) <= (diagnostic.end_line, diagnostic.end_column)
        );
    }
    let edits = ptx_tool::fix::edits(&source, &report.findings);
    let _ = ptx_tool::fix::apply(&source.text, &edits);
    report
}

/// Returns code that contains no inline-assembly statement: a comment, a string or words. If possible, the code
/// contains `inside`.
fn noise(language: Language, kind: u8, inside: &str) -> String {
    let word: String = inside.chars().filter(char::is_ascii_alphanumeric).collect();
    let line: String = inside.chars().filter(|c| !matches!(c, '\n' | '\r' | '\\')).collect();
    let quoted = line.replace('"', "\\\"");
    match (language, kind % 6) {
        (Language::Python, 0) => format!("# {line}\n"),
        (Language::Python, 1) => format!("x = \"\"\"{}\"\"\"\n", line.replace('"', "")),
        (Language::Python, 2) => format!("x = r'{}'\n", line.replace('\'', "")),
        (Language::Python, 3) => format!("x = f(\"{quoted}\", b'', x{word}[1])\n"),
        (_, 0) => format!("// {line}\n"),
        (_, 1) => format!("/* {} */\n", inside.replace("*/", "").replace("/*", "")),
        (Language::Cpp, 2) => format!("x = R\"q({})q\";\n", inside.replace(")q", "")),
        (Language::Rust, 2) => format!("x = r##\"{}\"##;\n", inside.replace("\"#", "")),
        (Language::Cpp, 3) => format!("#error {line}\n"),
        (Language::Rust, 3) => format!("fn x{word}<'a>(c: &'a char) {{ c == &'\"' }}\n"),
        (_, 4) => format!("x = f(\"{quoted}\", x_{word});\n"),
        _ => format!("x{word} = y{word};\n"),
    }
}

/// Returns a statement with one error, at the register `t`.
fn statement(language: Language) -> &'static str {
    match language {
        Language::Cpp => "asm(\"{ .reg .f32 t; add.u32 %0, t, 1; }\" : \"=r\"(d));\n",
        Language::Python => "inline_asm(\"{ .reg .f32 t; add.u32 $0, t, 1; }\", \"=r\")\n",
        Language::Rust | Language::Other => {
            "asm!(\"{{ .reg .f32 t; add.u32 {}, t, 1; }}\", out(reg32) d);\n"
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for language in ALL {
            verify(&bytes, language);
        }
    }

    #[test]
    fn any_parts_are_read(
        parts in prop::collection::vec(0..PARTS.len() + 2 * MODULE_PARTS.len(), 0..60),
    ) {
        let all = [PARTS, MODULE_PARTS, MODULE_PARTS].concat();
        let text: String = parts.iter().map(|part| all[*part]).collect();
        for language in ALL {
            verify(text.as_bytes(), language);
        }
    }

    #[test]
    fn no_statement_is_lost(
        segments in prop::collection::vec((any::<u8>(), prop::collection::vec(0..PARTS.len(), 0..8)), 0..20),
    ) {
        for language in [Language::Cpp, Language::Python, Language::Rust] {
            let mut text = String::new();
            let mut places = Vec::new();
            for (kind, parts) in &segments {
                match kind % 7 {
                    6 => {
                        let statement = statement(language);
                        places.push(text.len() + statement.find("t, 1").expect("a register"));
                        text.push_str(statement);
                    }
                    kind => {
                        let inside: String = parts.iter().map(|part| PARTS[*part]).collect();
                        text.push_str(&noise(language, kind, &inside));
                    }
                }
            }
            let report = verify(text.as_bytes(), language);
            let found: Vec<_> = report.findings.iter().map(|one| one.span.start).collect();
            prop_assert_eq!(&found, &places, "{:?}\n{}", language, &text);
            prop_assert_eq!(report.counts.found, places.len());
        }
    }
}

/// Tests that the search takes linear time for texts that a careless search would process in quadratic time.
#[test]
fn the_time_is_linear() {
    for (language, part) in [
        (Language::Cpp, "asm("),
        (Language::Cpp, "asm(\"add.u32 %0, %1, 1;\" : "),
        (Language::Cpp, "asm(\n#if A\n"),
        (Language::Cpp, "R\"x("),
        (Language::Cpp, "/*"),
        (Language::Python, "inline_asm("),
        (Language::Python, "inline_asm(f\"{"),
        (Language::Python, "x = x + x\n"),
        (Language::Python, "\"\"\" '"),
        (Language::Rust, "asm!("),
        (Language::Rust, "asm!(concat!("),
        (Language::Rust, "/*"),
        (Language::Rust, "r#\""),
        (Language::Rust, "x = \".version 8.0 x;\";"),
        (Language::Python, "x = \".version 8.0 x;\"\n"),
        (Language::Cpp, "x = \".version 8.0 x;\";"),
        (Language::Cpp, "\".version 8.0 \""),
        (Language::Other, "(\".version 8.0 x;\""),
        (Language::Other, "\".version"),
        (Language::Other, "'\".version 8.0\" + "),
    ] {
        let start = std::time::Instant::now();
        verify(part.repeat(100_000 / part.len()).as_bytes(), language);
        assert!(start.elapsed().as_secs() < 10, "{language:?} {part}");
    }
}
