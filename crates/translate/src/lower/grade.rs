//! Computes the grade of a translated function. The grade states the evidence for the bits of the function's results.

use super::Lowering;
use ptx_isa::doc::{Section, page};
use ptx_module::syntax::Instruction;

/// The grades, best first.
const GRADES: &str = "HDSM";

impl Lowering<'_, '_> {
    /// Replaces the grade of the function by the grade of `instruction`, if the instruction's grade
    /// is worse.
    pub(super) fn grade(&mut self, instruction: &Instruction<'_>) {
        let words: Vec<_> = instruction.modifiers.iter().map(|word| word.text).collect();
        let name = instruction.mnemonic.text;
        let Some(page) = page(name) else { return };
        let entries = page.section(Section::Grade);
        // An entry of the section "Grade" has parts with grades, such as `[D]; [M] for NaN`. All
        // parts count, so this entry lowers the grade to M. But a part about `.ftz` counts only for
        // instructions with `.ftz`.
        let about = entries.iter().filter(|entry| entry.is_about(&words));
        let parts = about.flat_map(|entry| entry.text.split(';'));
        let parts = parts.filter(|part| !part.contains("`.ftz`") || words.contains(&"ftz"));
        let letters = parts.flat_map(|part| {
            let graded = |pair: &str| pair.chars().next().filter(|letter| GRADES.contains(*letter));
            part.split('[').skip(1).filter_map(graded)
        });
        self.body.grade = letters.chain(self.body.grade).max_by_key(|letter| GRADES.find(*letter));
    }
}
