//! Rules and messages for `.reg` declarations and undeclared names.

use crate::code::Code;
pub use crate::constants::constant;
use crate::dialect::Dialect;
use crate::faults;
use crate::help::{Help, Part};
use crate::literal::{self, Literal};
use crate::message::Message;
use crate::nearest::{distance, nearest};
use crate::target::Target;
use crate::types::{Kind, Type};
use crate::version::Version;

/// The vector sizes of registers, and their numbers of elements.
pub const VECTORS: &[(&str, u32)] = &[("v2", 2), ("v4", 4)];

/// The maximum number of registers in a range.
const MOST_REGISTERS: u64 = u32::MAX as u64;

/// The first version and target with registers of `.b128`.
const B128: (Version, Target) = (Version::new("8.3"), Target::sm(70));

/// Returns a message if the version or the target has no registers of this type.
#[must_use]
pub fn absent_type(ty: Type, dialect: &Dialect) -> Option<Message> {
    if ty != Type::B128 {
        return None;
    }
    let (note, help) = dialect.lack(B128.0, B128.1)?;
    let message = Message::new("registers of `.b128` need PTX ISA 8.3 and sm_70");
    Some(message.note(note).help(help))
}

/// Returns the register type for a word without its dot.
///
/// # Errors
/// Returns a message if the type is unknown or is not a register type.
pub fn register_type(word: &str) -> Result<Type, Message> {
    match Type::from_word(word) {
        Some(ty) if ty.is_register_type() => Ok(ty),
        Some(ty) => {
            let bits = Type::bits_of_width(ty.bits()).map_or("b64", Type::word);
            Err(Message::new(format!("a register cannot be declared `.{word}`"))
                .note(format!("`.{word}` is a type of instructions only"))
                .help(Help::after("declare it ", Part::Word, format!(".{bits}"))))
        }
        None => {
            let words: Vec<_> = Type::register_words().map(|w| format!("`.{w}`")).collect();
            let message = Message::new(format!("unknown register type `.{word}`"))
                .note(format!("the register types are {}", words.join(", ")));
            let message = match word {
                "long" | "ulong" => {
                    message.note(format!("`{word}` has 64 bits on Linux and 32 on Windows"))
                }
                _ => message,
            };
            // Suggest the PTX type for a type of another language, such as `float`.
            let foreign = faults::type_of(word).and_then(Type::from_word);
            if let Some(foreign) = foreign.filter(|ty| ty.is_register_type()) {
                return Err(message.help(Help::write(Part::Word, format!(".{}", foreign.word()))));
            }
            Err(match nearest(word, Type::register_words()) {
                Some(near) => message.help(Help::meant(format!(".{near}"))),
                None => message,
            })
        }
    }
}

/// Reports a missing type after `.reg`.
#[must_use]
pub fn no_type() -> Message {
    Message::new("missing type after `.reg`").help("the type precedes the name: `.reg .f32 t;`")
}

/// Returns a message if a parameter or variable cannot have the type that a word without its dot names.
#[must_use]
pub fn variable_type(word: &str) -> Option<Message> {
    if OPAQUE.contains(&word) || variable_words().any(|known| known == word) {
        return None;
    }
    if word == Type::Pred.word() {
        let message = Message::new("a variable cannot be declared `.pred`");
        return Some(message.help("declare a register, `.reg .pred`"));
    }
    if let Some(ty) = Type::from_word(word) {
        let message = Message::new(format!("a variable cannot be declared `.{word}`"))
            .note(format!("`.{word}` is a type of instructions only"));
        let bits = Type::bits_of_width(ty.bits()).filter(|bits| bits.bits() >= 8);
        return Some(match bits {
            Some(bits) => {
                message.help(Help::after("declare it ", Part::Word, format!(".{}", bits.word())))
            }
            None => message,
        });
    }
    let words: Vec<_> = variable_words().map(|word| format!("`.{word}`")).collect();
    let message = Message::new(format!("unknown variable type `.{word}`"))
        .note(format!("the variable types are {}", words.join(", ")));
    let foreign = faults::type_of(word).filter(|ty| variable_words().any(|known| known == *ty));
    Some(match (foreign, nearest(word, variable_words())) {
        (Some(foreign), _) => message.help(Help::write(Part::Word, format!(".{foreign}"))),
        (None, Some(near)) => message.help(Help::meant(format!(".{near}"))),
        (None, None) => message,
    })
}

