//! Tests every exported function with null, wrong, stale and foreign handles, from ten threads.

use crate::border::Function;
use crate::code::UNKNOWN;
use crate::graph::{Address, EMPTY, Graph, Operation, UserObject};
use crate::runtime::{error, execution, registration};
use crate::state::{Context, DEFAULT_POOL, Event, FIRST, Kind, PRIMARY, Stream, any};
use object::{Object as _, ObjectSymbol as _};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_void;
use std::sync::Mutex;

/// The most words that a function takes.
const WORDS: usize = 16;

/// A function of up to 16 words. The calling conventions ignore the words that the function does not take.
#[rustfmt::skip]
type Words = unsafe extern "C" fn(
    u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64,
) -> i32;

/// The functions that destroy what all threads use, so they are tested last.
const LAST: &[&str] =
    &["cuCtxDestroy", "cuDevicePrimaryCtxRelease", "cuDevicePrimaryCtxReset", "cudaDeviceReset"];

/// The functions that return no error code.
static OTHERS: &[Function] = &[
    Function("cudaGetErrorName", error::cudaGetErrorName as *const (), &["i32"]),
    Function("cudaGetErrorString", error::cudaGetErrorString as *const (), &["i32"]),
    Function("cudaGetLastError", error::cudaGetLastError as *const (), &[]),
    Function("cudaPeekAtLastError", error::cudaPeekAtLastError as *const (), &[]),
    Function(
        "__cudaPushCallConfiguration",
        execution::__cudaPushCallConfiguration as *const (),
        &["Extent", "Extent", "usize", "u64"],
    ),
    Function(
        "__cudaRegisterFatBinary",
        registration::__cudaRegisterFatBinary as *const (),
        &["*image"],
    ),
    Function(
        "__cudaRegisterFatBinaryEnd",
        registration::__cudaRegisterFatBinaryEnd as *const (),
        &["*handle"],
    ),
    Function(
        "__cudaUnregisterFatBinary",
        registration::__cudaUnregisterFatBinary as *const (),
        &["*handle"],
    ),
    Function("__cudaInitModule", registration::__cudaInitModule as *const (), &["*handle"]),
    Function(
        "__cudaRegisterFunction",
        registration::__cudaRegisterFunction as *const (),
        &["*handle", "u64", "*device", "*name", "i32", "u64", "u64", "u64", "u64", "u64"],
    ),
    Function(
        "__cudaRegisterVar",
        registration::__cudaRegisterVar as *const (),
        &["*handle", "u64", "*device", "*name", "i32", "usize", "i32", "i32"],
    ),
    Function("__cudaRegisterManagedVar", registration::__cudaRegisterManagedVar as *const (), &[]),
    Function(
        "ptx_run",
        crate::c::ptx_run as *const (),
        &["*text", "i32", "*values", "i32", "i32", "i32", "i32", "i32", "i32", "i32"],
    ),
    Function(
        "ptx_bits_run",
        crate::c::ptx_bits_run as *const (),
        &[
            "*text",
            "*name",
            "*grid",
            "*block",
            "u32",
            "*parameters",
            "usize",
            "*ranges",
            "usize",
            "*message",
            "usize",
        ],
    ),
];

/// Tests with the primary context run one after another, because some functions destroy it.
pub(crate) static ONE: Mutex<()> = Mutex::new(());

unsafe extern "C" fn nothing(_data: *mut c_void) {}

/// A module with a kernel that does nothing, and a variable.
const TEXT: &[u8] =
    b".version 8.0\n.target sm_80\n.address_size 64\n.visible .global .u32 v;\n.visible .entry nothing() { ret; }\n";

/// Makes one object of each kind. Returns their handles, and handles that no object has.
fn handles() -> Vec<u64> {
    let mut state = any();
    let stale = state.handle();
    let [graph, stream, event, context, object, plan, link, pool] =
        [(); 8].map(|()| state.handle());
    state.graphs.insert(graph, Graph::default());
    let node = state.add_node(graph, Vec::new(), Operation::Nothing(EMPTY, 0)).expect("a node");
    let planned = state.plan(graph).expect("a plan");
    state.plans.insert(plan, planned);
    state.streams.insert(stream, Stream::default());
    state.events.insert(event, Event::default());
    state.contexts.insert(context, Context::default());
    let data = Address(std::ptr::null_mut());
    state.objects.insert(object, UserObject { destructor: nothing, data, count: 1000 });
    state.links.insert(link, (vec![TEXT.to_vec()], Vec::new()));
    state.pools.insert(pool, BTreeMap::new());
    let module = state.load(TEXT).map_err(|one| one.1).expect("a module");
    let function = state.function(module, "nothing", None).expect("a kernel");
    let (variable, _) = state.variable(module, "v").expect("a variable");
    let [freed, memory] = [(); 2].map(|()| state.allocate(64, Kind::Device).expect("memory"));
    let host = state.allocate(64, Kind::Host).expect("memory");
    state.free(freed, &[Kind::Device]).expect("the allocation");
    let known = [graph, node, plan, stream, event, context, object, link, pool, module, function];
    [&known[..], &[variable, memory, host, DEFAULT_POOL, PRIMARY, 0, stale, freed, FIRST]].concat()
}

