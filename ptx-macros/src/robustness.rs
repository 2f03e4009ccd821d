//! Tests that no input makes a macro panic, loop forever or overflow the stack. Also tests that the time of an
//! expansion is linear in the length of the input.

use crate::{dialect, driver};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use proptest::prelude::*;
use quote::{TokenStreamExt, quote};
use test_support::{assert_linear, sample};

/// Expands `ptx!` with these tokens on the host.
fn expanded(tokens: TokenStream) -> String {
    driver::ptx(quote!([::ptx] [] #tokens)).to_string()
}

/// Expands `ptx!` with these tokens on nvptx64.
fn on_device(tokens: TokenStream) -> String {
    driver::on_device(quote!([] [.version 8.7 .target sm_120a] [::ptx] [] #tokens)).to_string()
}

fn errors(text: &str) -> usize {
    text.matches("compile_error").count()
}

fn parsed(text: &str) -> TokenStream {
    text.parse().expect("the text is Rust tokens")
}

const VALID: &str = "
    .version 8.6; .target sm_100, debug
    .reg .f32 t, %f<4>; .reg .pred p; .reg .b64 v; .reg .f64 $d; .reg .b32 w;
    rcp.rn.ftz.f32 t, x;
    @p fma.rz.sat.f32 %f0, t, -2.5e-3, (x + 1.0);
    @!(t > u) mov.b64 v, {%f0, 0f3F800000};
    mov.b64 {_, (out[0])}, v;
    add.cc.u32 w, w, 1;
    @p addc.u32 w, w, 0;
    vadd4.u32.u32.u32 w.b310, w.b7654, (y), w;
    { .reg .b32 t; mov.b32 t, 017; sqrt.rn.f64 $d, 0d3FF0000000000000; }
    mov.pred p, !p;
    (t, %f1, (x.0))";

#[test]
fn a_valid_program_has_no_error() {
    let text = expanded(parsed(VALID));
    assert_eq!(errors(&text), 0, "{text}");
    let text = on_device(parsed(&VALID.replace("sm_100", "sm_90")));
    assert_eq!(errors(&text), 0, "{text}");
}

/// Words that are valid somewhere in `ptx!`, and words that are never valid.
const WORDS: &[&str] = &[
    ".",
    ",",
    ";",
    ":",
    "@",
    "!",
    "%",
    "$",
    "-",
    "+",
    "=",
    "<",
    ">",
    "#",
    "&",
    "'a",
    "_",
    "reg",
    "version",
    "target",
    "address_size",
    "sm_90",
    "map_f64_to_f32",
    "rcp",
    "fma",
    "mov",
    "add",
    "addc",
    "subc",
    "cc",
    "vadd4",
    "b310",
    "rn",
    "approx",
    "ftz",
    "sat",
    "f32",
    "f64",
    "b32",
    "b64",
    "pred",
    "f32x2",
    "u32",
    "v2",
    "t",
    "p",
    "%f",
    "%f0",
    "8.6",
    "1.0",
    "1.e5",
    "5.",
    "017",
    "0x",
    "0b2",
    "0f3F800000",
    "0d3FF0000000000000",
    "1_0",
    "1e",
    "-.5",
    "18446744073709551616",
    "\"s\"",
    "'c'",
    "doc",
    "let",
    "r#in",
    "crate",
    "Self",
    "größe",
];

fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(WORDS).prop_map(String::from);
    word.prop_recursive(6, 64, 8, |inner| {
        (prop::collection::vec(inner, 0..8), 0..4_u8).prop_map(|(words, delimiter)| {
            let text = words.join(" ");
            match delimiter {
                0 => format!("({text})"),
                1 => format!("[{text}]"),
                2 => format!("{{{text}}}"),
                _ => text,
            }
        })
    })
}

/// Makes the delimiters of some groups invisible, like those around `$x:expr`.
fn with_hidden_groups(tokens: TokenStream, hide: u64) -> TokenStream {
    let hidden = |i: usize| hide >> (i % 64) & 1 == 1;
    tokens
        .into_iter()
        .enumerate()
        .map(|(i, token)| match token {
            TokenTree::Group(group) => {
                let delimiter = if hidden(i) { Delimiter::None } else { group.delimiter() };
                Group::new(delimiter, with_hidden_groups(group.stream(), hide.rotate_right(7)))
                    .into()
            }
            token => token,
        })
        .collect()
}

/// A change of one token.
#[derive(Clone, Debug)]
enum Change {
    Remove(prop::sample::Index),
    Repeat(prop::sample::Index),
    Swap(prop::sample::Index, prop::sample::Index),
    Insert(prop::sample::Index, &'static str),
}

fn change() -> impl Strategy<Value = Change> {
    use prop::sample::{Index, select};
    prop_oneof![
        any::<Index>().prop_map(Change::Remove),
        any::<Index>().prop_map(Change::Repeat),
        any::<(Index, Index)>().prop_map(|(a, b)| Change::Swap(a, b)),
        (any::<Index>(), select(WORDS)).prop_map(|(at, word)| Change::Insert(at, word)),
    ]
}

fn changed(tokens: Vec<TokenTree>, change: &Change) -> Vec<TokenTree> {
    let mut tokens = tokens;
    if tokens.is_empty() {
        return tokens;
    }
    match change {
        Change::Remove(at) => drop(tokens.remove(at.index(tokens.len()))),
        Change::Repeat(at) => {
            let at = at.index(tokens.len());
            tokens.insert(at, tokens[at].clone());
        }
        Change::Swap(a, b) => {
            let (a, b) = (a.index(tokens.len()), b.index(tokens.len()));
            tokens.swap(a, b);
        }
        Change::Insert(at, word) => {
            let at = at.index(tokens.len());
            if let Ok(word) = word.parse::<TokenStream>() {
                tokens.splice(at..at, word);
            }
        }
    }
    tokens
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sample(2000, 4) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn token_soup(soup in prop::collection::vec(words(), 0..24), hide: u64) {
        if let Ok(tokens) = soup.join(" ").parse::<TokenStream>() {
            let tokens = with_hidden_groups(tokens, hide);
            expanded(tokens.clone());
            on_device(tokens.clone());
            dialect::define(quote!([::ptx] name = #tokens));
            dialect::define(quote!([::ptx] #tokens));
            dialect::define(tokens);
        }
    }

    #[test]
    fn changed_programs(changes in prop::collection::vec(change(), 1..6)) {
        let tokens = changes.iter().fold(parsed(VALID).into_iter().collect(), changed);
        let tokens: TokenStream = tokens.into_iter().collect();
        expanded(tokens.clone());
        on_device(tokens);
    }
}

/// Builds nested groups, such as `{{…}}`. The function does not recurse, so that any depth is possible.
fn nested(depth: usize, delimiter: Delimiter) -> TokenStream {
    (0..depth)
        .fold(TokenStream::new(), |inner, _| TokenTree::Group(Group::new(delimiter, inner)).into())
}

#[test]
fn nesting_of_128_is_taken_and_deeper_nesting_is_refused() {
    for delimiter in [Delimiter::Brace, Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::None]
    {
        let deep = nested(128, delimiter);
        assert!(!expanded(deep).contains("nesting deeper than 128"), "{delimiter:?}");
        for depth in [129, 1_000, 5_000, 100_000] {
            let text = expanded(nested(depth, delimiter));
            assert!(text.contains("nesting deeper than 128") && errors(&text) == 1);
        }
        let text = dialect::define(nested(5_000, delimiter)).to_string();
        assert!(text.contains("nesting deeper than 128"));
    }
    assert_eq!(errors(&expanded(nested(128, Delimiter::Brace))), 0);
}

#[test]
fn long_chains() {
    const LENGTH: usize = 10_000;
    for (start, repeated, end) in [
        ("", "!", ""),
        ("mov.pred p,", "!", "p;"),
        ("@", "!", "p mov.f32 d, a;"),
        ("mov.f32 d,", "-", "1.0;"),
        ("", "-", ""),
        ("rcp", ".rn", ".f32 d, a;"),
        ("", ".x", ""),
        ("", "%", ""),
        ("", "$", ""),
        ("mov.f32 d, a", "$a", ";"),
        ("", ";", ""),
        ("", ",", ""),
        ("", "@", ""),
        ("", "a", ""),
        ("", "1.0", ""),
        ("", "#[doc = \"\"]", ""),
        ("mov.f32 d", ", a", ";"),
        ("mov.b64 d,", "{a, a}", ";"),
        (".reg .f32 t", ", %t", ";"),
        (".reg .f32", ",", ";"),
        (".target sm_90", ", sm_90", ";"),
        ("", ".version 8.6", ""),
        ("", ".reg .f32 t;", ""),
        ("", ".reg .f32 %f<1000000>;", ""),
        ("", "mov.f32 %t, %u;", ""),
        ("", "{ mov.f32 t, ; }", ""),
        ("", "(a, b)", ""),
    ] {
        let tokens = |count| {
            let mut tokens = parsed(start);
            let repeated: Vec<TokenTree> = parsed(repeated).into_iter().collect();
            for _ in 0..count {
                tokens.append_all(repeated.iter().cloned());
            }
            tokens.append_all(parsed(end));
            quote!([::ptx] [] #tokens)
        };
        let name = format!("{start} {repeated} … {end}");
        assert_linear(&name, LENGTH, tokens, |tokens| drop(driver::ptx(tokens)));
    }
}

/// Tests that the time stays linear if each statement has a different name. Half of the names are undeclared.
#[test]
fn many_undeclared_names_take_linear_time() {
    let tokens = |count| {
        let mut tokens = TokenStream::new();
        for i in 0..count {
            let (name, other) = (word(&format!("name{i}")), word(&format!("mame{i}")));
            tokens.extend(quote!(.reg .f32 #name; mov.f32 %#other, #name;));
        }
        (tokens, count)
    };
    assert_linear("undeclared names", 2_500, tokens, |(tokens, count)| {
        assert_eq!(errors(&expanded(tokens)), count);
    });
}

/// Tests that the time stays linear in the number of fragments of `macro_rules!`.
#[test]
fn many_fragments_take_linear_time() {
    let hidden = |tokens| Group::new(Delimiter::None, tokens);
    let (ty, x, path) = (hidden(quote!(f32)), hidden(quote!(-1.5)), hidden(quote!(mul.rn)));
    for repeated in
        [quote!(#path.#ty d, #x, #x;), quote!(#ty), quote!(.#ty), quote!(-#x), quote!(@#x)]
    {
        let tokens = |count| {
            let mut tokens = quote!([::ptx] []);
            (0..count).for_each(|_| tokens.extend(repeated.clone()));
            tokens
        };
        assert_linear("fragments", 5_000, tokens, |tokens| drop(driver::ptx(tokens)));
    }
}

fn word(text: &str) -> Ident {
    Ident::new(text, Span::call_site())
}

/// Builds a program of `fma` instructions on registers, variables and literals. `statements` is their number.
fn program(statements: usize) -> TokenStream {
    let percent = Punct::new('%', Spacing::Joint);
    let mut tokens = quote!(.reg .f32 #percent f<16>;);
    for i in 0..statements {
        let (a, b) = (word(&format!("f{}", i % 16)), word(&format!("f{}", (i + 5) % 16)));
        let c = Literal::f32_unsuffixed(1.5);
        tokens.extend(quote!(fma.rn.f32 #percent #a, #percent #b, x, #c;));
    }
    tokens
}

#[test]
fn the_work_is_linear() {
    let tokens = |statements| {
        let tokens = program(statements);
        quote!([::ptx] [] #tokens)
    };
    assert_linear("statements", 5_000, tokens, |tokens| assert!(!driver::ptx(tokens).is_empty()));
}
