//! Tests the messages for forms that the version or the target does not support. A message must
//! suggest changing only what is necessary: the version, the target or both.

use ptx_isa::{Dialect, Target, Version, select};

#[test]
fn messages_name_the_version_and_the_target_that_differ() {
    for (version, target, instruction, what, help) in [
        ("8.8", "sm_90", "add.rn.f32x2", "sm_100 or later", "set `.target sm_100`"),
        ("7.8", "sm_100", "add.rn.f32x2", "PTX ISA 8.6 or later", "set `.version 8.6`"),
        (
            "6.5",
            "sm_75",
            "fma.rn.bf16",
            "PTX ISA 7.0 or later and sm_80 or later",
            "set `.version 7.0` and `.target sm_80`",
        ),
        // `sm_100` does not have the instructions of `sm_100f`: a suffix is part of the target.
        ("8.8", "sm_100", "cvt.rn.satfinite.e2m1x2.f32", "sm_100f", "set `.target sm_100f`"),
        // A suffix alone is not enough: `sm_90a` does not have the instructions of `sm_100f`.
        ("8.8", "sm_90a", "cvt.rn.satfinite.e2m1x2.f32", "sm_100f", "set `.target sm_100f`"),
    ] {
        let dialect = Dialect::of(
            Version::released(version).expect("a version"),
            Target::from_word(target).expect("a target"),
        );
        let mut words = instruction.split('.');
        let mnemonic = words.next().expect("a mnemonic");
        let fault = select(mnemonic, &words.collect::<Vec<_>>(), &dialect).expect_err(instruction);
        let message = fault.message;
        assert!(message.what.starts_with(&format!("`{instruction}` needs {what}")), "{message:?}");
        assert_eq!(message.help_text(), Some(help), "{message:?}");
    }
}

#[test]
fn an_unknown_target_suggests_the_architecture_of_the_product() {
    for (text, help) in [
        ("sm90", Some("did you mean `sm_90`?")),
        ("SM_90a", Some("did you mean `sm_90a`?")),
        ("compute_90", Some("did you mean `sm_90`?")),
        ("90", Some("did you mean `sm_90`?")),
        ("H100", Some("did you mean `sm_90`?")),
        ("h200", Some("did you mean `sm_90`?")),
        ("A100", Some("did you mean `sm_80`?")),
        ("B200", Some("did you mean `sm_100`?")),
        ("Tesla V100", Some("did you mean `sm_70`?")),
        ("T4", Some("did you mean `sm_75`?")),
        ("L40", Some("did you mean `sm_89`?")),
        ("RTX 3090", Some("did you mean `sm_86`?")),
        ("NVIDIA GeForce RTX 4090", Some("did you mean `sm_89`?")),
        ("rtx-5090", Some("did you mean `sm_120`?")),
        ("X100", None),
        ("MI300", None),
        ("gpu90", None),
    ] {
        assert_eq!(ptx_isa::directives::no_target(text).help_text(), help, "{text}");
    }
}
