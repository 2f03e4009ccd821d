//! Runs kernels on the GPU of this machine with the CUDA driver.
#![expect(
    unsafe_code,
    reason = "cudarc cannot know what a kernel does with its arguments, nor whether the driver's library may be loaded"
)]

mod maps;

use super::{Chip, Code, Device, Launch, THREADS, Whole};
use crate::kernel::Module;
use crate::tensor_map::Map;
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DriverError, LaunchConfig,
    PushKernelArg, sys,
};
use cudarc::nvrtc::Ptx;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The first GPU of this machine.
pub struct Cuda {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    functions: HashMap<String, CudaFunction>,
    results: Option<CudaSlice<u64>>,
}

/// Opens the first GPU.
///
/// # Errors
/// Returns the reason why there is no usable GPU, on one line.
pub fn open() -> Result<(Chip, Cuda), String> {
    // SAFETY: the call only loads the driver's library and runs its initialisers, as intended.
    if !unsafe { sys::is_culib_present() } {
        return Err("CUDA's driver is not installed".into());
    }
    let context = CudaContext::new(0).map_err(|error| format!("no GPU: {}", name_of(error)))?;
    let (major, minor) = context.compute_capability().map_err(name_of)?;
    let mut driver = 0;
    // SAFETY: the function writes one number through the pointer, which points to a local variable.
    let status = unsafe { sys::cuDriverGetVersion(&raw mut driver) };
    status.result().map_err(name_of)?;
    let chip = Chip {
        name: context.name().map_err(name_of)?,
        sm: u16::try_from(10 * major + minor).map_err(|error| error.to_string())?,
        driver,
    };
    let stream = context.default_stream();
    Ok((chip, Cuda { context, stream, functions: HashMap::new(), results: None }))
}

/// Returns the name of an error.
fn name_of(error: DriverError) -> String {
    let name = error.error_name().ok().and_then(|name| name.to_str().ok());
    name.map_or_else(|| format!("{error:?}"), str::to_string)
}

impl Cuda {
    fn compile(&self, module: &Module) -> Result<Vec<(String, CudaFunction)>, DriverError> {
        let loaded = self.context.load_module(Ptx::from_src(&module.text))?;
        let function = |entry: &String| Ok((entry.clone(), loaded.load_function(entry)?));
        module.kernels.iter().map(|kernel| function(&kernel.entry)).collect()
    }
}

impl Device for Cuda {
    fn load(&mut self, modules: &[Module]) -> Vec<Result<(), String>> {
        let next = AtomicUsize::new(0);
        let compiled = Mutex::new(Vec::new());
        let work = || {
            while let Some((i, module)) = {
                let i = next.fetch_add(1, Ordering::Relaxed);
                modules.get(i).map(|module| (i, module))
            } {
                let result = self.compile(module);
                compiled.lock().expect("no thread panics").push((i, result));
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads.min(modules.len()) {
                scope.spawn(work);
            }
        });
        let mut compiled = compiled.into_inner().expect("no thread panicked");
        compiled.sort_by_key(|(i, _)| *i);
        let mut load = |result: Result<Vec<_>, _>| {
            self.functions.extend(result.map_err(name_of)?);
            Ok(())
        };
        compiled.into_iter().map(|(_, result)| load(result)).collect()
    }

    fn load_text(&mut self, entry: &str, text: &str) -> Result<(), String> {
        let loaded = self.context.load_module(Ptx::from_src(text)).map_err(name_of)?;
        let function = loaded.load_function(entry).map_err(name_of)?;
        self.functions.insert(entry.into(), function);
        Ok(())
    }

    fn run(&mut self, launch: &Launch<'_>) -> Result<(), String> {
        let function = self.functions.get(launch.entry).ok_or("no such kernel")?;
        // CUDA does not accept an empty buffer, so pass one word that the kernel does not read.
        let operands = if launch.operands.is_empty() { &[0] } else { launch.operands };
        let operands = self.stream.clone_htod(operands).map_err(name_of)?;
        let count = launch.threads as usize * launch.results;
        let mut results = self.stream.alloc_zeros::<u64>(count).map_err(name_of)?;
        let mut builder = self.stream.launch_builder(function);
        builder.arg(&operands).arg(&mut results).arg(&launch.threads);
        let config = LaunchConfig {
            grid_dim: (launch.threads.div_ceil(THREADS), 1, 1),
            block_dim: (THREADS, 1, 1),
            shared_mem_bytes: 0,
        };
        // SAFETY: every kernel takes two pointers and a count. Each thread below the count reads `sources` words and
        // writes `results` words, and accesses nothing else. Both buffers have this many words for each thread.
        unsafe { builder.launch(config) }.map_err(name_of)?;
        self.results = Some(results);
        Ok(())
    }

    fn run_whole(&mut self, whole: &Whole<'_>) -> Result<Vec<Vec<u8>>, String> {
        let code = match whole.code {
            Code::Text(text) => Ptx::from_src(text),
            Code::Cubin(bytes) => Ptx::from_binary(bytes.to_vec()),
        };
        let loaded = self.context.load_module(code).map_err(name_of)?;
        let function = loaded.load_function(whole.entry).map_err(name_of)?;
        let copies = whole.buffers.iter().map(|bytes| self.stream.clone_htod(bytes));
        let mut buffers: Vec<CudaSlice<u8>> = copies.collect::<Result<_, _>>().map_err(name_of)?;
        let address = |buffer: &CudaSlice<u8>| buffer.device_ptr(&self.stream).0;
        let encode = |map: &Map| {
            let buffer = buffers.get(map.buffer).ok_or("a tensor map of no buffer")?;
            map.encode(address(buffer))
        };
        let maps: Vec<_> = whole.maps.iter().map(encode).collect::<Result<_, _>>()?;
        let mut builder = self.stream.launch_builder(&function);
        for number in whole.numbers {
            // The driver reads as many bytes as the parameter has, the lowest first.
            builder.arg(&number.bits);
        }
        for buffer in &mut buffers {
            builder.arg(buffer);
        }
        for map in &maps {
            builder.arg(map);
        }
        let ([x, y, z], [i, j, k]) = (whole.blocks, whole.threads);
        let config = LaunchConfig {
            grid_dim: (x, y, z),
            block_dim: (i, j, k),
            shared_mem_bytes: whole.shared,
        };
        // SAFETY: the parameters of the kernel are the numbers, the addresses of the buffers, and the maps. `ptx-run` ran the same launch without
        // a fault, so the kernel accesses no byte outside of the buffers.
        unsafe { builder.launch(config) }.map_err(name_of)?;
        buffers.iter().map(|buffer| self.stream.clone_dtoh(buffer).map_err(name_of)).collect()
    }

    fn read(&mut self) -> Result<Vec<u64>, String> {
        let results = self.results.take().ok_or("nothing was run")?;
        self.stream.clone_dtoh(&results).map_err(name_of)
    }
}
