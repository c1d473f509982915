//! The main loop: handles messages of the client and results of the worker in order of arrival.

use std::collections::HashMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use serde_json::Value;

use super::client::{Ability, Client};
use super::clock::{Clock, SystemClock};
use super::documents::{Documents, document_of};
use super::events::{Event, FolderFindings, Task};
use super::query::FindingRequest;
use super::status::Status;
use super::wire::findings::result_id;
use super::wire::frames;
use super::wire::message::{
    ClientMessage, Failure, PARSE_ERROR, REQUEST_CANCELLED, Reply, SERVER_CANCELLED, ServerMessage, answer,
    response,
};
use super::workers::Worker;
use crate::cli::Check;
use crate::exit::Exit;
use crate::names;
use hclx_diag::Arrange;

/// The phases of a server's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Started,
    Running,
    ShutDown,
}

/// The findings of a file.
pub(crate) struct PublishedFindings {
    pub(crate) diagnostics: Vec<Value>,
    /// The result id; equal findings have equal names.
    pub(crate) name: String,
}

/// A request for findings that waits until everything is judged.
pub(crate) struct PendingRequest {
    pub(crate) id: Value,
    pub(crate) params: Value,
    pub(crate) wanted: FindingRequest,
}

impl PendingRequest {
    /// The URI of the document that it concerns; empty if there is none.
    pub(crate) fn uri(&self) -> &str {
        document_of(&self.params).unwrap_or_default()
    }
}

/// The server.
pub(crate) struct Server {
    pub(crate) asked: Check,
    pub(crate) client: Client,
    pub(crate) phase: Phase,
    pub(crate) documents: Documents,
    /// The roots of folders; folders that are `is_single` contain documents outside of the workspace.
    pub(crate) folders: Vec<(PathBuf, bool)>,
    /// The findings of each folder by URI.
    pub(crate) found: HashMap<PathBuf, HashMap<String, PublishedFindings>>,
    /// The last task that the findings of each folder take into account.
    judged: HashMap<PathBuf, u64>,
    /// The number of the last task that changed something.
    edited: u64,
    /// The status of each folder.
    pub(crate) statuses: HashMap<PathBuf, Status>,
    /// The number of the last task after which everything was judged.
    settled: u64,
    pub(crate) waiting: Vec<PendingRequest>,
    /// The client's interest in answers of the worker, by request id: 1 if it canceled the request.
    pub(crate) interests: HashMap<String, Arc<AtomicU64>>,
    /// Requests that are logged when they are answered, by id, with their arrival time.
    pub(crate) logged: HashMap<String, (String, Instant)>,
    /// Set if a document changed since the last one was saved, and findings are delayed until then.
    pub(crate) is_held: bool,
    /// The number of threads passed to the worker.
    pub(crate) threads: usize,
    events: Sender<Event>,
    tasks: Option<Sender<Task>>,
    given: Arc<AtomicU64>,
    /// The number of changes passed to the worker.
    pub(crate) edits: Arc<AtomicU64>,
    /// The clock for the worker, if it is not the system's.
    pub(crate) clock: Option<Box<dyn Clock<Task>>>,
}

/// Serves on standard input and output until the client ends the server.
pub(crate) fn serve(asked: &Check) -> Exit {
    let (events, received) = channel();
    let (sender, outgoing) = channel::<ServerMessage>();
    let reader = events.clone();
    thread::spawn(move || read(&reader));
    let writer = thread::spawn(move || {
        let mut out = crate::output::protocol();
        outgoing.iter().try_for_each(|message| frames::write(&mut out, &message))
    });
    let exit = Server::new(asked, Client::new(sender), events).run(&received);
    // write the last answers before the process ends
    let _ = writer.join();
    exit
}

