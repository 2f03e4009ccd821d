//! Lists the instruction table as text or as JSON.

mod form;
mod grade;
mod json;
mod machine;
mod text;

pub use json::json;
use ptx_isa::sass::{Row, opcodes};
use ptx_isa::{COMMAND, Form, Help, Message, forms, nearest};
pub use text::text;

/// The selected rows.
struct Rows {
    forms: Vec<&'static Form>,
    machine: Vec<&'static Row>,
}

impl Rows {
    /// Returns the rows of the named instructions, in the order of the table. If `names` is empty, returns
    /// all rows.
    fn named(names: &[impl AsRef<str>]) -> Result<Self, Message> {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let is_known = |name: &&&str| {
            forms::every().any(|form| form.mnemonic == **name)
                || opcodes::all().any(|row| row.opcode == **name || row.name() == **name)
        };
        if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
            return Err(self::unknown(unknown));
        }
        let is_named = |name: &str| names.is_empty() || names.contains(&name);
        let forms = forms::every().filter(|form| is_named(form.mnemonic)).collect();
        let machine = opcodes::all().filter(|row| is_named(row.opcode) || is_named(&row.name()));
        Ok(Self { forms, machine: machine.collect() })
    }
}

/// Returns the message about an unknown instruction.
fn unknown(name: &str) -> Message {
    let message = Message::new(format!("unknown instruction `{name}`"));
    if let Some((mnemonic, _)) = name.split_once('.')
        && forms::every().any(|form| form.mnemonic == mnemonic)
    {
        return message.help(format!("`{COMMAND} list {mnemonic}` lists all its forms"));
    }
    let known = forms::every().map(|form| form.mnemonic).chain(opcodes::names());
    match nearest(name, known) {
        Some(near) => message.help(Help::meant(near)),
        None => message.help(format!("`{COMMAND} list` without a name lists every instruction")),
    }
}
