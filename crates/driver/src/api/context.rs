//! Contexts. A thread has a stack of current contexts. Memory belongs to the device, so every context can access all of it.

use crate::api::device::check;
use crate::border::exported;
use crate::code::*;
use crate::pointer::*;
use crate::state::{
    CURRENT, Context, PRIMARY, State, any, current, find, find_mut, healthy, initialised, ready,
};
use std::ffi::c_void;

/// The flags that say how a thread waits, and that memory of the host can be mapped.
const FLAGS: u32 = 0x7f;

/// Creates a context, and makes it current.
unsafe fn create(to: *mut u64, flags: u32, device: i32) -> Outcome {
    check(device)?;
    if flags & !FLAGS != 0 {
        return Err(INVALID_VALUE);
    }
    let mut state = initialised()?;
    let handle = state.handle();
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, handle)? };
    state.contexts.insert(handle, Context { flags, fault: 0 });
    CURRENT.with_borrow_mut(|stack| stack.push(handle));
    Ok(())
}

/// Checks the handle of a context.
fn valid(state: &State, context: u64) -> Outcome {
    if state.contexts.contains_key(&context) { Ok(()) } else { Err(INVALID_CONTEXT) }
}

/// Returns the given context, or the current one for null.
fn given_or_current(context: u64) -> Outcome<u64> {
    match if context == 0 { current() } else { context } {
        0 => Err(INVALID_CONTEXT),
        context => valid(&*initialised()?, context).map(|()| context),
    }
}

/// Retains the primary context.
pub(crate) fn retain_primary() -> Outcome {
    let mut state = initialised()?;
    state.primary_count += 1;
    state.contexts.entry(PRIMARY).or_default();
    Ok(())
}

/// Destroys the primary context with everything in it.
pub(crate) fn reset_primary(state: &mut State) {
    state.clear_context(PRIMARY);
    state.contexts.remove(&PRIMARY);
    if state.primary_count > 0 {
        state.contexts.insert(PRIMARY, Context::default());
    }
}

/// Returns the default value of a limit.
fn limit(limit: i32) -> Option<usize> {
    // STACK_SIZE, PRINTF_FIFO_SIZE, MALLOC_HEAP_SIZE, DEV_RUNTIME_SYNC_DEPTH, DEV_RUNTIME_PENDING_LAUNCH_COUNT,
    // MAX_L2_FETCH_GRANULARITY, PERSISTING_L2_CACHE_SIZE
    [1024, 1 << 20, 8 << 20, 2, 2048, 64, 0].get(usize::try_from(limit).ok()?).copied()
}

