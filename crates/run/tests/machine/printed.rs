//! Instructions as NVIDIA's disassembler prints them.

use ptx_sass::{Address, Base, Instruction, Operand, Source, Value};
use std::fmt;

/// An instruction as the disassembler prints it.
#[derive(Debug)]
pub(crate) struct Printed {
    guard: String,
    /// The mnemonic and the modifiers.
    words: Vec<String>,
    operands: Vec<String>,
}

/// The modifiers that the disassembler prints and the decoder does not keep: for some mnemonics, or for those that begin so.
/// They are hints, other names of the same instruction, or a part of the mnemonic.
const ONLY_PRINTED: &[(&[&str], &[&str])] = &[
    (&["BREAK", "BSSY", "BSYNC"], &["RELIABLE", "RECONVERGENT"]),
    (&["CALL"], &["NOINC"]),
    (&["RET"], &["NODEC"]),
    (&["BAR"], &["DEFER_BLOCKING"]),
    (&["F2FP"], &["F32"]),
    (&["BMMA", "IMMA", "QMMA"], &["ROW", "COL"]),
    (&["IMAD"], &["IADD", "MOV", "SHL"]),
    (&["HFMA2"], &["MMA"]),
    (&["LOP3", "PLOP3", "ULOP3", "UPLOP3"], &["LUT"]),
    (&["BMOV", "RPCMOV"], &["32"]),
    (&["WARPSYNC"], &["ALL"]),
    (&["LDG", "LDS"], &["U"]),
    (&["ATOM", "ATOMG", "RED"], &["RN"]),
    (&["BRA"], &["U"]),
    (MEMORY, &["CONSTANT", "CTA", "SYS"]),
    (MEMORY, &["EF", "EL", "EU", "LU", "NA", "LTC64B", "LTC128B", "LTC256B"]),
    (MEMORY, &["ENL2", "EFL2", "ELL2"]),
];

/// The modifiers that the disassembler does not print, because they are the default or stand for another one.
const ONLY_DECODED: &[(&[&str], &[&str])] = &[
    (&["VIMNMX", "UVIMNMX"], &["S32"]),
    (&["F2FP"], &["F16"]),
    (&["VABSDIFF4"], &["S8"]),
    (MEMORY, &["GPU"]),
];

/// Instructions on memory that other blocks may access.
const MEMORY: &[&str] = &["ATOM", "ATOMG", "LD", "LDG", "RED", "ST", "STG"];

/// Instructions without an effect here, of which only the mnemonic is compared.
const WITHOUT_EFFECT: [&str; 5] = ["CCTL", "DEPBAR", "FENCE", "NANOSLEEP", "BPT"];

/// Mnemonics where the disassembler prints a modifier of the decoder after a source.
const PARTS: [&str; 6] = ["BMMA", "HMMA", "IMMA", "P2R", "QMMA", "R2P"];

/// Returns whether a table has a modifier of a mnemonic.
fn has(table: &[(&[&str], &[&str])], mnemonic: &str, word: &str) -> bool {
    table.iter().any(|(mnemonics, words)| mnemonics.contains(&mnemonic) && words.contains(&word))
}

impl Printed {
    /// Reads an instruction of the disassembler's JSON.
    pub(crate) fn of(json: &serde_json::Value) -> Self {
        let text = |key: &str| json[key].as_str().unwrap_or_default().trim().to_string();
        let mut words: Vec<_> = text("opcode").split('.').map(String::from).collect();
        if words[0] == "REDG" {
            words[0] = "RED".into();
        }
        // The register of all predicates is listed as a guard.
        let guard = text("predicate").replace("PR", "").replace('@', "").trim().to_string();
        let mut operands = operands(&text("operands"));
        let has_parts = PARTS.contains(&&*words[0]);
        for one in operands.iter_mut().filter(|_| has_parts) {
            if let Some((source, part)) = one.split_once('.').filter(|(_, part)| has_part(part)) {
                words.push(part.into());
                *one = source.into();
            }
        }
        Self { guard, words, operands }
    }

    /// Returns the mnemonic without modifiers.
    pub(crate) fn mnemonic(&self) -> &str {
        &self.words[0]
    }

    /// Returns what differs from a decoded instruction.
    pub(crate) fn difference(&self, ours: &Instruction) -> Option<String> {
        // The disassembler prints nothing for `F2FP.SATFINITE.MERGE_C` of sm_75.
        if self.mnemonic().is_empty() && ours.name == "F2FP" {
            return None;
        }
        let guard = if ours.guard.is_true() { String::new() } else { ours.guard.to_string() };
        if guard != self.guard {
            return Some(format!("guard {guard}"));
        }
        if WITHOUT_EFFECT.contains(&self.mnemonic()) && ours.name.starts_with(self.mnemonic()) {
            return None;
        }
        self.word_that_differs(ours).or_else(|| self.operand_that_differs(ours))
    }

