//! Events. Streams work at once, so an event is complete when it is recorded.

use crate::border::exported;
use crate::code::*;
use crate::graph::Operation;
use crate::operation::submit;
use crate::pointer::put;
use crate::state::{Event, find, find_mut, healthy, initialised, remove};

/// `CU_EVENT_DEFAULT`, `BLOCKING_SYNC`, `DISABLE_TIMING` and `INTERPROCESS`.
const FLAGS: u32 = 7;

fn record(event: u64, stream: u64) -> Outcome {
    {
        let mut state = healthy()?;
        state.check_work(stream)?;
        let capture = state.capture(stream)?.cloned();
        let event = find_mut(&mut state.events, event)?;
        if capture.is_some() {
            event.capture = capture;
            return Ok(());
        }
    }
    submit(stream, Operation::Record(event))
}

unsafe fn elapsed(to: *mut f32, start: u64, end: u64) -> Outcome {
    let state = healthy()?;
    let at = |event: u64| find(&state.events, event)?.recorded.ok_or(INVALID_HANDLE);
    let milliseconds = at(end)?.saturating_duration_since(at(start)?).as_secs_f64() * 1e3;
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, milliseconds as f32) }
}

fn exists(event: u64) -> Outcome {
    let mut state = healthy()?;
    match find(&state.events, event)?.capture.as_ref().map(|capture| capture.id) {
        Some(id) => state.invalidate(&[id], CAPTURED_EVENT),
        None => state.refuse_unsafe(),
    }
}

exported! {
    fn cuEventCreate(to: *mut u64, flags: u32) {
        let mut state = healthy()?;
        if flags & !FLAGS != 0 {
            return Err(INVALID_VALUE);
        }
        let handle = state.handle();
        put(to, handle)?;
        state.events.insert(handle, Event::default());
        Ok(())
    }
    fn cuEventQuery(event: u64) { exists(event) }
    fn cuEventSynchronize(event: u64) { exists(event) }
    fn cuEventDestroy(event: u64) { remove(&mut initialised()?.events, event).map(drop) }
    fn cuEventDestroy_v2(event: u64) { remove(&mut initialised()?.events, event).map(drop) }
    fn cuEventElapsedTime(to: *mut f32, start: u64, end: u64) { elapsed(to, start, end) }
    fn cuEventElapsedTime_v2(to: *mut f32, start: u64, end: u64) { elapsed(to, start, end) }
    "_ptsz" {
        fn cuEventRecord(event: u64, stream: u64) { record(event, stream) }
        fn cuEventRecordWithFlags(event: u64, stream: u64, flags: u32) {
            if flags & !1 != 0 {
                return Err(INVALID_VALUE);
            }
            record(event, stream)
        }
    }
}
