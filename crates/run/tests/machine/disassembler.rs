//! Compares decoded instructions with the text of NVIDIA's disassembler, for the machine code of spellings.
//!
//! The disassembler is `NVDISASM`, or `nvdisasm` beside the assembler or in `PATH`. Without it, the tests are skipped.

use crate::assembler::Assembler;
use crate::forms::{KERNELS, One, assemble, own_spellings, spellings};
use crate::printed::Printed;
use crate::products::{Product, products};
use ptx_isa::Target;
use ptx_sass::{Cubin, decode};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Disassembler(PathBuf);

impl Disassembler {
    /// Returns the disassembler, or prints that the test is skipped.
    fn find(assembler: &Assembler) -> Option<Self> {
        let beside = assembler.path().with_file_name("nvdisasm");
        let places = [std::env::var_os("NVDISASM").map(PathBuf::from), Some(beside)];
        let runs = |program: &PathBuf| {
            Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok()
        };
        let found = places.into_iter().flatten().chain(["nvdisasm".into()]).find(runs);
        if found.is_none() {
            println!("skipped: no disassembler; set NVDISASM to the path of NVIDIA's nvdisasm");
        }
        found.map(Self)
    }

    /// Returns the instructions of each kernel of a cubin.
    fn kernels(&self, cubin: &[u8], name: &str) -> BTreeMap<String, Vec<Printed>> {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, cubin).expect("the temporary directory is writable");
        let run = Command::new(&self.0).args(["-c", "-json"]).arg(&file).output();
        let run = run.expect("the disassembler ran before");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let text: serde_json::Value = serde_json::from_slice(&run.stdout).expect("valid JSON");
        let functions = text[1].as_array().expect("a list of functions").iter();
        let kernel = |function: &serde_json::Value| {
            let name = function["function-name"].as_str().expect("a name").to_string();
            let code = function["sass-instructions"].as_array().expect("a list of instructions");
            (name, code.iter().map(Printed::of).collect())
        };
        functions.map(kernel).collect()
    }
}

/// What was compared.
#[derive(Default)]
struct Counts {
    words: usize,
    /// The words without their schedule.
    distinct: BTreeSet<u128>,
    /// For each kind of difference, its number and an example.
    different: BTreeMap<String, (usize, String)>,
}

impl Counts {
    /// Compares the words of a cubin.
    fn compare(&mut self, disassembler: &Disassembler, cubin: &[u8], name: &str) {
        const SCHEDULE: u128 = !0 << 105;
        let printed = disassembler.kernels(cubin, name);
        let cubin = Cubin::read(cubin).expect("a cubin");
        for kernel in &cubin.kernels {
            let words = kernel.code.chunks_exact(16);
            let printed = printed.get(&kernel.name).expect("a kernel with this name");
            assert_eq!(words.len(), printed.len(), "{}", kernel.name);
            for (i, (word, printed)) in words.zip(printed).enumerate() {
                let word = u128::from_le_bytes(word.try_into().expect("16 bytes"));
                self.words += 1;
                self.distinct.insert(word & !SCHEDULE);
                let (what, shown) = match decode(word, 16 * i as u64, cubin.sm) {
                    Ok(ours) => match printed.difference(&ours) {
                        Some(what) => (what, ours.to_string()),
                        None => continue,
                    },
                    Err(unknown) => ("not decoded".into(), unknown.to_string()),
                };
                let example = format!("0x{word:032x}: {shown}, printed as {printed}");
                let what = format!("sm_{} {}: {what}", cubin.sm, printed.mnemonic());
                self.different.entry(what).or_insert((0, example)).0 += 1;
            }
        }
    }

    /// Prints the counts, and panics if words differ.
    fn finish(self) {
        let Self { words, distinct, different } = self;
        let count: usize = different.values().map(|(count, _)| count).sum();
        let distinct = distinct.len();
        println!("{words} words, of which {distinct} are distinct; {count} differ");
        let lines =
            different.iter().map(|(what, (n, example))| format!("{n} × {what}\n    {example}"));
        assert!(different.is_empty(), "{}", lines.collect::<Vec<_>>().join("\n"));
    }
}

impl Counts {
    /// Compares the words of spellings. Each level is an option of the assembler.
    fn add(
        &mut self,
        (assembler, disassembler): (&Assembler, &Disassembler),
        target: Target,
        all: &[One],
        levels: &[&str],
    ) {
        let target = target.to_string();
        for (number, batch) in all.chunks(KERNELS).enumerate() {
            for level in levels {
                let name = format!("words_{target}_{number}{level}.ptx");
                let (.., cubin) = assemble(assembler, &target, batch, One::kernel, &name, &[level]);
                self.compare(disassembler, &cubin, &format!("{name}.cubin"));
            }
        }
    }
}

/// Compares the words of at most `most` spellings of a row.
fn compare(chips: &[u16], levels: &[&str], most: usize) -> Option<Counts> {
    let assembler = Assembler::find()?;
    let disassembler = Disassembler::find(&assembler)?;
    let tools = (&assembler, &disassembler);
    let mut counts = Counts::default();
    for target in chips.iter().map(|sm| Target::sm(*sm)) {
        counts.add(tools, target, &spellings(target, None, most), levels);
    }
    for (target, all) in own_spellings(most) {
        counts.add(tools, target, &all, levels);
    }
    Some(counts)
}

#[test]
fn words_are_decoded_as_the_disassembler_prints_them() {
    if let Some(counts) = compare(&[80, 120], &["-O3"], 1) {
        counts.finish();
    }
}

#[test]
fn products_are_decoded_as_the_disassembler_prints_them() {
    let Some(assembler) = Assembler::find() else { return };
    let Some(disassembler) = Disassembler::find(&assembler) else { return };
    let mut counts = Counts::default();
    for target in ["sm_75", "sm_80", "sm_89", "sm_90", "sm_100a", "sm_120a"] {
        let name = format!("product_words_{target}.ptx");
        let all = products(target, 25);
        let (.., cubin) = assemble(&assembler, target, &all, Product::kernel, &name, &["-O3"]);
        counts.compare(&disassembler, &cubin, &format!("{name}.cubin"));
    }
    counts.finish();
}

#[test]
#[ignore = "a million words: takes half an hour"]
fn a_million_words_are_decoded_as_the_disassembler_prints_them() {
    let chips = [75, 80, 86, 89, 90, 100, 103, 120, 121];
    if let Some(counts) = compare(&chips, &["-O0", "-O3"], 40) {
        assert!(counts.words > 1_000_000, "{} words", counts.words);
        counts.finish();
    }
}
