//! Builds the computation of a selected form.

use crate::call::{Argument, Call, Computation, Returns};
use crate::dialect::Dialect;
use crate::forms::{self, Compute, Form, Name, Output, Passed, Second};
use crate::operand::Operand;
use crate::selection::Selection;
use crate::target::Target;
use crate::types::{Rust, Type};
use crate::version::Version;

const KEEP: &str = "Subnormals::Keep";
const FLUSH: &str = "Subnormals::Flush";

/// Each `.f64` function that the option `map_f64_to_f32` replaces, its `.f32` replacement, and the
/// additional arguments of the replacement.
#[rustfmt::skip]
const NARROWED: &[(&str, &str, &[&str])] = &[
    ("add_f64",          "add_f32",          &[FLUSH, "Saturation::Off"]),
    ("sub_f64",          "sub_f32",          &[FLUSH, "Saturation::Off"]),
    ("mul_f64",          "mul_f32",          &[FLUSH, "Saturation::Off"]),
    ("fma_f64",          "mad_map_f64",      &[FLUSH]),
    ("rcp_f64",          "rcp_f32",          &[FLUSH]),
    ("div_f64",          "div_f32",          &[FLUSH]),
    ("sqrt_f64",         "sqrt_f32",         &[FLUSH]),
    ("rsqrt_approx_f64", "rsqrt_approx_f32", &[FLUSH]),
    ("neg_f64",          "neg_f32",          &[FLUSH]),
    ("abs_f64",          "abs_f32",          &[FLUSH]),
    ("min_f64",          "min_f32",          &[FLUSH, "Nans::Ignored"]),
    ("max_f64",          "max_f32",          &[FLUSH, "Nans::Ignored"]),
    ("setp_f64",         "setp_f32",         &[FLUSH]),
];

const PREDICATES: Returns = Returns::Array(Rust::Bool, 2);

/// Returns the name of a function. If `function` ends with `_`, appends the types.
fn typed(function: &str, types: &[&str]) -> String {
    match function.ends_with('_') {
        true => format!("{function}{}", types.join("_")),
        false => function.into(),
    }
}

/// Returns which sources have a minus sign, as a bit mask. Bit 0 stands for the first source.
fn negation(operands: &[Operand]) -> u16 {
    let sources = operands.iter().skip(1).enumerate();
    sources.map(|(i, operand)| u16::from(matches!(operand, Operand::Negated(_))) << i).sum()
}

impl Form {
    /// Returns whether a conversion keeps subnormals although the architecture flushes subnormals. Until
    /// PTX ISA 1.4, conversions from `.f64` and to 64-bit types keep subnormals (PTX ISA, `cvt`).
    fn keeps_subnormals(&self, dialect: &Dialect, words: &[Option<&str>]) -> bool {
        self.mnemonic == "cvt"
            && dialect.version.is_some_and(|version| version <= Version::new("1.4"))
            && self.types(words).enumerate().any(|(i, ty)| match i {
                0 => ty.bits() == 64,
                _ => ty == Type::F64,
            })
    }
}

impl Selection {
    /// Returns the computation of this instruction on operands without minus signs and without selected lanes (bytes or
    /// halves, as in `a.b7654`). Returns `None` if this crate does not compute the instruction.
    #[must_use]
    pub fn computation(&self, dialect: &Dialect) -> Option<Computation> {
        self.computation_on(&[], dialect)
    }

    /// Returns the computation of this instruction. `operands` may be empty, unless an operand
    /// selects lanes or has a minus sign. Returns `None` if this crate does not compute the
    /// instruction.
    #[must_use]
    pub fn computation_on(&self, operands: &[Operand], dialect: &Dialect) -> Option<Computation> {
        let meant = self.meaning();
        match meant.form.compute {
            Compute::Function { name, passed, combined, output } => {
                Some(meant.function(name, passed, combined, output, operands, dialect))
            }
            Compute::Moves => Some(Computation { value: meant.moved(), writes_carry: None }),
            Compute::Means(_)
            | Compute::Effect(_)
            | Compute::Nothing
            | Compute::Warp { .. }
            | Compute::Elements { .. } => None,
        }
    }

