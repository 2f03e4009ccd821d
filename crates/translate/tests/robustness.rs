//! Tests that the translation of any text returns without a panic, in linear time.

use proc_macro2::TokenStream;
use ptx_module::Module;
use ptx_module::syntax::Source;
use ptx_translate::{declare, guess, translate};
use test_support::{assert_linear, sample};

const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// Returns the Rust or the error of each declared function.
fn translated(bytes: &[u8], declarations: &str) -> Vec<Result<String, String>> {
    let source = Source::new("t.ptx", bytes);
    let module = Module::new(source);
    let program = match module.program() {
        Ok(program) => program,
        Err(faults) => return vec![Err(faults[0].message.to_string())],
    };
    let guessed = guess::declarations(program);
    let declarations = if declarations.is_empty() { &guessed } else { declarations };
    let Ok(tokens) = declarations.parse::<TokenStream>() else {
        panic!("not even tokens: {declarations}")
    };
    let (declared, errors) = declare::declarations(tokens);
    assert_eq!(errors.iter().map(|e| e.message.to_string()).collect::<Vec<_>>(), [""; 0]);
    let facade = "::ptx".parse().expect("a path");
    let one = |declaration| {
        let result = translate(program, declaration, &facade);
        result.map(|tokens| tokens.to_string()).map_err(|error| error.message.to_string())
    };
    declared.iter().map(one).collect()
}

/// Returns the text of a function `f` with the parameter `x` and the statements `body`.
fn function(body: &str) -> String {
    format!(
        "{HEAD}.func (.param .b32 r) f(.param .b32 x)\n{{\n.reg .pred %p<4>;\n.reg .b32 %r<9>;\n\
         .reg .b64 %d<9>;\n.reg .f32 %f<9>;\nld.param.b32 %r1, [x];\n{body}\n\
         st.param.b32 [r], %r1;\nret;\n}}\n"
    )
}

fn of_body(body: &str) -> Result<String, String> {
    let text = function(body);
    translated(text.as_bytes(), "fn f(x: u32) -> u32;").swap_remove(0)
}

#[track_caller]
fn refused(body: &str, what: &str) {
    let error = of_body(body).expect_err(body);
    assert!(error.contains(what), "{body}: {error}");
}

#[track_caller]
fn taken(body: &str) {
    if let Err(error) = of_body(body) {
        panic!("{body}: {error}");
    }
}

#[test]
fn other_encodings() {
    let text = function("");
    let words: Vec<u16> = text.encode_utf16().collect();
    for bytes in [
        words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>(),
        words.iter().flat_map(|word| word.to_be_bytes()).collect(),
        [0xff_u8, 0xfe].into_iter().chain(words.iter().flat_map(|w| w.to_le_bytes())).collect(),
    ] {
        let error = translated(&bytes, "").swap_remove(0).expect_err("it is not ASCII");
        assert!(error.contains("not ASCII"), "{error}");
    }
    for bytes in
        [&b""[..], b"\0", b"\xff", b"{", b"}", b"\x7fELF\x02\x01\x01\0\0\0\0", b"PK\x03\x04"]
    {
        let _ = translated(bytes, "");
    }
}

const FILES: [&str; 3] = [
    include_str!("../../../tests/include/functions.ptx"),
    include_str!("../../../tests/include/kernels.ptx"),
    include_str!("../../../tests/include/pieces.ptx"),
];

#[test]
fn truncated_at_every_byte() {
    let text = function("bra L;\nL: { .reg .b32 t; mov.b32 t, 0x1F; }\n@%p1 bra L;\ntrap;");
    assert!(text.is_ascii());
    for end in 0..text.len() {
        let _ = translated(&text.as_bytes()[..end], "");
    }
    for file in FILES {
        for end in (0..file.len()).step_by(151) {
            let _ = translated(&file.as_bytes()[..end], "");
        }
    }
}

#[test]
fn unbalanced() {
    for file in FILES {
        let brackets = file.char_indices().filter(|(_, letter)| "{}()[];,".contains(*letter));
        for (at, letter) in brackets.step_by(13) {
            let (before, after) = file.split_at(at);
            let _ = translated(format!("{before}{}", &after[1..]).as_bytes(), "");
            let _ = translated(format!("{before}{letter}{after}").as_bytes(), "");
        }
    }
    for (count, letter) in [(100_000, "{"), (100_000, "}"), (100_000, "("), (100_000, "[")] {
        let _ = translated(function(&letter.repeat(count)).as_bytes(), "");
    }
}

