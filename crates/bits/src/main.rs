//! The command `ptx-bits`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ptx_bits::run_on_standard_streams(std::env::args_os()).into()
}
