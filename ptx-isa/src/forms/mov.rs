use super::syntax::forms;

#[rustfmt::skip]
forms! { "Data Movement and Conversion Instructions: mov";
    mov.movtype             (d, a)                [1.0, sm_10]        moves;
    mov.f64                 (d, a)                [1.0, sm_13 or map] moves;
    mov.b16                 (d, {a, b})           [1.0, sm_10]        moves;
    mov.b32                 (d, {a, b})           [1.0, sm_10]        moves;
    mov.b32                 (d, {a, b, c, d})     [1.0, sm_10]        moves;
    mov.b64                 (d, {a, b})           [1.0, sm_10]        moves;
    mov.b64                 (d, {a, b, c, d})     [1.0, sm_10]        moves;
    mov.b16                 ({d, e}, a)           [1.0, sm_10]        moves;
    mov.b32                 ({d, e}, a)           [1.0, sm_10]        moves;
    mov.b32                 ({d, e, f, g}, a)     [1.0, sm_10]        moves;
    mov.b64                 ({d, e}, a)           [1.0, sm_10]        moves;
    mov.b64                 ({d, e, f, g}, a)     [1.0, sm_10]        moves;
}
