//! Transfers to the memory of other devices.

use super::syntax::forms;

#[rustfmt::skip]
forms! { "Fabric Instructions: fabric.submit, fabric.wait";
    fabric.submit                           ()                              [9.3, sm_100] effect Fabric;
    fabric.submit.op_restrict::fetching     ()                              [9.3, sm_100] effect Fabric;
    fabric.submit.commit_group              ()                              [9.5, sm_100] effect Fabric;
    fabric.wait.sync_restrict::reads        ()                              [9.3, sm_100] effect Fabric;
    fabric.wait.sync_restrict::read         (n: imm(0 to 4294967295))       [9.5, sm_100] effect Fabric;
}
