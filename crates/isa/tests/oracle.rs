//! Compares the instruction table with recorded verdicts of `ptxas`. [`judge::classes::Class`] must
//! explain every difference.

mod judge;

use judge::classes::Class;
use judge::{Statement, dialect};
use ptx_isa::operand::check;
use ptx_isa::{Dialect, Form, Table, Type, declarations, forms, reordered, select_all};
use std::collections::BTreeMap;

const SEED: &str = include_str!("oracle/ptxas_seed_ops.tsv");
const OTHER: &str = include_str!("oracle/ptxas_other_ops.tsv");
const INTEGER: &str = include_str!("oracle/ptxas_integer_ops.tsv");
const NARROW: &str = include_str!("oracle/ptxas_narrow.tsv");
const MATRICES: &str = include_str!("oracle/ptxas_mma_forms.tsv");
const MORE_MATRICES: &str = include_str!("oracle/ptxas_mma_more_forms.tsv");
const QUADWORDS: &str = include_str!("oracle/ptxas_mov128.tsv");
const WARPGROUPS: &str = include_str!("oracle/ptxas_wgmma.tsv");

/// Parses a file of verdicts. The header lists dialects (a version and a target each). Each row has
/// a statement and a bit mask. Bit `i` is set if `ptxas` accepts the statement in dialect `i`.
fn verdicts(text: &str) -> (Vec<Dialect>, Vec<(&str, u128)>) {
    let (mut grid, mut rows) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let fields: Vec<_> = line.split('\t').collect();
        match fields.as_slice() {
            [_, version, target, ..] if line.starts_with('#') => grid.push(dialect(
                version.trim_start_matches(".version "),
                target.trim_start_matches(".target "),
            )),
            _ if line.starts_with('#') => {}
            [statement, mask, ..] => {
                rows.push((*statement, u128::from_str_radix(mask, 16).expect("a mask")));
            }
            _ => panic!("no verdict: {line}"),
        }
    }
    (grid, rows)
}

fn parsed(text: &str) -> Statement {
    Statement::parse(text, Dialect::default()).unwrap_or_else(|| panic!("cannot parse: {text}"))
}

/// Returns whether the table has a form of this mnemonic for these types. Returns `false` if a
/// modifier belongs only to forms that this crate does not compute.
fn is_known(statement: &Statement) -> bool {
    let types = statement.types();
    let of_types = |form: &&Form| {
        let slots = form.slots.iter().filter(|slot| Type::from_word(slot.words[0]).is_some());
        slots.clone().count() == types.len()
            && slots.zip(&types).all(|(slot, ty)| slot.words.contains(&ty.word()))
    };
    let has = |forms: &[&Form], word: &String| {
        forms.iter().any(|form| form.slots.iter().any(|slot| slot.words.contains(&word.as_str())))
    };
    let (family, uncomputed) =
        (forms::family(&statement.mnemonic), forms::uncomputed(&statement.mnemonic));
    let is_computed = |word: &String| has(family, word) || !has(uncomputed, word);
    family.iter().copied().any(|form| of_types(&form))
        && statement.modifiers.iter().all(is_computed)
}

/// Compares the verdicts on statements for which [`is_known`] is true. Returns the number of
/// comparisons, and how often each set of differences occurred.
fn compare(text: &str) -> (usize, BTreeMap<Vec<Class>, usize>) {
    compare_those(text, is_known)
}

fn compare_those(
    text: &str,
    is_compared: impl Fn(&Statement) -> bool,
) -> (usize, BTreeMap<Vec<Class>, usize>) {
    compare_in(text, is_compared, |_| true)
}

