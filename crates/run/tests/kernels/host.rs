//! Tests buffers with borrowed bytes, buffers at addresses of their own, and the functions for parts of a memory.

use crate::support::{INDEX, REGISTERS, module, run};
use ptx_run::{Content, Fault, FaultKind, Grid, Memory, Module, Options};

/// Returns a module whose kernel adds 1 to each word of `p`, and stores the sums through the pointers at `q`.
fn scatter() -> Module {
    module(&format!(
        ".visible .entry k(.param .u64 p, .param .u64 q) {{
            {REGISTERS} {INDEX}
            ld.param.u64 %rd4, [q];
            mul.wide.u32 %rd5, %r1, 8;
            add.s64 %rd6, %rd4, %rd5;
            ld.global.u32 %r5, [%rd2];
            add.u32 %r5, %r5, 1;
            ld.global.u64 %rd7, [%rd6];
            st.global.u32 [%rd7], %r5;
            ret;
        }}"
    ))
}

/// Launches `scatter` with as many threads as there are pointers.
fn launch(x: &mut [u8], y: &mut [&mut [u8]], pointers: &[u64]) -> Result<(), Fault> {
    let mut memory = Memory::new();
    let expect = "the buffers do not overlap";
    let x = memory.add_host(x, false).expect(expect);
    for (i, y) in y.iter_mut().enumerate() {
        let buffer = memory.add_host(&mut **y, false).expect(expect);
        memory.set_name(buffer, &format!("y{i}"));
    }
    let pointers = memory.add(pointers);
    let kernel = scatter().kernel("k").expect("a kernel");
    let grid = Grid::new(1, (memory.bytes(pointers).len() / 8) as u32);
    kernel.launch(grid, &[x.into(), pointers.into()], &mut memory, &Options::default())?;
    Ok(())
}

fn address(bytes: &[u8]) -> u64 {
    bytes.as_ptr().addr() as u64
}

/// Returns the part of a vector that starts at a multiple of 16, so that tests do not depend on the allocator.
fn aligned(bytes: &mut [u8]) -> &mut [u8] {
    let start = bytes.as_ptr().addr().next_multiple_of(16) - bytes.as_ptr().addr();
    &mut bytes[start..]
}

#[test]
fn pointers_that_lie_in_memory_reach_host_buffers() {
    let mut all = [vec![0; 64], vec![0; 64], vec![0; 64]];
    let [x, first, second] = all.each_mut().map(|bytes| &mut aligned(bytes)[..16]);
    x.copy_from_slice(&[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]);
    let pointers = [address(second), address(first) + 4, address(first), address(second) + 12];
    launch(x, &mut [first, second], &pointers).unwrap_or_else(|fault| panic!("{fault}"));
    let [_, first, second] = all.each_mut().map(|bytes| &mut aligned(bytes)[..16]);
    assert_eq!(first, [4, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(second, [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0]);
}

#[test]
fn an_access_outside_of_host_buffers_names_the_nearest() {
    // The second pointer faults after the first thread has written, so the launch restores the first byte.
    let message = |offset: i64| {
        let mut memory = [0; 256];
        let memory = aligned(&mut memory);
        let (x, rest) = memory.split_at_mut(64);
        let (_, rest) = rest.split_at_mut(16);
        let (y, _) = rest.split_at_mut(32);
        let start = address(y);
        let pointers = [start, start.wrapping_add_signed(offset)];
        let fault = launch(x, &mut [&mut *y], &pointers).expect_err("a fault");
        assert_eq!(y, [0; 32]);
        (fault.kind, fault.message.clone())
    };
    let outside = |text: &str| (FaultKind::OutOfBounds, text.to_owned());
    assert_eq!(
        message(32),
        outside("out of bounds: writes 4 bytes at offset 32 of buffer `y0` (32 bytes)")
    );
    assert_eq!(
        message(-8),
        outside("out of bounds: writes 4 bytes at offset -8 of buffer `y0` (32 bytes)")
    );
    assert_eq!(
        message(-12),
        outside(
            "out of bounds: writes 4 bytes at offset 68 of the buffer of parameter 0 (64 bytes)"
        )
    );
    let misaligned = "misaligned: writes 4 bytes at offset 2 of buffer `y0` (32 bytes)";
    assert_eq!(message(2), (FaultKind::Misaligned, misaligned.to_owned()));
}

#[test]
fn alignment_is_that_of_the_address() {
    let mut memory = Memory::new();
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} st.global.u32 [%rd2], %r1; ret; }}"
    );
    let kernel = module(&text).kernel("k").expect("a kernel");
    let buffer = memory.add_at(0x7f00_0000_0002, vec![0; 64], false).expect("a free address");
    for threads in [1, 4] {
        let launched = kernel.launch(
            Grid::new(1, threads),
            &[buffer.into()],
            &mut memory,
            &Options::default(),
        );
        let fault = launched.expect_err("a fault");
        assert_eq!(
            fault.message,
            "misaligned: writes 4 bytes at offset 0 of the buffer of parameter 0 (64 bytes)"
        );
        assert_eq!(
            fault.notes,
            ["the buffer starts at address 0x7f0000000002, which is not a multiple of 4"]
        );
    }
    run(&text, Grid::new(3, 5), &[buffer.at(2)], &mut memory);
    assert_eq!(memory.read_at::<u32>(buffer, 2, 15), (0..15).collect::<Vec<_>>());
    assert_eq!(memory.read_at::<u8>(buffer, 0, 2), [0, 0]);
}

