//! Errors of the Runtime API: those of the Driver API with their numbers, and further ones.

use super::LAST;
use crate::border::guarded;
use crate::code::described;
use std::ffi::c_char;

/// The errors that only the Runtime API has.
pub(crate) const INVALID_CONFIGURATION: i32 = 9;
pub(crate) const INVALID_SYMBOL: i32 = 13;
pub(crate) const INVALID_DIRECTION: i32 = 21;
pub(crate) const INVALID_FUNCTION: i32 = 98;

/// The names of the Runtime API, and the descriptions of its further errors.
const NAMES: &[(i32, &str, &str)] = &[
    (0, "cudaSuccess\0", ""),
    (1, "cudaErrorInvalidValue\0", ""),
    (2, "cudaErrorMemoryAllocation\0", ""),
    (3, "cudaErrorInitializationError\0", ""),
    (INVALID_CONFIGURATION, "cudaErrorInvalidConfiguration\0", "invalid configuration argument\0"),
    (INVALID_SYMBOL, "cudaErrorInvalidSymbol\0", "invalid device symbol\0"),
    (INVALID_DIRECTION, "cudaErrorInvalidMemcpyDirection\0", "invalid copy direction for memcpy\0"),
    (INVALID_FUNCTION, "cudaErrorInvalidDeviceFunction\0", "invalid device function\0"),
    (101, "cudaErrorInvalidDevice\0", ""),
    (200, "cudaErrorInvalidKernelImage\0", ""),
    (201, "cudaErrorDeviceUninitialized\0", ""),
    (209, "cudaErrorNoKernelImageForDevice\0", ""),
    (218, "cudaErrorInvalidPtx\0", ""),
    (301, "cudaErrorFileNotFound\0", ""),
    (304, "cudaErrorOperatingSystem\0", ""),
    (400, "cudaErrorInvalidResourceHandle\0", ""),
    (401, "cudaErrorIllegalState\0", ""),
    (500, "cudaErrorSymbolNotFound\0", ""),
    (600, "cudaErrorNotReady\0", ""),
    (700, "cudaErrorIllegalAddress\0", ""),
    (702, "cudaErrorLaunchTimeout\0", ""),
    (709, "cudaErrorContextIsDestroyed\0", ""),
    (710, "cudaErrorAssert\0", ""),
    (712, "cudaErrorHostMemoryAlreadyRegistered\0", ""),
    (713, "cudaErrorHostMemoryNotRegistered\0", ""),
    (716, "cudaErrorMisalignedAddress\0", ""),
    (719, "cudaErrorLaunchFailure\0", ""),
    (800, "cudaErrorNotPermitted\0", ""),
    (801, "cudaErrorNotSupported\0", ""),
    (900, "cudaErrorStreamCaptureUnsupported\0", ""),
    (901, "cudaErrorStreamCaptureInvalidated\0", ""),
    (902, "cudaErrorStreamCaptureMerge\0", ""),
    (903, "cudaErrorStreamCaptureUnmatched\0", ""),
    (904, "cudaErrorStreamCaptureUnjoined\0", ""),
    (905, "cudaErrorStreamCaptureIsolation\0", ""),
    (906, "cudaErrorStreamCaptureImplicit\0", ""),
    (907, "cudaErrorCapturedEvent\0", ""),
    (908, "cudaErrorStreamCaptureWrongThread\0", ""),
    (909, "cudaErrorTimeout\0", ""),
    (910, "cudaErrorGraphExecUpdateFailure\0", ""),
    (999, "cudaErrorUnknown\0", ""),
];

const UNKNOWN: &str = "unrecognized error code\0";

#[unsafe(no_mangle)]
pub(crate) extern "C" fn cudaGetErrorName(code: i32) -> *const c_char {
    let found = NAMES.iter().find(|one| one.0 == code);
    found.map_or(UNKNOWN, |one| one.1).as_ptr().cast()
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn cudaGetErrorString(code: i32) -> *const c_char {
    let own = NAMES.iter().find(|one| one.0 == code && !one.2.is_empty()).map(|one| one.2);
    let text = own.or_else(|| described(code).map(|one| one.1)).unwrap_or(UNKNOWN);
    text.as_ptr().cast()
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn cudaGetLastError() -> i32 {
    guarded(|| super::of(LAST.replace(0)))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn cudaPeekAtLastError() -> i32 {
    guarded(|| super::of(LAST.get()))
}
