//! Tests the syntax trees of texts in `tests/ptx`: declarations, parameters, directives, instructions and operands.

mod common;

use common::source;
use ptx_module::syntax::{
    Block, DirectiveName, Function, FunctionKind, Instruction, Operand, OperandKind, Statement,
    Tree, parse,
};

fn text<'a>(word: &ptx_module::syntax::Word<'a>) -> &'a str {
    word.text
}

fn function<'m, 'a>(module: &'m Tree<'a>, name: &str) -> &'m Function<'a> {
    module.functions().find(|function| function.name.text == name).expect("the function")
}

fn body<'m, 'a>(module: &'m Tree<'a>, name: &str) -> &'m Block<'a> {
    function(module, name).body.as_ref().expect("a body")
}

/// Returns the instructions of a function in text order, including the instructions of inner
/// blocks.
fn instructions<'m, 'a>(block: &'m Block<'a>) -> Vec<&'m Instruction<'a>> {
    let each = |statement: &'m Statement<'a>| match statement {
        Statement::Instruction(instruction) => vec![instruction],
        Statement::Block(block) => instructions(block),
        _ => Vec::new(),
    };
    block.statements.iter().flat_map(each).collect()
}

/// Writes operands in a notation that shows their nesting.
fn shape(operand: &Operand<'_>) -> String {
    let list = |all: &[Operand<'_>]| all.iter().map(shape).collect::<Vec<_>>().join(" ");
    let name = |name: &ptx_module::syntax::Name<'_>| match name.part {
        Some(part) => format!("{}.{part}", name.text),
        None => name.text.into(),
    };
    match &operand.kind {
        OperandKind::Name(found) => name(found),
        OperandKind::Sink => "sink".into(),
        OperandKind::Literal(literal) => format!("#{literal}"),
        OperandKind::Text(text) => format!("text {text}"),
        OperandKind::Sum(base, offset) => format!("(sum {} {})", name(base), shape(offset)),
        OperandKind::Element(base, index) => format!("(element {} {})", name(base), shape(index)),
        OperandKind::Address(all) => format!("(address {})", list(all)),
        OperandKind::Vector(all) => format!("(vector {})", list(all)),
        OperandKind::List(all) => format!("(list {})", list(all)),
        OperandKind::Pair(both) => format!("(pair {})", list(both.as_slice())),
        OperandKind::Complement(found) => format!("(not {})", name(found)),
        OperandKind::Expression(expression) => format!("(steps {})", expression.steps.len()),
    }
}