/// Returns the word for a parameter of this type: a null pointer or zero, or memory, and `handle` for handles.
fn word(ty: &str, scratch: &mut [u64], handle: u64, is_null: bool) -> u64 {
    match ty {
        _ if is_null => 0,
        "u64" => handle,
        ty if ty.starts_with('*') => scratch.as_mut_ptr().expose_provenance() as u64,
        ty if ty.starts_with("Option") => (nothing as *const ()).expose_provenance() as u64,
        _ => 1,
    }
}

/// Returns the types of the words that a function takes: up to six in registers, and the others on the stack.
fn types(function: &Function) -> Vec<&'static str> {
    let (mut plain, mut large) = (Vec::new(), Vec::new());
    for ty in function.2 {
        match *ty {
            // `dim3` is passed in two words, and a larger struct on the stack.
            "Extent" => plain.extend(["word"; 2]),
            "Pitched" => large.extend(["u64", "usize", "usize", "usize"]),
            "Region" => large.extend(["usize"; 3]),
            ty => plain.push(ty),
        }
    }
    if !large.is_empty() {
        plain.resize(6, "word");
    }
    [plain, large].concat()
}

/// Calls a function. Returns its result, which has a meaning only for functions with an error code.
fn call(function: &Function, handle: u64, is_null: bool) -> i32 {
    // Some functions change the current context.
    crate::state::CURRENT.with_borrow_mut(|stack| *stack = vec![PRIMARY]);
    // Structs and texts of zeros.
    let mut scratch = vec![0u64; 4096];
    let mut words = [0u64; WORDS];
    let types = types(function);
    assert!(types.len() <= WORDS, "{} takes too many words", function.0);
    for (word_of, ty) in words.iter_mut().zip(types) {
        *word_of = word(ty, &mut scratch, handle, is_null);
    }
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = words;
    // SAFETY: the function has at most 16 words of parameters. Pointers are null, or have enough bytes of zeros.
    let code = unsafe {
        let function: Words = std::mem::transmute(function.1);
        function(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    };
    if function.0.starts_with("__cudaRegister") {
        // A registered image is read later.
        scratch.leak();
    }
    code
}

/// Calls functions with null pointers, and with each handle, from ten threads.
fn call_from_ten_threads<'a>(
    functions: impl Iterator<Item = &'a Function> + Clone + Send,
    handles: &[u64],
    has_code: bool,
) {
    std::thread::scope(|scope| {
        for thread in 0..10 {
            let functions = functions.clone();
            scope.spawn(move || {
                for function in functions {
                    let mut code = call(function, 0, true);
                    assert!(!has_code || code != UNKNOWN, "{} panics: null", function.0);
                    for handle in handles.iter().copied().chain([u64::MAX - thread]) {
                        code = call(function, handle, false);
                        assert!(!has_code || code != UNKNOWN, "{} panics: {handle}", function.0);
                    }
                }
            });
        }
    });
}

/// Returns the functions with an error code.
fn coded() -> impl Iterator<Item = &'static Function> + Clone {
    crate::api::functions().chain(crate::runtime::functions())
}

#[test]
#[cfg_attr(miri, ignore = "calls functions with more parameters than they have")]
fn every_function_survives_every_handle() {
    let _one = ONE.lock();
    let initial = crate::api::functions().find(|one| one.0 == "cuInit").expect("cuInit");
    assert_eq!(call(initial, 0, true), 0);
    assert_eq!(crate::api::context::retain_primary(), Ok(()));
    let handles = handles();
    let is_last = |one: &&Function| LAST.contains(&one.0.trim_end_matches("_v2"));
    call_from_ten_threads(coded().filter(|one| !is_last(one)), &handles, true);
    call_from_ten_threads(OTHERS.iter(), &handles, false);
    call_from_ten_threads(coded().filter(is_last), &handles, true);
}

/// Compares the functions that the test above calls with the symbols of the library.
#[test]
#[cfg_attr(miri, ignore = "reads the library, which Miri does not build")]
fn every_exported_name_is_tested() {
    let test = std::env::current_exe().expect("the test");
    let Ok(bytes) = std::fs::read(test.with_file_name("libptx_driver.so")) else {
        eprintln!("skipped: the library is not built");
        return;
    };
    let file = object::File::parse(&*bytes).expect("a library");
    let symbols = file.dynamic_symbols().filter(|one| one.is_definition() && one.is_global());
    let exported: BTreeSet<_> =
        symbols.map(|one| one.name().expect("a name").to_string()).collect();
    let tested: BTreeSet<_> = coded().chain(OTHERS).map(|one| one.0.to_string()).collect();
    assert!(exported.len() > 500, "{}", exported.len());
    assert_eq!(exported.difference(&tested).collect::<Vec<_>>(), [] as [&String; 0]);
    assert_eq!(tested.difference(&exported).collect::<Vec<_>>(), [] as [&String; 0]);
}
