//! Computes matrix instructions in a batch. A line computes one element of D from a row of A, a column of B
//! and an element of C.

use super::further::{Further, check_digits};
use super::instruction::in_first;
use ptx_core::Sm;
use ptx_core::mma::{self, Form, Operand};
use ptx_isa::{At, Dialect, Fault, Message, Table, Type, forms, select_all};
use ptx_loops::matrix;

/// A matrix instruction for a target.
pub struct Matrix {
    /// The form of the instruction.
    pub form: Form,
    /// The target that computes the form.
    pub sm: Sm,
}

/// Returns whether an instruction is a matrix product.
#[must_use]
pub fn is_matrix(instruction: &str) -> bool {
    let mnemonic = instruction.trim().split(['.', ' ', ';']).next().unwrap_or_default();
    !forms::matrix(mnemonic).is_empty() || BEYOND.contains(&mnemonic)
}

/// Mnemonics whose rows in the instruction table have neither shape nor types. In PTX, one operand (the instruction
/// descriptor) contains the shape and the types.
const BEYOND: [&str; 1] = ["tcgen05"];

impl Matrix {
    /// Parses an instruction. Tries the dialects in order.
    ///
    /// # Errors
    /// If the instruction is faulty.
    pub fn new(text: &str, dialects: &[Dialect]) -> Result<Self, Fault> {
        let text = text.trim().trim_end_matches(';');
        let (form, dialect) = in_first(dialects, |dialect| form(text, dialect))?;
        Ok(Self { form, sm: Sm(dialect.sm()) })
    }

    /// Returns an error for the first metadata digit that the form does not allow.
    #[must_use]
    pub fn check_digits(&self, digits: &[u8]) -> Option<Message> {
        check_digits(self.form, digits)
    }

    /// Checks the number of operands. A form with metadata or scales has a fourth operand. For `wgmma` and
    /// `tcgen05.mma` a fourth operand is optional.
    ///
    /// # Errors
    /// If the form does not take `count` operands.
    pub(super) fn check_count(&self, text: &str, count: usize) -> Result<(), Fault> {
        let form = self.form;
        let needs = form.is_sparse() || form.scales().is_some();
        let may = matches!(form.instruction(), mma::Instruction::Wgmma | mma::Instruction::Tcgen05);
        if count == 4 && (needs || may) || count == 3 && !needs {
            return Ok(());
        }
        let wanted = if needs { "4" } else { "3" };
        let fault = fault(format!("`{text}` takes {wanted} values, found {count}"));
        let three = "they are a row of A, a column of B";
        Err(match needs {
            false => fault.note(format!("{three} and an element of C")),
            true => fault.note(format!("{three}, an element of C, and `{}`", Further::shape(form))),
        })
    }

    /// Computes an element of D from a row of A, a column of B and an element of C. The optional last field has
    /// metadata, scales or negations. Returns the element's bits and type.
    pub(super) fn element<'f>(
        &self,
        mut fields: impl Iterator<Item = &'f str>,
        accumulator: impl Fn(&str, Type) -> Result<u64, Message>,
    ) -> Result<(u64, Type), Message> {
        let mut next = || fields.next().unwrap_or_default();
        let (a, b, c, further) = (next(), next(), next(), next());
        let [_, _, length] = self.form.shape();
        let a = self.elements("a row of A", Operand::A, self.form.stored(), a)?;
        let b = self.elements("a column of B", Operand::B, length, b)?;
        let c = accumulator(c, self.accumulator(Operand::C))?;
        let further = Further::parse(self.form, further)?;
        let d = mma::element_with(self.form, &a, &b, c, &further.extras(), self.sm);
        let d = d.ok_or("the form is not computed on this target")?;
        Ok((d, self.accumulator(Operand::D)))
    }

    /// Parses the elements in a field, k = 0 first. Missing elements are zero.
    fn elements(
        &self,
        what: &str,
        operand: Operand,
        length: u16,
        field: &str,
    ) -> Result<Vec<u64>, Message> {
        let length = usize::from(length);
        let bits = self.form.element_bits(operand) as usize;
        // A byte of two digits holds eight elements of one bit.
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

    /// Returns the type of the elements of C or D.
    fn accumulator(&self, operand: Operand) -> Type {
        match self.form.element_type(operand) {
            mma::Type::F16 => Type::F16,
            mma::Type::F64 => Type::F64,
            mma::Type::S32 => Type::S32,
            _ => Type::F32,
        }
    }
}

/// Returns the matrix form that the text of an instruction specifies in a dialect.
fn form(text: &str, dialect: &Dialect) -> Result<Form, Fault> {
    let (mnemonic, modifiers) = text.split_once('.').unwrap_or((text, ""));
    let mut words: Vec<_> = modifiers.split('.').collect();
    // A rounding modifier may also precede the types.
    if let Some(at) = words.iter().position(|word| forms::RND.contains(word))
        && words[at + 1..].iter().all(|word| *word == "f64")
    {
        words[at..].rotate_left(1);
    }
    let missing = || fault(format!("`{text}` has no function"));
    let known = match select_all(Table::Matrices, mnemonic, &words, dialect) {
        Ok(chosen) => return matrix::form(&chosen[0]).ok_or_else(missing),
        Err(missing) => missing.explain(),
    };
    let form = matrix::of_words(mnemonic, &words);
    let form = form.filter(|_| BEYOND.contains(&mnemonic)).ok_or(known)?;
    match form.runs_on(Sm(dialect.sm())) {
        true => Ok(form),
        false => Err(fault(format!("`{text}` needs sm_{}", form.since().0))),
    }
}

fn fault(message: impl Into<Message>) -> Fault {
    Fault::new(At::Mnemonic, message)
}
