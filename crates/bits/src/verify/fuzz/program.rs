//! Random programs.

use super::random::Random;
use super::rows::{REGISTERS, Rows};
use std::fmt::Write;

/// The name of the kernel.
pub(super) const KERNEL: &str = "program";

/// The number of threads of the block.
pub(super) const THREADS: usize = 64;

/// The number of operands in the table of a program.
const OPERANDS: usize = 128;

/// The number of words of 64 bits that each thread writes.
const RESULTS: usize = 3 * REGISTERS + 1;

/// The depth of branches and loops.
const DEPTH: usize = 3;

/// A part of a program. Parts may be removed, and the program stays valid.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// Instructions on one line.
    Line(String),
    /// A branch on a predicate.
    If(usize, Vec<Part>, Vec<Part>),
    /// A loop. `None` is a count that differs between threads.
    Loop(Option<u32>, Vec<Part>),
}

/// A random program.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) parts: Vec<Part>,
    operands: Vec<u64>,
    header: String,
}

impl Program {
    pub(super) fn new(rows: &Rows, header: &str, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let operands = (0..OPERANDS).map(|_| random.operand()).collect();
        let count = 4 + random.below(12);
        let parts = (0..count).map(|_| part(rows, &mut random, 0, true)).collect();
        Self { parts, operands, header: header.into() }
    }

    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        lines(&self.parts)
    }

    /// Returns the text. Its first line is the command that verifies it.
    pub(super) fn text(&self, command: &str) -> String {
        let last = REGISTERS + 1;
        let operands: Vec<_> = self.operands.iter().map(|one| format!("0x{one:x}")).collect();
        let mut text = format!(
            "// {command}\n{}\n.global .align 8 .b64 operands[{OPERANDS}] = {{{}}};\n\
             .visible .entry {KERNEL}(.param .u64 results)\n{{\n\
             .shared .align 8 .b8 words[{}];\n.shared .align 8 .b8 sum[16];\n.local .align 8 .b8 own[64];\n\
             .reg .b16 %h<{last}>; .reg .b32 %r<{last}>; .reg .b64 %d<{last}>; .reg .pred %p<{last}>;\n\
             .reg .pred %nan, %again; .reg .b32 %amount, %t, %n, %x, %c<{}>; .reg .b64 %a, %to, %from, %s, %z;\n\
             mov.u32 %t, %tid.x; and.b32 %n, %t, 3; add.u32 %n, %n, 1;\n\
             ld.param.u64 %to, [results]; mul.wide.u32 %a, %t, {}; add.u64 %to, %to, %a;\n\
             mov.u64 %from, operands; mov.u64 %s, words; mul.wide.u32 %a, %t, 8; add.u64 %s, %s, %a;\n\
             mov.u64 %z, own; {}\n\
             setp.eq.u32 %again, %t, 0; @%again st.shared.b64 [sum], %a; @%again st.shared.b64 [sum+8], %a; bar.sync 0;\n",
            self.header,
            operands.join(","),
            8 * THREADS,
            DEPTH + 1,
            8 * RESULTS,
            (0..8)
                .map(|i| format!("mov.b64 %a, {i}; st.local.b64 [%z+{}], %a;", 8 * i))
                .collect::<String>(),
        );
        let address = |number: usize| {
            format!(
                "mad.lo.u32 %x, %t, {}, {}; and.b32 %x, %x, {}; mul.wide.u32 %a, %x, 8; add.u64 %a, %a, %from;",
                2 * number + 3,
                7 * number,
                OPERANDS - 1
            )
        };
        for i in 0..REGISTERS {
            let lines = format!(
                "{} ld.global.b16 %h{i}, [%a+2]; ld.global.b32 %r{i}, [%a+4]; ld.global.b64 %d{i}, [%a];\n\
                 setp.lt.s32 %p{i}, %r{i}, {};\n",
                address(i),
                i * 1000
            );
            text += &lines;
        }
        let mut labels = 0;
        write(&self.parts, 0, &mut labels, &mut text);
        for i in 0..REGISTERS {
            let at = 24 * i;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "cvt.u32.u16 %x, %h{i}; st.global.b32 [%to+{at}], %r{i}; selp.u32 %t, 1, 0, %p{i};\n\
                 st.global.v2.b32 [%to+{}], {{%x, %t}}; st.global.b64 [%to+{}], %d{i};",
                at + 8,
                at + 16
            );
        }
        text + "bar.sync 0; ld.shared.b64 %a, [sum]; ld.shared.b64 %z, [sum+8]; xor.b64 %a, %a, %z;\n"
            + &format!("st.global.b64 [%to+{}], %a;\nret;\n}}\n", 24 * REGISTERS)
    }

    /// Returns the argument of the kernel.
    pub(super) fn argument() -> String {
        format!("u64[{}]", THREADS * RESULTS)
    }

    /// Returns the programs with one part less, or with a part replaced by its inner parts.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let all = smaller(&self.parts);
        all.into_iter().map(|parts| Self { parts, ..self.clone() }).collect()
    }

    /// Removes the parts on these lines of the text.
    pub(super) fn without(&self, text: &str, lines: &[usize]) -> Self {
        let faulty: Vec<_> = lines.iter().filter_map(|line| text.lines().nth(line - 1)).collect();
        Self { parts: without(&self.parts, &faulty), ..self.clone() }
    }
}

/// Removes the parts with these lines.
fn without(parts: &[Part], faulty: &[&str]) -> Vec<Part> {
    let one = |part: &Part| match part {
        Part::Line(line) if faulty.contains(&line.as_str()) => None,
        Part::Line(_) => Some(part.clone()),
        Part::If(on, then, otherwise) => {
            Some(Part::If(*on, without(then, faulty), without(otherwise, faulty)))
        }
        Part::Loop(count, body) => Some(Part::Loop(*count, without(body, faulty))),
    };
    parts.iter().filter_map(one).collect()
}