/// The types of textures, samplers and surfaces.
pub const OPAQUE: [&str; 3] = ["texref", "samplerref", "surfref"];

/// Returns the types that a variable may have.
fn variable_words() -> impl Iterator<Item = &'static str> {
    Type::register_words().filter(|word| *word != Type::Pred.word())
}

/// Reports an array without a size that is not `.extern`.
#[must_use]
pub fn no_size(name: &str) -> Message {
    Message::new(format!("the size of `{name}` is missing"))
        .note("only an `.extern` array, and an array with an initial value, may omit it")
        .help(format!("add the number of elements, as in `{name}[4]`"))
}

/// Reports a `.param` variable of a vector type or a packed type. `ty` is the type of an element.
#[must_use]
pub fn not_passed(ty: &str) -> Message {
    Message::new("a `.param` variable cannot have a vector type or a packed type").help(match ty {
        "f16x2" => "declare it `.b32`".into(),
        _ => format!("declare an array of `.{ty}`, with `.align`"),
    })
}

/// Returns a message if a name cannot be declared.
///
/// ```
/// use ptx_isa::declarations::reserved;
///
/// assert!(reserved("WARP_SZ").is_some() && reserved("_").is_some());
/// assert!(reserved("table").is_none());
/// ```
#[must_use]
pub fn reserved(name: &str) -> Option<Message> {
    match name {
        "_" => Some(no_register()),
        "WARP_SZ" => {
            Some(Message::new("`WARP_SZ` cannot be declared").note("it is a constant of PTX"))
        }
        _ => None,
    }
}

/// Reports a missing type of a parameter or variable in a state space.
#[must_use]
pub fn no_variable_type(space: &str) -> Message {
    Message::new(format!("missing type after `.{space}`"))
        .help(format!("the type precedes the name: `.{space} .b32 t`"))
}

/// Reports an initial value of a variable in a state space without initial values.
#[must_use]
pub fn no_initial_value(space: &str) -> Message {
    Message::new(format!("initial values in `.{space}` are not supported"))
        .note("only `.global` and `.const` variables have initial values")
}

/// The maximum alignment. `ptxas` 13.5 reports "Constant overflow" for 2^32.
const MOST_ALIGNED: u64 = 1 << 31;

/// Returns a message if a number of bytes is not an alignment.
///
/// ```
/// use ptx_isa::declarations::alignment;
///
/// assert_eq!(alignment(16), None);
/// let message = alignment(7).unwrap();
/// assert_eq!(message.what, "alignment must be a power of two, found 7");
/// assert_eq!(message.help_text().unwrap(), "write `4` or `8`");
/// ```
#[must_use]
pub fn alignment(bytes: u64) -> Option<Message> {
    if bytes > MOST_ALIGNED {
        let what = format!("alignment must be at most {MOST_ALIGNED}, found {bytes}");
        return Some(Message::new(what));
    }
    if bytes.is_power_of_two() {
        return None;
    }
    let message = Message::new(format!("alignment must be a power of two, found {bytes}"));
    let above = bytes.next_power_of_two();
    Some(match bytes {
        0 => message.help("omit `.align` for the alignment of the type"),
        _ => {
            let right = [above / 2, above].into_iter().filter(|bytes| *bytes <= MOST_ALIGNED);
            match Help::one_of(Part::Word, right.map(|bytes| bytes.to_string())) {
                Some(help) => message.help(help),
                None => message,
            }
        }
    })
}

/// Reports a missing name after the type.
#[must_use]
pub fn no_name() -> Message {
    Message::new("expected the name of a register").help("add a name, as in `.reg .f32 t;`")
}

