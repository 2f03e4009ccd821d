//! Tests that `sass!` accepts instructions as disassemblers print them, for the opcodes of the opcode table.
//! The instructions vary in modifiers, signs, suffixes and kinds of operands. The register numbers are arbitrary.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::sass;

#[test]
fn before_sm_70() {
    sass! {
        .target sm_52
        FSETP.GEU.XOR P6, PT, R9, RZ, !P4;
        IADD RZ.CC, R2, -1;
        IADD RZ.CC, R2, 1; IADD.X R2, RZ, RZ;
        IADD RZ.CC, R2, 1; IADD.X R2, RZ, 4;
        IADD R10.CC, R13, R10; IADD.X R12, R14, R12;
        IADD R0.CC, R2, -R4; IADD.X R1, R3, -R5;
        IADD RZ.CC, -R2, R4;
        IADD R0.CC, R2, -R4; IADD.X R1, R3, 0x0;
        IADD RZ.CC, R2, -R4; ISETP.LT.X.AND P0, PT, R1, R3, P0;
        RRO.SINCOS R2, |R3|;
        RRO.EX2 R3, R3;
        LOP32I.XOR R0, R1, 0x80000000;
    }
}

#[test]
fn from_sm_70_on() {
    sass! {
        .target sm_90
        MUFU.EX2 R185, R184;
        FADD.FTZ R24, R211, R24;
        FFMA.FTZ R3, R1, R2, -RZ;
        FFMA.FTZ R3, R1, R2, RZ;
        FFMA.FTZ R9, R13.reuse, R24.reuse, R33;
        FFMA.RM R8, R0, R0, R0;
        FFMA.RP R8, R0, R0, R0;
        FFMA.RZ R8, R0, R0, R0;
        MUFU.RCP R7, R7;
        FSETP.GE.OR P6, PT, R6, R5, P6;
        FSETP.GTU.OR P0, PT, R26, R3, P0;
        FSETP.LE.OR P0, PT, R13, 1.9721522630525295135e-31, P1;
        FSETP.LEU.OR P0, PT, R11, RZ, P0;
        FSETP.GTU.AND P1, PT, |R5|, 6.4490557925156731238e-37, PT;
        FSETP.GT.AND P0, PT, |R0|, 4.8, P1;
        FSETP.GTU.FTZ.AND P0, PT, R1, R2, PT;
        FSETP.NEU.FTZ.AND P0, PT, |R1|, +INF, PT;
        DFMA R12, -R8, R10, 1;
        DFMA R12, R12, R12, R12;
        DADD R4, R4, -R6;
        DMUL R10, R4, R12;
        FFMA R0, RZ, R9, R11;
        DFMA R2, R2, R18, 5.5511151231257827021e-17;
        DADD R20, RZ, R2;
        DADD R20, -RZ, |R2|;
        MOV R12, R10;
        ISETP.LT.U32.AND P0, PT, R0, R2, PT;
        IADD R4, R4, R0;
        IADD32I R6, R2, 0x1;
        IADD32I R6, R2, -0x1;
        MOV32I R1, 0x3f800000;
        ISETP.GE.AND P2, PT, R9, RZ, PT;
        ISETP.NE.U32.AND P2, PT, R0, RZ, PT;
        ISETP.GE.U32.AND P0, PT, R7, 0x10, PT;
        FADD.RZ R0, R1, -R2;
        MUFU.RCP64H R11, R5;
        MUFU.RSQ64H R11, R5;
        DSETP.GTU.AND P0, PT, |R4|, +INF, PT;
        DSETP.NEU.AND P0, PT, R2, RZ, PT;
        FMUL.FTZ R29, R19, R28.reuse;
        FADD.FTZ R19, R11, -R29.reuse;
        IADD R17, R23, 0x2;
        FSEL R0, R2, -R3, !P0;
        FSEL R0, R2, +QNAN, P1;
        FSEL.FTZ R0, |R2|, 1, P1;
        SEL R0, R1, RZ, P0;
        SEL R0, R1, 0x1f800000, !P0;
        @P0 FMUL R0, R4, 4;
        @!P2 MUFU.LG2 R3, |R4|;
        MUFU.SQRT R3, R4;
        MUFU.SIN R0, R1;
        MUFU.COS R0, R1;
        FADD R5, -|R4|, 0.5;
        FADD.FTZ.SAT R5, R4, 12582913;
        FFMA.SAT R0, R4, 0.0057249800302088261, 0.5;
        FFMA.SAT R0, R4, R3, 0.5;
        FADD.SAT R0, R1, R2;
        FMUL.RZ R0, R4, 0.15915493667125701904;
        FMUL R2, R3, 16777216;
        FFMA R2, R3, 1.4426950216293334961, R1;
        FFMA.FTZ R2, R3, 1.925963033500011079e-08, R2;
        LOP32I.AND R0, R1, 0x7fffffff;
        LOP32I.OR R0, R1, 0x3f800000;
        MOV R1, 0x3f800000;
        MOV R1, RZ;
        DMUL R2, R4, 0.5;
        DFMA R2, R4, -R6, 1;
        DFMA R2, R4, 0.5, R6;
        DADD R2, R4, -1;
        DFMA.RM R2, R4, R6, R8;
        DSETP.GEU.AND P1, PT, |R4|, 2.5e-308, PT;
        FSETP.GEU.AND P0, PT, |R3|, 1.175494350822287508e-38, PT;
        FSETP.NEU.AND P0, PT, R3, -QNAN, PT;
        FADD R2, R3, -QNAN;
        IADD R2, -R3, 0x7f;
        ISETP.GT.AND P0, P1, R2, R3, PT;
        ISETP.EQ.U32.AND P0, PT, R2, 0x1, PT;
        ISETP.EQ.U32.AND P0, PT, R2, 0x1, PT; ISETP.EQ.AND.EX P0, PT, R3, RZ, PT, P0;
        FMUL.SAT R0, R1, R2;
        FMUL.FTZ.RZ R0, R1, R2;
    }
}