exported! {
    fn cuDevicePrimaryCtxRetain(to: *mut u64, device: i32) {
        check(device)?;
        put(to, PRIMARY)?;
        retain_primary()
    }
    fn cuDevicePrimaryCtxRelease(device: i32) { release(device) }
    fn cuDevicePrimaryCtxRelease_v2(device: i32) { release(device) }
    fn cuDevicePrimaryCtxReset(device: i32) { check(device)?; reset_primary(&mut any()); Ok(()) }
    fn cuDevicePrimaryCtxReset_v2(device: i32) { check(device)?; reset_primary(&mut any()); Ok(()) }
    fn cuDevicePrimaryCtxSetFlags(device: i32, flags: u32) { set_primary(device, flags) }
    fn cuDevicePrimaryCtxSetFlags_v2(device: i32, flags: u32) { set_primary(device, flags) }
    fn cuDevicePrimaryCtxGetState(device: i32, flags: *mut u32, active: *mut i32) {
        check(device)?;
        let state = any();
        put(flags, state.contexts.get(&PRIMARY).map_or(0, |one| one.flags))?;
        put(active, i32::from(state.primary_count > 0))
    }
    fn cuCtxCreate(to: *mut u64, flags: u32, device: i32) { create(to, flags, device) }
    fn cuCtxCreate_v2(to: *mut u64, flags: u32, device: i32) { create(to, flags, device) }
    fn cuCtxCreate_v3(to: *mut u64, _affinity: *mut c_void, _count: i32, flags: u32, device: i32) { create(to, flags, device) }
    fn cuCtxCreate_v4(to: *mut u64, _parameters: *mut c_void, flags: u32, device: i32) { create(to, flags, device) }
    fn cuCtxDestroy(context: u64) { destroy(context) }
    fn cuCtxDestroy_v2(context: u64) { destroy(context) }
    fn cuCtxDetach(context: u64) { destroy(context) }
    fn cuCtxAttach(to: *mut u64, _flags: u32) { put(to, given_or_current(0)?) }
    fn cuCtxPushCurrent(context: u64) { push(context) }
    fn cuCtxPushCurrent_v2(context: u64) { push(context) }
    fn cuCtxPopCurrent(to: *mut u64) { pop(to) }
    fn cuCtxPopCurrent_v2(to: *mut u64) { pop(to) }
    fn cuCtxSetCurrent(context: u64) {
        let state = initialised()?;
        if context != 0 {
            valid(&state, context)?;
        }
        CURRENT.with_borrow_mut(|stack| {
            stack.pop();
            stack.extend((context != 0).then_some(context));
        });
        Ok(())
    }
    fn cuCtxGetCurrent(to: *mut u64) { initialised().map(drop)?; put(to, current()) }
    fn cuCtxGetDevice(to: *mut i32) { given_or_current(0)?; put(to, 0) }
    fn cuCtxGetDevice_v2(to: *mut i32, context: u64) { given_or_current(context)?; put(to, 0) }
    fn cuCtxGetFlags(to: *mut u32) {
        let context = given_or_current(0)?;
        put(to, find(&any().contexts, context)?.flags)
    }
    fn cuCtxSetFlags(flags: u32) {
        let context = given_or_current(0)?;
        find_mut(&mut any().contexts, context)?.flags = flags & FLAGS;
        Ok(())
    }
    fn cuCtxGetId(context: u64, to: *mut u64) { put(to, given_or_current(context)?) }
    fn cuCtxGetApiVersion(context: u64, to: *mut u32) { given_or_current(context)?; put(to, 3020) }
    fn cuCtxSynchronize() { healthy()?.refuse_captures_in(current()) }
    fn cuCtxSynchronize_v2(context: u64) {
        let context = given_or_current(context)?;
        let mut state = any();
        match find(&state.contexts, context)?.fault {
            0 => state.refuse_captures_in(context),
            fault => Err(fault),
        }
    }
    fn cuCtxGetLimit(to: *mut usize, kind: i32) { ready()?; put(to, limit(kind).ok_or(INVALID_VALUE)?) }
    fn cuCtxSetLimit(kind: i32, _value: usize) { ready()?; limit(kind).map(|_| ()).ok_or(INVALID_VALUE) }
    fn cuCtxGetCacheConfig(to: *mut i32) { ready()?; put(to, 0) }
    fn cuCtxSetCacheConfig(_config: i32) { healthy()?.refuse_unsafe() }
    fn cuCtxGetSharedMemConfig(to: *mut i32) { ready()?; put(to, 1) }
    fn cuCtxSetSharedMemConfig(_config: i32) { healthy()?.refuse_unsafe() }
    fn cuCtxGetStreamPriorityRange(least: *mut i32, greatest: *mut i32) {
        ready()?;
        put_if(least, 0);
        put_if(greatest, -5);
        Ok(())
    }
    fn cuCtxResetPersistingL2Cache() { ready() }
    fn cuProfilerStart() { ready() }
    fn cuProfilerStop() { ready() }
}

fn release(device: i32) -> Outcome {
    check(device)?;
    let mut state = any();
    state.primary_count = state.primary_count.checked_sub(1).ok_or(INVALID_CONTEXT)?;
    if state.primary_count == 0 {
        reset_primary(&mut state);
    }
    Ok(())
}

fn set_primary(device: i32, flags: u32) -> Outcome {
    check(device)?;
    if flags & !FLAGS != 0 {
        return Err(INVALID_VALUE);
    }
    if let Some(context) = any().contexts.get_mut(&PRIMARY) {
        context.flags = flags;
    }
    Ok(())
}

fn destroy(context: u64) -> Outcome {
    let mut state = initialised()?;
    valid(&state, context)?;
    if context == PRIMARY {
        return Err(INVALID_CONTEXT);
    }
    state.clear_context(context);
    state.contexts.remove(&context);
    CURRENT.with_borrow_mut(|stack| {
        if stack.last() == Some(&context) {
            stack.pop();
        }
    });
    Ok(())
}

fn push(context: u64) -> Outcome {
    valid(&*initialised()?, context)?;
    CURRENT.with_borrow_mut(|stack| stack.push(context));
    Ok(())
}

unsafe fn pop(to: *mut u64) -> Outcome {
    initialised().map(drop)?;
    let context = CURRENT.with_borrow_mut(Vec::pop).ok_or(INVALID_CONTEXT)?;
    // SAFETY: the caller's guarantee for `to` is that of `put_if`.
    unsafe { put_if(to, context) };
    Ok(())
}
