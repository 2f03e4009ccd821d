//! The pixels that a bulk copy with `.im2col` moves (PTX ISA, "im2col mode" and "im2col::w and im2col::w::128 modes").
//!
//! The dimensions of the tensor are C, up to three spatial dimensions W, H and D, and N. A copy moves the first channels
//! of one pixel after another: W is the fastest dimension, N the slowest. The filter's base walks through the bounding box
//! of the spatial dimensions, and the offsets of the instruction lead from the base to the pixel.

/// The number of pixels that `.im2col::w::128` moves, and the number of pixels between its halos.
const WIDE_PIXELS: usize = 128;
const BETWEEN_HALOS: usize = 32;

/// The bounds of the halo and of the offset of `.im2col::w` and `.im2col::w::128` (PTX ISA, "cp.async.bulk.tensor").
const MOST_HALO: u16 = 511;
const MOST_HALO_128: u16 = 31;
const MOST_WIDE_OFFSET: u16 = 31;

/// The largest number of pixels of a copy.
const MOST_PIXELS: u32 = 1024;

/// The mode of a tensor map that selects pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// `.im2col` and `.im2col_no_offs`: the base moves through all spatial dimensions and N.
    All,
    /// `.im2col::w`: the base moves through W and N.
    Wide,
    /// `.im2col::w::128`: as `.im2col::w`, with 128 pixels, and a halo after every 32.
    Wide128,
}

impl Mode {
    /// Returns the modifier of the instructions that take a map of this mode.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::All => "im2col",
            Self::Wide => "im2col::w",
            Self::Wide128 => "im2col::w::128",
        }
    }
}

/// The bounding box of a tensor map, and the number of pixels of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) mode: Mode,
    /// The distance of the box's lower corner from the tensor's first pixel, for each spatial dimension that moves.
    pub(crate) lower: Vec<i32>,
    /// The distance of the box's upper corner from the tensor's last pixel.
    pub(crate) upper: Vec<i32>,
    pub(crate) pixels: u32,
}

/// A tensor without its channels. W is first and N last.
pub(crate) struct Pixels<'a> {
    pub(crate) shape: &'a [u32],
    pub(crate) steps: &'a [u32],
}

impl Columns {
    /// Checks the rules of `cuTensorMapEncodeIm2col` and `cuTensorMapEncodeIm2colWide`.
    pub(crate) fn check(&self, tensor: &Pixels<'_>) -> Result<(), String> {
        let Some(spatial) = tensor.shape.len().checked_sub(1).filter(|axes| (1..=3).contains(axes))
        else {
            let rank = tensor.shape.len() + 1;
            return Err(format!("a tensor of rank {rank}: `.im2col` needs a rank of 3 to 5"));
        };
        let (moving, least) = match (self.mode, spatial) {
            (Mode::Wide | Mode::Wide128, _) => (1, -(1 << 15)),
            (Mode::All, 1) => (1, -(1 << 15)),
            (Mode::All, 2) => (2, -(1 << 7)),
            (Mode::All, _) => (3, -(1 << 4)),
        };
        for (what, corner) in [("lower", &self.lower), ("upper", &self.upper)] {
            if corner.len() != moving {
                let found = corner.len();
                return Err(format!("the {what} corner has {found} numbers: expected {moving}"));
            }
            if let Some(wrong) = corner.iter().find(|one| !(least..-least).contains(*one)) {
                let most = -least - 1;
                return Err(format!("{wrong} in the {what} corner: it must be {least} to {most}"));
            }
        }
        let mut edges = self.edges(tensor).into_iter();
        if let Some((first, last)) = edges.find(|(first, last)| first > last) {
            return Err(format!("a bounding box from {first} to {last}: it is empty"));
        }
        if !(1..=MOST_PIXELS).contains(&self.pixels) {
            let pixels = self.pixels;
            return Err(format!("{pixels} pixels: a copy must have 1 to {MOST_PIXELS}"));
        }
        if tensor.steps.last().is_some_and(|step| *step != 1) {
            return Err("a step in the outermost dimension, which `.im2col` does not have".into());
        }
        Ok(())
    }

    /// Returns the first and the last coordinate of the box for each dimension that moves.
    fn edges(&self, tensor: &Pixels<'_>) -> Vec<(i64, i64)> {
        let corners = self.lower.iter().zip(&self.upper);
        corners
            .zip(tensor.shape)
            .map(|((lower, upper), size)| {
                (i64::from(*lower), i64::from(*size) - 1 + i64::from(*upper))
            })
            .collect()
    }

