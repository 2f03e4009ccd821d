//! Tests which declaration a name refers to, and that a second declaration in a scope is an error.

use ptx_module::syntax::Scopes;

#[test]
fn the_innermost_scope_comes_first() {
    let mut scopes = Scopes::default();
    scopes.declare("a", None, 1).expect("a new name");
    let outer = scopes.find("a").expect("a declared name");
    scopes.enter();
    assert_eq!(scopes.find("a"), Some(outer));
    scopes.declare("a", None, 2).expect("a new name in this scope");
    let inner = scopes.find("a").expect("a declared name");
    assert_eq!(inner.meaning, 2);
    assert_ne!(inner.id, outer.id);
    scopes.leave();
    assert_eq!(scopes.find("a"), Some(outer));
    scopes.leave();
    assert_eq!(scopes.find("a"), Some(outer), "the outermost scope stays open");
}

#[test]
fn a_range_declares_its_numbers() {
    let mut scopes = Scopes::default();
    scopes.declare("%r", Some(11), 'r').expect("a new name");
    for (name, is_declared) in
        [("%r0", true), ("%r10", true), ("%r11", false), ("%r01", false), ("%r", false)]
    {
        assert_eq!(scopes.find(name).is_some(), is_declared, "{name}");
    }
    assert_eq!(scopes.find("%r3"), scopes.find("%r3"));
    assert_ne!(scopes.find("%r3"), scopes.find("%r4"));
    scopes.enter();
    // `%r1<3>` declares `%r10` to `%r12`, so `%r9` still refers to the outer range.
    scopes.declare("%r1", Some(3), 's').expect("a new name");
    for (name, meaning) in [("%r10", 's'), ("%r12", 's'), ("%r9", 'r'), ("%r1", 'r')] {
        assert_eq!(scopes.find(name).map(|found| found.meaning), Some(meaning), "{name}");
    }
    assert_eq!(scopes.range_below("%r13"), Some(("%r1".into(), 3)));
    scopes.leave();
    assert_eq!(scopes.find("%r10").map(|found| found.meaning), Some('r'));
}

#[test]
fn names_beyond_a_short_range_refer_to_a_longer_outer_range() {
    let mut scopes = Scopes::default();
    scopes.declare("%f", Some(100), 0).expect("a new name");
    scopes.enter();
    scopes.declare("%f", Some(5), 1).expect("a new name");
    scopes.enter();
    scopes.declare("%f", Some(50), 2).expect("a new name");
    for (name, meaning) in [("%f4", 2), ("%f49", 2), ("%f50", 0), ("%f99", 0)] {
        assert_eq!(scopes.find(name).map(|found| found.meaning), Some(meaning), "{name}");
    }
}

#[test]
fn a_second_declaration_names_the_first() {
    let mut scopes = Scopes::default();
    scopes.declare("a", None, ()).expect("a new name");
    assert_eq!(scopes.declare("a", None, ()), Err("a".into()));
    scopes.declare("b", Some(4), ()).expect("a new name");
    assert_eq!(scopes.declare("b", Some(2), ()), Err("b<4>".into()));
    assert_eq!(scopes.declare("b3", None, ()), Err("b<4>".into()));
    assert_eq!(scopes.declare("b4", None, ()), Ok(()));
    scopes.declare("c1", None, ()).expect("a new name");
    assert_eq!(scopes.declare("c", Some(2), ()), Err("c1".into()));
    assert_eq!(scopes.names(), ["a", "b0", "b1", "b3", "b4", "c0", "c1"]);
}

#[test]
fn ranges_that_share_names() {
    let mut scopes = Scopes::default();
    scopes.declare("%f1", Some(3), ()).expect("a new name");
    assert_eq!(scopes.declare("%f", Some(11), ()), Err("%f1<3>".into()));
    scopes.enter();
    scopes.declare("%f", Some(10), ()).expect("a new name in this scope");
    scopes.declare("%f1", Some(3), ()).expect("`%f10` is not in `%f<10>`");
    scopes.declare("%f2", Some(0), ()).expect("an empty range has no names");
    scopes.leave();
    scopes.enter();
    scopes.declare("%f", Some(11), ()).expect("a new name in this scope");
    assert_eq!(scopes.declare("%f1", Some(3), ()), Err("%f<11>".into()));
}

#[test]
fn keys_may_be_owned() {
    let mut scopes = Scopes::default();
    scopes.declare(String::from("%r"), Some(2), 7).expect("a new name");
    assert_eq!(scopes.find(String::from("%r1")).map(|found| found.meaning), Some(7));
}

#[test]
fn an_inner_range_hides_a_name_and_an_inner_name_a_range() {
    let mut scopes = Scopes::default();
    scopes.declare("%r1", None, 1).expect("a new name");
    scopes.declare("%f", Some(3), 2).expect("a new name");
    scopes.enter();
    scopes.declare("%r", Some(3), 3).expect("a new name in this scope");
    scopes.declare("%f1", None, 4).expect("a new name in this scope");
    for (name, meaning) in [("%r1", 3), ("%r0", 3), ("%f1", 4), ("%f0", 2)] {
        assert_eq!(scopes.meaning(name), Some(meaning), "{name}");
        assert_eq!(scopes.find(name).map(|found| found.meaning), Some(meaning), "{name}");
    }
    scopes.leave();
    assert_eq!([scopes.meaning("%r1"), scopes.meaning("%f1")], [Some(1), Some(2)]);
}
