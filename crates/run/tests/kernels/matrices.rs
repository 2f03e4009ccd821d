//! Tests `mma`, `ldmatrix`, `stmatrix` and `movmatrix`. The expected values are products of integers, or literal words.
//! The manual's figures give the position of each register in a matrix.

use crate::support::REGISTERS;
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options, Report};

/// Returns a kernel. `%rd1` and `%rd2` are the parameters `p` and `o`, `%r1` is the number of the thread, and `%r2` is
/// the address of shared memory.
fn kernel(target: &str, body: &str) -> String {
    format!(
        ".version 8.8\n.target {target}\n.address_size 64
        .visible .entry k(.param .u64 p, .param .u64 o) {{ {REGISTERS} .shared .align 16 .b8 tile[2048];
            ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [o]; mov.u32 %r1, %tid.x; mov.u32 %r2, tile;
            {body}
            ret; }}"
    )
}

/// Returns instructions that load `count` words per thread from `p` into `%r10`, `%r11` and so on.
fn load(count: u32) -> String {
    let loads = (0..count).map(|i| format!("ld.global.u32 %r{}, [%rd3+{}];", 10 + i, 4 * i));
    format!(
        "mul.wide.u32 %rd3, %r1, {}; add.s64 %rd3, %rd1, %rd3; {}",
        4 * count,
        loads.collect::<String>()
    )
}

/// Returns instructions that store `count` words per thread from `%r40`, `%r41` and so on to `o`.
fn store(count: u32) -> String {
    let stores = (0..count).map(|i| format!("st.global.u32 [%rd4+{}], %r{};", 4 * i, 40 + i));
    format!(
        "mul.wide.u32 %rd4, %r1, {}; add.s64 %rd4, %rd2, %rd4; {}",
        4 * count,
        stores.collect::<String>()
    )
}

/// Instructions that copy 2,048 bytes of `p` to shared memory, 64 bytes per thread.
const FILL: &str = "shl.b32 %r3, %r1, 6; cvt.u64.u32 %rd5, %r3; add.s64 %rd5, %rd1, %rd5; add.u32 %r4, %r2, %r3;
    ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd5]; st.shared.v4.u32 [%r4], {%r10, %r11, %r12, %r13};
    ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd5+16]; st.shared.v4.u32 [%r4+16], {%r10, %r11, %r12, %r13};
    ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd5+32]; st.shared.v4.u32 [%r4+32], {%r10, %r11, %r12, %r13};
    ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd5+48]; st.shared.v4.u32 [%r4+48], {%r10, %r11, %r12, %r13};
    bar.sync 0; shl.b32 %r5, %r1, 4; add.u32 %r5, %r5, %r2;";

