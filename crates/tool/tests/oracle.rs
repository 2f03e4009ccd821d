//! Compares `check` with recorded verdicts of `ptxas` on memory, synchronisation and warp instructions. The
//! script `crates/isa/tests/oracle/program.py` records the verdicts.

use ptx_isa::{Dialect, Target, Type, Version, declarations};
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, Level, check};
use std::collections::BTreeMap;
use std::fmt::Write;

const PROGRAM: &str = include_str!("../../isa/tests/oracle/ptxas_program.tsv");
const MUTANTS: &str = include_str!("../../isa/tests/oracle/ptxas_program_mutants.tsv");
const TENSOR_MEMORY: &str = include_str!("../../isa/tests/oracle/ptxas_tensor_memory.tsv");
const NEWEST: &str = include_str!("../../isa/tests/oracle/ptxas_newest.tsv");

/// The registers that the statements use, except [`QUADWORDS`].
const REGISTERS: &str = "\
    .reg .f32 d,a,b,c,e; .reg .f64 w,x,y,z; .reg .b64 l,m,n,o; .reg .b32 h,i,j,k2; \
    .reg .b16 ha,hb,hc,hd; .reg .b8 ga,gb; .reg .u16 xa,xb,xc,xd; .reg .s16 ya,yb,yc,yd; \
    .reg .u32 ua,ub,uc,ud; .reg .s32 sa,sb,sc,sd; .reg .u64 ra,rb,rc,rd; .reg .s64 ta,tb,tc,td; \
    .reg .pred p,q,pp,qq; ";

/// The registers of long vectors. Only statements with such vectors declare them, because each declaration takes time.
const VECTORS: &str = ".reg .b32 t<128>; ";

/// The `.b128` registers, which need PTX ISA 8.3 and sm_70.
const QUADWORDS: &str = ".reg .b128 B,C; ";

/// A statement with its recorded verdicts.
struct Row<'a> {
    text: &'a str,
    family: &'a str,
    accepted: u128,
}

struct Recorded<'a> {
    grid: Vec<(&'a str, &'a str)>,
    rows: Vec<Row<'a>>,
}

fn recorded(text: &str) -> Recorded<'_> {
    let (mut grid, mut rows) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let fields: Vec<_> = line.split('\t').collect();
        match fields.as_slice() {
            [_, version, target] if line.starts_with("# ") => grid.push((
                version.trim_start_matches(".version "),
                target.trim_start_matches(".target "),
            )),
            _ if line.starts_with('#') => {}
            [text, mask, family, ..] => rows.push(Row {
                text,
                family,
                accepted: u128::from_str_radix(mask, 16).expect("a mask"),
            }),
            _ => panic!("no verdict: {line}"),
        }
    }
    // The tables lack the forms of families whose name ends with `?`.
    rows.retain(|row: &Row<'_>| !row.family.ends_with('?'));
    Recorded { grid, rows }
}

/// Returns whether `check` accepts each statement. If not, also returns the message.
fn findings(rows: &[Row<'_>], version: &str, target: &str) -> Vec<(bool, String)> {
    let mut text = format!(".version {version}\n.target {target}\n");
    let variables = "\
        .global .align 16 .b8 gv[256];\n.shared .align 16 .b8 sv[256];\n.const .align 16 .b8 cv[256];\n";
    text += variables;
    let dialect = Dialect {
        version: Version::released(version),
        target: Target::from_word(target),
        ..Dialect::default()
    };
    let has_quadwords = declarations::absent_type(Type::B128, &dialect).is_none();
    let quadwords = if has_quadwords { QUADWORDS } else { "" };
    let mut places = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        // Before PTX ISA 1.4, kernels have no parameter list.
        let is_old = ["1.0", "1.1", "1.2", "1.3"].contains(&version);
        let parameters = if is_old { "" } else { "(.param .align 16 .b8 pv[256])" };
        let has_vectors = ["t0", "t1"].iter().any(|name| row.text.contains(name));
        let vectors = if has_vectors { VECTORS } else { "" };
        let _ = writeln!(text, ".entry k{i}{parameters} {{ {REGISTERS}{quadwords}{vectors}");
        let start = text.len();
        let _ = writeln!(text, "{}", row.text);
        places.push(start..text.len());
        text += "ret; }\n";
    }
    let source = Source::new("oracle.ptx", text.as_bytes());
    let mut verdicts = vec![(true, String::new()); rows.len()];
    for finding in check(&source, &Defaults::default()) {
        let is_fault = matches!(finding.level, Level::Error | Level::Unchecked);
        let place = places.partition_point(|place| place.end <= finding.span.start);
        if !is_fault || !places.get(place).is_some_and(|place| place.contains(&finding.span.start))
        {
            continue;
        }
        let what = finding.message.to_string().replace('\n', " | ");
        verdicts[place] = (false, what);
    }
    verdicts
}

