//! Tests recursion and calls through addresses. `ptxas` accepts every text.

use crate::support::{launch, run};
use ptx_run::{Fault, FaultKind, Grid, Memory, Options};

/// The start of a kernel with the global index of the thread in `%t`, and the address of its 32-bit element of `p` in
/// `%p8`.
const START: &str = ".reg .b64 %p8, %off; .reg .b32 %t, %bc, %bn; ld.param.u64 %p8, [p]; mov.u32 %t, %tid.x; \
                     mov.u32 %bc, %ctaid.x; mov.u32 %bn, %ntid.x; mad.lo.u32 %t, %bc, %bn, %t; \
                     mul.wide.u32 %off, %t, 4; add.s64 %p8, %p8, %off;";

const FIBONACCI: &str = "
.func (.param .b32 r) fib (.param .b32 n)
{
    .reg .b32 %n, %a, %b;
    .reg .pred %q;
    ld.param.u32 %n, [n];
    setp.lt.u32 %q, %n, 2;
    @%q bra small;
    sub.u32 %a, %n, 1;
    { .param .b32 x; .param .b32 y; st.param.b32 [x], %a; call (y), fib, (x); ld.param.b32 %b, [y]; }
    sub.u32 %a, %n, 2;
    { .param .b32 x; .param .b32 y; st.param.b32 [x], %a; call (y), fib, (x); ld.param.b32 %a, [y]; }
    add.u32 %n, %a, %b;
small:
    st.param.b32 [r], %n;
    ret;
}";

const DOWN: &str = "
.func (.param .b32 r) down (.param .b32 n)
{
    .reg .b32 %n;
    .reg .pred %q;
    ld.param.u32 %n, [n];
    setp.eq.u32 %q, %n, 0;
    @%q bra done;
    sub.u32 %n, %n, 1;
    { .param .b32 x; .param .b32 y; st.param.b32 [x], %n; call (y), down, (x); ld.param.b32 %n, [y]; }
    add.u32 %n, %n, 1;
done:
    st.param.b32 [r], %n;
    ret;
}";

/// Returns a kernel that stores `f(n)` of each thread, where `value` writes `n` to `%n`.
fn of_each(functions: &str, function: &str, value: &str) -> String {
    format!(
        "{functions}
.visible .entry k(.param .u64 p) {{ {START} .reg .b32 %n, %v; {value}
    {{ .param .b32 x; .param .b32 y; st.param.b32 [x], %n; call (y), {function}, (x); ld.param.b32 %v, [y]; }}
    st.global.u32 [%p8], %v; ret; }}"
    )
}

fn words_of(text: &str, blocks: u32, threads: u32) -> Vec<u32> {
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u32; (blocks * threads) as usize]);
    run(text, Grid::new(blocks, threads), &[out.into()], &mut memory);
    memory.read(out)
}

fn fault_of(text: &str, threads: u32, options: &Options) -> Fault {
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u32; threads as usize]);
    launch(text, Grid::new(1, threads), &[out.into()], &mut memory, options)
        .expect_err("the launch faults")
}

fn fibonacci(n: u32) -> u32 {
    (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0
}

#[test]
fn fibonacci_calls_itself() {
    let expected: Vec<_> = (0..18).map(fibonacci).collect();
    assert_eq!(words_of(&of_each(FIBONACCI, "fib", "mov.u32 %n, %t;"), 3, 6), expected);
    let strict = Options::default().strict(true).races(true);
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 12]);
    let text = of_each(FIBONACCI, "fib", "mov.u32 %n, %t;");
    launch(&text, Grid::new(1, 12), &[out.into()], &mut memory, &strict)
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(memory.read::<u32>(out), expected[..12]);
}

