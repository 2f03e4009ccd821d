//! Parses the lines of the tables, which are text.

/// The part of a line that has not been parsed yet. All methods skip spaces first.
pub(crate) struct Cursor {
    rest: &'static str,
}

impl Cursor {
    pub(crate) fn new(line: &'static str) -> Self {
        Self { rest: line }
    }

    /// Returns the part of the line that has not been parsed yet.
    pub(crate) fn rest(&mut self) -> &'static str {
        self.rest = self.rest.trim_ascii_start();
        self.rest
    }

    /// Returns the next `count` bytes.
    pub(crate) fn take(&mut self, count: usize) -> &'static str {
        let (taken, rest) = self.rest().split_at(count);
        self.rest = rest;
        taken
    }

    /// Returns the longest text from here whose bytes all fit.
    pub(crate) fn take_while(&mut self, fits: fn(u8) -> bool) -> &'static str {
        let text = self.rest();
        let end = text.bytes().position(|byte| !fits(byte));
        self.take(end.unwrap_or(text.len()))
    }

    /// Parses a token. Returns whether it is there.
    pub(crate) fn eats(&mut self, token: &str) -> bool {
        let rest = self.rest().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Parses a token.
    pub(crate) fn expect(&mut self, token: &str) -> Result<(), String> {
        match self.eats(token) {
            true => Ok(()),
            false => Err(format!("expected `{token}` before `{}`", self.rest)),
        }
    }

    /// Parses a word of letters, digits, `_` and `::`, such as `shared::cta`. A `:` before a digit belongs to the word:
    /// `sp::2:4`.
    pub(crate) fn word(&mut self) -> Result<&'static str, String> {
        let text = self.rest();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let mut end = 0;
        loop {
            end += text[end..].bytes().position(|byte| !fits(byte)).unwrap_or(text.len() - end);
            let begins = |separator: &str, fits: fn(u8) -> bool| {
                let more = text[end..].strip_prefix(separator);
                more.and_then(|more| more.bytes().next()).is_some_and(fits)
            };
            match () {
                () if begins("::", fits) => end += 2,
                () if begins(":", |byte| byte.is_ascii_digit()) => end += 1,
                () => break,
            }
        }
        match end {
            0 => Err(format!("expected a word before `{text}`")),
            _ => Ok(self.take(end)),
        }
    }

    /// Parses items between commas, up to a closing token.
    pub(crate) fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let mut items = Vec::new();
        while !self.eats(close) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Parses the `;` at the end of the line.
    pub(crate) fn end(&mut self) -> Result<(), String> {
        self.expect(";")?;
        match self.rest() {
            "" => Ok(()),
            rest => Err(format!("expected the end of the line before `{rest}`")),
        }
    }
}

/// Returns the lines of a table, without empty lines and comments.
pub(crate) fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with("//"))
}
