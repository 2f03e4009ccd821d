//! Reads and writes NumPy's `.npy` format, versions 1 to 3. Arrays must be little-endian and in C order.

use ptx_isa::Type;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Returns whether a file's name ends in `.npy`.
pub(super) fn is_name(name: &str) -> bool {
    name.len() > 4 && name[..].to_ascii_lowercase().ends_with(".npy")
}

/// Returns the type codes of `.npy` files whose elements fit a PTX type. [`write`] uses the first code. NumPy has no
/// bf16; arrays of the package ml_dtypes have the code `<V2`.
fn codes(ty: Type) -> &'static [&'static str] {
    match ty {
        Type::U8 => &["|u1"],
        Type::U16 => &["<u2"],
        Type::U32 => &["<u4"],
        Type::U64 => &["<u8"],
        Type::S8 => &["|i1"],
        Type::S16 => &["<i2"],
        Type::S32 => &["<i4"],
        Type::S64 => &["<i8"],
        Type::F16 => &["<f2"],
        Type::Bf16 => &["<V2", "|V2", "<u2"],
        Type::F32 => &["<f4"],
        Type::F64 => &["<f8"],
        Type::B8 => &["|u1", "|i1", "|b1"],
        Type::B16 => &["<u2", "<i2", "<f2", "<V2", "|V2"],
        Type::B32 => &["<u4", "<i4", "<f4"],
        Type::B64 => &["<u8", "<i8", "<f8"],
        _ => &[],
    }
}

/// Returns whether a file begins like an .npy file.
pub(super) fn is_content(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Returns the bytes of the elements of an array in a file.
pub(super) fn read(bytes: &[u8], ty: Type) -> Result<Vec<u8>, String> {
    let rest = bytes.strip_prefix(MAGIC).ok_or("not an .npy file")?;
    let (length, rest) = match rest {
        [1, _, a, b, rest @ ..] => (u16::from_le_bytes([*a, *b]).into(), rest),
        [2 | 3, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        _ => return Err("an unknown version of .npy".into()),
    };
    let (header, data) = rest.split_at_checked(length).ok_or("the header is incomplete")?;
    let header = String::from_utf8_lossy(header);
    let code = quoted(value(&header, "descr")?).ok_or("elements with fields are not supported")?;
    // The byte order of single bytes does not matter.
    let code =
        if code.ends_with('1') { code.replacen(['<', '>', '='], "|", 1) } else { code.into() };
    if !codes(ty).contains(&code.as_str()) {
        let expected = codes(ty).first().unwrap_or(&"none");
        return Err(format!("expected elements of `{}` (`{expected}`), found `{code}`", ty.word()));
    }
    let dimensions = value(&header, "shape")?;
    let dimensions = dimensions.strip_prefix('(').and_then(|rest| rest.split(')').next());
    let dimensions = dimensions.ok_or("a faulty shape")?.split(',').map(str::trim);
    let dimensions: Vec<usize> = dimensions
        .filter(|number| !number.is_empty())
        .map(|number| number.parse().map_err(|_| "a faulty shape"))
        .collect::<Result<_, _>>()?;
    let is_fortran = value(&header, "fortran_order")?.starts_with("True");
    if is_fortran && dimensions.iter().filter(|size| **size != 1).count() > 1 {
        return Err(
            "the array is in Fortran order; `numpy.ascontiguousarray` returns C order".into()
        );
    }
    let size = ty.bits() as usize / 8;
    let whole = dimensions.iter().try_fold(size, |sum, dimension| sum.checked_mul(*dimension));
    if whole != Some(data.len()) {
        return Err(format!(
            "expected the elements of shape {dimensions:?}, found {} bytes",
            data.len()
        ));
    }
    Ok(data.to_vec())
}

/// Returns the text that follows a key of the header's dictionary.
fn value<'h>(header: &'h str, key: &str) -> Result<&'h str, String> {
    let missing = || format!("the header has no `{key}`");
    let found =
        ["'", "\""].iter().find_map(|quote| header.split_once(&format!("{quote}{key}{quote}")));
    let (_, rest) = found.ok_or_else(missing)?;
    rest.trim_start().strip_prefix(':').map(str::trim_start).ok_or_else(missing)
}

