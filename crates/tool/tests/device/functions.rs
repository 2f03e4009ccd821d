//! The signatures of the functions in `kernel.rs`, and their names in PTX.

/// Passes each function to a macro.
macro_rules! functions {
    ($then:ident) => {
        $then! {
            exp_minus as d_exp_minus(x: f32, max: f32) -> f32;
            saxpy as d_saxpy(a: f32, x: f32, y: f32) -> f32;
            sum_high as d_sum_high(a: u64, b: u64, c: u64, d: u64) -> u64;
            difference_high as d_difference_high(a: u32, b: u32, c: u32, d: u32) -> u32;
            mixed as d_mixed(a: u32, b: u32, c: u32, d: u32) -> u32;
            product_high as d_product_high(a: u32, b: u32, c: u32) -> u32;
            is_nan as d_is_nan(x: f32) -> bool;
            between as d_between(x: u32, low: u32, high: u32, q: bool) -> bool;
            majority as d_majority(a: u32, b: u32, c: u32) -> u32;
            high_half as d_high_half(x: u32) -> u16;
            byte as d_byte(x: f32) -> u8;
            fp8 as d_fp8(a: f32, b: f32) -> u16;
            halves as d_halves(a: u32, b: u32, c: u32) -> u32;
            guarded as d_guarded(p: bool, x: f64, y: f64) -> f64;
            select as d_select(a: f32, b: f32, x: f32, y: f32) -> f32;
            bits as d_bits(x: f32) -> u32;
            signed as d_signed(x: i32, y: i32) -> i32;
            root as d_root(x: f32) -> f32;
            wide as d_wide(x: i16, y: i16) -> i32;
            lanes as d_lanes(a: u32, b: u32, c: u32) -> u32;
        quotient as d_quotient(a: f64, b: f64) -> f64;
        extremum as d_extremum(a: f32, b: f32) -> f32;
        permuted as d_permuted(a: u32, b: u32, selector: u32) -> u32;
            }
    };
}
