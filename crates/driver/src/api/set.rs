//! Fills of memory with a value.

use crate::border::exported;
use crate::code::*;
use crate::graph::{Operation, Place};
use crate::operation::submit;

fn fill(to: u64, value: u32, element: usize, count: usize, stream: u64) -> Outcome {
    rows(to, 0, value, element, [count, 1], stream)
}

fn rows(
    to: u64,
    pitch: usize,
    value: u32,
    element: usize,
    extent: [usize; 2],
    stream: u64,
) -> Outcome {
    let to = Place { row: pitch as u64, ..Place::at(to, false) };
    submit(stream, Operation::Fill { to, value, element, extent })
}

exported! {
    "_ptsz" {
        fn cuMemsetD8Async(to: u64, value: u8, count: usize, stream: u64) { fill(to, value.into(), 1, count, stream) }
        fn cuMemsetD16Async(to: u64, value: u16, count: usize, stream: u64) { fill(to, value.into(), 2, count, stream) }
        fn cuMemsetD32Async(to: u64, value: u32, count: usize, stream: u64) { fill(to, value, 4, count, stream) }
        fn cuMemsetD2D8Async(to: u64, pitch: usize, value: u8, width: usize, height: usize, stream: u64) { rows(to, pitch, value.into(), 1, [width, height], stream) }
        fn cuMemsetD2D16Async(to: u64, pitch: usize, value: u16, width: usize, height: usize, stream: u64) { rows(to, pitch, value.into(), 2, [width, height], stream) }
        fn cuMemsetD2D32Async(to: u64, pitch: usize, value: u32, width: usize, height: usize, stream: u64) { rows(to, pitch, value, 4, [width, height], stream) }
    }
    "_ptds" {
        fn cuMemsetD8_v2(to: u64, value: u8, count: usize) { fill(to, value.into(), 1, count, 0) }
        fn cuMemsetD16_v2(to: u64, value: u16, count: usize) { fill(to, value.into(), 2, count, 0) }
        fn cuMemsetD32_v2(to: u64, value: u32, count: usize) { fill(to, value, 4, count, 0) }
        fn cuMemsetD2D8_v2(to: u64, pitch: usize, value: u8, width: usize, height: usize) { rows(to, pitch, value.into(), 1, [width, height], 0) }
        fn cuMemsetD2D16_v2(to: u64, pitch: usize, value: u16, width: usize, height: usize) { rows(to, pitch, value.into(), 2, [width, height], 0) }
        fn cuMemsetD2D32_v2(to: u64, pitch: usize, value: u32, width: usize, height: usize) { rows(to, pitch, value, 4, [width, height], 0) }
    }
}
