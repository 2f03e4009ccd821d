//! Tests the decoder with words of our own programs, assembled for sm_80.

use ptx_sass::{Cubin, decode};

const WORDS: [(u128, &str); 7] = [
    (0x000e_a400_0c1e_1900_0000_0004_0202_7981, "LDG.E R2, [R2.64]"),
    (0x040f_e200_03f4_2270_0000_00ff_0500_720c, "ISETP.EQ.AND P2, PT, R5, RZ, PT, PT"),
    (0x040f_e400_03f6_2270_0000_0004_0500_780c, "ISETP.EQ.AND P3, PT, R5, 0x4, PT, PT"),
    (
        0x000f_c800_07f1_e0ff_0000_5800_0402_7a10,
        "IADD3 R2, P0, PT, R4, c[0x0][0x160], RZ, !PT, !PT",
    ),
    (0x000f_ea00_0380_0000_0000_0000_0000_794d, "EXIT PT"),
    (0x000e_2200_0000_2100_0000_0000_0002_7919, "S2R R2, SR_TID.X"),
    (0x000f_e400_0872_4007_0000_0006_0000_7c1f, "PLOP3 P1, PT, R0, UR6, R7, 0x40, 0x0"),
];

/// Matrix products of other chips.
const PRODUCTS: [(u32, u128, &str); 5] = [
    (
        75,
        0x004f_6400_0000_1208_0000_0006_040c_7236,
        "HMMA.884.COL.ROW.F32.F16.STEP0 R12, R4, R6, R8",
    ),
    (90, 0x000f_6400_0000_f008_0000_0020_1008_723f, "DMMA.16x8x16.RZ R8, R16, R32, R8"),
    (
        120,
        0x080f_f600_0000_920c_5000_0b08_040c_747a,
        "QMMA.SF.16832.F32.E4M3.E5M2.E8 R12, R4, R8, R12, R11, R0, UR77",
    ),
    (
        120,
        0x004f_f600_0001_000c_6000_1008_0404_747a,
        "QMMA.SF.SP.16864.F32.E4M3.E4M3.E8 R4, R4, R8, R12, R16, R0, UR6, 0x0",
    ),
    (
        120,
        0x004f_f600_0005_3e0c_7000_1008_0404_747f,
        "OMMA.SF.SP.168128.F32.E2M1.E2M1.UE4M3.4X R4, R4, R8, R12, R16, R0, RZ, 0x0",
    ),
];

#[test]
fn a_copy_to_a_uniform_address_decodes() {
    // As the disassembler prints the words of our own copies with this opcode.
    let words = [
        (
            80,
            0x000f_e200_0b92_1c44_0003_0040_02ff_7dae,
            "LDGSTS.E.128 [RZ+UR4+0x30], [R2.64+0x40], PT",
        ),
        (
            90,
            0x000f_e200_0b90_1c44_0003_0040_0205_7dae,
            "LDGSTS.E.BYPASS.128 [R5+UR4+0x30], [R2.64+0x40], PT",
        ),
    ];
    for (sm, word, text) in words {
        assert_eq!(decode(word, 0, sm).expect("a known word").to_string(), text);
    }
}

#[test]
fn a_uniform_conversion_decodes() {
    // The disassembler prints the literal as 1000.
    let word = 0x000f_e200_0820_4800_447a_0000_0006_785b;
    let text = decode(word, 0, 120).expect("a known word").to_string();
    assert_eq!(text, "UF2F.F16.F32.RM UR6, 0x447a0000");
    assert!(decode(word, 0, 90).is_err());
}

#[test]
fn a_uniform_rounding_decodes() {
    let words = [
        (0x000f_cc00_0821_1000_7fc0_0000_0006_785d, "UFRND.FTZ UR6, 0x7fc00000"),
        (0x001f_c800_0820_1000_0000_0004_0004_725d, "UFRND UR4, UR4"),
        (0x001f_c800_0820_5000_4000_0004_0004_725d, "UFRND.FLOOR UR4, |UR4|"),
        (0x001f_c800_0820_5000_8000_0004_0004_725d, "UFRND.FLOOR UR4, -UR4"),
        (0x001f_c800_0820_9000_0000_0004_0004_725d, "UFRND.CEIL UR4, UR4"),
        (0x001f_c800_0821_d000_0000_0004_0004_725d, "UFRND.FTZ.TRUNC UR4, UR4"),
    ];
    for (word, text) in words {
        assert_eq!(decode(word, 0, 120).expect("a known word").to_string(), text);
        assert!(decode(word, 0, 110).is_err(), "{text}");
    }
}

