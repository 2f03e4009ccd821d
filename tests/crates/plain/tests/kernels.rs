//! Runs hand-written kernels, and compares their results with constants or with results computed in
//! Rust.
#![forbid(unsafe_code)]

use plain::{Argument, Kernel, Launch, Order, Shape};

const ORDERS: [Order; 4] = [Order::Forward, Order::Backward, Order::Random(1), Order::Random(2)];

/// Returns a kernel that executes `statements`. The statements can use the buffer `%x`, the thread index `%t`
/// (`%tid.x`), and registers for tests.
fn kernel(statements: &str) -> Kernel {
    let text = format!(
        ".version 8.7\n.target sm_90\n.address_size 64\n.entry k(.param .u64 x, .param .u32 n) {{
         .reg .b64 %x, %y, %rd<4>; .reg .b32 %t, %n, %r<8>; .reg .f32 %f<4>; .reg .pred %p<4>;
         .shared .align 4 .b8 s[4096];
         ld.param.u64 %x, [x]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x;
         mad.wide.u32 %y, %t, 4, %x;
         {statements}
         exit; }}"
    );
    Kernel::parse(&text, "k").unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// Runs statements with one block of threads, in every order. Returns the words of the buffer.
fn run(statements: &str, threads: u32, words: &[u32], n: u32) -> Result<Vec<u32>, String> {
    let kernel = kernel(statements);
    let mut results = ORDERS.map(|order| {
        let mut buffers =
            vec![words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>()];
        let shape = Shape { blocks: [1, 1, 1], threads: [threads, 1, 1] };
        let launch = Launch { shape, shared: 0, order };
        kernel.run(&launch, &[Argument::Buffer(0), Argument::Word(n)], &mut buffers)?;
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        Ok(buffers[0].chunks(4).map(word).collect())
    });
    if let [Ok(first), rest @ ..] = &results {
        assert!(rest.iter().all(|result| result.as_ref() == Ok(first)), "{results:?}");
    }
    std::mem::replace(&mut results[0], Ok(Vec::new()))
}

#[test]
fn a_loop_with_a_count_of_each_thread() {
    // Computes the length of the Collatz sequence from tid + 1 to 1.
    let statements = "add.u32 %r0, %t, 1; mov.u32 %r1, 0;
        LOOP: setp.eq.u32 %p0, %r0, 1; @%p0 bra DONE;
        and.b32 %r2, %r0, 1; setp.eq.u32 %p1, %r2, 0;
        @%p1 shr.u32 %r0, %r0, 1; @!%p1 mad.lo.u32 %r0, %r0, 3, 1;
        add.u32 %r1, %r1, 1; bra LOOP;
        DONE: st.global.u32 [%y], %r1;";
    let expected: Vec<_> = (1..=70u32)
        .map(|start| {
            let (mut number, mut steps) = (start, 0);
            while number != 1 {
                number = if number.is_multiple_of(2) { number / 2 } else { 3 * number + 1 };
                steps += 1;
            }
            steps
        })
        .collect();
    assert_eq!(run(statements, 70, &[0; 70], 0), Ok(expected));
}

#[test]
fn a_sum_of_a_block_in_shared_memory() {
    let statements = "mov.u32 %r0, s; mad.lo.u32 %r0, %t, 4, %r0;
        ld.global.u32 %r1, [%y]; st.shared.u32 [%r0], %r1;
        mov.u32 %r2, 64;
        LOOP: bar.sync 0;
        setp.ge.u32 %p0, %t, %r2; @%p0 bra SKIP;
        mad.lo.u32 %r3, %r2, 4, %r0; ld.shared.u32 %r4, [%r3]; ld.shared.u32 %r5, [%r0];
        add.u32 %r4, %r4, %r5; st.shared.u32 [%r0], %r4;
        SKIP: shr.u32 %r2, %r2, 1; setp.ne.u32 %p0, %r2, 0; @%p0 bra LOOP;
        bar.sync 0; ld.shared.u32 %r1, [s]; st.global.u32 [%y], %r1;";
    let words: Vec<u32> = (0..128).map(|i| i * i).collect();
    assert_eq!(run(statements, 128, &words, 0), Ok(vec![words.iter().sum(); 128]));
}

