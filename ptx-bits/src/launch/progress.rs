//! Shows progress during a long launch.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::mpsc;
use std::time::Duration;

/// The time after which progress is shown.
const LONG: Duration = Duration::from_secs(1);

/// Runs `work`. If it takes long and standard error is a terminal, shows the kernel's name and the elapsed
/// time.
pub(super) fn show<T>(kernel: &str, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(LONG) != Err(mpsc::RecvTimeoutError::Timeout) {
                return;
            }
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
            let bar =
                ProgressBar::new_spinner().with_message(kernel.to_string()).with_elapsed(LONG);
            bar.set_style(style.expect("a template"));
            bar.enable_steady_tick(Duration::from_millis(200));
            // `recv` returns when the work has ended, because this drops the sender.
            let _ = is_done.recv();
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
