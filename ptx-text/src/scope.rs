//! Names, declared in nested scopes and looked up by spelling.

use std::collections::HashMap;

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<T> {
    /// Its number, different for every meaning of a text.
    pub id: usize,
    /// What it is declared as.
    pub meaning: T,
}

#[derive(Clone, Copy, Debug)]
struct Range<T> {
    meaning: T,
    count: u64,
    /// The nearest range of this name in an outer scope that is longer.
    longer: Option<usize>,
}

/// How a name got its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Added {
    Single,
    Range,
    /// A name of a range, once it is used.
    Member,
}

/// What one spelling means, outermost scope first, each with the depth of its scope.
type Meanings<T> = Vec<(usize, T)>;

/// The visible names of a text. The cost of a look-up does not depend on the depth of the scopes.
///
/// ```
/// use ptx_text::Scopes;
///
/// let mut scopes = Scopes::default();
/// scopes.declare("%f", Some(4), "f32").unwrap();
/// scopes.enter();
/// scopes.declare("%f1", None, "f64").unwrap();
/// assert_eq!(scopes.find("%f1").unwrap().meaning, "f64");
/// scopes.leave();
/// assert_eq!(scopes.find("%f1").unwrap().meaning, "f32");
/// assert!(scopes.find("%f4").is_none());
/// ```
#[derive(Debug)]
pub struct Scopes<'a, T> {
    single: HashMap<&'a str, Meanings<Found<T>>>,
    ranges: HashMap<&'a str, Meanings<Range<T>>>,
    /// What each open scope added, to be taken away again.
    open: Vec<Vec<(&'a str, Added)>>,
    made: usize,
    /// How many names may still be compared with others, so that work stays linear.
    comparisons: usize,
}

/// Enough for every text that a person reads.
const MOST_COMPARISONS: usize = 100_000;

impl<T> Default for Scopes<'_, T> {
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

impl<'a, T: Copy> Scopes<'a, T> {
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

    /// Declares a name, or a range of `count`; what the innermost scope has of this name already is
    /// the error.
    ///
    /// # Errors
    /// The earlier declaration, `%f` or `%f<4>`.
    pub fn declare(&mut self, name: &'a str, count: Option<u64>, meaning: T) -> Result<(), String> {
        let depth = self.open.len();
        let Some(count) = count else {
            let earlier = self.declared(name).filter(|found| found.0 == depth).map(|found| found.1);
            self.add(name, meaning);
            return earlier.map_or(Ok(()), Err);
        };
        let all = self.ranges.entry(name).or_default();
        let mut longer = all.len().checked_sub(1);
        while let Some(outer) = longer.filter(|outer| all[*outer].1.count <= count) {
            longer = all[outer].1.longer;
        }
        let earlier = all.last().filter(|range| range.0 == depth).map(|range| range.1.count);
        all.push((depth, Range { meaning, count, longer }));
        self.open[depth - 1].push((name, Added::Range));
        match earlier {
            Some(earlier) => Err(format!("{name}<{earlier}>")),
            None => self.declared_singly(name, count).map_or(Ok(()), Err),
        }
    }

    /// A name of the innermost scope that is also in one of its ranges.
    fn declared_singly(&mut self, prefix: &str, count: u64) -> Option<String> {
        let scope = self.open.last()?;
        self.comparisons = self.comparisons.checked_sub(scope.len())?;
        let in_range = |name: &str| numbered(name).any(|(start, n)| start == prefix && n < count);
        let mut singles = scope.iter().filter(|(_, added)| *added == Added::Single);
        singles.find(|(name, _)| in_range(name)).map(|(name, _)| (*name).into())
    }

    fn add(&mut self, name: &'a str, meaning: T) {
        let depth = self.open.len();
        self.made += 1;
        let found = Found { id: self.made, meaning };
        self.open[depth - 1].push((name, Added::Single));
        self.single.entry(name).or_default().push((depth, found));
    }

    /// The depth of the scope that has a name, and what it is declared by there.
    fn declared(&self, name: &str) -> Option<(usize, String)> {
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
    fn range_of<'n>(&self, name: &'n str) -> Option<(usize, Range<T>, &'n str)> {
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

    /// What a name means, innermost scope first.
    pub fn find(&mut self, name: &'a str) -> Option<Found<T>> {
        let single = self.single.get(name).and_then(|all| all.last()).copied();
        match (single, self.range_of(name)) {
            (Some((depth, found)), range) if range.is_none_or(|r| r.0 <= depth) => Some(found),
            (_, Some((depth, range, _))) => Some(self.member(depth, range, name)),
            _ => None,
        }
    }

    /// A name of a range, which keeps its number while the range's scope is open.
    fn member(&mut self, depth: usize, range: Range<T>, name: &'a str) -> Found<T> {
        self.made += 1;
        let found = Found { id: self.made, meaning: range.meaning };
        if let Some(scope) = self.open.get_mut(depth - 1) {
            scope.push((name, Added::Member));
            self.single.entry(name).or_default().push((depth, found));
        }
        found
    }

    /// The range that would contain a name if it were longer: its prefix, and how many names it
    /// has, at least one.
    #[must_use]
    pub fn range_below(&self, name: &str) -> Option<(String, u64)> {
        numbered(name).find_map(|(prefix, _)| {
            let (_, range) = self.ranges.get(prefix)?.last()?;
            (range.count > 0).then(|| (prefix.to_string(), range.count))
        })
    }

    /// The names that can be seen, of a range its first; sorted, for a search for the nearest.
    /// After too many of such searches there are none, so that work stays linear.
    pub fn names(&mut self) -> Vec<String> {
        let count = self.single.len() + self.ranges.len();
        let Some(left) = self.comparisons.checked_sub(count) else { return Vec::new() };
        self.comparisons = left;
        let single = self.single.iter().filter(|(_, all)| !all.is_empty());
        let ranges = self.ranges.iter().filter(|(_, all)| !all.is_empty());
        let ranges = ranges.map(|(name, _)| format!("{name}0"));
        let mut names: Vec<_> = single.map(|(name, _)| name.to_string()).chain(ranges).collect();
        names.sort_unstable();
        names
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