#[test]
fn everything_that_is_guessed_is_taken() {
    for file in FILES {
        for result in translated(file.as_bytes(), "") {
            assert!(result.is_ok(), "{result:?}");
        }
    }
}

#[test]
fn many_labels() {
    let count = sample(100_000, 10);
    let labels: String = (0..count).map(|i| format!("L{i}: ")).collect();
    taken(&labels);
    let jumps: String = (0..count).map(|i| format!("@%p1 bra L{i};\nL{i}: ")).collect();
    // A jump to the next line still ends a block, so there are too many blocks.
    refused(&jumps, "more than 4096");
    let back: String = (0..4000).map(|i| format!("L{i}: @%p1 bra L{};\n", i / 2)).collect();
    taken(&back);
}

#[test]
fn labels_that_are_not_there() {
    refused("bra L;", "undeclared label `L`");
    refused("bra L;\n{ L: }", "undeclared label `L`");
    refused("brx.idx %r1, L;", "undeclared label `L`");
    refused("bra %r1;", "expected a label, found `%r1`");
    refused("bra x;", "expected a label, found `x`");
    let other = format!("{HEAD}.func g() {{ L: ret; }}\n.func f() {{ bra L; }}");
    let error =
        translated(other.as_bytes(), "fn f();").swap_remove(0).expect_err("a foreign label");
    assert!(error.contains("undeclared label `L`"), "{error}");
    refused("L: L: bra L;", "duplicate declaration of `L` in this scope");
    refused("L: brx.idx %r1, L;", "expected the label of an earlier `.branchtargets`");
    refused("T: .branchtargets A, B;\nbrx.idx %r1, T;\nA: ret;", "undeclared label `B`");
}

#[test]
fn control_that_compilers_do_not_write() {
    taken("bra L;\nadd.u32 %r1, %r2, %r3;\nL:");
    taken("ret;\nM: add.u32 %r1, %r2, %r3;\nbra M;");
    taken("L: bra L;");
    taken("@%p1 bra B;\nA: add.u32 %r1, %r1, 1;\nB: @%p2 bra A;\n@%p3 bra B;");
    taken("@%p1 bra C;\nA: bra B;\nB: bra C;\nC: @%p2 bra A;\n@%p3 bra B;\nbra C;");
    // Registers that have not been written are zero.
    taken("add.u32 %r1, %r7, %r8;\naddc.u32 %r1, %r1, 0;\n@%p3 mov.u32 %r1, %r6;");
    let nested: String = (0..300).map(|i| format!("@%p1 bra E{i};\n")).collect();
    let ends: String = (0..300).map(|i| format!("E{i}: add.u32 %r1, %r1, {i};\n")).collect();
    taken(&(nested + &ends));
    let deep = |count| "{ .reg .b32 t; ".repeat(count) + &"}".repeat(count);
    taken(&deep(100));
    refused(&deep(200), "nested deeper than 128");
}

#[test]
fn functions_that_call_each_other() {
    let text = format!(
        "{HEAD}.func (.param .b32 r) g(.param .b32 x);\n\
         .func (.param .b32 r) f(.param .b32 x) {{ .param .b32 a; .param .b32 b; call (a), g, (b); ret; }}\n\
         .func (.param .b32 r) g(.param .b32 x) {{ .param .b32 a; .param .b32 b; call (a), f, (b); ret; }}"
    );
    let result = translated(text.as_bytes(), "fn f(x: u32) -> u32;").swap_remove(0);
    result.expect("recursion is supported");
    let chain: String = (0..2000)
        .map(|i| format!(".func g{i}();\n"))
        .chain((0..2000).map(|i| format!(".func g{i}() {{ call g{}; ret; }}\n", i + 1)))
        .collect();
    let text = format!("{HEAD}.func g2000() {{ ret; }}\n{chain}");
    translated(text.as_bytes(), "fn g0();").swap_remove(0).expect("a chain of calls");
    refused("call h;", "undeclared function `h`");
    refused("call (%r1), f;", "`f` takes 1 argument, found 0");
    refused("call f, (%r1);", "`f` returns 1 value, found 0");
    refused("call (%d1), f, (%r1);", "expected `.b32` for `r`, found `%d1`, which is `.b64`");
    let prototype = "P: .callprototype (.param .b32 r) _ (.param .b32 x);";
    refused(
        &format!("{prototype} call (%r2), %d1, (%r1), P;"),
        "a call through an address is not supported",
    );
    refused(
        ".local .b8 own[8];\nmov.u64 %d1, own;\nmov.b64 {%r1, %r2}, %d1;\ncall (%r1), f, (%r2);",
        "`.local` memory is passed",
    );
    // `%r2` holds a part of an address first, but holds a number when the call passes it.
    taken(
        ".local .b8 own[8];\nmov.u64 %d1, own;\nst.local.u32 [%d1], 1;\n\
         mov.b64 {%r1, %r2}, %d1;\nmov.u32 %r2, 5;\ncall (%r1), f, (%r2);",
    );
}

