//! Names that are declared in nested scopes.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

/// The declaration of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<T> {
    /// The number of this declaration, unique in the text.
    pub id: usize,
    /// The meaning that the declaration gave to the name.
    pub meaning: T,
}

#[derive(Clone, Copy, Debug)]
struct Range<T> {
    meaning: T,
    count: u64,
    /// The index in [`Meanings`] of the nearest outer range with the same prefix and more names. If this range does not
    /// contain a name, the look-up continues in the outer range.
    longer: Option<usize>,
}

/// What a declaration added to a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Added {
    Range,
    /// A single name, or one name of a range after its first look-up.
    Single,
}

/// An open scope.
#[derive(Debug)]
struct Scope<K> {
    /// The declarations to remove when the scope closes.
    added: Vec<(K, Added)>,
    /// For each prefix, such as `%f`: the lowest number that follows the prefix in a declared name, and
    /// the declaration of this name. A new range `%f<4>` collides with the name if the number is
    /// below 4. A declared range is represented by its first name only.
    lowest: HashMap<String, (u64, String)>,
}

impl<K> Default for Scope<K> {
    fn default() -> Self {
        Self { added: Vec::new(), lowest: HashMap::new() }
    }
}

/// The declarations of one spelling, outermost scope first, each with its scope depth.
type Meanings<T> = Vec<(usize, T)>;

/// The visible names of a text. The time of a look-up does not depend on the number of open scopes.
///
/// The key `K` is the spelling of a name, borrowed from the text or owned.
///
/// ```
/// use ptx_module::syntax::Scopes;
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
pub struct Scopes<K, T> {
    single: HashMap<K, Meanings<Found<T>>>,
    ranges: HashMap<K, Meanings<Range<T>>>,
    open: Vec<Scope<K>>,
    made: usize,
    /// The number of names that [`names`](Self::names) may still return. The limit keeps the total
    /// work linear.
    listed: usize,
}

/// The number of names that all messages together may list. `Scopes::listed` counts down from this number. Messages
/// about ordinary texts list far fewer names.
const MOST_LISTED: usize = 100_000;

impl<K, T> Default for Scopes<K, T> {
    fn default() -> Self {
        Self {
            single: HashMap::new(),
            ranges: HashMap::new(),
            open: vec![Scope::default()],
            made: 0,
            listed: MOST_LISTED,
        }
    }
}

impl<K: Borrow<str> + Clone + Eq + Hash, T: Copy> Scopes<K, T> {
    /// Opens a scope.
    pub fn enter(&mut self) {
        self.open.push(Scope::default());
    }

    /// Closes the innermost scope. The outermost scope stays open.
    pub fn leave(&mut self) {
        if self.open.len() == 1 {
            return;
        }
        for (name, added) in self.open.pop().unwrap_or_default().added {
            match added {
                Added::Range => drop(self.ranges.get_mut::<str>(name.borrow()).map(Vec::pop)),
                Added::Single => drop(self.single.get_mut::<str>(name.borrow()).map(Vec::pop)),
            }
        }
    }

    /// Declares a name, or a range of `count` names, in the innermost scope.
    ///
    /// # Errors
    /// Returns the earlier declaration, `%f` or `%f<4>`, if this scope already has one of the
    /// names. The new declaration is added anyway.
    pub fn declare(&mut self, name: K, count: Option<u64>, meaning: T) -> Result<(), String> {
        let earlier = match count {
            None => self.earlier(name.borrow()),
            Some(count) => self.earlier_range(name.borrow(), count),
        };
        let declared = match count {
            None => name.borrow().to_string(),
            Some(count) => format!("{}<{count}>", name.borrow()),
        };
        if count != Some(0) {
            let first = count.map(|_| format!("{}0", name.borrow()));
            let lowest = &mut self.innermost().lowest;
            for (prefix, number) in numbered(first.as_deref().unwrap_or(name.borrow())) {
                if lowest.get(prefix).is_none_or(|lowest| number < lowest.0) {
                    lowest.insert(prefix.into(), (number, declared.clone()));
                }
            }
        }
        match count {
            None => drop(self.add(self.open.len(), name, meaning)),
            Some(count) => self.add_range(name, count, meaning),
        }
        earlier.map_or(Ok(()), Err)
    }

