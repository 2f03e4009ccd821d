//! The lanes that operands of video instructions select. A lane is a byte or a half of a 32-bit
//! word.
//!
//! SIMD video instructions select several lanes: `d.b310`, `a.b7654`, `b.h32`. Scalar video
//! instructions select one lane: `d.b1`, `a.h0`.

use crate::message::Message;

/// The lanes (bytes or halves) that an operand may select, and its default lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    role: Role,
    /// The default lanes in PTX syntax, without the dot.
    default: &'static str,
}

/// What the lanes of an operand select.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The lanes of the destination to write.
    Mask,
    /// For each lane of a source, the lane of `a` or `b` that provides its value.
    Selector,
    /// The byte or half of a source to read. The instruction reads the whole source if the operand selects no part.
    Part,
    /// The byte or half of the destination to write. The operand must select a byte or half.
    Place,
}

/// Returns whether the word after an operand's dot has the form of lanes: `b310`, `h1`.
///
/// ```
/// assert!(ptx_isa::names_lanes("b310"));
/// assert!(!ptx_isa::names_lanes("b"));
/// ```
#[must_use]
pub fn names_lanes(word: &str) -> bool {
    let digits = word.strip_prefix(['b', 'h']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

impl Lanes {
    /// Parses the word after an operand in the instruction table: `bmask`, `hmask`, `part`,
    /// `place`, or the default lanes of a selector.
    pub(crate) const fn of_row(word: &'static str) -> Self {
        match word.as_bytes() {
            b"bmask" => Self { role: Role::Mask, default: "b3210" },
            b"hmask" => Self { role: Role::Mask, default: "h10" },
            b"part" => Self { role: Role::Part, default: "" },
            b"place" => Self { role: Role::Place, default: "b0" },
            _ => Self { role: Role::Selector, default: word },
        }
    }

    fn are_bytes(self) -> bool {
        self.default.starts_with('b')
    }

    /// Returns the number of lanes in a 32-bit word.
    fn count(self) -> u16 {
        if self.are_bytes() { 4 } else { 2 }
    }

    /// Returns the name of the `ptx-core` type for the lanes.
    pub(crate) fn type_name(self) -> &'static str {
        match (self.role, self.are_bytes()) {
            (Role::Mask, true) => "ByteMask",
            (Role::Mask, false) => "HalfMask",
            (Role::Selector, true) => "ByteSelector",
            (Role::Selector, false) => "HalfSelector",
            (Role::Part | Role::Place, _) => "Part",
        }
    }

    /// Returns whether the operand must name lanes.
    pub(crate) fn is_required(self) -> bool {
        self.role == Role::Place
    }

    /// Returns whether the operand belongs to a SIMD video instruction.
    pub(crate) fn is_simd(self) -> bool {
        matches!(self.role, Role::Mask | Role::Selector)
    }

    /// Returns the lanes as a number, or `None` if the operand does not accept the lanes. Uses the default lanes if
    /// `word` is `None`.
    ///
    /// - A mask has one bit per lane.
    /// - A selector has one hexadecimal digit per lane.
    /// - A byte or half has its width and its first bit, in the encoding of [`part`].
    pub(crate) fn number(self, word: Option<&str>) -> Option<u16> {
        let word = word.unwrap_or(self.default);
        if !self.is_simd() {
            return part(word);
        }
        let digits = word.strip_prefix(&self.default[..1])?;
        let number = u16::from_str_radix(digits, 16).ok().filter(|_| names_lanes(word))?;
        let below = |limit: u16| digits.bytes().all(|digit| u16::from(digit - b'0') < limit);
        if self.role == Role::Mask {
            let falls = digits.as_bytes().is_sorted_by(|a, b| a > b);
            let bits = digits.bytes().map(|digit| 1 << (digit - b'0')).sum();
            (falls && below(self.count())).then_some(bits)
        } else {
            let one_each = digits.len() == usize::from(self.count());
            (one_each && below(2 * self.count())).then_some(number)
        }
    }

    /// Returns the name of an operand's lanes in the manual: `mask`, `asel`.
    pub(crate) fn name(self, operand: &str) -> String {
        match self.role {
            Role::Mask => "mask".into(),
            Role::Selector | Role::Part => format!("{operand}sel"),
            Role::Place => "dsel".into(),
        }
    }

    /// Reports lanes that the operand does not accept.
    pub(crate) fn refused(self, word: &str) -> Message {
        let (one, several) = if self.are_bytes() { ("byte", "bytes") } else { ("half", "halves") };
        let (last, default) = (self.count() - 1, self.default);
        match self.role {
            Role::Mask => Message::new(format!("`.{word}` is not a mask of {several}"))
                .note(format!("a mask names {several} from {last} to 0, each once, in falling order"))
                .help(format!("`.{default}` names every {one}")),
            Role::Selector => Message::new(format!("`.{word}` is not a selector of {several}"))
                .note(format!(
                    "a selector has {} digits, the highest {one} first: 0 to {last} are of the first \
                     source, {} to {} of the second",
                    self.count(),
                    self.count(),
                    2 * self.count() - 1
                ))
                .help(format!("`.{default}` is the default")),
            Role::Part | Role::Place => Message::new(format!("`.{word}` is not a selector"))
                .note("the selectors are `.b0` to `.b3` for a byte, and `.h0` and `.h1` for a half"),
        }
    }
}

/// Returns the width and the first bit of a byte or half, in the encoding of `Part` in `ptx-core`.
/// An empty `word` selects all 32 bits.
fn part(word: &str) -> Option<u16> {
    let (width, digit) = match word.as_bytes() {
        [] => (32, b'0'),
        [b'b', digit @ b'0'..=b'3'] => (8, *digit),
        [b'h', digit @ b'0'..=b'1'] => (16, *digit),
        _ => return None,
    };
    Some(256 * width + u16::from(digit - b'0') * width)
}

#[cfg(test)]
mod tests {
    use super::Lanes;

    #[test]
    fn masks_are_bits_and_selectors_digits() {
        let (mask, selector) = (Lanes::of_row("bmask"), Lanes::of_row("b7654"));
        let (half_mask, half_selector) = (Lanes::of_row("hmask"), Lanes::of_row("h32"));
        assert_eq!(mask.number(None), Some(0b1111));
        assert_eq!(mask.number(Some("b310")), Some(0b1011));
        assert_eq!(selector.number(None), Some(0x7654));
        assert_eq!(selector.number(Some("b5140")), Some(0x5140));
        assert_eq!(half_mask.number(Some("h1")), Some(0b10));
        assert_eq!(half_selector.number(Some("h31")), Some(0x31));
        let (part, place) = (Lanes::of_row("part"), Lanes::of_row("place"));
        let parts = [None, Some("b2"), Some("h1"), Some("b4"), Some("h2"), Some("b10")];
        let numbers = [Some(0x2000), Some(0x0810), Some(0x1010), None, None, None];
        assert_eq!(parts.map(|word| part.number(word)), numbers);
        assert_eq!(place.number(Some("h0")), Some(0x1000));
        for word in ["b01", "b00", "b4", "b", "h1", "b+1", "b32100"] {
            assert_eq!(mask.number(Some(word)), None, "{word}");
        }
        for word in ["b8", "b321", "b32108", "b8210", "h10", "b+321"] {
            assert_eq!(selector.number(Some(word)), None, "{word}");
        }
        for word in ["h4", "h14", "b10", "h321"] {
            assert_eq!(half_selector.number(Some(word)), None, "{word}");
        }
    }
}
