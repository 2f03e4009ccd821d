//! Tests that the nested statements run the same blocks as the graph, in the same order.

mod graphs;

use graphs::{Choices, is_reducible, reducible, run_graph};
use proptest::prelude::*;
use ptx_module::resolve::flow::{BlockId, Exit};
use ptx_translate::structure::{DEEPEST, Node, Structure, structure};
use test_support::{assert_linear, sample};

/// The maximum number of blocks in a run.
const LONGEST: usize = 300;

/// How the run of a list of statements ended.
enum End {
    /// The run passed the last statement of the list.
    Through,
    Break(BlockId),
    Continue(BlockId),
    Left,
}

struct Run<'a> {
    exits: &'a [Exit],
    choices: Choices,
    trace: Vec<BlockId>,
    /// The index of the successor that the last block chose.
    chosen: usize,
}

impl Run<'_> {
    /// Runs statements like Rust does.
    fn nodes(&mut self, nodes: &[Node]) -> End {
        for node in nodes {
            match self.node(node) {
                End::Through => {}
                end => return end,
            }
        }
        End::Through
    }

    fn node(&mut self, node: &Node) -> End {
        match node {
            Node::Block(block) => {
                if self.trace.len() == LONGEST {
                    return End::Left;
                }
                self.trace.push(*block);
                self.chosen = self.choices.next(&self.exits[*block]);
                End::Through
            }
            Node::If { block, wanted, nodes } => {
                assert_eq!(self.trace.last(), Some(block));
                // Successor 0 is the target for a true condition.
                if (self.chosen == 0) != *wanted {
                    return End::Through;
                }
                let end = self.nodes(nodes);
                assert!(!matches!(end, End::Through), "an `if` ends by itself");
                end
            }
            Node::Match(block, arms) => {
                assert_eq!(self.trace.last(), Some(block));
                let end = self.nodes(&arms[self.chosen]);
                assert!(!matches!(end, End::Through), "an arm ends by itself");
                end
            }
            Node::Labelled(label, nodes) => match self.nodes(nodes) {
                End::Break(to) if to == *label => End::Through,
                end => end,
            },
            Node::Loop(label, nodes) => loop {
                match self.nodes(nodes) {
                    End::Through => {}
                    End::Continue(to) if to == *label => {}
                    end => return end,
                }
            },
            Node::Break(to) => End::Break(*to),
            Node::Continue(to) => End::Continue(*to),
            Node::Leave(block) => {
                assert_eq!(self.trace.last(), Some(block));
                End::Left
            }
        }
    }
}

/// Counts how often each block is generated. Returns the nesting depth.
fn written(nodes: &[Node], count: &mut [usize], depth: usize) -> usize {
    let each = nodes.iter().map(|node| match node {
        Node::Block(block) => {
            count[*block] += 1;
            depth
        }
        Node::If { nodes, .. } | Node::Labelled(_, nodes) | Node::Loop(_, nodes) => {
            written(nodes, count, depth + 1)
        }
        Node::Match(_, arms) => {
            arms.iter().map(|arm| written(arm, count, depth + 1)).max().unwrap_or(depth)
        }
        Node::Break(_) | Node::Continue(_) | Node::Leave(_) => depth,
    });
    each.max().unwrap_or(depth)
}

/// Returns whether every label is used. The compiler warns about unused labels.
fn labels_are_used(nodes: &[Node]) -> bool {
    fn uses(nodes: &[Node], wanted: &Node) -> bool {
        nodes.iter().any(|node| match node {
            Node::If { nodes, .. } | Node::Labelled(_, nodes) | Node::Loop(_, nodes) => {
                uses(nodes, wanted)
            }
            Node::Match(_, arms) => arms.iter().any(|arm| uses(arm, wanted)),
            node => node == wanted,
        })
    }
    nodes.iter().all(|node| match node {
        Node::Labelled(label, nodes) => uses(nodes, &Node::Break(*label)) && labels_are_used(nodes),
        Node::If { nodes, .. } | Node::Loop(_, nodes) => labels_are_used(nodes),
        Node::Match(_, arms) => arms.iter().all(|arm| labels_are_used(arm)),
        _ => true,
    })
}

