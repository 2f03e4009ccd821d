//! Writes the measurements as tables in Markdown.

use crate::functions::{Bound, Claim, FUNCTIONS, Function, KNOWN};
use crate::judge::{Measured, Worst, limit};
use crate::program::Configuration;
use std::fmt::Write;

/// The largest error in ulps that is printed as a number. A larger error is printed as "large".
const MAX_SHOWN: f64 = 1e6;

const FAST: &str = "\
## With `-use_fast_math`

Measured only where neither arguments nor results are near numbers that `.ftz` flushes. The guide publishes
bounds for the intrinsic functions; for `sqrtf` it gives 1, and 3 on sm_50. From sm_75 on, `__tanhf` is
`tanh.approx`.

";

/// The measurements that the tables show.
pub(crate) struct Report<'a> {
    pub(crate) configurations: &'a [Configuration],
    pub(crate) measured: &'a [Measured],
}

impl Report<'_> {
    /// Returns the versions of the toolkits that were measured with fast math (`is_fast`) or without fast math (not
    /// `is_fast`).
    fn versions(&self, is_fast: bool) -> Vec<&str> {
        let of = self.configurations.iter().filter(|of| of.is_fast == is_fast);
        let mut versions: Vec<_> = of.map(|of| of.toolkit.version.as_str()).collect();
        versions.dedup();
        versions
    }

    /// Returns the largest error over all targets of a toolkit.
    fn worst(
        &self,
        measured: &Measured,
        claim: usize,
        version: &str,
        is_fast: bool,
    ) -> Option<Worst> {
        let of = |i: &usize| {
            let configuration = &self.configurations[*i];
            configuration.is_fast == is_fast && configuration.toolkit.version == version
        };
        let all =
            (0..self.configurations.len()).filter(of).filter_map(|i| measured.worst[claim][i]);
        all.max_by(|a, b| a.excess().total_cmp(&b.excess()))
    }

    /// Returns a message for each error that exceeds the published error or the known larger error.
    pub(crate) fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        for measured in self.measured {
            let function = &FUNCTIONS[measured.number];
            for (i, claim) in function.claims.iter().enumerate() {
                for (configuration, worst) in self.configurations.iter().zip(&measured.worst[i]) {
                    let limit = if configuration.is_fast && !function.is_intrinsic() {
                        function.fast_bound(configuration.target)
                    } else {
                        limit(function, claim)
                    };
                    let Some(worst) = worst else { continue };
                    if limit.at(function.value(worst.at[0])).is_some_and(|max| worst.error > max) {
                        failures.push(format!(
                            "{} {}: {}, more than {}",
                            function.name,
                            configuration.name(),
                            cell(function, claim, worst),
                            bound(limit),
                        ));
                    }
                }
            }
        }
        failures.extend(self.measured.iter().flat_map(|measured| self.not_intrinsic(measured)));
        failures
    }

    /// Returns a line for each configuration whose results with fast math differ from those of the intrinsic function.
    /// The guide says that this intrinsic function replaces the measured function.
    fn not_intrinsic(&self, measured: &Measured) -> Vec<String> {
        let function = &FUNCTIONS[measured.number];
        let others = measured.not_intrinsic.iter().filter(|(_, count)| *count > 0);
        let line = |(configuration, count): &(usize, u64)| {
            let (share, name) =
                (share(*count, measured.count), self.configurations[*configuration].name());
            let intrinsic = function.fast.unwrap_or_default();
            format!("`{}` is not `{intrinsic}` for {share} of arguments in {name}", function.name)
        };
        others.map(line).collect()
    }

    /// Returns all tables.
    pub(crate) fn tables(&self) -> String {
        let mut out = String::new();
        out.push_str("## Single precision\n\n");
        self.table(&mut out, false, |function| !function.is_double() && !function.is_intrinsic());
        out.push_str("## Intrinsic functions\n\n");
        self.table(&mut out, false, Function::is_intrinsic);
        out.push_str("## Double precision\n\n");
        self.table(&mut out, false, Function::is_double);
        out.push_str(FAST);
        self.table(&mut out, true, |function| !function.is_double() && function.fast.is_none());
        self.intrinsics(&mut out);
        self.differences(&mut out);
        out
    }

    fn table(&self, out: &mut String, is_fast: bool, choice: fn(&Function) -> bool) {
        let versions = self.versions(is_fast);
        let chip = if is_fast { "" } else { " chip |" };
        let _ =
            writeln!(out, "| function | arguments | published |{chip} {} |", versions.join(" | "));
        let columns = 3 + usize::from(!is_fast) + versions.len();
        let _ = writeln!(out, "|{}", "---|".repeat(columns));
        for measured in self.measured.iter().filter(|measured| choice(&FUNCTIONS[measured.number]))
        {
            let function = &FUNCTIONS[measured.number];
            for (i, claim) in function.claims.iter().enumerate() {
                let range = claim.range.replace('|', "\\|");
                let published = match claim.bound {
                    Bound::Ulps(_) if is_fast && !function.is_intrinsic() => String::new(),
                    published => bound(published),
                };
                let _ = write!(out, "| `{}` | {range} | {published} |", function.name);
                if !is_fast {
                    let chip = function.chip.map_or_else(String::new, |chip| chip.to_string());
                    let _ = write!(out, " {chip} |");
                }
                for version in &versions {
                    let worst = self.worst(measured, i, version, is_fast);
                    let text =
                        worst.map_or_else(String::new, |worst| cell(function, claim, &worst));
                    let _ = write!(out, " {text} |");
                }
                out.push('\n');
            }
        }
        out.push('\n');
    }

    fn intrinsics(&self, out: &mut String) {
        for measured in self.measured {
            let function = &FUNCTIONS[measured.number];
            if let Some(intrinsic) =
                function.fast.filter(|_| self.not_intrinsic(measured).is_empty())
            {
                let _ = writeln!(out, "- `{}` is `{intrinsic}`", function.name);
            }
        }
        out.push('\n');
    }

    fn differences(&self, out: &mut String) {
        out.push_str(
            "## Functions whose bits differ\n\nEach name is followed by the share of measured arguments at which the bits differ.\n\n",
        );
        let pairs = self.measured.first().map_or(&[][..], |measured| &measured.differences);
        for (i, pair) in pairs.iter().enumerate() {
            let [a, b] = pair.of.map(|i| self.configurations[i].name());
            let mut names = Vec::new();
            for measured in self.measured {
                let count = measured.differences[i].count;
                if count > 0 {
                    let name = FUNCTIONS[measured.number].name;
                    names.push(format!("`{name}` {}", share(count, measured.count)));
                }
            }
            let names = if names.is_empty() { "none".into() } else { names.join(", ") };
            let _ = writeln!(out, "- {a} and {b}: {names}");
        }
        out.push_str("\n## Known excess\n\n");
        for known in KNOWN {
            let _ = writeln!(out, "- `{}`, {}: {}", known.name, known.range, known.reason);
        }
    }
}

