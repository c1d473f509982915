//! Work on several threads, with results in order. The calling thread also works, because its allocations
//! need fewer system calls than those of other threads.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::thread;

use hclx_diag::locked;

/// The maximum number of files checked concurrently, because settings may come from an untrusted repository.
const MOST_JOBS: usize = 256;

/// The number of threads: as requested, or one per core.
pub(crate) fn threads(jobs: usize) -> usize {
    // it is read from system files, for which a server that answers every letter cannot wait
    static CORES: LazyLock<Option<NonZero<usize>>> = LazyLock::new(|| thread::available_parallelism().ok());
    let wanted = NonZero::new(jobs).or(*CORES);
    wanted.map_or(1, NonZero::get).min(MOST_JOBS)
}

/// Runs `count` tasks on this many threads, or fewer if the system does not allow more, and passes on the
/// results in order. Tasks also start in order, so that few results wait for an earlier one.
pub(crate) fn in_order<T: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    hand_on: impl FnMut(usize, T) + Send,
) {
    let begun = AtomicUsize::new(0);
    let waiting = Mutex::new((VecDeque::new(), 0, hand_on));
    let run = || {
        loop {
            let index = begun.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            let done = work(index);
            let mut waiting = locked(&waiting);
            let (results, next, hand_on) = &mut *waiting;
            let place = index - *next;
            if place >= results.len() {
                results.resize_with(place + 1, || None);
            }
            results[place] = Some(done);
            // Results are passed on under the lock, so they are never out of order.
            while let Some(done) = results.front_mut().and_then(Option::take) {
                results.pop_front();
                hand_on(*next, done);
                *next += 1;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}

/// Runs two tasks concurrently, the second one on another thread if the system allows it.
pub(crate) fn both<A, B: Send>(one: impl FnOnce() -> A, other: impl FnOnce() -> B + Send) -> (A, B) {
    let (task, result) = (Mutex::new(Some(other)), Mutex::new(None));
    let run = || {
        let task = locked(&task).take();
        if let Some(task) = task {
            *locked(&result) = Some(task());
        }
    };
    let first = thread::scope(|scope| {
        let _ = thread::Builder::new().spawn_scoped(scope, run);
        one()
    });
    // The task is left if no thread could be started.
    run();
    let second = locked(&result).take();
    (first, second.expect("the task ran once"))
}

/// Maps items in parallel, one thread per core.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let items: Vec<Mutex<Option<T>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let mut made = Vec::with_capacity(items.len());
    let one = |index: usize| {
        let item = locked(&items[index]).take();
        work(item.expect("each item is taken once"))
    };
    in_order(threads(0), items.len(), one, |_, result| made.push(result));
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 8] {
            let mut found = Vec::new();
            in_order(threads, 100, |index| index * index, |index, square| found.push((index, square)));
            assert!(found.into_iter().eq((0..100).map(|index| (index, index * index))));
        }
        assert_eq!(map(vec!["a", "bc", ""], str::len), [1, 2, 0]);
        assert_eq!(both(|| 1, || "a"), (1, "a"));
        assert!((1..=MOST_JOBS).contains(&threads(0)) && threads(1000) == MOST_JOBS);
    }
}
