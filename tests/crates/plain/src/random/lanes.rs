//! Writes statements that all lanes of a mask execute together: shuffles, votes, matches,
//! reductions.

use super::writer::Writer;

impl Writer {
    /// Writes a warp operation that all lanes of the mask execute.
    pub(super) fn lanes(&mut self, mask: &str) {
        if self.one_in(5) {
            self.some_lanes(mask);
            return;
        }
        match self.below(10) {
            0..=2 => self.shuffle(mask, ""),
            3 | 4 => self.vote(mask),
            5 => self.same(mask),
            6 => self.reduce(mask, ""),
            7 => {
                let d = self.data();
                self.line(format!("elect.sync %t2|%q2, {mask};"));
                self.line(format!("@%q2 add.u32 {d}, {d}, %t2;"));
            }
            _ => self.through_memory(mask),
        }
    }

    /// Writes a guarded warp operation. A ballot determines the mask of the lanes that execute the
    /// operation.
    fn some_lanes(&mut self, mask: &str) {
        self.condition("%q1");
        self.line(format!("vote.sync.ballot.b32 %t4, %q1, {mask};"));
        if self.one_in(2) {
            self.shuffle("%t4", "@%q1 ");
        } else {
            self.reduce("%t4", "@%q1 ");
        }
    }

    fn shuffle(&mut self, mask: &str, guard: &str) {
        let (a, d) = (self.data(), self.data());
        let mode = self.choose(&["up", "down", "bfly", "idx"]);
        let width = self.choose(&[2u32, 4, 8, 16, 32, 32, 32]);
        let clamp = if mode == "up" { 0 } else { 31 };
        let control = (32 - width) << 8 | clamp;
        let b =
            if mode == "idx" && self.one_in(2) { self.data() } else { self.below(32).to_string() };
        if self.one_in(2) {
            self.line(format!("{guard}shfl.sync.{mode}.b32 {d}, {a}, {b}, {control:#x}, {mask};"));
        } else {
            if !guard.is_empty() {
                // Without this line, lanes whose guard is false would read %q2 before any write of
                // %q2.
                self.line("setp.ne.u32 %q2, 0, 0;");
            }
            self.line(format!(
                "{guard}shfl.sync.{mode}.b32 %t2|%q2, {a}, {b}, {control:#x}, {mask};"
            ));
            self.line(format!("{guard}selp.b32 {d}, %t2, {a}, %q2;"));
            self.line(format!("@%q2 add.u32 {d}, {d}, 1;"));
        }
    }

    fn vote(&mut self, mask: &str) {
        let d = self.data();
        self.condition("%q1");
        let source = self.choose(&["%q1", "!%q1"]);
        if self.one_in(2) {
            self.line(format!("vote.sync.ballot.b32 {d}, {source}, {mask};"));
        } else {
            let mode = self.choose(&["all", "any", "uni"]);
            self.line(format!("vote.sync.{mode}.pred %q2, {source}, {mask};"));
            self.line("selp.b32 %t2, 17, 40, %q2;");
            self.line(format!("xor.b32 {d}, {d}, %t2;"));
        }
    }

    fn same(&mut self, mask: &str) {
        let (a, d) = (self.data(), self.data());
        let bits = self.choose(&[1, 3, 0xff]);
        self.line(format!("and.b32 %t2, {a}, {bits};"));
        match self.below(3) {
            0 => self.line(format!("match.any.sync.b32 {d}, %t2, {mask};")),
            1 => {
                self.line("mul.wide.u32 %wide1, %t2, 0x40000001;");
                self.line(format!("match.any.sync.b64 {d}, %wide1, {mask};"));
            }
            _ => {
                self.line(format!("match.all.sync.b32 {d}|%q2, %t2, {mask};"));
                self.line(format!("@%q2 add.u32 {d}, {d}, 3;"));
            }
        }
    }

    fn reduce(&mut self, mask: &str, guard: &str) {
        let (a, d) = (self.data(), self.data());
        let operation = self.choose(&[
            "add.u32", "add.s32", "min.s32", "max.u32", "min.u32", "max.s32", "and.b32", "or.b32",
            "xor.b32",
        ]);
        self.line(format!("{guard}redux.sync.{operation} {d}, {a}, {mask};"));
    }

    /// Writes an exchange between two lanes through shared memory. A lane skips the exchange if the
    /// other lane has exited.
    fn through_memory(&mut self, mask: &str) {
        let (a, d) = (self.data(), self.data());
        let at = 4 * self.threads * 3;
        let other = 1 + self.below(31);
        self.line("setp.eq.u32 %q1, 0, 0;");
        self.line(format!("vote.sync.ballot.b32 %t4, %q1, {mask};"));
        self.line(format!("st.shared.u32 [%slot+{at}], {a};"));
        self.line(format!("xor.b32 %t5, %lane, {other};"));
        self.line("shr.u32 %t6, %t4, %t5;");
        self.line("and.b32 %t6, %t6, 1;");
        self.line("setp.eq.u32 %q2, %t6, 1;");
        self.line("sub.u32 %t5, %t5, %lane;");
        self.line("mad.lo.u32 %t5, %t5, 4, %slot;");
        let masked = self.choose(&["%t4", mask]);
        self.line(format!("bar.warp.sync {masked};"));
        self.line(format!("@%q2 ld.shared.u32 {d}, [%t5+{at}];"));
        self.line(format!("bar.warp.sync {masked};"));
    }
}