/// Reads messages until the stream ends.
fn read(events: &Sender<Event>) {
    let mut input = BufReader::new(std::io::stdin());
    loop {
        let event = match frames::read(&mut input) {
            Ok(None) => Event::Ended(None),
            Err(error) => Event::Ended(Some(error.to_string())),
            Ok(Some(content)) => match frames::parse(&content) {
                Err(why) => Event::Refused(answer(Value::Null, Err(Failure::new(PARSE_ERROR, why)))),
                Ok(message) => ClientMessage::read(message).map_or_else(Event::Refused, Event::Message),
            },
        };
        let is_end = matches!(event, Event::Ended(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

impl Server {
    /// A server that has not received a message.
    pub(crate) fn new(asked: &Check, client: Client, events: Sender<Event>) -> Self {
        Self {
            asked: asked.clone(),
            client,
            phase: Phase::Started,
            documents: Documents::new(),
            folders: Vec::new(),
            found: HashMap::new(),
            judged: HashMap::new(),
            edited: 0,
            statuses: HashMap::new(),
            settled: 0,
            waiting: Vec::new(),
            interests: HashMap::new(),
            logged: HashMap::new(),
            is_held: false,
            threads: 0,
            events,
            tasks: None,
            given: Arc::default(),
            edits: Arc::default(),
            clock: None,
        }
    }

    /// Handles events until the client ends the server.
    pub(crate) fn run(mut self, received: &Receiver<Event>) -> Exit {
        for event in received {
            match event {
                Event::Message(ClientMessage::Notification { method, .. }) if method == "exit" => break,
                Event::Message(message) => self.handle(message),
                Event::Refused(message) => self.client.send(message),
                Event::Ended(why) => {
                    if let Some(why) = why {
                        crate::output::say(&format!("hclx: {why}"));
                        return Exit::Bad;
                    }
                    break;
                }
                Event::Judged(judged) => self.take(judged),
                Event::Settled { task } => self.settle(task),
                Event::Answered { id, result } => self.answered(id, result),
                Event::Status { root, status } => self.tell_status(root, status),
                Event::Failed(why) => self.client.show(why),
            }
        }
        if self.phase == Phase::ShutDown { Exit::Good } else { Exit::Bad }
    }

    /// Forwards an answer of the worker, unless the client canceled the request.
    fn answered(&mut self, id: Value, result: Result<Reply, Failure>) {
        let interest = self.interests.remove(&id.to_string());
        let is_canceled = interest.is_some_and(|interest| interest.load(Ordering::Relaxed) > 0);
        let canceled = || Err(Failure::new(REQUEST_CANCELLED, "canceled by the client"));
        self.respond(id, if is_canceled { canceled() } else { result });
    }

    /// Answers a request.
    pub(crate) fn respond(&mut self, id: Value, result: Result<impl Into<Reply>, Failure>) {
        if let Some((method, since)) = self.logged.remove(&id.to_string()) {
            let outcome = result.as_ref().map_or_else(|failure| &*failure.message, |_| "answered");
            let took = since.elapsed().as_secs_f64() * 1_000.0;
            self.client.log(&format!("{method}: {outcome} after {took:.1} ms"));
        }
        self.client.send(response(id, result.map(Into::into)));
    }

    /// Starts the worker.
    pub(crate) fn start(&mut self) {
        let (sender, tasks) = channel();
        let looks = !self.client.abilities.has(Ability::Watch);
        let given = Arc::clone(&self.given);
        let clock = self.clock.take().unwrap_or_else(|| Box::new(SystemClock::start()));
        let worker =
            Worker::new(&self.asked, self.client.encoding, given, self.events.clone(), (clock, looks));
        thread::spawn(move || worker.work(&tasks));
        self.tasks = Some(sender);
        self.use_threads();
    }

    /// Passes a task to the worker, and returns its number. A check in progress is canceled.
    pub(crate) fn give(&mut self, task: Task) -> u64 {
        let number = self.given.fetch_add(1, Ordering::Relaxed) + 1;
        let is_question = matches!(task, Task::Ask { .. } | Task::AskAll { .. });
        if let Some(tasks) = &self.tasks {
            // the worker lives as long as this thread
            let _ = tasks.send(task);
        }
        // A question changes nothing, so requests for findings continue to wait.
        if is_question {
            return number;
        }
        self.edited = number;
        // a long-running question about the previous state is no longer answered
        self.edits.fetch_add(1, Ordering::Relaxed);
        for PendingRequest { id, .. } in std::mem::take(&mut self.waiting) {
            let mut failure = Failure::new(SERVER_CANCELLED, "the documents have changed");
            failure.retry = true;
            self.respond(id, Err::<Reply, _>(failure));
        }
        number
    }

    /// Returns `true` if everything that was passed to the worker is checked.
    pub(crate) fn is_settled(&self) -> bool {
        self.settled == self.given.load(Ordering::Relaxed)
    }

    /// Answers the requests that waited until everything was checked.
    fn settle(&mut self, task: u64) {
        self.settled = task;
        if self.is_settled() {
            std::mem::take(&mut self.waiting).into_iter().for_each(|waiting| self.report(waiting));
        }
    }

    /// The findings of the current version of a document, as needed by actions; `None` if they are not known yet.
    /// Findings from other units may be missing.
    pub(crate) fn known_findings(&self, uri: &str) -> Option<&[Value]> {
        let of_all = || {
            let found = self.found.values().find_map(|files| files.get(uri));
            found.map(|found| &*found.diagnostics).unwrap_or_default()
        };
        if self.is_settled() {
            // the places of findings are outdated until the document is saved
            return Some(if self.is_held { &[] } else { of_all() });
        }
        let document = self.documents.get(uri)?;
        let (root, _) = document.place.as_ref()?;
        if self.judged.get(root).is_some_and(|task| *task >= self.edited) {
            return Some(of_all());
        }
        document.own.as_ref().filter(|(task, _)| *task >= self.edited).map(|(_, own)| &**own)
    }

    /// Answers the requests for actions that waited for the findings of their documents.
    fn offer_waiting(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            self.wait(waiting);
        }
    }

    /// Stores findings, and sends them to the client.
    fn take(&mut self, judged: FolderFindings) {
        let FolderFindings { root, task, is_whole, files } = judged;
        // The folder was removed while it was being checked.
        if !self.folders.iter().any(|(known, _)| *known == root) {
            return;
        }
        let files: HashMap<String, PublishedFindings> = files
            .into_iter()
            .map(|file| {
                let name = result_id(&file.diagnostics);
                (file.uri, PublishedFindings { diagnostics: file.diagnostics, name })
            })
            .collect();
        if !is_whole {
            for (uri, found) in &files {
                self.push(uri, Some(found), task);
                if let Some(document) = self.documents.get_mut(uri) {
                    document.own = Some((task, found.diagnostics.clone()));
                }
            }
            return self.offer_waiting();
        }
        self.judged.insert(root.clone(), task);
        let before = self.found.insert(root.clone(), files);
        // Files without findings are also reported, because the client may still show old ones.
        let mut uris: Vec<String> =
            self.client.pushed().into_iter().filter(|uri| is_below(uri, &root)).collect();
        let of_root = |place: &Option<(PathBuf, String)>| place.as_ref().is_some_and(|(own, _)| *own == root);
        uris.extend(self.documents.iter().filter(|(_, one)| of_root(&one.place)).map(|(uri, _)| uri.clone()));
        let found = std::mem::take(&mut self.found);
        let now = &found[&root];
        uris.extend(now.keys().cloned());
        uris.arrange();
        uris.dedup();
        uris.iter().for_each(|uri| self.push(uri, now.get(uri), task));
        let is_changed = before.is_none_or(|before| {
            before.len() != now.len()
                || now.iter().any(|(uri, found)| before.get(uri).is_none_or(|old| old.name != found.name))
        });
        self.found = found;
        if is_changed
            && self.client.abilities.has(Ability::Pull)
            && self.client.abilities.has(Ability::Refresh)
        {
            self.client.ask("workspace/diagnostic/refresh", Value::Null);
        }
        self.offer_waiting();
    }

    /// Pushes the findings of a file, unless the client pulls them or the text has changed since.
    fn push(&mut self, uri: &str, found: Option<&PublishedFindings>, task: u64) {
        let document = self.documents.get(uri);
        let is_old = document.is_some_and(|document| document.task > task || document.is_too_long);
        if self.client.abilities.has(Ability::Pull) || is_old {
            return;
        }
        let (diagnostics, name) = match found {
            Some(found) if document.is_some() || !self.client.settings.findings.open_only => {
                (&*found.diagnostics, found.name.clone())
            }
            _ => (&[][..], result_id(&[])),
        };
        self.client.push(uri, document.map(|document| document.version), diagnostics, &name);
    }
}

/// Returns `true` if the file of a URI is in a folder.
fn is_below(uri: &str, root: &Path) -> bool {
    names::of_uri(uri).is_some_and(|path| path.starts_with(root))
}
