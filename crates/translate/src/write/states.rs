//! Generates a loop with a `match` on the number of the next block, for a function that cannot be
//! written as nested statements.
//!
//! rustc and LLVM take more than linear time to compile such a loop (`benches/RESULTS.md`, "Compile time"). The blocks
//! of a large function are therefore divided into groups of [`GROUP`]. Each group becomes a separate Rust function
//! with a loop. This function takes the values of the variables that its blocks use. The function returns the number of
//! the next block, and the values that the blocks may have changed.

use super::Writer;
use super::access::accesses;
use super::function::numbered;
use crate::lower::body::{Action, Storage};
use crate::registers::Class;
use crate::rust::binding;
use crate::structure::Structure;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use ptx_module::resolve::flow::{BlockId, Exit};
use quote::quote;
use std::collections::{HashMap, HashSet};

/// The number of blocks in a group. Groups of 16 blocks compile and run faster than groups of 32 or 64 blocks. This was
/// measured with two test functions, one with 8 and one with 40 registers.
const GROUP: usize = 16;

/// The maximum number of blocks in a loop without groups.
const MOST_TOGETHER: usize = 64;

/// Returns whether the blocks of a function are divided into groups.
pub(super) fn are_grouped(structure: &Structure) -> bool {
    matches!(structure, Structure::States(blocks) if blocks.len() > MOST_TOGETHER)
}

