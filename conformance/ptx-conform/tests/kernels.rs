//! Tests the PTX of the kernels: each kernel contains its instruction once, with registers of the right types.

#[path = "translated/list.rs"]
mod list;

use list::with_kernels;
use ptx_conform::device::Chip;
use ptx_conform::instruction;
use ptx_conform::kernel::{Kernel, Module, Work};
use ptx_isa::operand::{self, Operand};
use ptx_isa::{Type, literal};
use ptx_module::syntax::{Block, Instruction, OperandKind, Statement, parse};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The newest drivers of CUDA 12 and 13.
const DRIVERS: [i32; 2] = [12_090, 13_010];

fn chips() -> impl Iterator<Item = Chip> {
    let of = |driver: i32| move |sm: u16| Chip { name: "a chip".into(), sm, driver };
    DRIVERS.into_iter().flat_map(move |driver| [50, 75, 89, 90, 100, 121].map(of(driver)))
}

fn kernels(all: &[Arc<instruction::Instruction>]) -> Vec<Kernel> {
    let kernel = |(i, instruction): (usize, &Arc<instruction::Instruction>)| {
        let hash = instruction.is_of_one_operand(32).then_some(Work::Hash);
        let high = (instruction.name == "rcp.approx.ftz.f64").then_some(Work::HashHigh);
        let all = [Some(Work::Each), hash, high].into_iter().flatten();
        all.map(|work| Kernel {
            entry: format!("{work:?}{i}"),
            instruction: instruction.clone(),
            work,
        })
        .collect::<Vec<_>>()
    };
    all.iter().enumerate().flat_map(kernel).collect()
}

/// Returns the instructions in a body.
fn instructions<'b, 'a>(body: &'b Block<'a>) -> impl Iterator<Item = &'b Instruction<'a>> {
    body.statements.iter().filter_map(|statement| match statement {
        Statement::Instruction(instruction) => Some(instruction),
        _ => None,
    })
}

/// Converts an operand to the description that the instruction table needs. Appends the registers of the operand to
/// `names`.
fn read(
    kind: &OperandKind<'_>,
    declared: &HashMap<&str, Type>,
    names: &mut Vec<String>,
) -> Operand {
    match kind {
        OperandKind::Name(name) => {
            names.push(name.text.into());
            let ty = declared.get(name.text).copied();
            let register = Operand::Register { name: name.text.into(), ty };
            match name.part {
                None => register,
                Some(word) => Operand::Lanes { of: Box::new(register), word: word.into() },
            }
        }
        OperandKind::Literal(literal) => {
            Operand::Immediate(literal::parse(literal.digits).expect("a literal"))
        }
        OperandKind::Vector(items) => {
            Operand::Vector(items.iter().map(|item| read(&item.kind, declared, names)).collect())
        }
        OperandKind::Pair(both) => {
            Operand::Pair(Box::new([0, 1].map(|i| read(&both[i].kind, declared, names))))
        }
        other => panic!("unexpected operand {other:?}"),
    }
}

