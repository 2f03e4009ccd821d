//! Compares `mma` with its machine code.

use crate::assembler::Assembler;
use crate::forms::assemble;
use ptx_core::mma::{Form, Operand, Type};
use ptx_isa::forms::{self, Literals, Numbers};
use ptx_isa::{Dialect, Selection, Target, Type as Register};
use ptx_loops::matrix;
use ptx_run::{Grid, Memory, Module, Options};
use test_support::is_full;

/// The number of threads. Each warp has operands of another kind.
const THREADS: usize = 128;
const WARP: usize = 32;
/// The number of words of a thread.
const WORDS: usize = 64;

/// An `mma` instruction.
pub(crate) struct Product {
    text: String,
    form: Form,
    /// The type of the registers of each operand and their number. D is the first.
    operands: Vec<(Register, usize)>,
}

/// Returns the next number of a sequence (splitmix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Returns the name of register `k` of an operand.
fn register(operand: usize, k: usize) -> String {
    format!("%v{operand}_{k}")
}

/// Returns the type in the declarations, loads and stores of a register.
fn plain(ty: Register) -> &'static str {
    match ty {
        Register::F32 => "f32",
        Register::F64 => "f64",
        _ => "b32",
    }
}

/// Returns the number of words of a register.
fn words(ty: Register) -> usize {
    if ty == Register::F64 { 2 } else { 1 }
}

impl Product {
    /// Returns the instruction of a selection. `state` chooses the literals.
    fn new(selection: &Selection, state: &mut u64) -> Option<Self> {
        let mut any = |numbers: Numbers| {
            let all: Vec<_> = (0..4).filter(|one| numbers.has(*one)).collect();
            all[next(state) as usize % all.len()]
        };
        let (mut operands, mut texts) = (Vec::new(), Vec::new());
        for (i, slot) in selection.operands().enumerate() {
            texts.push(match slot.literals {
                Literals::Only(numbers) => any(numbers).to_string(),
                Literals::Each([first, second]) => {
                    format!("{{{}, {}}}", any(first), any(second))
                }
                _ => {
                    let elements = selection.elements(slot);
                    let count = elements.unwrap_or(1) as usize;
                    let all: Vec<_> = (0..count).map(|k| register(operands.len(), k)).collect();
                    operands.push((selection.operand_type(i)?, count));
                    let all = all.join(", ");
                    if elements.is_some() { format!("{{{all}}}") } else { all }
                }
            });
        }
        let text = format!("{} {};", selection.spelling(), texts.join(", "));
        Some(Self { text, form: matrix::form(selection)?, operands })
    }

    /// Returns a kernel on one line.
    pub(crate) fn kernel(&self, name: &str) -> String {
        let row = 4 * WORDS;
        let mut text = format!(
            ".visible .entry {name}(.param .u64 p) {{ .reg .b64 %a; .reg .b32 %t; \
             ld.param.u64 %a, [p]; mov.u32 %t, %tid.x; mad.wide.u32 %a, %t, {row}, %a;"
        );
        let (mut at, mut stores) = (0, String::new());
        for (i, (ty, count)) in self.operands.iter().enumerate() {
            let access = plain(*ty);
            for k in 0..*count {
                let register = register(i, k);
                text += &format!(" .reg .{access} {register};");
                match i {
                    0 => stores += &format!(" st.global.{access} [%a+{at}], {register};"),
                    _ => text += &format!(" ld.global.{access} {register}, [%a+{at}];"),
                }
                at += 4 * words(*ty);
            }
        }
        format!("{text} {}{stores} ret; }}", self.text)
    }

    /// Returns the words of all threads.
    fn words(&self, seed: u64) -> Vec<u32> {
        let mut state = seed;
        let mut all = vec![0; THREADS * WORDS];
        for (thread, row) in all.chunks_exact_mut(WORDS).enumerate() {
            let mut row = row.iter_mut();
            for (i, (ty, count)) in self.operands.iter().enumerate() {
                for _ in 0..*count {
                    let word = self.register(i, thread / WARP, &mut state);
                    let halves = [word as u32, (word >> 32) as u32];
                    (&mut row).zip(halves.into_iter().take(words(*ty))).for_each(|(to, word)| {
                        *to = word;
                    });
                }
            }
        }
        all
    }

