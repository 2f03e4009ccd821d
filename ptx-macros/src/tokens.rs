//! A cursor over tokens, without comments and with limited nesting.

use crate::diag::Error;
use proc_macro2::{
    Delimiter, Group, Ident, LineColumn, Literal, Spacing, Span, TokenStream, TokenTree,
};
use ptx_isa::directives::Directive;
use ptx_isa::{Help, Message, Part, literal};

/// The maximum nesting of groups. The limit prevents a stack overflow in code that recurses into
/// groups.
const MOST_NESTING: usize = 128;

/// Reports nesting deeper than [`MOST_NESTING`]. This function does not recurse itself.
pub(crate) fn check_nesting(input: &TokenStream) -> Result<(), Error> {
    let mut open = vec![input.clone().into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) => {
                if open.len() > MOST_NESTING {
                    return Err(Error::new(
                        group.span_open(),
                        format!("nesting deeper than {MOST_NESTING} is not supported"),
                    ));
                }
                open.push(group.stream().into_iter());
            }
            Some(_) => {}
            None => {
                open.pop();
            }
        }
    }
    Ok(())
}

/// Returns the tokens inside a group; an empty stream if the token is not a group.
pub(crate) fn stream_of(token: Option<TokenTree>) -> TokenStream {
    match token {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    }
}

/// Removes documentation comments, which rustc passes to macros as `#[doc = …]`.
pub(crate) fn without_comments(input: impl IntoIterator<Item = TokenTree>) -> Vec<TokenTree> {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in input {
        let is_comment = matches!(&token, TokenTree::Group(group)
            if group.delimiter() == Delimiter::Bracket && begins_with_doc(group));
        let follows = |kept: &[TokenTree], c| kept.last().is_some_and(|t| is_punct(t, c));
        if is_comment && (follows(&kept, '#') || follows(&kept, '!')) {
            if follows(&kept, '!') {
                kept.pop();
            }
            kept.pop();
        } else {
            kept.push(token);
        }
    }
    kept
}

/// Replaces fragments of `macro_rules!` by their tokens, where these tokens are words of PTX: `$t:ty` in
/// `add.$t`, `$op:path` before operands, `$n:literal` in `%f<$n>`, `-$n` and `.version $n`. rustc passes
/// a fragment as a group without delimiters. An operand stays a group, because it is a Rust
/// expression. A literal that is [`ambiguous`] stays a group, too, except after a directive.
pub(crate) fn with_words(tokens: Vec<TokenTree>) -> Vec<TokenTree> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        match fragment(&token) {
            Some(inner) if is_word_place(&kept, &inner, rest.peek()) => kept.extend(inner),
            _ => kept.push(token),
        }
    }
    kept
}

/// Reports a literal in a fragment with a leading 0, which is octal in PTX and decimal in Rust.
pub(crate) fn ambiguous(text: &str) -> Option<Message> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    match (literal::parse(digits), digits.parse::<u64>()) {
        (Ok(literal::Literal::Integer(octal)), Ok(decimal)) if octal != decimal => Some(
            Message::new(format!("`{text}` is ambiguous in a macro fragment"))
                .note(format!("it is {sign}{octal} in PTX (octal) and {sign}{decimal} in Rust"))
                .help(
                    Help::write(Part::Word, format!("{sign}{octal}"))
                        .or(" or ", Help::after("", Part::Word, format!("{sign}{decimal}"))),
                ),
        ),
        _ => None,
    }
}

/// Returns the tokens of a fragment of `macro_rules!`. A fragment may contain only another fragment.
pub(crate) fn fragment(token: &TokenTree) -> Option<Vec<TokenTree>> {
    let hidden = |token: &TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => Some(group.stream()),
        _ => None,
    };
    let mut inner: Vec<TokenTree> = hidden(token)?.into_iter().collect();
    while let [only] = inner.as_slice()
        && let Some(stream) = hidden(only)
    {
        inner = stream.into_iter().collect();
    }
    Some(inner)
}

/// Returns the text of the literal that a fragment of `macro_rules!` contains.
pub(crate) fn literal_in(token: &TokenTree) -> Option<String> {
    match fragment(token)?.as_slice() {
        [TokenTree::Literal(literal)] => Some(literal.to_string()),
        [sign, TokenTree::Literal(literal)] if is_punct(sign, '-') => Some(format!("-{literal}")),
        _ => None,
    }
}

/// Returns whether a fragment after `before` is a word or number of PTX, and not an operand.
fn is_word_place(before: &[TokenTree], inner: &[TokenTree], next: Option<&TokenTree>) -> bool {
    if let [TokenTree::Literal(literal)] = inner
        && let Some(last) = before.last()
    {
        let is_clear = ambiguous(&literal.to_string()).is_none();
        let is_number = ['-', '+', '<'].iter().any(|c| is_punct(last, *c));
        return is_number && is_clear || follows_directive(before);
    }
    is_path(inner)
        && match before.last() {
            Some(last) if is_punct(last, '.') => true,
            _ if follows_directive(before) => true,
            // The value of the macro comes last, and a `,` separates the elements of a vector.
            _ if next.is_none_or(|next| is_punct(next, ',')) => false,
            None => true,
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => true,
            Some(last) => {
                let follows_value = || follows_directive(&before[..before.len() - 1]);
                is_punct(last, ';') || ends_with_guard(before) || follows_value()
            }
        }
}

