//! Matrix instructions in a batch. A line computes one element of D, from a row of A, a column of B and an element of
//! C.

use super::instruction::in_first;
use crate::matrix;
use ptx_core::Sm;
use ptx_core::mma::{self, Form, Operand};
use ptx_isa::{At, Dialect, Fault, Message, Type, forms, select_matrix};

/// A matrix instruction on a target.
pub struct Matrix {
    /// The form of the instruction.
    pub form: Form,
    /// The target.
    pub sm: Sm,
}

/// Returns whether an instruction multiplies matrices.
pub(super) fn is_matrix(instruction: &str) -> bool {
    let mnemonic = instruction.trim().split(['.', ' ', ';']).next().unwrap_or_default();
    !forms::matrix(mnemonic).is_empty()
}

impl Matrix {
    /// Reads an instruction with this number of operands in the first dialect that has it.
    ///
    /// # Errors
    /// The instruction is faulty, or does not take this number of operands.
    pub fn new(text: &str, count: usize, dialects: &[Dialect]) -> Result<Self, Fault> {
        let text = text.trim().trim_end_matches(';');
        let (form, dialect) = in_first(dialects, |dialect| form(text, dialect))?;
        if count != 3 {
            return Err(fault(format!("`{text}` takes 3 values, found {count}"))
                .note("they are a row of A, a column of B and an element of C"));
        }
        Ok(Self { form, sm: Sm(dialect.sm()) })
    }

    /// Returns the bits and the type of the element of D for a row of A, a column of B and an element of C.
    pub(super) fn element<'f>(
        &self,
        mut fields: impl Iterator<Item = &'f str>,
        accumulator: impl Fn(&str, Type) -> Result<u64, Message>,
    ) -> Result<(u64, Type), Message> {
        let mut next = || fields.next().unwrap_or_default();
        let (a, b, c) = (next(), next(), next());
        let a = self.elements("a row of A", Operand::A, a)?;
        let b = self.elements("a column of B", Operand::B, b)?;
        let c = accumulator(c, self.accumulator(Operand::C))?;
        let d = mma::element(self.form, &a, &b, c, self.sm);
        let d = d.ok_or("the form is not computed on this target")?;
        Ok((d, self.accumulator(Operand::D)))
    }

    /// Returns the elements in a field, k = 0 first. Missing elements are zero.
    fn elements(&self, what: &str, operand: Operand, field: &str) -> Result<Vec<u64>, Message> {
        let [_, _, length] = self.form.shape().map(usize::from);
        let bits = self.form.element_type(operand).bits() as usize;
        // Elements of one bit are written as bytes of eight elements.
        let (digits, in_one) = if bits == 1 { (2, 8) } else { (bits / 4, 1) };
        if field.is_empty() {
            return Err(format!("expected the elements of {what}, found an empty field").into());
        }
        if let Some(other) = field.chars().find(|c| !c.is_ascii_hexdigit()) {
            return Err(format!("`{other}` in {what}: expected hexadecimal digits").into());
        }
        if !field.len().is_multiple_of(digits) {
            let found = field.len();
            let each = if bits == 1 { "eight elements have" } else { "an element has" };
            let plural = if found == 1 { "" } else { "s" };
            return Err(format!("{found} digit{plural} in {what}: {each} {digits}").into());
        }
        let found = field.len() / digits * in_one;
        if found > length {
            return Err(format!("{what} has {length} elements at most, not {found}").into());
        }
        let mut elements = Vec::with_capacity(length);
        for start in (0..field.len()).step_by(digits) {
            let digits = &field[start..start + digits];
            let word = u64::from_str_radix(digits, 16).map_err(|error| error.to_string())?;
            match in_one {
                1 => elements.push(word),
                _ => elements.extend((0..in_one).map(|k| word >> k & 1)),
            }
        }
        elements.resize(length, 0);
        Ok(elements)
    }

    /// Returns the type of C or D.
    fn accumulator(&self, operand: Operand) -> Type {
        match self.form.element_type(operand) {
            mma::Type::F16 => Type::F16,
            mma::Type::F64 => Type::F64,
            mma::Type::S32 => Type::S32,
            _ => Type::F32,
        }
    }
}

/// Returns the form that the words of an instruction spell in a dialect.
fn form(text: &str, dialect: &Dialect) -> Result<Form, Fault> {
    let (mnemonic, modifiers) = text.split_once('.').unwrap_or((text, ""));
    let mut words: Vec<_> = modifiers.split('.').collect();
    // A rounding modifier before the types is also accepted.
    if let Some(at) = words.iter().position(|word| forms::RND.contains(word))
        && words[at + 1..].iter().all(|word| *word == "f64")
    {
        words[at..].rotate_left(1);
    }
    let chosen = select_matrix(mnemonic, &words, dialect)?;
    let form = matrix::form(&chosen[0]);
    form.ok_or_else(|| fault(format!("`{}` has no function", chosen[0].spelling())))
}

fn fault(message: impl Into<Message>) -> Fault {
    Fault::new(At::Mnemonic, message)
}
