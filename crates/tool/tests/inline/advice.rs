//! Tests the notes and the help of the findings about inline PTX.

use ptx_isa::directives::LONG_ADDRESSES;
use ptx_module::syntax::Source;
use ptx_tool::check::Level;
use ptx_tool::inline::{Language, Report, Settings, check};

fn report(text: &str, language: Language) -> Report {
    check(&Source::new("text", text.as_bytes()), language, &Settings::default())
}

/// Tests the notes and the help of the first finding. If the help is only a text to write, tests that the statement with
/// this text has no errors.
fn compare(language: Language, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        let findings = report(text, language).findings;
        let first = findings.first().expect("a finding");
        let help = first.message.help_text();
        let notes = first.message.notes.iter().map(String::as_str);
        let all: Vec<_> = notes.chain(help).collect();
        assert_eq!(all.join("; "), expected.replace("LONG", LONG_ADDRESSES), "{text}");
        let written = help.and_then(|help| help.strip_prefix("write `")?.strip_suffix('`'));
        if let Some(written) = written.filter(|written| !written.contains('`')) {
            let mut cured = text.to_string();
            cured.replace_range(first.span.clone(), written);
            let mut after = report(&cured, language).findings;
            after.retain(|one| one.level == Level::Error);
            assert!(after.is_empty(), "{cured}: {after:?}");
        }
    }
}

