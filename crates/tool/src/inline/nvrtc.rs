//! Compares the handling of holes and escapes in C++ with NVRTC. To install NVRTC, run `pip install nvidia-cuda-nvrtc`.
//! The environment variable `PYTHON` is the Python interpreter that has this package. Without NVRTC, nothing is
//! compared.

use super::cpp::find;
use super::holes::Part;
use super::resolve::resolve;
use super::statement::Statement;
use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nvrtc/ask.py");

/// Template texts. The test compiles each text with and without operands.
const TEMPLATES: &[&str] = &[
    "mov.u32 %0, %1;",
    "mov.u32 %1, %0; mov.u32 %00, %01;",
    "mov.u32 x, 1;",
    "mov.u32 x, %laneid;",
    "mov.u32 x, %%laneid;",
    "%%",
    "%%%%",
    "%%%0",
    "%%0",
    "x%%",
    "%rx",
    "%rd1",
    "%r1",
    "%r",
    "%x0",
    "%x",
    "%l0",
    "%P1",
    "%A",
    "%_1",
    "%$1",
    "%-1",
    "%(1",
    "%,1",
    "%.1",
    "% 1",
    "%;",
    "%@",
    "%#",
    "%*",
    "%&",
    "%+",
    "%:",
    "x%",
    "%",
    "%5",
    "%2",
    "%10",
    "%1x",
    "%0x",
    "%0.x",
    "%0%1",
    "%[a]",
    "%[d]",
    "%[e]",
    "%[",
    "%=",
    "L%=: bra L%=;",
    "%=%=",
    "{",
    "}",
    "{{",
    "}}",
    "{{ mov.u32 %0, %1; }}",
    "%{",
    "%|",
    "%}",
    "%{ a | b %}",
    "{ a | b }",
    "$0",
    "$$",
    "${0}",
    "$",
    "7%4",
    "7 % 4",
    "\\x25\" \"0",
    "\\045\\060",
    "a\\tb",
    "a\\\\b",
    "\\\"%0\\\"",
    "\\'",
    "\\?",
    "\\u0041",
    "a\" \"b%\" \"0",
    "%\" \"%",
    "// %0\\n%1",
    "/* %0 */ %1",
    "%0\\n",
];

/// The operand lists of the compiled statements.
const OPERANDS: &[&str] = &[
    "",
    ":::\"memory\"",
    ": \"=r\"(*d) : \"r\"(a)",
    ": [d] \"=&r\"(*d) : [a] \"f\"(f) : \"memory\"",
];

/// Integer constants, as C++ spells them.
const VALUES: &[&str] = &["5", "-5", "0x1F", "1'000", "017", "0b101", "7u", "0xfULL"];

/// Constraints, each with an expression of the constraint's width. The test checks that NVRTC and this module accept
/// the same constraints.
const CONSTRAINTS: &[(&str, &str)] = &[
    ("r", "a"),
    ("h", "h"),
    ("l", "l"),
    ("f", "f"),
    ("d", "g"),
    ("n", "5"),
    ("i", "5"),
    ("m", "a"),
    ("g", "a"),
    ("a", "a"),
    ("x", "f"),
    ("rm", "a"),
    ("b", "a"),
    ("c", "h"),
    ("N", "5"),
    ("0", "a"),
    ("w", "a"),
    ("X", "a"),
];

/// Returns what NVRTC compiles each statement to. Returns `None` if NVRTC is not installed.
fn ask(statements: &[String]) -> Option<Vec<Option<String>>> {
    let python = std::env::var_os("PYTHON").unwrap_or("python3".into());
    let mut child = Command::new(python)
        .arg(SCRIPT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let lines: String = statements
        .iter()
        .map(|one| format!("{}\n", serde_json::Value::from(one.as_str())))
        .collect();
    // Without NVRTC, the script exits without reading its input. So ignore write errors.
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).is_ok());
    let output = child.wait_with_output().ok()?;
    let _ = writer.join();
    let text = String::from_utf8(output.stdout).ok()?;
    let answers: Vec<Option<String>> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (answers.len() == statements.len()).then_some(answers)
}

