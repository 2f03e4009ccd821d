//! Shuffles whose results PTX leaves undefined.

use crate::place;
use ptx_module::syntax::SourceLine;
use std::fmt;
use std::sync::Arc;

/// A `shfl` that read a lane that has exited, is not in the mask, or does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Undefined {
    /// The name of the file, if the module consists of several files.
    pub file: Option<Arc<str>>,
    /// The line of the instruction.
    pub line: usize,
    /// The line of the source that the instruction was compiled from.
    pub origin: Option<Arc<SourceLine>>,
    /// The instruction of machine code, with its address: `/*00a0*/ SHFL.IDX PT, R0, R2, R3, 0x1f`. Empty for a PTX text, of
    /// which the line tells the instruction.
    pub instruction: String,
    /// The lane that executed the `shfl`, 0 to 31.
    pub lane: u32,
    /// The lane that was read.
    pub source: u32,
    /// How often lane `lane` read lane `source` at this line, in all warps.
    pub count: u64,
}

impl Undefined {
    /// Returns a record: lane `lane` read from lane `source` `count` times, at source line `line`.
    #[must_use]
    pub fn new(line: usize, lane: u32, source: u32, count: u64) -> Self {
        let instruction = String::new();
        Self { file: None, line, origin: None, instruction, lane, source, count }
    }

    /// Returns the position and the lanes. Records with the same key are one entry of a report.
    pub(crate) fn key(&self) -> (Option<&str>, usize, &str, u32, u32) {
        (self.file.as_deref(), self.line, &self.instruction, self.lane, self.source)
    }

    /// Returns the position within a message: `line 262`, or the instruction of machine code.
    fn place(&self) -> String {
        let position = place::line(self.file.as_deref(), self.line, self.origin.as_deref());
        match &self.instruction[..] {
            "" => position,
            instruction => place::instruction(&position, instruction),
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lane, source, count, .. } = self;
        let line = self.place();
        let times = if *count == 1 { "time" } else { "times" };
        write!(
            f,
            "{line}: lane {lane} reads lane {source}, which has exited or is not in the mask: {count} {times}"
        )
    }
}

/// The undefined reads of all `shfl` on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UndefinedLine {
    /// The name of the file, if the module consists of several files.
    pub file: Option<Arc<str>>,
    /// The line of the instruction.
    pub line: usize,
    /// The line of the source that the instruction was compiled from.
    pub origin: Option<Arc<SourceLine>>,
    /// The pairs of lanes, in ascending order.
    pub lanes: Vec<Undefined>,
    /// How often a lane read a lane that does not take part, in all warps.
    pub count: u64,
}

impl UndefinedLine {
    /// Groups records by line, in ascending order. Adds up records with the same line and lanes.
    ///
    /// ```
    /// use ptx_run::{Undefined, UndefinedLine};
    ///
    /// let all = [Undefined::new(7, 2, 4, 8), Undefined::new(7, 3, 5, 8), Undefined::new(9, 1, 2, 1)];
    /// let lines = UndefinedLine::all(&all);
    /// assert_eq!(lines[0].count, 16);
    /// assert_eq!(
    ///     lines.iter().map(ToString::to_string).collect::<Vec<_>>(),
    ///     [
    ///         "line 7: lanes 2 and 3 read lanes that have exited or are not in the mask: 16 times",
    ///         "line 9: lane 1 reads lane 2, which has exited or is not in the mask: 1 time",
    ///     ]
    /// );
    /// ```
    #[must_use]
    pub fn all(records: &[Undefined]) -> Vec<Self> {
        let mut sorted = records.to_vec();
        sorted.sort_by(|one, other| one.key().cmp(&other.key()));
        let mut lines: Vec<Self> = Vec::new();
        for one in sorted {
            let place = |one: &Undefined| (one.file.clone(), one.line, one.instruction.clone());
            let is_same = |last: &Self| last.lanes.first().map(place) == Some(place(&one));
            if !lines.last().is_some_and(is_same) {
                let (file, line, origin) = (one.file.clone(), one.line, one.origin.clone());
                lines.push(Self { file, line, origin, lanes: Vec::new(), count: 0 });
            }
            let Some(line) = lines.last_mut() else { continue };
            line.count += one.count;
            match line.lanes.last_mut() {
                Some(last) if (last.lane, last.source) == (one.lane, one.source) => {
                    last.count += one.count;
                }
                _ => line.lanes.push(one),
            }
        }
        lines
    }
}

impl fmt::Display for UndefinedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [one] = &self.lanes[..] {
            return one.fmt(f);
        }
        let Self { lanes, count, .. } = self;
        let line = lanes.first().map(Undefined::place).unwrap_or_default();
        let mut readers: Vec<u32> = lanes.iter().map(|one| one.lane).collect();
        readers.dedup();
        let (plural, verb) = if readers.len() == 1 { ("lane", "reads") } else { ("lanes", "read") };
        write!(
            f,
            "{line}: {plural} {} {verb} lanes that have exited or are not in the mask: {count} times",
            listed(&readers)
        )
    }
}

/// Returns ascending numbers as a list in which consecutive numbers are ranges: `0, 4 to 7 and 9`.
fn listed(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let shown = ranges.iter().flat_map(|(first, last)| match last - first {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![format!("{first} to {last}")],
    });
    let shown: Vec<_> = shown.collect();
    match shown.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => shown.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn consecutive_lanes_are_ranges() {
        assert_eq!(listed(&[3]), "3");
        assert_eq!(listed(&[3, 4]), "3 and 4");
        assert_eq!(listed(&[16, 17, 18, 19]), "16 to 19");
        assert_eq!(listed(&[0, 4, 5, 6, 9]), "0, 4 to 6 and 9");
    }
}
