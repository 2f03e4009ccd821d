//! Faults of machine instructions. Each module has one fault.

mod annotation_unknown {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x &rw=0; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod bar_missing {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, |x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod barrier_missing {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x &wr; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod barriers_missing {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x &req; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod barrier_over_5 {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x &wr=6; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod barrier_over_5_in_a_list {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x &req={0,6}; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod barrier_twice {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x &wr=0 &wr=1; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod bars_around_an_integer {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { IADD R0, |R1|, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod block {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { { MOV R0, x; } }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod carry_as_a_modifier {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { IADD.CC R0, x, x; }
    }
}

mod carry_of_a_float {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { FADD R0.CC, x, x; }
    }
}

mod carry_of_a_source {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { IADD R0, R1.CC, x; }
    }
}

mod carry_read_before_it_is_written {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { IADD.X R0, x, 1; }
        sass! { ISETP.LT.X.AND P0, PT, x, 1, PT; }
    }
}

mod combination_missing {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { ISETP.GE P0, PT, x, x, PT; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod comparison_after_three_words {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { IADD R0.CC, x, 1; IADD.X R1.CC, x, 1; ISETP.LT.X.AND P0, PT, x, 1, PT; }
    }
}

mod comparison_missing {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FSETP.AND P0, PT, x, x, PT; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod comparison_of_floats_in_isetp {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { ISETP.GEU.AND P0, PT, x, x, PT; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod complement_of_a_word {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, !x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod constant_memory {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, c[0x0][0x140]; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod declaration {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { .reg .f32 t; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod element_of_an_array {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x[0]; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod guard_of_a_literal {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { @1 MOV R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod guard_without_instruction {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { @P0; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod hint_in_lower_case {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x ?yield; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod label {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { again: MOV R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_as_destination {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV 1, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_bits_with_a_sign {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, -0x3f800000; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_float_in_a_move {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, 1.5; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_for_a_predicate {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { SEL R0, x, x, 1; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_in_bars {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, |1.0|; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_inverted {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { IADD3 R0, ~5, x, RZ; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_of_ptx {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, 0f3f800000; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_over_32_bits {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, 0x100000000; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_too_large {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, 1e39; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_with_a_carry {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { IADD3 R0, 5.CC, x, RZ; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_with_a_half {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { HADD2 R0, 0x3c003c00.H1_H1, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod literal_with_a_suffix {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, 1.0f32; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod low_words_not_compared {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { ISETP.LT.AND.EX P0, PT, x, 1, PT, P1; }
    }
}

mod magnitude_without_bars {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { FMNMX.XORSIGN R0, R1, |R2|, PT; }
    }
}

mod memory {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, [R2]; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod minus_before_a_destination {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV -R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod minus_before_a_moved_word {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, -x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod minus_inside_bars {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, |-x|; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod minus_twice_in_iadd {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { IADD R0, -R1, -x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod modifier_of_another_opcode {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV.SAT R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod modifier_out_of_order {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD.RZ.FTZ R0, x, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod modifier_s {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { FADD.S R0, x, 1; }
        sass! { MOV.S R0, x; }
    }
}

mod modifier_unknown {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD.FTX R0, x, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod move_with_a_mask {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { MOV R0, x, 0xf; }
    }
}

mod opcode_in_lower_case {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { mufu.rcp R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_of_ptx {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { rcp R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_of_ptx_div {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { div R0, x, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_of_ptx_of_f64 {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { rcp.approx.ftz.f64 R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_of_ptx_with_modifiers {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { rcp.approx.ftz.f32 R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_refused_jump {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { EXIT; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_refused_matrix {
    use ptx::sass;

    fn main() {
        sass! {
            HMMA.16816.F32 R0, R4, R8, R0;
        }
    }
}

mod opcode_refused_memory {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { LDG R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_refused_short_form {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD32I R0, x, 1.0; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_refused_special_register {
    use ptx::sass;