#[test]
fn ackermann_and_mutual_recursion() {
    let ackermann = "
.func (.param .b32 r) a (.param .b32 m, .param .b32 n)
{
    .reg .b32 %m, %n;
    .reg .pred %q;
    ld.param.u32 %m, [m];
    ld.param.u32 %n, [n];
    setp.ne.u32 %q, %m, 0;
    @%q bra inner;
    add.u32 %n, %n, 1;
    st.param.b32 [r], %n;
    ret;
inner:
    setp.ne.u32 %q, %n, 0;
    sub.u32 %n, %n, 1;
    @!%q mov.u32 %n, 1;
    @!%q bra outer;
    { .param .b32 x; .param .b32 y; .param .b32 z; st.param.b32 [x], %m; st.param.b32 [y], %n;
      call (z), a, (x, y); ld.param.b32 %n, [z]; }
outer:
    sub.u32 %m, %m, 1;
    { .param .b32 x; .param .b32 y; .param .b32 z; st.param.b32 [x], %m; st.param.b32 [y], %n;
      call (z), a, (x, y); ld.param.b32 %n, [z]; }
    st.param.b32 [r], %n;
    ret;
}
.func (.param .b32 r) two (.param .b32 n)
{
    .reg .b32 %m, %n;
    mov.u32 %m, 2;
    ld.param.u32 %n, [n];
    { .param .b32 x; .param .b32 y; .param .b32 z; st.param.b32 [x], %m; st.param.b32 [y], %n;
      call (z), a, (x, y); ld.param.b32 %n, [z]; }
    st.param.b32 [r], %n;
    ret;
}";
    let expected: Vec<_> = (0..20).map(|n| 2 * n + 3).collect();
    assert_eq!(words_of(&of_each(ackermann, "two", "mov.u32 %n, %t;"), 1, 20), expected);
    let parity = |name: &str, other: &str, zero: u32| {
        format!(
            "
.func (.param .b32 r) {name} (.param .b32 n)
{{
    .reg .b32 %n;
    .reg .pred %q;
    ld.param.u32 %n, [n];
    setp.eq.u32 %q, %n, 0;
    @%q bra done;
    sub.u32 %n, %n, 1;
    {{ .param .b32 x; .param .b32 y; st.param.b32 [x], %n; call (y), {other}, (x); ld.param.b32 %n, [y]; }}
    st.param.b32 [r], %n;
    ret;
done:
    mov.u32 %n, {zero};
    st.param.b32 [r], %n;
    ret;
}}"
        )
    };
    let declared = ".func (.param .b32 r) odd (.param .b32 n);\n";
    let both = format!("{declared}{}{}", parity("even", "odd", 1), parity("odd", "even", 0));
    let found = words_of(&of_each(&both, "even", "mul.lo.u32 %n, %t, 131;"), 1, 31);
    assert_eq!(found, (0..31).map(|n| u32::from(n * 131 % 2 == 0)).collect::<Vec<_>>());
}

#[test]
fn a_thread_has_4096_calls() {
    assert_eq!(words_of(&of_each(DOWN, "down", "mov.u32 %n, 4095;"), 1, 2), [4095, 4095]);
    let text = of_each(DOWN, "down", "add.u32 %n, %t, 4090;");
    let fault = fault_of(&text, 32, &Options::default());
    assert_eq!(fault.kind, FaultKind::Limit);
    assert_eq!(fault.place, Some(("test.ptx".into(), 13)));
    assert_eq!(fault.thread, Some([6, 0, 0]));
    assert_eq!(
        fault.message,
        "calls `down` at depth 4097: a thread can have 4096 calls that have not returned"
    );
}

