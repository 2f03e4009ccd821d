//! Compares spellings of the instruction table with the machine code that they become.

use crate::assembler::Assembler;
use crate::record::{self, Counts};
use ptx_isa::forms::{self, Form, Literals, Shape};
use ptx_isa::{Dialect, Selection, Target, Type};
use ptx_run::{Grid, Memory, Module, Options};
use std::collections::BTreeMap;
use test_support::is_full;

/// The number of threads, each of which computes other operands.
const THREADS: usize = 128;

/// The number of kernels of a module.
pub(crate) const KERNELS: usize = 250;

/// An instruction with its destinations and sources.
pub(crate) struct One {
    text: String,
    /// The types of the destinations, and after them those of the sources that are registers.
    types: Vec<Type>,
    destinations: usize,
    mnemonic: &'static str,
    /// Whether the instruction reads the carry flag. Threads with an odd number then set it.
    reads_carry: bool,
    writes_carry: bool,
}

fn register(ty: Type, number: usize) -> String {
    if ty == Type::Pred { format!("%p{number}") } else { format!("%v{number}") }
}

/// Returns an operand of several registers, or of one.
fn vector(elements: Vec<String>, is_vector: bool) -> String {
    if is_vector { format!("{{{}}}", elements.join(", ")) } else { elements.join("|") }
}

/// Returns an instruction. Returns `None` if the dialect does not have the form, or if an operand is no value.
fn one(form: &'static Form, words: &[&'static str], dialect: &Dialect) -> Option<One> {
    let selection = Selection { form, modifiers: form.spelt(words)? };
    if !selection.is_in(dialect) {
        return None;
    }
    let computation = selection.computation(dialect)?;
    let reads_carry = selection.reads_flag().is_some();
    let writes_carry = computation.writes_carry.is_some();
    let mut types = selection.destination_types();
    let destinations = types.len();
    let written: Vec<_> = types.iter().enumerate().map(|(i, ty)| register(*ty, i)).collect();
    let mut texts = Vec::new();
    for (i, slot) in selection.operands().enumerate() {
        if !matches!(slot.shape, Shape::Value) {
            return None;
        }
        let elements = selection.elements(slot);
        if i == 0 {
            texts.push(vector(written.clone(), elements.is_some()) + slot.suffix());
            continue;
        }
        texts.push(match slot.literals {
            Literals::Only(numbers) => (0..=128).rev().find(|one| numbers.has(*one))?.to_string(),
            Literals::Immediate => "150".into(),
            _ => {
                let ty = selection.operand_type(i)?;
                let mut all = Vec::new();
                for _ in 0..elements.unwrap_or(1) {
                    types.push(ty);
                    all.push(register(ty, types.len() - 1));
                }
                vector(all, elements.is_some()) + slot.suffix()
            }
        });
    }
    if types.iter().any(|ty| ty.bits() > 64) {
        return None;
    }
    let words: Vec<_> = words.iter().map(|word| format!(".{word}")).collect();
    let text = format!("{}{} {};", form.mnemonic, words.concat(), texts.join(", "));
    let mnemonic = form.mnemonic;
    Some(One { text, types, destinations, mnemonic, reads_carry, writes_carry })
}

impl One {
    /// Returns a kernel on one line. Each operand has a column of `THREADS` cells of 8 bytes.
    pub(crate) fn kernel(&self, name: &str) -> String {
        let mut text = format!(
            ".visible .entry {name}(.param .u64 p) {{ .reg .b64 %a; .reg .b32 %t; .reg .b16 %h; \
             ld.param.u64 %a, [p]; mov.u32 %t, %tid.x; mad.wide.u32 %a, %t, 8, %a;"
        );
        let access = |ty: Type| ty.bits().next_power_of_two().max(8);
        for (i, ty) in self.types.iter().enumerate() {
            let at = i * 8 * THREADS;
            let register = register(*ty, i);
            if *ty == Type::Pred {
                text += &format!(" .reg .pred {register};");
                if i >= self.destinations {
                    text += &format!(
                        " ld.global.u8 %h, [%a+{at}]; and.b16 %h, %h, 1; setp.ne.u16 {register}, %h, 0;"
                    );
                }
                continue;
            }
            // Only a number of 8 bits is a register of 8 bits.
            let least = if *ty == Type::E2m1x2 { 8 } else { 16 };
            text += &format!(" .reg .b{} {register};", access(*ty).max(least));
            if i >= self.destinations {
                let sign = if ty.rust().is_signed() { 's' } else { 'u' };
                text += &format!(" ld.global.{sign}{} {register}, [%a+{at}];", access(*ty));
            }
        }
        if self.reads_carry {
            text += " .reg .b32 %ci; and.b32 %ci, %t, 1; add.cc.u32 %ci, %ci, 0xffffffff;";
        }
        text += " ";
        text += &self.text;
        if self.writes_carry {
            let at = self.types.len() * 8 * THREADS;
            text += &format!(" .reg .b32 %co; addc.u32 %co, 0, 0; st.global.u32 [%a+{at}], %co;");
        }
        for (i, ty) in self.types.iter().enumerate().take(self.destinations) {
            let at = i * 8 * THREADS;
            let register = register(*ty, i);
            text += &match *ty {
                Type::Pred => {
                    format!(" selp.u16 %h, 1, 0, {register}; st.global.u16 [%a+{at}], %h;")
                }
                ty => format!(" st.global.u{} [%a+{at}], {register};", access(ty)),
            };
        }
        text + " ret; }"
    }

