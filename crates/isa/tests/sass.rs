//! Tests machine instructions: the row and the modes that a spelling selects, and the word that a fault underlines.
//! Also tests the bits of literals, the names of registers, and the limits of scheduling annotations.

use ptx_isa::sass::opcodes::{self, SlotKind};
use ptx_isa::sass::operand::{Base, Operand, Register};
use ptx_isa::sass::{Immediate, Part, Selection, schedule, select};
use ptx_isa::{Argument, At, Dialect, Fault, Target};

fn on(sm: u16) -> Dialect {
    Dialect { target: Some(Target::sm(sm)), ..Dialect::default() }
}

fn value(text: &str, kind: SlotKind) -> Option<u64> {
    Immediate::parse(text).ok()?.value(kind).ok()
}

/// Parses an operand in the syntax of a disassembler: `-|R2|.H0_H0`.
fn operand(text: &str) -> Operand {
    let named = |name: &str| Base::of_name(name).expect("a register");
    let carry = text.ends_with(".CC");
    let text = text.trim_end_matches(".CC");
    let suffixed =
        text.split_once('.').and_then(|(bare, suffix)| Some((bare, Part::of_suffix(suffix)?)));
    let (signed, part) = suffixed.map_or((text, None), |(bare, part)| (bare, Some(part)));
    let absolute = signed.ends_with('|');
    let bare = signed.trim_start_matches(['!', '~', '|']).trim_end_matches('|');
    let unsigned = bare.trim_start_matches('-').trim_start_matches('|');
    let (negated, base) = match named(unsigned) {
        Some(base) => (bare.starts_with('-'), base),
        None => (false, Base::Immediate(Immediate::parse(bare).expect("a literal"))),
    };
    let (complement, inverted) = (signed.starts_with('!'), signed.starts_with('~'));
    Operand { negated, absolute, complement, inverted, part, carry, base }
}

/// Selects the row of an instruction, and parses its operands.
fn parsed(sm: u16, text: &str) -> (Selection, Vec<Operand>) {
    let (spelling, operands) = text.split_once(' ').expect("an instruction with operands");
    let mut words = spelling.split('.');
    let opcode = words.next().unwrap();
    let selection = select(opcode, &words.collect::<Vec<_>>(), &on(sm)).expect(text);
    (selection, operands.split(", ").map(operand).collect())
}

fn checked(sm: u16, text: &str) -> Result<(), Fault> {
    let (selection, operands) = parsed(sm, text);
    selection.check(&operands)
}

/// Prints a value as nested calls without modes. Sources are their numbers.
fn shown(value: &Argument) -> String {
    match value {
        Argument::Source(number, _) => number.to_string(),
        Argument::Call(call) => {
            let name = call.function.trim_start_matches("sass::");
            let sources = call.arguments.iter().map(shown).filter(|text| !text.is_empty());
            format!("{name}({})", sources.collect::<Vec<_>>().join(", "))
        }
        _ => String::new(),
    }
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
        // The last operand of `.EX` is the predicate of the comparison of the low words.
        if row.to_string().contains(".EX ") {
            assert!(row.before().starts_with("ISETP.LT.U32.AND P1,"), "{row}");
        } else {
            assert!(row.before().is_empty() || row.before().starts_with("IADD RZ.CC"), "{row}");
        }
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
    for refused in ["4294967296", "1.0", "+INF", "0x", "0xg", "0x+1", "1, 2"] {
        assert_eq!(integer(refused), None, "{refused}");
    }
    let message = |text| Immediate::parse(text).unwrap().value(SlotKind::Integer).unwrap_err();
    for (text, bits) in [("1.0", "0x3f800000"), ("-INF", "0xff800000")] {
        let expected =
            format!("expected an integer, found a float\nhelp: write the bits: `{bits}`");
        assert_eq!(message(text).to_string(), expected);
    }
}

