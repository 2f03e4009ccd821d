//! Barriers, fences and waits.

use super::syntax::forms;

#[rustfmt::skip]
forms! { "Parallel Synchronization and Communication Instructions: bar, barrier, fence, membar, griddepcontrol";
    bar.sync                (a: imm(0 to 15))                           [1.0 to 1.5, sm_10 | 2.0, sm_10 to sm_13] effect Barrier;
    bar.sync                (a: u32(0 to 15))                           [2.0, sm_20] effect Barrier;
    bar.sync                (a: u32(0 to 15), b: u32(0 to 1024 by 32))  [2.0, sm_20] effect Barrier;
    bar.cta.sync            (a: u32(0 to 15)) {, b: u32(0 to 1024 by 32)} [7.8, sm_30] effect Barrier;
    bar{.cta}.arrive        (a: u32(0 to 15), b: u32(32 to 1024 by 32)) [2.0, sm_20; cta 7.8, sm_30] effect Barrier;
    bar{.cta}.red.popc.u32  (d, a: u32(0 to 15), c: pred)               [2.0, sm_20; cta 7.8, sm_30] effect BarrierReduction;
    bar{.cta}.red.popc.u32  (d, a: u32(0 to 15), b: u32(0 to 1024 by 32), c: pred) [2.0, sm_20; cta 7.8, sm_30] effect BarrierReduction;
    bar{.cta}.red.AndOr.pred (p, a: u32(0 to 15), c: pred)              [2.0, sm_20; cta 7.8, sm_30] effect BarrierReduction;
    bar{.cta}.red.AndOr.pred (p, a: u32(0 to 15), b: u32(0 to 1024 by 32), c: pred) [2.0, sm_20; cta 7.8, sm_30] effect BarrierReduction;
    bar.warp.sync           (membermask: u32)                           [6.0, sm_30] effect WarpBarrier;

    barrier{.cta}.sync{.aligned}            (a: u32(0 to 15)) {, b: u32(0 to 1024 by 32)} [6.0, sm_30; cta 7.8, sm_30] effect Barrier;
    barrier{.cta}.arrive{.aligned}          (a: u32(0 to 15), b: u32(32 to 1024 by 32)) [6.0, sm_30; cta 7.8, sm_30] effect Barrier;
    barrier{.cta}.red.popc{.aligned}.u32    (d, a: u32(0 to 15), c: pred) [6.0, sm_30; cta 7.8, sm_30] effect BarrierReduction;
    barrier{.cta}.red.popc{.aligned}.u32    (d, a: u32(0 to 15), b: u32(0 to 1024 by 32), c: pred) [6.0, sm_30; cta 7.8, sm_30] effect BarrierReduction;
    barrier{.cta}.red.AndOr{.aligned}.pred  (p, a: u32(0 to 15), c: pred) [6.0, sm_30; cta 7.8, sm_30] effect BarrierReduction;
    barrier{.cta}.red.AndOr{.aligned}.pred  (p, a: u32(0 to 15), b: u32(0 to 1024 by 32), c: pred) [6.0, sm_30; cta 7.8, sm_30] effect BarrierReduction;
    barrier.cluster.arrive{.arriveorder}{.aligned} ()                       [7.8, sm_90; release relaxed 8.0, sm_90] effect ClusterBarrier;
    barrier.cluster.wait{.acquire}{.aligned} ()                         [7.8, sm_90; acquire 8.0, sm_90] effect ClusterBarrier;

    membar.membarlevel      ()                                          [1.4, sm_10; sys 2.0, sm_20] effect Fence;
    membar.proxy.alias      ()                                          [7.5, sm_70] effect Fence;
    membar.proxy.async      ()                                          [8.0, sm_90] effect Fence;
    fence{.fencesem}.scope  ()                                          [6.0, sm_70; cluster 7.8, sm_90; acquire release 8.6, sm_90] effect Fence;
    fence.acquire.sync_restrict::shared::cluster.cluster ()             [8.6, sm_90] effect Fence;
    fence.release.sync_restrict::shared::cta.cluster ()                 [8.6, sm_90] effect Fence;
    fence.proxy.alias       ()                                          [7.5, sm_70] effect Fence;
    fence.proxy.async{.asyncspace} ()                                   [8.0, sm_90] effect Fence;
    fence.proxy.tensormap::generic.release.scope ()                     [8.3, sm_90] effect Fence;
    fence.proxy.tensormap::generic.acquire.scope ([a], size: imm(128))  [8.3, sm_90] effect Fence;
    fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster () [8.6, sm_90] effect Fence;
    fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster () [8.6, sm_90] effect Fence;
    fence.mbarrier_init.release.cluster ()                              [8.0, sm_90] effect Fence;

    griddepcontrol.dependency ()                                        [7.8, sm_90] effect GridDependency;
}
