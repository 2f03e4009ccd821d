//! Calls every public function of ptx-core with arguments that the optimiser does not know. Also calls translated PTX
//! functions that access no memory. The panic handler calls a function that does not exist, so the program links only
//! if nothing can panic.
//!
//! The instruction tables list the functions. The test ptx-core/tests/no_panic.rs builds the program, and checks that
//! the tables contain every public function.
#![no_std]
#![no_main]

mod matrices;
mod translated;

use core::hint::black_box;

unsafe extern "C" {
    safe fn a_path_to_a_panic_is_left() -> !;
}

// The start files need libc.
#[link(name = "c")]
unsafe extern "C" {}

// The crate `core` is built with unwinding, so `core` refers to this function. Nothing calls the function.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    a_path_to_a_panic_is_left()
}

/// A type of an argument.
trait Operand {
    /// An arbitrary value of the type.
    const ONE: Self;
}

macro_rules! operands {
    ($($t:ty: $one:expr;)*) => { $(
        impl Operand for $t {
            const ONE: Self = $one;
        }
    )* };
}

operands! {
    bool: true;
    [bool; 2]: [true, false];
    u8: 1;
    u16: 1;
    u32: 1;
    u64: 1;
    u128: 1;
    i8: 1;
    i16: 1;
    i32: 1;
    i64: 1;
    f32: 1.0;
    f64: 1.0;
}

/// Calls each function with arguments that the optimiser does not know.
macro_rules! call_each {
    (
        functions { $($word:ident $name:literal: $function:expr => ($($type:ty),*);)* }
        modes { $($mode:ty: $mode_name:literal $first:ident $($variant:ident)*;)* }
        numbers { $($number:ident: $number_name:literal;)* }
    ) => {
        $(impl Operand for $mode {
            const ONE: Self = Self::$first;
        })*

        $(impl Operand for ptx_core::mode::$number {
            const ONE: Self = Self(90);
        })*

        fn call_each() {
            $(black_box($function($(black_box(<$type>::ONE)),*));)*
        }
    };
}

ptx_macros::__every_function!(call_each);

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    call_each();
    black_box(ptx_core::environment_is_default());
    black_box(ptx_core::sass::unpack_with_flag(black_box((1, true))));
    matrices::call();
    translated::call();
    0
}