/// Compares runs of a graph with runs of its nested statements. Returns the nesting depth.
fn compare(exits: &[Exit]) -> Option<usize> {
    let Structure::Nested(nodes) = structure(exits) else { return None };
    let mut count = vec![0; exits.len()];
    let depth = written(&nodes, &mut count, 0);
    assert!(depth <= DEEPEST);
    assert!(count.iter().all(|count| *count <= 1), "a block is written twice");
    assert!(labels_are_used(&nodes), "{nodes:?}");
    for seed in 0..16 {
        let expected = run_graph(exits, Choices::new(seed), LONGEST);
        let mut run = Run { exits, choices: Choices::new(seed), trace: Vec::new(), chosen: 0 };
        let end = run.nodes(&nodes);
        assert!(matches!(end, End::Left), "control leaves no function by its end");
        assert_eq!(run.trace, expected, "{exits:?}\n{nodes:?}");
    }
    Some(depth)
}

fn any_exit(count: usize) -> impl Strategy<Value = Exit> {
    prop_oneof![
        1 => Just(Exit::Leave),
        4 => (0..count).prop_map(Exit::Jump),
        8 => (0..count, 0..count).prop_map(|(then, otherwise)| Exit::Branch(then, otherwise)),
        1 => prop::collection::vec(0..count, 1..5).prop_map(Exit::Switch),
    ]
}

fn any_graph() -> impl Strategy<Value = Vec<Exit>> {
    (1..14_usize).prop_flat_map(|count| prop::collection::vec(any_exit(count), count))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(sample(20_000, 10) as u32) })]

    #[test]
    fn any_graph_runs_alike(exits in any_graph()) {
        let depth = compare(&exits);
        prop_assert_eq!(depth.is_some(), is_reducible(&exits));
    }

    #[test]
    fn reducible_graphs_nest(exits in reducible(60)) {
        prop_assert!(is_reducible(&exits));
        prop_assert!(compare(&exits).is_some());
    }
}

#[test]
fn chains_do_not_nest() {
    // Graphs of about 3000 blocks in a row: plain jumps, early exits, and loops.
    let straight = |i: usize| if i == 2999 { Exit::Leave } else { Exit::Jump(i + 1) };
    assert_eq!(compare(&(0..3000).map(straight).collect::<Vec<_>>()), Some(0));
    let exits = |i: usize| match i {
        2999 | 3000 => Exit::Leave,
        i if i % 2 == 0 => Exit::Branch(i + 2, i + 1),
        _ => Exit::Leave,
    };
    assert_eq!(compare(&(0..3001).map(exits).collect::<Vec<_>>()), Some(1));
    let loops = |i: usize| if i == 2999 { Exit::Leave } else { Exit::Branch(i, i + 1) };
    assert_eq!(compare(&(0..3000).map(loops).collect::<Vec<_>>()), Some(3));
}

#[test]
fn what_nests_too_deep_becomes_states() {
    // `count` nested loops, each with a separate exit.
    let nested = |count: usize| {
        let inner = (0..count).map(|i| Exit::Jump(i + 1));
        let back = (0..count).rev().map(|i| Exit::Branch(i, 2 * count - i + 1));
        inner.chain([Exit::Jump(count + 1)]).chain(back).chain([Exit::Leave]).collect::<Vec<_>>()
    };
    assert!(is_reducible(&nested(40)));
    assert!(compare(&nested(40)).is_some());
    assert!(matches!(structure(&nested(120)), Structure::States(_)));
}

#[test]
fn no_graph_overflows_the_stack_or_takes_long() {
    type Shape = (&'static str, fn(usize, usize) -> Exit);
    let shapes: [Shape; 6] = [
        ("jumps anywhere", |i, count| Exit::Branch((i + 1) % count, i * 7 % count)),
        ("jumps to the start", |i, count| Exit::Branch((i + 1) % count, 0)),
        ("jumps to the end", |i, count| match i + 1 {
            next if next == count => Exit::Leave,
            next => Exit::Branch(count - 1, next),
        }),
        ("skips of one", |i, count| match i + 2 {
            next if next >= count => Exit::Leave,
            next => Exit::Branch(i + 1, next),
        }),
        ("a table of all", |i, count| match i {
            0 => Exit::Switch((0..count).collect()),
            _ => Exit::Jump((i + 1) % count),
        }),
        ("jumps back by one", |i, count| match i + 1 {
            next if next == count => Exit::Leave,
            next => Exit::Branch(i.saturating_sub(1), next),
        }),
    ];
    for (name, exit) in shapes {
        let graph = |count| (0..count).map(|i| exit(i, count)).collect::<Vec<_>>();
        assert_linear(name, 512, graph, |exits| drop(structure(&exits)));
    }
}
