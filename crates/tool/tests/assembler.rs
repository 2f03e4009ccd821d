//! Compares the checker and the resolver with the verdicts of `ptxas` in `assembler.tsv`. If the environment
//! variable `PTXAS` is the path of an assembler, its verdicts are also compared with the file.

use ptx_module::Module;
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, Level, check};
use std::collections::BTreeMap;
use std::process::Command;

const TABLE: &str = include_str!("assembler.tsv");

/// The kernel that most texts of the table are inserted into.
const KERNEL: &str = "\
.visible .entry k(.param .u64 p, .param .align 8 .b8 q[16]) {
.reg .b16 %rs<8>; .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .f32 %f<8>; .reg .f64 %fd<8>;
.reg .pred %p<4>; .reg .f16x2 %h<8>; .reg .f16 %hh<4>; .reg .v4 .u16 %v; .reg .v2 .b32 %w;
.reg .v4 .f32 %vf; .reg .v2 .f32 %vg; .reg .v4 .b8 %vb; .shared .align 16 .b8 sm[64];
";

struct Row {
    target: &'static str,
    is_accepted: bool,
    text: String,
}

fn rows() -> Vec<Row> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let [version, target, verdict, text] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let text = match text.strip_prefix("FILE ") {
                Some(file) => file.replace("\\n", "\n"),
                None => format!(
                    ".version {version}\n.target {target}\n.address_size 64\n{KERNEL}{text} ret; }}\n"
                ),
            };
            Row { target, is_accepted: verdict == "accepted", text }
        })
        .collect()
}

#[test]
fn the_checker_accepts_what_the_assembler_accepts() {
    let mut counts = BTreeMap::new();
    for row in rows() {
        let source = Source::new("t.ptx", row.text.as_bytes());
        let findings = check(&source, &Defaults::default());
        let found = |level| findings.iter().any(|finding| finding.level == level);
        let messages = || findings.iter().map(|f| f.message.to_string()).collect::<Vec<_>>();
        assert!(!found(Level::Unchecked), "{}", row.text);
        assert_eq!(!found(Level::Error), row.is_accepted, "{}\n{:#?}", row.text, messages());
        *counts.entry(row.is_accepted).or_insert(0) += 1;
    }
    assert!(counts[&true] >= 36 && counts[&false] >= 36, "{counts:?}");
}

#[test]
fn accepted_functions_are_resolved() {
    for row in rows().iter().filter(|row| row.is_accepted) {
        let source = Source::new("t.ptx", row.text.as_bytes());
        let module = Module::new(source);
        let program = module.program().expect("a program");
        for name in program.names() {
            let function = program.function(name).expect("a function");
            let (_, faults) = ptx_module::resolve::function(program, function, &|_| None);
            assert_eq!(faults, [], "{}", row.text);
        }
    }
}

#[test]
fn verdicts_are_repeated() {
    let Some(assembler) = std::env::var_os("PTXAS") else { return };
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for row in rows() {
        let input = folder.join("assembler.ptx");
        std::fs::write(&input, &row.text).expect("a file");
        let output = Command::new(&assembler)
            .args(["-c", "-arch", row.target, "-o"])
            .args([&folder.join("assembler.cubin"), &input])
            .output()
            .expect("the assembler runs");
        assert_eq!(output.status.success(), row.is_accepted, "{}", row.text);
    }
}
