//! Tests the comparison on simulated devices. If one result bit is wrong, the comparison must report the result. If all
//! bits are correct, it must report no difference. Also tests modules that fail to load, the open questions, the dump
//! files, and the exit codes.

use ptx_conform::compare::{Inputs, Settings, compare, operands_of};
use ptx_conform::device::Chip;
use ptx_conform::device::simulated::{Flip, Simulated};
use ptx_conform::digests::{self, Known};
use ptx_conform::dumps::Dump;
use ptx_conform::instruction::{self, Instruction};
use ptx_conform::kernel::MAX_KERNELS;
use ptx_conform::report::{Outcome, Summary};
use ptx_conform::{host, questions};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

fn chip() -> Chip {
    Chip { name: "ptx-core itself".into(), sm: 90, driver: 13_000 }
}

fn settings(form: Option<&str>) -> Settings {
    Settings { form: form.map(str::to_string), samples: 64, groups: 1, seed: 1 }
}

fn known() -> Known {
    digests::read(&digests::folder()).expect("the digests are readable")
}

fn run(form: Option<&str>, flip: Option<Flip>, known: &Known) -> (Vec<Outcome>, Summary) {
    let mut device = Simulated::new(flip);
    let (mut outcomes, mut summary) = (Vec::new(), Summary::default());
    compare(&mut device, &chip(), &settings(form), known, &mut |outcome, _| {
        summary.add(&outcome);
        outcomes.push(outcome);
    });
    (outcomes, summary)
}

fn find(name: &str) -> Arc<Instruction> {
    let all = instruction::all(&chip().dialect());
    all.into_iter().find(|instruction| instruction.name == name).expect("the form exists")
}

#[test]
fn ptx_core_agrees_with_itself() {
    // Without digests, all forms run on steered operands (near hard cases).
    let (outcomes, summary) = run(None, None, &Known::new());
    assert!(outcomes.len() > 5000, "{}", outcomes.len());
    assert_eq!((summary.equal, summary.exit_code()), (outcomes.len(), 0));
}

/// Flips one result bit of `form`. Tests that the run reports only this form, with the operands, the wrong result and
/// the correct result.
fn one_wrong_bit(form: &str, operands: Vec<u64>) {
    let flip = Flip { form: form.into(), operands: operands.clone() };
    let (outcomes, summary) = run(Some(form), Some(flip), &known());
    assert_eq!((summary.different, summary.exit_code()), (1, 1), "{form}");
    let outcome =
        outcomes.iter().find(|outcome| outcome.mismatches > 0).expect("a form that differs");
    let first = outcome.first.as_ref().expect("the first mismatch");
    assert_eq!(outcome.form, form);
    let instruction = find(form);
    let words = |all: &[String]| {
        all.iter().map(|one| u64::from_str_radix(one, 16).unwrap()).collect::<Vec<_>>()
    };
    let expected = host::results(&instruction, &operands);
    assert_eq!(words(&first.operands), operands, "{form}");
    assert_eq!(words(&first.expected), expected, "{form}");
    let mut flipped = expected;
    flipped[0] ^= 1;
    assert_eq!(words(&first.device), flipped, "{form}");
    println!("{outcome}");
    let line = outcome.to_string();
    let last = format!(
        "first: {} gives {}, ptx-core {}",
        first.operands.join(" "),
        first.device.join(" "),
        first.expected.join(" ")
    );
    assert!(line.starts_with(form) && line.ends_with(&last), "{line}");
}

#[test]
fn one_wrong_bit_is_found() {
    // This form runs on all 16-bit operands.
    one_wrong_bit("cvt.rni.s16.f16", vec![0x7bff]);
    // These forms run on steered operands (near hard cases). Some have carries, predicates or immediates.
    let steered = [
        "fma.rn.f32",
        "div.rz.f64",
        "setp.lt.f32",
        "addc.cc.u32",
        "subc.u64",
        "lop3.b32 0xca",
        "selp.b64",
        "cvt.rn.satfinite.e4m3x2.f32",
        "slct.f32.s32",
        "min.f16x2",
        "vadd4.u32.u32.u32",
    ];
    for form in steered {
        let instruction = find(form);
        let all = operands_of(&instruction, Inputs::Steered(64), 1);
        let width = instruction.sources.len();
        one_wrong_bit(form, all[17 * width..18 * width].to_vec());
    }
}

#[test]
fn one_wrong_bit_of_2_to_the_32_is_found() {
    let known = known();
    for form in ["rcp.approx.ftz.f32", "rcp.rn.f32"] {
        let name = ptx_conform::compare::digest_name(&find(form)).expect("one operand of 32 bits");
        assert!(known.contains_key(&name), "{name}");
        one_wrong_bit(form, vec![0x0012_3456]);
    }
}

#[test]
fn one_wrong_bit_of_a_matrix_is_found() {
    let form = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
    let instruction = find(form);
    let (all, width) =
        (operands_of(&instruction, Inputs::Steered(32), 1), instruction.sources.len());
    let flip = Flip { form: form.into(), operands: all[21 * width..22 * width].to_vec() };
    let (outcomes, summary) = run(Some(form), Some(flip), &Known::new());
    assert_eq!((summary.different, summary.equal), (1, 0));
    let first = outcomes[0].first.as_ref().expect("the first mismatch");
    // Check that the reported row of A, column of B and element of C give the expected result.
    let element = |i: usize| {
        let digits = first.operands[i].as_bytes().chunks(4);
        let word =
            |chunk: &[u8]| u64::from_str_radix(std::str::from_utf8(chunk).unwrap(), 16).unwrap();
        digits.map(word).collect::<Vec<_>>()
    };
    use ptx_core::mma::{Form, Type::*};
    let mma = Form::mma([16, 8, 16], [F32, F16, F16, F32]).build().expect("a form");
    let c = u64::from_str_radix(&first.operands[2], 16).unwrap();
    let d = ptx_core::mma::element(mma, &element(0), &element(1), c, ptx_core::Sm(90)).unwrap();
    assert_eq!(format!("{d:08x}"), first.expected[0]);
    assert_eq!(format!("{:08x}", d ^ 1), first.device[0]);
}

