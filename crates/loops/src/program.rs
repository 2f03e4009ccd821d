//! Computes an instruction on arrays. Divides the arrays into blocks, and runs a sequence of loops on each block.

use crate::loops::{self, Loop, Numbers};
use crate::slice::{Buffer, Slice, SliceMut};
use ptx_isa::{Argument, Call, Rust};
use std::mem::take;

/// The number of elements in a block. The intermediate results of so few elements fit into the processor's caches.
const BLOCK: usize = 8192;

/// The loops that compute one instruction.
#[derive(Clone, Debug)]
pub struct Program {
    steps: Vec<Step>,
    temporaries: Vec<Rust>,
}

/// A loop, and the slices that it reads and writes.
#[derive(Clone, Debug)]
pub struct Step {
    run: Loop,
    numbers: Numbers,
    /// The function's path in `ptx-core`, or `copy`.
    pub function: String,
    /// The slices that the loop reads.
    pub sources: Vec<Place>,
    /// The slices that the loop writes.
    pub results: Vec<Place>,
}

/// A slice that a loop reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A source of the instruction.
    Source(usize),
    /// An intermediate result.
    Temporary(usize),
    /// A result of the instruction that the caller needs.
    Result(usize),
}

impl Step {
    /// Runs the loop. The loop computes as many elements as each result has; sources may be longer. Returns `None` if a
    /// source is shorter, the results differ in length, or an element width is wrong for the loop.
    #[inline]
    #[must_use]
    pub fn run(&self, sources: &[Slice<'_>], results: &mut [SliceMut<'_>]) -> Option<()> {
        (self.run)(sources, results, self.numbers)
    }
}

impl Program {
    /// Builds the loops that compute a value. `carry` is the index of the source that holds the carry flag in the
    /// representation of the functions ([`ptx_isa::Flag`]). `wanted` lists the indices of the needed results among all
    /// results of the value. Returns `None` if `ptx-core` does not have one of the functions.
    #[must_use]
    pub fn new(value: &Argument, carry: usize, wanted: &[usize]) -> Option<Self> {
        let mut program = Self { steps: Vec::new(), temporaries: Vec::new() };
        let types = value.returns()?.types();
        let result = |place: usize| wanted.iter().position(|one| *one == place);
        match value {
            Argument::Call(call) => {
                let place = |(i, ty): (usize, &Rust)| match result(i) {
                    Some(k) => Place::Result(k),
                    None => program.temporary(*ty),
                };
                let places = types.iter().enumerate().map(place).collect();
                program.call(call, carry, places)?;
            }
            _ => {
                let sources = program.value(value, carry)?;
                for (i, (source, ty)) in sources.into_iter().zip(types).enumerate() {
                    let Some(k) = result(i) else { continue };
                    program.steps.push(Step {
                        run: loops::copy(ty),
                        numbers: Numbers::default(),
                        function: "copy".into(),
                        sources: vec![source],
                        results: vec![Place::Result(k)],
                    });
                }
            }
        }
        Some(program)
    }

    /// Returns the loops, in the order in which they run.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the types of the intermediate results.
    #[must_use]
    pub fn temporaries(&self) -> &[Rust] {
        &self.temporaries
    }

    fn temporary(&mut self, ty: Rust) -> Place {
        self.temporaries.push(ty);
        Place::Temporary(self.temporaries.len() - 1)
    }

    /// Adds the loops that compute a value. Returns the slices that receive its results.
    fn value(&mut self, argument: &Argument, carry: usize) -> Option<Vec<Place>> {
        Some(match argument {
            Argument::Source(i, _) => vec![Place::Source(*i)],
            Argument::Carry(_) => vec![Place::Source(carry)],
            Argument::Mode(_) | Argument::Number(..) => Vec::new(),
            Argument::Array(items) => {
                let places = items.iter().map(|item| self.value(item, carry));
                places.collect::<Option<Vec<_>>>()?.concat()
            }
            Argument::Call(call) => {
                let types = call.returns.types();
                let results: Vec<_> = types.into_iter().map(|ty| self.temporary(ty)).collect();
                self.call(call, carry, results.clone())?;
                results
            }
        })
    }

