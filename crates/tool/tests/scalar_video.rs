//! Tests scalar video instructions. Compares results with recorded results of the machine code that ptxas emits. Also
//! compares the result of every spelling, on random operands and selectors, with the crate `referee`, which computes in
//! wide integers.

use ptx_isa::operand::Operand;
use ptx_isa::{Dialect, Form, Selection, forms};
use ptx_tool::eval::batch::answer;
use ptx_tool::eval::functions::Prepared;
use referee::Reference;
use std::fmt::Write;
use test_support::sample;

const VECTORS: &str = include_str!("scalar_video.tsv");
const MNEMONICS: [&str; 9] =
    ["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset"];
const PARTS: [&str; 7] = ["", "b0", "b1", "b2", "b3", "h0", "h1"];

/// Words near the limits of bytes, halves, words and shift amounts.
const LIMITS: [u32; 20] = [
    0,
    1,
    2,
    7,
    0x1f,
    0x20,
    0x21,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_8000,
    0xffff_ff80,
    0xffff_ffff,
];

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn word(&mut self) -> u64 {
        match self.below(8) {
            0..4 => LIMITS[self.below(LIMITS.len())].into(),
            4 => self.below(1 << 16) as u64,
            _ => (self.below(1 << 16) << 16 | self.below(1 << 16)) as u64,
        }
    }
}

#[test]
fn emitted_code_gives_these_results() {
    let (mut lines, mut expected) = (String::new(), String::new());
    for row in VECTORS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = row.split('\t').collect();
        let [instruction, a, b, c, d] = fields[..] else { panic!("five columns: {row}") };
        let _ = write!(lines, "sm_80\t{instruction}\t{a}\t{b}");
        let _ =
            if instruction.matches(", ").count() == 3 { write!(lines, "\t{c}") } else { Ok(()) };
        lines.push('\n');
        let _ = writeln!(expected, "{d}");
    }
    let mut output = Vec::new();
    answer(lines.as_bytes(), &mut output, &Dialect::default()).expect("a vector");
    let output = String::from_utf8(output).expect("UTF-8");
    for ((line, found), expected) in lines.lines().zip(output.lines()).zip(expected.lines()) {
        assert_eq!(found, expected, "{line}");
    }
    assert_eq!(output.lines().count(), 938);
}

fn named(word: &str) -> Operand {
    match word {
        "" => Operand::Host,
        word => Operand::Lanes { of: Box::new(Operand::Host), word: word.into() },
    }
}

/// Returns operands of a form with random selectors, such as `.b2`, and random minus signs.
fn operands(form: &Form, random: &mut Random) -> Vec<Operand> {
    let mut operands = vec![Operand::Host; form.operands.len()];
    if !form.operands[0].suffix().is_empty() {
        operands[0] = named(PARTS[1 + random.below(6)]);
    }
    operands[1] = named(PARTS[random.below(7)]);
    operands[2] = named(PARTS[random.below(7)]);
    let signs = if form.mnemonic == "vmad" && form.slots[3].words != ["po"] { 6 } else { 1 };
    // PTX does not allow that both the product a * b and c are negated. Negating a and b does not negate the product.
    let negated: &[usize] = [&[][..], &[1], &[2], &[1, 2], &[3], &[1, 2, 3]][random.below(signs)];
    for i in negated {
        let inner = std::mem::replace(&mut operands[*i], Operand::Host);
        operands[*i] = Operand::Negated(Box::new(inner));
    }
    operands
}

#[test]
fn every_spelling_agrees_with_wide_integers() {
    let mut random = Random(0x5eed_0123_4567_89ab);
    let (mut spellings, choices) = (0, sample(4000, 50));
    for form in MNEMONICS.iter().flat_map(|mnemonic| forms::family(mnemonic)) {
        for words in form.spellings() {
            let selection = Selection { form, modifiers: form.spelt(&words).expect("a spelling") };
            for _ in 0..choices {
                let operands = operands(form, &mut random);
                let computation = selection.computation_on(&operands, &Dialect::default());
                let computation = computation.expect("a computation");
                let prepared = Prepared::new(&computation).expect("a function");
                let sources = form.operands.len() - 1;
                let reference = Reference::of(&computation.value, sources).expect("a reference");
                for _ in 0..20 {
                    let mut x = [0; referee::WORDS];
                    x[..sources].fill_with(|| random.word());
                    let found = prepared.compute(&x[..sources], false).expect("a result");
                    let expected = reference.compute(&x)[0];
                    assert_eq!(
                        found.bits(),
                        [expected],
                        "{} {operands:?} {x:x?}",
                        selection.spelling()
                    );
                }
            }
            spellings += 1;
        }
    }
    assert_eq!(spellings, 776);
}