/// Returns whether tokens are names with dots or `::` between them: `f32`, `rcp.rn`, `shared::cta`.
fn is_path(tokens: &[TokenTree]) -> bool {
    let [TokenTree::Ident(_), rest @ ..] = tokens else { return false };
    let mut rest = rest;
    loop {
        rest = match rest {
            [] => return true,
            [dot, TokenTree::Ident(_), rest @ ..] if is_punct(dot, '.') => rest,
            [first, second, TokenTree::Ident(_), rest @ ..]
                if is_punct(first, ':') && is_punct(second, ':') =>
            {
                rest
            }
            _ => return false,
        };
    }
}

/// Returns whether tokens end with a directive: `.version`, `.target` or `.address_size`.
fn follows_directive(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [.., dot, TokenTree::Ident(word)]
        if is_punct(dot, '.') && Directive::from_word(&word.to_string()).is_some())
}

/// Returns whether tokens end with a guard: `@p`, `@!%p`, `@(x > y)`.
fn ends_with_guard(tokens: &[TokenTree]) -> bool {
    let mut rest = match tokens {
        [rest @ .., TokenTree::Ident(_) | TokenTree::Group(_)] => rest,
        _ => return false,
    };
    for sign in [&['%', '$'][..], &['!']] {
        if let [before @ .., last] = rest
            && sign.iter().any(|c| is_punct(last, *c))
        {
            rest = before;
        }
    }
    rest.last().is_some_and(|last| is_punct(last, '@'))
}

fn begins_with_doc(group: &Group) -> bool {
    let mut inner = group.stream().into_iter();
    matches!(inner.next(), Some(TokenTree::Ident(word)) if word == "doc")
        && matches!(inner.next(), Some(token) if is_punct(&token, '='))
}

pub(crate) fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(p) if p.as_char() == c)
}

/// A position in a slice of tokens.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    rest: &'a [TokenTree],
    /// The span at which to report errors at the end of the tokens.
    end: Span,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(rest: &'a [TokenTree], end: Span) -> Self {
        Self { end: rest.last().map_or(end, TokenTree::span), rest }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the span of the next token, or of the last token if none is left.
    pub(crate) fn span(&self) -> Span {
        self.rest.first().map_or(self.end, TokenTree::span)
    }

    pub(crate) fn peek(&self, ahead: usize) -> Option<&'a TokenTree> {
        self.rest.get(ahead)
    }

    pub(crate) fn next(&mut self) -> Option<&'a TokenTree> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    pub(crate) fn sees(&self, ahead: usize, c: char) -> bool {
        self.peek(ahead).is_some_and(|token| is_punct(token, c))
    }

    pub(crate) fn sees_ident(&self, ahead: usize) -> Option<&'a Ident> {
        match self.peek(ahead) {
            Some(TokenTree::Ident(ident)) => Some(ident),
            _ => None,
        }
    }

    /// Returns the token after `ahead` tokens, if it is an identifier or a literal such as `2X`.
    pub(crate) fn sees_part(&self, ahead: usize) -> Option<&'a TokenTree> {
        self.peek(ahead)
            .filter(|token| matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_)))
    }

    pub(crate) fn sees_literal(&self, ahead: usize) -> Option<&'a Literal> {
        match self.peek(ahead) {
            Some(TokenTree::Literal(literal)) => Some(literal),
            _ => None,
        }
    }

    pub(crate) fn sees_group(&self, delimiter: Delimiter) -> Option<&'a Group> {
        match self.peek(0) {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
            _ => None,
        }
    }

    /// Consumes the next token if it is the character `c`.
    pub(crate) fn eat(&mut self, c: char) -> Option<Span> {
        self.sees(0, c).then(|| self.next().map(TokenTree::span)).flatten()
    }

    pub(crate) fn eat_ident(&mut self) -> Option<&'a Ident> {
        let ident = self.sees_ident(0)?;
        self.next();
        Some(ident)
    }

    /// Returns the tokens between this cursor and `later`.
    pub(crate) fn up_to(&self, later: &Self) -> &'a [TokenTree] {
        &self.rest[..self.rest.len() - later.rest.len()]
    }

    /// Returns whether a statement probably begins here.
    pub(crate) fn starts_statement(&self) -> bool {
        self.sees(0, '@')
            || self.sees_group(Delimiter::Brace).is_some()
            || self.sees_ident(0).is_some() && self.sees(1, '.') && !self.sees_reg(1)
            || self.sees_reg(0)
    }

    fn sees_reg(&self, ahead: usize) -> bool {
        self.sees(ahead, '.') && self.sees_ident(ahead + 1).is_some_and(|word| word == "reg")
    }

    /// Skips the value of a faulty directive, up to a `;`, a directive or a statement.
    pub(crate) fn skip_value(&mut self) {
        let ends = |at: &Self| {
            at.starts_statement()
                || at.sees(0, ';')
                || at.sees(0, '.') && at.sees_ident(1).is_some()
        };
        while !self.is_empty() && !ends(self) {
            self.next();
        }
    }

    /// Skips to the next `,` or `;`, or to the end.
    pub(crate) fn skip_to_separator(&mut self) {
        while !self.is_empty() && !self.sees(0, ',') && !self.sees(0, ';') {
            self.next();
        }
    }

    /// Skips the rest of a faulty statement, unless a new statement begins here.
    pub(crate) fn recover(&mut self) {
        if !self.starts_statement() {
            self.skip_statement();
        }
    }

    /// Skips the rest of a faulty operand, up to a `,` or `;` or the next statement.
    pub(crate) fn skip_operand(&mut self) {
        while !self.is_empty()
            && !self.sees(0, ',')
            && !self.sees(0, ';')
            && !self.starts_statement()
        {
            self.next();
        }
    }

    /// Skips past the next `;`, or to the end.
    pub(crate) fn skip_statement(&mut self) {
        while let Some(token) = self.next() {
            if is_punct(token, ';') {
                break;
            }
        }
    }
}

