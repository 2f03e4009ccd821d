//! Tests functions in a module whose items have the names of registers and of the generated variables. If the generated
//! code bound such a name in a pattern, the pattern would match the constant or unit structure instead.
#![expect(non_upper_case_globals, non_camel_case_types, dead_code, reason = "names of registers")]

const taken: u32 = 1;
const memory: u32 = 1;
const address: u64 = 1;
const bytes: [u8; 4] = [1; 4];
const access: &str = "";
const value: u64 = 1;
const thread: u32 = 1;
const e0: u32 = 1;
const f1: f32 = 1.0;
const rd1: u64 = 1;
const p1: bool = true;
struct state;
struct r1;

ptx::include_ptx! {
    "functions.ptx"
    fn lower_case(a: u32, b: u32) -> u32;
    fn store_one(x: &[u32], y: &mut [u32], second: u32, at: u64);
    fn sum4(x: &[f32], i: u64) -> f32;
    fn tagged(s: (f32, u8, i16)) -> (f32, u8, i16);
    fn divided(a: u32, b: u32) -> (u32, u32);
    fn hypotenuse(a: f32, b: f32) -> f32;
    fn local(n: u32, i: u32) -> u32;
}

#[test]
fn registers_are_not_items_of_the_module() {
    assert_eq!(lower_case(10, 20), 35);
    let mut y = [1, 2];
    store_one(&[0], &mut y, 1, 4);
    assert_eq!(y, [1, 7]);
    assert_eq!(sum4(&[0.5; 4], 0), 2.0);
    assert_eq!(hypotenuse(3.0, 4.0), 5.0);
    assert_eq!(divided(7, 2), (3, 1));
    let _ = (tagged((1.0, 2, 3)), local(3, 1));
}
