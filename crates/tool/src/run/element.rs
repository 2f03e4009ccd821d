//! The types of scalars and buffer elements.

use ptx_isa::{Message, Type};

/// The types that scalars and buffer elements can have.
pub const TYPES: [Type; 16] = [
    Type::U8,
    Type::U16,
    Type::U32,
    Type::U64,
    Type::S8,
    Type::S16,
    Type::S32,
    Type::S64,
    Type::F16,
    Type::Bf16,
    Type::F32,
    Type::F64,
    Type::B8,
    Type::B16,
    Type::B32,
    Type::B64,
];

/// Returns whether buffers can have elements of this type.
#[must_use]
pub fn is_element(ty: Type) -> bool {
    TYPES.contains(&ty)
}

/// Returns the type with this name, for example `f32`.
pub(super) fn type_of(word: &str) -> Result<Type, Message> {
    let found = TYPES.into_iter().find(|ty| ty.word() == word);
    found.ok_or_else(|| {
        let words: Vec<_> = TYPES.iter().map(|ty| ty.word()).collect();
        Message::new(format!("unknown type `{word}`"))
            .note(format!("the types are {}", words.join(", ")))
    })
}
