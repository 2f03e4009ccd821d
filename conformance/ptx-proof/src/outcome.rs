//! Reads and writes the outcomes of comparisons.

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fmt::{self, Display, Formatter};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// The outcome of the comparison of one computation.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The first instruction with this computation.
    pub form: String,
    /// The name of the computation.
    pub name: String,
    /// The reference: `rustc_apfloat and exact integers` or `C model`.
    pub reference: String,
    /// Whether all operands were compared.
    pub is_all: bool,
    /// The number of compared operands.
    pub inputs: u64,
    /// The number of operands that were also compared with MPFR.
    pub mpfr: u64,
    /// The number of results that differ from the reference.
    pub mismatches: u64,
    /// A description of the first difference, or `-`.
    pub first: String,
    /// The duration in seconds.
    pub seconds: f64,
    /// The date of the run.
    pub date: String,
    /// The commit of the compared sources.
    pub commit: String,
}

impl Outcome {
    /// Returns the outcome as a line of the file of results.
    fn line(&self) -> String {
        let Self { form, name, reference, is_all, inputs, mpfr, mismatches, first, .. } = self;
        let Self { seconds, date, commit, .. } = self;
        let inputs_are = if *is_all { "all" } else { "steered" };
        format!(
            "{form}\t{name}\t{reference}\t{inputs_are}\t{inputs}\t{mpfr}\t{mismatches}\t{first}\t\
             {seconds:.1}\t{date}\t{commit}\n"
        )
    }

    fn parsed(line: &str) -> Option<Self> {
        let fields: Vec<_> = line.split('\t').collect();
        let [
            form,
            name,
            reference,
            inputs_are,
            inputs,
            mpfr,
            mismatches,
            first,
            seconds,
            date,
            commit,
        ] = *fields.as_slice()
        else {
            return None;
        };
        Some(Self {
            form: form.into(),
            name: name.into(),
            reference: reference.into(),
            is_all: inputs_are == "all",
            inputs: inputs.parse().ok()?,
            mpfr: mpfr.parse().ok()?,
            mismatches: mismatches.parse().ok()?,
            first: first.into(),
            seconds: seconds.parse().ok()?,
            date: date.into(),
            commit: commit.into(),
        })
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { form, inputs, mpfr, mismatches, first, seconds, .. } = self;
        let inputs_are = if self.is_all { "all" } else { "steered" };
        write!(f, "{form}: {inputs} inputs ({inputs_are})")?;
        if *mpfr > 0 {
            write!(f, ", {mpfr} of them with MPFR")?;
        }
        write!(f, ", {mismatches} mismatches, first {first}, {seconds:.1} s")
    }
}

/// Reads the outcomes in a gzip-compressed file. Returns an empty list if the file does not exist.
///
/// # Errors
/// Returns an error if the file cannot be read or has a malformed line.
pub fn read(path: &Path) -> io::Result<Vec<Outcome>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut text = String::new();
    GzDecoder::new(File::open(path)?).read_to_string(&mut text)?;
    let parsed = |(i, line)| {
        Outcome::parsed(line).ok_or_else(|| {
            io::Error::other(format!("{}:{}: not an outcome", path.display(), i + 1))
        })
    };
    text.lines().enumerate().map(parsed).collect()
}

/// Replaces the file of outcomes. If the process is interrupted, the old file remains.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write(path: &Path, outcomes: &[Outcome]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = GzEncoder::new(File::create(&new)?, Compression::best());
    for outcome in outcomes {
        file.write_all(outcome.line().as_bytes())?;
    }
    file.finish()?.sync_all()?;
    fs::rename(new, path)
}