/// Each call stores its argument in a variable, passes the address to the next call, and adds what the next call stored.
#[test]
fn each_call_has_its_own_local_variables() {
    let text = of_each(
        "
.func (.param .b32 r) chain (.param .b64 outer, .param .b32 n)
{
    .local .align 16 .b32 own[5];
    .reg .b64 %outer, %own;
    .reg .b32 %n, %m, %v;
    .reg .pred %q;
    ld.param.u64 %outer, [outer];
    ld.param.u32 %n, [n];
    mov.u64 %own, own;
    cvta.local.u64 %own, %own;
    st.u32 [%outer+4], %n;
    mov.u32 %v, 0;
    st.local.u32 [own+4], %v;
    st.local.u32 [own], %n;
    setp.eq.u32 %q, %n, 0;
    @%q bra done;
    sub.u32 %m, %n, 1;
    { .param .b64 x; .param .b32 y; .param .b32 z; st.param.b64 [x], %own; st.param.b32 [y], %m;
      call (z), chain, (x, y); ld.param.b32 %v, [z]; }
    ld.local.u32 %m, [own+4];
    mad.lo.u32 %v, %v, 3, %m;
    ld.local.u32 %m, [own];
    add.u32 %v, %v, %m;
done:
    st.param.b32 [r], %v;
    ret;
}
.func (.param .b32 r) start (.param .b32 n)
{
    .local .align 8 .b32 mine[2];
    .reg .b64 %a;
    .reg .b32 %n, %v;
    ld.param.u32 %n, [n];
    mov.u64 %a, mine;
    cvta.local.u64 %a, %a;
    { .param .b64 x; .param .b32 y; .param .b32 z; st.param.b64 [x], %a; st.param.b32 [y], %n;
      call (z), chain, (x, y); ld.param.b32 %v, [z]; }
    ld.local.u32 %n, [mine+4];
    mad.lo.u32 %v, %n, 1000000, %v;
    st.param.b32 [r], %v;
    ret;
}",
        "start",
        "mov.u32 %n, %t;",
    );
    let chain = |n: u32| (1..=n).fold(0_u32, |sum, n| sum.wrapping_mul(3).wrapping_add(2 * n - 1));
    let expected: Vec<_> =
        (0..70).map(|n| chain(n).wrapping_add(n.wrapping_mul(1_000_000))).collect();
    assert_eq!(words_of(&text, 2, 35), expected);
}

/// The function returns the address of its variable, which the kernel then reads.
#[test]
fn variables_end_with_their_call() {
    let text = format!(
        "
.func (.param .b64 r) gone (.param .b32 n)
{{
    .local .align 4 .b32 own;
    .reg .b64 %a;
    .reg .b32 %n;
    .reg .pred %q;
    .param .b64 y;
    ld.param.u32 %n, [n];
    setp.eq.u32 %q, %n, 0;
    mov.u64 %a, own;
    cvta.local.u64 %a, %a;
    @%q bra done;
    sub.u32 %n, %n, 1;
    {{ .param .b32 x; st.param.b32 [x], %n; call (y), gone, (x); ld.param.b64 %a, [y]; }}
done:
    st.param.b64 [r], %a;
    ret;
}}
.visible .entry k(.param .u64 p) {{ {START} .reg .b64 %a; .reg .b32 %v; mov.u32 %v, 2;
    {{ .param .b32 x; .param .b64 y; st.param.b32 [x], %v; call (y), gone, (x); ld.param.b64 %a, [y]; }}
    ld.u32 %v, [%a];
    st.global.u32 [%p8], %v; ret; }}"
    );
    let fault = fault_of(&text, 1, &Options::default());
    assert_eq!(fault.kind, FaultKind::OutOfBounds);
    assert_eq!(
        fault.message,
        "out of bounds: reads 4 bytes at offset 32 of local memory (0 bytes)"
    );
}

#[test]
fn local_memory_is_bounded() {
    let text = of_each(DOWN, "down", "mov.u32 %n, 100;").replace(
        "    .reg .b32 %n;\n    .reg .pred",
        "    .local .align 4 .b8 own[16384];\n    .reg .b32 %n;\n    .reg .pred",
    );
    let fault = fault_of(&text, 1, &Options::default());
    assert_eq!(fault.kind, FaultKind::Limit);
    assert_eq!(
        fault.message,
        "calls `down` at depth 33, which needs 16384 bytes of local memory: 524288 of the 524288 bytes of a thread are in use"
    );
}

const TABLE: &str = "
.func (.param .b32 r) triple (.param .b32 n)
{
    .reg .b32 %n;
    ld.param.u32 %n, [n];
    mul.lo.u32 %n, %n, 3;
    st.param.b32 [r], %n;
    ret;
}
.func (.param .b32 r) square (.param .b32 n)
{
    .reg .b32 %n;
    ld.param.u32 %n, [n];
    mul.lo.u32 %n, %n, %n;
    st.param.b32 [r], %n;
    ret;
}
.func nothing () { ret; }
.global .align 8 .u64 table[3] = {triple, square, nothing};";

