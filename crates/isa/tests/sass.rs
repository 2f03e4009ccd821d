//! Tests machine instructions: the row and the modes that a spelling selects, and the word that a fault underlines.
//! Also tests the bits of literals, the names of registers, and the limits of scheduling annotations.

use ptx_isa::sass::opcodes::{self, SlotKind};
use ptx_isa::sass::operand::{Base, Register};
use ptx_isa::sass::{Immediate, schedule, select};
use ptx_isa::{Argument, At, Dialect, Target};

fn on(sm: u16) -> Dialect {
    Dialect { target: Some(Target::sm(sm)), ..Dialect::default() }
}

fn value(text: &str, kind: SlotKind) -> Option<u64> {
    Immediate::parse(text).ok()?.value(kind).ok()
}

#[test]
fn every_row_is_one_instruction_on_each_of_its_targets() {
    for row in opcodes::all() {
        let writes = row.operands.iter().take_while(|slot| slot.is_destination).count();
        assert!((1..=3).contains(&writes), "{row}");
        assert!(row.operands[writes..].iter().all(|slot| !slot.is_destination), "{row}");
        for sm in [50, 62, 70, 121].into_iter().filter(|&sm| row.is_in(sm)) {
            let mut words: Vec<_> = row.operation.into_iter().collect();
            let needed = row.classes.iter().filter(|class| class.default.is_none());
            words.extend(needed.map(|class| class.words[0]));
            let chosen = select(row.opcode, &words, &on(sm)).expect("the row's own spelling");
            assert_eq!(chosen.row, row);
            let is_mode = |meaning: &&str| !meaning.starts_with("Ptx::");
            let modes =
                row.classes.iter().filter(|class| class.meanings.first().is_some_and(is_mode));
            match row.ptx {
                None => assert_eq!(row.passed.len(), modes.count(), "{row}"),
                Some(_) => assert!(chosen.ptx().is_some(), "{row}"),
            }
        }
        let reads_another = row.continues() || !row.flags().is_empty();
        assert_eq!(row.before().is_empty(), !reads_another, "{row}");
    }
}

#[test]
fn a_missing_modifier_is_a_fault() {
    for row in opcodes::all() {
        let head: Vec<_> = row.operation.into_iter().collect();
        let needed = row.classes.iter().filter(|class| class.default.is_none());
        let words: Vec<_> = head.into_iter().chain(needed.map(|class| class.words[0])).collect();
        for count in 0..words.len() {
            // Either another row has this spelling, or the fault is at a word.
            if let Err(fault) = select(row.opcode, &words[..count], &on(121)) {
                assert!(!fault.message.what.is_empty(), "{row}");
            }
        }
    }
    assert_eq!(select("FSET", &["LT", "AND"], &on(90)).unwrap_err().at, At::Mnemonic);
    assert_eq!(select("I2FP", &[], &on(90)).unwrap_err().at, At::Mnemonic);
}

#[test]
fn modes_have_the_order_of_ptx() {
    let modes = |opcode, words: &[&str]| {
        let computation = select(opcode, words, &on(50)).unwrap().computation(&[]);
        let modes = computation.value.call().unwrap().arguments.iter();
        modes
            .map(|mode| if let Argument::Mode(path) = mode { *path } else { "" })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        modes("FADD", &["FTZ", "RZ", "SAT"]),
        ["Rounding::Rz", "Subnormals::Flush", "Saturation::Sat"]
    );
    assert_eq!(modes("FADD", &[]), ["Rounding::Rn", "Subnormals::Keep", "Saturation::Off"]);
    let expected = ["Comparison::Gt", "Combination::Or", "Subnormals::Flush"];
    assert_eq!(modes("FSETP", &["GT", "FTZ", "OR"]), expected);
}

