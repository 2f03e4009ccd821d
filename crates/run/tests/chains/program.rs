//! Random programs of carry chains, and their results in exact integers.
//!
//! The flag of a program is the carry of the last sum with `.cc`, where a difference is the sum `a + ~b + 1`, or
//! `a + ~b + flag` for `subc`. `tests/chains.tsv` has the evidence.

use super::random::Random;
use std::fmt::Write;

/// The number of 32-bit registers, of 64-bit registers, and of predicates.
pub(crate) const WORDS: usize = 6;
pub(crate) const DOUBLES: usize = 4;
pub(crate) const PREDICATES: usize = 2;

/// The registers of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Registers {
    pub(crate) words: [u32; WORDS],
    pub(crate) doubles: [u64; DOUBLES],
    pub(crate) predicates: [bool; PREDICATES],
}

/// A predicate, and whether it is complemented.
type Guard = (usize, bool);

#[derive(Clone, Copy, Debug)]
enum Operation {
    Add,
    Sub,
    Mad { is_high: bool },
}

#[derive(Clone, Copy, Debug)]
enum Source {
    Register(usize),
    Number(u64),
}

/// An instruction that reads or writes the flag.
#[derive(Clone, Debug)]
struct Chained {
    guard: Option<Guard>,
    operation: Operation,
    reads: bool,
    writes: bool,
    is_signed: bool,
    is_wide: bool,
    to: usize,
    sources: Vec<Source>,
}

#[derive(Clone, Debug)]
enum Statement {
    Chained(Chained),
    /// Runs the statements this many times. The flag is carried around.
    Loop(u32, Vec<Statement>),
    /// Jumps over the statements where the guard is true.
    Skip(Guard, Vec<Statement>),
}

/// The statements of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Program(Vec<Statement>);

impl Program {
    /// Generates a program that writes the flag first.
    pub(crate) fn new(random: &mut Random) -> Self {
        let mut first = Chained::new(random);
        (first.guard, first.reads, first.writes) = (None, false, true);
        let mut statements = vec![Statement::Chained(first)];
        statements.extend(block(random, 2));
        Self(statements)
    }

    /// Returns a kernel with this name. Each thread has its own registers in `words` and `doubles`.
    pub(crate) fn text(&self, name: &str) -> String {
        let mut text = format!(
            ".visible .entry {name}(.param .u64 words, .param .u64 doubles)\n{{\n\
             .reg .b32 %r<{WORDS}>, %t, %c<3>;\n.reg .b64 %d<{DOUBLES}>, %w, %v, %o;\n\
             .reg .pred %p<{PREDICATES}>, %q;\n\
             mov.u32 %t, %tid.x;\nmul.wide.u32 %o, %t, 32;\n\
             ld.param.u64 %w, [words];\nadd.u64 %w, %w, %o;\n\
             ld.param.u64 %v, [doubles];\nadd.u64 %v, %v, %o;\n"
        );
        for i in 0..WORDS {
            let _ = writeln!(text, "ld.global.u32 %r{i}, [%w+{}];", 4 * i);
        }
        for i in 0..DOUBLES {
            let _ = writeln!(text, "ld.global.u64 %d{i}, [%v+{}];", 8 * i);
        }
        for i in 0..PREDICATES {
            let at = 4 * (WORDS + i);
            let _ = writeln!(text, "ld.global.u32 %t, [%w+{at}];\nsetp.ne.u32 %p{i}, %t, 0;");
        }
        let mut labels = 0;
        for statement in &self.0 {
            statement.print(&mut text, &mut labels, 0);
        }
        for i in 0..WORDS {
            let _ = writeln!(text, "st.global.u32 [%w+{}], %r{i};", 4 * i);
        }
        for i in 0..DOUBLES {
            let _ = writeln!(text, "st.global.u64 [%v+{}], %d{i};", 8 * i);
        }
        text + "ret;\n}\n"
    }

    /// Runs the program in exact integers.
    pub(crate) fn run(&self, registers: &mut Registers) {
        let mut flag = false;
        self.0.iter().for_each(|statement| statement.run(registers, &mut flag));
    }
}

/// Generates statements. `depth` is the number of loops and skips that may be nested.
fn block(random: &mut Random, depth: usize) -> Vec<Statement> {
    let count = 1 + random.below(6);
    let statement = |_| match random.below(8) {
        0 if depth > 0 => Statement::Loop(1 + random.below(3) as u32, block(random, depth - 1)),
        1 if depth > 0 => {
            let guard = (random.below(PREDICATES), random.below(2) == 0);
            Statement::Skip(guard, block(random, depth - 1))
        }
        _ => Statement::Chained(Chained::new(random)),
    };
    (0..count).map(statement).collect()
}

