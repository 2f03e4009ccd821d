//! Writes statements that all threads of a block execute: barriers, and exchanges through shared
//! memory.

use super::Exits;
use super::writer::Writer;

impl Writer {
    /// Writes a statement that all threads of the block execute, except threads that have exited.
    pub(super) fn block(&mut self, is_in_loop: bool) {
        match self.below(12) {
            10 | 11 if self.exits == Exits::Nowhere && self.threads.is_multiple_of(32) => {
                self.matrices();
            }
            0..=2 => {
                self.write_slot(0);
                self.barrier();
                self.read_slot(0, 0, self.threads);
                self.barrier();
            }
            // Exchanges of this kind use two regions of shared memory in turn, so no barrier is
            // needed after the reads.
            3 if !is_in_loop => {
                let region = if self.is_second { 2 } else { 1 };
                self.is_second = !self.is_second;
                self.write_slot(region);
                self.barrier();
                self.read_slot(region, 0, self.threads);
            }
            4 => self.reduction(),
            5 => {
                let (word, d) = (self.below(super::writer::SHARED_SUMS), self.data());
                self.barrier();
                self.line(format!("ld.shared.u32 {d}, [totals+{}];", 4 * word));
                self.barrier();
            }
            6 => self.diverging_barriers(),
            7 => self.warps_at_different_lines(),
            8 if self.exits == Exits::Nowhere && self.warps() > 1 => self.some_warps(),
            9 if self.exits == Exits::Nowhere && self.warps() > 1 => self.producers(),
            _ => self.barrier(),
        }
        if self.exits == Exits::AfterBarriers && self.one_in(6) {
            self.barrier();
            self.exit();
        }
    }

    /// Writes an `exit` that some threads execute.
    pub(super) fn exit(&mut self) {
        self.condition("%q1");
        // Restricts the condition, so that few threads exit.
        self.line("and.b32 %t0, %r0, 7;");
        self.line("setp.eq.and.u32 %q1, %t0, 3, %q1;");
        let how = self.choose(&["exit;", "ret;", "bra DONE;"]);
        self.line(format!("@%q1 {how}"));
    }

    fn barrier(&mut self) {
        let line = self.choose(&[
            "bar.sync 0;",
            "barrier.sync 0;",
            "barrier.sync.aligned 1;",
            "bar.sync 15;",
            "bar.cta.sync 0;",
        ]);
        self.line(line);
    }

    /// Writes a store of a register to the thread's own word (slot) in a region of shared memory.
    fn write_slot(&mut self, region: u32) {
        let (a, at) = (self.data(), 4 * self.threads * region);
        if self.one_in(4) {
            self.line(format!("st.u32 [%generic+{at}], {a};"));
        } else {
            self.line(format!("st.shared.u32 [%slot+{at}], {a};"));
        }
    }

    /// Writes a load from the slot of a random thread, whose number is between `first`
    /// and `first + count - 1`.
    fn read_slot(&mut self, region: u32, first: u32, count: u32) {
        let d = self.data();
        let (factor, addend) = (self.choose(&[1, 3, 5, 31]), self.below(64));
        self.line(format!("mad.lo.u32 %t0, %linear, {factor}, {addend};"));
        self.line(format!("rem.u32 %t0, %t0, {count};"));
        self.line(format!("add.u32 %t0, %t0, {};", first + self.threads * region));
        self.line("mov.u32 %t1, slots;");
        self.line("mad.lo.u32 %t1, %t0, 4, %t1;");
        self.line(format!("ld.shared.u32 {d}, [%t1];"));
    }

    fn reduction(&mut self) {
        let d = self.data();
        self.condition("%q1");
        let source = self.choose(&["%q1", "!%q1"]);
        if self.one_in(2) {
            let form = self.choose(&[
                "bar.red.popc.u32",
                "barrier.red.popc.aligned.u32",
                "barrier.red.popc.u32",
            ]);
            self.line(format!("{form} {d}, 2, {source};"));
        } else {
            let form = self.choose(&["bar.red.and.pred", "bar.red.or.pred", "barrier.red.or.pred"]);
            self.line(format!("{form} %q2, 3, {source};"));
            self.line(format!("@%q2 add.u32 {d}, {d}, 9;"));
        }
    }

    /// Writes an `if` on which the lanes of a warp may disagree, with a barrier in each branch.
    fn diverging_barriers(&mut self) {
        let label = self.label();
        self.write_slot(0);
        self.condition("%q1");
        self.line(format!("@%q1 bra OTHER{label};"));
        for side in 0..2 {
            if side == 1 {
                self.line(format!("OTHER{label}:"));
            }
            self.alone();
            self.line("barrier.sync 4;");
            self.read_slot(0, 0, self.threads);
            if side == 0 {
                self.line(format!("bra END{label};"));
            }
        }
        self.line(format!("END{label}:"));
        self.line("bar.sync 0;");
    }

    /// Writes an `if` on which warps disagree, with a `bar.sync` in each branch.
    fn warps_at_different_lines(&mut self) {
        let label = self.label();
        self.write_slot(0);
        self.line("and.b32 %t0, %warp, 1;");
        self.line("setp.eq.u32 %q1, %t0, 0;");
        self.line(format!("@%q1 bra OTHER{label};"));
        self.alone();
        self.line("bar.sync 5;");
        self.line(format!("bra END{label};"));
        self.line(format!("OTHER{label}:"));
        self.alone();
        self.alone();
        self.line("bar.sync 5;");
        self.line(format!("END{label}:"));
        self.read_slot(0, 0, self.threads);
        self.line("bar.sync 0;");
    }

    /// Writes an exchange between the first warps, at a barrier with a count.
    fn some_warps(&mut self) {
        let label = self.label();
        let warps = 1 + self.below(u64::from(self.warps() - 1)) as u32;
        self.line(format!("setp.ge.u32 %q1, %warp, {warps};"));
        self.line(format!("@%q1 bra END{label};"));
        self.write_slot(0);
        self.line(format!("bar.sync 6, {};", 32 * warps));
        self.read_slot(0, 0, 32 * warps);
        self.line(format!("bar.sync 6, {};", 32 * warps));
        self.alone();
        self.line(format!("END{label}:"));
        // The other warps wait here. Otherwise they could reach the next use of barrier 6, which
        // may have another count, too early.
        self.line("bar.sync 0;");
    }

    /// Writes an exchange in which the first warps only arrive at a barrier, and the other warps
    /// wait at it.
    fn producers(&mut self) {
        let label = self.label();
        let all = 32 * self.warps();
        let producers = 1 + self.below(u64::from(self.warps() - 1)) as u32;
        self.line(format!("setp.ge.u32 %q1, %warp, {producers};"));
        self.line(format!("@%q1 bra OTHER{label};"));
        self.write_slot(0);
        self.line(format!("bar.arrive 7, {all};"));
        self.alone();
        self.line(format!("bra END{label};"));
        self.line(format!("OTHER{label}:"));
        self.line(format!("bar.sync 7, {all};"));
        self.read_slot(0, 0, 32 * producers);
        self.line(format!("END{label}:"));
        self.line("bar.sync 0;");
    }
}
