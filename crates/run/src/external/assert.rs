//! Runs `__assertfail`, which ends the launch.

use crate::code::external::Assertion;
use crate::external::print::text;
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::areas::Areas;

/// Returns the fault of the first lane whose assertion failed.
pub(crate) fn fault(
    assertion: &Assertion,
    frame: &Frame,
    group: Group<'_>,
    areas: &Areas<'_>,
) -> Stop {
    let lane = group.lane(0);
    let [message, file, line, function, size] =
        assertion.0.map(|register| frame.columns[register].get(group.element(0)));
    let texts = || -> Result<_, Stop> {
        let read =
            |address| Ok(String::from_utf8_lossy(&text(areas, lane, address, size)?).into_owned());
        Ok((read(message)?, read(file)?, read(function)?))
    };
    match texts() {
        Ok((message, file, function)) => {
            let line = line as u32;
            let what = format!("assertion `{message}` failed at {file}:{line} in `{function}`");
            Stop::new(FaultKind::Assert, lane, what)
        }
        Err(stop) => stop,
    }
}
