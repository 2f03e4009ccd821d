//! The calls of functions that are not inlined. Each lane has a stack of calls.

use crate::code::Code;
use crate::code::function::{Call, Callee, Function};
use crate::fault::{FaultKind, Stop};
use crate::lanes::Lanes;
use crate::lanes::registers::Frame;
use crate::memory::address::of_function;
use crate::watching::undefined_bits::UndefinedBits;

/// The size of the local memory that a thread has for calls before it needs more.
const FIRST_LOCAL: usize = 1 << 10;
/// The calls of each lane that have not returned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Calls(pub(super) Vec<Stack>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stack {
    pub(super) calls: Vec<Active>,
    /// The registers that the calls have saved.
    pub(super) saved: Vec<u64>,
    /// The undefined bits of the saved registers, if the launch follows undefined bits.
    pub(super) undefined: Vec<UndefinedBits>,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Active {
    /// The index of the function in [`Code::functions`].
    pub(super) function: usize,
    /// The basic block at which the caller continues.
    pub(super) back: usize,
    /// The size of the lane's local memory before the call.
    pub(super) top: usize,
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

/// Returns the size of each lane's local memory at the start, or nothing if the size does not change.
pub(crate) fn tops(code: &Code, lanes: usize) -> Vec<usize> {
    let is_fixed = code.functions.is_empty() && !code.has_stack;
    if is_fixed { Vec::new() } else { vec![code.local; lanes] }
}

/// Returns the distance between the local memories of two lanes.
pub(crate) fn local_bytes(code: &Code) -> usize {
    match code.functions.iter().map(|function| function.local).max().unwrap_or(0) {
        0 if !code.has_stack => code.local,
        most => (code.local + most).next_multiple_of(FIRST_LOCAL),
    }
}

/// Returns the functions that a call starts, each with its lanes.
///
/// # Errors
/// If an address is not that of a function that the call may start: the fault of the first lane with such an address.
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
                    let whose = if address == 0 { "null" } else { "not a function of this module" };
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
