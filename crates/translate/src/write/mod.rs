//! Generates Rust from lowered functions.

mod access;
mod function;
mod memory;
mod statement;
mod states;
mod value;
mod variable;

pub(crate) use memory::{Reach, Slice, alias};
pub(crate) use variable::variable;

use crate::lower::body::Body;
use crate::registers::{Class, classify};
use crate::rust::Names;
use crate::structure::{Structure, structure};
use proc_macro2::{Ident, TokenStream};
use ptx_module::resolve::Fault;
use ptx_module::resolve::flow::{Block, NoLabel, blocks};
use std::collections::HashMap;

/// The maximum number of basic blocks in a function. The time in which rustc compiles the translated function grows
/// faster than the number of blocks.
const MOST_BLOCKS: usize = 4096;

/// The Rust name of a called function, and the arguments that the Rust function takes in addition to
/// the PTX parameters.
#[derive(Debug)]
pub(crate) struct Helper {
    pub(crate) name: Ident,
    pub(crate) reads_thread: bool,
    pub(crate) uses_memory: bool,
}

/// The data that the writers of a declared function and its callees share.
pub(crate) struct Shared<'s> {
    pub(crate) names: &'s Names,
    pub(crate) helpers: &'s HashMap<&'s str, Helper>,
    pub(crate) reach: &'s Reach,
}

/// Generates the Rust of one function.
pub(crate) struct Writer<'s> {
    shared: &'s Shared<'s>,
    body: &'s Body<'s>,
    classes: Vec<Class>,
    blocks: Vec<Block>,
    structure: Structure,
    /// The name of the `Thread` parameter, if any.
    thread: Option<Ident>,
    /// The object number (`write/memory.rs`) of the first `.local` array.
    first_local: u64,
    /// The expression that the function returns.
    returned: TokenStream,
}

impl<'s> Writer<'s> {
    pub(crate) fn new(
        shared: &'s Shared<'s>,
        body: &'s Body<'s>,
        at: &ptx_module::syntax::Span,
        thread: Option<Ident>,
        first_local: u64,
        returned: TokenStream,
    ) -> Result<Self, Fault> {
        let blocks = blocks(&body.lines).map_err(|NoLabel(_)| {
            Fault::new(at.clone(), "a jump leads to no label of the function")
        })?;
        // The last block is the end of the function.
        if blocks.len() > MOST_BLOCKS + 1 {
            let what = format!("a function of more than {MOST_BLOCKS} blocks is not supported");
            return Err(Fault::new(at.clone(), what));
        }
        let accesses: Vec<_> = blocks.iter().map(|block| access::accesses(body, block)).collect();
        let mut classes = classify(body.variables.len(), &accesses);
        let exits: Vec<_> = blocks.iter().map(|block| block.exit.clone()).collect();
        let structure = structure(&exits);
        if states::are_grouped(&structure) {
            // Each group of blocks is a separate Rust function (`states.rs`). One of these functions may compute a
            // result, and another may return the result. So declare the results at the top of the whole function,
            // not in a block.
            for id in &body.returns {
                if classes[*id] == Class::Block {
                    classes[*id] = Class::Function;
                }
            }
        }
        Ok(Self { shared, body, classes, blocks, structure, thread, first_local, returned })
    }
}
