//! Explains a matrix instruction: the matrices, the registers that hold their elements, and the steps in
//! which each target's tensor core sums the products.

use super::form::{defaults, since};
use super::page::{sections, wrapped};
use super::rust::expression;
use ptx_core::Sm;
use ptx_core::mma::{Form, Operand, Order, Parameters, Place, Position, Rounded, Type, position};
use ptx_isa::{Dialect, Selection, Target, doc};
use ptx_loops::matrix;
use std::fmt::Write;

/// Explains a matrix instruction.
pub(super) fn instruction(chosen: &Selection, home: &Dialect) -> String {
    let words: Vec<_> = chosen.modifiers.iter().flatten().copied().collect();
    let mut text = format!("{}\n", chosen.spelling());
    let page = doc::page(chosen.form.mnemonic);
    if let Some(page) = &page {
        wrapped(&mut text, &page.summary());
    }
    let _ = writeln!(text, "\nForm\n  {}\n    {}", chosen.form, since(chosen));
    let _ = writeln!(text, "    {}", registers(chosen));
    let _ = writeln!(text, "    PTX ISA, {}", chosen.form.section);
    text.push_str(&defaults(chosen));
    if let Some(form) = matrix::form(chosen) {
        matrices(&mut text, form);
        steps(&mut text, form);
    }
    if let Some(page) = &page {
        sections(&mut text, page, Some((chosen.form, &words)));
    }
    let _ = writeln!(text, "\nIn Rust\n  {}", rust(chosen, home));
    text
}

/// Returns a line that lists the registers of the matrices. If a matrix is not in registers, the line tells where the
/// matrix is.
fn registers(chosen: &Selection) -> String {
    if chosen.form.mnemonic == "wgmma" {
        return "A and B are in shared memory, C and D in the registers of a warpgroup".into();
    }
    let registers = (0..chosen.form.operands.len()).map(|i| {
        let slot = &chosen.form.operands[i];
        let ty = chosen.operand_type(i).map_or(String::new(), register_type);
        format!("{} of {} {ty}", slot.name, slot.elements.unwrap_or(1))
    });
    format!("registers: {}", registers.collect::<Vec<_>>().join(", "))
}

/// Returns the type of registers that hold values of a type. The result is the type itself, or `.bN` if no register can
/// have the type.
fn register_type(ty: ptx_isa::Type) -> String {
    match ty.is_register_type() {
        true => format!(".{}", ty.word()),
        false => format!(".b{}", ty.bits()),
    }
}

/// Writes the shape of each matrix, and which register of which lane holds each element.
fn matrices(text: &mut String, form: Form) {
    let is_sparse = form.is_sparse();
    text.push_str(match form.registers(Operand::D) {
        Some(_) => "\nMatrices: (row, column) of the elements in the registers of lane 0\n",
        None => "\nMatrices\n",
    });
    let [m, n, k] = form.shape();
    let all = [
        ("D", Operand::D, m, n),
        ("A", Operand::A, m, form.stored()),
        ("B", Operand::B, k, n),
        ("C", Operand::C, m, n),
    ];
    for (name, operand, rows, columns) in all {
        let ty = matrix::type_word(form.element_type(operand));
        let _ = write!(text, "  {name}: {rows} x {columns} of {ty}");
        if is_sparse && operand == Operand::A {
            let _ = write!(text, ", the stored half of {rows} x {k}");
        }
        let Some(registers) = form.registers(operand) else {
            text.push('\n');
            continue;
        };
        text.push(':');
        for register in 0..registers {
            let at = |element| position(form, operand, Place { lane: 0, register, element });
            let elements: Vec<_> = (0..32).map_while(at).collect();
            let letter = name.to_ascii_lowercase();
            let _ = write!(text, " {letter}{register} {}", range(&elements));
        }
        let lanes = [1, 2, 4, 8, 16].map(|lane| {
            let first = position(form, operand, Place { lane, register: 0, element: 0 });
            first.map_or(String::new(), |first| format!("{lane} {}", difference(first)))
        });
        let _ = writeln!(
            text,
            "\n     and in other lanes, the bits of their number: {}",
            lanes.join(", ")
        );
    }
}

/// Returns the rows and columns of the elements in a register. The elements are in one row or in one column.
fn range(elements: &[Position]) -> String {
    let span = |from: u8, to: u8| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    match (elements.first(), elements.last()) {
        (Some(a), Some(z)) => format!("({}, {})", span(a.row, z.row), span(a.column, z.column)),
        _ => String::new(),
    }
}

/// Returns the distance from lane 0's first element to `first`, another lane's first element. If `first` belongs to
/// another product, returns the number of this product.
fn difference(first: Position) -> String {
    match first.product {
        0 => format!("(+{}, +{})", first.row, first.column),
        product => format!("product {product}"),
    }
}

