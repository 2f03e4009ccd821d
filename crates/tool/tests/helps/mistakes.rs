//! Generates texts with one mistake each: an instruction of the table with typed registers, and one change of a word, an
//! operand, a sign or a directive.

use ptx_isa::forms::{self, Effect, Literals, OperandSlot, Shape};
use ptx_isa::{Form, Selection, Type};

/// A generator of numbers (SplitMix64). The numbers are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or_default()
    }

    fn of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

/// The texts with mistakes.
pub(super) struct Mistakes {
    numbers: Numbers,
    left: usize,
    forms: Vec<&'static Form>,
    vocabulary: Vec<&'static str>,
}

impl Mistakes {
    pub(super) fn new(count: usize) -> Self {
        let is_plain = |form: &&Form| {
            let is_control = matches!(
                form.effect(),
                Some(Effect::Call | Effect::Jump | Effect::Switch | Effect::Return)
            );
            !is_control && form.newest_dialect().is_some()
        };
        let mut vocabulary: Vec<_> = forms::every()
            .flat_map(|form| form.slots)
            .flat_map(|slot| slot.words)
            .copied()
            .collect();
        vocabulary.sort_unstable();
        vocabulary.dedup();
        vocabulary
            .extend(["i32", "float", "double", "half", "int", "v3", "rne", "saturate", "foo"]);
        let forms = forms::every().filter(is_plain).collect();
        Self { numbers: Numbers(7), left: count, forms, vocabulary }
    }
}

impl Iterator for Mistakes {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.left = self.left.checked_sub(1)?;
        let form = self.forms[self.numbers.below(self.forms.len())];
        let words = form.shortest();
        let modifiers = form.spelt(&words).unwrap_or_default();
        let selection = Selection { form, modifiers };
        let operands = selection.operands().enumerate();
        let mut written = Written {
            guard: String::new(),
            mnemonic: form.mnemonic.into(),
            words: words.iter().map(ToString::to_string).collect(),
            operands: operands.map(|(i, slot)| operand(&selection, i, slot)).collect(),
            end: ";".into(),
        };
        let dialect = form.newest_dialect()?;
        let (version, mut target) = (dialect.version?.to_string(), dialect.target?.to_string());
        self.change(&mut written, &mut target);
        Some(format!(
            ".version {version}\n.target {target}\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n    \
             {REGISTERS}\n    {}\n    ret;\n}}\n",
            written.text()
        ))
    }
}

/// The registers that each text declares.
const REGISTERS: &str = ".reg .pred %p<9>; .reg .b8 %c<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; \
                         .reg .f32 %f<9>; .reg .f64 %fd<9>; .reg .b128 %q<9>; .shared .b32 buf[64];";

/// An instruction as text, in parts.
struct Written {
    guard: String,
    mnemonic: String,
    words: Vec<String>,
    operands: Vec<String>,
    end: String,
}

impl Written {
    fn text(&self) -> String {
        let words: String = self.words.iter().map(|word| format!(".{word}")).collect();
        let operands = self.operands.join(", ");
        format!("{}{}{words} {operands}{}", self.guard, self.mnemonic, self.end)
    }
}

/// Returns a register of a type.
fn register(ty: Type, i: usize) -> String {
    let prefix = match (ty, ty.bits()) {
        (Type::Pred, _) => "%p",
        (Type::F32, _) => "%f",
        (Type::F64, _) => "%fd",
        (_, ..=8) => "%c",
        (_, 16) => "%h",
        (_, 32) => "%r",
        (_, 64) => "%rd",
        _ => "%q",
    };
    format!("{prefix}{i}")
}

/// Returns an operand that fits a slot.
fn operand(selection: &Selection, i: usize, slot: &OperandSlot) -> String {
    let address = || {
        if selection.modifiers.iter().flatten().any(|word| word.starts_with("shared")) {
            "[buf]"
        } else {
            "[%rd1]"
        }
    };
    let ty = selection.operand_type(i).unwrap_or(Type::B64);
    let number = |numbers: ptx_isa::forms::Numbers| {
        (0..=4096).find(|number| numbers.has(*number)).unwrap_or_default().to_string()
    };
    let one = |i: usize| match slot.literals {
        Literals::Immediate => "1".into(),
        Literals::Only(numbers) => number(numbers),
        _ => register(ty, i % 9),
    };
    match (slot.shape, selection.elements(slot)) {
        (Shape::Address, _) => address().into(),
        (Shape::Tensor, count) => {
            let all: Vec<_> = (0..count.unwrap_or(1)).map(|i| format!("%r{i}")).collect();
            format!("[%rd1, {{{}}}]", all.join(", "))
        }
        (Shape::Sink, _) => "_".into(),
        (Shape::Value | Shape::Pointer, Some(count)) => {
            let all: Vec<_> = (0..count as usize).map(one).collect();
            format!("{{{}}}", all.join(", "))
        }
        (Shape::Pointer, None) => "%rd1".into(),
        _ => {
            let first = one(i + 1);
            let second = slot.name.contains('|') && !slot.name.contains("{|");
            let lanes = slot.suffix();
            if second { format!("{first}|%p0{lanes}") } else { format!("{first}{lanes}") }
        }
    }
}

