//! The command `ptx`.

fn main() -> std::process::ExitCode {
    ptx_cli::run()
}
