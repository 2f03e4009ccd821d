//! Runs every spelling of `mma` on the registers of two warps, and compares D with `ptx_core::mma::warp`. The kernels
//! compute by places of elements and by blocks, `warp` by the function of the form.

use crate::bulk::Random;
use ptx_core::Sm;
use ptx_core::mma::{Form, Lanes, Operand, Type, Warp, warp};
use ptx_isa::forms;
use ptx_isa::{Dialect, Selection, Target, Version};
use ptx_run::{Grid, Kernel, Memory, Module, Options};
use test_support::{is_full, sample};

/// The targets. A spelling runs on each target that has it, and in a quick run on one of them.
const TARGETS: [(&str, u16); 6] =
    [("sm_70", 70), ("sm_75", 75), ("sm_80", 80), ("sm_89", 89), ("sm_90a", 90), ("sm_120a", 120)];
const WARPS: usize = 2;
const LANES: usize = 32;

/// Returns the numbers of exponent bits, fraction bits and ignored low bits of a float type.
fn layout(ty: Type, bits: u32) -> Option<(u32, u32, u32)> {
    Some(match ty {
        Type::F16 => (5, 10, 0),
        Type::Bf16 => (8, 7, 0),
        Type::Tf32 | Type::F32 => (8, 23, 0),
        Type::F64 => (11, 52, 0),
        Type::E4m3 => (4, 3, 0),
        Type::E5m2 => (5, 2, 0),
        Type::E3m2 => (3, 2, 0),
        Type::E2m3 => (2, 3, 0),
        Type::E2m1 => (2, 1, if bits == 4 { 0 } else { 2 }),
        _ => return None,
    })
}

fn bits_of(random: &mut Random) -> u64 {
    random.below(1 << 32) << 32 | random.below(1 << 32)
}

/// Returns the bits of a register: random bits, or elements with exponents near that of 1.
fn register(form: Form, operand: Operand, is_usual: bool, random: &mut Random) -> u64 {
    let (ty, bits) = (form.element_type(operand), form.element_bits(operand));
    let width = if ty == Type::F64 { 64 } else { 32 };
    let word = bits_of(random) & (u64::MAX >> (64 - width));
    let Some((exponent, fraction, shift)) = layout(ty, bits).filter(|_| is_usual) else {
        return word;
    };
    let mask = (1 << exponent) - 1;
    (0..width / bits).fold(word, |word, i| {
        let at = i * bits + fraction + shift;
        let new = (mask / 2 + random.below(3)).saturating_sub(1).min(mask);
        word & !(mask << at) | new << at
    })
}

/// The registers of the lanes of a warp.
struct Operands {
    /// The registers of A, B and C.
    factors: [Vec<Lanes>; 3],
    metadata: Lanes,
    scales: [Lanes; 2],
    /// The byte and thread selectors of the scales of A and B.
    ids: [[u16; 2]; 2],
}

impl Operands {
    fn new(form: Form, is_usual: bool, random: &mut Random) -> Self {
        let mut lanes = |operand| -> Lanes {
            std::array::from_fn(|_| register(form, operand, is_usual, random))
        };
        let mut factor = |operand| {
            let count = form.registers(operand).expect("the form is `mma`");
            (0..count).map(|_| lanes(operand)).collect()
        };
        let factors = [Operand::A, Operand::B, Operand::C].map(&mut factor);
        // A quarter of the scales of usual operands are random. The others are near 1.
        let usual = if form.kind() == Some(ptx_core::mma::Kind::Mxf4nvf4) { 0x38 } else { 0x7f };
        let mut scale = || -> Lanes {
            std::array::from_fn(|_| {
                let word = random.below(1 << 32);
                let near = usual * 0x0101_0101 + (word & 0x0101_0101);
                if is_usual && random.below(4) != 0 { near } else { word }
            })
        };
        let scales = [scale(), scale()];
        let metadata = std::array::from_fn(|_| random.below(1 << 32));
        let ids = [[0; 2]; 2].map(|id| id.map(|_: u16| random.below(8) as u16));
        Self { factors, metadata, scales, ids }
    }