fn share(count: u64, of: u64) -> String {
    let percent = 100.0 * count as f64 / of as f64;
    if percent < 0.01 { format!("{count} in {of}") } else { format!("{percent:.2} %") }
}

fn bound(bound: Bound) -> String {
    match bound {
        Bound::Ulps(ulps) => ulps.to_string(),
        Bound::Growing(text, _) => text.replace('|', "\\|"),
        Bound::Power(power) => format!("2^{power}"),
        Bound::Absolute(bound) => format!("{bound:e}"),
        Bound::Unpublished => "none".into(),
    }
}

/// Returns a table cell: the largest error, and the first argument with this error.
fn cell(function: &Function, claim: &Claim, worst: &Worst) -> String {
    let error = match claim.bound {
        _ if worst.error == 0.0 => return "0".into(),
        Bound::Power(_) => format!("2^{:.3}", worst.error.log2()),
        Bound::Absolute(_) => format!("{:.2e}", worst.error),
        Bound::Growing(..) => format!("{} of {}", worst.error, worst.bound),
        Bound::Ulps(_) | Bound::Unpublished if worst.error > MAX_SHOWN => return "large".into(),
        Bound::Ulps(_) | Bound::Unpublished => worst.error.to_string(),
    };
    let digits = if function.is_double() { 16 } else { 8 };
    let [x, y] = worst.at;
    let x = format!("{x:0digits$x}");
    if function.has_two() {
        format!("{error} at {x}, {y:0digits$x}")
    } else {
        format!("{error} at {x}")
    }
}