#[test]
fn a_prefix_sum_of_a_warp() {
    let statements = "ld.global.u32 %r0, [%y]; mov.u32 %r1, 1;
        LOOP: shfl.sync.up.b32 %r2|%p0, %r0, %r1, 0, -1; @%p0 add.u32 %r0, %r0, %r2;
        shl.b32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 32; @%p1 bra LOOP;
        st.global.u32 [%y], %r0;";
    let words: Vec<u32> = (0..70).map(|i| 3 * i + 1).collect();
    let sums = |warp: &[u32]| {
        warp.iter()
            .scan(0, |sum, word| {
                *sum += word;
                Some(*sum)
            })
            .collect::<Vec<_>>()
    };
    let expected: Vec<u32> = words.chunks(32).flat_map(sums).collect();
    assert_eq!(run(statements, 70, &words, 0), Ok(expected));
}

#[test]
fn divided_lanes_vote_among_themselves() {
    let statements = "and.b32 %r0, %t, 1; setp.eq.u32 %p0, %r0, 0;
        @%p0 bra EVEN;
        setp.gt.u32 %p1, %t, 15; vote.sync.ballot.b32 %r1, %p1, 0xaaaaaaaa; bra END;
        EVEN: setp.lt.u32 %p1, %t, 4; vote.sync.ballot.b32 %r1, %p1, 0x55555555;
        END: redux.sync.or.b32 %r2, %r1, -1;
        st.global.u32 [%y], %r1; st.global.u32 [%y+128], %r2;";
    let odd = 0xaaaa_0000;
    let mut expected: Vec<u32> = (0..32).map(|lane| if lane % 2 == 0 { 5 } else { odd }).collect();
    expected.extend([odd | 5; 32]);
    assert_eq!(run(statements, 32, &[0; 64], 0), Ok(expected));
}

#[test]
fn threads_that_have_exited_do_not_count() {
    // 70 of 128 threads have not exited. A barrier for three warps completes, and its `.red` counts
    // 70 threads.
    let statements = "setp.ge.u32 %p0, %t, 70; @%p0 exit;
        bar.sync 1, 96;
        setp.eq.u32 %p1, 0, 0; bar.red.popc.u32 %r0, 2, %p1;
        st.global.u32 [%y], %r0;";
    assert_eq!(run(statements, 128, &[0; 70], 0), Ok(vec![70; 70]));
}

#[test]
fn producers_do_not_wait() {
    let statements = "mov.u32 %r0, s; mad.lo.u32 %r0, %t, 4, %r0; setp.ge.u32 %p0, %t, 32;
        @%p0 bra CONSUMER;
        add.u32 %r1, %t, 100; st.shared.u32 [%r0], %r1; bar.arrive 3, 64; exit;
        CONSUMER: bar.sync 3, 64; ld.shared.u32 %r1, [%r0+-128]; st.global.u32 [%y+-128], %r1;";
    assert_eq!(run(statements, 64, &[0; 32], 0), Ok((100..132).collect()));
}

