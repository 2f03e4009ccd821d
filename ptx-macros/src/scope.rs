//! Declares registers in scopes, and finds them by their spelling.

use crate::words::Name;
use proc_macro2::{Ident, Span};
use ptx_isa::declarations::{self, Near};
use ptx_isa::{Message, Type};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The index of a register in its macro call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RegisterId(pub(crate) usize);

/// A declared register.
#[derive(Clone)]
pub(crate) struct Register {
    /// The name as written, to show in messages.
    pub(crate) spelling: String,
    /// The type; `None` if the declaration was faulty.
    pub(crate) ty: Option<Type>,
    /// The span of the name in the declaration.
    pub(crate) declared: Span,
    /// The name of the Rust variable.
    mangled: String,
}

impl Register {
    /// Returns the Rust variable of the register, with the hygiene of `word`. So a word from
    /// another macro never refers to this register.
    pub(crate) fn variable(&self, word: Span) -> Ident {
        Ident::new(&self.mangled, word)
    }
}

/// A declared register or range.
#[derive(Clone, Copy)]
struct Declared {
    ty: Option<Type>,
    /// The number of the declaration.
    declaration: usize,
    word: Span,
}

/// All registers of a macro call.
pub(crate) struct Scopes {
    names: ptx_module::syntax::Scopes<String, Declared>,
    /// The register of each name in use. The key is the id of the name in `names`.
    made: HashMap<usize, RegisterId>,
    registers: Vec<Register>,
    /// For each declaration, the registers in use. The expansion of the declaration declares their
    /// Rust variables.
    pub(crate) declarations: Vec<Vec<RegisterId>>,
}

/// The number of registers in all macro calls so far. This number makes the name of each register's Rust variable
/// unique.
static REGISTERS: AtomicUsize = AtomicUsize::new(0);

impl Scopes {
    pub(crate) fn new() -> Self {
        Self {
            names: ptx_module::syntax::Scopes::default(),
            made: HashMap::new(),
            registers: Vec::new(),
            declarations: Vec::new(),
        }
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
        // Create the variable of a single register at once, even if no instruction uses the
        // register.
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
        // If another macro call uses the register, rustc reports `mangled` as an unknown name. `mangled` therefore
        // states the cause. The leading underscores prevent lints, and the number makes the name unique.
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

    /// Returns the register with a name. Searches the innermost scope first.
    pub(crate) fn find(&mut self, name: &Name) -> Option<RegisterId> {
        let found = self.names.find(name.spelling())?;
        if let Some(id) = self.made.get(&found.id) {
            return Some(*id);
        }
        let id = self.make(name, found.meaning);
        self.made.insert(found.id, id);
        Some(id)
    }

    /// Returns the type of the register with a spelling, if there is one.
    pub(crate) fn type_of(&self, spelling: &str) -> Option<Type> {
        self.names.meaning(spelling).and_then(|declared| declared.ty)
    }

    /// Builds the message for an undeclared name. `wanted` is the expected type, if it is known.
    pub(crate) fn undeclared(&mut self, name: &Name, wanted: Option<Type>) -> Message {
        let spelling = name.spelling();
        let same = declarations::other_sigils(&spelling).into_iter();
        let mut names: Vec<_> = same.filter(|name| self.names.has(name)).collect();
        names.extend(self.names.names());
        let near = Near { range: self.names.range_below(&spelling), names, special: None };
        declarations::undeclared(&spelling, wanted, &near)
    }
}