    /// Returns operands: special numbers, small numbers and random bits.
    fn operands(&self, seed: u64) -> Vec<u64> {
        const SPECIAL: [u64; 24] = [
            0,
            1,
            31,
            32,
            63,
            64,
            0x8000,
            0x7c00,
            0xfc00,
            0x7e01,
            0x3c00,
            0x7f80,
            0x8000_0000,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_0001,
            0x3f80_0000,
            0x007f_ffff,
            0x7ff0_0000_0000_0000,
            0xfff0_0000_0000_0000,
            0x7ff8_0000_0000_0001,
            0x3ff0_0000_0000_0000,
            0x000f_ffff_ffff_ffff,
            u64::MAX,
        ];
        let mut state = seed | 1;
        let mut random = move || {
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            state.wrapping_mul(0x2545_f491_4f6c_dd1d)
        };
        let mut cells = Vec::new();
        for _ in 0..self.types.len() + usize::from(self.writes_carry) {
            cells.extend((0..THREADS).map(|_| match random() % 4 {
                0 => SPECIAL[(random() % 24) as usize],
                1 => random() % 64,
                // Numbers of the size of 1.
                2 => 0x3fe0_0000_3f60_3c00 ^ random() & 0x800f_ffff_80ff_83ff,
                _ => random(),
            }));
        }
        cells
    }
}

/// Returns the cells after a launch.
fn cells(module: &Module, name: &str, operands: &[u64]) -> Result<Vec<u64>, String> {
    let kernel = module.kernel(name).map_err(|error| error.to_string())?;
    let mut memory = Memory::new();
    let p = memory.add(operands);
    let grid = Grid::new(1, THREADS as u32);
    let launched = kernel.launch(grid, &[p.into()], &mut memory, &Options::default());
    launched.map_err(|fault| fault.to_string())?;
    Ok(memory.read::<u64>(p))
}

/// Returns the spellings that a target has and `other` does not have, of which at most `most` belong to a row.
pub(crate) fn spellings(target: Target, other: Option<Target>, most: usize) -> Vec<One> {
    let dialect = |target| Dialect { target: Some(target), ..Dialect::default() };
    let (dialect, other) = (dialect(target), other.map(dialect));
    let mut all = Vec::new();
    for form in forms::all() {
        let mut found = Vec::new();
        for words in form.spellings() {
            let is_new = other.as_ref().is_none_or(|other| one(form, &words, other).is_none());
            found.extend(one(form, &words, &dialect).filter(|_| is_new));
        }
        let step = found.len().div_ceil(most).max(1);
        all.extend(found.into_iter().step_by(step));
    }
    all
}

/// Returns the targets with features of their own and their spellings that other chips do not have.
pub(crate) fn own_spellings(most: usize) -> Vec<(Target, Vec<One>)> {
    let targets = [100, 103, 110, 120, 121].map(|sm| (Target::sm(sm).with_own_features(), sm));
    targets.map(|(own, sm)| (own, spellings(own, Some(Target::sm(sm)), most))).into()
}

/// Assembles a module with a kernel for each instruction. Removes the instructions that the assembler rejects. Returns the
/// others, the text and the cubin.
pub(crate) fn assemble<'o, T>(
    assembler: &Assembler,
    target: &str,
    all: &'o [T],
    kernel: impl Fn(&T, &str) -> String,
    name: &str,
    options: &[&str],
) -> (Vec<&'o T>, String, Vec<u8>) {
    let header = format!(".version 9.5\n.target {target}\n.address_size 64\n");
    let target = format!("-arch={target}");
    let options = [&[target.as_str()], options].concat();
    let mut rest: Vec<_> = all.iter().collect();
    loop {
        let kernels = rest.iter().enumerate().map(|(i, one)| kernel(one, &format!("k{i}")) + "\n");
        let text = header.clone() + &kernels.collect::<String>();
        match assembler.cubin(&text, name, &options) {
            Ok(cubin) => return (rest, text, cubin),
            // The header has three lines.
            Err(lines) => {
                let mut i = 3;
                rest.retain(|_| {
                    i += 1;
                    !lines.contains(&i)
                });
            }
        }
    }
}