#[test]
fn numbers_that_are_too_large() {
    refused("ld.param.b32 %r1, [x+18446744073709551615];", "beyond the 4 bytes");
    refused("ld.param.b32 %r1, [x+-4];", "beyond the 4 bytes");
    refused("ld.param.b32 %r1, [x+18446744073709551616];", "malformed number");
    refused("ld.param.b64 %d1, [x];", "beyond the 4 bytes");
    refused(".local .b8 a[99999999999999999999];", "malformed number");
    refused(".local .b8 a[9999999999];", "the size of `a` is not supported");
    refused(".local .b64 a[4294967296][4294967296][4294967296];", "the size of `a`");
    refused(".local .b8 a[1 << 63];", "the size of an array must be a single number");
    refused(".local .b8 a[1.5];", "expected an integer");
    refused(".local .b8 a[1 / 0];", "division by zero");
    taken(".local .b8 a[8];\nld.local.u32 %r1, [a+18446744073709551615];");
    taken(".local .b8 a[8];\nld.local.u32 %r1, [a+0xffffffffff];");
    taken(".reg .b32 %many<4294967295>;\nmov.b32 %r1, %many4294967294;");
    refused(
        ".reg .b32 %many<4>;\nmov.b32 %r1, %many4;",
        "the last register of `%many<4>` is `%many3`",
    );
    let variable = |of: &str| {
        let text = function("mov.u64 %d1, v;\nld.global.u32 %r1, [%d1];");
        let text = text.replace(".func", &format!("{of}\n.func"));
        translated(text.as_bytes(), "fn f(x: u32) -> u32;").swap_remove(0)
    };
    variable(".global .u32 v[2] = {1, 2};").expect("a variable");
    variable(".global .u32 v[2] = {1, 2 * 3};").expect("a variable");
    for (of, what) in [
        (".global .u32 v[2] = {1, 2, 3};", "too many elements"),
        (".global .u32 v[4294967296][4294967296];", "too many elements"),
        (".global .u32 v[2] = {1.5, 2};", "expected a literal of `.u32`"),
        (".global .u32 v = f;", "only numbers are supported as initialisers"),
        (".extern .global .u32 v;", "is `.extern`"),
    ] {
        let error = variable(of).expect_err(of);
        assert!(error.contains(what), "{of}: {error}");
    }
    let nested = format!(".global .u32 v = {}1{};", "{".repeat(100_000), "}".repeat(100_000));
    assert!(variable(&nested).is_err());
}