/// Runs a kernel with the words `p`. Returns 256 words of `o`, and the report.
fn launch(
    text: &str,
    threads: u32,
    p: &[u32],
    options: &Options,
) -> Result<(Vec<u32>, Report), Fault> {
    let mut memory = Memory::new();
    let (p, o) = (memory.add(p), memory.add(&[0_u32; 256]));
    let module = Module::new("test.ptx", text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let arguments = [p.into(), o.into()];
    let report = kernel.launch(Grid::new(1, threads), &arguments, &mut memory, options)?;
    Ok((memory.read(o), report))
}

fn run(target: &str, body: &str, p: &[u32]) -> Vec<u32> {
    let done = launch(&kernel(target, body), 32, p, &Options::default());
    done.unwrap_or_else(|fault| panic!("{fault}")).0
}

fn fault(target: &str, body: &str, threads: u32) -> Fault {
    let p = vec![0; 512];
    launch(&kernel(target, body), threads, &p, &Options::default()).unwrap_err()
}

/// Returns the bits of a small integer as f16.
fn half(number: i32) -> u32 {
    let sign = if number < 0 { 0x8000 } else { 0 };
    match number.unsigned_abs() {
        0 => 0,
        size => {
            let exponent = size.ilog2();
            sign | (15 + exponent) << 10 | (size << (10 - exponent)) & 0x3ff
        }
    }
}

fn pair(low: u32, high: u32) -> u32 {
    low | high << 16
}

/// Returns a small number for each row and column.
fn number(row: usize, column: usize) -> i32 {
    (row * 7 + column * 5 + row * column) as i32 % 13 - 6
}

/// Returns the words of an f16 matrix with `columns` elements per row. `of` gives the elements.
fn halves(rows: usize, columns: usize, of: impl Fn(usize, usize) -> i32) -> Vec<u32> {
    let pair = |i: usize| {
        let (row, column) = (2 * i / columns, 2 * i % columns);
        pair(half(of(row, column)), half(of(row, column + 1)))
    };
    (0..rows * columns / 2).map(pair).collect()
}

/// Checks the registers of an accumulator with 16 rows and 8 columns.
fn expect(found: &[u32], word: impl Fn(usize, usize) -> u32) {
    for lane in 0..32 {
        for i in 0..4 {
            let (row, column) = (lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2);
            assert_eq!(found[4 * lane + i], word(row, column), "row {row}, column {column}");
        }
    }
}

/// Instructions that multiply the matrices and add 1.
const MMA: &str = "mov.f32 %f4, 0f3f800000;
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3},
    {%r20, %r21, %r22, %r23}, {%r24, %r25}, {%f4, %f4, %f4, %f4};
    mov.b32 %r40, %f0; mov.b32 %r41, %f1; mov.b32 %r42, %f2; mov.b32 %r43, %f3;";

#[test]
fn ldmatrix_and_mma_multiply() {
    let a = halves(16, 16, number);
    let b = |row, column| number(column + 2, row + 3);
    let product = |row: usize, column: usize| -> u32 {
        let sum: i32 = (0..16).map(|k| number(row, k) * b(k, column)).sum();
        ((sum + 1) as f32).to_bits()
    };
    // A row of A has 32 bytes. Lanes 0 to 15 give the addresses of the left halves of the rows. Lanes 16 to 31 give the
    // addresses of the right halves.
    let load_a = "and.b32 %r6, %r1, 15; shl.b32 %r6, %r6, 5; and.b32 %r7, %r1, 16; add.u32 %r6, %r6, %r7;
        add.u32 %r6, %r6, %r2; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r20, %r21, %r22, %r23}, [%r6];";
    // B is stored by columns of 32 bytes from byte 512 on. Lanes 0 to 7 give the addresses of the upper halves of the
    // columns. Lanes 8 to 15 give the addresses of the lower halves.
    let load_b =
        "and.b32 %r6, %r1, 7; shl.b32 %r6, %r6, 5; and.b32 %r7, %r1, 8; shl.b32 %r7, %r7, 1;
        add.u32 %r6, %r6, %r7; add.u32 %r6, %r6, %r2;
        ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r24, %r25}, [%r6+512];";
    let columns = halves(8, 16, |column, row| b(row, column));
    let words = [a.as_slice(), &columns, &[0; 320]].concat();
    let body = format!("{FILL} {load_a} {load_b} {MMA} {}", store(4));
    expect(&run("sm_80", &body, &words), product);
    // B is stored by rows of 16 bytes, so `ldmatrix` needs `.trans`. The addresses are generic.
    let load_b = "shl.b32 %r6, %r1, 4; cvt.u64.u32 %rd6, %r6; mov.u64 %rd7, tile; cvta.shared.u64 %rd7, %rd7;
        add.s64 %rd6, %rd6, %rd7; ldmatrix.sync.aligned.m8n8.x2.trans.b16 {%r24, %r25}, [%rd6+512];";
    let words = [a.as_slice(), &halves(16, 8, b), &[0; 320]].concat();
    let body = format!("{FILL} {load_a} {load_b} {MMA} {}", store(4));
    expect(&run("sm_80", &body, &words), product);
}