/// Compares spellings for a chip. Returns the counts of each mnemonic, and the differences. Counts the messages about
/// instructions that are not supported in `missing`.
fn compare(
    assembler: &Assembler,
    target: Target,
    all: &[One],
    missing: &mut BTreeMap<String, usize>,
) -> (BTreeMap<&'static str, Counts>, Vec<String>) {
    let (mut counts, mut different) = (BTreeMap::<_, Counts>::new(), Vec::new());
    let target = target.to_string();
    for (number, batch) in all.chunks(KERNELS).enumerate() {
        let name = format!("forms_{target}_{number}.ptx");
        let (batch, text, cubin) =
            assemble(assembler, &target, batch, One::kernel, &name, &["-fmad=false"]);
        let ptx = Module::new("forms.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
        let machine = Module::from_cubin("forms.cubin", &cubin).expect("a cubin");
        for (i, one) in batch.iter().enumerate() {
            let name = format!("k{i}");
            let operands = one.operands(0x9e37_79b9 * (i as u64 + 1));
            let expected = cells(&ptx, &name, &operands)
                .unwrap_or_else(|fault| panic!("{}: {fault}", one.text));
            let count = counts.entry(one.mnemonic).or_default();
            count.assembled += 1;
            match cells(&machine, &name, &operands) {
                Ok(found) if found == expected => count.equal += 1,
                Ok(found) => {
                    count.different += 1;
                    let at = (0..found.len()).find(|at| found[*at] != expected[*at]).unwrap_or(0);
                    let sources: Vec<_> = operands
                        .iter()
                        .skip(at % THREADS)
                        .step_by(THREADS)
                        .map(|one| format!("{one:x}"))
                        .collect();
                    different.push(format!(
                        "{target}: `{}` on {}: PTX {:x}, machine code {:x}",
                        one.text,
                        sources[one.destinations..].join(" "),
                        expected[at],
                        found[at]
                    ));
                }
                Err(error) => {
                    for line in error.lines() {
                        let name = line.split('`').nth(1).unwrap_or(line);
                        *missing
                            .entry(format!(
                                "{target} {name}, as in `{}`",
                                one.text.split(' ').next().unwrap_or_default()
                            ))
                            .or_default() += 1;
                    }
                }
            }
        }
    }
    (counts, different)
}

#[test]
fn spellings_equal_their_machine_code() {
    let Some(assembler) = Assembler::find() else { return };
    let (chips, most): (&[u16], usize) = match is_full() {
        true => (&[75, 80, 90, 100, 120], 40),
        false => (&[90], 2),
    };
    let mut all = BTreeMap::new();
    let mut differences = Vec::new();
    for sm in chips {
        let mut missing = BTreeMap::new();
        let target = Target::sm(*sm);
        let (counts, different) =
            compare(&assembler, target, &spellings(target, None, most), &mut missing);
        let equal: usize = counts.values().map(|count| count.equal).sum();
        println!("sm_{sm}: {equal} spellings are equal");
        missing.iter().for_each(|(what, count)| println!("not supported: {what} ({count})"));
        different.iter().for_each(|what| println!("different: {what}"));
        assert!(equal > missing.values().sum(), "more spellings are not supported than equal");
        differences.extend(different);
        all.extend(counts.into_iter().map(|(mnemonic, counts)| ((mnemonic, *sm), counts)));
    }
    if is_full() {
        record::compare(&all, &assembler.version());
    }
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn own_spellings_equal_their_machine_code() {
    let Some(assembler) = Assembler::find() else { return };
    let (mut missing, mut differences) = (BTreeMap::new(), Vec::new());
    for (target, all) in own_spellings(if is_full() { usize::MAX } else { 2 }) {
        let (counts, different) = compare(&assembler, target, &all, &mut missing);
        let equal: usize = counts.values().map(|count| count.equal).sum();
        println!("{target}: {equal} of {} spellings are equal", all.len());
        differences.extend(different);
    }
    assert!(missing.is_empty(), "not supported: {missing:#?}");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}