    fn word_that_differs(&self, ours: &Instruction) -> Option<String> {
        let mut own = words(ours);
        let mut printed = Vec::new();
        for word in &self.words {
            match own.iter().position(|one| one == word) {
                Some(at) => _ = own.remove(at),
                None => printed.push(word.as_str()),
            }
        }
        let mnemonic = self.mnemonic();
        own.retain(|word| !has(ONLY_DECODED, mnemonic, word));
        printed.retain(|word| !has(ONLY_PRINTED, mnemonic, word));
        let is_equal = own.is_empty() && printed.is_empty();
        (!is_equal).then(|| format!("modifiers {} / {}", own.join("."), printed.join(".")))
    }

    /// Returns the operands without the constant predicates of `IMNMX`, of which the decoder keeps only the one that
    /// chooses the minimum or the maximum. It follows the sources.
    fn kept(&self) -> Vec<String> {
        let is_predicate = |one: &String| one.trim_start_matches(['!', 'U']).starts_with('P');
        let last = self.operands.iter().rposition(|one| !is_predicate(one)).unwrap_or(0);
        let has_constants = self.mnemonic().contains("IMNMX");
        let is_kept =
            |(at, one): &(usize, &String)| !has_constants || !is_predicate(one) || *at == last + 1;
        let kept = self.operands.iter().enumerate().filter(is_kept);
        kept.map(|(_, one)| one.clone()).collect()
    }

    fn operand_that_differs(&self, ours: &Instruction) -> Option<String> {
        let rest = self.kept();
        let mut rest = &rest[..];
        let mut all: Vec<_> = ours.operands.iter().collect();
        if matches!(ours.name, "LOP3" | "ULOP3") {
            // The disassembler prints the predicate first.
            all.swap(0, 1);
        }
        for own in all {
            match number_of_equal(own, rest, ours) {
                0 if is_hidden(own, ours) => {}
                0 => return Some(format!("operand {own} / {}", rest.join(", "))),
                count => rest = &rest[count..],
            }
        }
        (!rest.is_empty()).then(|| format!("operands / {}", rest.join(", ")))
    }
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { guard, words, operands } = self;
        write!(f, "`@{guard} {} {}`", words.join("."), operands.join(", "))
    }
}

/// Returns whether a text is a part of a register that some instructions read, or the layout of a matrix.
fn has_part(text: &str) -> bool {
    matches!(text, "H1" | "B1" | "B2" | "B3" | "ROW" | "COL")
}

/// Returns the operands of a text, without what has no effect here.
fn operands(text: &str) -> Vec<String> {
    let plain = |one: &str| {
        // The distance of an indirect jump follows its register.
        let one = one.trim().split(' ').next().unwrap_or_default();
        let mut one = one.replace("URZ", "RZ").replace("+-", "-").replace("][RZ]", "][0x0]");
        let has_register = one.contains('R');
        // Operands that are kept for the next instruction, pairs of numbers, signs, and the place of a packed number.
        const SUFFIXES: [&str; 6] = [".reuse", ".F32x2.HI_LO", ".SIGN", ".16", ".24", ".28"];
        for suffix in SUFFIXES.iter().filter(|_| has_register) {
            one = one.replace(suffix, "");
        }
        // A register with two scales.
        one.truncate(one.strip_suffix(".H0").unwrap_or(&one).len());
        match one.split_once("][") {
            Some((descriptor, address)) if descriptor.starts_with("desc") => format!("[{address}"),
            _ => one,
        }
    };
    // Before sm_90, no comma separates the addresses of `LDGSTS`.
    let text = text.replace("] [", "],[");
    let all = text.split(',').map(plain);
    // In JSON, `H0` of an immediate with two scales is an operand.
    all.filter(|one| !one.is_empty() && !one.starts_with("Rpc") && one != "H0").collect()
}

/// Returns whether an address is printed so. The disassembler does not always print that a register is a pair.
fn is_address(own: &Address, printed: &str) -> bool {
    let is_narrow = printed.contains(".U32");
    let plain = |text: &str| {
        let text = text.replace(".64", "").replace(".U32", "");
        if text == "[RZ]" { text } else { text.replace("[RZ+", "[").replace("[RZ-", "[-") }
    };
    plain(&own.to_string()) == plain(printed) && !(is_narrow && own.is_wide)
}

/// Returns the words of a decoded instruction as the disassembler prints them.
fn words(ours: &Instruction) -> Vec<&str> {
    let mut all: Vec<_> = ours.name.split('.').collect();
    all.extend(ours.modifiers.iter().flat_map(|word| word.split('.')));
    match all[0] {
        // The types of the factors.
        "IDP" => {
            let first = if all.contains(&"4A") { ["U8", "S8"] } else { ["U16", "S16"] };
            let is_signed = |word: &str| usize::from(word == "S");
            let count = all.len();
            all[count - 2] = first[is_signed(all[count - 2])];
            all[count - 1] = ["U8", "S8"][is_signed(all[count - 1])];
        }
        "ISETP" | "UISETP" | "IMNMX" | "UIMNMX" if all.contains(&"64") => {
            let is_unsigned = all.iter().any(|word| matches!(*word, "U32" | "U64"));
            all.retain(|word| !matches!(*word, "64" | "U32" | "U64"));
            all.push(if is_unsigned { "U64" } else { "S64" });
        }
        _ => {}
    }
    all
}

