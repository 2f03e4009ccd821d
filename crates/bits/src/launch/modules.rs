//! Reads the files of a launch: PTX, machine code, and CUDA C++.

use super::{Failure, RunArgs, source};
use crate::output::Stream;
use crate::report;
use ptx_run::Module;
use ptx_tool::run::check_text;
use std::path::Path;

/// Returns the names of the files, and the module that they contain.
pub(super) fn read(arguments: &RunArgs, err: &mut Stream<'_>) -> Result<(String, Module), Failure> {
    let files = || std::iter::once(&arguments.file).chain(&arguments.links);
    if !arguments.compiler_options.is_empty() && !files().any(|file| source::is_cuda(file)) {
        let name = report::name(&arguments.file);
        let what = format!("`--compiler-option` is for CUDA C++, and {name} is not a .cu file");
        return Err(what.into());
    }
    let modules = files().map(|file| of_file(file, arguments, err));
    let (names, modules): (Vec<_>, Vec<_>) = modules.collect::<Result<_, _>>()?;
    let module = match &modules[..] {
        [only] => only.clone(),
        several => Module::link(several).map_err(Failure::of)?,
    };
    Ok((names.join(", "), module))
}

/// Returns the name of a file, and the module that it contains. A CUDA C++ file is compiled to PTX.
fn of_file(
    file: &Path,
    arguments: &RunArgs,
    err: &mut Stream<'_>,
) -> Result<(String, Module), Failure> {
    let name = report::name(file);
    let bytes = report::bytes(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    if source::is_cuda(file) {
        let options = &arguments.compiler_options;
        let text = source::compile(file, arguments.target, options, err)?;
        let ptx = report::name(&file.with_extension("ptx"));
        let module = Module::new(&ptx, &text).map_err(Failure::of)?;
        return Ok((ptx, module));
    }
    let module = match Module::is_cubin(&bytes) {
        true => Module::from_image(&name, &bytes, arguments.target),
        false => {
            check_text(&name, &bytes)?;
            Module::new(&name, &String::from_utf8_lossy(&bytes))
        }
    };
    let module = module.map_err(Failure::of)?;
    if Module::is_cubin(&bytes) && !module.is_machine() {
        // If the error stream is closed, the note cannot be shown.
        let _ = err.write_all(
            format!("note: {name} has no cubin for the chip; its PTX runs\n").as_bytes(),
        );
    }
    Ok((name, module))
}