/// Returns the text between the quotes at the start of `text`.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    text[1..].split_once(quote).map(|(inner, _)| inner)
}

/// Returns the contents of an `.npy` file for a one-dimensional array. Returns `None` if `name` does not end
/// in `.npy`, or the format does not have the type.
///
/// ```
/// let file = ptx_tool::run::write_npy("y.npy", ptx_isa::Type::F32, &[0; 8]).unwrap();
/// assert_eq!(file.len(), 128 + 8);
/// assert!(ptx_tool::run::write_npy("y.bin", ptx_isa::Type::F32, &[0; 8]).is_none());
/// ```
#[must_use]
pub fn write(name: &str, ty: Type, bytes: &[u8]) -> Option<Vec<u8>> {
    let code = codes(ty).first().filter(|_| is_name(name))?;
    let count = bytes.len() / (ty.bits() as usize / 8);
    let header = format!("{{'descr': '{code}', 'fortran_order': False, 'shape': ({count},), }}");
    // The data starts at a multiple of 64. A line feed ends the header.
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    let mut file = MAGIC.to_vec();
    file.extend([1, 0]);
    file.extend(u16::try_from(length).ok()?.to_le_bytes());
    file.extend(format!("{header:<width$}\n", width = length - 1).bytes());
    file.extend(bytes);
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(version: u8, header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([version, 0]);
        let length = (header.len() as u32).to_le_bytes();
        file.extend(&length[..if version == 1 { 2 } else { 4 }]);
        file.extend(header.bytes());
        file.extend(data);
        file
    }

    #[test]
    fn arrays_of_numpy_are_read() {
        // The expected bytes are the output of `numpy.save` for `numpy.array([1, 2], 'f4')`.
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }                                                          \n";
        let data = [0, 0, 0x80, 0x3f, 0, 0, 0, 0x40];
        for version in [1, 2, 3] {
            assert_eq!(read(&file(version, header, &data), Type::F32), Ok(data.to_vec()));
            assert_eq!(read(&file(version, header, &data), Type::B32), Ok(data.to_vec()));
        }
        let scalar = "{'descr': '|u1', 'fortran_order': False, 'shape': ()}\n";
        assert_eq!(read(&file(1, scalar, &[7]), Type::U8), Ok(vec![7]));
        let matrix = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }\n";
        assert_eq!(read(&file(1, matrix, &[1; 12]), Type::S16), Ok(vec![1; 12]));
        let column = "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 1), }\n";
        assert_eq!(read(&file(1, column, &[1; 4]), Type::S16), Ok(vec![1; 4]));
    }

    #[test]
    fn other_files_are_errors() {
        let of = |descr: &str, order: &str, shape: &str, length: usize| {
            let header =
                format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n");
            read(&file(1, &header, &vec![0; length]), Type::F32).expect_err("an error")
        };
        assert_eq!(
            of("'>f4'", "False", "(2,)", 8),
            "expected elements of `f32` (`<f4`), found `>f4`"
        );
        assert_eq!(
            of("'<i4'", "False", "(2,)", 8),
            "expected elements of `f32` (`<f4`), found `<i4`"
        );
        assert!(of("'<f4'", "True", "(2, 2)", 16).contains("Fortran order"));
        assert!(of("[('x', '<f4')]", "False", "(2,)", 8).contains("fields"));
        assert!(of("'<f4'", "False", "(3,)", 8).contains("[3]"));
        assert!(
            of("'<f4'", "False", "(4294967296, 4294967296, 4)", 8)
                .contains("expected the elements")
        );
        assert!(read(b"\x93NUMPY\x01\x00\xff\xff", Type::F32).is_err());
        assert!(read(b"\x93NUMPY\x09\x00\x00\x00", Type::F32).is_err());
        assert!(read(b"", Type::F32).is_err());
    }

    #[test]
    fn what_is_written_is_read() {
        for ty in super::super::TYPES {
            let bytes: Vec<u8> = (0..24).collect();
            let file = write("a.NPY", ty, &bytes).expect("a file");
            assert_eq!((file.len() - bytes.len()) % 64, 0);
            assert_eq!(read(&file, ty), Ok(bytes), "{}", ty.word());
        }
    }
}
