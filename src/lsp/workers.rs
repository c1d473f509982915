//! The worker: it owns the folders, takes tasks in order, and checks folders until the next task cancels it.
//!
//! Paths of a run are relative to the current directory, so one thread checks one folder at a time; each check uses
//! all cores.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use hclx_analysis::StaleValues;
use hclx_eval::Cancel;
use serde_json::Value;

use super::clock::Clock;
use super::documents::Text;
use super::events::{Event, FolderFindings, Task};
use super::folders::Folder;
use super::joint::{Joint, related};
use super::query::{ClientRequest, Way};
use super::watching;
use super::wire::message::{CONTENT_MODIFIED, Failure, Reply};
use super::wire::positions::Encoding;
use crate::cli::Check;

/// The state of the worker.
pub(crate) struct Worker {
    asked: Check,
    encoding: Encoding,
    /// The number of passed tasks, and the number of taken ones.
    given: Arc<AtomicU64>,
    taken: u64,
    folders: Vec<(PathBuf, Folder)>,
    /// The folders that the last request about several folders concerned.
    joint: Option<Joint>,
    events: Sender<Event>,
    clock: Box<dyn Clock<Task>>,
    /// The time of the next poll, if the worker must poll the disk.
    next_look: Option<Duration>,
    /// The number of threads requested by the editor; 0 means the value from the command line.
    threads: usize,
    /// Set if typed changes are not checked before they are saved.
    is_held: bool,
    /// Set if changed documents are checked and the rest waits for a pause.
    rests: bool,
    /// Passes replaced values to a thread that drops them: this may take long, and the next request waits for the
    /// worker.
    outdated: Sender<StaleValues>,
}

/// The time without tasks after which everything else is checked.
const REST: Duration = Duration::from_millis(20);

impl Worker {
    /// A worker without folders. `given` counts the tasks.
    pub(crate) fn new(
        asked: &Check,
        encoding: Encoding,
        given: Arc<AtomicU64>,
        events: Sender<Event>,
        (clock, looks): (Box<dyn Clock<Task>>, bool),
    ) -> Self {
        let (outdated, replaced) = channel();
        thread::spawn(move || replaced.into_iter().for_each(drop::<StaleValues>));
        Self {
            asked: asked.clone(),
            encoding,
            given,
            taken: 0,
            folders: Vec::new(),
            joint: None,
            events,
            next_look: looks.then(|| clock.now() + watching::PAUSE),
            clock,
            threads: 0,
            is_held: false,
            rests: false,
            outdated,
        }
    }