#[test]
fn rows_become_registers_and_registers_rows() {
    // Element j of the row that lane i addresses is 256 i + j.
    let words: Vec<u32> = (0..512)
        .map(|i| if i < 128 { i / 4 * 0x0100_0100 + i % 4 * 0x2_0002 + 0x1_0000 } else { 0 })
        .collect();
    let body = format!(
        "{FILL} ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{%r40, %r41, %r42, %r43}}, [%r5]; {}",
        store(4)
    );
    let found = run("sm_75", &body, &words);
    for lane in 0..32_u32 {
        for i in 0..4 {
            let (row, column) = (8 * i + lane / 4, lane % 4 * 2);
            let low = row << 8 | column;
            assert_eq!(found[(4 * lane + i) as usize], pair(low, low + 1), "lane {lane}");
        }
    }
    let body = format!(
        "{FILL} ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {{%r40}}, [%r5]; {}",
        store(1)
    );
    let found = run("sm_80", &body, &words);
    for lane in 0..32_u32 {
        let (row, column) = (lane % 4 * 2, lane / 4);
        let expected = pair(row << 8 | column, (row + 1) << 8 | column);
        assert_eq!(found[lane as usize], expected, "lane {lane}");
    }
    // `stmatrix` writes the rows to other addresses. `movmatrix` transposes the matrix.
    let body = format!(
        "{FILL} ldmatrix.sync.aligned.m8n8.x2.shared.b16 {{%r20, %r21}}, [%r5];
         movmatrix.sync.aligned.m8n8.trans.b16 %r20, %r20;
         stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r5+1024], {{%r20, %r21}}; bar.warp.sync -1;
         shl.b32 %r6, %r1, 3; add.u32 %r6, %r6, %r2; ld.shared.v2.u32 {{%r40, %r41}}, [%r6+1024]; {}",
        store(2)
    );
    let found = run("sm_90", &body, &words);
    for i in 0..64_u32 {
        let (row, column) = (i / 4, i % 4 * 2);
        let expected = match row {
            0..8 => pair(column << 8 | row, (column + 1) << 8 | row),
            _ => pair(row << 8 | column, row << 8 | (column + 1)),
        };
        assert_eq!(found[i as usize], expected, "word {i}");
    }
    let transposed =
        body.replace("stmatrix.sync.aligned.m8n8.x2", "stmatrix.sync.aligned.m8n8.x2.trans");
    let found = run("sm_90", &transposed, &words);
    for i in 0..32_u32 {
        let (row, column) = (i / 4, i % 4 * 2);
        assert_eq!(found[i as usize], pair(row << 8 | column, row << 8 | (column + 1)), "word {i}");
    }
}

/// Returns a byte that depends on every bit of its offset in shared memory.
fn byte(offset: usize) -> u8 {
    (offset * 37 + offset / 16 * 101 + 11) as u8
}

/// Returns element `i` of the row at `offset`. Each element has `width` bits, and the first element has the lowest
/// bits.
fn element(offset: usize, width: usize, i: usize) -> u32 {
    let bit = |at: usize| u32::from(byte(offset + at / 8) >> (at % 8) & 1);
    (0..width).map(|j| bit(width * i + j) << j).sum()
}

/// Runs `ldmatrix` with these modifiers and this number of registers, on shared memory filled with `words`. Returns the
/// words of all lanes.
fn loaded(target: &str, modifiers: &str, registers: u32, words: &[u32]) -> Vec<u32> {
    let list: Vec<String> = (0..registers).map(|i| format!("%r{}", 40 + i)).collect();
    let (list, store) = (list.join(", "), store(registers));
    let body = format!("{FILL} ldmatrix.sync.aligned.{modifiers} {{{list}}}, [%r5]; {store}");
    run(target, &body, words)
}

