//! Finds the known word that is most similar to a misspelt word.

/// Returns the candidate with the lowest edit distance from `word`, if the candidate is similar enough. If several
/// candidates have the lowest distance, returns the one with the longest common prefix.
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

/// Returns the maximum edit distance of a similar candidate.
fn limit(word: &str) -> usize {
    (word.chars().count() / 3).max(1)
}

/// Returns whether a candidate is similar enough to `word` for a suggestion.
pub(crate) fn is_near(word: &str, candidate: &str) -> bool {
    let limit = limit(word);
    least_distance(word, candidate) <= limit && distance(word, candidate) <= limit
}

/// Returns a lower bound of the edit distance: the difference in length.
fn least_distance(word: &str, candidate: &str) -> usize {
    // `distance` ignores case. Outside ASCII, a change of case may change the length.
    if word.is_ascii() && candidate.is_ascii() { word.len().abs_diff(candidate.len()) } else { 0 }
}

/// Returns the edit distance, ignoring case.
pub(crate) fn distance(word: &str, meant: &str) -> usize {
    strsim::osa_distance(&word.to_lowercase(), &meant.to_lowercase())
}

fn same_beginning(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}