    /// Works until there are no more tasks.
    pub(crate) fn work(mut self, tasks: &Receiver<Task>) {
        loop {
            let rest = self.rests.then(|| self.clock.now() + REST);
            let until = rest.into_iter().chain(self.next_look).min();
            match self.clock.wait(tasks, until) {
                Ok(task) => self.take(task),
                Err(RecvTimeoutError::Timeout) => self.rests = false,
                Err(RecvTimeoutError::Disconnected) => return,
            }
            // A task that is already waiting would cancel the check immediately.
            loop {
                match tasks.try_recv() {
                    Ok(task) => self.take(task),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            self.look();
            self.judge();
        }
    }

    /// Polls the disk if the time has come; typing does not postpone it.
    fn look(&mut self) {
        let now = self.clock.now();
        if self.next_look.is_some_and(|next| next <= now) {
            let changed = self.folders.iter_mut().filter_map(|(_, folder)| folder.look().then_some(()));
            if changed.count() > 0 {
                self.joint = None;
            }
            self.next_look = Some(self.clock.now() + watching::PAUSE);
        }
    }

    /// Adds a folder, with the open documents of the others.
    fn add(&mut self, root: PathBuf, is_single: bool) {
        let mut folder = Folder::new(root.clone(), is_single, &self.asked, self.encoding);
        if self.next_look.is_some() {
            folder.record_accesses();
        }
        if self.threads > 0 {
            folder.use_threads(self.threads);
        }
        for (path, uri, text) in self.folders.iter().flat_map(|(_, folder)| folder.documents()) {
            folder.set_elsewhere(&path, &uri, Some(text));
        }
        self.folders.push((root, folder));
    }

    /// Sets the text of a document in its folder, and in other folders whose files may refer to it.
    fn set(&mut self, (root, path): (&Path, &str), uri: &str, text: Option<Text>) {
        let file = root.join(&*crate::names::path(path));
        if let Some(joint) = &mut self.joint {
            joint.set(&file, uri, text.clone());
        }
        for (known, folder) in &mut self.folders {
            match known == root {
                true => folder.set(path, uri, text.clone()),
                false => folder.set_elsewhere(&file, uri, text.clone()),
            }
        }
    }

    fn take(&mut self, task: Task) {
        self.taken += 1;
        match task {
            Task::Add { root, is_single } => self.add(root, is_single),
            Task::Remove { root } => {
                self.joint = None;
                self.folders.retain(|(known, _)| *known != root);
            }
            Task::Threads(threads) => {
                let jobs = if threads == 0 { self.asked.context.jobs } else { threads };
                self.folders.iter_mut().for_each(|(_, folder)| folder.use_threads(jobs));
                self.threads = threads;
            }
            Task::Text { root, path, uri, text, is_held } => {
                self.is_held = is_held;
                self.set((&root, &path), &uri, text);
            }
            Task::Disk { paths } => {
                self.joint = None;
                self.folders.iter_mut().for_each(|(_, folder)| folder.changed_on_disk(&paths));
            }
            Task::Restart => {
                self.joint = None;
                self.folders.iter_mut().for_each(|(_, folder)| folder.restart());
            }
            Task::AskAll { id, asked, answer, whole } => {
                let of_folder =
                    |(_, folder): &mut (PathBuf, Folder)| folder.list(&asked, answer).unwrap_or_default();
                let folders = self.folders.iter_mut().filter(|_| !asked.cancel.is_canceled());
                let all = folders.flat_map(of_folder).collect();
                let result = unless_changed(&asked, Ok(whole(all).into()));
                self.tell(Event::Answered { id, result });
            }
            Task::Ask { id, root, path, asked } => {
                let is_wanted = !asked.cancel.is_canceled();
                let folder = is_wanted.then(|| self.answering((&root, &path), &asked)).flatten();
                let answer = folder.map(|(folder, path)| folder.answer(&path, &asked));
                // a folder that cannot be checked is reported when it is checked
                let result = answer.and_then(Result::ok).unwrap_or(Ok(Value::Null.into()));
                let result = unless_changed(&asked, result);
                self.tell(Event::Answered { id, result });
            }
        }
    }

    /// The folder that answers a request about a document, and the document's path there. If the request concerns
    /// several folders, these are all folders that refer to each other.
    fn answering(
        &mut self,
        (root, path): (&PathBuf, &str),
        asked: &ClientRequest,
    ) -> Option<(&mut Folder, String)> {
        let is_wide = matches!(asked.way, Way::Across(_) | Way::Trial(_));
        let roots = if is_wide { related(root, &self.folders) } else { Vec::new() };
        if roots.len() < 2 {
            return Some((self.folder(root)?, path.to_owned()));
        }
        if !self.joint.as_ref().is_some_and(|joint| joint.is_of(&roots)) {
            self.joint = Joint::new(roots, &self.folders, (&self.asked, self.encoding));
        }
        self.joint.as_mut()?.answering(&root.join(&*crate::names::path(path)))
    }

    fn folder(&mut self, root: &PathBuf) -> Option<&mut Folder> {
        self.folders.iter_mut().find(|(known, _)| known == root).map(|(_, folder)| folder)
    }

    /// Sends an event. If the main thread is gone, the process is ending.
    fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// Sends the results of a check, and passes on replaced values to be dropped.
    fn tell_all(&self, events: impl Iterator<Item = Event>) {
        events.for_each(|event| self.tell(event));
        for replaced in self.folders.iter().filter_map(|(_, folder)| folder.take_outdated()) {
            // the thread lives as long as the worker
            let _ = self.outdated.send(replaced);
        }
    }

    /// Checks all folders that are due, until this is canceled: changed documents first, and the rest after a pause
    /// in typing.
    fn judge(&mut self) {
        let task = self.taken;
        if self.is_held {
            self.rests = false;
            return self.tell(Event::Settled { task });
        }
        let cancel = Cancel::new(&self.given, task);
        let mut events = Vec::new();
        for (root, folder) in self.folders.iter_mut().filter(|(_, folder)| !folder.changed.is_empty()) {
            let judged = folder.judge_changed(&cancel);
            let told = |files| FolderFindings { root: root.clone(), task, is_whole: false, files };
            events.extend(outcome(judged.map(|judged| judged.map(told))));
        }
        // the user waits for these while typing, and not for results that the next letter cancels
        self.rests |= !events.is_empty();
        self.tell_all(events.drain(..));
        if self.rests {
            return;
        }
        for (root, folder) in self.folders.iter_mut().filter(|(_, folder)| folder.is_due) {
            let judged = folder.judge_all(&cancel);
            // A folder that cannot be checked stays so until something changes.
            if judged.is_err() {
                folder.is_due = false;
            }
            let told = |files| FolderFindings { root: root.clone(), task, is_whole: true, files };
            events.extend(outcome(judged.map(|judged| judged.map(told))));
            events.push(Event::Status { root: root.clone(), status: folder.status.clone() });
        }
        self.tell_all(events.drain(..));
        if self.folders.iter().all(|(_, folder)| !folder.is_due) {
            // The client does not wait for the index.
            self.tell(Event::Settled { task });
            self.folders.iter_mut().for_each(|(_, folder)| folder.index(&cancel));
            self.judge_inputs(task, &cancel);
        }
    }

    /// Tries the inputs that the units of open documents allow. This comes last, because each input requires
    /// an evaluation.
    fn judge_inputs(&mut self, task: u64, cancel: &Cancel) {
        let mut events = Vec::new();
        for (root, folder) in &mut self.folders {
            let told = |files| FolderFindings { root: root.clone(), task, is_whole: true, files };
            events.extend(outcome(folder.judge_inputs(cancel).map(|found| found.map(told))));
        }
        self.tell_all(events.drain(..));
    }
}

/// The answer to a request, or a failure if the documents have changed while it was computed.
fn unless_changed(asked: &ClientRequest, result: Result<Reply, Failure>) -> Result<Reply, Failure> {
    match asked.cancel.has_ended() {
        true => Err(Failure::new(CONTENT_MODIFIED, "the documents have changed")),
        false => result,
    }
}

/// The event that reports a check to the main thread.
fn outcome(judged: anyhow::Result<Option<FolderFindings>>) -> Option<Event> {
    match judged {
        Ok(judged) => judged.map(Event::Judged),
        Err(error) => Some(Event::Failed(format!("{error:#}"))),
    }
}