/// Returns a kernel that calls the function of `table` that `index` writes to `%i`.
fn of_table(index: &str, prototype: &str) -> String {
    format!(
        "{TABLE}
.visible .entry k(.param .u64 p) {{ {START} .reg .b32 %i, %v; .reg .b64 %f, %o; {index}
    mul.wide.u32 %o, %i, 8; mov.u64 %f, table; add.s64 %f, %f, %o; ld.global.u64 %f, [%f];
    {{ .param .b32 x; .param .b32 y; st.param.b32 [x], %t;
    {prototype}
    call (y), %f, (x), proto;
    ld.param.b32 %v, [y]; }}
    st.global.u32 [%p8], %v; ret; }}"
    )
}

const PROTOTYPE: &str = "proto: .callprototype (.param .b32 _) _ (.param .b32 _);";

#[test]
fn each_thread_calls_the_function_of_its_address() {
    let expected: Vec<_> =
        (0..192_u32).map(|t| if t.is_multiple_of(2) { 3 * t } else { t * t }).collect();
    assert_eq!(words_of(&of_table("and.b32 %i, %t, 1;", PROTOTYPE), 3, 64), expected);
    let listed = "proto: .calltargets triple, square;";
    assert_eq!(words_of(&of_table("and.b32 %i, %t, 1;", listed), 1, 64), expected[..64]);
}

#[test]
fn a_wrong_address_is_a_fault() {
    let fault = |index: &str, prototype: &str| {
        fault_of(&of_table(index, prototype), 4, &Options::default())
    };
    let mixed = "setp.eq.u32 %q, %t, 2; selp.b32 %i, 2, 0, %q;";
    let mixed = format!(".reg .pred %q; {mixed}");
    let found = fault(&mixed, PROTOTYPE);
    assert_eq!(found.kind, FaultKind::Undefined);
    assert_eq!(found.thread, Some([2, 0, 0]));
    assert_eq!(
        found.message,
        "calls `nothing`, whose parameters and results differ from the prototype"
    );
    assert_eq!(found.place.as_ref().map(|(_, line)| *line), Some(27));
    let found = fault("and.b32 %i, %t, 1;", "proto: .calltargets triple;");
    assert_eq!(found.message, "calls `square`, which `.calltargets` does not list");
    assert_eq!(found.thread, Some([1, 0, 0]));
    let at = |address: &str| {
        let text = of_table("mov.u32 %i, 0;", PROTOTYPE)
            .replace("ld.global.u64 %f, [%f];", &format!("mov.u64 %f, {address};"));
        fault_of(&text, 1, &Options::default()).message.clone()
    };
    assert_eq!(at("0"), "calls address 0x0, which is null");
    assert_eq!(at("0x1234"), "calls address 0x1234, which is not a function of this module");
}

