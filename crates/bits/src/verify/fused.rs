//! Writes the texts that a compiler may turn a PTX text into: sums with products become `fma`.

use super::rewrite::{Edit, bodies, each, edited};
use ptx_isa::Code;
use ptx_module::Module;
use ptx_module::syntax::{Instruction, Source, Statement};
use std::collections::BTreeSet;

/// The maximum number of texts: each choice of fused pairs among a few sums.
const TEXTS: usize = 64;

/// A product, or a division that ends with a product, and a sum that may be one `fma`.
struct Pair<'a> {
    product: &'a Instruction<'a>,
    sum: &'a Instruction<'a>,
    /// The place of the product among the operands of the sum.
    operand: usize,
    /// The end of the opening brace of the function.
    body: usize,
}

/// Returns the texts in which the sums that `check` lists are fused with their products. The texts in which every sum is
/// fused come first. The sums of other kernels than `entry` are not fused.
pub(super) fn texts(name: &str, text: &str, entry: &str) -> Vec<String> {
    let module = Module::new(Source::new(name, text.as_bytes()));
    let listed = module.findings().iter().filter(|one| one.message.code == Code::Fusion);
    let sums: BTreeSet<usize> = listed.map(|one| one.span.start).collect();
    let mut pairs = Vec::new();
    for body in bodies(&module, entry) {
        let mut before = Vec::new();
        each(body, &mut |statement| match statement {
            Statement::Label(_) => before.clear(),
            Statement::Instruction(one) => {
                if sums.contains(&one.spelling_span().start) {
                    pairs.push(of_sum(text, &before, one, body.span.start + 1));
                }
                before.push(one);
            }
            _ => {}
        });
    }
    let each = pairs.iter().map(|choices| choices.len() + 1);
    let all = each.fold(1usize, usize::saturating_mul);
    // The last choice of a sum is not to fuse it. If there are too many texts, every sum is fused.
    let count = if all <= TEXTS { all } else { usize::from(!pairs.is_empty()) };
    let mut texts: Vec<_> = (0..count).map(|number| fused(text, &pairs, number)).collect();
    texts.sort_by_key(|(left, _)| *left);
    texts.into_iter().map(|(_, text)| text).collect()
}

/// Returns the pairs of a sum, last product first. `before` has the instructions of the basic block before the sum.
fn of_sum<'a>(
    text: &str,
    before: &[&'a Instruction<'a>],
    sum: &'a Instruction<'a>,
    body: usize,
) -> Vec<Pair<'a>> {
    let of = |operand: usize| {
        let name = &text[sum.operands.get(operand)?.span.clone()];
        let writes = |one: &&&Instruction<'_>| {
            one.operands.first().is_some_and(|first| text[first.span.clone()] == *name)
        };
        let product = *before.iter().rev().find(writes)?;
        let is_plain = product.guard.is_none()
            && ["mul", "div"].contains(&product.mnemonic.text)
            && product.operands.len() == 3
            && kept(product)
                .filter(|word| !is_quotient(word))
                .eq(kept(sum).filter(|word| *word != "sat"));
        is_plain.then_some(Pair { product, sum, operand, body })
    };
    let mut pairs: Vec<_> = [1, 2].into_iter().filter_map(of).collect();
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.product.span.start));
    pairs
}

/// Returns the modifiers of an instruction.
fn kept<'i>(instruction: &'i Instruction<'_>) -> impl Iterator<Item = &'i str> {
    instruction.modifiers.iter().map(|word| word.text)
}

/// Returns whether a modifier is that of a division which ends with a product.
fn is_quotient(word: &str) -> bool {
    ["approx", "full"].contains(&word)
}

/// Returns the statements that turn the dividend `x` and the divisor `y` into the factors of the last product of `div.approx`
/// or `div.full`: both are scaled where the reciprocal would be flushed.
fn factors(division: &Instruction<'_>, x: &str, y: &str) -> String {
    let has = |word: &str| kept(division).any(|one| one == word);
    let ftz = if has("ftz") { ".ftz" } else { "" };
    let scaled = |comparison: &str, limit: f32, scale: f32| {
        let [limit, scale] = [limit, scale].map(|number| format!("0f{:08X}", number.to_bits()));
        let scaled = |one: &str| format!("@%ptx_bits_p mul.rn{ftz}.f32 {one}, {one}, {scale};");
        format!(
            "setp.{comparison}.f32 %ptx_bits_p, %ptx_bits_y, {limit}; {} {} ",
            scaled(x),
            scaled(y)
        )
    };
    let large = if has("full") { scaled("gt", 2f32.powi(126), 0.25) } else { String::new() };
    let small =
        if ftz.is_empty() { scaled("lt", f32::MIN_POSITIVE, 2f32.powi(24)) } else { String::new() };
    format!(
        "{{ .reg .pred %ptx_bits_p; .reg .f32 %ptx_bits_y; abs.f32 %ptx_bits_y, {y}; {large}{small}rcp.approx.ftz.f32 {y}, {y}; }} "
    )
}