#[test]
fn ldmatrix_loads_narrow_elements() {
    let words: Vec<u32> =
        (0..512).map(|i| u32::from_le_bytes([0, 1, 2, 3].map(|j| byte(4 * i + j)))).collect();
    let formats = [("b8", 8), ("b8x16.b6x16_p32", 6), ("b8x16.b4x16_p64", 4)];
    for (format, width) in formats {
        // Lane i gives the address of row i. Matrix m has the rows 16m to 16m + 15.
        for (num, registers) in [("x1", 2), ("x2", 4)] {
            let spelling = format!("m16n16.{num}.trans.shared::cta.{format}");
            let found = loaded("sm_120a", &spelling, registers, &words);
            // A register holds four columns of a row of the transposed matrix.
            for (at, word) in found.iter().take(32 * registers as usize).enumerate() {
                let (lane, i) = (at / registers as usize, at % registers as usize);
                let (row, column) = (lane / 4 + i % 2 * 8, lane % 4 * 4);
                let of = |j: usize| element(16 * (i / 2 * 16 + column + j), width, row) << (8 * j);
                assert_eq!(*word, (0..4).map(of).sum::<u32>(), "{format}.{num} lane {lane} {i}");
            }
        }
        // There is no `.m8n16` with `.b8`.
        for (num, registers) in [("x1", 1), ("x2", 2), ("x4", 4)].into_iter().filter(|_| width < 8)
        {
            let spelling = format!("m8n16.{num}.shared.{format}");
            let found = loaded("sm_100a", &spelling, registers, &words);
            for (at, word) in found.iter().take(32 * registers as usize).enumerate() {
                let (lane, i) = (at / registers as usize, at % registers as usize);
                let (row, column) = (8 * i + lane / 4, lane % 4 * 4);
                let of = |j: usize| element(16 * row, width, column + j) << (8 * j);
                assert_eq!(*word, (0..4).map(of).sum::<u32>(), "{format}.{num} lane {lane} {i}");
            }
        }
    }
}

#[test]
fn stmatrix_stores_bytes_of_a_transposed_matrix() {
    // Registers %r10 and %r11 of a lane each hold four elements of one matrix: rows lane / 4 and lane / 4 + 8, in two
    // columns. Each matrix has 16 rows and 8 columns. Row m of the transposed matrix has the elements of column m.
    let value = |matrix: usize, row: usize, column: usize| byte(matrix * 128 + row * 8 + column);
    let words: Vec<u32> = (0..64)
        .map(|at| {
            let (lane, matrix) = (at / 2, at % 2);
            let of = |j: usize| value(matrix, lane / 4 + j / 2 * 8, lane % 4 * 2 + j % 2);
            u32::from_le_bytes([0, 1, 2, 3].map(of))
        })
        .collect();
    let body = format!(
        "{} shl.b32 %r5, %r1, 4; add.u32 %r5, %r5, %r2;
         stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%r5], {{%r10, %r11}}; bar.warp.sync -1;
         shl.b32 %r6, %r1, 3; add.u32 %r6, %r6, %r2; ld.shared.v2.u32 {{%r40, %r41}}, [%r6]; {}",
        load(2),
        store(2)
    );
    let found = run("sm_100a", &body, &words);
    for (at, word) in found.iter().take(64).enumerate() {
        let (column, row) = (at / 4, at % 4 * 4);
        let of = |j: usize| value(column / 8, row + j, column % 8);
        assert_eq!(word.to_le_bytes(), [0, 1, 2, 3].map(of), "word {at}");
    }
}

