//! Asynchronous copies.

use super::syntax::forms;

#[rustfmt::skip]
forms! { "Data Movement and Conversion Instructions: cp.async";
    cp.async.ca.ownshared.global{.cache_hint}{.prefetch} ([dst], [src], size: imm(4 | 8 | 16)) {, policy: b64 if cache_hint}                [7.0, sm_80; L2::cache_hint L2::64B L2::128B L2::256B 7.4, sm_80; shared::cta 7.8, sm_80] effect AsyncCopy;
    cp.async.ca.ownshared.global{.cache_hint}{.prefetch} ([dst], [src], size: imm(4), source: u32(0 to 4)) {, policy: b64 if cache_hint}   [7.0, sm_80; L2::cache_hint L2::64B L2::128B L2::256B 7.4, sm_80; shared::cta 7.8, sm_80] effect AsyncCopy;
    cp.async.ca.ownshared.global{.cache_hint}{.prefetch} ([dst], [src], size: imm(8), source: u32(0 to 8)) {, policy: b64 if cache_hint}   [7.0, sm_80; L2::cache_hint L2::64B L2::128B L2::256B 7.4, sm_80; shared::cta 7.8, sm_80] effect AsyncCopy;
    cp.async.ca.ownshared.global{.cache_hint}{.prefetch} ([dst], [src], size: imm(16), source: u32(0 to 16)) {, policy: b64 if cache_hint}   [7.0, sm_80; L2::cache_hint L2::64B L2::128B L2::256B 7.4, sm_80; shared::cta 7.8, sm_80] effect AsyncCopy;
    cp.async.ca.ownshared.global{.cache_hint}{.prefetch} ([dst], [src], size: imm(4 | 8 | 16), ignore: pred(0 to 1)) {, policy: b64 if cache_hint}  [8.3, sm_80] effect AsyncCopy;
    cp.async.cg.ownshared.global{.cache_hint}{.prefetch} ([dst], [src], size: imm(16)) {, policy: b64 if cache_hint}                        [7.0, sm_80; L2::cache_hint L2::64B L2::128B L2::256B 7.4, sm_80; shared::cta 7.8, sm_80] effect AsyncCopy;
    cp.async.cg.ownshared.global{.cache_hint}{.prefetch} ([dst], [src], size: imm(16), source: u32(0 to 16)) {, policy: b64 if cache_hint}           [7.0, sm_80; L2::cache_hint L2::64B L2::128B L2::256B 7.4, sm_80; shared::cta 7.8, sm_80] effect AsyncCopy;
    cp.async.cg.ownshared.global{.cache_hint}{.prefetch} ([dst], [src], size: imm(16), ignore: pred(0 to 1)) {, policy: b64 if cache_hint}          [8.3, sm_80] effect AsyncCopy;
    cp.async.commit_group   ()                          [7.0, sm_80] effect AsyncCommit;
    cp.async.wait_group     (n: imm(0 to 4294967295))   [7.0, sm_80] effect AsyncWait;
    cp.async.wait_all       ()                          [7.0, sm_80] effect AsyncWait;
}
