//! The local memory of threads that call functions which are not inlined.

use crate::memory::areas::Own;

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