    /// Returns the function of `ptx-core` that computes this warp-level instruction, and its
    /// arguments that follow the registers. Returns `None` for other instructions.
    ///
    /// ```
    /// use ptx_isa::{Argument, Dialect, Table, select_all};
    ///
    /// let words = ["sync", "aligned", "m8n8k4", "row", "col", "f64", "f64", "f64", "f64"];
    /// let chosen = &select_all(Table::Matrices, "mma", &words, &Dialect::default()).unwrap()[0];
    /// let (function, modes) = chosen.warp_function(&Dialect::default()).unwrap();
    /// assert_eq!(function, "mma_m8n8k4_f64_f64_f64_f64");
    /// assert_eq!(modes, [Argument::Mode("Rounding::Rn")]);
    /// ```
    #[must_use]
    pub fn warp_function(&self, dialect: &Dialect) -> Option<(String, Vec<Argument>)> {
        let Compute::Warp { name, passed } = self.form.compute else { return None };
        let types: Vec<_> = self.form.types(&self.modifiers).map(Type::word).collect();
        let modes = passed.iter().flat_map(|one| self.passed(*one, &[], dialect));
        Some((typed(name, &types), modes.collect()))
    }

    /// Returns the function in `ptx_core::mma::tile` that computes this instruction on whole
    /// matrices, and its arguments that follow the matrices. Returns `None` if there is no such
    /// function.
    ///
    /// ```
    /// use ptx_isa::{Argument, Dialect, Table, select_all};
    ///
    /// let words = ["mma_async", "sync", "aligned", "m64n16k32", "f32", "e4m3", "e5m2"];
    /// let dialect = Dialect::all().rev().find_map(|d| Some(select_all(Table::Matrices, "wgmma", &words, &d).ok()?));
    /// let (function, passed) = dialect.unwrap()[0].tile_function(&Dialect::default()).unwrap();
    /// assert_eq!(function, "mma::tile::wgmma_m64k32_f32_fp8");
    /// assert_eq!(passed, [Argument::Mode("mma::Fp8::E4m3"), Argument::Mode("mma::Fp8::E5m2")]);
    /// ```
    #[must_use]
    pub fn tile_function(&self, dialect: &Dialect) -> Option<(String, Vec<Argument>)> {
        let Compute::Elements { tile: Some(name), passed } = self.form.compute else { return None };
        let passed = passed.iter().flat_map(|one| self.passed(*one, &[], dialect));
        Some((format!("mma::tile::{name}"), passed.collect()))
    }

    /// Returns the functions of `ptx-core` that compute this instruction, for one thread, for a
    /// warp, or on whole matrices.
    #[must_use]
    pub fn functions(&self, dialect: &Dialect) -> Vec<String> {
        let computation = self.computation(dialect);
        let calls = computation.as_ref().and_then(|found| found.value.call()).map(Call::each);
        let called = calls.into_iter().flatten().map(|call| call.function.clone());
        let matrix = self.warp_function(dialect).or_else(|| self.tile_function(dialect));
        called.chain(matrix.map(|(function, _)| function)).collect()
    }

    /// Returns the types of the sources. A vector has one type for each element.
    #[must_use]
    pub fn source_types(&self) -> Vec<Type> {
        (1..self.form.operands.len()).flat_map(|i| self.element_types(i)).collect()
    }

    /// Returns the types of the destinations. A vector has one type for each element.
    #[must_use]
    pub fn destination_types(&self) -> Vec<Type> {
        self.element_types(0)
    }

    fn element_types(&self, operand: usize) -> Vec<Type> {
        let slot = &self.form.operands[operand];
        let Some(ty) = self.operand_type(operand) else { return Vec::new() };
        match slot.second {
            Second::Never => vec![ty; slot.elements.unwrap_or(1) as usize],
            Second::Optional | Second::Always => vec![ty, Type::Pred],
        }
    }

    /// Returns the full instruction if this instruction is an abbreviation of early PTX versions, such as `rcp.f32` for
    /// `rcp.approx.ftz.f32`. Otherwise returns a copy of this instruction.
    #[must_use]
    pub fn meaning(&self) -> Self {
        let Compute::Means(meant) = self.form.compute else { return self.clone() };
        forms::family(self.form.mnemonic)
            .iter()
            .find_map(|&form| Some(Self { form, modifiers: form.spelt(meant)? }))
            .unwrap_or_else(|| self.clone())
    }

