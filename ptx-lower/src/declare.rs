//! Adds the declarations of registers, parameters and variables to the scopes.

use crate::resolver::Resolver;
use crate::variable::{alignment_faults, declaration_faults};
use crate::{Fault, Meaning, RegisterType, Role, Variable};
use ptx_isa::Type;
use ptx_isa::declarations::{self, VECTORS};
use ptx_text::{Declaration, Declarator, Word};

/// The width of the widest vector register, in bits.
const MOST_BITS: u32 = 128;

impl<'a> Resolver<'a> {
    /// Declares registers in the innermost scope. Returns all faults of the declaration.
    pub fn registers(&mut self, declaration: &'a Declaration<'a>) -> Vec<Fault> {
        let mut faults = alignment_faults(declaration);
        let absent = |ty: RegisterType| match ty {
            RegisterType::Scalar(scalar) => {
                let message = declarations::absent_type(scalar, &self.dialect);
                message.map_or(Ok(ty), |message| {
                    Err(Fault::new(declaration.types[0].span.clone(), message))
                })
            }
            _ => Ok(ty),
        };
        let ty = register_type(declaration).and_then(absent).unwrap_or_else(|fault| {
            // After a syntax fault, the parser may have skipped the type, so do not report a missing type.
            faults.extend((!declaration.is_broken).then_some(fault));
            RegisterType::Faulty
        });
        for declarator in &declaration.names {
            let count = match &declarator.range {
                None => Ok(None),
                Some(count) => declarations::count(Some(count.text))
                    .map(Some)
                    .map_err(|message| Fault::new(count.span.clone(), message)),
            };
            let known = count.as_ref().map_or(Some(u64::MAX), |count| *count);
            faults.extend(count.err());
            let written = declaration.types.last().map_or("", |word| word.text);
            faults.extend(self.one_register(declarator, known, ty, written).err());
        }
        faults
    }

    fn one_register(
        &mut self,
        declarator: &'a Declarator<'a>,
        count: Option<u64>,
        ty: RegisterType,
        written: &str,
    ) -> Result<(), Fault> {
        let name = &declarator.name;
        let fault = |message| Err(Fault::new(name.span.clone(), message));
        if name.text == "_" {
            return fault(declarations::no_register());
        }
        let declared = self.declare(name, count, Meaning::Register(ty));
        if !declarator.dimensions.is_empty() {
            return fault(declarations::array(name.text, None));
        }
        if let Some(value) = &declarator.initialiser {
            let value = &self.text[value.span.clone()];
            return fault(declarations::initial_value(name.text, written, value));
        }
        declared
    }

    /// Declares parameters or variables in the innermost scope. Returns the [faults](declaration_faults) of the
    /// declaration, and a fault for each duplicate name, except that an `.extern` variable may be declared again.
    pub fn variables(&mut self, declaration: &'a Declaration<'a>, role: Role) -> Vec<Fault> {
        let mut faults = declaration_faults(declaration);
        for declarator in &declaration.names {
            let earlier = self.scopes.find(declarator.name.text).map(|found| found.meaning);
            let is_again = is_extern(declaration)
                || matches!(earlier, Some(Meaning::Variable(id)) if is_extern(self.variables[id].declaration));
            let meaning = Meaning::Variable(self.variables.len());
            self.variables.push(Variable { declaration, declarator, role });
            let fault = self.declare(&declarator.name, None, meaning).err();
            faults.extend(fault.filter(|_| !is_again));
        }
        faults
    }
}

/// Returns whether a declaration is `.extern`.
fn is_extern(declaration: &Declaration<'_>) -> bool {
    declaration.linkage.as_ref().is_some_and(|word| word.text == "extern")
}

/// Returns whether a declaration declares registers of a known type.
#[must_use]
pub fn has_registers(declaration: &Declaration<'_>) -> bool {
    declaration.space.text == "reg" && register_type(declaration).is_ok()
}

/// Returns the register type that a declaration states between `.reg` and the first register name.
fn register_type(declaration: &Declaration<'_>) -> Result<RegisterType, Fault> {
    let elements = |word: &Word<'_>| {
        VECTORS.iter().find(|vector| vector.0 == word.text).map(|vector| vector.1)
    };
    let (elements, words) = match declaration.types.as_slice() {
        [vector, rest @ ..] if elements(vector).is_some() => (elements(vector), rest),
        words => (None, words),
    };
    let [word, more @ ..] = words else {
        return Err(Fault::new(declaration.space.span.clone(), declarations::no_type()));
    };
    let ty = declarations::register_type(word.text)
        .map_err(|message| Fault::new(word.span.clone(), message))?;
    if let Some(second) = more.first() {
        let message = declarations::second_type(second.text, word.text);
        return Err(Fault::new(second.span.clone(), message));
    }
    match elements {
        None => Ok(RegisterType::Scalar(ty)),
        Some(n) if ty != Type::Pred && n * ty.bits() <= MOST_BITS => {
            Ok(RegisterType::Vector(n, ty))
        }
        Some(n) => Err(Fault::new(
            declaration.types[0].span.clone(),
            ptx_isa::Message::new(format!("a vector of {n} `.{}` is not supported", word.text))
                .help("declare one register for each element"),
        )),
    }
}