/// Consumes a number without its sign, and returns its tokens. Rust's lexer may split a number into
/// several tokens.
pub(crate) fn number<'a>(cursor: &mut Cursor<'a>) -> Option<&'a [TokenTree]> {
    let start = cursor.clone();
    let point_first = usize::from(cursor.sees(0, '.'));
    let literal = cursor.sees_literal(point_first)?.to_string();
    for _ in 0..=point_first {
        cursor.next();
    }
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let exponent = cursor.sees_ident(1).map(ToString::to_string).unwrap_or_default();
    let is_exponent = exponent.strip_prefix(['e', 'E']).is_some_and(digits);
    if point_first == 0 && cursor.sees(0, '.') && digits(&literal) && is_exponent {
        cursor.next();
        cursor.next();
        let sign = cursor.sees(0, '-') || cursor.sees(0, '+');
        if exponent.len() == 1 && sign && cursor.sees_literal(1).is_some() {
            cursor.next();
            cursor.next();
        }
    }
    Some(start.up_to(cursor))
}

/// Joins tokens without spaces. Returns `None` if two words or numbers would merge.
pub(crate) fn joined(tokens: &[TokenTree]) -> Option<String> {
    let is_word = |t: &TokenTree| !matches!(t, TokenTree::Punct(_));
    let run_together = |pair: &[TokenTree]| is_word(&pair[0]) && is_word(&pair[1]);
    (!tokens.windows(2).any(run_together)).then(|| tokens.iter().map(ToString::to_string).collect())
}

/// Returns tokens as the user wrote them, with single spaces.
pub(crate) fn as_written(tokens: &[TokenTree]) -> String {
    let mut text = String::new();
    let mut end = None;
    for token in leaves(tokens) {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '"');
        let both_words = text.ends_with(is_word) && token.text.starts_with(is_word);
        if both_words || end.is_some_and(|end| end != token.start) {
            text.push(' ');
        }
        text.push_str(&token.text);
        end = Some(token.end);
    }
    text
}

/// A token or a delimiter of a group, with its start and end.
struct Leaf {
    text: String,
    start: LineColumn,
    end: LineColumn,
}

/// Returns all tokens and delimiters in order. The function may recurse, because the nesting has been checked.
fn leaves(tokens: &[TokenTree]) -> Vec<Leaf> {
    let leaf = |text: String, at: Span| Leaf { text, start: at.start(), end: at.end() };
    let mut all = Vec::new();
    for token in tokens {
        let TokenTree::Group(group) = token else {
            all.push(leaf(token.to_string(), token.span()));
            continue;
        };
        let inner = leaves(&group.stream().into_iter().collect::<Vec<_>>());
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => {
                all.extend(inner);
                continue;
            }
        };
        all.push(leaf(open.into(), group.span_open()));
        all.extend(inner);
        all.push(leaf(close.into(), group.span_close()));
    }
    all
}

/// Describes a token for a message.
pub(crate) fn describe(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => "`(`".into(),
            Delimiter::Brace => "`{`".into(),
            Delimiter::Bracket => "`[`".into(),
            Delimiter::None => "a macro fragment".into(),
        },
        TokenTree::Punct(p) if p.spacing() == Spacing::Joint && p.as_char() == '\'' => {
            "a lifetime".into()
        }
        token => format!("`{token}`"),
    }
}
