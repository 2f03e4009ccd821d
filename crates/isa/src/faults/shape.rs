//! Reports a shape that no form of a matrix instruction combines with the other words.

use super::written::Written;
use crate::describe::choice;
use crate::fault::{At, Fault};
use crate::help::{Help, Part};
use crate::operand;
use crate::selection::Selection;

/// Returns whether a word is a shape, such as `m16n8k16`.
fn is_shape(word: &str) -> bool {
    let mut letters = word.trim_start_matches('m').split(['n', 'k']);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    word.starts_with('m') && letters.clone().count() == 3 && letters.all(is_number)
}

/// Reports a shape that no form combines with the other words, although forms combine other shapes
/// with these words. The help suggests the shape that fits the written registers.
pub(super) fn other_shape(written: &Written<'_>) -> Option<Fault> {
    let at = written.words.iter().position(|word| is_shape(word.text))?;
    let with = |shape: &'static str| {
        let mut words = written.texts();
        words[at] = shape;
        words
    };
    let mut right: Vec<(&'static str, Vec<Selection>)> = Vec::new();
    for form in written.present().filter(|form| form.is_of_warp()) {
        let shapes = form.slots.iter().flat_map(|slot| slot.words).filter(|word| is_shape(word));
        for shape in shapes {
            let Some(modifiers) = form.spelt(&with(shape)) else { continue };
            let selection = Selection { form, modifiers };
            if !selection.is_in(written.dialect) {
                continue;
            }
            match right.iter_mut().find(|row| row.0 == *shape) {
                Some(row) => row.1.push(selection),
                None => right.push((shape, vec![selection])),
            }
        }
    }
    let found = written.words[at].text;
    if right.is_empty() || right.iter().any(|row| row.0 == found) {
        return None;
    }
    let spelling = written.spelling(&written.without(at));
    let what = format!("shape `.{found}` is not supported by `{spelling}`");
    let shapes = right.iter().map(|row| row.0);
    let fault = Fault::new(At::Modifier(at), what).note(format!("expected {}", choice(shapes)));
    let fits = |forms: &[Selection]| operand::check(forms, &written.operands).is_ok();
    Some(match right.as_slice() {
        [(only, _)] => fault.help(Help::write(Part::Spelling, written.spelling(&with(only)))),
        several => match several.iter().find(|row| fits(&row.1)) {
            Some((shape, _)) => fault
                .note(format!("the registers are those of `.{shape}`"))
                .help(Help::write(Part::Spelling, written.spelling(&with(shape)))),
            None => fault,
        },
    })
}
