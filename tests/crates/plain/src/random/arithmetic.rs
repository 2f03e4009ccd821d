//! Writes statements of a single thread: arithmetic, memory accesses and atomics.

use super::writer::{SHARED_SUMS, Writer};
use super::{INPUT, SUMS};

/// Integer instructions. `d` is a destination, and `a`, `b`, `c` are sources.
const INTEGER: [&str; 34] = [
    "add.u32 d, a, b;",
    "add.s32 d, a, b;",
    "sub.u32 d, a, b;",
    "mul.lo.u32 d, a, b;",
    "mul.hi.u32 d, a, b;",
    "mul.hi.s32 d, a, b;",
    "mad.lo.s32 d, a, b, c;",
    "min.s32 d, a, b;",
    "max.s32 d, a, b;",
    "min.u32 d, a, b;",
    "max.u32 d, a, b;",
    "and.b32 d, a, b;",
    "or.b32 d, a, b;",
    "xor.b32 d, a, b;",
    "not.b32 d, a;",
    "neg.s32 d, a;",
    "abs.s32 d, a;",
    "shl.b32 d, a, 3;",
    "shr.u32 d, a, 5;",
    "shr.s32 d, a, 7;",
    "popc.b32 d, a;",
    "clz.b32 d, a;",
    "brev.b32 d, a;",
    "bfe.u32 d, a, 5, 9;",
    "bfe.s32 d, a, 11, 13;",
    "bfi.b32 d, a, b, 8, 12;",
    "lop3.b32 d, a, b, c, 0xca;",
    "lop3.b32 d, a, b, c, 0x96;",
    "prmt.b32 d, a, b, 0x2b51;",
    "rem.u32 d, a, 7;",
    "div.u32 d, a, 10;",
    "div.s32 d, a, 3;",
    "cvt.s32.s8 d, a;",
    "cvt.u32.u16 d, a;",
];

/// Float instructions. `d` is a destination, and `a`, `b`, `c` are sources.
const FLOAT: [&str; 5] = [
    "add.rn.f32 d, a, b;",
    "sub.rn.f32 d, a, b;",
    "mul.rn.f32 d, a, b;",
    "fma.rn.f32 d, a, b, c;",
    "mov.f32 d, a;",
];

/// Operations of `red` and `atom` that commute.
const COMMUTATIVE: [&str; 6] = ["add.u32", "min.s32", "max.u32", "and.b32", "or.b32", "xor.b32"];

impl Writer {
    /// Writes code that sets a predicate to a random condition. The value may differ between
    /// threads.
    pub(super) fn condition(&mut self, predicate: &str) {
        let (a, b) = (self.data(), self.source());
        match self.below(5) {
            0 => {
                let bit = self.below(32);
                self.line(format!("and.b32 %t0, {a}, {};", 1u32 << bit));
                self.line(format!("setp.ne.u32 {predicate}, %t0, 0;"));
            }
            1 => {
                let limit = self.below(32);
                self.line(format!("setp.lt.u32 {predicate}, %lane, {limit};"));
            }
            2 => {
                let (x, y) = (self.float(), self.float());
                let comparison = self.choose(&["lt", "ge", "equ", "neu", "gtu"]);
                self.line(format!("setp.{comparison}.f32 {predicate}, {x}, {y};"));
            }
            3 => {
                let (c, d) = (self.data(), self.source());
                let logic = self.choose(&["and", "or", "xor"]);
                self.line(format!("setp.lt.s32 {predicate}, {c}, {d};"));
                self.line(format!("setp.gt.{logic}.u32 {predicate}|%q3, {a}, {b}, !{predicate};"));
                self.line("selp.b32 %t1, 5, 9, %q3;");
                self.line(format!("add.u32 {a}, {a}, %t1;"));
            }
            _ => self.line(format!("setp.le.s32 {predicate}, {a}, {b};")),
        }
    }

    /// Writes an instruction with random operands.
    fn instruction(&mut self, form: &str, guard: &str) {
        let is_float = form.contains("f32");
        let operand = |writer: &mut Self| if is_float { writer.float() } else { writer.source() };
        let (a, b, c) = (operand(self), operand(self), operand(self));
        let d = if is_float { self.float() } else { self.data() };
        let (mnemonic, operands) = form.split_once(' ').expect("operands");
        let place = |word: char| match word {
            'a' => a.clone(),
            'b' => b.clone(),
            'c' => c.clone(),
            'd' => d.clone(),
            other => other.into(),
        };
        // Copies immediates such as `0xca` unchanged, because their letters are not operands.
        let operand = |word: &str| {
            if word.starts_with("0x") {
                word.into()
            } else {
                word.chars().map(place).collect::<String>()
            }
        };
        let operands: Vec<_> = operands.split(' ').map(operand).collect();
        self.line(format!("{guard}{mnemonic} {}", operands.join(" ")));
    }