/// A struct of 24 bytes is passed and returned: in reverse, with the depth added to its middle.
#[test]
fn structs_are_passed_and_returned() {
    let text = of_each(
        "
.func (.param .align 8 .b8 r[24]) turn (.param .align 8 .b8 s[24], .param .b32 n)
{
    .reg .b64 %a, %b, %c, %d;
    .reg .b32 %n;
    .reg .pred %q;
    ld.param.b64 %a, [s];
    ld.param.b64 %b, [s+8];
    ld.param.b64 %c, [s+16];
    ld.param.u32 %n, [n];
    setp.eq.u32 %q, %n, 0;
    @%q bra done;
    sub.u32 %n, %n, 1;
    { .param .align 8 .b8 x[24]; .param .b32 y; .param .align 8 .b8 z[24];
      st.param.b64 [x], %c; st.param.b64 [x+8], %b; st.param.b64 [x+16], %a; st.param.b32 [y], %n;
      call (z), turn, (x, y); ld.param.b64 %a, [z]; ld.param.b64 %b, [z+8]; ld.param.b64 %c, [z+16]; }
    cvt.u64.u32 %d, %n;
    add.u64 %b, %b, %d;
done:
    st.param.b64 [r], %a;
    st.param.b64 [r+8], %b;
    st.param.b64 [r+16], %c;
    ret;
}
.func (.param .b32 r) f (.param .b32 n)
{
    .reg .b64 %a, %b, %c;
    .reg .b32 %n;
    ld.param.u32 %n, [n];
    mov.u64 %a, 1; mov.u64 %b, 1000; mov.u64 %c, 2;
    { .param .align 8 .b8 x[24]; .param .b32 y; .param .align 8 .b8 z[24];
      st.param.b64 [x], %a; st.param.b64 [x+8], %b; st.param.b64 [x+16], %c; st.param.b32 [y], %n;
      call (z), turn, (x, y); ld.param.b64 %a, [z]; ld.param.b64 %b, [z+8]; ld.param.b64 %c, [z+16]; }
    mad.lo.u64 %b, %b, 100, %a;
    mad.lo.u64 %b, %c, 10, %b;
    cvt.u32.u64 %n, %b;
    st.param.b32 [r], %n;
    ret;
}",
        "f",
        "mov.u32 %n, %t;",
    );
    let one = |n: u32| {
        let (first, last) = if n.is_multiple_of(2) { (1, 2) } else { (2, 1) };
        100 * (1000 + n * n.saturating_sub(1) / 2) + 10 * last + first
    };
    assert_eq!(words_of(&text, 1, 40), (0..40).map(one).collect::<Vec<_>>());
}

/// Threads that do not call, and threads that return early, wait after the call.
#[test]
fn threads_join_after_a_call() {
    let text = format!(
        "{DOWN}
.visible .entry k(.param .u64 p) {{ {START} .reg .b32 %v, %m; .reg .pred %q;
    setp.lt.u32 %q, %t, 20;
    .param .b32 x; .param .b32 y; st.param.b32 [x], %t;
    @%q call (y), down, (x);
    activemask.b32 %m;
    popc.b32 %v, %m;
    st.global.u32 [%p8], %v; ret; }}"
    );
    assert_eq!(words_of(&text, 2, 32), [32; 64]);
}

/// Only the threads with a true guard run the function and receive its result.
#[test]
fn a_guard_selects_the_threads_of_a_call() {
    for (guard, opposite, calls) in [("@%q", "@!%q", 0..20), ("@!%q", "@%q", 20..32)] {
        let text = format!(
            "{DOWN}
.visible .entry k(.param .u64 p) {{ {START} .reg .b32 %v; .reg .pred %q;
    setp.lt.u32 %q, %t, 20;
    .param .b32 x; .param .b32 y; st.param.b32 [x], %t;
    {guard} call (y), down, (x);
    ld.param.b32 %v, [y];
    {opposite} mov.b32 %v, 777;
    st.global.u32 [%p8], %v; ret; }}"
        );
        let one = |n: u32| if calls.contains(&n) { n } else { 777 };
        assert_eq!(words_of(&text, 1, 32), (0..32).map(one).collect::<Vec<_>>());
    }
}

/// All threads of a block wait at a barrier in each call. The depth is uniform.
#[test]
fn a_recursive_function_waits_at_a_barrier() {
    let text = of_each(
        "
.shared .align 4 .b32 cells[64];
.func (.param .b32 r) rotate (.param .b32 n)
{
    .reg .b32 %n, %t, %u, %a, %b, %c, %v;
    .reg .pred %q;
    ld.param.u32 %n, [n];
    mov.u32 %t, %tid.x;
    add.u32 %u, %t, 1;
    and.b32 %u, %u, 63;
    mov.u32 %a, cells;
    mad.lo.u32 %b, %u, 4, %a;
    mad.lo.u32 %c, %t, 4, %a;
    ld.shared.u32 %v, [%b];
    bar.sync 0;
    st.shared.u32 [%c], %v;
    bar.sync 0;
    setp.eq.u32 %q, %n, 0;
    @%q bra done;
    sub.u32 %n, %n, 1;
    { .param .b32 x; .param .b32 y; st.param.b32 [x], %n; call (y), rotate, (x); ld.param.b32 %v, [y]; }
done:
    st.param.b32 [r], %v;
    ret;
}",
        "rotate",
        ".reg .b32 %a; mov.u32 %a, cells; mad.lo.u32 %a, %t, 4, %a; st.shared.u32 [%a], %t; bar.sync 0; mov.u32 %n, 9;",
    );
    assert_eq!(words_of(&text, 1, 64), (0..64).map(|t| (t + 10) % 64).collect::<Vec<_>>());
}

