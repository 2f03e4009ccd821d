//! Writes files with lists of results that NVIDIA has not published. Each file consists of 32-bit little-endian words.

use crate::compare::{load, run};
use crate::device::{Chip, Device};
use crate::instruction;
use crate::kernel::Work;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// A list of results to write: a form with one operand, and evenly spaced operands.
pub struct Dump {
    /// The instruction. For `.f64`, `operands` are the high words of the operands, and the low words are 0. The file
    /// then contains the high words of the results.
    pub form: &'static str,
    /// The range of the operands.
    pub operands: Range<u32>,
    /// The distance between operands.
    pub step: u32,
}

/// The results from which NVIDIA's lookup tables can be derived. For TANH, the operands are evenly spaced over all
/// segments of the table. For RCP64H, the operands are all high words of the doubles from 1 to 2, and for RSQ64H from 1
/// to 4. For forms on halves, the operands are all 2^16 words.
pub const ALL: [Dump; 7] = [
    Dump { form: "tanh.approx.f32", operands: 114 << 23..131 << 23, step: 16 },
    Dump { form: "ex2.approx.f16", operands: 0..1 << 16, step: 1 },
    Dump { form: "ex2.approx.ftz.bf16", operands: 0..1 << 16, step: 1 },
    Dump { form: "tanh.approx.f16", operands: 0..1 << 16, step: 1 },
    Dump { form: "tanh.approx.bf16", operands: 0..1 << 16, step: 1 },
    Dump { form: "rcp.approx.ftz.f64", operands: 0x3ff0_0000..0x4000_0000, step: 1 },
    Dump { form: "rsqrt.approx.ftz.f64", operands: 0x3ff0_0000..0x4010_0000, step: 1 },
];

impl Dump {
    /// Runs the form on a chip, and writes the results to a file in a folder. Returns the number of
    /// results.
    ///
    /// # Errors
    /// Returns an error if the chip does not have the form, the run fails, or the file cannot be
    /// written.
    pub fn write(
        &self,
        device: &mut dyn Device,
        chip: &Chip,
        folder: &Path,
    ) -> Result<usize, String> {
        let instruction = instruction::all(&chip.dialect())
            .into_iter()
            .find(|instruction| instruction.name == self.form);
        let instruction = instruction.ok_or("the target does not have it")?;
        let shift = instruction.sources[0].bits().saturating_sub(32);
        let operands = self.operands.clone().step_by(self.step as usize);
        let operands: Vec<_> = operands.map(|operand| u64::from(operand) << shift).collect();
        load(device, chip, "dump", &instruction, Work::Each)?;
        let results = run(device, "dump", &instruction, &operands)?;
        let bytes: Vec<_> =
            results.iter().flat_map(|word| ((word >> shift) as u32).to_le_bytes()).collect();
        let path = folder.join(format!("{}.bin", self.form));
        fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(results.len())
    }
}