/// Returns the number of lines of parts.
fn lines(parts: &[Part]) -> usize {
    let of_part = |part: &Part| match part {
        Part::Line(_) => 1,
        Part::If(_, then, otherwise) => 1 + lines(then) + lines(otherwise),
        Part::Loop(_, body) => 1 + lines(body),
    };
    parts.iter().map(of_part).sum()
}

/// Returns a random part. `is_together` tells whether all threads of the block run it.
fn part(rows: &Rows, random: &mut Random, depth: usize, is_together: bool) -> Part {
    let parts = |random: &mut Random, is_together: bool| {
        let count = 1 + random.below(4);
        (0..count).map(|_| part(rows, random, depth + 1, is_together)).collect::<Vec<_>>()
    };
    match random.below(16) {
        0 | 1 if depth < DEPTH => {
            let on = random.below(REGISTERS);
            let then = parts(random, false);
            let otherwise = if random.below(2) == 0 { parts(random, false) } else { Vec::new() };
            Part::If(on, then, otherwise)
        }
        2 if depth < DEPTH => {
            let count = (random.below(2) == 0).then(|| 1 + random.below(4) as u32);
            let body = parts(random, is_together && count.is_some());
            Part::Loop(count, body)
        }
        3 | 4 if is_together => Part::Line(together(random)),
        5 => Part::Line(memory(random)),
        _ => Part::Line(rows.instruction(random)),
    }
}

/// Returns an instruction that all threads of a warp or block run together.
fn together(random: &mut Random) -> String {
    let mut number = || random.below(REGISTERS);
    let (a, b, i) = (number(), number(), number());
    match random.below(6) {
        0 => format!(
            "st.shared.b64 [%s], %d{a}; bar.sync 0; xor.b32 %x, %t, {}; mul.wide.u32 %a, %x, 8; mov.u64 %z, words; \
             add.u64 %a, %a, %z; ld.shared.b64 %d{b}, [%a]; bar.sync 0; mov.u64 %z, own;",
            1 << i
        ),
        1 => format!("shfl.sync.bfly.b32 %r{a}, %r{b}, {}, 31, -1;", 1 + i),
        2 => format!("shfl.sync.up.b32 %r{a}|%p{i}, %r{b}, {}, 0, -1;", 1 + i),
        3 => format!("vote.sync.ballot.b32 %r{a}, %p{b}, -1;"),
        4 => format!("vote.sync.any.pred %p{a}, %p{b}, -1;"),
        _ => format!("match.any.sync.b32 %r{a}, %r{b}, -1;"),
    }
}

/// Returns an instruction on memory.
fn memory(random: &mut Random) -> String {
    let mut number = || random.below(REGISTERS);
    let (a, b, c) = (number(), number(), number());
    match random.below(3) {
        0 => format!("red.shared.add.u32 [sum], %r{a};"),
        1 => format!("red.shared.xor.b32 [sum+8], %r{a};"),
        _ => format!(
            "and.b32 %x, %r{a}, 56; cvt.u64.u32 %a, %x; add.u64 %a, %a, %z; st.local.b64 [%a], %d{b}; \
             ld.local.b64 %d{c}, [%z+{}];",
            8 * (a + 1)
        ),
    }
}

/// Writes parts. `labels` counts the labels.
fn write(parts: &[Part], depth: usize, labels: &mut usize, text: &mut String) {
    for part in parts {
        *labels += 1;
        let label = *labels;
        match part {
            Part::Line(line) => *text += &format!("{line}\n"),
            Part::If(on, then, otherwise) => {
                *text += &format!("@!%p{on} bra ELSE{label};\n");
                write(then, depth, labels, text);
                *text += &format!("bra END{label};\nELSE{label}:\n");
                write(otherwise, depth, labels, text);
                *text += &format!("END{label}:\n");
            }
            Part::Loop(count, body) => {
                let count = count.map_or("%n".into(), |count| count.to_string());
                *text += &format!("mov.u32 %c{depth}, 0;\nLOOP{label}:\n");
                write(body, depth + 1, labels, text);
                *text += &format!(
                    "add.u32 %c{depth}, %c{depth}, 1; setp.lt.u32 %again, %c{depth}, {count}; @%again bra LOOP{label};\n"
                );
            }
        }
    }
}

/// Returns the lists with one part less, or with a part replaced by its inner parts. The largest steps come first.
fn smaller(parts: &[Part]) -> Vec<Vec<Part>> {
    let mut all = Vec::new();
    let replaced = |i: usize, by: Vec<Part>| [&parts[..i], &by, &parts[i + 1..]].concat();
    let half = parts.len() / 2;
    if half > 1 {
        all.extend([parts[half..].to_vec(), parts[..half].to_vec()]);
    }
    for (i, part) in parts.iter().enumerate() {
        all.push(replaced(i, Vec::new()));
        match part {
            Part::Line(_) => {}
            Part::If(on, then, otherwise) => {
                all.push(replaced(i, then.clone()));
                all.push(replaced(i, otherwise.clone()));
                let inner = smaller(then).into_iter();
                all.extend(
                    inner.map(|then| replaced(i, vec![Part::If(*on, then, otherwise.clone())])),
                );
                let inner = smaller(otherwise).into_iter();
                all.extend(
                    inner.map(|other| replaced(i, vec![Part::If(*on, then.clone(), other)])),
                );
            }
            Part::Loop(count, body) => {
                all.push(replaced(i, body.clone()));
                let inner = smaller(body).into_iter();
                all.extend(inner.map(|body| replaced(i, vec![Part::Loop(*count, body)])));
            }
        }
    }
    all
}