/// Each thread sorts its own array of 16 numbers.
#[test]
fn quicksort() {
    let text = "
.func quick (.param .b64 a, .param .b32 lo, .param .b32 hi)
{
    .reg .b64 %a, %o, %x, %y;
    .reg .b32 %lo, %hi, %i, %j, %pivot, %u, %v;
    .reg .pred %q;
    ld.param.u64 %a, [a];
    ld.param.s32 %lo, [lo];
    ld.param.s32 %hi, [hi];
    setp.ge.s32 %q, %lo, %hi;
    @%q ret;
    mul.wide.s32 %o, %hi, 4;
    add.s64 %y, %a, %o;
    ld.global.u32 %pivot, [%y];
    mov.u32 %i, %lo;
    mov.u32 %j, %lo;
more:
    mul.wide.s32 %o, %j, 4;
    add.s64 %x, %a, %o;
    ld.global.u32 %u, [%x];
    setp.gt.u32 %q, %u, %pivot;
    @%q bra next;
    mul.wide.s32 %o, %i, 4;
    add.s64 %y, %a, %o;
    ld.global.u32 %v, [%y];
    st.global.u32 [%y], %u;
    st.global.u32 [%x], %v;
    add.s32 %i, %i, 1;
next:
    add.s32 %j, %j, 1;
    setp.le.s32 %q, %j, %hi;
    @%q bra more;
    sub.s32 %j, %i, 2;
    { .param .b64 x; .param .b32 y; .param .b32 z; st.param.b64 [x], %a; st.param.b32 [y], %lo; st.param.b32 [z], %j;
      call quick, (x, y, z); }
    { .param .b64 x; .param .b32 y; .param .b32 z; st.param.b64 [x], %a; st.param.b32 [y], %i; st.param.b32 [z], %hi;
      call quick, (x, y, z); }
    ret;
}
.visible .entry k(.param .u64 p) { .reg .b64 %p8, %off; .reg .b32 %t, %lo, %hi;
    ld.param.u64 %p8, [p]; mov.u32 %t, %tid.x; mul.wide.u32 %off, %t, 64; add.s64 %p8, %p8, %off;
    mov.u32 %lo, 0; mov.u32 %hi, 15;
    { .param .b64 x; .param .b32 y; .param .b32 z; st.param.b64 [x], %p8; st.param.b32 [y], %lo; st.param.b32 [z], %hi;
      call quick, (x, y, z); }
    ret; }";
    let mut numbers: Vec<u32> = (0..640_u32).map(|i| i.wrapping_mul(2_654_435_761) >> 20).collect();
    let mut memory = Memory::new();
    let buffer = memory.add(&numbers);
    run(text, Grid::new(1, 40), &[buffer.into()], &mut memory);
    numbers.chunks_mut(16).for_each(<[u32]>::sort_unstable);
    assert_eq!(memory.read::<u32>(buffer), numbers);
}

/// The second call of the function reads a register that only the first call wrote.
#[test]
fn registers_of_a_call_are_its_own() {
    let text = of_each(DOWN, "down", "mov.u32 %n, 3;").replace(
        "    ld.param.u32 %n, [n];\n",
        "    .reg .b32 %left;\n    ld.param.u32 %n, [n];\n    setp.eq.u32 %q, %n, 2;\n    @%q add.u32 %n, %n, %left;\n    mov.u32 %left, 7;\n",
    );
    assert_eq!(words_of(&text, 1, 1), [3]);
    let fault = fault_of(&text, 1, &Options::default().strict(true));
    assert_eq!(fault.kind, FaultKind::Uninitialised);
}