/// Writes the parameters of the summation steps for each range of targets.
fn steps(text: &mut String, form: Form) {
    let mut targets: Vec<u16> = Target::all().map(|target| target.sm).collect();
    targets.sort_unstable();
    targets.dedup();
    targets.retain(|sm| form.runs_on(Sm(*sm)));
    let mut ranges: Vec<(u16, u16, Option<Parameters>)> = Vec::new();
    for sm in targets {
        let parameters = form.parameters(Sm(sm));
        match ranges.last_mut() {
            Some((_, last, same)) if *same == parameters => *last = sm,
            _ => ranges.push((sm, sm, parameters)),
        }
    }
    if ranges.iter().all(|(.., parameters)| parameters.is_none()) {
        return;
    }
    text.push_str("\nSteps\n");
    for (first, last, parameters) in ranges {
        let targets = match first == last {
            true => format!("sm_{first}"),
            false => format!("sm_{first} to sm_{last}"),
        };
        let _ = writeln!(text, "  {targets}: {}", parameters.map_or(NONE.into(), described));
    }
}

/// The text for targets without a tensor instruction for the form.
const NONE: &str = "no tensor instruction, see the sequence";

/// Returns a description of the parameters of a summation step.
fn described(parameters: Parameters) -> String {
    let Parameters { products, kept, floor, rounded, order, .. } = parameters;
    let sequence = match order {
        Order::Ascending => "",
        Order::Halves => " of f16, see the sequence",
    };
    let result = match rounded {
        Rounded::Half => "to nearest even".into(),
        Rounded::Single(fraction) => format!("towards zero to {fraction} bits of fraction"),
    };
    format!(
        "{products} products in a step{sequence}, {kept} bits kept below the largest exponent, \
         which is {floor} or more; rounded {result}"
    )
}

/// Returns a line of Rust that calls the function of an instruction.
fn rust(chosen: &Selection, home: &Dialect) -> String {
    let Some((function, passed)) =
        chosen.warp_function(home).or_else(|| chosen.tile_function(home))
    else {
        return "let d: Option<u64> = ptx::ops::mma::element(form, a, b, c, sm);  // form: ptx::ops::mma::Form, \
                a: &[u64], b: &[u64], c: u64, sm: ptx::ops::Sm"
            .into();
    };
    let passed: String = passed.iter().map(|one| format!(", {}", expression(one, &[]))).collect();
    let sparse = matrix::form(chosen).filter(|form| form.is_sparse());
    let [d, a, b, c] = match chosen.form.is_of_elements() {
        true => whole(chosen),
        false => [0, 1, 2, 3].map(|i| {
            let ty = chosen.operand_type(i).map_or("u32", |ty| ty.rust().name());
            format!("[[{ty}; {}]; 32]", chosen.form.operands[i].elements.unwrap_or(1))
        }),
    };
    let mut types = vec![("a", true, a)];
    if let (true, Some(form)) = (chosen.form.is_of_elements(), sparse) {
        types.push(("metadata", true, format!("[[u8; {}]; {}]", form.chunks(), form.shape()[0])));
    }
    types.extend([("b", true, b), ("c", true, c)]);
    if !chosen.form.is_of_elements() {
        let scales = matrix::form(chosen).and_then(|form| form.scales());
        let metadata = [("e", true, "[u32; 32]"), ("selector", false, "u32")];
        let scaled = [
            ("sa", true, "[u32; 32]"),
            ("ida", false, "[u16; 2]"),
            ("sb", true, "[u32; 32]"),
            ("idb", false, "[u16; 2]"),
        ];
        let further = metadata.iter().filter(|_| sparse.is_some());
        let further = further.chain(scaled.iter().filter(|_| scales.is_some()));
        types.extend(further.map(|(name, by, ty)| (*name, *by, (*ty).to_string())));
    }
    let arguments =
        types.iter().map(|(name, by, _)| format!("{}{name}", if *by { "&" } else { "" }));
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    let types = types.iter().map(|(name, _, ty)| format!("{name}: {ty}"));
    let types = types.collect::<Vec<_>>().join(", ");
    format!("let d: {d} = {{ use ptx::ops::*; {function}({arguments}{passed}) }};  // {types}")
}

/// Returns the Rust types of the matrices D, A, B and C. Elements of one bit are packed into 32-bit words.
fn whole(chosen: &Selection) -> [String; 4] {
    let Some(form) = matrix::form(chosen) else { return Default::default() };
    let [m, n, k] = form.shape();
    let in_one = if form.bits().is_some() { 32 } else { 1 };
    let (stored, k) = (form.stored() / in_one, k / in_one);
    [(Operand::D, m, n), (Operand::A, m, stored), (Operand::B, k, n), (Operand::C, m, n)].map(
        |(operand, rows, columns)| {
            let ty = match form.element_type(operand) {
                Type::F32 => "f32",
                Type::F64 => "f64",
                Type::S32 => "i32",
                Type::S8 | Type::S4 => "i8",
                Type::Tf32 | Type::B1 => "u32",
                Type::F16 | Type::Bf16 => "u16",
                _ => "u8",
            };
            format!("[[{ty}; {columns}]; {rows}]")
        },
    )
}