#[test]
fn each_target_truncates_at_its_own_bit() {
    // The sum is 1 + 4 * 2^-25. sm_80 keeps 24 bits below the largest term, and sm_90 keeps 25.
    let (a, b) = (0x0c00, 0x0800);
    let lanes: Vec<u32> = (0..32)
        .flat_map(|lane| if lane % 4 < 2 { [a * 0x1_0001, b * 0x1_0001] } else { [0; 2] })
        .collect();
    let body = format!(
        "{} mov.f32 %f4, 0f3f800000;
         mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {{%f0, %f1, %f2, %f3}}, {{%r10, %r10}}, {{%r11}}, {{%f4, %f4, %f4, %f4}};
         mov.b32 %r40, %f0; mov.b32 %r41, %f1; mov.b32 %r42, %f4; mov.b32 %r43, %f3; {}",
        load(2),
        store(4)
    );
    assert_eq!(run("sm_80", &body, &lanes)[..4], [0x3f80_0000; 4]);
    assert_eq!(
        run("sm_90", &body, &lanes)[..4],
        [0x3f80_0001, 0x3f80_0001, 0x3f80_0000, 0x3f80_0001]
    );
}

#[test]
fn integers_are_exact_and_clamped() {
    // Every byte of A is -128, and every byte of B is 127. Each dot product is 32 * -16256.
    let body = |satfinite: &str| {
        format!(
            "mov.b32 %r10, 0x80808080; mov.b32 %r11, 0x7f7f7f7f; mov.b32 %r12, 0x80000001; mov.b32 %r13, %r1;
             mma.sync.aligned.m16n8k32.row.col{satfinite}.s32.s8.u8.s32 {{%r40, %r41, %r42, %r43}},
             {{%r10, %r10, %r10, %r10}}, {{%r11, %r11}}, {{%r12, %r13, %r13, %r12}}; {}",
            store(4)
        )
    };
    let product = 32 * -128 * 127_i32;
    let (wrapped, clamped) = ((i32::MIN + 1).wrapping_add(product), i32::MIN);
    for (satfinite, first) in [("", wrapped), (".satfinite", clamped)] {
        let found = run("sm_80", &body(satfinite), &[0]);
        for lane in 0..32 {
            let second = lane + product;
            let expected = [first, second, second, first].map(i32::cast_unsigned);
            assert_eq!(found[4 * lane as usize..][..4], expected, "lane {lane}");
        }
    }
    // Each row of A and each column of B has 128 bits, of which 64 differ. The sum is 64 + C = 64 + 5.
    let body = format!(
        "mov.b32 %r10, 0x55555555; mov.b32 %r11, -1; mov.b32 %r12, 5;
         mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {{%r40, %r41}}, {{%r10}}, {{%r11}}, {{%r12, %r12}}; {}",
        store(2)
    );
    assert_eq!(run("sm_80", &body, &[0])[..64], [69; 64]);
}

#[test]
fn doubles_are_a_chain_of_fma() {
    // A[row][k] = row + k, B[k][column] = column - 2k, C = 0.5.
    let body = format!(
        "shr.u32 %r10, %r1, 2; and.b32 %r11, %r1, 3; add.u32 %r12, %r10, %r11; cvt.rn.f64.u32 %fd1, %r12;
         shl.b32 %r13, %r11, 1; sub.s32 %r13, %r10, %r13; cvt.rn.f64.s32 %fd2, %r13; mov.f64 %fd3, 0d3fe0000000000000;
         mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {{%fd4, %fd5}}, {{%fd1}}, {{%fd2}}, {{%fd3, %fd3}};
         mov.b64 {{%r40, %r41}}, %fd4; mov.b64 {{%r42, %r43}}, %fd5; {}",
        store(4)
    );
    let found = run("sm_80", &body, &[0]);
    for lane in 0..32 {
        let row = lane / 4;
        for i in 0..2 {
            let column = lane % 4 * 2 + i;
            let sum: i32 = (0..4).map(|k| (row + k) * (column - 2 * k)).sum();
            let bits = (f64::from(sum) + 0.5).to_bits();
            let at = (4 * lane + 2 * i) as usize;
            assert_eq!([found[at], found[at + 1]], [bits as u32, (bits >> 32) as u32]);
        }
    }
}