/// A tree of 15 nodes for each thread. A node holds the address of its function, its two children, and a number. The
/// functions call each other only through these addresses.
#[test]
fn an_expression_tree() {
    let inner = |name: &str, operation: &str| {
        format!(
            "
.func (.param .b32 r) {name} (.param .b64 node, .param .b32 x)
{{
    .reg .b64 %node, %child, %f;
    .reg .b32 %x, %u, %v;
    .param .b64 p; .param .b32 q; .param .b32 s;
    ld.param.u64 %node, [node];
    ld.param.u32 %x, [x];
    proto: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _);
    ld.global.u64 %child, [%node+8];
    ld.global.u64 %f, [%child];
    st.param.b64 [p], %child; st.param.b32 [q], %x;
    call (s), %f, (p, q), proto;
    ld.param.b32 %u, [s];
    ld.global.u64 %child, [%node+16];
    ld.global.u64 %f, [%child];
    st.param.b64 [p], %child; st.param.b32 [q], %x;
    call (s), %f, (p, q), proto;
    ld.param.b32 %v, [s];
    {operation} %u, %u, %v;
    st.param.b32 [r], %u;
    ret;
}}"
        )
    };
    let (sum, product) = (inner("sum", "add.u32"), inner("product", "mul.lo.u32"));
    let text = format!(
        "
.global .align 8 .b8 nodes[32768];
.func (.param .b32 r) leaf (.param .b64 node, .param .b32 x)
{{
    .reg .b64 %node;
    .reg .b32 %x, %u;
    ld.param.u64 %node, [node];
    ld.param.u32 %x, [x];
    ld.global.u32 %u, [%node+24];
    add.u32 %u, %u, %x;
    st.param.b32 [r], %u;
    ret;
}}{sum}{product}
.visible .entry k(.param .u64 p) {{ {START} .reg .b64 %root, %node, %child, %f, %g; .reg .b32 %i, %v; .reg .pred %q;
    .param .b64 a; .param .b32 b; .param .b32 c;
    mov.u64 %root, nodes; mul.wide.u32 %off, %t, 512; add.s64 %root, %root, %off;
    mov.u32 %i, 1;
build:
    mad.wide.u32 %node, %i, 32, %root;
    add.u32 %v, %i, %t; and.b32 %v, %v, 1; setp.eq.u32 %q, %v, 1;
    mov.u64 %f, sum; mov.u64 %g, product; selp.b64 %f, %f, %g, %q;
    mov.u64 %g, leaf; setp.lt.u32 %q, %i, 8; selp.b64 %f, %f, %g, %q;
    st.global.u64 [%node], %f;
    mad.wide.u32 %child, %i, 64, %root; st.global.u64 [%node+8], %child;
    add.s64 %child, %child, 32; st.global.u64 [%node+16], %child;
    st.global.u32 [%node+24], %i;
    add.u32 %i, %i, 1; setp.lt.u32 %q, %i, 16; @%q bra build;
    proto: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _);
    add.s64 %node, %root, 32; ld.global.u64 %f, [%node];
    st.param.b64 [a], %node; st.param.b32 [b], %t;
    call (c), %f, (a, b), proto;
    ld.param.b32 %v, [c]; st.global.u32 [%p8], %v; ret; }}"
    );
    fn value(i: u32, t: u32) -> u32 {
        match i {
            8.. => i + t,
            _ if (i + t) % 2 == 1 => value(2 * i, t).wrapping_add(value(2 * i + 1, t)),
            _ => value(2 * i, t).wrapping_mul(value(2 * i + 1, t)),
        }
    }
    assert_eq!(words_of(&text, 1, 64), (0..64).map(|t| value(1, t)).collect::<Vec<_>>());
}

