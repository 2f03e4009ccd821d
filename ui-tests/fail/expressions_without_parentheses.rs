use ptx::ptx;

struct S {
    a: f32,
}

fn main() {
    let (a, s, v, d) = (1.0_f32, S { a: 1.0 }, [1.0_f32], 0.0_f32);
    let the_first_of_the_values = 1.0_f32;
    let (the_second_one, the_second_one1) = (2.0_f32, 3.0_f32);
    ptx! {
        add.f32 d, a + 1.0, a;
        add.f32 d, s.a, a;
        add.f32 d, v[0], a;
        add.f32 d, f32::from(1_u8), a;
        add.f32 d, std::f32::consts::PI, a;
        add.f32 d, &a, a;
        add.f32 d, a as f32, a;
        add.f32 d, |a|, a;
        add.f32 d, |%r|, a;
        add.f32 d = a, a;
        mov.f32 d, the_first_of_the_values * the_second_one;
        mov.f32 d, the_first_of_the_values * the_second_one1;
    }
}
