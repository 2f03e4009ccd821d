//! The command `ptx-bits`.

fn main() -> std::process::ExitCode {
    ptx_bits::run()
}
