//! `ptx check` and `ptx translate` on what NVRTC emits.

use crate::program::Folder;
use crate::toolkit::Toolkit;

pub(crate) fn check(_folder: &Folder, _toolkits: &[Toolkit]) -> Result<Vec<String>, String> {
    Ok(Vec::new())
}