/// Returns the only statement of a text.
fn read(text: &str) -> Statement {
    let mut found = find(text);
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0).variants.expect("a statement").remove(0)
}

/// Returns whether `compiled` is the template with a register in place of each hole (placeholder such as
/// `%0`). Equal holes must have equal registers.
fn is_same(statement: &Statement, compiled: &str) -> bool {
    let operands = statement.operands.as_deref().unwrap_or_default();
    let text = statement.template.text.as_str();
    let mut rest = compiled;
    let mut registers = HashMap::new();
    for (span, part) in statement.syntax.parts(text, !operands.is_empty()) {
        let expected = match part {
            Part::Text => text[span].to_string(),
            Part::Escape(text) => text.to_string(),
            Part::Unique => rest.chars().take_while(char::is_ascii_digit).collect(),
            // Without operands, the hole stays in the text, and PTX rejects it.
            Part::Fault(_) => text[span].to_string(),
            Part::Index(_) if operands.is_empty() => text[span].to_string(),
            Part::Index(i) => match &operands[i].value {
                Some(value) => value.clone(),
                None => {
                    let end = rest[1..]
                        .find(|c: char| !c.is_ascii_alphanumeric())
                        .unwrap_or(rest.len() - 1);
                    let digits =
                        rest[1..=end].trim_start_matches(|c: char| c.is_ascii_alphabetic());
                    // `%1x` is a register followed by a letter.
                    let digits = digits.chars().take_while(char::is_ascii_digit).count();
                    let letters = rest[1..].chars().take_while(char::is_ascii_alphabetic).count();
                    let register = rest[..1 + letters + digits].to_string();
                    let known = registers.entry(i).or_insert_with(|| register.clone());
                    assert_eq!(*known, register, "{compiled}");
                    register
                }
            },
            Part::Next | Part::Name(_) => return false,
        };
        match rest
            .strip_prefix(&expected)
            .or_else(|| rest.strip_prefix(expected.trim_end_matches('\n')))
        {
            Some(after) => rest = after,
            None => return false,
        }
    }
    // NVRTC drops a line break at the end.
    rest.trim_end_matches('\n').is_empty()
}

#[test]
fn holes_and_escapes_are_those_of_nvrtc() {
    let statements: Vec<String> = TEMPLATES
        .iter()
        .flat_map(|template| OPERANDS.iter().map(move |operands| (template, operands)))
        .map(|(template, operands)| format!("asm volatile(\"{template}\" {operands});"))
        .chain(
            VALUES
                .iter()
                .map(|value| format!("asm volatile(\"mov.u32 x, %0;\" :: \"n\"({value}));")),
        )
        .collect();
    let Some(answers) = ask(&statements) else {
        println!("skipped: no NVRTC");
        return;
    };
    let mut wrong = Vec::new();
    for (text, answer) in statements.iter().zip(answers) {
        let statement = read(text);
        let resolved = resolve(&statement, "1").expect("the statement contains no macro");
        let has_operands = statement.operands.as_ref().is_some_and(|all| !all.is_empty());
        let is_right = match &answer {
            None => !resolved.faults.is_empty(),
            Some(compiled) => {
                (resolved.faults.is_empty() || !has_operands) && is_same(&statement, compiled)
            }
        };
        if !is_right {
            wrong.push(format!("{text}\n  NVRTC {answer:?}\n  ours  {:?}", resolved.ptx.text));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), statements.len(), wrong.join("\n"));
}

#[test]
fn constraints_are_those_of_nvrtc() {
    let statement = |(constraint, value): &(&str, &str)| {
        format!("asm volatile(\"mov.x x, %0;\" : : \"{constraint}\"({value}));")
    };
    let statements: Vec<String> = CONSTRAINTS.iter().map(statement).collect();
    let Some(answers) = ask(&statements) else {
        println!("skipped: no NVRTC");
        return;
    };
    for ((constraint, _), answer) in CONSTRAINTS.iter().zip(answers) {
        // Only LLVM has the constraints `b` and `c`.
        let is_llvm = matches!(*constraint, "b" | "c");
        let is_known = super::constraints::class(constraint).is_some() && !is_llvm;
        assert_eq!(answer.is_some(), is_known, "{constraint}");
    }
}
