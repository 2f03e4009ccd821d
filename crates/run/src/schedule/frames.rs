//! Starts and ends calls of functions that are not inlined.

use crate::fault::{FaultKind, Stop};
use crate::lanes::Lanes;
use crate::memory::local::MOST_LOCAL;
use crate::schedule::calls::Active;
use crate::schedule::run::Run;
use crate::watching::undefined_bits::{Origin, UndefinedBits, mask};

/// The maximum number of calls of a thread that have not returned.
const MOST_CALLS: usize = 4096;
/// The alignment of the variables of a call.
const ALIGNMENT: usize = 16;

impl Run<'_> {
    /// Starts a function in these lanes. `back` is the basic block at which they continue after the call.
    ///
    /// # Errors
    /// If a lane has too many calls, or too little local memory.
    pub(crate) fn call(&mut self, number: usize, lanes: Lanes, back: usize) -> Result<(), Stop> {
        let code = self.code;
        let function = &code.functions[number];
        for lane in lanes.iter() {
            let stack = &mut self.calls.0[lane];
            if stack.calls.len() == MOST_CALLS {
                let what = format!(
                    "calls `{}` at depth {}: a thread can have {MOST_CALLS} calls that have not returned",
                    function.name,
                    MOST_CALLS + 1
                );
                return Err(Stop::new(FaultKind::Limit, lane, what));
            }
            let top = self.own.tops[lane];
            let base = top.next_multiple_of(ALIGNMENT);
            let end = base + function.local;
            if end > MOST_LOCAL {
                let what = format!(
                    "calls `{}` at depth {}, which needs {} bytes of local memory: {top} of the {MOST_LOCAL} bytes \
                     of a thread are in use",
                    function.name,
                    stack.calls.len() + 1,
                    function.local,
                );
                return Err(Stop::new(FaultKind::Limit, lane, what));
            }
            stack.calls.push(Active { function: number, back, top });
            for register in &function.saved {
                stack.saved.push(self.full.columns[*register].get(lane));
            }
            if let Some(undefined) = &mut self.undefined_bits {
                for register in &function.saved {
                    stack.undefined.push(undefined.bits(*register, lane));
                }
                for register in &function.zeroed {
                    let bits = mask(code, *register);
                    undefined.write(
                        *register,
                        lane,
                        UndefinedBits { bits, origin: Origin::Unread },
                    );
                }
                undefined.write(function.base, lane, UndefinedBits::default());
            }
            for register in &function.zeroed {
                self.full.columns[*register].set(lane, 0);
            }
            self.full.columns[function.base].set(lane, base as u64);
            self.own.push_local(lane, base, end);
        }
        self.gathered.discard();
        self.add((function.entry, false), lanes);
        Ok(())
    }

    /// Ends a function in these lanes.
    pub(crate) fn return_from_call(&mut self, lanes: &Lanes) {
        let mut parts: Vec<(usize, Lanes)> = Vec::new();
        for lane in lanes.iter() {
            let stack = &mut self.calls.0[lane];
            let Some(Active { function, back, top }) = stack.calls.pop() else { continue };
            let saved = &self.code.functions[function].saved;
            let first = stack.saved.len() - saved.len();
            for (register, bits) in saved.iter().zip(stack.saved.drain(first..)) {
                self.full.columns[*register].set(lane, bits);
            }
            if let Some(undefined) = &mut self.undefined_bits {
                for (register, bits) in saved.iter().zip(stack.undefined.drain(first..)) {
                    undefined.write(*register, lane, bits);
                }
            }
            self.own.tops[lane] = top;
            match parts.iter_mut().find(|(known, _)| *known == back) {
                Some((_, lanes)) => lanes.insert(lane),
                None => {
                    let mut lanes = Lanes::default();
                    lanes.insert(lane);
                    parts.push((back, lanes));
                }
            }
        }
        self.gathered.discard();
        parts.into_iter().for_each(|(back, lanes)| self.add((back, false), lanes));
    }
}
