//! Parses the sizes of grids and blocks, and the coordinates of threads: `512`, `16,16`, `0,0,0:22,0,0`.

use ptx_isa::Message;
use std::str::FromStr;

/// `X[,Y[,Z]]`: the size of a grid or block. Omitted numbers are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent(pub [u32; 3]);

impl FromStr for Extent {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let numbers = numbers(text).filter(|numbers| numbers.len() <= 3);
        let numbers = numbers.ok_or_else(|| {
            format!("expected X, X,Y or X,Y,Z with numbers below 2^32, found `{text}`")
        })?;
        let mut extent = [1; 3];
        extent[..numbers.len()].copy_from_slice(&numbers);
        if extent.contains(&0) {
            return Err(format!("the extents of `{text}` must not be 0").into());
        }
        Ok(Self(extent))
    }
}

/// `X,Y,Z:X,Y,Z`: the coordinates of a block and of a thread in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The coordinates of the block.
    pub block: [u32; 3],
    /// The coordinates of the thread in the block.
    pub thread: [u32; 3],
}

impl FromStr for Thread {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let three = |text: &str| <[u32; 3]>::try_from(numbers(text)?).ok();
        let both =
            text.split_once(':').and_then(|(block, thread)| Some((three(block)?, three(thread)?)));
        let (block, thread) = both.ok_or_else(|| {
            format!("expected a block and a thread as X,Y,Z:X,Y,Z, found `{text}`")
        })?;
        Ok(Self { block, thread })
    }
}

/// Parses numbers that are separated by commas.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
    text.split(',').map(|text| number(text.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_extents_are_one() {
        let of = |text: &str| text.parse::<Extent>().map(|extent| extent.0).ok();
        assert_eq!(of("512"), Some([512, 1, 1]));
        assert_eq!(of("16,8"), Some([16, 8, 1]));
        assert_eq!(of("1,2,3"), Some([1, 2, 3]));
        for text in ["", "0", "1,0", "1,2,3,4", "a", "-1", "1,", "4294967296", "+1", "1.0"] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn a_thread_has_six_numbers() {
        let thread = "1,0,2:22,0,0".parse();
        assert_eq!(thread, Ok(Thread { block: [1, 0, 2], thread: [22, 0, 0] }));
        for text in ["", "0:0", "0,0,0", "0,0,0:0,0", "0,0,0:0,0,0,0"] {
            assert!(text.parse::<Thread>().is_err(), "{text}");
        }
    }
}
