//! Instructions that exchange data between the threads of a warp.

use super::syntax::forms;

// PTX ISA 6.4 removed the forms without `.sync` for sm_70 and later.
#[rustfmt::skip]
forms! { "Parallel Synchronization and Communication Instructions: shfl, vote, match, redux, activemask, elect";
    shfl.shflmode.b32       (d{|p}, a, b: b32, c: b32)                      [3.0 to 6.3, sm_30 | 6.4, sm_30 to sm_62] effect Shuffle;
    shfl.sync.shflmode.b32  (d{|p}, a, b: b32, c: b32, membermask: u32)     [6.0, sm_30] effect Shuffle;

    vote.votemode.pred      (p, a: pred)                                    [1.2 to 6.3, sm_12 | 6.4, sm_12 to sm_62] effect Vote;
    vote.ballot.b32         (d, a: pred)                                    [2.0 to 6.3, sm_20 | 6.4, sm_20 to sm_62] effect Vote;
    vote.sync.votemode.pred (p, a: pred, membermask: u32)                   [6.0, sm_30] effect Vote;
    vote.sync.ballot.b32    (d, a: pred, membermask: u32)                   [6.0, sm_30] effect Vote;

    match.any.sync.word     (d: u32, a, membermask: u32)                    [6.0, sm_70] effect Match;
    match.all.sync.word     (d{|p}: u32, a, membermask: u32)                [6.0, sm_70] effect Match;

    redux.sync.reduxop.int32    (d, a, membermask: u32)                     [7.0, sm_80] effect WarpReduction;
    redux.sync.logic.b32        (d, a, membermask: u32)                     [7.0, sm_80] effect WarpReduction;
    redux.sync.minmax{.abs}{.NaN}.f32 (d, a, membermask: u32)               [8.6, sm_100a | 8.8, sm_100f | 9.4, sm_107f] effect WarpReduction;

    activemask.b32          (d)                                             [6.2, sm_30] effect ActiveMask;
    elect.sync              (d|p: u32, membermask: u32)                     [8.0, sm_90] effect Elect;
}
