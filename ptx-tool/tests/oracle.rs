//! Compares `check` with recorded verdicts of NVIDIA's assembler on memory, synchronisation and
//! warp instructions. `ptx-isa/tests/oracle/program.py` records them.

use ptx_isa::{Dialect, Target, Version};
use ptx_text::Source;
use ptx_tool::check::{Defaults, Level, check};
use std::collections::BTreeMap;
use std::fmt::Write;

const PROGRAM: &str = include_str!("../../ptx-isa/tests/oracle/ptxas_program.tsv");

/// The declarations of every statement; those of `.b128` need PTX ISA 8.3 and sm_70.
const REGISTERS: &str = "\
    .reg .f32 d,a,b,c,e; .reg .f64 w,x,y,z; .reg .b64 l,m,n,o; .reg .b32 h,i,j,k2; \
    .reg .b16 ha,hb,hc,hd; .reg .b8 ga,gb; .reg .u16 xa,xb,xc,xd; .reg .s16 ya,yb,yc,yd; \
    .reg .u32 ua,ub,uc,ud; .reg .s32 sa,sb,sc,sd; .reg .u64 ra,rb,rc,rd; .reg .s64 ta,tb,tc,td; \
    .reg .pred p,q,pp,qq; .reg .b128 B,C; ";

/// A recorded statement.
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
    Recorded { grid, rows }
}

/// Returns the findings about every statement: whether it has an error or is unchecked, and the
/// messages.
fn findings(rows: &[Row<'_>], version: &str, target: &str) -> Vec<(bool, String)> {
    let mut text = format!(".version {version}\n.target {target}\n");
    let variables = "\
        .global .align 16 .b8 gv[256];\n.shared .align 16 .b8 sv[256];\n.const .align 16 .b8 cv[256];\n";
    text += variables;
    let mut places = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        // Kernels have no list of parameters before PTX ISA 1.4.
        let is_old = ["1.0", "1.1", "1.2", "1.3"].contains(&version);
        let parameters = if is_old { "" } else { "(.param .align 16 .b8 pv[256])" };
        let _ = writeln!(text, ".entry k{i}{parameters} {{ {REGISTERS}");
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
        verdicts[place] = (finding.level == Level::Unchecked, what);
        verdicts[place].0 = false;
    }
    verdicts
}

#[test]
fn nothing_is_accepted_that_the_assembler_refuses() {
    let file =
        std::env::var("PTX_ORACLE").map(|path| std::fs::read_to_string(path).expect("a file"));
    let text = file.as_deref().unwrap_or(PROGRAM);
    let Recorded { grid, rows } = recorded(text);
    let mut wrong = BTreeMap::<(&str, &str, &str), Vec<String>>::new();
    for (i, (version, target)) in grid.iter().enumerate() {
        for (row, (is_accepted, why)) in rows.iter().zip(findings(&rows, version, target)) {
            let accepted = row.accepted >> i & 1 == 1;
            if is_accepted != accepted {
                let kind = if is_accepted { "ACCEPTED" } else { "REFUSED" };
                let pairs = wrong.entry((kind, row.family, row.text)).or_default();
                pairs.push(format!("{version} {target}"));
                if let (1, false) = (pairs.len(), why.is_empty()) {
                    pairs.push(why);
                }
            }
        }
    }
    for ((kind, family, text), pairs) in &wrong {
        println!(
            "{kind}\t{family}\t{text}\t{}\t{}",
            pairs.len(),
            pairs[..pairs.len().min(4)].join("; ")
        );
    }
    let _ = (Dialect::default(), Target::DEFAULT, Version::DEFAULT);
}
