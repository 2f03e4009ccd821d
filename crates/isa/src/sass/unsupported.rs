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
    ("and",   "`LOP32I.AND`",                  "`LOP32I.AND`"),
    ("or",    "`LOP32I.OR`",                   "`LOP32I.OR`"),
    ("xor",   "`LOP32I.XOR`",                  "`LOP32I.XOR`"),
];

/// Opcodes that exist in hardware but are not supported, with the reason and a replacement.
const REFUSED: &[(&[&str], &str, Option<&str>)] = &[
    (&["FADD32I"], "the short form for a wide immediate is not needed", Some("FADD")),
    (&["FMUL32I"], "the short form for a wide immediate is not needed", Some("FMUL")),
    (&["FFMA32I"], "the short form for a wide immediate is not needed", Some("FFMA")),
    (
        &["FSET", "DSET", "ISET", "FCMP", "ICMP"],
        "only comparisons that write predicates are supported",
        None,
    ),
    (
        &["IADD3", "VIADD", "IMAD", "XMAD", "LEA"],
        "integer products and sums of three sources are not supported",
        None,
    ),
    (&["LOP", "LOP3", "PLOP3"], "only logical instructions with an immediate are supported", None),
    (&["FCHK"], "NVIDIA has not published its rule", None),
    (
        &[
            "BRA", "BRX", "JMP", "CALL", "CAL", "RET", "EXIT", "SSY", "SYNC", "BSSY", "BSYNC",
            "BRK", "PBK",
        ],
        "jumps are not supported",
        None,
    ),
    (
        &[
            "LD", "LDG", "LDS", "LDL", "LDC", "ULDC", "ST", "STG", "STS", "STL", "ATOM", "ATOMG",
            "RED",
        ],
        "memory is not supported: pass the value instead",
        None,
    ),
    (&["S2R", "CS2R", "S2UR"], "special registers are not supported: pass the value instead", None),
    (
        &[
            "HMMA", "IMMA", "DMMA", "BMMA", "QMMA", "OMMA", "HGMMA", "IGMMA", "QGMMA", "LDSM",
            "MOVM",
        ],
        "products of matrices depend on the other threads of a warp",
        None,
    ),
    (
        &["SHFL", "VOTE", "VOTEU", "MATCH", "REDUX", "ELECT"],
        "it depends on the other threads of a warp",
        None,
    ),
    (&["TEX", "TLD", "TLD4", "TXQ", "TXD", "SULD", "SUST"], "textures are not supported", None),
    (
        &["HADD2", "HMUL2", "HFMA2", "HSET2", "HSETP2", "HMNMX2"],
        "arithmetic on halves is not supported",
        None,
    ),
    (
        &["FMNMX", "FMNMX3", "IMNMX", "VIMNMX", "VIMNMX3", "DMNMX"],
        "minima and maxima are not supported",
        None,
    ),
    (
        &["F2F", "F2I", "I2F", "I2I", "F2FP", "I2FP", "I2IP", "F2IP", "FRND"],
        "conversions are not supported",
        None,
    ),
    (
        &[
            "SHL", "SHR", "SHF", "BFE", "BFI", "BMSK", "BREV", "FLO", "POPC", "PRMT", "SGXT",
            "IABS", "IDP", "IMUL", "IMUL32I", "ISAD", "ISCADD", "VABSDIFF",
        ],
        "the supported integer instructions are sums, comparisons and logical instructions",
        None,
    ),
    (
        &["PSET", "PSETP", "CSET", "CSETP", "P2R", "R2P"],
        "only comparisons can write predicates",
        None,
    ),
    (
        &[
            "R2UR", "UMOV", "UIADD3", "UIMAD", "ULOP3", "ULEA", "USEL", "USHF", "UISETP", "UPRMT",
            "UFLO",
        ],
        "uniform registers are not supported",
        None,
    ),
    (&["NOP", "DEPBAR", "BAR", "WARPSYNC", "MEMBAR"], "it computes nothing", None),
];

/// Operations of MUFU that exist in hardware but are not supported.
const OPERATIONS: &[(&str, &str)] =
    &[("TANH", "it is not in SPA 5.0; `ptx!` has it as `tanh.approx.f32`")];

/// Modifiers that exist in hardware but are not supported, for one opcode or for all (`None`), with
/// the reason.
#[rustfmt::skip]
const MODIFIERS: &[(Option<&str>, &[&str], &str)] = &[
    (Some("DSETP"), &["MAX", "MIN"], "NVIDIA has not published how it treats a NaN operand"),
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
    super::opcodes::names().any(|opcode| opcode == name) || refused(name).is_some()
}

/// Returns the reason and the replacement for an opcode in `REFUSED`.
pub(super) fn refused(opcode: &str) -> Option<(&'static str, Option<&'static str>)> {
    REFUSED.iter().find(|row| row.0.contains(&opcode)).map(|row| (row.1, row.2))
}

/// Returns the reason for a MUFU operation in `OPERATIONS`.
pub(super) fn refused_operation(word: &str) -> Option<&'static str> {
    OPERATIONS.iter().find(|row| row.0 == word).map(|row| row.1)
}
