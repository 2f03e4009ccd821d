use super::Chain;
use crate::dialect::Dialect;
use crate::select::select;
use crate::selection::Selection;

const ADD: &str = "add.cc.u32";
const ADDC: &str = "addc.u32";
const SUB: &str = "sub.cc.u64";
const SUBC: &str = "subc.cc.u64";
const MAD: &str = "mad.lo.cc.u32";
const MADC: &str = "madc.hi.cc.u32";
const SETP: &str = "setp.lt.f32";

fn selected(instruction: &str) -> Selection {
    let (mnemonic, words) = instruction.split_once('.').expect("modifiers");
    let words: Vec<_> = words.split('.').collect();
    select(mnemonic, &words, &Dialect::default()).expect("an instruction")
}

/// Returns the guard with this text: `p`, `!p` or nothing.
fn guard(text: &str) -> Option<(&str, bool)> {
    match text.strip_prefix('!') {
        _ if text.is_empty() => None,
        Some(name) => Some((name, true)),
        None => Some((text, false)),
    }
}

/// Passes instructions and their guards to a chain. Returns the messages about each instruction: first those for
/// straight-line code, then those for other code. `setp` writes the predicate `p`.
fn messages(instructions: &[(&str, &str)]) -> Vec<[Vec<String>; 2]> {
    let mut chain = Chain::<&str>::default();
    let step = |(text, instruction): &(&'static str, &str)| {
        let (guard, instruction) = (guard(text), selected(instruction));
        let undefined = chain.undefined(&instruction, guard.as_ref());
        let remarks = chain.remarks(&instruction, guard.as_ref());
        if instruction.form.mnemonic == "setp" {
            chain.guard_changes(|test| *test == "p");
        }
        chain.step(&instruction, guard);
        let what = |message: crate::message::Message| message.what;
        [undefined.into_iter().map(what).collect(), remarks.into_iter().map(what).collect()]
    };
    let instructions: Vec<_> = instructions.iter().map(|(g, i)| (leaked(g), *i)).collect();
    instructions.iter().map(step).collect()
}

fn leaked(text: &str) -> &'static str {
    ["", "p", "!p", "q", "!q"].into_iter().find(|one| *one == text).expect("a guard")
}

#[test]
fn a_flag_is_read_only_where_it_is_written() {
    let ok: &[&[(&str, &str)]] = &[
        &[("", ADD), ("", ADDC), ("", ADDC)],
        &[("", MAD), ("", MADC), ("", ADDC)],
        &[("", SUB), ("", SUBC), ("", ADD), ("", ADDC)],
        &[("p", ADD), ("p", ADDC), ("", "add.u32")],
        &[("", SUB), ("p", SUBC), ("", SUBC)],
        &[("p", ADD), ("!p", ADD), ("", ADDC)],
        &[("p", ADD), ("!p", SUB), ("p", ADDC), ("!p", SUBC)],
        &[("", SUB), ("p", ADD), ("p", ADDC), ("!p", SUBC)],
        &[("", ADD), ("p", ADD), ("", SETP), ("p", ADDC)],
    ];
    for chain in ok {
        let silent = vec![[Vec::<String>::new(), Vec::new()]; chain.len()];
        assert_eq!(messages(chain), silent, "{chain:?}");
    }
    let wrong: &[(&[(&str, &str)], &str)] = &[
        (&[("", ADDC)], "before it is written"),
        (&[("", MADC)], "before it is written"),
        (&[("", "add.u32"), ("p", SUBC)], "before it is written"),
        (&[("p", ADD), ("", ADDC)], "only a guarded instruction"),
        (&[("p", ADD), ("!p", ADDC)], "before it is written"),
        (&[("p", ADD), ("q", ADDC)], "only a guarded instruction"),
        (&[("p", ADD), ("q", ADD), ("", ADDC)], "only a guarded instruction"),
        (&[("p", ADD), ("", SETP), ("p", ADDC)], "a guard that has changed since"),
    ];
    for (chain, expected) in wrong {
        let found = messages(chain);
        let [undefined, remarks] = found.last().expect("a message");
        assert!(undefined[0].contains(expected), "{chain:?}: {undefined:?}");
        assert!(remarks[0].contains("may read the carry flag before"), "{chain:?}: {remarks:?}");
        assert_eq!(found.concat().concat().len(), 2, "{chain:?}: {found:?}");
    }
}

#[test]
fn a_mixed_chain_has_a_remark_at_each_mixing_instruction() {
    let mixed: &[(&[(&str, &str)], &str)] = &[
        (&[("", ADD), ("", SUBC)], "`subc.cc.u64` reads the carry flag of a sum"),
        (&[("", SUB), ("", ADDC)], "`addc.u32` reads the carry flag of a difference"),
        (
            &[("", SUB), ("", SUBC), ("", MADC)],
            "`madc.hi.cc.u32` reads the carry flag of a difference",
        ),
        (&[("", MAD), ("p", SUBC)], "`subc.cc.u64` reads the carry flag of a sum"),
        (
            &[("", SUB), ("p", ADD), ("", ADDC)],
            "`addc.u32` may read the carry flag of a difference",
        ),
        (&[("", SUB), ("p", ADD), ("!p", ADDC)], "`addc.u32` reads the carry flag of a difference"),
        (
            &[("p", ADD), ("!p", SUB), ("", ADDC)],
            "`addc.u32` may read the carry flag of a difference",
        ),
    ];
    for (chain, expected) in mixed {
        let found = messages(chain);
        assert_eq!(found.last(), Some(&[vec![], vec![(*expected).into()]]), "{chain:?}");
        assert_eq!(found.concat().concat().len(), 1, "{chain:?}: {found:?}");
    }
}

/// Returns the remarks about `subc` after `between` has changed the state after `add.cc`.
fn remarks_after(between: impl Fn(&mut Chain<u8>)) -> Vec<String> {
    let mut chain = Chain::default();
    chain.step(&selected("sub.cc.u32"), None);
    between(&mut chain);
    let remarks = chain.remarks(&selected("subc.u32"), None);
    chain.step(&selected("subc.u32"), None);
    assert_eq!(chain.remarks(&selected("subc.u32"), None), [], "reported twice");
    remarks.into_iter().map(|message| message.what).collect()
}

#[test]
fn a_stale_flag_has_a_remark() {
    let reads = "`subc.u32` reads the carry flag, which was written";
    assert_eq!(remarks_after(|_| ()), [""; 0]);
    assert_eq!(remarks_after(Chain::branch), [format!("{reads} in another basic block")]);
    assert_eq!(remarks_after(Chain::barrier), [format!("{reads} before a barrier")]);
    assert_eq!(remarks_after(Chain::call), [format!("{reads} before a call")]);
    let paths = |chain: &mut Chain<u8>| {
        let mut other = chain.clone();
        other.barrier();
        other.branch();
        chain.branch();
        assert!(chain.join(&other));
        assert!(!chain.join(&other));
    };
    let both = ["in another basic block", "before a barrier"];
    assert_eq!(remarks_after(paths), both.map(|place| format!("{reads} {place}")));
    let unwritten = |chain: &mut Chain<u8>| assert!(chain.join(&Chain::default()));
    let expected = "`subc.u32` may read the carry flag before it is written";
    assert_eq!(remarks_after(unwritten), [expected]);
    assert_eq!(remarks_after(|chain| *chain = Chain::unknown()), [""; 0]);
}
