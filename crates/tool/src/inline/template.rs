//! A template text that records the file position of every byte.

use ptx_module::syntax::{Source, Span};

/// A part of a template, with its position in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    /// The offset in the template at which the part starts.
    start: usize,
    /// The span in the file.
    host: Span,
    /// Whether the part is copied from the file byte by byte. The replacement of an escape is not a copy, so each of
    /// its bytes has the span of the whole escape.
    is_copy: bool,
}

/// A text from string literals of a file. Escapes are replaced, and several literals may be joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Template {
    /// The text of the template.
    pub(crate) text: String,
    runs: Vec<Run>,
}

impl Template {
    /// Appends bytes of the file.
    pub(crate) fn copy(&mut self, host: &str, at: Span) {
        if at.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(&host[at.clone()]);
        if let Some(last) = self.runs.last_mut()
            && last.is_copy
            && last.host.end == at.start
        {
            last.host.end = at.end;
            return;
        }
        self.runs.push(Run { start, host: at, is_copy: true });
    }

    /// Appends a text that replaces a span of the file.
    pub(crate) fn put(&mut self, text: &str, at: Span) {
        if text.is_empty() {
            return;
        }
        self.runs.push(Run { start: self.text.len(), host: at, is_copy: false });
        self.text.push_str(text);
    }

    /// Appends a part of another template.
    pub(crate) fn append(&mut self, other: &Self, part: Span) {
        let first = other.runs.partition_point(|run| run.start <= part.start).saturating_sub(1);
        for (i, run) in other.runs.iter().enumerate().skip(first) {
            let end = other.runs.get(i + 1).map_or(other.text.len(), |next| next.start);
            let (from, to) = (run.start.max(part.start), end.min(part.end));
            if run.start >= part.end {
                break;
            }
            if from < to {
                let host = match run.is_copy {
                    true => run.host.start + from - run.start..run.host.start + to - run.start,
                    false => run.host.clone(),
                };
                self.runs.push(Run { start: self.text.len(), host, is_copy: run.is_copy });
                self.text.push_str(&other.text[from..to]);
            }
        }
    }

    /// Returns the part that contains a byte.
    fn run(&self, at: usize) -> Option<&Run> {
        self.runs.get(self.runs.partition_point(|run| run.start <= at).checked_sub(1)?)
    }

    /// Returns the text as a source that has the places of the file.
    pub(crate) fn source(&self, host: &Source) -> Source {
        let marks = self.runs.iter().map(|run| (run.start, host.place(run.host.start)));
        Source::of_parts(&host.name, &self.text, marks.collect())
    }

    /// Converts a span in the template to a span in the file. Returns `None` if the template is empty.
    pub(crate) fn place(&self, part: &Span) -> Option<Span> {
        let last = self.text.len().checked_sub(1)?;
        let first = self.run(part.start.min(last))?;
        let start = match first.is_copy {
            true => first.host.start + part.start.min(last) - first.start,
            false => first.host.start,
        };
        if part.is_empty() && part.start <= last {
            return Some(start..start);
        }
        let at = part.end.min(self.text.len()).saturating_sub(1);
        let run = self.run(at)?;
        let end = match run.is_copy {
            true => run.host.start + at - run.start + 1,
            false => run.host.end,
        };
        Some(if part.is_empty() { end..end } else { start.min(end)..end })
    }
}

/// Returns how often a text contains a whole name.
pub(super) fn count(text: &str, name: &str) -> usize {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%');
    let is_whole = |(at, _): &(usize, &str)| {
        !text[..*at].ends_with(is_letter) && !text[at + name.len()..].starts_with(is_letter)
    };
    text.match_indices(name).filter(is_whole).count()
}
