//! The strings of `.pragma` (PTX ISA, "Descriptions of `.pragma` Strings", and the verdicts of `ptxas` 13.5).

use crate::code::Code;
use crate::dialect::Dialect;
use crate::message::Message;
use crate::placement::Site;
use crate::target::Target;
use crate::version::Version;

/// A string that `ptxas` accepts only in the body of a function.
struct Pragma {
    /// The start of the string. `ptxas` does not check that a blank follows.
    name: &'static str,
    /// The number after the name; `None` if `ptxas` ignores the rest of the string.
    number: Option<Number>,
    since: Version,
    target: Target,
    /// A correct string.
    example: &'static str,
}

/// The number in a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    /// Any integer, also with a minus sign.
    Any,
    /// An integer above 0.
    Positive,
}

const PRAGMAS: &[Pragma] = &[
    Pragma {
        name: "used_bytes_mask",
        number: Some(Number::Any),
        since: Version::new("8.3"),
        target: Target::sm(50),
        example: "used_bytes_mask 0xfff",
    },
    Pragma {
        name: "frequency",
        number: Some(Number::Positive),
        since: Version::new("9.0"),
        target: Target::sm(10),
        example: "frequency 32",
    },
    Pragma {
        name: "enable_smem_spilling",
        number: None,
        since: Version::new("8.7"),
        target: Target::sm(75),
        example: "enable_smem_spilling",
    },
];

/// The string that `ptxas` accepts outside of functions.
const OF_MODULE: &str = "nounroll";

/// Reports a string of `.pragma` that `ptxas` refuses. `text` is the string with its quotes. `place` is `None` for
/// statements that may be an excerpt from any place. `ptxas` ignores unknown strings in functions, but refuses them
/// outside of functions.
///
/// ```
/// use ptx_isa::Dialect;
/// use ptx_isa::placement::Site;
/// use ptx_isa::pragma::fault;
///
/// let (place, dialect) = (Some(Site::Body), Dialect::default());
/// assert!(fault("\"used_bytes_mask 0x0f\"", place, &dialect).is_none());
/// let message = fault("\"used_bytes_mask\"", place, &dialect).unwrap();
/// assert_eq!(message.what, "expected a number after `used_bytes_mask`");
/// ```
#[must_use]
pub fn fault(text: &str, place: Option<Site>, dialect: &Dialect) -> Option<Message> {
    let inner = text.trim_matches('"');
    let Some(pragma) = PRAGMAS.iter().find(|pragma| inner.starts_with(pragma.name)) else {
        return (place == Some(Site::Module) && inner != OF_MODULE).then(|| {
            Message::new(format!("pragma {text} cannot be outside of a function"))
                .coded(Code::Directive)
                .note(format!("`ptxas` accepts only \"{OF_MODULE}\" there"))
                .help("move it into the body of a function")
        });
    };
    let Pragma { name, number, since, target, example } = pragma;
    if place.is_some_and(|place| place != Site::Body) {
        let message = Message::new(format!("`{name}` must be in the body of a function"));
        let help = match *name {
            "used_bytes_mask" => "write it before the load",
            _ => "move it into the body of a function",
        };
        return Some(message.coded(Code::Directive).help(help));
    }
    if let Some((note, help)) = dialect.lack(*since, *target) {
        let what = match target.sm {
            ..=10 => format!("`{name}` needs PTX ISA {since}"),
            _ => format!("`{name}` needs PTX ISA {since} and {target}"),
        };
        return Some(Message::new(what).coded(Code::Directive).note(note).help(help));
    }
    let number = (*number)?;
    // `ptxas` does not check the character after the name.
    let mut rest = inner[name.len()..].chars();
    rest.next();
    let written = rest.as_str();
    let expected = match number {
        Number::Any => "a number",
        Number::Positive => "a number of at least 1",
    };
    let what = match written {
        "" => format!("expected {expected} after `{name}`"),
        _ if is_number(written, number) => return None,
        _ => format!("expected {expected} after `{name}`, found `{written}`"),
    };
    let help = format!("add a number, as in `.pragma \"{example}\";`");
    Some(Message::new(what).coded(Code::Directive).help(help))
}

/// Returns whether a text is an integer of C: decimal, octal after `0`, or hexadecimal after `0x`.
fn is_number(text: &str, number: Number) -> bool {
    let (digits, is_negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let (digits, radix) = match hexadecimal {
        Some(digits) => (digits, 16),
        None if digits.starts_with('0') => (digits, 8),
        None => (digits, 10),
    };
    let is_zero = digits.bytes().all(|digit| digit == b'0');
    !digits.is_empty()
        && digits.chars().all(|digit| digit.is_digit(radix))
        && (number == Number::Any || !is_negative && !is_zero)
}
