//! Launches a kernel with cudarc from several threads, each with its own stream.

use cudarc::driver::{CudaContext, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::Ptx;
use std::error::Error;
use std::thread;

const TEXT: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry add(.param .u64 x, .param .u32 n)
{
    .reg .pred %p;
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    setp.ge.u32 %p, %r2, %r1;
    @%p bra DONE;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r3, [%rd3];
    add.u32 %r3, %r3, %r2;
    st.global.u32 [%rd3], %r3;
DONE:
    ret;
}";

fn work(number: u32) -> Result<Vec<u32>, Box<dyn Error + Send + Sync>> {
    let context = CudaContext::new(0)?;
    let stream = context.new_stream()?;
    let module = context.load_module(Ptx::from_src(TEXT))?;
    let kernel = module.load_function("add")?;
    let mut x = stream.clone_htod(&vec![number; 100])?;
    for _ in 0..10 {
        let mut launch = stream.launch_builder(&kernel);
        launch.arg(&mut x).arg(&100u32);
        // SAFETY: the kernel writes 100 elements.
        unsafe { launch.launch(LaunchConfig::for_num_elems(100))? };
    }
    Ok(stream.clone_dtoh(&x)?)
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    println!("{}", CudaContext::new(0)?.name()?);
    let threads: Vec<_> = (0..10).map(|number| thread::spawn(move || work(number))).collect();
    for (number, thread) in threads.into_iter().enumerate() {
        let found = thread.join().map_err(|_| "a thread panicked")??;
        let expected: Vec<_> = (0..100).map(|i| number as u32 + 10 * i).collect();
        assert_eq!(found, expected);
    }
    println!("passed");
    Ok(())
}
