//! The local memory of threads whose size changes: calls of functions which are not inlined, and `alloca`.

use crate::code::stack::Stack;
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::areas::Own;

/// The maximum size of a thread's local memory in bytes, which is that of a GPU (CUDA C++ Programming Guide, "Compute
/// Capabilities").
pub(crate) const MOST_LOCAL: usize = 512 << 10;

/// Runs `alloca`, `stacksave` or `stackrestore` in each lane, in ascending order. The stack grows to higher addresses.
///
/// # Errors
/// If `alloca` exceeds the local memory of a thread, or `stackrestore` gets an address above the top of the stack.
pub(crate) fn run(
    action: Stack,
    frame: &mut Frame,
    group: Group<'_>,
    own: &mut Own,
) -> Result<(), Stop> {
    for i in 0..group.count() {
        let (lane, element) = (group.lane(i), group.element(i));
        let top = own.tops[lane];
        match action {
            Stack::Allocate { bytes, alignment, to } => {
                let bytes = frame.columns[bytes].get(element);
                let start = (top as u64).next_multiple_of(alignment);
                let end = start.checked_add(bytes).filter(|end| *end <= MOST_LOCAL as u64);
                let Some(end) = end else {
                    let what = format!(
                        "allocates {bytes} bytes, aligned to {alignment}: {top} of the {MOST_LOCAL} bytes of local memory of a \
                         thread are in use"
                    );
                    return Err(Stop::new(FaultKind::Limit, lane, what));
                };
                own.push_local(lane, start as usize, end as usize);
                frame.columns[to].set(element, start);
            }
            Stack::Save { to } => frame.columns[to].set(element, top as u64),
            Stack::Restore { from } => {
                let address = frame.columns[from].get(element);
                if address > top as u64 {
                    let what = format!(
                        "restores the stack to 0x{address:x}, which is above its top, 0x{top:x}"
                    );
                    return Err(Stop::new(FaultKind::Undefined, lane, what));
                }
                own.tops[lane] = address as usize;
            }
        }
    }
    Ok(())
}

impl Own {
    /// Gives a lane the local memory up to `end`, and clears it from `base` on.
    pub(crate) fn push_local(&mut self, lane: usize, base: usize, end: usize) {
        if end > self.local_bytes {
            self.widen_local(end.next_power_of_two());
        }
        self.tops[lane] = end;
        let place = lane * self.local_bytes;
        self.local[place + base..place + end].fill(0);
        if let Some(memory) = &mut self.undefined_bits {
            memory.forget_local(place + base..place + end);
        }
    }

    /// Moves the local memories of the lanes apart.
    fn widen_local(&mut self, bytes: usize) {
        let old = std::mem::replace(&mut self.local_bytes, bytes);
        let mut local = vec![0; bytes * self.lanes];
        for (to, from) in local.chunks_mut(bytes).zip(self.local.chunks(old.max(1))) {
            to[..from.len()].copy_from_slice(from);
        }
        self.local = local;
        if let Some(memory) = &mut self.undefined_bits {
            memory.widen_local(old, bytes, self.lanes);
        }
    }
}
