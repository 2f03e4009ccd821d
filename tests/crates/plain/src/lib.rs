//! A plain interpreter of PTX kernels and a generator of random kernels, for the tests of
//! `ptx-run`.
//!
//! The interpreter follows the PTX manual and shares no code with `ptx-run` or `ptx-core`. The
//! interpreter runs one thread at a time until the thread waits, and computes with native integers
//! and floats. The supported instructions are those that the generator writes, and a few others.
//!
//! ```
//! use plain::{Argument, Kernel, Launch, Order, Shape};
//!
//! let text = ".version 8.7 .target sm_90 .address_size 64
//!     .entry lanes(.param .u64 y) { .reg .b32 %r<2>; .reg .b64 %y;
//!         ld.param.u64 %y, [y]; mov.u32 %r0, %laneid;
//!         redux.sync.add.u32 %r1, %r0, 0xffffffff;
//!         st.global.u32 [%y], %r1; exit; }";
//! let kernel = Kernel::parse(text, "lanes").unwrap();
//! let mut buffers = vec![vec![0; 4]];
//! let shape = Shape { blocks: [1, 1, 1], threads: [32, 1, 1] };
//! let launch = Launch { shape, shared: 0, order: Order::Forward };
//! kernel.run(&launch, &[Argument::Buffer(0)], &mut buffers).unwrap();
//! assert_eq!(buffers[0], 496u32.to_le_bytes());
//! ```
#![forbid(unsafe_code)]

mod barrier;
mod block;
mod compute;
mod decode;
mod instruction;
mod matrix;
mod memory;
pub mod random;
mod types;
mod warp;

pub use block::{Launch, Order, Shape};
pub use decode::Kernel;
pub use memory::Argument;
