//! Instructions on integers and on bits.

mod arithmetic;
mod by_type;
mod count;
mod divide;
mod dot;
mod field;
mod logic;
mod mask;
mod multiply;
mod multiply24;
mod permute;
mod shift;

pub use arithmetic::*;
pub use count::*;
pub use divide::*;
pub use dot::*;
pub use field::*;
pub use logic::*;
pub use mask::*;
pub use multiply::*;
pub use multiply24::*;
pub use permute::*;
pub use shift::*;
