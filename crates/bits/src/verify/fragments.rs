//! Gives the elements of a matrix another order in the registers of `wmma`, which PTX leaves open.

use super::rewrite::Edit;
use ptx_module::syntax::Instruction;

/// The masks of one text: `A`, `B`, and `C` and `D`. Each lane holds the registers of the lane whose number differs from its
/// own in these bits.
pub(super) type Masks = [u32; 3];

/// The masks of each text. The order differs between A, B and C, and between the texts.
pub(super) const MASKS: [Masks; 2] = [[1, 2, 4], [24, 9, 18]];

/// Returns the changes of an instruction that permute the registers of its fragments: those that it reads before it, in
/// copies, and those that it writes after it.
pub(super) fn permuted(text: &str, one: &Instruction<'_>, [a, b, c]: Masks) -> Vec<Edit> {
    let has = |word: &str| one.modifiers.iter().any(|modifier| modifier.text == word);
    let mask = if has("a") {
        a
    } else if has("b") {
        b
    } else {
        c
    };
    // The operand with the fragment, its mask, and whether the instruction writes it.
    let fragments: &[(usize, u32, bool)] = match () {
        () if one.mnemonic.text != "wmma" => return Vec::new(),
        () if has("load") => &[(0, mask, true)],
        () if has("store") => &[(1, mask, false)],
        () => &[(0, c, true), (1, a, false), (2, b, false), (3, c, false)],
    };
    let guard = one.guard.as_ref().map(|guard| &text[guard.span.clone()]).unwrap_or_default();
    let width = if has("f64") { 64 } else { 32 };
    let mut edits = Vec::new();
    for (at, mask, is_written) in fragments {
        let Some(span) = one.operands.get(*at).map(|operand| operand.span.clone()) else {
            continue;
        };
        let registers = text[span.clone()].trim_matches(['{', '}']).split(',').map(str::trim);
        let registers: Vec<_> = registers.filter(|register| *register != "_").collect();
        if *is_written {
            let all =
                registers.iter().map(|register| exchange(register, register, width, *mask, guard));
            edits.push((one.span.end, one.span.end, all.collect()));
            continue;
        }
        let copies: Vec<_> = (0..registers.len()).map(|i| format!("%ptx_bits_{at}_{i}")).collect();
        let mut before = format!(" .reg .b{width} {};", copies.join(", "));
        for (copy, register) in copies.iter().zip(&registers) {
            before += &exchange(copy, register, width, *mask, guard);
        }
        edits.push((one.span.start, one.span.start, before));
        edits.push((span.start, span.end, format!("{{{}}}", copies.join(", "))));
    }
    // The braces are the outermost of the added texts.
    edits.insert(0, (one.span.start, one.span.start, "{".into()));
    edits.push((one.span.end, one.span.end, " }".into()));
    edits
}

/// Returns the statements that give a register the value of another register in the lane whose number differs by a mask.
fn exchange(to: &str, from: &str, width: u32, mask: u32, guard: &str) -> String {
    let word = |word: &str| format!("{guard} shfl.sync.bfly.b32 {word}, {word}, {mask}, 31, -1;");
    match width {
        64 => {
            let [low, high] = ["%ptx_bits_low", "%ptx_bits_high"];
            format!(
                " {{ .reg .b32 {low}, {high}; mov.b64 {{{low}, {high}}}, {from}; {} {} {guard} mov.b64 {to}, {{{low}, {high}}}; }}",
                word(low),
                word(high)
            )
        }
        _ => format!(
            " {{ .reg .b32 %ptx_bits_word; mov.b32 %ptx_bits_word, {from}; {} {guard} mov.b32 {to}, %ptx_bits_word; }}",
            word("%ptx_bits_word")
        ),
    }
}
