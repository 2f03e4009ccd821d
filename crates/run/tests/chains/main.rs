//! Tests carry chains that mix sums and differences: in the engine, and in Rust that `include_ptx!` translates.
#![forbid(unsafe_code)]

mod program;
mod random;

use program::{DOUBLES, Program, Registers, WORDS};
use ptx_run::{Grid, Memory, Module, Options};
use random::Random;
use test_support::sample;

/// The number of threads of a launch.
const THREADS: u32 = 48;

const HEADER: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

type Kernel = fn(ptx::Thread, &mut [u32], &mut [u64]);

macro_rules! kernels {
    ($($name:ident)*) => {
        ptx::include_ptx! {
            "chains.ptx"
            $(fn $name(thread: ptx::Thread, words: &mut [u32], doubles: &mut [u64]);)*
        }

        /// The kernels of `chains.ptx`, translated.
        const KERNELS: &[(&str, Kernel)] = &[$((stringify!($name), $name)),*];
    };
}

kernels! {
    chain0 chain1 chain2 chain3 chain4 chain5 chain6 chain7 chain8 chain9 chain10 chain11 chain12 chain13 chain14
    chain15 chain16 chain17 chain18 chain19 chain20 chain21 chain22 chain23 chain24 chain25 chain26 chain27 chain28
    chain29 chain30 chain31 chain32 chain33 chain34 chain35 chain36 chain37 chain38 chain39
}

/// Returns the program of a kernel in `chains.ptx`.
fn program(seed: u64) -> Program {
    Program::new(&mut Random::new(seed + 1))
}

/// Returns the initial registers of each thread.
fn registers(seed: u64) -> Vec<Registers> {
    let mut random = Random::new(seed ^ 0x5eed);
    let thread = |_| Registers {
        words: std::array::from_fn(|_| random.edge(32) as u32),
        doubles: std::array::from_fn(|_| random.edge(64)),
        predicates: std::array::from_fn(|_| random.below(2) == 0),
    };
    (0..THREADS).map(thread).collect()
}

/// Returns the parameters of a kernel: the words and the doubles of all threads.
fn parameters(registers: &[Registers]) -> (Vec<u32>, Vec<u64>) {
    let words = |one: &Registers| [&one.words[..], &one.predicates.map(u32::from)].concat();
    let doubles = registers.iter().flat_map(|one| one.doubles).collect();
    (registers.iter().flat_map(words).collect(), doubles)
}

fn expected(program: &Program, mut registers: Vec<Registers>) -> (Vec<u32>, Vec<u64>) {
    registers.iter_mut().for_each(|one| program.run(one));
    parameters(&registers)
}

/// Runs the first kernel of a text in the engine.
fn launched(text: &str, (words, doubles): &(Vec<u32>, Vec<u64>)) -> (Vec<u32>, Vec<u64>) {
    let module = Module::new("chains.ptx", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let name = &module.kernels()[0].name;
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut memory = Memory::new();
    let (words, doubles) = (memory.add(words), memory.add(doubles));
    let grid = Grid::new(1, THREADS);
    let launched =
        kernel.launch(grid, &[words.into(), doubles.into()], &mut memory, &Options::default());
    launched.unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    (memory.read(words), memory.read(doubles))
}

#[test]
fn random_chains_give_exact_integers_in_the_engine() {
    for seed in 0..sample(20_000, 40) as u64 {
        let (program, registers) = (program(seed), registers(seed));
        let text = format!("{HEADER}{}", program.text("k"));
        let found = launched(&text, &parameters(&registers));
        assert_eq!(found, expected(&program, registers), "seed {seed}\n{text}");
    }
}

#[test]
fn random_chains_give_exact_integers_in_translated_rust() {
    for (seed, (name, kernel)) in (0..).zip(KERNELS) {
        let program = program(seed);
        for registers in (0..20).map(|more| registers(1000 * (more + 1) + seed)) {
            let (mut words, mut doubles) = parameters(&registers);
            for thread in ptx::grid([1, 1, 1], [THREADS, 1, 1]) {
                kernel(thread, &mut words, &mut doubles);
            }
            let text = program.text(name);
            assert_eq!((words, doubles), expected(&program, registers), "{text}");
        }
    }
}

/// Tests that `chains.ptx` is up to date. With `PTX_GOLDEN=overwrite`, writes the file instead.
#[test]
fn translated_chains_are_the_generated_ones() {
    let note = "// Generated: PTX_GOLDEN=overwrite cargo test -p ptx-run --test chains\n";
    let kernels = (0..).zip(KERNELS).map(|(seed, (name, _))| program(seed).text(name));
    let text = format!("{note}{HEADER}{}", kernels.collect::<String>());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chains/chains.ptx");
    if std::env::var_os("PTX_GOLDEN").is_some_and(|value| value == "overwrite") {
        std::fs::write(path, &text).expect("a writable file");
    }
    assert!(std::fs::read_to_string(path).expect("a file") == text, "chains.ptx is outdated");
}

/// Tests the chains of `tests/chains.tsv`, with the operands as numbers and in registers.
#[test]
fn mixed_chains_pass_the_carry_of_the_machine() {
    let rows = include_str!("../../../../tests/chains.tsv").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let (chain, results) = row.split_once('\t').expect("a chain and results");
        for in_registers in [false, true] {
            let mut body = String::new();
            for (i, (instruction, result)) in chain.split("; ").zip(results.split(' ')).enumerate()
            {
                let (spelling, sources) = instruction.split_once(' ').expect("operands");
                let bits = 4 * result.len();
                let mut names = Vec::new();
                for (k, source) in sources.split(", ").enumerate() {
                    names.push(match in_registers {
                        true => format!("%s{i}_{k}"),
                        false => source.to_string(),
                    });
                    body.insert_str(
                        0,
                        &format!(".reg .b{bits} %s{i}_{k}; mov.b{bits} %s{i}_{k}, {source};\n"),
                    );
                }
                let sources = names.join(", ");
                body += &format!(".reg .b{bits} %o{i};\n{spelling} %o{i}, {sources};\n");
            }
            for (i, result) in results.split(' ').enumerate() {
                body += &format!("st.global.b{} [%a+{}], %o{i};\n", 4 * result.len(), 8 * i);
            }
            let text = format!(
                "{HEADER}.visible .entry k(.param .u64 words, .param .u64 doubles) {{\n\
                 .reg .b64 %a; ld.param.u64 %a, [doubles];\n{body}ret;\n}}\n"
            );
            let zeros = (vec![0; WORDS], vec![0; DOUBLES]);
            let number = |digits| u64::from_str_radix(digits, 16).expect("hexadecimal digits");
            let expected: Vec<_> = results.split(' ').map(number).collect();
            assert_eq!(launched(&text, &zeros).1[..expected.len()], expected, "{text}");
        }
    }
}
