use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .reg .pred p;
        @!!p mov.f32 d, a;
        @~p mov.f32 d, a;
        @not p mov.f32 d, a;
        !@p mov.f32 d, a;
        !p mov.f32 d, a;
        p mov.f32 d, a;
        (a > 1.0) mov.f32 d, a;
        @p, mov.f32 d, a;
        @ mov.f32 d, a;
        mov.f32 d, a @!p;
    }
}