#[test]
fn sparse_forms_take_the_named_elements() {
    // Metadata digit 4 selects the first two of four elements, and digit 14 the last two.
    for (digits, first) in [(0x4444_4444_u32, 0), (0xeeee_eeee, 2)] {
        let stored = |row: usize, j: usize| number(row, j + 1);
        let b = |k: usize, column: usize| number(k, column);
        let mut words = Vec::new();
        for lane in 0..32 {
            let (row, j) = (lane / 4, lane % 4 * 2);
            for row in [row, row + 8] {
                words.push(pair(half(stored(row, j)), half(stored(row, j + 1))));
            }
            for k in [j, j + 8] {
                words.push(pair(half(b(k, row)), half(b(k + 1, row))));
            }
        }
        let body = format!(
            "{} mov.b32 %r20, {digits:#x}; mov.f32 %f4, 0f00000000;
             mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{%f0, %f1, %f2, %f3}}, {{%r10, %r11}},
             {{%r12, %r13}}, {{%f4, %f4, %f4, %f4}}, %r20, 0x0;
             mov.b32 %r40, %f0; mov.b32 %r41, %f1; mov.b32 %r42, %f2; mov.b32 %r43, %f3; {}",
            load(4),
            store(4)
        );
        expect(&run("sm_80", &body, &words), |row, column| {
            let term = |j: usize| stored(row, j) * b(j / 2 * 4 + first + j % 2, column);
            ((0..8).map(term).sum::<i32>() as f32).to_bits()
        });
    }
}

#[test]
fn block_scales_multiply() {
    // 32 products of 1 in e4m3, times the ue8m0 scales 2 and 8, plus C = 1, is 513.
    let body = format!(
        "mov.b32 %r10, 0x38383838; mov.b32 %r20, 0x80; mov.b32 %r21, 0x82; mov.f32 %f4, 0f3f800000; mov.u16 %rs1, 0;
         mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0
         {{%f0, %f1, %f2, %f3}}, {{%r10, %r10, %r10, %r10}}, {{%r10, %r10}}, {{%f4, %f4, %f4, %f4}},
         %r20, {{%rs1, %rs1}}, %r21, {{0, 0}};
         mov.b32 %r40, %f0; mov.b32 %r41, %f1; mov.b32 %r42, %f2; mov.b32 %r43, %f3; {}",
        store(4)
    );
    assert_eq!(run("sm_120a", &body, &[0])[..128], [513_f32.to_bits(); 128]);
    let differ = body.replace("mov.u16 %rs1, 0;", "cvt.u16.u32 %rs1, %r1;");
    let fault = fault("sm_120a", &differ, 32);
    assert_eq!(
        (fault.kind, fault.message.as_str()),
        (FaultKind::Undefined, "the lanes give different places of the block scale")
    );
}

const MOVE: &str = "movmatrix.sync.aligned.m8n8.trans.b16 %r40, %r1;";

