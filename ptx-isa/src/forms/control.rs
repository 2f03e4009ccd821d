use super::syntax::forms;

#[rustfmt::skip]
forms! { "Control Flow Instructions; Miscellaneous Instructions: trap";
    bra{.uni}       (tgt: label)                    [1.0, sm_10] effect Jump;
    brx.idx{.uni}   (index: u32, tlist: label)      [6.0, sm_30] effect Switch;
    call{.uni}      (fname: label)                  [1.0, sm_10] effect Call;
    call{.uni}      (fname: label, (a))             [1.0, sm_10] effect Call;
    call{.uni}      ((r), fname: label)             [1.0, sm_10] effect Call;
    call{.uni}      ((r), fname: label, (a))        [1.0, sm_10] effect Call;
    ret{.uni}       ()                              [1.0, sm_10] effect Return;
    exit            ()                              [1.0, sm_10] effect Exit;
    trap            ()                              [1.0, sm_10] effect Trap;
}
