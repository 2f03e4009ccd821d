//! Runs `vprintf`, which prints formatted text.
//!
//! The arguments are stored one after the other, each aligned to its size. The directives are those of C,
//! with CUDA's sizes on Linux: `long` and addresses have 64 bits, floats are `.f64`. Text that is not a
//! directive of C is printed unchanged.

mod directive;
mod float;

use crate::code::external::Print;
use crate::code::{Code, Reg, Width};
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::access::read_bits;
use crate::memory::address::Space;
use crate::memory::area::Reach;
use crate::memory::areas::Areas;
use directive::{Directive, Length, Measure};

/// The maximum width and precision.
const MOST_WIDTH: i64 = 1 << 20;

/// Prints the text of each lane, in ascending order.
///
/// # Errors
/// If the format or an argument cannot be read, or if a width or precision exceeds 2^20.
pub(crate) fn run(
    print: &Print,
    frame: &mut Frame,
    group: Group<'_>,
    areas: &Areas<'_>,
    (code, site): (&Code, usize),
    printed: &mut Vec<u8>,
) -> Result<(), Stop> {
    for i in 0..group.count() {
        let (lane, element) = (group.lane(i), group.element(i));
        let value = |register: Reg| frame.columns[register].get(element);
        let count = match value(print.format) {
            0 => -1,
            format => {
                let format = text(areas, lane, format, 1)?;
                let next = value(print.arguments);
                let arguments = Arguments { areas, code, site, lane, next, count: 0 };
                formatted(&format, arguments, printed)?
            }
        };
        if let Some(result) = print.result {
            frame.columns[result].set(element, i64::from(count).cast_unsigned());
        }
    }
    Ok(())
}

/// Reads the text at an address, up to a zero character. `size` is the size of a character in bytes. Characters of one
/// byte are returned unchanged. Larger characters are converted to UTF-8.
///
/// # Errors
/// If an address is out of bounds.
pub(crate) fn text(
    areas: &Areas<'_>,
    lane: usize,
    address: u64,
    size: u64,
) -> Result<Vec<u8>, Stop> {
    let width = match size {
        2 => Width::B16,
        4 => Width::B32,
        _ => Width::B8,
    };
    let mut found = Vec::new();
    for i in 0.. {
        let character = read(areas, lane, address.wrapping_add(i * width.bytes() as u64), width)?;
        match (character, width) {
            (0, _) => break,
            (_, Width::B8) => found.push(character as u8),
            _ => {
                let character =
                    char::from_u32(character as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                found.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }
    Ok(found)
}

fn read(areas: &Areas<'_>, lane: usize, address: u64, width: Width) -> Result<u64, Stop> {
    let reach = Reach { lane, space: Space::Generic, address, bytes: width.bytes(), writes: false };
    let (area, place) = areas.locate(reach)?;
    Ok(read_bits(&areas.bytes(area)[place..], width))
}

/// The arguments of a `vprintf` call that have not been read yet.
struct Arguments<'a, 'b> {
    areas: &'a Areas<'b>,
    code: &'a Code,
    site: usize,
    lane: usize,
    /// The address of the next argument, before alignment.
    next: u64,
    count: i32,
}

impl Arguments<'_, '_> {
    fn take(&mut self, width: Width) -> Result<u64, Stop> {
        let address = self.next.next_multiple_of(width.bytes() as u64);
        let bits = read(self.areas, self.lane, address, width)?;
        self.check_defined(address, width)?;
        self.next = address.wrapping_add(width.bytes() as u64);
        self.count += 1;
        Ok(bits)
    }

    /// Returns a fault if a bit of the argument at an address is undefined.
    fn check_defined(&self, address: u64, width: Width) -> Result<(), Stop> {
        let Self { areas, code, site, lane, .. } = *self;
        let Some(memory) = &areas.own.undefined_bits else { return Ok(()) };
        let reach =
            Reach { lane, space: Space::Generic, address, bytes: width.bytes(), writes: false };
        let (area, place) = areas.locate(reach)?;
        let offset = areas.offset(area, place, lane) as u64;
        match memory.read((area, place), width.bytes(), offset, site) {
            one if one.is_defined() => Ok(()),
            one => Err(one.fault(lane, site, code)),
        }
    }

    /// Returns a width or precision. If the directive has `*`, reads the number from the arguments.
    fn measure(&mut self, measure: Measure) -> Result<Option<i64>, Stop> {
        let number = match measure {
            Measure::None => return Ok(None),
            Measure::Number(number) => number,
            Measure::Argument => i64::from((self.take(Width::B32)? as u32).cast_signed()),
        };
        if number.abs() > MOST_WIDTH {
            let what = format!("a width or precision of {number} is not supported");
            return Err(Stop::new(FaultKind::Undefined, self.lane, what));
        }
        Ok(Some(number))
    }
}

/// Appends the formatted text to `printed`. Returns the number of arguments that were read.
fn formatted(
    format: &[u8],
    mut arguments: Arguments<'_, '_>,
    printed: &mut Vec<u8>,
) -> Result<i32, Stop> {
    let mut rest = format;
    while let Some((first, after)) = rest.split_first() {
        let directive = if *first == b'%' { Directive::read(after) } else { None };
        match directive {
            None => {
                printed.push(*first);
                rest = after;
            }
            Some((directive, after)) => {
                converted(directive, &mut arguments, printed)?;
                rest = after;
            }
        }
    }
    Ok(arguments.count)
}

/// Appends the formatted text of one directive.
fn converted(
    mut directive: Directive,
    arguments: &mut Arguments<'_, '_>,
    printed: &mut Vec<u8>,
) -> Result<(), Stop> {
    let width = arguments.measure(directive.width)?.unwrap_or(0);
    directive.is_left |= width < 0;
    let width = width.unsigned_abs() as usize;
    let precision = arguments.measure(directive.precision)?;
    let precision = precision.and_then(|precision| usize::try_from(precision).ok());
    let body = match directive.conversion {
        b'%' => {
            printed.push(b'%');
            return Ok(());
        }
        b'c' => vec![arguments.take(Width::B32)? as u8],
        b's' => {
            let mut body = match arguments.take(Width::B64)? {
                0 => b"(null)".to_vec(),
                address => text(arguments.areas, arguments.lane, address, 1)?,
            };
            body.truncate(precision.unwrap_or(usize::MAX));
            body
        }
        b'p' => match arguments.take(Width::B64)? {
            0 => b"(nil)".to_vec(),
            address => format!("0x{address:x}").into_bytes(),
        },
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
            let bits = match directive.length {
                Length::Long => arguments.take(Width::B64)?,
                _ => arguments.take(Width::B32)?,
            };
            let (sign, digits) = directive.integer(bits, precision);
            let has_zeros = directive.is_zero && precision.is_none();
            directive.pad(&sign, digits.as_bytes(), width, has_zeros, printed);
            return Ok(());
        }
        _ => {
            let value = f64::from_bits(arguments.take(Width::B64)?);
            let (sign, digits) = directive.float(value, precision);
            let has_zeros = directive.is_zero && value.is_finite();
            directive.pad(&sign, digits.as_bytes(), width, has_zeros, printed);
            return Ok(());
        }
    };
    directive.pad("", &body, width, false, printed);
    Ok(())
}
