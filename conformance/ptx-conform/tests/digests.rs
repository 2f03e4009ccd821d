//! Tests that the recorded digests agree with `ptx-core`, and that the loops for consecutive operands compute correct
//! results.

use ptx_conform::computation::{self, OLDEST, Unary, canonical, name, newest, unary};
use ptx_conform::digests::{self, BLOCK, GROUP, GROUPS, digest};
use ptx_conform::functions::Prepared;
use ptx_conform::native::reference;
use ptx_conform::sweep::sweep;
use ptx_isa::{Computation, Selection, Target, forms};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use test_support::is_full;

/// Returns scattered operands, and the first `f32` of each exponent with its two neighbours.
fn operands() -> Vec<u32> {
    let spread = (0..4096_u32).map(|i| i.wrapping_mul(0x9e37_79b1));
    let limits =
        (0..512_u32).flat_map(|high| [high << 23, (high << 23) + 1, (high << 23).wrapping_sub(1)]);
    spread.chain(limits).collect()
}

fn prepared(computation: &ptx_isa::Argument) -> Prepared {
    let computation = Computation { value: computation.clone(), writes_carry: None };
    Prepared::new(&computation).expect("a function of ptx-core")
}

fn result(prepared: &Prepared, x: u32) -> u64 {
    prepared.compute(&[x.into()], false).expect("the modes fit the function").bits()[0]
}

/// Tests that canonical modes and targets give the same results as the original modes and targets.
#[test]
fn canonical_computations_give_the_same_bits() {
    let mut seen = HashSet::new();
    for target in Target::all().filter(|target| target.sm >= OLDEST) {
        let dialect = newest(target);
        for form in forms::all().filter(|form| form.is_computed()) {
            for spelling in form.spellings() {
                let modifiers = form.spelt(&spelling).expect("a spelling of the form");
                let selection = Selection { form, modifiers };
                if !selection.is_in(&dialect) || !computation::is_of_one_operand(&selection, 32) {
                    continue;
                }
                let value = selection.computation(&dialect).expect("a computed form").value;
                let short = canonical(&value);
                if short == value || !seen.insert(name(&value)) {
                    continue;
                }
                let (long, short) = (prepared(&value), prepared(&short));
                for x in operands() {
                    assert_eq!(result(&long, x), result(&short, x), "{} {x:08x}", name(&value));
                }
            }
        }
    }
    assert!(seen.len() > 40, "{}", seen.len());
}

/// Compares the loops and the references with the functions in the instruction table.
#[test]
fn loops_agree_with_the_instruction_table() {
    let mut loops = 0;
    for Unary { name, computation, .. } in unary() {
        let slow = prepared(&computation);
        let reference = reference(&computation);
        for x in operands() {
            let mut results = [0; 2];
            let x = x.min(u32::MAX - 1);
            if sweep(&computation, x, &mut results).is_none() {
                break;
            }
            loops += usize::from(x == 0);
            assert_eq!(results, [x, x + 1].map(|x| result(&slow, x)), "{name} {x:08x}");
            if let Some((label, compute)) = &reference {
                let mut expected = [0; 2];
                compute(x, &mut expected);
                assert_eq!(results, expected, "{name} {x:08x}: {label}");
            }
        }
    }
    assert!(loops > 200, "{loops}");
}

/// Recomputes one digest of each computation. A digest covers a group of 2^24 operands. The number of the group varies
/// between computations. With `PTX_TESTS=full`, recomputes all digests.
#[test]
fn recorded_digests_agree_with_ptx_core() {
    let known = digests::read(&digests::folder()).expect("the digests are readable");
    let all = unary();
    let check = |i: usize, one: &Unary| {
        let Some(shipped) = known.get(&one.name) else { return };
        let mut results = vec![0; BLOCK];
        let mut block = |block: usize| {
            sweep(&one.computation, (block * BLOCK) as u32, &mut results)
                .expect("a computation with a loop");
            digest(results.iter().copied())
        };
        let groups = if is_full() { 0..GROUPS } else { i * 37 % GROUPS..i * 37 % GROUPS + 1 };
        for group in groups {
            let found = digest((group * GROUP..(group + 1) * GROUP).map(&mut block));
            assert_eq!(found, shipped.groups[group], "{} group {group}", one.name);
        }
    };
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((i, one)) = {
            let i = next.fetch_add(1, Ordering::Relaxed);
            all.get(i).map(|one| (i, one))
        } {
            check(i, one);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
}

#[test]
fn every_computation_has_its_digests() {
    let known = digests::read(&digests::folder()).expect("the digests are readable");
    let names: HashSet<_> = unary().into_iter().map(|one| one.name).collect();
    for (name, digests) in &known {
        assert!(names.contains(name) || ["rcp64h", "rsq64h"].contains(&name.as_str()), "{name}");
        let labels = ["C model", "host floats", "exact integers", "ptx-core only"];
        assert!(labels.contains(&digests.checked.as_str()), "{name}: {}", digests.checked);
    }
    let missing = |one: &Unary| !known.contains_key(&one.name);
    let missing: Vec<_> = unary().into_iter().filter(missing).map(|one| one.name).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Tests that lines are read as they were written, and that a malformed line is rejected.
#[test]
fn files() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("digests");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let made = digests::Digests {
        checked: "exact integers".into(),
        groups: (0..256).map(|i| i * 3).collect(),
    };
    digests::add(&folder, "neg", "one(a)", &made).expect("the file is writable");
    digests::add(&folder, "neg", "two(a)", &made).expect("the file is writable");
    let known = digests::read(&folder).expect("the file is readable");
    assert_eq!((known.len(), &known["two(a)"]), (2, &made));
    digests::add(&folder, "abs", "two(a)", &made).expect("the file is writable");
    assert!(digests::read(&folder).unwrap_err().to_string().ends_with("two(a) twice"));
    std::fs::write(folder.join("abs.tsv"), "three(a)\tC model\t00\n")
        .expect("the file is writable");
    assert!(
        digests::read(&folder)
            .unwrap_err()
            .to_string()
            .ends_with("abs.tsv:1: not a line of digests")
    );
}

/// Tests FNV-1a against its definition.
#[test]
fn the_hash_is_fnv_1a() {
    assert_eq!(digest([]), 0xcbf2_9ce4_8422_2325);
    // The FNV-1a digest of the byte 0x61 (`a`) is published. This crate hashes a word in one step, so the word 0x61 has
    // the same digest.
    assert_eq!(digest([0x61]), 0xaf63_dc4c_8601_ec8c);
}
