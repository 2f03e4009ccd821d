//! The scopes of a text, and the look-up of names in them.

use crate::resolve::{Fault, Meaning, Register, RegisterType, Symbols, Variable};
use crate::syntax::{
    Block, Directive, DirectiveName, Found, Function, FunctionKind, Guard as Written, Instruction,
    Scopes, Span, Statement, Word,
};
use ptx_isa::declarations::{self, Near};
use ptx_isa::{Code, Dialect, Help, Message, Selection, Type, nearest, nearest_special, operand};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The index of a register in the resolver's list of used registers.
pub type RegisterId = usize;

/// A guard: `@p` or `@!p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Whether the guard is negated: `@!p`.
    pub is_negated: bool,
    /// The predicate register.
    pub predicate: RegisterId,
}

/// A resolver for the statements of a text, in text order.
#[derive(Debug)]
pub struct Resolver<'a> {
    pub(crate) text: &'a str,
    pub(crate) symbols: Arc<Symbols<'a>>,
    pub(crate) dialect: Dialect,
    pub(crate) scopes: Scopes<&'a str, Meaning>,
    /// Whether the text has no `.reg` declarations, so that an undeclared name may be a register of
    /// any type.
    pub(crate) is_excerpt: bool,
    pub(crate) registers: Vec<Register<'a>>,
    /// For each register name in use, its index in `registers`. The key is the id of the name in
    /// `scopes`.
    named: HashMap<usize, RegisterId>,
    pub(crate) variables: Vec<Variable<'a>>,
    pub(crate) labels: usize,
    /// For each label before a `.branchtargets`, `.callprototype` or `.calltargets`, the directive.
    pub(crate) prototypes: HashMap<usize, &'a Directive<'a>>,
    /// A cache of the forms of each spelling. Most spellings occur several times in a module.
    pub(crate) selected: HashMap<String, Rc<[Selection]>>,
    /// The number of module names that messages may still list. The limit keeps the total work
    /// linear in the length of the text.
    listed: usize,
    /// Whether the text is inline PTX. The program around inline PTX may declare functions that the text calls.
    pub(crate) is_inline: bool,
    /// Whether the module has `.address_size 64`.
    pub(crate) has_wide_addresses: bool,
    /// The function of the statements that follow; `None` outside of functions.
    pub(crate) function: Option<&'a Function<'a>>,
    /// The instruction that is being resolved.
    pub(crate) current: Option<&'a Instruction<'a>>,
}

/// The maximum number of module names in all messages about one text.
const MOST_LISTED: usize = 100_000;

impl<'a> Resolver<'a> {
    /// Creates a resolver for a text. An excerpt is a text without `.reg` declarations: its undeclared
    /// names may be registers of any type.
    #[must_use]
    pub fn new(
        text: &'a str,
        symbols: Arc<Symbols<'a>>,
        dialect: Dialect,
        is_excerpt: bool,
    ) -> Self {
        Self {
            text,
            symbols,
            dialect,
            scopes: Scopes::default(),
            is_excerpt,
            registers: Vec::new(),
            named: HashMap::new(),
            variables: Vec::new(),
            labels: 0,
            prototypes: HashMap::new(),
            selected: HashMap::new(),
            listed: MOST_LISTED,
            is_inline: false,
            has_wide_addresses: false,
            function: None,
            current: None,
        }
    }

