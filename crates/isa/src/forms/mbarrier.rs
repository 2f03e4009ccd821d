//! Barriers in shared memory (`mbarrier`).

use super::syntax::forms;

#[rustfmt::skip]
forms! { "Parallel Synchronization and Communication Instructions: mbarrier";
    mbarrier.init{.ownshared}.b64                            ([a], count: u32)      [7.0, sm_80; shared::cta 7.8, sm_80] effect Mbarrier;
    mbarrier.inval{.ownshared}.b64                           ([a])                  [7.0, sm_80; shared::cta 7.8, sm_80] effect Mbarrier;
    mbarrier.expect_tx{.sharedspace}.b64                     ([a], count: u32)      [8.0, sm_90] effect Mbarrier;
    mbarrier.expect_tx.relaxed.blockscope{.sharedspace}.b64  ([a], count: u32)      [8.0, sm_90] effect Mbarrier;
    mbarrier.complete_tx{.sharedspace}.b64                   ([a], count: u32)      [8.0, sm_90] effect Mbarrier;
    mbarrier.complete_tx.relaxed.blockscope{.sharedspace}.b64 ([a], count: u32)     [8.0, sm_90] effect Mbarrier;
    mbarrier.arrive{.ownshared}.b64                        (d, [a])               [7.0, sm_80; shared::cta 7.8, sm_80] effect MbarrierArrive;
    mbarrier.arrive{.ownshared}.b64                        (d, [a], count: u32)   [7.8, sm_90] effect MbarrierArrive;
    mbarrier.arrive.arriveorder.blockscope{.ownshared}.b64 (d, [a]) [8.0, sm_80; relaxed 8.6, sm_90; cluster 8.0, sm_90] effect MbarrierArrive;
    mbarrier.arrive.arriveorder.blockscope{.ownshared}.b64 (d, [a], count: u32) [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierArrive;
    mbarrier.arrive{.arriveorder}{.blockscope}.shared::cluster.b64 (_, [a]) {, count: u32} [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierArrive;
    mbarrier.arrive.expect_tx{.ownshared}.b64              (d, [a], count: u32)   [8.0, sm_90] effect MbarrierArrive;
    mbarrier.arrive.expect_tx.arriveorder.blockscope{.ownshared}.b64 (d, [a], count: u32) [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierArrive;
    mbarrier.arrive.expect_tx{.arriveorder}{.blockscope}.shared::cluster.b64 (_, [a], count: u32) [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierArrive;
    mbarrier.arrive.noComplete{.ownshared}.b64             (d, [a], count: u32)   [7.0, sm_80; shared::cta 7.8, sm_80] effect MbarrierArrive;
    mbarrier.arrive.noComplete.release.cta{.ownshared}.b64 (d, [a], count: u32)   [8.0, sm_80] effect MbarrierArrive;
    mbarrier.arrive_drop{.ownshared}.b64                        (d, [a])               [7.0, sm_80; shared::cta 7.8, sm_80] effect MbarrierArrive;
    mbarrier.arrive_drop{.ownshared}.b64                        (d, [a], count: u32)   [7.8, sm_90] effect MbarrierArrive;
    mbarrier.arrive_drop.arriveorder.blockscope{.ownshared}.b64 (d, [a]) [8.0, sm_80; relaxed 8.6, sm_90; cluster 8.0, sm_90] effect MbarrierArrive;
    mbarrier.arrive_drop.arriveorder.blockscope{.ownshared}.b64 (d, [a], count: u32) [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierArrive;
    mbarrier.arrive_drop{.arriveorder}{.blockscope}.shared::cluster.b64 (_, [a]) {, count: u32} [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierArrive;
    mbarrier.arrive_drop.expect_tx{.ownshared}.b64              (d, [a], count: u32)   [8.0, sm_90] effect MbarrierArrive;
    mbarrier.arrive_drop.expect_tx.arriveorder.blockscope{.ownshared}.b64 (d, [a], count: u32) [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierArrive;
    mbarrier.arrive_drop.expect_tx{.arriveorder}{.blockscope}.shared::cluster.b64 (_, [a], count: u32) [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierArrive;
    mbarrier.arrive_drop.noComplete{.ownshared}.b64             (d, [a], count: u32)   [7.0, sm_80; shared::cta 7.8, sm_80] effect MbarrierArrive;
    mbarrier.arrive_drop.noComplete.release.cta{.ownshared}.b64 (d, [a], count: u32)   [8.0, sm_80] effect MbarrierArrive;
    mbarrier.test_wait{.ownshared}.b64                        (p: pred, [a], state: b64) [7.0, sm_80; shared::cta 7.8, sm_80] effect MbarrierTest;
    mbarrier.test_wait.waitorder.blockscope{.ownshared}.b64   (p: pred, [a], state: b64) [8.0, sm_80; relaxed 8.6, sm_90; cluster 8.0, sm_90] effect MbarrierTest;
    mbarrier.test_wait.parity{.ownshared}.b64                 (p: pred, [a], parity: u32) [7.1, sm_80; shared::cta 7.8, sm_80] effect MbarrierTest;
    mbarrier.test_wait.parity.waitorder.blockscope{.ownshared}.b64 (p: pred, [a], parity: u32) [8.0, sm_80; relaxed 8.6, sm_90; cluster 8.0, sm_90] effect MbarrierTest;
    mbarrier.try_wait{.ownshared}.b64                        (p: pred, [a], state: b64) {, hint: u32} [7.8, sm_90] effect MbarrierTest;
    mbarrier.try_wait.waitorder.blockscope{.ownshared}.b64   (p: pred, [a], state: b64) {, hint: u32} [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierTest;
    mbarrier.try_wait.parity{.ownshared}.b64                 (p: pred, [a], parity: u32) {, hint: u32} [7.8, sm_90] effect MbarrierTest;
    mbarrier.try_wait.parity.waitorder.blockscope{.ownshared}.b64 (p: pred, [a], parity: u32) {, hint: u32} [8.0, sm_90; relaxed 8.6, sm_90] effect MbarrierTest;
    mbarrier.pending_count.b64                               (d: u32, a)            [7.0, sm_80] effect MbarrierCount;
}
