//! Images of modules: PTX text, cubins and fatbins.

use crate::code::{INVALID_IMAGE, INVALID_PTX, NO_BINARY};
use crate::settings::chip;
use ptx_run::Module;
use ptx_sass::{Error, Fatbin};
use std::ffi::{CStr, c_char};

/// The first bytes of the struct that compiled programs pass: a pointer to a fatbin at offset 8.
const WRAPPER: [u8; 4] = 0x4662_43b1_u32.to_le_bytes();
const FATBIN: [u8; 4] = [0x50, 0xed, 0x55, 0xba];
const ELF: [u8; 4] = *b"\x7fELF";

/// The first bytes of the result of a linker. The size of the rest follows in eight bytes, and then the images, each after
/// its size in eight bytes.
const LINKED: [u8; 8] = *b"ptx-bits";

/// The reason why an image cannot be loaded: the result of the function, and a message.
pub(crate) type Refusal = (i32, String);

/// Returns the bytes of an image, whose size its contents tell.
///
/// # Safety
/// `image` points to a PTX text with a zero byte at the end, to a whole cubin, or to a whole fatbin or its wrapper.
pub(crate) unsafe fn bytes<'a>(image: *const u8) -> Result<&'a [u8], Refusal> {
    // SAFETY: the shortest image is an empty text, so bytes are read only up to the first that differs.
    let starts = |magic: [u8; 4]| (0..4).all(|i| unsafe { image.add(i).read() } == magic[i]);
    let number = |at: usize, count: usize| -> usize {
        (0..count).rev().fold(0, |sum, i| {
            // SAFETY: a file that starts with the bytes below has a header of 64 bytes.
            let byte = unsafe { image.add(at + i).read() };
            sum << 8 | usize::from(byte)
        })
    };
    let size = if starts(WRAPPER) {
        let inner = std::ptr::with_exposed_provenance(number(8, 8));
        // SAFETY: the wrapper points to a whole fatbin.
        return unsafe { bytes(inner) };
    } else if starts(FATBIN) {
        number(6, 2) + number(8, 8)
    } else if starts([LINKED[0], LINKED[1], LINKED[2], LINKED[3]]) {
        16 + number(8, 8)
    } else if starts(ELF) {
        // The tables of sections and segments are the last parts of a cubin.
        let sections = number(40, 8) + number(58, 2) * number(60, 2);
        let segments = number(32, 8) + number(54, 2) * number(56, 2);
        sections.max(segments)
    } else {
        // SAFETY: all other images are texts with a zero byte at the end.
        return Ok(unsafe { CStr::from_ptr(image.cast::<c_char>()) }.to_bytes());
    };
    // SAFETY: the image has this size.
    Ok(unsafe { std::slice::from_raw_parts(image, size) })
}

/// Returns the result of a linker. A single image is its own result.
pub(crate) fn joined(images: &[Vec<u8>]) -> Vec<u8> {
    if let [image] = images {
        // The image can be a text, which ends with a zero byte.
        return [&image[..], &[0]].concat();
    }
    let sized = |bytes: &[u8]| [&(bytes.len() as u64).to_le_bytes(), bytes].concat();
    let images = images.iter().flat_map(|image| sized(image));
    [&LINKED[..], &sized(&images.collect::<Vec<_>>())].concat()
}

/// Returns the images of the result of a linker. `None` if one is cut off.
fn parts(linked: &[u8]) -> Option<Vec<&[u8]>> {
    let mut rest = linked.get(16..16 + number(linked, 8, 8)?)?;
    let mut images = Vec::new();
    while !rest.is_empty() {
        let end = number(rest, 0, 8)?.checked_add(8)?;
        images.push(rest.get(8..end)?);
        rest = &rest[end..];
    }
    Some(images)
}

/// Loads an image for the chip. `name` is the name of the image in messages, without an extension.
pub(crate) fn load(name: &str, image: &[u8]) -> Result<Module, Refusal> {
    let invalid = |error: ptx_run::Error| (INVALID_PTX, error.to_string());
    let module = if image.starts_with(&LINKED) {
        let parts = parts(image)
            .ok_or_else(|| (INVALID_IMAGE, format!("{name}: the linked image is cut off")))?;
        let modules =
            parts.iter().enumerate().map(|(number, part)| read(&format!("{name}-{number}"), part));
        Module::link(&modules.collect::<Result<Vec<_>, _>>()?).map_err(invalid)?
    } else {
        read(name, image)?
    };
    module.for_target(chip()).map_err(invalid)
}

/// Reads an image: a text, or the machine code, that fits the chip best.
fn read(name: &str, image: &[u8]) -> Result<Module, Refusal> {
    let refused = |message: String| (INVALID_IMAGE, message);
    if image.starts_with(&ELF) {
        return machine(name, image);
    }
    if !image.starts_with(&FATBIN) {
        return text(name, image);
    }
    let invalid = |error: Error| refused(format!("{name}: {error}"));
    let fatbin = Fatbin::read(image).map_err(invalid)?;
    let sm = chip().sm.into();
    // The lines of a PTX text are better to read in reports than those of machine code.
    if let Some(image) = fatbin.text(Some(sm)) {
        return text(name, &image.contents().map_err(invalid)?);
    }
    match fatbin.cubin(Some(sm)) {
        Some(image) => machine(name, &image.contents().map_err(invalid)?),
        None => {
            let help = format!("compile with `-arch=sm_{sm}`");
            let nothing = format!("nothing in the fatbin runs on sm_{sm}; it has {fatbin}");
            Err((NO_BINARY, format!("{name}: {nothing}: {help}")))
        }
    }
}

/// Reads a PTX text.
fn text(name: &str, bytes: &[u8]) -> Result<Module, Refusal> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let text = String::from_utf8_lossy(&bytes[..end]);
    Module::new(&format!("{name}.ptx"), &text).map_err(|error| (INVALID_PTX, error.to_string()))
}

/// Reads a cubin.
fn machine(name: &str, bytes: &[u8]) -> Result<Module, Refusal> {
    let module = Module::from_machine(&format!("{name}.cubin"), bytes, Some(chip()));
    let module = module.map_err(|error| (INVALID_IMAGE, error.to_string()))?;
    let (own, sm) = (chip().sm, module.target().map_or(0, |target| target.sm));
    if sm > own || sm / 10 != own / 10 {
        let message = format!("{name}.cubin: machine code for sm_{sm} does not run on sm_{own}");
        return Err((NO_BINARY, format!("{message}: write `--target sm_{sm}`")));
    }
    Ok(module)
}

/// Returns the little-endian number of some bytes at an offset.
fn number(bytes: &[u8], offset: usize, count: usize) -> Option<usize> {
    let bytes = bytes.get(offset..offset + count)?;
    Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::{LINKED, joined, parts};

    #[test]
    fn linked_images_are_found_again() {
        let images = [b"first".to_vec(), Vec::new(), b"third".to_vec()];
        let linked = joined(&images);
        assert!(linked.starts_with(&LINKED));
        assert_eq!(parts(&linked), Some(images.iter().map(Vec::as_slice).collect()));
        assert_eq!(parts(&linked[..linked.len() - 1]), None);
        assert_eq!(joined(&images[..1]), b"first\0");
    }
}