impl Mistakes {
    /// Makes one mistake.
    fn change(&mut self, written: &mut Written, target: &mut String) {
        let numbers = &mut self.numbers;
        let word = numbers.below(written.words.len());
        let operand = numbers.below(written.operands.len());
        match numbers.below(24) {
            0 if !written.words.is_empty() => drop(written.words.remove(word)),
            1 if !written.words.is_empty() => {
                let again = written.words[word].clone();
                written.words.insert(word, again);
            }
            2 if written.words.len() > 1 => {
                let next = (word + 1) % written.words.len();
                written.words.swap(word, next);
            }
            3 | 4 if !written.words.is_empty() => {
                written.words[word] = numbers.of(&self.vocabulary).into();
            }
            5 => {
                let new = numbers.of(&self.vocabulary);
                written.words.insert(word, new.into());
            }
            6 | 7 if !written.words.is_empty() => {
                written.words[word] = misspelt(numbers, &written.words[word]);
            }
            8 => written.mnemonic = misspelt(numbers, &written.mnemonic),
            9 if !written.operands.is_empty() => drop(written.operands.remove(operand)),
            10 if !written.operands.is_empty() => {
                let again = written.operands[operand].clone();
                written.operands.insert(operand, again);
            }
            11 if written.operands.len() > 1 => {
                let other = (operand + 1) % written.operands.len();
                written.operands.swap(operand, other);
            }
            12 | 13 if !written.operands.is_empty() => {
                let all = [
                    "%p1", "%c1", "%h1", "%r1", "%rd1", "%f1", "%fd1", "%q1", "%tid.x", "%tid",
                    "buf", "_",
                ];
                written.operands[operand] = numbers.of(&all).into();
            }
            14 | 15 if !written.operands.is_empty() => {
                let all = [
                    "1",
                    "-1",
                    "1.0",
                    "0f3F800000",
                    "0d3FF0000000000000",
                    "0x7fffffff",
                    "1.0f",
                    "1e3",
                    "017",
                    "08",
                    "M_PI",
                    "inf",
                    "true",
                    "300",
                    "-%r1",
                    "-%f1",
                    "!%p1",
                    "%r1 + %r2",
                    "%f1.x",
                    "'a'",
                    "1_000",
                    "10UL",
                ];
                written.operands[operand] = numbers.of(&all).into();
            }
            16 if !written.operands.is_empty() => {
                let text = &mut written.operands[operand];
                *text = match text.starts_with(['[', '{']) {
                    true => text.trim_matches(['[', ']', '{', '}']).into(),
                    false if numbers.below(2) == 0 => format!("[{text}]"),
                    false => format!("{{{text}}}"),
                };
            }
            17 if !written.operands.is_empty() => {
                let all = [
                    "%f99",
                    "%undeclared",
                    "x",
                    "%rd",
                    "f1",
                    "[%rd99]",
                    "[missing]",
                    "[%r1]",
                    "[%rd1 + %r1]",
                ];
                written.operands[operand] = numbers.of(&all).into();
            }
            18 => {
                written.guard = numbers
                    .of(&["@%r1 ", "@p ", "%p1 ", "!%p1 ", "@!!%p1 ", "@(%p1) ", "if (%p1) "])
                    .into()
            }
            19 => {
                written.guard = numbers.of(&["@%p1 ", "@!%p2 "]).into();
                if let Some(word) = written.words.last_mut() {
                    *word = misspelt(numbers, word);
                }
            }
            20 => written.end = numbers.of(&["", ",", ":", " @%p1;"]).into(),
            21 | 22 => {
                *target = numbers
                    .of(&["sm_20", "sm_35", "sm_53", "sm_70", "sm_80", "sm_90", "sm_100"])
                    .into();
            }
            _ => written.mnemonic = written.mnemonic.to_uppercase(),
        }
    }
}

/// Returns a word with a typo: a letter is missing, doubled, exchanged with the next, or another.
fn misspelt(numbers: &mut Numbers, word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = numbers.below(letters.len());
    match numbers.below(4) {
        0 if letters.len() > 1 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 if letters.len() > 1 => letters.swap(at, (at + 1) % word.chars().count()),
        _ => letters[at] = numbers.of(&["a", "e", "x", "1", "_"]).chars().next().unwrap_or('x'),
    }
    letters.into_iter().collect()
}
