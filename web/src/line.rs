//! Computes one line in the format of `ptx-bits eval --batch`.

use ptx_isa::{Dialect, Message, Target};
use ptx_tool::eval::{batch, matrix, sources};

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

/// Returns the operands of a line: the bits of each in hexadecimal digits. `given` may also contain numbers, such as
/// `1.5`, `-inf` or the lanes `{-1, 3}`. A text of only hexadecimal digits is always bits.
pub(crate) fn operands(
    instruction: &str,
    given: &[String],
    dialect: &Dialect,
) -> Result<Vec<String>, Message> {
    let given = given.join(" ");
    let is_bits = |word: &&str| word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_end = |letter: char| letter.is_whitespace() || letter == ',';
    let words: Vec<_> = given.split(is_end).filter(|word| !word.is_empty()).collect();
    if matrix::is_matrix(instruction) || words.iter().all(is_bits) {
        return Ok(words.into_iter().map(str::to_string).collect());
    }
    let is_end = |letter: char| is_end(letter) || matches!(letter, '{' | '}');
    let prefixed: String = given
        .split_inclusive(is_end)
        .map(|part| match part.trim_end_matches(is_end) {
            "" => part.to_string(),
            word if is_bits(&word) => format!("0x{part}"),
            _ => part.to_string(),
        })
        .collect();
    // Like a batch, computes for sm_NN also what only sm_NNa supports.
    let lettered = dialect.target.map(|target| Target { suffix: Some('a'), ..target });
    let lettered = Dialect { target: lettered, ..dialect.clone() };
    let read = |dialect| sources(instruction, std::slice::from_ref(&prefixed), dialect);
    let (found, bits) = read(dialect)
        .or_else(|fault| read(&lettered).map_err(|_| fault))
        .map_err(|fault| fault.message)?;
    let digits = |(bits, slot): (&u128, &ptx_tool::eval::instruction::Slot)| {
        format!("{bits:0width$x}", width = slot.ty.bits().div_ceil(4) as usize)
    };
    Ok(bits.iter().zip(&found.sources).map(digits).collect())
}

#[cfg(test)]
mod tests {
    use super::operands;
    use ptx_isa::Dialect;

    #[test]
    fn numbers_become_bits() {
        for (instruction, given, expected) in [
            ("rcp.rn.f32", &["42040000"][..], &["42040000"][..]),
            ("fma.rn.f32", &["3f800000 40000000 1"], &["3f800000", "40000000", "1"]),
            ("fma.rn.f32", &["3f800000,40000000, 1"], &["3f800000", "40000000", "1"]),
            ("fma.rn.f32", &["1.0 40000000 -inf"], &["3f800000", "40000000", "ff800000"]),
            ("add.rn.f32", &["1.00000005960464477539062500001", "nan"], &["3f800001", "7fffffff"]),
            ("max.s16x2", &["-1,3 {2, -5}"], &["0003ffff", "fffb0002"]),
            ("add.f16x2", &["{1.5, 3c00} 0"], &["3c003e00", "00000000"]),
            ("addc.u32", &["-0 10 1"], &["00000000", "00000010", "1"]),
            ("MUFU.RCP", &["3."], &["40400000"]),
            ("rcp.rn.f32", &[""], &[]),
        ] {
            let given: Vec<_> = given.iter().map(ToString::to_string).collect();
            let found = operands(instruction, &given, &Dialect::default());
            assert_eq!(found.as_deref().unwrap_or_default(), expected, "{instruction} {given:?}");
        }
        for given in ["1.0e39", "Inf", "1.5 2.5", "{1.5", "*"] {
            assert!(
                operands("rcp.rn.f32", &[given.into()], &Dialect::default()).is_err(),
                "{given}"
            );
        }
    }
}
