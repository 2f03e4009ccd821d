//! Tests the messages about declarations and directives, and about instructions of warps.

use ptx_isa::declarations::{self, Near};
use ptx_isa::forms::{Effect, Numbers};
use ptx_isa::{Code, Dialect, Help, Part, Target, Type, Version, directives, of_matrices};

/// Returns the help of a message.
fn help(message: &ptx_isa::Message) -> &str {
    message.help_text().unwrap_or_default()
}

#[test]
fn types_of_variables() {
    assert_eq!(declarations::variable_type("b128"), None);
    for (word, expected) in [
        ("bf16", "declare it `.b16`"),
        ("e4m3x2", "declare it `.b16`"),
        ("tf32", "declare it `.b32`"),
        ("pred", "declare a register, `.reg .pred`"),
        ("int", "write `.s32`"),
        ("ff32", "did you mean `.f32`?"),
    ] {
        let message = declarations::variable_type(word).expect(word);
        assert_eq!(help(&message), expected, "{word}");
    }
    // A variable cannot be a predicate, so `bool` has no type for one.
    let message = declarations::variable_type("bool").expect("a message");
    assert!(!help(&message).contains("pred"), "{message}");
}

#[test]
fn undeclared_names() {
    let names: Vec<_> = (1..=9).map(|number| format!("p{number}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    for (count, notes) in [(0, 1), (1, 1), (8, 1), (9, 0)] {
        let message = declarations::undeclared_parameter("x", &names[..count]);
        assert_eq!(message.notes.len(), notes, "{message}");
    }
    for (ty, expected) in [
        (Some(Type::F32), "f32"),
        (Some(Type::Pred), "b8"),
        (Some(Type::E4m3x2), "b8"),
        (None, "b8"),
    ] {
        let message = declarations::undeclared_address("buf", Some("global"), ty, &Near::default());
        assert!(help(&message).ends_with(&format!("`.global .{expected} buf[N];`")), "{message}");
    }
    // A range has at most 2^32 - 1 registers.
    let range = Some(("%f".to_string(), 4));
    let near = Near { range, ..Near::default() };
    for (name, expected) in [
        ("%f4294967294", "declare `%f<4294967295>` in place of `%f<4>`"),
        ("%f4294967295", "use a register up to `%f3`"),
    ] {
        let message = declarations::undeclared_address(name, None, None, &near);
        assert_eq!(help(&message), expected);
    }
}

#[test]
fn versions_and_targets() {
    let clash = |version, sm| directives::clash(Version::new(version), Target::sm(sm));
    assert_eq!(clash("8.8", 101), None);
    assert_eq!(help(&clash("9.0", 101).expect("a message")), "write `sm_110`");
    let message = clash("8.5", 101).expect("a message");
    assert!(help(&message).starts_with("write `.version 8.6`"), "{message}");
    assert_eq!(clash("9.0", 110), None);
    for (word, expected) in [("sm_200", "sm_100"), ("sm_91", "sm_90"), ("H100", "sm_90")] {
        let message = directives::no_target(word);
        assert!(help(&message).contains(expected), "{message}");
    }
    let size = |text, sm| directives::address_size(text, Some(Target::sm(sm))).is_ok();
    let sizes = [size("32", 20), size("32", 80), size("64", 20), size("64", 80), size("48", 20)];
    assert_eq!(sizes, [true, false, true, true, false]);
    // `.address_size` came with PTX ISA 2.3.
    let lacks = |version| Dialect::of(Version::new(version), Target::sm(20)).no_address_size();
    assert!(lacks("2.2").is_some() && lacks("2.3").is_none());
}

#[test]
fn helps_are_changed_with_their_code() {
    let mut help = Help::write(Part::Bytes(2, 5), "old");
    help.map(|text| text.replace("old", "new"));
    help.moved(|start, end| (start + 10, end + 20));
    assert_eq!(help, Help::write(Part::Bytes(12, 25), "new"));
}

#[test]
fn codes_have_meanings() {
    let meanings: std::collections::BTreeSet<_> = Code::all().map(Code::meaning).collect();
    assert_eq!(meanings.len(), Code::all().count());
    assert!(meanings.iter().all(|meaning| meaning.len() > 10), "{meanings:?}");
}

#[test]
fn sets_of_numbers_have_steps() {
    let set = Numbers::Range(8, 24, 8);
    let found: Vec<_> = (0..40).filter(|number| set.has(*number)).collect();
    assert_eq!(found, [8, 16, 24]);
    let set = Numbers::Range(3, 11, 4);
    assert_eq!((0..20).filter(|number| set.has(*number)).collect::<Vec<_>>(), [3, 7, 11]);
    let leaves = [Effect::Jump, Effect::Trap, Effect::Exit, Effect::Load, Effect::Call];
    assert_eq!(leaves.map(Effect::leaves), [true, true, true, false, false]);
    assert!(ptx_isa::accesses_memory("ld") && !ptx_isa::accesses_memory("add"));
    assert!(!ptx_isa::placement::is_directive("register"));
}

/// Tests the advice to call a function for instructions of a warp, also if their words are in another order.
#[test]
fn instructions_of_warps_have_functions() {
    let right = ["sync", "aligned", "m16n8k16", "row", "col", "f32", "f16", "f16", "f32"];
    let mut wrong = right;
    wrong.swap(0, 1);
    for words in [right, wrong] {
        let fault = of_matrices("mma", &words, "a thread runs alone").expect("a fault");
        let message = fault.message.to_string();
        assert!(message.contains("call `ptx::ops::mma_m16n8k16_"), "{message}");
        assert!(message.contains("on the registers of all 32"), "{message}");
    }
    assert!(of_matrices("add", &["f32"], "a thread runs alone").is_none());
}
