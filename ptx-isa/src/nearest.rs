//! The word that was probably meant.

/// The candidate that `word` was most likely meant to be, if any is near enough.
///
/// ```
/// assert_eq!(ptx_isa::nearest("rpc", ["add", "rcp", "rem"]), Some("rcp"));
/// assert_eq!(ptx_isa::nearest("xyz", ["add", "rcp", "rem"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = limit(word);
    let may_be = |candidate: &&str| least_distance(word, candidate) <= limit;
    candidates
        .into_iter()
        .filter(may_be)
        .map(|c| (distance(word, c), c))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, c)| (distance, std::cmp::Reverse(same_beginning(word, c))))
        .map(|(_, c)| c)
}

/// How many letters may be wrong.
fn limit(word: &str) -> usize {
    (word.chars().count() / 3).max(1)
}

/// Whether a candidate is near enough.
pub(crate) fn is_near(word: &str, candidate: &str) -> bool {
    let limit = limit(word);
    least_distance(word, candidate) <= limit && distance(word, candidate) <= limit
}

/// How many letters are wrong at least: those that one of the words has more.
fn least_distance(word: &str, candidate: &str) -> usize {
    // In other alphabets the case may change their number.
    if word.is_ascii() && candidate.is_ascii() { word.len().abs_diff(candidate.len()) } else { 0 }
}

/// How many letters are wrong, whatever their case.
pub(crate) fn distance(word: &str, meant: &str) -> usize {
    strsim::osa_distance(&word.to_lowercase(), &meant.to_lowercase())
}

fn same_beginning(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}