#[test]
fn shared_bytes_are_read_only() {
    let x = [1u8, 0, 0, 0];
    let mut memory = Memory::new();
    let p = memory.add_bytes(&x[..], false);
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} st.global.u32 [%rd2], %r1; ret; }}"
    );
    let kernel = module(&text).kernel("k").expect("a kernel");
    let fault = kernel.launch(Grid::new(1, 1), &[p.into()], &mut memory, &Options::default());
    assert_eq!(fault.expect_err("a fault").kind, FaultKind::ReadOnly);
}

#[test]
fn the_engine_has_no_address_of_a_process() {
    let mut memory = Memory::new();
    assert!(memory.add(&[0u8]).address() >= 1 << 56);
    let fault = memory.add_at((1 << 56) - 4, vec![0; 5], false).expect_err("the engine's address");
    assert_eq!(
        fault.to_string(),
        "5 bytes at address 0xfffffffffffffc end after 0x100000000000000, where the engine's own addresses begin"
    );
}

#[test]
fn buffers_at_addresses_of_their_own_do_not_overlap() {
    let mut memory = Memory::new();
    let mut add = |address, length| memory.add_at(address, vec![0; length], false).is_ok();
    let cases = [
        (0x1000, 16, true),
        (0x1020, 16, true),
        (0x1010, 16, true),
        (0x0ff0, 17, false),
        (0x1000, 1, false),
        (0x100f, 1, false),
        (0x0f00, 0x1000, false),
        (0x102f, 16, false),
        (0x1030, 16, true),
        (0x0ff0, 16, true),
        // A buffer without bytes has no address.
        (0x1008, 0, true),
    ];
    for (address, length, is_free) in cases {
        assert_eq!(add(address, length), is_free, "{address:x} {length}");
    }
    for (address, offset) in [(0x1000, 0), (0x100f, 15), (0x1010, 0), (0x103f, 15), (0x1040, 16)] {
        assert_eq!(memory.find(address).map(|found| found.1), Some(offset), "{address:x}");
    }
    for address in [0, 0xfef, 0x1041] {
        assert_eq!(memory.find(address), None, "{address:x}");
    }
}

#[test]
fn removed_buffers_leave_their_number() {
    let mut memory = Memory::new();
    let [a, b, c] = [1u32, 2, 3].map(|value| memory.add(&[value]));
    let Content::Owned(bytes) = memory.remove(b) else { panic!("owned bytes") };
    assert_eq!(bytes, [2, 0, 0, 0]);
    assert_eq!(memory.find(b.address()), None);
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} st.global.u32 [%rd2], %r1; ret; }}"
    );
    let kernel = module(&text).kernel("k").expect("a kernel");
    let fault = kernel.launch(Grid::new(1, 1), &[b.into()], &mut memory, &Options::default());
    assert!(fault.expect_err("a fault").message.ends_with("in no buffer"));
    let host = memory.add_at(0x5000, vec![4, 0, 0, 0], false).expect("a free address");
    assert_eq!(host.address(), 0x5000);
    memory.remove(host);
    assert_eq!(memory.add(&[5u32]), b);
    assert_eq!([a, b, c].map(|buffer| memory.read::<u32>(buffer)), [[1], [5], [3]]);
    memory.write_at(c, 2, &[7_u16]);
    assert_eq!(memory.read::<u32>(c), [7 << 16 | 3]);
}

#[test]
fn a_module_has_variables_of_its_own() {
    let module =
        |value| module(&format!(".global .u32 v = {value}; .visible .entry k() {{ ret; }}"));
    let (first, second) = (module(1), module(2));
    let mut memory = Memory::new();
    first.create_variables(&mut memory).expect("a module without errors");
    second.create_variables(&mut memory).expect("a module without errors");
    let value = |memory: &Memory<'_>, module| {
        memory.variable_in(module, "v").map(|variable| memory.read::<u32>(variable))
    };
    assert_eq!(value(&memory, &first), Some(vec![1]));
    assert_eq!(value(&memory, &second), Some(vec![2]));
    let listed = memory.variables_in(&second);
    assert_eq!(listed.iter().map(|one| one.0.name.as_str()).collect::<Vec<_>>(), ["v"]);
    assert_eq!(memory.read::<u32>(listed[0].1), [2]);
    memory.unlink(&first);
    assert_eq!(value(&memory, &first), None);
    assert_eq!(value(&memory, &second), Some(vec![2]));
    first.create_variables(&mut memory).expect("a module without errors");
    assert_eq!(value(&memory, &first), Some(vec![1]));
}

/// The other buffer keeps its addresses.
#[test]
fn the_addresses_of_a_removed_buffer_are_free() {
    let mut memory = Memory::new();
    let [x, _] = [0x10_0000, 0x20_0000]
        .map(|address| memory.add_at(address, vec![0; 64], false).expect("a free address"));
    memory.remove(x);
    memory.add_at(0x10_0000, vec![0; 64], false).expect("a free address");
    assert!(memory.add_at(0x20_0020, vec![0; 64], false).is_err());
}

#[test]
#[should_panic(expected = "source slice length")]
fn a_buffer_at_an_address_of_its_own_keeps_its_size() {
    let mut memory = Memory::new();
    let x = memory.add_at(0x10_0000, vec![0; 8], false).expect("a free address");
    memory.write(x, &[1_u32, 2]);
    assert_eq!(memory.read::<u32>(x), [1, 2]);
    memory.write(x, &[1_u32, 2, 3]);
}
