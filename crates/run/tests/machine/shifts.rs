//! Tests shifts, sums and tables of predicates, which the assembler merges into few machine instructions. The expected
//! values are computed in Rust.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};

const THREADS: usize = 128;

/// Instructions on the words `%a`, `%b` and `%c` that write `%x`, and the value of `%x`.
struct One {
    text: String,
    value: Box<dyn Fn([u32; 3]) -> u64>,
}

fn one(text: impl Into<String>, value: impl Fn([u32; 3]) -> u64 + 'static) -> One {
    One { text: text.into(), value: Box::new(value) }
}

fn pair(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// Returns 64 bits shifted to the left by at most 63, or zeros.
fn left(bits: u64, amount: u32) -> u64 {
    bits.checked_shl(amount).unwrap_or(0)
}

fn right(bits: u64, amount: u32) -> u64 {
    bits.checked_shr(amount).unwrap_or(0)
}

fn right_signed(bits: u64, amount: u32) -> u64 {
    (bits.cast_signed() >> amount.min(63)).cast_unsigned()
}

/// Returns funnel shifts and shifts of words and pairs.
fn shifts() -> Vec<One> {
    let mut all = Vec::new();
    let word = |text: &str| format!("{text} cvt.u64.u32 %x, %r;");
    for (mode, most) in [("clamp", u32::MAX), ("wrap", 31)] {
        let amount = move |c: u32| (c & most).min(32);
        all.push(one(word(&format!("shf.l.{mode}.b32 %r, %a, %b, %c;")), move |[a, b, c]| {
            left(pair(a, b), amount(c)) >> 32
        }));
        all.push(one(word(&format!("shf.r.{mode}.b32 %r, %a, %b, %c;")), move |[a, b, c]| {
            right(pair(a, b), amount(c)) & u64::from(u32::MAX)
        }));
    }
    for n in [1, 5, 31] {
        all.push(one(word(&format!("shf.l.wrap.b32 %r, %a, %b, {n};")), move |[a, b, _]| {
            left(pair(a, b), n) >> 32
        }));
        all.push(one(word(&format!("shf.r.clamp.b32 %r, %a, %b, {n};")), move |[a, b, _]| {
            right(pair(a, b), n) & u64::from(u32::MAX)
        }));
        all.push(one(word(&format!("shr.s32 %r, %a, {n};")), move |[a, ..]| {
            u64::from((a.cast_signed() >> n).cast_unsigned())
        }));
        all.push(one(word(&format!("shr.u32 %r, %a, {n};")), move |[a, ..]| u64::from(a >> n)));
    }
    all.push(one(word("shl.b32 %r, %a, %c;"), |[a, _, c]| {
        u64::from(a.checked_shl(c).unwrap_or(0))
    }));
    all.push(one(word("shr.u32 %r, %a, %c;"), |[a, _, c]| {
        u64::from(a.checked_shr(c).unwrap_or(0))
    }));
    all.push(one(word("shr.s32 %r, %a, %c;"), |[a, _, c]| {
        u64::from((a.cast_signed() >> c.min(31)).cast_unsigned())
    }));
    let of_pair = |text: &str| format!("mov.b64 %x, {{%a, %b}}; {text}");
    all.push(one(of_pair("shl.b64 %x, %x, %c;"), |[a, b, c]| left(pair(a, b), c)));
    all.push(one(of_pair("shr.u64 %x, %x, %c;"), |[a, b, c]| right(pair(a, b), c)));
    all.push(one(of_pair("shr.s64 %x, %x, %c;"), |[a, b, c]| right_signed(pair(a, b), c)));
    for n in [3, 32, 45] {
        all.push(one(of_pair(&format!("shl.b64 %x, %x, {n};")), move |[a, b, _]| {
            left(pair(a, b), n)
        }));
        all.push(one(of_pair(&format!("shr.s64 %x, %x, {n};")), move |[a, b, _]| {
            right_signed(pair(a, b), n)
        }));
    }
    all
}

/// Returns sums with shifted terms and with carries.
fn sums() -> Vec<One> {
    let mut all = Vec::new();
    let word = |text: &str| format!("{text} cvt.u64.u32 %x, %r;");
    let wide = |a: u32| i64::from(a.cast_signed()).cast_unsigned();
    for n in [1, 2, 7, 31] {
        all.push(one(
            word(&format!("shl.b32 %r, %a, {n}; add.u32 %r, %r, %b;")),
            move |[a, b, _]| u64::from((a << n).wrapping_add(b)),
        ));
        all.push(one(
            word(&format!("shl.b32 %r, %a, {n}; sub.u32 %r, %b, %r;")),
            move |[a, b, _]| u64::from(b.wrapping_sub(a << n)),
        ));
        all.push(one(
            word(&format!("shr.u32 %r, %a, {n}; add.u32 %r, %r, %b;")),
            move |[a, b, _]| u64::from((a >> n).wrapping_add(b)),
        ));
        let text = format!(
            "cvt.u64.u32 %x, %a; shl.b64 %x, %x, {n}; mov.b64 %y, {{%b, %c}}; add.u64 %x, %x, %y;"
        );
        all.push(one(text, move |[a, b, c]| left(u64::from(a), n).wrapping_add(pair(b, c))));
        let text = format!(
            "cvt.s64.s32 %x, %a; shl.b64 %x, %x, {n}; mov.b64 %y, {{%b, %c}}; add.u64 %x, %x, %y;"
        );
        all.push(one(text, move |[a, b, c]| left(wide(a), n).wrapping_add(pair(b, c))));
        let text = format!(
            "mov.b64 %x, {{%a, %b}}; shl.b64 %x, %x, {n}; mov.b64 %y, {{%b, %c}}; add.u64 %x, %x, %y;"
        );
        all.push(one(text, move |[a, b, c]| left(pair(a, b), n).wrapping_add(pair(b, c))));
        let text = format!(
            "mov.b64 %x, {{%a, %b}}; shl.b64 %x, %x, {n}; mov.b64 %y, {{%b, %c}}; sub.u64 %x, %y, %x;"
        );
        all.push(one(text, move |[a, b, c]| pair(b, c).wrapping_sub(left(pair(a, b), n))));
    }
    for (divisor, name) in [(8, "s32"), (2, "s32"), (1 << 20, "s32")] {
        all.push(one(word(&format!("div.{name} %r, %a, {divisor};")), move |[a, ..]| {
            u64::from((a.cast_signed() / divisor).cast_unsigned())
        }));
    }
    let pairs = "mov.b64 %x, {%a, %b}; mov.b64 %y, {%b, %c};";
    all.push(one(format!("{pairs} add.u64 %x, %x, %y;"), |[a, b, c]| {
        pair(a, b).wrapping_add(pair(b, c))
    }));
    all.push(one(format!("{pairs} sub.u64 %x, %x, %y;"), |[a, b, c]| {
        pair(a, b).wrapping_sub(pair(b, c))
    }));
    all.push(one(
        format!("{pairs} add.u64 %x, %x, %y; add.u64 %x, %x, 0xffffffff;"),
        |[a, b, c]| pair(a, b).wrapping_add(pair(b, c)).wrapping_add(u64::from(u32::MAX)),
    ));
    all.push(one("mov.b64 %y, {%b, %c}; mad.wide.u32 %x, %a, 12, %y;", |[a, b, c]| {
        (u64::from(a) * 12).wrapping_add(pair(b, c))
    }));
    all.push(one("mad.wide.s32 %x, %a, %b, 0;", move |[a, b, _]| wide(a).wrapping_mul(wide(b))));
    // The carry of a product minus a pair, which is 0 for some words.
    all.push(one(
        "mul.wide.u32 %x, %a, %b; mov.b64 %y, {%c, %c}; sub.cc.u64 %x, %x, %y; subc.u32 %r, %b, %a;
         cvt.u64.u32 %y, %r; xor.b64 %x, %x, %y;",
        |[a, b, c]| {
            let (low, borrow) = (u64::from(a) * u64::from(b)).overflowing_sub(pair(c, c));
            low ^ u64::from(b.wrapping_sub(a).wrapping_sub(borrow.into()))
        },
    ));
    // The carries of two sums that follow each other: of the words `b`, `c` and `a`, and the words `a`, `b` and `c`.
    let three =
        |low: u32, middle: u32, high: u32| u128::from(pair(low, middle)) | u128::from(high) << 64;
    all.push(one(
        "add.cc.u32 %r, %a, %b; addc.cc.u32 %r, %b, %c; addc.u32 %s, %c, %a; mov.b64 %x, {%r, %s};",
        move |[a, b, c]| (three(a, b, c).wrapping_add(three(b, c, a)) >> 32) as u64,
    ));
    all.push(one(
        "sub.cc.u32 %r, %a, %b; subc.cc.u32 %r, %b, %c; subc.u32 %s, %c, %a; mov.b64 %x, {%r, %s};",
        move |[a, b, c]| (three(a, b, c).wrapping_sub(three(b, c, a)) >> 32) as u64,
    ));
    all
}

/// Returns all tables of three predicates, as a disjunction of conjunctions, and of two of them with `xor`.
fn tables() -> Vec<One> {
    let bits = |[a, b, c]: [u32; 3]| [a < b, b < c, c.is_multiple_of(3)].map(u32::from);
    let start = "setp.lt.u32 %p0, %a, %b; setp.lt.u32 %p1, %b, %c; rem.u32 %r, %c, 3; setp.eq.u32 %p2, %r, 0;
        not.pred %p4, %p0; not.pred %p5, %p1; not.pred %p6, %p2;";
    let finish = "selp.u64 %x, 1, 0, %p7;";
    let of_table = |table: u32| {
        let mut text = format!("{start} setp.ne.u32 %p7, 0, 0;");
        for index in (0..8).filter(|index| table >> index & 1 == 1) {
            let literal = |i: u32| if index >> (2 - i) & 1 == 1 { i } else { 4 + i };
            text += &format!(
                "and.pred %p3, %p{}, %p{}; and.pred %p3, %p3, %p{}; or.pred %p7, %p7, %p3;",
                literal(0),
                literal(1),
                literal(2)
            );
        }
        one(text + finish, move |words| {
            let [a, b, c] = bits(words);
            u64::from(table >> (4 * a + 2 * b + c) & 1)
        })
    };
    let mut all: Vec<_> = (0..256).map(of_table).collect();
    for (a, b) in [(0, 1), (0, 6), (5, 2), (4, 6)] {
        let text = format!("{start} xor.pred %p7, %p{a}, %p{b}; {finish}");
        all.push(one(text, move |words| {
            let bits = bits(words);
            let literal = |i: usize| if i < 4 { bits[i] } else { 1 - bits[i - 4] };
            u64::from(literal(a) ^ literal(b))
        }));
    }
    all
}

/// Returns a kernel that runs each of the instructions on three words of each thread.
fn kernel(name: &str, all: &[One]) -> String {
    let mut text = format!(
        ".visible .entry {name}(.param .u64 p, .param .u64 q) {{
            .reg .b32 %a, %b, %c, %t, %r, %s; .reg .b64 %p, %q, %x, %y, %o; .reg .pred %p<8>;
            ld.param.u64 %p, [p]; ld.param.u64 %q, [q]; mov.u32 %t, %tid.x;
            mul.wide.u32 %o, %t, 12; add.u64 %p, %p, %o; mul.wide.u32 %o, %t, 8; add.u64 %q, %q, %o;
            ld.global.u32 %a, [%p]; ld.global.u32 %b, [%p+4]; ld.global.u32 %c, [%p+8];\n"
    );
    for (i, one) in all.iter().enumerate() {
        text += &format!("{} st.global.u64 [%q+{}], %x;\n", one.text, 8 * THREADS * i);
    }
    text + "ret; }\n"
}

fn operands() -> Vec<[u32; 3]> {
    let mixed = |i: u32| (i ^ i << 13).wrapping_mul(0x9e37_79b1) ^ 0x5bd1_e995;
    let special = [0, 1, 31, 32, 33, 63, 64, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    let word = |i: u32| match i % 3 {
        0 => special[i as usize / 3 % special.len()],
        1 => mixed(i),
        _ => mixed(i) % 70,
    };
    (0..THREADS as u32).map(|i| [word(5 * i), word(7 * i + 1), word(11 * i + 2)]).collect()
}

#[test]
fn merged_instructions_compute_the_same_words() {
    let Some(assembler) = Assembler::find() else { return };
    let parts = [("shifts", shifts()), ("sums", sums()), ("tables", tables())];
    let mut text = ".version 8.0\n.target sm_75\n.address_size 64\n".to_string();
    parts.iter().for_each(|(name, all)| text += &kernel(name, all));
    let operands = operands();
    for (chip, level) in
        [("sm_75", "-O3"), ("sm_80", "-O3"), ("sm_90", "-O0"), ("sm_90", "-O3"), ("sm_120", "-O3")]
    {
        let file = format!("words_{chip}{level}.ptx");
        let cubin = assembler.cubin(&text, &file, &[&format!("-arch={chip}"), level]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let machine = Module::from_cubin("words.cubin", &cubin).expect("a cubin");
        let ptx = Module::new("words.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
        for (name, all) in &parts {
            for module in [&machine, &ptx] {
                let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
                let mut memory = Memory::new();
                let words: Vec<u32> = operands.iter().flatten().copied().collect();
                let p = memory.add(&words);
                let q = memory.add(&vec![0_u64; all.len() * THREADS]);
                let grid = Grid::new(1, THREADS as u32);
                let launched =
                    kernel.launch(grid, &[p.into(), q.into()], &mut memory, &Options::default());
                launched.unwrap_or_else(|fault| panic!("{fault}"));
                let found = memory.read::<u64>(q);
                for (one, found) in all.iter().zip(found.chunks(THREADS)) {
                    for (words, found) in operands.iter().zip(found) {
                        let expected = (one.value)(*words);
                        assert_eq!(*found, expected, "{chip} {level} {words:x?} {}", one.text);
                    }
                }
            }
        }
    }
}
