//! Results of forms whose tables are not published, and which are too many for a chip's file. They
//! are written as 32-bit words, lowest byte first.

use crate::asked;
use crate::compare::{ask, load};
use crate::device::{Chip, Device};
use crate::kernel::Does;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// Consecutive results of a form of one operand.
pub struct Dump {
    /// The instruction; for an `.f64` form the operands and results are high words, and the low
    /// words are 0.
    pub form: &'static str,
    /// The operands.
    pub operands: Range<u32>,
    /// The distance between two operands.
    pub apart: u32,
}

/// The results from which tables can be derived: every offset in every segment of TANH's table, and
/// the whole tables of RCP64H and RSQ64H.
pub const ALL: [Dump; 3] = [
    Dump { form: "tanh.approx.f32", operands: 114 << 23..131 << 23, apart: 16 },
    Dump { form: "rcp.approx.ftz.f64", operands: 0x3ff0_0000..0x4000_0000, apart: 1 },
    Dump { form: "rsqrt.approx.ftz.f64", operands: 0x3ff0_0000..0x4010_0000, apart: 1 },
];

impl Dump {
    /// Runs a form on a chip and writes the results to a file named after the form in a folder;
    /// returns the number of results.
    ///
    /// # Errors
    /// The chip does not have the form or could not run it, or the file cannot be written.
    pub fn write(
        &self,
        device: &mut dyn Device,
        chip: &Chip,
        folder: &Path,
    ) -> Result<usize, String> {
        let asked = asked::all(&chip.dialect()).into_iter().find(|asked| asked.name == self.form);
        let asked = asked.ok_or("the target does not have it")?;
        let shift = asked.sources[0].bits() - 32;
        let operands = self.operands.clone().step_by(self.apart as usize);
        let operands: Vec<_> = operands.map(|operand| u64::from(operand) << shift).collect();
        load(device, chip, "dump", &asked, Does::Each)?;
        let results = ask(device, "dump", &asked, &operands)?;
        let bytes: Vec<_> =
            results.iter().flat_map(|word| ((word >> shift) as u32).to_le_bytes()).collect();
        let path = folder.join(format!("{}.bin", self.form));
        fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(results.len())
    }
}