    fn call(&mut self, call: &Call, carry: usize, results: Vec<Place>) -> Option<()> {
        let sources = call.arguments.iter().map(|argument| self.value(argument, carry));
        let sources = sources.collect::<Option<Vec<_>>>()?.concat();
        let (run, numbers) = loops::find(call)?;
        let function = call.function.clone();
        self.steps.push(Step { run, numbers, function, sources, results });
        Some(())
    }

    /// Computes the results. A source has one element, or as many elements as each result. Returns `None` if the
    /// element widths of the slices do not match the types of the loops.
    #[must_use]
    pub fn run(&self, sources: &[Slice<'_>], results: Vec<SliceMut<'_>>) -> Option<()> {
        let count = results.first()?.len();
        let is_whole = |source: &Slice<'_>| source.len() == count;
        let in_one = self.temporaries.is_empty() && sources.iter().all(is_whole);
        let block = if in_one { count } else { count.min(BLOCK) };
        let repeated = |source: &Slice<'_>| match is_whole(source) {
            true => Some(None),
            false => source.repeated(block).map(Some),
        };
        let repeated: Vec<_> = sources.iter().map(repeated).collect::<Option<_>>()?;
        let buffer = |ty: &Rust| Buffer::zeros(*ty, block);
        let mut temporaries: Vec<_> = self.temporaries.iter().map(buffer).collect();
        let (mut rest, mut start) = (results, 0);
        while start < count {
            let here = block.min(count - start);
            let split = rest.into_iter().map(|result| result.split(here));
            let split: Vec<_> = split.collect::<Option<_>>()?;
            let (first, others): (Vec<_>, _) =
                split.into_iter().map(|(first, others)| (Some(first), others)).unzip();
            let cut = sources.iter().zip(&repeated).map(|(source, repeated)| match repeated {
                Some(buffer) => buffer.slice().cut(0, here),
                None => source.cut(start, here),
            });
            let cut: Vec<_> = cut.collect::<Option<_>>()?;
            self.block(&cut, first, &mut temporaries, here)?;
            (rest, start) = (others, start + here);
        }
        Some(())
    }

    /// Runs the loops on one block. All slices have `count` elements.
    fn block(
        &self,
        sources: &[Slice<'_>],
        mut results: Vec<Option<SliceMut<'_>>>,
        temporaries: &mut [Buffer],
        count: usize,
    ) -> Option<()> {
        for step in &self.steps {
            let mut written: Vec<Buffer> = Vec::with_capacity(step.results.len());
            for place in &step.results {
                written.push(match place {
                    Place::Temporary(i) => take(temporaries.get_mut(*i)?),
                    _ => Buffer::default(),
                });
            }
            let source = |place: &Place| match place {
                Place::Source(i) => sources.get(*i).copied(),
                Place::Temporary(i) => temporaries.get(*i)?.slice().cut(0, count),
                Place::Result(_) => None,
            };
            let read: Vec<Slice<'_>> = step.sources.iter().map(source).collect::<Option<_>>()?;
            let result = |(place, buffer): (&Place, _)| match place {
                Place::Result(i) => results.get_mut(*i)?.take(),
                _ => Some(Buffer::slice_mut(buffer).split(count)?.0),
            };
            let both = step.results.iter().zip(&mut written);
            let mut slices: Vec<SliceMut<'_>> = both.map(result).collect::<Option<_>>()?;
            step.run(&read, &mut slices)?;
            for (place, buffer) in step.results.iter().zip(written) {
                if let Place::Temporary(i) = place {
                    *temporaries.get_mut(*i)? = buffer;
                }
            }
        }
        Some(())
    }
}