    /// Returns the words of a lane, in the order in which the kernel loads them.
    fn words(&self, lane: usize, is_double: bool) -> Vec<u32> {
        let extras = [self.metadata[lane], self.scales[0][lane], self.scales[1][lane]];
        let ids = self.ids.as_flattened().iter().map(|id| u64::from(*id));
        let narrow = extras.into_iter().chain(ids).map(|word| word as u32);
        let factors = self.factors.iter().flatten().map(|lanes| lanes[lane]);
        let words = factors.flat_map(|word| [word as u32, (word >> 32) as u32]);
        narrow.chain([0]).chain(words.step_by(if is_double { 1 } else { 2 })).collect()
    }
}

/// The number of words of a lane before the registers of A.
const EXTRAS: usize = 8;

/// Returns the text of a kernel that runs an instruction, and the sparsity selector.
fn kernel(selection: &Selection, form: Form, target: &str, random: &mut Random) -> (String, u32) {
    let (mut number, mut loads, mut texts, mut stores) =
        (0, String::new(), Vec::new(), String::new());
    let is_double = form.element_type(Operand::A) == Type::F64;
    let bytes = if is_double { 8 } else { 4 };
    let mut at = 4 * EXTRAS;
    for i in 0..4 {
        let ty = selection.operand_type(i).expect("a matrix has a type");
        let (letter, ty) = match ty {
            ptx_isa::Type::F64 => ("fd", "f64"),
            ptx_isa::Type::F32 => ("f", "f32"),
            _ => ("r", "b32"),
        };
        let operand = [Operand::D, Operand::A, Operand::B, Operand::C][i];
        let count = form.registers(operand).expect("the form is `mma`");
        let mut names = Vec::new();
        for k in 0..usize::from(count) {
            names.push(format!("%{letter}{number}"));
            if i == 0 {
                stores += &format!("st.global.{ty} [%rd4+{}], %{letter}{number};\n", k * bytes);
            } else {
                loads += &format!("ld.global.{ty} %{letter}{number}, [%rd3+{at}];\n");
                at += bytes;
            }
            number += 1;
        }
        texts.push(format!("{{{}}}", names.join(", ")));
    }
    let mut selector = 0;
    if form.is_sparse() {
        let most = selection.operands().nth(5).map_or(0, |slot| match slot.literals {
            ptx_isa::forms::Literals::Only(numbers) => {
                (0..4).take_while(|number| numbers.has(*number)).count() as u64
            }
            _ => 1,
        });
        selector = random.below(most) as u32;
        texts.extend(["%r50".into(), selector.to_string()]);
    }
    if form.scales().is_some() {
        texts.extend(["%r51", "{%rs1, %rs2}", "%r52", "{%rs3, %rs4}"].map(String::from));
    }
    let words = selection.modifiers.iter().flatten().map(|word| format!(".{word}"));
    let instruction = format!("mma{} {}", words.collect::<String>(), texts.join(", "));
    let text = format!(
        ".version 8.8\n.target {target}\n.address_size 64
        .visible .entry k(.param .u64 p, .param .u64 o) {{
        .reg .b32 %r<60>; .reg .f32 %f<60>; .reg .f64 %fd<60>; .reg .b64 %rd<9>; .reg .b16 %rs<9>;
        ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [o]; mov.u32 %r59, %tid.x;
        mul.wide.u32 %rd3, %r59, {at}; add.s64 %rd3, %rd1, %rd3;
        mul.wide.u32 %rd4, %r59, 64; add.s64 %rd4, %rd2, %rd4;
        ld.global.b32 %r50, [%rd3]; ld.global.b32 %r51, [%rd3+4]; ld.global.b32 %r52, [%rd3+8];
        ld.global.u16 %rs1, [%rd3+12]; ld.global.u16 %rs2, [%rd3+16];
        ld.global.u16 %rs3, [%rd3+20]; ld.global.u16 %rs4, [%rd3+24];
        {loads}
        {instruction};
        {stores} ret; }}"
    );
    (text, selector)
}

