//! Stream captures: the streams that take part, the calls that a capture prohibits, and its end.

use crate::code::*;
use crate::state::{Capture, LEGACY, NON_BLOCKING, State, current, find, find_mut};
use std::cell::Cell;
use std::collections::HashSet;

/// `CU_STREAM_CAPTURE_MODE_GLOBAL` and `RELAXED`.
pub(crate) const GLOBAL: i32 = 0;
pub(crate) const RELAXED: i32 = 2;

thread_local! {
    /// The capture mode of the thread (`cuThreadExchangeStreamCaptureMode`): which captures prohibit unsafe calls.
    pub(crate) static MODE: Cell<i32> = const { Cell::new(GLOBAL) };
    /// Whether stream 0 is the default stream of the thread in this call, instead of the legacy stream.
    static IS_PER_THREAD: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function for which stream 0 is the default stream of the thread.
pub(crate) fn with_stream_of_thread(function: impl FnOnce() -> i32) -> i32 {
    let before = IS_PER_THREAD.replace(true);
    let code = function();
    IS_PER_THREAD.set(before);
    code
}

/// Returns whether a stream is the legacy stream.
fn is_legacy(stream: u64) -> bool {
    stream == LEGACY || stream == 0 && !IS_PER_THREAD.get()
}

impl State {
    /// Returns the capture that a stream takes part in.
    pub(crate) fn capture(&self, stream: u64) -> Outcome<Option<&Capture>> {
        match self.streams.get(&stream).and_then(|one| one.capture.as_ref()) {
            Some(capture) if capture.is_invalid => Err(CAPTURE_INVALIDATED),
            found => Ok(found),
        }
    }

    /// Returns the captures with these numbers, in streams and in events.
    fn captures_mut(&mut self, ids: &[u64]) -> impl Iterator<Item = &mut Option<Capture>> {
        let streams = self.streams.values_mut().map(|one| &mut one.capture);
        let all = streams.chain(self.events.values_mut().map(|one| &mut one.capture));
        all.filter(move |one| one.as_ref().is_some_and(|capture| ids.contains(&capture.id)))
    }

    /// Invalidates captures because of a call that they prohibit. Returns the error of the call.
    pub(crate) fn invalidate(&mut self, ids: &[u64], code: i32) -> Outcome {
        self.captures_mut(ids).flatten().for_each(|one| one.is_invalid = true);
        Err(code)
    }

    /// Returns the captures that work on a stream would depend on: for the legacy stream, those of the blocking streams of
    /// the context.
    pub(crate) fn implicit_captures(&self, stream: u64) -> Vec<u64> {
        let is_blocking = |flags: u32| is_legacy(stream) && flags & NON_BLOCKING == 0;
        let all = self.streams.values().filter(|one| one.context == current());
        let blocking = all.filter(|one| is_blocking(one.flags));
        blocking.filter_map(|one| Some(one.capture.as_ref()?.id)).collect()
    }

    /// Checks that a stream accepts work. Work on the legacy stream invalidates the captures that it would depend on.
    pub(crate) fn check_work(&mut self, stream: u64) -> Outcome {
        self.check_stream(stream)?;
        match &self.implicit_captures(stream)[..] {
            [] => Ok(()),
            ids => self.invalidate(ids, CAPTURE_IMPLICIT),
        }
    }

    /// Refuses a call on a capturing stream.
    pub(crate) fn refuse_capture(&mut self, stream: u64) -> Outcome {
        match self.capture(stream)?.map(|own| own.id) {
            Some(id) => self.invalidate(&[id], CAPTURE_UNSUPPORTED),
            None => Ok(()),
        }
    }

    /// Refuses a call that waits for all streams of a context, if one of them is capturing.
    pub(crate) fn refuse_captures_in(&mut self, context: u64) -> Outcome {
        let streams = self.streams.values().filter(|one| one.context == context);
        let ids: Vec<_> = streams.filter_map(|one| Some(one.capture.as_ref()?.id)).collect();
        if ids.is_empty() { Ok(()) } else { self.invalidate(&ids, CAPTURE_UNSUPPORTED) }
    }

    /// Refuses an unsafe call if a capture prohibits it in this thread. The documentation names `cudaMalloc`. The other calls
    /// were reported to fail on GPUs, or HIP 7.0 refuses them to match CUDA, or they are counterparts: they allocate, free,
    /// register or advise memory, query an event or wait for it, unload a module, or set up a pool or a context.
    pub(crate) fn refuse_unsafe(&mut self) -> Outcome {
        let (mode, thread) = (MODE.get(), std::thread::current().id());
        let is_conflict = |one: &&Capture| match mode {
            RELAXED => false,
            _ if one.thread == thread => one.mode != RELAXED,
            GLOBAL => one.mode == GLOBAL,
            _ => false,
        };
        let captures = self.streams.values().filter_map(|one| one.capture.as_ref());
        let ids: Vec<_> = captures.filter(is_conflict).map(|one| one.id).collect();
        if ids.is_empty() { Ok(()) } else { self.invalidate(&ids, CAPTURE_UNSUPPORTED) }
    }

    /// Lets a stream wait for an event. A stream that waits for a captured event joins the capture.
    pub(crate) fn wait(&mut self, stream: u64, event: u64, is_external: bool) -> Outcome {
        self.check_work(stream)?;
        let own = self.capture(stream)?.map(|own| own.id);
        let event = find(&self.events, event)?;
        let was_recorded = event.recorded.is_some();
        match (own, event.capture.clone()) {
            (None, None) => Ok(()),
            (_, Some(capture)) if capture.is_invalid => Err(CAPTURE_INVALIDATED),
            (Some(own), None) if was_recorded && !is_external => {
                self.invalidate(&[own], CAPTURE_ISOLATION)
            }
            (Some(_), None) => Ok(()),
            (Some(own), Some(capture)) if own != capture.id => {
                self.invalidate(&[own, capture.id], CAPTURE_MERGE)
            }
            (_, Some(capture)) => {
                match &mut find_mut(&mut self.streams, stream)?.capture {
                    Some(own) => {
                        let is_new = |one: &u64| !own.last.contains(one);
                        let new: Vec<_> = capture.last.into_iter().filter(is_new).collect();
                        own.last.extend(new);
                    }
                    none => *none = Some(capture),
                }
                Ok(())
            }
        }
    }

    /// Ends the capture that a stream has begun. Returns the capture, and whether its graph is valid.
    pub(crate) fn end_capture(&mut self, stream: u64) -> Outcome<(Capture, Outcome)> {
        let capture = find(&self.streams, stream)?.capture.clone().ok_or(ILLEGAL_STATE)?;
        if capture.origin != stream {
            return Err(CAPTURE_UNMATCHED);
        }
        if capture.mode != RELAXED && capture.thread != std::thread::current().id() {
            return Err(CAPTURE_WRONG_THREAD);
        }
        let outcome = match () {
            () if capture.is_invalid => Err(CAPTURE_INVALIDATED),
            () if !self.is_joined(&capture) => Err(CAPTURE_UNJOINED),
            () => Ok(()),
        };
        self.captures_mut(&[capture.id]).for_each(|one| *one = None);
        Ok((capture, outcome))
    }

    /// Returns whether the stream that began a capture depends on the work of all other streams that take part.
    fn is_joined(&self, capture: &Capture) -> bool {
        let streams = self.streams.values().filter_map(|one| one.capture.as_ref());
        let all: Vec<_> = streams.filter(|one| one.id == capture.id).collect();
        let mut reached = HashSet::new();
        let removed = all.iter().flat_map(|one| &one.removed);
        let mut rest: Vec<_> = capture.last.iter().chain(removed).copied().collect();
        while let Some(handle) = rest.pop() {
            if reached.insert(handle)
                && let Some(node) = self.nodes.get(&handle)
            {
                rest.extend(&node.after);
            }
        }
        let mut last = all.iter().flat_map(|one| &one.last);
        last.all(|one| reached.contains(one) || !self.nodes.contains_key(one))
    }
}
