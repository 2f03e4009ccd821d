//! Instructions on integers and on bits.

mod arithmetic;
mod by_type;
mod carry;
mod count;
mod divide;
mod dot;
mod field;
mod logic;
mod mask;
mod multiply;
mod multiply24;
mod packed;
mod permute;
mod scalar_video;
mod shift;
mod video;

pub use arithmetic::*;
pub use carry::*;
pub use count::*;
pub use divide::*;
pub use dot::*;
pub use field::*;
pub use logic::*;
pub use mask::*;
pub use multiply::*;
pub use multiply24::*;
pub use packed::*;
pub use permute::*;
pub use scalar_video::*;
pub use shift::*;
pub use video::*;
