//! Writes branches and loops of random kernels, and chooses the statements in them.

use super::Exits;
use super::writer::Writer;

/// The threads that execute a statement, and the nesting of the statement.
#[derive(Clone, Debug)]
pub(super) struct Context {
    /// Whether all threads of the block that have not exited execute the statement.
    is_block: bool,
    /// The mask of the lanes that execute the statement, as an operand; `None` if the mask is unknown.
    mask: Option<String>,
    is_in_loop: bool,
    depth: u32,
}

impl Context {
    /// Returns the context of statements that all threads of the block execute.
    pub(super) fn block() -> Self {
        Self { is_block: true, mask: Some("0xffffffff".into()), is_in_loop: false, depth: 0 }
    }

    /// Returns the context of nested statements that only some lanes execute. `mask` is the mask of
    /// these lanes, if known.
    fn lanes(&self, mask: Option<String>) -> Self {
        Self { is_block: false, mask, is_in_loop: self.is_in_loop, depth: self.depth + 1 }
    }

    /// Returns the context of nested statements that the same threads execute.
    fn inner(&self, is_in_loop: bool) -> Self {
        Self { is_in_loop: self.is_in_loop || is_in_loop, depth: self.depth + 1, ..self.clone() }
    }
}

impl Writer {
    /// Writes about `count` random statements.
    pub(super) fn statements(&mut self, context: &Context, count: u64) {
        let count = 1 + count / 2 + self.below(count);
        for _ in 0..count {
            self.statement(context);
        }
    }

    fn statement(&mut self, context: &Context) {
        let inner = 5 >> context.depth.min(2);
        match (self.below(16), &context.mask) {
            (0..=3, _) if context.is_block => self.block(context.is_in_loop),
            (4..=6, Some(mask)) => self.lanes(&mask.clone()),
            (7 | 8, _) if context.depth < 3 => self.branch(context, inner),
            (9, _) if context.depth < 3 => self.repeat(context, inner),
            (10, _) if context.depth < 2 && context.is_block => self.uniform(context, inner),
            (11, _) if self.exits == Exits::Anywhere && self.one_in(4) => self.exit(),
            _ => self.alone(),
        }
    }

    /// Writes an `if` on which the lanes of a warp may disagree. The `if` may have an `else`.
    fn branch(&mut self, context: &Context, count: u64) {
        let label = self.label();
        let masks = match &context.mask {
            Some(mask) if mask.starts_with("0x") && self.one_in(4) => {
                self.line("and.b32 %t0, %lane, 1;");
                self.line(format!("setp.eq.u32 %k{label}, %t0, 0;"));
                ["0x55555555", "0xaaaaaaaa"].map(|mask| Some(mask.to_string()))
            }
            Some(mask) if !self.one_in(5) => {
                let other = self.label();
                self.condition(&format!("%k{label}"));
                self.line(format!("vote.sync.ballot.b32 %m{label}, %k{label}, {mask};"));
                self.line(format!("not.b32 %m{other}, %m{label};"));
                self.line(format!("and.b32 %m{other}, %m{other}, {mask};"));
                [label, other].map(|label| Some(format!("%m{label}")))
            }
            _ => {
                self.condition(&format!("%k{label}"));
                [None, None]
            }
        };
        let [then, other] = masks.map(|mask| context.lanes(mask));
        let has_else = self.one_in(2);
        let target = if has_else { "ELSE" } else { "END" };
        self.line(format!("@!%k{label} bra {target}{label};"));
        self.statements(&then, count);
        if has_else {
            self.line(format!("bra END{label};"));
            self.line(format!("ELSE{label}:"));
            self.statements(&other, count);
        }
        self.line(format!("END{label}:"));
    }

    /// Writes a loop whose number of iterations differs between threads. The test is at the start
    /// or at the end.
    fn repeat(&mut self, context: &Context, count: u64) {
        let label = self.label();
        let mask = context.mask.clone().filter(|_| !self.one_in(5));
        let source = self.data();
        self.line(format!("and.b32 %c{label}, {source}, 7;"));
        if let Some(mask) = &mask {
            self.line(format!("mov.b32 %m{label}, {mask};"));
        }
        let own = mask.as_ref().map(|_| format!("%m{label}"));
        let inner = Context { is_in_loop: true, ..context.lanes(own.clone()) };
        let leave = |writer: &mut Self, predicate: &str| {
            if let Some(mask) = &own {
                writer.line(format!("vote.sync.ballot.b32 {mask}, !{predicate}, {mask};"));
            }
            writer.line(format!("@{predicate} bra END{label};"));
        };
        let is_top = self.one_in(2);
        self.line(format!("LOOP{label}:"));
        if is_top {
            self.line(format!("setp.eq.u32 %k{label}, %c{label}, 0;"));
            leave(self, &format!("%k{label}"));
        }
        self.statements(&inner, count);
        if self.one_in(3) {
            self.condition(&format!("%k{label}"));
            leave(self, &format!("%k{label}"));
            self.statements(&inner, 1);
        }
        if is_top {
            self.line(format!("sub.u32 %c{label}, %c{label}, 1;"));
            self.line(format!("bra LOOP{label};"));
        } else {
            self.line(format!("setp.eq.u32 %k{label}, %c{label}, 0;"));
            leave(self, &format!("%k{label}"));
            self.line(format!("sub.u32 %c{label}, %c{label}, 1;"));
            self.line(format!("bra LOOP{label};"));
        }
        self.line(format!("END{label}:"));
    }

    /// Writes an `if` or a loop on which all threads of the block agree.
    fn uniform(&mut self, context: &Context, count: u64) {
        let label = self.label();
        if self.one_in(2) {
            let turns = 1 + self.below(4);
            self.line(format!("mov.u32 %c{label}, {turns};"));
            self.line(format!("LOOP{label}:"));
            self.statements(&context.inner(true), count);
            self.line(format!("sub.u32 %c{label}, %c{label}, 1;"));
            self.line(format!("setp.ne.u32 %k{label}, %c{label}, 0;"));
            self.line(format!("@%k{label} bra LOOP{label};"));
            return;
        }
        match self.below(3) {
            0 => {
                self.line("and.b32 %t0, %block, 1;");
                self.line(format!("setp.eq.u32 %k{label}, %t0, 0;"));
            }
            1 => {
                let at = 4 * self.below(super::INPUT as u64);
                self.line(format!("ld.global.u32 %t0, [%in+{at}];"));
                self.line(format!("setp.gt.s32 %k{label}, %t0, 7;"));
            }
            _ => {
                self.condition("%q1");
                self.line(format!("bar.red.or.pred %k{label}, 8, %q1;"));
            }
        }
        // Treats the branches like the body of a loop, in which exchanges do not alternate between
        // two regions of shared memory. After an odd number of alternating exchanges in one branch,
        // the next region would depend on the branch.
        let inner = context.inner(true);
        self.line(format!("@%k{label} bra ELSE{label};"));
        self.statements(&inner, count);
        self.line(format!("bra END{label};"));
        self.line(format!("ELSE{label}:"));
        self.statements(&inner, count);
        self.line(format!("END{label}:"));
    }
}
