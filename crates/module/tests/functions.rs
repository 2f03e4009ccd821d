//! Tests the registers, operands and control flow of resolved functions.

use ptx_isa::Type;
use ptx_isa::literal::Literal;
use ptx_module::Module;
use ptx_module::resolve::flow::{Exit, Line, blocks};
use ptx_module::resolve::{
    Fault, Formal, Function, Instruction, Meaning, Operand, Register, RegisterType, Role, Step,
    Symbol, function,
};
use ptx_module::syntax::Source;

/// Analyses a text without its header.
fn analysed(text: &str) -> Module {
    let text = format!(".version 8.0 .target sm_80 {text}");
    Module::new(Source::new("t.ptx", text.as_bytes()))
}

/// Resolves the function `f` in `text`, and passes the function and its faults to `test`.
fn resolved(text: &str, test: impl Fn(Function<'_>, Vec<Fault>)) {
    let module = analysed(text);
    let program = module.program().expect("the text is PTX");
    let (lowered, faults) = function(program, program.function("f").expect("`f`"), &|_| None);
    test(lowered, faults);
}

fn instructions<'f, 'a>(function: &'f Function<'a>) -> Vec<&'f Instruction<'a>> {
    let steps = function.steps.iter();
    steps
        .filter_map(|step| match step {
            Step::Instruction(instruction) => Some(instruction.as_ref()),
            Step::Label(_) | Step::Through(_) => None,
        })
        .collect()
}

#[test]
fn names_become_registers_variables_and_numbers() {
    let text = ".global .b32 table[4];
        .func (.reg .f32 out) f(.param .b32 x, .reg .b64 address)
        {
            .reg .b32 r<3>; .reg .v2 .f32 v; .reg .b64 d; .reg .pred p;
            .local .b32 own[2];
            ld.param.b32 r1, [x+0];
            @!p ld.b32 r2, [address+8];
            mov.u64 d, table+4;
            st.local.b32 [own+4], r1;
            neg.f32 out, v.y;
            mov.u32 r1, %tid.x;
            mov.b64 d, {r1, r2};
            add.u32 r1, r2, (3 + 4) * 2;
            setp.eq.u32 p|_, r1, r2;
            mov.u64 d, table[3];
        }";
    resolved(text, |function, faults| {
        assert_eq!(faults, []);
        assert_eq!(function.returns, [Formal::Register(0)]);
        assert_eq!(function.parameters, [Formal::Variable(0), Formal::Register(1)]);
        let names: Vec<_> = function.registers.iter().map(|register| register.name).collect();
        assert_eq!(names, ["out", "address", "r1", "p", "r2", "d", "v"]);
        let vector = RegisterType::Vector(2, Type::F32);
        assert_eq!(function.registers[6], Register { name: "v", ty: vector });
        let variables: Vec<_> =
            function.variables.iter().map(|one| (one.declarator.name.text, one.role)).collect();
        assert_eq!(variables, [("x", Role::Parameter), ("own", Role::Local)]);

        let all = instructions(&function);
        let symbol = |name, meaning, offset| Symbol { name, meaning, offset, index: None };
        let address = |base, offset| Operand::Address(Box::new(base), offset);
        let x = Operand::Symbol(symbol("x", Meaning::Variable(0), 0));
        assert_eq!(all[0].operands, [Operand::Register(2), address(x, 0)]);
        let guard = all[1].guard.expect("a guard");
        assert_eq!((guard.is_negated, guard.predicate), (true, 3));
        assert_eq!(all[1].operands[1], address(Operand::Register(1), 8));
        assert_eq!(all[2].operands[1], Operand::Symbol(symbol("table", Meaning::Global, 4)));
        let own = Operand::Symbol(symbol("own", Meaning::Variable(1), 0));
        assert_eq!(all[3].operands[0], address(own, 4));
        assert_eq!(all[4].operands, [Operand::Register(0), Operand::Element(6, 1)]);
        assert!(matches!(&all[5].operands[1], Operand::Special(name) if name.text == "%tid"));
        let pair = Operand::Vector(vec![Operand::Register(2), Operand::Register(4)]);
        assert_eq!(all[6].operands, [Operand::Register(5), pair]);
        assert_eq!(all[7].operands[2], Operand::Immediate(Literal::Integer(14)));
        let both = Operand::Pair(Box::new([Operand::Register(3), Operand::Sink]));
        assert_eq!(all[8].operands[0], both);
        assert_eq!(all[8].selection.spelling(), "setp.eq.u32");
        assert_eq!(all[9].operands[1], Operand::Symbol(symbol("table", Meaning::Global, 12)));
    });
}

#[test]
fn labels_become_lines_and_blocks() {
    let text = ".func f() {
            .reg .pred p; .reg .b32 i;
        UNUSED:
        LIST: .branchtargets FIRST, END;
            @p bra END;
            brx.idx i, LIST;
        FIRST:
            mov.b32 i, 1;
        END:
            ret;
        }";
    resolved(text, |function, faults| {
        assert_eq!(faults, []);
        // The labels are numbered in text order: UNUSED, LIST, FIRST, END.
        assert_eq!(
            function.lines,
            [
                Line::Straight,
                Line::Straight,
                Line::Jump { to: 3, is_guarded: true },
                Line::Switch { to: vec![2, 3], is_guarded: false },
                Line::Label(2),
                Line::Straight,
                Line::Label(3),
                Line::Leave { is_guarded: false },
            ]
        );
        let blocks = blocks(&function.lines).expect("the labels exist");
        assert!(
            blocks.iter().any(|block| matches!(&block.exit, Exit::Switch(to) if to.len() == 2))
        );
    });
}

/// Tests that each faulty statement is reported once.
#[test]
fn every_fault_is_reported() {
    let text = ".func g() { ret; }
        .func f() {
            .reg .b32 a; .reg .f31 b; .reg .f32 a;
            neg.s32 a, c;
            neg.f32 b, b;
            bra NOWHERE;
            call g, (a);
            @a ret;
            add.u32 a, a+4, 1;
            suq.width.b32 a, a;
            ret;
        }";
    let texts = [
        "unknown register type `.f31`",
        "duplicate declaration of `a` in this scope",
        "undeclared register `c`",
        "undeclared label `NOWHERE`",
        "`g` takes 0 arguments, found 1",
        "unexpected `+` after register `a`",
    ];
    let module = analysed(text);
    let found: Vec<_> =
        module.findings().iter().map(|finding| finding.message.what.as_str()).collect();
    for text in texts {
        assert_eq!(found.iter().filter(|what| **what == text).count(), 1, "{text}: {found:#?}");
    }
    assert!(module.program().is_err());
}
