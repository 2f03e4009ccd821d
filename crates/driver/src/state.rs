//! The state of the driver: memory, modules, functions, contexts, streams, events and graphs. One lock guards it.

use crate::arena::Arena;
use crate::attributes::MEMORY;
use crate::code::*;
use crate::graph::{Attributes, Graph, Node, Plan, UserObject};
use ptx_run::{Buffer, Kernel, Memory, Module};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::CString;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Instant;

/// The number that handles begin with. No address is as high, so a handle is never taken for memory.
pub(crate) const FIRST: u64 = 1 << 60;
/// The handle of the primary context.
pub(crate) const PRIMARY: u64 = FIRST + 0x10;
/// The handle of the pool that the device has from the start.
pub(crate) const DEFAULT_POOL: u64 = FIRST + 0x20;
/// `CU_STREAM_LEGACY`.
pub(crate) const LEGACY: u64 = 1;
/// The handles of the default streams: null, and `CU_STREAM_LEGACY` and `CU_STREAM_PER_THREAD`.
const DEFAULT_STREAMS: [u64; 3] = [0, LEGACY, 2];
/// `CU_STREAM_NON_BLOCKING`: the stream does not synchronise with the legacy stream.
pub(crate) const NON_BLOCKING: u32 = 1;

/// The kind of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Device,
    /// Memory of the host that kernels can access, at the same address.
    Host,
    Managed,
    /// Memory of the program that it has registered.
    Registered,
    /// A variable of a module.
    Variable,
    /// Memory that a graph has allocated.
    Graph,
}

/// A part of memory that kernels can access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allocation {
    pub(crate) buffer: Buffer,
    pub(crate) bytes: usize,
    pub(crate) kind: Kind,
    /// The context that owns the allocation.
    pub(crate) context: u64,
}

/// A loaded module, with its functions by name.
pub(crate) struct Loaded {
    pub(crate) module: Module,
    pub(crate) functions: BTreeMap<String, u64>,
    pub(crate) context: u64,
}

/// A kernel of a loaded module.
pub(crate) struct Function {
    pub(crate) kernel: Kernel,
    pub(crate) name: CString,
    pub(crate) module: u64,
    /// `MAX_DYNAMIC_SHARED_SIZE_BYTES`.
    pub(crate) most_dynamic: i32,
}

/// A context.
#[derive(Default)]
pub(crate) struct Context {
    pub(crate) flags: u32,
    /// The result of the first launch that faulted. All later calls in the context return it.
    pub(crate) fault: i32,
}

/// A stream.
#[derive(Default)]
pub(crate) struct Stream {
    pub(crate) flags: u32,
    pub(crate) attributes: Attributes,
    /// The context in which the stream was created.
    pub(crate) context: u64,
    /// The graph that the stream records, if it does.
    pub(crate) capture: Option<Capture>,
}

/// The capture of a stream.
#[derive(Clone)]
pub(crate) struct Capture {
    pub(crate) id: u64,
    pub(crate) graph: u64,
    /// The stream that began the capture.
    pub(crate) origin: u64,
    /// The nodes that the next node depends on.
    pub(crate) last: Vec<u64>,
    /// The nodes that the program has removed from `last`. The origin need not depend on them.
    pub(crate) removed: Vec<u64>,
    /// The `CUstreamCaptureMode`.
    pub(crate) mode: i32,
    /// The thread that began the capture. Unless the capture is relaxed, the same thread must end it.
    pub(crate) thread: ThreadId,
    /// Whether the capture has made its graph, so that its failure destroys the graph.
    pub(crate) is_new: bool,
    /// Whether a call that the capture prohibits has invalidated it.
    pub(crate) is_invalid: bool,
}

/// An event.
#[derive(Default)]
pub(crate) struct Event {
    pub(crate) recorded: Option<Instant>,
    /// The capture in which the event was recorded last.
    pub(crate) capture: Option<Capture>,
}

/// A linker: its images, and what `cuLinkComplete` has returned.
pub(crate) type Link = (Vec<Vec<u8>>, Vec<u8>);

/// A pool: its attributes.
pub(crate) type Pool = BTreeMap<i32, u64>;

