//! `cvt`: conversions.
//!
//! In PTX the register of an integer may be wider than the integer's type. The functions take and return integers of
//! exactly the type's width.

mod from_integer;
mod integer;
mod integral;
mod longer;
mod narrow;
mod pack;
mod positive_zero;
mod shorter;
mod tf32;
mod to_integer;

pub use from_integer::*;
pub use integer::*;
pub use integral::*;
pub use longer::*;
pub use narrow::*;
pub use pack::*;
pub use positive_zero::*;
pub use shorter::*;
pub use tf32::*;
pub use to_integer::*;
