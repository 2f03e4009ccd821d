//! Writes statements that all 32 lanes of a warp execute: matrix products, and matrices in shared
//! memory.

use super::writer::Writer;

impl Writer {
    /// Writes a matrix instruction. All threads of the block execute the instruction, and no thread
    /// has exited.
    pub(super) fn matrices(&mut self) {
        let [a, b, c, d, e] = std::array::from_fn(|_| self.data());
        let trans = self.choose(&["", ".trans"]);
        match self.below(6) {
            0..=2 => {
                let satfinite = self.choose(&["", ".satfinite"]);
                let types = [self.choose(&["s8", "u8"]), self.choose(&["s8", "u8"])].join(".");
                self.line(format!(
                    "mma.sync.aligned.m8n8k16.row.col{satfinite}.s32.{types}.s32 {{%t2, %t3}}, {{{a}}}, {{{b}}}, {{{c}, {d}}};"
                ));
                self.line(format!("xor.b32 {e}, %t2, {e};"));
                self.line(format!("add.u32 {d}, %t3, {d};"));
            }
            3 => self.line(format!("movmatrix.sync.aligned.m8n8.trans.b16 {d}, {a};")),
            4 => {
                let at = self.rows();
                self.line(format!("st.shared.u32 [%slot+{at}], {a};"));
                self.line("bar.warp.sync 0xffffffff;");
                self.line(format!(
                    "ldmatrix.sync.aligned.m8n8.x1{trans}.shared.b16 {{{d}}}, [%t5];"
                ));
                self.line("bar.warp.sync 0xffffffff;");
            }
            _ => {
                let at = self.rows();
                self.line("bar.warp.sync 0xffffffff;");
                self.line(format!(
                    "stmatrix.sync.aligned.m8n8.x1{trans}.shared.b16 [%t5], {{{a}}};"
                ));
                self.line("bar.warp.sync 0xffffffff;");
                self.line(format!("ld.shared.u32 {d}, [%slot+{at}];"));
            }
        }
    }

    /// Writes code that computes the address of a matrix row into `%t5`. Lanes 8 to 31 repeat the
    /// addresses of lanes 0 to 7. Returns the offset in shared memory of the region with the rows.
    fn rows(&mut self) -> u32 {
        let at = 4 * self.threads * 3;
        self.line("shl.b32 %t5, %lane, 2;");
        self.line("sub.u32 %t5, %slot, %t5;");
        self.line("and.b32 %t6, %lane, 7;");
        self.line("mad.lo.u32 %t5, %t6, 16, %t5;");
        self.line(format!("add.u32 %t5, %t5, {at};"));
        at
    }
}