    /// Sets the version and target of the statements that follow.
    pub fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.selected.clear();
    }

    /// Sets the size of addresses to 64 bits.
    pub fn set_wide_addresses(&mut self) {
        self.has_wide_addresses = true;
    }

    /// Allows calls of undeclared functions, which another text may declare.
    pub fn set_inline(&mut self) {
        self.is_inline = true;
    }

    /// Declares a register that another text declares, such as `%0` in inline PTX.
    pub fn preset(&mut self, name: &'a str, ty: RegisterType) {
        // Ignore the error of a second call for a name, because both calls declare the same register.
        let _ = self.scopes.declare(name, None, Meaning::Register(ty));
    }

    /// Opens the scope of a function.
    pub fn enter_function(&mut self, function: &'a Function<'a>) {
        self.function = Some(function);
        self.enter();
    }

    /// Opens a scope.
    pub fn enter(&mut self) {
        self.scopes.enter();
    }

    /// Closes the innermost scope.
    pub fn leave(&mut self) {
        self.scopes.leave();
    }

    /// Declares the labels of a block at its start, because a statement may name a later label.
    pub fn declare_labels(&mut self, block: &'a Block<'a>) -> Vec<Fault> {
        use DirectiveName::{BranchTargets, CallPrototype, CallTargets};

        let mut faults = Vec::new();
        for (i, statement) in block.statements.iter().enumerate() {
            let Statement::Label(name) = statement else { continue };
            if let Some(Statement::Directive(directive)) = block.statements.get(i + 1)
                && matches!(directive.known(), Some(BranchTargets | CallPrototype | CallTargets))
            {
                self.prototypes.insert(self.labels, directive);
            }
            faults.extend(self.declare_label(name).err());
        }
        faults
    }

    /// Declares a label.
    ///
    /// # Errors
    /// Returns a fault if the scope already declares the name.
    pub fn declare_label(&mut self, name: &Word<'a>) -> Result<(), Fault> {
        let label = Meaning::Label(self.labels);
        self.labels += 1;
        self.declare(name, None, label)
    }

    pub(crate) fn declare(
        &mut self,
        name: &Word<'a>,
        count: Option<u64>,
        meaning: Meaning,
    ) -> Result<(), Fault> {
        self.scopes.declare(name.text, count, meaning).map_err(|earlier| {
            let whole = count.map(|count| declarations::range(name.text, count));
            let declared = whole.as_deref().unwrap_or(name.text);
            Fault::new(name.span.clone(), declarations::duplicate(declared, &earlier))
        })
    }

    /// Returns the declaration of a name in the open scopes.
    pub fn find(&mut self, name: &'a str) -> Option<Found<Meaning>> {
        self.scopes.find(name)
    }

    /// Like [`find`](Self::find), but in an excerpt first declares an undeclared name as a
    /// register.
    pub fn find_or_declare(&mut self, name: &'a str) -> Option<Found<Meaning>> {
        if self.is_excerpt && self.meaning(name).is_none() {
            let _ = self.scopes.declare(name, None, Meaning::Register(RegisterType::Faulty));
        }
        self.scopes.find(name)
    }

    /// Returns the meaning of a name in the open scopes or in the module.
    pub(crate) fn meaning(&mut self, name: &'a str) -> Option<Meaning> {
        let found = self.scopes.find(name).map(|found| found.meaning);
        found.or_else(|| self.symbols.meaning(name))
    }

    /// Returns the register with a name; `None` if the name is not declared as a register.
    pub(crate) fn register(&mut self, name: &'a str) -> Option<RegisterId> {
        let Found { id, meaning: Meaning::Register(ty) } = self.scopes.find(name)? else {
            return None;
        };
        Some(*self.named.entry(id).or_insert_with(|| {
            self.registers.push(Register { name, ty });
            self.registers.len() - 1
        }))
    }

    /// Resolves a guard.
    ///
    /// # Errors
    /// Returns a fault if the name is not a predicate register.
    pub fn resolve_guard(&mut self, guard: &Written<'a>) -> Result<Guard, Fault> {
        let Word { text: name, span } = &guard.predicate;
        let refused = |message: Message| Err(Fault::new(span.clone(), message));
        self.find_or_declare(name);
        match self.meaning(name) {
            Some(Meaning::Register(ty)) => match ty {
                RegisterType::Scalar(Type::Pred) | RegisterType::Faulty => {}
                RegisterType::Scalar(ty) | RegisterType::Vector(_, ty) => {
                    return refused(operand::not_a_guard(name, ty.word()));
                }
            },
            Some(_) => return refused(format!("expected a predicate, found `{name}`").into()),
            None => return Err(self.undeclared_guard(&guard.predicate)),
        }
        match self.register(name) {
            Some(predicate) => Ok(Guard { is_negated: guard.is_negated, predicate }),
            None => Err(self.undeclared_guard(&guard.predicate)),
        }
    }

    /// Resolves the labels of `.branchtargets`.
    ///
    /// # Errors
    /// Returns a fault at the first name that is not a label.
    pub fn resolve_targets(&mut self, directive: &Directive<'a>) -> Result<Vec<usize>, Fault> {
        directive.arguments.iter().map(|word| self.target(word.text, &word.span)).collect()
    }

    /// Checks the functions of `.calltargets`.
    ///
    /// # Errors
    /// Returns a fault at the first name that is not a function.
    pub fn resolve_functions(&mut self, directive: &Directive<'a>) -> Result<(), Fault> {
        directive.arguments.iter().try_for_each(|word| match self.meaning(word.text) {
            Some(Meaning::Function) => self.declared_before(word.text, &word.span),
            Some(_) => {
                let what = format!("expected a function, found `{}`", word.text);
                Err(Fault::new(word.span.clone(), what))
            }
            None => Err(self.undeclared_symbol("function", word.text, &word.span)),
        })
    }

    /// Returns the label with a name.
    pub(crate) fn target(&mut self, name: &'a str, span: &Span) -> Result<usize, Fault> {
        match self.meaning(name) {
            Some(Meaning::Label(label)) => Ok(label),
            Some(_) => Err(Fault::new(span.clone(), format!("expected a label, found `{name}`"))),
            None => Err(self.undeclared_symbol("label", name, span)),
        }
    }

    /// Reports an undeclared label or function. `what` is "label" or "function".
    pub(crate) fn undeclared_symbol(&mut self, what: &str, name: &str, span: &Span) -> Fault {
        let message = Message::new(format!("undeclared {what} `{name}`")).coded(Code::Undeclared);
        let mut names = self.names();
        names.retain(|name| match what {
            "label" => matches!(self.scopes.meaning(name), Some(Meaning::Label(_))),
            _ => self.symbols.function(name).is_some_and(|one| one.kind == FunctionKind::Func),
        });
        let message = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => message.help(Help::meant(near)),
            None if what == "label" => {
                message.help(format!("put `{name}:` before the statement to jump to"))
            }
            None => message.help(format!("declare it before: `.func {name}();`")),
        };
        Fault::new(span.clone(), message)
    }

    /// Reports an undeclared name. `wanted` is the expected type of its value.
    pub(crate) fn undeclared(&mut self, name: &Word<'_>, wanted: Type) -> Fault {
        let near = self.near(name.text);
        Fault::new(name.span.clone(), declarations::undeclared(name.text, Some(wanted), &near))
    }

    /// Reports an undeclared name in a guard.
    fn undeclared_guard(&mut self, name: &Word<'_>) -> Fault {
        let mut near = self.near(name.text);
        near.names.retain(|name| {
            let meaning = self.scopes.meaning(name);
            matches!(meaning, Some(Meaning::Register(RegisterType::Scalar(Type::Pred))))
        });
        near.special = None;
        let message = declarations::undeclared(name.text, Some(Type::Pred), &near);
        Fault::new(name.span.clone(), message)
    }

    /// Returns the declared names that may be similar to an undeclared name.
    pub(crate) fn near(&mut self, name: &str) -> Near {
        let range = self.scopes.range_below(name);
        let same = declarations::other_sigils(name).into_iter();
        let mut names: Vec<_> = same.filter(|name| self.scopes.has(name)).collect();
        names.extend(self.names());
        Near { range, names, special: nearest_special(name) }
    }

    /// Returns the visible names in alphabetical order. After many calls, omits the names of the module. The total work
    /// is therefore linear in the length of the text.
    fn names(&mut self) -> Vec<String> {
        let mut names = self.scopes.names();
        if let Some(left) = self.listed.checked_sub(self.symbols.all().count()) {
            self.listed = left;
            names.extend(self.symbols.all().map(String::from));
            names.sort_unstable();
        }
        names
    }
}
