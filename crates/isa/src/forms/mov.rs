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
    mov.b128                (d, a)                [8.3, sm_70]        moves;
    mov.b128                (d, {a, b})           [8.3, sm_70]        moves;
    mov.b128                (d, {a, b, c, d})     [8.3, sm_70]        moves;
    mov.b16                 ({d, e}, a)           [1.0, sm_10]        moves;
    mov.b32                 ({d, e}, a)           [1.0, sm_10]        moves;
    mov.b32                 ({d, e, f, g}, a)     [1.0, sm_10]        moves;
    mov.b64                 ({d, e}, a)           [1.0, sm_10]        moves;
    mov.b64                 ({d, e, f, g}, a)     [1.0, sm_10]        moves;
    mov.b128                ({d, e}, a)           [8.3, sm_70]        moves;
    mov.b128                ({d, e, f, g}, a)     [8.3, sm_70]        moves;
    // The manual does not list these forms of `mov`, but `ptxas` accepts them in every version.
    mov.v2.mov2type         ({d, e}: mov2type, {a, b}: mov2type)                    [1.0, sm_10]        moves;
    mov.v2.f64              ({d, e}: f64, {a, b}: f64)                              [1.0, sm_13 or map] moves;
    mov.v4.mov4type         ({d, e, f, g}: mov4type, {a, b, c, h}: mov4type)        [1.0, sm_10]        moves;
}