#[test]
fn literals_of_two_numbers() {
    for (text, kind, bits) in [
        ("1, -2", SlotKind::Halves, 0x3c00_c000),
        ("+INF, -QNAN", SlotKind::Halves, 0x7c00_fe00),
        ("-INF, +QNAN", SlotKind::Halves, 0xfc00_7e00),
        ("0x1, 0xbc00", SlotKind::Halves, 0x0001_bc00),
        ("0x12345678", SlotKind::Halves, 0x1234_5678),
        ("1, -2", SlotKind::BrainHalves, 0x3f80_c000),
        ("-INF, -QNAN", SlotKind::BrainHalves, 0xff80_ffc0),
        ("1.NEG, 2.NEG", SlotKind::Halves, 0xbc00_c000),
        ("-QNAN.NEG, -1.NEG", SlotKind::BrainHalves, 0x7fc0_3f80),
        ("1.5", SlotKind::Floats, 0x3fc0_0000_3fc0_0000),
        ("-QNAN", SlotKind::Float, 0xffc0_0000),
        ("-1.5.NEG", SlotKind::Float, 0x3fc0_0000),
    ] {
        assert_eq!(value(text, kind), Some(bits), "{text}");
    }
    for refused in ["1.5", "1, 0x10000", "0x10000, 1", "1, -0x1", "65520, 1"] {
        assert_eq!(value(refused, SlotKind::Halves), None, "{refused}");
    }
    assert_eq!(value("1, 2", SlotKind::Float), None);
}

