//! Runs the checker of `ptx-bits check` on arbitrary bytes. Checks that the checker does not panic, and that every
//! reported position is in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, check};

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzzed", bytes);
    for diagnostic in check(&source, &Defaults::default()) {
        let _ = source.place(diagnostic.span.start);
        let (_, lines) = source.lines(&diagnostic.span);
        assert!(lines.start <= diagnostic.span.start && source.text.get(lines).is_some());
    }
});
