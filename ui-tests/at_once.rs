//! Compares the messages of the macros with `messages.stderr`. Each file in `fail` is a module of one crate, so the
//! compiler runs only once. This run stops after macro expansion, so it cannot test faults that the compiler itself
//! finds. `ui.rs` tests these faults. To overwrite the recorded messages, set `TRYBUILD=overwrite`.

mod cases;

use std::fs;
use test_support::UserCrate;

#[test]
fn macros_print_the_recorded_messages() {
    let folder = cases::folder().to_str().expect("a path in UTF-8");
    let module = |case: &String| format!("#[path = \"{folder}/fail/{case}.rs\"]\nmod {case};\n");
    let modules: String = cases::names("rs").iter().map(module).collect();
    let user = UserCrate::new(env!("CARGO_TARGET_TMPDIR"), "at-once");
    user.write("src/main.rs", &format!("{modules}fn main() {{}}\n"));
    let (output, _) = user.fault();
    let mut printed = cases::by_case(&output.replace(&format!("{folder}/"), ""));
    // Remove messages of the cases with a `.stderr` file. The compiler itself finds the faults of these cases,
    // and `ui.rs` tests these faults.
    let of_the_compiler = cases::names("stderr");
    printed.retain(|case, _| !of_the_compiler.contains(case));

    if std::env::var("TRYBUILD").is_ok_and(|word| word == "overwrite") {
        let text: String = printed.values().map(String::as_str).collect();
        let file = cases::folder().join(cases::MESSAGES);
        fs::write(file, format!("{}\n", text.trim_end())).expect("the messages can be written");
    }
    let recorded = cases::recorded();
    let errors = recorded.values().flat_map(|text| text.lines());
    let count = errors.filter(|line| line.starts_with("error")).count();
    assert!(count >= 390, "{count} errors");
    for (case, expected) in &recorded {
        let messages = printed.get(case).map_or("", String::as_str);
        // Compare message by message, since a case can have many.
        for (message, expected) in messages.split("\n\n").zip(expected.split("\n\n")) {
            assert_eq!(message, expected, "fail/{case}.rs");
        }
        assert_eq!(messages, expected, "fail/{case}.rs");
    }
    let new: Vec<_> = printed.keys().filter(|case| !recorded.contains_key(*case)).collect();
    assert!(new.is_empty(), "`TRYBUILD=overwrite` has not recorded {new:?}");
}
