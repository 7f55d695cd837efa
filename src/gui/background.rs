//! A thread that works while the window draws: the newest request wins, the one before is stopped.

use crate::simulate::{Progress, Watch};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// How far a request has come: its list of keys is read first, where it has one, then it is worked on.
#[derive(Debug, Default)]
pub struct Course {
    work: Progress,
    read: AtomicU64,
    to_read: AtomicU64,
    to_do: AtomicU64,
}

/// How far a request has come, as the window shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// A list of keys is read: so many bytes of its file are, of so many.
    Reading {
        /// Bytes read; a list of very many keys is begun a second time.
        bytes: u64,
        /// Bytes of the file.
        of: u64,
    },
    /// Keys, or rows of a list, or events are done.
    Working {
        /// So many.
        done: u64,
        /// Of so many; 0 where that is not known.
        of: u64,
    },
}

impl Default for Stage {
    fn default() -> Self {
        Self::Working { done: 0, of: 0 }
    }
}

impl Course {
    /// A file of so many bytes is read from now on, under this watch.
    pub fn reading(&self, bytes: u64) -> ReadingOf<'_> {
        self.to_read.store(bytes, Ordering::Relaxed);
        ReadingOf(self)
    }

    /// All is read, and so many keys are to be done.
    pub fn working(&self, keys: u64) {
        self.to_read.store(0, Ordering::Relaxed);
        self.to_do.store(keys, Ordering::Relaxed);
    }

    fn stage(&self) -> Stage {
        match self.to_read.load(Ordering::Relaxed) {
            0 => Stage::Working { done: self.work.done(), of: self.to_do.load(Ordering::Relaxed) },
            of => Stage::Reading { bytes: self.read.load(Ordering::Relaxed).min(of), of },
        }
    }
}

impl Watch for Course {
    fn advance(&self, keys: u64) {
        self.work.advance(keys);
    }

    fn is_cancelled(&self) -> bool {
        self.work.is_cancelled()
    }
}

/// The watch of a file that is read for a request.
#[derive(Debug)]
pub struct ReadingOf<'a>(&'a Course);

impl Watch for ReadingOf<'_> {
    fn advance(&self, bytes: u64) {
        self.0.read.fetch_add(bytes, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

struct Request<Q> {
    number: u64,
    question: Q,
    course: Arc<Course>,
}

/// A background thread that answers questions of type `Q` with one or more answers of type `A`, as the window holds it.
#[derive(Debug)]
pub struct Background<Q, A> {
    requests: Option<Sender<Request<Q>>>,
    answers: Receiver<(u64, A)>,
    thread: Option<JoinHandle<()>>,
    running: Arc<Course>,
    number: u64,
}

/// Hands an answer to the window. False once nobody waits for it any more.
pub type Emit<'a, A> = dyn FnMut(A) -> bool + Send + 'a;

impl<Q: Send + 'static, A: Send + 'static> Background<Q, A> {
    /// Starts a thread of this name. `wake` is called after each answer; `work` answers a question, in parts if it likes.
    ///
    /// # Errors
    /// The system's reason where no thread can be started.
    pub fn start(
        name: &str,
        wake: impl Fn() + Send + Sync + 'static,
        mut work: impl FnMut(&Q, &Course, &mut Emit<'_, A>) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (requests, inbox) = channel();
        let (outbox, answers) = channel();
        let run = move || {
            while let Some(Request { number, question, course }) = newest(&inbox) {
                let mut heard = true;
                work(&question, &course, &mut |answer| {
                    heard &= outbox.send((number, answer)).is_ok();
                    wake();
                    heard
                });
                if !heard {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(run)?;
        Ok(Self { requests: Some(requests), answers, thread: Some(thread), running: Arc::default(), number: 0 })
    }

    /// Asks, stops what was asked before, and returns the number of the request.
    pub fn request(&mut self, question: Q) -> u64 {
        self.cancel();
        self.number += 1;
        let course = Arc::new(Course::default());
        self.running = Arc::clone(&course);
        if let Some(requests) = &self.requests {
            // The thread lives as long as this sender; where it has panicked, the old picture simply stays.
            let _ = requests.send(Request { number: self.number, question, course });
        }
        self.number
    }

    /// The answers to the newest request that have come since the last call. Answers to older ones are dropped.
    pub fn answers(&self) -> impl Iterator<Item = A> {
        self.answers.try_iter().filter(|(number, _)| *number == self.number).map(|(_, answer)| answer)
    }

    /// The number of the newest request; 0 before the first.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// How far the newest request has come.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.running.stage()
    }

    /// Stops the newest request.
    pub fn cancel(&self) {
        self.running.work.cancel();
    }
}

impl<Q, A> Drop for Background<Q, A> {
    fn drop(&mut self) {
        self.running.work.cancel();
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Waits for a request, then takes the last one there is. `None` once the window is gone.
fn newest<Q>(inbox: &Receiver<Request<Q>>) -> Option<Request<Q>> {
    let first = inbox.recv().ok()?;
    Some(inbox.try_iter().last().unwrap_or(first))
}