/// Returns the text of a choice of pairs, and the number of sums that are not fused in it.
fn fused(text: &str, pairs: &[Vec<Pair<'_>>], mut number: usize) -> (usize, String) {
    let mut edits = Vec::new();
    let mut left = 0;
    for (i, choices) in pairs.iter().enumerate() {
        match choices.get(number % (choices.len() + 1)) {
            Some(pair) => pair.fuse(text, i, &mut edits),
            None => left += 1,
        }
        number /= choices.len() + 1;
    }
    (left, edited(text, edits))
}

impl Pair<'_> {
    /// Adds the edits that fuse the pair. Copies of the factors keep their values until the sum. `i` distinguishes the
    /// copies from those of other pairs.
    fn fuse(&self, text: &str, i: usize, edits: &mut Vec<Edit>) {
        let of = |one: &Instruction<'_>, operand: usize| &text[one.operands[operand].span.clone()];
        let words: Vec<_> = kept(self.sum).collect();
        let ty = words.last().copied().unwrap_or_default();
        let register = match ty {
            "f32" | "f64" => ty,
            "f16" | "bf16" => "b16",
            "f32x2" => "b64",
            _ => "b32",
        };
        let [x, y, z] = ["x", "y", "z"].map(|part| format!("%ptx_bits_fused_{i}_{part}"));
        edits.push((self.body, self.body, format!(" .reg .{register} {x}, {y}, {z};")));
        let is_difference = self.sum.mnemonic.text == "sub";
        let first = of(self.product, 1);
        let copy = if is_difference && self.operand == 2 {
            format!("mov.{register} {x}, {first}; neg.{ty} {x}, {x};")
        } else {
            format!("mov.{register} {x}, {first};")
        };
        let start = self.product.span.start;
        let mut before = format!("{copy} mov.{register} {y}, {}; ", of(self.product, 2));
        if self.product.mnemonic.text == "div" {
            before += &factors(self.product, &x, &y);
        }
        edits.push((start, start, before));
        let other = of(self.sum, 3 - self.operand);
        let mut addend = other;
        if is_difference && self.operand == 1 {
            let start = self.sum.span.start;
            let negated = format!("mov.{register} {z}, {other}; neg.{ty} {z}, {z}; ");
            edits.push((start, start, negated));
            addend = &z;
        }
        let span = self.sum.spelling_span().start..self.sum.span.end;
        let new = format!("fma.rn.{} {}, {x}, {y}, {addend};", words.join("."), of(self.sum, 0));
        edits.push((span.start, span.end, new));
    }
}

#[cfg(test)]
mod tests {
    use super::texts;
    use std::collections::BTreeSet;

    /// Returns the number of fused sums in each text of a kernel, and the first text. All texts differ.
    fn fused(body: &str) -> (Vec<usize>, String) {
        let text = format!(
            ".version 8.6\n.target sm_100\n.address_size 64\n.entry k()\n{{ .reg .f32 %f<20>; .reg .f64 %d<9>; \
             .reg .b16 %h<9>; .reg .b64 %l<9>; {body} ret; }}\n"
        );
        let all = texts("k.ptx", &text, "k");
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
        (all.iter().map(|text| text.matches("fma.rn.").count()).collect(), all[0].clone())
    }

    #[test]
    fn texts_are_choices_of_sums() {
        let one = "mul.f32 %f1, %f2, %f3; add.f32 %f4, %f1, %f5;";
        let two = "mul.f32 %f6, %f2, %f3; mul.f32 %f7, %f3, %f5; add.f32 %f8, %f6, %f7;";
        for (body, counts) in [
            ("ret;".to_string(), vec![0]),
            (one.to_string(), vec![1, 0]),
            (format!("{one} {two}"), vec![2, 2, 1, 1, 1, 0]),
            (
                one.repeat(6),
                [vec![6], vec![5; 6], vec![4; 15], vec![3; 20], vec![2; 15], vec![1; 6], vec![0]]
                    .concat(),
            ),
            (one.repeat(7), vec![7]),
            // Only products in the basic block of the sum
            (
                "mul.f32 %f1, %f2, %f3; L: mul.f32 %f6, %f2, %f3; add.f32 %f4, %f1, %f6;".into(),
                vec![1, 0],
            ),
            // A sum is not a product.
            (
                "add.f32 %f1, %f2, %f3; mul.f32 %f6, %f2, %f3; add.f32 %f4, %f1, %f6;".into(),
                vec![1, 0],
            ),
        ] {
            assert_eq!(fused(&body).0, counts, "{body}");
        }
    }

    #[test]
    fn registers_have_the_type_of_the_sum() {
        for (ty, letter, register) in [
            ("f32", 'f', "f32"),
            ("f64", 'd', "f64"),
            ("f16", 'h', "b16"),
            ("bf16", 'h', "b16"),
            ("f32x2", 'l', "b64"),
        ] {
            let sum = format!("mul.{ty} %x1, %x2, %x3; add.{ty} %x4, %x1, %x5;");
            let (counts, text) = fused(&sum.replace("%x", &format!("%{letter}")));
            assert_eq!(counts, [1, 0], "{text}");
            assert!(text.contains(&format!(" .reg .{register} %ptx_bits_fused_0_x")), "{text}");
        }
    }
}
