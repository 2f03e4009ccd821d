//! Builds two tables that show the evidence that this crate's results match a GPU bit for bit. One table has a
//! row for each group of instructions and a column for each GPU generation. The book's table is sorted by target.

use ptx_isa::Target;
use ptx_isa::doc::{Basis, Evidence, exchanged, names, page};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The columns of the table of generations. Each pair is the first and the last target of a GPU generation.
const COLUMNS: [(u16, u16); 6] = [(50, 75), (80, 88), (89, 89), (90, 90), (100, 110), (120, 121)];

/// A row of the table of generations.
struct Row {
    title: &'static str,
    /// The names of the instructions in this row, as [`subject`] returns the names. All these instructions must have
    /// the same evidence, because the row has only one cell for each range of targets.
    subjects: &'static [&'static str],
    /// The evidence of this row for all targets. `None` if the instruction pages state the evidence for each target.
    basis: Option<Basis>,
    /// The first target that has the instructions of this row.
    first: u16,
}

const fn row(title: &'static str, subjects: &'static [&'static str], first: u16) -> Row {
    Row { title, subjects, basis: None, first }
}

const ROWS: [Row; 11] = [
    Row {
        title: "rounded arithmetic, integers and their `mma`, comparisons, conversions",
        subjects: &[],
        basis: Some(Basis::Specified),
        first: 50,
    },
    row("`rcp rsqrt` `.approx.f32`", &["`MUFU.RCP`", "`MUFU.RSQ`"], 50),
    row("`sqrt.approx.f32`", &["`MUFU.SQRT`"], 50),
    row("`ex2.approx.f32`", &["`MUFU.EX2`"], 50),
    row("`sin cos lg2` `.approx.f32`", &["`MUFU.SIN`", "`MUFU.COS`", "`MUFU.LG2`"], 50),
    row("`mma` of f16", &["`mma` of f16"], 75),
    row("`mma` of bf16, tf32", &["`mma` of bf16", "`mma` of tf32"], 80),
    row("`mma` of 8-bit floats", &["`mma` of e4m3, e5m2"], 89),
    row("NaN payloads of one f64 instruction", &["`DADD`", "`DMUL`", "`DFMA`"], 50),
    row("approximations of f64, some results of `.ftz`", &["`MUFU.RCP64H`", "`MUFU.RSQ64H`"], 50),
    row("`tanh.approx`, `ex2` on halves", &["`tanh`", "`ex2` on f16"], 75),
];

/// The names that the tables show for evidence that applies only to some forms of an instruction page. Each row has the
/// name of the page, the first key (a form) of the evidence entry, and the shown name.
const SUBJECTS: [(&str, &str, &str); 28] = [
    ("ex2", ".approx.f16type", "`ex2` on f16"),
    ("ex2", ".approx.ftz.bf16type", "`ex2` on bf16"),
    ("tanh", ".approx.f32", "`tanh`"),
    ("tanh", ".approx.bf16type", "`tanh` on bf16"),
    ("mma", ".sync.aligned.m16n8k8|m16n8k16.row.col.f16|f32.f16.f16.f16|f32", "`mma` of f16"),
    ("mma", ".sync.aligned.m8n8k4.alayout.blayout.f16|f32.f16.f16.f16|f32", "`mma.m8n8k4` of f16"),
    ("mma", ".sync.aligned.shape.row.col.f32.bf16.bf16.f32", "`mma` of bf16"),
    ("mma", ".sync.aligned.shape.row.col.f32.tf32.tf32.f32", "`mma` of tf32"),
    ("mma", ".sync.aligned.shape.row.col.f16|f32.fp8.fp8.f16|f32", "`mma` of e4m3, e5m2"),
    (
        "mma",
        ".sync.aligned.shape.row.col.kind::f8f6f4.f16|f32.f8f6f4type.f8f6f4type.f16|f32",
        "`mma` with `.kind::f8f6f4`",
    ),
    ("mma", ".sync.aligned.shape.row.col.f64.f64.f64.f64{.rnd}", "`mma` of f64"),
    (
        "mma",
        ".sync.aligned.shape.row.col{.satfinite}.s32.int8type|int4type.int8type|int4type.s32",
        "`mma` of integers",
    ),
    ("mma", ".b1", "`mma` of bits"),
    (
        "mma",
        ".sp|sp::ordered_metadata.sync.aligned.shape.row.col.f16|f32.f16|bf16|tf32.f16|bf16|tf32.f16|f32",
        "`mma.sp` of floats",
    ),
    (
        "mma",
        ".sp|sp::ordered_metadata.sync.aligned.shape.row.col{.satfinite}.s32.int8type|int4type.int8type|int4type.s32",
        "`mma.sp` of integers",
    ),
    ("mma", ".kind::mxf8f6f4", "`mma` with `.kind::mxf8f6f4`"),
    ("mma", ".kind::mxf4", "`mma` of e2m1 with block scales"),
    ("wgmma", ".mma_async.sync.aligned.m64nNk16.f16|f32.f16.f16", "`wgmma` of f16"),
    ("wgmma", ".mma_async.sync.aligned.m64nNk16.f32.bf16.bf16", "`wgmma` of bf16"),
    ("wgmma", ".mma_async.sync.aligned.m64nNk8.f32.tf32.tf32", "`wgmma` of tf32"),
    ("wgmma", ".mma_async.sync.aligned.m64nNk32.f16|f32.fp8.fp8_b", "`wgmma` of e4m3, e5m2"),
    (
        "wgmma",
        ".mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.s8|u8.s8|u8",
        "`wgmma` of integers",
    ),
    (
        "wgmma",
        ".mma_async.sp.sync.aligned.m64nNk16|m64nNk32|m64nNk64.f16|f32.f16|bf16|tf32|e4m3|e5m2.f16|bf16|tf32|e4m3|e5m2",
        "`wgmma.sp` of floats",
    ),
    (
        "wmma",
        ".mma.sync.aligned.alayout.blayout.wmmashape.f16|f32.f16|f32",
        "`wmma` of f16, bf16, tf32",
    ),
    ("wmma", ".m8n8k4", "`wmma` of f64"),
    (
        "wmma",
        ".mma.sync.aligned.alayout.blayout.wmmashape.s32.int8type.int8type.s32{.satfinite}",
        "`wmma` of 8-bit integers",
    ),
    ("wmma", ".m8n8k32", "`wmma` of 4-bit integers"),
    ("wmma", ".b1", "`wmma` of bits"),
];

/// Returns the name of the instructions that an evidence entry is about. If the entry applies to the whole page,
/// returns the page's name in backquotes.
fn subject(page: &str, evidence: &Evidence) -> String {
    let Some(key) = evidence.keys.first() else { return format!("`{page}`") };
    let named = SUBJECTS.iter().find(|(of, first, _)| *of == page && first == key);
    named.unwrap_or_else(|| panic!("{page}: `{key}` has no name in SUBJECTS")).2.into()
}

/// Returns the evidence of all pages, in the order of the pages. Each entry comes with the name of its
/// instructions.
fn all() -> Vec<(String, Evidence)> {
    let of = |name: &'static str| page(name).expect("a page").evidence();
    names().flat_map(|name| of(name).into_iter().map(move |e| (subject(name, &e), e))).collect()
}

/// Returns the kind of evidence (basis) for the instructions `subject` on each target of a column.
fn bases(
    all: &[(String, Evidence)],
    subject: &str,
    row: &Row,
    column: (u16, u16),
) -> Vec<(u16, Basis)> {
    let mut targets: Vec<_> = Target::all().map(|target| target.sm).collect();
    targets.retain(|sm| (column.0.max(row.first)..=column.1).contains(sm));
    targets.dedup();
    let basis = |sm: u16| {
        let covers = |e: &Evidence| (e.first..=e.last).contains(&sm);
        let line = all.iter().find(|(name, e)| name == subject && covers(e));
        line.map(|line| line.1.basis).or(row.basis).expect("a target's evidence")
    };
    targets.into_iter().map(|sm| (sm, basis(sm))).collect()
}

/// Returns the text of a table cell, a list of the kinds of evidence. If there are several kinds, the targets of each
/// kind follow it in parentheses. The kind `presumed` comes last, without targets.
fn cell(bases: &[(u16, Basis)]) -> String {
    let mut distinct: Vec<Basis> = Vec::new();
    for (_, basis) in bases {
        if !distinct.contains(basis) {
            distinct.push(*basis);
        }
    }
    distinct.sort_by_key(|basis| *basis == Basis::Presumed);
    let several = distinct.len() > 1;
    let named = distinct.iter().map(|basis| {
        let targets: Vec<_> = bases.iter().filter(|one| one.1 == *basis).map(|one| one.0).collect();
        match (targets.as_slice(), *basis) {
            ([first, .., last], _) if several && *basis != Basis::Presumed && targets.len() > 2 => {
                format!("{basis} (sm_{first} to sm_{last})")
            }
            (_, basis) if several && basis != Basis::Presumed => {
                let targets: Vec<_> = targets.iter().map(|sm| format!("sm_{sm}")).collect();
                format!("{basis} ({})", targets.join(", "))
            }
            (_, basis) => basis.to_string(),
        }
    });
    named.collect::<Vec<_>>().join("; ")
}

/// Returns the table of generations: the kind of evidence for each group of instructions and each GPU generation.
pub(crate) fn by_generation() -> String {
    let all = all();
    let mut text = String::from("| |");
    for (first, last) in COLUMNS {
        let between = if last - first > 1 { " to " } else { ", " };
        let last = if first == last { String::new() } else { format!("{between}sm_{last}") };
        let _ = write!(text, " sm_{first}{last} |");
    }
    text += "\n|---|---|---|---|---|---|---|\n";
    for row in &ROWS {
        let subjects = if row.subjects.is_empty() { &[""][..] } else { row.subjects };
        let cells = |subject: &&str| {
            COLUMNS.map(|(first, last)| {
                let text = cell(&bases(&all, subject, row, (first, last)));
                match text.as_str() {
                    "" => "—".into(),
                    _ if row.first > first => format!("{text} from sm_{}", row.first),
                    _ => text,
                }
            })
        };
        let cells: BTreeSet<_> = subjects.iter().map(cells).collect();
        assert_eq!(cells.len(), 1, "{}: {cells:?}", row.title);
        let _ = writeln!(text, "| {} | {} |", row.title, cells.first().expect("a row").join(" | "));
    }
    text
}

/// Returns the table of the book, sorted by target. The table contains only evidence from comparisons of results.
pub(crate) fn by_target() -> String {
    let compared = |e: &Evidence| e.basis.is_measured() || matches!(e.basis, Basis::Results(_));
    let mut rows: Vec<_> = all().into_iter().filter(|(_, e)| compared(e)).collect();
    rows.sort_by_key(|(_, e)| (e.first, e.last));
    let mut text =
        String::from("| target | instructions | evidence | source |\n|---|---|---|---|\n");
    let key = |e: &Evidence| (e.first, e.last, e.basis, e.source.clone());
    let mut written = BTreeSet::new();
    for (_, e) in &rows {
        let named =
            rows.iter().filter(|(_, other)| key(other) == key(e)).map(|(name, _)| name.as_str());
        let names = named.collect::<Vec<_>>().join(", ");
        let last = if e.first == e.last { String::new() } else { format!(" to sm_{}", e.last) };
        let line = format!("| sm_{}{last} | {names} | {} | {} |", e.first, e.basis, e.source);
        if written.insert(line.clone()) {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// Returns the paragraph about the order of NaN operands in a program.
pub(crate) fn of_payloads() -> String {
    let mnemonics = exchanged().collect::<Vec<_>>().join(" ");
    format!(
        "The table is about single instructions. In a program, the payload of a NaN of `.f64` also depends on the order of the\n\
         operands that the assembler chooses: `ptxas` may exchange the first two sources of `{mnemonics}`, and which\n\
         of several NaN operands is the result depends on their order \\[S\\]. Here each instruction is computed in the order of the\n\
         text. Whether a result is a NaN does not depend on the order.\n"
    )
}