/// Returns why `check` may accept this statement although `ptxas` rejects it. Returns `None` if `check` must agree with
/// `ptxas`.
fn is_lax(text: &str, target: &str) -> Option<&'static str> {
    let number = target.trim_start_matches("sm_").trim_end_matches(['a', 'f']);
    let is_old = number.parse::<u16>().is_ok_and(|sm| sm < 90);
    let is_short = ["[ua]", "[ub]"].iter().any(|address| text.contains(address))
        || text.starts_with("cvta.") && text.contains(".u32");
    match text {
        _ if is_old && is_short => Some("ptxas 12.9 and 13.5 have no 32-bit addresses left"),
        _ if is_old && text.starts_with("fence.sc") || text.starts_with("fence.cta.sc") => {
            Some("ptxas 12.9 does not find its own symbol `__cuda_sm70_votesync_aligned`")
        }
        _ => None,
    }
}

/// Statements that `ptxas` accepts although the manual does not allow them: part of the statement's text, and what the
/// manual requires.
const BEYOND: &[(&str, &str)] = &[
    (".v8.u16", "`.v8` is for 32 bits"),
    ("atom.global.exch.", "`exch` has three operands"),
    ("atom.relaxed.gpu.global.exch.b128", "`exch` has three operands"),
    ("bar.sync ", "registers and counts need PTX ISA 2.0"),
    ("cp.async.wait_group -1", "the number of groups is not negative"),
    ("cvta.to.", "the source is a generic address"),
    (".acq_rel", "proxy fences are `.acquire` or `.release`"),
    ("fence.gpu.release", "needs PTX ISA 8.6 and sm_90"),
    (".L2::evict_last.v4.cs", "a caching word and an eviction priority"),
    ("mov.u32.v4", "the source is a vector"),
    ("vote.pred", "a mode is required"),
    ("fence.acquire.", "needs PTX ISA 8.6 and sm_90"),
    ("fence.release.", "needs PTX ISA 8.6 and sm_90"),
    ("isspacep.", "the address is in a register"),
    (",[xa]", "an address has 32 or 64 bits"),
    (".param", "arguments of a call have no address"),
    (".aligned.s32", "the type is `.u32`"),
    ("prefetch.L2::evict_", "needs `.global`"),
    ("noftz", "`.f32` has no `.noftz`"),
    ("red.async.relaxed.", "needs a barrier, or `.release`"),
    ("red.async", "the order of the modifiers"),
    ("mov.v4.u32", "the source is a vector"),
    ("st.async", "needs a barrier and `.shared::cluster`, or `.release`"),
    ("st.bulk", "the size is `.u64`"),
    ("e4m3x4", "the types of 8 bits are not in the table"),
    (",{t1,5};", "`tcgen05.st` stores registers"),
    (",p,16;", "`scale-input-d` is from 0 to 15"),
    (",{k2},", "the result of a reduction is a scalar"),
    ("acc::", "only half types have an accumulator"),
];

