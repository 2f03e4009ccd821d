//! Runs the checker of `ptx-bits check` on source text with inline PTX. The first byte selects the language. Checks that
//! the checker does not panic, and that every reported position is in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ptx_module::syntax::Source;
use ptx_tool::inline::{Language, Settings, check};
use std::sync::LazyLock;

const LANGUAGES: [Language; 4] = [Language::Cpp, Language::Python, Language::Rust, Language::Other];
static SETTINGS: LazyLock<Settings> = LazyLock::new(Settings::default);

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, text)) = bytes.split_first() else { return };
    let source = Source::new("fuzzed", text);
    let report = check(&source, LANGUAGES[usize::from(first) % LANGUAGES.len()], &SETTINGS);
    for counts in [&report.counts, &report.modules] {
        assert_eq!(counts.found, counts.checked + counts.unchecked.values().sum::<usize>());
    }
    for finding in report.findings {
        let (_, lines) = source.lines(&finding.span);
        assert!(lines.start <= finding.span.start && source.text.get(lines).is_some());
    }
});