#[test]
fn lanes_meet_at_one_line() {
    // Odd lanes arrive later than even lanes, and two warps arrive at different times.
    let body = format!(
        "and.b32 %r10, %r1, 1; setp.eq.u32 %p1, %r10, 0; @%p1 bra MEET; add.u32 %r11, %r1, 7; MEET: {MOVE} {}",
        store(1)
    );
    let text = kernel("sm_80", &body);
    let (found, _) = launch(&text, 64, &[0], &Options::default()).unwrap();
    for options in [Options::default().shuffle(3), Options::default().shuffle(4)] {
        assert_eq!(launch(&text, 64, &[0], &options).unwrap().0, found);
    }
    for (lane, word) in found[..64].iter().enumerate() {
        // The register of lane l holds two elements of row l / 4. The low half is in an even column and holds the
        // number of the thread. The high half is in the next column and is zero.
        let (warp, lane) = (lane / 32 * 32, lane % 32);
        let (row, column) = (lane / 4, lane % 4 * 2);
        let element = |row: usize, column: usize| {
            if column.is_multiple_of(2) { (warp + 4 * row + column / 2) as u32 } else { 0 }
        };
        assert_eq!(*word, pair(element(column, row), element(column + 1, row)));
    }
    let two = format!(
        "setp.lt.u32 %p1, %r1, 8; @%p1 bra FEW;\n{MOVE}\nbra DONE; FEW:\n{MOVE}\nDONE: {}",
        store(1)
    );
    let different = fault("sm_80", &two, 32);
    assert_eq!(different.kind, FaultKind::Divergent);
    let text = different.to_string();
    assert!(text.contains("thread (0,0,0) at line 9, thread (8,0,0) at line 7"), "{text}");
    let some = format!("setp.lt.u32 %p1, %r1, 8; @!%p1 {MOVE}");
    assert_eq!(
        fault("sm_80", &some, 32).message,
        "all 32 threads of the warp must take part, and 24 do"
    );
    let few = fault("sm_80", MOVE, 48);
    assert_eq!(few.thread, Some([32, 0, 0]));
    assert_eq!(few.message, "all 32 threads of the warp must take part, and 16 do");
}

#[test]
fn rows_have_the_faults_of_an_access() {
    let load = |address: &str| {
        format!(
            "shl.b32 %r5, %r1, 4; add.u32 %r5, %r5, %r2; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r40}}, {address};"
        )
    };
    let message = |target: &str, body: &str| fault(target, body, 32).message.clone();
    assert_eq!(
        message("sm_80", &load("[%r5+8]")),
        "misaligned: reads 16 bytes at offset 8 of shared memory (2048 bytes)"
    );
    assert_eq!(
        message("sm_80", &load("[%r5+1936]")),
        "out of bounds: reads 16 bytes at offset 2048 of shared memory (2048 bytes)"
    );
    // From sm_80 on, the addresses of lanes 8 to 31 are ignored.
    let last = load("[%r5+1920]");
    assert!(launch(&kernel("sm_80", &last), 32, &[0], &Options::default()).is_ok());
    assert!(message("sm_75", &last).starts_with("out of bounds"));
    assert_eq!(
        message("sm_80", "ldmatrix.sync.aligned.m8n8.x1.b16 {%r40}, [%rd1];"),
        "the address of a row is outside of shared memory"
    );
    let stored = fault(
        "sm_90",
        "shl.b32 %r5, %r1, 2; add.u32 %r5, %r5, %r2;\nstmatrix.sync.aligned.m8n8.x1.shared.b16 [%r5], {%r1};",
        32,
    );
    assert_eq!((stored.kind, stored.thread), (FaultKind::Misaligned, Some([1, 0, 0])));
    assert!(stored.to_string().starts_with(
        "test.ptx:7: `stmatrix.sync.aligned.m8n8.x1.shared.b16`: misaligned: writes 16 bytes"
    ));
}

#[test]
fn races_with_rows_are_found() {
    let body = |order: &str| {
        format!(
            "shl.b32 %r5, %r1, 4; add.u32 %r5, %r5, %r2; mov.b32 %r6, 5;\nstmatrix.sync.aligned.m8n8.x1.shared.b16 [%r5], {{%r6}};
             {order}\nshl.b32 %r7, %r1, 2; add.u32 %r7, %r7, %r2;\nld.shared.u32 %r40, [%r7];\n{}",
            store(1)
        )
    };
    let races = |order: &str| {
        let options = Options::default().races(true);
        launch(&kernel("sm_90", &body(order)), 32, &[0], &options).unwrap().1.races
    };
    assert!(races("bar.warp.sync -1;").is_empty());
    let found = races("");
    // Lane i wrote the words that lanes 4i to 4i + 3 read. So only lane 0 reads the words that it wrote itself.
    let (first, second) = (&found[0].first, &found[0].second);
    assert_eq!((first.line, first.thread), (7, [0, 0, 0]));
    assert_eq!((second.line, second.thread), (10, [1, 0, 0]));
    assert_eq!(found.iter().map(|race| race.count).sum::<u64>(), 31);
}

