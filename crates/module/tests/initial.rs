//! Tests the bytes of initial values (PTX ISA, "Initializers").

use ptx_isa::Type;
use ptx_isa::arguments::Passed;
use ptx_module::resolve::{self, initial::Initial};
use ptx_module::syntax::{Source, parse};

/// Returns the initial value of the last variable of a text.
fn initial(text: &str) -> Initial {
    let text = format!(".version 8.0\n.target sm_80\n.address_size 64\n{text}");
    let source = Source::new("a.ptx", text.as_bytes());
    let tree = parse(&source.text);
    let declaration = tree.variables().last().expect("a variable");
    let initial = Initial::new(declaration, &declaration.names[0]);
    initial.unwrap_or_else(|fault| panic!("{text}: {}", fault.message))
}

#[test]
fn numbers_are_stored_at_their_places() {
    let words = |all: &[u32]| all.iter().flat_map(|one| one.to_le_bytes()).collect::<Vec<_>>();
    for (text, bytes, expected) in [
        (".global .b32 a = 0x01020304;", 4, words(&[0x0102_0304])),
        (".global .f32 a = 1.0;", 4, words(&[0x3f80_0000])),
        (".global .s32 a = (1 ? -6 : 3) / 3;", 4, words(&[u32::MAX - 1])),
        (".global .b32 a[2][3] = {{1, 2, 3}, {4, 5}};", 24, words(&[1, 2, 3, 4, 5])),
        (".global .b32 a[2][3] = {{1}, {4}};", 24, words(&[1, 0, 0, 4])),
        (".global .v2 .u16 a[2] = {{1, 2}, {3, 4}};", 8, words(&[0x0002_0001, 0x0004_0003])),
        (".global .u8 a[5] = {1, 255, 3};", 5, vec![1, 255, 3]),
        (".global .b32 a[2];", 8, vec![]),
    ] {
        let initial = initial(text);
        assert_eq!((initial.bytes, initial.value()), (Some(bytes), expected), "{text}");
    }
}

#[test]
fn addresses_are_written_to_their_places() {
    let written = |text: &str, address: u64| {
        let initial = initial(&format!(".global .b32 t[4]; {text}"));
        let mut value = initial.value();
        assert!(value.iter().all(|byte| [0, 7].contains(byte)), "{text}");
        for pointer in &initial.pointers {
            assert_eq!(pointer.name, "t");
            pointer.write(address, &mut value);
        }
        value
    };
    let expected = [7_u64, 0x1008, 0x1000].map(u64::to_le_bytes).concat();
    assert_eq!(written(".global .u64 a[3] = {7, t+8, generic(t)};", 0x1000), expected);
    // The sums are the addends that `ptxas` 13.5 writes to the relocations.
    for (value, sum) in [
        ("t+4-4", 0),
        ("t+4<<1", 8),
        ("t+1?2:3", 2),
        ("t+4|1", 5),
        ("t+4==4", 1),
        ("t+-4", -4),
        ("t+4*2+1", 9),
        ("generic(t)+8/2", 4),
        ("generic(t)+4-4", 0),
        ("t+!0", 1),
    ] {
        let found = written(&format!(".global .u64 a = {value};"), 0x1000);
        assert_eq!(found, (0x1000_i64 + sum).to_le_bytes(), "{value}");
    }
    let bytes = ".global .u8 a[5] = {0xff(t), 0xff00(t), 7, 0xff0000(t)};";
    assert_eq!(written(bytes, 0x33_2211), [0x11, 0x22, 7, 0x33]);
}

/// Tests the layout of variables: a vector is aligned to its size (PTX ISA, "Alignment"), and an array to its elements.
#[test]
fn variables_have_an_alignment_and_a_size() {
    for (text, alignment, bytes) in [
        (".global .b32 a;", 4, 4),
        (".global .v2 .f32 a;", 8, 8),
        (".global .v4 .f32 a;", 16, 16),
        (".global .v4 .u8 a[3];", 4, 12),
        (".global .v2 .u16 a[2][3];", 4, 24),
        (".global .f64 a[5];", 8, 40),
        (".global .align 16 .b8 a[3];", 16, 3),
        (".global .align 32 .v2 .b32 a;", 32, 8),
        (".param .b64 a[2];", 8, 16),
    ] {
        let source = Source::new("a.ptx", text.as_bytes());
        let tree = parse(&source.text);
        let declaration = tree.variables().next().expect("a variable");
        let name = &declaration.names[0];
        let found = (resolve::alignment(declaration), resolve::bytes(declaration, name).ok());
        assert_eq!(found, (alignment, Some(bytes)), "{text}");
        let is_scalar = resolve::is_scalar(declaration, name);
        let bytes = bytes as u64;
        match resolve::passed(declaration, name) {
            Some(Passed::Number(ty)) => assert_eq!((is_scalar, ty), (true, Type::B32), "{text}"),
            Some(Passed::Array { bytes: all, alignment: own }) => {
                // A call passes an array with the written alignment, or that of its elements.
                let element = resolve::element(declaration).expect("a type").bits() / 8;
                let own = own.expect("an alignment");
                let is_written = text.contains(".align");
                let expected = if is_written { alignment as u64 } else { u64::from(element) };
                assert_eq!((is_scalar, all, own), (false, bytes, expected), "{text}");
            }
            None => panic!("{text}"),
        }
    }
}
