use ptx::ptx;

fn main() {
    let the_first_of_the_values = 1.0_f32;
    let (the_second_one, the_second_one1) = (2.0_f32, 3.0_f32);
    let d: f32;
    let e: f32;
    ptx! {
        exp.f32 d, (the_first_of_the_values * the_second_one);
        exp.f32 e, (the_first_of_the_values * the_second_one1);
    }
}
