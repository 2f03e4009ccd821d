use super::syntax::forms;

#[rustfmt::skip]
forms! { "Logic and Shift Instructions: and, or, xor, not";
    and.pred    (p, a, b)   [1.0, sm_10]    and_pred;
    or.pred     (p, a, b)   [1.0, sm_10]    or_pred;
    xor.pred    (p, a, b)   [1.0, sm_10]    xor_pred;
    not.pred    (p, a)      [1.0, sm_10]    not_pred;
}
