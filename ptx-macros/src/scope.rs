//! Scopes of registers: declaration and look-up by name.

use crate::words::Name;
use proc_macro2::{Ident, Span};
use ptx_isa::declarations::{self, Near, numbered};
use ptx_isa::{Message, Type};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of a register in a macro call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RegisterId(pub(crate) usize);

/// A register.
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

#[derive(Clone, Copy)]
enum Entry {
    One(RegisterId),
    /// A range such as `%f<4>`.
    Range {
        ty: Option<Type>,
        declaration: usize,
        count: u64,
        declared: Span,
    },
}

/// The key of a name: its sigil, its text, and whether it is a range. `%f0` has one key, whether it
/// is declared alone or as part of a range.
type Key = (Option<char>, String, bool);

#[derive(Default)]
struct Scope {
    entries: HashMap<Key, Entry>,
    /// The smallest number that follows each prefix of a declared name; a range counts as its first
    /// name. A range overlaps every declared name whose number is below its count.
    lowest: HashMap<(Option<char>, String), u64>,
}

/// All registers of a macro call.
pub(crate) struct Scopes {
    open: Vec<Scope>,
    registers: Vec<Register>,
    /// The registers of each declaration that are used; the expansion declares only these.
    pub(crate) declarations: Vec<Vec<RegisterId>>,
    call: usize,
    /// The number of names that may still be compared with undeclared ones.
    comparisons: usize,
}

/// Enough for any program of a size that people read.
const MOST_COMPARISONS: usize = 100_000;

/// Numbers the variables of registers across all macro calls.
static REGISTERS: AtomicUsize = AtomicUsize::new(0);

/// Numbers the macro calls, to distinguish the variables of nested calls.
static CALLS: AtomicUsize = AtomicUsize::new(0);

impl Scopes {
    pub(crate) fn new() -> Self {
        Self {
            open: vec![Scope::default()],
            registers: Vec::new(),
            declarations: Vec::new(),
            call: CALLS.fetch_add(1, Ordering::Relaxed),
            comparisons: MOST_COMPARISONS,
        }
    }

    /// Returns a name that no other macro call uses, for a variable with the user's hygiene.
    pub(crate) fn unique(&self, name: &str) -> String {
        format!("__{name}_of_{}", self.call)
    }

    pub(crate) fn enter(&mut self) {
        self.open.push(Scope::default());
    }

    pub(crate) fn leave(&mut self) {
        self.open.pop();
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
        let text = name.ident.to_string();
        let declared = name.ident.span();
        let innermost = self.open.last_mut().expect("the outermost scope stays open");
        // To find an earlier declaration that contains a range, it is enough to look for its first
        // name.
        let first = if count.is_some() { format!("{text}0") } else { text.clone() };
        let key = (name.sigil, text.clone(), count.is_some());
        let whole = |count| declarations::range(&name.spelling(), count);
        let earlier = match (innermost.entries.get(&key), count) {
            (Some(Entry::Range { count, .. }), _) => Some(whole(*count)),
            (Some(Entry::One(_)), _) => Some(name.spelling()),
            (None, Some(count)) => innermost
                .lowest
                .get(&(name.sigil, text.clone()))
                .filter(|lowest| **lowest < count)
                .map(|lowest| format!("{}{lowest}", name.spelling())),
            (None, None) => None,
        };
        let containing = || {
            let range = innermost.range_of(name.sigil, &first).filter(|_| count != Some(0))?;
            Some(declarations::range(&spelling(name.sigil, range.prefix), range.count))
        };
        if let Some(earlier) = earlier.or_else(containing) {
            if let (Some(count), None) = (count, innermost.entries.get(&key)) {
                // Declare the range anyway, so that its other names do not cause further errors.
                innermost.entries.insert(key, Entry::Range { ty, declaration, count, declared });
            }
            let name = count.map_or_else(|| name.spelling(), whole);
            return Err(declarations::duplicate(&name, &earlier));
        }
        for (prefix, number) in numbered(&first) {
            let lowest = innermost.lowest.entry((name.sigil, prefix.into())).or_insert(number);
            *lowest = number.min(*lowest);
        }
        let entry = match count {
            Some(count) => Entry::Range { ty, declaration, count, declared },
            None => Entry::One(self.make(name.sigil, &text, ty, declared, declaration)),
        };
        let innermost = self.open.last_mut().expect("the outermost scope stays open");
        innermost.entries.insert((name.sigil, text, count.is_some()), entry);
        Ok(())
    }