fn compare_in(
    text: &str,
    is_compared: impl Fn(&Statement) -> bool,
    is_judged: impl Fn(&Dialect) -> bool,
) -> (usize, BTreeMap<Vec<Class>, usize>) {
    let (grid, rows) = verdicts(text);
    let (mut compared, mut unexplained, mut reasons) = (0, Vec::new(), BTreeMap::new());
    for (text, mask) in rows {
        let mut statement = parsed(text);
        if !is_compared(&statement) {
            continue;
        }
        for (i, dialect) in grid.iter().enumerate().filter(|(_, one)| is_judged(one)) {
            statement.dialect = dialect.clone();
            compared += 1;
            let accepted = mask >> i & 1 == 1;
            if statement.is_accepted() == accepted {
                continue;
            }
            match statement.classes() {
                Some(classes) => *reasons.entry(classes).or_insert(0) += 1,
                None => unexplained.push(format!(
                    "{text} under {:?}: the assembler {} it",
                    (dialect.version.map(|v| v.to_string()), dialect.target.map(|t| t.to_string())),
                    if accepted { "accepts" } else { "rejects" }
                )),
            }
        }
    }
    assert!(
        unexplained.is_empty(),
        "{} unexplained:\n{}",
        unexplained.len(),
        unexplained[..unexplained.len().min(40)].join("\n")
    );
    (compared, reasons)
}

#[test]
fn rcp_fma_div_sqrt() {
    let (compared, reasons) = compare(SEED);
    println!("{compared} verdicts, {reasons:?}");
    assert!(compared > 50_000, "{compared} verdicts compared");
    let seen = |class| reasons.keys().any(|classes| classes.contains(&class));
    for class in [
        Class::ModifierOrder,
        Class::FtzOfF64,
        Class::F64WithoutMap,
        Class::FmaF64Mapped,
        Class::RoundingBefore1_4,
        Class::RcpF64Before1_4,
    ] {
        assert!(seen(class), "{class:?} explains nothing any more");
    }
}

#[test]
fn other_float_operations() {
    let (compared, reasons) = compare(OTHER);
    println!("{compared} verdicts, {reasons:?}");
    assert!(compared > 100_000, "{compared} verdicts compared");
    let seen = |class| reasons.keys().any(|classes| classes.contains(&class));
    for class in [Class::MadWithoutRounding, Class::RoundingOfBfloatFma] {
        assert!(seen(class), "{class:?} explains nothing any more");
    }
}

/// Compares the verdicts of this crate and of `ptxas` on all statements of the file, including
/// statements for which [`is_known`] is false.
#[test]
fn carries_packed_integers_video_and_moves() {
    let text = INTEGER;
    let (compared, reasons) = compare_those(text, |_| true);
    println!("{compared} verdicts, {reasons:?}");
    assert_eq!(compared, (1085 + 693) * 111);
    let seen = |class| reasons.keys().any(|classes| classes.contains(&class));
    for class in [
        Class::CarryOfOtherTypes,
        Class::BorrowBefore1_3,
        Class::TableOver255,
        Class::SinkAsSource,
        Class::ThirdSourceWithoutUse,
        Class::LowerOfVset,
    ] {
        assert!(seen(class), "{class:?} explains nothing any more");
    }
}

/// Compares the verdicts of this crate and of `ptxas` on all statements, in versions and targets with `.b128`
/// registers. For all other versions and targets, tests that `ptxas` rejects the statements with such registers, and
/// that this crate has no `mov.b128`.
#[test]
fn registers_of_128_bits() {
    let (grid, rows) = verdicts(QUADWORDS);
    let has = |one: &Dialect| declarations::absent_type(Type::B128, one).is_none();
    for (i, dialect) in grid.iter().enumerate().filter(|(_, one)| !has(one)) {
        assert!(rows.iter().all(|(text, mask)| mask >> i & 1 == 0 || !text.contains(['B', 'C'])));
        assert!(select_all(Table::Thread, "mov", &["b128"], dialect).is_err(), "{dialect:?}");
    }
    let (compared, reasons) = compare_in(QUADWORDS, |_| true, has);
    println!("{compared} verdicts, {reasons:?}");
    assert_eq!(compared, 153 * 72);
}