/// Tests that the translator rejects functions with unsupported instructions, and still translates
/// the other functions of the file.
#[test]
fn unsupported_instructions_are_rejected() {
    for (body, what) in [
        ("bar.sync 0;", "`bar.sync` is not supported"),
        ("atom.global.add.u32 %r1, [%d1], 1;", "`atom.global.add.u32` is not supported"),
        ("shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;", "`shfl.sync.idx.b32` is not supported"),
        ("vote.sync.any.pred %p1, %p2, -1;", "`vote.sync.any.pred` is not supported"),
        ("mov.u32 %r1, %laneid;", "special register `%laneid` is not supported"),
        ("mov.u32 %r1, %clock;", "special register `%clock` is not supported"),
        (".shared .b32 s;\nld.shared.b32 %r1, [s];", "shared memory is not supported"),
        ("ld.shared.b32 %r1, [%d1];", "shared memory is not supported"),
        ("cvta.shared.u64 %d1, %d2;", "shared memory is not supported"),
        (".reg .v2 .b32 v;\nmov.b32 %r1, v.x;", "vector registers are not supported"),
        ("mov.u64 %d1, f;", "the address of function `f` is not supported"),
        ("mov.u64 %d1, x;", "the address of parameter `x` is not supported"),
    ] {
        refused(body, what);
        let text = function(body).replace(".func", ".func g() { ret; }\n.func");
        let results = translated(text.as_bytes(), "fn g(); fn f(x: u32) -> u32; fn g();");
        let accepted: Vec<_> = results.iter().map(Result::is_ok).collect();
        assert_eq!(accepted, [true, false, true], "{body}");
    }
    // A fault of PTX refuses the whole file.
    for (body, what) in [
        (".reg .b128 q;\nmov.b128 q, q;", "registers of `.b128` need PTX ISA 8.3 and sm_70"),
        ("mov.b32 %r1, %r9;", "the last register of `%r<9>` is `%r8`"),
        ("frobnicate.b32 %r1, %r2;", "unknown instruction"),
        ("st.param.b32 [x], %r1;", "`x` is a parameter of this function, which can only be read"),
    ] {
        refused(body, what);
    }
}

/// Tests that the translator rejects accesses through a parameter declared as a number. The function
/// splits and joins the address and passes it to another function before the access.
#[test]
fn accesses_through_numbers_are_rejected() {
    let text = format!(
        "{HEAD}.func (.param .b32 r) g(.param .b64 p) {{ .reg .b64 %d; .reg .b32 %r;\n\
         ld.param.b64 %d, [p]; ld.b32 %r, [%d+4]; st.param.b32 [r], %r; ret; }}\n\
         .func (.param .b32 r) f(.param .b64 p, .param .align 8 .b8 s[16])\n{{\n\
         .reg .b64 %d<5>; .reg .b32 %r<5>; .param .b64 a; .param .b32 b;\n\
         ld.param.b64 %d1, [p]; ld.param.b64 %d2, [s+8]; add.s64 %d3, %d1, %d2;\n\
         mov.b64 {{%r1, %r2}}, %d3; mov.b64 %d4, {{%r1, %r2}};\n\
         st.param.b64 [a], %d4; call (b), g, (a); ld.param.b32 %r3, [b];\n\
         st.param.b32 [r], %r3; ret;\n}}\n"
    );
    let of = |declaration| translated(text.as_bytes(), declaration).swap_remove(0);
    of("fn f(p: &[u32], s: (u32, u64)) -> u32;").expect("an address and a number");
    let error = of("fn f(p: u64, s: (u32, u64)) -> u32;").expect_err("two numbers");
    assert!(error.contains("`p` is an address, and `u64` is not"), "{error}");
    assert!(error.contains("`ld.b32 %r, [%d+4];` at t.ptx:5 reads through it"), "{error}");
    assert!(error.contains("declare `p: &[u32]`"), "{error}");
    let text = text.replace("add.s64 %d3, %d1, %d2", "mov.b64 %d3, %d2");
    let of = |declaration| translated(text.as_bytes(), declaration).swap_remove(0);
    let error = of("fn f(p: &[u32], s: (u32, u64)) -> u32;").expect_err("a pointer in memory");
    assert!(error.contains("`s` has an address in it: pointers in memory"), "{error}");
}

/// Tests that a `.file` directive may name the PTX file itself, also by a path with `..`.
#[test]
fn file_directives_may_name_the_file_in_any_way() {
    taken(".loc 1 2 3");
    let text = function("")
        .replace(HEAD, &format!("{HEAD}.file 1 \"t.ptx\"\n.file 2 \"./../x/../t.ptx\"\n"));
    translated(text.as_bytes(), "fn f(x: u32) -> u32;").swap_remove(0).expect("`.file` is ignored");
}

#[test]
fn faults_of_the_whole_file() {
    for (text, what) in [
        (".version 99.9\n.target sm_80\n", "unknown PTX ISA version"),
        (".version 8.0\n.target sm_8\n", "unknown target"),
        (".version 8.0\n.target sm_80\n.address_size 32\n", "32-bit addresses are not supported"),
        ("this is no PTX", "expected `,` or `;`"),
        ("\u{feff}.version 8.0\n", "byte order mark"),
    ] {
        let error = translated(text.as_bytes(), "fn f();").swap_remove(0).expect_err(text);
        assert!(error.contains(what), "{text}: {error}");
    }
}

