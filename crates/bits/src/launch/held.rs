//! Buffers of a launch, and their contents.

use crate::report::bytes_of;
use ptx_isa::{Message, Type};
use ptx_run::{Argument as Value, Buffer, Memory, Swizzle, TensorMap};
use ptx_tool::run::{Argument, Contents, Elements, NamedAddress};
use std::ops::Range;

/// A buffer, with its element type and its contents before the launch.
pub(crate) struct Held {
    /// The buffer in the memory of the engine.
    pub(crate) buffer: Buffer,
    /// The type of the elements.
    pub(crate) ty: Type,
    /// The contents before the launch.
    pub(crate) before: Vec<u8>,
}

/// A buffer or variable whose contents have addresses, and the argument with the contents. The addresses are known after
/// all buffers and variables are in the memory.
pub(super) struct Open<'a>(pub(super) Buffer, pub(super) &'a Argument);

/// Returns the bytes that a buffer or variable receives from an argument. Reads them from a file if necessary. `address`
/// returns the address of a place.
pub(super) fn contents(
    argument: &Argument,
    address: &dyn Fn(&NamedAddress) -> Result<u64, Message>,
) -> Result<Vec<u8>, Message> {
    match argument {
        Argument::Buffer(buffer) => buffer.bytes(|file| bytes_of(file.as_ref()), address),
        value => Ok(engine(value, None, address)?.to_bytes()),
    }
}

/// Returns whether the contents of a buffer or variable have addresses.
pub(super) fn has_addresses(argument: &Argument) -> bool {
    match argument {
        Argument::Same(_) | Argument::Map(_) => true,
        Argument::Struct(members) => members.iter().any(has_addresses),
        Argument::Buffer(buffer) => matches!(buffer.contents, Contents::Words(_)),
        Argument::Scalar(..) | Argument::Bytes(_) | Argument::Null => false,
    }
}

/// Converts an argument for the engine. `own` is its buffer, if it is a buffer.
pub(super) fn engine(
    argument: &Argument,
    own: Option<Buffer>,
    address: &dyn Fn(&NamedAddress) -> Result<u64, Message>,
) -> Result<Value, Message> {
    Ok(match argument {
        Argument::Scalar(ty, bits) => Value::scalar(*ty, *bits),
        Argument::Bytes(bytes) => Value::bytes(bytes.clone()),
        Argument::Null => Value::null(),
        Argument::Same(place) => Value::address(address(place)?),
        Argument::Map(map) => tensor_map(map, address(&map.place)?)?.into(),
        Argument::Struct(members) => {
            let members = members.iter().map(|member| engine(member, None, address));
            Value::structure(members.collect::<Result<Vec<_>, _>>()?)
        }
        Argument::Buffer(_) => own.expect("a buffer").into(),
    })
}

/// Returns the tensor map of an argument, for the engine.
fn tensor_map(map: &ptx_tool::run::TensorMap, address: u64) -> Result<TensorMap, Message> {
    let wrong = |what: String| Message::new(format!("tensor map of `{}`: {what}", map.place));
    let swizzle = Swizzle::of(map.swizzle, map.atom, map.flips);
    let swizzle = swizzle.ok_or_else(|| wrong("there is no such swizzle".into()))?;
    let (ty, shape, strides) = (map.ty, &map.shape, &map.strides);
    let found = match &map.elements {
        Elements::Tile(tile) => TensorMap::tiled(address, ty, shape, strides, tile),
        Elements::Pixels { corners: [lower, upper], channels, pixels, is_wide: true } => {
            let first = |corner: &[i32]| corner.first().copied().unwrap_or_default();
            let corners = [first(lower), first(upper)];
            TensorMap::im2col_wide(address, ty, shape, strides, corners, *channels, *pixels)
        }
        Elements::Pixels { corners: [lower, upper], channels, pixels, .. } => {
            let pixels = pixels.unwrap_or_default();
            TensorMap::im2col(address, ty, shape, strides, [lower, upper], *channels, pixels)
        }
    };
    let found = found
        .and_then(|found| found.swizzle(swizzle))
        .and_then(|found| match &map.steps {
            Some(steps) => found.steps(steps),
            None => Ok(found),
        })
        .and_then(|found| if map.fills_nan { found.fill_nan() } else { Ok(found) });
    found.map_err(wrong)
}

/// Returns the bytes of an argument whose addresses are not known yet. They are 0 here.
pub(super) fn without_addresses(argument: &Argument) -> Result<Vec<u8>, Message> {
    contents(argument, &unknown_yet)
}

/// Stands for an address that is not known yet.
fn unknown_yet(_: &NamedAddress) -> Result<u64, Message> {
    Ok(0)
}

impl Held {
    /// Adds a buffer with the contents of an argument. Any argument but a buffer is itself the contents.
    pub(super) fn add(argument: &Argument, memory: &mut Memory) -> Result<Self, Message> {
        let (ty, is_read_only) = match argument {
            Argument::Buffer(buffer) => (buffer.ty, buffer.is_read_only),
            Argument::Scalar(ty, _) => (*ty, false),
            Argument::Bytes(_) | Argument::Struct(_) | Argument::Map(_) => (Type::B8, false),
            Argument::Null | Argument::Same(_) => (Type::B64, false),
        };
        let buffer = memory.add_bytes(without_addresses(argument)?, is_read_only);
        Ok(Self { buffer, ty, before: Vec::new() })
    }

    /// Returns the bytes that `--watch` selects: all, or the element at the offset.
    pub(super) fn watched(&self, place: &NamedAddress) -> Range<usize> {
        match place.offset {
            None => 0..self.before.len(),
            Some(offset) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                start..start.saturating_add(self.ty.bits() as usize / 8)
            }
        }
    }
}
