use super::forms;

#[rustfmt::skip]
forms! { "Floating Point, Half Precision and Mixed Precision Floating Point Instructions: add, sub, mul";
    add{.rnd}{.ftz}{.sat}.f32       (d, a, b)                   [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]      add_f32;
    add{.rnd}{.ftz}.f32x2           (d, a, b)                   [8.6, sm_100]                                       add_f32x2;
    add{.rnd}.f64                   (d, a, b)                   [1.0, sm_13 or map; rm rp 1.0, sm_13]               add_f64;
    add{.rn}{.ftz}{.sat}.f16type    (d, a, b)                   [4.2, sm_53]                                        add_;
    add{.rn}.bf16type               (d, a, b)                   [7.8, sm_90]                                        add_;
    add{.rnd}{.sat}.f32.atype       (d: f32, a: atype, c: f32)  [8.6, sm_100]                                       add_;
    sub{.rnd}{.ftz}{.sat}.f32       (d, a, b)                   [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]      sub_f32;
    sub{.rnd}{.ftz}.f32x2           (d, a, b)                   [8.6, sm_100]                                       sub_f32x2;
    sub{.rnd}.f64                   (d, a, b)                   [1.0, sm_13 or map; rm rp 1.0, sm_13]               sub_f64;
    sub{.rn}{.ftz}{.sat}.f16type    (d, a, b)                   [4.2, sm_53]                                        sub_;
    sub{.rn}.bf16type               (d, a, b)                   [7.8, sm_90]                                        sub_;
    sub{.rnd}{.sat}.f32.atype       (d: f32, a: atype, c: f32)  [8.6, sm_100]                                       sub_;
    mul{.rnd}{.ftz}{.sat}.f32       (d, a, b)                   [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]      mul_f32;
    mul{.rnd}{.ftz}.f32x2           (d, a, b)                   [8.6, sm_100]                                       mul_f32x2;
    mul{.rnd}.f64                   (d, a, b)                   [1.0, sm_13 or map; rm rp 1.0, sm_13]               mul_f64;
    mul{.rn}{.ftz}{.sat}.f16type    (d, a, b)                   [4.2, sm_53]                                        mul_;
    mul{.rn}.bf16type               (d, a, b)                   [7.8, sm_90]                                        mul_;
}
