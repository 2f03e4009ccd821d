//! Compares the findings about inline PTX in C++ with the verdicts of NVIDIA's compilers in `verdicts.tsv`. If the
//! environment names a compiler, as `tests/nvrtc/verdicts.py` describes, its verdicts are also compared with the file.

use ptx_module::syntax::Source;
use ptx_tool::check::Level;
use ptx_tool::inline::{Language, Settings, check};
use std::io::Write as _;
use std::process::{Command, Stdio};

const TABLE: &str = include_str!("verdicts.tsv");

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nvrtc/verdicts.py");

/// Returns the rows of the table: a verdict and a statement.
fn rows() -> Vec<(&'static str, &'static str)> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').expect("a verdict and a statement")).collect()
}

/// Returns the statement twice, in an unrolled loop.
fn twice(statement: &str) -> String {
    format!("for (int i = 0; i < 2; i++) {{ {statement} }}")
}

#[test]
fn errors_are_what_the_compilers_reject() {
    let mut wrong = Vec::new();
    for (verdict, statement) in rows() {
        let source = Source::new("k.cu", statement.as_bytes());
        let report = check(&source, Language::Cpp, &Settings::default());
        assert_eq!(report.counts.checked, 1, "{statement}");
        let has = |level| report.findings.iter().any(|finding| finding.level == level);
        let found = match (has(Level::Error), has(Level::Note)) {
            (true, _) => "refused",
            (false, true) => "noted",
            (false, false) => "accepted",
        };
        let expected = if verdict == "twice" { "noted" } else { verdict };
        if found != expected {
            wrong.push(format!("{verdict}, found {found}: {statement}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the verdicts of the compiler. Returns `None` if there is no compiler.
fn ask(statements: &[String]) -> Option<Vec<String>> {
    let python = std::env::var_os("PYTHON").unwrap_or("python3".into());
    let mut child = Command::new(python)
        .args(["-B", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let lines: String = statements.iter().map(|one| format!("{one}\n")).collect();
    // Without a compiler, the script exits without reading its input. So ignore write errors.
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).is_ok());
    let output = child.wait_with_output().ok()?;
    let _ = writer.join();
    let text = String::from_utf8(output.stdout).ok()?;
    let answers: Vec<_> = text.lines().map(String::from).collect();
    (answers.len() == statements.len()).then_some(answers)
}

#[test]
fn the_compilers_repeat_their_verdicts() {
    let expected: Vec<(&str, String)> = rows()
        .into_iter()
        .flat_map(|(verdict, statement)| match verdict {
            "noted" => vec![("accepted", statement.into())],
            "twice" => vec![("accepted", statement.into()), ("refused", twice(statement))],
            _ => vec![(verdict, statement.into())],
        })
        .collect();
    let statements: Vec<_> = expected.iter().map(|row| row.1.clone()).collect();
    let Some(answers) = ask(&statements) else {
        println!("skipped: no compiler");
        return;
    };
    let pairs = expected.iter().zip(&answers);
    let wrong: Vec<_> = pairs.filter(|(row, answer)| row.0 != **answer).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
