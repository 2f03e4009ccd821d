use super::syntax::forms;

#[rustfmt::skip]
forms! { "Floating Point and Half Precision Floating Point Instructions: neg, abs";
    neg{.ftz}.f32       (d, a)  [1.0, sm_10; ftz 1.4, sm_10]    neg_f32(ftz);
    neg.f64             (d, a)  [1.0, sm_13 or map]             neg_f64;
    neg{.ftz}.f16type   (d, a)  [6.0, sm_53]                    neg_(ftz);
    neg.bf16type        (d, a)  [7.0, sm_80]                    neg_;
    abs{.ftz}.f32       (d, a)  [1.0, sm_10; ftz 1.4, sm_10]    abs_f32(ftz);
    abs.f64             (d, a)  [1.0, sm_13 or map]             abs_f64;
    abs{.ftz}.f16type   (d, a)  [6.5, sm_53]                    abs_(ftz);
    abs.bf16type        (d, a)  [7.0, sm_80]                    abs_;
}
