use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point, Half Precision and Mixed Precision Floating Point Instructions: add, sub, mul";
    add{.rnd}{.ftz}{.sat}.f32       (d, a, b)                   [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]      add_f32(rnd, ftz, sat);
    add{.rnd}{.ftz}.f32x2           (d, a, b)                   [8.6, sm_100]                                       add_f32x2(rnd, ftz);
    add{.rnd}.f64                   (d, a, b)                   [1.0, sm_13 or map; rm rp 1.0, sm_13]               add_f64(rnd);
    add{.rn}{.ftz}{.sat}.f16type    (d, a, b)                   [4.2, sm_53]                                        add_(rn, ftz, sat);
    add{.rn}.bf16type               (d, a, b)                   [7.8, sm_90]                                        add_(rn);
    add{.rnd}{.sat}.f32.atype       (d: f32, a: atype, c: f32)  [8.6, sm_100]                                       add_(rnd, sat);
    sub{.rnd}{.ftz}{.sat}.f32       (d, a, b)                   [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]      sub_f32(rnd, ftz, sat);
    sub{.rnd}{.ftz}.f32x2           (d, a, b)                   [8.6, sm_100]                                       sub_f32x2(rnd, ftz);
    sub{.rnd}.f64                   (d, a, b)                   [1.0, sm_13 or map; rm rp 1.0, sm_13]               sub_f64(rnd);
    sub{.rn}{.ftz}{.sat}.f16type    (d, a, b)                   [4.2, sm_53]                                        sub_(rn, ftz, sat);
    sub{.rn}.bf16type               (d, a, b)                   [7.8, sm_90]                                        sub_(rn);
    sub{.rnd}{.sat}.f32.atype       (d: f32, a: atype, c: f32)  [8.6, sm_100]                                       sub_(rnd, sat);
    mul{.rnd}{.ftz}{.sat}.f32       (d, a, b)                   [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]      mul_f32(rnd, ftz, sat);
    mul{.rnd}{.ftz}.f32x2           (d, a, b)                   [8.6, sm_100]                                       mul_f32x2(rnd, ftz);
    mul{.rnd}.f64                   (d, a, b)                   [1.0, sm_13 or map; rm rp 1.0, sm_13]               mul_f64(rnd);
    mul{.rn}{.ftz}{.sat}.f16type    (d, a, b)                   [4.2, sm_53]                                        mul_(rn, ftz, sat);
    mul{.rn}.bf16type               (d, a, b)                   [7.8, sm_90]                                        mul_(rn);
}
