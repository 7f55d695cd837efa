//! A thread that works while the window draws: the newest request wins, the one before is stopped.

use crate::simulate::Progress;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

struct Request<Q> {
    number: u64,
    question: Q,
    progress: Arc<Progress>,
}

/// A background thread that answers questions of type `Q` with one or more answers of type `A`, as the window holds it.
#[derive(Debug)]
pub struct Background<Q, A> {
    requests: Option<Sender<Request<Q>>>,
    answers: Receiver<(u64, A)>,
    thread: Option<JoinHandle<()>>,
    running: Arc<Progress>,
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
        mut work: impl FnMut(&Q, &Arc<Progress>, &mut Emit<'_, A>) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (requests, inbox) = channel();
        let (outbox, answers) = channel();
        let run = move || {
            while let Some(Request { number, question, progress }) = newest(&inbox) {
                let mut heard = true;
                work(&question, &progress, &mut |answer| {
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
        self.running.cancel();
        self.number += 1;
        let progress = Arc::new(Progress::default());
        self.running = Arc::clone(&progress);
        if let Some(requests) = &self.requests {
            // The thread lives as long as this sender; where it has panicked, the old picture simply stays.
            let _ = requests.send(Request { number: self.number, question, progress });
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

    /// Keys done by the newest request.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.running.done()
    }

    /// Stops the newest request.
    pub fn cancel(&self) {
        self.running.cancel();
    }
}

impl<Q, A> Drop for Background<Q, A> {
    fn drop(&mut self) {
        self.running.cancel();
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
