//! Converts a template of inline assembly into a kernel that applies the template to arrays.

use super::constraints::{Class, class};
use super::holes::{Part, Syntax};
use super::resolve::{Resolved, resolve};
use super::statement::{AsmOperand, Direction, Statement};
use super::template::Template;
use ptx_isa::{Code, Dialect, Message, Target, Type, Version};
use ptx_module::Diagnostic;
use ptx_module::check::{Finding, Level, findings};
use ptx_module::resolve::RegisterType;
use ptx_module::syntax::{Source, parse};

/// The name of the kernel. Messages use this name as the file name.
pub const NAME: &str = "asm";

/// An LLVM constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The text, such as `=r`.
    pub text: String,
    /// Whether the operand is a result.
    pub is_result: bool,
    /// The type of the register. `None` for an integer constant, which is inserted into the text.
    pub ty: Option<Type>,
    /// The result whose register this operand shares.
    tied: Option<usize>,
}

/// An array that the kernel reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    /// The number of elements of the array that one execution of the template uses, each in its own register.
    pub registers: usize,
    /// The number of bytes of an array element: 1, 2, 4 or 8.
    pub bytes: usize,
}

/// Parses a list of LLVM constraints. Clobbers are dropped.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_tool::inline::kernel::constraints;
///
/// let all = constraints("=r,f,~{memory}").unwrap();
/// assert_eq!((all[0].is_result, all[0].ty, all[1].ty), (true, Some(Type::B32), Some(Type::F32)));
/// ```
///
/// # Errors
/// If a constraint does not exist in PTX, or if an array cannot hold the operand of a constraint.
pub fn constraints(text: &str) -> Result<Vec<Constraint>, Message> {
    let items = text.split(',').map(str::trim);
    let items = items.filter(|item| !item.is_empty() && !item.starts_with('~'));
    let mut all: Vec<Constraint> = Vec::new();
    for item in items {
        let one = constraint(item, &all)?;
        if one.is_result && all.iter().any(|other| !other.is_result) {
            let message = Message::new(format!("`{item}` is after a source"));
            return Err(message.help("write the constraints of results first"));
        }
        all.push(one);
    }
    Ok(all)
}

fn constraint(item: &str, before: &[Constraint]) -> Result<Constraint, Message> {
    if let Ok(number) = item.parse::<usize>() {
        let Some(result) = before.get(number).filter(|one| one.is_result) else {
            return Err(format!("`{item}` is not the number of a result").into());
        };
        let (text, ty) = (item.into(), result.ty);
        return Ok(Constraint { text, is_result: false, ty, tied: Some(number) });
    }
    if item.contains('+') {
        return Err(Message::new(format!("`{item}` is not a constraint of LLVM")).help(
            "write `=` for the result, and the number of the result for the source: `=r,0`",
        ));
    }
    let ty = match class(item) {
        Some(Class::Register(RegisterType::Scalar(ty))) if ty != Type::Pred => Some(ty),
        Some(Class::Integer) if item == "n" => None,
        _ => {
            return Err(Message::new(format!("`{item}` is not a constraint of an array"))
                .note("the constraints are `h`, `r`, `l`, `f`, `d` and `n`"));
        }
    };
    Ok(Constraint { text: item.into(), is_result: item.starts_with('='), ty, tied: None })
}

/// Returns a module with the kernel [`NAME`], which executes a template. The module has the same line numbers
/// as the template.
///
/// The parameters are the addresses of the arrays, results first, then the number of executions as `.u64`.
/// Each thread executes the template once. A narrow element is zero-extended to its register. `integers` are
/// the values of the `n` constraints, in order.
///
/// ```
/// use ptx_isa::{Dialect, Target, Version};
/// use ptx_tool::inline::kernel::{Array, constraints, kernel};
///
/// let all = constraints("=f,f").unwrap();
/// let arrays = [Array { registers: 1, bytes: 4 }; 2];
/// let dialect = Dialect::of(Version::new("8.0"), Target::sm(80));
/// let text = kernel("rcp.rn.f32 $0, $1;", &all, &arrays, &[], &dialect).unwrap();
/// assert!(text.contains("rcp.rn.f32 $0, $1;"));
/// let faults = kernel("rcp.rn.f32 $0, $2;", &all, &arrays, &[], &dialect).unwrap_err();
/// assert_eq!(faults[0].message, "`$2` has no operand");
/// ```
///
/// # Errors
/// If the template has faults: all its faults, with lines and columns.
pub fn kernel(
    template: &str,
    constraints: &[Constraint],
    arrays: &[Array],
    integers: &[String],
    dialect: &Dialect,
) -> Result<String, Vec<Diagnostic>> {
    let statement = statement(template, constraints, integers);
    let host = Source::new(NAME, template.as_bytes());
    let fault = |finding: Finding| Diagnostic::new(&finding, &host);
    let resolved = resolve(&statement, "0").map_err(|reason| {
        let message = format!("the template is not PTX: {}", reason.name());
        vec![fault(Finding::error(0..template.len(), message))]
    })?;
    let faults: Vec<_> = judged(&resolved, dialect).into_iter().map(fault).collect();
    match faults.is_empty() {
        true => Ok(module(&resolved, constraints, arrays, dialect)),
        false => Err(faults),
    }
}

