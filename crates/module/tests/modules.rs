//! Tests that `check` has the verdicts of `ptxas` on whole modules.

use ptx_module::check::{Defaults, Level, check};
use ptx_module::syntax::Source;

const TABLES: [&str; 2] = [include_str!("modules.tsv"), include_str!("checked.tsv")];

#[test]
fn modules_have_the_verdicts_of_the_assembler() {
    let lines = TABLES.iter().flat_map(|table| table.lines());
    let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    let differs = |line: &&str| {
        let fields: Vec<_> = line.split('\t').collect();
        let [_, verdict, text] = fields[..] else { panic!("{line}") };
        let source = Source::new("module.ptx", text.replace("\\n", "\n").as_bytes());
        let findings = check(&source, &Defaults::default());
        let is_accepted = findings.iter().all(|finding| finding.level != Level::Error);
        is_accepted != (verdict == "1")
    };
    let wrong: Vec<_> = lines.filter(differs).collect();
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