/// Compares `check` with a file of verdicts. The step `every` selects the pairs of version and target: 1 selects all
/// pairs, and 50 selects every 50th pair. Returns three values: the number of compared verdicts, the number of
/// explained differences, and all other differences. A difference is explained if [`BEYOND`] lists the statement, or if
/// `check` reports a repeated or misplaced modifier.
fn compare(text: &str, every: usize) -> (usize, usize, Vec<String>) {
    let Recorded { grid, rows } = recorded(text);
    let (mut compared, mut beyond, mut wrong) = (0, 0, BTreeMap::<(&str, &str), String>::new());
    for (i, (version, target)) in grid.iter().enumerate().rev().step_by(every) {
        for (row, (is_accepted, why)) in rows.iter().zip(findings(&rows, version, target)) {
            let accepted = row.accepted >> i & 1 == 1;
            compared += 1;
            if is_accepted == accepted || is_accepted && is_lax(row.text, target).is_some() {
                continue;
            }
            // Repeated modifiers and some orders of modifiers are errors here, but `ptxas` accepts many of them.
            let is_twice = why.starts_with("duplicate modifier") || why.contains("is out of order");
            let is_known = || BEYOND.iter().any(|(part, _)| row.text.contains(part));
            if !is_accepted && (is_twice || is_known()) {
                beyond += 1;
                continue;
            }
            let kind = if is_accepted { "accepted" } else { "refused" };
            let first = || format!("{} {version} {target} {why}", row.family);
            wrong.entry((kind, row.text)).or_insert_with(first);
        }
    }
    let lines = wrong.iter().map(|((kind, text), first)| format!("{kind}: {text} ({first})"));
    (compared, beyond, lines.collect())
}

/// Returns the argument `every` of [`compare`]: 1 if `PTX_TESTS=full`, else `sample`.
fn every(sample: usize) -> usize {
    if test_support::is_full() { 1 } else { sample }
}

#[test]
fn verdicts_are_those_of_the_assembler() {
    let every = every(200);
    let (compared, beyond, wrong) = compare(PROGRAM, every);
    println!("{compared} verdicts, {beyond} statements beyond the manual");
    assert!(compared > 400_000 / every, "{compared} verdicts compared");
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn mutants_have_the_verdicts_of_the_assembler() {
    let every = every(15);
    let (compared, beyond, wrong) = compare(MUTANTS, every);
    println!("{compared} verdicts, {beyond} statements beyond the manual");
    assert!(compared > 45_000 / every, "{compared} verdicts compared");
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn tensor_memory_has_the_verdicts_of_the_assembler() {
    let every = every(50);
    let (compared, beyond, wrong) = compare(TENSOR_MEMORY, every);
    println!("{compared} verdicts, {beyond} statements beyond the manual");
    assert!(compared > 50_000 / every, "{compared} verdicts compared");
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn forms_of_the_newest_versions_have_the_verdicts_of_the_assembler() {
    let every = every(4);
    let (compared, beyond, wrong) = compare(NEWEST, every);
    println!("{compared} verdicts, {beyond} statements beyond the manual");
    assert!(compared > 8_000 / every, "{compared} verdicts compared");
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

/// Tests that `check` reports an unknown mnemonic, and a modifier that no form of the instruction has, as an error.
/// A finding of the level `Unchecked` is not enough.
#[test]
fn an_unknown_modifier_of_a_known_family_is_an_error() {
    for text in [
        "elect.one.sync %r1|%p1, -1;",
        "shfl.sync.xor.b32 %r1, %r2, 1, 31, -1;",
        "bar.wait 0;",
        "mbarrier.wait.b64 %p1, [%rd1], %rd2;",
        "cp.async.bulk.wait_all;",
        "frobnicate.sync 0;",
        "tcgen05.load.sync.aligned.32x32b.x1.b32 {%r1}, [%r2];",
    ] {
        let source = Source::new("text.ptx", text.as_bytes());
        let found = check(&source, &Defaults::default());
        assert!(found.iter().any(|one| one.level == Level::Error), "{text}: {found:?}");
    }
    // Texture instructions are known but not checked.
    let source = Source::new("text.ptx", b"txq.width.b32 w, [t];");
    let found = check(&source, &Defaults::default());
    assert!(found.iter().all(|one| one.level == Level::Unchecked), "{found:?}");
}
