//! The instructions that several threads run together: barriers, warp instructions, matrices.

pub(crate) mod allocation;
pub(crate) mod arrivals;
pub(crate) mod barrier;
pub(crate) mod cluster;
pub(crate) mod converge;
pub(crate) mod descriptor;
pub(crate) mod elements;
pub(crate) mod fragment;
pub(crate) mod matrix;
pub(crate) mod mbarrier;
pub(crate) mod reduce;
pub(crate) mod sync;
pub(crate) mod tensor;
pub(crate) mod warp;
pub(crate) mod warpgroup;
pub(crate) mod wgmma;
