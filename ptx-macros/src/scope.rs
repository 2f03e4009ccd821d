//! Registers: declared in scopes, looked up by spelling.

use crate::words::Name;
use proc_macro2::{Ident, Span};
use ptx_isa::{Type, nearest};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A register of the macro, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RegisterId(pub(crate) usize);

/// What is known of a register.
#[derive(Clone)]
pub(crate) struct Register {
    /// The name as written, for messages.
    pub(crate) spelling: String,
    /// The type; `None` if the declaration was faulty.
    pub(crate) ty: Option<Type>,
    /// The word of the declaration.
    pub(crate) declared: Span,
    /// The name of its Rust variable.
    mangled: String,
}

impl Register {
    /// The register's Rust variable as seen from a word of the user: a word that comes from
    /// elsewhere keeps its own hygiene and so never means this register.
    pub(crate) fn variable(&self, word: Span) -> Ident {
        Ident::new(&self.mangled, word)
    }
}

#[derive(Clone, Copy)]
enum Entry {
    One(RegisterId),
    /// `%f<4>`: its type, its declaration's number, the count, the word.
    Range {
        ty: Option<Type>,
        declaration: usize,
        count: u64,
        declared: Span,
    },
}

/// `%f0` of a range and `%f0` declared by itself are one name; a range's own name is another.
type Key = (Option<char>, String, bool);

#[derive(Default)]
struct Scope {
    entries: HashMap<Key, Entry>,
    /// For every name that ends in a number, and for the first name of every range: the lowest
    /// number behind each beginning of the name. A range overlaps what lies below its count.
    lowest: HashMap<(Option<char>, String), u64>,
}

/// All registers of a macro call.
pub(crate) struct Scopes {
    open: Vec<Scope>,
    registers: Vec<Register>,
    /// The registers that each declaration made and something used, to be written there.
    pub(crate) declarations: Vec<Vec<RegisterId>>,
    call: usize,
    /// How many names may still be compared with undeclared ones.
    comparisons: usize,
}

/// Enough for every program that a person reads.
const MOST_COMPARISONS: usize = 100_000;

/// Tells the variables of one macro call from those of another one around or inside it.
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

    /// A name that no other macro call makes up, for a variable with the user's hygiene.
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
    ) -> Result<(), String> {
        let text = name.ident.to_string();
        let declared = name.ident.span();
        let innermost = self.open.last_mut().expect("the outermost scope stays open");
        // A range stands for its first name where another declaration may contain it.
        let first = if count.is_some() { format!("{text}0") } else { text.clone() };
        let overlaps = count.is_some_and(|count| {
            let below = |&lowest: &u64| lowest < count;
            innermost.lowest.get(&(name.sigil, text.clone())).is_some_and(below)
        });
        if overlaps
            || innermost.entries.contains_key(&(name.sigil, text.clone(), count.is_some()))
            || count != Some(0) && innermost.range_of(name.sigil, &first).is_some()
        {
            let spelling = spelling(name.sigil, &text);
            let key = (name.sigil, text.clone(), count.is_some());
            if let (Some(count), false) = (count, innermost.entries.contains_key(&key)) {
                // Its other names are used later.
                innermost.entries.insert(key, Entry::Range { ty, declaration, count, declared });
            }
            return Err(match count {
                Some(count) => format!(
                    "a name of the range `{spelling}<{count}>` is declared twice in this scope"
                ),
                None => format!(
                    "`{spelling}` is declared twice in this scope\nhelp: an inner `{{ … }}` may have \
                     its own"
                ),
            });
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
        // Two underscores in front keep lints away, the numbers keep the name unique.
        let mangled = format!("__{letters}_register_{}_{}", self.call, id.0);
        self.registers.push(Register { spelling: spelling(sigil, text), ty, declared, mangled });
        self.declarations[declaration].push(id);
        id
    }

    /// Starts a declaration and gives its number.
    pub(crate) fn start_declaration(&mut self) -> usize {
        self.declarations.push(Vec::new());
        self.declarations.len() - 1
    }

    /// The register of this spelling, innermost scope first.
    pub(crate) fn find(&mut self, name: &Name) -> Option<RegisterId> {
        let text = name.ident.to_string();
        for depth in (0..self.open.len()).rev() {
            let scope = &self.open[depth];
            if let Some(Entry::One(id)) = scope.entries.get(&(name.sigil, text.clone(), false)) {
                return Some(*id);
            }
            if let Some((ty, declaration, declared)) = scope.range_of(name.sigil, &text) {
                let id = self.make(name.sigil, &text, ty, declared, declaration);
                self.open[depth].entries.insert((name.sigil, text, false), Entry::One(id));
                return Some(id);
            }
        }
        None
    }

    /// The range that would contain an undeclared name if it were longer, and its last name.
    pub(crate) fn range_below(&self, name: &Name) -> Option<(String, String)> {
        let text = name.ident.to_string();
        numbered(&text).find_map(|(prefix, _)| {
            let key = (name.sigil, prefix.to_string(), true);
            let range = self.open.iter().rev().find_map(|scope| scope.entries.get(&key))?;
            let Entry::Range { count, .. } = range else { return None };
            let whole = spelling(name.sigil, prefix);
            Some((format!("{whole}<{count}>"), format!("{whole}{}", count.checked_sub(1)?)))
        })
    }

    /// What an undeclared name was probably meant to be.
    pub(crate) fn similar(&mut self, name: &Name) -> Option<String> {
        // The work stays linear however many names are declared and however many are wrong.
        let declared = self.open.iter().map(|scope| scope.entries.len()).sum();
        self.comparisons = self.comparisons.checked_sub(declared)?;
        let wanted = spelling(name.sigil, &name.ident.to_string());
        let declared: Vec<String> = self
            .open
            .iter()
            .flat_map(|scope| scope.entries.iter())
            .flat_map(|((sigil, text, _), entry)| match entry {
                Entry::One(_) => vec![spelling(*sigil, text)],
                Entry::Range { count: 0, .. } => vec![],
                Entry::Range { count, .. } => {
                    let last = format!("{text}{}", count - 1);
                    vec![spelling(*sigil, &last), spelling(*sigil, &format!("{text}0"))]
                }
            })
            .collect();
        let mut names: Vec<&str> = declared.iter().map(String::as_str).collect();
        names.sort_unstable();
        nearest(&wanted, names).map(ToString::to_string)
    }
}

fn spelling(sigil: Option<char>, text: &str) -> String {
    sigil.into_iter().chain(text.chars()).collect()
}

/// Every way to read a name as a beginning and a number without leading zeros.
fn numbered(text: &str) -> impl Iterator<Item = (&str, u64)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    (1..=digits.min(20)).filter_map(move |n| {
        let (prefix, number) = text.split_at(text.len() - n);
        let plain = number == "0" || !number.starts_with('0');
        Some((prefix, number.parse().ok().filter(|_| plain)?))
    })
}

impl Scope {
    /// The range that has this name.
    fn range_of(&self, sigil: Option<char>, text: &str) -> Option<(Option<Type>, usize, Span)> {
        numbered(text).find_map(|(prefix, number)| {
            match self.entries.get(&(sigil, prefix.to_string(), true)) {
                Some(&Entry::Range { ty, declaration, count, declared }) if number < count => {
                    Some((ty, declaration, declared))
                }
                _ => None,
            }
        })
    }
}
