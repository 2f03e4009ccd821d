//! Tokens of generated Rust.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};

/// The end of every variable's name, because names of constants and unit structures rarely end in `_`. If a constant
/// `NAME` were in scope, `let NAME` would match the constant instead of declaring a variable.
pub const END: &str = "_";

/// A list of tokens. It is faster than `TokenStream`, which calls rustc for every appended token.
#[derive(Clone, Debug, Default)]
pub struct Tokens(Vec<TokenTree>);

impl ToTokens for Tokens {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().cloned());
    }
}

impl From<TokenStream> for Tokens {
    fn from(stream: TokenStream) -> Self {
        Self(stream.into_iter().collect())
    }
}

impl From<Ident> for Tokens {
    fn from(ident: Ident) -> Self {
        Self(vec![ident.into()])
    }
}

impl From<Literal> for Tokens {
    fn from(literal: Literal) -> Self {
        Self(vec![literal.into()])
    }
}

impl From<Group> for Tokens {
    fn from(group: Group) -> Self {
        Self(vec![group.into()])
    }
}

impl Tokens {
    /// Appends `::name` to a path.
    #[must_use]
    pub fn and(mut self, name: &str) -> Self {
        self.0.extend([Spacing::Joint, Spacing::Alone].map(|s| Punct::new(':', s).into()));
        self.0.push(own(name).into());
        self
    }

    /// Sets the span of the tokens to user code, where rustc then reports errors. Names keep
    /// their hygiene.
    #[must_use]
    pub fn located_at(mut self, place: Span) -> Self {
        for token in &mut self.0 {
            token.set_span(token.span().located_at(place));
        }
        self
    }

    /// Appends `(arguments)`.
    #[must_use]
    pub fn called(mut self, arguments: TokenStream) -> Self {
        self.0.push(Group::new(Delimiter::Parenthesis, arguments).into());
        self
    }
}

/// Returns an identifier with the macro's hygiene.
#[must_use]
pub fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// Returns the name of a variable of the generated code, with the macro's hygiene.
#[must_use]
pub fn binding(name: &str) -> Ident {
    own(&format!("{name}{END}"))
}

/// Returns a span of the user's code with the macro's hygiene.
#[must_use]
pub fn located(place: Span) -> Span {
    Span::mixed_site().located_at(place)
}

/// Appends `let name = value;`.
pub fn let_be(out: &mut TokenStream, name: &Ident, value: &Tokens) {
    out.append(own("let"));
    out.append(name.clone());
    assign(out, value);
}

/// Appends `= value;`.
pub fn assign(out: &mut TokenStream, value: &Tokens) {
    out.append(Punct::new('=', Spacing::Alone));
    value.to_tokens(out);
    out.append(Punct::new(';', Spacing::Alone));
}

/// Appends `{ inner }`.
pub fn brace(out: &mut TokenStream, inner: TokenStream) {
    out.append(Group::new(Delimiter::Brace, inner));
}
