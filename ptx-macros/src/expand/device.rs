//! Generates code for nvptx64: one `asm!` with the PTX instruction for each statement.
//!
//! Some values have another form outside of the `asm!`:
//!
//! - A predicate is a `u32`, because rustc has no register class for `bool`.
//! - An 8-bit operand is in a 16-bit register. Inside the `asm!` it is copied to an 8-bit register,
//!   because some forms of PTX require the exact width.
//! - A 128-bit value is two `u64`, because rustc has no register class for `u128` on this target.
//! - The carry flag is a `u32`, also after a difference: 1 if there is no borrow. ptxas removes the instructions that
//!   convert the flag.

use crate::expand::writer::Writer;
use crate::ir::{Layout, Operation, Text, Value};
use proc_macro2::{Ident, Literal, TokenStream};
use ptx_isa::{Rust, Type};
use ptx_translate::rust::{Tokens, assign, own};
use quote::{ToTokens, TokenStreamExt, quote};

/// The parts of an `asm!`.
#[derive(Default)]
struct Assembly {
    /// Declarations, and instructions that convert the sources.
    before: Vec<String>,
    /// Instructions that convert the results.
    after: Vec<String>,
    /// The operands of `asm!`, numbered from 0.
    operands: TokenStream,
    count: usize,
    /// Declarations of the Rust variables for the results.
    results: TokenStream,
}