#[test]
fn one_fault_at_its_word() {
    let at = |opcode, words: &[&str]| select(opcode, words, &on(50)).unwrap_err().at;
    assert_eq!(at("MUFU", &[]), At::Mnemonic);
    assert_eq!(at("MUFU", &["RCQ"]), At::Modifier(0));
    assert_eq!(at("MUFU", &["RCP", "SAT", "SAT"]), At::Modifier(2));
    assert_eq!(at("FADD", &["SAT", "FTZ"]), At::Modifier(1));
    assert_eq!(at("rcp", &["approx", "f32"]), At::Mnemonic);
    assert_eq!(select("RRO", &["EX2"], &on(70)).unwrap_err().at, At::Mnemonic);
}

#[test]
fn literals_of_floats() {
    let float = |text| value(text, SlotKind::Float);
    assert_eq!(float("0.15915494"), Some(0x3e22_f983));
    assert_eq!(float("-.5"), Some(0xbf00_0000));
    assert_eq!(float("5."), Some(0x40a0_0000));
    assert_eq!(float("16777217"), Some(0x4b80_0000));
    // Rounding to binary64 first would give 3f800000.
    assert_eq!(float("1.00000005960464477539062500001"), Some(0x3f80_0001));
    assert_eq!(float("1e-45"), Some(1));
    assert_eq!(float("-INF"), Some(0xff80_0000));
    assert_eq!(float("0x7fffffff"), Some(0x7fff_ffff));
    for refused in ["1e39", "-0x1", "0x1ffffffff", "1_0", "1f32", "0f3f800000", "INF1", "", "."] {
        assert_eq!(float(refused), None, "{refused}");
    }
}

#[test]
fn double_literals_are_high_words() {
    let double = |text| value(text, SlotKind::Double).map(|bits| bits >> 32);
    assert_eq!(double("2.2250738585072013831e-308"), Some(0x0010_0000));
    assert_eq!(double("1.00000095367431640625"), Some(0x3ff0_0001));
    // Ties round to even: the first tie rounds down, the second tie rounds up.
    assert_eq!(double("1.000000476837158203125"), Some(0x3ff0_0000));
    assert_eq!(double("1.000001430511474609375"), Some(0x3ff0_0002));
    assert_eq!(double("+QNAN"), Some(0x7ff8_0000));
    assert_eq!(double("1.7976931348623157e308"), None);
}

#[test]
fn literals_of_integers() {
    let integer = |text| value(text, SlotKind::Integer);
    assert_eq!(integer("-0xd000000"), Some(0xf300_0000));
    assert_eq!(integer("4294967295"), Some(0xffff_ffff));
    assert_eq!(integer("017"), Some(17));
    for refused in ["4294967296", "1.0", "+INF", "0x", "0xg"] {
        assert_eq!(integer(refused), None, "{refused}");
    }
}

#[test]
fn the_last_registers_come_before_rz_and_pt() {
    assert_eq!(
        Base::of_name("R254"),
        Ok(Some(Base::Register(Some(Register { letters: "R", number: 254 }))))
    );
    assert_eq!(Base::of_name("RZ"), Ok(Some(Base::Register(None))));
    for name in ["R255", "R99999999999", "P7", "R00", "P06", "UR255", "UR00", "UP7"] {
        assert!(Base::of_name(name).is_err(), "{name}");
    }
    for name in ["R", "P", "r0", "R1a", "UR", "URa", "UP", "ZR"] {
        assert_eq!(Base::of_name(name), Ok(None), "{name}");
    }
}

#[test]
fn annotations_have_limits() {
    for good in ["WAIT1", "WAIT15", "WAIT3_END_GROUP", "YIELD"] {
        assert!(schedule::hint(good).is_ok(), "{good}");
    }
    for bad in ["WAIT0", "WAIT16", "WAIT", "WAIT01", "YIELD_END_GROUP", "wait1", "", "_END_GROUP"] {
        assert!(schedule::hint(bad).is_err(), "{bad}");
    }
    assert!(["0", "5", "0x5"].iter().all(|n| schedule::barrier(n).is_ok()));
    assert!(["6", "-1", "0x6", "1.0", ""].iter().all(|n| schedule::barrier(n).is_err()));
}
