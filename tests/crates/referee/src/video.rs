//! The SIMD video instructions.

use crate::Call;
use crate::compare::holds;
use crate::video_model::{Operation, Types, operation, video};
use ptx_core::Merge;

/// The comparisons of integers.
const COMPARISONS: [(&str, Operation); 6] = [
    ("Comparison::Eq", |x, y| holds("Eq", Some(x.cmp(&y))).into()),
    ("Comparison::Ne", |x, y| holds("Ne", Some(x.cmp(&y))).into()),
    ("Comparison::Lt", |x, y| holds("Lt", Some(x.cmp(&y))).into()),
    ("Comparison::Le", |x, y| holds("Le", Some(x.cmp(&y))).into()),
    ("Comparison::Gt", |x, y| holds("Gt", Some(x.cmp(&y))).into()),
    ("Comparison::Ge", |x, y| holds("Ge", Some(x.cmp(&y))).into()),
];

pub(crate) fn result(call: &Call<'_>) -> Option<u64> {
    let mut words = call.function.split('_');
    let first = words.next()?.strip_prefix('v')?;
    let (name, lanes) = first.split_at_checked(first.len() - 1)?;
    let bits = 32 / lanes.parse::<u32>().ok()?;
    let is_signed: Vec<bool> = words.map(|ty| ty == "s32").collect();
    let (applied, types) = match (name, is_signed.as_slice()) {
        ("set", &[a, b]) => {
            let found = COMPARISONS.iter().find(|(path, _)| call.has(path))?;
            (found.1, Types { bits, d: false, a, b })
        }
        ("add" | "sub" | "avrg" | "absdiff" | "min" | "max", &[d, a, b]) => {
            (operation(&format!("v{name}")), Types { bits, d, a, b })
        }
        _ => return None,
    };
    let &[a, b, c, mask, first, second] = call.words else { return None };
    let merge = match () {
        () if call.has("Merge::Sum") => Merge::Sum,
        () if call.has("Merge::Saturated") => Merge::Saturated,
        () => Merge::Lanes,
    };
    let operands = [a, b, c].map(|x| x as u32);
    let selectors = [first, second].map(|x| x as u16);
    Some(video(applied, types, operands, mask as u16, selectors, merge).into())
}
