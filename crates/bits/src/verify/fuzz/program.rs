//! Random programs.

use super::random::Random;
use super::rows::{CARRY, REGISTERS, Rows};
use super::templates::{CALLED, memory, together};
use std::collections::BTreeSet;

/// The number of threads of the block.
pub(super) const THREADS: usize = 64;

/// The number of operands in the table of a program.
const OPERANDS: usize = 128;

/// The number of words of 64 bits that each thread writes.
const RESULTS: usize = 3 * REGISTERS + 2;

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
}

impl Program {
    pub(super) fn new(rows: &Rows, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let operands = (0..OPERANDS).map(|_| random.operand()).collect();
        let count = 4 + random.below(12);
        let parts = (0..count).map(|_| part(rows, &mut random, 0, true)).collect();
        Self { parts, operands }
    }

    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        lines(&self.parts)
    }

    /// Returns the name of the kernel with this number in a text.
    pub(super) fn name(number: usize) -> String {
        if number == 0 { "program".into() } else { format!("program{number}") }
    }

    /// Returns the kernel with this number in a text, and its operands. It reads and writes only the registers that its
    /// parts name.
    pub(super) fn text(&self, number: usize) -> String {
        let name = Self::name(number);
        let (mut labels, mut body) = (0, String::new());
        write(&self.parts, 0, &mut labels, &mut body);
        let function = format!("{CALLED}_of_{name}");
        let body = body.replace(CALLED, &function);
        let last = REGISTERS + 1;
        // The last number is 0, which the assembler does not know.
        let operands = self.operands.iter().chain([&0]);
        let operands: Vec<_> = operands.map(|one| format!("0x{one:x}")).collect();
        let mut text = if body.contains(&function) { called(&function) } else { String::new() };
        text += &format!(
            ".global .align 16 .b64 operands_of_{name}[{}] = {{{}}};\n\
             .visible .entry {name}(.param .u64 results)\n{{\n\
             .shared .align 16 .b8 words[{}];\n.shared .align 8 .b8 sum[16];\n.shared .align 8 .b64 barrier;\n.local .align 8 .b8 own[64];\n\
             .reg .b16 %h<{last}>; .reg .b32 %r<{last}>; .reg .b64 %d<{last}>; .reg .pred %p<{last}>;\n\
             .reg .b16 %zero; .reg .pred %nan, %again;\n\
             .reg .b32 %amount, %t, %n, %x, {CARRY}, %c<{}>; .reg .b64 %a, %to, %from, %s, %z; .reg .b128 %q;\n\
             mov.u32 %t, %tid.x; mov.u64 %from, operands_of_{name};\n\
             ld.param.u64 %to, [results]; mul.wide.u32 %a, %t, {}; add.u64 %to, %to, %a;\n",
            operands.len(),
            operands.join(","),
            8 * THREADS,
            DEPTH,
            8 * RESULTS,
        );
        let has_sum = body.contains("[sum");
        let before = [
            ("%n", "and.b32 %n, %t, 3; add.u32 %n, %n, 1;".to_string()),
            ("%zero", format!("ld.global.b16 %zero, [%from+{}];", 8 * OPERANDS)),
            ("%s", "mov.u64 %s, words; mul.wide.u32 %a, %t, 8; add.u64 %s, %s, %a;".into()),
            ("%s", "mov.b64 %a, 0; st.shared.b64 [%s], %a;".into()),
            ("%z", local()),
            (CARRY, format!("mov.b32 {CARRY}, 0;")),
            (
                "[sum",
                "mov.b64 %a, 0; setp.eq.u32 %again, %t, 0; @%again st.shared.b64 [sum], %a; \
                 @%again st.shared.b64 [sum+8], %a; bar.sync 0;"
                    .into(),
            ),
        ];
        for (_, line) in before.into_iter().filter(|(name, _)| body.contains(name)) {
            text = text + &line + "\n";
        }
        let mut after = String::new();
        for i in 0..REGISTERS {
            let [h, r, d, p] =
                ["h", "r", "d", "p"].map(|kind| body.contains(&format!("%{kind}{i}")));
            if !(h || r || d || p) {
                continue;
            }
            text += &format!(
                "mad.lo.u32 %x, %t, {}, {}; and.b32 %x, %x, {}; mul.wide.u32 %a, %x, 8; add.u64 %a, %a, %from;",
                2 * i + 3,
                7 * i,
                OPERANDS - 1
            );
            let at = 24 * i;
            let lines = [
                (h, format!("ld.global.b16 %h{i}, [%a+2];")),
                (r, format!("ld.global.b32 %r{i}, [%a+4];")),
                (d, format!("ld.global.b64 %d{i}, [%a];")),
                (p, format!("ld.global.b32 %x, [%a+4]; setp.lt.s32 %p{i}, %x, {};", i * 1000)),
            ];
            let lines = lines.into_iter().filter(|(is_used, _)| *is_used);
            text = lines.fold(text, |text, (_, line)| text + " " + &line) + "\n";
            let lines = [
                (r, format!("st.global.b32 [%to+{at}], %r{i};")),
                (h, format!("cvt.u32.u16 %x, %h{i}; st.global.b32 [%to+{}], %x;", at + 8)),
                (p, format!("selp.u32 %x, 1, 0, %p{i}; st.global.b32 [%to+{}], %x;", at + 12)),
                (d, format!("st.global.b64 [%to+{}], %d{i};", at + 16)),
            ];
            let lines = lines.into_iter().filter(|(is_used, _)| *is_used);
            after = lines.fold(after, |text, (_, line)| text + &line + "\n");
        }
        let at = 24 * REGISTERS;
        if has_sum {
            after += &format!(
                "bar.sync 0; ld.shared.b64 %a, [sum]; ld.shared.b64 %z, [sum+8]; xor.b64 %a, %a, %z; \
                 st.global.b64 [%to+{at}], %a;\n"
            );
        }
        if body.contains(CARRY) {
            after += &format!("st.global.b32 [%to+{}], {CARRY};\n", at + 8);
        }
        text + &body + &after + "ret;\n}\n"
    }

    /// Returns the lines, without those that are equal.
    pub(super) fn lines(&self) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        each(&self.parts, &mut all);
        all
    }

    /// Returns a program of one line of this program.
    pub(super) fn of_line(&self, line: String) -> Self {
        Self { parts: vec![Part::Line(line)], operands: self.operands.clone() }
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

    /// Removes these lines.
    pub(super) fn without(&self, lines: &[&str]) -> Self {
        Self { parts: without(&self.parts, lines), ..self.clone() }
    }
}

