//! Generates random functions from statements that compilers write.

/// A random number generator with a fixed seed (G. Marsaglia, "Xorshift RNGs", 2003).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("a number of 31 bits") % end
    }

    pub(crate) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// The number of functions in a module. Each function may call every function.
const FUNCTIONS: usize = 8;

/// The number of labels in a function.
const LABELS: usize = 5;

/// Statements with placeholders:
///
/// | letter | placeholder for |
/// |---|---|
/// | `R` | a 32-bit register |
/// | `F` | a float register |
/// | `D` | a 64-bit register |
/// | `P` | a predicate |
/// | `L` | a label |
/// | `G` | a function |
/// | `N` | a number |
const STATEMENTS: &[&str] = &[
    "add.u32 R, R, R;",
    "sub.s32 R, R, N;",
    "mul.wide.u32 D, R, R;",
    "mad.lo.s32 R, R, R, R;",
    "shf.l.wrap.b32 R, R, R, N;",
    "lop3.b32 R, R, R, R, 0x96;",
    "add.cc.u32 R, R, R;",
    "addc.cc.u32 R, R, N;",
    "subc.u32 R, R, R;",
    "fma.rn.f32 F, F, F, F;",
    "mul.f32 F, F, 0f40490FDB;",
    "add.f32 F, F, F;",
    "rcp.approx.ftz.f32 F, F;",
    "sqrt.rn.f32 F, F;",
    "cvt.rn.f32.u32 F, R;",
    "cvt.rzi.s32.f32 R, F;",
    "cvt.u64.u32 D, R;",
    "cvt.u32.u64 R, D;",
    "mov.b32 R, F;",
    "mov.b64 D, {R, R};",
    "mov.b64 {R, _}, D;",
    "selp.b32 R, R, N, P;",
    "setp.lt.f32 P, F, F;",
    "setp.ge.and.u32 P, R, N, !P;",
    "and.pred P, P, P;",
    "@P mov.u32 R, N;",
    "@!P add.f32 F, F, F;",
    "mov.u32 R, %ctaid.x;",
    "mov.u32 R, WARP_SZ;",
    "ld.local.u32 R, [own+4];",
    "st.local.b32 [own+8], R;",
    "mov.u64 D, own;",
    "mov.u64 D, table+8;",
    "cvta.const.u64 D, D;",
    "add.s64 D, D, 4;",
    "ld.const.u32 R, [table+12];",
    "ld.global.f32 F, [%d0+16];",
    "ld.global.nc.v2.f32 {F, F}, [%d0];",
    "st.global.v2.b32 [%d0+8], {R, R};",
    "@P st.volatile.global.b8 [%d0], R;",
    "st.param.b32 [a], R; call (q), G, (%d0, a); ld.param.b32 R, [q];",
    "@P call (R), G, (%d0, R);",
    "ld.param.b32 R, [x];",
    "st.param.b32 [result], R;",
    "{ .reg .b32 inner; mov.b32 inner, R; xor.b32 R, inner, R; }",
    "bra L;",
    "@P bra L;",
    "@!P bra.uni L;",
    "@P brx.idx R, targets;",
    "@P ret;",
    "ret;",
    "@P trap;",
];

const NUMBERS: &[&str] = &["0", "1", "-1", "31", "0x7fffffff"];

/// Returns a module of functions that call each other.
pub(crate) fn module(random: &mut Random) -> String {
    let mut text = String::from(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .const .align 4 .u32 table[4] = {1, 2, 3, 0xffffffff};\n",
    );
    for number in 0..FUNCTIONS {
        text += &format!("{};\n", header(number));
    }
    for number in 0..FUNCTIONS {
        text += &function(number, random);
    }
    text
}

fn header(number: usize) -> String {
    format!(".visible .func (.param .b32 result) f{number}(.param .b64 p, .param .b32 x)")
}

fn function(number: usize, random: &mut Random) -> String {
    let targets: Vec<_> = (0..LABELS).map(|label| format!("L{label}")).collect();
    let mut lines: Vec<String> = (0..random.below(40)).map(|_| statement(random)).collect();
    for label in &targets {
        let at = random.below(lines.len() + 1);
        lines.insert(at, format!("{label}:"));
    }
    format!(
        "{}\n{{\n\
         targets: .branchtargets {};\n.reg .b32 %r<6>;\n.reg .f32 %f<6>;\n.reg .b64 %d<4>;\n.reg .pred %p<4>;\n\
         .local .align 8 .b8 own[16];\n.param .b32 a;\n.param .b32 q;\n\
         ld.param.u64 %d0, [p];\n{}\nret;\n}}\n",
        header(number),
        targets.join(", "),
        lines.join("\n")
    )
}

fn statement(random: &mut Random) -> String {
    let mut text = String::new();
    let template = random.one_of(STATEMENTS);
    let mut before = ' ';
    for letter in template.chars() {
        // A capital letter is a placeholder only at the start of a word, not inside `WARP_SZ` or
        // `0f40490FDB`.
        let is_alone = " {(!@[".contains(before);
        match letter {
            'R' if is_alone => text += &format!("%r{}", random.below(6)),
            'F' if is_alone => text += &format!("%f{}", random.below(6)),
            'D' if is_alone => text += &format!("%d{}", 1 + random.below(3)),
            'P' if is_alone => text += &format!("%p{}", random.below(4)),
            'L' if is_alone => text += &format!("L{}", random.below(LABELS)),
            'G' if is_alone => text += &format!("f{}", random.below(FUNCTIONS)),
            'N' if is_alone => text += *random.one_of(NUMBERS),
            other => text.push(other),
        }
        before = letter;
    }
    text
}
