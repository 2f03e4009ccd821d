//! Compares conversions from narrow formats with `rustc_apfloat`, for every pair of codes and for every code with every
//! scale.

use crate::formats::formats;
use crate::half::{bf16, f16, scale};
use crate::{LIMITS, RECTIFICATIONS};

#[test]
fn every_pair_of_codes() {
    for format in formats() {
        let codes = 1 << format.width;
        let elements = || (0..codes).flat_map(|high| (0..codes).map(move |low| [high, low]));
        for relu in RECTIFICATIONS {
            let half: Vec<u32> = (0..codes).map(|code| f16(format.value(code), relu)).collect();
            for [high, low] in elements() {
                let found = (format.to_f16x2)(format.join(&[high, low]), relu);
                let expected = half[high as usize] << 16 | half[low as usize];
                assert_eq!(found, expected, "{} {high:x} {low:x} {relu:?}", format.name);
            }
            for limit in LIMITS {
                let half: Vec<u32> =
                    (0..codes).map(|code| bf16(format.value(code), relu, limit)).collect();
                for [high, low] in elements() {
                    let found = (format.to_bf16x2)(format.join(&[high, low]), relu, limit);
                    let expected = half[high as usize] << 16 | half[low as usize];
                    assert_eq!(
                        found, expected,
                        "{} {high:x} {low:x} {relu:?} {limit:?}",
                        format.name
                    );
                }
            }
        }
    }
}

#[test]
fn every_code_with_every_scale() {
    for format in formats() {
        for code in 0..1 << format.width {
            for by in 0..=u8::MAX {
                // The other element of the pair and its scale are derived from `code` and `by`.
                let (other, other_by) =
                    ((code * 5 + u32::from(by)) % (1 << format.width), by ^ 0x55);
                for relu in RECTIFICATIONS {
                    for limit in LIMITS {
                        let half = |code, by| {
                            let scaled =
                                format.value(code).zip(scale(by)).map(|(value, by)| value * by);
                            bf16(scaled, relu, limit)
                        };
                        let (high, low) = (half(code, by), half(other, other_by));
                        let call = |codes: [u32; 2], by: [u8; 2]| {
                            (format.scaled)(
                                format.join(&codes),
                                u16::from_be_bytes(by),
                                relu,
                                limit,
                            )
                        };
                        let found = call([code, other], [by, other_by]);
                        assert_eq!(
                            found,
                            high << 16 | low,
                            "{} {code:x} {by:x} {relu:?} {limit:?}",
                            format.name
                        );
                        let found = call([other, code], [other_by, by]);
                        assert_eq!(
                            found,
                            low << 16 | high,
                            "{} {code:x} {by:x} {relu:?} {limit:?}",
                            format.name
                        );
                    }
                }
            }
        }
    }
}
