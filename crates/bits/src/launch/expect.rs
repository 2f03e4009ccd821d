//! Compares buffers with the files of `--expect`.

use super::{Done, RunArgs};
use crate::report::bytes_of;
use ptx_isa::{Message, Type};
use ptx_tool::run::{Difference, Name, Named, difference, expected};

/// The elements that a buffer must have after the launch.
pub(super) struct Expected {
    name: Name,
    file: String,
    elements: Vec<u8>,
}

/// A buffer that does not have its expected elements.
pub(super) struct Unequal {
    /// The name of the buffer.
    pub(super) name: Name,
    /// The name of the file.
    file: String,
    /// The type of the elements.
    pub(super) ty: Type,
    /// The numbers of elements: expected and found.
    pub(super) lengths: [usize; 2],
    /// The first element that differs. `None` if only the lengths differ.
    pub(super) first: Option<Difference>,
}

/// Reads the files of `--expect`. Must be called after `check_names`, which rejects names without a buffer.
pub(super) fn read(
    arguments: &RunArgs,
    ty: impl Fn(&Name) -> Type,
) -> Result<Vec<Expected>, Message> {
    let one = |Named { name, value: file }: &Named<Name, String>| {
        let bytes =
            bytes_of(file.as_ref()).map_err(|error| format!("cannot read {file}: {error}"))?;
        let elements = expected(file, &bytes, ty(name), name)?;
        Ok(Expected { name: name.clone(), file: file.clone(), elements })
    };
    arguments.expects.iter().map(one).collect()
}

/// Returns the buffers that do not have their expected elements.
pub(super) fn unequal(done: &Done) -> Vec<Unequal> {
    let one = |Expected { name, file, elements }: &Expected| {
        let held = done.named(name);
        let after = done.after(held);
        let size = held.ty.bits() as usize / 8;
        let lengths = [elements.len() / size, after.len() / size];
        let first = difference(held.ty, elements, after);
        let (name, file) = (name.clone(), file.clone());
        (first.is_some() || lengths[0] != lengths[1]).then_some(Unequal {
            name,
            file,
            ty: held.ty,
            lengths,
            first,
        })
    };
    done.expected.iter().filter_map(one).collect()
}

impl Unequal {
    /// Returns the message about the first difference.
    pub(super) fn message(&self) -> String {
        let Self { name, file, ty, lengths: [expected, found], first } = self;
        let option = format!("`--expect {name}={file}`");
        match first {
            Some(first) => format!("{option}: {}", first.describe(*ty)),
            None => format!("{option}: expected {expected} elements, found {found}"),
        }
    }
}
