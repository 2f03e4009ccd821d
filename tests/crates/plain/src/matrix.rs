//! Runs matrix instructions: `mma` of 8-bit integers, `ldmatrix`, `stmatrix` and `movmatrix`. The
//! figures of the PTX manual define the positions of the elements.

use crate::memory::Memory;
use crate::types::Type;
use crate::warp::Lanes;

/// A matrix instruction, which all lanes of a warp execute together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matrix {
    /// `mma.m8n8k16`: whether the elements of A and of B are signed, and whether the sum is
    /// clamped.
    Multiply([bool; 2], bool),
    /// `ldmatrix.m8n8.x1`, with or without `.trans`.
    Load(bool),
    /// `stmatrix.m8n8.x1`, with or without `.trans`.
    Store(bool),
    /// `movmatrix`, which transposes a matrix.
    Transpose,
}

const WORD: &str = "u32";

impl Matrix {
    /// Runs the instruction. Returns two results for each lane.
    pub(crate) fn compute(
        self,
        lanes: &Lanes<'_>,
        memory: &mut Memory<'_>,
    ) -> Result<[[u64; 2]; 32], String> {
        if lanes.iter().any(Option::is_none) {
            return Err("a lane of the warp is missing".into());
        }
        let source = |lane: usize, i: usize| lanes[lane].map_or(0, |own| own[i]);
        let word = Type::of(WORD).ok_or("no type")?;
        let mut results = [[0; 2]; 32];
        match self {
            Self::Multiply(are_signed, is_clamped) => {
                let byte = |is_signed: bool, word: u64, i: usize| {
                    let byte = (word >> (8 * i)) as u8;
                    if is_signed { i64::from(byte as i8) } else { i64::from(byte) }
                };
                // Lane 4r + k / 4 holds A[r][k] and B[k][r], in byte k mod 4.
                let a =
                    |row: usize, k: usize| byte(are_signed[0], source(4 * row + k / 4, 0), k % 4);
                let b = |k: usize, column: usize| {
                    byte(are_signed[1], source(4 * column + k / 4, 1), k % 4)
                };
                for (lane, both) in results.iter_mut().enumerate() {
                    for (i, d) in both.iter_mut().enumerate() {
                        let (row, column) = (lane / 4, lane % 4 * 2 + i);
                        let c = i64::from(source(lane, 2 + i) as u32 as i32);
                        let sum: i64 = c + (0..16).map(|k| a(row, k) * b(k, column)).sum::<i64>();
                        let clamped = sum.clamp(i32::MIN.into(), i32::MAX.into());
                        *d = (if is_clamped { clamped } else { sum }) as u32 as u64;
                    }
                }
            }
            Self::Load(is_transposed) => {
                let mut matrix = [[0; 8]; 8];
                for (lane, row) in matrix.iter_mut().enumerate() {
                    let words = memory.read(true, source(lane, 0), word, 4)?;
                    for (i, element) in row.iter_mut().enumerate() {
                        *element = words[i / 2] >> (16 * (i % 2)) & 0xffff;
                    }
                }
                for (lane, [d, _]) in results.iter_mut().enumerate() {
                    *d = register(&matrix, is_transposed, lane);
                }
            }
            Self::Store(is_transposed) => {
                let matrix = elements(|lane| source(lane, 1));
                let matrix = if is_transposed { transposed(&matrix) } else { matrix };
                for (lane, row) in matrix.iter().enumerate() {
                    let words: Vec<_> = row.chunks(2).map(|pair| pair[0] | pair[1] << 16).collect();
                    memory.write(true, source(lane, 0), word, &words)?;
                }
            }
            Self::Transpose => {
                let matrix = elements(|lane| source(lane, 0));
                for (lane, [d, _]) in results.iter_mut().enumerate() {
                    *d = register(&matrix, true, lane);
                }
            }
        }
        Ok(results)
    }
}

/// Returns the matrix that the registers of the lanes hold. Each register holds two elements of a row.
fn elements(register: impl Fn(usize) -> u64) -> [[u64; 8]; 8] {
    let element = |row, column| register(4 * row + column / 2) >> (16 * (column % 2)) & 0xffff;
    std::array::from_fn(|row| std::array::from_fn(|column| element(row, column)))
}

fn transposed(matrix: &[[u64; 8]; 8]) -> [[u64; 8]; 8] {
    std::array::from_fn(|row| std::array::from_fn(|column| matrix[column][row]))
}

/// Returns the register with the elements that a lane holds.
fn register(matrix: &[[u64; 8]; 8], is_transposed: bool, lane: usize) -> u64 {
    let matrix = if is_transposed { transposed(matrix) } else { *matrix };
    let (row, column) = (lane / 4, lane % 4 * 2);
    matrix[row][column] | matrix[row][column + 1] << 16
}
