//! The chip that a kernel runs on.

use ptx_isa::{Dialect, Message, Target};

/// Checks that a text with this dialect runs on a chip. A chip `sm_90` has the features of `sm_90a` and `sm_90f`.
///
/// # Errors
/// If the chip is below the target of the text. If the target of the text is for one architecture (`a`) or for one family
/// of architectures (`f`) of which the chip is none. `ptxas` refuses these, too.
pub(crate) fn check(dialect: &Dialect, chip: Target) -> Result<(), Message> {
    let Some(target) = dialect.target else { return Ok(()) };
    let (text, number) = (renamed(target.sm), renamed(chip.sm));
    let (chip, own) = (Target::sm(chip.sm), Target::sm(target.sm));
    let word = Target { map_f64_to_f32: false, ..target };
    if number < text {
        let what = format!("`{chip}` is below the target of the text, `{word}`");
        let help = format!("choose a later chip, such as `{own}`");
        return Err(Message::new(what).note(dialect.target_note()).help(help));
    }
    let only = match target.suffix {
        Some('a') if number != text => "architecture",
        Some(_) if number / 10 != text / 10 => "family",
        _ => return Ok(()),
    };
    Err(Message::new(format!("a text for `{word}` does not run on `{chip}`"))
        .note(dialect.target_note())
        .note(format!("`{word}` has the features of one {only} only"))
        .help(format!("choose `{own}`, or compile for `{chip}`")))
}

/// Checks that a cubin for `own` runs on a chip.
///
/// # Errors
/// If the chip has another major number than the cubin, or a lower minor number.
pub(crate) fn check_cubin(own: Target, chip: Target) -> Result<(), Message> {
    let (cubin, number) = (renamed(own.sm), renamed(chip.sm));
    if number / 10 == cubin / 10 && number >= cubin {
        return Ok(());
    }
    let chip = Target::sm(chip.sm);
    Err(Message::new(format!("a cubin for `{own}` does not run on `{chip}`"))
        .note("a chip runs cubins of the same major number whose minor number is not higher")
        .help(format!("choose `{own}`, or compile for `{chip}`")))
}

/// Returns the number of an architecture. `sm_101` was renamed to `sm_110`.
fn renamed(sm: u16) -> u16 {
    if sm == 101 { 110 } else { sm }
}

/// Returns the maximum number of bytes of shared memory that a block can have on a target (CUDA Programming Guide,
/// "Technical Specifications per Compute Capability", \[D\]).
///
/// ```
/// use ptx_isa::Target;
///
/// assert_eq!(ptx_run::most_shared(Target::sm(80)), 163 << 10);
/// ```
#[must_use]
pub fn most_shared(target: Target) -> usize {
    let kilobytes = match target.sm {
        ..70 => 48,
        70 | 72 => 96,
        75 => 64,
        80 | 87 => 163,
        86 | 89 | 120.. => 99,
        _ => 227,
    };
    kilobytes << 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptx_isa::Version;

    /// The accepted pairs are those that ptxas 13.5 accepts, with the architecture's suffix for the chip.
    #[test]
    fn texts_run_on_the_chips_of_the_assembler() {
        for (text, chips) in [
            ("sm_80", &[80, 86, 90, 100, 121][..]),
            ("sm_90", &[90, 100, 103, 121]),
            ("sm_90a", &[90]),
            ("sm_100a", &[100]),
            ("sm_100f", &[100, 103, 107]),
            ("sm_103f", &[103, 107]),
            ("sm_107f", &[107]),
            ("sm_101a", &[101, 110]),
            ("sm_101f", &[101, 110]),
            ("sm_110f", &[101, 110]),
            ("sm_120f", &[120, 121]),
            ("sm_121f", &[121]),
        ] {
            let target = Target::from_word(text).expect("a target");
            let dialect = Dialect::of(Version::NEWEST, target);
            for chip in [75, 80, 86, 90, 100, 101, 103, 107, 110, 120, 121] {
                let runs = check(&dialect, Target::sm(chip)).is_ok();
                let is_listed = match target.suffix {
                    None => chip >= target.sm,
                    Some(_) => chips.contains(&chip),
                };
                assert_eq!(runs, is_listed, "{text} on sm_{chip}");
            }
        }
    }

    /// The CUDA Programming Guide, "Technical Specifications per Compute Capability".
    #[test]
    fn shared_memory_is_that_of_the_guide() {
        for (chips, kilobytes) in [
            (&[50, 52, 53, 60, 61, 62][..], 48),
            (&[70, 72], 96),
            (&[75], 64),
            (&[80, 87], 163),
            (&[86, 89, 120, 121], 99),
            (&[90, 100, 103, 110], 227),
        ] {
            for chip in chips {
                assert_eq!(most_shared(Target::sm(*chip)), kilobytes << 10, "sm_{chip}");
            }
        }
    }

    #[test]
    fn cubins_run_on_chips_of_their_major_number() {
        let runs = |cubin, chip| check_cubin(Target::sm(cubin), Target::sm(chip)).is_ok();
        for (cubin, chips) in
            [(75, &[75][..]), (80, &[80, 86, 89]), (86, &[86, 89]), (90, &[90]), (100, &[100, 103])]
        {
            for chip in [75, 80, 86, 89, 90, 100, 103, 120] {
                assert_eq!(runs(cubin, chip), chips.contains(&chip), "sm_{cubin} on sm_{chip}");
            }
        }
        let error = check_cubin(Target::sm(90), Target::sm(120)).expect_err("an error");
        assert_eq!(
            error.to_string(),
            "a cubin for `sm_90` does not run on `sm_120`\n\
             note: a chip runs cubins of the same major number whose minor number is not higher\n\
             help: choose `sm_90`, or compile for `sm_120`"
        );
    }

    #[test]
    fn a_message_names_both() {
        let of = |text, chip| {
            let dialect = Dialect::of(Version::NEWEST, Target::from_word(text).expect("a target"));
            check(&dialect, Target::sm(chip)).expect_err("an error").to_string()
        };
        assert_eq!(
            of("sm_90", 80),
            "`sm_80` is below the target of the text, `sm_90`\nnote: `.target sm_90` is set by default\n\
             help: choose a later chip, such as `sm_90`"
        );
        assert_eq!(
            of("sm_90a", 100),
            "a text for `sm_90a` does not run on `sm_100`\nnote: `.target sm_90a` is set by default\n\
             note: `sm_90a` has the features of one architecture only\nhelp: choose `sm_90`, or compile for `sm_100`"
        );
    }
}