/// The state of the driver.
pub(crate) struct State {
    pub(crate) is_initialised: bool,
    pub(crate) arena: Option<Arena>,
    pub(crate) memory: Memory<'static>,
    pub(crate) allocations: BTreeMap<u64, Allocation>,
    /// The bytes of all allocations.
    pub(crate) used: usize,
    pub(crate) modules: HashMap<u64, Loaded>,
    pub(crate) functions: HashMap<u64, Function>,
    pub(crate) contexts: HashMap<u64, Context>,
    /// How often the primary context was retained.
    pub(crate) primary_count: u32,
    pub(crate) streams: HashMap<u64, Stream>,
    pub(crate) events: HashMap<u64, Event>,
    pub(crate) links: HashMap<u64, Link>,
    pub(crate) nodes: HashMap<u64, Node>,
    pub(crate) graphs: HashMap<u64, Graph>,
    pub(crate) plans: HashMap<u64, Plan>,
    pub(crate) objects: HashMap<u64, UserObject>,
    /// The addresses that nodes of graphs own, and the bytes at each.
    pub(crate) reserved: BTreeMap<u64, usize>,
    pub(crate) pools: HashMap<u64, Pool>,
    /// The current pool of the device.
    pub(crate) pool: u64,
    next: u64,
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(|| {
    Mutex::new(State {
        is_initialised: false,
        arena: None,
        memory: Memory::new(),
        allocations: BTreeMap::new(),
        used: 0,
        modules: HashMap::new(),
        functions: HashMap::new(),
        contexts: HashMap::new(),
        primary_count: 0,
        streams: HashMap::new(),
        events: HashMap::new(),
        links: HashMap::new(),
        nodes: HashMap::new(),
        graphs: HashMap::new(),
        plans: HashMap::new(),
        objects: HashMap::new(),
        reserved: BTreeMap::new(),
        pools: HashMap::from([(DEFAULT_POOL, BTreeMap::new())]),
        pool: DEFAULT_POOL,
        next: FIRST,
    })
});

thread_local! {
    /// The stack of current contexts of the thread.
    pub(crate) static CURRENT: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Returns the current context of the thread, or 0.
pub(crate) fn current() -> u64 {
    CURRENT.with_borrow(|stack| stack.last().copied().unwrap_or(0))
}

/// Returns the state, also before `cuInit`.
pub(crate) fn any() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the state after `cuInit`.
pub(crate) fn initialised() -> Outcome<MutexGuard<'static, State>> {
    let state = any();
    if state.is_initialised { Ok(state) } else { Err(NOT_INITIALIZED) }
}

/// Returns the state, if the thread has a context, and no launch in the context has faulted.
pub(crate) fn healthy() -> Outcome<MutexGuard<'static, State>> {
    let state = initialised()?;
    match current() {
        0 => Err(INVALID_CONTEXT),
        current => match state.contexts.get(&current) {
            None => Err(CONTEXT_IS_DESTROYED),
            Some(Context { fault: 0, .. }) => Ok(state),
            Some(context) => Err(context.fault),
        },
    }
}

/// Checks what [`healthy`] checks.
pub(crate) fn ready() -> Outcome {
    healthy().map(drop)
}

/// What a handle names.
pub(crate) trait Object {
    /// The error for a handle that names none, as the documentation lists it.
    const WRONG: i32 = INVALID_HANDLE;
}

impl Object for Loaded {}
impl Object for Function {}
impl Object for Context {}
impl Object for Stream {}
impl Object for Event {}
impl Object for Link {}
impl Object for Graph {
    const WRONG: i32 = INVALID_VALUE;
}
impl Object for Node {
    const WRONG: i32 = INVALID_VALUE;
}
impl Object for Plan {
    const WRONG: i32 = INVALID_VALUE;
}
impl Object for UserObject {
    const WRONG: i32 = INVALID_VALUE;
}
impl Object for Pool {
    const WRONG: i32 = INVALID_VALUE;
}

/// Returns the object of a handle.
pub(crate) fn find<T: Object>(all: &HashMap<u64, T>, handle: u64) -> Outcome<&T> {
    all.get(&handle).ok_or(T::WRONG)
}

/// Returns the object of a handle for changes.
pub(crate) fn find_mut<T: Object>(all: &mut HashMap<u64, T>, handle: u64) -> Outcome<&mut T> {
    all.get_mut(&handle).ok_or(T::WRONG)
}

/// Removes the object of a handle.
pub(crate) fn remove<T: Object>(all: &mut HashMap<u64, T>, handle: u64) -> Outcome<T> {
    all.remove(&handle).ok_or(T::WRONG)
}

