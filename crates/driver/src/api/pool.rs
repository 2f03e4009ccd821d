//! Memory pools. A pool gives memory of the device, and returns it at once.

use crate::border::exported;
use crate::code::*;
use crate::pointer::*;
use crate::state::{DEFAULT_POOL, find, find_mut, healthy, initialised, remove};
use crate::structs::{Location, PoolProperties};
use std::collections::BTreeMap;
use std::ffi::c_void;

/// The attributes with 32 bits: 1 to 3. Those with 64 bits are 4 to 8.
const NARROW: std::ops::RangeInclusive<i32> = 1..=3;
const WIDE: std::ops::RangeInclusive<i32> = 4..=8;

fn exists(pool: u64) -> Outcome {
    find(&initialised()?.pools, pool).map(|_| ())
}

/// Checks that memory is pinned memory of the device.
fn check_location(location: Location, kind: u32) -> Outcome {
    // `CU_MEM_ALLOCATION_TYPE_PINNED` and `MANAGED`, and places of the host or of any memory
    match (kind, location.kind, location.id) {
        (1, 1, 0) => Ok(()),
        (1 | 2, 1, id) if id != 0 => Err(INVALID_DEVICE),
        (1 | 2, 0..=5, _) => Err(NOT_SUPPORTED),
        _ => Err(INVALID_VALUE),
    }
}

exported! {
    fn cuMemPoolCreate(to: *mut u64, properties: *const PoolProperties) {
        let mut state = healthy()?;
        state.refuse_unsafe()?;
        let properties = get(properties)?;
        check_location(properties.location, properties.kind).map_err(|_| INVALID_VALUE)?;
        let handle = state.handle();
        put(to, handle)?;
        state.pools.insert(handle, BTreeMap::new());
        Ok(())
    }
    fn cuMemPoolDestroy(pool: u64) {
        let mut state = initialised()?;
        state.refuse_unsafe()?;
        if pool == DEFAULT_POOL {
            return Err(INVALID_VALUE);
        }
        remove(&mut state.pools, pool)?;
        if state.pool == pool {
            state.pool = DEFAULT_POOL;
        }
        Ok(())
    }
    fn cuMemPoolSetAttribute(pool: u64, attribute: i32, value: *const c_void) {
        exists(pool)?;
        initialised()?.refuse_unsafe()?;
        let value = match attribute {
            one if NARROW.contains(&one) => u64::from(get(value.cast::<u32>())?),
            one if WIDE.contains(&one) => get(value.cast::<u64>())?,
            _ => return Err(INVALID_VALUE),
        };
        find_mut(&mut initialised()?.pools, pool)?.insert(attribute, value);
        Ok(())
    }
    fn cuMemPoolGetAttribute(pool: u64, attribute: i32, value: *mut c_void) {
        let set = {
            let mut state = initialised()?;
            state.refuse_unsafe()?;
            find(&state.pools, pool)?.get(&attribute).copied()
        };
        match attribute {
            one if NARROW.contains(&one) => put(value.cast(), set.map_or(1, |value| value as u32)),
            one if WIDE.contains(&one) => put(value.cast(), set.unwrap_or(0)),
            _ => Err(INVALID_VALUE),
        }
    }
    fn cuMemPoolSetAccess(pool: u64, _access: *const c_void, _count: usize) { exists(pool) }
    fn cuMemPoolGetAccess(flags: *mut u32, pool: u64, _location: *const c_void) { exists(pool)?; put(flags, 3) }
    fn cuMemGetDefaultMemPool(to: *mut u64, location: *const Location, kind: u32) {
        initialised().map(drop)?;
        check_location(get(location)?, kind)?;
        put(to, DEFAULT_POOL)
    }
    fn cuMemGetMemPool(to: *mut u64, location: *const Location, kind: u32) {
        check_location(get(location)?, kind)?;
        put(to, initialised()?.pool)
    }
    fn cuMemSetMemPool(location: *const Location, kind: u32, pool: u64) {
        initialised().map(drop)?;
        check_location(get(location)?, kind)?;
        crate::api::device::set_pool(pool)
    }
    fn cuMemPoolTrimTo(pool: u64, _keep: usize) { exists(pool) }
}
