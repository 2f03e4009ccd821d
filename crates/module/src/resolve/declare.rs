//! Adds the declarations of registers, parameters and variables to the scopes.

use crate::resolve::resolver::Resolver;
use crate::resolve::variable::{
    alignment_faults, declaration_faults, is_incomplete, passed_alignment_fault, passed_type_fault,
};
use crate::resolve::{Fault, Meaning, RegisterType, Role, Variable, alignment, bytes};
use crate::syntax::{
    Declaration, Declarator, DirectiveName, Function, FunctionKind, StateSpace, Word,
};
use ptx_isa::declarations::{self, VECTORS};
use ptx_isa::{Dialect, Help, Message, Part, Type, Version};

/// The width of the widest vector register, in bits.
const MOST_BITS: u32 = 128;

impl<'a> Resolver<'a> {
    /// Declares registers in the innermost scope. Returns all faults of the declaration.
    pub fn declare_registers(&mut self, declaration: &'a Declaration<'a>) -> Vec<Fault> {
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
        if let Some(message) = declarations::reserved(name.text) {
            return fault(message);
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
    pub fn declare_variables(
        &mut self,
        declaration: &'a Declaration<'a>,
        role: Role,
    ) -> Vec<Fault> {
        let mut faults = declaration_faults(declaration);
        if role == Role::Local
            && declaration.space.value == StateSpace::Param
            && !declaration.is_broken
        {
            faults.extend(passed_type_fault(declaration));
            faults.extend(passed_alignment_fault(declaration));
            let incomplete = declaration.names.iter().filter(|name| is_incomplete(name));
            faults.extend(incomplete.map(|name| {
                let message = declarations::no_size(name.name.text);
                Fault::new(name.name.span.clone(), message)
            }));
        }
        for declarator in &declaration.names {
            let earlier = self.scopes.find(declarator.name.text).map(|found| found.meaning);
            let is_again = declaration.is_extern()
                || matches!(earlier, Some(Meaning::Variable(id)) if self.variables[id].declaration.is_extern());
            // `ptxas` accepts `_` as the name of a kernel parameter.
            let is_formal = role != Role::Local && declarator.name.text == "_";
            let reserved = declarations::reserved(declarator.name.text);
            if let Some(message) = reserved.filter(|_| !is_formal) {
                faults.push(Fault::new(declarator.name.span.clone(), message));
            }
            let meaning = Meaning::Variable(self.variables.len());
            self.variables.push(Variable { declaration, declarator, role });
            let fault = self.declare(&declarator.name, None, meaning).err();
            faults.extend(fault.filter(|_| !is_again));
        }
        faults
    }
}

/// The maximum size of all parameters of a kernel, in bytes. The larger size needs PTX ISA 8.1 and sm_70.
const MOST_PARAMETERS: [usize; 2] = [4352, 32764];

/// Returns the faults of the parameters and results of a function or a prototype, except the faults of each declaration
/// alone.
#[must_use]
pub fn header_faults(function: &Function<'_>, dialect: &Dialect) -> Vec<Fault> {
    let is_kernel = function.kind == FunctionKind::Entry;
    let is_prototype = function.name.text == "_";
    let is_defined = is_kernel || function.body.is_some();
    let is_old = dialect.version.is_some_and(|version| version < Version::new("3.0"));
    let mut faults = Vec::new();
    let last = function.parameters.len().saturating_sub(1);
    for (i, declaration) in function.parameters.iter().enumerate() {
        let is_register = declaration.space.value == StateSpace::Reg;
        if is_kernel && is_register {
            let message = Message::new("a kernel parameter must be `.param`");
            faults.push(Fault::new(
                declaration.space.span.clone(),
                message.help(Help::write(Part::Word, ".param")),
            ));
        }
        for name in declaration.names.iter().filter(|name| is_incomplete(name) && !is_register) {
            let message = match is_kernel {
                true => {
                    Message::new(format!("the size of parameter `{}` is missing", name.name.text))
                }
                false if i < last => {
                    "only the last parameter can be an array without a size".into()
                }
                false => continue,
            };
            faults.push(Fault::new(name.name.span.clone(), message));
        }
    }
    let noreturn =
        function.directives.iter().find(|directive| directive.is(DirectiveName::Noreturn));
    if let Some(directive) = noreturn.filter(|_| !function.returns.is_empty()) {
        let message = Message::new("a function with results cannot be `.noreturn`");
        faults.push(Fault::new(directive.name.span.clone(), message.help(Help::remove())));
    }
    let is_several = function.returns.len() > 1;
    for declaration in &function.returns {
        if is_several && declaration.space.value != StateSpace::Reg {
            let message = Message::new("a function with several results returns them in `.reg`");
            let message = message.help("return one array in `.param`");
            faults.push(Fault::new(declaration.space.span.clone(), message));
        }
        let incomplete = declaration.names.iter().filter(|name| is_incomplete(name));
        faults.extend(incomplete.map(|name| {
            let what = format!("the size of result `{}` is missing", name.name.text);
            Fault::new(name.name.span.clone(), what)
        }));
    }
    for declaration in function.returns.iter().chain(&function.parameters) {
        let is_register = declaration.space.value == StateSpace::Reg;
        let is_predicate = declaration.types.iter().any(|word| word.text == "pred");
        if is_prototype && !is_predicate {
            // The parameters of a prototype are not declared in a scope.
            faults.extend(match is_register {
                true => register_type(declaration).err().into_iter().collect(),
                false => declaration_faults(declaration),
            });
        }
        if declaration.pointer.is_some() && !is_kernel && !is_prototype {
            let what = "only a kernel parameter has `.ptr`, or `.align` after the type";
            faults.push(Fault::new(declaration.span.clone(), what));
        }
        let is_narrow = |word: &&Word<'_>| {
            matches!(word.text, "pred" | "u8" | "s8" | "u16" | "s16") && is_register
        };
        if let Some(ty) = declaration.types.first().filter(is_narrow)
            && function.body.is_some()
            && !is_kernel
            && !is_old
        {
            let what = format!("a function cannot pass `.reg .{}`", ty.text);
            let message = Message::new(what).help("pass it as `.reg .b32` or in `.param`");
            faults.push(Fault::new(ty.span.clone(), message));
        }
        if is_defined && !is_register {
            faults.extend(passed_type_fault(declaration));
        }
        if !is_kernel && !is_prototype && !is_register {
            faults.extend(passed_alignment_fault(declaration));
            let unnamed = declaration.names.iter().filter(|name| name.name.text == "_");
            faults.extend(
                unnamed.map(|name| Fault::new(name.name.span.clone(), declarations::no_register())),
            );
        }
    }
    if is_kernel && faults.is_empty() {
        faults.extend(space_fault(function, dialect));
    }
    faults
}

/// Returns the fault of a kernel whose parameters are too large.
fn space_fault(function: &Function<'_>, dialect: &Dialect) -> Option<Fault> {
    let is_short = dialect.version.is_some_and(|version| version < Version::new("8.1"))
        || dialect.target.is_some_and(|target| target.sm < 70);
    let most = MOST_PARAMETERS[usize::from(!is_short)];
    let mut end = 0_usize;
    for declaration in &function.parameters {
        for name in &declaration.names {
            end = end.next_multiple_of(alignment(declaration));
            end = end.saturating_add(bytes(declaration, name).unwrap_or(0));
            if end > most {
                let what =
                    format!("the parameters of a kernel have at most {most} bytes, found {end}");
                return Some(Fault::new(name.name.span.clone(), what));
            }
        }
    }
    None
}

/// Returns whether a declaration declares registers of a known type.
#[must_use]
pub fn has_registers(declaration: &Declaration<'_>) -> bool {
    declaration.space.value == StateSpace::Reg && register_type(declaration).is_ok()
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
