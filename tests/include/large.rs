//! Tests a function with 80 basic blocks, each of which may jump to any other. Nested Rust statements cannot express
//! these jumps. To keep the compile time low, the translation divides the blocks into groups. Each group becomes a Rust
//! function.

ptx::include_ptx! {
    "large.ptx"
    fn wander(
        thread: ptx::Thread,
        input: &[u32],
        output: &mut [u32],
        seed: u32,
        steps: u32,
    ) -> (u32, u32);
}

const THREAD: ptx::Thread =
    ptx::Thread { tid: [0; 3], ntid: [1; 3], ctaid: [0; 3], nctaid: [1; 3] };

/// The number of blocks `L0` to `L79` in the file.
const BLOCKS: u32 = 80;

/// Computes the results of `wander` with one loop instead of 80 basic blocks.
fn reference(tid: [u32; 2], input: &[u32], output: &mut [u32], seed: u32, steps: u32) -> [u32; 2] {
    let (mut x, mut left, mut old, mut block, mut counts) = (seed, steps, 0_u32, 0, [0_u32; 4]);
    loop {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223 + block);
        // The PTX code adds -1 to `left` with `add.cc`, which sets the carry flag unless `left` is 0. Then `addc` adds
        // `block` and the carry to `old`.
        old = old.wrapping_add(block + u32::from(left != 0));
        left = left.wrapping_sub(1);
        match block % 4 {
            0 => x ^= input[(x & 7) as usize],
            1 => output[(x & 3) as usize] = x,
            2 => {
                let count = &mut counts[(block % 16 / 4) as usize];
                *count = count.wrapping_add(block);
                x = x.wrapping_add(tid[0]);
            }
            _ => x ^= tid[1],
        }
        if left == 0 {
            return [counts[1] ^ x, old];
        }
        block = (x >> 8) % BLOCKS;
    }
}

#[test]
fn groups_of_blocks() {
    const INPUT: [u32; 8] = [3, 1, 4, 1, 5, 9, 2, 6];
    let thread = ptx::Thread { tid: [7, 9, 0], ..THREAD };
    for seed in 0..100 {
        let steps = 1 + seed * seed;
        let (mut output, mut expected) = ([0; 4], [0; 4]);
        let (first, second) = wander(thread, &INPUT, &mut output, seed, steps);
        let results = reference([7, 9], &INPUT, &mut expected, seed, steps);
        assert_eq!(([first, second], output), (results, expected), "{seed}");
    }
}

#[test]
fn groups_in_const() {
    const RESULTS: (u32, u32, [u32; 4]) = {
        let mut output = [0; 4];
        let (first, second) = wander(THREAD, &[1; 8], &mut output, 1, 500);
        (first, second, output)
    };
    let mut expected = [0; 4];
    let [first, second] = reference([0, 0], &[1; 8], &mut expected, 1, 500);
    assert_eq!(RESULTS, (first, second, expected));
}
