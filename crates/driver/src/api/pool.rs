//! Memory pools. A pool gives memory of the device, and returns it at once.

use crate::border::exported;
use crate::code::*;
use crate::pointer::*;
use crate::state::{DEFAULT_POOL, find, find_mut, healthy, initialised, remove};
use crate::structs::PoolProperties;
use std::collections::BTreeMap;
use std::ffi::c_void;

/// The attributes with 32 bits: 1 to 3. Those with 64 bits are 4 to 8.
const NARROW: std::ops::RangeInclusive<i32> = 1..=3;
const WIDE: std::ops::RangeInclusive<i32> = 4..=8;

fn exists(pool: u64) -> Outcome {
    find(&initialised()?.pools, pool).map(|_| ())
}

exported! {
    fn cuMemPoolCreate(to: *mut u64, properties: *const PoolProperties) {
        let mut state = healthy()?;
        state.refuse_unsafe()?;
        // `CU_MEM_ALLOCATION_TYPE_PINNED` on the device
        let properties = get(properties)?;
        if properties.kind != 1 || (properties.location.kind, properties.location.id) != (1, 0) {
            return Err(INVALID_VALUE);
        }
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
        remove(&mut state.pools, pool).map(drop)
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
    fn cuMemPoolTrimTo(pool: u64, _keep: usize) { exists(pool) }
}
