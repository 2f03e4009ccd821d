//! Compares machine code with the PTX that NVIDIA's assembler makes it of: both run on the engine, on equal operands.
//!
//! The assembler is `PTXAS`, or `ptxas` in `PATH`. Without it, the tests are skipped.

mod assembler;
mod asynchronous;
mod barriers;
mod compilers;
mod disassembler;
mod divergence;
mod forms;
mod guarded;
mod kernels;
mod limits;
mod lines;
mod linked;
mod masks;
mod mutants;
mod order;
mod others;
mod pixels;
mod printed;
mod products;
mod races;
mod rare;
mod record;
mod shifts;
mod table;
mod tensor;
mod variables;
mod warpgroup;
mod warps;
mod words;
mod yields;
