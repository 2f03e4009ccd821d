//! The functions that compiled programs call before `main`: they register the program's images, kernels and variables.
//!
//! An image is loaded when one of its kernels or variables is used first.

use super::error::{INVALID_FUNCTION, INVALID_SYMBOL};
use crate::code::*;
use crate::pointer::{get, text};
use crate::report;
use crate::state::{any, healthy};
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// An image of the program.
struct Image {
    address: usize,
    /// The handle of the module, after it was loaded.
    module: Option<u64>,
}

/// A kernel of the program.
#[derive(Clone)]
struct Kernel {
    /// The number of the image.
    image: usize,
    name: String,
    /// The handle of the function, after the image was loaded. Programs keep it, so it stays when the image is loaded again.
    handle: Option<u64>,
}

/// What the program has registered.
#[derive(Default)]
struct Registered {
    images: Vec<Image>,
    /// The kernels by the addresses of their host functions.
    kernels: HashMap<usize, Kernel>,
    /// For each handle of a kernel: the address of the host function.
    hosts: HashMap<u64, usize>,
    /// For the address of each host variable: the number of the image, and the name of the variable.
    variables: HashMap<usize, (usize, String)>,
}

static REGISTERED: LazyLock<Mutex<Registered>> = LazyLock::new(Mutex::default);

fn registered() -> MutexGuard<'static, Registered> {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the handle of the module of an image.
fn module(number: usize) -> Outcome<u64> {
    let mut registered = registered();
    let image = registered.images.get_mut(number).ok_or(INVALID_HANDLE)?;
    let mut state = healthy()?;
    if let Some(module) = image.module.filter(|module| state.modules.contains_key(module)) {
        return Ok(module);
    }
    // SAFETY: the compiler passes whole images.
    let bytes = unsafe { crate::image::bytes(std::ptr::with_exposed_provenance(image.address)) };
    let loaded = bytes.and_then(|bytes| state.load(bytes));
    let loaded = loaded.map_err(|(code, message)| {
        report::say(&message);
        code
    });
    image.module = Some(loaded?);
    image.module.ok_or(INVALID_HANDLE)
}

impl Registered {
    /// Returns the kernel of a host function, or of a handle that this has had.
    fn kernel(&mut self, host: usize) -> Outcome<(usize, &mut Kernel)> {
        let host = self.hosts.get(&(host as u64)).copied().unwrap_or(host);
        let kernel = self.kernels.get_mut(&host).ok_or(INVALID_FUNCTION)?;
        Ok((host, kernel))
    }
}

/// Returns the kernel of a host function, or of a handle of `cudaGetKernel`. `cudaDeviceReset` unloads the images, so they
/// are loaded again.
pub(crate) fn function(host: usize) -> Outcome<u64> {
    if any().functions.contains_key(&(host as u64)) {
        return Ok(host as u64);
    }
    let known = registered().kernel(host)?.1.clone();
    let module = module(known.image)?;
    let handle = healthy()?.function(module, &known.name, known.handle)?;
    let mut registered = registered();
    let (host, kernel) = registered.kernel(host)?;
    kernel.handle = Some(handle);
    registered.hosts.insert(handle, host);
    Ok(handle)
}

/// Returns the host function of a kernel, or the handle of a kernel that has none.
pub(crate) fn host(handle: u64) -> u64 {
    registered().hosts.get(&handle).map_or(handle, |host| *host as u64)
}

/// Returns the address and the size of the variable of a host variable.
pub(crate) fn variable(host: usize) -> Outcome<(u64, usize)> {
    let (image, name) = registered().variables.get(&host).cloned().ok_or(INVALID_SYMBOL)?;
    let module = module(image)?;
    healthy()?.variable(module, &name).map_err(|_| INVALID_SYMBOL)
}

/// Runs the body of a registration, which has no result.
fn register(body: impl FnOnce() -> Outcome) {
    // Without a registration, the first use is an error.
    let _ = catch_unwind(AssertUnwindSafe(body));
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn __cudaRegisterFatBinary(image: *const c_void) -> *mut usize {
    let mut registered = registered();
    registered.images.push(Image { address: image.expose_provenance(), module: None });
    Box::into_raw(Box::new(registered.images.len() - 1))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn __cudaRegisterFatBinaryEnd(_handle: *mut usize) {}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn __cudaUnregisterFatBinary(_handle: *mut usize) {
    // The handle stays valid: programs end after this call.
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn __cudaInitModule(_handle: *mut usize) -> c_char {
    1
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __cudaRegisterFunction(
    handle: *mut usize,
    host: *const c_void,
    _device: *mut c_char,
    name: *const c_char,
    _limit: c_int,
    _thread: *mut c_void,
    _block: *mut c_void,
    _block_size: *mut c_void,
    _grid_size: *mut c_void,
    _warp_size: *mut c_int,
) {
    register(|| {
        // SAFETY: the compiler passes the handle of `__cudaRegisterFatBinary`, and a text.
        let (image, name) = unsafe { (get(handle)?, text(name)?) };
        let kernel = Kernel { image, name, handle: None };
        registered().kernels.insert(host.expose_provenance(), kernel);
        Ok(())
    });
}

#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __cudaRegisterVar(
    handle: *mut usize,
    host: *mut c_char,
    _device: *mut c_char,
    name: *const c_char,
    _is_extern: c_int,
    _size: usize,
    _is_constant: c_int,
    _is_global: c_int,
) {
    register(|| {
        // SAFETY: the compiler passes the handle of `__cudaRegisterFatBinary`, and a text.
        let entry = unsafe { (get(handle)?, text(name)?) };
        registered().variables.insert(host.expose_provenance(), entry);
        Ok(())
    });
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn __cudaRegisterManagedVar() {
    register(|| {
        report::missing("__managed__ variables");
        report::say(&"`__managed__` variables are not supported: use `cudaMallocManaged`");
        Ok(())
    });
}
