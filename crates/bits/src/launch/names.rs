//! Checks the names of buffers and variables in options.

use super::RunArgs;
use super::arguments::Passed;
use ptx_isa::Message;
use ptx_run::{Kernel, Module};
use ptx_tool::run::{Name, is_element};

/// Checks the name of a new buffer of `--buffer`.
pub(super) fn check_new(name: &str, module: &Module, passed: &Passed) -> Result<(), Message> {
    let is_variable = module.variables().iter().any(|variable| variable.name == name);
    let what = match name.parse::<Name>()? {
        Name::Parameter(_) => "is the number of a parameter",
        Name::Word(_) if is_variable => "is a variable of the file",
        Name::Word(_) if passed.words().any(|known| known == name) => "is already a buffer",
        Name::Word(word) if word.contains('+') => "has a `+`, which stands before an offset",
        Name::Word(_) => return Ok(()),
    };
    let message = Message::new(format!("`--buffer {name}`: `{name}` {what}"));
    Err(match is_variable {
        true => message.help(format!("`--var {name}=…` sets the variable")),
        false => message.help("choose another name"),
    })
}

/// Returns the error for a name in an option that is neither a variable nor a buffer. `rest` follows the name in the
/// option.
fn unknown_buffer(
    option: &str,
    name: &str,
    rest: &str,
    kernel: &Kernel,
    module: &Module,
    passed: &Passed,
) -> Message {
    let mut parameters = kernel.signature().parameters.iter();
    match parameters.position(|parameter| parameter.name == name) {
        Some(number) => Message::new(format!("no variable `{name}`"))
            .help(format!("`{name}` is parameter {number}: write `{option} {number}{rest}`")),
        None => {
            let buffers: Vec<_> = passed.named.iter().map(|(name, _)| name.as_str()).collect();
            unknown(name, module, &buffers)
        }
    }
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

/// Checks that options refer to buffers.
pub(super) fn check_names(
    arguments: &RunArgs,
    kernel: &Kernel,
    module: &Module,
    passed: &Passed,
) -> Result<(), Message> {
    let prints = arguments.prints.iter().map(|name| ("--print", name, String::new()));
    let outs = arguments.outs.iter().map(|out| ("--out", &out.name, format!("={}", out.value)));
    let expects = arguments.expects.iter();
    let expects = expects.map(|one| ("--expect", &one.name, format!("={}", one.value)));
    let watches = arguments.watches.iter();
    let watches = watches.map(|place| {
        let rest = place.offset.map_or(String::new(), |offset| format!("+{offset}"));
        ("--watch", &place.name, rest)
    });
    for (option, name, rest) in prints.chain(outs).chain(expects).chain(watches) {
        match name {
            Name::Word(word) => {
                let variable = module.variables().iter().find(|variable| variable.name == *word);
                match (variable, passed.held(name)) {
                    (None, Some(_)) => {}
                    (None, None) => {
                        return Err(unknown_buffer(option, word, &rest, kernel, module, passed));
                    }
                    (Some(_), None) => {
                        return Err(Message::new(format!("variable `{word}` has no value"))
                            .help(format!("give it one: `--var {word}=…`")));
                    }
                    (Some(variable), _) if !is_element(variable.ty) => {
                        return Err(format!(
                            "`{option} {word}`: elements of `.{}` are not supported",
                            variable.ty.word()
                        )
                        .into());
                    }
                    _ => {}
                }
            }
            Name::Parameter(number) if passed.held(name).is_none() => {
                let parameters = &kernel.signature().parameters;
                return Err(match parameters.get(*number) {
                    Some(parameter) => {
                        format!("`{option} {number}`: parameter `{}` has no buffer", parameter.name)
                            .into()
                    }
                    None => Message::new(format!(
                        "`{option} {number}`: the kernel has {} parameters",
                        parameters.len()
                    ))
                    .note("parameters are counted from 0"),
                });
            }
            Name::Parameter(_) => {}
        }
    }
    for place in &arguments.watches {
        let length = passed.held(&place.name).map_or(0, |held| held.before.len());
        if place.offset.is_some_and(|offset| offset >= length as u64) {
            return Err(format!("`--watch {place}`: the buffer has {length} bytes").into());
        }
    }
    Ok(())
}
