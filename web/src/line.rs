//! Computes one line in the format of `ptx-bits eval --batch`.

use ptx_isa::Dialect;
use ptx_tool::eval::batch;

/// Computes a line like `ptx-bits eval --batch`. Returns an empty string if there is no instruction.
pub(crate) fn bits(target: &str, instruction: &str, operands: &[String]) -> String {
    if instruction.is_empty() {
        return String::new();
    }
    let mut line = format!("{target}\t{instruction}");
    for operand in operands {
        line.push('\t');
        line.push_str(operand);
    }
    let mut answer = Vec::new();
    // Reading and writing in memory cannot fail.
    let _ = batch::answer(line.as_bytes(), &mut answer, &Dialect::default());
    String::from_utf8_lossy(&answer).trim_end_matches('\n').into()
}