#[test]
fn a_module_that_fails_to_load_affects_only_its_forms() {
    struct Broken(Simulated);
    impl ptx_conform::device::Device for Broken {
        fn load(&mut self, modules: &[ptx_conform::kernel::Module]) -> Vec<Result<(), String>> {
            assert!(modules.iter().all(|module| module.kernels.len() <= MAX_KERNELS));
            let loaded = self.0.load(modules);
            let refused =
                |(i, loaded)| if i == 0 { Err("CUDA_ERROR_INVALID_PTX".into()) } else { loaded };
            loaded.into_iter().enumerate().map(refused).collect()
        }
        fn run(&mut self, launch: &ptx_conform::device::Launch<'_>) -> Result<(), String> {
            self.0.run(launch)
        }
        fn read(&mut self) -> Result<Vec<u64>, String> {
            self.0.read()
        }
    }
    let mut summary = Summary::default();
    let settings = Settings { samples: 1, ..settings(Some("setp")) };
    compare(
        &mut Broken(Simulated::default()),
        &chip(),
        &settings,
        &Known::new(),
        &mut |outcome, _| {
            if outcome.inputs == 0 {
                assert!(outcome.to_string().contains("CUDA_ERROR_INVALID_PTX"), "{outcome}");
            }
            summary.add(&outcome);
        },
    );
    assert!(summary.not_run > 0 && summary.equal > 0 && summary.exit_code() == 1, "{summary}");
}

#[test]
fn every_question_of_a_target_has_an_answer() {
    // Questions on all high words have 2^32 operands and would take too long here, so `WithoutHashes` skips them.
    for sm in [75, 90, 100] {
        let chip = Chip { sm, ..chip() };
        let mut device = WithoutHashes(Simulated::default());
        let answers = questions::answers(&mut device, &chip, &Known::new());
        assert!(answers.len() > 30);
        for answer in &answers {
            assert!(!answer.results.is_empty(), "{answer:?}");
            assert!(!answer.results.starts_with("not "), "{answer:?}");
        }
        let of =
            |form: &str| answers.iter().find(|answer| answer.form == form).expect("the form ran");
        if sm >= 90 {
            // A question is a form with operands for which NVIDIA has not published the results. For the first two
            // questions here, `ptx-core` truncates small products. Products for f32 results become multiples of 2^-158,
            // and products for f16 results become multiples of 2^-46.
            let floor = of("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32");
            let kept = (4..=8).flat_map(|n| (0..=3).map(move |m| n + m <= 9));
            let expected: Vec<_> = kept.map(|is_kept| if is_kept { "1" } else { "0" }).collect();
            assert_eq!(floor.results, expected.join(" "));
            let floor = of("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16");
            assert_eq!(floor.results, "1 1 1 1 1 1 1 1 0 0");
            let clamped = of("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32");
            assert_eq!(clamped.results, "7fffffff 7fffff00 80000000 80000100");
        }
        assert_eq!(of("cvt.rs.f16x2.f32").results.starts_with("the target"), sm != 100);
    }
}

#[test]
fn dumps_are_words() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dumps");
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let written = |form, first: u32| {
        let dump = Dump { form, operands: first..first + 0x100, step: 16 };
        assert_eq!(dump.write(&mut Simulated::default(), &chip(), &folder), Ok(16));
        std::fs::read(folder.join(format!("{form}.bin"))).expect("the file is readable")
    };
    let words = |first: u32, of: fn(u32) -> u32| {
        (0..16).flat_map(|i| of(first + 16 * i).to_le_bytes()).collect::<Vec<_>>()
    };
    let high = written("rcp.approx.ftz.f64", 0x3ff0_0000);
    assert_eq!(high, words(0x3ff0_0000, ptx_core::mufu::rcp64h));
    let tanh = written("tanh.approx.f32", 0x3f00_0000);
    let expected = |x| ptx_core::tanh_approx_f32(f32::from_bits(x)).to_bits();
    assert_eq!(tanh, words(0x3f00_0000, expected));
}

/// A simulated device that skips runs over 2^32 operands.
struct WithoutHashes(Simulated);

impl ptx_conform::device::Device for WithoutHashes {
    fn load(&mut self, modules: &[ptx_conform::kernel::Module]) -> Vec<Result<(), String>> {
        self.0.load(modules)
    }
    fn run(&mut self, launch: &ptx_conform::device::Launch<'_>) -> Result<(), String> {
        if launch.operands.is_empty() { Ok(()) } else { self.0.run(launch) }
    }
    fn read(&mut self) -> Result<Vec<u64>, String> {
        let results = self.0.read()?;
        Ok(if results.is_empty() { vec![0; digests::BLOCKS] } else { results })
    }
}

fn command(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-conform"))
        .args(arguments)
        .output()
        .expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn exit_codes() {
    let (code, out, _) =
        command(&["--simulate", "90", "--quick", "--samples", "32", "--form", "rcp.rn"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(
        out.contains("\nrcp.rn.ftz.f32 ") && out.contains("3 forms equal, 0 different"),
        "{out}"
    );
    if std::path::Path::new("/dev/nvidia0").exists() {
        println!("skipped: the message without a GPU");
        return;
    }
    let (code, out, err) = command(&[]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.starts_with("error: ") && err.lines().count() == 1, "{err}");
}
