//! Tests the message about the faults of a file.

use ptx_module::resolve::Fault;
use ptx_module::syntax::Source;
use ptx_translate::report;

/// Carets mark the characters of the fault. A control character is replaced.
#[test]
fn a_fault_is_shown_in_its_line() {
    let source = Source::new("file.ptx", b"first\n\tab\x1b wrong;\n");
    let at = source.text.find("wrong").expect("the word");
    let faults = [Fault::new(at..at + 5, "a message"), Fault::new(0..5, "another")];
    let message = report(&source, "two faults".into(), &faults).to_string();
    let lines = [
        "two faults",
        "note: file.ptx:2:6: a message",
        "  2 |  ab\u{fffd} wrong;",
        "    |      ^^^^^",
        "note: file.ptx:1:1: another",
        "  1 | first",
        "    | ^^^^^",
    ];
    assert_eq!(message, lines.join("\n"));
}

/// The message shows ten faults and lists the lines of the others.
#[test]
fn further_faults_are_listed() {
    let text = "x\n".repeat(13);
    let source = Source::new("file.ptx", text.as_bytes());
    let faults: Vec<_> = (0..13).map(|i| Fault::new(2 * i..2 * i + 1, "wrong")).collect();
    let message = report(&source, "faults".into(), &faults).to_string();
    assert_eq!(message.matches("wrong").count(), 10, "{message}");
    assert!(message.contains("note: and 3 more: other (3)"), "{message}");
}
