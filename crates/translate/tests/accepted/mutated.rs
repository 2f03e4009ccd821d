//! Generates files with a mistake in each function.

use crate::random::Random;
use ptx_module::syntax::{Source, parse};

/// Returns the text with one random change in the body of each function.
pub(crate) fn module(text: &str, random: &mut Random) -> String {
    let source = Source::new("whole.ptx", text.as_bytes());
    let module = parse(&source.text);
    let mut bodies: Vec<_> = module
        .functions()
        .filter_map(|function| Some(function.body.as_ref()?.span.clone()))
        .collect();
    bodies.sort_by_key(|body| body.start);
    let (mut changed, mut end) = (String::new(), 0);
    for body in bodies {
        changed += &text[end..body.start];
        changed += &slip(&text[body.clone()], random);
        end = body.end;
    }
    changed + &text[end..]
}

/// Returns the body with one statement deleted, repeated, swapped, replaced, copied, guarded or
/// renumbered.
fn slip(body: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = body.lines().map(String::from).collect();
    let is_statement = |line: &String| line.trim_end().ends_with(';') && !line.contains(".reg");
    let places: Vec<_> = (0..lines.len()).filter(|i| is_statement(&lines[*i])).collect();
    let (at, other) = match places.as_slice() {
        [] => return body.into(),
        places => (*random.one_of(places), *random.one_of(places)),
    };
    match random.below(7) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => lines[at] = lines[other].clone(),
        4 => lines.insert(other, lines[at].clone()),
        5 if !lines[at].contains('@') => lines[at] = format!("@%p1 {}", lines[at].trim_start()),
        _ => lines[at] = renumbered(&lines[at], random),
    }
    lines.join("\n")
}

/// Returns a line with one digit replaced, which changes a register, an offset or a value.
fn renumbered(line: &str, random: &mut Random) -> String {
    let digits: Vec<_> = line.match_indices(|letter: char| letter.is_ascii_digit()).collect();
    let Some((at, _)) = (!digits.is_empty()).then(|| *random.one_of(&digits)) else {
        return line.into();
    };
    format!("{}{}{}", &line[..at], random.below(8), &line[at + 1..])
}
