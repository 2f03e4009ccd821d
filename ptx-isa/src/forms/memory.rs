use super::syntax::forms;

#[rustfmt::skip]
forms! { "Data Movement and Conversion Instructions: ld, st, cvta";
    ld{.weak}{.space}{.cop}{.evict1}{.evict2}{.prefetch}.memtype    (d, [a])            [1.0, sm_10; cop 2.0, sm_20; weak 6.0, sm_70] effect Load;
    ld{.weak}{.space}{.cop}{.evict1}{.evict2}{.prefetch}.v2.memtype ({d, e}: memtype, [a])       [1.0, sm_10; weak 6.0, sm_70] effect Load;
    ld{.weak}{.space}{.cop}{.evict1}{.evict2}{.prefetch}.v4.memtype ({d, e, f, g}: memtype, [a]) [1.0, sm_10; weak 6.0, sm_70] effect Load;
    ld{.weak}{.space}{.cop}{.evict1}{.evict2}{.prefetch}.v8.memtype ({d, e, f, g, h, i, j, k}: memtype, [a]) [8.8, sm_100] effect Load;
    ld.volatile{.space}{.prefetch}.memtype                          (d, [a])            [1.1, sm_10] effect Load;
    ld.volatile{.space}{.prefetch}.v2.memtype                       ({d, e}: memtype, [a])       [1.1, sm_10] effect Load;
    ld.volatile{.space}{.prefetch}.v4.memtype                       ({d, e, f, g}: memtype, [a]) [1.1, sm_10] effect Load;
    ld.order.scope{.space}{.evict1}{.evict2}{.prefetch}.memtype     (d, [a])            [6.0, sm_70] effect Load;
    ld.order.scope{.space}{.evict1}{.evict2}{.prefetch}.v2.memtype  ({d, e}: memtype, [a])       [6.0, sm_70] effect Load;
    ld.order.scope{.space}{.evict1}{.evict2}{.prefetch}.v4.memtype  ({d, e, f, g}: memtype, [a]) [6.0, sm_70] effect Load;
    ld.global{.cop}.nc{.evict1}{.evict2}{.prefetch}.memtype         (d, [a])            [3.1, sm_32] effect Load;
    ld.global{.cop}.nc{.evict1}{.evict2}{.prefetch}.v2.memtype      ({d, e}: memtype, [a])       [3.1, sm_32] effect Load;
    ld.global{.cop}.nc{.evict1}{.evict2}{.prefetch}.v4.memtype      ({d, e, f, g}: memtype, [a]) [3.1, sm_32] effect Load;
    ld.global{.cop}.nc{.evict1}{.evict2}{.prefetch}.v8.memtype      ({d, e, f, g, h, i, j, k}: memtype, [a]) [8.8, sm_100] effect Load;

    st{.weak}{.space}{.cop}{.evict1}{.evict2}.memtype               ([a], b)            [1.0, sm_10; cop 2.0, sm_20; weak 6.0, sm_70] effect Store;
    st{.weak}{.space}{.cop}{.evict1}{.evict2}.v2.memtype            ([a], {b, c}: memtype)       [1.0, sm_10; weak 6.0, sm_70] effect Store;
    st{.weak}{.space}{.cop}{.evict1}{.evict2}.v4.memtype            ([a], {b, c, d, e}: memtype) [1.0, sm_10; weak 6.0, sm_70] effect Store;
    st{.weak}{.space}{.cop}{.evict1}{.evict2}.v8.memtype            ([a], {b, c, d, e, f, g, h, i}: memtype) [8.8, sm_100] effect Store;
    st.volatile{.space}.memtype                                     ([a], b)            [1.1, sm_10] effect Store;
    st.volatile{.space}.v2.memtype                                  ([a], {b, c}: memtype)       [1.1, sm_10] effect Store;
    st.volatile{.space}.v4.memtype                                  ([a], {b, c, d, e}: memtype) [1.1, sm_10] effect Store;
    st.release.scope{.space}{.evict1}{.evict2}.memtype              ([a], b)            [6.0, sm_70] effect Store;
    st.release.scope{.space}{.evict1}{.evict2}.v2.memtype           ([a], {b, c}: memtype)       [6.0, sm_70] effect Store;
    st.release.scope{.space}{.evict1}{.evict2}.v4.memtype           ([a], {b, c, d, e}: memtype) [6.0, sm_70] effect Store;

    cvta.space.size                                                 (d, a)              [2.0, sm_20] effect Convert;
    cvta.to.space.size                                              (d, a)              [2.0, sm_20] effect Convert;
}
