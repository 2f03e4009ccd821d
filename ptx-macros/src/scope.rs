//! Registers: declared in scopes, found by their spelling.

use crate::words::Name;
use proc_macro2::{Ident, Span};
use ptx_isa::declarations::{self, Near};
use ptx_isa::{Message, Type};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of a register of the macro call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RegisterId(pub(crate) usize);

/// A declared register.
#[derive(Clone)]
pub(crate) struct Register {
    /// The name as written, for messages.
    pub(crate) spelling: String,
    /// The type; `None` if the declaration was faulty.
    pub(crate) ty: Option<Type>,
    /// The span of the name in the declaration.
    pub(crate) declared: Span,
    /// The name of the Rust variable.
    mangled: String,
}

impl Register {
    /// Returns the register's Rust variable with the hygiene of a word in the user's code. A word
    /// from another macro has its own hygiene and therefore never names this register.
    pub(crate) fn variable(&self, word: Span) -> Ident {
        Ident::new(&self.mangled, word)
    }
}

/// The declaration of a register or a range.
#[derive(Clone, Copy)]
struct Declared {
    ty: Option<Type>,
    /// The number of the declaration.
    declaration: usize,
    word: Span,
}

/// All registers of a macro call.
pub(crate) struct Scopes {
    names: ptx_text::Scopes<String, Declared>,
    /// The registers that have a Rust variable, by the numbers of their names.
    made: HashMap<usize, RegisterId>,
    registers: Vec<Register>,
    /// For each declaration, its registers that have a Rust variable. The declaration generates
    /// these variables.
    pub(crate) declarations: Vec<Vec<RegisterId>>,
    call: usize,
}

/// Numbers the variables of registers across all macro calls.
static REGISTERS: AtomicUsize = AtomicUsize::new(0);

/// Numbers the macro calls, to distinguish the variables of nested calls.
static CALLS: AtomicUsize = AtomicUsize::new(0);

impl Scopes {
    pub(crate) fn new() -> Self {
        Self {
            names: ptx_text::Scopes::default(),
            made: HashMap::new(),
            registers: Vec::new(),
            declarations: Vec::new(),
            call: CALLS.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Returns the name of a variable with the user's hygiene that no other macro call uses.
    pub(crate) fn unique(&self, name: &str) -> String {
        format!("__{name}_of_{}", self.call)
    }

    pub(crate) fn enter(&mut self) {
        self.names.enter();
    }

    pub(crate) fn leave(&mut self) {
        self.names.leave();
    }

    pub(crate) fn register(&self, id: RegisterId) -> &Register {
        &self.registers[id.0]
    }

    /// Declares a register or a range in the innermost scope.
    pub(crate) fn declare(
        &mut self,
        name: &Name,
        count: Option<u64>,
        ty: Option<Type>,
        declaration: usize,
    ) -> Result<(), Message> {
        let spelling = name.spelling();
        let declared = Declared { ty, declaration, word: name.ident.span() };
        self.names.declare(spelling.clone(), count, declared).map_err(|earlier| {
            let whole = count.map(|count| declarations::range(&spelling, count));
            declarations::duplicate(whole.as_deref().unwrap_or(&spelling), &earlier)
        })?;
        // A single register gets its variable here, even if no instruction uses it.
        if count.is_none() {
            self.find(name);
        }
        Ok(())
    }

    fn make(&mut self, name: &Name, declared: Declared) -> RegisterId {
        let id = RegisterId(self.registers.len());
        let text = name.ident.to_string();
        let letters: String = text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        let number = REGISTERS.fetch_add(1, Ordering::Relaxed);
        // Rustc prints this name if another macro call uses the register. The leading underscores
        // silence lints; the number keeps the name unique.
        let letters = if letters.is_empty() { letters } else { format!("_{letters}") };
        let mangled = format!("__register{letters}_of_another_macro_{number}");
        let Declared { ty, declaration, word } = declared;
        self.registers.push(Register { spelling: name.spelling(), ty, declared: word, mangled });
        self.declarations[declaration].push(id);
        id
    }

    /// Starts a declaration and returns its number.
    pub(crate) fn start_declaration(&mut self) -> usize {
        self.declarations.push(Vec::new());
        self.declarations.len() - 1
    }

    /// Finds the register of a spelling, innermost scope first.
    pub(crate) fn find(&mut self, name: &Name) -> Option<RegisterId> {
        let found = self.names.find(name.spelling())?;
        if let Some(id) = self.made.get(&found.id) {
            return Some(*id);
        }
        let id = self.make(name, found.meaning);
        self.made.insert(found.id, id);
        Some(id)
    }

    /// Builds the message for an undeclared name where a value of type `wanted` is expected, or of
    /// an unknown type if `None`.
    pub(crate) fn undeclared(&mut self, name: &Name, wanted: Option<Type>) -> Message {
        let spelling = name.spelling();
        let same = declarations::other_sigils(&spelling).into_iter();
        let mut names: Vec<_> = same.filter(|name| self.names.has(name)).collect();
        names.extend(self.names.names());
        let near = Near { range: self.names.range_below(&spelling), names };
        declarations::undeclared(&spelling, wanted, &near)
    }
}
