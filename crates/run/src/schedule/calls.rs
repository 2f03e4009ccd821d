//! Runs calls of functions that are not inlined. Each lane has a stack of calls.

use crate::code::Code;
use crate::code::function::{Call, Callee, Function};
use crate::fault::{FaultKind, Stop};
use crate::lanes::Lanes;
use crate::lanes::registers::Frame;
use crate::memory::address::of_function;
use crate::memory::areas::Own;
use crate::schedule::run::Run;
use crate::watching::undefined_bits::{Origin, UndefinedBits, mask};

/// The maximum number of calls of a thread that have not returned.
const MOST_CALLS: usize = 4096;
/// The maximum size of a thread's local memory in bytes, which is that of a GPU (CUDA C++ Programming Guide, "Compute
/// Capabilities").
const MOST_LOCAL: usize = 512 << 10;
/// The size of the local memory that a thread has for calls before it needs more.
const FIRST_LOCAL: usize = 1 << 10;
/// The alignment of the variables of a call.
const ALIGNMENT: usize = 16;

/// The calls of each lane that have not returned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Calls(Vec<Stack>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Stack {
    calls: Vec<Active>,
    /// The registers that the calls have saved.
    saved: Vec<u64>,
    /// The undefined bits of the saved registers, if the launch follows undefined bits.
    undefined: Vec<UndefinedBits>,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Active {
    /// The index of the function in [`Code::functions`].
    function: usize,
    /// The basic block at which the caller continues.
    back: usize,
    /// The size of the lane's local memory before the call.
    top: usize,
}

impl Calls {
    pub(crate) fn new(code: &Code, lanes: usize) -> Self {
        match code.functions.is_empty() {
            true => Self::default(),
            false => Self(vec![Stack::default(); lanes]),
        }
    }

    /// Ends all calls, before a new block of threads.
    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().for_each(|stack| {
            stack.calls.clear();
            stack.saved.clear();
            stack.undefined.clear();
        });
    }
}

/// Returns the size of each lane's local memory at the start, or nothing if the kernel inlines all functions.
pub(crate) fn tops(code: &Code, lanes: usize) -> Vec<usize> {
    if code.functions.is_empty() { Vec::new() } else { vec![code.local; lanes] }
}

/// Returns the distance between the local memories of two lanes.
pub(crate) fn local_bytes(code: &Code) -> usize {
    match code.functions.iter().map(|function| function.local).max() {
        None | Some(0) => code.local,
        Some(most) => (code.local + most).next_multiple_of(FIRST_LOCAL),
    }
}

/// Returns the functions that a call starts, each with its lanes.
///
/// # Errors
/// If an address is no function that the call may start: the fault of the first such lane.
pub(crate) fn started(
    call: &Call,
    code: &Code,
    frame: &Frame,
    lanes: &[u16],
) -> Result<Vec<(usize, Lanes)>, Stop> {
    let mut parts: Vec<(usize, Lanes)> = Vec::new();
    for (i, lane) in lanes.iter().map(|lane| usize::from(*lane)).enumerate() {
        let function = match &call.callee {
            Callee::Named(function) => *function,
            Callee::Through { address, signature, listed, names } => {
                let address = frame.columns[*address].get(i);
                let wrong = |what: String| Stop::new(FaultKind::Undefined, lane, what);
                let known = (0..names.len()).find(|number| of_function(*number) == address);
                let Some(name) = known.map(|number| &names[number]) else {
                    let whose = if address == 0 { "null" } else { "no function of this module" };
                    return Err(wrong(format!("calls address 0x{address:x}, which is {whose}")));
                };
                let is_it = |one: &Function| one.address == address && one.signature == *signature;
                let Some(found) = code.functions.iter().position(is_it) else {
                    return Err(wrong(format!(
                        "calls `{name}`, whose parameters and results differ from the prototype"
                    )));
                };
                if listed.as_ref().is_some_and(|listed| !listed.contains(&found)) {
                    return Err(wrong(format!(
                        "calls `{name}`, which `.calltargets` does not list"
                    )));
                }
                found
            }
        };
        match parts.iter_mut().find(|(known, _)| *known == function) {
            Some((_, lanes)) => lanes.insert(lane),
            None => {
                let mut lanes = Lanes::default();
                lanes.insert(lane);
                parts.push((function, lanes));
            }
        }
    }
    Ok(parts)
}

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

impl Own {
    /// Gives a lane the local memory up to `end`, and clears it from `base` on.
    fn push_local(&mut self, lane: usize, base: usize, end: usize) {
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
