//! Tests where the translation declares registers: in a block, or at the top of the function.

use ptx_translate::registers::{Access, Class, classify};

fn plain(writes: &[usize], reads: &[usize]) -> Access {
    Access { reads: reads.to_vec(), writes: writes.to_vec(), is_guarded: false }
}

#[test]
fn a_register_of_one_block_is_a_let() {
    let blocks = [vec![plain(&[0], &[]), plain(&[1], &[0]), plain(&[2], &[0, 1])]];
    assert_eq!(classify(3, &blocks), [Class::Block, Class::Block, Class::Unread]);
}

#[test]
fn a_register_that_is_written_twice_is_the_functions() {
    let blocks = [vec![plain(&[0], &[]), plain(&[0], &[]), plain(&[], &[0])]];
    assert_eq!(classify(1, &blocks), [Class::Function]);
}

#[test]
fn a_register_read_before_it_is_written_is_the_functions() {
    let around_a_loop = [vec![plain(&[], &[0]), plain(&[0], &[])]];
    assert_eq!(classify(1, &around_a_loop), [Class::Function]);
    let by_one_instruction = [vec![plain(&[0], &[0])]];
    assert_eq!(classify(1, &by_one_instruction), [Class::Function]);
    let never_written = [vec![plain(&[], &[0])]];
    assert_eq!(classify(1, &never_written), [Class::Function]);
}

#[test]
fn a_register_read_in_another_block_is_the_functions() {
    let blocks = [vec![plain(&[0, 1], &[]), plain(&[], &[1])], vec![plain(&[], &[0])]];
    assert_eq!(classify(2, &blocks), [Class::Function, Class::Block]);
}

#[test]
fn a_register_written_under_a_guard_is_the_functions() {
    let guarded = Access { is_guarded: true, ..plain(&[0], &[]) };
    assert_eq!(classify(1, &[vec![guarded, plain(&[], &[0])]]), [Class::Function]);
}
