//! Every instruction as loops over slices, for the engine that runs kernels and for the Python package.
//!
//! `build.rs` generates a loop for each function of `ptx-core` that the instruction tables call. A common function gets
//! one loop for each combination of its modes, which are arguments such as `Rounding::Rn`. A [`Program`] is the sequence
//! of loops of one instruction. The slices hold bits, since PTX may read the same register as a float and as an integer.
//! Without the feature `loops`, which is on by default, the crate has only [`matrix`] and [`Product`].
//!
//! ```
//! use ptx_isa::{Dialect, Selection, forms};
//! use ptx_loops::{Program, Slice, SliceMut};
//!
//! let form = forms::family("rcp").iter().find(|form| form.spelt(&["rn", "f32"]).is_some()).unwrap();
//! let selection = Selection { form, modifiers: form.spelt(&["rn", "f32"]).unwrap() };
//! let computation = selection.computation(&Dialect::default()).unwrap();
//! let program = Program::new(&computation.value, 0, &[0]).unwrap();
//! let a = [2.0_f32.to_bits(), 3.0_f32.to_bits()];
//! let mut d = [0; 2];
//! program.run(&[Slice::B32(&a)], vec![SliceMut::B32(&mut d)]).unwrap();
//! assert_eq!(d, [0x3f00_0000, 0x3eaa_aaab]);
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "loops")]
mod key;
#[cfg(feature = "loops")]
mod loops;
pub mod matrix;
#[cfg(all(feature = "parallel", feature = "loops"))]
mod parallel;
#[cfg(feature = "parallel")]
mod pool;
mod product;
#[cfg(feature = "loops")]
mod program;
#[cfg(feature = "loops")]
mod slice;

#[cfg(all(feature = "parallel", feature = "loops"))]
pub use parallel::run;
#[cfg(feature = "parallel")]
pub use pool::pool;
pub use product::Product;
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
pub use product::{WarpProduct, Words};
#[cfg(feature = "loops")]
pub use program::{Place, Program, Step};
#[cfg(feature = "loops")]
pub use slice::{Bits, Buffer, Slice, SliceMut};