/// Reports a second type, or a vector size after a type.
#[must_use]
pub fn second_type(second: &str, first: &str) -> Message {
    Message::new(match VECTORS.iter().any(|vector| vector.0 == second) {
        true => format!("`.{second}` must come before `.{first}`"),
        false => format!("`.{second}` is a second type, after `.{first}`"),
    })
}

/// Reports a type after a comma, as in `.reg .f32 z, .f32 y;`.
#[must_use]
pub fn type_of_next(second: &str, name: Option<&str>) -> Message {
    Message::new(format!("expected a name after `,`, found `.{second}`"))
        .note("one `.reg` declares registers of one type")
        .help(format!("add another declaration: `.reg .{second} {};`", name.unwrap_or("t")))
}

/// Reports an array of registers, as in `.reg .f32 z[4];`. The argument `length` is the written length, if known.
#[must_use]
pub fn array(name: &str, length: Option<&str>) -> Message {
    let message = Message::new("arrays of registers are not supported");
    match literal::parse(length.unwrap_or("4")) {
        Ok(Literal::Integer(count @ 1..=MOST_REGISTERS)) => message.help(format!(
            "declare a range, `{name}<{count}>`, whose registers are `{name}0` to `{name}{}`",
            count - 1
        )),
        _ => message,
    }
}

/// Reports an initial value, as in `.reg .f32 t = 1.0;`. The arguments `ty` and `value` are as written.
#[must_use]
pub fn initial_value(name: &str, ty: &str, value: &str) -> Message {
    let message = Message::new("initial values of registers are not supported");
    let is_decimal = value.contains('.');
    let moved = Type::from_word(ty).and_then(|ty| match ty {
        Type::F32 | Type::F64 => is_decimal.then_some(ty),
        // Suggest no `mov`: `mov` has no 8-bit types, and accepts a literal with a point only for `.f32` and `.f64`.
        _ if ty == Type::Pred || ty.kind() == Kind::Float || ty.bits() < 16 || is_decimal => None,
        _ => Type::bits_of_width(ty.bits()),
    });
    let moved = moved.map(Type::word);
    match moved {
        Some(moved) => {
            let steps = format!(".reg .{ty} {name}; mov.{moved} {name}, {value};");
            message.help(Help::write(Part::Statement, steps))
        }
        None => message.help("set it with `mov` or `cvt`"),
    }
}

/// Reports a declaration of `_`. This name marks a result that is discarded.
#[must_use]
pub fn no_register() -> Message {
    Message::new("`_` cannot be declared").note("`_` is a destination whose value is not kept")
}

/// Returns the number of registers in a range such as `%f<4>`.
///
/// # Errors
/// Returns a message if the number is missing, malformed or too large.
pub fn count(text: Option<&str>) -> Result<u64, Message> {
    match text.map(literal::parse) {
        Some(Ok(Literal::Integer(count))) if count <= MOST_REGISTERS => Ok(count),
        Some(Ok(Literal::Integer(count))) => Err(Message::new(format!(
            "a range cannot have {count} registers: {MOST_REGISTERS} at most"
        ))),
        _ => Err(Message::new("expected the number of registers in the range")
            .help("add the number of registers, as in `.reg .f32 %f<4>;`")),
    }
}

/// Reports a second declaration of a name in a scope. `earlier` is the first declaration, such as `%f<4>`.
#[must_use]
pub fn duplicate(name: &str, earlier: &str) -> Message {
    let message = Message::new(format!("duplicate declaration of `{name}` in this scope"))
        .coded(Code::Duplicate);
    let message = match earlier == name {
        true => message,
        false => message.note(format!("`{earlier}` is already declared")),
    };
    message.help("use another name, or declare it in an inner scope `{ … }`")
}

/// Reports a second definition of a function.
#[must_use]
pub fn second_function(name: &str) -> Message {
    Message::new(format!("duplicate definition of function `{name}`"))
        .coded(Code::Duplicate)
        .help("rename one of the functions")
}

/// Reports a declaration of a function after its definition.
#[must_use]
pub fn late_prototype(name: &str) -> Message {
    Message::new(format!("function `{name}` is declared after its definition"))
        .coded(Code::Duplicate)
        .help("delete the declaration, or move it before the definition")
}

