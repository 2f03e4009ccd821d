//! Compares `ptx-core` with an NVIDIA H100. The folder `conformance/chips/nvidia-h100-80gb-hbm3` has digests of the
//! chip's results, and its `README.md` describes the operands.
//!
//! The tests compare every digest of special operands and of all 16-bit operands. The other digests cover groups of
//! operands or blocks of random cases. By default the tests compare one of these digests for each instruction. With
//! `PTX_TESTS=full` they compare all 64 groups or 16 blocks. Two tests are ignored by default: they compute the digests
//! of all 2^32 operands and of 2^28 cases, which takes about 20 minutes on two cores:
//!
//! ```text
//! cargo test --release -p ptx-core --test chip -- --ignored
//! ```

#[path = "../digest/mod.rs"]
mod digest;
mod functions;
mod operands;
mod table;

use digest::{BLOCK, digest, of_group};
use functions::{Function, function, of_one_word};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};
use table::{cases, unary};
use test_support::sample;

/// The number of groups into which all 2^32 operands are divided. The random cases are divided into as many groups.
const PARTS: usize = 4096;

const NONE: [String; 0] = [];

/// Computes `f` for the numbers below `count`, on all cores. Returns the results in order.
fn in_parallel<T: Send>(count: usize, f: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || loop {
        let i = next.fetch_add(1, Ordering::Relaxed);
        if i >= count {
            break;
        }
        let result = f(i);
        results.lock().unwrap().push((i, result));
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the digests of a block of cases, one digest for each function.
fn of_block(functions: &[&Function], operands: fn(u64) -> [u64; 3], block: usize) -> Vec<u64> {
    let first = block as u64 * u64::from(BLOCK);
    let operands: Vec<_> = (first..first + u64::from(BLOCK)).map(operands).collect();
    functions.iter().map(|f| digest(operands.iter().map(|x| f(*x)))).collect()
}

#[test]
fn groups_of_operands() {
    let (chosen, rows) = unary();
    let rows: Vec<_> = rows.iter().filter(|row| !row.groups.is_empty()).collect();
    assert_eq!((rows.len(), chosen.len()), (46, 64));
    let most = sample(chosen.len(), chosen.len());
    let found = in_parallel(rows.len() * most, |i| {
        // Related instructions are in adjacent rows. The factor 11 selects different groups for adjacent rows.
        let (row, place) = (rows[i / most], (i / most * 11 + i % most) % chosen.len());
        let group = chosen[place];
        let is_equal = of_group(of_one_word(row.instruction), group as u32) == row.groups[place];
        (!is_equal).then(|| format!("{} {:08x} and the next 2^20", row.instruction, group << 20))
    });
    assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), NONE);
}

#[test]
fn all_operands_of_16_bits() {
    let rows = unary().1.into_iter().filter(|row| row.groups.is_empty());
    let mut count = 0;
    for row in rows {
        let f = of_one_word(row.instruction);
        assert_eq!(digest((0..BLOCK).map(|x| f(x).into())), row.all, "{}", row.instruction);
        count += 1;
    }
    assert_eq!(count, 4);
}

/// Tests that the digests of the C model in `conformance/model` equal the digests of the chip, over all 2^32 operands.
/// `blocks.rs` compares `ptx-core` with the C model.
#[test]
fn digests_of_the_model() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/model/blocks");
    let (chosen, rows) = unary();
    let mut count = 0;
    for row in rows.iter().filter(|row| !row.model.is_empty()) {
        let file = fs::read(folder.join(row.model)).expect("the model's file is readable");
        let groups: Vec<_> =
            file.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        assert_eq!(groups.len(), PARTS);
        assert_eq!(digest(groups.iter().copied()), row.all, "{}", row.instruction);
        let selected: Vec<_> = chosen.iter().map(|group| groups[*group as usize]).collect();
        assert_eq!(selected, row.groups, "{}", row.instruction);
        count += 1;
    }
    assert_eq!(count, 15);
}

#[test]
fn triples_of_special_operands() {
    let (operands, rows) = cases();
    assert_eq!((operands[0].len(), operands[1].len(), rows.len()), (50, 36, 72));
    let found = in_parallel(rows.len(), |i| {
        let row = &rows[i];
        let (f, operands) = (function(row.instruction), &operands[usize::from(row.is_double())]);
        let triples = operands.iter().flat_map(|a| {
            operands.iter().flat_map(move |b| operands.iter().map(move |c| [*a, *b, *c]))
        });
        (digest(triples.map(f)) != row.special).then(|| row.instruction.to_string())
    });
    assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), NONE);
}

#[test]
fn first_blocks_of_cases() {
    let rows = cases().1;
    let most = sample(16, 16);
    let found = in_parallel(rows.len() * most, |i| {
        let row = &rows[i / most];
        let block = (i / most + i % most) % row.blocks.len();
        let operands = if row.is_double() { operands::double } else { operands::single };
        let is_equal = of_block(&[&row.function()], operands, block) == [row.blocks[block]];
        (!is_equal).then(|| format!("{} block {block}", row.instruction))
    });
    assert_eq!(found.into_iter().flatten().collect::<Vec<_>>(), NONE);
}

#[test]
#[ignore = "all 2^32 operands: run in release"]
fn all_operands_of_32_bits() {
    let (chosen, rows) = unary();
    let mut different = Vec::new();
    for row in rows.iter().filter(|row| !row.groups.is_empty()) {
        let f = of_one_word(row.instruction);
        let groups = in_parallel(PARTS, |group| of_group(&f, group as u32));
        let is_equal = digest(groups.iter().copied()) == row.all;
        println!("{}: {}", row.instruction, if is_equal { "equal" } else { "different" });
        if !is_equal {
            let places = chosen.iter().zip(&row.groups);
            let selected: Vec<_> = places
                .filter(|(group, expected)| groups[**group as usize] != **expected)
                .map(|(group, _)| format!("{:08x}", group << 20))
                .collect();
            different.push(format!("{} {selected:?}", row.instruction));
        }
    }
    assert_eq!(different, NONE);
}

#[test]
#[ignore = "2^28 cases of each instruction: run in release"]
fn all_cases() {
    let rows = cases().1;
    let mut different = Vec::new();
    for is_double in [false, true] {
        let rows: Vec<_> = rows.iter().filter(|row| row.is_double() == is_double).collect();
        let functions: Vec<_> = rows.iter().map(|row| row.function()).collect();
        let functions: Vec<_> = functions.iter().collect();
        let operands = if is_double { operands::double } else { operands::single };
        let blocks = in_parallel(PARTS, |block| of_block(&functions, operands, block));
        for (i, row) in rows.iter().enumerate() {
            let digests: Vec<_> = blocks.iter().map(|block| block[i]).collect();
            if digest(digests.iter().copied()) != row.all {
                let places = 0..row.blocks.len();
                let blocks: Vec<_> =
                    places.filter(|block| digests[*block] != row.blocks[*block]).collect();
                different.push(format!("{} {blocks:?}", row.instruction));
            }
        }
    }
    assert_eq!(different, NONE);
}
