//! Writes the text of a kernel: names, labels, and the statements at its start and end.

use super::{Exits, OUTPUT, OWN};
use std::fmt::Write as _;
use steered::Random;

/// The number of data registers, `%r0` and so on.
pub(super) const DATA: u64 = 8;
/// The number of float registers, `%f0` and so on.
pub(super) const FLOATS: u64 = 4;
/// The number of regions in shared memory. Each region has one word for every thread.
pub(super) const REGIONS: usize = 4;
/// The number of words in shared memory that all threads of a block change with atomics.
pub(super) const SHARED_SUMS: u64 = 12;

/// The text of a kernel that is being written.
pub(super) struct Writer {
    pub(super) random: Random,
    /// The number of threads in a block.
    pub(super) threads: u32,
    pub(super) exits: Exits,
    /// Whether the next exchange through shared memory uses the second of two regions. Some exchanges use the two
    /// regions in turn.
    pub(super) is_second: bool,
    /// The number of labels. For each label there are a mask `%m`, a counter `%c` and a predicate `%k` with the number
    /// of the label.
    labels: usize,
    is_dynamic: bool,
    text: String,
}

impl Writer {
    pub(super) fn new(random: Random, threads: u32, exits: Exits, is_dynamic: bool) -> Self {
        Self {
            random,
            threads,
            exits,
            is_second: false,
            labels: 0,
            is_dynamic,
            text: String::new(),
        }
    }

    /// Writes a line of the kernel. Labels are not indented.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        let margin = if line.ends_with(':') { "" } else { "    " };
        let _ = writeln!(self.text, "{margin}{line}");
    }

    /// Returns the number for a new label, mask, counter and predicate.
    pub(super) fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    /// Returns true with the probability 1 / `n`.
    pub(super) fn one_in(&mut self, n: u64) -> bool {
        self.random.below(n) == 0
    }

    /// Returns a random item.
    pub(super) fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.random.below(items.len() as u64) as usize]
    }

    /// Returns a random data register.
    pub(super) fn data(&mut self) -> String {
        format!("%r{}", self.random.below(DATA))
    }

    /// Returns a random float register.
    pub(super) fn float(&mut self) -> String {
        format!("%f{}", self.random.below(FLOATS))
    }

    /// Returns a random data register, an immediate, `%lane` or `%linear`.
    pub(super) fn source(&mut self) -> String {
        match self.below(4) {
            0 => self
                .choose(&["1", "-1", "0x7fffffff", "31", "0x80000000", "12345", "%lane", "%linear"])
                .into(),
            _ => self.data(),
        }
    }

    /// Returns the number of warps in a block.
    pub(super) fn warps(&self) -> u32 {
        self.threads.div_ceil(32)
    }

    /// Writes the directives, the first statements, and the initialisation of shared memory.
    pub(super) fn start(&mut self) {
        let t = self.threads;
        for line in [
            "ld.param.u64 %in, [in];",
            "ld.param.u64 %out, [out];",
            "ld.param.u64 %sums, [sums];",
            "ld.param.u64 %own, [own];",
            "cvta.to.global.u64 %in, %in;",
            "cvta.to.global.u64 %out, %out;",
            "mov.u32 %t0, %tid.z;",
            "mov.u32 %t1, %ntid.y;",
            "mov.u32 %t2, %tid.y;",
            "mad.lo.u32 %t0, %t0, %t1, %t2;",
            "mov.u32 %t1, %ntid.x;",
            "mov.u32 %t2, %tid.x;",
            "mad.lo.u32 %linear, %t0, %t1, %t2;",
            "mov.u32 %t0, %ctaid.z;",
            "mov.u32 %t1, %nctaid.y;",
            "mov.u32 %t2, %ctaid.y;",
            "mad.lo.u32 %t0, %t0, %t1, %t2;",
            "mov.u32 %t1, %nctaid.x;",
            "mov.u32 %t2, %ctaid.x;",
            "mad.lo.u32 %block, %t0, %t1, %t2;",
            "mov.u32 %lane, %laneid;",
            "shr.u32 %warp, %linear, 5;",
        ] {
            self.line(line);
        }
        self.line(format!("mad.lo.u32 %global, %block, {t}, %linear;"));
        self.line(format!("mad.wide.u32 %out, %global, {OUTPUT}, %out;"));
        self.line(format!("mad.wide.u32 %own, %global, {OWN}, %own;"));
        self.line("mov.u32 %slot, slots;");
        self.line("mad.lo.u32 %slot, %linear, 4, %slot;");
        self.line("cvt.u64.u32 %wide0, %slot;");
        self.line("cvta.shared.u64 %generic, %wide0;");
        for i in 0..DATA {
            self.line(format!(
                "mul.lo.u32 %r{i}, %global, {};",
                0x9e37_79b1u32.wrapping_mul(i as u32 + 1)
            ));
        }
        for i in 0..DATA / 2 {
            self.line(format!("and.b32 %t0, %r{i}, 255;"));
            self.line("mad.wide.u32 %wide0, %t0, 4, %in;");
            self.line(format!("ld.global.u32 %r{i}, [%wide0];"));
        }
        for i in 0..FLOATS {
            self.line(format!("mov.b32 %f{i}, %r{i};"));
        }
        for region in 0..REGIONS {
            self.line(format!("st.shared.u32 [%slot+{}], %r{region};", 4 * t as usize * region));
        }
        self.line("setp.eq.u32 %q0, %linear, 0;");
        for i in 0..SHARED_SUMS {
            let value = super::word(&mut self.random);
            self.line(format!("@%q0 st.shared.u32 [totals+{}], {value:#x};", 4 * i));
        }
        self.line("bar.sync 0;");
    }

    /// Writes the last statements, and returns the whole text.
    pub(super) fn finish(mut self) -> String {
        self.line("DONE:");
        for i in (0..DATA).step_by(4) {
            let registers: Vec<_> = (i..i + 4).map(|i| format!("%r{i}")).collect();
            self.line(format!("st.global.v4.u32 [%out+{}], {{{}}};", 4 * i, registers.join(", ")));
        }
        for i in 0..FLOATS {
            self.line(format!("st.global.f32 [%out+{}], %f{i};", 4 * (DATA + i)));
        }
        self.line("exit;");
        let bytes = REGIONS * 4 * self.threads as usize;
        let (dynamic, fixed) = if self.is_dynamic {
            (".extern .shared .align 16 .b8 slots[];\n".into(), String::new())
        } else {
            (String::new(), format!("    .shared .align 16 .b8 slots[{bytes}];\n"))
        };
        let labels = self.labels.max(1);
        format!(
            ".version 8.7\n.target sm_90\n.address_size 64\n{dynamic}\n\
             .visible .entry random(.param .u64 in, .param .u64 out, .param .u64 sums, .param .u64 own)\n{{\n    \
             .reg .b64 %in, %out, %sums, %own, %generic, %wide<4>;\n    \
             .reg .b32 %linear, %global, %block, %lane, %warp, %slot;\n    \
             .reg .b32 %r<{DATA}>, %t<8>, %m<{labels}>, %c<{labels}>;\n    \
             .reg .f32 %f<{FLOATS}>;\n    .reg .pred %q<4>, %k<{labels}>;\n    \
             .shared .align 4 .b8 totals[{}];\n{fixed}{}}}\n",
            4 * SHARED_SUMS,
            self.text
        )
    }
}