#[test]
fn products_decode() {
    for (sm, word, text) in PRODUCTS {
        assert_eq!(decode(word, 0, sm).expect("a known word").to_string(), text);
        assert!(decode(word | 1 << 95, 0, sm).is_err(), "{text}");
    }
}

#[test]
fn words_decode() {
    for (word, text) in WORDS {
        assert_eq!(decode(word, 0, 80).expect("a known word").to_string(), text);
    }
}

#[test]
fn a_bit_without_a_meaning_is_refused() {
    for (word, text) in WORDS {
        assert!(decode(word | 1 << 95, 0, 80).is_err(), "{text}");
    }
}

#[test]
fn only_the_one_instruction_of_an_opcode_is_named() {
    // Bit 95 has no meaning. The first opcode belongs to FMUL2 and, with uniform registers, to UVIMNMX.
    for (word, name) in [
        (0x000f_e200_8ffe_0400_0000_2000_ff04_784a, Some("UVIMNMX")),
        (0x000f_e200_8000_0900_0000_0004_0907_7236, Some("VIADD")),
        (0x000f_e200_8000_0000_0000_0000_0000_7221, None),
        (0x000f_e200_8000_0000_0000_0000_0000_7000, None),
    ] {
        assert_eq!(decode(word, 0, 120).expect_err("an unknown word").name, name, "{word:x}");
    }
}

/// Tests signs, upper halves and uniform registers of operands, which programs rarely have. Each word is an instruction of
/// our own programs, or such a word with other operands; the texts are those of the
/// disassembler, with all predicates.
#[test]
fn rare_operands_decode() {
    for (sm, word, text) in [
        (80, 0x008f_e800_0000_2600_1000_0000_0005_7308, "MUFU.TANH.F16 R5, R0.H1"),
        (80, 0x000e_7000_0000_2600_0000_0000_0006_7308, "MUFU.TANH.F16 R6, R0"),
        (80, 0x000e_a200_0000_0000_8000_0007_0007_7309, "POPC R7, ~R7"),
        (80, 0x004e_2200_0800_4800_0000_2004_0409_7984, "LDS R9, [R4.X4+UR4+0x20]"),
        (80, 0x000f_e200_078f_10ff_0000_0004_0200_7411, "LEA.HI R0, PT, R2, RZ, 0x4, 0x2, !PT"),
        (80, 0x004f_f600_0000_190c_0000_0008_0404_723c, "HMMA.16816.F32 R4, -R4, R8, R12"),
        (80, 0x004f_f600_0000_180c_8000_0008_0404_723c, "HMMA.16816.F32 R4, R4, -R8, R12"),
        (90, 0x000f_ea00_0b80_0000_0000_0002_4618_7947, "BRA.DIV ~UR6, 0x70"),
        (100, 0x000f_ea00_0b80_0000_0000_0002_4618_7947, "BRA.DIV UR70, 0x70"),
    ] {
        assert_eq!(decode(word, 0, sm).expect("a known word").to_string(), text);
    }
}