    fn innermost(&mut self) -> &mut Scope<K> {
        if self.open.is_empty() {
            self.open.push(Scope::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// Returns the earlier declaration of `name` in the innermost scope: the name itself, or the
    /// range that contains the name, such as `%r<8>`.
    fn earlier(&self, name: &str) -> Option<String> {
        let depth = self.open.len();
        let single = self.single.get(name).and_then(|all| all.last());
        if single.is_some_and(|single| single.0 == depth) {
            return Some(name.into());
        }
        let (_, range, prefix) = self.range_of(name).filter(|found| found.0 == depth)?;
        Some(format!("{prefix}<{}>", range.count))
    }

    /// Returns a declaration in the innermost scope that has a name in common with a range.
    fn earlier_range(&self, name: &str, count: u64) -> Option<String> {
        let depth = self.open.len();
        let same = self.ranges.get(name).and_then(|all| all.last());
        if let Some((_, range)) = same.filter(|same| same.0 == depth) {
            return Some(format!("{name}<{}>", range.count));
        }
        let lowest = self.open.last().and_then(|scope| scope.lowest.get(name));
        if let Some((_, earlier)) = lowest.filter(|lowest| lowest.0 < count) {
            return Some(earlier.clone());
        }
        // Two ranges with different prefixes may have a common name: `%f<20>` and `%f1<3>` both
        // declare `%f10`. Find an earlier range with a shorter prefix.
        let first = format!("{name}0");
        let (_, range, prefix) =
            self.range_of(&first).filter(|found| found.0 == depth && count > 0)?;
        Some(format!("{prefix}<{}>", range.count))
    }

    fn add(&mut self, depth: usize, name: K, meaning: T) -> Found<T> {
        self.made += 1;
        let found = Found { id: self.made, meaning };
        if let Some(scope) = self.open.get_mut(depth - 1) {
            scope.added.push((name.clone(), Added::Single));
            self.single.entry(name).or_default().push((depth, found));
        }
        found
    }

    fn add_range(&mut self, name: K, count: u64, meaning: T) {
        let depth = self.open.len();
        let all = self.ranges.entry(name.clone()).or_default();
        let mut longer = all.len().checked_sub(1);
        while let Some(outer) = longer.filter(|outer| all[*outer].1.count <= count) {
            longer = all[outer].1.longer;
        }
        all.push((depth, Range { meaning, count, longer }));
        self.innermost().added.push((name, Added::Range));
    }

    /// Returns the innermost range that contains a name, its scope depth, and its prefix.
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

    /// Returns the declaration of a name in the innermost scope that declares the name.
    pub fn find(&mut self, name: K) -> Option<Found<T>> {
        let single = self.single.get(name.borrow()).and_then(|all| all.last()).copied();
        let range = self.range_of(name.borrow()).map(|(depth, range, _)| (depth, range));
        match (single, range) {
            (Some((depth, found)), range) if range.is_none_or(|r| r.0 <= depth) => Some(found),
            // Store the name of the range as a single name. Later look-ups then return the same id until the scope of
            // the range closes.
            (_, Some((depth, range))) => Some(self.add(depth, name, range.meaning)),
            _ => None,
        }
    }

    /// Returns the meaning of a name, like [`find`](Self::find).
    #[must_use]
    pub fn meaning(&self, name: &str) -> Option<T> {
        let single = self.single.get(name).and_then(|all| all.last());
        let range = self.range_of(name).map(|(depth, range, _)| (depth, range.meaning));
        match (single.map(|(depth, found)| (*depth, found.meaning)), range) {
            (Some(single), Some(range)) if range.0 > single.0 => Some(range.1),
            (Some((_, meaning)), _) | (None, Some((_, meaning))) => Some(meaning),
            (None, None) => None,
        }
    }

    /// Returns whether a name is declared.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let single = self.single.get(name).is_some_and(|all| !all.is_empty());
        single || self.range_of(name).is_some()
    }

    /// Returns the prefix and count of a declared range if the name consists of this prefix and any
    /// number. Example: `%f` and 4 for the name `%f7` after `.reg .f32 %f<4>`.
    #[must_use]
    pub fn range_below(&self, name: &str) -> Option<(String, u64)> {
        numbered(name).find_map(|(prefix, _)| {
            let (_, range) = self.ranges.get(prefix)?.last()?;
            (range.count > 0).then(|| (prefix.to_string(), range.count))
        })
    }

    /// Returns the visible names in alphabetical order. A range is represented by its first and its
    /// last name. After many calls the list is empty, so that the total work stays linear in the
    /// length of the text.
    pub fn names(&mut self) -> Vec<String> {
        let count = self.single.len() + self.ranges.len();
        let Some(left) = self.listed.checked_sub(count) else { return Vec::new() };
        self.listed = left;
        let single = self.single.iter().filter(|(_, all)| !all.is_empty());
        let ends = self.ranges.iter().filter_map(|(name, all)| {
            let last = all.last()?.1.count.checked_sub(1)?;
            Some([0, last].map(|number| format!("{}{number}", name.borrow())))
        });
        let single = single.map(|(name, _)| name.borrow().to_string());
        let mut names: Vec<_> = single.chain(ends.flatten()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Splits a name into a prefix and a number without leading zeros, in every possible way.
fn numbered(text: &str) -> impl Iterator<Item = (&str, u64)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    (1..=digits.min(20)).filter_map(move |n| {
        let (prefix, number) = text.split_at(text.len() - n);
        let plain = number == "0" || !number.starts_with('0');
        Some((prefix, number.parse().ok().filter(|_| plain)?))
    })
}