#[test]
fn a_trace_has_the_registers_of_a_lane() {
    let options = Options::default().trace([0, 0, 0], [4, 0, 0]);
    let (_, report) = launch(&kernel("sm_80", MOVE), 32, &[0], &options).unwrap();
    let traced: Vec<_> =
        report.trace.iter().filter(|one| one.instruction.starts_with("movmatrix")).collect();
    assert_eq!(traced.len(), 1);
    // The word of each lane is the number of the lane. Lane 4 receives the first two elements of row 1 of the
    // transposed matrix: the high halves of the words of lanes 0 and 4. Both halves are 0.
    assert_eq!(
        (&traced[0].sources[..], &traced[0].destinations[..]),
        (&["0x00000004".into()][..], &["0x00000000".into()][..])
    );
}

/// The rows of each warp are 16 bytes per thread, which hold the numbers of their words.
#[test]
fn two_warps_load_their_own_rows() {
    for (target, count) in [("sm_75", 1), ("sm_75", 2), ("sm_80", 2), ("sm_80", 4)] {
        let registers = (0..count).map(|i| format!("%r{}", 40 + i)).collect::<Vec<_>>().join(", ");
        let body = format!(
            "shl.b32 %r3, %r1, 4; add.u32 %r4, %r2, %r3; shl.b32 %r10, %r1, 2; add.u32 %r11, %r10, 1; add.u32 %r12, %r10, 2;
            add.u32 %r13, %r10, 3; st.shared.v4.u32 [%r4], {{%r10, %r11, %r12, %r13}}; bar.sync 0;
            ldmatrix.sync.aligned.m8n8.x{count}.shared.b16 {{{registers}}}, [%r4]; {}",
            store(count)
        );
        let done = launch(&kernel(target, &body), 64, &[0], &Options::default());
        let (found, _) = done.unwrap_or_else(|fault| panic!("{fault}"));
        for (thread, words) in (0..64).zip(found.chunks(count as usize)) {
            let row = thread / 32 * 32 + thread % 32 / 4;
            let expected: Vec<_> = (0..count).map(|i| 4 * (row + 8 * i) + thread % 4).collect();
            assert_eq!(words, expected, "{thread}");
        }
    }
}

/// A literal beside a `.b32` register in a matrix of `mma` is the bits of a register. `ptxas` 13.5 also moves it into a
/// register.
#[test]
fn literals_in_matrices_are_the_bits_of_registers() {
    let mut results = Vec::new();
    for (a, b, c) in [
        (
            "{%r10, %r11, %r12, 0x3c004000}",
            "{%r14, 0f3C003C00}",
            "{%r16, 0x40A00000, 0x40A00000, %r16}",
        ),
        ("{%r10, %r11, %r12, %r20}", "{%r14, %r21}", "{%r16, %r22, %r22, %r16}"),
    ] {
        let mma = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r40, %r41, %r42, %r43}";
        let body = format!(
            "{} mov.b32 %r20, 0x3c004000; mov.b32 %r21, 0x3c003c00; mov.b32 %r22, 0x40a00000;
            {mma}, {a}, {b}, {c}; {}",
            load(8),
            store(4)
        );
        let one_and_two = vec![0x3c00_4000; 8 * 32];
        let (words, _) = launch(&kernel("sm_80", &body), 32, &one_and_two, &Options::default())
            .unwrap_or_else(|fault| panic!("{fault}"));
        results.push(words);
    }
    assert_eq!(results[0], results[1]);
    assert!(results[0][..4 * 32].iter().all(|word| *word != 0));
}
