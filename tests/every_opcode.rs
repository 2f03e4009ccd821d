//! Tests that the functions for every spelling of every row of the opcode table can be called in `const`. Also tests
//! that the documentation of `sass!` lists exactly the rows of the opcode table.
#![forbid(unsafe_code)]

const NAMES: &[(&str, &str)] = &ptx::__private::__every_opcode!(ptx);
const DOCUMENTATION: &str = include_str!("../src/sass.md");

#[test]
fn every_opcode_is_a_const_function_of_the_core() {
    for name in ["MUFU.COS.SAT", "FADD.FTZ.RZ.SAT", "FSETP.GEU.FTZ.AND", "ISETP.GT.U32.OR", "MOV"] {
        assert!(NAMES.iter().any(|pair| pair.1 == name), "{name} is missing");
    }
}

#[test]
fn every_row_is_documented_and_no_other() {
    for (line, _) in NAMES {
        assert!(DOCUMENTATION.contains(&format!("| `{line}` |")), "{line} is missing");
    }
    let documented = DOCUMENTATION.lines().filter_map(|line| line.strip_prefix("| `"));
    for line in documented.filter_map(|line| Some(line.split_once('`')?.0)) {
        assert!(NAMES.iter().any(|pair| pair.0 == line), "{line} is not a row");
    }
}
