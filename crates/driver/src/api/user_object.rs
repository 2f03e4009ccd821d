//! User objects.

use crate::border::exported;
use crate::code::*;
use crate::graph::{Address, HostFunction, References, UserObject};
use crate::pointer::put;
use crate::state::{find, find_mut, initialised};
use crate::user_object::add;
use std::ffi::c_void;

/// `CU_USER_OBJECT_NO_DESTRUCTOR_SYNC`, which is required.
const NO_SYNCHRONISATION: u32 = 1;
/// `CU_GRAPH_USER_OBJECT_MOVE`: the graph takes references of the program, instead of new ones.
const MOVE: u32 = 1;

/// Returns references to one user object. Their number must be 1 to `i32::MAX`.
fn references(object: u64, count: u32) -> Outcome<References> {
    match i32::try_from(count) {
        Ok(1..) => Ok(References::from([(object, count.into())])),
        _ => Err(INVALID_VALUE),
    }
}

fn release(object: u64, count: u32) -> Outcome {
    let references = references(object, count)?;
    let unused = {
        let mut state = initialised()?;
        if find(&state.objects, object)?.count < count.into() {
            return Err(INVALID_VALUE);
        }
        state.release(references)
    };
    unused.destroy();
    Ok(())
}

fn release_of_graph(graph: u64, object: u64, count: u32) -> Outcome {
    let references = references(object, count)?;
    let unused = {
        let mut state = initialised()?;
        let all = &mut find_mut(&mut state.graphs, graph)?.references;
        let own = all.get_mut(&object).ok_or(INVALID_VALUE)?;
        *own = own.checked_sub(count.into()).ok_or(INVALID_VALUE)?;
        if *own == 0 {
            all.remove(&object);
        }
        state.release(references)
    };
    unused.destroy();
    Ok(())
}

exported! {
    fn cuUserObjectCreate(to: *mut u64, data: *mut c_void, destructor: Option<HostFunction>, count: u32, flags: u32) {
        let destructor = destructor.filter(|_| flags == NO_SYNCHRONISATION).ok_or(INVALID_VALUE)?;
        let mut state = initialised()?;
        let handle = state.handle();
        references(handle, count)?;
        put(to, handle)?;
        state.objects.insert(handle, UserObject { destructor, data: Address(data), count: count.into() });
        Ok(())
    }
    fn cuUserObjectRetain(object: u64, count: u32) { initialised()?.retain(&references(object, count)?) }
    fn cuUserObjectRelease(object: u64, count: u32) { release(object, count) }
    fn cuGraphRetainUserObject(graph: u64, object: u64, count: u32, flags: u32) {
        let references = references(object, count)?;
        let mut state = initialised()?;
        find(&state.graphs, graph)?;
        let known = find(&state.objects, object)?;
        match flags {
            0 => state.retain(&references)?,
            MOVE if known.count >= count.into() => {}
            _ => return Err(INVALID_VALUE),
        }
        add(&mut find_mut(&mut state.graphs, graph)?.references, &references);
        Ok(())
    }
    fn cuGraphReleaseUserObject(graph: u64, object: u64, count: u32) { release_of_graph(graph, object, count) }
}
