//! Opcodes and modifiers that are not supported, with the reason and a replacement.

/// PTX mnemonics, the SASS for their `.f64` form, and the SASS for their other forms.
#[rustfmt::skip]
const PTX: &[(&str, &str, &str)] = &[
    ("rcp",   "`MUFU.RCP64H`",                 "`MUFU.RCP`"),
    ("rsqrt", "`MUFU.RSQ64H`",                 "`MUFU.RSQ`"),
    ("sqrt",  "`MUFU.RSQ64H` and Newton steps", "`MUFU.SQRT`"),
    ("div",   "`MUFU.RCP64H` and Newton steps", "`MUFU.RCP` and `FMUL`"),
    ("lg2",   "`MUFU.LG2`",                    "`MUFU.LG2`"),
    ("ex2",   "`MUFU.EX2`",                    "`MUFU.EX2`"),
    ("sin",   "`MUFU.SIN`",                    "`MUFU.SIN`"),
    ("cos",   "`MUFU.COS`",                    "`MUFU.COS`"),
    ("add",   "`DADD`",                        "`FADD` or `IADD`"),
    ("sub",   "`DADD` with `-` before the second source", "`FADD` or `IADD` with `-` before the second source"),
    ("mul",   "`DMUL`",                        "`FMUL`"),
    ("fma",   "`DFMA`",                        "`FFMA`"),
    ("mad",   "`DFMA`",                        "`FFMA`"),
    ("neg",   "`DADD` with `-` before a source", "`FADD` with `-` before a source"),
    ("abs",   "`DADD` with `|…|` around a source", "`FADD` with `|…|` around a source"),
    ("mov",   "`MOV` for each word",           "`MOV`"),
    ("setp",  "`DSETP`",                       "`FSETP` or `ISETP`"),
    ("selp",  "`SEL` for each word",           "`FSEL` or `SEL`"),
    ("and",   "`LOP3.LUT`",                    "`LOP3.LUT`"),
    ("or",    "`LOP3.LUT`",                    "`LOP3.LUT`"),
    ("xor",   "`LOP3.LUT`",                    "`LOP3.LUT`"),
];

/// Opcodes that exist in hardware but are not supported, with the reason and a replacement.
const REFUSED: &[(&[&str], &str, Option<&str>)] = &[
    (&["FADD32I"], "the short form for a wide immediate is not needed", Some("FADD")),
    (&["FMUL32I"], "the short form for a wide immediate is not needed", Some("FMUL")),
    (&["FFMA32I"], "the short form for a wide immediate is not needed", Some("FFMA")),
    (
        &["DSET", "ISET", "FCMP", "ICMP"],
        "only comparisons that write predicates are supported",
        None,
    ),
    (&["XMAD"], "only products of whole words are supported", Some("IMAD")),
    (&["LOP"], "only `LOP3.LUT` and logical instructions with an immediate are supported", None),
    (
        &[
            "BRA", "BRX", "BRXU", "JMP", "CALL", "CAL", "RET", "EXIT", "SSY", "SYNC", "BSSY",
            "BSYNC", "BRK", "PBK", "BREAK", "BMOV", "LEPC", "RPCMOV",
        ],
        "jumps are not supported",
        None,
    ),
    (
        &[
            "LD",
            "LDG",
            "LDS",
            "LDL",
            "LDC",
            "LDCU",
            "ULDC",
            "LDGSTS",
            "ST",
            "STG",
            "STS",
            "STL",
            "ATOM",
            "ATOMG",
            "ATOMS",
            "RED",
            "REDAS",
            "QSPC",
            "STAS",
            "UBLKCP",
            "UBLKPF",
            "UBLKRED",
            "UTMALDG",
            "UTMAPF",
            "UTMAREDG",
            "UTMASTG",
            "LDTM",
            "STTM",
            "UMEMSETS",
            "UGETNEXTWORKID",
        ],
        "memory is not supported: pass the value instead",
        None,
    ),
    (
        &["UTCATOMSWS", "UTCBAR", "UTCCP", "UTCSHIFT", "UVIRTCOUNT"],
        "tensor memory is not supported: pass the value instead",
        None,
    ),
    (
        &["S2R", "CS2R", "S2UR", "CS2UR"],
        "special registers are not supported: pass the value instead",
        None,
    ),
    (
        &[
            "HMMA", "IMMA", "DMMA", "BMMA", "QMMA", "OMMA", "HGMMA", "IGMMA", "QGMMA", "BGMMA",
            "LDSM", "STSM", "MOVM", "UTCHMMA", "UTCIMMA", "UTCOMMA", "UTCQMMA",
        ],
        "products of matrices depend on the other threads of a warp",
        None,
    ),
    (
        &["SHFL", "VOTE", "VOTEU", "MATCH", "REDUX", "CREDUX", "ELECT", "B2R"],
        "it depends on the other threads of a warp",
        None,
    ),
    (
        &["TEX", "TLD", "TLD4", "TXQ", "TXD", "SULD", "SUST", "SURED"],
        "textures are not supported",
        None,
    ),
    (&["DMNMX"], "NVIDIA's assembler writes `DSETP.MIN` and `DSETP.MAX`", Some("DSETP")),
    (
        &["SHL", "SHR", "BFE", "BFI", "IMUL", "IMUL32I", "ISAD", "ISCADD"],
        "assemblers for sm_70 and later write `SHF`, `IMAD`, `VABSDIFF` and `LEA`",
        None,
    ),
    (&["PSET", "PSETP", "CSET", "CSETP"], "only comparisons can write predicates", None),
    (
        &["P2R", "R2P", "UP2UR", "UR2UP"],
        "all predicates as bits of a word are not supported: use `SEL` and `ISETP` for each one",
        None,
    ),
    (
        &[
            "NOP",
            "DEPBAR",
            "LDGDEPBAR",
            "BAR",
            "SYNCS",
            "ARRIVES",
            "UCGABAR_ARV",
            "UCGABAR_WAIT",
            "WARPGROUP",
            "USETMAXREG",
            "UTMACCTL",
            "UTMACMDFLUSH",
            "WARPSYNC",
            "ENDCOLLECTIVE",
            "MEMBAR",
            "ERRBAR",
            "CGAERRBAR",
            "FENCE",
            "CCTL",
            "YIELD",
            "NANOSLEEP",
            "PREEXIT",
            "ACQBULK",
            "BPT",
            "PMTRIG",
        ],
        "it computes nothing",
        None,
    ),
];