/// Tests modifiers and operands that programs rarely have. The assembler wrote each word for our own programs. The texts are
/// those of the disassembler, with all predicates, and without the descriptor and the order of addresses.
#[test]
fn rare_words_decode() {
    for (sm, word, text) in [
        (75, 0x001f_e800_0c10_e184_0000_0007_0200_798e, "RED.E.ADD [R2.64+UR4], R7"),
        (75, 0x000f_ea00_0380_0000_0000_0000_0000_7948, "WARPSYNC 0x0"),
        (75, 0x000e_2800_0002_4000_0000_0000_00ff_731c, "B2R.RESULT RZ, P1"),
        (120, 0x000f_c000_0001_4800_0000_0005_0000_731d, "BAR.RED.OR R5, R5, P0"),
        (80, 0x000f_ea00_0b80_0000_0000_0082_7f00_7947, "BRA.DIV ~RZ, 0x90"),
        (103, 0x000f_ec00_0b83_ffff_ffff_fffd_08e8_7547, "BRA.U !UP0, 0xffffffffffffffb0"),
        (100, 0x004f_ca00_0208_16ff_0000_0000_ff05_723e, "F2FP.BF16.E8.UNPACK_B R5, R0"),
        (
            100,
            0x000f_c000_04c1_40ff_0000_0007_0b07_723e,
            "F2FP.E8.F32.PACK_AB_MERGE_C.RP R7, R11, R7, RZ",
        ),
        (100, 0x000f_e200_0204_03ff_0000_000c_ff07_723e, "F2FP.F16.E2M1.UNPACK_B R7, R12.B1"),
        (100, 0x004f_ca00_0204_04ff_0000_0000_ff05_723e, "F2FP.F16.E2M3.UNPACK_B R5, R0"),
        (100, 0x004f_ca00_0208_1c05_0000_0000_0005_763e, "F2FP.RELU.BF16.S2_6.UNPACK_B R5, R0, R5"),
        (
            100,
            0x000f_c000_0420_70ff_0000_0007_0b06_723e,
            "F2FP.SATFINITE.E2M1.F32.PACK_AB_MERGE_C R6, R11, R7, RZ",
        ),
        (
            120,
            0x004f_ca00_0460_22ff_0000_0000_ff05_723e,
            "F2FP.SATFINITE.E2M3.F16.UNPACK_B_MERGE_C R5, R0, RZ",
        ),
        (
            90,
            0x004f_ca00_0480_32ff_0000_0000_ff05_723e,
            "F2FP.SATFINITE.E4M3.F16.UNPACK_B_MERGE_C R5, R0, RZ",
        ),
        (
            90,
            0x000f_e400_0480_22ff_0000_0021_ff22_723e,
            "F2FP.SATFINITE.E5M2.F16.UNPACK_B_MERGE_C R34, R33, RZ",
        ),
        (
            110,
            0x008f_ca00_04a0_5804_0000_0005_0005_723e,
            "F2FP.SATFINITE.RELU.S2_6.F32.PACK_AB_MERGE_C R5, R0, R5, R4",
        ),
        (75, 0x000e_6200_0020_1900_0000_0000_0002_7311, "F2I.S64 R2, R0"),
        (100, 0x000f_e400_0050_0000_0000_0004_0618_724b, "FADD2 R24, R6, R4.F32x2.LO_HI.NP"),
        (90, 0x0004_e400_000e_0000_8000_0002_0015_7300, "FLO.U32 R21, PT, ~R2"),
        (100, 0x040f_e200_0004_0100_0000_0006_0414_724a, "FMUL2 R20, -R4.F32, R6"),
        (100, 0x000f_c800_0380_1000_0000_0006_0405_720a, "FSET.BF.LT.AND R5, R4, R6, PT"),
        (
            90,
            0x004f_ca00_0004_2804_2000_0005_0000_7231,
            "HFMA2.SAT R0, R0.H0_H0, R5.H0_H0, R4.H0_H0",
        ),
        (
            90,
            0x000f_e800_0c00_00ff_0000_0000_3fff_79f0,
            "HGMMA.F16.GSB0 RZ, RZ, RZ, R0, 0x0, 0x0, !UPT",
        ),
        (100, 0x000e_6200_0010_1000_1000_0000_0007_7306, "I2F.U16 R7, R0.H1"),
        (75, 0x000e_2200_0000_1000_2000_0000_0006_7306, "I2F.U8 R6, R0.B2"),
        (120, 0x004f_ca00_000e_0400_8000_0005_0005_7235, "IADD.X R5, PT, R0, ~R5, P0"),
        (120, 0x004f_ca00_0000_0004_0000_0005_0005_7226, "IDP.4A.U.U R5, R0, R5, R4"),
        (89, 0x000f_c000_0010_a900_0000_0004_0a0a_7980, "LD.E.STRONG.SM R10, [R10.64+0x4]"),
        (80, 0x020e_a200_0c10_a900_0000_0404_ff04_7980, "LD.E.STRONG.SM R4, [RZ.64+UR4+0x4]"),
        (103, 0x001e_a800_0812_1902_5a00_0104_1a14_797e, "LDG.E.256 R2, R20, [R26.64+0x20], 0xad"),
        (89, 0x000f_c020_0b90_1c44_0000_0000_0803_7fae, "LDGSTS.E.BYPASS.128 [R3], [R8.64], PT"),
        (75, 0x001f_e400_0070_e808_0000_0000_0000_781c, "PLOP3 P0, PT, P0, PT, UP0, 0x40, 0x0"),
        (103, 0x000e_2400_0001_0800_0000_0005_0005_7308, "MUFU.EX2.BF16x2 R5, R5"),
        (80, 0x004e_2400_0000_0a00_0000_0000_0005_7308, "MUFU.EX2.F16 R5, R0"),
        (103, 0x004f_f000_0000_0b00_0000_0004_0004_7308, "MUFU.EX2.F16x2 R4, R4"),
        (90, 0x000f_c000_0000_2500_1000_0008_0008_7308, "MUFU.TANH.F16 R8, R8.H1"),
        (100, 0x040f_e200_0000_2000_0000_000f_0000_7804, "R2P.B2 PR, R0, 0xf"),
        (103, 0x000f_c000_0d12_e504_0000_0004_1600_79a6, "RED.E.MIN.F16x8.STRONG.GPU [R22.64], R4"),
        (120, 0x000e_6200_0000_8800_0000_0000_0007_89c3, "@!UP0 S2UR UR7, SR_CgaCtaId"),
        (75, 0x000f_e200_0c10_e904_0000_0005_0200_7986, "STG.E [R2.64+UR4], R5"),
        (120, 0x000f_c000_0f12_1804_f800_0004_02ff_797f, "STG.E.256 [R2.64], R4, RZ"),
        (75, 0x000f_c000_0011_0900_0000_0000_0200_7386, "STG.E.STRONG.SM [R2.64], R0"),
        (
            100,
            0x000f_e400_0380_3804_3000_0005_0404_7247,
            "VHMNMX R4, R4.H0_H0, R5.H1_H1, R4.H1_H1, PT",
        ),
        (90, 0x000f_c600_0780_01ff_8000_0004_0400_7246, "VIADDMNMX R0, R4, -R4, RZ, !PT"),
        (120, 0x000f_ca00_0000_0000_0000_0000_00ff_7886, "VOTEU.ALL RZ, UP0, P0"),
    ] {
        assert_eq!(decode(word, 0, sm).expect("a known word").to_string(), text);
    }
}