    fn function(
        &self,
        name: &str,
        passed: &[Passed],
        combined: Option<Name>,
        output: Output,
        operands: &[Operand],
        dialect: &Dialect,
    ) -> Computation {
        let types: Vec<_> = self.form.types(&self.modifiers).map(Type::word).collect();
        // The function name of a comparison contains only the source types. A function `set_…`
        // later converts the result of the comparison to the destination type `types[0]`.
        let own = if let Output::Set(_) = output { &types[1..] } else { types.as_slice() };
        let name = typed(name, own);
        let mapped = dialect.target.is_some_and(|target| target.map_f64_to_f32);
        let narrowed = NARROWED.iter().find(|row| mapped && row.0 == name);
        let is_narrowed = |ty: Type| narrowed.is_some() && ty == Type::F64;

        let narrow = |(i, ty): (usize, Type)| {
            let source = Argument::Source(i, ty.rust());
            if is_narrowed(ty) { source.through("narrow_map_f64", Rust::F32) } else { source }
        };
        let mut arguments: Vec<_> =
            self.source_types().into_iter().enumerate().map(narrow).collect();
        let combined =
            combined.and_then(|name| Some((self.modifier(name)?, name, arguments.pop()?)));
        arguments.extend(passed.iter().flat_map(|one| self.passed(*one, operands, dialect)));
        let additional = narrowed.iter().flat_map(|row| row.2);
        arguments.extend(additional.map(|mode| Argument::Mode(mode)));

        let result = self.operand_type(0).unwrap_or(Type::Pred);
        let returned = if is_narrowed(result) { Rust::F32 } else { result.rust() };
        let returns = match output {
            Output::Value => Returns::One(returned),
            Output::Pair | Output::Set(_) => PREDICATES,
            Output::WithPredicate | Output::WithCarry => Returns::With(returned),
        };
        let name = narrowed.map_or(name, |row| row.1.into());
        let mut value = Argument::Call(Call::new(name, arguments, returns));
        if let Some((word, class, last)) = combined {
            let meaning = class.class().and_then(|class| class.meaning(Some(word)));
            let mode = meaning.map(Argument::Mode);
            let arguments = [Some(value), Some(last), mode].into_iter().flatten().collect();
            value = Argument::Call(Call::new("boolop", arguments, PREDICATES));
        }
        if let Output::Set(set) = output {
            value = value.through(typed(set, &types[..1]), result.rust());
        }
        if is_narrowed(result) {
            value = value.through("widen_map_f64", Rust::F64);
        }
        Computation { value, writes_carry: self.writes_flag() }
    }

    /// Returns the lanes (bytes or halves) of each operand that may select lanes. For an operand
    /// without a selection, returns its default lanes.
    fn lanes(&self, operands: &[Operand]) -> Vec<Argument> {
        let word = |i: usize| match operands.get(i) {
            Some(operand) => operand.lanes(),
            None => None,
        };
        let slots = self.form.operands.iter().enumerate();
        let lanes = slots.filter_map(|(i, slot)| {
            let lanes = slot.lanes?;
            Some(Argument::Number(lanes.type_name(), lanes.number(word(i))?))
        });
        lanes.collect()
    }

    fn passed(&self, passed: Passed, operands: &[Operand], dialect: &Dialect) -> Vec<Argument> {
        let always_flushes = dialect.sm() < Target::FIRST_WITH_SUBNORMALS.sm
            && !self.form.keeps_subnormals(dialect, &self.modifiers);
        vec![match passed {
            Passed::Lanes => return self.lanes(operands),
            Passed::Negation => Argument::Number("Negation", negation(operands)),
            Passed::Carry => Argument::Carry(self.flag()),
            Passed::Sm => Argument::Number("Sm", dialect.sm()),
            Passed::Mode(name) if always_flushes && name.text() == "ftz" => Argument::Mode(FLUSH),
            Passed::Mode(name) => {
                let meaning = name.class().and_then(|class| class.meaning(self.modifier(name)));
                Argument::Mode(meaning.unwrap_or(KEEP))
            }
        }]
    }

    /// Returns the value of a `mov`. The value is the source, a scalar packed from a vector, the elements of an
    /// unpacked scalar, or all elements of a vector.
    fn moved(&self) -> Argument {
        let (sources, destinations) = (self.source_types(), self.destination_types());
        let whole = |verb: &str, whole: Type, element: Type| {
            format!("{verb}_{}_{}", whole.word(), element.word())
        };
        let source = |(i, ty): (usize, &Type)| Argument::Source(i, ty.rust());
        let arguments: Vec<_> = sources.iter().enumerate().map(source).collect();
        Argument::Call(match (destinations.as_slice(), sources.as_slice()) {
            ([_], [one]) => return Argument::Source(0, one.rust()),
            (to, from) if to.len() == from.len() => return Argument::Array(arguments),
            ([to], [from, ..]) => {
                Call::new(whole("pack", *to, *from), arguments, Returns::One(to.rust()))
            }
            (to, from) => {
                let name = whole("unpack", from[0], to[0]);
                Call::new(name, arguments, Returns::Array(to[0].rust(), to.len()))
            }
        })
    }
}