#[test]
fn atomics_return_the_old_value() {
    // The atomic gives each thread a different number. The numbers are 0 to 63, in some order.
    let kernel = kernel("atom.global.add.u32 %r0, [%x], 1; st.global.u32 [%y+4], %r0;");
    for order in ORDERS {
        let mut buffers = vec![vec![0; 4 * 65]];
        let shape = Shape { blocks: [1, 1, 1], threads: [64, 1, 1] };
        let launch = Launch { shape, shared: 0, order };
        kernel
            .run(&launch, &[Argument::Buffer(0), Argument::Word(0)], &mut buffers)
            .expect("the kernel runs");
        let mut words: Vec<_> = buffers[0].chunks(4).map(|bytes| u32::from(bytes[0])).collect();
        words[1..].sort_unstable();
        assert_eq!(words, [64].into_iter().chain(0..64).collect::<Vec<_>>());
    }
    let inc = "atom.shared.inc.u32 %r0, [s], 4; atom.shared.dec.u32 %r1, [s+4], 4; ld.shared.u32 %r2, [s];
        ld.shared.u32 %r3, [s+4]; mad.lo.u32 %r2, %r2, 10, %r3; st.global.u32 [%y], %r2;";
    assert_eq!(run(inc, 1, &[0], 0), Ok(vec![14]));
}

#[test]
fn short_loads_are_extended() {
    let statements =
        "ld.global.s8 %r0, [%x+3]; ld.global.s16 %rd0, [%x+2]; ld.global.u16 %r1, [%x+2];
        st.global.u32 [%x], %r0; st.global.u64 [%x+8], %rd0; st.global.u32 [%x+4], %r1;";
    let expected = vec![0xffff_ff80, 0x8001, 0xffff_8001, 0xffff_ffff];
    assert_eq!(run(statements, 1, &[0x8001_0000, 0, 0, 0], 0), Ok(expected));
}

#[test]
fn blocks_of_three_dimensions() {
    let text = ".version 8.7 .target sm_90 .address_size 64 .entry k(.param .u64 x) {
        .reg .b64 %x; .reg .b32 %r<8>;
        ld.param.u64 %x, [x]; mov.u32 %r0, %ctaid.z; mov.u32 %r1, %nctaid.x; mov.u32 %r2, %ctaid.x;
        mad.lo.u32 %r0, %r0, %r1, %r2; mov.u32 %r1, %ntid.z; mov.u32 %r2, %tid.z;
        mad.lo.u32 %r0, %r0, %r1, %r2; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x;
        mad.lo.u32 %r0, %r0, %r1, %r2; mad.wide.u32 %x, %r0, 4, %x; st.global.u32 [%x], %r0; ret; }";
    let kernel = Kernel::parse(text, "k").expect("a kernel");
    let shape = Shape { blocks: [2, 1, 2], threads: [3, 1, 5] };
    let mut buffers = vec![vec![255; 240]];
    let launch = Launch { shape, shared: 0, order: Order::Forward };
    kernel.run(&launch, &[Argument::Buffer(0)], &mut buffers).expect("the kernel runs");
    let expected: Vec<u8> = (0..60u32).flat_map(u32::to_le_bytes).collect();
    assert_eq!(buffers[0], expected);
}

#[test]
fn faults_are_errors() {
    let fault =
        |statements: &str, threads: u32| run(statements, threads, &[0; 4], 0).expect_err("a fault");
    assert!(fault("st.global.u32 [%y], 1;", 5).contains("out of bounds"));
    assert!(fault("st.global.u32 [%x+2], 1;", 1).contains("misaligned"));
    // Warp 0 waits at barrier 2, and warp 1 waits at barrier 1. Both barriers wait for two warps.
    let apart = "setp.lt.u32 %p0, %t, 32; @%p0 bra A; bar.sync 1; exit; A: bar.sync 2, 64;";
    assert!(fault(apart, 64).contains("deadlock"));
    let divided = "setp.lt.u32 %p0, %t, 7; @%p0 bra A; bar.sync 0; exit; A: bar.sync 0;";
    assert!(fault(divided, 32).contains("different instructions"));
    assert!(fault("bar.sync 0, 33;", 64).contains("a count of 33"));
    assert!(
        fault("setp.lt.u32 %p0, %t, 32; @%p0 bar.sync 0, 64; @!%p0 bar.sync 0, 32;", 96)
            .contains("counts")
    );
    assert!(fault("vote.sync.ballot.b32 %r0, %p0, 1;", 2).contains("does not contain"));
}