#[test]
fn advice_for_cuda() {
    const CONSTRAINTS: &str = "the constraints are `h`, `r`, `l`, `q`, `f`, `d`, `n` and `C`";
    let cured = |constraint: &str, help: &str, is_result: bool| {
        let text = match is_result {
            true => format!("asm(\"mov.u32 %0, 1;\" : \"{constraint}\"(a));"),
            false => format!("asm(\"mov.u32 %0, %1;\" : \"=r\"(d) : \"{constraint}\"(a));"),
        };
        let help = if help.is_empty() { String::new() } else { format!("; write {help}") };
        compare(Language::Cpp, &[(&text, &format!("{CONSTRAINTS}{help}"))]);
    };
    for (constraint, help) in [
        ("&r", "`\"=&r\"`"),
        ("&=r", "`\"=&r\"`"),
        ("r=", "`\"=r\"`"),
        ("r+", "`\"+r\"`"),
        ("%r", "`\"=r\"`"),
        ("=rm", ""),
        ("0", ""),
    ] {
        cured(constraint, help, true);
    }
    for (constraint, help) in [
        ("&r", "`\"r\"`"),
        (" r", "`\"r\"`"),
        ("0", "`+` in the constraint of `%0`, and remove this operand"),
        ("rm", ""),
    ] {
        cured(constraint, help, false);
    }
    compare(
        Language::Cpp,
        &[
            // Directions
            (
                r#"asm("mov.u32 %0, 1;" : "r"(a));"#,
                r#"write `"=r"`, or `"+r"` if the text also reads the operand"#,
            ),
            (
                r#"asm("mov.u32 %0, %1;" : "=r"(d) : "=r"(a));"#,
                r#"the operands after the second `:` are sources; write `"r"`, or move the operand before the second `:`"#,
            ),
            (
                r#"asm("mov.u32 %0, 1;" : "=r"(d) : : "cc");"#,
                "the only clobber in device code is `memory`; remove it",
            ),
            // Addresses
            (
                r#"asm("ld.global.u32 %0, [%1 + 4];" : "=r"(d) : "r"(p));"#,
                r#"LONG; write `"l"` as the constraint of `%1`"#,
            ),
            // Holes without an operand
            (r#"asm("mov.u32 %0, 1;" :::);"#, "the statement has no operands"),
            (r#"asm("mov.u32 %0, %1;" : "=r"(d));"#, "the statement has one operand, `%0`"),
            (
                r#"asm("mov.u32 %0, %2;" : "=r"(d) : "r"(a));"#,
                "the statement has 2 operands: `%0` is the result, `%1` the source",
            ),
            (
                r#"asm("add.u32 %0, %1, %3;" : "=r"(d) : "r"(a), "r"(b));"#,
                "the statement has 3 operands; they are `%0` to `%2`",
            ),
            // Names, escapes and holes of other compilers
            (
                r#"asm("mov.u32 %0, %[a];" : "=r"(d) : [a] "r"(a));"#,
                "nvcc has no operands by name; write `%1`",
            ),
            (
                r#"asm("mov.u32 %0, %[b];" : "=r"(d) : [a] "r"(a));"#,
                "nvcc has no operands by name; write the number of `b`, such as `%0`",
            ),
            (r#"asm("mov.u32 %0, 1; %" : "=r"(d));"#, "write `%%` for the character"),
            (
                r#"asm("{ .reg .u32 t; mov.u32 t, %%laneid; }");"#,
                "nvcc passes both characters to the assembler; write `%`",
            ),
            (
                r#"asm("mov.u32 %0, %%1;" : "=r"(d) : "r"(a));"#,
                "`%%` is an escape, so the assembler gets the name `%1`; write `%1`",
            ),
            (
                r#"asm("mov.u32 %0, %%2;" : "=r"(d) : "r"(a));"#,
                "`%%` is an escape, so the assembler gets the name `%2`; \
                 the statement has 2 operands: `%0` is the result, `%1` the source",
            ),
            (
                r#"asm("{ .reg .u32 %%1x; mov.u32 %0, %%1; }" : "=r"(d) : "r"(a));"#,
                "`%%` is an escape, so the assembler gets the name `%1`; write `%1`",
            ),
            (
                r#"asm("mov.u32 %0, $1;" : "=r"(d) : "r"(a));"#,
                "nvcc writes operands as `%1`; write `%1`",
            ),
            // Modifiers
            (
                r#"asm("mov.u32 %0, %x1;" : "=r"(d) : "r"(a));"#,
                "registers of PTX have no modifiers; write `%1`",
            ),
            (
                r#"asm("mov.u32 %0, %r1;" : "=r"(d) : "r"(a));"#,
                "registers of PTX have no modifiers; write `%1` for the operand, or `%%r1` for a register",
            ),
            (
                r#"asm("mov.u32 %0, %r1;" : "=r"(d));"#,
                "registers of PTX have no modifiers; write `%%r1` for the register",
            ),
            (
                r#"asm("{ .reg .u32 %%r1; mov.u32 %0, %r1; }" : "=r"(d) : "r"(a));"#,
                "registers of PTX have no modifiers; write `%%r1` for the register",
            ),
            // Declarations outside of braces
            (
                r#"asm(".reg .u32 kept;"); asm("mov.u32 %0, 1;" : "=r"(d));"#,
                "if nvcc inlines the function twice or unrolls a loop, ptxas rejects the duplicate; \
                 write `{` before the first statement and `}` after the last",
            ),
            (
                r#"asm(".reg .u32 kept;"); asm("mov.u32 %0, kept;" : "=r"(d));"#,
                "if nvcc inlines the function twice or unrolls a loop, ptxas rejects the duplicate",
            ),
            // Statements that are not checked
            (r#"asm(TEXT : "=r"(d));"#, "`TEXT` gives a part of the text"),
            (r#"asm("mov.u32 %0, 1;" : "=r"(d)"#, "its closing parenthesis was not found"),
            ("asm(\"mov.u32 %0, 1;\"\n#include \"x\"\n);", "its `#if` cannot be followed"),
        ],
    );
}

#[test]
fn advice_for_python() {
    compare(
        Language::Python,
        &[
            (
                r#"inline_asm("ld.global.u32 $0, [$1];", "=r,r")"#,
                "LONG; write `l` as the constraint of `$1`",
            ),
            (
                r#"inline_asm("add.u32 $0, %1, 1;", "=r,r")"#,
                "LLVM writes operands as `$1`; write `$1`",
            ),
            (r#"inline_asm("mov.u32 $0, $x;", "=r")"#, "write `$$` for the character"),
            (
                r#"inline_asm("mov.u32 $0, ${1:x};", "=r,r")"#,
                "registers of PTX have no modifiers; write `$1`",
            ),
            (
                r#"inline_asm("mov.u32 $0, ${2:x};", "=r,r")"#,
                "registers of PTX have no modifiers; \
                 the statement has 2 operands: `$0` is the result, `$1` the source",
            ),
            // Statements that are not checked
            (r#"inline_asm(f"add.u{n} $0, $1, $1;", x)"#, "`{n}` gives a part of the text"),
            (r#"inline_asm(op + (" $0, $1, $1;"), x)"#, "`op` gives a part of the text"),
            (r#"inline_asm(dedent(f"add.{op};"), x)"#, "`{op}` gives a part of the text"),
            (r#"inline_asm(f("add.u32 $0, $1;"), x)"#, "`asm` gives a part of the text"),
        ],
    );
}

#[test]
fn advice_for_rust() {
    compare(
        Language::Rust,
        &[
            (
                r#"asm!("ld.global.u32 {0}, [{1}];", out(reg32) d, in(reg32) p);"#,
                "LONG; write `in(reg64)` for `{1}`",
            ),
            (
                r#"asm!("add.u32 {}, {}, {};", out(reg32) d, in(reg32) a);"#,
                "the statement has 2 operands: `{0}` is the result, `{1}` the source",
            ),
            (
                r#"asm!("add.u32 $0, {0}, 1;", inout(reg32) d);"#,
                "Rust writes operands as `{0}`; write `{0}`",
            ),
            (r#"asm!("{ .reg .u32 t; }}", x = in(reg32) x);"#, "write `{{` for the character"),
            (r#"asm!("mov.u32 {0}, 1; }", out(reg32) x);"#, "write `}}` for the character"),
            (
                r#"asm!("mov.u32 {0}, {1:e};", out(reg32) d, in(reg32) a);"#,
                "registers of PTX have no modifiers; write `{1}`",
            ),
            (
                r#"asm!("mov.u32 {d}, {a:e};", d = out(reg32) d, a = in(reg32) a);"#,
                "registers of PTX have no modifiers; write `{a}`",
            ),
        ],
    );
}