/// A thread that skips a call runs one instruction, whether or not the function is inlined.
#[test]
fn a_skipped_call_is_one_instruction() {
    let plain = ".func (.param .b32 r) plain (.param .b32 n) { .reg .b32 %n; ld.param.u32 %n, [n]; st.param.b32 [r], %n; ret; }";
    for function in ["plain", "down"] {
        let text = format!(
            "{DOWN} {plain}
.visible .entry k(.param .u64 p) {{ .reg .b32 %t; .reg .pred %q;
    mov.u32 %t, %tid.x;
    setp.gt.u32 %q, %t, 31;
    .param .b32 x; .param .b32 y; st.param.b32 [x], %t;
    @%q call (y), {function}, (x);
    ret; }}"
        );
        let mut memory = Memory::new();
        let out = memory.add(&[0_u32]);
        let report = run(&text, Grid::new(1, 32), &[out.into()], &mut memory);
        assert_eq!(report.instructions, 32 * 5, "{function}");
    }
}

/// Each depth of a recursion passes a struct to a function that is inlined, and to itself.
#[test]
fn structs_pass_through_a_recursion() {
    let text = format!(
        ".func (.param .b32 r) sum(.param .align 8 .b8 s[20]) {{
            .reg .b32 %a, %b; .reg .b16 %h;
            ld.param.b32 %a, [s]; ld.param.b32 %b, [s+4]; mad.lo.u32 %a, %b, 3, %a; ld.param.b32 %b, [s+8]; mad.lo.u32 %a, %b, 5, %a;
            ld.param.b16 %h, [s+16]; cvt.u32.u16 %b, %h; mad.lo.u32 %a, %b, 7, %a; st.param.b32 [r], %a; ret; }}
        .func (.param .b32 r) deep(.param .align 8 .b8 s[20], .param .b32 n) {{
            .reg .b32 %n, %a, %b, %c, %d; .reg .pred %q; .param .align 8 .b8 t[20], u[20]; .param .b32 m, y;
            ld.param.b32 %n, [n]; mov.u32 %d, 0; setp.eq.u32 %q, %n, 0; @%q bra END;
            ld.param.b32 %a, [s]; ld.param.b32 %b, [s+4]; ld.param.b32 %c, [s+8]; ld.param.b32 %d, [s+16];
            st.param.b32 [u], %a; st.param.b32 [u+4], %b; st.param.b32 [u+8], %c; st.param.b32 [u+16], %d;
            st.param.b32 [t], %b; st.param.b32 [t+4], %c; st.param.b32 [t+8], %d; add.u32 %a, %a, 1; st.param.b32 [t+16], %a;
            sub.u32 %n, %n, 1; st.param.b32 [m], %n; call (y), deep, (t, m); ld.param.b32 %d, [y];
            call (y), sum, (u); ld.param.b32 %a, [y]; mad.lo.u32 %d, %d, 11, %a;
            call (y), sum, (t); ld.param.b32 %a, [y]; mad.lo.u32 %d, %a, 13, %d;
            END: st.param.b32 [r], %d; ret; }}
        .visible .entry k(.param .u64 p) {{ {START} .param .align 8 .b8 s[20]; .param .b32 n, y; .reg .b32 %a;
            st.param.b32 [s], %t; st.param.b32 [s+4], 20; st.param.b32 [s+8], 30; st.param.b32 [s+16], 40; st.param.b32 [n], %t;
            call (y), deep, (s, n); ld.param.b32 %a, [y]; st.global.u32 [%p8], %a; ret; }}"
    );
    fn deep([a, b, c, d]: [u32; 4], n: u32) -> u32 {
        let sum = |[a, b, c, d]: [u32; 4]| a + 3 * b + 5 * c + 7 * d;
        let next = [b, c, d, a + 1];
        let of = |rest: u32| rest.wrapping_mul(11).wrapping_add(sum([a, b, c, d]) + 13 * sum(next));
        if n == 0 { 0 } else { of(deep(next, n - 1)) }
    }
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 12]);
    run(&text, Grid::new(2, 6), &[out.into()], &mut memory);
    let expected: Vec<u32> = (0..12).map(|t| deep([t, 20, 30, 40], t)).collect();
    assert_eq!(memory.read::<u32>(out), expected);
}