impl State {
    /// Returns a new handle. No handle is used twice.
    pub(crate) fn handle(&mut self) -> u64 {
        self.next += 0x100;
        self.next
    }

    /// Checks the handle of a stream.
    pub(crate) fn check_stream(&self, stream: u64) -> Outcome {
        match DEFAULT_STREAMS.contains(&stream) || self.streams.contains_key(&stream) {
            true => Ok(()),
            false => Err(INVALID_HANDLE),
        }
    }

    /// Allocates memory. Returns its address.
    pub(crate) fn allocate(&mut self, bytes: usize, kind: Kind) -> Outcome<u64> {
        let content = self.take(bytes)?;
        self.add(content, kind)
    }

    /// Checks that the device has this many bytes left.
    pub(crate) fn check_room(&self, bytes: usize) -> Outcome {
        match self.used.checked_add(bytes) {
            Some(..=MEMORY) => Ok(()),
            _ => Err(OUT_OF_MEMORY),
        }
    }

    /// Takes a part of the arena.
    pub(crate) fn take(&mut self, bytes: usize) -> Outcome<&'static mut [u8]> {
        if bytes == 0 {
            return Err(INVALID_VALUE);
        }
        self.check_room(bytes)?;
        if self.arena.is_none() {
            // Twice the memory, because of the distances between allocations.
            self.arena = Arena::new(2 * MEMORY);
        }
        self.arena.as_mut().and_then(|arena| arena.take(bytes)).ok_or(OUT_OF_MEMORY)
    }

    /// Makes memory accessible to kernels. Returns its address.
    pub(crate) fn add(&mut self, content: &'static mut [u8], kind: Kind) -> Outcome<u64> {
        let bytes = content.len();
        let buffer = self.memory.add_host(content, false).map_err(|_| OUT_OF_MEMORY)?;
        self.used += bytes;
        let allocation = Allocation { buffer, bytes, kind, context: current() };
        self.allocations.insert(buffer.address(), allocation);
        Ok(buffer.address())
    }

    /// Frees memory of one of these kinds. Ignores a null address.
    pub(crate) fn free(&mut self, address: u64, kinds: &[Kind]) -> Outcome {
        if address == 0 {
            return Ok(());
        }
        let found = self.allocations.get(&address).copied();
        let allocation = found.filter(|one| kinds.contains(&one.kind)).ok_or(INVALID_VALUE)?;
        self.allocations.remove(&address);
        self.used -= allocation.bytes;
        self.memory.remove(allocation.buffer);
        match (&mut self.arena, allocation.kind) {
            (Some(arena), Kind::Graph) => arena.clear(address, allocation.bytes),
            (Some(arena), kind) if kind != Kind::Registered => {
                arena.give(address, allocation.bytes);
            }
            _ => {}
        }
        Ok(())
    }

    /// Makes memory of the program accessible to kernels.
    ///
    /// # Safety
    /// The memory is valid for reads and writes until it is unregistered.
    pub(crate) unsafe fn register(&mut self, address: u64, bytes: usize) -> Outcome {
        let at = usize::try_from(address).map_err(|_| INVALID_VALUE)?;
        if self.is_stale(address) || bytes == 0 || at.checked_add(bytes).is_none() {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the caller guarantees the bytes, and C programs may change them between launches only.
        let content = unsafe {
            std::slice::from_raw_parts_mut(std::ptr::with_exposed_provenance_mut(at), bytes)
        };
        self.add(content, Kind::Registered).map(|_| ()).map_err(|_| ALREADY_REGISTERED)
    }

    /// Returns the allocation that contains an address, and its first address.
    pub(crate) fn allocation(&self, address: u64) -> Option<(u64, Allocation)> {
        let (start, allocation) = self.allocations.range(..=address).next_back()?;
        (address - start < allocation.bytes as u64).then_some((*start, *allocation))
    }

    /// Returns a pointer to bytes of the device, or of the program where `is_host_allowed`. A pointer to the device is valid
    /// for the whole allocation.
    pub(crate) fn pointer(
        &mut self,
        address: u64,
        bytes: usize,
        is_host_allowed: bool,
    ) -> Outcome<*mut u8> {
        match self.allocation(address) {
            Some((start, allocation)) => {
                let offset = (address - start) as usize;
                if bytes > allocation.bytes - offset {
                    return Err(INVALID_VALUE);
                }
                Ok(self.memory.bytes_mut(allocation.buffer).as_mut_ptr().wrapping_add(offset))
            }
            None if !is_host_allowed || self.is_stale(address) => Err(INVALID_VALUE),
            None => {
                let at = usize::try_from(address).map_err(|_| INVALID_VALUE)?;
                Ok(std::ptr::with_exposed_provenance_mut(at))
            }
        }
    }

    /// Returns whether no memory of the program can have this address: it is null, a handle, or freed device memory.
    fn is_stale(&self, address: u64) -> bool {
        !(1 << 12..1 << 56).contains(&address)
            || self.arena.as_ref().is_some_and(|arena| arena.contains(address))
    }

    /// Loads an image.
    pub(crate) fn load(&mut self, image: &[u8]) -> Result<u64, crate::image::Refusal> {
        let handle = self.handle();
        let module = crate::image::load(&format!("module-{}", (handle - FIRST) >> 8), image)?;
        module
            .create_variables(&mut self.memory)
            .map_err(|error| (INVALID_PTX, error.to_string()))?;
        for variable in module.variables() {
            if let Some(buffer) = self.memory.variable_in(&module, &variable.name) {
                let bytes = self.memory.bytes(buffer).len();
                let allocation =
                    Allocation { buffer, bytes, kind: Kind::Variable, context: current() };
                self.allocations.insert(buffer.address(), allocation);
            }
        }
        self.modules
            .insert(handle, Loaded { module, functions: BTreeMap::new(), context: current() });
        Ok(handle)
    }

    /// Forgets a module with its functions and variables.
    pub(crate) fn unload(&mut self, module: u64) -> Outcome {
        let loaded = remove(&mut self.modules, module)?;
        for handle in loaded.functions.values() {
            self.functions.remove(handle);
        }
        for variable in loaded.module.variables() {
            if let Some(buffer) = self.memory.variable_in(&loaded.module, &variable.name) {
                self.allocations.remove(&buffer.address());
            }
        }
        self.memory.unlink(&loaded.module);
        Ok(())
    }

    /// Returns the handle of a kernel, which is decoded at the first call: the `wished` handle, if no function has it.
    pub(crate) fn function(
        &mut self,
        module: u64,
        name: &str,
        wished: Option<u64>,
    ) -> Outcome<u64> {
        let loaded = find(&self.modules, module)?;
        if let Some(handle) = loaded.functions.get(name) {
            return Ok(*handle);
        }
        if !loaded.module.kernels().iter().any(|one| one.name == name) {
            return Err(NOT_FOUND);
        }
        let kernel = loaded.module.kernel(name).map_err(|error| {
            crate::report::say(&error);
            NOT_SUPPORTED
        })?;
        let wished = wished.filter(|one| !self.functions.contains_key(one));
        let handle = wished.unwrap_or_else(|| self.handle());
        let name_of = CString::new(name).unwrap_or_default();
        let function = Function { kernel, name: name_of, module, most_dynamic: 48 << 10 };
        self.functions.insert(handle, function);
        find_mut(&mut self.modules, module)?.functions.insert(name.into(), handle);
        Ok(handle)
    }

    /// Returns the address and size of a variable.
    pub(crate) fn variable(&self, module: u64, name: &str) -> Outcome<(u64, usize)> {
        let loaded = find(&self.modules, module)?;
        let buffer = self.memory.variable_in(&loaded.module, name).ok_or(NOT_FOUND)?;
        Ok((buffer.address(), self.memory.bytes(buffer).len()))
    }

    /// Frees everything that a context owns, and ends the captures of its streams.
    pub(crate) fn clear_context(&mut self, context: u64) {
        let streams = self.streams.values_mut().filter(|one| one.context == context);
        streams.for_each(|one| one.capture = None);
        let modules = self.modules.iter().filter(|one| one.1.context == context).map(|one| *one.0);
        for module in modules.collect::<Vec<_>>() {
            let _ = self.unload(module);
        }
        let all = self.allocations.iter().filter(|one| one.1.context == context);
        for (address, kind) in all.map(|one| (*one.0, one.1.kind)).collect::<Vec<_>>() {
            let _ = self.free(address, &[kind]);
        }
    }
}
