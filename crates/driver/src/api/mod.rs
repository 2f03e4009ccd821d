//! The functions of the Driver API.

pub(crate) mod context;
pub(crate) mod copy;
pub(crate) mod dependency;
pub(crate) mod device;
pub(crate) mod dot;
pub(crate) mod event;
pub(crate) mod function;
pub(crate) mod graph;
pub(crate) mod launch;
mod link;
pub(crate) mod memory;
mod missing;
pub(crate) mod module;
pub(crate) mod node;
pub(crate) mod occupancy;
pub(crate) mod pool;
pub(crate) mod procedure;
pub(crate) mod set;
pub(crate) mod stream;
mod tensor_map;
pub(crate) mod user_object;

use crate::border::Function;

/// The functions of all files.
pub(crate) fn functions() -> impl Iterator<Item = &'static Function> + Clone {
    let implemented = [
        context::FUNCTIONS,
        copy::FUNCTIONS,
        dependency::FUNCTIONS,
        device::FUNCTIONS,
        dot::FUNCTIONS,
        event::FUNCTIONS,
        function::FUNCTIONS,
        graph::FUNCTIONS,
        launch::FUNCTIONS,
        link::FUNCTIONS,
        memory::FUNCTIONS,
        module::FUNCTIONS,
        node::FUNCTIONS,
        occupancy::FUNCTIONS,
        pool::FUNCTIONS,
        procedure::FUNCTIONS,
        set::FUNCTIONS,
        stream::FUNCTIONS,
        tensor_map::FUNCTIONS,
        user_object::FUNCTIONS,
    ];
    implemented.into_iter().flatten().chain(missing::FUNCTIONS)
}
