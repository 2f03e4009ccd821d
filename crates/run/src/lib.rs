//! Runs whole PTX kernels on the host and computes the same bits as the GPU.
//!
//! The threads of a block run in lock-step: an instruction is one loop over the registers of all threads. The engine is
//! exact, not fast: for five measured kernels, the engine takes 4 to 133 times as long as C++, each on one core
//! (`benches/RESULTS.md`).
//!
//! ```
//! use ptx_run::{Grid, Memory, Module, Options};
//!
//! let text = "
//! .version 8.0
//! .target sm_80
//! .address_size 64
//! .visible .entry scale(.param .f32 a, .param .u64 x, .param .u32 n)
//! {
//!     .reg .pred %p<2>;
//!     .reg .f32 %f<4>;
//!     .reg .b32 %r<6>;
//!     .reg .b64 %rd<5>;
//!     ld.param.f32 %f1, [a];
//!     ld.param.u64 %rd1, [x];
//!     ld.param.u32 %r1, [n];
//!     mov.u32 %r2, %ctaid.x;
//!     mov.u32 %r3, %ntid.x;
//!     mov.u32 %r4, %tid.x;
//!     mad.lo.s32 %r5, %r2, %r3, %r4;
//!     setp.ge.u32 %p1, %r5, %r1;
//!     @%p1 bra DONE;
//!     cvta.to.global.u64 %rd2, %rd1;
//!     mul.wide.u32 %rd3, %r5, 4;
//!     add.s64 %rd4, %rd2, %rd3;
//!     ld.global.f32 %f2, [%rd4];
//!     mul.rn.f32 %f3, %f2, %f1;
//!     st.global.f32 [%rd4], %f3;
//! DONE:
//!     ret;
//! }";
//! let module = Module::new("scale.ptx", text)?;
//! let mut memory = Memory::new();
//! let x = memory.add(&[1.0f32, 2.0, 3.0]);
//! let arguments = [1.5f32.into(), x.into(), 3u32.into()];
//! let kernel = module.kernel("scale")?;
//! let report = kernel.launch(Grid::new(1, 32), &arguments, &mut memory, &Options::default())?;
//! assert_eq!(memory.read::<f32>(x), [1.5, 3.0, 4.5]);
//! assert_eq!(report.threads, 32);
//!
//! // A fault is a value. The memory is as before.
//! let arguments = [1.5f32.into(), x.into(), 4u32.into()];
//! let fault = kernel.launch(Grid::new(1, 32), &arguments, &mut memory, &Options::default());
//! assert_eq!(
//!     fault.unwrap_err().to_string(),
//!     "scale.ptx:23: `ld.global.f32`: out of bounds: reads 4 bytes at offset 12 of the buffer of \
//!      parameter 1 (12 bytes); kernel `scale`, block (0,0,0), thread (3,0,0)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//! Some constructs are errors when a kernel is decoded, such as textures, and calls of functions without a body. The
//! book lists all of them ("What does not run" in `docs/src/guide/run.md`).
#![cfg_attr(
    not(feature = "machine-code"),
    expect(dead_code, reason = "only machine code uses these parts of the engine")
)]
#![forbid(unsafe_code)]

/// The book's page on tests with this crate. `cargo test --doc` runs its examples.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/cookbook/kernel-as-reference.md")]
mod page {}

mod chip;
mod code;
mod decode;
mod error;
mod external;
mod fault;
mod lanes;
mod launch;
mod linked;
#[cfg(feature = "machine-code")]
mod machine;
mod memory;
mod module;
mod name;
mod options;
mod place;
mod schedule;
mod signature;
mod triple;
mod warps;
mod watching;

pub use chip::most_shared;
pub use error::{Error, Finding};
pub use fault::{Details, Fault, FaultKind};
pub use launch::Grid;
pub use launch::argument::Argument;
pub use launch::counter::Counter;
pub use memory::accesses::Accesses;
pub use memory::address::Buffer;
pub use memory::content::Content;
pub use memory::placed::Occupied;
pub use memory::tensor_map::{Swizzle, TensorMap};
pub use memory::variable::Variable;
pub use memory::{Element, Memory};
pub use module::{Kernel, Module};
pub use options::{Options, Order, Race, Report, Side, Traced, TracedRegister, Write};
pub use place::shown;
pub use ptx_module::syntax::{Inlined, SourceLine};
pub use signature::{Parameter, ParameterType, Signature};
pub use watching::undefined::{Undefined, UndefinedLine};