/// Tests bits that have a meaning on later chips only: types with less than 8 bits, and comparisons of 64 bits.
#[test]
fn bits_of_later_chips_are_refused() {
    for (sm, word) in [
        (100, 0x004f_f600_0011_940c_0000_0008_0404_727a),
        (89, 0x004f_f600_0021_140c_0000_0008_0404_727a),
        (89, 0x004f_f600_0021_940c_0000_0008_0404_727a),
        (75, 0x000f_c000_03f1_2070_0000_0004_0a00_720c),
    ] {
        assert!(decode(word, 0, sm).is_err(), "sm_{sm}: {word:x}");
        assert!(decode(word, 0, 120).is_ok(), "{word:x}");
    }
}

/// Tests the scopes of loads. Each word is a load of our own that was assembled from `ld.relaxed.cta`, `.gpu` or `.sys`, or
/// from a plain load.
#[test]
fn scopes_of_loads_decode() {
    for (sm, word, scope) in [
        (75, 0x000e_a800_0c1f_0900_0000_0000_ff00_7981, Some("SM")),
        (75, 0x000e_e800_0c1f_4900_0000_0404_ff02_7981, Some("GPU")),
        (75, 0x000f_2200_0c1f_6900_0000_0804_ff03_7981, Some("GPU")),
        (75, 0x000e_a800_0c1e_e900_0000_1004_ff04_7981, None),
        (80, 0x000e_a800_0c1e_b900_0000_0004_0207_7981, Some("SM")),
        (80, 0x000e_e800_0c1e_f900_0000_0404_0209_7981, Some("GPU")),
        (80, 0x000f_2200_0c1f_5900_0000_0804_020b_7981, Some("GPU")),
        (80, 0x000e_a800_0c1e_1900_0000_1004_020d_7981, None),
    ] {
        let load = decode(word, 0, sm).expect("a known word");
        assert_eq!(load.has("STRONG"), scope.is_some(), "sm_{sm}: {load}");
        for one in ["SM", "GPU"] {
            assert_eq!(load.has(one), scope == Some(one), "sm_{sm}: {load}");
        }
    }
}

