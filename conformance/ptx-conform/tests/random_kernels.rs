//! Tests that the comparison of random kernels reports a wrong byte or an error of the device, and nothing for a
//! correct device.

use ptx_conform::device::simulated::Simulated;
use ptx_conform::device::{Device, Launch, Whole};
use ptx_conform::kernel::Module;
use ptx_conform::random_kernels::{Difference, compare};

#[test]
fn a_simulated_device_gives_the_bytes_of_the_engine() {
    let kernels = compare(&mut Simulated::default(), 40);
    assert_eq!((kernels.equal + kernels.left_out, &*kernels.different), (40, &[][..]));
    assert!(kernels.equal > 5, "{kernels}");
}

/// A device that returns one wrong byte or an error.
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
        let mut buffers = Simulated::default().run_whole(whole)?;
        buffers[2][5] ^= 0x40;
        Ok(buffers)
    }
}

#[test]
fn a_difference_names_the_byte() {
    let kernels = compare(&mut Wrong(false), 10);
    let Some(Difference { seed, what }) = kernels.different.first() else { panic!("{kernels}") };
    assert!(what.starts_with("buffer 2, byte 5: "), "{what}");
    assert!(kernels.to_string().starts_with(&format!("random kernel {seed}: buffer 2, byte 5: ")));
    let refused = compare(&mut Wrong(true), 10);
    assert_eq!(refused.different[0].what, "no memory");
    assert_eq!(refused.different.len(), kernels.different.len());
}
