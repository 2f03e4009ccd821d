//! The parts of `ptx-bits run` that do not need the engine: parsing arguments, reading file contents,
//! printing elements.

mod argument;
mod npy;
mod number;
mod place;
mod show;

pub use argument::{Argument, Buffer, Contents, Name, Named};
pub use npy::write as write_npy;
pub use number::{TYPES, is_element};
pub use place::{Extent, Thread};
pub use show::{elements, summary};

use ptx_isa::{COMMAND, Message};

/// Checks that a file is text, not a CUDA binary.
///
/// # Errors
/// If the file is a cubin, a fatbin or an executable.
///
/// ```
/// assert!(ptx_tool::run::check_text("k.cubin", b"\x7fELF\x02").is_err());
/// assert!(ptx_tool::run::check_text("k.ptx", b".version 8.0").is_ok());
/// ```
pub fn check_text(name: &str, bytes: &[u8]) -> Result<(), Message> {
    let kind = match bytes {
        [0x7f, b'E', b'L', b'F', ..] => "an ELF file, such as a cubin",
        // A fatbin starts with the magic number 0xba55ed50.
        [0x50, 0xed, 0x55, 0xba, ..] => "a fatbin",
        _ => return Ok(()),
    };
    let message =
        Message::new(format!("{name} contains no PTX text")).note(format!("it is {kind}"));
    Err(message.help(format!(
        "compile with `nvcc -ptx`, or extract with `cuobjdump -ptx`; `{COMMAND} run` takes PTX"
    )))
}
