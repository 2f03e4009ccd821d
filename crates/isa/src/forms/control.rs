use super::syntax::forms;

#[rustfmt::skip]
forms! { "Control Flow Instructions; Miscellaneous Instructions: trap, brkpt, nanosleep, pmevent, setmaxnreg";
    bra{.uni}       (tgt: label)                    [1.0, sm_10] effect Jump;
    brx.idx{.uni}   (index: u32, tlist: label)      [6.0, sm_30] effect Switch;
    call{.uni}      (fname: label)                  [1.0, sm_10] effect Call;
    call{.uni}      (fname: label, (a))             [1.0, sm_10] effect Call;
    call{.uni}      ((r), fname: label)             [1.0, sm_10] effect Call;
    call{.uni}      ((r), fname: label, (a))        [1.0, sm_10] effect Call;
    ret{.uni}       ()                              [1.0, sm_10] effect Return;
    exit            ()                              [1.0, sm_10] effect Exit;
    trap            ()                              [1.0, sm_10] effect Trap;
    brkpt           ()                              [1.0, sm_11] effect Breakpoint;
    nanosleep.u32   (t)                             [6.3, sm_70] effect Sleep;
    pmevent         (a: imm(0 to 15))               [1.4, sm_10] effect Event;
    pmevent.mask    (a: imm(0 to 65535))            [3.0, sm_20] effect Event;
    setmaxnreg.incdec.sync.aligned.u32 (n: imm(24 to 256 by 8)) [8.0, sm_90a | 8.6, sm_100a | 8.6, sm_101a | 8.7, sm_120a | 8.8, sm_100f | 8.8, sm_101f | 8.8, sm_120f | 9.0, sm_110f | 9.4, sm_107f] effect RegisterCount;
}