    fn main() {
        sass! {
            S2R R0, SR_TID.X;
        }
    }
}

mod opcode_refused_bits_of_predicates {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { P2R R0, PR, RZ, 0x7f; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_refused_without_another {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { LOP.AND R0, x, x; }
        sass! { DSET.BF.LT.AND R0, R0, R2, PT; }
    }
}

mod opcode_unknown {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADE R0, x, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod opcode_unlike_any {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { WHATEVER R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod operands_too_few {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod operands_too_many {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod operation_behind_sat {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.SAT.RCP R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod operation_missing {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod operation_missing_before_sat {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.SAT R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod operation_unknown {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCQ R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod operation_of_later_targets {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.TANH R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod plus_before_a_register {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD R0, x, +R1; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod operands_without_comma {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod predicate_7 {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FSETP.LT.AND P7, PT, x, x, PT; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod predicate_as_register {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV P0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod register_254_for_a_double {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { DADD R254, R4, R4; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod register_255 {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R255, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod register_as_guard {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { @R0 MOV R1, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod register_as_predicate {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { SEL R0, x, x, R1; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod register_odd_as_destination {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { DADD R3, R4, R4; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod register_odd_for_a_double {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { DADD R2, R5, R4; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod register_where_an_immediate_stands {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV32I R0, R1; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod register_with_a_leading_zero {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R01, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod rounding_twice {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { FADD.RZ.RN R0, x, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod rro_since_sm_70 {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { .target sm_70 RRO.SINCOS R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod sat_twice {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP.SAT.SAT R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod scale_of_fmul {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { FMUL.D2 R0, x, x; }
    }
}

mod semicolon_missing {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x MUFU.RCP R1, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod semicolon_missing_at_the_end {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod several_faults_one_error_each {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let (d, e): (u32, bool);
        let f: u64;
        sass! {
            MUFU.RCP.SAT.SAT d, x;
            FSETP.GE e, PT, x, d, PT;
            DADD f, R1, R2;
            FADD R0, x, d;
        }
        _ = (d, e, f);
    }
}

mod statement_empty {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x;; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod suffix_of_a_register {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { IADD R0.H1_H1, R1, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod sum_plus_one {
    use ptx::sass;

    fn main() {
        sass! {
            IADD.PO R2, RZ, 5;
        }
    }
}

mod tail_of_a_literal {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x; 1 }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod tail_with_a_sign {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x; -R0 }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod tail_inverted {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x; ~R0 }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod tail_with_a_carry {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x; R0.X }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod tail_with_a_half {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x; R0.H1 }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod tail_with_bars {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x; |R0| }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod target_late {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, x; .target sm_70 MOV R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod target_unknown {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { .target sm_51 MOV R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod uniform_register {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { IADD R0, UR255, x; }
        sass! { @UP7 MOV R0, URZ; }
        sass! { DADD UR3, R4, R4; }
    }
}

mod part_of_a_half {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        let y = 1_u64;
        sass! { .target sm_100 FHADD R0, x.H1_H1, x; }
        sass! { .target sm_100 FADD2 R0, y.F32x2, y; }
        sass! { .target sm_100 FADD2 R0, R3.F32x2.HI_LO, 1.0; }
        sass! { MUFU.EX2.F16 R0, x.H2; }
    }
}

mod source_other_than_rz {
    use ptx::sass;

    fn main() {
        let x = 1_u32;
        sass! { I2IP.U16.S32.SAT R0, x, x, x; }
    }
}

mod instruction_of_one_target {
    use ptx::sass;

    fn main() {
        sass! { .target sm_100 MUFU.EX2.F16x2 R0, R1; }
        sass! { .target sm_120 VHMNMX R0, R1, R2, R3, PT; }
    }
}

mod vector {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MOV R0, {x, x}; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod version {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { .version 8.0 .target sm_50 MOV R0, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod wait_of_0 {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x ?WAIT0; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod wait_of_16 {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { MUFU.RCP R0, x ?WAIT16; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod half_of_a_word {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { IADD3 R0, R1.H0_H0, x, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod inverted_source {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { IADD3 R0, ~R1, x, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod one_half {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { HFMA2 R0, x, 1, x; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod predicate_that_is_not_written {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { VIMNMX R0, P0, PT, x, x, PT; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod odd_pair {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { IMAD.WIDE R1, x, x, RZ; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod missing_predicate {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { LOP3.LUT R0, x, x, RZ, 0xc0; }
        sass! { MOV d, x; }
        _ = d;
    }
}

mod table_missing {
    use ptx::sass;

    fn main() {
        let x = 0_u32;
        let d: u32;
        sass! { LOP3 R0, x, x, RZ, 0xc0, !PT; }
        sass! { MOV d, x; }
        _ = d;
    }
}
