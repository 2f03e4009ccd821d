//! One element of a matrix product, for batches.

use super::instruction::in_first;
use ptx_core::Sm;
use ptx_core::mma::{self, Form, Operand};
use ptx_isa::{At, Dialect, Fault, Message, Type, Version, forms, select_in_warp};

/// The words before a form of `wgmma`.
const WGMMA: &str = "wgmma.mma_async.sync.aligned.";

/// The first version that has `wgmma` (PTX ISA, "wgmma.mma_async").
const WGMMA_SINCE: &str = "8.0";

/// A matrix instruction.
pub struct Matrix {
    /// The form in `ptx-core`.
    pub form: Form,
    /// The architecture.
    pub sm: Sm,
}

/// Returns whether an instruction multiplies matrices.
pub(super) fn is_matrix(instruction: &str) -> bool {
    let mnemonic = instruction.trim().split(['.', ' ', ';']).next().unwrap_or_default();
    matches!(mnemonic, "mma" | "wgmma")
}

impl Matrix {
    /// Selects the instruction in a text on `count` operands, in the first dialect that has it.
    ///
    /// # Errors
    /// The checker's message about the instruction.
    pub fn new(text: &str, count: usize, dialects: &[Dialect]) -> Result<Self, Fault> {
        let text = text.trim().trim_end_matches(';');
        let (form, dialect) = match text.strip_prefix("mma") {
            Some(_) => in_first(dialects, |dialect| of_mma(text, dialect))?,
            None => in_first(dialects, |dialect| of_wgmma(text, dialect))?,
        };
        if count != 3 {
            return Err(fault(format!("`{text}` takes 3 values, found {count}"))
                .note("they are a row of A, a column of B and an element of C"));
        }
        Ok(Self { form, sm: Sm(dialect.sm()) })
    }

    /// Computes an element of D from a row of A, a column of B and an element of C.
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
        let d = d.ok_or_else(|| format!("`{}` is not computed on this target", self.form))?;
        Ok((d, self.accumulator(Operand::D)))
    }

    /// Parses the elements in a field, k = 0 first. Missing elements are zeros.
    fn elements(&self, what: &str, operand: Operand, field: &str) -> Result<Vec<u64>, Message> {
        let [_, _, length] = self.form.shape().map(usize::from);
        let bits = self.form.element_type(operand).bits() as usize;
        // Single bits are packed in bytes.
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

/// Selects the form of `mma.sync.aligned.…`.
fn of_mma(text: &str, dialect: &Dialect) -> Result<Form, Fault> {
    let (mnemonic, modifiers) = text.split_once('.').unwrap_or((text, ""));
    let mut words: Vec<_> = modifiers.split('.').collect();
    // A rounding before the types is also accepted.
    if let Some(at) = words.iter().position(|word| forms::RND.contains(word))
        && words[at + 1..].iter().all(|word| *word == "f64")
    {
        words[at..].rotate_left(1);
    }
    let chosen = select_in_warp(mnemonic, &words, dialect)?;
    let form = words.get(2..).and_then(|words| Form::parse(&words.join(".")));
    form.ok_or_else(|| fault(format!("`{}` has no function", chosen[0].spelling())))
}

/// Selects the form of `wgmma.mma_async.sync.aligned.…`, which is not in the instruction table.
fn of_wgmma(text: &str, dialect: &Dialect) -> Result<Form, Fault> {
    let parsed = text.strip_prefix(WGMMA).and_then(|form| Form::parse(&format!("wgmma.{form}")));
    let Some(form) = parsed else {
        return Err(fault(format!("`{text}` is not supported")).note(format!(
            "`{WGMMA}` is followed by `m64n` and a multiple of 8 up to 256, and `k16.f32.f16.f16`, \
             `k16.f16.f16.f16`, `k16.f32.bf16.bf16`, `k8.f32.tf32.tf32`, or `k32`, `.f16` or `.f32` \
             and two of `.e4m3` and `.e5m2`"
        )));
    };
    if dialect.version.is_some_and(|version| version < Version::new(WGMMA_SINCE)) {
        return Err(fault(format!("`{text}` needs PTX ISA {WGMMA_SINCE} or later"))
            .note(dialect.version_note()));
    }
    match form.runs_on(Sm(dialect.sm())) {
        true => Ok(form),
        false => Err(fault(format!("`{text}` needs sm_90a")).note(dialect.target_note())),
    }
}

fn fault(message: impl Into<Message>) -> Fault {
    Fault::new(At::Mnemonic, message)
}