/// Modifiers that exist in hardware but are not supported, for one opcode or for all (`None`), with
/// the reason.
#[rustfmt::skip]
const MODIFIERS: &[(Option<&str>, &[&str], &str)] = &[
    (Some("FMUL"), &["D2", "D4", "D8", "M2", "M4", "M8"], "NVIDIA has not published how the scaled product is rounded"),
    (Some("IADD"), &["CC"], "`.CC` follows the destination: `IADD R0.CC, R1, R2`"),
    (Some("IADD32I"), &["CC"], "`.CC` follows the destination: `IADD32I R0.CC, R1, 0x1`"),
    (Some("IADD"), &["PO"], "a sum with 1 added is not supported: add 1 by another `IADD`"),
    (None, &["S"], "it reconverges the threads of a warp, but `sass!` runs one thread"),
];

/// Returns the first modifier that is in `MODIFIERS`, with the reason.
pub(super) fn refused_modifier(opcode: &str, modifiers: &[&str]) -> Option<(usize, &'static str)> {
    let why = |word: &str| {
        let is_of = |row: &&(Option<&str>, &[&str], _)| {
            row.0.is_none_or(|of| of == opcode) && row.1.contains(&word)
        };
        MODIFIERS.iter().find(is_of).map(|row| row.2)
    };
    modifiers.iter().enumerate().find_map(|(i, word)| Some((i, why(word)?)))
}

/// Returns the SASS for a PTX instruction.
pub(super) fn in_sass(name: &str, modifiers: &[&str]) -> Option<&'static str> {
    let is_double = modifiers.contains(&"f64");
    PTX.iter().find(|row| row.0 == name).map(|row| if is_double { row.1 } else { row.2 })
}

/// Returns whether a name is an opcode, supported or not.
#[must_use]
pub fn is_opcode(name: &str) -> bool {
    let plain = super::opcodes::without_unit(name);
    super::opcodes::names().any(|opcode| opcode == plain) || refused(name).is_some()
}

/// Returns the reason and the replacement for an opcode in `REFUSED`.
pub(super) fn refused(opcode: &str) -> Option<(&'static str, Option<&'static str>)> {
    REFUSED.iter().find(|row| row.0.contains(&opcode)).map(|row| (row.1, row.2))
}