impl Statement {
    fn print(&self, text: &mut String, labels: &mut usize, depth: usize) {
        let label = *labels;
        match self {
            Self::Chained(one) => {
                let _ = writeln!(text, "{one}");
            }
            Self::Loop(count, inner) => {
                *labels += 1;
                let _ = writeln!(text, "mov.u32 %c{depth}, {count};\nL{label}:");
                inner.iter().for_each(|one| one.print(text, labels, depth + 1));
                let _ = writeln!(
                    text,
                    "sub.u32 %c{depth}, %c{depth}, 1;\nsetp.ne.u32 %q, %c{depth}, 0;\n@%q bra L{label};"
                );
            }
            Self::Skip((predicate, complement), inner) => {
                *labels += 1;
                let not = if *complement { "!" } else { "" };
                let _ = writeln!(text, "@{not}%p{predicate} bra L{label};");
                inner.iter().for_each(|one| one.print(text, labels, depth + 1));
                let _ = writeln!(text, "L{label}:");
            }
        }
    }

    fn run(&self, registers: &mut Registers, flag: &mut bool) {
        match self {
            Self::Chained(one) => one.run(registers, flag),
            Self::Loop(count, inner) => {
                for _ in 0..*count {
                    inner.iter().for_each(|one| one.run(registers, flag));
                }
            }
            Self::Skip((predicate, complement), inner) => {
                if registers.predicates[*predicate] == *complement {
                    inner.iter().for_each(|one| one.run(registers, flag));
                }
            }
        }
    }
}

impl Chained {
    fn new(random: &mut Random) -> Self {
        let operation = match random.below(4) {
            0 => Operation::Add,
            1 | 2 => Operation::Sub,
            _ => Operation::Mad { is_high: random.below(2) == 0 },
        };
        let reads = random.below(6) > 0;
        let is_wide = random.below(3) == 0;
        let registers = if is_wide { DOUBLES } else { WORDS };
        let count = if matches!(operation, Operation::Mad { .. }) { 3 } else { 2 };
        let guard =
            (random.below(4) == 0).then(|| (random.below(PREDICATES), random.below(2) == 0));
        let source = |_| match random.below(4) {
            0 => Source::Number(random.edge(if is_wide { 64 } else { 32 })),
            _ => Source::Register(random.below(registers)),
        };
        let sources = (0..count).map(source).collect();
        Self {
            guard,
            operation,
            reads,
            writes: !reads || random.below(4) > 0,
            is_signed: random.below(2) == 0,
            is_wide,
            to: random.below(registers),
            sources,
        }
    }

    fn run(&self, registers: &mut Registers, flag: &mut bool) {
        if self.guard.is_some_and(|(p, complement)| registers.predicates[p] == complement) {
            return;
        }
        let bits = if self.is_wide { 64 } else { 32 };
        let mask = (1_u128 << bits) - 1;
        let value = |i: usize| match self.sources[i] {
            Source::Number(number) => u128::from(number),
            Source::Register(i) if self.is_wide => registers.doubles[i].into(),
            Source::Register(i) => registers.words[i].into(),
        };
        let signed = |value: u128| {
            let is_negative = self.is_signed && value >> (bits - 1) == 1;
            value as i128 - if is_negative { 1_i128 << bits } else { 0 }
        };
        let carry = u128::from(*flag);
        let sum = match self.operation {
            Operation::Add => value(0) + value(1) + if self.reads { carry } else { 0 },
            Operation::Sub => value(0) + (mask - value(1)) + if self.reads { carry } else { 1 },
            Operation::Mad { is_high } => {
                // The product of two numbers of 64 bits without a sign does not fit into `i128`.
                let half = match (is_high, self.is_signed) {
                    (false, _) => value(0).wrapping_mul(value(1)),
                    (true, false) => (value(0) * value(1)) >> bits,
                    (true, true) => ((signed(value(0)) * signed(value(1))) >> bits) as u128,
                };
                (half & mask) + value(2) + if self.reads { carry } else { 0 }
            }
        };
        match self.is_wide {
            true => registers.doubles[self.to] = (sum & mask) as u64,
            false => registers.words[self.to] = (sum & mask) as u32,
        }
        if self.writes {
            *flag = sum >> bits == 1;
        }
    }
}

impl std::fmt::Display for Chained {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((predicate, complement)) = self.guard {
            write!(f, "@{}%p{predicate} ", if complement { "!" } else { "" })?;
        }
        let (mnemonic, half) = match self.operation {
            Operation::Add => ("add", ""),
            Operation::Sub => ("sub", ""),
            Operation::Mad { is_high: true } => ("mad", ".hi"),
            Operation::Mad { is_high: false } => ("mad", ".lo"),
        };
        let carry = if self.reads { "c" } else { "" };
        let cc = if self.writes { ".cc" } else { "" };
        let kind = if self.is_signed { 's' } else { 'u' };
        let (bits, letter) = if self.is_wide { (64, 'd') } else { (32, 'r') };
        write!(f, "{mnemonic}{carry}{half}{cc}.{kind}{bits} %{letter}{}", self.to)?;
        for source in &self.sources {
            match source {
                Source::Register(i) => write!(f, ", %{letter}{i}")?,
                Source::Number(number) => write!(f, ", {number:#x}")?,
            }
        }
        f.write_str(";")
    }
}