    /// Returns the number of pixels of a copy with these offsets.
    pub(crate) fn count(&self, offsets: &[u16]) -> usize {
        let halo = offsets.first().copied().map_or(0, usize::from);
        match self.mode {
            Mode::All => self.pixels as usize,
            Mode::Wide => self.pixels as usize + halo,
            Mode::Wide128 => WIDE_PIXELS + WIDE_PIXELS / BETWEEN_HALOS * halo,
        }
    }

    /// Returns the coordinates of the pixels, in the order of shared memory. `start` is the base of the first pixel.
    /// `offsets` are those of the spatial dimensions, or the halo and the offset in W. A halo repeats the pixels that
    /// follow, with `.im2col::w` after the last pixel.
    ///
    /// # Errors
    /// If the base or an offset is outside of the range that PTX allows.
    pub(crate) fn walk(
        &self,
        tensor: &Pixels<'_>,
        start: &[i64],
        offsets: &[u16],
    ) -> Result<Vec<Vec<i64>>, String> {
        let edges = self.edges(tensor);
        self.check_start(&edges, start)?;
        let shifts = self.shifts(offsets, edges.len())?;
        let halo = match self.mode {
            Mode::All => 0,
            Mode::Wide | Mode::Wide128 => offsets.first().copied().map_or(0, usize::from),
        };
        let mut walked = Vec::new();
        let mut base = start.to_vec();
        let main = if self.mode == Mode::Wide128 { WIDE_PIXELS } else { self.pixels as usize };
        for _ in 0..main + halo {
            let mut pixel = base.clone();
            pixel.iter_mut().zip(&shifts).for_each(|(one, shift)| *one += i64::from(*shift));
            walked.push(pixel);
            advance(&mut base, &edges, tensor.steps);
        }
        if self.mode != Mode::Wide128 {
            return Ok(walked);
        }
        let parts = (0..WIDE_PIXELS).step_by(BETWEEN_HALOS);
        Ok(parts.flat_map(|i| walked[i..i + BETWEEN_HALOS + halo].to_vec()).collect())
    }

    fn check_start(&self, edges: &[(i64, i64)], start: &[i64]) -> Result<(), String> {
        for ((first, last), base) in edges.iter().zip(start) {
            // With `.im2col::w`, the first pixel may lie before the box.
            let is_before = base < first && self.mode == Mode::All;
            if is_before || base > last {
                return Err(format!(
                    "the coordinate {base} is outside of the bounding box from {first} to {last}"
                ));
            }
        }
        Ok(())
    }

    /// Returns what is added to the base in each dimension that moves.
    fn shifts(&self, offsets: &[u16], moving: usize) -> Result<Vec<u16>, String> {
        let (halos, offsets) = match self.mode {
            Mode::All => offsets.split_at(0),
            Mode::Wide | Mode::Wide128 => offsets.split_at(offsets.len().min(1)),
        };
        let (most_halo, most) = match self.mode {
            Mode::All => (0, [u16::MAX, (1 << 8) - 1, (1 << 5) - 1][moving.clamp(1, 3) - 1]),
            Mode::Wide => (MOST_HALO, MOST_WIDE_OFFSET),
            Mode::Wide128 => (MOST_HALO_128, MOST_WIDE_OFFSET),
        };
        for (what, all, most) in [("halo", halos, most_halo), ("offset", offsets, most)] {
            if let Some(one) = all.iter().find(|one| **one > most) {
                return Err(format!("the {what} {one}: it must be 0 to {most}"));
            }
        }
        Ok(offsets.to_vec())
    }

    /// Checks that the box does not leave the tensor, as a store requires (PTX ISA, "Restriction on Tensor Copy
    /// instructions").
    pub(super) fn check_store(&self) -> Result<(), String> {
        if self.lower.iter().all(|one| *one >= 0) && self.upper.iter().all(|one| *one <= 0) {
            return Ok(());
        }
        Err("a store whose bounding box leaves the tensor: its lower corner must be 0 or positive, and its upper corner 0 or \
             negative"
            .into())
    }
}

/// Moves the base to the next pixel: by a step in W, at the end of the box back to its lower corner and by a step in the
/// next dimension, and at last to the next N.
fn advance(base: &mut [i64], edges: &[(i64, i64)], steps: &[u32]) {
    for (axis, (first, last)) in edges.iter().enumerate() {
        base[axis] += i64::from(steps[axis]);
        if base[axis] <= *last {
            return;
        }
        base[axis] = *first;
    }
    if let Some(n) = base.last_mut() {
        *n += 1;
    }
}