/// Returns whether the disassembler may not print an operand.
fn is_hidden(operand: &Operand, ours: &Instruction) -> bool {
    match operand {
        // `BAR` reads a predicate only for a reduction.
        Operand::Predicate(predicate) => {
            predicate.number.is_none() || ours.name == "BAR" && !ours.has("RED")
        }
        Operand::Predicates => true,
        Operand::Number(0) => ours.name == "BAR",
        Operand::Number(0xff) => ours.name == "LDG.E.256",
        Operand::Destination(Base::Zero) => ours.name == "VOTE" || ours.name == "VOTEU",
        Operand::Source(source) if source.value == Value::Base(Base::Zero) => {
            matches!(ours.name, "LEA" | "ULEA") || ours.name.starts_with("F2FP")
        }
        Operand::Number(mask) => ours.name == "WARPSYNC" && *mask == u64::from(u32::MAX),
        _ => false,
    }
}

/// Returns how many of the printed operands are equal to an operand: none, one, or two for two halves.
fn number_of_equal(own: &Operand, printed: &[String], ours: &Instruction) -> usize {
    let Some(first) = printed.first() else { return 0 };
    let is_equal = match own {
        Operand::Source(Source { value: Value::Immediate(bits), .. }) => {
            let kind = Kind::of(ours);
            if let (Kind::Halves(_), Some(second)) = (kind, printed.get(1)) {
                let halves = [(bits >> 16, first), (bits & 0xffff, second)];
                return 2 * usize::from(
                    halves.iter().all(|(bits, one)| is_number(kind, *bits, one)),
                );
            }
            is_number(kind, *bits, first)
        }
        // A symbol.
        Operand::Number(_) | Operand::Target(_) if is_jump(ours) => true,
        Operand::Address(address) => is_address(address, first),
        Operand::Special(_) => own.to_string() == *first,
        // Numbers of 32 bits, of 33 bits in `SEL.64`, and of 64 bits.
        Operand::Number(number) | Operand::Target(number) => integer(first).is_some_and(|one| {
            [32, 33, 64].into_iter().any(|bits| one as u64 & (u64::MAX >> (64 - bits)) == *number)
        }),
        own => own.to_string() == *first,
    };
    usize::from(is_equal)
}

/// Returns whether the disassembler prints a symbol, or a distance after a register, in place of an address.
fn is_jump(ours: &Instruction) -> bool {
    matches!(ours.name, "BRX" | "BRXU" | "CALL.REL" | "RET.REL")
}

/// The type of the immediates of an instruction.
#[derive(Clone, Copy)]
enum Kind {
    Integer,
    Float,
    /// The upper word of a binary64 number.
    Double,
    /// Two halves: bfloat16 or binary16.
    Halves(bool),
}

impl Kind {
    fn of(one: &Instruction) -> Self {
        match one.name.trim_start_matches('U') {
            name if name.starts_with('D') || one.has("F64") => Self::Double,
            name if name.starts_with('H') => Self::Halves(one.has("BF16_V2")),
            name if name.starts_with('F') || name == "MUFU" => Self::Float,
            _ => Self::Integer,
        }
    }
}

/// Returns whether a text is the number with these bits. The text of a NaN does not show its payload.
fn is_number(kind: Kind, bits: u32, text: &str) -> bool {
    if let Some(number) = integer(text).filter(|_| text.contains("0x")) {
        return number as u32 == bits;
    }
    let number = match kind {
        Kind::Integer => return false,
        Kind::Float => f64::from(f32::from_bits(bits)),
        Kind::Double => f64::from_bits(u64::from(bits) << 32),
        Kind::Halves(true) => f64::from(f32::from_bits(bits << 16)),
        Kind::Halves(false) => half(bits),
    };
    let text = text.trim_start_matches('+').replace("INF", "inf").replace("QNAN", "NaN");
    let printed: f64 = text.replace("SNAN", "NaN").parse().unwrap_or(1e-300);
    // The disassembler prints about as many digits as the type has.
    let is_close = (printed - number).abs() <= number.abs() * 1e-4;
    match kind {
        _ if number.is_nan() => printed.is_nan(),
        _ if number == 0.0 || number.is_infinite() => printed == number,
        Kind::Float => printed as f32 == number as f32,
        Kind::Double => printed == number,
        _ => is_close,
    }
}

/// Returns the value of a binary16 number.
fn half(bits: u32) -> f64 {
    let (sign, exponent, fraction) =
        (bits >> 15, bits >> 10 & 31, f64::from(bits & 0x3ff) / 1024.0);
    let size = match exponent {
        0 => fraction * 2f64.powi(-14),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1.0 + fraction) * 2f64.powi(exponent as i32 - 15),
    };
    if sign == 1 { -size } else { size }
}

/// Returns the value of an integer: `0x10`, `-0x1` or `5`.
fn integer(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let number = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(number.cast_signed().wrapping_mul(sign))
}
