//! Shows the progress of a long launch.

use indicatif::{ProgressBar, ProgressStyle};
use ptx_run::Counter;
use std::io::IsTerminal as _;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// The time after which the progress bar of a launch appears.
const LONG: Duration = Duration::from_secs(1);
/// The time between two updates of the bar.
const UPDATE: Duration = Duration::from_millis(200);

/// Calls `work`, which launches `blocks` blocks. If standard error is a terminal, shows a bar of the blocks that
/// have ended. The bar appears after the time [`LONG`].
pub(super) fn show<T>(kernel: &str, blocks: u64, counter: &Counter, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(LONG) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let style = "{spinner} {msg} [{bar:40}] {pos}/{len} blocks, {elapsed}";
            let style =
                ProgressStyle::with_template(style).expect("a template").progress_chars("#> ");
            let bar = ProgressBar::new(blocks).with_style(style).with_elapsed(LONG);
            bar.set_message(kernel.to_string());
            loop {
                bar.set_position(counter.blocks());
                bar.tick();
                // The sender is dropped when the work ends.
                if is_done.recv_timeout(UPDATE) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
