//! Tests that the programs of the page on findings run, and that their outcome tells whose bits a device gives.

use ptx_conform::device::simulated::{Simulated, engine_whole};
use ptx_conform::device::{Chip, Code, Device, Launch, Whole};
use ptx_conform::findings::{Bits, compare, programs};
use ptx_conform::kernel::Module;
use ptx_run::Options;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn chip(sm: u16) -> Chip {
    Chip { name: "ptx-core itself".into(), sm, driver: 13_010 }
}

#[test]
fn every_kernel_of_the_files_has_a_program() {
    let programs = programs().expect("the page");
    let named: BTreeSet<_> = programs.iter().map(|one| one.entry.as_str()).collect();
    let texts: BTreeSet<_> = programs.iter().map(|one| one.text).collect();
    assert_eq!(texts.len(), 2);
    let kernels = texts.iter().flat_map(|text| text.split(".entry ").skip(1));
    let kernels: BTreeSet<_> = kernels.filter_map(|rest| rest.split('(').next()).collect();
    assert_eq!(named, kernels);
}

/// A device that runs texts as `ptx-run`, and gives a wrong byte for machine code, or an error.
struct Wrong(bool);

impl Device for Wrong {
    fn load(&mut self, _: &[Module]) -> Vec<Result<(), String>> {
        Vec::new()
    }

    fn run(&mut self, _: &Launch<'_>) -> Result<(), String> {
        Ok(())
    }

    fn read(&mut self) -> Result<Vec<u64>, String> {
        Ok(Vec::new())
    }

    fn run_whole(&mut self, whole: &Whole<'_>) -> Result<Vec<Vec<u8>>, String> {
        if self.0 {
            return Err("no memory".into());
        }
        let mut buffers = engine_whole(whole, &Options::default())?;
        if let (Code::Cubin(_), Some(last)) = (whole.code, buffers.last_mut()) {
            last[0] ^= 0x55;
        }
        Ok(buffers)
    }
}

#[test]
fn the_text_gives_its_own_bits() {
    for (sm, count) in [(80, 0), (90, 1), (120, 0)] {
        let findings = compare(&mut Simulated::default(), &chip(sm), None).expect("the page");
        assert!(findings.iter().all(|one| one.bits == Bits::Text), "{findings:?}");
        let of_90a = findings.iter().filter(|one| one.program == "twice").count();
        assert_eq!((findings.is_empty(), of_90a), (sm == 80, count), "sm_{sm}");
    }
    let findings = compare(&mut Wrong(true), &chip(90), None).expect("the page");
    assert!(findings.iter().all(|one| one.bits == Bits::None), "{findings:?}");
    assert_eq!(findings[0].to_string(), "finding shift, driver: not run: no memory");
}

/// The machine code of `-O3` is miscompiled, and that of `-O0` only for the programs that the page names.
#[test]
fn machine_code_gives_other_bits() {
    let Some(ptxas) = std::env::var_os("PTXAS").map(PathBuf::from) else {
        println!("skipped: PTXAS does not lead to an assembler");
        return;
    };
    let chip = chip(90);
    let findings = compare(&mut Simulated::default(), &chip, Some(&ptxas)).expect("the page");
    for level in ["-O0", "-O3"] {
        let of_level = findings.iter().filter(|one| one.code == level);
        let (machine, text): (Vec<_>, Vec<_>) = of_level.partition(|one| one.bits == Bits::Machine);
        assert!(text.iter().all(|one| one.bits == Bits::Text), "{text:?}");
        let machine: Vec<_> = machine.iter().map(|one| one.program.as_str()).collect();
        match level {
            "-O0" => assert_eq!(machine, ["shift", "amount", "permuted"]),
            _ => assert_eq!((machine.len(), text.len()), (programs().expect("the page").len(), 0)),
        }
    }
    let shift = findings.iter().find(|one| one.code == "-O3").expect("a finding").to_string();
    let other = "finding shift, -O3: other bits than the text: buffer 0, element 0: expected \
                 0x0000000000000000 (0), found 0x02468acf13579bde";
    assert!(shift.starts_with(other), "{shift}");

    let findings = compare(&mut Wrong(false), &chip, Some(&ptxas)).expect("the page");
    let of_cubins = findings.iter().filter(|one| one.code != "driver");
    assert!(of_cubins.clone().all(|one| one.bits == Bits::Neither), "{findings:?}");
    assert_eq!(of_cubins.count(), 2 * programs().expect("the page").len());
}