#[test]
fn each_kernel_has_its_instruction_once() {
    for chip in chips() {
        let dialect = chip.dialect();
        let all = instruction::all(&dialect);
        let module = Module::new(&kernels(&all), &dialect);
        let tree = parse(&module.text);
        assert!(tree.faults.is_empty(), "{:?}", tree.faults);
        assert_eq!(tree.functions().count(), module.kernels.len());
        for (function, kernel) in tree.functions().zip(&module.kernels) {
            assert_eq!(function.name.text, kernel.entry);
            let body = function.body.as_ref().expect("a body");
            let mut declared = HashMap::new();
            for statement in &body.statements {
                if let Statement::Declaration(one) = statement {
                    let ty = Type::from_word(one.types[0].text).expect("a type");
                    declared.extend(one.names.iter().map(|declarator| (declarator.name.text, ty)));
                }
            }
            // Find the tested instruction. All other instructions of the kernel have no operands, or use an auxiliary
            // register or a label.
            let own = |instruction: &&Instruction<'_>| {
                let registers = instruction.operands.iter().map(|operand| operand.span.clone());
                let mut texts = registers.map(|span| &module.text[span]);
                !instruction.operands.is_empty()
                    && texts.all(|text| {
                        !["%w", "%c", "%t", "%n", "%m", "%g", "%in", "%out", "%d", "next"]
                            .iter()
                            .any(|other| {
                                text.split([' ', ',', '{', '}', '[', ']', '+'])
                                    .any(|word| word == *other)
                            })
                    })
            };
            let found: Vec<_> = instructions(body).filter(own).collect();
            let [one] = found.as_slice() else { panic!("{}: {}", kernel.entry, kernel.text()) };
            let selection = &kernel.instruction.selection;
            assert_eq!(one.spelling(), selection.spelling());
            let mut names = Vec::new();
            let operands: Vec<_> = one
                .operands
                .iter()
                .map(|operand| read(&operand.kind, &declared, &mut names))
                .collect();
            if let Err(fault) = operand::check(std::slice::from_ref(selection), &operands) {
                panic!("{}: {}", kernel.instruction.name, fault.message);
            }
            // The instruction uses each source and result once, in order. A carry is not an operand of the instruction.
            let carries = [selection.writes_flag().is_some(), selection.reads_flag().is_some()];
            let expected = [
                ("r", &kernel.instruction.results, carries[0]),
                ("s", &kernel.instruction.sources, carries[1]),
            ];
            let expected = expected.into_iter().flat_map(|(prefix, types, carry)| {
                (0..types.len() - usize::from(carry)).map(move |i| format!("%{prefix}{i}"))
            });
            assert!(names.into_iter().eq(expected), "{}", kernel.text());
        }
    }
}

#[test]
fn names_are_unique() {
    for chip in chips() {
        let mut names = HashSet::new();
        for instruction in instruction::all(&chip.dialect()) {
            assert!(names.insert(instruction.name.clone()), "{}", instruction.name);
        }
    }
}

#[test]
fn drivers_support_the_expected_ptx_version() {
    let version = |driver| {
        Chip { name: String::new(), sm: 90, driver }.dialect().version.map(|v| v.to_string())
    };
    // The versions are from PTX ISA, "Release Notes".
    for (driver, expected) in [
        (12_000, "8.0"),
        (12_040, "8.4"),
        (12_060, "8.5"),
        (12_080, "8.7"),
        (12_090, "8.8"),
        (13_000, "9.0"),
    ] {
        assert_eq!(version(driver).as_deref(), Some(expected));
    }
    let target = |sm, driver| {
        Chip { name: String::new(), sm, driver }.dialect().target.map(|t| t.to_string())
    };
    assert_eq!(target(90, 12_000).as_deref(), Some("sm_90a"));
    assert_eq!(target(89, 12_090).as_deref(), Some("sm_89"));
    assert_eq!(target(120, 12_080).as_deref(), Some("sm_120a"));
}

macro_rules! named {
    ($($name:ident: $work:ident $form:literal;)*) => {
        const TRANSLATED: &[(&str, Work, &str)] = &[$((stringify!($name), Work::$work, $form)),*];
    };
}
with_kernels!(named);

/// Tests that `translated/kernels.ptx` is up to date. With `PTX_GOLDEN=overwrite`, writes the file instead.
#[test]
fn the_translated_file_is_up_to_date() {
    let dialect = Chip { name: String::new(), sm: 90, driver: 12_090 }.dialect();
    let all = instruction::all(&dialect);
    let kernel = |(entry, work, form): &(&str, Work, &str)| {
        let found = all.iter().find(|instruction| instruction.name == *form);
        let instruction = found.unwrap_or_else(|| panic!("{form} does not run on a chip")).clone();
        Kernel { entry: (*entry).into(), instruction, work: *work }
    };
    let kernels: Vec<_> = TRANSLATED.iter().map(kernel).collect();
    let text = Module::new(&kernels, &dialect).text;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/translated/kernels.ptx");
    if std::env::var_os("PTX_GOLDEN").is_some_and(|value| value == "overwrite") {
        std::fs::write(path, &text).expect("the folder is writable");
    }
    let written = std::fs::read_to_string(path).expect("the file is readable");
    assert!(written == text, "PTX_GOLDEN=overwrite writes {path} anew");
}
