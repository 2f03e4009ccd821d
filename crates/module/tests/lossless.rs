//! Tests that the tree contains every word of the text exactly once.

mod common;

use common::{Writer, is_word, sources};
use ptx_module::syntax::lexer::tokens;
use ptx_module::syntax::parse;

#[test]
fn every_word_is_in_the_tree_once() {
    for source in sources() {
        if source.text.contains("//~") {
            continue;
        }
        let module = parse(&source.text);
        assert_eq!(module.faults, [], "{}", source.name);
        let mut writer = Writer::new(&source.text);
        writer.module(&module);
        let mut found = writer.words;
        found.sort_by_key(|span| span.start);
        let keywords = ["func", "entry"];
        let words: Vec<_> = tokens(&source.text).0;
        let words = words.into_iter().filter(|token| is_word(token.kind)).map(|token| token.span);
        let words: Vec<_> =
            words.filter(|span| !keywords.contains(&&source.text[span.clone()])).collect();
        for (found, word) in found.iter().zip(&words) {
            assert_eq!(found, word, "{}: {}", source.name, &source.text[word.clone()]);
        }
        assert_eq!(found.len(), words.len(), "{}", source.name);
    }
}
