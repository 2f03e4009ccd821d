//! Checks that options refer to buffers.

use super::RunArgs;
use super::arguments::Passed;
use super::names::unknown;
use ptx_isa::Message;
use ptx_run::{Kernel, Module};
use ptx_tool::run::{Name, is_element};

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