#[test]
fn work_is_linear() {
    for piece in [
        "add.u32 %r1, %r2, %r3;\n",
        "@%p1 add.u32 %r1, %r2, %r3;\n",
        "{ .reg .b32 t; mov.b32 t, %r1; }\n",
        "mov.b32 %undeclared, %r1;\n",
        "bar.sync 0;\n",
        ".loc 1 2 3\n",
        "add.cc.u32 %r1, %r2, %r3; addc.u32 %r1, %r2, %r3;\n",
        "mul.f32 %f1, %f2, %f3; add.f32 %f4, %f1, %f2;\n",
    ] {
        let body = |count| function(&piece.repeat(count));
        assert_linear(piece, 20_000 / piece.len(), body, |text: String| {
            drop(translated(text.as_bytes(), "fn f(x: u32) -> u32;"));
        });
    }
}

/// Tests that the message shows the source lines of ten faults, and only the line numbers of the other faults.
#[test]
fn only_the_first_faults_are_shown_with_their_lines() {
    let body = "bar.sync 0;\n".repeat(12) + &"shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;\n".repeat(3);
    let error = of_body(&body).expect_err("fifteen faults");
    assert_eq!(error.matches("`bar.sync` is not supported").count(), 10, "{error}");
    assert!(error.contains("and 5 more: bar.sync (2), shfl.sync.idx.b32 (3)"), "{error}");
    assert!(error.contains("shfl.sync.idx.b32: lines "), "{error}");
}

/// Tests that a call of a function is rejected if the file declares the function without a body.
#[test]
fn functions_of_other_files() {
    for declared in [".extern .func g();", ".func g();"] {
        let text = function("call g;").replace(".func (", &format!("{declared}\n.func ("));
        let error = translated(text.as_bytes(), "fn f(x: u32) -> u32;").swap_remove(0);
        assert!(error.is_err_and(|error| error.contains("`g` has no body")));
        let aliased = format!("{declared}\n.func h() {{ ret; }}\n.alias g, h;\n.func (");
        let text = function("call g;").replace(".func (", &aliased);
        translated(text.as_bytes(), "fn f(x: u32) -> u32;").swap_remove(0).expect("an alias");
    }
}

/// Tests the generated documentation: line, version, target, grade, and fusions that `ptxas` may
/// make.
#[test]
fn documentation() {
    let said = |body| of_body(body).expect("a function").replace("\\\\", "");
    let fused = "may fuse a `mul` with an `add`";
    let plain = said("mul.rn.f32 %f1, %f2, %f3;\nadd.rn.f32 %f4, %f1, %f2;\nmov.b32 %r1, %f4;");
    assert!(plain.contains("Translated from `f` at t.ptx:4, `.version 8.0`, `.target sm_80`."));
    assert!(plain.contains("The worst grade of its instructions is [D]."), "{plain}");
    assert!(!plain.contains(fused) && !plain.contains("# Panics"), "{plain}");
    let loose = said("mul.f32 %f1, %f2, %f3;\nadd.f32 %f4, %f1, %f2;\nmov.b32 %r1, %f4;");
    assert!(loose.contains(fused), "{loose}");
    let model = said("lg2.approx.f32 %f1, %f2;\nmov.b32 %r1, %f1;");
    assert!(model.contains("is [M]."), "{model}");
    assert!(said("trap;").contains("# Panics"));
}

/// Tests that the first parameter is the thread if the path of its type ends with `Thread`.
#[test]
fn threads() {
    let text = function("mov.u32 %r1, %tid.x;");
    let of = |declaration: &str| translated(text.as_bytes(), declaration).swap_remove(0);
    for path in ["Thread", "ptx::Thread", "::gpu::Thread", "crate::launch::Thread"] {
        of(&format!("fn f(t: {path}, x: u32) -> u32;")).expect(path);
    }
    let error = of("fn f(x: u32) -> u32;").expect_err("no thread");
    assert!(error.contains("reads special registers of a thread"), "{error}");
    let tokens = "fn f(x: u32, t: Thread) -> u32;".parse().expect("tokens");
    let (_, errors) = declare::declarations(tokens);
    assert_eq!(errors[0].message.help_text(), Some("`ptx::Thread` is the first parameter"));
}
