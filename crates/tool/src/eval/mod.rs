//! Computes instructions on operands, bit for bit.

mod answer;
pub mod batch;
pub(crate) mod decimal;
pub(crate) mod format;
pub mod functions;
mod further;
pub mod instruction;
mod json;
pub mod matrix;
mod operands;
mod reference;
mod source;
mod text;
mod values;

pub use answer::{Answer, Number, Output, TrueValue};
pub use source::source;
pub use values::split;

use instruction::Instruction;
use ptx_isa::{At, COMMAND, Dialect, Fault};
use values::Values;

/// Computes an instruction on operands.
///
/// An operand is a number (`1.5`, `33`, `inf`, `nan`), `0x` and the bits, or `0f…` and `0d…` as in PTX. A packed operand
/// is its bits or its lanes, lane 0 first: `1.5,-2` or `{1.5, -2}`. [`number`](ptx_isa::number) lists the syntax.
/// Operands may also follow the instruction in the text `instruction`.
///
/// ```
/// use ptx_isa::Dialect;
///
/// let answer = ptx_tool::eval::eval("rcp.rn.f32", &["3.0".into()], &Dialect::default()).unwrap();
/// let result = &answer.results[0];
/// assert_eq!((result.name.as_str(), result.bits), ("d", 0x3eaaaaab));
/// assert_eq!(result.numbers[0].decimal, "0.33333334");
/// assert_eq!(result.numbers[0].ulps.as_deref(), Some("0.333333"));
/// assert!(answer.to_string().starts_with("decimal  0.33333334\n"));
/// ```
///
/// # Errors
/// If the instruction or an operand is invalid: the checker's message.
pub fn eval(instruction: &str, operands: &[String], dialect: &Dialect) -> Result<Answer, Fault> {
    let (found, sources) = sources(instruction, operands, dialect)?;
    let missing = || Fault::new(At::Mnemonic, format!("`{instruction}` has no function"));
    Answer::new(&found, &sources).ok_or_else(missing)
}

/// Returns an instruction and the bits of its operands. The arguments are those of [`eval`].
///
/// ```
/// use ptx_isa::Dialect;
///
/// let operands = ["-1,3".into(), "0x00010001".into()];
/// let (_, bits) = ptx_tool::eval::sources("add.s16x2", &operands, &Dialect::default()).unwrap();
/// assert_eq!(bits, [0x0003_ffff, 0x0001_0001]);
/// ```
///
/// # Errors
/// If the instruction or an operand is invalid: the checker's message.
pub fn sources(
    instruction: &str,
    operands: &[String],
    dialect: &Dialect,
) -> Result<(Instruction, Vec<u128>), Fault> {
    if matrix::is_matrix(instruction) {
        let what = format!("`{instruction}` is not an instruction of one thread");
        let help = format!("`{COMMAND} eval --batch` computes an element of a product of matrices");
        return Err(Fault::new(At::Mnemonic, what).help(help));
    }
    let (text, values) = Values::parse(instruction, operands)?;
    let (instruction, texts) = values.select(text, dialect)?;
    let bits = |(i, (text, slot)): (usize, (&String, _))| {
        source(text, slot).map_err(|mut message| {
            // Add the operand's text, unless the message contains it already.
            if !message.what.contains(&format!("`{text}`")) {
                message.what = format!("`{text}`: {}", message.what);
            }
            Fault::new(At::Operand(i + 1), message)
        })
    };
    let sources = texts.iter().zip(&instruction.sources).enumerate();
    let sources = sources.map(bits).collect::<Result<_, _>>()?;
    Ok((instruction, sources))
}
