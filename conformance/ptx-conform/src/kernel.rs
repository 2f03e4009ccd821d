//! Writes kernels that load operands, run an instruction and store its results.
//!
//! Operands and results are 64-bit words in memory, and all words of one thread are consecutive. A
//! hashing kernel generates its operands: thread b runs the instruction on the 2^16 operands from
//! b·2^16, and stores one digest.

use crate::digests::{BASIS, BLOCK, PRIME};
use crate::instruction::Instruction;
use ptx_isa::forms::{OperandSlot, Second};
use ptx_isa::{Dialect, Flag, Type};
use std::fmt::Write;
use std::sync::Arc;

/// The maximum number of kernels in a module. If a module fails to compile, the results of all its kernels are missing,
/// so the modules are kept small.
pub const MAX_KERNELS: usize = 250;

/// The work of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Each thread runs the instruction once, on operands from memory.
    Each,
    /// Each thread runs the instruction on a block of 32-bit operands, and hashes the results.
    Hash,
    /// Like `Hash`, for 64-bit operands whose low words are 0. The high words of the results are
    /// hashed.
    HashHigh,
}

/// A kernel.
#[derive(Clone)]
pub struct Kernel {
    /// The name of the kernel.
    pub entry: String,
    /// The instruction.
    pub instruction: Arc<Instruction>,
    /// The work of the kernel.
    pub work: Work,
}

/// A PTX module with several kernels.
pub struct Module {
    /// The PTX text.
    pub text: String,
    /// The kernels in the module.
    pub kernels: Vec<Kernel>,
}

impl Module {
    /// Writes a module with these kernels.
    #[must_use]
    pub fn new(kernels: &[Kernel], dialect: &Dialect) -> Self {
        let mut text = header(dialect);
        for kernel in kernels {
            text.push_str(&kernel.text());
        }
        Self { text, kernels: kernels.to_vec() }
    }
}

/// Returns the directives at the start of a module.
pub(crate) fn header(dialect: &Dialect) -> String {
    let version = dialect.version.map(|version| version.to_string()).unwrap_or_default();
    let target = dialect.target.map(|target| target.to_string()).unwrap_or_default();
    format!(".version {version}\n.target {target}\n.address_size 64\n")
}

/// PTX text that is built line by line.
struct Lines(String);

impl Lines {
    fn add(&mut self, line: &str) {
        self.0.push_str("    ");
        self.0.push_str(line);
        self.0.push('\n');
    }
}