impl Writer {
    /// Generates an instruction. Omits an instruction that discards all its results, unless another instruction may
    /// read its carry.
    pub(super) fn assembled(&self, out: &mut TokenStream, operation: &Operation, text: &Text) {
        let sources = &operation.sources;
        let held = self.held(out, operation);
        let carry = self.carry.as_ref();
        let carried = carry.filter(|_| operation.computation.writes_carry.is_some());
        if carried.is_none() && operation.destinations.iter().all(Option::is_none) {
            return;
        }
        let mut assembly = Assembly::default();
        if let Some(carry) = carry.filter(|_| operation.computation.value.reads_carry().is_some()) {
            set_carry(&mut assembly, carry);
        }
        let read: Vec<_> = sources
            .iter()
            .zip(held)
            .map(|((value, ty), held)| self.source(&mut assembly, value, *ty, &held))
            .collect();
        let names: Vec<_> =
            (0..operation.destinations.len()).map(|i| own(&format!("__e{i}"))).collect();
        let written =
            names.iter().zip(&operation.destinations).map(
                |(name, destination)| match destination {
                    Some((_, ty)) => self.result(&mut assembly, name, *ty),
                    None => "_".into(),
                },
            );
        let values: Vec<String> = written.collect::<Vec<_>>().into_iter().chain(read).collect();
        let held_carry = own("__c");
        if carried.is_some() {
            self.get_carry(&mut assembly, &held_carry);
        }
        self.append(out, assembly, format!("{} {};", text.spelling, operands(text, values)));
        for (name, destination) in names.into_iter().zip(&operation.destinations) {
            let Some((place, ty)) = destination else { continue };
            let value = match ty {
                Type::Pred => quote!(#name != 0).into(),
                Type::B128 => {
                    let (path, high) = (&self.names.path, high(&name));
                    quote!(#name as #path::U128 | (#high as #path::U128) << 64).into()
                }
                _ => Tokens::from(name),
            };
            self.write(out, operation, place, *ty, value);
        }
        if let Some(carry) = carried {
            out.append(carry.clone());
            assign(out, &held_carry.into());
        }
    }

    /// Adds a source, and returns its text in the instruction.
    fn source(&self, assembly: &mut Assembly, value: &Value, ty: Type, held: &Tokens) -> String {
        match (value, ty) {
            (Value::Bits(bits), Type::Pred) => assembly.predicate(&format!("{bits}")),
            (Value::Bits(bits), _) => immediate(*bits, ty),
            (Value::Constant { .. }, _) => assembly.operand(quote!(const #held)),
            (_, Type::Pred) => {
                let path = &self.names.path;
                let read = assembly.operand(quote!(in(reg32) (#held) as #path::U32));
                assembly.predicate(&read)
            }
            (_, Type::B128) => {
                let path = &self.names.path;
                let low = assembly.operand(quote!(in(reg64) (#held) as #path::U64));
                let high = assembly.operand(quote!(in(reg64) ((#held) >> 64) as #path::U64));
                assembly.quadword(&low, &high)
            }
            _ => {
                let class = class(ty);
                let read = assembly.operand(quote!(in(#class) #held));
                match ty.bits() {
                    8 => assembly.byte(&read),
                    _ => read,
                }
            }
        }
    }

    /// Adds a result, declares its Rust variable, and returns its text in the instruction.
    fn result(&self, assembly: &mut Assembly, name: &Ident, ty: Type) -> String {
        let (path, class) = (&self.names.path, class(ty));
        let held = match ty {
            Type::Pred => quote!(#path::U32),
            Type::B128 => quote!(#path::U64),
            _ => self.names.rust_type(ty).to_token_stream(),
        };
        assembly.results.extend(quote!(let #name: #held;));
        let written = assembly.operand(quote!(out(#class) #name));
        let local = format!("__r{}", assembly.count);
        if ty == Type::Pred {
            assembly.before.push(format!(".reg .pred {local};"));
            assembly.after.push(format!("selp.u32 {written}, 1, 0, {local};"));
            local
        } else if ty == Type::B128 {
            let high = high(name);
            assembly.results.extend(quote!(let #high: #path::U64;));
            let upper = assembly.operand(quote!(out(reg64) #high));
            assembly.before.push(format!(".reg .b128 {local};"));
            assembly.after.push(format!("mov.b128 {{{{{written}, {upper}}}}}, {local};"));
            local
        } else if ty.bits() == 8 {
            assembly.before.push(format!(".reg .b8 {local};"));
            assembly.after.push(format!("cvt.u16.u8 {written}, {local};"));
            local
        } else {
            written
        }
    }

    /// Copies the carry flag to a new variable.
    fn get_carry(&self, assembly: &mut Assembly, held: &Ident) {
        let path = &self.names.path;
        assembly.results.extend(quote!(let #held: #path::U32;));
        let written = assembly.operand(quote!(out(reg32) #held));
        assembly.after.push(format!("addc.u32 {written}, 0, 0;"));
    }

    /// Generates the declarations of the results and the `asm!`.
    fn append(&self, out: &mut TokenStream, assembly: Assembly, instruction: String) {
        let Assembly { before, after, operands, results, .. } = assembly;
        let is_alone = before.is_empty() && after.is_empty();
        let mut lines = before;
        lines.push(instruction);
        lines.extend(after);
        if !is_alone {
            lines.insert(0, "{{".into());
            lines.push("}}".into());
        }
        let lines = lines.iter().map(|line| Literal::string(line));
        let path = &self.names.path;
        out.extend(quote!(
            #results
            unsafe {
                #path::asm!(#(#lines,)* #operands options(pure, nomem, nostack, preserves_flags))
            };
        ));
    }
}

/// Sets the carry flag from a variable that is 0 or 1. Adding `ffffffff` carries if the variable is 1.
fn set_carry(assembly: &mut Assembly, carry: &Ident) {
    let read = assembly.operand(quote!(in(reg32) #carry));
    assembly.before.push(".reg .b32 __f;".into());
    assembly.before.push(format!("add.cc.u32 __f, {read}, -1;"));
}

impl Assembly {
    /// Adds an operand to the `asm!`, and returns its placeholder in the assembly text, such as
    /// `{0}`.
    fn operand(&mut self, tokens: TokenStream) -> String {
        self.operands.extend(quote!(#tokens,));
        self.count += 1;
        format!("{{{}}}", self.count - 1)
    }

    /// Declares a predicate that is true if a number is not zero. Returns its name.
    fn predicate(&mut self, number: &str) -> String {
        let local = format!("__p{}", self.before.len());
        self.before.push(format!(".reg .pred {local}; setp.ne.u32 {local}, {number}, 0;"));
        local
    }

    /// Declares a 128-bit register that holds two numbers of 64 bits. Returns its name.
    fn quadword(&mut self, low: &str, high: &str) -> String {
        let local = format!("__q{}", self.before.len());
        let halves = format!("{{{{{low}, {high}}}}}");
        self.before.push(format!(".reg .b128 {local}; mov.b128 {local}, {halves};"));
        local
    }

    /// Declares an 8-bit register with the low bits of a number. Returns its name.
    fn byte(&mut self, number: &str) -> String {
        let local = format!("__b{}", self.before.len());
        self.before.push(format!(".reg .b8 {local}; cvt.u8.u16 {local}, {number};"));
        local
    }
}

/// Returns the Rust variable for the high 64 bits of a 128-bit result.
fn high(name: &Ident) -> Ident {
    own(&format!("{name}_high"))
}

/// Returns rustc's register class for a type. A 128-bit value is in two registers.
fn class(ty: Type) -> Ident {
    own(match ty.rust() {
        Rust::U8 | Rust::I8 | Rust::U16 | Rust::I16 => "reg16",
        Rust::U64 | Rust::U128 | Rust::I64 | Rust::F64 => "reg64",
        Rust::Bool | Rust::U32 | Rust::I32 | Rust::F32 => "reg32",
    })
}

/// Returns a PTX literal of type `ty` with these bits.
fn immediate(bits: u64, ty: Type) -> String {
    match ty.rust() {
        Rust::F32 => format!("0f{bits:08X}"),
        Rust::F64 => format!("0d{bits:016X}"),
        _ => format!("{bits:#x}"),
    }
}

/// Returns the operands of an instruction as text. `values` are in the order of the instruction.
fn operands(text: &Text, values: Vec<String>) -> String {
    let mut values = values.into_iter();
    let operands = text.operands.iter().map(|layout| match layout {
        Layout::One(sign, lanes) => format!("{sign}{}{lanes}", values.next().unwrap_or_default()),
        Layout::Vector(count) => {
            format!("{{{{{}}}}}", values.by_ref().take(*count).collect::<Vec<_>>().join(", "))
        }
        Layout::Pair => values.by_ref().take(2).collect::<Vec<_>>().join("|"),
    });
    operands.collect::<Vec<_>>().join(", ")
}