#[test]
fn narrow_conversions() {
    let (compared, reasons) = compare(NARROW);
    println!("{compared} verdicts, {reasons:?}");
    assert!(compared > 130_000, "{compared} verdicts compared");
    let seen = |class| reasons.keys().any(|classes| classes.contains(&class));
    for class in [
        Class::FtzBesidePzo,
        Class::RoundingOfFixedPoint,
        Class::PzoOfRna,
        Class::UnsignedFixedPoint,
    ] {
        assert!(seen(class), "{class:?} explains nothing any more");
    }
}

/// Compares the verdicts of this crate and of `ptxas` on all statements of the file, including
/// statements for which [`is_known`] is false.
#[test]
fn matrices() {
    let (compared, reasons) = compare_those(MATRICES, |_| true);
    println!("{compared} verdicts, {reasons:?}");
    assert_eq!(compared, 2008 * 60);
    let seen = |class| reasons.keys().any(|classes| classes.contains(&class));
    for class in [
        Class::ModifierTwice,
        Class::KindOfByteFloats,
        Class::FloatsAsIntegers,
        Class::RegisterTooMany,
    ] {
        assert!(seen(class), "{class:?} explains nothing any more");
    }
}

/// Compares the verdicts of this crate and of `ptxas` on all statements of the file, including
/// statements for which [`is_known`] is false.
#[test]
fn sparse_scaled_and_shared_matrices() {
    let (compared, reasons) = compare_those(MORE_MATRICES, |_| true);
    println!("{compared} verdicts, {reasons:?}");
    assert_eq!(compared, 906 * 58);
}

/// Compares the `wgmma` modifiers that the instruction table accepts with the modifiers that `ptxas` accepts. Does not
/// compare operands.
#[test]
fn warpgroups() {
    let (grid, rows) = verdicts(WARPGROUPS);
    // A form exists in a dialect if `ptxas` accepts the form with any of the recorded operands.
    let mut accepted = BTreeMap::<&str, u128>::new();
    for (text, mask) in rows {
        *accepted.entry(text.split([' ', ';']).next().unwrap_or_default()).or_default() |= mask;
    }
    let mut computed = 0;
    for (name, mask) in &accepted {
        let words: Vec<_> = name.split('.').collect();
        let is_computed = words.contains(&"mma_async");
        for (i, dialect) in grid.iter().enumerate() {
            let is_accepted = is_computed && mask >> i & 1 == 1;
            let found = select_all(Table::Matrices, words[0], &words[1..], dialect);
            assert_eq!(found.is_ok(), is_accepted, "{name} under {dialect:?}");
            computed += usize::from(is_accepted);
        }
    }
    assert_eq!((accepted.len(), computed), (117, 335));
}

/// Returns whether the statement is valid after its modifiers are reordered, and this crate expects `ptxas` to accept
/// the written order.
fn is_accepted_reordered(statement: &Statement) -> bool {
    reordered(&statement.mnemonic, &statement.words(), &statement.dialect)
        .filter(|found| found.is_taken_by_assembler)
        .is_some_and(|found| check(&found.forms, &statement.operands).is_ok())
}

/// Tests that this crate and `ptxas` agree on statements whose only fault is the order of the modifiers.
#[test]
fn modifiers_are_reordered_if_the_assembler_accepts_them() {
    let every = if test_support::is_full() { 1 } else { 5 };
    let mut reordered_count = 0;
    for text in [SEED, OTHER, INTEGER, NARROW, MATRICES] {
        let (grid, rows) = verdicts(text);
        for (text, mask) in rows {
            let mut statement = parsed(text);
            if !is_known(&statement) && statement.mnemonic != "mma" {
                continue;
            }
            for (i, dialect) in grid.iter().enumerate().step_by(every) {
                statement.dialect = dialect.clone();
                if statement.is_accepted() {
                    continue;
                }
                let is_order = is_accepted_reordered(&statement);
                let accepted = mask >> i & 1 == 1;
                assert!(accepted || !is_order, "{text} under {dialect:?}");
                if accepted && statement.classes() == Some(vec![Class::ModifierOrder]) {
                    assert!(is_order, "{text} under {dialect:?}");
                    reordered_count += 1;
                }
            }
        }
    }
    assert!(reordered_count > 1000 / every, "{reordered_count} statements in another order");
}

