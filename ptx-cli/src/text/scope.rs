//! Registers, declared in nested scopes and looked up by spelling.

use ptx_isa::{Type, nearest};
use std::collections::HashMap;

/// A register that a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its number, different for every register of a text.
    pub id: usize,
    /// Its type; `None` if only PTX beyond the instruction table has it, as `.b128`.
    pub ty: Option<Type>,
}

#[derive(Clone, Copy)]
struct Range {
    ty: Option<Type>,
    count: u64,
}

/// What one spelling means, outermost scope first, each with the depth of its scope.
type Meanings<T> = Vec<(usize, T)>;

/// All registers of a text that can be seen. A look-up does not depend on how deep scopes nest.
pub struct Scopes<'a> {
    single: HashMap<&'a str, Meanings<Register>>,
    ranges: HashMap<&'a str, Meanings<Range>>,
    /// What each open scope added, to be taken away again: the name, and whether it is a range.
    open: Vec<Vec<(&'a str, bool)>>,
    made: usize,
    /// How many names may still be compared with undeclared ones, so that work stays linear.
    comparisons: usize,
}

/// Enough for every text that a person reads.
const MOST_COMPARISONS: usize = 100_000;

impl Default for Scopes<'_> {
    fn default() -> Self {
        Self {
            single: HashMap::new(),
            ranges: HashMap::new(),
            open: vec![Vec::new()],
            made: 0,
            comparisons: MOST_COMPARISONS,
        }
    }
}

impl<'a> Scopes<'a> {
    /// Opens a scope.
    pub fn enter(&mut self) {
        self.open.push(Vec::new());
    }

    /// Closes the innermost scope; the outermost one stays.
    pub fn leave(&mut self) {
        if self.open.len() == 1 {
            return;
        }
        for (name, is_range) in self.open.pop().unwrap_or_default() {
            if is_range {
                self.ranges.get_mut(name).map(Vec::pop);
            } else {
                self.single.get_mut(name).map(Vec::pop);
            }
        }
    }

    /// Declares a register, or a range of `count`.
    pub fn declare(&mut self, name: &'a str, count: Option<u64>, ty: Option<Type>) {
        match count {
            Some(count) => {
                let depth = self.remember(name, true);
                self.ranges.entry(name).or_default().push((depth, Range { ty, count }));
            }
            None => drop(self.add(name, ty)),
        }
    }

    /// Notes in the innermost scope that it has a name, and says how deep it lies.
    fn remember(&mut self, name: &'a str, is_range: bool) -> usize {
        let depth = self.open.len();
        if let Some(scope) = self.open.last_mut() {
            scope.push((name, is_range));
        }
        depth
    }

    fn add(&mut self, name: &'a str, ty: Option<Type>) -> Register {
        let depth = self.remember(name, false);
        self.made += 1;
        let register = Register { id: self.made, ty };
        self.single.entry(name).or_default().push((depth, register));
        register
    }

    /// The register of this spelling, innermost scope first.
    pub fn find(&mut self, name: &'a str) -> Option<Register> {
        let single = self.single.get(name).and_then(|all| all.last()).copied();
        let range = numbered(name)
            .filter_map(|(prefix, number)| {
                let (depth, range) = self.ranges.get(prefix)?.last().copied()?;
                (number < range.count).then_some((depth, range))
            })
            .max_by_key(|(depth, ..)| *depth);
        match (single, range) {
            (Some((depth, register)), range) if range.is_none_or(|r| r.0 <= depth) => {
                Some(register)
            }
            (_, Some((depth, range))) => Some(self.member(depth, range, name)),
            _ => None,
        }
    }

    /// A register of a range, which keeps its number while the range's scope is open.
    fn member(&mut self, depth: usize, range: Range, name: &'a str) -> Register {
        self.made += 1;
        let register = Register { id: self.made, ty: range.ty };
        if let Some(scope) = self.open.get_mut(depth - 1) {
            scope.push((name, false));
            self.single.entry(name).or_default().push((depth, register));
        }
        register
    }

    /// The range that would contain a name if it were longer, and its last name.
    #[must_use]
    pub fn range_below(&self, name: &str) -> Option<(String, String)> {
        numbered(name).find_map(|(prefix, _)| {
            let (_, range) = self.ranges.get(prefix)?.last()?;
            let last = range.count.checked_sub(1)?;
            Some((format!("{prefix}<{}>", range.count), format!("{prefix}{last}")))
        })
    }

    /// What an undeclared name was probably meant to be.
    #[must_use]
    pub fn similar(&mut self, name: &str) -> Option<String> {
        self.comparisons = self.comparisons.checked_sub(self.single.len() + self.ranges.len())?;
        let seen = |all: &Meanings<Register>| !all.is_empty();
        let single = self.single.iter().filter(|(_, all)| seen(all)).map(|(n, _)| n.to_string());
        let ranges = self.ranges.iter().filter(|(_, all)| !all.is_empty());
        let ranges = ranges.map(|(name, _)| format!("{name}0"));
        let mut names: Vec<String> = single.chain(ranges).collect();
        names.sort_unstable();
        nearest(name, names.iter().map(String::as_str)).map(ToString::to_string)
    }
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
