//! Parses the command line.

pub(crate) const USAGE: &str = "\
Measures CUDA's functions, translated by `include_ptx!`, in ulps from the correctly rounded result.

usage: cargo run --release --manifest-path tests/cuda/Cargo.toml -- [options]

  --samples N       number of arguments of each function, besides the ends of binades (default 1000000)
  --all             all 2^32 arguments of functions of one single
  --function NAME   measure only this function; may be repeated
  --toolkit 12.9    use only this toolkit; may be repeated
  --target sm_80    use only this target; may be repeated
  --time            print nanoseconds per call instead
  --save            write the tables to tests/cuda/RESULTS.md";

/// The options of the command line.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) samples: u64,
    pub(crate) all: bool,
    pub(crate) functions: Vec<String>,
    pub(crate) toolkits: Vec<String>,
    pub(crate) targets: Vec<String>,
    pub(crate) time: bool,
    pub(crate) save: bool,
}

impl Options {
    /// Parses the command line.
    ///
    /// # Errors
    /// Returns an error if an option is unknown or its value is invalid.
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            samples: 1_000_000,
            all: false,
            functions: Vec::new(),
            toolkits: Vec::new(),
            targets: Vec::new(),
            time: false,
            save: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("expected a value after `{word}`"));
            match word.as_str() {
                "--samples" => {
                    let value = value()?;
                    let number = value.parse().ok().filter(|number| (1..=1 << 32).contains(number));
                    options.samples =
                        number.ok_or(format!("`{value}` is not a number of samples"))?;
                }
                "--all" => options.all = true,
                "--function" => options.functions.push(value()?),
                "--toolkit" => options.toolkits.push(value()?),
                "--target" => options.targets.push(value()?),
                "--time" => options.time = true,
                "--save" => options.save = true,
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        Ok(options)
    }
}

/// Returns whether `name` is selected. An empty list selects every name.
pub(crate) fn is_selected(names: &[String], name: &str) -> bool {
    names.is_empty() || names.iter().any(|selected| selected == name)
}
