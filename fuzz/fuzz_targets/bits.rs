//! Compares `ptx-core` with the crate `referee`, which uses `rustc_apfloat` and exact integers. The first
//! bytes of the input select a form and its modifiers. The following bytes are the operands, or a seed with
//! which the crate `steered` generates operands near hard cases.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use ptx_isa::{Argument, Call, Computation, Dialect, Rust, Selection, forms};
use ptx_tool::eval::functions::Prepared;
use referee::{Reference, Words};
use std::sync::LazyLock;
use steered::Steering;

/// A form with one choice of modifiers (a spelling).
struct Instruction {
    name: String,
    computation: Computation,
    sources: Vec<Rust>,
    prepared: Prepared,
    /// The reference for each destination. `None` if a function of the computation has no reference.
    references: Option<Vec<Reference>>,
    /// Generates operands near hard cases. `None` if the computation does not use each source of the form exactly once.
    steering: Option<Steering>,
}

/// A bit of the number that selects the spelling. If the bit is set, the following bytes are a seed for the crate
/// `steered`. Otherwise the following bytes are operands.
const STEERED: usize = 1 << 15;

/// The forms, each with the spellings that the default dialect (PTX version and target) can compute.
static FORMS: LazyLock<Vec<Vec<Instruction>>> = LazyLock::new(|| {
    let dialect = Dialect::default();
    let forms = forms::all().map(|form| {
        let spellings = form.spellings();
        let instructions = spellings.into_iter().filter_map(|words| {
            let selection = Selection { form, modifiers: form.spelt(&words)? };
            // The references compute 64-bit words, so they do not support `.b128`.
            if words == ["b128"] {
                return None;
            }
            let computation = selection.computation(&dialect)?;
            let mut sources = Vec::new();
            types(&computation.value, &mut sources);
            let name = [&[form.mnemonic], words.as_slice()].concat().join(".");
            let prepared = Prepared::new(&computation)?;
            let types = selection.source_types();
            let references = references(&computation.value, sources.len());
            let steering = (types.len() == sources.len()).then(|| Steering::of(&selection, &types));
            Some(Instruction { name, computation, sources, prepared, references, steering })
        });
        instructions.collect::<Vec<_>>()
    });
    forms.filter(|instructions| !instructions.is_empty()).collect()
});

/// Collects the types of the sources of a computation. The index in `all` is the number of the source.
fn types(argument: &Argument, all: &mut Vec<Rust>) {
    match argument {
        Argument::Source(at, ty) => {
            all.resize(all.len().max(at + 1), *ty);
            all[*at] = *ty;
        }
        Argument::Call(Call { arguments, .. }) | Argument::Array(arguments) => {
            arguments.iter().for_each(|argument| types(argument, all));
        }
        Argument::Mode(_) | Argument::Number(..) | Argument::Carry(_) => {}
    }
}

/// Returns the number of bits of a type.
fn width(ty: Rust) -> usize {
    let name = ty.name();
    name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().unwrap_or(1)
}

/// Returns the reference for each destination. Returns `None` if a function of the computation has no reference.
fn references(computation: &Argument, operands: usize) -> Option<Vec<Reference>> {
    match computation {
        Argument::Array(items) => items.iter().map(|item| Reference::of(item, operands)).collect(),
        value => Some(vec![Reference::of(value, operands)?]),
    }
}

/// Computes the `count` expected results.
fn expected(references: &[Reference], sources: &[u64], carry: bool, count: usize) -> Vec<u64> {
    let mut words = Words::default();
    words
        .iter_mut()
        .zip(sources.iter().chain([&u64::from(carry)]))
        .for_each(|(word, x)| *word = *x);
    match references {
        [reference] => reference.compute(&words)[..count].to_vec(),
        all => all.iter().map(|reference| reference.compute(&words)[0]).collect(),
    }
}

/// Reads a little-endian number from the input. Missing bytes count as zeros.
fn number(bytes: &mut &[u8], bits: usize) -> u64 {
    let (first, rest) = bytes.split_at(bits.div_ceil(8).min(bytes.len()));
    *bytes = rest;
    let all = first.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
    if bits == 64 { all } else { all & ((1 << bits) - 1) }
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let mut rest = bytes;
    let form = number(&mut rest, 16) as usize;
    let spelling = number(&mut rest, 16) as usize;
    let Some(form) = FORMS.get(form % FORMS.len()) else { return Corpus::Reject };
    let instruction = &form[spelling % form.len()];
    let mut seed = rest;
    let widths = instruction.sources.iter().map(|ty| width(*ty));
    let mut sources: Vec<u64> = widths.clone().map(|bits| number(&mut rest, bits)).collect();
    let carry = number(&mut rest, 1) == 1;
    if let (Some(steering), STEERED) = (&instruction.steering, spelling & STEERED) {
        steering.fill(&mut sources, number(&mut seed, 64));
        // `steered` generates values of the PTX type. An immediate may have fewer bits than this type, so truncate the
        // values.
        sources
            .iter_mut()
            .zip(widths)
            .for_each(|(source, bits)| *source &= u64::MAX >> (64 - bits));
    }
    let Some(references) = &instruction.references else { return Corpus::Reject };
    let found =
        instruction.prepared.compute(&sources, carry).expect("the operands fit the function");
    let expected = expected(references, &sources, carry, found.bits().len());
    if found.bits() != expected {
        let mut fields = vec!["-".into(), instruction.name.clone()];
        fields.extend(sources.iter().map(|source| format!("{source:x}")));
        if instruction.computation.value.reads_carry().is_some() {
            fields.push(u8::from(carry).to_string());
        }
        panic!(
            "{:x?}, not {expected:x?}: printf '{}\\n' | ptx-bits eval --batch -",
            found.bits(),
            fields.join("\\t")
        );
    }
    Corpus::Keep
});
