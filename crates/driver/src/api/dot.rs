//! The description of a graph as a DOT file.

use crate::api::node::number;
use crate::border::exported;
use crate::code::*;
use crate::graph::*;
use crate::pointer::text;
use crate::state::{State, find, healthy};
use std::ffi::c_char;
use std::fmt::Write as _;

/// Returns the label of a node: its type, and the name of its kernel.
fn label(state: &State, operation: &Operation) -> String {
    let name = match operation.kind() {
        KERNEL => "KERNEL",
        COPY => "MEMCPY",
        FILL => "MEMSET",
        HOST => "HOST",
        CHILD => "GRAPH",
        WAIT => "WAIT_EVENT",
        RECORD => "EVENT_RECORD",
        ALLOCATE => "MEM_ALLOC",
        FREE => "MEM_FREE",
        _ => "EMPTY",
    };
    let kernel = match operation {
        Operation::Launch { function, .. } => state.functions.get(function),
        _ => None,
    };
    let kernel = kernel.map_or(String::new(), |one| format!(" {}", one.name.to_string_lossy()));
    format!("{name}{}", kernel.replace(['"', '\\'], "_"))
}

/// Writes a graph, and the graphs of its nodes.
fn describe(state: &State, graph: u64, to: &mut String) -> Outcome {
    let id = number(graph);
    let node = |handle: u64| format!("\"graph_{id}_node_{}\"", number(handle));
    // Writing to a string does not fail.
    let _ = writeln!(to, "subgraph cluster_{id} {{\nlabel=\"graph_{id}\";");
    let handles = &find(&state.graphs, graph)?.nodes;
    for handle in handles {
        let known = find(&state.nodes, *handle)?;
        let label = label(state, &known.operation);
        let _ = writeln!(to, "{}[label=\"{}\\n{label}\"];", node(*handle), number(*handle));
        for before in &known.after {
            let _ = writeln!(to, "{} -> {};", node(*before), node(*handle));
        }
    }
    to.push_str("}\n");
    for handle in handles {
        if let Operation::Graph(child) = find(&state.nodes, *handle)?.operation {
            describe(state, child, to)?;
        }
    }
    Ok(())
}

exported! {
    fn cuGraphDebugDotPrint(graph: u64, path: *const c_char, _flags: u32) {
        let path = text(path)?;
        let mut description = String::from("digraph dot {\n");
        describe(&*healthy()?, graph, &mut description)?;
        description.push_str("}\n");
        std::fs::write(path, description).map_err(|_| OPERATING_SYSTEM)
    }
}
