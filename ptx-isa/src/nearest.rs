//! The word that was probably meant.

/// The candidate that `word` was most likely meant to be, if any is near enough.
///
/// ```
/// assert_eq!(ptx_isa::nearest("rpc", ["add", "rcp", "rem"]), Some("rcp"));
/// assert_eq!(ptx_isa::nearest("xyz", ["add", "rcp", "rem"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|c| (distance(word, c), c))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, c)| (distance, std::cmp::Reverse(same_beginning(word, c))))
        .map(|(_, c)| c)
}

/// How many letters are wrong, whatever their case.
pub(crate) fn distance(word: &str, meant: &str) -> usize {
    strsim::osa_distance(&word.to_lowercase(), &meant.to_lowercase())
}

fn same_beginning(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}