    /// Writes a statement that does not depend on other threads.
    pub(super) fn alone(&mut self) {
        let guard = if self.one_in(6) {
            self.condition("%q0");
            if self.one_in(2) { "@%q0 " } else { "@!%q0 " }
        } else {
            ""
        };
        match self.below(12) {
            0..=4 => {
                let form = self.choose(&INTEGER);
                self.instruction(form, guard);
            }
            5 => {
                let form = self.choose(&FLOAT);
                self.instruction(form, guard);
            }
            6 => self.between_types(guard),
            7 => self.load(guard),
            8 => self.own(guard),
            9 => self.sum(guard),
            10 => {
                let (a, b, c) = (self.data(), self.source(), self.data());
                self.condition("%q1");
                self.line(format!("{guard}selp.b32 {c}, {a}, {b}, %q1;"));
            }
            _ => {
                let (a, b, c) = (self.source(), self.data(), self.data());
                self.line(format!("mul.wide.s32 %wide1, {b}, 77;"));
                self.line(
                    format!("cvt.u64.u32 %wide2, {a};").replace("u32 %wide2, -1", "u32 %wide2, 1"),
                );
                self.line("add.u64 %wide1, %wide1, %wide2;");
                self.line("shr.s64 %wide1, %wide1, 9;");
                self.line(format!("{guard}cvt.u32.u64 {c}, %wide1;"));
            }
        }
    }

    fn between_types(&mut self, guard: &str) {
        let (r, f) = (self.data(), self.float());
        let line = match self.below(5) {
            0 => format!("{guard}mov.b32 {r}, {f};"),
            1 => format!("{guard}mov.b32 {f}, {r};"),
            2 => format!("{guard}cvt.rn.f32.s32 {f}, {r};"),
            3 => format!("{guard}cvt.rn.f32.u32 {f}, {r};"),
            _ => format!("{guard}cvt.rzi.s32.f32 {r}, {f};"),
        };
        self.line(line);
    }

    /// Writes a load from the input buffer, which no thread writes.
    fn load(&mut self, guard: &str) {
        let (index, d) = (self.data(), self.data());
        let is_vector = self.one_in(4);
        let mask = if is_vector { INPUT - 4 } else { INPUT - 1 };
        self.line(format!("and.b32 %t0, {index}, {mask};"));
        self.line("mad.wide.u32 %wide0, %t0, 4, %in;");
        if is_vector {
            self.line(format!("{guard}ld.global.v4.u32 {{%t1, {d}, %t2, %t3}}, [%wide0];"));
        } else {
            let form = self.choose(&[
                "ld.global.u32",
                "ld.global.nc.u32",
                "ld.u32",
                "ld.global.s16",
                "ld.global.u8",
            ]);
            // A short integer is extended to the width of the register.
            self.line(format!("{guard}{form} {d}, [%wide0];"));
        }
    }

    /// Writes an access to the thread's own words in global memory. No other thread changes these
    /// words, so the kernel may use the old value that an atomic returns.
    fn own(&mut self, guard: &str) {
        let (a, b, d) = (self.data(), self.data(), self.data());
        let at = 4 * self.below(2);
        let line = match self.below(8) {
            0 => format!("ld.global.u32 {d}, [%own+{at}];"),
            1 => format!("st.global.u32 [%own+{at}], {a};"),
            2 => format!("atom.global.cas.b32 {d}, [%own+{at}], {a}, {b};"),
            3 => format!("atom.global.exch.b32 {d}, [%own+{at}], {a};"),
            4 => format!("atom.global.inc.u32 {d}, [%own+{at}], {a};"),
            5 => format!("atom.global.dec.u32 {d}, [%own+{at}], {a};"),
            6 => {
                let operation = self.choose(&COMMUTATIVE);
                format!("atom.global.{operation} {d}, [%own+{at}], {a};")
            }
            _ => {
                self.line(format!("cvt.u64.u32 %wide1, {a};"));
                self.line(format!("{guard}atom.global.add.u64 %wide2, [%own+8], %wide1;"));
                format!("cvt.u32.u64 {d}, %wide2;")
            }
        };
        self.line(format!("{guard}{line}"));
    }

    /// Writes an atomic that commutes with the atomics of other threads. The kernel does not use
    /// the old value that the atomic returns.
    fn sum(&mut self, guard: &str) {
        let a = self.data();
        let line = if self.one_in(2) {
            let word = self.below(SHARED_SUMS);
            let operation = COMMUTATIVE[word as usize % COMMUTATIVE.len()];
            match self.below(2) {
                0 => format!("red.shared.{operation} [totals+{}], {a};", 4 * word),
                _ => format!("atom.shared.{operation} %t7, [totals+{}], {a};", 4 * word),
            }
        } else {
            let word = self.below(SUMS as u64);
            let operation = COMMUTATIVE[word as usize % COMMUTATIVE.len()];
            match self.below(3) {
                0 => format!("red.global.{operation} [%sums+{}], {a};", 4 * word),
                1 => format!("red.relaxed.gpu.global.{operation} [%sums+{}], {a};", 4 * word),
                _ => format!("atom.global.{operation} %t7, [%sums+{}], {a};", 4 * word),
            }
        };
        self.line(format!("{guard}{line}"));
    }
}
