//! Long deals ask on the way whether to go on.

/// Asked whether to go on, every few milliseconds and from several threads. An error stops the deal, which then returns it.
pub type Check<'a, E> = dyn Fn() -> Result<(), E> + Sync + 'a;

/// So much work lies between two checks, in about nanoseconds.
pub(super) const PACE: usize = 1 << 20;

/// Asks each time so much work is done.
pub(super) struct Pace<'a, E> {
    check: &'a Check<'a, E>,
    done: usize,
}

impl<'a, E> Pace<'a, E> {
    pub(super) fn new(check: &'a Check<'a, E>) -> Self {
        Self { check, done: 0 }
    }

    /// So much more work is done, in about nanoseconds.
    pub(super) fn step(&mut self, work: usize) -> Result<(), E> {
        self.done += work;
        if self.done < PACE {
            return Ok(());
        }
        self.done = 0;
        (self.check)()
    }
}
