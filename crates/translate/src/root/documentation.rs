//! Builds the documentation of a generated function.

use crate::lower::body::Body;
use ptx_module::resolve::Program;
use ptx_module::syntax::Function;

/// Returns the lines to add after the user's documentation.
pub(super) fn documentation<'b, 'a: 'b>(
    program: &Program<'_>,
    function: &Function<'_>,
    bodies: impl Iterator<Item = &'b Body<'a>>,
) -> Vec<String> {
    let (mut grade, mut may_fuse, mut may_trap) = (None, false, false);
    for body in bodies {
        grade = grade.into_iter().chain(body.grade).max_by_key(|letter| "HDSM".find(*letter));
        may_fuse |= body.may_fuse;
        may_trap |= body.may_trap;
    }
    let dialect = program.dialect();
    let version = dialect.version.map(|version| version.to_string()).unwrap_or_default();
    let target = dialect.target.map(|target| target.to_string()).unwrap_or_default();
    let place = program.place(function.span.start);
    let mut lines = vec![format!(
        " Translated from `{}` at {place}, `.version {version}`, `.target {target}`.",
        function.name.text
    )];
    if let Some(grade) = grade {
        lines.push(format!(" The worst grade of its instructions is \\[{grade}\\]."));
    }
    if may_fuse {
        lines.push(
            " Each instruction is computed as written; `ptxas` may fuse a `mul` with an `add` of it"
                .into(),
        );
        lines.push(" that have no written rounding.".into());
    }
    if may_trap {
        lines.extend(
            [
                "",
                " # Panics",
                " If an access is misaligned, or is outside of the arguments and the local variables. If the",
                " function writes to an argument behind `&`, or reaches a `trap`.",
            ]
            .map(String::from),
        );
    }
    lines
}