/// Reports a function that is declared without `.extern` and not defined.
#[must_use]
pub fn no_body(name: &str) -> Message {
    Message::new(format!("function `{name}` has no body"))
        .coded(Code::Declaration)
        .help(format!("if another file defines it, write `.extern .func {name}`"))
}

/// Reports a declaration that contradicts an earlier declaration. `what` is the difference.
#[must_use]
pub fn contradiction(name: &str, what: &str) -> Message {
    Message::new(format!("`{name}` contradicts its earlier declaration"))
        .coded(Code::Duplicate)
        .note(what)
        .help("write both declarations alike, or rename one")
}

/// Reports a register, or a `.local` or `.param` variable, outside of functions.
#[must_use]
pub fn outside_of_functions(space: &str) -> Message {
    if space == "param" {
        return Message::new("`.param` is declared outside of a function")
            .help("move the declaration into the header or the body of the function");
    }
    Message::new(format!("`.{space}` is declared outside of a function"))
        .note("the calling convention allows it only in functions since PTX ISA 3.0")
        .help("move the declaration into the body of the function")
}

/// Returns a range as in its declaration: `%f<4>`.
#[must_use]
pub fn range(prefix: &str, count: u64) -> String {
    format!("{prefix}<{count}>")
}

/// Reports an undeclared name in the address of a `.param` access. `known` are the declared
/// parameters.
#[must_use]
pub fn undeclared_parameter(name: &str, known: &[&str]) -> Message {
    let message = Message::new(format!("undeclared parameter `{name}`")).coded(Code::Undeclared);
    let message = match known {
        [] => message.note("the function has no parameters"),
        [only] => message.note(format!("the only parameter is `{only}`")),
        _ if known.len() <= MOST_KNOWN => {
            message.note(format!("the parameters are `{}`", known.join("`, `")))
        }
        _ => message,
    };
    let slip = nearest(name, known.iter().copied());
    match slip.or(if let [only] = known { Some(*only) } else { None }) {
        Some(near) => message.help(Help::meant(near)),
        None => message.help("declare the parameter in the header of the function"),
    }
}

/// The maximum number of parameters that a note lists.
const MOST_KNOWN: usize = 8;

/// Returns the name with `%`, without a sigil, and with `$`.
#[must_use]
pub fn other_sigils(name: &str) -> [String; 3] {
    let bare = name.trim_start_matches(['%', '$']);
    ["%", "", "$"].map(|sigil| format!("{sigil}{bare}"))
}

/// Declared names that may be similar to an undeclared name.
#[derive(Clone, Debug, Default)]
pub struct Near {
    /// The prefix and count of a declared range that the undeclared name would belong to if its
    /// number were lower: `%f` and 4 for `%f7` after `.reg .f32 %f<4>`.
    pub range: Option<(String, u64)>,
    /// All declared names.
    pub names: Vec<String>,
    /// The special register that the undeclared name probably means. `None` in code without special registers.
    pub special: Option<String>,
}

/// Reports an undeclared name. `wanted` is the expected type, if it is known.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_isa::declarations::{Near, undeclared};
///
/// let near = Near { names: vec!["t".into(), "%s".into()], ..Near::default() };
/// let message = undeclared("%t", Some(Type::F32), &near);
/// assert_eq!(message.help_text().unwrap(), "did you mean `t`?");
/// let near = Near { names: vec!["%p1".into()], ..Near::default() };
/// let message = undeclared("%p2", Some(Type::Pred), &near);
/// assert_eq!(message.notes, ["the nearest declared name is `%p1`"]);
/// assert_eq!(message.help_text().unwrap(), "declare it before: `.reg .pred %p2;`");
/// ```
#[must_use]
pub fn undeclared(name: &str, wanted: Option<Type>, near: &Near) -> Message {
    if let Some(message) = constant(name, wanted) {
        return message;
    }
    let ty = wanted.map(|wanted| match wanted.is_register_type() {
        true => wanted,
        false => Type::bits_of_width(wanted.bits()).unwrap_or(wanted),
    });
    let message = with_near(Message::new(format!("undeclared register `{name}`")), name, near);
    if message.help.is_some() {
        return message;
    }
    message.help(match ty {
        Some(ty) => {
            let declaration = format!(".reg .{} {name};", ty.word());
            Help::after("declare it before: ", Part::Before, declaration)
        }
        None => "declare it before with `.reg`".into(),
    })
}