/// Returns the function that programs call: the product of a number and a word of the local memory of a call.
fn called(name: &str) -> String {
    format!(
        ".func (.param .b64 result) {name}(.param .b32 value)\n{{\n.local .align 8 .b8 held[16];\n.reg .b32 %v, %w; .reg .b64 %p, %q;\n\
         ld.param.b32 %v, [value]; st.local.b32 [held+4], %v; xor.b32 %w, %v, 0x5a5a; st.local.b32 [held+8], %w;\n\
         and.b32 %w, %v, 4; cvt.u64.u32 %p, %w; mov.u64 %q, held; add.u64 %p, %p, %q; ld.local.b32 %w, [%p+4]; mul.wide.s32 %p, %v, %w;\n\
         st.param.b64 [result], %p; ret;\n}}\n"
    )
}

/// Returns the instructions that fill the local memory of a thread.
fn local() -> String {
    let word = |i: u32| format!(" mov.b64 %a, {i}; st.local.b64 [%z+{}], %a;", 8 * i);
    (0..8).fold("mov.u64 %z, own;".into(), |text, i| text + &word(i))
}

/// Adds the lines of parts.
fn each(parts: &[Part], all: &mut BTreeSet<String>) {
    for part in parts {
        match part {
            Part::Line(line) => _ = all.insert(line.clone()),
            Part::If(_, then, otherwise) => {
                [then, otherwise].into_iter().for_each(|one| each(one, all))
            }
            Part::Loop(_, body) => each(body, all),
        }
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