#[test]
fn conversions_of_the_alternate_formats_take_registers_of_their_size() {
    let accepted = |text| Statement::parse(text, dialect("9.5", "sm_100")).map(|s| s.is_accepted());
    for text in [
        "cvt.rn.f16.u16 h,ua;",
        "cvt.f32.f16 l,h;",
        "cvt.rn.f16x2.f32 l,l,a;",
        "cvt.rn.bf16.u16 ha,uh;",
        "cvt.rni.u8.bf16 ga,ha;",
        "cvt.rn.bf16.s8 ha,ga;",
        "cvt.rna.tf32.f32 h,h;",
    ] {
        assert_eq!(accepted(text), Some(true), "{text}");
    }
    for text in [
        "cvt.rn.bf16.u16 ha,ua;",
        "cvt.rni.s8.bf16 sh,ha;",
        "cvt.rni.u8.bf16 ha,ha;",
        "cvt.rn.bf16.u8 ha,xa;",
        "cvt.rn.bf16.s8 ha,hb;",
        "cvt.rn.bf16.f32 ha,l;",
        "cvt.rm.f16.bf16 h,ha;",
        "cvt.rn.bf16x2.f32 h,l,a;",
        "cvt.rna.tf32.f32 h,l;",
    ] {
        assert_eq!(accepted(text), Some(false), "{text}");
    }
}

#[test]
fn narrow_conversions_take_registers_of_their_size() {
    let accepted =
        |text| Statement::parse(text, dialect("9.5", "sm_100a")).map(|s| s.is_accepted());
    for text in [
        "cvt.rn.satfinite.e4m3x2.f32 ha,a,h;",
        "cvt.rn.satfinite.e2m1x2.f32 ga,a,1.0;",
        "cvt.rn.satfinite.s2f6x2.f32 xa,a,b;",
        "cvt.rn.f16x2.e2m1x2 h,ga;",
        "cvt.rs.satfinite.e2m1x4.f32 ha,{a,1.0,h,e},i;",
        "cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2 h,ha,hb;",
    ] {
        assert_eq!(accepted(text), Some(true), "{text}");
    }
    for text in [
        "cvt.rn.satfinite.e4m3x2.f32 xa,a,b;",
        "cvt.rn.satfinite.e4m3x2.f32 h,a,b;",
        "cvt.rn.satfinite.e2m1x2.f32 ha,a,b;",
        "cvt.rn.satfinite.s2f6x2.f32 ya,a,b;",
        "cvt.rn.f16x2.e2m1x2 h,ha;",
        "cvt.rn.f16x2.e4m3x2 l,ha;",
        "cvt.rn.f16x2.e4m3x2 h,0x3c00;",
        "cvt.rn.satfinite.e4m3x2.f16x2 ha,0x3C003C00;",
        "cvt.rs.satfinite.e4m3x4.f32 h,{a,b,c,e},7;",
        "cvt.rs.satfinite.e4m3x4.f32 h,{a,b,c,e},ua;",
        "cvt.rs.satfinite.e4m3x4.f32 h,{a,b,c,e},d;",
        "cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2 h,ha,xa;",
        "cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2 h,ha,0x7f7f;",
    ] {
        assert_eq!(accepted(text), Some(false), "{text}");
    }
}

/// Tests which words of an instruction are one token with the mnemonic.
#[test]
fn opcodes_are_tokens_of_the_assembler() {
    let rows =
        include_str!("oracle/ptxas_opcodes.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let (instruction, expected) = row.split_once('\t').expect("two columns");
        let words: Vec<_> = instruction.split('.').collect();
        let found = ptx_isa::words_of_opcode(words[0], &words[1..]);
        assert_eq!(found.to_string(), expected, "{instruction}");
        count += 1;
    }
    assert!(count > 200);
}