/// Runs a kernel in one block. Returns the words of D, 16 for each lane.
fn launch(kernel: &Kernel, words: &[u32]) -> Vec<u32> {
    let mut memory = Memory::new();
    let (p, o) = (memory.add(words), memory.add(&vec![0_u32; WARPS * LANES * 16]));
    let grid = Grid::new(1, (WARPS * LANES) as u32);
    let report = kernel.launch(grid, &[p.into(), o.into()], &mut memory, &Options::default());
    report.unwrap_or_else(|fault| panic!("{fault}"));
    memory.read(o)
}

/// Returns the words that the kernel stores for a warp.
fn expected(form: Form, sm: Sm, operands: &Operands, selector: u32) -> Vec<u32> {
    let [a, b, c] = &operands.factors;
    let Operands { metadata, scales, ids, .. } = *operands;
    let count = form.registers(Operand::D).expect("the form is `mma`").into();
    let mut d = vec![[0; LANES]; count];
    let operands = Warp { a, b, c, metadata, selector, scales, ids };
    warp(form, &operands, &mut d, sm).expect("the registers fit");
    let step = if form.element_type(Operand::D) == Type::F64 { 1 } else { 2 };
    let lane = |lane| {
        let words = d.iter().map(move |register: &Lanes| register[lane]);
        let words = words.flat_map(|word| [word as u32, (word >> 32) as u32]);
        let mut words: Vec<_> = words.step_by(step).collect();
        words.resize(16, 0);
        words
    };
    (0..LANES).flat_map(lane).collect()
}

#[test]
fn products_of_every_form_are_those_of_its_function() {
    let mut random = Random(41);
    let mut count = 0;
    for row in forms::warp("mma") {
        for words in row.spellings() {
            let Some(modifiers) = row.spelt(&words) else { continue };
            let selection = Selection { form: row, modifiers };
            let Some(form) = ptx_loops::matrix::form(&selection) else { continue };
            let is_in = |(target, _): &(&str, u16)| {
                selection.is_in(&Dialect {
                    version: Version::released("8.8"),
                    target: Target::from_word(target),
                    ..Dialect::default()
                })
            };
            let targets: Vec<_> = TARGETS.into_iter().filter(is_in).collect();
            let (first, step) =
                if is_full() { (0, 1) } else { (count % targets.len().max(1), TARGETS.len()) };
            for (target, sm) in targets.into_iter().skip(first).step_by(step) {
                count += 1;
                let (text, selector) = kernel(&selection, form, target, &mut random);
                let module = Module::new("test.ptx", text.as_str());
                let module = module.unwrap_or_else(|error| panic!("{error}\n{text}"));
                let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}\n{text}"));
                for is_usual in [false, true, true] {
                    let all: [Operands; WARPS] =
                        std::array::from_fn(|_| Operands::new(form, is_usual, &mut random));
                    let is_double = form.element_type(Operand::A) == Type::F64;
                    let lanes = all.iter().flat_map(|one| (0..LANES).map(move |i| (one, i)));
                    let words: Vec<u32> =
                        lanes.flat_map(|(one, lane)| one.words(lane, is_double)).collect();
                    let found = launch(&kernel, &words);
                    let of_warp = |one| expected(form, Sm(sm), one, selector);
                    let expected: Vec<u32> = all.iter().flat_map(of_warp).collect();
                    assert_eq!(
                        found,
                        expected,
                        "{words:?} on {target}",
                        words = selection.modifiers
                    );
                }
            }
        }
    }
    assert!(count > sample(500, 5), "{count}");
}