#[test]
fn instructions_on_textures_are_named() {
    let words = [
        (0x0800_01ff_0000_0400_0505_7f6f, "TXQ"),
        (0x2800_000c_0809_736d, "TXD"),
        (0x7000_0000_0607_799a, "SULD"),
    ];
    for (word, name) in words {
        let error = decode(word, 0x40, 90).expect_err("no texture runs").to_string();
        assert!(
            error.starts_with(&format!("`{name}` at 0x0040 is not supported: textures")),
            "{error}"
        );
    }
}

#[test]
fn words_with_other_bits_do_not_panic() {
    for (word, _) in WORDS {
        for bit in 0..128 {
            for sm in [75, 80, 90, 100, 120] {
                if let Ok(instruction) = decode(word ^ 1 << bit, 0, sm) {
                    assert!(!instruction.to_string().is_empty());
                }
            }
        }
    }
}

#[test]
fn other_files_are_no_cubins() {
    for bytes in [&b""[..], b"\x7fELF", &[0; 100]] {
        assert!(Cubin::read(bytes).is_err());
    }
}

/// Returns the header of a cubin without sections.
fn header(format: u8, flags: u32) -> Vec<u8> {
    let mut bytes = vec![0; 64];
    bytes[..9].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2, 1, 1, 51, format]);
    // The type, the machine and the version of the file, its flags, and the sizes of the header and of the entries of tables.
    for (at, value) in [(16, 2u16), (18, 190), (20, 1), (52, 64), (54, 56), (58, 64)] {
        bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }
    bytes[48..52].copy_from_slice(&flags.to_le_bytes());
    bytes
}

/// The architecture is in bits 7:0 of the flags, and in bits 15:8 from format 8 on.
#[test]
fn the_header_names_the_architecture() {
    for (format, flags, sm) in
        [(7, 0x0055_055a, 90), (7, 0x0050_ff4b, 75), (8, 0x0600_7802, 120), (9, 0xffff_64ff, 100)]
    {
        let cubin = Cubin::read(&header(format, flags)).expect("a cubin");
        assert_eq!((cubin.sm, cubin.kernels.len()), (sm, 0));
    }
}

#[test]
fn files_that_are_cut_off_are_named_so() {
    let whole = header(7, 80);
    // A table of two sections begins after the header. The second one has the names: byte 9, which is zero.
    let mut long = whole.clone();
    (long[40], long[60], long[62]) = (64, 2, 1);
    long.resize(64 + 2 * 64, 0);
    (long[64 + 64 + 4], long[64 + 64 + 24], long[64 + 64 + 32]) = (3, 9, 1);
    let message = |bytes: &[u8]| Cubin::read(bytes).err().map(|error| error.to_string());
    for (bytes, end) in [(&whole, 20), (&whole, 63), (&long, 64), (&long, 191)] {
        let message = message(&bytes[..end]).expect("an error");
        assert!(message.ends_with(&format!("it is cut off after {end} bytes")), "{message}");
    }
    assert_eq!(message(&long), None);
    // Other faults of the header: a file of 32 bits, no names, another machine, and no ELF file.
    for (at, byte) in [(4, 1), (62, 0), (18, 62), (0, 0)] {
        let mut bytes = long.clone();
        bytes[at] = byte;
        let message = message(&bytes).expect("an error");
        assert!(!message.contains("cut off"), "{message}");
        let is_named = message.contains("expected an ELF file for NVIDIA GPUs");
        assert_eq!(is_named, [18, 0].contains(&at), "{message}");
    }
}