fn shapes(operands: &[Operand<'_>]) -> Vec<String> {
    operands.iter().map(shape).collect()
}

/// Writes the guard, spelling and operands of an instruction on one line.
fn line(instruction: &Instruction<'_>) -> String {
    let guard = instruction.guard.as_ref().map_or(String::new(), |guard| {
        format!("{}{} ", if guard.is_negated { "unless " } else { "if " }, guard.predicate.text)
    });
    let mut line = guard + &instruction.spelling();
    for operand in &instruction.operands {
        line.push(' ');
        line.push_str(&shape(operand));
    }
    line
}

#[test]
fn directives_and_variables_of_a_module() {
    let source = source("module.ptx");
    let module = parse(&source.text);
    let directives: Vec<_> = module
        .directives()
        .map(|d| (d.name.text, d.arguments.iter().map(text).collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        directives,
        [
            ("version", vec!["8.6"]),
            ("target", vec!["sm_90a", "debug"]),
            ("address_size", vec!["64"]),
            ("file", vec!["1", "\"module.cu\"", "1700000000", "512"]),
            ("alias", vec!["other", "callee"]),
            ("pragma", vec!["\"nounroll\""]),
        ]
    );
    let variables: Vec<_> = module
        .variables()
        .flat_map(|declaration| declaration.names.iter().map(move |name| (declaration, name)))
        .map(|(declaration, name)| {
            let linkage = declaration.linkage.as_ref().map_or("", |linkage| linkage.value.word());
            let types = declaration.types.iter().map(text).collect::<Vec<_>>().join(" ");
            let align = declaration.alignment.as_ref().map_or("", text);
            let sizes = name.dimensions.iter().map(|d| d.as_ref().map_or(String::new(), shape));
            let sizes = sizes.map(|size| format!("[{size}]")).collect::<String>();
            let value = name.initialiser.as_ref().map_or(String::new(), shape);
            let space = declaration.space.value;
            format!("{linkage}|{space}|{align}|{types}|{}{sizes}|{value}", name.name.text)
        })
        .collect();
    assert_eq!(
        variables,
        [
            "|global||b32|counter|",
            "visible|global|8|b8|box[#16]|",
            "|global||f32|pair[#2]|(vector #1.5 #-2.5e-3)",
            "|global||s32|grid[#2][#3]|(vector (vector #1 #2 #3) (vector #4 #5 #6))",
            "|global||s32|after|#7",
            "|const|4|b32|table[]|(vector #0x10 #017 #0b11 #0xFFU #-1)",
            "|const||f64|half|#0d3FE0000000000000",
            "|const||u32|banked|",
            "|global||v4 f32|quad|",
            "|global||u64|pointers[#3]|(vector counter (sum box #4) (steps 2))",
            "|global||u8|bytes[#2]|(vector (steps 2) (steps 2))",
            "extern|global||f32|elsewhere|",
            "extern|shared|16|b8|dynamic[]|",
            "common|global||b32|shared_by_many|",
            "weak|const||b32|weak_one|#1",
            "|global||texref|picture|",
            "|global||s32|managed|",
            "|global||b32|sized[(steps 5)]|",
        ]
    );
    let functions: Vec<_> = module
        .functions()
        .map(|f| {
            (
                f.linkage.as_ref().map_or("", |linkage| linkage.value.word()),
                f.name.text,
                f.body.is_some(),
            )
        })
        .collect();
    assert_eq!(
        functions,
        [("extern", "callee", false), ("", "forward", false), ("visible", "nothing", false)]
    );
    assert_eq!(function(&module, "nothing").directives[0].name.text, "noreturn");
}

#[test]
fn prototypes_may_lack_a_semicolon() {
    let text = ".version 2.3\n.target sm_20\n.visible .func (.param .s32 r) first (.param .u32 a)\n\
                .func second ()\n.global .u32 x;\n.extern .func third (.param .u32 a)\n\
                .entry k () { ret; }\n.func last (.param .u32 a)";
    let source = ptx_module::syntax::Source::new("prototypes.ptx", text.as_bytes());
    let module = parse(&source.text);
    assert!(module.faults.is_empty(), "{:?}", module.faults);
    let functions: Vec<_> = module.functions().map(|f| (f.name.text, f.body.is_some())).collect();
    let expected =
        [("first", false), ("second", false), ("third", false), ("k", true), ("last", false)];
    assert_eq!(functions, expected);
    assert_eq!(module.variables().count(), 1);
    // A kernel declaration, unlike a function declaration, needs a `;`.
    let source = ptx_module::syntax::Source::new("kernel.ptx", b".entry k ()\n.global .u32 x;");
    assert_eq!(parse(&source.text).faults.len(), 1);
}

#[test]
fn parameters_of_functions() {
    let source = source("functions.ptx");
    let module = parse(&source.text);
    let parameters = |all: &[ptx_module::syntax::Declaration<'_>]| {
        let all = all.iter().map(|parameter| {
            assert_eq!(parameter.names.len(), 1);
            let types: Vec<_> = parameter.types.iter().map(text).collect();
            let sizes: Vec<_> = parameter.names[0].dimensions.iter().flatten().map(shape).collect();
            let pointer = parameter.pointer.as_ref().map_or(String::new(), |pointer| {
                let space = pointer.space.iter().map(|space| space.value.word());
                let words = space.chain(pointer.alignment.iter().map(text));
                format!(" to {}", words.collect::<Vec<_>>().join(" "))
            });
            let align = parameter.alignment.as_ref().map_or("", text);
            format!(
                "{} {align}{} {}{}{pointer}",
                parameter.space.value,
                types.join(" "),
                parameter.names[0].name.text,
                sizes.join(" ")
            )
        });
        all.collect::<Vec<_>>()
    };
    let found = function(&module, "add_one");
    assert_eq!(found.kind, FunctionKind::Func);
    assert_eq!(parameters(&found.returns), ["param b32 func_retval0"]);
    assert_eq!(parameters(&found.parameters), ["param b32 add_one_param_0"]);
    let found = function(&module, "in_registers");
    assert_eq!(parameters(&found.returns), ["reg f32 d", "reg f64 e"]);
    assert_eq!(parameters(&found.parameters), ["reg f32 a", "reg pred p"]);
    let found = function(&module, "structures");
    assert_eq!(parameters(&found.returns), ["param 8b8 func_retval0#16"]);
    assert_eq!(parameters(&found.parameters), ["param 4b8 p#12", "param b64 q"]);
    let found = function(&module, "kernel");
    assert_eq!(found.kind, FunctionKind::Entry);
    assert_eq!(
        parameters(&found.parameters),
        [
            "param u64 kernel_param_0 to global 16",
            "param u64 kernel_param_1 to 1",
            "param u32 kernel_param_2"
        ]
    );
    let directives: Vec<_> = found
        .directives
        .iter()
        .map(|d| (d.name.text, d.arguments.iter().map(text).collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        directives,
        [
            ("maxntid", vec!["128", "1", "1"]),
            ("minnctapersm", vec!["2"]),
            ("maxnreg", vec!["32"]),
            ("pragma", vec!["\"nounroll\""])
        ]
    );
    for (name, statements) in
        [("bare", 1), ("empty", 0), ("_Z5crossP3v3", 1), ("fill$55", 1), ("add_one", 5)]
    {
        assert_eq!(body(&module, name).statements.len(), statements, "{name}");
    }
}

#[test]
fn addresses() {
    let source = source("memory.ptx");
    let module = parse(&source.text);
    let lines: Vec<_> = instructions(body(&module, "memory")).into_iter().map(line).collect();
    assert_eq!(
        lines,
        [
            "ld.param.u64 %rd1 (address p)",
            "ld.param.f32 %f1 (address (sum s #4))",
            "cvta.to.global.u64 %rd2 %rd1",
            "ld.global.nc.v4.f32 (vector %f1 %f2 %f3 %f4) (address (sum %rd2 #16))",
            "ld.volatile.global.u32 %r1 (address (sum %rd2 #-4))",
            "ld.relaxed.gpu.global.L1::evict_last.u32 %r2 (address (sum %rd2 #-4))",
            "ld.global.ca.u8 %rs1 (address g)",
            "ld.const.f32 %f5 (address (sum c #4))",
            "ld.const.f32 %f6 (element c #1)",
            "ld.u32 %r3 (address %rd2)",
            "ld.global.u32 %r4 (address #1024)",
            "mov.u64 %rd3 depot",
            "mov.u64 %rd4 (sum g #8)",
            "mov.u64 %rd5 (element g #2)",
            "cvta.local.u64 %rd6 %rd3",
            "st.local.b32 (address (sum depot #4)) %rd4",
            "st.global.wb.v2.b32 (address %rd2) (vector %r1 sink)",
            "st.local.v2.f32 (address %rd3) (vector #0f3F800000 %f1)",
            "st.u8 (address (sum %rd6 #7)) %rs1",
            "prefetch.global.L2 (address %rd2)",
            "ret",
        ]
    );
}

#[test]
fn branches_calls_and_scopes() {
    let source = source("control.ptx");
    let module = parse(&source.text);
    let body = body(&module, "control");
    let lines: Vec<_> = instructions(body).into_iter().map(line).collect();
    assert_eq!(
        lines,
        [
            "ld.param.u32 %r1 (address x)",
            "setp.lt.s32 (pair %p1 %p2) %r1 #0",
            "if %p1 bra $L1",
            "unless %p2 bra.uni $L1",
            "not.pred q %p1",
            "if q ret",
            "st.param.b32 (address (sum param0 #0)) %r1",
            "call.uni (list retval0) callee (list param0)",
            "ld.param.b32 %r2 (address (sum retval0 #0))",
            "call memory_free",
            "call nothing (list ) prototype",
            "call (list retval1 retval2) %rd1 (list param1 param2) prototype",
            "brx.idx %r1 table",
            "bra $L3",
            "bra.uni $L1",
            "trap",
            "exit",
        ]
    );
    let labels: Vec<_> = body.labels().map(text).collect();
    assert_eq!(labels, ["prototype", "$L1", "$L2", "table", "$L3"]);
    let table = body.statements.iter().find_map(|statement| match statement {
        Statement::Directive(directive) if directive.is(DirectiveName::BranchTargets) => {
            Some(directive.arguments.iter().map(text).collect::<Vec<_>>())
        }
        _ => None,
    });
    assert_eq!(table.expect("a table"), ["$L1", "$L2", "$L3"]);
}

#[test]
fn every_kind_of_operand() {
    let source = source("operands.ptx");
    let module = parse(&source.text);
    let body = body(&module, "operands");
    let Statement::Declaration(range) = &body.statements[1] else { panic!("a declaration") };
    let names: Vec<_> =
        range.names.iter().map(|n| (n.name.text, n.range.as_ref().map(text))).collect();
    assert_eq!(
        names,
        [("%r", Some("4")), ("$odd", None), ("_under", None), ("%with_many$_1", None)]
    );
    let shapes: Vec<_> =
        instructions(body).into_iter().map(|i| shapes(&i.operands).join(", ")).collect();
    assert_eq!(
        shapes,
        [
            "%r1, %tid.x",
            "%f1, v.y",
            "%rd1, (vector %r1 %r2)",
            "(vector sink %r1), %rd1",
            "%r1, WARP_SZ",
            "%r1, #-1",
            "%r1, #+1",
            "%f1, #.5",
            "%f1, #5.",
            "%fd1, #-2.5e-3",
            "%r1, (steps 5)",
            "%r1, (list (steps 3))",
            "%r1, (steps 9)",
            "%rd1, (steps 5)",
            "%r1, (steps 8)",
            "(pair p sink), %f1, %f2, (not s)",
            "(pair sink p), %f1, %f2",
            "(pair %r1 p), %r1, %r2, %r3, #0x3f, s",
            "%r1, %r2.b0, %r3.h1",
            "%r0, %r1, %r2, (steps 2)",
            "(vector %f1 %f2 %f3 %f1), (address picture sampler (vector %r1 %r2))",
            "(address (sum %rd1 #4)), (address %rd2 (vector %r1)), (address %rd3)",
            "(vector %f1 %f2), (vector %r1), (vector %r2), (vector %f1 %f2)",
            "#0",
            "",
        ]
    );
}

/// ptxas 13.5 accepts the first two texts, and rejects the third.
#[test]
fn state_spaces_on_the_next_line() {
    for (text, faults) in [
        ("cp.async.ca\n.shared.global [s], [a], 16;", 0),
        ("cp.async.ca.shared\n.global [s], [a], 16;", 0),
        ("cp.async.wait_all\n.shared .b8 s[16];", 1),
    ] {
        let module = parse(text);
        assert_eq!(module.faults.len(), faults, "{text}: {:?}", module.faults);
    }
}

#[test]
fn only_a_function_of_another_module_is_extern() {
    let text = ".extern .func f(); .func g(); .visible .func h() { ret; } .entry k() { ret; }";
    let module = parse(text);
    let found: Vec<_> = module.functions().map(Function::is_extern).collect();
    assert_eq!(found, [true, false, false, false]);
}