    /// Returns a register of an operand.
    fn register(&self, operand: usize, kind: usize, state: &mut u64) -> u64 {
        let place = match operand {
            1 => Operand::A,
            2 => Operand::B,
            3 => Operand::C,
            4 if self.form.is_sparse() => return self.metadata(state),
            // Scales near 1, and in one warp all scales.
            _ if kind == 0 => return next(state),
            _ => return ((next(state) & 0x0707_0707) + 0x7b7b_7b7b) & 0x7f7f_7f7f,
        };
        let (ty, bits) = (self.form.element_type(place), self.form.element_bits(place));
        let mut word = 0;
        for low in (0..bits.max(32)).step_by(bits as usize) {
            word |= (element(ty, kind, state) & (u64::MAX >> (64 - bits))) << low;
        }
        word
    }

    /// Returns a word of metadata, whose digits name two places each.
    fn metadata(&self, state: &mut u64) -> u64 {
        let digits: &[u64] = match self.form.element_type(Operand::A) {
            Type::Tf32 => &[0x4, 0xe],
            _ if self.text.contains("ordered") => &[0x4, 0x8, 0x9, 0xc, 0xd, 0xe],
            _ => &[0x4, 0x8, 0x9, 0xc, 0xd, 0xe, 0x1, 0x2, 0x3, 0x6, 0x7, 0xb],
        };
        let digit = |_| digits[next(state) as usize % digits.len()];
        (0..8).map(digit).fold(0, |word, digit| word << 4 | digit)
    }
}

/// Returns an element: any bits, a number near 1, a special number, or, most times, a number near 1.
fn element(ty: Type, kind: usize, state: &mut u64) -> u64 {
    const HALVES: [u64; 8] = [0, 0x8000, 1, 0x7c00, 0xfc00, 0x7e01, 0x7bff, 0x83ff];
    const BRAINS: [u64; 8] = [0, 0x8000, 1, 0x7f80, 0xff80, 0x7fc1, 0x7f7f, 0x807f];
    const FLOATS: [u64; 8] =
        [0, 1 << 31, 1, 0x7f80_0000, 0xff80_0000, 0x7fa0_0001, 0x7f7f_ffff, 0x807f_ffff];
    const DOUBLES: [u64; 8] = [
        0,
        1 << 63,
        1,
        0x7ff << 52,
        0xfff << 52,
        0x7ff4 << 48 | 5,
        (0x7ff << 52) - 1,
        0x800f << 48,
    ];
    const INTEGERS: [u64; 4] = [0x7fff_ffff, 0x8000_0000, u64::MAX, 0];
    let random = next(state);
    let place = (random >> 56) as usize % 8;
    let is_special = kind == 2 || kind == 3 && (random >> 48).is_multiple_of(8);
    match ty {
        _ if kind == 0 => random,
        Type::F16 if is_special => HALVES[place],
        Type::F16 => random & 0x83ff | (12 + random % 7) << 10,
        Type::Bf16 if is_special => BRAINS[place],
        Type::Bf16 => random & 0x807f | (123 + random % 9) << 7,
        Type::F32 | Type::Tf32 if is_special => FLOATS[place],
        Type::F32 | Type::Tf32 => random & 0x807f_ffff | (121 + random % 13) << 23,
        Type::F64 if is_special => DOUBLES[place],
        Type::F64 => random & 0x800f_ffff_ffff_ffff | (1010 + random % 27) << 52,
        Type::S32 if is_special => INTEGERS[place % 4],
        Type::E4m3 | Type::E5m2 if !is_special => random & 0x9f | 0x20,
        _ => random,
    }
}

/// Returns the words of all threads after a launch.
fn launch(module: &Module, name: &str, words: &[u32], options: &Options) -> Vec<u32> {
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let p = memory.add(words);
    let grid = Grid::new(1, THREADS as u32);
    let launched = kernel.launch(grid, &[p.into()], &mut memory, options);
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    memory.read(p)
}

/// Returns the instructions that a target has, of which at most `most` belong to a row.
pub(crate) fn products(target: &str, most: usize) -> Vec<Product> {
    let dialect = Dialect { target: Target::from_word(target), ..Dialect::default() };
    let mut state = 1;
    let mut all = Vec::new();
    for (i, form) in forms::warp("mma").iter().enumerate() {
        let spellings = form.spellings();
        let step = spellings.len().div_ceil(most).max(1);
        for words in spellings.iter().skip(i % step).step_by(step) {
            let modifiers = form.spelt(words).expect("a spelling of the form");
            let selection = Selection { form, modifiers };
            if selection.is_in(&dialect) {
                all.extend(Product::new(&selection, &mut state));
            }
        }
    }
    all
}