    fn make(
        &mut self,
        sigil: Option<char>,
        text: &str,
        ty: Option<Type>,
        declared: Span,
        declaration: usize,
    ) -> RegisterId {
        let id = RegisterId(self.registers.len());
        let letters: String = text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        let number = REGISTERS.fetch_add(1, Ordering::Relaxed);
        // rustc shows this name only if a register of another macro call is not visible. The two
        // leading underscores keep lints quiet, and the number makes the name unique.
        let name = if letters.is_empty() { letters } else { format!("_{letters}") };
        let mangled = format!("__register{name}_of_another_macro_{number}");
        self.registers.push(Register { spelling: spelling(sigil, text), ty, declared, mangled });
        self.declarations[declaration].push(id);
        id
    }

    /// Starts a declaration and returns its number.
    pub(crate) fn start_declaration(&mut self) -> usize {
        self.declarations.push(Vec::new());
        self.declarations.len() - 1
    }

    /// Returns the register with this name, innermost scope first.
    pub(crate) fn find(&mut self, name: &Name) -> Option<RegisterId> {
        let text = name.ident.to_string();
        for depth in (0..self.open.len()).rev() {
            let scope = &self.open[depth];
            if let Some(Entry::One(id)) = scope.entries.get(&(name.sigil, text.clone(), false)) {
                return Some(*id);
            }
            if let Some(range) = scope.range_of(name.sigil, &text) {
                let Range { ty, declaration, declared, .. } = range;
                let id = self.make(name.sigil, &text, ty, declared, declaration);
                self.open[depth].entries.insert((name.sigil, text, false), Entry::One(id));
                return Some(id);
            }
        }
        None
    }

    /// Reports an undeclared name where a value of type `wanted` is expected; `None` if the type is
    /// unknown.
    pub(crate) fn undeclared(&mut self, name: &Name, wanted: Option<Type>) -> Message {
        let text = name.ident.to_string();
        let range = numbered(&text).find_map(|(prefix, _)| {
            let key = (name.sigil, prefix.to_string(), true);
            let range = self.open.iter().rev().find_map(|scope| scope.entries.get(&key))?;
            let Entry::Range { count, .. } = range else { return None };
            Some((spelling(name.sigil, prefix), *count))
        });
        let near = Near { range, names: self.names() };
        declarations::undeclared(&name.spelling(), wanted, &near)
    }

    /// Returns the visible names; for a range, its first and its last name. After too many searches
    /// the list is empty, which keeps the work linear however many names are wrong.
    fn names(&mut self) -> Vec<String> {
        let declared = self.open.iter().map(|scope| scope.entries.len()).sum();
        let Some(left) = self.comparisons.checked_sub(declared) else { return Vec::new() };
        self.comparisons = left;
        let entries = self.open.iter().flat_map(|scope| scope.entries.iter());
        let mut names: Vec<String> = entries
            .flat_map(|((sigil, text, _), entry)| match entry {
                Entry::One(_) => vec![spelling(*sigil, text)],
                Entry::Range { count: 0, .. } => vec![],
                Entry::Range { count, .. } => {
                    let last = format!("{text}{}", count - 1);
                    vec![spelling(*sigil, &last), spelling(*sigil, &format!("{text}0"))]
                }
            })
            .collect();
        names.sort_unstable();
        names
    }
}

fn spelling(sigil: Option<char>, text: &str) -> String {
    sigil.into_iter().chain(text.chars()).collect()
}

/// A range that contains a name.
struct Range<'n> {
    prefix: &'n str,
    count: u64,
    ty: Option<Type>,
    declaration: usize,
    declared: Span,
}

impl Scope {
    /// Returns the range that contains this name.
    fn range_of<'n>(&self, sigil: Option<char>, text: &'n str) -> Option<Range<'n>> {
        numbered(text).find_map(|(prefix, number)| {
            match self.entries.get(&(sigil, prefix.to_string(), true)) {
                Some(&Entry::Range { ty, declaration, count, declared }) if number < count => {
                    Some(Range { prefix, count, ty, declaration, declared })
                }
                _ => None,
            }
        })
    }
}