/// Converts the template to a statement. Rewrites each hole (placeholder) as `$` and the number of its operand.
/// The hole of a tied source gets the number of the result whose register the source shares.
fn statement(template: &str, constraints: &[Constraint], integers: &[String]) -> Statement {
    let mut written = Template::default();
    for (span, part) in Syntax::Dollar.parts(template, true) {
        match part {
            Part::Index(index) => {
                let tied = constraints.get(index).and_then(|one| one.tied);
                written.put(&format!("${}", tied.unwrap_or(index)), span);
            }
            _ => written.copy(template, span),
        }
    }
    let mut integers = integers.iter();
    let operand = |one: &Constraint| AsmOperand {
        direction: if one.is_result { Direction::Result } else { Direction::Source },
        constraint: Some(one.tied.map_or(&one.text, |result| &constraints[result].text).clone()),
        value: if one.ty.is_none() { integers.next().cloned() } else { None },
        ..AsmOperand::default()
    };
    let operands = constraints.iter().map(operand).collect();
    Statement {
        template: written,
        syntax: Syntax::Dollar,
        operands: Some(operands),
        clobbers: None,
    }
}

/// Returns the errors of a template, with positions in the template.
fn judged(resolved: &Resolved, dialect: &Dialect) -> Vec<Finding> {
    let holes = resolved.faults.iter().cloned();
    let mut all: Vec<_> =
        holes.map(|(span, message)| Finding::error(span, message).coded(Code::Hole)).collect();
    if !all.is_empty() {
        return all;
    }
    let source = Source::new(NAME, resolved.ptx.text.as_bytes());
    let module = parse(&source.text);
    let found = findings(&source, &module, dialect.clone(), Some(&resolved.registers)).findings;
    for mut finding in found.into_iter().filter(|one| one.level == Level::Error) {
        finding.span = resolved.ptx.place(&finding.span).unwrap_or_default();
        resolved.respell(&mut finding.message);
        all.push(finding);
    }
    all
}

/// The start of the kernel. `%asm_i` is the index of the execution. Surplus threads return.
const START: &str = "\
    .reg .pred %asm_p; .reg .b32 %asm_r<3>; .reg .b64 %asm_i, %asm_n; \
    mov.u32 %asm_r0, %ctaid.x; mov.u32 %asm_r1, %ntid.x; mov.u32 %asm_r2, %tid.x; \
    mul.wide.u32 %asm_i, %asm_r0, %asm_r1; cvt.u64.u32 %asm_n, %asm_r2; \
    add.u64 %asm_i, %asm_i, %asm_n; ld.param.u64 %asm_n, [asm_count]; \
    setp.ge.u64 %asm_p, %asm_i, %asm_n; @%asm_p ret; ";

/// Returns the text of the module. The directives, declarations and loads are on the same line as the template's first
/// line. So messages have the line numbers of the template.
fn module(
    resolved: &Resolved,
    constraints: &[Constraint],
    arrays: &[Array],
    dialect: &Dialect,
) -> String {
    let version = dialect.version.unwrap_or(Version::NEWEST);
    let target = dialect.target.unwrap_or(Target::DEFAULT);
    let parameters: String = (0..arrays.len()).map(|i| format!(".param .u64 asm_{i}, ")).collect();
    let mut before = format!(
        ".version {version} .target {target} .address_size 64 \
         .visible .entry {NAME}({parameters}.param .u64 asm_count) {{ {START}"
    );
    let mut after = String::new();
    let mut registers =
        constraints.iter().enumerate().filter_map(|(i, one)| Some((i, one, one.ty?)));
    for (i, array) in arrays.iter().enumerate() {
        let (width, stride) = (8 * array.bytes, array.registers * array.bytes);
        before += &format!(
            ".reg .b64 %asm_a{i}; ld.param.u64 %asm_a{i}, [asm_{i}]; \
             mad.lo.u64 %asm_a{i}, %asm_i, {stride}, %asm_a{i}; "
        );
        for (j, (number, one, ty)) in registers.by_ref().take(array.registers).enumerate() {
            let place = format!("[%asm_a{i}+{}]", j * array.bytes);
            if one.tied.is_none() {
                before += &format!(".reg .{} ${number}; ", ty.word());
            }
            match one.is_result {
                true => after += &format!("st.global.b{width} {place}, ${number}; "),
                false => {
                    let register = one.tied.unwrap_or(number);
                    before += &format!("ld.global.b{width} ${register}, {place}; ");
                }
            }
        }
    }
    format!("{before}{{ {}\n}} {after}ret; }}\n", resolved.ptx.text)
}