/// Compares the instructions of a target with their machine code. Returns the differences.
fn compare(assembler: &Assembler, target: &str, most: usize, level: &str) -> Vec<String> {
    let all = products(target, most);
    let name = format!("products_{target}{level}.ptx");
    let (rest, text, cubin) = assemble(assembler, target, &all, Product::kernel, &name, &[level]);
    assert_eq!(rest.len(), all.len(), "{target}: the assembler rejects instructions");
    let ptx = Module::new("products.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
    let machine = Module::from_cubin("products.cubin", &cubin).expect("a cubin");
    let difference = |(i, one): (usize, &&Product)| {
        let (name, words) = (format!("k{i}"), one.words(i as u64));
        let [plain, strict] = [Options::default(), Options::default().strict(true)];
        let expected = launch(&ptx, &name, &words, &plain);
        let options = if level == "-O0" { strict } else { plain };
        let found = launch(&machine, &name, &words, &options);
        assert!(expected != words, "{}: no element changed", one.text);
        let at = (0..words.len()).find(|at| expected[*at] != found[*at])?;
        let (thread, word) = (at / WORDS, at % WORDS);
        let (expected, found) = (expected[at], found[at]);
        let place = format!("thread {thread}, word {word}");
        Some(format!(
            "{target} {level} {}: {place}: PTX {expected:x}, machine code {found:x}",
            one.text
        ))
    };
    rest.iter().enumerate().filter_map(difference).collect()
}

#[test]
fn products_equal_their_machine_code() {
    const TARGETS: [&str; 9] =
        ["sm_75", "sm_80", "sm_90", "sm_120a", "sm_86", "sm_89", "sm_100a", "sm_110a", "sm_121a"];
    let Some(assembler) = Assembler::find() else { return };
    let (targets, most) = if is_full() { (&TARGETS[..], 25) } else { (&TARGETS[..4], 2) };
    let mut differences = Vec::new();
    for target in targets {
        for level in ["-O0", "-O3"] {
            differences.extend(compare(&assembler, target, most, level));
        }
    }
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

/// The second product reads the metadata of the first from the operand cache. The word of the instruction has a bit for it.
#[test]
fn metadata_is_reused() {
    let Some(assembler) = Assembler::find() else { return };
    let text = ".version 8.4\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {
        .reg .b64 %p; .reg .b32 %e, %a<2>, %b<2>, %c<2>, %d<2>, %i;
        ld.param.u64 %p, [p]; mov.u32 %i, %tid.x; mad.wide.u32 %p, %i, 28, %p;
        ld.global.b32 %e, [%p]; ld.global.b32 %a0, [%p+4]; ld.global.b32 %a1, [%p+8];
        ld.global.b32 %b0, [%p+12]; ld.global.b32 %b1, [%p+16];
        ld.global.b32 %c0, [%p+20]; ld.global.b32 %c1, [%p+24];
        mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%c0,%c1}, {%a0,%a1}, {%b0,%b1}, {%c0,%c1}, %e, 0;
        mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%d0,%d1}, {%a1,%a0}, {%b0,%b1}, {%a0,%a1}, %e, 0;
        st.global.b32 [%p+4], %d0; st.global.b32 [%p+8], %d1;
        st.global.b32 [%p+20], %c0; st.global.b32 [%p+24], %c1; ret; }";
    let mut state = 7;
    let mut half = || u32::from_le_bytes(next(&mut state).to_le_bytes()[..4].try_into().unwrap());
    // Metadata of which each group of four has the first two elements, and numbers of about 1.
    let x: Vec<u32> = (0..7 * 32)
        .map(|i| if i % 7 == 0 { 0x4444_4444 } else { half() & 0x83ff_83ff | 0x3c00_3c00 })
        .collect();
    let run = |module: &Module| {
        let mut memory = Memory::new();
        let buffer = memory.add(&x);
        let kernel = module.kernel("k").expect("the kernel");
        let grid = Grid::new(1, 32);
        let launched = kernel.launch(grid, &[buffer.into()], &mut memory, &Options::default());
        launched.unwrap_or_else(|fault| panic!("{fault}"));
        memory.read::<u32>(buffer)
    };
    let of_text = run(&Module::new("reused.ptx", text).expect("a valid text"));
    assert_ne!(of_text, x);
    for chip in [80, 89, 90, 120] {
        let cubin =
            assembler.cubin(text, &format!("reused_{chip}.ptx"), &[&format!("-arch=sm_{chip}")]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let module = Module::from_cubin("reused.cubin", &cubin).expect("a cubin");
        let module_of_chip = Module::new("reused.ptx", text).expect("a valid text");
        let of_chip = module_of_chip.for_target(Target::sm(chip)).expect("the text on the chip");
        assert_eq!(run(&module), run(&of_chip), "sm_{chip}");
    }
}
