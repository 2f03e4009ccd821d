//! Helps for frequent mistakes: words that the message must contain, and words that it must not contain.

use ptx_isa::Help;
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, Level, check};
use ptx_tool::fix::{apply, corrections};

/// Declarations for all statements.
const REGISTERS: &str = ".reg .f32 d, a, b, f1, f2, f3; .reg .pred p; .reg .b32 r, s, i, r0, r1, sm; .reg .f64 e, g; \
                         .reg .b64 rd; .reg .b16 h;";

/// A statement, words of the right message, and words that lead to another meaning or to a new error.
const ANSWERS: &[(&str, &[&str], &[&str])] = &[
    (
        "red.acq_rel.gpu.global.or.b32 [rd], r;",
        &[
            "`red.release.gpu.global.or.b32`, which orders only the accesses before it",
            "`atom.acq_rel.gpu.global.or.b32 _, [rd], r;`",
        ],
        &["write `red.gpu"],
    ),
    ("max.NaN.f64 e, e, g;", &["a NaN loses against a number"], &[]),
    ("mbarrier.init.b64 [r0], 1;", &["`mbarrier.init.shared.b64`"], &["cvt.u64.u32"]),
    ("ld.shared.f32 f1, [buf];", &["`.shared .f32 buf[N];`"], &[".reg"]),
    ("bar.sync;", &["`bar.sync 0;`"], &["bar.sync a"]),
    ("selp.f32 d, a, b;", &["`selp.f32 d, a, b, c;`, where `c` is a predicate"], &["|p"]),
    (
        "shfl.sync.down.b32 r, s, 16, 31;",
        &["`shfl.sync.down.b32 r, s, 16, 31, 0xffffffff;`"],
        &["membermask", "|p"],
    ),
    (
        "shfl.sync.down.b32 r, s, 16, 0xffffffff;",
        &["`shfl.sync.down.b32 r, s, 16, 31, 0xffffffff;`"],
        &["membermask"],
    ),
    (
        "shfl.sync.up.b32 r, s, 1, 0xffffffff;",
        &["`shfl.sync.up.b32 r, s, 1, 0, 0xffffffff;`"],
        &["membermask"],
    ),
    (
        "cvt.rn.f16x2.f32 i, a;",
        &["`cvt.rn.f16x2.f32 i, a, b;`, where `b` is a `.f32` operand"],
        &["d, a, b"],
    ),
    (
        "ld.global.v3.f32 {f1, f2, f3}, [rd];",
        &["vectors of 2 and 4", "`ld.global.v2.f32 {f1, f2}, [rd]; ld.global.f32 f3, [rd+8];`"],
        &[],
    ),
    ("{ .shared .b32 t[4]; st.shared.b32 [t[r]], i; }", &["write `t[r]`"], &["t+N"]),
    // Corrections whose first step would change a source of the next.
    ("ld.global.v3.b64 {rd, rd, rd}, [rd];", &[], &["ld.global.v2"]),
    ("sincos.f32 b, a, b;", &[], &["sin.approx"]),
    ("sincos.f32 a, a;", &["cos.approx.f32 %t, a; sin.approx.f32 a, a;"], &["{"]),
    (
        "cp.async.cg.shared.global [r0], [rd], 8;",
        &["`cp.async.ca.shared.global`, whose `size` must be 4, 8 or 16"],
        &["mov"],
    ),
    ("vote.sync.ballot.pred r, p, 0xffffffff;", &["`vote.sync.ballot.b32`"], &[]),
    ("setp.lt.f32 r, a, b;", &[".reg .pred %q;"], &[]),
    ("mul.wide.u32 r, i, s;", &["`.reg .b64 %t; mul.wide.u32 %t, i, s;`"], &[]),
    ("add.f16 a, a, b;", &["`add.f32 a, a, b;`"], &[]),
    ("popc.b64 rd, rd;", &["`.reg .b32 %t; popc.b64 %t, rd;`"], &[]),
    ("add.u8 h, h, h;", &["`add.u16`"], &[]),
    ("ld.shared.f32 d, [sm + r1 * 4];", &["mad.lo.u32 %t, r1, 4, sm;", "[%t]"], &[]),
    (
        "{ .reg .u32 %tid; mov.u32 r, %tid.x; }",
        &["its declaration hides the special register `%tid`"],
        &[],
    ),
    ("fence.acq_rel;", &["`fence.acq_rel.gpu`"], &[]),
    ("atomicAdd.f32 d, [rd], a;", &["`atom.global.add.f32`"], &[]),
    ("if (p) bra L; L:", &["`@p bra L;`"], &[]),
    ("if (!p) bra L; L:", &["`@!p bra L;`"], &[]),
    (
        "cvt.rs.satfinite.e2m1x4.f32 h, {a, b, f1, f2}, r;",
        &["needs sm_100a, sm_103a or sm_107a"],
        &[],
    ),
];

fn source(statement: &str) -> Source {
    let head = ".version 9.5\n.target sm_121a\n.address_size 64\n.visible .entry k()\n";
    Source::new("t.ptx", format!("{head}{{\n{REGISTERS}\n{statement}\nret;\n}}\n").as_bytes())
}

fn is_error(source: &Source) -> bool {
    check(source, &Defaults::default()).iter().any(|one| one.level == Level::Error)
}

#[test]
fn helps_keep_the_meaning_or_name_the_change() {
    for (statement, wanted, unwanted) in ANSWERS {
        let source = source(statement);
        let findings = check(&source, &Defaults::default());
        let [finding] = findings.as_slice() else { panic!("{statement}: {findings:?}") };
        let message = finding.message.to_string();
        for words in *wanted {
            assert!(message.contains(words), "{statement}\n{message}\nmust contain {words}");
        }
        for words in *unwanted {
            assert!(!message.contains(words), "{statement}\n{message}\nmust not contain {words}");
        }
    }
}

#[test]
fn helps_that_are_code_are_accepted() {
    // The user must also change the type of the destination, or the operands.
    const PARTIAL: &[&str] = &["vote.sync.ballot.pred", "fence.acq_rel", "cvt.rs"];
    for (statement, ..) in ANSWERS {
        let source = source(statement);
        let findings = check(&source, &Defaults::default());
        let [finding] = findings.as_slice() else { panic!("{statement}: {findings:?}") };
        if !matches!(finding.message.help.as_deref(), Some(Help::Code { .. }))
            || PARTIAL.iter().any(|partial| statement.starts_with(partial))
        {
            continue;
        }
        for edits in corrections(&source, finding) {
            let text = apply(&source.text, &edits);
            assert!(!is_error(&Source::new("t.ptx", text.as_bytes())), "{statement}\n{text}");
        }
    }
}
