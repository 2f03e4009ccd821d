//! Tests which part of a word a scalar video instruction reads, and which part it replaces.

use ptx_core::{
    Part, Saturation, vadd_s32_s32_s32, vadd_s32_u32_u32, vsub_insert_s32_s32_s32,
    vsub_insert_u32_u32_u32,
};

/// The parts that PTX has, with the bytes of the word.
const PARTS: [(Part, std::ops::Range<usize>); 7] = [
    (Part::WORD, 0..4),
    (Part::B0, 0..1),
    (Part::B1, 1..2),
    (Part::B2, 2..3),
    (Part::B3, 3..4),
    (Part::H0, 0..2),
    (Part::H1, 2..4),
];

/// Returns bytes of a word as an integer.
fn number(word: u32, bytes: &std::ops::Range<usize>, is_signed: bool) -> i64 {
    let part = &word.to_le_bytes()[bytes.clone()];
    let is_negative = is_signed && part[part.len() - 1] >= 0x80;
    let mut all = [if is_negative { 0xff } else { 0 }; 8];
    all[..part.len()].copy_from_slice(part);
    i64::from_le_bytes(all)
}

#[test]
fn scalar_video_instructions_read_and_replace_parts() {
    const WORDS: [u32; 4] = [0x8192_a3b4, 0x7f01_80fe, 0x0000_ff80, 0xdeca_5f11];
    const C: u32 = 0x1122_3344;
    let off = Saturation::Off;
    let words = WORDS.iter().flat_map(|a| WORDS.map(|b| (*a, b)));
    let parts = PARTS.iter().flat_map(|x| PARTS.iter().map(move |y| (x, y)));
    for ((a, b), ((p, x), (q, y))) in words.flat_map(|words| parts.clone().map(move |y| (words, y)))
    {
        let (i, j) = (a.cast_signed(), b.cast_signed());
        let signed = [number(a, x, true), number(b, y, true)];
        let unsigned = [number(a, x, false), number(b, y, false)];
        let text = format!("{a:x} {x:?} {b:x} {y:?}");
        assert_eq!(vadd_s32_s32_s32(i, j, *p, *q, off), (signed[0] + signed[1]) as i32, "{text}");
        let sum = unsigned[0] + unsigned[1];
        assert_eq!(vadd_s32_u32_u32(a, b, *p, *q, off), sum as i32, "{text}");
        for (place, to) in &PARTS[1..] {
            let replaced = |difference: i64| {
                let mut bytes = C.to_le_bytes();
                bytes[to.clone()].copy_from_slice(&difference.to_le_bytes()[..to.len()]);
                u32::from_le_bytes(bytes)
            };
            let d = vsub_insert_s32_s32_s32(i, j, C.cast_signed(), *place, *p, *q, off);
            assert_eq!(d.cast_unsigned(), replaced(signed[0] - signed[1]), "{text} {to:?}");
            let d = vsub_insert_u32_u32_u32(a, b, C, *place, *p, *q, off);
            assert_eq!(d, replaced(unsigned[0] - unsigned[1]), "{text} {to:?}");
        }
    }
}