impl Writer<'_> {
    /// Generates the loop.
    pub(super) fn states(&self, out: &mut TokenStream, blocks: &[BlockId]) {
        let numbered_block =
            |(place, block): (usize, &BlockId)| (*block, Literal::usize_unsuffixed(place));
        let places: HashMap<_, _> = blocks.iter().enumerate().map(numbered_block).collect();
        let (state, ty) = (binding("state"), self.shared.names.item("U32"));
        if !are_grouped(&self.structure) {
            let arms: Vec<_> = blocks.iter().map(|block| self.arm(*block, &places, None)).collect();
            let arms = numbered(&arms);
            out.extend(quote!(let mut #state: #ty = 0; loop { match #state { #arms } }));
            return;
        }
        let left = Literal::usize_unsuffixed(blocks.len().next_multiple_of(GROUP));
        let mut calls = TokenStream::new();
        for (i, group) in blocks.chunks(GROUP).enumerate() {
            let arms = group.iter().enumerate().map(|(j, block)| {
                let place = Literal::usize_unsuffixed(i * GROUP + j);
                let arm = self.arm(*block, &places, Some(&left));
                quote!(#place => { #arm })
            });
            let body = quote!(loop { match #state { #(#arms)* _ => break } });
            let number = Literal::usize_unsuffixed(i);
            let call = self.group(out, &format!("group{i}"), group, &body);
            calls.extend(quote!(#number => #call,));
        }
        let (size, returned) = (Literal::usize_unsuffixed(GROUP), &self.returned);
        out.extend(quote! {
            let mut #state: #ty = 0;
            loop { match #state / #size { #calls _ => return #returned } }
        });
    }

    /// Generates the statements of a block, which also assign the number of the next block. At an
    /// end of the function, the statements assign `left`, which ends the loop. If `left` is `None`, or
    /// if the block ends with `trap`, the statements leave the function instead.
    fn arm(
        &self,
        block: BlockId,
        places: &HashMap<BlockId, Literal>,
        left: Option<&Literal>,
    ) -> TokenStream {
        let state = binding("state");
        let mut arm = TokenStream::new();
        self.block(&mut arm, block);
        let last = self.blocks[block].last.map(|last| &self.body.steps[last].action);
        let is_trap = matches!(last, Some(Action::Trap { .. }));
        match (&self.blocks[block].exit, left) {
            (Exit::Leave, Some(left)) if !is_trap => {
                arm.extend(quote!(#state = #left;));
            }
            (Exit::Leave, _) => self.leave(&mut arm, block, false),
            (Exit::Jump(to), _) => {
                let to = &places[to];
                arm.extend(quote!(#state = #to;));
            }
            (Exit::Branch(then, otherwise), _) => {
                let condition = self.condition(block, true);
                let (then, otherwise) = (&places[then], &places[otherwise]);
                arm.extend(quote!(#state = if #condition { #then } else { #otherwise };));
            }
            (Exit::Switch(to), _) => {
                let index = self.index(block);
                let arms: Vec<_> = to.iter().map(|to| &places[to]).map(|to| quote!(#to)).collect();
                let arms = numbered(&arms);
                arm.extend(quote!(#state = match #index { #arms };));
            }
        }
        arm
    }

    /// Generates the function for a group of blocks. Returns a statement that calls this function.
    fn group(
        &self,
        out: &mut TokenStream,
        name: &str,
        blocks: &[BlockId],
        body: &TokenStream,
    ) -> TokenStream {
        let (name, state) = (binding(name), binding("state"));
        let number = self.shared.names.item("U32");
        let mut used = HashSet::new();
        mentioned(body, &mut used);
        let is_used = |name: &Ident| used.contains(&name.to_string());
        let written: HashSet<_> = blocks
            .iter()
            .flat_map(|block| accesses(self.body, &self.blocks[*block]))
            .flat_map(|access| access.writes)
            .collect();
        // The generated function takes all its parameters in one tuple, because clippy warns about
        // functions with many parameters.
        let (mut parameters, mut types) = (vec![quote!(mut #state)], vec![quote!(#number)]);
        let (mut arguments, mut results) = (vec![quote!(#state)], vec![quote!(#state)]);
        let mut result_types = types.clone();
        if let Some(thread) = self.thread.as_ref().filter(|thread| is_used(thread)) {
            let ty = self.shared.names.item("Thread");
            let name = silent(thread);
            parameters.push(quote!(#name));
            types.push(quote!(#ty));
            arguments.push(quote!(#thread));
        }
        let memory = binding("memory");
        if is_used(&memory) {
            let ty = self.shared.reach.ty();
            parameters.push(quote!(#memory));
            types.push(quote!(&mut #ty));
            arguments.push(quote!(#memory));
        }
        let byte = self.shared.names.item("U8");
        for local in self.body.locals.iter().filter(|local| is_used(&local.name)) {
            let name = &local.name;
            parameters.push(quote!(mut #name));
            types.push(quote!(&mut [#byte]));
            arguments.push(quote!(&mut #name));
        }
        for (id, variable) in self.body.variables.iter().enumerate() {
            let is_outside = match self.body.parameters.contains(&id) {
                true => !matches!(variable.storage, Storage::Address(_)),
                false => self.classes[id] == Class::Function,
            };
            if !is_outside || !is_used(&variable.name) {
                continue;
            }
            let (name, ty) = (silent(&variable.name), self.storage_type(variable.storage));
            let is_written = written.contains(&id);
            let mutable = is_written.then(|| quote!(mut));
            parameters.push(quote!(#mutable #name));
            arguments.push(quote!(#name));
            if is_written {
                results.push(quote!(#name));
                result_types.push(ty.clone());
            }
            types.push(ty);
        }
        out.extend(quote! {
            #[inline(never)]
            const fn #name((#(#parameters,)*): (#(#types,)*)) -> (#(#result_types,)*) {
                #body
                (#(#results,)*)
            }
        });
        quote!((#(#results,)*) = #name((#(#arguments,)*)))
    }
}

/// Returns a name with the same hygiene, but with a span outside of the user's code. So rustc does not warn about the
/// name.
fn silent(name: &Ident) -> Ident {
    let mut silent = name.clone();
    silent.set_span(name.span().located_at(Span::mixed_site()));
    silent
}

/// Collects the names in a list of tokens.
fn mentioned(tokens: &TokenStream, names: &mut HashSet<String>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) => _ = names.insert(name.to_string()),
            TokenTree::Group(group) => mentioned(&group.stream(), names),
            _ => {}
        }
    }
}