#[test]
fn targets_without_an_instruction_are_named() {
    for (opcode, words, sm, expected) in [
        ("FADD2", &[][..], 90, "`FADD2` needs sm_100 or later"),
        ("MUFU", &["EX2", "F16x2"], 90, "`MUFU.EX2.F16x2` needs sm_103"),
        ("VHMNMX", &[], 120, "`VHMNMX` needs sm_90 to before sm_120"),
        ("CLMAD", &["LO"], 75, "`CLMAD` needs sm_80 or later"),
        ("RRO", &["EX2"], 70, "`RRO` needs a target before sm_70"),
    ] {
        let message = select(opcode, words, &on(sm)).expect_err(opcode).message;
        assert_eq!(message.what, expected);
    }
    let message = select("MUFU", &["SAT", "RCP"], &on(50)).unwrap_err().message;
    assert_eq!(message.help_text(), Some("write `MUFU.RCP.SAT`"));
    for (opcode, word, expected) in [
        ("FADD", "GT", "modifier `.GT` is not supported by `FADD`\nnote: the form is `FADD{.FTZ}"),
        (
            "ISETP",
            "NUM",
            "modifier `.NUM` is not supported by `ISETP`\nnote: expected `.LT`, `.EQ`",
        ),
        ("BPT", "X", "`BPT` is not supported\nnote: it computes nothing"),
        ("XMAD", "X", "note: only products of whole words are supported\nhelp: write `IMAD`"),
        ("add", "f64", "`add` is PTX, not SASS\nhelp: use `DADD`, or `ptx!`"),
        ("add", "f32", "`add` is PTX, not SASS\nhelp: use `FADD` or `IADD`, or `ptx!`"),
    ] {
        let message = select(opcode, &[word], &on(120)).expect_err(opcode).message.to_string();
        assert!(message.contains(expected), "{message}");
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
fn operands_that_fit_are_accepted() {
    for (sm, text) in [
        (120, "FADD R0, -|R1|, 1.5"),
        (120, "FADD R0, -R1, -R2"),
        (120, "DADD R2, -|R4|, RZ"),
        (120, "DADD RZ, R252, -1.5"),
        (120, "FADD2 R0, -R2.F32x2.HI_LO.NP, R3.F32"),
        (120, "HADD2 R0, -|R1|.H0_H0, R2.H1_H1"),
        (120, "MUFU.TANH.F16 R0, -|R1|.H1"),
        (120, "FSEL R0, R1, R2, !P0"),
        (120, "FMNMX.XORSIGN R0, |R1|, 1.5, PT"),
        (120, "IADD3 R0, -R1, R2, 3"),
        (120, "IADD.64 R0, -R2, R4"),
        (50, "IADD R0.CC, -R1, 5"),
        (50, "IADD32I R0, -R1, -5"),
        (120, "VIADD R0, -R1, R2"),
        (120, "LOP3.LUT P0, R0, R1, R2, R3, 0x80, !PT"),
        (120, "PLOP3.LUT P0, PT, P1, !P2, R3.SIGN, 0x80, 0x8"),
        (120, "POPC R0, ~R1"),
        (120, "VIMNMX R0, PT, PT, R1, R2, P1"),
        (120, "IMNMX.U64 R0, R2, R4, P1, !PT"),
        (120, "F2IP.U8.F32.NTZ R0, RZ, R1, RZ"),
        (120, "I2F.U8 R0, R1.B1"),
        (120, "I2F.S64 R0, R2"),
        (120, "MOV.64 R0, 0x1"),
        (120, "F2FP.BF16.E4M3.UNPACK_B R0, R1, 0x7f.H0"),
    ] {
        assert_eq!(checked(sm, text), Ok(()), "{text}");
    }
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    for (sm, text, at, expected) in [
        (120, "FADD 1, R1, R2", 0, "a literal cannot be a destination"),
        (120, "FADD -R0, R1, R2", 0, "a destination cannot have a sign"),
        (120, "FADD |R0|, R1, R2", 0, "a destination cannot have a sign"),
        (120, "POPC ~R0, R1", 0, "a destination cannot have a sign"),
        (120, "FSETP.GT.AND !P0, PT, R1, R2, PT", 0, "a destination cannot have a sign"),
        (120, "HADD2 R0.H0_H0, R1, R2", 0, "a destination cannot have a suffix"),
        (120, "VIMNMX R0, P0, PT, R1, R2, P1", 1, "cannot write a predicate here"),
        (120, "FADD R0.CC, R1, R2", 0, "`.CC` is not supported"),
        (120, "FADD P0, R1, R2", 0, "expected a register, found a predicate"),
        (120, "FSETP.GT.AND R0, PT, R1, R2, PT", 0, "expected a predicate, found a register"),
        (120, "VIMNMX R0, R1, PT, R1, R2, P1", 1, "cannot write a predicate here"),
        (120, "DADD R1, R2, R4", 0, "`R1` cannot be a double\nnote: a double is two registers, of"),
        (120, "DADD R0, R2, UR3", 2, "write `UR2` if its high word is in `UR3`"),
        (120, "DADD R0, R2, R254", 2, "a double is two registers, and `R255` is `RZ`"),
        (120, "FADD2 R0, R3, R4", 1, "`R3` cannot be a pair of floats"),
        (120, "MOV.64 R0, R3", 1, "`R3` cannot be an integer of 64 bits"),
        (120, "FADD R0, R1.CC, R2", 1, "`.CC` can only follow a destination"),
        (120, "FADD R0, !R1, R2", 1, "`!` can only come before a predicate"),
        (120, "FADD R0, R1.H1, R2", 1, "`.H1` is not supported by `FADD` here"),
        (120, "PLOP3.LUT P0, PT, !R1.SIGN, P2, P3, 0x80, 0x8", 2, "`!` can only come before"),
        (120, "HADD2 R0, R1.F32, R2", 1, "note: NVIDIA has not published the upper half"),
        (120, "HFMA2 R0, R1.F32, R2, R3", 1, "expected `.H0_H0`, `.H1_H1` or `.H0_NH1`"),
        (120, "I2F.U8 R0, R1.H0_H0", 1, "expected `.H1`, `.B1`, `.B2` or `.B3`"),
        (120, "FADD R0, ~R1, R2", 1, "`~` is not supported"),
        (120, "IADD3 R0, |R1|, R2, R3", 1, "only floats can have it"),
        (120, "POPC R0, -R1", 1, "`-` is not supported"),
        (120, "FMNMX.XORSIGN R0, -|R1|, |R2|, PT", 1, "`-` is not supported"),
        (120, "FMNMX.XORSIGN R0, |R1|, R2, PT", 2, "needs `|…|` around its sources"),
        (120, "F2IP.U8.F32.NTZ R0, R2, R1, RZ", 1, "supports only `RZ` here"),
        (120, "F2IP.U8.F32.NTZ R0, RZ, R1, 0", 3, "supports only `RZ` here"),
        (120, "IMNMX.U64 R0, R2, R4, P1, PT", 4, "supports only `!PT` here"),
        (120, "IMNMX.U64 R0, R2, R4, P1, !P0", 4, "supports only `!PT` here"),
        (120, "FADD R0, |1.5|, R1", 1, "a literal cannot have `|…|`"),
        (120, "HADD2 R0, R1, 0x1.H1_H1", 2, "a literal cannot have a suffix"),
        (120, "I2F.S64 R0, 0x1", 1, "a literal of 64 bits is not supported by `I2F`"),
        (50, "IADD32I R0, R1, R2", 2, "expected a literal, found a register\nhelp: write `IADD`"),
        (50, "LOP32I.AND R0, R1, R2", 2, "expected a literal, found a register"),
        (120, "FADD R0, 1e39, R1", 1, "the number is too large"),
        (120, "FSEL R0, R1, R2, 1", 3, "expected a predicate, found a literal"),
        (120, "FSEL R0, R1, R2, R3", 3, "expected a predicate, found a register"),
        (120, "FADD R0, P1, R2", 1, "expected a register, found a predicate"),
        (120, "FADD R0, R1, R2, R3", 3, "`FADD` takes 3 operands, not 4\nnote: the operands are"),
    ] {
        let fault = checked(sm, text).expect_err(text);
        let message = fault.message.to_string();
        assert_eq!(fault.at, At::Operand(at), "{text}: {message}");
        assert!(message.contains(expected), "{text}: {message}");
    }
    assert_eq!(checked(50, "LOP32I.AND R0, R1, R2").unwrap_err().message.help, None);
    for (sm, text, expected) in [
        (50, "IADD R0, -R1, -R2", "`IADD` cannot negate two sources"),
        (120, "VIADD R0, -R1, -R2", "`VIADD` cannot negate two sources"),
        (120, "FADD R0, R1", "`FADD` takes 3 operands, not 2"),
        (120, "VIMNMX R0, R1, R2", "`VIMNMX` takes 4 to 6 operands, not 3"),
        (120, "MOV R0, R1, 0xf", "a third operand of `MOV` is not supported"),
    ] {
        let message = checked(sm, text).expect_err(text).message.to_string();
        assert!(message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn names_of_slots_and_suffixes() {
    let names =
        |opcode, words: &[&str]| select(opcode, words, &on(50)).unwrap().row.written_operands();
    assert_eq!(names("I2F", &["U8"]), ["Fd", "Ra{.H1/B1/B2/B3}"]);
    assert_eq!(names("IADD", &[]), ["Rd{.CC}", "Na", "Nb"]);
    assert_eq!(names("LOP3", &["LUT"]), ["{Pd}", "Rd", "Ra", "Rb", "Rc", "Ie", "Pf"]);
    let fixed = [SlotKind::Nothing, SlotKind::Zero, SlotKind::False].map(SlotKind::fixed);
    assert_eq!(fixed, [Some("PT"), Some("RZ"), Some("!PT")]);
    assert!(Part::is_begun("F32x2") && !Part::is_begun("F32x2.HI_LO.NP"));
    let chosen = |opcode, words: &[&str]| select(opcode, words, &on(80)).unwrap().ptx().unwrap();
    assert_eq!(chosen("IDP", &["4A", "S8", "U8"]), "dp4a.s32.u32");
    assert_eq!(chosen("IDP", &["2A", "HI", "U16", "S8"]), "dp2a.hi.u32.s32");
}

#[test]
fn missing_operands_leave_their_places() {
    for (text, expected) in [
        ("IADD3 R0, R1, R2, R3", "R0, PT, PT, R1, R2, R3"),
        ("IADD3 R0, P1, R1, R2, R3", "R0, P1, PT, R1, R2, R3"),
        ("IADD3 R0, P1, P2, R1, R2, R3", "R0, P1, P2, R1, R2, R3"),
        ("LOP3.LUT R0, R1, R2, R3, 0x80, !PT", "R0, PT, R1, R2, R3, 0x80, !PT"),
        ("LOP3.LUT P0, R0, R1, R2, R3, 0x80, !PT", "R0, P0, R1, R2, R3, 0x80, !PT"),
    ] {
        let (selection, operands) = parsed(120, text);
        let expected: Vec<_> = expected.split(", ").map(operand).collect();
        assert_eq!(selection.arranged(&operands), Ok(expected), "{text}");
    }
}

/// Tests the values that a row passes to its function: the signs before the parts, and register pairs as two sources.
#[test]
fn computations_have_signs_and_pairs() {
    for (sm, text, expected) in [
        (120, "FADD R0, -|R1|, R2", "fadd(negate(absolute(0)), 1) -> u32"),
        (
            120,
            "DADD R0, -|R2|, R4",
            "unpack_b64_b32(dadd(negate_double(absolute_double(pack_b64_b32(0, 1))), pack_b64_b32(2, 3))) -> [u32; 2]",
        ),
        (120, "FMNMX.XORSIGN R0, |R1|, |R2|, !P0", "fmnmx_xorsign(0, 1, 2) -> u32"),
        (
            120,
            "FADD2 R0, -|R2|.F32x2.LO_HI.NP, R3.F32",
            "unpack_b64_b32(add_f32x2(negate_high_float(exchanged_floats(negate_floats(absolute_floats(pack_b64_b32(0, 1))))), float_twice(2))) -> [u32; 2]",
        ),
        (
            120,
            "FADD2 R0, R2, R3.F32.NP",
            "unpack_b64_b32(add_f32x2(pack_b64_b32(0, 1), negate_high_float(float_twice(2)))) -> [u32; 2]",
        ),
        (
            120,
            "HADD2 R0, -|R1|.H0_H0, R2.H1_H1",
            "add_f16x2(low_halves(negate_halves(absolute_halves(0))), high_halves(1)) -> u32",
        ),
        (120, "HADD2 R0, R1.H0_NH1, R2", "add_f16x2(turned_halves(0), 1) -> u32"),
        (
            120,
            "HADD2.BF16_V2 R0, -|R1|, R2",
            "add_bf16x2(negate_halves(absolute_halves(0)), 1) -> u32",
        ),
        (
            120,
            "MUFU.TANH.F16 R0, -|R1|.H1",
            "word_from_u16(tanh_approx_f16(word_to_u16(upper_half(negate_halves(absolute_halves(0)))))) -> u32",
        ),
        (
            120,
            "IADD3 R0, -R1, R2, 3",
            "iadd3(negate_extended(0), extended(1), extended(2)) -> (u32, bool, bool)",
        ),
        (
            120,
            "IADD.64 R0, -R2, R4",
            "unpack_with_flag(isub_64(pack_b64_b32(2, 3), pack_b64_b32(0, 1))) -> (u32, u32, bool)",
        ),
        (
            120,
            "IADD.64 R0, R2, -R4",
            "unpack_with_flag(isub_64(pack_b64_b32(0, 1), pack_b64_b32(2, 3))) -> (u32, u32, bool)",
        ),
        (
            120,
            "IADD.64 R0, R2, R4",
            "unpack_with_flag(iadd_64(pack_b64_b32(0, 1), pack_b64_b32(2, 3))) -> (u32, u32, bool)",
        ),
        (120, "VIADD R0, -R1, R2", "word_from_i32(sub_s32(word_to_i32(1), word_to_i32(0))) -> u32"),
        (120, "VIADD R0, R1, R2", "word_from_i32(add_s32(word_to_i32(0), word_to_i32(1))) -> u32"),
        (120, "VIADD.16x2 R0, -R1, R2", "add_u16x2(negate_lanes(0), 1) -> u32"),
        (
            120,
            "IMAD R0, -R1, R2, -R3",
            "word_from_i32(mad_lo_s32(word_to_i32(negate_integer(0)), word_to_i32(1), word_to_i32(negate_integer(2)))) -> u32",
        ),
        (
            120,
            "IMAD.WIDE R0, R1, R2, -R4",
            "unpack_with_flag(imad_wide_minus(0, 1, pack_b64_b32(2, 3))) -> (u32, u32, bool)",
        ),
        (
            120,
            "IMAD.WIDE.X R0, R1, R2, ~R4, P0",
            "unpack_with_flag(imad_wide_x(0, 1, complement_long(pack_b64_b32(2, 3)), 4)) -> (u32, u32, bool)",
        ),
        (120, "LEA R0, -R1, R2, 3", "lea_minus(0, extended(1), 2) -> (u32, bool)"),
        (120, "LEA R0, R1, -R2, 3", "lea(0, negate_extended(1), 2) -> (u32, bool)"),
        (120, "POPC R0, ~R1", "popc_b32(negate_with_carry(0)) -> u32"),
        (120, "I2F.U8 R0, R1.B1", "word_from_f32(cvt_f32_u8(word_to_u8(from_byte_1(0)))) -> u32"),
        (120, "I2F.U8 R0, R1.B3", "word_from_f32(cvt_f32_u8(word_to_u8(from_byte_3(0)))) -> u32"),
        (
            120,
            "F2FP.SATFINITE.RELU.F16.F32.MERGE_C R0, R1, R2",
            "merged_16(word_from_u16(cvt_frnd2_f16_f32(word_to_f32(0))), 1) -> u32",
        ),
        (
            120,
            "F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C R0, R1, R2, R3",
            "merged_16(word_from_u16(cvt_e4m3x2_f32(word_to_f32(0), word_to_f32(1))), 2) -> u32",
        ),
        (
            120,
            "F2FP.SATFINITE.E2M1.F32.PACK_AB_MERGE_C R0, R1, R2, R3",
            "merged_8(word_from_u8(cvt_e2m1x2_f32(word_to_f32(0), word_to_f32(1))), 2) -> u32",
        ),
        (120, "MOV.64 R0, R2", "unpack_b64_b32(mov_64(pack_b64_b32(0, 1))) -> [u32; 2]"),
        (
            120,
            "F2F.F64.F32 R0, R1",
            "unpack_b64_b32(word_from_f64(cvt_f64_f32(word_to_f32(0)))) -> [u32; 2]",
        ),
        (
            120,
            "F2F.F64.F32 R0, -R1",
            "unpack_b64_b32(word_from_f64(cvt_f64_f32(word_to_f32(negate(0))))) -> [u32; 2]",
        ),
        (
            120,
            "F2I.S64 R0, R1",
            "unpack_b64_b32(word_from_i64(cvt_s64_f32(word_to_f32(0)))) -> [u32; 2]",
        ),
        (
            120,
            "IMAD.WIDE R0, P0, R1, R2, R4",
            "unpack_with_flag(imad_wide(0, 1, pack_b64_b32(2, 3))) -> (u32, u32, bool)",
        ),
        (
            120,
            "IADD.64 R0, P0, R2, R4",
            "unpack_with_flag(iadd_64(pack_b64_b32(0, 1), pack_b64_b32(2, 3))) -> (u32, u32, bool)",
        ),
        (120, "FSETP.GT.AND P0, P1, R1, R2, PT", "fsetp(0, 1, 2) -> [bool; 2]"),
        (
            120,
            "PLOP3.LUT P0, PT, P1, !P2, R3.SIGN, 0x80, 0x8",
            "plop3(0, 1, sign_bit(2), 3, 4) -> [bool; 2]",
        ),
        (120, "VIMNMX R0, PT, PT, R1, R2, P1", "imnmx(0, 1, 2) -> u32"),
        (120, "VIMNMX.S16x2 R0, P0, P1, R1, R2, P2", "imnmx_16x2(0, 1, 2) -> (u32, bool, bool)"),
        (120, "VABSDIFF4.U8 R0, R1, R2, R3", "vabsdiff4_u32_u32_u32(0, 1, 2) -> u32"),
        (120, "PRMT R0, R1, R2, R3", "prmt_b32(0, 2, 1) -> u32"),
        (
            120,
            "I2IP.U8.S32.SAT R0, R1, R2, R3.H1",
            "cvt_pack_sat_u8_s32_b32(word_to_i32(0), word_to_i32(1), upper_half(2)) -> u32",
        ),
        (
            120,
            "IADD.64.X R0, R2, ~R4, P0",
            "unpack_with_flag(iadd_64_x(pack_b64_b32(0, 1), complement_long(pack_b64_b32(2, 3)), 4)) -> (u32, u32, bool)",
        ),
        (50, "IADD R0.CC, R1, R2", "iadd_x(0, 1, 2) -> (u32, bool, bool)"),
        (50, "IADD R0.CC, -R1, R2", "iadd_x(negate_with_carry(0), 1, 2) -> (u32, bool, bool)"),
        (50, "IADD.X R0, R1, R2", "iadd_x(0, 1, 2) -> (u32, bool, bool)"),
        (50, "IADD.X R0.CC, -R1, R2", "iadd_x(negate_with_carry(0), 1, 2) -> (u32, bool, bool)"),
        (50, "IADD R0, -R1, R2", "iadd(negate_integer(0), 1) -> u32"),
        (
            100,
            "F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C.RS R0, R1, R2, R3",
            "merged_16(upper_half(cvt_rs_e4m3x4_f32(word_to_f32(0), word_to_f32(1), word_to_f32(0), word_to_f32(1), 2)), 2) -> u32",
        ),
        (
            100,
            "F2FP.SATFINITE.E2M1.F32.PACK_AB_MERGE_C.RS R0, R1, R2, R3",
            "merged_8(from_byte_1(word_from_u16(cvt_rs_e2m1x4_f32(word_to_f32(0), word_to_f32(1), word_to_f32(0), word_to_f32(1), 2))), 2) -> u32",
        ),
        (
            120,
            "F2FP.SATFINITE.S2_6.F32.PACK_AB_MERGE_C R0, R1, R2, R3",
            "merged_16(word_from_u16(cvt_scaled_s2f6x2_f32(word_to_f32(0), word_to_f32(1), word_to_u16(upper_half(2)))), 2) -> u32",
        ),
        (
            120,
            "F2FP.SATFINITE.S2_6.BF16.UNPACK_B_MERGE_C R0, R1, R2",
            "merged_16(word_from_u16(cvt_scaled_s2f6x2_bf16x2(0, word_to_u16(upper_half(1)))), 1) -> u32",
        ),
        (120, "HSETP2.GT.AND P0, P1, R1, R2, PT", "boolop(setp_f16x2(0, 1), 2) -> [bool; 2]"),
        (
            120,
            "IMNMX.U64 R0, R2, R4, P1, !PT",
            "unpack_b64_b32(imnmx_64(pack_b64_b32(0, 1), pack_b64_b32(2, 3), 4)) -> [u32; 2]",
        ),
        (
            120,
            "IADD3.X R0, ~R1, R2, R3, P0, P1",
            "iadd3_x(negate_with_carry(0), 1, 2, 3, 4) -> (u32, bool, bool)",
        ),
        (120, "R2UR R0, R1", "mov(0) -> u32"),
        (120, "F2I.TRUNC.NTZ R0, R1", "word_from_i32(cvt_s32_f32(word_to_f32(0))) -> u32"),
        (120, "IABS R0, R1", "word_from_i32(abs_s32(word_to_i32(0))) -> u32"),
        (120, "F2F.F16.F32 R0, R1", "word_from_u16(cvt_f16_f32(word_to_f32(0))) -> u32"),
    ] {
        let (selection, operands) = parsed(sm, text);
        let operands = selection.arranged(&operands).expect(text);
        let value = selection.computation(&operands).value;
        let found = format!("{} -> {}", shown(&value), value.returns().expect("a type"));
        assert_eq!(found, expected, "{text}");
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
