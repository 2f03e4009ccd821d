//! Compares the declaration of a function with its definition.

use crate::resolve::{element, head, is_scalar, length};
use crate::syntax::{Declaration, Function};
use ptx_isa::{Message, Type};

/// What NVIDIA's linker compares of a parameter: whether it is a single value, whether its elements are floats, their size, and
/// their number.
type Shape = (bool, Option<(bool, u32)>, Option<usize>);

/// Returns the message about a declaration whose parameters or results differ from those of the definition in `text`.
pub(super) fn misfit(
    own: &Function<'_>,
    other: &Function<'_>,
    text: &str,
    place: &str,
) -> Option<Message> {
    let is_same = own.kind == other.kind
        && shapes(&own.parameters).eq(shapes(&other.parameters))
        && shapes(&own.returns).eq(shapes(&other.returns));
    if is_same {
        return None;
    }
    let what = format!("the declaration of `{}` differs from its definition", own.name.text);
    let message = Message::new(what);
    Some(match head(text, other) {
        Some(head) => {
            let start = head.find(".func").or_else(|| head.find(".entry")).unwrap_or(0);
            let head = &head[start..];
            let message = message.note(format!("the definition at {place} is `{head}`"));
            match own.body {
                None => message.help(format!("write `.extern {head};`")),
                Some(_) => message,
            }
        }
        None => message.note(format!("the definition is at {place}")),
    })
}

fn shapes<'s>(declarations: &'s [Declaration<'_>]) -> impl Iterator<Item = Shape> + 's {
    let names = declarations.iter().flat_map(|one| one.names.iter().map(move |name| (one, name)));
    names.map(|(one, name)| {
        let ty = element(one).ok();
        let is_float = |ty| matches!(ty, Type::F32 | Type::F64);
        (
            is_scalar(one, name),
            ty.map(|ty| (is_float(ty), ty.bits())),
            length(one, name).ok().flatten(),
        )
    })
}
