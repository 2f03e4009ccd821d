//! Checks the names of buffers and variables.

use ptx_isa::Message;
use ptx_run::Module;
use ptx_tool::run::Name;

/// Checks the name of a new buffer of `--buffer`. `buffers` are the names of those before it.
pub(super) fn check_new<'n>(
    name: &str,
    module: &Module,
    mut buffers: impl Iterator<Item = &'n str>,
) -> Result<(), Message> {
    let is_variable = module.variables().iter().any(|variable| variable.name == name);
    let what = match name.parse::<Name>()? {
        Name::Parameter(_) => "is the number of a parameter",
        Name::Word(_) if is_variable => "is a variable of the file",
        Name::Word(_) if buffers.any(|known| known == name) => "is already a buffer",
        Name::Word(word) if word.contains('+') => "has a `+`, which stands before an offset",
        Name::Word(_) => return Ok(()),
    };
    let message = Message::new(format!("`--buffer {name}`: `{name}` {what}"));
    Err(match is_variable {
        true => message.help(format!("`--var {name}=…` sets the variable")),
        false => message.help("choose another name"),
    })
}

/// Returns the error for a name that is neither a variable nor one of the buffers.
pub(super) fn unknown(name: &str, module: &Module, buffers: &[&str]) -> Message {
    let or_buffer = if buffers.is_empty() { "" } else { " or buffer" };
    let message = Message::new(format!("no variable{or_buffer} `{name}`"));
    let variables = module.variables().iter().map(|variable| variable.name.as_str());
    nearest(message, name, buffers.iter().copied().chain(variables))
}

/// Adds the name that is most similar to `name`, or else all names.
pub(super) fn nearest<'n>(
    message: Message,
    name: &str,
    names: impl Iterator<Item = &'n str>,
) -> Message {
    let names: Vec<_> = names.collect();
    match ptx_isa::nearest(name, names.iter().copied()) {
        Some(near) => message.help(format!("did you mean `{near}`?")),
        None if names.is_empty() => message.note("the file has none"),
        None => message.note(format!("the names are {}", names.join(", "))),
    }
}
