//! Parses the optional last field of a matrix instruction in a batch line: metadata, block scales, negations.

use ptx_core::mma::{Extras, Form, Instruction, Operand, Type};
use ptx_isa::Message;

/// The operands that only some matrix forms have: metadata, block scales and negations.
#[derive(Default)]
pub(super) struct Further {
    metadata: Vec<u8>,
    scales_a: Vec<u8>,
    scales_b: Vec<u8>,
    negate_a: bool,
    negate_b: bool,
    ignore_c: bool,
}

impl Further {
    /// Returns a pattern for the last field of a line that computes this form, such as `e=…;sa=…;sb=…`.
    pub(super) fn shape(form: Form) -> String {
        let metadata = form.is_sparse().then_some("e=…");
        let scales = form.scales().map(|_| "sa=…;sb=…");
        metadata.into_iter().chain(scales).collect::<Vec<_>>().join(";")
    }

    /// Parses a field: `e=4e9c;sa=7f;sb=80`, `ia=-1` or `sd=0`. An empty field and `-` contain no operand.
    pub(super) fn parse(form: Form, field: &str) -> Result<Self, Message> {
        let mut further = Self::default();
        let parts = field.split(';').filter(|part| !part.is_empty() && *part != "-");
        let mut seen = Vec::new();
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            if seen.contains(&key) {
                return Err(format!("`{key}` is given twice").into());
            }
            seen.push(key);
            further.read(form, key, value)?;
        }
        for (key, is_needed) in [
            ("e", form.is_sparse()),
            ("sa", form.scales().is_some()),
            ("sb", form.scales().is_some()),
        ] {
            if is_needed && !seen.contains(&key) {
                return Err(Message::new(format!("missing `{key}=…` in the last field"))
                    .note(format!("the last field is `{}`", Self::shape(form))));
            }
        }
        Ok(further)
    }

    fn read(&mut self, form: Form, key: &str, value: &str) -> Result<(), Message> {
        let negates = matches!(form.instruction(), Instruction::Wgmma | Instruction::Tcgen05);
        let has = match key {
            "e" => form.is_sparse(),
            "sa" | "sb" => form.scales().is_some(),
            "ia" | "ib" => negates && is_float(form),
            "sd" => negates,
            _ => {
                return Err(Message::new(format!("unknown operand `{key}` in the last field"))
                    .note("the operands are `e`, `sa`, `sb`, `ia`, `ib` and `sd`"));
            }
        };
        if !has {
            return Err(format!("the form has no operand `{key}`").into());
        }
        match key {
            "e" => self.metadata = metadata(form, value)?,
            "sa" => self.scales_a = scales(form, "sa", value)?,
            "sb" => self.scales_b = scales(form, "sb", value)?,
            "ia" => self.negate_a = one_of(key, value, ["1", "-1"])?,
            "ib" => self.negate_b = one_of(key, value, ["1", "-1"])?,
            _ => self.ignore_c = one_of(key, value, ["1", "0"])?,
        }
        Ok(())
    }

    /// Converts the operands to arguments of `ptx-core`.
    pub(super) fn extras(&self) -> Extras<'_> {
        Extras {
            metadata: &self.metadata,
            scales_a: &self.scales_a,
            scales_b: &self.scales_b,
            negate_a: self.negate_a,
            negate_b: self.negate_b,
            ignore_c: self.ignore_c,
        }
    }
}

/// Returns whether the elements of D are floats.
fn is_float(form: Form) -> bool {
    form.element_type(Operand::D) != Type::S32
}

/// Returns whether `value` equals `yes`. A value that equals neither `yes` nor `no` is an error.
fn one_of(key: &str, value: &str, [no, yes]: [&str; 2]) -> Result<bool, Message> {
    match value {
        _ if value == no => Ok(false),
        _ if value == yes => Ok(true),
        _ => Err(format!("`{key}` must be {no} or {yes}, found `{value}`").into()),
    }
}

/// Parses the metadata of a row of A: one hexadecimal digit for each chunk, first chunk first. A chunk is a group of
/// columns, of which half are stored. The metadata digit of a chunk gives the positions of the stored elements.
fn metadata(form: Form, value: &str) -> Result<Vec<u8>, Message> {
    let digits: Option<Vec<u8>> =
        value.chars().map(|c| u8::try_from(c.to_digit(16)?).ok()).collect();
    let digits = digits.ok_or("expected hexadecimal digits in `e`")?;
    let wanted = form.chunks();
    if digits.len() != wanted {
        let found = digits.len();
        return Err(format!("`e` has {wanted} digits, one for each chunk, not {found}").into());
    }
    match check_digits(form, &digits) {
        Some(message) => Err(message),
        None => Ok(digits),
    }
}

/// Returns an error for the first metadata digit that the form does not allow.
#[must_use]
pub(super) fn check_digits(form: Form, digits: &[u8]) -> Option<Message> {
    let (chunk, digit) = digits.iter().enumerate().find(|(_, digit)| !form.has_digit(**digit))?;
    let all: Vec<_> =
        (0..16).filter(|digit| form.has_digit(*digit)).map(|digit| format!("{digit:x}")).collect();
    let (last, rest) = all.split_last()?;
    Some(
        Message::new(format!("metadata digit `{digit:x}` of chunk {chunk} is undefined"))
            .note(format!("the digits of this form are {} and {last}", rest.join(", "))),
    )
}

/// Parses the block scales of a row or column: two hexadecimal digits for each block, first block first.
fn scales(form: Form, key: &str, value: &str) -> Result<Vec<u8>, Message> {
    let wanted = form.scales().map_or(0, |scales| scales.vector.count());
    if !value.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err(format!("expected hexadecimal digits in `{key}`").into());
    }
    if value.len() != 2 * wanted {
        let plural = if wanted == 1 { "" } else { "s" };
        let (digits, found) = (2 * wanted, value.len());
        return Err(format!("`{key}` has {wanted} scale{plural} of 2 digits: expected {digits} digits, found {found}").into());
    }
    let bytes = (0..value.len()).step_by(2).map(|i| u8::from_str_radix(&value[i..i + 2], 16));
    bytes.collect::<Result<_, _>>().map_err(|error| error.to_string().into())
}
