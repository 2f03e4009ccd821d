//! Registers, declared in nested scopes and looked up by spelling.

use ptx_isa::Type;
use ptx_isa::declarations::{Near, numbered};
use std::collections::HashMap;

/// What a register is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// A register of one type.
    Scalar(Type),
    /// `.v2 .f32`, `.v4 .b8`: so many elements of a type.
    Vector(u32, Type),
    /// What only PTX beyond the instruction table uses, `.b128`.
    Other,
    /// The declaration was faulty.
    Faulty,
}

/// A register that a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its number, different for every register of a text.
    pub id: usize,
    /// What it is declared as.
    pub declared: Declared,
}

#[derive(Clone, Copy)]
struct Range {
    declared: Declared,
    count: u64,
    /// The nearest range of this name in an outer scope that is longer.
    longer: Option<usize>,
}

/// How a name got its meaning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Added {
    Single,
    Range,
    /// A register of a range, once it is used.
    Member,
}

/// What one spelling means, outermost scope first, each with the depth of its scope.
type Meanings<T> = Vec<(usize, T)>;

/// All registers of a text that can be seen. A look-up does not depend on how deep scopes nest.
pub struct Scopes<'a> {
    single: HashMap<&'a str, Meanings<Register>>,
    ranges: HashMap<&'a str, Meanings<Range>>,
    /// What each open scope added, to be taken away again.
    open: Vec<Vec<(&'a str, Added)>>,
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
        for (name, added) in self.open.pop().unwrap_or_default() {
            match added {
                Added::Range => drop(self.ranges.get_mut(name).map(Vec::pop)),
                Added::Single | Added::Member => drop(self.single.get_mut(name).map(Vec::pop)),
            }
        }
    }

    /// Declares a register, or a range of `count`; what the innermost scope has of this name
    /// already is the error.
    ///
    /// # Errors
    /// The earlier declaration, `%f` or `%f<4>`.
    pub fn declare(
        &mut self,
        name: &'a str,
        count: Option<u64>,
        declared: Declared,
    ) -> Result<(), String> {
        let depth = self.open.len();
        let Some(count) = count else {
            let earlier = self.meaning(name).filter(|found| found.0 == depth).map(|found| found.1);
            self.add(name, declared);
            return earlier.map_or(Ok(()), Err);
        };
        let all = self.ranges.entry(name).or_default();
        let mut longer = all.len().checked_sub(1);
        while let Some(outer) = longer.filter(|outer| all[*outer].1.count <= count) {
            longer = all[outer].1.longer;
        }
        let earlier = all.last().filter(|range| range.0 == depth).map(|range| range.1.count);
        all.push((depth, Range { declared, count, longer }));
        self.open[depth - 1].push((name, Added::Range));
        match earlier {
            Some(earlier) => Err(format!("{name}<{earlier}>")),
            None => self.declared_singly(name, count).map_or(Ok(()), Err),
        }
    }

    /// A register of the innermost scope that is also one of its ranges.
    fn declared_singly(&mut self, prefix: &str, count: u64) -> Option<String> {
        let scope = self.open.last()?;
        self.comparisons = self.comparisons.checked_sub(scope.len())?;
        let in_range = |name: &str| numbered(name).any(|(start, n)| start == prefix && n < count);
        let mut singles = scope.iter().filter(|(_, added)| *added == Added::Single);
        singles.find(|(name, _)| in_range(name)).map(|(name, _)| (*name).into())
    }

    fn add(&mut self, name: &'a str, declared: Declared) {
        let depth = self.open.len();
        self.made += 1;
        let register = Register { id: self.made, declared };
        self.open[depth - 1].push((name, Added::Single));
        self.single.entry(name).or_default().push((depth, register));
    }

    /// The depth of the scope that has a name, and what it is declared by there.
    fn meaning(&self, name: &str) -> Option<(usize, String)> {
        let single = self.single.get(name).and_then(|all| all.last()).map(|found| found.0);
        match (single, self.range_of(name)) {
            (Some(depth), range) if range.is_none_or(|r| r.0 <= depth) => {
                Some((depth, name.into()))
            }
            (_, Some((depth, range, prefix))) => {
                Some((depth, format!("{prefix}<{}>", range.count)))
            }
            _ => None,
        }
    }

    /// The innermost range that has a name: its depth, and the name without its number.
    fn range_of<'n>(&self, name: &'n str) -> Option<(usize, Range, &'n str)> {
        numbered(name)
            .filter_map(|(prefix, number)| {
                let all = self.ranges.get(prefix)?;
                let mut at = all.len().checked_sub(1)?;
                while all[at].1.count <= number {
                    at = all[at].1.longer?;
                }
                Some((all[at].0, all[at].1, prefix))
            })
            .max_by_key(|(depth, ..)| *depth)
    }

    /// The register of this spelling, innermost scope first.
    pub fn find(&mut self, name: &'a str) -> Option<Register> {
        let single = self.single.get(name).and_then(|all| all.last()).copied();
        match (single, self.range_of(name)) {
            (Some((depth, register)), range) if range.is_none_or(|r| r.0 <= depth) => {
                Some(register)
            }
            (_, Some((depth, range, _))) => Some(self.member(depth, range, name)),
            _ => None,
        }
    }

    /// A register of a range, which keeps its number while the range's scope is open.
    fn member(&mut self, depth: usize, range: Range, name: &'a str) -> Register {
        self.made += 1;
        let register = Register { id: self.made, declared: range.declared };
        if let Some(scope) = self.open.get_mut(depth - 1) {
            scope.push((name, Added::Member));
            self.single.entry(name).or_default().push((depth, register));
        }
        register
    }

    /// What is near a name that nothing declares. After too many of such names nothing is, so that
    /// work stays linear.
    #[must_use]
    pub fn near(&mut self, name: &str) -> Near {
        let range = numbered(name).find_map(|(prefix, _)| {
            let (_, range) = self.ranges.get(prefix)?.last()?;
            Some((prefix.to_string(), range.count))
        });
        let count = self.single.len() + self.ranges.len();
        let Some(left) = self.comparisons.checked_sub(count) else {
            return Near { range, names: Vec::new() };
        };
        self.comparisons = left;
        let single = self.single.iter().filter(|(_, all)| !all.is_empty());
        let ranges = self.ranges.iter().filter(|(_, all)| !all.is_empty());
        let ranges = ranges.map(|(name, _)| format!("{name}0"));
        let mut names: Vec<_> = single.map(|(name, _)| name.to_string()).chain(ranges).collect();
        names.sort_unstable();
        Near { range, names }
    }
}