/// Reports an undeclared name in an address. `space` and `ty` are the state space and the type of the access.
///
/// A register without a value has no meaning as an address, so the help never declares a register.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_isa::declarations::{Near, undeclared_address};
///
/// let message = undeclared_address("buf", Some("shared"), Some(Type::F32), &Near::default());
/// assert_eq!(message.what, "undeclared variable `buf`");
/// assert_eq!(message.help_text().unwrap(), "declare it with its size N: `.shared .f32 buf[N];`");
/// ```
#[must_use]
pub fn undeclared_address(
    name: &str,
    space: Option<&str>,
    ty: Option<Type>,
    near: &Near,
) -> Message {
    let is_register = name.starts_with(['%', '$']);
    let what = if is_register { "register" } else { "variable" };
    let message = with_near(Message::new(format!("undeclared {what} `{name}`")), name, near);
    if message.help.is_some() {
        return message;
    }
    let ty = ty.filter(|ty| ty.is_register_type() && *ty != Type::Pred).map_or("b8", Type::word);
    let space = space.and_then(|space| space.split("::").next());
    message.help(match (is_register, space) {
        (true, _) => "declare the register, and set it to an address before this statement".into(),
        (false, Some("param")) => format!("declare it: `.param .{ty} {name};`"),
        (false, Some(space)) => format!("declare it with its size N: `.{space} .{ty} {name}[N];`"),
        (false, None) => format!(
            "declare it with its size N, such as `.global .{ty} {name}[N];`, or write a register in the brackets"
        ),
    })
}

/// Adds the nearest declared name to the message about an undeclared name: as help, or as a note if the name is not
/// similar enough.
fn with_near(message: Message, name: &str, near: &Near) -> Message {
    let message = message.coded(Code::Undeclared);
    let bare = |name: &str| name.trim_start_matches(['%', '$']).to_string();
    let names = || near.names.iter().map(String::as_str);
    // A similar name may be a typo. Names of one or two letters, and names that differ only in a
    // number, are not treated as typos.
    let letters = |name: &str| bare(name).replace(|c: char| c.is_ascii_digit(), "");
    let is_slip = |known: &&str| letters(known) != letters(name);
    let slip = || nearest(name, names().filter(is_slip)).filter(|_| bare(name).len() > 2);
    let meant = names().find(|known| bare(known) == bare(name)).or_else(slip);
    match (&near.range, meant) {
        (Some((prefix, count @ 1..)), _) => {
            let (declared, last) = (range(prefix, *count), count - 1);
            let number = name.strip_prefix(prefix.as_str()).and_then(|number| number.parse().ok());
            let message =
                message.note(format!("the last register of `{declared}` is `{prefix}{last}`"));
            return match number.filter(|number: &u64| *number < MOST_REGISTERS) {
                Some(number) => {
                    let right = range(prefix, number + 1);
                    message.help(format!("declare `{right}` in place of `{declared}`"))
                }
                None => message.help(format!("use a register up to `{prefix}{last}`")),
            };
        }
        (_, Some(meant)) => return message.help(Help::meant(meant)),
        (_, None) => {}
    }
    if let Some(special) = &near.special {
        return message
            .note(format!("`{special}` is a special register"))
            .help(Help::write(Part::Word, special).and(&format!(" in place of `{name}`")));
    }
    // Mention the nearest name only if it has letters in common with the undeclared name.
    let wrong = |known: &&str| distance(&bare(known), &bare(name));
    let nearest = names().min_by_key(wrong).filter(|near| wrong(near) < bare(name).len());
    match nearest {
        Some(near) => message.note(format!("the nearest declared name is `{near}`")),
        None => message,
    }
}