/// The start of every kernel. The code stores the number of the thread in `%t`. It exits if the number is not below the
/// thread count.
pub(crate) const HEAD: &str = "\
(.param .u64 input, .param .u64 output, .param .u32 count)
{
    .reg .b64 %in, %out, %w;
    .reg .b32 %t, %n, %m, %c;
    .reg .pred %g;
    mov.u32 %t, %tid.x;
    mov.u32 %n, %ctaid.x;
    mov.u32 %m, %ntid.x;
    mad.lo.u32 %t, %n, %m, %t;
    ld.param.u32 %n, [count];
    setp.ge.u32 %g, %t, %n;
    @%g ret;
    ld.param.u64 %out, [output];
";

impl Kernel {
    /// Returns the PTX text of the kernel.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Lines(format!(".visible .entry {}{HEAD}", self.entry));
        for (prefix, types) in [("s", &self.instruction.sources), ("r", &self.instruction.results)]
        {
            for (i, ty) in types.iter().enumerate() {
                lines.add(&format!(".reg .{} %{prefix}{i};", register(*ty)));
            }
        }
        match self.work {
            Work::Each => self.each(&mut lines),
            Work::Hash | Work::HashHigh => self.hash(&mut lines),
        }
        lines.add("ret;");
        lines.0 + "}\n"
    }

    fn each(&self, lines: &mut Lines) {
        let (sources, results) = (self.instruction.sources.len(), self.instruction.results.len());
        lines.add("ld.param.u64 %in, [input];");
        lines.add(&format!("mad.wide.u32 %in, %t, {}, %in;", 8 * sources));
        lines.add(&format!("mad.wide.u32 %out, %t, {}, %out;", 8 * results));
        for (i, ty) in self.instruction.sources.iter().enumerate() {
            lines.add(&format!("ld.global.b64 %w, [%in+{}];", 8 * i));
            lines.add(&narrowed(*ty, &format!("%s{i}")));
        }
        self.add_instruction(lines);
        for (i, ty) in self.instruction.results.iter().enumerate() {
            lines.add(&widened(*ty, &format!("%r{i}")));
            lines.add(&format!("st.global.b64 [%out+{}], %w;", 8 * i));
        }
    }

    fn hash(&self, lines: &mut Lines) {
        lines.add(".reg .b64 %d;");
        lines.add("mad.wide.u32 %out, %t, 8, %out;");
        lines.add("shl.b32 %t, %t, 16;");
        lines.add(&format!("mov.b64 %d, {BASIS:#018x};"));
        lines.add("mov.u32 %n, 0;");
        lines.0.push_str("next:\n");
        match self.work {
            Work::HashHigh => {
                lines.add("or.b32 %m, %t, %n;");
                lines.add("mov.u32 %c, 0;");
                lines.add("mov.b64 %s0, {%c, %m};");
            }
            _ => lines.add("or.b32 %s0, %t, %n;"),
        }
        self.add_instruction(lines);
        lines.add(&widened(self.instruction.results[0], "%r0"));
        if self.work == Work::HashHigh {
            lines.add("shr.b64 %w, %w, 32;");
        }
        lines.add("xor.b64 %d, %d, %w;");
        lines.add(&format!("mul.lo.u64 %d, %d, {PRIME:#x};"));
        lines.add("add.u32 %n, %n, 1;");
        lines.add(&format!("setp.lt.u32 %g, %n, {BLOCK};"));
        lines.add("@%g bra next;");
        lines.add("st.global.b64 [%out], %d;");
    }

    /// Adds the tested instruction, and the instructions that set and read the carry flag.
    fn add_instruction(&self, lines: &mut Lines) {
        let Instruction { selection, sources, results, .. } = &*self.instruction;
        if let Some(flag) = selection.reads_flag() {
            lines.add(&format!("selp.u32 %c, 1, 0, %s{};", sources.len() - 1));
            lines.add(match flag {
                // Set the carry flag to %c, which is 0 or 1. If %c is 1, adding ffffffff carries, and subtracting %c
                // from 0 borrows.
                Flag::Carry => "add.cc.u32 %c, %c, 0xffffffff;",
                Flag::Borrow => "sub.cc.u32 %c, 0, %c;",
            });
        }
        let mut line = format!("{} ", selection.spelling());
        let (mut source, mut result) = (0, 0);
        for (i, slot) in selection.form.operands.iter().enumerate() {
            let operand = match i {
                0 => operand(slot, "r", &mut result, None),
                _ => operand(slot, "s", &mut source, self.instruction.immediate),
            };
            // Writing to a string cannot fail.
            let _ = write!(line, "{}{operand}", if i == 0 { "" } else { ", " });
        }
        lines.add(&(line + ";"));
        if let Some(flag) = selection.writes_flag() {
            lines.add(match flag {
                Flag::Carry => "addc.u32 %c, 0, 0;",
                Flag::Borrow => "subc.u32 %c, 0, 0;",
            });
            lines.add(&format!("setp.ne.u32 %r{}, %c, 0;", results.len() - 1));
        }
    }
}

/// Returns the text of an operand. `next` is the number of the operand's first register. The function increases `next`
/// for each register.
fn operand(slot: &OperandSlot, prefix: &str, next: &mut usize, immediate: Option<u64>) -> String {
    let mut register = || {
        *next += 1;
        format!("%{prefix}{}", *next - 1)
    };
    if let (ptx_isa::forms::Literals::Immediate, Some(value)) = (slot.literals, immediate) {
        return format!("{value:#x}");
    }
    match (slot.elements, slot.second) {
        (Some(count), _) => {
            let all: Vec<_> = (0..count).map(|_| register()).collect();
            format!("{{{}}}", all.join(", "))
        }
        (None, Second::Never) => register() + slot.suffix(),
        (None, Second::Optional | Second::Always) => format!("{}|{}", register(), register()),
    }
}

/// Returns the type with which to declare a register: `b8` to `b64`. An 8-bit integer keeps its type, because some
/// versions of ptxas require this type.
fn register(ty: Type) -> &'static str {
    match (ty, ty.bits()) {
        (Type::Pred, _) => "pred",
        (Type::U8 | Type::S8, _) => ty.word(),
        (_, 8) => "b8",
        (_, 16) => "b16",
        (_, 32) => "b32",
        _ => "b64",
    }
}

/// Returns the instruction that copies the word `%w` to a register.
fn narrowed(ty: Type, register: &str) -> String {
    match (ty, ty.bits()) {
        (Type::Pred, _) => format!("setp.ne.b64 {register}, %w, 0;"),
        (_, 64) => format!("mov.b64 {register}, %w;"),
        (_, bits) => format!("cvt.u{bits}.u64 {register}, %w;"),
    }
}

/// Returns the instruction that copies a register to the word `%w`.
fn widened(ty: Type, register: &str) -> String {
    match (ty, ty.bits()) {
        (Type::Pred, _) => format!("selp.b64 %w, 1, 0, {register};"),
        (_, 64) => format!("mov.b64 %w, {register};"),
        (_, bits) => format!("cvt.u64.u{bits} %w, {register};"),
    }
}
